//! The bytes of a file: mapped, in memory, or read piece by piece.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::io;
use std::sync::Arc;

use crate::error::Fault;
#[cfg(feature = "mmap")]
use crate::mapped::Mapped;
use crate::packed::Bytes;

/// Bytes that are read at once: the lengths of neighboring blocks are needed one after the other.
const PAGE: usize = 256;
/// Blocks of up to this many bytes are read without allocation.
const ROOM: usize = 2048;

/// Random access to bytes from many threads at once: a file, or a part of an archive.
pub trait ReadAt: Send + Sync {
    /// Size in bytes.
    ///
    /// # Errors
    /// When the size cannot be determined.
    fn size(&self) -> io::Result<u64>;

    /// Fills the buffer with the bytes at this offset.
    ///
    /// # Errors
    /// When there are not enough bytes, or they cannot be read.
    fn read_exact_at(&self, room: &mut [u8], at: u64) -> io::Result<()>;
}

impl ReadAt for std::fs::File {
    fn size(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_exact_at(&self, room: &mut [u8], at: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, room, at)
    }

    #[cfg(windows)]
    fn read_exact_at(&self, mut room: &mut [u8], mut at: u64) -> io::Result<()> {
        while !room.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(self, room, at)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => {
                    room = &mut room[read..];
                    at += read as u64;
                }
            }
        }
        Ok(())
    }

    #[cfg(not(any(unix, windows)))]
    fn read_exact_at(&self, _room: &mut [u8], _at: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// The bytes of one file, as returned by a [`Source`](super::source::Source): created from bytes in
/// memory, or by [`Contents::reader`].
pub struct Contents(Held);

enum Held {
    #[cfg(feature = "mmap")]
    Mapped(Mapped),
    Owned(Vec<u8>),
    Static(&'static [u8]),
    Shared(Arc<[u8]>),
    Reader(Reader),
}

/// A file that is read piece by piece.
struct Reader {
    file: Box<dyn ReadAt>,
    size: usize,
}

impl From<Vec<u8>> for Contents {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Held::Owned(bytes))
    }
}

impl From<&'static [u8]> for Contents {
    fn from(bytes: &'static [u8]) -> Self {
        Self(Held::Static(bytes))
    }
}

impl From<Arc<[u8]>> for Contents {
    fn from(bytes: Arc<[u8]>) -> Self {
        Self(Held::Shared(bytes))
    }
}

impl Contents {
    /// Bytes that are read when they are needed.
    ///
    /// # Errors
    /// When the file does not report its size, or the size exceeds the address space.
    pub fn reader(file: impl ReadAt + 'static) -> io::Result<Self> {
        let size = usize::try_from(file.size()?).map_err(|_| io::ErrorKind::FileTooLarge)?;
        Ok(Self(Held::Reader(Reader { file: Box::new(file), size })))
    }

    #[cfg(feature = "mmap")]
    pub(crate) fn mapped(map: Mapped) -> Self {
        Self(Held::Mapped(map))
    }

    /// Size in bytes.
    #[expect(clippy::len_without_is_empty, reason = "no table is empty")]
    pub fn len(&self) -> usize {
        match &self.0 {
            Held::Reader(reader) => reader.size,
            _ => self.slice().map_or(0, <[u8]>::len),
        }
    }

    /// All bytes, where they are available without a system call.
    #[inline]
    pub(crate) fn slice(&self) -> Option<&[u8]> {
        match &self.0 {
            #[cfg(feature = "mmap")]
            Held::Mapped(map) => Some(map),
            Held::Owned(bytes) => Some(bytes),
            Held::Static(bytes) => Some(bytes),
            Held::Shared(bytes) => Some(bytes),
            Held::Reader(_) => None,
        }
    }

    /// The result of a read, or [`Fault::Torn`] if bytes were missing when they were read.
    #[inline]
    pub(crate) fn unless_torn<T>(&self, read: Result<T, Fault>) -> Result<T, Fault> {
        match &self.0 {
            #[cfg(feature = "mmap")]
            Held::Mapped(map) if map.is_torn() => Err(Fault::Torn),
            _ => read,
        }
    }

    /// The first `most` bytes, or all if there are fewer.
    ///
    /// # Errors
    /// [`Fault::Torn`] and [`Fault::Memory`].
    pub(crate) fn head(&self, most: usize) -> Result<Cow<'_, [u8]>, Fault> {
        match &self.0 {
            Held::Reader(reader) => reader.read(0, most.min(reader.size)).map(Cow::Owned),
            _ => Ok(Cow::Borrowed(self.slice().unwrap_or_default())),
        }
    }

    /// All bytes, read sequentially.
    ///
    /// # Errors
    /// As [`Contents::head`].
    pub(crate) fn whole(&self) -> Result<Cow<'_, [u8]>, Fault> {
        self.head(usize::MAX)
    }

    /// Reads values with `read`, from bytes that are read piece by piece.
    ///
    /// # Errors
    /// [`Fault::Torn`], and errors of `read`.
    #[cold]
    pub(crate) fn read_pieces<T>(&self, read: impl FnOnce(&Pieces) -> Result<T, Fault>) -> Result<T, Fault> {
        let Held::Reader(reader) = &self.0 else { return Err(Fault::Torn) };
        let page = RefCell::new(Page { start: 0, length: 0, bytes: [0; PAGE] });
        let pieces = Pieces { reader, page, is_torn: Cell::new(false) };
        let found = read(&pieces);
        if pieces.is_torn.get() { Err(Fault::Torn) } else { found }
    }

    /// Advises the system, where that is useful, whether bytes will be read at random or
    /// sequentially.
    pub(crate) fn advise(&self, at_random: bool) {
        match &self.0 {
            #[cfg(feature = "mmap")]
            Held::Mapped(map) => map.advise(at_random),
            _ => {
                let _ = at_random;
            }
        }
    }
}

impl Reader {
    fn read(&self, at: usize, length: usize) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length).map_err(|_| Fault::Memory(length as u64))?;
        bytes.resize(length, 0);
        self.file.read_exact_at(&mut bytes, at as u64).map_err(|_| Fault::Torn)?;
        Ok(bytes)
    }
}

/// A reader for one probe; it caches the last page read.
pub(crate) struct Pieces<'a> {
    reader: &'a Reader,
    page: RefCell<Page>,
    /// Some bytes could not be read.
    is_torn: Cell<bool>,
}

struct Page {
    start: usize,
    length: usize,
    bytes: [u8; PAGE],
}

impl Pieces<'_> {
    fn fill(&self, room: &mut [u8], at: usize) -> Option<()> {
        let read = self.reader.file.read_exact_at(room, at as u64);
        self.is_torn.set(self.is_torn.get() || read.is_err());
        read.ok()
    }
}

impl Bytes for Pieces<'_> {
    fn array<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        let end = at.checked_add(N).filter(|&end| end <= self.reader.size)?;
        let page = &mut *self.page.borrow_mut();
        if at < page.start || end > page.start + page.length {
            // Half of the page before the offset: block lengths are read in both directions.
            page.start = at.saturating_sub(PAGE / 2);
            page.length = PAGE.min(self.reader.size - page.start);
            if self.fill(&mut page.bytes[..page.length], page.start).is_none() {
                page.length = 0;
                return None;
            }
        }
        page.bytes.get(at - page.start..)?.first_chunk().copied()
    }

    fn with<T>(&self, at: usize, length: usize, read: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        at.checked_add(length).filter(|&end| end <= self.reader.size)?;
        if length <= ROOM {
            let mut room = [0; ROOM];
            self.fill(&mut room[..length], at)?;
            return read(&room[..length]);
        }
        let mut room = Vec::new();
        room.try_reserve_exact(length).ok()?;
        room.resize(length, 0);
        self.fill(&mut room, at)?;
        read(&room)
    }
}
