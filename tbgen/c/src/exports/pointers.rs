//! Texts and arrays behind a caller's pointers.
//!
//! Single values need nothing here: a pointer to one is an `Option` of a reference, and room for one
//! that of a reference to `MaybeUninit`, which are passed alike.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::slice;

use crate::refusal::Refusal;

/// Room for a text, null or empty where the caller wants none.
pub(super) struct Room<'a>(&'a mut [MaybeUninit<u8>]);

impl Room<'_> {
    /// # Safety
    /// `text` is null or leads to `bytes` bytes that nobody else uses as long as this room.
    pub(super) unsafe fn new(text: *mut c_char, bytes: usize) -> Self {
        // SAFETY: as for this function; a character has the layout of a byte.
        Self(unsafe { array_mut(text.cast(), bytes) }.unwrap_or_default())
    }

    /// Writes a text and its end, cut at a character where the room ends; an error where it was cut.
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

/// A text of the caller.
///
/// # Safety
/// `text` is null or leads to bytes that end with a zero and do not change during `'a`.
pub(super) unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, Refusal> {
    if text.is_null() {
        return Err(Refusal::Null);
    }
    // SAFETY: not null, and otherwise as for this function.
    unsafe { CStr::from_ptr(text) }.to_str().map_err(|_| Refusal::NotUtf8)
}

/// An array of the caller; `None` for a null pointer to something.
///
/// # Safety
/// `items` is null or leads to `count` valid items that do not change during `'a`.
pub(super) unsafe fn array<'a, T>(items: *const T, count: usize) -> Option<&'a [T]> {
    if count == 0 {
        return Some(&[]);
    }
    if items.is_null() || !is_possible::<T>(count) {
        return None;
    }
    // SAFETY: not null and not too long, and otherwise as for this function.
    Some(unsafe { slice::from_raw_parts(items, count) })
}

/// Room of the caller for an array; `None` for a null pointer to something.
///
/// # Safety
/// `items` is null or leads to room for `count` items that nobody else uses during `'a`.
pub(super) unsafe fn array_mut<'a, T>(items: *mut T, count: usize) -> Option<&'a mut [MaybeUninit<T>]> {
    if count == 0 {
        return Some(&mut []);
    }
    if items.is_null() || !is_possible::<T>(count) {
        return None;
    }
    // SAFETY: not null and not too long, and otherwise as for this function; uninitialized items are
    // valid ones of `MaybeUninit`.
    Some(unsafe { slice::from_raw_parts_mut(items.cast(), count) })
}

/// True when there may be an array of as many items: none is longer than half of all addresses.
fn is_possible<T>(count: usize) -> bool {
    count.checked_mul(size_of::<T>()).is_some_and(|bytes| isize::try_from(bytes).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands in room of `bytes` bytes after a text was written, and whether it was cut.
    fn written(text: &str, bytes: usize) -> (String, bool) {
        let mut room = vec![b'?'; bytes];
        // SAFETY: the room is as long as it says and used by nobody else.
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
        // SAFETY: null pointers and empty arrays are allowed, and one that is too long is not looked at.
        let [none, some, long] =
            unsafe { [array(null, 0), array(null, 1), array(&raw const THREE, usize::MAX)] };
        assert_eq!((none, some, long), (Some(&[][..]), None, None));
        // SAFETY: one item is there.
        assert_eq!(unsafe { array(&raw const THREE, 1) }, Some(&[3][..]));
    }

    static THREE: u64 = 3;
}
