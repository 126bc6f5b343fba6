//! Exact results of endgame positions without files. Where nothing is proved there is no answer,
//! and never a wrong one.
//!
//! The [`Pocket`] solves endings of three and four pieces when they are first needed, applies rules
//! and mined tables to larger ones, and proves more with a search of some thousand positions. The
//! [`Oracle`] probes table files and solved endings first.
//!
//! ```toml
//! [dependencies]
//! board = { package = "vancura-board", version = "0.1" }
//! vancura-oracle = "0.1"
//! ```
//!
//! ```
//! use board::{Wdl, fen};
//! use vancura_oracle::{Limits, Pocket};
//!
//! // No rule applies to this position, and there is no table of its ending: two checks win the
//! // rook.
//! let board = fen::parse("8/8/8/3k4/5r2/8/4P3/4K2R w - - 0 1")?;
//! let answer = Pocket::default().answer(&board, Limits::default())?;
//! println!("{:?}", answer.range.result());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod depth;
mod findings;
mod hold;
mod leaves;
mod memo;
mod oracle;
mod pocket;
mod proof;
mod range;
mod search;
mod win;

pub use leaves::{Leaf, SOLVED_MEN};
pub use oracle::Oracle;
pub use pocket::{Answer, Limits, Pocket};
pub use proof::{Claim, Ground, Proof, Step};
pub use range::Range;
