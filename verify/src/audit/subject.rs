//! The subject of an audit.

use board::Material;
use recognizers::Side;
use serde::{Deserialize, Serialize};

use super::enumerate::Universe;
use super::shard::Shard;

/// The layers of a recognizer that an audit checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layers {
    /// The named rules only.
    Named,
    /// The named rules and the mined table.
    Both,
}

/// The subject of an audit. Reports are parts of the same audit when all of this except the shard
/// is equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// Version of the JSON layout.
    pub schema: u32,
    /// The ending, under its table name.
    pub material: Material,
    /// The positions counted.
    pub universe: Universe,
    /// The source of exact results.
    pub oracle: String,
    /// The layers checked.
    pub layers: Layers,
    /// True when each rule was also applied to all positions.
    pub each_rule: bool,
    /// Identifies the program.
    pub build: String,
    /// The part of the positions.
    pub shard: Shard,
}

impl Subject {
    /// The current version of the JSON layout.
    pub(crate) const SCHEMA: u32 = 3;
}

/// The name of a side: its pieces, as in `KP`, or its color if both have the same pieces.
pub(crate) fn men_of(material: Material, side: Side) -> String {
    if material.is_symmetric() {
        return if side == Side::Strong { "White" } else { "Black" }.to_owned();
    }
    let name = material.to_string();
    let (strong, weak) = name.split_once('v').expect("a material prints both sides");
    if side == Side::Strong { strong.to_owned() } else { weak.to_owned() }
}
