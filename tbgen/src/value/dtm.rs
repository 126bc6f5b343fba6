//! Distance to mate as a code of one or two bytes.

use std::marker::PhantomData;

use board::{Dtm, narrow};

use super::metric::{DRAW_MERIT, Merit, Metric};

/// Distance to mate, fifty-move rule ignored, as a code of one or two bytes:
///
/// | code                          | meaning                                                     |
/// |-------------------------------|-------------------------------------------------------------|
/// | `0`                           | draw                                                        |
/// | 1 to [`Width::MAX_PLIES`] + 1 | distance to mate in plies, plus one: odd = lost, even = won |
/// | [`Width::ILLEGAL`]            | no legal position                                           |
///
/// The winner's distance is odd and the loser's even, so one number gives result and distance.
pub(crate) struct DtmCode<V>(PhantomData<V>);

/// In one byte, enough for all endings of up to five men except one.
pub(crate) type DtmByte = DtmCode<u8>;

/// In two bytes: in KPPvKP the longest win takes 253 plies, the longest loss 254.
pub(crate) type DtmWord = DtmCode<u16>;

/// The storage of a distance-to-mate code.
pub(crate) trait Width: Copy + Default + Eq + Send + Sync + 'static {
    /// A draw.
    const DRAW: Self;
    /// No legal position.
    const ILLEGAL: Self;
    /// The greatest distance that can be stored, in plies.
    const MAX_PLIES: usize;

    /// Stores a code.
    fn of(code: u16) -> Self;
    /// The stored code.
    fn code(self) -> u16;
}

impl Width for u8 {
    const DRAW: Self = 0;
    const ILLEGAL: Self = Self::MAX;
    const MAX_PLIES: usize = 253;

    #[inline(always)]
    fn of(code: u16) -> Self {
        narrow(code)
    }

    #[inline(always)]
    fn code(self) -> u16 {
        self.into()
    }
}

impl Width for u16 {
    const DRAW: Self = 0;
    const ILLEGAL: Self = Self::MAX;
    // The limit of the file format.
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

impl<V: Width> Metric for DtmCode<V> {
    type Value = V;
    const DRAW: V = V::DRAW;
    const ILLEGAL: V = V::ILLEGAL;
    const MAX_PLIES: usize = V::MAX_PLIES;

    #[inline(always)]
    fn won(ply: usize) -> V {
        V::of(narrow::<_, u16>(ply) + 1)
    }

    #[inline(always)]
    fn lost(ply: usize) -> V {
        V::of(narrow::<_, u16>(ply) + 1)
    }

    /// Above 0 for lost (longer is greater), up to [`Merit::MAX`] for won (quicker is greater).
    /// Branch-free, so that it vectorizes.
    #[inline(always)]
    fn merit(child: V) -> Merit {
        let code = child.code();
        let lost = code >> 1;
        let won = 0u16.wrapping_sub(lost + (code & 1));
        let decisive = if code & 1 == 1 { won } else { lost };
        let playable = if child == V::DRAW { DRAW_MERIT } else { decisive };
        if child == V::ILLEGAL { 0 } else { playable }
    }

    /// Only checkmate is as bad as having no move.
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
        if standing == DRAW_MERIT { V::DRAW } else { V::of(narrow::<_, u16>(Self::ply(standing)) + 1) }
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

impl DtmByte {
    /// The value; `None` for an illegal position.
    pub(crate) const fn to_dtm(value: u8) -> Option<Dtm> {
        match value {
            Self::DRAW => Some(Dtm::Draw),
            Self::ILLEGAL => None,
            n if n & 1 == 0 => Some(Dtm::Win(n as u16 - 1)),
            n => Some(Dtm::Loss(n as u16 - 1)),
        }
    }

    /// The byte of a value.
    pub(crate) fn from_dtm(dtm: Dtm) -> u8 {
        match dtm {
            Dtm::Draw => Self::DRAW,
            Dtm::Win(n) | Dtm::Loss(n) => narrow::<_, u8>(n) + 1,
        }
    }
}
