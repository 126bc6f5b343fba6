//! Games between two configurations of this engine in one process, or against another program: paired openings, exact statistics,
//! repeatable.
//!
//! Every opening is played twice with colors exchanged, and a pair is counted as one result of five (pentanomial), since the two
//! games of a pair are not independent. Pairs are counted in the order of the openings whatever thread plays
//! them, so that at a fixed number of nodes a match gives the same result however many threads play it.

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

/// Hash table of each side in MiB unless its configuration says otherwise: small, for it is cleared before every game.
const HASH_MEBIBYTES: usize = 4;

/// Why there is no match.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// For the hash tables.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// Of a side.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Of another program.
    #[error(transparent)]
    Program(#[from] ProgramError),
}

/// A match.
pub struct Contest {
    /// The two sides.
    pub sides: [Configuration; 2],
    /// How long a move takes where a configuration does not say.
    pub pace: Pace,
    /// Positions to start from.
    pub openings: Vec<Board>,
    /// Shuffles the openings.
    pub seed: u64,
    /// Pairs of games, fewer when the test decides earlier.
    pub pairs: usize,
    /// When to stop early.
    pub sprt: Option<Sprt>,
    /// Games at a time.
    pub threads: usize,
    /// What ends a game before the rules do.
    pub referee: Referee,
    /// Pairs that have been played before: the openings go on after theirs.
    pub first_pair: usize,
    /// Once it is set no pair is begun any more; those that are running are finished and counted.
    pub stop: Arc<AtomicBool>,
    /// Tables in memory, built when a side or the referee asks for them; matches may share them.
    pub tables: Arc<InternalTables>,
}

/// Two games from one opening, the first side playing White in the first.
pub struct Pair {
    /// Counted from 0 in the order of the openings.
    pub number: usize,
    /// The games.
    pub games: [Game; 2],
}

impl Contest {
    /// Plays, and reports every pair in order with the statistics so far.
    ///
    /// # Errors
    /// When there is no memory for the hash tables, or a program cannot play.
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

    /// The tables in memory that anybody here asks for, built before the first game.
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
            assert_eq!(pair[0], pair[1], "the same game with colors exchanged");
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
            // On a busy machine some more are played before the first is counted.
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
        assert_eq!(lengths(won, None, Some("10,1,1")), by_rules, "nobody thinks that it is drawn");
        // No king gets through.
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
