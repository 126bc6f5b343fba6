#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

/// The evaluation network, a file as the crate `vancura-nnue` reads it (`nets/README.md`).
pub static NETWORK: &[u8] = include_bytes!("../nets/main.nnue");

/// What the crate `vancura-recognizers` knows of the wins of its rules, in lines (`recognizers/README.md`).
pub const DISTANCES: &str = include_str!("../recognizers/distances.txt");

/// The files of a mined table, as the crate `vancura-recognizers` reads them (`recognizers/README.md`).
#[derive(Clone, Copy, Debug)]
pub struct MinedFiles {
    /// The decision tree, `*.mined`.
    pub table: &'static [u8],
    /// How far the wins of its leaves are, `*.distances`.
    pub distances: &'static [u8],
}

macro_rules! mined_files {
    ($name:literal) => {
        MinedFiles {
            table: include_bytes!(concat!("../recognizers/", $name, ".mined")),
            distances: include_bytes!(concat!("../recognizers/", $name, ".distances")),
        }
    };
}

/// Of KBvKP.
pub const KBKP: MinedFiles = mined_files!("kbkp");
/// Of KBNvKN.
pub const KBNKN: MinedFiles = mined_files!("kbnkn");
/// Of KRPvKR.
pub const KRPKR: MinedFiles = mined_files!("krpkr");
