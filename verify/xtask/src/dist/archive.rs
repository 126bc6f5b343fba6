//! Packs archives whose bytes depend only on what is in them.

use std::io::{Cursor, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// A file in an archive.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Its path in the archive's folder.
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    /// True for a program.
    pub(super) is_program: bool,
}

impl Entry {
    /// A text.
    pub(super) fn text(name: String, text: String) -> Self {
        Self { name, bytes: text.into_bytes(), is_program: false }
    }

    fn mode(&self) -> u32 {
        if self.is_program { 0o755 } else { 0o644 }
    }
}

/// Packs files into one folder; the archive's name and bytes. All have the same date, since theirs
/// is of no use and differs between computers.
///
/// # Errors
/// I/O errors; none is expected in memory.
pub(super) fn pack(folder: &str, is_zip: bool, mut entries: Vec<Entry>) -> anyhow::Result<(String, Vec<u8>)> {
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    if is_zip {
        return Ok((format!("{folder}.zip"), zip(folder, &entries)?));
    }
    Ok((format!("{folder}.tar.gz"), tar(folder, &entries)?))
}

fn tar(folder: &str, entries: &[Entry]) -> anyhow::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    for entry in entries {
        let mut header = tar::Header::new_ustar();
        header.set_size(entry.bytes.len() as u64);
        header.set_mode(entry.mode());
        header.set_mtime(0);
        archive.append_data(&mut header, format!("{folder}/{}", entry.name), entry.bytes.as_slice())?;
    }
    Ok(archive.into_inner()?.finish()?)
}

fn zip(folder: &str, entries: &[Entry]) -> anyhow::Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(DateTime::default())
            .unix_permissions(entry.mode());
        archive.start_file(format!("{folder}/{}", entry.name), options)?;
        archive.write_all(&entry.bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        let program = Entry { name: "vancura".to_owned(), bytes: vec![7; 1000], is_program: true };
        vec![program, Entry::text("man/man1/vancura.1".to_owned(), "a page".to_owned())]
    }

    fn reversed() -> Vec<Entry> {
        entries().into_iter().rev().collect()
    }

    #[test]
    fn the_same_files_in_any_order_make_the_same_bytes() {
        for is_zip in [false, true] {
            assert_eq!(pack("v", is_zip, entries()).unwrap(), pack("v", is_zip, reversed()).unwrap());
        }
    }

    #[test]
    fn tar_holds_programs_that_can_be_run() {
        let (name, bytes) = pack("v-1", false, entries()).unwrap();
        assert_eq!(name, "v-1.tar.gz");
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
        let told: Vec<_> = archive
            .entries()
            .unwrap()
            .map(|entry| {
                let entry = entry.unwrap();
                let path = entry.path().unwrap().display().to_string();
                (path, entry.header().mode().unwrap(), entry.header().size().unwrap())
            })
            .collect();
        let expected = [("v-1/man/man1/vancura.1", 0o644, 6), ("v-1/vancura", 0o755, 1000)];
        assert_eq!(told, expected.map(|(path, mode, size)| (path.to_owned(), mode, size)));
    }

    #[test]
    fn zip_holds_the_same() {
        let (name, bytes) = pack("v-1", true, entries()).unwrap();
        assert_eq!(name, "v-1.zip");
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut told: Vec<_> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
        told.sort();
        assert_eq!(told, ["v-1/man/man1/vancura.1", "v-1/vancura"]);
        assert_eq!(archive.by_name("v-1/vancura").unwrap().size(), 1000);
    }
}
