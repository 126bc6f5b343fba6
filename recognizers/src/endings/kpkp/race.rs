//! Positions of KPvKP from the point of view of either side.

use board::sets::distance;
use board::{BitBoard, Color, Piece, Square, get_king_moves, get_pawn_attacks};

use crate::endings::duel::{Army, wins_by_attack, wins_by_taking};
use crate::endings::kpk::PawnEnding;
use crate::geometry::{files_apart, heart_square, path, pushes, queening_square};
use crate::rule::{Side, View};

/// The position from the point of view of one side, whose pawn moves up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Perspective {
    /// Its king.
    pub king: Square,
    /// Its pawn.
    pub pawn: Square,
    /// The other king.
    pub enemy_king: Square,
    /// The other pawn, which moves down.
    pub enemy_pawn: Square,
}

/// The position from the points of view of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PawnRace {
    /// The side to move.
    pub mover: Perspective,
    /// The other side.
    pub rival: Perspective,
}

impl From<&View> for PawnRace {
    #[inline]
    fn from(view: &View) -> Self {
        let strong = Perspective {
            king: view.square(Side::Strong, Piece::King),
            pawn: view.square(Side::Strong, Piece::Pawn),
            enemy_king: view.square(Side::Weak, Piece::King),
            enemy_pawn: view.square(Side::Weak, Piece::Pawn),
        };
        Self::of(if view.to_move() == Side::Strong { strong } else { strong.other() })
    }
}

impl Perspective {
    /// The same position from the other side's point of view.
    #[inline]
    pub(crate) fn other(&self) -> Self {
        let turned = |square: Square| Square::index(square as usize ^ 56);
        Self {
            king: turned(self.enemy_king),
            pawn: turned(self.enemy_pawn),
            enemy_king: turned(self.king),
            enemy_pawn: turned(self.pawn),
        }
    }

    #[inline]
    pub(super) fn occupied(&self) -> BitBoard {
        self.king.bitboard() | self.pawn.bitboard() | self.enemy_king.bitboard() | self.enemy_pawn.bitboard()
    }

    #[inline]
    pub(super) fn pushes(&self) -> u8 {
        pushes(self.pawn)
    }

    /// By how many moves the enemy king, to move, is too late to catch the running pawn; negative
    /// if it has time to spare.
    #[inline]
    pub(super) fn catcher_is_late(&self) -> i8 {
        distance(self.enemy_king, queening_square(self.pawn)) as i8 - self.pushes() as i8
    }

    #[inline]
    pub(super) fn king_to_queening(&self) -> u8 {
        distance(self.king, queening_square(self.pawn))
    }

    /// True if the pawn's own king is not on its path.
    #[inline]
    pub(super) fn is_path_free(&self) -> bool {
        !path(self.pawn).has(self.king)
    }

    /// By how many moves the own king is nearer to the pawn's heart square than the enemy king.
    #[inline]
    pub(super) fn lead(&self) -> i8 {
        let heart = heart_square(self.pawn);
        distance(self.enemy_king, heart) as i8 - distance(self.king, heart) as i8
    }

    /// By how many moves the own king, taking the enemy pawn on the way, reaches its pawn's heart
    /// square later than the enemy king.
    #[inline]
    pub(super) fn late_after_taking(&self) -> i8 {
        let heart = heart_square(self.pawn);
        let way = distance(self.king, self.enemy_pawn) + distance(self.enemy_pawn, heart);
        way as i8 - distance(self.enemy_king, heart) as i8
    }

    /// By how many moves the enemy king is nearer to the pawn than the own king.
    #[inline]
    pub(super) fn enemy_is_nearer(&self) -> i8 {
        distance(self.king, self.pawn) as i8 - distance(self.enemy_king, self.pawn) as i8
    }

    /// By how many ranks the enemy king is ahead of the pawn.
    #[inline]
    pub(super) fn enemy_ahead(&self) -> i8 {
        (self.enemy_king as i8 >> 3) - (self.pawn as i8 >> 3)
    }

    /// Squares that the enemy pawn attacks.
    #[inline]
    pub(super) fn enemy_pawn_hits(&self) -> BitBoard {
        get_pawn_attacks(self.enemy_pawn, Color::Black)
    }

    /// Moves of the king, captures of an unprotected enemy pawn included.
    #[inline]
    pub(super) fn steps(&self) -> BitBoard {
        let denied = get_king_moves(self.enemy_king) | self.enemy_pawn_hits() | self.pawn.bitboard();
        get_king_moves(self.king) - denied
    }

    /// True if the pawn would win without the enemy pawn.
    #[inline]
    pub(super) fn wins_alone(&self, to_move: Side) -> bool {
        PawnEnding { king: self.king, pawn: self.pawn, weak_king: self.enemy_king, to_move }.is_won_exactly()
    }

    /// The result of the best capture of the enemy pawn: true for a win, false for a draw; `None`
    /// if it cannot be taken.
    #[inline]
    pub(super) fn takes(&self) -> Option<bool> {
        let wins = |king, pawn| {
            let ending = PawnEnding { king, pawn, weak_king: self.enemy_king, to_move: Side::Weak };
            ending.is_won_exactly()
        };
        let by_king = self.steps().has(self.enemy_pawn).then(|| wins(self.enemy_pawn, self.pawn));
        let hits = get_pawn_attacks(self.pawn, Color::White);
        let by_pawn = hits.has(self.enemy_pawn).then(|| wins(self.king, self.enemy_pawn));
        by_king.max(by_pawn)
    }

    /// King and new queen.
    #[inline]
    pub(super) fn queened(&self) -> Army {
        Army { king: self.king, man: queening_square(self.pawn), piece: Piece::Queen }
    }

    /// True if the pawn promotes with check.
    #[inline]
    pub(super) fn promotes_with_check(&self) -> bool {
        self.queened().hits(self.occupied() - self.pawn.bitboard()).has(self.enemy_king)
    }
}

impl PawnRace {
    /// The race, given the point of view of the side to move.
    #[inline]
    pub(crate) fn of(mover: Perspective) -> Self {
        Self { mover, rival: mover.other() }
    }

    /// By how many moves the mover's pawn is ahead, not counting the right to move.
    #[inline]
    pub(super) fn ahead(&self) -> i8 {
        self.rival.pushes() as i8 - self.mover.pushes() as i8
    }

    /// True if the pawns can no longer stop each other.
    #[inline]
    pub(super) fn are_pawns_past(&self) -> bool {
        files_apart(self.mover.pawn, self.mover.enemy_pawn) >= 2
            || self.mover.enemy_pawn.rank() <= self.mover.pawn.rank()
    }

    /// True if neither king nor pawn stops the mover's pawn.
    #[inline]
    pub(super) fn does_mover_run(&self) -> bool {
        self.mover.catcher_is_late() >= 1 && self.mover.is_path_free() && self.are_pawns_past()
    }

    /// True if neither king nor pawn stops the rival's pawn.
    #[inline]
    pub(super) fn does_rival_run(&self) -> bool {
        self.rival.catcher_is_late() >= 2 && self.rival.is_path_free() && self.are_pawns_past()
    }

    /// True if each king catches the other side's pawn.
    #[inline]
    pub(super) fn are_both_caught(&self) -> bool {
        self.mover.catcher_is_late() <= 0 && self.rival.catcher_is_late() <= 1
    }

    /// True if the rival's pawn gives check.
    #[inline]
    pub(super) fn is_check(&self) -> bool {
        self.mover.enemy_pawn_hits().has(self.mover.king)
    }

    #[inline]
    pub(super) fn ranks_apart(&self) -> u8 {
        (self.mover.pawn as u8 >> 3).abs_diff(self.mover.enemy_pawn as u8 >> 3)
    }

    #[inline]
    pub(super) fn files_apart(&self) -> u8 {
        files_apart(self.mover.pawn, self.mover.enemy_pawn)
    }

    #[inline]
    pub(super) fn kings_apart(&self) -> u8 {
        distance(self.mover.king, self.mover.enemy_king)
    }

    /// True if neither pawn wins alone, with the mover to move.
    #[inline]
    pub(super) fn is_neither_enough(&self) -> bool {
        !self.mover.wins_alone(Side::Strong) && !self.rival.wins_alone(Side::Weak)
    }

    /// True if both pawns run, the mover's promotes first and without check, and the first queen
    /// move wins nothing.
    #[inline]
    pub(super) fn do_both_promote_mover_first(&self) -> bool {
        self.ahead() == 0
            && self.does_mover_run()
            && self.does_rival_run()
            && !self.mover.promotes_with_check()
            && !wins_with_queens(&self.mover, &self.rival)
    }

    /// The same, with the rival's pawn promoting first.
    #[inline]
    pub(super) fn do_both_promote_rival_first(&self) -> bool {
        self.ahead() == -1
            && self.does_mover_run()
            && self.does_rival_run()
            && !self.rival.promotes_with_check()
            && !wins_with_queens(&self.rival, &self.mover)
    }
}

/// True if, with both pawns promoted and the first side to move, it wins the other queen at once or
/// mates.
pub(super) fn wins_with_queens(first: &Perspective, second: &Perspective) -> bool {
    let turned = |square: Square| Square::index(square as usize ^ 56);
    let (mine, theirs) = (first.queened(), second.queened());
    let theirs = Army { king: turned(theirs.king), man: turned(theirs.man), ..theirs };
    wins_by_taking(&mine, &theirs) || wins_by_attack(&mine, &theirs)
}
