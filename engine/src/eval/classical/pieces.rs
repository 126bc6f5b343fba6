//! Pieces: mobility, outposts and other good squares, threats.

use board::sets::{self, attack_span, forward};
use board::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_knight_moves, get_rook_moves,
};

use super::attacks::Attacks;
use super::weights::{Weights, count};
use crate::position::Position;
use crate::psqt::tapered::Tapered;

/// Mobility and placement of one side's pieces. Fills in the attacks of these pieces and the danger
/// to the other king.
pub(super) fn activity(board: &Board, us: Color, attacks: &mut Attacks, w: &Weights) -> Tapered {
    let own_pawns = board.colored_pieces(us, Piece::Pawn);
    let their_pawns = board.colored_pieces(!us, Piece::Pawn);
    let low_ranks = Rank::Second.relative_to(us).bitboard() | Rank::Third.relative_to(us).bitboard();
    let stuck_pawns = own_pawns & (low_ranks | forward(board.occupied(), !us));
    let area = !(stuck_pawns | board.colored_pieces(us, Piece::King) | attacks.by(!us, Piece::Pawn));
    let outposts = Rank::Fourth.relative_to(us).bitboard()
        | Rank::Fifth.relative_to(us).bitboard()
        | Rank::Sixth.relative_to(us).bitboard();
    let outposts = outposts & (attacks.by(us, Piece::Pawn) - attack_span(their_pawns, !us));
    let behind_pawn = forward(board.pieces(Piece::Pawn), !us);
    let ring = attacks.king_ring[!us as usize];
    let pinned = attacks.pinned[us as usize];
    let scene = Scene { board, us, area, ring, pinned, w };

    let mut score = Tapered::ZERO;
    for square in board.colored_pieces(us, Piece::Knight) {
        score += w.knight_mobility[scene.reach(Piece::Knight, square, attacks)];
        score += w.knight_outpost * i32::from(outposts.has(square));
        score += w.minor_behind_pawn * i32::from(behind_pawn.has(square));
    }
    let bishops = board.colored_pieces(us, Piece::Bishop);
    for square in bishops {
        score += w.bishop_mobility[scene.reach(Piece::Bishop, square, attacks)];
        score += w.bishop_outpost * i32::from(outposts.has(square));
        score += w.minor_behind_pawn * i32::from(behind_pawn.has(square));
        let shade =
            if BitBoard::DARK_SQUARES.has(square) { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
        score += w.bishop_pawns * count(own_pawns & shade);
    }
    if bishops.len() >= 2 {
        score += w.bishop_pair;
    }
    for square in board.colored_pieces(us, Piece::Rook) {
        score += w.rook_mobility[scene.reach(Piece::Rook, square, attacks)];
        let file = square.file().bitboard();
        if (file & own_pawns).is_empty() {
            let open = (file & their_pawns).is_empty();
            score += if open { w.rook_open_file } else { w.rook_half_open_file };
        }
    }
    for square in board.colored_pieces(us, Piece::Queen) {
        let squares = scene.reach(Piece::Queen, square, attacks);
        score += w.queen_mobility[squares.min(w.queen_mobility.len() - 1)];
    }
    score
}

/// Inputs shared by all pieces of one side.
struct Scene<'a> {
    board: &'a Board,
    us: Color,
    /// Squares that count for mobility.
    area: BitBoard,
    /// The neighborhood of the other king.
    ring: BitBoard,
    pinned: BitBoard,
    w: &'a Weights,
}

impl Scene<'_> {
    /// The mobility of a piece. Adds its attacks and the danger to the other king.
    #[inline(always)]
    fn reach(&self, piece: Piece, square: Square, attacks: &mut Attacks) -> usize {
        let mut squares = self.attacks(piece, square);
        if self.pinned.has(square) {
            squares &= board::get_line_rays(self.board.king(self.us), square);
        }
        attacks.add(self.us, piece, squares);
        let on_ring = squares & self.ring;
        if !on_ring.is_empty() {
            attacks.king_danger[!self.us as usize] +=
                self.w.king_attacker[piece as usize] + self.w.king_attack[piece as usize] * count(on_ring);
        }
        (squares & self.area).len() as usize
    }

    /// Squares that a piece attacks; sliders see through own pieces that move alike.
    #[inline(always)]
    fn attacks(&self, piece: Piece, square: Square) -> BitBoard {
        let own = |piece| self.board.colored_pieces(self.us, piece);
        let occupied = self.board.occupied();
        match piece {
            Piece::Knight => get_knight_moves(square),
            Piece::Bishop => get_bishop_moves(square, occupied - own(Piece::Queen)),
            Piece::Rook => get_rook_moves(square, occupied - own(Piece::Queen) - own(Piece::Rook)),
            _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        }
    }
}

/// Threats of one side.
pub(super) fn threats(position: &Position, us: Color, attacks: &Attacks, w: &Weights) -> Tapered {
    let board = position.board();
    let theirs = board.colors(!us);
    let their_pieces = theirs - board.pieces(Piece::Pawn) - board.pieces(Piece::King);
    let pawn_attacks = attacks.by(us, Piece::Pawn);
    let minors = attacks.by(us, Piece::Knight) | attacks.by(us, Piece::Bishop);
    let rooks = attacks.by(us, Piece::Rook);
    let unguarded = !attacks.all[!us as usize];
    // A pawn defended by a pawn is not a target.
    let targets = theirs - attacks.by(!us, Piece::Pawn);

    let mut score = Tapered::ZERO;
    let mut attack = |victims: BitBoard, values: &[Tapered; 6]| {
        for victim in victims & their_pieces {
            score += position.piece_on(victim).map_or(Tapered::ZERO, |piece| values[piece as usize]);
        }
    };
    // A stronger piece is a target even if defended.
    let queens = board.pieces(Piece::Queen);
    let major = queens | board.pieces(Piece::Rook);
    attack(pawn_attacks, &w.pawn_threat);
    attack(minors & (targets | major), &w.minor_threat);
    attack(rooks & (targets | queens), &w.rook_threat);
    let loose_pawns = targets & board.pieces(Piece::Pawn) & unguarded;
    score += w.minor_threat[0] * count(loose_pawns & minors) + w.rook_threat[0] * count(loose_pawns & rooks);
    score += w.hanging * count(their_pieces & unguarded & attacks.all[us as usize]);

    let free = !board.occupied();
    let pawns = board.colored_pieces(us, Piece::Pawn);
    let one_step = forward(pawns, us) & free;
    let two_steps = forward(one_step & Rank::Third.relative_to(us).bitboard(), us) & free;
    let safe_steps =
        (one_step | two_steps) & !attacks.by(!us, Piece::Pawn) & (attacks.all[us as usize] | unguarded);
    let pushed = sets::pawn_attacks(safe_steps, us) - pawn_attacks;
    score += w.pawn_push_threat * count(pushed & their_pieces);
    score
}
