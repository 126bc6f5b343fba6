//! Large pages for large tables: one of 2 MiB is found at once where 512 of 4 KiB would have to be looked up one by one. The one
//! place of this crate with `unsafe` code.

use std::mem::MaybeUninit;

/// The size of a large page on nearly every machine. Memory that begins elsewhere has small pages up to the next one.
pub(crate) const BYTES: usize = 2 << 20;

/// Asks the system to map memory that is not in use yet in large pages. It may decline; nothing but the speed depends on it.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the system call takes a bare range of addresses")]
pub(crate) fn ask_for<T>(memory: &mut [MaybeUninit<T>]) {
    /// The call wants whole pages of the ordinary size.
    const PAGE_BYTES: usize = 4096;
    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE_BYTES);
    let bytes = size_of_val(memory).saturating_sub(skipped);
    if bytes >= PAGE_BYTES {
        // SAFETY: `skipped` is less than the length, so the range starts and ends inside `memory`, which we hold alone.
        // MADV_HUGEPAGE changes how memory is mapped and never what it holds.
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
