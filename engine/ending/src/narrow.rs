//! Numbers in narrower types, checked.

/// A number in a narrower type, where it is known to fit: what `as` would silently truncate is a
/// bug.
///
/// ```
/// let square: u8 = vancura_ending::narrow(0b1101_0111_usize & 63);
/// assert_eq!(square, 23);
/// ```
///
/// # Panics
/// When it does not fit.
#[inline(always)]
#[track_caller]
pub fn narrow<Wide, Narrow: TryFrom<Wide>>(number: Wide) -> Narrow {
    match Narrow::try_from(number) {
        Ok(number) => number,
        Err(_) => misfit(),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn misfit() -> ! {
    panic!("a number does not fit the type that is to hold it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_kept() {
        assert_eq!(narrow::<u64, u8>(255), 255);
        assert_eq!(narrow::<i32, i16>(-32768), i16::MIN);
    }

    #[test]
    #[should_panic(expected = "does not fit")]
    fn what_does_not_fit_is_not_cut_short() {
        let _: u8 = narrow(256usize);
    }
}
