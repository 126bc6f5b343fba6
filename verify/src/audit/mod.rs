//! Compares a recognizer with the exact result in every position of its ending.
//!
//! Positions are processed in rows of 64, whose results are adjacent in memory. Threads work on
//! chunks of rows.

pub mod enumerate;
pub mod published;
mod quiet;
mod shard;
pub(crate) mod subject;
pub(crate) mod tally;
pub(crate) mod walk;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use board::{BitBoard, Piece, Square, Wdl};
use rayon::prelude::*;
use recognizers::{Layer, Recognizer, Side, Verdict};
use tbgen::rows::{NO_POSITION, Rows, by_code};

pub use enumerate::{Domain, Universe};
pub use shard::Shard;
pub use subject::Subject;
pub use tally::{Coverage, Examples, SquareMap};

use crate::truth::Truth;
use subject::{Layers, men_of};
use tally::{Alone, DrawsAndWins, Tally, UNKNOWN, scramble};
use walk::{Row, Walk};

/// What to audit, and how.
pub struct Audit<'a> {
    /// The recognizer to audit.
    pub recognizer: &'static Recognizer,
    /// The source of exact results.
    pub truth: &'a Truth,
    /// The positions to count.
    pub universe: Universe,
    /// The part of them to check.
    pub shard: Shard,
    /// Skip the mined table.
    pub named_only: bool,
    /// Also apply each rule to every position, regardless of the rules before it.
    pub each_rule: bool,
    /// Examples to keep.
    pub examples: Examples,
    /// Identifies this program, for merging reports.
    pub build: &'a str,
    /// Called with the numbers of chunks done and of all chunks, from any thread.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// The subject of an audit and its counts.
pub struct Audited {
    pub(crate) subject: Subject,
    pub(crate) recognizer: &'static Recognizer,
    pub(crate) tally: Tally,
    /// Wall-clock time of the walk, without building tables.
    pub(crate) seconds: f64,
    /// Number of threads.
    pub(crate) threads: usize,
}

/// Checks all positions, on all threads of the current pool. Wrong claims are reported in the
/// counts.
///
/// Figures and examples do not depend on the number of threads, and those of all shards add up to
/// those of the whole.
pub fn audit(audit: &Audit) -> Audited {
    let start = Instant::now();
    let auditor = Auditor::new(audit);
    let all = auditor.walk.chunks();
    let mine: Vec<usize> = (0..all).filter(|&chunk| audit.shard.contains(chunk)).collect();
    let done = AtomicUsize::new(0);
    let count_chunk = |mut tally: Tally, &chunk: &usize| {
        auditor.count(chunk, &mut tally);
        (audit.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, mine.len());
        tally
    };
    let sums = mine.par_iter().fold(|| auditor.empty_tally(), count_chunk);
    let mut tally = sums.reduce(|| auditor.empty_tally(), Tally::merge);
    tally.chunks = [mine.len() as u64, all as u64];
    let subject = Subject {
        schema: Subject::SCHEMA,
        material: audit.recognizer.material().canonical().0,
        universe: audit.universe,
        oracle: audit.truth.name(),
        layers: if audit.named_only { Layers::Named } else { Layers::Both },
        each_rule: audit.each_rule,
        build: audit.build.to_owned(),
        shard: audit.shard,
    };
    let (seconds, threads) = (start.elapsed().as_secs_f64(), rayon::current_num_threads());
    Audited { subject, recognizer: audit.recognizer, tally, seconds, threads }
}

/// The state of an audit, shared by all rows.
struct Auditor<'a> {
    audit: &'a Audit<'a>,
    walk: Walk<'a>,
    /// Results to compare with.
    second: Option<Rows<'a>>,
    /// Indices of the pieces with maps: pawns and kings.
    mapped: Vec<usize>,
}

impl<'a> Auditor<'a> {
    fn new(audit: &'a Audit<'a>) -> Self {
        let walk = Walk::new(audit.truth.rows(), audit.recognizer, audit.universe);
        let is_mapped = |man: usize| man < walk.rows.lead_men() || walk.men[man].1 == Piece::King;
        Self {
            audit,
            second: audit.truth.second(),
            mapped: (0..walk.men.len()).filter(|&man| is_mapped(man)).collect(),
            walk,
        }
    }

    fn empty_tally(&self) -> Tally {
        let name = |man: usize| {
            let (color, piece) = self.walk.men[man];
            let side = men_of(self.audit.recognizer.material(), self.walk.side_of(color));
            format!("{side}'s {}", if piece == Piece::King { "king" } else { "pawn" })
        };
        let maps = self.mapped.iter().map(|&man| SquareMap::new(name(man))).collect();
        let mut tally = Tally::new(self.audit.recognizer, maps, self.audit.examples);
        if self.audit.each_rule {
            tally.alone = vec![Alone::default(); tally.wrong.len()];
        }
        tally
    }

    fn count(&self, chunk: usize, tally: &mut Tally) {
        let mut codes = [NO_POSITION; 64];
        self.walk.visit(self.walk.rows_of_chunk(chunk), |row| {
            self.walk.rows.results(row.side, row.number, &mut codes);
            self.compare(row, &codes, tally);
            self.count_row(row, &codes, tally);
        });
    }

    fn count_row(&self, row: &Row, codes: &[u8; 64], tally: &mut Tally) {
        let recognizer = self.audit.recognizer;
        let asked = self.walk.asked(row);
        let results = by_result(codes);
        let to_move = self.walk.side_of(row.side);
        let mut silent = row.positions;
        let quiet = self.walk.quiet(row);
        let mut count = Count { auditor: self, row, results, quiet, to_move, sum: <_>::default(), tally };
        recognizer.judge_row(&asked, &mut |verdict, squares| {
            silent -= squares;
            count.add(squares, Some(verdict));
        });
        if !self.audit.named_only && !silent.is_empty() {
            recognizer.judge_mined_row(&asked.with_squares(silent), &mut |verdict, squares| {
                silent -= squares;
                count.add(squares, Some(verdict));
            });
        }
        count.add(silent, None);
        count.flush();
        if self.audit.each_rule {
            ask_each_rule(recognizer, &asked, &results, tally);
        }
    }

    /// Counts positions on which the second source differs.
    fn compare(&self, row: &Row, codes: &[u8; 64], tally: &mut Tally) {
        let Some(second) = &self.second else { return };
        let mut others = [NO_POSITION; 64];
        second.results(row.side, row.number, &mut others);
        let differs = |&square: &Square| codes[square as usize] != others[square as usize];
        tally.disagreements += row.positions.into_iter().filter(differs).count() as u64;
    }
}

/// Counts what is announced on the positions of a row.
struct Count<'a> {
    auditor: &'a Auditor<'a>,
    row: &'a Row<'a>,
    results: [BitBoard; UNKNOWN + 1],
    /// The quiet positions.
    quiet: BitBoard,
    to_move: Side,
    /// Not yet added to the maps.
    sum: DrawsAndWins,
    tally: &'a mut Tally,
}

impl Count<'_> {
    /// Counts positions, given by the row man's squares, with this verdict, or without one.
    fn add(&mut self, squares: BitBoard, verdict: Option<Verdict>) {
        let rule = verdict.map_or(self.tally.wrong.len(), |verdict| verdict.rule.index());
        let is_right = |code: usize| {
            verdict.is_some_and(|verdict| verdict.bound.is_exact() && verdict.bound.allows(Wdl::ALL[code]))
        };
        let maps_row_man = self.auditor.mapped.last() == Some(&self.auditor.walk.row_man());
        for (code, result) in self.results.into_iter().enumerate() {
            let these = squares & result;
            if these.is_empty() {
                continue;
            }
            let many = u64::from(these.len());
            self.tally.cells[rule][self.to_move as usize][code] += many;
            self.tally.quiet[rule][self.to_move as usize][code] += u64::from((these & self.quiet).len());
            if let Some(class) = CLASSES[code] {
                let mut coverage = Coverage { all: many, ..Coverage::default() };
                match verdict.filter(|_| is_right(code)).map(|verdict| verdict.rule.layer()) {
                    Some(Layer::Named) => coverage.named = many,
                    Some(Layer::Mined) => coverage.mined = many,
                    None => {}
                }
                self.sum[class] = self.sum[class].plus(coverage);
                if maps_row_man {
                    self.map_row_man(these, class, coverage);
                }
            }
            if code < UNKNOWN {
                self.keep_examples(these, Wdl::ALL[code], verdict);
            }
        }
    }

    /// Adds positions of one class to the row man's map, one for each square.
    fn map_row_man(&mut self, squares: BitBoard, class: usize, coverage: Coverage) {
        let one = |count: u64| count.min(1);
        let mut sum = DrawsAndWins::default();
        sum[class] =
            Coverage { all: one(coverage.all), named: one(coverage.named), mined: one(coverage.mined) };
        let map = self.tally.maps.last_mut().expect("the row man has a map");
        for square in squares {
            add(map, self.auditor.walk.seen(square as u8), self.to_move, sum);
        }
    }

    /// Adds the sum of the row to the maps of all pieces except the row man.
    fn flush(&mut self) {
        let walk = &self.auditor.walk;
        let row_man = walk.row_man();
        let maps = self.tally.maps.iter_mut().zip(&self.auditor.mapped);
        for (map, &man) in maps.filter(|(_, man)| **man < row_man) {
            add(map, walk.seen(self.row.squares[man]), self.to_move, self.sum);
        }
    }

    fn keep_examples(&mut self, squares: BitBoard, truth: Wdl, verdict: Option<Verdict>) {
        let claim = verdict.map(|verdict| (verdict.rule.index(), verdict.bound));
        let tally = &mut *self.tally;
        let sample = match claim {
            Some((rule, bound)) if !bound.allows(truth) => {
                tally.wrong[rule] += u64::from(squares.len());
                &mut tally.wrong_examples
            }
            Some((rule, _)) => &mut tally.spotted[rule],
            None if truth == Wdl::Draw => &mut tally.missed_draws,
            None if matches!(truth, Wdl::Win | Wdl::Loss) => &mut tally.missed_wins,
            None => return,
        };
        if sample.keep == 0 {
            return;
        }
        for square in squares {
            let key = scramble((self.row.number as u64) << 7 | (square as u64) << 1 | self.row.side as u64);
            if sample.wants(key) {
                sample.add(key, &self.auditor.walk.placement(self.row, square), claim, truth);
            }
        }
    }
}

/// The squares of a row by result, [`UNKNOWN`] last.
fn by_result(codes: &[u8; 64]) -> [BitBoard; UNKNOWN + 1] {
    let [loss, blessed, draw, cursed, win] = by_code(codes);
    [loss, blessed, draw, cursed, win, !(loss | blessed | draw | cursed | win)]
}

/// Draws (0) and wins (1) by code; cursed results are neither.
const CLASSES: [Option<usize>; UNKNOWN + 1] = [Some(1), None, Some(0), None, Some(1), None];

fn add(map: &mut SquareMap, square: usize, to_move: Side, sum: DrawsAndWins) {
    let coverage: &mut [Coverage; 2] = &mut map.squares[square][to_move as usize];
    for (coverage, sum) in coverage.iter_mut().zip(sum) {
        *coverage = coverage.plus(sum);
    }
}

/// Applies each named rule, and the mined table, to a row on its own.
fn ask_each_rule(
    recognizer: &'static Recognizer,
    row: &recognizers::Row,
    results: &[BitBoard; UNKNOWN + 1],
    tally: &mut Tally,
) {
    let mut claims = Vec::new();
    recognizer.named().holding_in_row(row, &mut |index, squares| {
        claims.push((index, recognizer.rule(index).outcome.bound(row.to_move()), squares));
    });
    recognizer.judge_mined_row(row, &mut |verdict, squares| {
        claims.push((verdict.rule.index(), verdict.bound, squares));
    });
    let (mut by_any, mut by_several) = (BitBoard::EMPTY, BitBoard::EMPTY);
    for &(_, _, squares) in &claims {
        by_several |= by_any & squares;
        by_any |= squares;
    }
    for (index, bound, squares) in claims {
        let right = Wdl::ALL.into_iter().zip(results).filter(|&(truth, _)| bound.allows(truth));
        let wrong = right.fold(squares, |wrong, (_, &set)| wrong - set);
        let sum = &mut tally.alone[index];
        sum.holds += u64::from(squares.len());
        sum.only += u64::from((squares - by_several).len());
        sum.wrong += u64::from(wrong.len());
    }
}
