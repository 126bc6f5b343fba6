//! Why a setting is rejected.

use nnue::SimdError;

use crate::eval::UnknownTerm;
use crate::params::UnknownParameter;

/// Why a setting is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No such option.
    #[error("unknown option `{0}`; `uci` lists the options")]
    Unknown(String),
    /// No such parameter of the search.
    #[error(transparent)]
    Parameter(#[from] UnknownParameter),
    /// Not a number, or out of range.
    #[error("option {name}: `{value}` is not a whole number from {min} to {max}; the old value stays")]
    Number {
        /// The option.
        name: &'static str,
        /// The rejected value.
        value: String,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// Not one of the choices.
    #[error("option {name}: `{value}` is not one of {choices}; the old value stays")]
    Choice {
        /// The option.
        name: &'static str,
        /// The rejected value.
        value: String,
        /// The valid choices.
        choices: String,
    },
    /// No such term of the hand-crafted evaluation.
    #[error("option EvalWithout: {0}; the old value stays")]
    Term(#[from] UnknownTerm),
    /// No such vector unit.
    #[error("option Simd: {0}; the old one stays")]
    Simd(#[from] SimdError),
    /// Neither true nor false.
    #[error("option {name}: `{value}` is neither true nor false; the old value stays")]
    Check {
        /// The option.
        name: &'static str,
        /// The rejected value.
        value: String,
    },
}
