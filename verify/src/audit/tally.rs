//! The counts of an audit, which can be added over threads, shards and machines in any order.

use board::random::Random;
use board::{Placement, Wdl};
use recognizers::{Bound, Recognizer, Side};
use serde::{Deserialize, Serialize};

/// Results as audits count them: 0 (loss) to 4 (win) for the side to move, and [`UNKNOWN`].
pub(crate) const RESULTS: usize = 6;
/// Not known to the table.
pub(crate) const UNKNOWN: usize = 5;

/// Upper bound of the positions of an ending of six pieces, small enough that sums of many such
/// numbers do not overflow.
const POSITIONS_MAX: u64 = 1 << 40;

/// Positions by side to move (strong side first) and result.
pub(crate) type Cells = [[u64; RESULTS]; 2];

/// The sum over some positions of an ending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tally {
    /// By the rule that applied, for both layers in order; last, positions on which no rule
    /// applied.
    pub(crate) cells: Vec<Cells>,
    /// The same for quiet positions.
    pub(crate) quiet: Vec<Cells>,
    /// By rule, wrong claims when rules are applied in order.
    pub(crate) wrong: Vec<u64>,
    /// By rule, its claims on all positions; empty unless each rule was checked on its own.
    pub(crate) alone: Vec<Alone>,
    /// By piece, coverage by its square.
    pub(crate) maps: Vec<SquareMap>,
    /// Positions on which two sources differ.
    pub(crate) disagreements: u64,
    /// Chunks done, and all chunks.
    pub(crate) chunks: [u64; 2],
    /// Some wrong claims.
    pub(crate) wrong_examples: Sample,
    /// Some draws that were not announced.
    pub(crate) missed_draws: Sample,
    /// Some wins that were not announced.
    pub(crate) missed_wins: Sample,
    /// By rule, some positions on which it applied.
    pub(crate) spotted: Vec<Sample>,
}

/// The counts of a rule applied to all positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Alone {
    /// Positions on which it applies.
    pub(crate) holds: u64,
    /// Those on which it is wrong.
    pub(crate) wrong: u64,
    /// Those on which no other rule would apply.
    pub(crate) only: u64,
}

impl Alone {
    fn is_possible(&self) -> bool {
        self.holds <= POSITIONS_MAX && self.wrong <= self.holds && self.only <= self.holds
    }
}

/// Positions of one class of results, and how many of them each layer announced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Number of positions.
    pub all: u64,
    /// Those that the named rules announced.
    pub named: u64,
    /// Those of the others that the mined table announced.
    pub mined: u64,
}

impl Coverage {
    fn is_possible(&self) -> bool {
        self.all <= POSITIONS_MAX
            && self.named.checked_add(self.mined).is_some_and(|spotted| spotted <= self.all)
    }

    /// Number of positions announced.
    pub fn spotted(self) -> u64 {
        self.named + self.mined
    }

    /// Number of positions not announced, or announced wrongly.
    pub fn missed(self) -> u64 {
        self.all - self.spotted()
    }

    /// The sum of both.
    pub fn plus(self, other: Self) -> Self {
        Self { all: self.all + other.all, named: self.named + other.named, mined: self.mined + other.mined }
    }
}

/// Draws and wins of either side.
pub(crate) type DrawsAndWins = [Coverage; 2];

/// Coverage by the square of one piece, from the strong side's point of view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SquareMap {
    /// The piece, as in `KP's king`.
    pub man: String,
    /// By square (a1 first), side to move (strong side first), draws and wins.
    pub(crate) squares: Vec<[DrawsAndWins; 2]>,
}

impl SquareMap {
    fn is_possible(&self) -> bool {
        self.squares.len() == 64 && self.squares.iter().flatten().flatten().all(Coverage::is_possible)
    }

    pub(crate) fn new(man: String) -> Self {
        Self { man, squares: vec![<[DrawsAndWins; 2]>::default(); 64] }
    }

    /// Draws with the piece on a square (0 = a1 to 63 = h8); with one side to move, or with either.
    pub fn draws(&self, square: usize, to_move: Option<Side>) -> Coverage {
        self.sum(square, to_move, 0)
    }

    /// Wins of either side with the piece on a square.
    pub fn wins(&self, square: usize, to_move: Option<Side>) -> Coverage {
        self.sum(square, to_move, 1)
    }

    fn sum(&self, square: usize, to_move: Option<Side>, class: usize) -> Coverage {
        let sides = self.squares[square];
        let sides = Side::ALL.into_iter().zip(sides).filter(|(side, _)| to_move.is_none_or(|s| s == *side));
        sides.fold(Coverage::default(), |sum, (_, classes)| sum.plus(classes[class]))
    }
}

/// A few well-spread examples, always the same ones: those with the smallest scrambled keys.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sample {
    pub(crate) keep: usize,
    pub(crate) found: Vec<Found>,
}

/// A position of a sample.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Found {
    key: u64,
    pub(crate) fen: String,
    /// The rule that applied.
    pub(crate) rule: Option<usize>,
    /// What it claimed.
    pub(crate) claimed: Option<String>,
    /// The exact result for the side to move.
    pub(crate) truth: String,
}

impl Sample {
    pub(crate) fn keeping(keep: usize) -> Self {
        Self { keep, found: Vec::new() }
    }

    /// True when an example of this key would be kept.
    #[inline]
    pub(crate) fn wants(&self, key: u64) -> bool {
        self.found.len() < self.keep || self.found.last().is_some_and(|last| key < last.key)
    }

    pub(crate) fn add(&mut self, key: u64, placement: &Placement, claim: Option<(usize, Bound)>, truth: Wdl) {
        let claimed = claim.map(|(_, bound)| bound.to_string());
        let rule = claim.map(|(rule, _)| rule);
        let found = Found { key, fen: placement.to_fen(), rule, claimed, truth: truth.to_string() };
        let place = self.found.partition_point(|other| other.key < key);
        self.found.insert(place, found);
        self.found.truncate(self.keep);
    }

    fn merge(&mut self, other: Self) {
        self.found.extend(other.found);
        self.found.sort();
        self.found.truncate(self.keep);
    }
}

/// A hash of a slot, unrelated to the order of positions.
#[inline]
pub(crate) fn scramble(slot: u64) -> u64 {
    Random::new(slot).next_u64()
}

/// Number of examples of each kind to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Examples {
    /// Wrong claims.
    pub wrong: usize,
    /// Missed draws, and the same number of missed wins.
    pub missed: usize,
    /// Positions that each rule announced.
    pub spotted: usize,
}

impl Tally {
    pub(crate) fn new(recognizer: &Recognizer, maps: Vec<SquareMap>, examples: Examples) -> Self {
        let rules = recognizer.rule_count() + recognizer.mined_rule_count();
        let sample = Sample::keeping;
        Self {
            cells: vec![Cells::default(); rules + 1],
            quiet: vec![Cells::default(); rules + 1],
            wrong: vec![0; rules],
            alone: Vec::new(),
            maps,
            disagreements: 0,
            chunks: [0; 2],
            wrong_examples: sample(examples.wrong),
            missed_draws: sample(examples.missed),
            missed_wins: sample(examples.missed),
            spotted: vec![sample(examples.spotted); rules],
        }
    }

    /// True when these are plausible figures for this recognizer: one list for each of its rules,
    /// and no count greater than the number of positions. Then nothing computed from them, or from
    /// sums with others, can overflow.
    pub(crate) fn is_possible(&self, recognizer: &Recognizer, each_rule: bool) -> bool {
        let rules = recognizer.rule_count() + recognizer.mined_rule_count();
        let spoken = |rule: usize| Side::ALL.iter().map(|&side| self.spoke(rule, side)).sum::<u64>();
        let counts = [&self.cells, &self.quiet].into_iter().flatten().flatten().flatten();
        let samples = [&self.wrong_examples, &self.missed_draws, &self.missed_wins];
        let mut examples = samples.into_iter().chain(&self.spotted).flat_map(|sample| &sample.found);
        let mut all = self.cells.iter().flatten().flatten().zip(self.quiet.iter().flatten().flatten());
        self.cells.len() == rules + 1
            && self.quiet.len() == rules + 1
            && self.wrong.len() == rules
            && self.spotted.len() == rules
            && self.alone.len() == if each_rule { rules } else { 0 }
            && counts.copied().all(|count| count <= POSITIONS_MAX)
            && all.all(|(all, quiet)| quiet <= all)
            && (0..rules).all(|rule| self.wrong[rule] <= spoken(rule))
            && self.alone.iter().all(Alone::is_possible)
            && self.maps.iter().all(SquareMap::is_possible)
            && self.disagreements <= POSITIONS_MAX
            && self.chunks.iter().all(|&chunks| chunks <= POSITIONS_MAX)
            && examples.all(|found| found.rule.is_none_or(|rule| rule < rules))
    }

    /// True when both have maps of the same pieces.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let men = |tally: &Self| tally.maps.iter().map(|map| map.man.clone()).collect::<Vec<_>>();
        men(self) == men(other) && self.chunks[1] == other.chunks[1]
    }

    /// Adds the counts of other positions of the same ending, made in the same way.
    pub(crate) fn merge(mut self, other: Self) -> Self {
        for (cells, more) in [(&mut self.cells, &other.cells), (&mut self.quiet, &other.quiet)] {
            for (count, more) in cells.iter_mut().flatten().flatten().zip(more.iter().flatten().flatten()) {
                *count += more;
            }
        }
        for (wrong, more) in self.wrong.iter_mut().zip(other.wrong) {
            *wrong += more;
        }
        if self.alone.is_empty() {
            self.alone = other.alone;
        } else {
            for (sum, add) in self.alone.iter_mut().zip(other.alone) {
                sum.holds += add.holds;
                sum.wrong += add.wrong;
                sum.only += add.only;
            }
        }
        for (map, more) in self.maps.iter_mut().zip(other.maps) {
            let cells = map.squares.iter_mut().flatten().flatten();
            for (coverage, more) in cells.zip(more.squares.into_iter().flatten().flatten()) {
                *coverage = coverage.plus(more);
            }
        }
        self.disagreements += other.disagreements;
        self.chunks[0] += other.chunks[0];
        self.chunks[1] = self.chunks[1].max(other.chunks[1]);
        self.wrong_examples.merge(other.wrong_examples);
        self.missed_draws.merge(other.missed_draws);
        self.missed_wins.merge(other.missed_wins);
        for (sample, more) in self.spotted.iter_mut().zip(other.spotted) {
            sample.merge(more);
        }
        self
    }

    /// Positions with this side to move on which a rule applied (or none, for the index after the
    /// last rule).
    pub(crate) fn spoke(&self, rule: usize, to_move: Side) -> u64 {
        self.cells[rule][to_move as usize].iter().sum()
    }

    /// All positions with this side to move.
    pub(crate) fn positions(&self, to_move: Side) -> u64 {
        (0..self.cells.len()).map(|rule| self.spoke(rule, to_move)).sum()
    }
}
