//! Two kings and one piece a side: what the endings of this kind have in common.

use board::{BitBoard, Color, Piece, Square, attacks, get_between_rays, get_king_moves, get_line_rays};

use crate::rule::{Side, View};

/// The king and the piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Army {
    /// The king.
    pub king: Square,
    /// The other man.
    pub man: Square,
    /// What he is; no pawn.
    pub piece: Piece,
}

impl Army {
    /// Squares that the man hits, with these men in his way.
    #[inline]
    pub(super) fn hits(&self, occupied: BitBoard) -> BitBoard {
        attacks(self.piece, Color::White, self.man, occupied)
    }

    /// The man moved.
    #[inline]
    pub(crate) fn with_man(self, man: Square) -> Self {
        Self { man, ..self }
    }

    /// The king moved.
    #[inline]
    pub(crate) fn with_king(self, king: Square) -> Self {
        Self { king, ..self }
    }

    /// The king protects his man.
    #[inline]
    pub(crate) fn is_man_protected(&self) -> bool {
        get_king_moves(self.king).has(self.man)
    }
}

/// The four men. `STRONG` and `WEAK` are the two pieces, as numbers of [`Piece`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Duel<const STRONG: usize, const WEAK: usize> {
    /// The strong side; where both have the same men, White.
    pub strong: Army,
    /// The other side.
    pub weak: Army,
    /// Which of them is to move.
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

    /// The side that is not to move.
    #[inline]
    pub(super) fn other(&self) -> Army {
        if self.to_move == Side::Strong { self.weak } else { self.strong }
    }

    /// All four men.
    #[inline]
    pub(super) fn occupied(&self) -> BitBoard {
        occupied(&self.strong, &self.weak)
    }
}

/// All men of two sides.
#[inline]
pub(super) fn occupied(one: &Army, other: &Army) -> BitBoard {
    one.king.bitboard() | one.man.bitboard() | other.king.bitboard() | other.man.bitboard()
}

/// The mover, with a rook or a queen, takes the other side's man and wins what is left.
pub(crate) fn wins_by_taking(mover: &Army, other: &Army) -> bool {
    let by_man = mover.hits(occupied(mover, other)).has(other.man);
    let by_king = get_king_moves(mover.king).has(other.man) && !other.is_man_protected();
    (by_man && mates_alone(&mover.with_man(other.man), other.king))
        || (by_king && mates_alone(&mover.with_king(other.man), other.king))
}

/// A rook or a queen wins against the bare king, to move, who neither takes it nor is stalemated.
fn mates_alone(army: &Army, weak_king: Square) -> bool {
    let hits = army.hits(army.king.bitboard());
    let steps = get_king_moves(weak_king) - get_king_moves(army.king);
    let takes = steps.has(army.man);
    let is_stuck = steps.is_subset(hits) && !hits.has(weak_king);
    !takes && !is_stuck
}

/// The victim, to move, loses its man (or is mated): the man is attacked or its king in check, the
/// king cannot protect it, and the man can neither take the attacker's nor move or step between to
/// safety.
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

/// Wherever the king goes, taking the man wins.
fn takes_after(victim: &Army, attacker: &Army, steps: BitBoard) -> bool {
    steps.iter().all(|to| wins_by_taking(attacker, &victim.with_king(to)))
}

/// The attacker, to move, attacks man or king so that the victim's man is lost, or mates.
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
