//! Errors: codes and messages.

use std::ffi::{CStr, c_int};

use board::MaterialError;
use board::fen::FenError;
use tbgen::TbgenError;

/// Codes of success.
pub(crate) const OK: c_int = 0;
pub(crate) const SILENT: c_int = 1;
pub(crate) const BY_RESULT: c_int = 2;
pub(crate) const STOPPED: c_int = 3;
/// Codes of errors; those below 110 are the same as in [`syzygy::Error::code`].
const MISSING: c_int = 100;
const TOO_MANY_MEN: c_int = 101;
const ILLEGAL: c_int = 102;
pub(crate) const CASTLING: c_int = 103;
const IO: c_int = 104;
const DAMAGED: c_int = 105;
const NULL: c_int = 110;
const NOT_UTF8: c_int = 111;
const ARGUMENT: c_int = 112;
const NOT_FEN: c_int = 113;
const NOT_AN_ENDING: c_int = 114;
const NO_ROOM: c_int = 115;
const NO_MEMORY: c_int = 116;
pub(crate) const INTERNAL: c_int = 120;

/// Why a call fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("a pointer is null")]
    Null,
    #[error("a string is not UTF-8")]
    NotUtf8,
    #[error("invalid flags {flags:#x} for vcr_open: {why}")]
    Flags { flags: u32, why: &'static str },
    #[error("{0} is not a kind of table: use VCR_WDL, VCR_DTZ or VCR_DTM")]
    Kind(c_int),
    #[error("the result does not fit into the buffer")]
    NoRoom,
    #[error("{men} men on the board; the oracle supports at most {most}")]
    TooManyMen { men: u32, most: u32 },
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Ending(#[from] MaterialError),
    #[error(transparent)]
    Table(#[from] syzygy::Error),
    #[error(transparent)]
    Solving(#[from] TbgenError),
    #[error("internal error: please report it with the arguments of the call")]
    Internal,
}

impl Refusal {
    /// The code in the header.
    pub(crate) fn code(&self) -> c_int {
        match self {
            Self::Null => NULL,
            Self::NotUtf8 => NOT_UTF8,
            Self::Flags { .. } | Self::Kind(_) => ARGUMENT,
            Self::NoRoom => NO_ROOM,
            Self::TooManyMen { .. } => TOO_MANY_MEN,
            Self::Fen(_) => NOT_FEN,
            Self::Ending(_) => NOT_AN_ENDING,
            Self::Table(error) => error.code().into(),
            Self::Solving(TbgenError::Memory { .. }) => NO_MEMORY,
            // Positions are checked beforehand, and endings of four men can be solved.
            Self::Solving(_) | Self::Internal => INTERNAL,
        }
    }
}

/// The description of a code.
pub(crate) const fn in_words(code: c_int) -> &'static CStr {
    match code {
        OK => c"success",
        SILENT => c"no rule applies to the position",
        BY_RESULT => c"moves are ranked by result, because a DTZ file is missing",
        STOPPED => c"stopped by the callback",
        MISSING => c"no table for this ending in the folders that were opened",
        TOO_MANY_MEN => c"too many men on the board",
        ILLEGAL => c"the position is illegal",
        CASTLING => c"positions with castling rights are not in any table",
        IO => c"the operating system reports an error for a file or folder",
        DAMAGED => c"a table file is damaged: fetch or build it again",
        NULL => c"a pointer is null",
        NOT_UTF8 => c"a string is not UTF-8",
        ARGUMENT => c"an argument has an invalid value",
        NOT_FEN => c"not a position in FEN",
        NOT_AN_ENDING => c"not the name of an ending",
        NO_ROOM => c"the result does not fit into the buffer",
        NO_MEMORY => c"memory for a solved ending is not available",
        INTERNAL => c"internal error: please report it with the arguments of the call",
        _ => c"unknown code",
    }
}
