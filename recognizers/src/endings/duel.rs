//! Common code for endings in which each side has a king and one piece.

use board::{BitBoard, Color, Piece, Square, attacks, get_between_rays, get_king_moves, get_line_rays};

use crate::rule::{Side, View};

/// The king and the piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Army {
    /// The king.
    pub king: Square,
    /// The other piece.
    pub man: Square,
    /// Its kind; not a pawn.
    pub piece: Piece,
}

impl Army {
    /// Squares that the piece attacks with this occupancy.
    #[inline]
    pub(super) fn hits(&self, occupied: BitBoard) -> BitBoard {
        attacks(self.piece, Color::White, self.man, occupied)
    }

    /// The same army with the piece on another square.
    #[inline]
    pub(crate) fn with_man(self, man: Square) -> Self {
        Self { man, ..self }
    }

    /// The same army with the king on another square.
    #[inline]
    pub(crate) fn with_king(self, king: Square) -> Self {
        Self { king, ..self }
    }

    /// True if the king protects the piece.
    #[inline]
    pub(crate) fn is_man_protected(&self) -> bool {
        get_king_moves(self.king).has(self.man)
    }
}

/// The four men. `STRONG` and `WEAK` are the two pieces, as numbers of [`Piece`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Duel<const STRONG: usize, const WEAK: usize> {
    /// The strong side; White if both have the same pieces.
    pub strong: Army,
    /// The other side.
    pub weak: Army,
    /// The side to move.
    pub to_move: Side,
}

impl<const STRONG: usize, const WEAK: usize> From<&View> for Duel<STRONG, WEAK> {
    #[inline]
    fn from(view: &View) -> Self {
        let army =
            |side, piece| Army { king: view.square(side, Piece::King), man: view.square(side, piece), piece };
        Self {
            strong: army(Side::Strong, Piece::ALL[STRONG]),
            weak: army(Side::Weak, Piece::ALL[WEAK]),
            to_move: view.to_move(),
        }
    }
}

impl<const STRONG: usize, const WEAK: usize> Duel<STRONG, WEAK> {
    /// The side to move.
    #[inline]
    pub(super) fn mover(&self) -> Army {
        if self.to_move == Side::Strong { self.strong } else { self.weak }
    }

    /// The side not to move.
    #[inline]
    pub(super) fn other(&self) -> Army {
        if self.to_move == Side::Strong { self.weak } else { self.strong }
    }

    /// The squares of all four pieces.
    #[inline]
    pub(super) fn occupied(&self) -> BitBoard {
        occupied(&self.strong, &self.weak)
    }
}

/// The squares of both armies.
#[inline]
pub(super) fn occupied(one: &Army, other: &Army) -> BitBoard {
    one.king.bitboard() | one.man.bitboard() | other.king.bitboard() | other.man.bitboard()
}

/// True if the mover, with a rook or a queen, takes the other side's piece and wins the resulting
/// ending.
pub(crate) fn wins_by_taking(mover: &Army, other: &Army) -> bool {
    let by_man = mover.hits(occupied(mover, other)).has(other.man);
    let by_king = get_king_moves(mover.king).has(other.man) && !other.is_man_protected();
    (by_man && mates_alone(&mover.with_man(other.man), other.king))
        || (by_king && mates_alone(&mover.with_king(other.man), other.king))
}

/// True if the bare king, to move, can neither take the rook or queen nor is stalemated.
fn mates_alone(army: &Army, weak_king: Square) -> bool {
    let hits = army.hits(army.king.bitboard());
    let steps = get_king_moves(weak_king) - get_king_moves(army.king);
    let takes = steps.has(army.man);
    let is_stuck = steps.is_subset(hits) && !hits.has(weak_king);
    !takes && !is_stuck
}

/// True if the victim, to move, loses its piece or is mated: the piece is attacked or the king in
/// check, the king cannot protect the piece, and the piece can neither take the attacker's nor move
/// or interpose safely.
pub(crate) fn loses_man(victim: &Army, attacker: &Army) -> bool {
    let all = occupied(victim, attacker);
    let through = attacks(attacker.piece, Color::White, attacker.man, all - victim.king.bitboard());
    let denied = through | get_king_moves(attacker.king);
    let is_check = through.has(victim.king);
    let is_attacked = denied.has(victim.man) && (is_check || !victim.is_man_protected());
    if !is_check && !is_attacked {
        return false;
    }
    let moves = victim.hits(all) - (all - attacker.man.bitboard());
    let steps = get_king_moves(victim.king) - (denied | victim.man.bitboard());
    if moves.has(attacker.man) || steps.has(attacker.man) || !(steps & get_king_moves(victim.man)).is_empty()
    {
        return false;
    }
    let without_man = all - victim.man.bitboard();
    let is_pinned = attacker.hits(without_man).has(victim.king);
    let moves = if is_check {
        moves & get_between_rays(victim.king, attacker.man)
    } else if is_pinned {
        moves & get_line_rays(victim.king, attacker.man)
    } else {
        let unsafe_squares = attacker.hits(without_man) | get_king_moves(attacker.king);
        let is_stalemate = steps.is_empty() && moves.is_empty();
        if is_stalemate {
            return false;
        }
        moves - (unsafe_squares - get_king_moves(victim.king))
    };
    let is_mate_or_prey = denied.has(victim.man) || steps.is_empty();
    is_mate_or_prey
        && moves.is_empty()
        && (is_check || !steps.is_empty() || !is_pinned)
        && takes_after(victim, attacker, steps)
}

/// True if taking the piece wins after every king move.
fn takes_after(victim: &Army, attacker: &Army, steps: BitBoard) -> bool {
    steps.iter().all(|to| wins_by_taking(attacker, &victim.with_king(to)))
}

/// True if the attacker, to move, can attack piece or king so that the piece is lost, or can mate.
pub(crate) fn wins_by_attack(attacker: &Army, victim: &Army) -> bool {
    let all = occupied(attacker, victim);
    let others = all - attacker.man.bitboard();
    let victim_king = get_king_moves(victim.king);
    let hits = attacker.hits(all) - others;
    let lines = |from| attacks(attacker.piece, Color::White, from, others - victim.king.bitboard());
    let denied = victim.hits(others) | (victim_king - get_king_moves(attacker.king));
    let is_legal = |attacker: &Army| !victim.hits(occupied(attacker, victim)).has(attacker.king);
    let wins = |attacker: Army| is_legal(&attacker) && loses_man(victim, &attacker);
    let steps = get_king_moves(attacker.king) & (get_king_moves(victim.man) - (victim_king | all));
    (hits & ((lines(victim.king) | lines(victim.man)) - denied)).iter().any(|to| wins(attacker.with_man(to)))
        || steps.iter().any(|to| wins(attacker.with_king(to)))
}
