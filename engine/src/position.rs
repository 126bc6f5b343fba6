//! The position the search plays moves on: board, history for repetitions, and the sums kept up to date move by move.

use board::rules::{FIFTY_MOVES_PLIES, has_legal_move};
use board::{
    BitBoard, Board, Color, File, Man, Move, Piece, Rank, Square, attacks, get_between_rays,
    get_bishop_moves, get_king_moves, get_pawn_attacks, get_rook_moves,
};

use nnue::Changes;

use crate::cuckoo;
use crate::psqt::tapered::Tapered;
use crate::psqt::{PHASE, piece_square};
use crate::zobrist;

/// [`Position::phase`] at the start of a game.
pub(crate) const PHASE_FULL: i32 = 24;

/// A board with everything that changes along with it.
#[derive(Clone, Debug)]
struct Frame {
    board: Board,
    /// What stands where, as the board has it by bitboards.
    squares: [Option<Piece>; 64],
    /// The whole position, an en passant right only when it can be used: equal for positions equal by the laws of chess.
    key: u64,
    /// Keys of the pawns of both sides, then of White's and of Black's pieces, kings included.
    men_keys: [u64; 3],
    /// Material and piece-square values, White's minus Black's.
    material: Tapered,
    /// Sum of [`PHASE`] over the men, 24 at the start of a game.
    phase: i32,
    men: u8,
    /// Moves played since the last null move: no repetition reaches back beyond one.
    plies_since_null: u16,
    /// The men that the last move took and put.
    changes: Changes,
}

/// A position with the line of play that led to it.
#[derive(Clone, Debug)]
pub struct Position {
    now: Frame,
    before: Vec<Frame>,
}

impl Position {
    /// A position without history.
    pub fn new(board: Board) -> Self {
        let mut now = Frame {
            board,
            squares: [None; 64],
            key: 0,
            men_keys: [0; 3],
            material: Tapered::ZERO,
            phase: 0,
            men: 0,
            plies_since_null: u16::from(u8::MAX),
            changes: Changes::NONE,
        };
        for square in now.board.occupied() {
            if let (Some(piece), Some(color)) = (now.board.piece_on(square), now.board.color_on(square)) {
                now.add(color, piece, square);
            }
        }
        now.key = now.full_key();
        Self { now, before: Vec::with_capacity(256) }
    }

    /// Makes room for so many more moves.
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

    /// What the hash table knows the position by: the key, and the fifty-move counter near its end.
    #[inline]
    pub(crate) fn hash_key(&self) -> u64 {
        self.now.key ^ zobrist::clock(self.fifty_move_clock())
    }

    /// A key of the pawns of both sides.
    #[inline]
    pub(crate) fn pawn_key(&self) -> u64 {
        self.now.men_keys[0]
    }

    /// A key of one side's king and pieces.
    #[inline]
    pub(crate) fn piece_key(&self, color: Color) -> u64 {
        self.now.men_keys[1 + color as usize]
    }

    /// Material and piece-square values from White's view.
    #[inline]
    pub(crate) fn material(&self) -> Tapered {
        self.now.material
    }

    /// Material and place from the side to move's view in centipawns: all that a beginner knows of a position.
    pub(crate) fn plain_value(&self) -> i32 {
        let phase = self.phase().min(PHASE_FULL);
        let (middlegame, endgame) = (self.now.material.middlegame(), self.now.material.endgame());
        let for_white = (middlegame * phase + endgame * (PHASE_FULL - phase)) / PHASE_FULL;
        if self.side_to_move() == Color::White { for_white } else { -for_white }
    }

    /// How much of the pieces is left: 24 at the start, 0 with kings and pawns alone.
    #[inline]
    pub(crate) fn phase(&self) -> i32 {
        self.now.phase
    }

    /// Whose move it is.
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

    /// The man on a square.
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

    /// True when the side to move has a queen, a rook, or two pieces: with less it is often better not to have the move.
    #[inline]
    pub(crate) fn has_pieces_for_null_move(&self) -> bool {
        let board = self.board();
        let major = board.pieces(Piece::Queen) | board.pieces(Piece::Rook);
        !(major & board.colors(board.side_to_move())).is_empty() || self.pieces().len() >= 2
    }

    /// The piece that a move moves.
    ///
    /// # Panics
    /// When the move starts from an empty square.
    #[inline]
    pub(crate) fn moved_piece(&self, mv: Move) -> Piece {
        self.piece_on(mv.from).expect("a legal move starts from a piece")
    }

    /// What a move captures, an en passant pawn included; castling captures nothing.
    #[inline]
    pub(crate) fn captured_piece(&self, mv: Move) -> Option<Piece> {
        let Some(found) = self.piece_on(mv.to) else {
            // One question, whose answer is foreseen.
            let takes_in_passing =
                (mv.from.file() != mv.to.file()) & (self.piece_on(mv.from) == Some(Piece::Pawn));
            return takes_in_passing.then_some(Piece::Pawn);
        };
        // A king that castles "takes" its own rook.
        let castles = found == Piece::Rook && self.board().colors(self.side_to_move()).has(mv.to);
        (!castles).then_some(found)
    }

    /// True for captures and promotions to a queen.
    #[inline]
    pub fn is_tactical(&self, mv: Move) -> bool {
        mv.promotion == Some(Piece::Queen) || self.captured_piece(mv).is_some()
    }

    /// True when its own men leave a king no square: one quiet check may mate it, whatever the material.
    #[inline]
    pub(crate) fn is_king_smothered(&self, color: Color) -> bool {
        let board = self.board();
        (get_king_moves(board.king(color)) - board.colors(color)).is_empty()
    }

    /// True when a legal move that is neither castling nor en passant gives check, directly or by uncovering a line.
    pub fn gives_check(&self, mv: Move) -> bool {
        let board = self.board();
        let us = board.side_to_move();
        let king = board.king(!us);
        let occupied = (board.occupied() - mv.from.bitboard()) | mv.to.bitboard();
        let piece = mv.promotion.unwrap_or_else(|| self.moved_piece(mv));
        if attacks(piece, us, mv.to, occupied).has(king) {
            return true;
        }
        let own = board.colors(us) - mv.from.bitboard();
        let straight = (board.pieces(Piece::Rook) | board.pieces(Piece::Queen)) & own;
        let diagonal = (board.pieces(Piece::Bishop) | board.pieces(Piece::Queen)) & own;
        !(get_rook_moves(king, occupied) & straight).is_empty()
            || !(get_bishop_moves(king, occupied) & diagonal).is_empty()
    }

    /// What the hash key will most likely be after a legal move: it is another one after castling, after a double step that can be
    /// taken en passant and when a castling right is lost.
    ///
    /// # Panics
    /// As [`Position::play`].
    #[inline]
    pub(crate) fn likely_hash_key_after(&self, mv: Move) -> u64 {
        let us = self.side_to_move();
        let piece = self.moved_piece(mv);
        let moved = zobrist::man(us, piece, mv.from) ^ zobrist::man(us, mv.promotion.unwrap_or(piece), mv.to);
        let taken = self.piece_on(mv.to).map_or(0, |victim| zobrist::man(!us, victim, mv.to));
        let counts_on = piece != Piece::Pawn && taken == 0;
        let clock = if counts_on { zobrist::clock(self.fifty_move_clock() + 1) } else { 0 };
        self.key() ^ zobrist::BLACK_TO_MOVE ^ moved ^ taken ^ clock
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
        let now = &mut self.now;
        now.changes = Changes::NONE;
        let us = now.board.side_to_move();
        let piece = now.squares[mv.from as usize].expect("a legal move starts from a piece");
        if now.board.colors(us).has(mv.to) {
            let (king_to, rook_to) = castling_targets(mv, us);
            now.take(us, Piece::King, mv.from);
            now.take(us, Piece::Rook, mv.to);
            now.put(us, Piece::King, king_to);
            now.put(us, Piece::Rook, rook_to);
        } else {
            if let Some(victim) = victim {
                let square = if now.squares[mv.to as usize].is_some() {
                    mv.to
                } else {
                    Square::new(mv.to.file(), mv.from.rank())
                };
                now.take(!us, victim, square);
            }
            now.take(us, piece, mv.from);
            now.put(us, mv.promotion.unwrap_or(piece), mv.to);
        }
        now.board.play_unchecked(mv);
        now.key = now.full_key();
        now.plies_since_null += 1;
    }

    /// Passes the move.
    ///
    /// # Panics
    /// When the side to move is in check.
    pub fn play_null(&mut self) {
        let passed = self.now.board.null_move().expect("no null move is tried in check");
        self.remember();
        self.now.board = passed;
        self.now.key = self.now.full_key();
        self.now.plies_since_null = 0;
        self.now.changes = Changes::NONE;
    }

    /// Puts the position at the end of the line.
    #[inline]
    fn remember(&mut self) {
        // A push would clone first and then move what it got.
        self.before.extend_from_slice(std::slice::from_ref(&self.now));
    }

    /// Takes the last move back, null or not.
    ///
    /// # Panics
    /// When no move has been played.
    pub fn undo(&mut self) {
        self.now.clone_from(self.before.last().expect("every undo follows a move"));
        self.before.pop();
    }

    /// True when the position is drawn by repetition for a search that is `ply` plies below its root: the position has
    /// occurred once since the root, or twice before.
    pub fn is_repetition(&self, ply: usize) -> bool {
        let reach = usize::from(self.fifty_move_clock()).min(self.now.plies_since_null as usize);
        let mut occurrences = 0;
        for distance in (4..=reach.min(self.before.len())).step_by(2) {
            if self.before[self.before.len() - distance].key == self.now.key {
                occurrences += 1;
                if distance < ply || occurrences == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// True when the side to move has a move that draws by repetition, for a search that is `ply` plies below its root: to a position
    /// that has occurred since the root, or twice before.
    pub(crate) fn has_upcoming_repetition(&self, ply: usize) -> bool {
        let reach = usize::from(self.fifty_move_clock()).min(self.now.plies_since_null as usize);
        let frames = self.before.len();
        (3..=reach.min(frames)).step_by(2).any(|distance| {
            let earlier = frames - distance;
            let Some((a, b)) = cuckoo::squares(self.now.key ^ self.before[earlier].key) else { return false };
            let board = self.board();
            let is_ours = |square| board.colors(board.side_to_move()).has(square);
            (get_between_rays(a, b) & board.occupied()).is_empty()
                && (is_ours(a) || is_ours(b))
                && (distance < ply || self.occurred_before(earlier))
        })
    }

    /// True when an earlier position of the line had occurred before.
    fn occurred_before(&self, index: usize) -> bool {
        let frame = &self.before[index];
        let reach = usize::from(frame.board.halfmove_clock()).min(frame.plies_since_null as usize);
        (4..=reach.min(index)).step_by(2).any(|distance| self.before[index - distance].key == frame.key)
    }

    /// True when some position has occurred twice with the same counter running: the game is going in circles.
    pub(crate) fn has_repeated(&self) -> bool {
        let reach = usize::from(self.fifty_move_clock()).min(self.before.len());
        let line = &self.before[self.before.len() - reach..];
        // The same side is to move every other ply.
        let is_before = |key: u64, later: usize| {
            line[..later].iter().rev().skip(1).step_by(2).any(|frame| frame.key == key)
        };
        is_before(self.now.key, reach) || (0..reach).any(|index| is_before(line[index].key, index))
    }

    /// The positions that have been on the board twice with the same counter running, this one included.
    pub(crate) fn repeated_boards(&self) -> Vec<&Board> {
        let reach = usize::from(self.fifty_move_clock()).min(self.before.len());
        let line: Vec<&Frame> =
            self.before[self.before.len() - reach..].iter().chain(std::iter::once(&self.now)).collect();
        let occurred = |at: usize| line[..at].iter().filter(|frame| frame.key == line[at].key).count();
        (0..line.len()).filter(|&at| occurred(at) == 1).map(|at| &line[at].board).collect()
    }

    /// True when the counter has run out and the move that ran it out did not mate.
    pub fn is_fifty_move_draw(&self) -> bool {
        self.fifty_move_clock() >= FIFTY_MOVES_PLIES && (!self.in_check() || has_legal_move(self.board()))
    }

    /// True when no sequence of legal moves can mate either king.
    pub fn is_insufficient_material(&self) -> bool {
        self.men() <= DEAD_MEN_MAX && insufficient_material(self.board())
    }
}

impl Frame {
    /// The key of the men alone.
    #[inline]
    fn men_key(&self) -> u64 {
        self.men_keys[0] ^ self.men_keys[1] ^ self.men_keys[2]
    }

    /// The key of the whole position, without an en passant right that nobody can use.
    #[inline]
    fn full_key(&self) -> u64 {
        let key = self.men_key() ^ zobrist::castling(&self.board) ^ turn_key(self.board.side_to_move());
        match self.board.en_passant() {
            Some(file) if is_en_passant_usable(&self.board, file) => key ^ zobrist::en_passant(file),
            _ => key,
        }
    }

    fn put(&mut self, color: Color, piece: Piece, square: Square) {
        self.add(color, piece, square);
        self.changes.put(Man { color, piece, square });
    }

    fn take(&mut self, color: Color, piece: Piece, square: Square) {
        self.remove(color, piece, square);
        self.changes.take(Man { color, piece, square });
    }

    fn add(&mut self, color: Color, piece: Piece, square: Square) {
        self.toggle_key(color, piece, square);
        self.material += piece_square(color, piece, square);
        self.phase += PHASE[piece as usize];
        self.squares[square as usize] = Some(piece);
        self.men += 1;
    }

    fn remove(&mut self, color: Color, piece: Piece, square: Square) {
        self.toggle_key(color, piece, square);
        self.material -= piece_square(color, piece, square);
        self.phase -= PHASE[piece as usize];
        self.squares[square as usize] = None;
        self.men -= 1;
    }

    fn toggle_key(&mut self, color: Color, piece: Piece, square: Square) {
        let which = if piece == Piece::Pawn { 0 } else { 1 + color as usize };
        self.men_keys[which] ^= zobrist::man(color, piece, square);
    }
}

/// The line that led here, as the network follows it.
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

/// Where king and rook end up when `mv` (the king takes its own rook) castles.
fn castling_targets(mv: Move, color: Color) -> (Square, Square) {
    let (king, rook) = if mv.from.file() < mv.to.file() { (File::G, File::F) } else { (File::C, File::D) };
    let rank = Rank::First.relative_to(color);
    (Square::new(king, rank), Square::new(rook, rank))
}

/// The key of whose turn it is.
#[inline]
fn turn_key(to_move: Color) -> u64 {
    if to_move == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 }
}

/// True when a pawn of the side to move can take en passant on this file.
pub(crate) fn is_en_passant_usable(board: &Board, file: File) -> bool {
    let us = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(us));
    let takers = get_pawn_attacks(to, !us) & board.colored_pieces(us, Piece::Pawn);
    takers.into_iter().any(|from| board.is_legal(Move { from, to, promotion: None }))
}

/// More men are never dead: that many bishops of one shade would be needed.
const DEAD_MEN_MAX: u32 = 8;

fn insufficient_material(board: &Board) -> bool {
    let mating = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !mating.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    if knights.is_empty() {
        bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES)
    } else {
        knights.len() == 1 && bishops.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{fen, legal_moves, notation};
    use proptest::prelude::*;

    fn position(text: &str) -> Position {
        Position::new(fen::parse(text).unwrap())
    }

    fn play(position: &mut Position, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = notation::parse_uci(position.board(), text).unwrap();
            position.play(mv);
        }
    }

    #[test]
    fn a_position_after_the_root_repeats_at_once_and_one_before_it_needs_two() {
        let mut game = position(fen::STARTPOS);
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
        assert!(!game.is_repetition(0), "second occurrence in the game");
        assert!(!game.is_repetition(4), "the root itself occurs for the second time");
        assert!(game.is_repetition(5));
        play(&mut game, "g1f3 g8f6 f3g1 f6g8");
        assert!(game.is_repetition(0), "third occurrence");
        assert!(game.has_repeated());
    }

    #[test]
    fn a_repetition_is_seen_one_move_early() {
        let mut game = position(fen::STARTPOS);
        play(&mut game, "g1f3 g8f6 f3g1");
        assert!(game.has_upcoming_repetition(4), "f6g8 leads back to the position after the root");
        assert!(!game.has_upcoming_repetition(3), "f6g8 leads back to the root for the second time only");
        play(&mut game, "f6g8 g1f3 g8f6 f3g1");
        assert!(game.has_upcoming_repetition(0), "f6g8 brings the third occurrence");
        game.play_null();
        assert!(!game.has_upcoming_repetition(100));
        // The rook's way back is blocked.
        let mut game = position("4k3/8/8/8/8/8/K7/R7 b - - 0 1");
        play(&mut game, "e8d8 a1b1 d8d7 b1b3 d7e7 b3a3 e7e8");
        assert!(!game.has_upcoming_repetition(100));
    }

    #[test]
    fn the_repetition_count_survives_undoing() {
        let mut game = position(fen::STARTPOS);
        play(&mut game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
        game.undo();
        assert!(!game.is_repetition(0) || game.key() != position(fen::STARTPOS).key());
        play(&mut game, "f6g8");
        assert!(game.is_repetition(0));
    }

    #[test]
    fn no_repetition_reaches_over_a_null_move() {
        let mut game = position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
        play(&mut game, "a1a2 e8d8 a2a1");
        game.play_null();
        play(&mut game, "a1a2 d8e8 a2a1");
        game.play_null();
        // White to move, rook a1, kings e1 and e8: the root, but two passes lie between.
        assert_eq!(game.key(), position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").key());
        assert!(!game.is_repetition(100));
    }

    #[test]
    fn an_en_passant_right_counts_only_when_it_can_be_used() {
        let idle = position("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
        assert_eq!(idle.key(), position("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1").key());
        let usable = position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
        assert_ne!(usable.key(), position("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1").key());
    }

    #[test]
    fn mate_on_the_hundredth_ply_is_mate() {
        let mut game = position("k7/8/1K6/8/8/8/8/7R w - - 99 80");
        play(&mut game, "h1h8");
        assert_eq!(game.fifty_move_clock(), 100);
        assert!(!game.is_fifty_move_draw());
        let mut game = position("k7/8/1K6/8/8/8/8/7R w - - 99 80");
        play(&mut game, "h1h7");
        assert!(game.is_fifty_move_draw());
    }

    #[test]
    fn dead_positions_are_known() {
        for (text, dead) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
            // f1 and c8, f8 are light, light, dark.
            ("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false),
            ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
            ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", false),
        ] {
            assert_eq!(position(text).is_insufficient_material(), dead, "{text}");
        }
    }

    /// The slow twin: plays every move.
    fn can_repeat(line: &mut Position, ply: usize) -> bool {
        legal_moves(line.board()).into_iter().any(|mv| {
            line.play(mv);
            let repeats = line.fifty_move_clock() > 0 && line.is_repetition(ply + 1);
            line.undo();
            repeats
        })
    }

    proptest! {
        #[test]
        fn upcoming_repetitions_are_those_that_a_move_brings(
            choices in proptest::collection::vec(any::<u32>(), 1..60),
            ply in 0..40usize,
        ) {
            // Few squares to go to, so that repetitions come often.
            let mut line = position("k7/p1p5/P1P5/8/8/5p1p/5P1P/5NK1 w - - 0 1");
            for choice in choices {
                let moves = legal_moves(line.board());
                prop_assert_eq!(line.has_upcoming_repetition(ply), can_repeat(&mut line, ply));
                if moves.is_empty() {
                    break;
                }
                line.play(moves[choice as usize % moves.len()]);
            }
        }

        #[test]
        fn checks_are_foreseen(start in 0..960u32, choices in proptest::collection::vec(any::<u32>(), 1..80)) {
            let mut line = Position::new(Board::chess960_startpos(start));
            for choice in choices {
                let moves = legal_moves(line.board());
                for &mv in &moves {
                    let castles = line.board().colors(line.side_to_move()).has(mv.to);
                    let takes_en_passant = line.captured_piece(mv).is_some() && line.board().piece_on(mv.to).is_none();
                    if !castles && !takes_en_passant {
                        let foreseen = line.gives_check(mv);
                        line.play(mv);
                        prop_assert_eq!(line.in_check(), foreseen);
                        line.undo();
                    }
                }
                if moves.is_empty() {
                    break;
                }
                line.play(moves[choice as usize % moves.len()]);
            }
        }

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
