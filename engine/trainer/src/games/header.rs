//! The header of a file of games: how it was generated.

use serde::{Deserialize, Serialize};

use super::bytes::{CHECKSUM_BYTES, checksum, take};

pub(super) const MAGIC: &[u8; 8] = b"VGDGAMES";
pub(super) const VERSION: u32 = 1;
/// Bytes before the JSON text.
pub(super) const HEAD_BYTES: usize = 16 + CHECKSUM_BYTES;
/// Longest JSON text.
pub(super) const MAX_BYTES: usize = 1 << 20;

/// How the games of a file were generated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The commit of the program, with `-dirty` when it was built from changed sources.
    pub commit: String,
    /// SHA-256 of the program file in hexadecimal.
    pub program: String,
    /// The network; `None` for the hand-crafted evaluation.
    pub network: Option<String>,
    /// The seed given to the run.
    pub seed: u64,
    /// The number of the run in its folder, from 1.
    pub run: u32,
    /// The thread that played, from 0.
    pub thread: u32,
    /// The options of the run.
    pub options: serde_json::Value,
    /// Positions of up to this many men were scored by tables in memory.
    pub table_men: u32,
    /// Positions of up to this many men were scored by Syzygy files; 0 without files.
    pub syzygy_men: u32,
    /// The header of the original games, if their positions were searched again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Box<Header>>,
    /// Creation time of the file, in seconds since 1970.
    pub begun: u64,
}

impl Header {
    /// The header's bytes.
    ///
    /// # Panics
    /// When the options take more than a mebibyte.
    pub(super) fn encode(&self) -> Vec<u8> {
        let json = serde_json::to_vec(self).expect("a header is plain data");
        assert!(json.len() <= MAX_BYTES, "the options of a run are short");
        let mut numbers = VERSION.to_le_bytes().to_vec();
        numbers.extend((json.len() as u32).to_le_bytes());
        [&MAGIC[..], &numbers, &checksum(&[&numbers, &json]), &json].concat()
    }

    /// Length of the JSON text according to the first bytes; `None` when they are not a header of
    /// this version.
    pub(super) fn length(head: &[u8]) -> Option<usize> {
        let mut rest = head.strip_prefix(MAGIC)?;
        let (version, length) = (u32::from_le_bytes(take(&mut rest)?), u32::from_le_bytes(take(&mut rest)?));
        (version == VERSION && length as usize <= MAX_BYTES).then_some(length as usize)
    }

    /// The header from its first bytes and the JSON text; `None` when the checksum differs.
    pub(super) fn decode(head: &[u8], json: &[u8]) -> Option<Self> {
        if head.get(16..HEAD_BYTES)? != checksum(&[head.get(8..16)?, json]) {
            return None;
        }
        serde_json::from_slice(json).ok()
    }
}
