//! The functions declared and documented in `include/vancura.h`: the only folder of this crate with
//! `unsafe` code.
//!
//! All of them rely on the requirements in the header: a pointer is null or points to an object of
//! its type, handles come from this library and have not been freed, arrays and buffers are as long
//! as their counts. Nothing else is assumed. No function unwinds.

#![allow(unsafe_code, reason = "called from C")]

mod pointers;

use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

use syzygy::{Error, Rule50, Wdl};

use crate::knowledge::{Answer, Oracle, number, recognize};
use crate::men::Men;
use crate::refusal::{INTERNAL, OK, Refusal, SILENT, in_words};
use crate::tables::{Move, Tables, kind};

use pointers::{Room, array, array_mut, text};

/// `VCR_ABI`.
const ABI: c_uint = 1;

/// A caller's output parameter.
type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;
/// `vcr_verified`.
type Verified = extern "C" fn(*mut c_void, *const c_char, *const c_char, usize, usize) -> c_int;

/// Runs the body of a function and returns its code or the code of its error.
fn code(work: impl FnOnce() -> Result<c_int, Refusal>) -> c_int {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(answer) => answer.unwrap_or_else(|refusal| refusal.code()),
        Err(_) => INTERNAL,
    }
}

/// The same, and writes the error message, or an empty message on success.
fn code_and_message(mut message: Room<'_>, work: impl FnOnce() -> Result<c_int, Refusal>) -> c_int {
    code(|| {
        let answer = catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Refusal::Internal));
        // A message may be truncated.
        let _ = match &answer {
            Ok(_) => message.write(""),
            Err(refusal) => message.write(&refusal.to_string()),
        };
        answer
    })
}

/// The object that a pointer points to.
fn given<T>(pointer: Option<T>) -> Result<T, Refusal> {
    pointer.ok_or(Refusal::Null)
}

/// A result as a number from -2 to 2.
fn count(wdl: Wdl) -> c_int {
    c_int::from(wdl as i8)
}

#[unsafe(no_mangle)]
extern "C" fn vcr_abi() -> c_uint {
    ABI
}

#[unsafe(no_mangle)]
extern "C" fn vcr_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

#[unsafe(no_mangle)]
extern "C" fn vcr_error(code: c_int) -> *const c_char {
    in_words(code).as_ptr()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn vcr_men_from_fen(
    fen: *const c_char,
    men: Out<'_, Men>,
    message: *mut c_char,
    bytes: usize,
) -> c_int {
    // SAFETY: the caller lends the buffer.
    let message = unsafe { Room::new(message, bytes) };
    code_and_message(message, || {
        // SAFETY: the caller's string, which is not used after this call.
        let fen = unsafe { text(fen) }?;
        given(men)?.write(Men::from_fen(fen)?);
        Ok(OK)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn vcr_fen(men: Option<&Men>, fen: *mut c_char, bytes: usize) -> c_int {
    code(|| {
        let written = given(men)?.fen()?;
        // SAFETY: the caller lends the buffer.
        let mut room = unsafe { Room::new(fen, bytes) };
        room.write(&written).map(|()| OK)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn vcr_open(
    paths: *const c_char,
    flags: c_uint,
    message: *mut c_char,
    bytes: usize,
) -> Option<Box<Tables>> {
    let mut opened = None;
    // SAFETY: the caller lends the buffer.
    let message = unsafe { Room::new(message, bytes) };
    code_and_message(message, || {
        // SAFETY: the caller's string, which is not used after this call.
        let paths = unsafe { text(paths) }?;
        opened = Some(Box::new(Tables::open(paths, flags)?));
        Ok(OK)
    });
    opened
}

#[unsafe(no_mangle)]
extern "C" fn vcr_close(tables: Option<Box<Tables>>) {
    code(|| {
        drop(tables);
        Ok(OK)
    });
}

#[unsafe(no_mangle)]
extern "C" fn vcr_largest(tables: Option<&Tables>) -> c_int {
    tables.map_or(0, |tables| tables.set().max_pieces() as c_int)
}

#[unsafe(no_mangle)]
extern "C" fn vcr_files(tables: Option<&Tables>, of: c_int) -> usize {
    let mut files = 0;
    code(|| {
        files = given(tables)?.count(kind(of)?);
        Ok(OK)
    });
    files
}

#[unsafe(no_mangle)]
unsafe extern "C" fn vcr_missing(
    tables: Option<&Tables>,
    ending: *const c_char,
    names: *mut c_char,
    bytes: usize,
) -> c_int {
    code(|| {
        // SAFETY: the caller's string, which is not used after this call.
        let ending = unsafe { text(ending) }?;
        let missing = given(tables)?.missing(ending)?;
        // SAFETY: the caller lends the buffer.
        let mut room = unsafe { Room::new(names, bytes) };
        room.write(&missing).map(|()| OK)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn vcr_verify(
    tables: Option<&Tables>,
    callback: Option<Verified>,
    context: *mut c_void,
    message: *mut c_char,
    bytes: usize,
) -> c_int {
    // SAFETY: the caller lends the buffer.
    let message = unsafe { Room::new(message, bytes) };
    code_and_message(message, || {
        given(tables)?.verify(|path, fault, done, all| {
            let Some(callback) = callback else { return false };
            // Neither paths nor messages contain zeros.
            let path = CString::new(path).unwrap_or_default();
            let fault = fault.map(|fault| CString::new(fault).unwrap_or_default());
            let fault = fault.as_ref().map_or(std::ptr::null(), |fault| fault.as_ptr());
            callback(context, path.as_ptr(), fault, done, all) != 0
        })
    })
}

#[unsafe(no_mangle)]
extern "C" fn vcr_wdl(tables: Option<&Tables>, men: Option<&Men>, wdl: Out<'_, c_int>) -> c_int {
    code(|| {
        let found = given(tables)?.set().wdl(given(men)?)?;
        given(wdl)?.write(count(found));
        Ok(OK)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn vcr_wdl_batch(
    tables: Option<&Tables>,
    men: *const Men,
    out: *mut i8,
    count: usize,
) -> usize {
    let mut known = 0;
    code(|| {
        // SAFETY: the caller's positions and a buffer for the same number of results.
        let (men, out) = unsafe { (array(men, count), array_mut(out, count)) };
        known = given(tables)?.batch(given(men)?, given(out)?);
        Ok(OK)
    });
    known
}

#[unsafe(no_mangle)]
extern "C" fn vcr_dtz(
    tables: Option<&Tables>,
    men: Option<&Men>,
    plies: Out<'_, c_int>,
    exact: Out<'_, c_int>,
) -> c_int {
    code(|| {
        let found = given(tables)?.set().dtz(given(men)?)?;
        given(plies)?.write(found.dtz().0.into());
        if let Some(exact) = exact {
            exact.write((!found.is_rounded()).into());
        }
        Ok(OK)
    })
}

#[unsafe(no_mangle)]
extern "C" fn vcr_dtm(
    tables: Option<&Tables>,
    men: Option<&Men>,
    wdl: Out<'_, c_int>,
    plies: Out<'_, c_int>,
) -> c_int {
    code(|| {
        let found = given(tables)?.set().dtm(given(men)?)?;
        given(wdl)?.write(count(found.wdl()));
        given(plies)?.write(found.plies().unwrap_or(0).into());
        Ok(OK)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn vcr_root(
    tables: Option<&Tables>,
    men: Option<&Men>,
    rule50: c_int,
    moves: *mut Move,
    count: Option<&mut usize>,
) -> c_int {
    code(|| {
        let count = given(count)?;
        // SAFETY: the caller's buffer for this number of moves.
        let room = given(unsafe { array_mut(moves, *count) })?;
        let rule = if rule50 == 0 { Rule50::Ignored } else { Rule50::Counts };
        given(tables)?.rank(given(men)?, rule, room, count)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn vcr_message(
    tables: Option<&Tables>,
    men: Option<&Men>,
    of: c_int,
    message: *mut c_char,
    bytes: usize,
) -> c_int {
    // SAFETY: the caller lends the buffer.
    let message = unsafe { Room::new(message, bytes) };
    code_and_message(message, || {
        let (set, men) = (given(tables)?.set(), given(men)?);
        let looked_up: Result<(), Error> = match kind(of)? {
            syzygy::Kind::Wdl => set.wdl(men).map(drop),
            syzygy::Kind::Dtz => set.dtz(men).map(drop),
            syzygy::Kind::Dtm => set.dtm(men).map(drop),
        };
        Ok(looked_up.map(|()| OK)?)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn vcr_recognize(
    men: Option<&Men>,
    bound: Out<'_, c_int>,
    rule: *mut c_char,
    bytes: usize,
) -> c_int {
    code(|| {
        // SAFETY: the caller lends the buffer.
        let mut room = unsafe { Room::new(rule, bytes) };
        let (verdict, bound) = (recognize(&given(men)?.board()?), given(bound)?);
        let Some(verdict) = verdict else {
            let _ = room.write("");
            return Ok(SILENT);
        };
        bound.write(number(verdict.bound));
        if !rule.is_null() {
            // The name of a rule may be truncated.
            let _ = room.write(&verdict.rule.to_string());
        }
        Ok(OK)
    })
}

#[unsafe(no_mangle)]
extern "C" fn vcr_oracle_new() -> Option<Box<Oracle>> {
    catch_unwind(|| Box::new(Oracle::default())).ok()
}

#[unsafe(no_mangle)]
extern "C" fn vcr_oracle_free(oracle: Option<Box<Oracle>>) {
    code(|| {
        drop(oracle);
        Ok(OK)
    });
}

#[unsafe(no_mangle)]
unsafe extern "C" fn vcr_oracle_answer(
    oracle: Option<&Oracle>,
    men: Option<&Men>,
    nodes: u32,
    answer: Out<'_, Answer>,
    leaves: *mut c_char,
    bytes: usize,
) -> c_int {
    code(|| {
        let (found, rests_on) = given(oracle)?.answer(&given(men)?.board()?, nodes)?;
        given(answer)?.write(found);
        // SAFETY: the caller lends the buffer.
        let mut room = unsafe { Room::new(leaves, bytes) };
        // The list may be truncated.
        let _ = room.write(&rests_on);
        Ok(OK)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_code() {
        let broken = || -> Result<c_int, Refusal> { panic!("this test means it") };
        assert_eq!(code(broken), INTERNAL);
        let mut room = [1; 80];
        // SAFETY: the buffer has this length and is not used elsewhere.
        let message = unsafe { Room::new(room.as_mut_ptr(), room.len()) };
        assert_eq!(code_and_message(message, broken), INTERNAL);
        assert!(room[0] != 1 && room.contains(&0));
    }
}
