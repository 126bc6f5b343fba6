//! Matches between several configurations, each against its neighbors or against all, and their
//! ratings.

use std::sync::atomic::Ordering;

use super::statistics::Statistics;
use super::{Configuration, Contest, ContestError};

/// The result of a pair of rungs.
pub struct Meeting {
    /// The higher rung, whose score is counted.
    pub above: usize,
    /// The lower rung.
    pub below: usize,
    /// The statistics.
    pub statistics: Statistics,
}

/// The pairing of rungs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meetings {
    /// Each rung plays the one below it.
    Neighbors,
    /// Each rung plays every one below it, and itself.
    All,
}

impl Meetings {
    /// The pairs of `rungs` rungs, the higher one first, in ascending order.
    pub fn pairs(self, rungs: usize) -> Vec<(usize, usize)> {
        match self {
            Self::Neighbors => (1..rungs).map(|above| (above, above - 1)).collect(),
            Self::All => (0..rungs).flat_map(|above| (0..=above).map(move |below| (above, below))).collect(),
        }
    }
}

/// Plays all matches between rungs with the settings of `model`, whose sides are ignored, and
/// reports each. After a stop, the current match is reported with the games it has, and no other is
/// started.
///
/// # Errors
/// As [`Contest::play`].
pub fn climb(
    rungs: &[Configuration],
    meetings: Meetings,
    model: &mut Contest,
    mut report: impl FnMut(&Meeting),
) -> Result<Vec<Meeting>, ContestError> {
    let mut met = Vec::new();
    for (above, below) in meetings.pairs(rungs.len()) {
        model.sides = [rungs[above].clone(), rungs[below].clone()];
        let statistics = model.play(|_, _| ())?;
        if statistics.pairs() == 0 {
            break;
        }
        let meeting = Meeting { above, below, statistics };
        report(&meeting);
        met.push(meeting);
        if model.stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(met)
}

/// The rungs' Elo above the lowest with half the 95 % interval, up to the first step of unknown
/// height; from matches between neighbors.
pub fn heights(rungs: usize, meetings: &[Meeting]) -> Vec<(f64, f64)> {
    let mut heights = vec![(0.0, 0.0)];
    let (mut height, mut variance) = (0.0, 0.0);
    for above in 1..rungs {
        let step = meetings.iter().find(|meeting| (meeting.above, meeting.below) == (above, above - 1));
        let Some(elo) = step.and_then(|meeting| meeting.statistics.elo()) else { break };
        height += elo.value;
        variance += elo.error * elo.error;
        heights.push((height, variance.sqrt()));
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::super::game::Game;
    use super::super::referee::Ending;
    use super::*;
    use board::{Board, Color};

    fn meeting(above: usize, below: usize, winners: [Option<Color>; 2]) -> Meeting {
        let mut statistics = Statistics::default();
        let game = |white: usize, winner| Game {
            opening: Board::startpos(),
            white,
            moves: vec![],
            ending: Ending::Mate,
            winner,
            fault: None,
        };
        for _ in 0..10 {
            statistics.add(&[game(0, winners[0]), game(1, winners[1])]);
        }
        Meeting { above, below, statistics }
    }

    #[test]
    fn heights_add_up_to_the_first_step_that_nobody_can_measure() {
        let (white, black) = (Some(Color::White), Some(Color::Black));
        let three_quarters = [white, None];
        let meetings =
            [meeting(1, 0, three_quarters), meeting(2, 1, three_quarters), meeting(3, 2, [white, black])];
        let heights = heights(4, &meetings);
        assert_eq!(heights.len(), 3, "a perfect score gives no height");
        assert!((heights[2].0 - 2.0 * 190.85).abs() < 0.1, "{heights:?}");
    }

    #[test]
    fn all_meet_themselves_and_everybody_below() {
        assert_eq!(Meetings::All.pairs(3), [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]);
        assert_eq!(Meetings::Neighbors.pairs(3), [(1, 0), (2, 1)]);
    }
}
