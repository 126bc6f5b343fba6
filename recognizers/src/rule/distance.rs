//! Distances of recognized wins to the next capture, pawn move or mate.
//!
//! `verify distances` measures them over all positions that a rule announces and writes
//! `data/recognizers/distances.txt`, which is read on first use. [`RuleDistance`] is a line of it.

use std::fmt;
use std::str::FromStr;

use board::Material;
use serde::Serialize;

use super::claim::{Bound, Rule};
use super::view::Side;

/// Distance to zeroing (DTZ) of the positions won or lost by one rule or by one leaf of a mined
/// table: plies to the next capture or pawn move of the winner's choice or to mate, under the
/// fifty-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Distance {
    /// The mean, in plies, rounded: 1 to 100.
    pub mean: u8,
    /// The greatest, in plies: 1 to 100. With a fifty-move counter of at most 100 minus this, the
    /// rule cannot spoil the win.
    pub greatest: u8,
}

impl Distance {
    /// Greatest distance of a win that the fifty-move rule does not spoil, in plies.
    pub const MOST: u8 = board::rules::FIFTY_MOVES_PLIES;

    /// A distance; `None` if it is impossible: a mean of 0 or above the greatest, or more than 100
    /// plies.
    pub fn new(mean: u8, greatest: u8) -> Option<Self> {
        (1 <= mean && mean <= greatest && greatest <= Self::MOST).then_some(Self { mean, greatest })
    }
}

/// The embedded distances, written by `verify distances`.
pub const DISTANCES: &str = data::DISTANCES;

/// A line of [`DISTANCES`]: the positions won by a rule with one side to move. Only positions count
/// to which no earlier rule applies.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleDistance {
    /// The ending, under its table name.
    pub ending: Material,
    /// The side that wins.
    pub winner: Side,
    /// The side to move.
    pub to_move: Side,
    /// Number of positions; mirrored ones count once.
    pub positions: u64,
    /// Mean distance to zeroing, in plies.
    pub mean: f64,
    /// Greatest distance to zeroing, in plies.
    pub greatest: u8,
    /// The rule's name.
    pub rule: String,
}

impl RuleDistance {
    /// The header of [`DISTANCES`], aligned with its columns.
    pub const HEADER: &str = "ending  winner  to move  positions    mean  greatest  rule";

    /// The result for the side to move.
    fn bound(&self) -> Bound {
        if self.winner == self.to_move { Bound::Win } else { Bound::Loss }
    }
}

impl fmt::Display for RuleDistance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<7} {:<7} {:<8} {:>9} {:>7.2} {:>9}  {}",
            self.ending.to_string(),
            name(self.winner),
            name(self.to_move),
            self.positions,
            self.mean,
            self.greatest,
            self.rule
        )
    }
}

fn name(side: Side) -> &'static str {
    if side == Side::Strong { "strong" } else { "weak" }
}

/// A line of distances that cannot be parsed, because of this column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotADistance {
    /// The column, as [`RuleDistance::HEADER`] names it.
    pub column: &'static str,
    /// The text found in it.
    pub found: String,
}

impl fmt::Display for NotADistance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a valid `{}`: run `verify distances --write` again", self.found, self.column)
    }
}

impl std::error::Error for NotADistance {}

impl FromStr for RuleDistance {
    type Err = NotADistance;

    fn from_str(line: &str) -> Result<Self, NotADistance> {
        let mut rest = line;
        let mut next = || {
            let (word, after) = rest.trim_start().split_once(' ').unwrap_or((rest.trim_start(), ""));
            rest = after;
            word
        };
        let read = Self {
            ending: column("ending", next(), |word| word.parse().ok())?,
            winner: column("winner", next(), side)?,
            to_move: column("to move", next(), side)?,
            positions: column("positions", next(), |word| word.parse().ok().filter(|&many| many > 0))?,
            mean: column("mean", next(), |word| word.parse().ok())?,
            greatest: column("greatest", next(), |word| word.parse().ok())?,
            rule: String::new(),
        };
        let rule = column("rule", rest.trim(), |rule| (!rule.is_empty()).then(|| rule.to_owned()))?;
        // Checks the unrounded mean, too: it must not exceed the greatest.
        let is_most = read.mean <= f64::from(read.greatest);
        if !is_most || Distance::new(read.mean.round() as u8, read.greatest).is_none() {
            return Err(NotADistance { column: "greatest", found: read.greatest.to_string() });
        }
        Ok(Self { rule, ..read })
    }
}

fn column<T>(column: &'static str, word: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, NotADistance> {
    read(word).ok_or_else(|| NotADistance { column, found: word.to_owned() })
}

fn side(word: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| name(side) == word)
}

/// Parses the lines of a text, except empty lines and those that start with `#`.
///
/// # Errors
/// [`NotADistance`] for the first line that cannot be parsed.
pub fn parse_distances(text: &str) -> Result<Vec<RuleDistance>, NotADistance> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::parse).collect()
}

/// The distances of a rule, for wins and for losses of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OfRule([Option<Distance>; 2]);

impl OfRule {
    /// The distances of a rule of an ending, from the lines. A rule that gives the same bound for
    /// either side to move has two lines.
    pub(crate) fn find(lines: &[RuleDistance], ending: Material, rule: &Rule) -> Self {
        let ending = ending.canonical().0;
        Self([Bound::Win, Bound::Loss].map(|bound| {
            let (mut positions, mut plies, mut greatest) = (0, 0.0, 0);
            let said = |line: &&RuleDistance| {
                let is_of_rule = line.ending == ending && line.rule == rule.name && line.bound() == bound;
                is_of_rule && rule.outcome.bound(line.to_move) == bound
            };
            for line in lines.iter().filter(said) {
                positions += line.positions;
                plies += line.mean * line.positions as f64;
                greatest = greatest.max(line.greatest);
            }
            Distance::new((plies / positions.max(1) as f64).round() as u8, greatest)
        }))
    }

    /// The distance for this bound; `None` for anything but a win or loss.
    #[inline]
    pub(crate) fn distance(self, bound: Bound) -> Option<Distance> {
        match bound {
            Bound::Win => self.0[0],
            Bound::Loss => self.0[1],
            Bound::AtMostDraw | Bound::Draw | Bound::AtLeastDraw => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Outcome;

    const LINES: &str = "# ending\n\
        KBvKP   weak    weak           100   10.00        12  the pawn promotes\n\
        KPvKP   strong  strong         300   10.00        12  first\n\
        KPvKP   weak    weak           100   20.00        30  first\n\
        KPvKP   weak    strong         100    5.40         6  first\n";

    #[test]
    fn lines_are_written_as_they_are_read() {
        let lines = parse_distances(LINES).unwrap();
        let written: Vec<String> = lines.iter().map(ToString::to_string).collect();
        assert_eq!(written, LINES.lines().skip(1).collect::<Vec<_>>());
        assert_eq!(RuleDistance::HEADER.find("rule"), written[0].find("the pawn"));
    }

    #[test]
    fn lines_that_make_no_sense_are_refused_by_the_column() {
        let line = "KBvKP weak weak 100 10.00 12 the pawn promotes";
        assert!(line.parse::<RuleDistance>().is_ok());
        for (from, to, column) in [
            ("KBvKP", "KBKP?", "ending"),
            ("weak weak", "weak both", "to move"),
            ("weak weak", "none weak", "winner"),
            ("100", "-1", "positions"),
            ("100", "0", "positions"),
            ("10.00", "soon", "mean"),
            ("10.00", "12.60", "greatest"),
            ("12", "101x", "greatest"),
            ("12", "101", "greatest"),
            ("the pawn promotes", "", "rule"),
        ] {
            let spoiled = line.replacen(from, to, 1);
            assert_eq!(spoiled.parse::<RuleDistance>().unwrap_err().column, column, "{spoiled}");
        }
        assert_eq!("".parse::<RuleDistance>().unwrap_err().column, "ending");
    }

    #[test]
    fn both_sides_to_move_are_put_together_when_the_rule_says_the_same_to_both() {
        let lines = parse_distances(LINES).unwrap();
        let ending = "KPvKP".parse().unwrap();
        let rule = |name, outcome| Rule::new(name, None, outcome, "", "");
        let of = |rule: &Rule| OfRule::find(&lines, ending, rule);
        let mover = of(&rule("first", Outcome::MoverWins));
        assert_eq!(mover.distance(Bound::Win), Distance::new(13, 30));
        assert_eq!(mover.distance(Bound::Loss), None);
        let weak = of(&rule("first", Outcome::WeakWins));
        assert_eq!(weak.distance(Bound::Win), Distance::new(20, 30));
        assert_eq!(weak.distance(Bound::Loss), Distance::new(5, 6));
        assert_eq!(weak.distance(Bound::Draw), None);
        assert_eq!(of(&rule("another", Outcome::WeakWins)), OfRule::default());
    }
}
