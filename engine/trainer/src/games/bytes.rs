//! Reading bytes from the front of a slice, and checksums.

use sha2::{Digest as _, Sha256};

pub(super) const CHECKSUM_BYTES: usize = 8;

/// The checksum of a list of byte slices.
pub(super) fn checksum(parts: &[&[u8]]) -> [u8; CHECKSUM_BYTES] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    *hash.finalize().first_chunk().expect("a SHA-256 has 32 bytes")
}

/// Takes bytes from the front; `None` when there are fewer.
pub(super) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}
