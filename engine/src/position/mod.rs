//! The position on which the search plays moves: a board, and the line of play that led to it.

pub(crate) mod checks;
mod draws;
mod frame;
mod moves;

use board::{BitBoard, Board, Color, Move, Piece, Square};
use nnue::Changes;

use crate::psqt::tapered::Tapered;
use crate::zobrist;

use frame::Frame;
pub(crate) use frame::is_en_passant_usable;

/// [`Position::phase`] at the start of a game.
pub(crate) const PHASE_FULL: i32 = 24;

/// A position with the line of play that led to it.
#[derive(Clone, Debug)]
pub struct Position {
    now: Frame,
    before: Vec<Frame>,
}

impl Position {
    /// A position without history.
    pub fn new(board: Board) -> Self {
        Self { now: Frame::new(board), before: Vec::with_capacity(256) }
    }

    /// Reserves memory for this many more moves.
    pub fn reserve(&mut self, plies: usize) {
        self.before.reserve(plies);
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

    /// Material and piece-square values from White's view.
    #[inline]
    pub(crate) fn material(&self) -> Tapered {
        self.now.material
    }

    /// Material and piece-square values from the side to move's view in centipawns.
    pub(crate) fn plain_value(&self) -> i32 {
        let phase = self.phase().min(PHASE_FULL);
        let (middlegame, endgame) = (self.now.material.middlegame(), self.now.material.endgame());
        let for_white = (middlegame * phase + endgame * (PHASE_FULL - phase)) / PHASE_FULL;
        if self.side_to_move() == Color::White { for_white } else { -for_white }
    }

    /// The game phase by the pieces left: 24 at the start, 0 with kings and pawns alone.
    #[inline]
    pub(crate) fn phase(&self) -> i32 {
        self.now.phase
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
        debug_assert!(self.now.board.is_legal(mv), "{mv} is not legal in {}", self.now.board);
        let victim = self.captured_piece(mv);
        self.remember();
        self.now.play(mv, victim);
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
        // `push` would first clone and then move the value.
        self.before.extend_from_slice(std::slice::from_ref(&self.now));
    }

    /// Takes back the last move, null or not.
    ///
    /// # Panics
    /// When no move has been played.
    pub fn undo(&mut self) {
        self.now.clone_from(self.before.last().expect("every undo follows a move"));
        self.before.pop();
    }
}

/// The line of play, as needed by the network.
impl nnue::Line for Position {
    #[inline]
    fn ply(&self) -> usize {
        self.before.len()
    }

    #[inline]
    fn board(&self) -> &Board {
        &self.now.board
    }

    #[inline]
    fn key(&self, ply: usize) -> u64 {
        self.before.get(ply).unwrap_or(&self.now).men_key()
    }

    #[inline]
    fn changes(&self, ply: usize) -> &Changes {
        &self.before.get(ply).unwrap_or(&self.now).changes
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
                let likely_key = line.likely_hash_key_after(mv);
                let (rights, taking_in_passing) = (zobrist::castling(line.board()), line.board().en_passant());
                line.play(mv);
                if zobrist::castling(line.board()) == rights && taking_in_passing.or(line.board().en_passant()).is_none() {
                    prop_assert_eq!(line.hash_key(), likely_key);
                }
                let fresh = Position::new(line.board().clone());
                prop_assert_eq!(line.key(), fresh.key());
                prop_assert_eq!(line.now.men_keys, fresh.now.men_keys);
                prop_assert_eq!(line.material(), fresh.material());
                prop_assert_eq!(line.phase(), fresh.phase());
                prop_assert_eq!(line.men(), line.board().occupied().len());
                for square in Square::ALL {
                    prop_assert_eq!(line.piece_on(square), line.board().piece_on(square));
                }
            }
        }
    }
}
