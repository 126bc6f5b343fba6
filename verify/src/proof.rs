//! Checks proofs of mates by the rules of chess alone.
//!
//! The format is described in `engine/src/proof/file.rs` and `verify/docs/mates.md`; this checker
//! shares only the crate `board`, the rules of chess, with the program that writes proofs. Every
//! line is checked once: it is true if its move mates, or if each reply leads to a position with a
//! line that claims a shorter mate.

use std::collections::HashMap;

use base16ct::HexDisplay;
use board::rules::{FIFTY_MOVES_PLIES, after, is_checkmate, legal_moves};
use board::{Board, fen, notation};
use sha2::{Digest as _, Sha256};

/// The first line of a file.
const VERSION: &str = "# vancura proof 1";

/// A valid proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedMate {
    /// The position.
    pub fen: String,
    /// The side to move mates within this many of its moves.
    pub moves: u32,
    /// Number of positions checked, all with the attacker to move.
    pub positions: usize,
    /// Number of replies played.
    pub replies: u64,
    /// Whether the fifty-move counter was followed through all lines; otherwise it cannot run out
    /// before the mate.
    pub counts_clock: bool,
}

/// Why a file is not a valid proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// Not UTF-8.
    #[error("the file is not text")]
    NotText,
    /// Another first line.
    #[error("the first line is not `{VERSION}`: this is not a proof, or one of another version")]
    Version,
    /// The second line does not state what is proved.
    #[error("line 2 does not claim a mate: `# mate in N: FEN` is expected ({0})")]
    Claim(String),
    /// The last line is not a checksum.
    #[error("the last line is not `# sha256` and 64 digits: the file is cut short")]
    NoChecksum,
    /// The checksum does not match.
    #[error("the checksum does not match the lines above it: the file is damaged")]
    Checksum,
    /// A line is invalid.
    #[error("line {line}: {fault}")]
    Line {
        /// From 1.
        line: usize,
        /// What is wrong.
        fault: LineError,
    },
    /// There is no line for the claim, or one with a longer mate.
    #[error("no line proves the claim: the position of line 2 has {0}")]
    Unproved(String),
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A position, a move, or something else cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// An operation is missing.
    #[error("`{0}` is missing, or is not followed by a number of at least 1")]
    Missing(&'static str),
    /// The position already has a line.
    #[error("the position is also in line {0}")]
    Twice(usize),
    /// The fifty-move counter may run out.
    #[error("the fifty-move counter may run out before the mate, and the line does not give it (`hmvc`)")]
    Clock,
    /// The counter has run out.
    #[error("the fifty-move counter runs out: a draw before or after {0}")]
    FiftyMoves(String),
    /// There is no reply, but the position is stalemate.
    #[error("{0} is stalemate")]
    Stalemate(String),
    /// A reply has no line.
    #[error("after {0} there is no line for the reply {1}")]
    Unanswered(String, String),
    /// A reply has a line whose mate is not shorter.
    #[error("after {0} the reply {1} leads to line {2}, which does not claim a shorter mate")]
    NoQuicker(String, String, usize),
}

/// The contents of a line.
struct Step {
    board: Board,
    mv: board::Move,
    /// Moves to mate at most.
    moves: u32,
    /// From 1.
    line: usize,
}

/// The index of the step, by position and by the fifty-move counter where it matters.
type Places = HashMap<(String, Option<u8>), usize>;

/// Checks a whole file.
///
/// # Errors
/// The first thing that is wrong.
pub fn check(bytes: &[u8]) -> Result<ProvedMate, ProofError> {
    let text = std::str::from_utf8(bytes).map_err(|_| ProofError::NotText)?;
    let body = without_checksum(text)?;
    let mut lines = body.lines().enumerate().map(|(index, line)| (index + 1, line));
    if lines.next().is_none_or(|(_, line)| line != VERSION) {
        return Err(ProofError::Version);
    }
    let (root, moves) = claim(lines.next().map_or("", |(_, line)| line))?;
    let plies_left = u32::from(FIFTY_MOVES_PLIES.saturating_sub(root.halfmove_clock()));
    // The last move may exhaust the counter: mate takes precedence.
    let counts_clock = 2 * u64::from(moves) - 1 > u64::from(plies_left);
    let steps = lines
        .map(|(number, line)| step(number, line, counts_clock))
        .collect::<Result<Vec<Step>, ProofError>>()?;
    let place = |board: &Board| (fen::epd(board), counts_clock.then(|| board.halfmove_clock()));
    let mut places = Places::with_capacity(steps.len());
    for (index, step) in steps.iter().enumerate() {
        if let Some(first) = places.insert(place(&step.board), index) {
            let fault = LineError::Twice(steps[first].line);
            return Err(ProofError::Line { line: step.line, fault });
        }
    }
    let mut replies = 0;
    for step in &steps {
        // No draw has been claimed at the start of the proof.
        let is_root = place(&step.board) == place(&root);
        let checked = step.check(&steps, &places, counts_clock, is_root);
        replies += checked.map_err(|fault| ProofError::Line { line: step.line, fault })?;
    }
    match places.get(&place(&root)).map(|&index| &steps[index]) {
        None => Err(ProofError::Unproved("no line".to_owned())),
        Some(step) if step.moves > moves => Err(ProofError::Unproved(format!("a mate in {}", step.moves))),
        Some(_) => {
            Ok(ProvedMate { fen: root.to_string(), moves, positions: steps.len(), replies, counts_clock })
        }
    }
}

/// The lines above the checksum, which must match.
fn without_checksum(text: &str) -> Result<&str, ProofError> {
    let start = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
    let (body, last) = text.split_at(start);
    let digits = last.strip_prefix("# sha256 ").and_then(|rest| rest.strip_suffix('\n'));
    let digits = digits.filter(|digits| digits.len() == 64).ok_or(ProofError::NoChecksum)?;
    let sum = format!("{:x}", HexDisplay(&Sha256::digest(body.as_bytes())));
    if digits == sum { Ok(body) } else { Err(ProofError::Checksum) }
}

/// The position and the number of moves of the second line.
fn claim(line: &str) -> Result<(Board, u32), ProofError> {
    let rest = line.strip_prefix("# mate in ").and_then(|rest| rest.split_once(": "));
    let (moves, position) = rest.ok_or_else(|| ProofError::Claim("found something else".to_owned()))?;
    let moves: Option<u32> = moves.parse().ok().filter(|&moves| moves > 0);
    let moves = moves.ok_or_else(|| ProofError::Claim("there is no number".to_owned()))?;
    let board = fen::parse(position).map_err(|error| ProofError::Claim(error.to_string()))?;
    Ok((board, moves))
}

/// Reads a line.
fn step(line: usize, text: &str, counts_clock: bool) -> Result<Step, ProofError> {
    read_step(text, counts_clock)
        .map(|(board, mv, moves)| Step { board, mv, moves, line })
        .map_err(|fault| ProofError::Line { line, fault })
}

fn read_step(text: &str, counts_clock: bool) -> Result<(Board, board::Move, u32), LineError> {
    let unreadable = |fault: String| LineError::Unreadable(fault);
    let operations_at = text.match_indices(' ').nth(3).map_or(text.len(), |(at, _)| at);
    let (position, operations) = text.split_at(operations_at);
    let mut board = fen::parse(position).map_err(|error| unreadable(error.to_string()))?;
    let (mut best, mut moves, mut clock) = (None, None, None);
    for operation in operations.split(';').map(str::trim).filter(|operation| !operation.is_empty()) {
        match operation.split_once(' ') {
            Some(("bm", san)) => best = Some(san.trim()),
            Some(("dm", number)) => moves = number.trim().parse().ok().filter(|&moves: &u32| moves > 0),
            Some(("hmvc", number)) => {
                clock = number.trim().parse().ok().filter(|&clock: &u8| clock <= FIFTY_MOVES_PLIES);
            }
            // Other EPD operations are ignored.
            _ => {}
        }
    }
    let best = best.ok_or(LineError::Missing("bm"))?;
    let moves = moves.ok_or(LineError::Missing("dm"))?;
    if counts_clock {
        board.set_halfmove_clock(clock.ok_or(LineError::Clock)?);
    }
    let mv = notation::parse_any(&board, best).map_err(|error| unreadable(error.to_string()))?;
    Ok((board, mv, moves))
}

impl Step {
    /// The number of replies, if each has a line that claims a shorter mate.
    fn check(
        &self,
        steps: &[Self],
        places: &Places,
        counts_clock: bool,
        is_root: bool,
    ) -> Result<u64, LineError> {
        let name = |board: &Board, mv| notation::san(board, mv);
        let mine = || name(&self.board, self.mv);
        let is_run_out = |board: &Board| counts_clock && board.halfmove_clock() >= FIFTY_MOVES_PLIES;
        let board = after(&self.board, self.mv);
        let mates = is_checkmate(&board);
        if is_run_out(&self.board) && !is_root || is_run_out(&board) && !mates {
            return Err(LineError::FiftyMoves(mine()));
        }
        if mates {
            return Ok(0);
        }
        let replies = legal_moves(&board);
        if replies.is_empty() {
            return Err(LineError::Stalemate(mine()));
        }
        for &reply in &replies {
            let next = after(&board, reply);
            let place = (fen::epd(&next), counts_clock.then(|| next.halfmove_clock()));
            let Some(step) = places.get(&place).map(|&index| &steps[index]) else {
                return Err(LineError::Unanswered(mine(), name(&board, reply)));
            };
            if step.moves >= self.moves {
                return Err(LineError::NoQuicker(mine(), name(&board, reply), step.line));
            }
        }
        Ok(replies.len() as u64)
    }
}
