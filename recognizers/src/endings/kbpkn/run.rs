//! Pawn runs of KBPvKN: the attacker only pushes the pawn, and king and knight are too late.

use board::sets::distance;
use board::{BitBoard, Color, Piece, Rank, Square, get_king_moves, get_knight_moves, get_pawn_attacks};

use crate::geometry::{
    bishop_lines, corner_distance, is_on_edge, king_spread, knight_spread, path, pushes, queening_square,
    same_color, stop_square, within,
};
use crate::rule::{Side, View};

/// The position during a run, with the defender's king and knight on all squares that they may have
/// reached: each gets every move of its side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// The attacker's king.
    king: Square,
    /// The pawn, moving up; on the eighth rank it has become a queen.
    pawn: Square,
    /// The attacker's bishop.
    bishop: Square,
    /// The initial square of the defender's king.
    weak_king: Square,
    /// Squares where the defender's king may be.
    kings: BitBoard,
    /// Squares where the knight may be; empty if it has been taken.
    knights: BitBoard,
    /// The side to move.
    to_move: Side,
    /// True if the knight's square is certain.
    is_knight_seen: bool,
    /// True if the bishop may have been taken.
    is_bishop_lost: bool,
}

impl From<&View> for Run {
    #[inline]
    fn from(view: &View) -> Self {
        let weak_king = view.square(Side::Weak, Piece::King);
        Self {
            king: view.square(Side::Strong, Piece::King),
            pawn: view.square(Side::Strong, Piece::Pawn),
            bishop: view.square(Side::Strong, Piece::Bishop),
            weak_king,
            kings: weak_king.bitboard(),
            knights: view.squares(Side::Weak, Piece::Knight),
            to_move: view.to_move(),
            is_knight_seen: true,
            is_bishop_lost: false,
        }
    }
}

impl Run {
    /// True if the knight gives check.
    #[inline]
    pub(super) fn is_check(&self) -> bool {
        knight_spread(self.knights).has(self.king)
    }

    /// True if the defender's king attacks the bishop and the other king does not protect it.
    #[inline]
    pub(super) fn is_bishop_loose(&self) -> bool {
        king_spread(self.kings).has(self.bishop) && !get_king_moves(self.king).has(self.bishop)
    }

    /// True if the pawn promotes before king or knight can take it, block it or give check, and the
    /// queen is safe.
    #[inline]
    pub(super) fn is_through(&self) -> bool {
        !self.is_hopeless() && self.is_won(0)
    }

    /// The same, except that the knight may give one check, which the attacker answers.
    #[inline]
    pub(super) fn is_through_in_spite_of_a_check(&self) -> bool {
        !self.is_hopeless() && self.is_won(1)
    }

    /// True if the attacker's king has a move after which the pawn cannot be stopped.
    #[inline]
    pub(super) fn has_king_move(&self) -> bool {
        let moved = Self { to_move: Side::Weak, ..*self };
        let wins = |king: Square| {
            let stepped = Self { king, ..moved };
            !stepped.is_bishop_loose() && stepped.is_won(1)
        };
        !moved.is_hopeless() && self.king_steps().iter().any(wins)
    }

    /// True if the pawn would be stopped wherever the bishop, and within one move the attacker's
    /// king, stood: the defender is in its way or attacks it there, or his king gets there without
    /// entering squares of the bishop's color or near the other king. Most draws are recognized by
    /// this before the full analysis.
    fn is_hopeless(&self) -> bool {
        let hit = self.kings | self.knights | knight_spread(self.knights);
        let may_leap = self.pawn.rank() == Rank::Second;
        let way =
            path(self.pawn) - if may_leap { stop_square(self.pawn).bitboard() } else { BitBoard::EMPTY };
        if !(way & hit).is_empty() {
            return true;
        }
        let helped = within(2, self.king) | same_color(self.bishop);
        let is_taken = |kings: BitBoard, pawn: Square| !helped.has(pawn) && king_spread(kings).has(pawn);
        let mut kings = self.kings;
        if self.to_move == Side::Weak {
            if is_taken(kings, self.pawn) {
                return true;
            }
            kings |= king_spread(kings) - helped;
        }
        for square in way {
            if kings.has(square) || is_taken(kings, square) {
                return true;
            }
            kings |= king_spread(kings) - helped;
        }
        false
    }

    /// True if the attacker wins, with either side to move.
    fn is_won(self, checks: u8) -> bool {
        match self.to_move {
            Side::Strong => self.promotes(checks),
            Side::Weak => self.outruns(checks),
        }
    }

    #[inline]
    fn occupied(&self) -> BitBoard {
        self.king.bitboard() | self.pawn.bitboard() | self.bishop.bitboard() | self.kings | self.knights
    }

    /// Moves of the attacker's king, without captures.
    #[inline]
    fn king_steps(&self) -> BitBoard {
        get_king_moves(self.king) - (king_spread(self.kings) | knight_spread(self.knights) | self.occupied())
    }

    /// Squares that the bishop attacks wherever the knight may be; none if the bishop may have been
    /// taken.
    #[inline]
    fn bishop_hits(&self) -> BitBoard {
        if self.is_bishop_lost {
            return BitBoard::EMPTY;
        }
        let men = self.king.bitboard() | self.pawn.bitboard() | self.weak_king.bitboard() | self.knights;
        bishop_lines(self.bishop, men)
    }

    /// True if the defender's next move cannot take the bishop.
    #[inline]
    fn is_bishop_safe(&self) -> bool {
        !self.is_bishop_lost && !knight_spread(self.knights).has(self.bishop) && !self.is_bishop_loose()
    }

    /// True if the defender cannot take the pawn: the knight does not attack it, and the king
    /// attacks it at most if it is protected.
    #[inline]
    fn is_pawn_safe(&self) -> bool {
        !knight_spread(self.knights).has(self.pawn)
            && (!king_spread(self.kings).has(self.pawn)
                || get_king_moves(self.king).has(self.pawn)
                || (self.bishop_hits().has(self.pawn) && self.is_bishop_safe()))
    }

    /// The position after a push; `None` if the square may be occupied or the pawn is not safe
    /// there.
    #[inline]
    fn with_pawn_on(self, square: Square) -> Option<Self> {
        let others = self.king.bitboard() | self.bishop.bitboard() | self.kings | self.knights;
        let pushed = Self { pawn: square, ..self };
        (!others.has(square) && pushed.is_pawn_safe()).then_some(pushed)
    }

    /// With the attacker to move: true if the pawn can be pushed until it promotes.
    fn promotes(self, checks: u8) -> bool {
        let stop = stop_square(self.pawn);
        let leap = || {
            let is_free = self.pawn.rank() == Rank::Second && !self.occupied().has(stop);
            if is_free { self.with_pawn_on(stop_square(stop)) } else { None }
        };
        match leap().or_else(|| self.with_pawn_on(stop)) {
            None => false,
            Some(pushed) if pushed.pawn.rank() == Rank::Eighth => pushed.is_queen_worth_it(),
            Some(pushed) => pushed.outruns(checks),
        }
    }

    /// True if the new queen is not lost to a fork and there is neither mate nor stalemate.
    fn is_queen_worth_it(&self) -> bool {
        let forks = knight_spread(self.knights) & get_knight_moves(self.king) & get_knight_moves(self.pawn);
        forks.is_subset(get_king_moves(self.king)) && !self.may_be_mated() && !self.may_be_stalemate()
    }

    /// True if the attacker's king may be mated: at the edge near the other king, at a corner or
    /// beside his bishop.
    fn may_be_mated(&self) -> bool {
        is_on_edge(self.king)
            && (corner_distance(self.king) <= 1 || get_king_moves(self.king).has(self.bishop))
            && king_spread(king_spread(self.kings)).has(self.king)
    }

    /// True if the defender's king may be stalemated on its initial square: at the edge near the
    /// other king, or, if the knight is gone, near a corner.
    fn may_be_stalemate(&self) -> bool {
        let apart = distance(self.king, self.weak_king);
        let from_corner = corner_distance(self.weak_king);
        let is_shut_in = is_on_edge(self.weak_king) && (apart == 2 || (apart == 3 && from_corner == 0));
        is_shut_in || (self.knights.is_empty() && from_corner <= 1)
    }

    /// With the defender to move: true if king and knight cannot stop the pawn. Up to `checks`
    /// checks may be given on the way; each must have an answer on every square from which it can
    /// be given.
    fn outruns(mut self, checks: u8) -> bool {
        if !self.is_pawn_safe() {
            return false;
        }
        let moves = knight_spread(self.knights);
        let giving_check = moves & get_knight_moves(self.king);
        if !giving_check.is_empty()
            && (checks == 0 || !giving_check.iter().all(|check| self.answers(check, checks - 1)))
        {
            return false;
        }
        let lost = if self.is_knight_seen { self.knight_losing(moves) } else { BitBoard::EMPTY };
        let barred = if self.is_bishop_safe() { self.bishop_hits() } else { BitBoard::EMPTY };
        self.knights |= moves - lost - giving_check;
        self.kings |= king_spread(self.kings) - get_king_moves(self.king) - barred;
        self.is_bishop_lost |= (self.knights | self.kings).has(self.bishop);
        self.is_knight_seen = false;
        self.promotes(checks)
    }

    /// The knight's moves that simply lose it: onto its own king's square, or to where the pawn
    /// takes it, the king takes it and still protects pawn and bishop, or, with the defender's king
    /// out of the race, the bishop takes it. Squares protected by its king and captures of the
    /// bishop are excluded.
    fn knight_losing(&self, moves: BitBoard) -> BitBoard {
        let to_king = (moves & get_king_moves(self.king)).iter().filter(|&king| {
            let taken = Self { king, knights: BitBoard::EMPTY, ..*self };
            taken.is_pawn_safe() && !taken.is_bishop_loose()
        });
        let to_king: BitBoard = to_king.collect();
        let is_out = distance(self.weak_king, queening_square(self.pawn)) >= pushes(self.pawn) + 3;
        let to_bishop = if is_out { self.bishop_hits() } else { BitBoard::EMPTY };
        let hit = to_king | to_bishop | get_pawn_attacks(self.pawn, Color::White);
        (hit - king_spread(self.kings) - self.bishop.bitboard()) | self.weak_king.bitboard()
    }

    /// True if the attacker can answer a check by the knight from there, by taking it with king or
    /// bishop or by a king move, so that the pawn still runs.
    fn answers(&self, knight: Square, checks: u8) -> bool {
        let taken = Self { knights: BitBoard::EMPTY, is_knight_seen: false, ..*self };
        let hit_by_king = king_spread(self.kings);
        let by_king = Self { king: knight, ..taken };
        if (get_king_moves(self.king) - hit_by_king).has(knight) && by_king.outruns(0) {
            return true;
        }
        let by_bishop = Self { bishop: knight, ..taken };
        if self.bishop_hits().has(knight) && by_bishop.outruns(0) {
            return true;
        }
        let own = self.bishop.bitboard() | self.pawn.bitboard() | path(self.pawn);
        let steps =
            get_king_moves(self.king) - (hit_by_king | knight.bitboard() | get_knight_moves(knight) | own);
        let checked = Self { knights: knight.bitboard(), is_knight_seen: true, ..*self };
        steps.iter().any(|king| Self { king, ..checked }.outruns(checks))
    }
}
