//! The settings of the engine as values.

use nnue::Simd;

use crate::tablebase::Check;

/// Default size of the hash table in MiB.
pub const DEFAULT_HASH: usize = 16;

/// Default size of the table for proofs of mates in MiB.
pub const DEFAULT_PROOF_HASH: usize = 64;

/// Where the engine's log goes when only that there be one is said.
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
    /// Forget everything.
    ClearHash,
    /// What earlier searches found out may be used by later ones.
    Persist(bool),
    /// Every thread stays on a processor of its own.
    Pin(bool),
    /// Milliseconds in reserve for each move.
    MoveOverhead(i64),
    /// Centipawns that a full board is worth more to the engine than it is.
    Contempt(i32),
    /// Percent of a move's score that reach the position it is played in; the rest is the position's own evaluation.
    DampedBackup(i32),
    /// Play no better than [`Setting::Elo`].
    LimitStrength(bool),
    /// The strength to play at when it is limited.
    Elo(i32),
    /// Folders with Syzygy files; empty for none.
    SyzygyPath(String),
    /// A folder with mined tables to be asked in the place of the embedded ones; empty for none. Holds for the whole program.
    MinedPath(String),
    /// Which table files are compared with their checksums.
    SyzygyCheck(Check),
    /// Plies.
    SyzygyProbeDepth(i32),
    /// Men.
    SyzygyProbeLimit(u32),
    /// Cursed wins are draws.
    Syzygy50MoveRule(bool),
    /// Only announced: the GUI decides when to ponder.
    Ponder(bool),
    /// Number of best lines.
    MultiPv(usize),
    /// Castling is written as the king taking its rook.
    Chess960(bool),
    /// Scores come with the chances to win, draw and lose.
    ShowWdl(bool),
    /// Tables rule out no move, so that all can be compared.
    AnalyseMode(bool),
    /// Endings of up to so many men are solved in memory: 0, 3 or 4.
    InternalTb(u32),
    /// A network to evaluate by; empty for the one of the program.
    EvalFile(String),
    /// A network to evaluate positions with few men by; empty for the one of the program, if any.
    EvalFileSmall(String),
    /// Evaluate by the network, not by hand.
    UseNetwork(bool),
    /// The vector unit that the network runs on.
    Simd(Simd),
    /// One of the [`Features`](crate::features::Features).
    Feature(&'static str, bool),
    /// One of the [`PARAMETERS`](crate::params::PARAMETERS).
    Parameter(&'static str, i32),
    /// Openings are played from books.
    OwnBook(bool),
    /// A Polyglot file; empty for none.
    BookFile(BookSlot, String),
    /// The book is asked for the first so many plies of a game.
    BookDepth(BookSlot, u32),
    /// From 0, always the heaviest move, to 100, hardly any difference between them; 25 plays them as often as they weigh.
    BookVariety(u32),
    /// A file of commands, to be obeyed at once.
    ConfigFile(String),
    /// Everything said on either side is appended to this file; empty for none.
    LogFile(String),
    /// Only announced: what the engine says about itself.
    About,
}

/// Which of two books: the second is asked where the first says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookSlot {
    /// Asked first.
    First,
    /// Asked then.
    Second,
}
