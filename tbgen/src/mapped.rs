//! Read-only memory maps of table files: the one place of this crate with `unsafe` code.

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::Mmap;

/// The bytes of a file, paged in by the operating system as they are touched.
pub(crate) struct Mapped(Mmap);

impl Mapped {
    /// Maps a whole file.
    ///
    /// # Errors
    /// Those of the operating system; an empty file cannot be mapped.
    #[expect(unsafe_code, reason = "a map is a slice only as long as nobody truncates the file")]
    pub(crate) fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the map is private to this struct, read-only, and handed out as `&[u8]` only. Table files are never changed in
        // place by this program: the writer makes a new file and renames it, which leaves the mapped one as it was. A
        // foreign program that rewrites a table in use breaks that promise, as with every mapped file.
        unsafe { Mmap::map(file) }.map(Self)
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
