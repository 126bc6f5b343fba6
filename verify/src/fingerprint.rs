//! Identifies the program: parts of an audit are merged only when the same program made them all.

use anyhow::Context as _;

/// Upper bound of the size of the program, in bytes.
const PROGRAM_MAX: u64 = 1 << 30;

/// The version and a checksum of the program file, which changes with every rule, mined table and
/// solver.
pub(crate) fn of_program() -> anyhow::Result<String> {
    let path = std::env::current_exe().context("cannot find out which program this is")?;
    let bytes =
        disk::read(&path, PROGRAM_MAX).with_context(|| format!("cannot read `{}`", path.display()))?;
    // FNV-1a, eight bytes at a time: fast, and need not resist attacks.
    let (words, rest) = bytes.as_chunks::<8>();
    let words = words.iter().map(|&word| u64::from_le_bytes(word));
    let rest = rest.iter().map(|&byte| u64::from(byte));
    let hash = words.chain(rest).fold(0xcbf2_9ce4_8422_2325u64, |hash, word| {
        (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23)
    });
    Ok(format!("{}-{hash:016x}", env!("CARGO_PKG_VERSION")))
}
