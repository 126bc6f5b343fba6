//! Large arrays in huge pages: random access to gigabytes of small pages would exhaust the TLB.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;
use pulp::bytemuck::{self, Pod};

use crate::error::BuildError;

/// An array of numbers, initially zero.
pub(super) struct HugeArray<T> {
    memory: MmapMut,
    len: usize,
    entry: PhantomData<T>,
}

impl<T: Pod> HugeArray<T> {
    /// An array of `len` zeros.
    ///
    /// # Errors
    /// [`BuildError::Memory`].
    pub(super) fn zeros(len: usize) -> Result<Self, BuildError> {
        let bytes = len * size_of::<T>();
        let memory =
            MmapMut::map_anon(bytes.max(1)).map_err(|source| BuildError::Memory { bytes, source })?;
        // Only a hint: where there are no huge pages, small ones are used.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Self { memory, len, entry: PhantomData })
    }
}

impl<T: Pod> Deref for HugeArray<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        bytemuck::cast_slice(&self.memory[..self.len * size_of::<T>()])
    }
}

impl<T: Pod> DerefMut for HugeArray<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        bytemuck::cast_slice_mut(&mut self.memory[..self.len * size_of::<T>()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_can_be_changed() {
        for len in [0, 1, 3 << 20] {
            let mut array = HugeArray::<u16>::zeros(len).unwrap();
            assert!(array.len() == len && array.iter().all(|&entry| entry == 0));
            if let Some(last) = array.last_mut() {
                *last = 0x1234;
            }
            assert_eq!(array.iter().map(|&entry| u64::from(entry)).sum::<u64>(), 0x1234 * len.min(1) as u64);
        }
    }

    #[test]
    fn what_no_machine_has_is_an_error() {
        let error = HugeArray::<u16>::zeros(1 << 61).err().unwrap().to_string();
        assert!(error.contains("memory"), "{error}");
    }
}
