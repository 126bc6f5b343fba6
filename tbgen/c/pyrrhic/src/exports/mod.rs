//! The functions and variables declared and documented in `include/tbprobe.h`: the only folder of
//! this crate with `unsafe` code.
//!
//! They rely on the requirements in the header: every pointer is null or points to an object of its
//! type. No function unwinds; one that would returns its value for failure.

#![allow(unsafe_code, reason = "called from C")]

use std::ffi::{CStr, CString, c_char, c_int, c_uint};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};

use syzygy::{Kind, Men, Rule50};

use crate::root::{self, FAILED};
use crate::set;

/// Maximum number of moves in a list.
const MOVES_MAX: usize = 256;

/// `pyrrhic_tb_blob`.
#[repr(C)]
struct Blob {
    data: *const u8,
    size: usize,
}

/// `struct TbRootMove`.
#[repr(C)]
#[derive(Clone, Copy)]
struct TbRootMove {
    code: u16,
    rank: i32,
}

/// `struct TbRootMoves`.
#[repr(C)]
struct TbRootMoves {
    size: c_uint,
    moves: [TbRootMove; MOVES_MAX],
}

/// `tb_loader_fn`.
type Loader = extern "C" fn(*const c_char, *const c_char, *mut Blob) -> bool;

/// The loader set by [`tb_set_loader`].
static LOADER: Mutex<Option<Loader>> = Mutex::new(None);

// The variables of the interface: `int` in C, written by [`tb_init`] and [`tb_free`] only.
#[unsafe(no_mangle)]
static TB_LARGEST: AtomicI32 = AtomicI32::new(0);
#[unsafe(no_mangle)]
static TB_NUM_WDL: AtomicI32 = AtomicI32::new(0);
#[unsafe(no_mangle)]
static TB_NUM_DTM: AtomicI32 = AtomicI32::new(0);
#[unsafe(no_mangle)]
static TB_NUM_DTZ: AtomicI32 = AtomicI32::new(0);

/// Runs the body of a function; `None` if it would unwind.
fn caught<R>(work: impl FnOnce() -> Option<R>) -> Option<R> {
    catch_unwind(AssertUnwindSafe(work)).ok().flatten()
}

/// The bytes of a table from the caller's loader.
fn load(loader: Loader, name: &str, suffix: &str) -> Option<&'static [u8]> {
    let (name, suffix) = (CString::new(name).ok()?, CString::new(suffix).ok()?);
    let mut blob = Blob { data: std::ptr::null(), size: 0 };
    if !loader(name.as_ptr(), suffix.as_ptr(), &raw mut blob) || blob.data.is_null() {
        return None;
    }
    // SAFETY: the header requires that the bytes remain there, unchanged, while tables are in use;
    // the set that contains them is not probed after another one has replaced it.
    Some(unsafe { std::slice::from_raw_parts(blob.data, blob.size) })
}

/// Replaces the set of tables and sets the variables of the interface.
fn use_tables(tables: Option<syzygy::Tables>) {
    let count = |of: Kind| {
        let found = tables.iter().flat_map(syzygy::Tables::found);
        found.filter(|&(_, kind)| kind == of).count() as c_int
    };
    let largest = tables.as_ref().map_or(0, |tables| tables.max_pieces() as c_int);
    let figures = [(&TB_LARGEST, largest), (&TB_NUM_WDL, count(Kind::Wdl)), (&TB_NUM_DTZ, count(Kind::Dtz))];
    set::replace(tables);
    for (figure, value) in figures {
        figure.store(value, Ordering::Release);
    }
    TB_NUM_DTM.store(0, Ordering::Release);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tb_init(path: *const c_char) -> bool {
    let opened = caught(|| {
        // SAFETY: the caller's string, which is not used after this call.
        let path = if path.is_null() { c"" } else { unsafe { CStr::from_ptr(path) } };
        let loader = *LOADER.lock().unwrap_or_else(PoisonError::into_inner);
        use_tables(set::open(path.to_str().ok()?, |name, suffix| load(loader?, name, suffix)));
        Some(())
    });
    opened.is_some()
}

#[unsafe(no_mangle)]
extern "C" fn tb_free() {
    caught(|| {
        use_tables(None);
        // Releases this thread's reference to the old set.
        set::with(|_| None::<()>)
    });
}

#[unsafe(no_mangle)]
extern "C" fn tb_set_loader(loader: Option<Loader>) {
    *LOADER.lock().unwrap_or_else(PoisonError::into_inner) = loader;
}

/// The position in a function's arguments.
macro_rules! men {
    ($white:ident, $black:ident, $kings:ident, $queens:ident, $rooks:ident, $bishops:ident, $knights:ident, $pawns:ident, $ep:ident, $turn:ident) => {
        Men {
            white: $white,
            black: $black,
            pieces: [$pawns, $knights, $bishops, $rooks, $queens, $kings],
            ep: u8::try_from($ep).unwrap_or(0),
            white_to_move: $turn,
        }
    };
}

#[unsafe(no_mangle)]
extern "C" fn tb_probe_wdl(
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    ep: c_uint,
    turn: bool,
) -> c_uint {
    let men = men!(white, black, kings, queens, rooks, bishops, knights, pawns, ep, turn);
    let wdl = caught(|| set::with(|tables| tables.wdl(&men).ok()));
    wdl.map_or(FAILED, |wdl| (wdl as i8 + 2).unsigned_abs().into())
}

#[unsafe(no_mangle)]
unsafe extern "C" fn tb_probe_root(
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    rule50: c_uint,
    ep: c_uint,
    turn: bool,
    results: *mut c_uint,
) -> c_uint {
    let men = men!(white, black, kings, queens, rooks, bishops, knights, pawns, ep, turn);
    let found = caught(|| set::with(|tables| root::best(tables, &men, counter(rule50))));
    let (best, all) = found.unwrap_or((FAILED, Vec::new()));
    if !results.is_null() {
        for (at, result) in all.into_iter().chain([FAILED]).take(MOVES_MAX).enumerate() {
            // SAFETY: the caller provides room for `TB_MAX_MOVES` results.
            unsafe { results.add(at).write(result) };
        }
    }
    best
}

#[unsafe(no_mangle)]
extern "C" fn tb_probe_root_dtz(
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    rule50: c_uint,
    ep: c_uint,
    turn: bool,
    has_repeated: bool,
    results: Option<&mut MaybeUninit<TbRootMoves>>,
) -> c_int {
    let men = men!(white, black, kings, queens, rooks, bishops, knights, pawns, ep, turn);
    let ask = || set::with(|tables| root::by_distance(tables, &men, counter(rule50), has_repeated));
    list(caught(ask), results)
}

#[unsafe(no_mangle)]
extern "C" fn tb_probe_root_wdl(
    white: u64,
    black: u64,
    kings: u64,
    queens: u64,
    rooks: u64,
    bishops: u64,
    knights: u64,
    pawns: u64,
    _rule50: c_uint,
    ep: c_uint,
    turn: bool,
    use_rule50: bool,
    results: Option<&mut MaybeUninit<TbRootMoves>>,
) -> c_int {
    let men = men!(white, black, kings, queens, rooks, bishops, knights, pawns, ep, turn);
    let rule = if use_rule50 { Rule50::Counts } else { Rule50::Ignored };
    list(caught(|| set::with(|tables| root::by_result(tables, &men, rule))), results)
}

/// The fifty-move counter.
fn counter(rule50: c_uint) -> i32 {
    u8::try_from(rule50).unwrap_or(u8::MAX).into()
}

/// Writes a list of ranked moves, empty on failure; returns 1 for success, 0 for failure.
fn list(found: Option<Vec<(u16, i32)>>, results: Option<&mut MaybeUninit<TbRootMoves>>) -> c_int {
    let Some(results) = results else { return 0 };
    let is_found = found.is_some();
    let found = found.unwrap_or_default();
    let mut moves = [TbRootMove { code: 0, rank: 0 }; MOVES_MAX];
    for (mv, &(code, rank)) in moves.iter_mut().zip(&found) {
        *mv = TbRootMove { code, rank };
    }
    results.write(TbRootMoves { size: found.len().min(MOVES_MAX) as c_uint, moves });
    is_found.into()
}
