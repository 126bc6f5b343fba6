//! Asks a recognizer about every position of its ending and compares with the truth.
//!
//! Positions are walked through in the order of the table, a row of 64 at a time ([`tbgen::walk`]): which of them are legal and count is
//! one set of squares, and their results lie next to one another. The threads take turns at chunks of rows.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use board::{BitBoard, Color, Man, Piece, Placement, Rank, Square, Wdl};
use rayon::prelude::*;
use recognizers::{Layer, Recognizer, Side, Verdict, View};
use tbgen::walk::{NO_POSITION, RowSquares, Rows, by_code};

use crate::report::men_of;
use crate::shard::Shard;
use crate::tally::{Alone, Coverage, DrawsAndWins, Examples, SquareMap, Tally, UNKNOWN, scramble};
use crate::{Report, Truth, Universe, VerifyError};

/// What to audit, and how.
pub struct Audit<'a> {
    /// Who is asked.
    pub recognizer: &'static dyn Recognizer,
    /// Who knows the truth.
    pub truth: &'a Truth,
    /// Which positions count.
    pub universe: Universe,
    /// The part of them to walk through.
    pub shard: Shard,
    /// Leave the mined table alone.
    pub named_only: bool,
    /// Also ask each rule about every position, whatever the rules before it say.
    pub each_rule: bool,
    /// Threads; 0 means one per core.
    pub threads: usize,
    /// Examples to keep.
    pub examples: Examples,
    /// Which program this is, for reports that are merged.
    pub build: &'a str,
    /// Called with chunks done and chunks in all, from any thread.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// Rows that one thread walks through at a time.
const CHUNK_ROWS: usize = 512;

/// Walks through all positions.
///
/// The figures and examples do not depend on the number of threads, and those of all shards together are those of the whole.
///
/// # Errors
/// [`VerifyError::Threads`]. Wrong claims are no errors: see [`Report::is_proved`].
pub fn audit(audit: &Audit) -> Result<Report, VerifyError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(audit.threads).build()?;
    let start = Instant::now();
    let walk = Walk::new(audit);
    let all = walk.rows.len().div_ceil(CHUNK_ROWS);
    let mine: Vec<usize> = (0..all).filter(|&chunk| audit.shard.contains(chunk)).collect();
    let done = AtomicUsize::new(0);
    let count_chunk = |mut tally: Tally, &chunk: &usize| {
        walk.count(chunk * CHUNK_ROWS..((chunk + 1) * CHUNK_ROWS).min(walk.rows.len()), &mut tally);
        (audit.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, mine.len());
        tally
    };
    let mut tally = pool.install(|| {
        let sums = mine.par_iter().fold(|| walk.empty_tally(), count_chunk);
        sums.reduce(|| walk.empty_tally(), Tally::merge)
    });
    tally.chunks = [mine.len() as u64, all as u64];
    Ok(Report::new(audit, tally, start.elapsed(), pool.current_num_threads()))
}

/// An ending on the way through its rows.
struct Walk<'a> {
    audit: &'a Audit<'a>,
    rows: Rows<'a>,
    /// Results to compare with.
    second: Option<Rows<'a>>,
    men: &'a [(Color, Piece)],
    strong: Color,
    /// Men whose squares are mapped: pawns and kings.
    mapped: Vec<usize>,
    /// Like men besides the pawns, whose order is that of their squares.
    has_like_men: bool,
}

/// A row with one side to move.
struct Row<'a> {
    squares: &'a RowSquares,
    pieces: [BitBoard; Piece::NUM],
    colors: [BitBoard; Color::NUM],
    side: Color,
    /// Number of the row, for keys of examples.
    number: usize,
}

impl<'a> Walk<'a> {
    fn new(audit: &'a Audit<'a>) -> Self {
        let rows = audit.truth.rows();
        let men = rows.men();
        let is_mapped = |man: usize| man < rows.lead_men() || men[man].1 == Piece::King;
        let free = &men[rows.lead_men()..];
        Self {
            audit,
            rows,
            second: audit.truth.second(),
            men,
            strong: if audit.recognizer.material() == rows.material() { Color::White } else { Color::Black },
            mapped: (0..men.len()).filter(|&man| is_mapped(man)).collect(),
            has_like_men: free.windows(2).any(|pair| pair[0] == pair[1]),
        }
    }

    fn empty_tally(&self) -> Tally {
        let name = |man: usize| {
            let (color, piece) = self.men[man];
            let side = if color == self.strong { Side::Strong } else { Side::Weak };
            let side = men_of(self.audit.recognizer.material(), side);
            format!("{side}'s {}", if piece == Piece::King { "king" } else { "pawn" })
        };
        let maps = self.mapped.iter().map(|&man| SquareMap::new(name(man))).collect();
        let mut tally = Tally::new(self.audit.recognizer, maps, self.audit.examples);
        if self.audit.each_rule {
            tally.alone = vec![Alone::default(); tally.wrong.len()];
        }
        tally
    }

    fn count(&self, rows: Range<usize>, tally: &mut Tally) {
        let row_man = self.men.len() - 1;
        let mut codes = [NO_POSITION; 64];
        for number in rows {
            let Some(squares) = self.rows.squares(number) else { continue };
            let counting = self.counting(&squares);
            if counting.is_empty() {
                continue;
            }
            let mut pieces = [BitBoard::EMPTY; Piece::NUM];
            let mut colors = [BitBoard::EMPTY; Color::NUM];
            for (&(color, piece), &square) in self.men[..row_man].iter().zip(&squares) {
                pieces[piece as usize].0 |= 1 << square;
                colors[color as usize].0 |= 1 << square;
            }
            for side in Color::ALL {
                let positions = counting & self.rows.legal(side, &squares);
                if !positions.is_empty() {
                    self.rows.results(side, number, &mut codes);
                    self.compare(side, number, positions, &codes, tally);
                    let row = Row { squares: &squares, pieces, colors, side, number };
                    self.count_row(&row, positions, &codes, tally);
                }
            }
        }
    }

    fn count_row(&self, row: &Row, positions: BitBoard, codes: &[u8; 64], tally: &mut Tally) {
        let recognizer = self.audit.recognizer;
        let (row_color, row_piece) = self.men[self.men.len() - 1];
        let side_of = |color| if color == self.strong { Side::Strong } else { Side::Weak };
        let others = View::of_sets(row.pieces, row.colors, self.strong, row.side);
        let asked = recognizers::Row::new(others, side_of(row_color), row_piece, positions);
        let results = by_result(codes);
        let mut count =
            Count { walk: self, row, results, to_move: side_of(row.side), sum: <_>::default(), tally };
        let mut silent = positions;
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

    /// A square as the strong side sees it.
    fn seen(&self, square: u8) -> usize {
        square as usize ^ if self.strong == Color::White { 0 } else { 56 }
    }

    fn placement(&self, row: &Row, at: Square) -> Placement {
        let row_man = self.men.len() - 1;
        let man = |(index, &(color, piece)): (usize, &(Color, Piece))| {
            let square = if index == row_man { at } else { Square::index(row.squares[index] as usize) };
            Man { color, piece, square }
        };
        let men: Vec<Man> = self.men.iter().enumerate().map(man).collect();
        Placement::new(row.side, &men).expect("one king a side, few men")
    }

    /// Counts positions about which the second source differs.
    fn compare(&self, side: Color, row: usize, positions: BitBoard, codes: &[u8; 64], tally: &mut Tally) {
        let Some(second) = &self.second else { return };
        let mut others = [NO_POSITION; 64];
        second.results(side, row, &mut others);
        let differs = |&square: &Square| codes[square as usize] != others[square as usize];
        tally.disagreements += positions.into_iter().filter(differs).count() as u64;
    }

    /// The row man's squares that count in this universe: of like men placed in all orders, and of positions that are images of
    /// each other though their lead men stand on the same squares, only the first one does.
    fn counting(&self, squares: &RowSquares) -> BitBoard {
        let row_man = self.men.len() - 1;
        let mut counting = !BitBoard::EMPTY;
        if self.has_like_men {
            for i in self.rows.lead_men() + 1..self.men.len() {
                if self.men[i] != self.men[i - 1] {
                } else if i == row_man {
                    counting &= BitBoard(!1 << squares[i - 1]);
                } else if squares[i] < squares[i - 1] {
                    return BitBoard::EMPTY;
                }
            }
        }
        counting & self.first_of_twins(squares) & self.allowed_by_ice(squares)
    }

    /// In bishop against pawn, iCE's bishop never stands on the rank where the pawn promotes.
    fn allowed_by_ice(&self, squares: &RowSquares) -> BitBoard {
        let mut is_slip = self.audit.universe == Universe::Ice && self.men.len() == 4;
        for piece in [Piece::Pawn, Piece::Bishop] {
            is_slip &= self.men.iter().any(|man| man.1 == piece);
        }
        if !is_slip {
            return !BitBoard::EMPTY;
        }
        let bishop = self.men.iter().position(|man| man.1 == Piece::Bishop).expect("it is there");
        let promotion = Rank::Eighth.relative_to(self.men[0].0).bitboard();
        if bishop == self.men.len() - 1 {
            !promotion
        } else if promotion.0 >> squares[bishop] & 1 != 0 {
            BitBoard::EMPTY
        } else {
            !BitBoard::EMPTY
        }
    }

    fn first_of_twins(&self, squares: &RowSquares) -> BitBoard {
        let image: fn(u8) -> u8 = if self.rows.lead_men() == 1 && self.men[0].1 == Piece::King {
            let is_on_diagonal = squares[0] & 7 == squares[0] >> 3;
            // iCE counted both.
            if !is_on_diagonal || self.audit.universe == Universe::Ice {
                return !BitBoard::EMPTY;
            }
            |square| square >> 3 | (square & 7) << 3
        } else {
            let pawns = &squares[..self.rows.lead_men()];
            let is_symmetric = (0..pawns.len())
                .all(|i| (0..pawns.len()).any(|j| self.men[i] == self.men[j] && pawns[i] ^ 7 == pawns[j]));
            if !is_symmetric {
                return !BitBoard::EMPTY;
            }
            |square| square ^ 7
        };
        let mut first = BitBoard::EMPTY;
        for at in Square::ALL {
            let mut mine = *squares;
            mine[self.men.len() - 1] = at as u8;
            let mut twin = mine;
            twin[..self.men.len()].iter_mut().for_each(|square| *square = image(*square));
            self.sort_like_men(&mut twin);
            if mine <= twin {
                first |= at.bitboard();
            }
        }
        first
    }

    fn sort_like_men(&self, squares: &mut RowSquares) {
        let mut start = 0;
        for end in 1..=self.men.len() {
            if end == self.men.len() || self.men[end] != self.men[start] {
                squares[start..end].sort_unstable();
                start = end;
            }
        }
    }
}

/// What is said about the positions of a row, on its way into the tally.
struct Count<'a> {
    walk: &'a Walk<'a>,
    row: &'a Row<'a>,
    results: [BitBoard; UNKNOWN + 1],
    to_move: Side,
    /// Not in the maps yet.
    sum: DrawsAndWins,
    tally: &'a mut Tally,
}

impl Count<'_> {
    /// Counts positions, by the row man's squares, about which a verdict was given; or none.
    fn add(&mut self, squares: BitBoard, verdict: Option<Verdict>) {
        let rule = verdict.map_or(self.tally.wrong.len(), |verdict| verdict.rule.index());
        let is_right = |code: usize| {
            verdict.is_some_and(|verdict| verdict.bound.is_exact() && verdict.bound.allows(Wdl::ALL[code]))
        };
        let maps_row_man = self.walk.mapped.last() == Some(&(self.walk.men.len() - 1));
        for (code, result) in self.results.into_iter().enumerate() {
            let these = squares & result;
            if these.is_empty() {
                continue;
            }
            let many = u64::from(these.len());
            self.tally.cells[rule][self.to_move as usize][code] += many;
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

    /// Adds positions that were counted alike, one for each square.
    fn map_row_man(&mut self, squares: BitBoard, class: usize, coverage: Coverage) {
        let one = |count: u64| count.min(1);
        let mut sum = DrawsAndWins::default();
        sum[class] =
            Coverage { all: one(coverage.all), named: one(coverage.named), mined: one(coverage.mined) };
        let map = self.tally.maps.last_mut().expect("the row man has a map");
        for square in squares {
            add(map, self.walk.seen(square as u8), self.to_move, sum);
        }
    }

    /// Adds the sum of the row to the maps of all men but the row man.
    fn flush(&mut self) {
        let row_man = self.walk.men.len() - 1;
        let maps = self.tally.maps.iter_mut().zip(&self.walk.mapped);
        for (map, &man) in maps.filter(|(_, man)| **man < row_man) {
            add(map, self.walk.seen(self.row.squares[man]), self.to_move, self.sum);
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
                sample.add(key, &self.walk.placement(self.row, square), claim, truth);
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

/// Asks each named rule, and the mined table, about a row as if there were no others.
fn ask_each_rule(
    recognizer: &'static dyn Recognizer,
    row: &recognizers::Row,
    results: &[BitBoard; UNKNOWN + 1],
    tally: &mut Tally,
) {
    let mut claims = Vec::new();
    recognizer.rules_that_hold_in_row(row, &mut |index, squares| {
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
