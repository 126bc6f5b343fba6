//! The engine as a partner for practice: it plays at a level, by its search alone.

use std::time::Instant;

use board::Move;
use practice::Play;

use crate::clock::Signals;
use crate::engine::{Engine, SettingError};
use crate::limits::Limits;
use crate::options::Setting;
use crate::position::Position;
use crate::search::Silent;

/// Size of its hash table in MiB.
const HASH_MEBIBYTES: usize = 1;
/// Most nodes of a move; every level has fewer.
const NODES_MAX: u64 = 1 << 17;

/// An engine of limited strength. Tables and rules would keep it from erring, so it has none.
pub struct Sparring {
    engine: Engine,
}

impl Sparring {
    /// A partner of this strength in Elo, one of [`practice::LEVELS`].
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new(elo: i32) -> Result<Self, SettingError> {
        let mut engine = Engine::new(HASH_MEBIBYTES)?;
        for setting in [
            Setting::LimitStrength(true),
            Setting::Elo(elo),
            Setting::InternalTb(0),
            Setting::Feature("recognizers", false),
            Setting::Feature("root_proofs", false),
        ] {
            engine.set(&setting)?;
        }
        Ok(Self { engine })
    }

    /// Its move, the same for the same game; `None` if there is no legal one.
    pub fn reply(&mut self, play: &Play) -> Option<Move> {
        let mut position = Position::new(play.start().clone());
        for &mv in play.moves() {
            position.play(mv);
        }
        self.engine.new_game();
        let limits = Limits { nodes: Some(NODES_MAX), ..Limits::default() };
        self.engine.think(&position, &limits, &Signals::default(), Instant::now(), &mut Silent).best
    }
}

#[cfg(test)]
mod tests {
    use board::fen;

    use super::*;

    #[test]
    fn levels_are_those_of_the_option() {
        for elo in [practice::LEVELS.start(), practice::LEVELS.end()] {
            assert!(crate::options::parse("UCI_Elo", &elo.to_string()).is_ok());
        }
        for elo in [practice::LEVELS.start() - 1, practice::LEVELS.end() + 1] {
            assert!(crate::options::parse("UCI_Elo", &elo.to_string()).is_err());
        }
    }

    #[test]
    fn the_same_game_gets_the_same_move_and_a_finished_one_none() {
        let play =
            Play::read(fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap(), "a1a2,d5e5,a2a3").unwrap();
        let mut weak = Sparring::new(1320).unwrap();
        let first = weak.reply(&play);
        assert!(first.is_some_and(|mv| play.board().is_legal(mv)));
        assert_eq!(weak.reply(&play), first);
        let over = Play::new(fen::parse("k7/2Q5/2K5/8/8/8/8/8 b - - 0 1").unwrap());
        assert_eq!(weak.reply(&over), None);
    }

    #[test]
    fn the_strongest_partner_mates_with_a_rook_by_its_search_alone() {
        let mut partner = Sparring::new(*practice::LEVELS.end()).unwrap();
        let mut play = Play::new(fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap());
        while play.end().is_none() {
            play.push(partner.reply(&play).unwrap());
        }
        assert_eq!(
            (play.end(), play.plies() < 80),
            (Some(practice::End::Checkmate), true),
            "{}",
            play.plies()
        );
    }
}
