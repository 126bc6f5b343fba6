//! Games between two configurations of this engine in one process, or against another engine:
//! paired openings, exact statistics, reproducible.
//!
//! Every opening is played twice with colors swapped, and a pair is counted as one of five results
//! (pentanomial), since the two games of a pair are not independent. Pairs are counted in the order
//! of the openings, so that at a fixed number of nodes the result of a match does not depend on the
//! number of threads.

mod agreement;
mod configuration;
mod game;
pub mod ladder;
pub mod openings;
pub mod pgn;
mod played;
mod program;
mod referee;
mod statistics;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use board::Board;

use crate::engine::{Engine, SettingError};
use crate::tablebase::InternalTables;
use crate::tt::OutOfMemory;
pub use agreement::{AgreedDraw, AgreedWin, AgreementError};
use board::random::Random;
pub use configuration::{Configuration, ConfigurationError, Pace};
pub use game::{Game, Player};
pub(crate) use program::Program;
pub use program::ProgramError;
pub use referee::{Ending, Referee};
pub use statistics::{Elo, Sprt, Statistics, Verdict};

/// Default hash table of each side in MiB: small, because it is cleared before every game.
const HASH_MEBIBYTES: usize = 4;

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// Out of memory for the hash tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// A side's setting could not be applied.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A fault of another engine.
    #[error(transparent)]
    Program(#[from] ProgramError),
}

/// A match.
pub struct Contest {
    /// The two sides.
    pub sides: [Configuration; 2],
    /// The default limit of a move.
    pub pace: Pace,
    /// Opening positions.
    pub openings: Vec<Board>,
    /// Seed for shuffling the openings.
    pub seed: u64,
    /// Pairs of games, fewer when the test decides earlier.
    pub pairs: usize,
    /// When to stop early.
    pub sprt: Option<Sprt>,
    /// Number of concurrent games.
    pub threads: usize,
    /// Adjudication.
    pub referee: Referee,
    /// Pairs played earlier: the openings continue after theirs.
    pub first_pair: usize,
    /// Once set, no new pair is started; running pairs are finished and counted.
    pub stop: Arc<AtomicBool>,
    /// Tables in memory, built when a side or the referee needs them; matches may share them.
    pub tables: Arc<InternalTables>,
}

/// Two games from one opening; the first side is White in the first game.
pub struct Pair {
    /// Counted from 0 in the order of the openings.
    pub number: usize,
    /// The games.
    pub games: [Game; 2],
}

impl Contest {
    /// Plays the match and reports every pair in order with the statistics so far.
    ///
    /// # Errors
    /// When there is no memory for the hash tables, or an engine cannot play.
    ///
    /// # Panics
    /// Without openings.
    pub fn play(&self, mut report: impl FnMut(&Pair, &Statistics)) -> Result<Statistics, ContestError> {
        assert!(!self.openings.is_empty(), "a match needs openings");
        let internal = self.internal_tables();
        let openings = self.shuffled_openings();
        let mut players = Vec::new();
        for _ in 0..self.threads.max(1) {
            players.push([self.player(0, &internal)?, self.player(1, &internal)?]);
        }
        let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        let mut statistics = Statistics::default();
        std::thread::scope(|scope| {
            for mut sides in players {
                let (sender, next, over, openings) = (sender.clone(), &next, &over, &openings);
                let referee = self.referee.with_tables(&internal);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.pairs
                            || over.load(Ordering::Relaxed)
                            || self.stop.load(Ordering::Relaxed)
                        {
                            break;
                        }
                        let opening = &openings[(self.first_pair + number) % openings.len()];
                        let games = [0, 1].map(|white| game::play(&mut sides, white, opening, &referee));
                        if sender.send(Pair { number, games }).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            for pair in receiver {
                waiting.insert(pair.number, pair);
                while let Some(pair) = waiting.remove(&statistics.pairs())
                    && !over.load(Ordering::Relaxed)
                {
                    statistics.add(&pair.games);
                    report(&pair, &statistics);
                    if self.sprt.is_some_and(|sprt| statistics.verdict(sprt) != Verdict::Open) {
                        over.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
        Ok(statistics)
    }

    /// The tables in memory that a side or the referee needs, built before the first game.
    fn internal_tables(&self) -> Arc<InternalTables> {
        let internal = Arc::clone(&self.tables);
        let wanted = self.sides.iter().map(Configuration::internal_men).chain([self.referee.table_men]).max();
        internal.build_small();
        if wanted.is_some_and(|men| men > 3) {
            internal.build_large();
        }
        internal
    }

    fn shuffled_openings(&self) -> Vec<Board> {
        let mut openings = self.openings.clone();
        Random::new(self.seed).shuffle(&mut openings);
        openings
    }

    fn player(&self, side: usize, internal: &Arc<InternalTables>) -> Result<Player, ContestError> {
        let configuration = &self.sides[side];
        let pace = configuration.pace.unwrap_or(self.pace);
        if let Some(path) = &configuration.program {
            return Ok(Player::program(Program::start(path, &configuration.told)?, pace));
        }
        let mut engine = Engine::new(HASH_MEBIBYTES)?;
        engine.tables.internal = Arc::clone(internal);
        configuration.set_up(&mut engine)?;
        Ok(Player::new(engine, pace))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    fn contest(a: &str, b: &str, threads: usize) -> Contest {
        let openings =
            crate::play::bench::POSITIONS[22..30].iter().map(|text| fen::parse(text).unwrap()).collect();
        Contest {
            sides: [a, b].map(|text| text.parse().unwrap()),
            pace: Pace::Nodes(300),
            openings,
            seed: 1,
            pairs: 6,
            sprt: None,
            threads,
            referee: Referee::new(3, false),
            first_pair: 0,
            stop: Arc::default(),
            tables: Arc::default(),
        }
    }

    fn play(contest: &Contest) -> (Statistics, Vec<String>) {
        let mut games = Vec::new();
        let statistics = contest.play(|pair, _| {
            games.extend(pair.games.iter().map(|game| format!("{:?} {:?}", game.ending, game.moves)));
        });
        (statistics.unwrap(), games)
    }

    #[test]
    fn equal_sides_at_equal_nodes_share_every_pair() {
        let (statistics, games) = play(&contest("", "", 1));
        assert_eq!(statistics.counts(), [0, 0, 6, 0, 0]);
        assert!((statistics.score() - 0.5).abs() < f64::EPSILON);
        for pair in games.chunks(2) {
            assert_eq!(pair[0], pair[1], "the same game with colors swapped");
        }
    }

    #[test]
    fn a_match_is_the_same_on_one_thread_and_on_two() {
        let (one, two) = (contest("", "nodes=60", 1), contest("", "nodes=60", 2));
        assert_eq!(play(&one), play(&two));
    }

    #[test]
    fn five_times_the_nodes_win() {
        let (statistics, _) = play(&contest("nodes=1500", "", 1));
        assert!(statistics.score() > 0.5, "{:?}", statistics.counts());
        let (mirrored, _) = play(&contest("", "nodes=1500", 1));
        assert!((statistics.score() + mirrored.score() - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_match_in_two_parts_is_the_same_as_in_one() {
        let whole = contest("", "nodes=60", 1);
        let mut part = contest("", "nodes=60", 1);
        part.pairs = 2;
        let (_, mut games) = play(&part);
        (part.first_pair, part.pairs) = (2, 4);
        games.extend(play(&part).1);
        assert_eq!(games, play(&whole).1);
    }

    #[test]
    fn a_match_that_is_stopped_counts_the_games_that_were_running() {
        for threads in [1, 2] {
            let mut contest = contest("", "nodes=60", threads);
            // On a busy machine a few more are played before the first is counted.
            contest.pairs = 1_000;
            let mut reported = 0;
            let statistics = contest.play(|_, _| {
                reported += 1;
                contest.stop.store(true, Ordering::Relaxed);
            });
            assert_eq!(statistics.unwrap().pairs(), reported);
            assert!((1..contest.pairs).contains(&reported), "{reported}");
        }
    }

    #[test]
    fn both_sides_agree_before_the_rules_end_a_game() {
        let lengths = |opening: &str, win: Option<&str>, draw: Option<&str>| {
            let mut contest = contest("", "", 1);
            contest.openings = vec![fen::parse(opening).unwrap()];
            contest.pairs = 1;
            let (win, draw) = (win.map(|win| win.parse().unwrap()), draw.map(|draw| draw.parse().unwrap()));
            contest.referee = Referee::default().with_agreements(win, draw);
            let mut lengths = Vec::new();
            let statistics = contest.play(|pair, _| {
                lengths.extend(pair.games.iter().map(|game| (game.ending, game.moves.len())));
            });
            assert_eq!(statistics.unwrap().pairs(), 1);
            lengths
        };
        let won = "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1";
        let by_rules = lengths(won, None, None);
        assert!(by_rules.iter().all(|(ending, plies)| *ending == Ending::Mate && *plies > 2), "{by_rules:?}");
        assert_eq!(lengths(won, Some("500,1"), None), [(Ending::Agreement, 2); 2]);
        assert_eq!(lengths(won, None, Some("10,1,1")), by_rules, "neither side reports a draw");
        // Neither king can break through.
        let drawn = lengths("4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1", None, Some("100,2,3"));
        assert!(drawn.iter().all(|(ending, plies)| *ending == Ending::Agreement && *plies >= 6), "{drawn:?}");
    }

    #[test]
    fn a_decided_test_ends_the_match() {
        let mut decided = contest("nodes=2000", "nodes=20", 1);
        decided.pairs = 1_000;
        decided.sprt = Some(Sprt { elo0: 0.0, elo1: 100.0, ..Sprt::default() });
        let (statistics, _) = play(&decided);
        assert!(statistics.pairs() < 200);
        assert_eq!(statistics.verdict(decided.sprt.unwrap()), Verdict::Accepted);
    }
}
