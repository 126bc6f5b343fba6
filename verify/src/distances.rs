//! Measures the distances of the wins that each rule, and each leaf of a mined table, announces.
//!
//! Like an audit it covers every position; for those announced as won or lost it looks up the
//! distance to zeroing (DTZ), in plies under the fifty-move rule. The results are embedded in
//! `recognizers`: see [`merge`] and [`Measured::leaf_file`].

use std::fmt::{self, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};

use board::{BitBoard, Material};
use rayon::prelude::*;
use recognizers::{Bound, Distance, NotADistance, RECOGNIZERS, Recognizer, RuleDistance, Side, Verdict};
use tbgen::DtzTables;
use tbgen::rows::{NO_POSITION, by_code};

use crate::audit::Universe;
use crate::audit::walk::{Row, Walk};
use crate::error::VerifyError;

/// Positions and their distances to zeroing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plies {
    /// Number of positions.
    pub positions: u64,
    /// Sum of their distances, in plies.
    pub sum: u64,
    /// Greatest distance, in plies.
    pub greatest: u16,
}

impl Plies {
    fn of(squares: BitBoard, plies: &[u16; 64]) -> Self {
        squares.into_iter().fold(Self::default(), |sum, square| {
            let plies = plies[square as usize];
            sum.plus(Self { positions: 1, sum: u64::from(plies), greatest: plies })
        })
    }

    fn plus(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            sum: self.sum + other.sum,
            greatest: self.greatest.max(other.greatest),
        }
    }

    /// Mean distance, in plies; 0 without positions.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.positions.max(1) as f64
    }

    /// The distance as recognizers report it; `None` without positions.
    pub fn distance(&self) -> Option<Distance> {
        Distance::new(self.mean().round() as u8, u8::try_from(self.greatest).ok()?)
    }
}

/// By side to move, the strong side first.
pub type BySide = [Plies; 2];

/// A leaf of a mined table that announces a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasuredLeaf {
    /// Its number in the tree.
    pub leaf: usize,
    /// The positions that reach it when no named rule applies, without exceptions.
    pub plies: BySide,
}

impl MeasuredLeaf {
    /// Both sides to move together.
    pub fn both(&self) -> Plies {
        self.plies[0].plus(self.plies[1])
    }
}

/// The distances of an ending.
pub struct Measured {
    recognizer: &'static Recognizer,
    /// Each rule that announces wins, including the mined table as a whole, in order of
    /// application.
    pub rules: Vec<RuleDistance>,
    /// The winning leaves of the mined table, in the order of its tree.
    pub leaves: Vec<MeasuredLeaf>,
}

/// Solves the recognizer's ending and measures, on all threads of the current pool. Each position
/// counts for the first rule that applies, or else for its leaf of the mined table, as in
/// [`Verdict::distance`]. `progress` is called from any thread with the numbers of chunks done and
/// of all chunks.
///
/// # Errors
/// [`VerifyError::Tables`] and [`VerifyError::NotWon`].
///
/// # Panics
/// Never: the table has just been solved, with distances.
pub fn measure(
    recognizer: &'static Recognizer,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Measured, VerifyError> {
    let tables = DtzTables::of_ending(recognizer.material())?;
    let rows = tables.rows(recognizer.material()).expect("it was solved");
    let walk = Walk::new(rows, recognizer, Universe::All);
    let leaves: Vec<usize> = recognizer.tree().map_or_else(Vec::new, |tree| tree.winning_leaves().collect());
    let (done, all) = (AtomicUsize::new(0), walk.chunks());
    let measure_chunk = |mut sums: Sums, chunk: usize| {
        walk.visit(walk.rows_of_chunk(chunk), |row| sums.add_row(&walk, recognizer, &leaves, row));
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, all);
        sums
    };
    let empty = || Sums::new(recognizer, leaves.len());
    let sums = (0..all).into_par_iter().fold(empty, measure_chunk).reduce(empty, Sums::plus);
    if let Some(rule) = sums.false_wins.iter().position(|&many| many > 0) {
        return Err(VerifyError::NotWon(recognizer.rule(rule).name, sums.false_wins[rule]));
    }
    let leaves = leaves.into_iter().zip(sums.leaves).map(|(leaf, plies)| MeasuredLeaf { leaf, plies });
    Ok(Measured { recognizer, rules: lines(recognizer, &sums.rules), leaves: leaves.collect() })
}

/// The running sums.
struct Sums {
    /// By rule of both layers.
    rules: Vec<BySide>,
    /// By winning leaf.
    leaves: Vec<BySide>,
    /// By rule: positions wrongly announced as won or lost.
    false_wins: Vec<u64>,
}

impl Sums {
    fn new(recognizer: &Recognizer, leaves: usize) -> Self {
        let rules = recognizer.rule_count() + recognizer.mined_rule_count();
        Self {
            rules: vec![BySide::default(); rules],
            leaves: vec![BySide::default(); leaves],
            false_wins: vec![0; rules],
        }
    }

    fn plus(mut self, other: Self) -> Self {
        let add = |mine: &mut Vec<BySide>, others: Vec<BySide>| {
            for (mine, other) in mine.iter_mut().zip(others) {
                *mine = [mine[0].plus(other[0]), mine[1].plus(other[1])];
            }
        };
        add(&mut self.rules, other.rules);
        add(&mut self.leaves, other.leaves);
        self.false_wins.iter_mut().zip(other.false_wins).for_each(|(mine, other)| *mine += other);
        self
    }

    fn add_row(&mut self, walk: &Walk, recognizer: &'static Recognizer, leaves: &[usize], row: &Row) {
        let mut codes = [NO_POSITION; 64];
        walk.rows.results(row.side, row.number, &mut codes);
        let truth = RowTruth {
            results: by_code(&codes),
            plies: walk.rows.distances(row.side, row.number).expect("the table has distances"),
            side: walk.side_of(row.side) as usize,
        };
        let asked = walk.asked(row);
        let mut silent = row.positions;
        recognizer.judge_row(&asked, &mut |verdict, squares| {
            silent -= squares;
            self.add(verdict, squares, &truth, leaves);
        });
        if !silent.is_empty() {
            recognizer.judge_mined_row(&asked.with_squares(silent), &mut |verdict, squares| {
                self.add(verdict, squares, &truth, leaves);
            });
        }
    }

    fn add(&mut self, verdict: Verdict, squares: BitBoard, truth: &RowTruth, leaves: &[usize]) {
        let [loss, .., win] = truth.results;
        let won = match verdict.bound {
            Bound::Win => win,
            Bound::Loss => loss,
            Bound::AtMostDraw | Bound::Draw | Bound::AtLeastDraw => return,
        };
        let rule = verdict.rule.index();
        self.false_wins[rule] += u64::from((squares - won).len());
        let these = Plies::of(squares & won, &truth.plies);
        let add = |sum: &mut BySide| sum[truth.side] = sum[truth.side].plus(these);
        add(&mut self.rules[rule]);
        if let Some(leaf) = verdict.leaf() {
            add(&mut self.leaves[leaves.binary_search(&leaf).expect("it announces a win")]);
        }
    }
}

/// The exact results of a row.
struct RowTruth {
    /// The row man's squares by result, from loss to win.
    results: [BitBoard; 5],
    /// Distances by its square.
    plies: [u16; 64],
    /// The side to move.
    side: usize,
}

fn lines(recognizer: &Recognizer, rules: &[BySide]) -> Vec<RuleDistance> {
    let mut lines = Vec::new();
    for (index, plies) in rules.iter().enumerate() {
        let rule = recognizer.rule(index);
        for (to_move, plies) in Side::ALL.into_iter().zip(plies) {
            if plies.positions > 0 {
                lines.push(RuleDistance {
                    ending: recognizer.material().canonical().0,
                    winner: if rule.outcome.bound(to_move) == Bound::Win { to_move } else { !to_move },
                    to_move,
                    positions: plies.positions,
                    mean: plies.mean(),
                    greatest: plies.greatest as u8,
                    rule: rule.name.to_owned(),
                });
            }
        }
    }
    lines
}

impl Measured {
    /// The ending, under its table name.
    pub fn ending(&self) -> Material {
        self.recognizer.material().canonical().0
    }

    /// The file of distances stored beside the mined table; `None` when the ending has none.
    pub fn leaf_file(&self) -> Option<Vec<u8>> {
        let tree = self.recognizer.tree()?;
        Some(tree.encode_distances(|leaf| {
            let at = self.leaves.binary_search_by_key(&leaf, |measured| measured.leaf).ok()?;
            self.leaves[at].both().distance()
        }))
    }

    /// The rules as a table, one line each, and a line summing up the leaves; with `each_leaf` also
    /// one line for each leaf.
    pub fn to_text(&self, each_leaf: bool) -> String {
        let mut text = format!("{}\n", RuleDistance::HEADER);
        push_lines(&mut text, &self.rules);
        if self.leaves.is_empty() {
            return text;
        }
        let count =
            |is_one: fn(&MeasuredLeaf) -> bool| self.leaves.iter().filter(|leaf| is_one(leaf)).count();
        let _ = writeln!(
            text,
            "{}: {} leaves announce a win; {} are never reached, {} are reached with both sides to move",
            self.ending(),
            self.leaves.len(),
            count(|leaf| leaf.both().positions == 0),
            count(|leaf| leaf.plies.iter().all(|plies| plies.positions > 0)),
        );
        if each_leaf {
            text += "    leaf  to move  positions    mean  greatest\n";
            push_lines(&mut text, &self.leaves);
        }
        text
    }
}

/// One line for each side to move with positions, without a final line break; empty when there are
/// none.
impl fmt::Display for MeasuredLeaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides = ["strong", "weak"].into_iter().zip(&self.plies).filter(|(_, plies)| plies.positions > 0);
        for (number, (side, plies)) in sides.enumerate() {
            let separator = if number == 0 { "" } else { "\n" };
            let Plies { positions, greatest, .. } = plies;
            let mean = plies.mean();
            write!(f, "{separator}{:>8}  {side:<7}{positions:>11}{mean:>8.2}{greatest:>10}", self.leaf)?;
        }
        Ok(())
    }
}

fn push_lines<'a, T: fmt::Display + 'a>(text: &mut String, lines: impl IntoIterator<Item = &'a T>) {
    for line in lines.into_iter().map(ToString::to_string).filter(|line| !line.is_empty()) {
        text.push_str(&line);
        text.push('\n');
    }
}

/// The text to embed: the previous text with the lines of the measured endings replaced.
///
/// # Errors
/// When a line of the previous text cannot be read.
pub fn merge(before: &str, measured: &[Measured]) -> Result<String, NotADistance> {
    let old = recognizers::parse_distances(before)?;
    let mut text = format!(
        "# Distances to zeroing, in plies, of the wins that each rule announces: see README.md.\n\
         # Written by `verify distances --write`.\n{}\n",
        RuleDistance::HEADER.replacen("ending ", "#ending", 1)
    );
    for recognizer in RECOGNIZERS {
        let ending = recognizer.material().canonical().0;
        let new = measured.iter().find(|measured| measured.ending() == ending);
        let lines = new.map_or(&old, |new| &new.rules).iter().filter(|line| line.ending == ending);
        push_lines(&mut text, lines);
    }
    Ok(text)
}
