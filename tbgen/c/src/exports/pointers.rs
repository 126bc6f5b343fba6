//! Strings and arrays behind a caller's pointers.
//!
//! Single objects need no conversion: a pointer to one is an `Option` of a reference, and an output
//! parameter an `Option` of a reference to `MaybeUninit`, which have the same representation.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::slice;

use crate::refusal::Refusal;

/// A buffer for a string; empty if the pointer is null or the size 0.
pub(super) struct Room<'a>(&'a mut [MaybeUninit<u8>]);

impl Room<'_> {
    /// # Safety
    /// `text` is null or points to `bytes` bytes that nothing else uses during the lifetime of this
    /// buffer.
    pub(super) unsafe fn new(text: *mut c_char, bytes: usize) -> Self {
        // SAFETY: as for this function; a character has the layout of a byte.
        Self(unsafe { array_mut(text.cast(), bytes) }.unwrap_or_default())
    }

    /// Writes a string with its terminating zero, truncated at a character boundary if necessary;
    /// an error if it was truncated.
    pub(super) fn write(&mut self, text: &str) -> Result<(), Refusal> {
        let Some(most) = self.0.len().checked_sub(1) else { return Ok(()) };
        let whole = text.find('\0').unwrap_or(text.len());
        let end = (0..=whole.min(most)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        for (room, byte) in self.0.iter_mut().zip(text.as_bytes()[..end].iter().chain(&[0])) {
            room.write(*byte);
        }
        if end < whole { Err(Refusal::NoRoom) } else { Ok(()) }
    }
}

/// A string of the caller.
///
/// # Safety
/// `text` is null or points to bytes that end with a zero and do not change during `'a`.
pub(super) unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, Refusal> {
    if text.is_null() {
        return Err(Refusal::Null);
    }
    // SAFETY: not null, and otherwise as for this function.
    unsafe { CStr::from_ptr(text) }.to_str().map_err(|_| Refusal::NotUtf8)
}

/// An array of the caller; `None` for a null pointer with a count other than 0.
///
/// # Safety
/// `items` is null or points to `count` valid items that do not change during `'a`.
pub(super) unsafe fn array<'a, T>(items: *const T, count: usize) -> Option<&'a [T]> {
    if count == 0 {
        return Some(&[]);
    }
    if items.is_null() || !is_possible::<T>(count) {
        return None;
    }
    // SAFETY: neither null nor too long, and otherwise as for this function.
    Some(unsafe { slice::from_raw_parts(items, count) })
}

/// An output array of the caller; `None` for a null pointer with a count other than 0.
///
/// # Safety
/// `items` is null or points to room for `count` items that nothing else uses during `'a`.
pub(super) unsafe fn array_mut<'a, T>(items: *mut T, count: usize) -> Option<&'a mut [MaybeUninit<T>]> {
    if count == 0 {
        return Some(&mut []);
    }
    if items.is_null() || !is_possible::<T>(count) {
        return None;
    }
    // SAFETY: neither null nor too long, and otherwise as for this function; uninitialized memory
    // is valid for `MaybeUninit`.
    Some(unsafe { slice::from_raw_parts_mut(items.cast(), count) })
}

/// True when an array of this length is possible: none exceeds half of the address space.
fn is_possible<T>(count: usize) -> bool {
    count.checked_mul(size_of::<T>()).is_some_and(|bytes| isize::try_from(bytes).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contents of a buffer of `bytes` bytes after a string was written, and whether it was
    /// truncated.
    fn written(text: &str, bytes: usize) -> (String, bool) {
        let mut room = vec![b'?'; bytes];
        // SAFETY: the buffer has this length and is not used elsewhere.
        let mut lent = unsafe { Room::new(room.as_mut_ptr().cast(), bytes) };
        let is_cut = lent.write(text).is_err();
        let end = room.iter().position(|&byte| byte == 0);
        (String::from_utf8(room[..end.unwrap_or(0)].to_vec()).unwrap(), is_cut)
    }

    #[test]
    fn texts_end_with_a_zero_and_are_cut_at_a_character() {
        assert_eq!(written("mate", 5), ("mate".to_owned(), false));
        assert_eq!(written("mate", 4), ("mat".to_owned(), true));
        assert_eq!(written("mate", 1), (String::new(), true));
        assert_eq!(written("mate", 0), (String::new(), false));
        assert_eq!(written("é", 2), (String::new(), true));
        assert_eq!(written("é", 3), ("é".to_owned(), false));
        assert_eq!(written("a\0b", 9), ("a".to_owned(), false));
    }

    #[test]
    fn arrays_that_cannot_be_are_refused() {
        let null = std::ptr::null::<u64>();
        // SAFETY: null pointers and empty arrays are allowed, and one that is too long is not
        // accessed.
        let [none, some, long] =
            unsafe { [array(null, 0), array(null, 1), array(&raw const THREE, usize::MAX)] };
        assert_eq!((none, some, long), (Some(&[][..]), None, None));
        // SAFETY: there is one item.
        assert_eq!(unsafe { array(&raw const THREE, 1) }, Some(&[3][..]));
    }

    static THREE: u64 = 3;
}
