//! Text of unknown origin: UTF-8 with or without a byte order mark, or the Latin-1 of older files.

use std::borrow::Cow;
use std::io;
use std::path::Path;

/// The characters of Windows-1252 from 0x80 to 0x9F (dashes and quotation marks), where Latin-1 has
/// control characters.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// A line or other short text, without the byte order mark that some programs write at the start of
/// a file. Bytes that are not UTF-8 are read as Latin-1 with the additions of Windows.
///
/// ```
/// use vancura_board::text::decode;
/// assert_eq!(decode(b"\xef\xbb\xbfM\xc3\xbcller"), "Müller");
/// assert_eq!(decode(b"M\xfcller \x96 \xbd"), "Müller – ½");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let letter = |&byte: &u8| match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    std::str::from_utf8(bytes).map_or_else(|_| Cow::Owned(bytes.iter().map(letter).collect()), Cow::Borrowed)
}

/// A whole file of at most `most` bytes, each line by [`decode`].
///
/// # Errors
/// When the file cannot be read or is larger, and [`io::ErrorKind::InvalidData`] when it is not
/// text: compressed files must be decompressed first.
pub fn read(path: &Path, most: u64) -> io::Result<String> {
    lines(&disk::read(path, most)?)
}

/// The same for an input named by the user, which may be a pipe.
///
/// # Errors
/// As [`read`].
pub fn read_input(path: &Path, most: u64) -> io::Result<String> {
    lines(&disk::read_input(path, most)?)
}

fn lines(bytes: &[u8]) -> io::Result<String> {
    // Compressed files are full of zeros and control characters; 0x1A marks the end of old files.
    if bytes.iter().any(|byte| byte.is_ascii_control() && !b"\t\n\x0b\x0c\r\x1a\x1b\x7f".contains(byte)) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "this is not a text file; decompress it first",
        ));
    }
    Ok(bytes.split_inclusive(|&byte| byte == b'\n').map(decode).collect::<String>().replace('\x1a', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_every_origin_are_read_and_packed_ones_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        std::fs::write(&path, b"\xef\xbb\xbfcaf\xc3\xa9\r\ncaf\xe9\tx\n\x1a").unwrap();
        assert_eq!(read(&path, 99).unwrap(), "café\r\ncafé\tx\n");
        std::fs::write(&path, b"PK\x03\x04\x14\0\0\0").unwrap();
        assert_eq!(read(&path, 99).unwrap_err().to_string(), "this is not a text file; decompress it first");
        assert_eq!(read(&folder.path().join("none"), 99).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
