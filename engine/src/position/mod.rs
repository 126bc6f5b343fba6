//! The position on which the search plays moves: a board, and the line of play that led to it.

pub(crate) mod checks;
mod draws;
mod frame;
mod moves;

use board::{BitBoard, Board, Color, Move, Piece, Square};
use nnue::Changes;

use crate::psqt::tapered::Tapered;
use crate::psqt::{PHASE, piece_square};
use crate::zobrist;

use frame::Frame;

/// [`Position::phase`] at the start of a game.
pub(crate) const PHASE_FULL: i32 = 24;

/// A position with the line of play that led to it.
#[derive(Clone, Debug)]
pub struct Position {
    now: Frame,
    /// The positions before, and behind them frames of moves taken back, whose memory the next
    /// moves use.
    frames: Vec<Frame>,
    /// Number of positions before.
    plies: usize,
}

impl Position {
    /// A position without history.
    pub fn new(board: Board) -> Self {
        Self { now: Frame::new(board), frames: Vec::with_capacity(256), plies: 0 }
    }

    /// Reserves memory for this many more moves.
    pub fn reserve(&mut self, plies: usize) {
        self.frames.reserve(plies);
    }

    /// The positions before the current one, the first of the line first.
    #[inline]
    fn before(&self) -> &[Frame] {
        &self.frames[..self.plies]
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.now.board
    }

    /// Equal for two positions that count as repeated.
    #[inline]
    pub fn key(&self) -> u64 {
        self.now.key
    }

    /// The key for the hash table: the position's key combined with the fifty-move counter near its
    /// end.
    #[inline]
    pub(crate) fn hash_key(&self) -> u64 {
        self.now.key ^ zobrist::clock(self.fifty_move_clock())
    }

    /// A key of the pawns of both sides.
    #[inline]
    pub(crate) fn pawn_key(&self) -> u64 {
        self.now.men_keys[0]
    }

    /// A key of one side's pieces, king included.
    #[inline]
    pub(crate) fn piece_key(&self, color: Color) -> u64 {
        self.now.men_keys[1 + color as usize]
    }

    /// Material and piece-square values from White's view, added up.
    pub(crate) fn material(&self) -> Tapered {
        let mut material = Tapered::ZERO;
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in self.board().colored_pieces(color, piece) {
                    material += piece_square(color, piece, square);
                }
            }
        }
        material
    }

    /// Material and piece-square values from the side to move's view in centipawns.
    pub(crate) fn plain_value(&self) -> i32 {
        let phase = self.phase().min(PHASE_FULL);
        let material = self.material();
        let (middlegame, endgame) = (material.middlegame(), material.endgame());
        let for_white = (middlegame * phase + endgame * (PHASE_FULL - phase)) / PHASE_FULL;
        if self.side_to_move() == Color::White { for_white } else { -for_white }
    }

    /// The game phase by the pieces left: 24 at the start, 0 with kings and pawns alone.
    pub(crate) fn phase(&self) -> i32 {
        let weighed = |piece| PHASE[piece as usize] * self.board().pieces(piece).len() as i32;
        Piece::ALL.into_iter().map(weighed).sum()
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.now.board.side_to_move()
    }

    /// True when the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.now.board.checkers().is_empty()
    }

    /// Plies since the last capture or pawn move, at most 100.
    #[inline]
    pub fn fifty_move_clock(&self) -> u8 {
        self.now.board.halfmove_clock()
    }

    /// Number of men.
    #[inline]
    pub fn men(&self) -> u32 {
        u32::from(self.now.men)
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.now.squares[square as usize]
    }

    /// Pieces of the side to move besides its king.
    #[inline]
    fn pieces(&self) -> BitBoard {
        let board = self.board();
        board.colors(board.side_to_move()) - board.pieces(Piece::Pawn) - board.pieces(Piece::King)
    }

    /// True when the side to move has more than its king and pawns.
    #[inline]
    pub(crate) fn has_pieces(&self) -> bool {
        !self.pieces().is_empty()
    }

    /// True when the side to move has a queen, a rook, or two pieces: with less, zugzwang is
    /// frequent.
    #[inline]
    pub(crate) fn has_pieces_for_null_move(&self) -> bool {
        let board = self.board();
        let major = board.pieces(Piece::Queen) | board.pieces(Piece::Rook);
        !(major & board.colors(board.side_to_move())).is_empty() || self.pieces().len() >= 2
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// When the move is not legal; in release builds only when it starts from an empty square.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.play_announced(mv, |_| ());
    }

    /// Plays a legal move. Early on `announce` is called with the likely hash key after it, which
    /// is wrong when a castling right is lost and after a double step that can be captured en
    /// passant.
    ///
    /// # Panics
    /// As [`Position::play`].
    #[inline]
    pub(crate) fn play_announced(&mut self, mv: Move, announce: impl FnOnce(u64)) {
        debug_assert!(self.now.board.is_legal(mv), "{mv} is not legal in {}", self.now.board);
        let victim = self.captured_piece(mv);
        self.remember();
        self.now.play(mv, victim, announce);
    }

    /// Plays a null move.
    ///
    /// # Panics
    /// When the side to move is in check.
    pub fn play_null(&mut self) {
        let passed = self.now.board.null_move().expect("no null move is tried in check");
        self.remember();
        self.now.pass(passed);
    }

    /// Appends the position to the line.
    #[inline]
    fn remember(&mut self) {
        match self.frames.get_mut(self.plies) {
            Some(frame) => frame.clone_from(&self.now),
            None => self.frames.push(self.now.clone()),
        }
        self.plies += 1;
    }

    /// Takes back the last move, null or not.
    ///
    /// # Panics
    /// When no move has been played.
    pub fn undo(&mut self) {
        self.plies = self.plies.checked_sub(1).expect("every undo follows a move");
        self.now.clone_from(&self.frames[self.plies]);
    }
}

/// The line of play, as needed by the network.
impl nnue::Line for Position {
    #[inline]
    fn ply(&self) -> usize {
        self.plies
    }

    #[inline]
    fn board(&self) -> &Board {
        &self.now.board
    }

    #[inline]
    fn key(&self, ply: usize) -> u64 {
        self.before().get(ply).unwrap_or(&self.now).men_key()
    }

    #[inline]
    fn changes(&self, ply: usize) -> &Changes {
        &self.before().get(ply).unwrap_or(&self.now).changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{fen, legal_moves};
    use proptest::prelude::*;

    #[test]
    fn an_en_passant_right_counts_only_when_it_can_be_used() {
        let key = |text| Position::new(fen::parse(text).unwrap()).key();
        assert_eq!(key("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"), key("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
        assert_ne!(key("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), key("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));
    }

    proptest! {
        #[test]
        fn sums_kept_move_by_move_are_those_of_a_fresh_position(start in 0..960u32, choices in proptest::collection::vec(any::<u32>(), 1..80)) {
            let mut line = Position::new(Board::chess960_startpos(start));
            for choice in choices {
                let moves = legal_moves(line.board());
                if moves.is_empty() {
                    break;
                }
                let mv = moves[choice as usize % moves.len()];
                let (rights, taking_in_passing) = (zobrist::castling(line.board()), line.board().en_passant());
                let mut likely_key = 0;
                line.play_announced(mv, |key| likely_key = key);
                if zobrist::castling(line.board()) == rights && taking_in_passing.or(line.board().en_passant()).is_none() {
                    prop_assert_eq!(line.hash_key(), likely_key);
                }
                let fresh = Position::new(line.board().clone());
                prop_assert_eq!(line.key(), fresh.key());
                prop_assert_eq!(line.now.men_keys, fresh.now.men_keys);
                prop_assert_eq!(line.men(), line.board().occupied().len());
                for square in Square::ALL {
                    prop_assert_eq!(line.piece_on(square), line.board().piece_on(square));
                }
            }
        }
    }
}
