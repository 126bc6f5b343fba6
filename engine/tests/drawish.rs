//! Material rules are checked against exact tables: wins in positions called drawn, and in
//! positions that are scaled down.

use std::collections::BTreeMap;

use board::{Color, Man, Material, Placement, Square};
use rayon::prelude::*;
use tbgen::WdlTables;
use tbgen::rows::{NO_POSITION, RowSquares, Rows};
use vancura::eval::{Drawish, Evaluator};
use vancura::position::Position;

/// Greatest share of wins among the positions that a rule calls drawn, per ending.
const MAX_WON: f64 = 0.001;
/// Most bytes of 5-man results kept for endings that lead to them.
const WAITING: usize = 3 << 30;
/// The codes of a row from here on are wins, the first only if the fifty-move rule is ignored.
const CURSED_WIN: u8 = 3;

/// How often a rule applied, and how often its strong side wins: not within fifty moves, and
/// within.
#[derive(Clone, Copy, Default)]
struct Count {
    positions: u64,
    cursed: u64,
    won: u64,
}

type Counts = BTreeMap<Drawish, Count>;

impl Count {
    fn share(self) -> f64 {
        (self.won + self.cursed) as f64 / self.positions as f64
    }
}

/// Queries the evaluation for every `step`-th row of 64 positions, with either side to move.
fn ask(rows: Rows, step: usize) -> Counts {
    let chosen: Vec<usize> = (0..rows.len()).step_by(step).collect();
    let block = |block: &[usize]| {
        let (mut counts, mut evaluator) = (Counts::new(), Evaluator::default());
        for &row in block {
            if let Some(squares) = rows.squares(row) {
                ask_row(rows, row, squares, &mut evaluator, &mut counts);
            }
        }
        counts
    };
    let merge = |mut all: Counts, some: Counts| {
        for (rule, count) in some {
            let sum = all.entry(rule).or_default();
            sum.positions += count.positions;
            sum.cursed += count.cursed;
            sum.won += count.won;
        }
        all
    };
    chosen.par_chunks(64).map(block).reduce(Counts::new, merge)
}

fn ask_row(rows: Rows, row: usize, mut squares: RowSquares, evaluator: &mut Evaluator, counts: &mut Counts) {
    let men = rows.men();
    let mut codes = [NO_POSITION; 64];
    for side in Color::ALL {
        rows.results(side, row, &mut codes);
        for (square, &code) in (0..).zip(&codes) {
            squares[men.len() - 1] = square;
            if code == NO_POSITION {
                continue;
            }
            // The move generator rejects a few unreachable positions.
            let Ok(board) = placement(men, squares, side).to_board() else { continue };
            let Some((strong, rule)) = evaluator.drawish(&Position::new(board)) else { continue };
            let seen_by_strong = if strong == side { code } else { 4 - code };
            let count = counts.entry(rule).or_default();
            count.positions += 1;
            count.cursed += u64::from(seen_by_strong == CURSED_WIN);
            count.won += u64::from(seen_by_strong > CURSED_WIN);
        }
    }
}

fn placement(men: &[(Color, board::Piece)], squares: RowSquares, side: Color) -> Placement {
    let man = |(&(color, piece), square): (&(Color, board::Piece), u8)| Man {
        color,
        piece,
        square: Square::index(square.into()),
    };
    let men: Vec<Man> = men.iter().zip(squares).map(man).collect();
    Placement::new(side, &men).expect("five men with two kings")
}

/// Checks each ending, prints the counts as rows of a table, and returns the rules that misjudge
/// too many wins.
fn held_against(endings: &[Material], step: usize) -> Vec<String> {
    let mut tables = WdlTables::new();
    let mut faults = Vec::new();
    for (done, &ending) in endings.iter().enumerate() {
        tables.build_all(&[ending]).unwrap();
        for (rule, count) in ask(tables.rows(ending).unwrap(), step) {
            let percent = |of: u64| 100.0 * of as f64 / count.positions as f64;
            let line = format!(
                "| {rule} | {ending} | {} | {:.3} | {:.3} |",
                count.positions,
                percent(count.won),
                percent(count.cursed)
            );
            println!("{line}");
            if rule.says_drawn() && count.share() > MAX_WON {
                faults.push(line);
            }
        }
        tables.keep_for(&endings[done + 1..], WAITING);
    }
    faults
}

#[test]
fn endings_of_three_and_four_men_called_drawn_are_not_won() {
    let endings: Vec<Material> = [Material::with_men(3), Material::with_men(4)].concat();
    assert_eq!(held_against(&endings, 31), Vec::<String>::new());
}

#[test]
#[ignore = "minutes: every position of three and four men"]
fn no_ending_of_three_and_four_men_called_drawn_is_won() {
    let endings: Vec<Material> = [Material::with_men(3), Material::with_men(4)].concat();
    assert_eq!(held_against(&endings, 1), Vec::<String>::new());
}

#[test]
#[ignore = "half an hour: solves every ending of five men"]
fn endings_of_five_men_called_drawn_are_not_won() {
    assert_eq!(held_against(&Material::with_men(5), 211), Vec::<String>::new());
}
