//! Work compiled once for each vector unit; the best one is chosen when it runs.

use pulp::{Arch, Simd, WithSimd};

/// Does work that is marked `#[inline(always)]` with the instructions of this unit.
///
/// A closure given to [`Arch::dispatch`] itself is called as `FnOnce`: where it could be called
/// again, that is by a function in between, which is compiled for the least of all processors and,
/// once the work has been put into it, too large to be inlined.
#[inline(always)]
pub fn vectorized<R>(unit: Arch, work: impl FnMut() -> R) -> R {
    unit.dispatch(Work(work))
}

struct Work<F>(F);

impl<R, F: FnMut() -> R> WithSimd for Work<F> {
    type Output = R;

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) -> R {
        (self.0)()
    }
}
