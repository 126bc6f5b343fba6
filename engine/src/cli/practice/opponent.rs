//! The other side: a defense from tables and rules, or an engine at a level.

use oracle::Oracle;
use practice::{Defender, Play, Reply, easy_reply, reply};
use vancura::sparring::Sparring;

/// The other side.
pub(super) struct Opponent {
    pub(super) defender: Defender,
    /// For a level.
    engine: Option<Sparring>,
}

impl Opponent {
    pub(super) fn new(defender: Defender) -> anyhow::Result<Self> {
        let engine = match defender {
            Defender::Level(elo) => Some(Sparring::new(elo)?),
            Defender::Longest | Defender::Easy => None,
        };
        Ok(Self { defender, engine })
    }

    /// Its move; `None` if the game is over.
    pub(super) fn reply(&mut self, known: &Oracle, play: &Play) -> Option<Reply> {
        match (&mut self.engine, self.defender) {
            (Some(engine), _) => engine.reply(play).map(|mv| Reply::of(play, mv)),
            (None, Defender::Easy) => easy_reply(known, play),
            (None, _) => reply(known, play),
        }
    }
}
