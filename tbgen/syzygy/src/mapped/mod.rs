//! Read-only memory maps of table files: the only folder of this crate with `unsafe` code.

#[cfg(target_os = "linux")]
mod guard;

use std::fs::File;
use std::io;
use std::ops::Deref;

#[cfg(unix)]
use memmap2::Advice;
use memmap2::Mmap;

#[cfg(target_os = "linux")]
use guard::Guard;

/// The bytes of a file, paged in by the operating system on access.
pub(crate) struct Mapped {
    // Dropped before the map that it watches.
    guard: Option<Guard>,
    map: Mmap,
}

impl Mapped {
    /// Maps a whole file; with a guard, missing bytes read as zeros instead of ending the program.
    ///
    /// # Errors
    /// Errors of the operating system; an empty file cannot be mapped.
    #[expect(unsafe_code, reason = "a map is a slice only as long as the file is not truncated")]
    pub(crate) fn new(file: &File, is_guarded: bool) -> io::Result<Self> {
        // SAFETY: the map is private to this struct, read-only, and lent as `&[u8]` only. Table
        // files are never changed in place by this program: the writer creates a new file and
        // renames it, which leaves the mapped one unchanged. Another program that overwrites a
        // table in use breaks this assumption, as with every mapped file: the map may then contain
        // any bytes, and every reader here accepts any bytes without a panic. With a guard, missing
        // bytes become zeros.
        let map = unsafe { Mmap::map(file) }?;
        Ok(Self { guard: is_guarded.then(|| Guard::watch(&map)), map })
    }

    /// True when bytes were missing and were read as zeros: the file has been truncated, or the
    /// disk has failed. Check this after reading; if true, values read before may be meaningless.
    #[inline]
    pub(crate) fn is_torn(&self) -> bool {
        self.guard.as_ref().is_some_and(Guard::is_torn)
    }

    /// Advises the system whether bytes are read at random, so that it does not read ahead, or
    /// sequentially.
    pub(crate) fn advise(&self, at_random: bool) {
        #[cfg(unix)]
        {
            // Only advice: errors do not matter.
            let _ = self.map.advise(if at_random { Advice::Random } else { Advice::Normal });
        }
        #[cfg(not(unix))]
        let _ = at_random;
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map
    }
}

/// On other systems, a mapped file cannot be truncated or truncating it ends the program.
#[cfg(not(target_os = "linux"))]
struct Guard;

#[cfg(not(target_os = "linux"))]
impl Guard {
    fn watch(_map: &[u8]) -> Self {
        Self
    }

    fn is_torn(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_are_those_of_the_file() {
        let mut file = tempfile::tempfile().unwrap();
        io::Write::write_all(&mut file, b"tables").unwrap();
        let map = Mapped::new(&file, true).unwrap();
        assert_eq!((&map[..], map.is_torn()), (&b"tables"[..], false));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_cut_off_reads_as_zeros_and_is_noticed() {
        const LENGTH: usize = 1 << 20;
        let files: Vec<File> = (0..4)
            .map(|_| {
                let mut file = tempfile::tempfile().unwrap();
                io::Write::write_all(&mut file, &vec![1; LENGTH]).unwrap();
                file
            })
            .collect();
        let maps: Vec<Mapped> = files.iter().map(|file| Mapped::new(file, true).unwrap()).collect();
        files[1].set_len(LENGTH as u64 / 2).unwrap();
        files[2].set_len(0).unwrap();
        let sum = |map: &Mapped| map.iter().map(|&byte| usize::from(byte)).sum::<usize>();
        std::thread::scope(|scope| {
            // Several threads may read the missing page at once.
            for _ in 0..4 {
                scope.spawn(|| {
                    let sums: Vec<usize> = maps.iter().map(sum).collect();
                    assert_eq!(sums, [LENGTH, LENGTH / 2, 0, LENGTH]);
                });
            }
        });
        assert_eq!(maps.iter().map(Mapped::is_torn).collect::<Vec<_>>(), [false, true, true, false]);
        // Maps created later may get the same addresses and must not be affected.
        drop(maps);
        let again: Vec<Mapped> = [&files[0], &files[3]].map(|file| Mapped::new(file, true).unwrap()).into();
        assert!(again.iter().all(|map| sum(map) == LENGTH && !map.is_torn()));
    }
}
