//! The result of a position without a distance, for writing WDL files.

use board::narrow;

use syzygy::write::{DTZ_FREE, wdl_code};

use super::dtz::DtzCode;
use super::metric::{Merit, Metric};
use super::wdl::WdlCode;
use super::written::Written;

/// Result and capture mark: the upper four bits of a [`DtzCode`], except
///
/// | value | meaning                                             |
/// |-------|-----------------------------------------------------|
/// | `9`   | loss in exactly 100 plies, the limit                |
/// | `10`  | win in exactly 100 plies                            |
/// | `15`  | no legal position                                   |
///
/// A WDL file also records whether such positions occur (see [`DtzUnit`](syzygy::write::DtzUnit)).
/// No capture or pawn move keeps their result, otherwise it would take one ply.
pub(crate) struct WdlClass;

impl WdlClass {
    const LOST_AT_LIMIT: u8 = 9;
    const WON_AT_LIMIT: u8 = 10;

    /// The value of a [`DtzCode`] with the same result; its distance is not the limit.
    fn of_dtz(value: u16) -> u8 {
        narrow(value >> 12)
    }

    /// The upper four bits of a [`DtzCode`] with the same result and mark. Selections, so that it
    /// vectorizes.
    #[inline(always)]
    fn class(value: u8) -> u8 {
        let class = if value == Self::LOST_AT_LIMIT { 0 } else { value };
        if class == Self::WON_AT_LIMIT { 4 } else { class }
    }

    /// A value of a [`DtzCode`] with the same result and mark.
    #[inline(always)]
    fn to_dtz(value: u8) -> u16 {
        u16::from(Self::class(value)) << 12
    }

    /// The result as stored in bits.
    #[inline(always)]
    pub(crate) fn outcome(value: u8) -> u8 {
        WdlCode::of_dtz(Self::to_dtz(value))
    }

    /// The codes of both sides to move in a byte, see [`Written::wdl_code`].
    #[inline(always)]
    pub(crate) fn code_pair([white, black]: [u8; 2]) -> u8 {
        Self::wdl_code(white) | Self::wdl_code(black) << 4
    }
}

impl Metric for WdlClass {
    type Value = u8;
    const DRAW: u8 = 2;
    const ILLEGAL: u8 = 15;
    const MAX_PLIES: usize = DtzCode::MAX_PLIES;

    #[inline(always)]
    fn won(ply: usize) -> u8 {
        if ply == DtzCode::LIMIT { Self::WON_AT_LIMIT } else { Self::of_dtz(DtzCode::won(ply)) }
    }

    #[inline(always)]
    fn lost(ply: usize) -> u8 {
        if ply == DtzCode::LIMIT { Self::LOST_AT_LIMIT } else { Self::of_dtz(DtzCode::lost(ply)) }
    }

    /// Selections, so that it vectorizes.
    #[inline(always)]
    fn merit(child: u8) -> Merit {
        DtzCode::merit(Self::to_dtz(child))
    }

    #[inline(always)]
    fn standing(value: u8) -> Merit {
        DtzCode::standing(Self::to_dtz(value))
    }

    fn from_standing(standing: Merit) -> u8 {
        Self::of_dtz(DtzCode::from_standing(standing))
    }

    #[inline(always)]
    fn ply(merit: Merit) -> usize {
        DtzCode::ply(merit)
    }
}

impl Written for WdlClass {
    #[inline(always)]
    fn by_capture(value: u8) -> u8 {
        if matches!(value, 1..=4) { value.wrapping_add(4) } else { value }
    }

    #[inline(always)]
    fn wdl_code(value: u8) -> u8 {
        Self::class(value).min(wdl_code::FREE)
    }

    /// Only the limit itself.
    fn dtz_code(value: u8) -> i16 {
        const LIMIT: i16 = board::Dtz::FIFTY_MOVES_PLIES;
        match value {
            Self::LOST_AT_LIMIT => -LIMIT,
            Self::WON_AT_LIMIT => LIMIT,
            _ => DTZ_FREE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_say_of_results_what_values_with_distances_say() {
        for dtz in [
            DtzCode::lost(0),
            DtzCode::lost(100),
            DtzCode::lost(101),
            DtzCode::DRAW,
            DtzCode::won(101),
            DtzCode::won(100),
            DtzCode::won(1),
            DtzCode::ILLEGAL,
        ] {
            let plies = usize::from(dtz & 0x7ff);
            let plain = match dtz >> 12 {
                0 | 1 => WdlClass::lost(plies),
                3 | 4 => WdlClass::won(plies),
                2 => WdlClass::DRAW,
                _ => WdlClass::ILLEGAL,
            };
            for (dtz, class) in [(dtz, plain), (DtzCode::by_capture(dtz), WdlClass::by_capture(plain))] {
                let at_limit = plies == DtzCode::LIMIT;
                if at_limit && dtz >> 12 > 4 {
                    continue;
                }
                assert_eq!(WdlClass::wdl_code(class), DtzCode::wdl_code(dtz), "{dtz:#x}");
                assert_eq!(WdlClass::standing(class), DtzCode::standing(dtz), "{dtz:#x}");
                assert_eq!(WdlClass::merit(class), DtzCode::merit(dtz), "{dtz:#x}");
                assert_eq!(WdlClass::outcome(class), WdlCode::of_dtz(dtz), "{dtz:#x}");
                let counted = if at_limit { DtzCode::dtz_code(dtz) } else { DTZ_FREE };
                assert_eq!(WdlClass::dtz_code(class), counted, "{dtz:#x}");
                let code = WdlClass::wdl_code(class);
                assert_eq!(WdlClass::code_pair([class, 7]), code | 7 << 4);
                assert_eq!(WdlClass::code_pair([3, class]), 3 | code << 4);
            }
        }
    }
}
