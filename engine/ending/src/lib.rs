//! Endings by name, and what may be known of their positions: the vocabulary that the prober of
//! tables and the board share.
//!
//! An ending is a [`Material`]. Of a position there may be known its result ([`Wdl`]) and the
//! distance to the next capture or pawn move ([`Dtz`]) or to mate ([`Dtm`]). The crate stands on
//! nothing unless it is asked to: with the feature `cozy` its colors and pieces are those of
//! cozy-chess, with `serde` its types are written and read by it.
//!
//! ```toml
//! [dependencies]
//! vancura-ending = "0.1"
//! ```
//!
//! ```
//! use vancura_ending::{Dtz, Material, Wdl};
//!
//! let material: Material = "KRPvKR".parse().unwrap();
//! assert_eq!(material.men(), 5);
//! assert_eq!(Dtz(-101).wdl(), Wdl::BlessedLoss);
//! ```

#![forbid(unsafe_code)]

pub mod bits;
mod dtm;
mod dtz;
mod man;
mod material;
mod narrow;
mod wdl;

pub use dtm::Dtm;
pub use dtz::{Dtz, MaybeRounded};
pub use man::{Color, Piece, man_letter, piece_name};
pub use material::{Material, MaterialError};
pub use narrow::narrow;
pub use wdl::Wdl;
