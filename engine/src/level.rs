//! Playing below full strength: the nodes per move and the share of the evaluation used at a given
//! Elo.
//!
//! Nothing is random: a weaker level searches less deeply and evaluates more crudely, and plays the
//! best move it finds. Mates in up to three moves are always played ([`MATES`]). On a clock a level
//! takes as long as an opponent of full strength would, though its nodes need only a part of that.

use crate::limits::Limits;

/// The weakest level.
pub(crate) const ELO_MIN: i32 = 1320;
/// The strongest limited level.
pub(crate) const ELO_MAX: i32 = 3400;

/// The whole evaluation, in thousandths.
pub(crate) const FULL_KNOWLEDGE: i32 = 1_000;

/// Mates in up to this many moves are found at every level...
pub const MATES: u32 = 3;
/// ... unless the search for them exceeds this many positions.
pub(crate) const MATES_BUDGET: u64 = 1_000_000;

/// The limits of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    /// Nodes per move; the first iteration is always completed.
    pub nodes: u64,
    /// The share of the full evaluation, in thousandths; the rest is material and piece-square
    /// tables.
    pub knowledge: i32,
}

/// Elo, nodes as a logarithm to base 2, knowledge in thousandths: fitted to ladders of 500, 260 and
/// (the third rung) 300 games per step from 1400 to 2800, with 1800 fixed; the last rung to 100
/// games per step from 3000. Values outside are extrapolated from the nearest step. The games are
/// in `docs/results/games.md`.
const RUNGS: &[(f64, f64, f64)] = &[
    (1170.0, 0.0, 0.0),
    (1379.0, 1.8, 212.0),
    (1450.0, 2.5, 293.0),
    (1532.0, 6.83, 802.0),
    (1574.0, 7.18, 829.0),
    (1800.0, 8.84, 957.0),
    (2029.0, 10.0, 1000.0),
    (2295.0, 11.03, 1000.0),
    (2523.0, 11.99, 1000.0),
    (2710.0, 12.89, 1000.0),
    (2935.0, 13.99, 1000.0),
    (3161.0, 15.33, 1000.0),
    (3385.0, 16.75, 1000.0),
];

impl Level {
    /// The level for an Elo; values out of range are clamped.
    pub(crate) fn of(elo: i32) -> Self {
        let elo = f64::from(elo.clamp(ELO_MIN, ELO_MAX));
        let above = RUNGS.iter().position(|rung| rung.0 >= elo).unwrap_or(RUNGS.len() - 1).max(1);
        let (low, high) = (RUNGS[above - 1], RUNGS[above]);
        let share = (elo - low.0) / (high.0 - low.0);
        let between = |low: f64, high: f64| low + share * (high - low);
        Self {
            nodes: between(low.1, high.1).exp2().round() as u64,
            knowledge: between(low.2, high.2).round() as i32,
        }
    }

    /// The requested limits, restricted by the level.
    pub(crate) fn limit(self, limits: &Limits) -> Limits {
        let nodes = limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        Limits { nodes: Some(nodes), ..limits.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_levels_see_and_know_more() {
        let levels: Vec<Level> = (ELO_MIN..=ELO_MAX).step_by(20).map(Level::of).collect();
        for pair in levels.windows(2) {
            assert!(pair[0].nodes <= pair[1].nodes && pair[0].knowledge <= pair[1].knowledge, "{pair:?}");
            assert_ne!(pair[0], pair[1]);
        }
        assert_eq!(levels.last().unwrap().knowledge, FULL_KNOWLEDGE);
        assert_eq!(Level::of(0), Level::of(ELO_MIN));
        assert_eq!(Level::of(i32::MAX), Level::of(ELO_MAX));
    }
}
