//! Result and distance to zeroing under the fifty-move rule as a code of two bytes, and distances
//! before a move.

use board::{Dtz, Wdl, narrow};

use syzygy::write::{DTZ_FREE, wdl_code};

use super::metric::{DRAW_MERIT, Merit, Metric};
use super::written::Written;

/// Result and distance to the next capture or pawn move under the fifty-move rule, in sixteen bits:
///
/// | bits    | meaning                                                                        |
/// |---------|--------------------------------------------------------------------------------|
/// | 0..=10  | distance in plies (see [`Dtz`]; checkmate is 0)                                |
/// | 11      | the distance is never looked up: a capture or pawn move keeps the win          |
/// | 12..=15 | result: 0 loss to 4 win; 5 to 8 blessed loss to win, also reached by a capture |
///
/// All bits set means no legal position. The free and capture marks give the compressor of the
/// Syzygy writer a choice.
pub(crate) struct DtzCode;

impl Metric for DtzCode {
    type Value = u16;
    const DRAW: u16 = 2 << 12;
    const ILLEGAL: u16 = u16::MAX;
    const MAX_PLIES: usize = 0x7ff;

    #[inline(always)]
    fn won(ply: usize) -> u16 {
        (if ply <= Self::LIMIT { 4 } else { 3 }) << 12 | narrow::<_, u16>(ply)
    }

    #[inline(always)]
    fn lost(ply: usize) -> u16 {
        u16::from(ply > Self::LIMIT) << 12 | narrow::<_, u16>(ply)
    }

    #[inline(always)]
    fn merit(child: u16) -> Merit {
        let [loss, blessed_loss, draw, cursed_win, win] = Self::WORTH;
        Self::by_result(child, [win, cursed_win, draw, blessed_loss, loss])
    }

    #[inline(always)]
    fn standing(value: u16) -> Merit {
        Self::by_result(value, Self::WORTH)
    }

    fn from_standing(standing: Merit) -> u16 {
        match standing {
            DRAW_MERIT => Self::DRAW,
            won if won > DRAW_MERIT => Self::won(Self::ply(won)),
            lost => Self::lost(Self::ply(lost)),
        }
    }

    /// A zeroing move that keeps the result counts one ply; one into a cursed result counts as the
    /// first ply after the limit.
    #[inline(always)]
    fn ply(merit: Merit) -> usize {
        if merit == Self::WORTH[1] || merit == Self::WORTH[3] { Self::LIMIT + 1 } else { 1 }
    }
}

impl DtzCode {
    /// Plies without a zeroing move after which the game is a draw.
    pub(crate) const LIMIT: usize = Dtz::FIFTY_MOVES_PLIES as usize;
    /// Merits of loss, blessed loss, draw, cursed win and win.
    pub(crate) const WORTH: [Merit; 5] = [1, 2, DRAW_MERIT, Merit::MAX - 1, Merit::MAX];
    /// The mark of a distance that is never read.
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

    /// The merit in `merits` for the result of a value, loss to win; 0 for no legal position. A
    /// chain of selections, so that it vectorizes.
    #[inline(always)]
    fn by_result(value: u16, merits: [Merit; 5]) -> Merit {
        let class = value >> 12;
        let exact = if class > 4 { class.wrapping_sub(4) } else { class };
        (0..).zip(merits).fold(0, |found, (result, merit)| if exact == result { merit } else { found })
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

    /// The same result and distance without marks.
    pub(crate) fn unmarked(value: u16) -> u16 {
        let class = match value >> 12 {
            class @ 5..=8 => class - 4,
            class => class,
        };
        match class {
            2 => Self::DRAW,
            0..=4 => class << 12 | value & (Self::FREE - 1),
            _ => Self::ILLEGAL,
        }
    }

    /// True when a capture reaches the win or cursed win that this value is.
    #[inline(always)]
    pub(crate) fn is_win_by_capture(value: u16) -> bool {
        matches!(value >> 12, 7..=8)
    }
}

impl Written for DtzCode {
    #[inline(always)]
    fn by_capture(value: u16) -> u16 {
        if matches!(value >> 12, 1..=4) { value.wrapping_add(4 << 12) } else { value }
    }

    #[inline(always)]
    fn wdl_code(value: u16) -> u8 {
        (value >> 12).min(u16::from(wdl_code::FREE)) as u8
    }

    #[inline(always)]
    fn dtz_code(value: u16) -> i16 {
        let class = value >> 12;
        let plies = (value & (Self::FREE - 1)).max(1) as i16;
        let signed = match class {
            0 | 1 | 5 => -plies,
            2 | 6 => DTZ_FREE,
            _ => plies,
        };
        // Illegal slots have the mark as well.
        if value & Self::FREE == 0 { signed } else { DTZ_FREE }
    }
}

/// The distance to zeroing for the mover of a move to a position with this distance.
pub(crate) fn before_move(child: Dtz, zeroing: bool, mates: bool) -> Dtz {
    const CURSED: i16 = Dtz::FIFTY_MOVES_PLIES + 1;
    if mates {
        return Dtz(1);
    }
    if zeroing {
        return match child.wdl() {
            Wdl::Loss => Dtz(1),
            Wdl::BlessedLoss => Dtz(CURSED),
            Wdl::Draw => Dtz(0),
            Wdl::CursedWin => Dtz(-CURSED),
            Wdl::Win => Dtz(-1),
        };
    }
    Dtz(-child.0 - child.0.signum())
}

/// Greater is better for the side that has this distance: quicker wins, then slower losses.
pub(crate) fn dtz_preference(dtz: Dtz) -> i32 {
    i32::from(dtz.0.signum()) * (1 << 16) - i32::from(dtz.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_before_a_move_follow_from_those_after_it() {
        let quiet = [(-2, 3), (-100, 101), (5, -6), (100, -101), (0, 0)];
        for (child, expected) in quiet {
            assert_eq!(before_move(Dtz(child), false, false), Dtz(expected), "{child}");
        }
        for (child, expected) in [(-80, 1), (-101, 101), (0, 0), (101, -101), (7, -1)] {
            assert_eq!(before_move(Dtz(child), true, false), Dtz(expected), "{child}");
        }
        assert_eq!(before_move(Dtz(-1), false, true), Dtz(1));
    }

    #[test]
    fn without_marks_result_and_distance_stay() {
        for plain in [DtzCode::lost(0), DtzCode::lost(120), DtzCode::won(101), DtzCode::won(7)] {
            for marked in [plain, plain | DtzCode::FREE, DtzCode::by_capture(plain)] {
                assert_eq!(DtzCode::unmarked(marked), plain);
            }
        }
        assert_eq!(DtzCode::unmarked(DtzCode::by_capture(DtzCode::DRAW) | DtzCode::FREE), DtzCode::DRAW);
        assert_eq!(DtzCode::unmarked(DtzCode::ILLEGAL), DtzCode::ILLEGAL);
    }

    #[test]
    fn quicker_wins_and_slower_losses_are_preferred() {
        let ordered = [-1, -5, -100, -101, 0, 101, 100, 3, 1].map(|n| dtz_preference(Dtz(n)));
        assert!(ordered.is_sorted(), "{ordered:?}");
    }
}
