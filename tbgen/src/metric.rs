//! What a solver counts, and how a table keeps it.
//!
//! Positions are solved ply by ply. Which value a position found in ply n gets, and at which ply a capture or pawn move of a certain
//! worth takes effect, is all that tells distance to mate ([`Mate`]) from distance to zeroing under the fifty-move rule
//! ([`Zeroing`]).

use std::marker::PhantomData;

use board::{Dtm, Dtz, Wdl};

use crate::solve::{Arena, Known, annotate};

/// A way to count. Worth of moves is compared as *merit*: 0 for no legal move, below [`DRAW_MERIT`] for lost, above it for won, the
/// greater the better for the mover.
pub(crate) trait Metric: Sized + 'static {
    /// What a table keeps for each position.
    type Value: Copy + Eq + Send + Sync;
    /// A draw.
    const DRAW: Self::Value;
    /// No legal position, or a slot that no position uses.
    const ILLEGAL: Self::Value;
    /// The greatest distance that can be kept, in plies.
    const MAX_PLIES: usize;

    /// The value of a position with the side to move winning in `ply`.
    fn won(ply: usize) -> Self::Value;
    /// The value of a position with the side to move losing in `ply`.
    fn lost(ply: usize) -> Self::Value;
    /// How good a capture or pawn move is for the mover, given the position it leads to.
    fn merit(child: Self::Value) -> Merit;
    /// How good a legal position is for its side to move, on the scale of [`Metric::merit`].
    fn standing(value: Self::Value) -> Merit;
    /// A value with this standing.
    fn from_standing(standing: Merit) -> Self::Value;
    /// The ply in which a position is won by a capture or pawn move of this winning merit, or before which it is not lost when its
    /// best capture or pawn move has this losing merit.
    fn ply(merit: Merit) -> usize;
    /// True when `value` is a draw or no position.
    fn is_undecided(value: Self::Value) -> bool {
        value == Self::ILLEGAL || Self::standing(value) == DRAW_MERIT
    }
    /// Adds to the solved values of an arena what only this metric wants to know.
    fn annotate(_arena: &Arena<'_>, _known: &Known, _values: [&mut [Self::Value]; 2], _simd: pulp::Arch) {}
}

/// How good a move is for the mover, see [`Metric`].
pub(crate) type Merit = u16;

/// The merit of a draw in every metric.
pub(crate) const DRAW_MERIT: Merit = 1 << 15;

/// Distance to mate, fifty-move rule ignored, as a code of one or two bytes:
///
/// | code                       | meaning                                                             |
/// |----------------------------|---------------------------------------------------------------------|
/// | `0`                        | draw                                                                |
/// | 1 to [`Width::MAX_PLIES`] + 1 | distance to mate in plies, plus one: odd = lost, even = won         |
/// | [`Width::ILLEGAL`]         | no legal position                                                   |
///
/// The winner's distance is odd and the loser's even, so one number tells result and distance.
pub(crate) struct MateIn<V>(PhantomData<V>);

/// In one byte, enough for all endings of up to five men but one.
pub(crate) type Mate = MateIn<u8>;

/// In two bytes: in KPPvKP the longest win takes 253 plies, the longest loss 254.
pub(crate) type LongMate = MateIn<u16>;

/// What keeps the code of a distance to mate.
pub(crate) trait Width: Copy + Eq + Send + Sync + 'static {
    /// A draw.
    const DRAW: Self;
    /// No legal position.
    const ILLEGAL: Self;
    /// The greatest distance that can be kept, in plies.
    const MAX_PLIES: usize;

    /// Keeps a code.
    fn of(code: u16) -> Self;
    /// The code that is kept.
    fn code(self) -> u16;
}

impl Width for u8 {
    const DRAW: Self = 0;
    const ILLEGAL: Self = Self::MAX;
    const MAX_PLIES: usize = 253;

    #[inline(always)]
    fn of(code: u16) -> Self {
        code as Self
    }

    #[inline(always)]
    fn code(self) -> u16 {
        self.into()
    }
}

impl Width for u16 {
    const DRAW: Self = 0;
    const ILLEGAL: Self = Self::MAX;
    // What a file can hold.
    const MAX_PLIES: usize = syzygy::vdtm::FREE as usize - 2;

    #[inline(always)]
    fn of(code: u16) -> Self {
        code
    }

    #[inline(always)]
    fn code(self) -> u16 {
        self
    }
}

impl<V: Width> Metric for MateIn<V> {
    type Value = V;
    const DRAW: V = V::DRAW;
    const ILLEGAL: V = V::ILLEGAL;
    const MAX_PLIES: usize = V::MAX_PLIES;

    #[inline(always)]
    fn won(ply: usize) -> V {
        V::of(ply as u16 + 1)
    }

    #[inline(always)]
    fn lost(ply: usize) -> V {
        V::of(ply as u16 + 1)
    }

    /// Above 0 for lost (longer is greater), up to [`Merit::MAX`] for won (quicker is greater). Free of branches, so that it vectorizes.
    #[inline(always)]
    fn merit(child: V) -> Merit {
        let code = child.code();
        let lost = code >> 1;
        let won = 0u16.wrapping_sub(lost + (code & 1));
        let decisive = if code & 1 == 1 { won } else { lost };
        let playable = if child == V::DRAW { DRAW_MERIT } else { decisive };
        if child == V::ILLEGAL { 0 } else { playable }
    }

    /// As bad as no move at all is only to be mate already.
    #[inline(always)]
    fn standing(value: V) -> Merit {
        match value.code() {
            0 => DRAW_MERIT,
            n if n & 1 == 0 => 0u16.wrapping_sub(n >> 1),
            n => n >> 1,
        }
    }

    #[inline(always)]
    fn from_standing(standing: Merit) -> V {
        if standing == DRAW_MERIT { V::DRAW } else { V::of(Self::ply(standing) as u16 + 1) }
    }

    #[inline(always)]
    fn ply(merit: Merit) -> usize {
        if merit > DRAW_MERIT {
            2 * (usize::from(Merit::MAX - merit) + 1) - 1
        } else {
            2 * usize::from(merit)
        }
    }
}

impl Mate {
    /// The value in words; `None` for no legal position.
    pub(crate) const fn to_dtm(value: u8) -> Option<Dtm> {
        match value {
            Self::DRAW => Some(Dtm::Draw),
            Self::ILLEGAL => None,
            n if n & 1 == 0 => Some(Dtm::Win(n as u16 - 1)),
            n => Some(Dtm::Loss(n as u16 - 1)),
        }
    }

    /// The byte of a value.
    pub(crate) const fn from_dtm(dtm: Dtm) -> u8 {
        match dtm {
            Dtm::Draw => Self::DRAW,
            Dtm::Win(n) | Dtm::Loss(n) => n as u8 + 1,
        }
    }
}

/// Result and distance to the next capture or pawn move under the fifty-move rule, in sixteen bits:
///
/// | bits    | meaning                                                                                     |
/// |---------|---------------------------------------------------------------------------------------------|
/// | 0..=10  | distance in plies (see [`Dtz`]; checkmate is 0)                                             |
/// | 11      | nobody looks the distance up: a capture or pawn move keeps the win                          |
/// | 12..=15 | result: 0 loss to 4 win; 5 to 8 the same from blessed loss to win, reached by a capture too |
///
/// All bits set mean no legal position. What the free and capture marks are for is told in the Syzygy writer: they leave the
/// compressor a choice.
pub(crate) struct Zeroing;

impl Metric for Zeroing {
    type Value = u16;
    const DRAW: u16 = 2 << 12;
    const ILLEGAL: u16 = u16::MAX;
    const MAX_PLIES: usize = 0x7ff;

    #[inline(always)]
    fn won(ply: usize) -> u16 {
        (if ply <= Self::LIMIT { 4 } else { 3 }) << 12 | ply as u16
    }

    #[inline(always)]
    fn lost(ply: usize) -> u16 {
        u16::from(ply > Self::LIMIT) << 12 | ply as u16
    }

    /// A chain of selections, so that it vectorizes.
    #[inline(always)]
    fn merit(child: u16) -> Merit {
        let class = child >> 12;
        let exact = if class > 4 { class.wrapping_sub(4) } else { class };
        let mut merit = 0;
        for (result, worth) in [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)] {
            merit = if exact == result { Self::WORTH[worth] } else { merit };
        }
        merit
    }

    #[inline(always)]
    fn standing(value: u16) -> Merit {
        Self::wdl(value).map_or(0, |wdl| Self::WORTH[(wdl as i8 + 2) as usize])
    }

    fn from_standing(standing: Merit) -> u16 {
        match standing {
            DRAW_MERIT => Self::DRAW,
            won if won > DRAW_MERIT => Self::won(Self::ply(won)),
            lost => Self::lost(Self::ply(lost)),
        }
    }

    fn annotate(arena: &Arena<'_>, known: &Known, values: [&mut [u16]; 2], simd: pulp::Arch) {
        annotate::zeroing(arena, known, values, simd);
    }

    /// A zeroing move that keeps the result counts one ply; one into a cursed result counts as the first ply after the limit.
    #[inline(always)]
    fn ply(merit: Merit) -> usize {
        if merit == Self::WORTH[1] || merit == Self::WORTH[3] { Self::LIMIT + 1 } else { 1 }
    }
}

impl Zeroing {
    /// Plies without a zeroing move after which the game is drawn.
    pub(crate) const LIMIT: usize = Dtz::FIFTY_MOVES_PLIES as usize;
    /// Merits of loss, blessed loss, draw, cursed win and win.
    pub(crate) const WORTH: [Merit; 5] = [1, 2, DRAW_MERIT, Merit::MAX - 1, Merit::MAX];
    /// The mark of a distance that nobody looks up.
    pub(crate) const FREE: u16 = 1 << 11;

    /// The result; `None` for no legal position.
    #[inline(always)]
    pub(crate) fn wdl(value: u16) -> Option<Wdl> {
        const BY_CLASS: [Option<Wdl>; 16] = {
            use Wdl::{BlessedLoss, CursedWin, Draw, Loss, Win};
            let (exact, none) =
                ([Some(Loss), Some(BlessedLoss), Some(Draw), Some(CursedWin), Some(Win)], None);
            [
                exact[0], exact[1], exact[2], exact[3], exact[4], exact[1], exact[2], exact[3], exact[4],
                none, none, none, none, none, none, none,
            ]
        };
        BY_CLASS[(value >> 12) as usize]
    }

    /// The distance, signed, checkmate as -1; `None` for no legal position.
    pub(crate) fn dtz(value: u16) -> Option<Dtz> {
        let plies = ((value & 0x7ff) as i16).max(1);
        Some(Dtz(match Self::wdl(value)? {
            Wdl::Draw => 0,
            Wdl::Win | Wdl::CursedWin => plies,
            Wdl::Loss | Wdl::BlessedLoss => -plies,
        }))
    }

    /// True when a capture reaches the win or cursed win that this value is.
    #[inline(always)]
    pub(crate) fn is_win_by_capture(value: u16) -> bool {
        matches!(value >> 12, 7..=8)
    }

    /// The same value with the mark that a capture reaches its result, too.
    pub(crate) fn by_capture(value: u16) -> u16 {
        if matches!(value >> 12, 1..=4) { value + (4 << 12) } else { value }
    }
}

/// The result under the fifty-move rule alone, which is all that larger tables ask of a smaller one.
///
/// | value | result                    |
/// |-------|---------------------------|
/// | `0`   | no legal position         |
/// | `1`   | draw                      |
/// | `2`   | win                       |
/// | `3`   | loss                      |
/// | `4`   | cursed win                |
/// | `5`   | blessed loss              |
///
/// Two bits suffice where the rule spoils nothing.
pub(crate) struct Outcome;

impl Outcome {
    /// Worth for the side to move, by value.
    const STANDING: [Merit; 8] =
        [0, DRAW_MERIT, Zeroing::WORTH[4], Zeroing::WORTH[0], Zeroing::WORTH[3], Zeroing::WORTH[1], 0, 0];
    /// Worth for the side that moves there, by value.
    pub(crate) const MERIT: [Merit; 8] =
        [0, DRAW_MERIT, Zeroing::WORTH[0], Zeroing::WORTH[4], Zeroing::WORTH[1], Zeroing::WORTH[3], 0, 0];

    /// The result; `None` for no legal position.
    pub(crate) fn wdl(value: u8) -> Option<Wdl> {
        [
            None,
            Some(Wdl::Draw),
            Some(Wdl::Win),
            Some(Wdl::Loss),
            Some(Wdl::CursedWin),
            Some(Wdl::BlessedLoss),
            None,
            None,
        ][usize::from(value & 7)]
    }

    /// The result that a [`Zeroing`] value tells.
    #[inline(always)]
    pub(crate) fn of_zeroing(value: u16) -> u8 {
        let class = value >> 12;
        let exact = if class > 4 { class.wrapping_sub(4) } else { class };
        let mut outcome = 0u16;
        for (result, own) in [(0, 3), (1, 5), (2, 1), (3, 4), (4, 2)] {
            outcome = if exact == result { own } else { outcome };
        }
        outcome as u8
    }
}

impl Metric for Outcome {
    type Value = u8;
    const DRAW: u8 = 1;
    const ILLEGAL: u8 = 0;
    const MAX_PLIES: usize = Zeroing::MAX_PLIES;

    #[inline(always)]
    fn won(ply: usize) -> u8 {
        if ply <= Zeroing::LIMIT { 2 } else { 4 }
    }

    #[inline(always)]
    fn lost(ply: usize) -> u8 {
        if ply <= Zeroing::LIMIT { 3 } else { 5 }
    }

    /// A chain of selections, so that it vectorizes.
    #[inline(always)]
    fn merit(child: u8) -> Merit {
        let mut merit = 0;
        for value in 1..6 {
            merit = if child == value { Self::MERIT[value as usize] } else { merit };
        }
        merit
    }

    #[inline(always)]
    fn standing(value: u8) -> Merit {
        Self::STANDING[usize::from(value & 7)]
    }

    fn from_standing(standing: Merit) -> u8 {
        Self::of_zeroing(Zeroing::from_standing(standing))
    }

    #[inline(always)]
    fn ply(merit: Merit) -> usize {
        Zeroing::ply(merit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merit_orders_moves_as_distances_do() {
        // Values up to the greatest distance, 253 plies.
        let moves: Vec<(Dtm, Merit)> = (0..Mate::ILLEGAL)
            .filter_map(|v| Mate::to_dtm(v).map(|dtm| (dtm.from_parent(), Mate::merit(v))))
            .collect();
        for a in &moves {
            for b in &moves {
                assert_eq!(a.0.cmp(&b.0), a.1.cmp(&b.1), "{a:?} {b:?}");
            }
            match a.0 {
                Dtm::Draw => assert_eq!(a.1, DRAW_MERIT),
                Dtm::Win(n) | Dtm::Loss(n) => assert_eq!(Mate::ply(a.1), n as usize),
            }
        }
        assert_eq!(Mate::merit(Mate::ILLEGAL), 0);
    }

    #[test]
    fn standing_is_the_merit_of_having_moved_there() {
        for value in 0..Mate::ILLEGAL {
            assert_eq!(Mate::from_standing(Mate::standing(value)), value);
            assert_eq!(Mate::merit(value), LongMate::merit(value.into()));
        }
        let longest = LongMate::won(LongMate::MAX_PLIES);
        assert_eq!(LongMate::from_standing(LongMate::standing(longest)), longest);
        assert!(LongMate::merit(longest) < DRAW_MERIT && LongMate::merit(longest - 1) > DRAW_MERIT);
        for wdl in 0..5 {
            let value =
                [Zeroing::lost(3), Zeroing::lost(101), Zeroing::DRAW, Zeroing::won(101), Zeroing::won(3)]
                    [wdl];
            assert_eq!(Zeroing::wdl(Zeroing::from_standing(Zeroing::standing(value))), Zeroing::wdl(value));
            assert_eq!(Zeroing::merit(value), Zeroing::WORTH[4 - wdl]);
            assert_eq!(Zeroing::merit(Zeroing::by_capture(value)), Zeroing::WORTH[4 - wdl]);
            let outcome = Outcome::of_zeroing(Zeroing::by_capture(value));
            assert_eq!(Outcome::wdl(outcome), Zeroing::wdl(value));
            assert_eq!(Outcome::merit(outcome), Zeroing::merit(value));
            assert_eq!(Outcome::standing(outcome), Zeroing::standing(value));
            assert_eq!(Outcome::from_standing(Zeroing::standing(value)), outcome);
        }
        for ply in [0, 3, 100, 101, 250] {
            assert_eq!(Outcome::won(ply), Outcome::of_zeroing(Zeroing::won(ply)));
            assert_eq!(Outcome::lost(ply), Outcome::of_zeroing(Zeroing::lost(ply)));
        }
        assert_eq!((Outcome::of_zeroing(Zeroing::ILLEGAL), Outcome::merit(0), Outcome::wdl(0)), (0, 0, None));
        assert_eq!((Zeroing::merit(Zeroing::ILLEGAL), Zeroing::wdl(Zeroing::ILLEGAL)), (0, None));
    }

    #[test]
    fn capture_marks_keep_result_and_distance() {
        for value in [Zeroing::lost(120), Zeroing::DRAW, Zeroing::won(101), Zeroing::won(1)] {
            assert_eq!(Zeroing::dtz(Zeroing::by_capture(value)), Zeroing::dtz(value));
        }
        assert_eq!(Zeroing::dtz(Zeroing::lost(0)), Some(Dtz(-1)));
        assert_eq!(Zeroing::dtz(Zeroing::won(101)), Some(Dtz(101)));
    }
}
