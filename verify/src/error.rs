//! Why an audit cannot be run.

use board::{Material, MaterialError, fen::FenError};

/// Why an audit cannot be run. A wrong claim is no error but told in a report.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A text is no material.
    #[error("`{0}` is not an ending")]
    Material(String, #[source] MaterialError),
    /// No rules are known.
    #[error("no recognizer knows {0}; there are recognizers for {known}", known = known())]
    NoRecognizer(Material),
    /// The tables cannot be built.
    #[error("the tables cannot be built")]
    Tables(#[from] tbgen::TbgenError),
    /// Where are the files?
    #[error(
        "the Syzygy oracle needs a folder: give --syzygy DIR or set SYZYGY_PATH, or use --oracle tbgen, which needs no files"
    )]
    NoTableFolder,
    /// The files needed are not all there.
    #[error("`{folders}` lacks {missing}, needed for {material}; use --oracle tbgen, which needs no files")]
    MissingTables {
        /// Where they were looked for.
        folders: String,
        /// The ending.
        material: Material,
        /// Names of the missing files.
        missing: String,
    },
    /// A file cannot be read or is damaged.
    #[error(transparent)]
    Syzygy(#[from] tbgen::syzygy::SyzygyError),
    /// A part that is not one of so many.
    #[error("`{0}` is no shard: write i/n with 1 <= i <= n, for example 3/16")]
    Shard(String),
    /// The other prober refuses.
    #[error(transparent)]
    Pyrrhic(#[from] pyrrhic::StartError),
    /// A text is no position.
    #[error("`{0}` is not a position")]
    Fen(String, #[source] FenError),
    /// The position belongs to no table.
    #[error("this position is in no table")]
    Placement(#[from] board::PlacementError),
    /// Nobody knows features of the ending.
    #[error("{0} cannot be mined: {1} can")]
    NoMine(Material, String),
    /// A file does not hold the truth about the ending.
    #[error(
        "the truth file has {0} bytes or holds other values, {1} are expected: delete it, and it is written anew"
    )]
    Truth(usize, usize),
    /// A leaf of a mined table is not pure.
    #[error("the mined table would be wrong about position number {0}: this is a fault of the program")]
    Impure(u32),
    /// A rule announces a win that is none.
    #[error("the rule `{0}` announces {1} wins that are none: run the audit of the ending")]
    NotWon(&'static str, u64),
    /// A mined table was written that cannot be read.
    #[error("{0}: this is a fault of the program")]
    Mined(recognizers::mined::FormatError),
    /// Not even an empty table fits.
    #[error("no mined table fits in {0} bytes: give it more room")]
    NoRoom(usize),
}

fn known() -> String {
    let names = recognizers::RECOGNIZERS.iter().map(|r| r.material().canonical().0.to_string());
    names.collect::<Vec<_>>().join(", ")
}
