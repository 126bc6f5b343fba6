//! Small fixed inputs that Vancura's programs embed, as bytes and text: the mined tables and
//! distances of the recognizers, the courses of endings to practice, the checksums and piece orders
//! of published tables. The evaluation networks are the crate `vancura-networks`.
//!
//! ```toml
//! [dependencies]
//! vancura-data = "0.1"
//! ```
//!
//! ```
//! let rook = vancura_data::Checksums::published().find(|files| files.ending == "KRvK").unwrap();
//! // Of KRvK.rtbw and KRvK.rtbz.
//! assert_eq!(rook.bytes, [208, 7632]);
//!
//! let mined = vancura_data::MINED.iter().find(|files| files.name == "kbkp").unwrap();
//! assert!(!mined.table.is_empty() && mined.figures.starts_with('{'));
//! ```
//!
//! Where each comes from is described in the `README.md` of its folder.

#![forbid(unsafe_code)]

/// What the crate `vancura-recognizers` knows of the wins of its rules, in lines
/// (`recognizers/README.md`).
pub const DISTANCES: &str = include_str!("../recognizers/distances.txt");

/// Positions to practice, in EPD (`courses/README.md`).
#[derive(Clone, Copy, Debug)]
pub struct CourseFile {
    /// The name of the file without number and extension: `king-and-pawn`.
    pub name: &'static str,
    /// Its lines.
    pub text: &'static str,
}

macro_rules! courses {
    ($($number:literal = $name:literal,)+) => {
        /// The courses, from easy to hard.
        pub const COURSES: &[CourseFile] = &[$(CourseFile {
            name: $name,
            text: include_str!(concat!("../courses/", $number, "-", $name, ".epd")),
        }),+];
    };
}

courses! {
    "01" = "basic-mates",
    "02" = "king-and-pawn",
    "03" = "queen-against-pawn",
    "04" = "rook-against-pawn",
    "05" = "rook-and-pawn-against-rook",
    "06" = "rook-against-minor-piece",
    "07" = "minor-piece-and-pawn",
    "08" = "bishop-and-knight-against-knight",
    "09" = "queen-against-rook",
}

/// The files of a mined table, as the crate `vancura-recognizers` reads them
/// (`recognizers/README.md`).
#[derive(Clone, Copy, Debug)]
pub struct MinedFiles {
    /// The common name of the files, without the extension.
    pub name: &'static str,
    /// The decision tree, `*.mined`.
    pub table: &'static [u8],
    /// The distances of the wins of its leaves, `*.distances`; empty when not measured.
    pub distances: &'static [u8],
    /// How much trees of several sizes announce, `*.json`; empty for endings without rules.
    pub figures: &'static str,
}

macro_rules! figures {
    ($name:literal) => {
        include_str!(concat!("../recognizers/", $name, ".json"))
    };
}

macro_rules! no_figures {
    ($name:literal) => {
        ""
    };
}

macro_rules! mined_tables {
    ($(#[$of_all:meta])+ $all:ident, $figures:ident: $($(#[$doc:meta])+ $files:ident = $name:literal;)+) => {
        $($(#[$doc])+
        pub static $files: MinedFiles = MinedFiles {
            name: $name,
            table: include_bytes!(concat!("../recognizers/", $name, ".mined")),
            distances: include_bytes!(concat!("../recognizers/", $name, ".distances")),
            figures: $figures!($name),
        };)+

        $(#[$of_all])+
        pub static $all: &[MinedFiles] = &[$($files),+];
    };
}

// A new table starts as three empty files, which `verify mine` and `verify distances --write` fill.
mined_tables! {
    /// The files of the mined tables of endings with rules.
    MINED, figures:
    /// Of KBvKP.
    KBKP = "kbkp";
    /// Of KBNvKN.
    KBNKN = "kbnkn";
    /// Of KRPvKR.
    KRPKR = "krpkr";
    /// Of KBPvK.
    KBPK = "kbpk";
    /// Of KNPvK.
    KNPK = "knpk";
    /// Of KRvKB.
    KRKB = "krkb";
    /// Of KRvKN.
    KRKN = "krkn";
    /// Of KQvKR.
    KQKR = "kqkr";
    /// Of KRBvKR.
    KRBKR = "krbkr";
    /// Of KRPvKB.
    KRPKB = "krpkb";
    /// Of KBPvKN.
    KBPKN = "kbpkn";
    /// Of KQPvKQ.
    KQPKQ = "kqpkq";
    /// Of KBBvKN.
    KBBKN = "kbbkn";
    /// Of KBPPvK.
    KBPPK = "kbppk";
    /// Of KBPvKB.
    KBPKB = "kbpkb";
    /// Of KNNvKP.
    KNNKP = "knnkp";
}

mined_tables! {
    /// The files of the mined tables of all other endings of five men.
    LISTED, no_figures:
    /// Of KQQQvK.
    KQQQK = "kqqqk";
    /// Of KQQRvK.
    KQQRK = "kqqrk";
    /// Of KQQBvK.
    KQQBK = "kqqbk";
    /// Of KQQNvK.
    KQQNK = "kqqnk";
    /// Of KQQPvK.
    KQQPK = "kqqpk";
    /// Of KQRRvK.
    KQRRK = "kqrrk";
    /// Of KQRBvK.
    KQRBK = "kqrbk";
    /// Of KQRNvK.
    KQRNK = "kqrnk";
    /// Of KQRPvK.
    KQRPK = "kqrpk";
    /// Of KQBBvK.
    KQBBK = "kqbbk";
    /// Of KQBNvK.
    KQBNK = "kqbnk";
    /// Of KQBPvK.
    KQBPK = "kqbpk";
    /// Of KQNNvK.
    KQNNK = "kqnnk";
    /// Of KQNPvK.
    KQNPK = "kqnpk";
    /// Of KQPPvK.
    KQPPK = "kqppk";
    /// Of KRRRvK.
    KRRRK = "krrrk";
    /// Of KRRBvK.
    KRRBK = "krrbk";
    /// Of KRRNvK.
    KRRNK = "krrnk";
    /// Of KRRPvK.
    KRRPK = "krrpk";
    /// Of KRBBvK.
    KRBBK = "krbbk";
    /// Of KRBNvK.
    KRBNK = "krbnk";
    /// Of KRBPvK.
    KRBPK = "krbpk";
    /// Of KRNNvK.
    KRNNK = "krnnk";
    /// Of KRNPvK.
    KRNPK = "krnpk";
    /// Of KRPPvK.
    KRPPK = "krppk";
    /// Of KBBBvK.
    KBBBK = "kbbbk";
    /// Of KBBNvK.
    KBBNK = "kbbnk";
    /// Of KBBPvK.
    KBBPK = "kbbpk";
    /// Of KBNNvK.
    KBNNK = "kbnnk";
    /// Of KBNPvK.
    KBNPK = "kbnpk";
    /// Of KNNNvK.
    KNNNK = "knnnk";
    /// Of KNNPvK.
    KNNPK = "knnpk";
    /// Of KNPPvK.
    KNPPK = "knppk";
    /// Of KPPPvK.
    KPPPK = "kpppk";
    /// Of KQQvKQ.
    KQQKQ = "kqqkq";
    /// Of KQQvKR.
    KQQKR = "kqqkr";
    /// Of KQQvKB.
    KQQKB = "kqqkb";
    /// Of KQQvKN.
    KQQKN = "kqqkn";
    /// Of KQQvKP.
    KQQKP = "kqqkp";
    /// Of KQRvKQ.
    KQRKQ = "kqrkq";
    /// Of KQRvKR.
    KQRKR = "kqrkr";
    /// Of KQRvKB.
    KQRKB = "kqrkb";
    /// Of KQRvKN.
    KQRKN = "kqrkn";
    /// Of KQRvKP.
    KQRKP = "kqrkp";
    /// Of KQBvKQ.
    KQBKQ = "kqbkq";
    /// Of KQBvKR.
    KQBKR = "kqbkr";
    /// Of KQBvKB.
    KQBKB = "kqbkb";
    /// Of KQBvKN.
    KQBKN = "kqbkn";
    /// Of KQBvKP.
    KQBKP = "kqbkp";
    /// Of KQNvKQ.
    KQNKQ = "kqnkq";
    /// Of KQNvKR.
    KQNKR = "kqnkr";
    /// Of KQNvKB.
    KQNKB = "kqnkb";
    /// Of KQNvKN.
    KQNKN = "kqnkn";
    /// Of KQNvKP.
    KQNKP = "kqnkp";
    /// Of KQPvKR.
    KQPKR = "kqpkr";
    /// Of KQPvKB.
    KQPKB = "kqpkb";
    /// Of KQPvKN.
    KQPKN = "kqpkn";
    /// Of KQPvKP.
    KQPKP = "kqpkp";
    /// Of KRRvKQ.
    KRRKQ = "krrkq";
    /// Of KRRvKR.
    KRRKR = "krrkr";
    /// Of KRRvKB.
    KRRKB = "krrkb";
    /// Of KRRvKN.
    KRRKN = "krrkn";
    /// Of KRRvKP.
    KRRKP = "krrkp";
    /// Of KRBvKQ.
    KRBKQ = "krbkq";
    /// Of KRBvKB.
    KRBKB = "krbkb";
    /// Of KRBvKN.
    KRBKN = "krbkn";
    /// Of KRBvKP.
    KRBKP = "krbkp";
    /// Of KRNvKQ.
    KRNKQ = "krnkq";
    /// Of KRNvKR.
    KRNKR = "krnkr";
    /// Of KRNvKB.
    KRNKB = "krnkb";
    /// Of KRNvKN.
    KRNKN = "krnkn";
    /// Of KRNvKP.
    KRNKP = "krnkp";
    /// Of KRPvKQ.
    KRPKQ = "krpkq";
    /// Of KRPvKN.
    KRPKN = "krpkn";
    /// Of KRPvKP.
    KRPKP = "krpkp";
    /// Of KBBvKQ.
    KBBKQ = "kbbkq";
    /// Of KBBvKR.
    KBBKR = "kbbkr";
    /// Of KBBvKB.
    KBBKB = "kbbkb";
    /// Of KBBvKP.
    KBBKP = "kbbkp";
    /// Of KBNvKQ.
    KBNKQ = "kbnkq";
    /// Of KBNvKR.
    KBNKR = "kbnkr";
    /// Of KBNvKB.
    KBNKB = "kbnkb";
    /// Of KBNvKP.
    KBNKP = "kbnkp";
    /// Of KBPvKQ.
    KBPKQ = "kbpkq";
    /// Of KBPvKR.
    KBPKR = "kbpkr";
    /// Of KBPvKP.
    KBPKP = "kbpkp";
    /// Of KNNvKQ.
    KNNKQ = "knnkq";
    /// Of KNNvKR.
    KNNKR = "knnkr";
    /// Of KNNvKB.
    KNNKB = "knnkb";
    /// Of KNNvKN.
    KNNKN = "knnkn";
    /// Of KNPvKQ.
    KNPKQ = "knpkq";
    /// Of KNPvKR.
    KNPKR = "knpkr";
    /// Of KNPvKB.
    KNPKB = "knpkb";
    /// Of KNPvKN.
    KNPKN = "knpkn";
    /// Of KNPvKP.
    KNPKP = "knpkp";
    /// Of KPPvKQ.
    KPPKQ = "kppkq";
    /// Of KPPvKR.
    KPPKR = "kppkr";
    /// Of KPPvKB.
    KPPKB = "kppkb";
    /// Of KPPvKN.
    KPPKN = "kppkn";
    /// Of KPPvKP.
    KPPKP = "kppkp";
}

/// The piece orders of the published Syzygy files of 3 to 5 men, as lines of text that the crate
/// `vancura-syzygy` reads (`syzygy/README.md`).
pub const PIECE_ORDERS: &str = include_str!("../syzygy/orders.txt");

/// The checksums of an ending's published Syzygy files (`syzygy/README.md`), the 16 bytes at the
/// end of each, most significant byte first; and their sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checksums {
    /// The ending, as spelled in its file names.
    pub ending: &'static str,
    /// Of the `.rtbw` file.
    pub wdl: u128,
    /// Of the `.rtbz` file.
    pub dtz: u128,
    /// Sizes of both files in bytes, `.rtbw` first.
    pub bytes: [u64; 2],
}

impl Checksums {
    /// All 510 endings of 3 to 6 men, sorted by number of men, then by name.
    pub fn published() -> impl Iterator<Item = Self> {
        include_str!("../syzygy/checksums.txt").lines().filter_map(Self::parse)
    }

    fn parse(line: &'static str) -> Option<Self> {
        let mut words = line.split(' ');
        let ending = words.next()?;
        let mut checksum = || u128::from_str_radix(words.next()?, 16).ok();
        let (wdl, dtz) = (checksum()?, checksum()?);
        let mut bytes = || words.next()?.parse().ok();
        Some(Self { ending, wdl, dtz, bytes: [bytes()?, bytes()?] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_checksums_is_an_ending() {
        let all: Vec<Checksums> = Checksums::published().collect();
        let of_men = |men: usize| all.iter().filter(|one| one.ending.len() == men + 1).count();
        assert_eq!([3, 4, 5, 6].map(of_men), [5, 30, 110, 365]);
        assert_eq!(all.len(), 510);
        let mut checksums: Vec<u128> = all.iter().flat_map(|one| [one.wdl, one.dtz]).collect();
        checksums.sort_unstable();
        checksums.dedup();
        assert_eq!(checksums.len(), 1020);
        assert_eq!(format!("{:032x}", all[0].wdl), "4b37ef623e69eadb6756777c16034e6f");
        // The checksum follows a whole number of 64-byte blocks.
        assert!(all.iter().all(|one| one.bytes.into_iter().all(|bytes| bytes >= 80 && bytes % 64 == 16)));
    }
}
