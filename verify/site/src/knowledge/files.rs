//! Facts about table files.

use board::Material;
use serde::Serialize;
use tbgen::TableFiles;
use tbgen::syzygy::Kind;

/// A table file by name, size and checksum.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FileFacts {
    /// Its name.
    pub(crate) file: String,
    /// Its size in bytes.
    pub(crate) bytes: u64,
    /// The checksum stored in it, verified before its first use, in hexadecimal.
    pub(crate) checksum: String,
}

/// The intact files of an ending.
pub(super) fn facts(files: &TableFiles, material: Material) -> Vec<FileFacts> {
    let material = material.canonical().0;
    let one = |kind: Kind| {
        let table = files.tables().table(material, kind).ok()?;
        Some(FileFacts {
            file: kind.file_name(material),
            bytes: table.bytes(),
            checksum: format!("{:032x}", u128::from_be_bytes(table.stored_checksum())),
        })
    };
    Kind::ALL.into_iter().filter_map(one).collect()
}
