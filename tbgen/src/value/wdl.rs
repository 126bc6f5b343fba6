//! Results only: as stored in bits, and as returned in rows of a table.

use board::{Wdl, narrow};

use super::dtm::DtmByte;
use super::dtz::DtzCode;
use super::metric::{DRAW_MERIT, Merit, Metric};

/// The result under the fifty-move rule without a distance, which is all that larger tables need of
/// a smaller one.
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
/// Two bits suffice if the rule spoils no wins.
pub(crate) struct WdlCode;

impl WdlCode {
    /// Standing for the side to move, by value.
    const STANDING: [Merit; 8] =
        [0, DRAW_MERIT, DtzCode::WORTH[4], DtzCode::WORTH[0], DtzCode::WORTH[3], DtzCode::WORTH[1], 0, 0];
    /// Merit for the side that moves to the position, by value.
    pub(crate) const MERIT: [Merit; 8] =
        [0, DRAW_MERIT, DtzCode::WORTH[0], DtzCode::WORTH[4], DtzCode::WORTH[1], DtzCode::WORTH[3], 0, 0];

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

    /// The result of a row's code, see [`RowCode`].
    pub(crate) fn of_row(code: u8) -> u8 {
        [3, 5, 1, 4, 2].get(usize::from(code)).copied().unwrap_or(Self::ILLEGAL)
    }

    /// The result of a [`DtzCode`] value.
    #[inline(always)]
    pub(crate) fn of_dtz(value: u16) -> u8 {
        let class = value >> 12;
        let exact = if class > 4 { class.wrapping_sub(4) } else { class };
        let mut outcome = 0u16;
        for (result, own) in [(0, 3), (1, 5), (2, 1), (3, 4), (4, 2)] {
            outcome = if exact == result { own } else { outcome };
        }
        outcome.to_le_bytes()[0]
    }
}

impl Metric for WdlCode {
    type Value = u8;
    const DRAW: u8 = 1;
    const ILLEGAL: u8 = 0;
    const MAX_PLIES: usize = DtzCode::MAX_PLIES;

    #[inline(always)]
    fn won(ply: usize) -> u8 {
        if ply <= DtzCode::LIMIT { 2 } else { 4 }
    }

    #[inline(always)]
    fn lost(ply: usize) -> u8 {
        if ply <= DtzCode::LIMIT { 3 } else { 5 }
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
        Self::of_dtz(DtzCode::from_standing(standing))
    }

    #[inline(always)]
    fn ply(merit: Merit) -> usize {
        DtzCode::ply(merit)
    }
}

/// The code of an illegal slot; results are 0 (loss) to 4 (win).
pub const NO_POSITION: u8 = 7;

/// Results without distances: 0 (loss) to 4 (win), under the fifty-move rule.
pub(crate) struct RowCode;

impl Metric for RowCode {
    type Value = u8;
    const DRAW: u8 = 2;
    const ILLEGAL: u8 = NO_POSITION;
    const MAX_PLIES: usize = 1;

    fn won(_ply: usize) -> u8 {
        4
    }

    fn lost(_ply: usize) -> u8 {
        0
    }

    fn merit(child: u8) -> Merit {
        DtzCode::WORTH.get(4usize.wrapping_sub(child as usize)).copied().unwrap_or(0)
    }

    fn standing(value: u8) -> Merit {
        DtzCode::WORTH.get(value as usize).copied().unwrap_or(0)
    }

    fn from_standing(standing: Merit) -> u8 {
        DtzCode::WORTH.iter().position(|&worth| worth == standing).map_or(NO_POSITION, narrow)
    }

    fn ply(merit: Merit) -> usize {
        usize::from(merit != DRAW_MERIT)
    }
}

impl RowCode {
    /// The code of a distance to mate.
    #[inline(always)]
    pub(crate) fn of_dtm(value: u8) -> u8 {
        DTM_CODES[value as usize]
    }

    /// The code of a result and distance to zeroing.
    #[inline]
    pub(crate) fn of_dtz(value: u16) -> u8 {
        // From 5 on the classes repeat those from 1 on; see the table at `DtzCode`.
        const CODES: [u8; 16] = [0, 1, 2, 3, 4, 1, 2, 3, 4, 7, 7, 7, 7, 7, 7, NO_POSITION];
        CODES[(value >> 12) as usize]
    }

    /// The code of a result as stored in bits.
    #[inline(always)]
    pub(crate) fn of_wdl(value: u8) -> u8 {
        const CODES: [u8; 8] = [NO_POSITION, 2, 4, 0, 3, 1, NO_POSITION, NO_POSITION];
        CODES[usize::from(value & 7)]
    }
}

/// The code of each value of a table of distances to mate.
const DTM_CODES: [u8; 256] = {
    let mut codes = [2; 256];
    let mut value = 1;
    while value < 256 {
        codes[value] = if value & 1 == 0 { 4 } else { 0 };
        value += 1;
    }
    codes[DtmByte::ILLEGAL as usize] = NO_POSITION;
    codes
};
