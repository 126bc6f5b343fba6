//! One position of a line: the board and its incrementally updated sums.

use board::{Board, Color, File, Man, Move, Piece, Rank, Square, rules};
use nnue::Changes;

use crate::zobrist;

/// A board with incrementally updated data.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) board: Board,
    /// The piece on each square (the board only has bitboards).
    pub(super) squares: [Option<Piece>; 64],
    /// Key of the whole position, with an en passant right only if it can be used: equal for
    /// positions that are equal by the laws of chess.
    pub(super) key: u64,
    /// Keys of the pawns of both sides, then of White's and of Black's pieces, kings included.
    pub(super) men_keys: [u64; 3],
    /// Key of the castling rights.
    rights_key: u64,
    pub(super) men: u8,
    /// Moves played since the last null move: repetitions are not detected across one.
    pub(super) plies_since_null: u16,
    /// The men that the last move removed and added.
    pub(super) changes: Changes,
}

impl Frame {
    /// A position without history.
    pub(super) fn new(board: Board) -> Self {
        let mut frame = Self {
            board,
            squares: [None; 64],
            key: 0,
            men_keys: [0; 3],
            rights_key: 0,
            men: 0,
            plies_since_null: u16::from(u8::MAX),
            changes: Changes::NONE,
        };
        for square in frame.board.occupied() {
            if let (Some(piece), Some(color)) = (frame.board.piece_on(square), frame.board.color_on(square)) {
                frame.add(color, piece, square);
            }
        }
        frame.rights_key = zobrist::castling(&frame.board);
        frame.key = frame.full_key();
        frame
    }

    /// Plays a legal move that captures `victim`. Calls `announce` as soon as the likely hash key
    /// is known.
    #[inline]
    pub(super) fn play(&mut self, mv: Move, victim: Option<Piece>, announce: impl FnOnce(u64)) {
        self.changes = Changes::NONE;
        let us = self.board.side_to_move();
        let piece = self.squares[mv.from as usize].expect("a legal move starts from a piece");
        if self.board.colors(us).has(mv.to) {
            self.castle(mv, us);
        } else {
            if let Some(victim) = victim {
                let square = if self.squares[mv.to as usize].is_some() {
                    mv.to
                } else {
                    Square::new(mv.to.file(), mv.from.rank())
                };
                self.take(!us, victim, square);
            }
            self.take(us, piece, mv.from);
            self.put(us, mv.promotion.unwrap_or(piece), mv.to);
        }
        let is_zeroing = victim.is_some() || piece == Piece::Pawn;
        let clock = if is_zeroing { 0 } else { self.board.halfmove_clock() + 1 };
        announce(self.men_key() ^ self.rights_key ^ turn_key(!us) ^ zobrist::clock(clock));
        self.board.play_unchecked(mv);
        // No other move loses a right.
        if matches!(piece, Piece::King | Piece::Rook) || victim == Some(Piece::Rook) {
            self.rights_key = zobrist::castling(&self.board);
        }
        self.key = self.full_key();
        self.plies_since_null += 1;
    }

    /// Moves the men of a castling move, which is encoded as king takes own rook.
    #[cold]
    fn castle(&mut self, mv: Move, us: Color) {
        let (king_to, rook_to) = castling_targets(mv, us);
        self.take(us, Piece::King, mv.from);
        self.take(us, Piece::Rook, mv.to);
        self.put(us, Piece::King, king_to);
        self.put(us, Piece::Rook, rook_to);
    }

    /// Plays a null move; `passed` is the board after it.
    pub(super) fn pass(&mut self, passed: Board) {
        self.board = passed;
        self.key = self.full_key();
        self.plies_since_null = 0;
        self.changes = Changes::NONE;
    }

    /// The key of the piece placement alone.
    #[inline]
    pub(super) fn men_key(&self) -> u64 {
        self.men_keys[0] ^ self.men_keys[1] ^ self.men_keys[2]
    }

    /// The key of the whole position, without an en passant right that cannot be used.
    #[inline]
    fn full_key(&self) -> u64 {
        let key = self.men_key() ^ self.rights_key ^ turn_key(self.board.side_to_move());
        match self.board.en_passant() {
            Some(file) if rules::can_capture_en_passant(&self.board) => key ^ zobrist::en_passant(file),
            _ => key,
        }
    }

    #[inline(always)]
    fn put(&mut self, color: Color, piece: Piece, square: Square) {
        self.add(color, piece, square);
        self.changes.put(Man { color, piece, square });
    }

    #[inline(always)]
    fn take(&mut self, color: Color, piece: Piece, square: Square) {
        self.remove(color, piece, square);
        self.changes.take(Man { color, piece, square });
    }

    #[inline(always)]
    fn add(&mut self, color: Color, piece: Piece, square: Square) {
        self.toggle_key(color, piece, square);
        self.squares[square as usize] = Some(piece);
        self.men += 1;
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, piece: Piece, square: Square) {
        self.toggle_key(color, piece, square);
        self.squares[square as usize] = None;
        self.men -= 1;
    }

    #[inline(always)]
    fn toggle_key(&mut self, color: Color, piece: Piece, square: Square) {
        let which = if piece == Piece::Pawn { 0 } else { 1 + color as usize };
        self.men_keys[which] ^= zobrist::man(color, piece, square);
    }
}

/// The target squares of king and rook when castling by `mv` (king takes own rook).
fn castling_targets(mv: Move, color: Color) -> (Square, Square) {
    let (king, rook) = if mv.from.file() < mv.to.file() { (File::G, File::F) } else { (File::C, File::D) };
    let rank = Rank::First.relative_to(color);
    (Square::new(king, rank), Square::new(rook, rank))
}

/// The key of the side to move.
#[inline]
fn turn_key(to_move: Color) -> u64 {
    if to_move == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 }
}
