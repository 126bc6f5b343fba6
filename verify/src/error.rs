//! Why an audit cannot be run.

use board::{Material, MaterialError, fen::FenError};

/// Why an audit cannot be run. A wrong claim is not an error: it is reported.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A text is not an ending.
    #[error("`{0}` is not an ending")]
    Material(String, #[source] MaterialError),
    /// There is no recognizer.
    #[error("there is no recognizer for {0}; there are recognizers for {known}", known = known())]
    NoRecognizer(Material),
    /// The tables cannot be built.
    #[error("the tables cannot be built")]
    Tables(#[from] tbgen::TbgenError),
    /// No table folder is named.
    #[error(
        "the Syzygy oracle needs a folder: give --syzygy DIR, set SYZYGY_PATH, or use --oracle tbgen, which needs no files"
    )]
    NoTableFolder,
    /// Files are missing.
    #[error("`{folders}` lacks {missing}, needed for {material}; use --oracle tbgen, which needs no files")]
    MissingTables {
        /// The folders searched.
        folders: String,
        /// The ending.
        material: Material,
        /// Names of the missing files.
        missing: String,
    },
    /// A file cannot be read or is damaged.
    #[error(transparent)]
    Syzygy(#[from] tbgen::syzygy::Error),
    /// An invalid part of an audit.
    #[error("`{0}` is not a shard: write i/n with 1 <= i <= n, for example 3/16")]
    Shard(String),
    /// pyrrhic-rs cannot be used.
    #[error(transparent)]
    Pyrrhic(#[from] pyrrhic::StartError),
    /// A text is not a position.
    #[error("`{0}` is not a position")]
    Fen(String, #[source] FenError),
    /// A file of positions cannot be read.
    #[error("cannot read `{}`: {}", .0.display(), .1)]
    Input(std::path::PathBuf, #[source] std::io::Error),
    /// A line of a file of positions is not one.
    #[error("`{}`, line {line}: {fault}", .path.display())]
    Line {
        /// The file.
        path: std::path::PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        #[source]
        fault: FenError,
    },
    /// The position is not in any table.
    #[error("this position is not in any table")]
    Placement(#[from] board::PlacementError),
    /// There are no features for the ending.
    #[error("{0} cannot be mined: only {1} and the endings of 5 pieces can")]
    NoMine(Material, String),
    /// A truth file does not fit the ending.
    #[error(
        "the file of the solved ending has {0} bytes instead of {1}, or invalid values: delete it to solve the ending again"
    )]
    Truth(usize, usize),
    /// A leaf of a mined table is not pure.
    #[error("the mined table would be wrong on position number {0}: this is a bug")]
    Impure(u32),
    /// A rule announces a false win.
    #[error("the rule `{0}` announces {1} false wins: run the audit of the ending")]
    NotWon(&'static str, u64),
    /// The mined table that was written cannot be read.
    #[error("{0}: this is a bug")]
    Mined(recognizers::mined::FormatError),
    /// Not even an empty table fits.
    #[error("no mined table fits in {0} bytes: allow more")]
    NoRoom(usize),
}

fn known() -> String {
    let names = recognizers::RECOGNIZERS.iter().map(|r| r.material().canonical().0.to_string());
    names.collect::<Vec<_>>().join(", ")
}
