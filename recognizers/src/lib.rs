#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod endings;
mod explain;
pub mod geometry;
pub mod mined;
mod recognizer;
mod registry;
mod rule;
mod table_files;

pub use endings::{kbkp, kbnkn, knnk, kpk, kpkp, kqkr, krpkr, minor_pawn, minors, pawn_piece, rook_minor};
pub use explain::{EXAMPLES, Reason, broken_by, explain};
pub use mined::{Answer, MINED_RULES, Mined};
pub use recognizer::{Layer, Recognizer, RuleBook, RuleId, RuleSet, Signature, Verdict};
pub use registry::{MAX_MEN, RECOGNIZERS, find, judge, judge_placement, judge_tried};
pub use rule::{
    Bound, Checked, Condition, DISTANCES, Distance, NotADistance, Outcome, Row, Rule, RuleDistance, Side,
    View, parse_distances,
};
pub use table_files::{TableFile, load_tables, restore_tables};
