//! What an audit is about.

use board::Material;
use recognizers::Side;
use serde::{Deserialize, Serialize};

use super::enumerate::Universe;
use super::shard::Shard;

/// Which layers of a recognizer an audit asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layers {
    /// The named rules only.
    Named,
    /// The named rules and the mined table.
    Both,
}

/// What an audit was about. Reports are parts of the same audit when all of this is equal but the
/// shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// Version of the JSON layout.
    pub schema: u32,
    /// The ending, under its table name.
    pub material: Material,
    /// Which positions counted.
    pub universe: Universe,
    /// Who knew the truth.
    pub oracle: String,
    /// Which layers were asked.
    pub layers: Layers,
    /// True when each rule was asked about everything, too.
    pub each_rule: bool,
    /// Which program it was.
    pub build: String,
    /// Which part of the positions.
    pub shard: Shard,
}

impl Subject {
    /// The present version of the JSON layout.
    pub(crate) const SCHEMA: u32 = 3;
}

/// A side by its men, as in `KP`; by its color where both have the same men.
pub(crate) fn men_of(material: Material, side: Side) -> String {
    if material.is_symmetric() {
        return if side == Side::Strong { "White" } else { "Black" }.to_owned();
    }
    let name = material.to_string();
    let (strong, weak) = name.split_once('v').expect("a material prints both sides");
    if side == Side::Strong { strong.to_owned() } else { weak.to_owned() }
}
