//! Large pages for large tables: one page of 2 MiB needs a single address translation instead of
//! 512 for pages of 4 KiB. The only place in this crate with `unsafe` code.

use std::mem::MaybeUninit;

/// The size of a large page on nearly every machine. Unaligned memory has small pages up to the
/// next boundary.
pub(crate) const BYTES: usize = 2 << 20;

/// Advises the system to map unused memory in large pages. It may decline; only speed depends on
/// it.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the system call takes a bare range of addresses")]
pub(crate) fn ask_for<T>(memory: &mut [MaybeUninit<T>]) {
    /// The call requires whole pages of the ordinary size.
    const PAGE_BYTES: usize = 4096;
    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE_BYTES);
    let bytes = size_of_val(memory).saturating_sub(skipped);
    if bytes >= PAGE_BYTES {
        // SAFETY: `skipped` is less than the length, so the range starts and ends inside `memory`,
        // which we hold alone. MADV_HUGEPAGE changes how memory is mapped, never its contents.
        let _ = unsafe { libc::madvise(start.add(skipped).cast(), bytes, libc::MADV_HUGEPAGE) };
    }
}

/// Other systems decide on their own.
#[cfg(not(target_os = "linux"))]
pub(crate) fn ask_for<T>(_memory: &mut [MaybeUninit<T>]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_any_size_can_be_offered_and_used_afterwards() {
        for len in [0, 1, 4095, 4096, 4097, 5 << 20] {
            let mut bytes: Vec<u8> = Vec::with_capacity(len);
            ask_for(bytes.spare_capacity_mut());
            bytes.resize(len, 7);
            assert!(bytes.iter().all(|&byte| byte == 7));
        }
    }
}
