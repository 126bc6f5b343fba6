//! Published figures to compare with.
//!
//! T. Petzke counted the positions that the recognizers of his engine iCE spotted, without errors,
//! in 2011 and 2012 (macechess.blogspot.com). [`Universe::Ice`] reproduces his totals exactly.

use board::Material;

use super::enumerate::Universe;

/// Number of drawn and of decided positions of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Neither side wins, fifty-move rule ignored.
    pub draws: u64,
    /// Either side wins.
    pub decided: u64,
}

/// What iCE's recognizer spotted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ice {
    /// Draws announced, none wrongly.
    pub spotted: u64,
    /// All draws in iCE's universe.
    pub draws: u64,
}

/// The published totals of an ending, if any.
pub fn totals(material: Material, universe: Universe) -> Option<Totals> {
    let known = |name: &str| material.canonical().0.to_string() == name;
    let totals = |draws, decided| Some(Totals { draws, decided });
    match universe {
        Universe::All if known("KPvK") => totals(54_394, 111_282),
        Universe::All if known("KBvKP") => totals(8_019_767, 1_407_417),
        Universe::Ice if known("KBvKP") => totals(6_963_523, 1_248_570),
        Universe::Ice if known("KBNvKN") => totals(182_149_327, 37_532_061),
        _ if known("KRPvKR") => totals(211_955_522, 271_396_946),
        _ => None,
    }
}

/// iCE's figures, if it had a recognizer for this ending.
pub fn ice(material: Material) -> Option<Ice> {
    match material.canonical().0.to_string().as_str() {
        "KBvKP" => Some(Ice { spotted: 6_355_575, draws: 6_963_523 }),
        "KBNvKN" => Some(Ice { spotted: 65_560_677, draws: 182_149_327 }),
        "KRPvKR" => Some(Ice { spotted: 9_012_914, draws: 211_955_522 }),
        _ => None,
    }
}
