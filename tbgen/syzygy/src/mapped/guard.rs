//! Survives missing parts of a mapped file: a missing page is replaced by zeros, and the map is
//! marked as torn.
//!
//! Linux sends SIGBUS to a thread that reads a mapped page which the file no longer has, or which
//! the disk cannot read. The handler looks for the address in the watched maps and maps a page of
//! zeros there; the thread continues, reads zeros, and finds the map torn when it checks. Faults
//! elsewhere are passed to the previous handler.

use std::mem::MaybeUninit;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering, fence};

use libc::{c_int, c_void, siginfo_t};

/// One range of addresses that is or was watched. Never freed, since a handler may be reading it;
/// reused for other maps.
struct Watched {
    taken: AtomicBool,
    /// While it is empty, no address is in the range.
    start: AtomicUsize,
    end: AtomicUsize,
    torn: AtomicBool,
    next: *const Watched,
}

/// The last range of the linked list of all ranges.
static LAST: AtomicPtr<Watched> = AtomicPtr::new(ptr::null_mut());
/// The action for SIGBUS before ours.
static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();

/// All ranges. Uses neither locks nor allocation, so the handler may call it.
#[expect(unsafe_code, reason = "the list is walked by a signal handler")]
fn all() -> impl Iterator<Item = &'static Watched> {
    let mut at: *const Watched = LAST.load(Ordering::Acquire);
    std::iter::from_fn(move || {
        // SAFETY: the pointer is null or was made by `Box::leak` and published with release; `next`
        // is not written afterwards.
        let watched = unsafe { at.as_ref() }?;
        at = watched.next;
        Some(watched)
    })
}

// SAFETY: all fields that change are atomic, and `next` points to another leaked `Watched` or
// nowhere.
#[expect(unsafe_code, reason = "a pointer among the fields")]
unsafe impl Sync for Watched {}

impl Watched {
    /// An unused range, newly allocated if necessary.
    fn unused() -> &'static Self {
        let free = |watched: &&Self| {
            watched.taken.compare_exchange(false, true, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        };
        if let Some(watched) = all().find(free) {
            return watched;
        }
        let mut next = LAST.load(Ordering::Acquire);
        let fresh = Box::leak(Box::new(Self {
            taken: AtomicBool::new(true),
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            torn: AtomicBool::new(false),
            next,
        }));
        while let Err(other) = LAST.compare_exchange(next, fresh, Ordering::AcqRel, Ordering::Acquire) {
            next = other;
            fresh.next = next;
        }
        fresh
    }
}

/// Watches one map during its lifetime.
pub(super) struct Guard(&'static Watched);

impl Guard {
    /// Starts to watch a map.
    pub(super) fn watch(map: &[u8]) -> Self {
        install();
        let watched = Watched::unused();
        let start = map.as_ptr().addr();
        watched.torn.store(false, Ordering::Relaxed);
        watched.start.store(start, Ordering::Release);
        watched.end.store(start + map.len(), Ordering::Release);
        Self(watched)
    }

    /// True when a page of the map has been replaced.
    #[inline]
    pub(super) fn is_torn(&self) -> bool {
        // Data read before this call must not be read after it.
        fence(Ordering::Acquire);
        self.0.torn.load(Ordering::Relaxed)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.end.store(0, Ordering::Release);
        self.0.taken.store(false, Ordering::Release);
    }
}

/// Installs the handler for SIGBUS, once.
#[expect(unsafe_code, reason = "signal handlers are set by the C library")]
fn install() {
    BEFORE.get_or_init(|| {
        let mut before = MaybeUninit::zeroed();
        // SAFETY: a null pointer requests the current action, which is written to `before`; zeros
        // are a valid one.
        let before = unsafe {
            libc::sigaction(libc::SIGBUS, ptr::null(), before.as_mut_ptr());
            before.assume_init()
        };
        // SAFETY: zeros are a valid action, and `mask` is a part of it that the call fills in.
        let ours = unsafe {
            let mut ours: libc::sigaction = MaybeUninit::zeroed().assume_init();
            ours.sa_sigaction = on_missing_page as *const () as usize;
            ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&raw mut ours.sa_mask);
            ours
        };
        // SAFETY: `on_missing_page` has the signature required by SA_SIGINFO and does only what a
        // handler may: atomic loads and stores and system calls.
        unsafe { libc::sigaction(libc::SIGBUS, &raw const ours, ptr::null_mut()) };
        before
    });
}

/// The signal handler. It preserves `errno`, which the interrupted code may be about to read.
#[expect(unsafe_code, reason = "called by the system with bare pointers")]
extern "C" fn on_missing_page(_signal: c_int, info: *mut siginfo_t, _context: *mut c_void) {
    // SAFETY: `errno` is local to the thread and always valid.
    let errno = unsafe { *libc::__errno_location() };
    replace_or_leave(info);
    // SAFETY: as above.
    unsafe { *libc::__errno_location() = errno };
}

/// Maps a page of zeros where one is missing, or passes the fault on.
#[expect(unsafe_code, reason = "given bare pointers by the system")]
fn replace_or_leave(info: *mut siginfo_t) {
    // SAFETY: the system passes a valid `info`, and for this signal it has an address.
    let (address, sent_by_somebody) = unsafe { ((*info).si_addr().addr(), (*info).si_code <= 0) };
    let holds = |watched: &&Watched| {
        let start = watched.start.load(Ordering::Acquire);
        (start..watched.end.load(Ordering::Acquire)).contains(&address)
    };
    let mut ours = false;
    if !sent_by_somebody {
        for watched in all().filter(holds) {
            // Before the zeros are mapped: a thread that reads them must find the map torn.
            watched.torn.store(true, Ordering::SeqCst);
            ours = true;
        }
    }
    if ours && replace_page(address) {
        return;
    }
    // Not ours. The thread repeats the access, or the signal is sent again, and the previous
    // handler receives it.
    if let Some(before) = BEFORE.get() {
        // SAFETY: `before` was returned by the system for this purpose.
        unsafe { libc::sigaction(libc::SIGBUS, before, ptr::null_mut()) };
    }
    if sent_by_somebody {
        // SAFETY: raising a signal has no preconditions.
        unsafe { libc::raise(libc::SIGBUS) };
    }
}

/// Maps zeros over the page that contains this address.
#[expect(unsafe_code, reason = "the system calls take bare addresses")]
fn replace_page(address: usize) -> bool {
    // SAFETY: asking for the size of a page has no preconditions.
    let Ok(bytes) = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }) else { return false };
    let page = ptr::without_provenance_mut(address / bytes * bytes);
    let (readable, zeros) = (libc::PROT_READ, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED);
    // SAFETY: the page lies in a map of a file that a `Guard` watches and a `Mapped` holds, and
    // nothing else is in that range; it remains readable, and is unmapped with the rest of the map.
    let new = unsafe { libc::mmap(page, bytes, readable, zeros, -1, 0) };
    new == page
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Set where the test below runs again in a process of its own, because it replaces the
    /// handler.
    const ALONE: &str = "VANCURA_TEST_ALONE";
    /// An address at which the system allows no page.
    const NOWHERE: usize = usize::MAX << 16;

    /// The part of `siginfo_t` that describes a missing page.
    #[repr(C)]
    struct Fault {
        signal: c_int,
        errno: c_int,
        code: c_int,
        address: *mut c_void,
        rest: [u8; size_of::<siginfo_t>() - 12 - size_of::<*mut c_void>()],
    }

    #[expect(unsafe_code, reason = "`errno` is accessed by a pointer")]
    #[test]
    fn a_page_that_is_not_available_leaves_errno_alone() {
        if std::env::var_os(ALONE).is_none() {
            let mut again = Command::new(std::env::current_exe().unwrap());
            again.args(["--exact", "mapped::guard::tests::a_page_that_is_not_available_leaves_errno_alone"]);
            let output = again.env(ALONE, "1").output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && said.contains("1 passed"), "{said}");
            return;
        }
        let watched = Watched::unused();
        watched.start.store(NOWHERE, Ordering::Release);
        watched.end.store(usize::MAX, Ordering::Release);
        let address = ptr::without_provenance_mut(NOWHERE);
        let mut fault = Fault { signal: libc::SIGBUS, errno: 0, code: 2, address, rest: [0; _] };
        // SAFETY: each thread has its own `errno`, which may hold any number.
        unsafe { *libc::__errno_location() = 4242 };
        on_missing_page(libc::SIGBUS, (&raw mut fault).cast(), ptr::null_mut());
        // SAFETY: as above.
        let errno = unsafe { *libc::__errno_location() };
        assert_eq!((errno, watched.torn.load(Ordering::SeqCst)), (4242, true));
    }
}
