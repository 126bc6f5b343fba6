//! Compiles work once for each vector unit; the best one is chosen at run time.

use pulp::{Arch, Simd, WithSimd};

/// Runs work that is marked `#[inline(always)]` with the instructions of this unit.
///
/// A closure passed directly to [`Arch::dispatch`] is called as `FnOnce`. If it implements `FnMut`,
/// that happens through an intermediate function, which is compiled for the baseline processor and,
/// with the work inlined into it, is too large to be inlined itself.
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
