//! The pawn of KBPvKN runs: the attacker pushes it and nothing else, and king and knight come too
//! late.

use board::sets::distance;
use board::{BitBoard, Color, Piece, Rank, Square, get_king_moves, get_knight_moves, get_pawn_attacks};

use crate::geometry::{
    bishop_lines, corner_distance, is_on_edge, king_spread, knight_spread, path, pushes, queening_square,
    same_color, stop_square, within,
};
use crate::rule::{Side, View};

/// The five men, the defender's on all squares where they may be by now: each of them is given
/// every move of its side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// The attacker's king.
    king: Square,
    /// The pawn, moving up; on the eighth rank it has become a queen.
    pawn: Square,
    /// The attacker's bishop.
    bishop: Square,
    /// Where the defender's king was at first.
    weak_king: Square,
    /// Where he may be.
    kings: BitBoard,
    /// Where the knight may be; nowhere when it has been taken.
    knights: BitBoard,
    /// The side to move.
    to_move: Side,
    /// It is known where the knight is.
    is_knight_seen: bool,
    /// The bishop may have been taken.
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
    /// The knight gives check.
    #[inline]
    pub(super) fn is_check(&self) -> bool {
        knight_spread(self.knights).has(self.king)
    }

    /// The defender's king attacks the bishop, and the other king does not protect it.
    #[inline]
    pub(super) fn is_bishop_loose(&self) -> bool {
        king_spread(self.kings).has(self.bishop) && !get_king_moves(self.king).has(self.bishop)
    }

    /// The pawn promotes before king or knight can take it, get in its way or check, and the queen
    /// stays.
    #[inline]
    pub(super) fn is_through(&self) -> bool {
        !self.is_hopeless() && self.is_won(0)
    }

    /// The same, but the knight may give one check, which the attacker answers.
    #[inline]
    pub(super) fn is_through_in_spite_of_a_check(&self) -> bool {
        !self.is_hopeless() && self.is_won(1)
    }

    /// The attacker's king has a step after which the pawn cannot be stopped.
    #[inline]
    pub(super) fn has_king_move(&self) -> bool {
        let moved = Self { to_move: Side::Weak, ..*self };
        let wins = |king: Square| {
            let stepped = Self { king, ..moved };
            !stepped.is_bishop_loose() && stepped.is_won(1)
        };
        !moved.is_hopeless() && self.king_steps().iter().any(wins)
    }

    /// Wherever the bishop and, within a step, the attacker's king stood, the pawn would be
    /// stopped: the defender is in its way or hits it there, or his king gets there though he never
    /// enters the bishop's color, nor a square near the other king. Most draws are seen so, before
    /// all ways are looked at.
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

    /// Whoever is to move.
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

    /// Where the attacker's king can step to without taking.
    #[inline]
    fn king_steps(&self) -> BitBoard {
        get_king_moves(self.king) - (king_spread(self.kings) | knight_spread(self.knights) | self.occupied())
    }

    /// What the bishop hits wherever the knight may be in its way; nothing when it may have been
    /// taken.
    #[inline]
    fn bishop_hits(&self) -> BitBoard {
        if self.is_bishop_lost {
            return BitBoard::EMPTY;
        }
        let men = self.king.bitboard() | self.pawn.bitboard() | self.weak_king.bitboard() | self.knights;
        bishop_lines(self.bishop, men)
    }

    /// The bishop cannot be taken by the defender's next move.
    #[inline]
    fn is_bishop_safe(&self) -> bool {
        !self.is_bishop_lost && !knight_spread(self.knights).has(self.bishop) && !self.is_bishop_loose()
    }

    /// The defender cannot take the pawn: the knight does not hit it, nor the king a pawn that is
    /// not protected.
    #[inline]
    fn is_pawn_safe(&self) -> bool {
        !knight_spread(self.knights).has(self.pawn)
            && (!king_spread(self.kings).has(self.pawn)
                || get_king_moves(self.king).has(self.pawn)
                || (self.bishop_hits().has(self.pawn) && self.is_bishop_safe()))
    }

    /// The same after a push to an empty square; `None` when somebody may be there, or the pawn is
    /// not safe there.
    #[inline]
    fn with_pawn_on(self, square: Square) -> Option<Self> {
        let others = self.king.bitboard() | self.bishop.bitboard() | self.kings | self.knights;
        let pushed = Self { pawn: square, ..self };
        (!others.has(square) && pushed.is_pawn_safe()).then_some(pushed)
    }

    /// With the attacker to move: the pawn steps on, and in the end promotes.
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

    /// The new queen is not lost to a fork, and there is neither mate nor stalemate.
    fn is_queen_worth_it(&self) -> bool {
        let forks = knight_spread(self.knights) & get_knight_moves(self.king) & get_knight_moves(self.pawn);
        forks.is_subset(get_king_moves(self.king)) && !self.may_be_mated() && !self.may_be_stalemate()
    }

    /// The attacker's king may be mated: at the edge near the other king, at a corner or beside his
    /// bishop.
    fn may_be_mated(&self) -> bool {
        is_on_edge(self.king)
            && (corner_distance(self.king) <= 1 || get_king_moves(self.king).has(self.bishop))
            && king_spread(king_spread(self.kings)).has(self.king)
    }

    /// The defender's king may be stalemated: where he was, in the corner or at the edge near the
    /// other king; alone, anywhere at a corner.
    fn may_be_stalemate(&self) -> bool {
        let apart = distance(self.king, self.weak_king);
        let from_corner = corner_distance(self.weak_king);
        let is_shut_in = is_on_edge(self.weak_king) && (apart == 2 || (apart == 3 && from_corner == 0));
        is_shut_in || (self.knights.is_empty() && from_corner <= 1)
    }

    /// With the defender to move: whatever king and knight do, they do not stop the pawn. So many
    /// checks may be given on the way, each of which is answered from each square where it may be
    /// given.
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

    /// Of the knight's moves those by which it is just lost: to squares of its own king; to where
    /// the king takes it and still protects pawn and bishop, or the pawn takes it, or, with the
    /// defender's king out of the race, the bishop. Not if its king protects it, nor if it takes
    /// the bishop.
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

    /// The attacker has an answer to a knight's check from there, after which the pawn runs on:
    /// king or bishop takes it, or the king steps aside.
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
