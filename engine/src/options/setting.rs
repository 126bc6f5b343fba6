//! The settings of the engine as values.

use nnue::Simd;

use crate::tablebase::Check;

/// Default size of the hash table in MiB.
pub const DEFAULT_HASH: usize = 16;

/// Default size of the table for proofs of mates in MiB.
pub const DEFAULT_PROOF_HASH: usize = 64;

/// Default file of the engine's log.
pub const DEFAULT_LOG: &str = "vancura.log";

/// A value that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Size of the hash table in MiB.
    Hash(usize),
    /// Number of threads.
    Threads(usize),
    /// Size of the table for proofs of mates in MiB.
    ProofHash(usize),
    /// Clear everything learned.
    ClearHash,
    /// Later searches may use what earlier ones found.
    Persist(bool),
    /// Every thread is pinned to a processor of its own.
    Pin(bool),
    /// Milliseconds in reserve for each move.
    MoveOverhead(i64),
    /// Percent of the time that is planned for a move by default.
    SlowMover(i64),
    /// The least time planned for a move, in milliseconds.
    MinimumThinkingTime(i64),
    /// Nodes that count as a millisecond; 0 for the clock itself.
    NodesTime(u64),
    /// Contempt on a full board, in centipawns.
    Contempt(i32),
    /// Percent of a move's score that is backed up to its parent; the rest is the parent's own
    /// evaluation.
    DampedBackup(i32),
    /// How much the search leaves out and reduces, in percent of the usual.
    Selectivity(i32),
    /// Limit the strength to [`Setting::Elo`].
    LimitStrength(bool),
    /// The strength to play at when it is limited.
    Elo(i32),
    /// Folders with Syzygy files; empty for none.
    SyzygyPath(String),
    /// A folder with mined tables that replace the embedded ones; empty for none. Applies to the
    /// whole program.
    MinedPath(String),
    /// Which table files are checked against their checksums.
    SyzygyCheck(Check),
    /// Least remaining depth for probing Syzygy files, in plies.
    SyzygyProbeDepth(i32),
    /// Largest Syzygy files to probe, in men.
    SyzygyProbeLimit(u32),
    /// Cursed wins are draws.
    Syzygy50MoveRule(bool),
    /// Only announced: the GUI decides when to ponder.
    Ponder(bool),
    /// Number of best lines.
    MultiPv(usize),
    /// Castling is written as the king taking its rook.
    Chess960(bool),
    /// Scores are shown with the chances of win, draw and loss.
    ShowWdl(bool),
    /// Analysis mode: tables exclude no moves, so that all can be compared.
    AnalyseMode(bool),
    /// Endings of up to this many men are solved in memory: 0, 3 or 4.
    InternalTb(u32),
    /// The network file; empty for the embedded network.
    EvalFile(String),
    /// The network file for positions with few men; empty for the embedded network, if any.
    EvalFileSmall(String),
    /// Use the networks instead of the hand-crafted evaluation.
    UseNetwork(bool),
    /// The hand-crafted evaluation does without these of its [terms](crate::eval::terms).
    EvalWithout(Vec<&'static str>),
    /// The vector unit for the networks.
    Simd(Simd),
    /// One of the [`Features`](crate::features::Features).
    Feature(&'static str, bool),
    /// One of the [`PARAMETERS`](crate::params::PARAMETERS).
    Parameter(&'static str, i32),
    /// Play openings from books.
    OwnBook(bool),
    /// A Polyglot file; empty for none.
    BookFile(BookSlot, String),
    /// The book is used for this many plies of a game.
    BookDepth(BookSlot, u32),
    /// From 0 (always the move with the greatest weight) to 100 (nearly uniform); at 25 moves are
    /// played in proportion to their weights.
    BookVariety(u32),
    /// A file of commands, run at once.
    ConfigFile(String),
    /// All input and output is appended to this file; empty for none.
    LogFile(String),
    /// `uci` also lists the switches and parameters of the search.
    ListAll(bool),
    /// Only announced: a description of the engine.
    About,
}

/// One of two books: the second is used where the first has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookSlot {
    /// Used first.
    First,
    /// Used second.
    Second,
}
