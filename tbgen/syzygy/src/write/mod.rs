//! Writes tables of a solved ending, byte for byte as the reference generator does.
//!
//! The steps for a sub-table, each a module of its own:
//!
//! 1. `order`: candidates for the order of the men, tried on samples (`sample`) by a greedy search,
//!    unless it is known from an earlier one (`chosen`);
//! 2. all indices are decoded to squares, for which a [`ValueSource`] returns values and wildcards;
//! 3. `fill`: wildcards get values that form long runs;
//! 4. `wdl_pairs`, `dtz_pairs`: frequent pairs become symbols, pass by pass over a `sequence` with
//!    its `pair_counts`;
//! 5. `huffman`, `blocks`: symbols become codes, codes become blocks;
//! 6. `assemble`: headers, indices and checksum.
//!
//! `wdl_dtz` performs these steps for the two Syzygy files of an ending, `dtm` for its file of
//! distances to mate.
//!
//! A DTZ table stores the side whose trial is smaller. All ties are broken as in the reference
//! generator, so that the checksum can be compared with the published one.

mod assemble;
mod blocks;
mod chosen;
mod dtm;
mod dtz_pairs;
mod fill;
mod huffman;
mod job;
mod order;
mod pair_counts;
mod pairs;
mod ranks;
mod runs;
mod sample;
#[cfg(feature = "save")]
mod save;
mod sequence;
mod sides;
mod sort;
pub(crate) mod source;
mod wdl_dtz;
mod wdl_pairs;

pub use crate::vectorized::vectorized;
pub use chosen::{ChosenOrders, NotOrders};
pub use dtm::{DtmEncoder, DtmSource, encode_dtm};
#[cfg(feature = "save")]
pub use save::{save, write};
pub use sides::sides_to_move;
pub use source::{
    Asked, DTZ_ELSEWHERE, DTZ_FREE, DTZ_OFFSET, PartialSource, Question, Statistics, ValueSource, wdl_code,
};
pub use wdl_dtz::{Contents, DtzUnit, Encoder, Files, encode};
