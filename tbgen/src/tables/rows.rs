//! Iteration over all positions of an ending in table order.
//!
//! Positions come in *rows*: all men but the last are fixed, and the last one, the *row man*, takes
//! each of the 64 squares in turn. Properties of a row, such as its legal squares or the squares
//! with a certain result, are then 64-bit bitboards.

use board::bits::gathered;
use board::{BitBoard, Color, Material, Piece};

use super::dtm_table::DtmTable;
use super::planes::WdlPlanes;
use crate::index::layout::Layout;
use crate::index::row;
use crate::value::dtz::DtzCode;
use crate::value::wdl::RowCode;

pub use crate::value::wdl::NO_POSITION;

/// Squares of the men of an ending, in the order of [`Rows::men`]; entries beyond the men are 0.
pub type RowSquares = [u8; 8];

/// The positions of one ending with their results.
///
/// ```
/// use vancura_tbgen::{DtmTables, rows::{NO_POSITION, Rows}};
/// let tables = DtmTables::startup();
/// let rows = Rows::of_table(tables.table("KRvK".parse().unwrap()).unwrap());
/// let mut codes = [0; 64];
/// let mut positions = 0;
/// for row in 0..rows.len() {
///     rows.results(board::Color::White, row, &mut codes);
///     positions += codes.iter().filter(|&&code| code != NO_POSITION).count();
/// }
/// // White's king in the triangle a1-d1-d4, with both mirror images if it is on the diagonal.
/// assert_eq!(positions, 27_352);
/// ```
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    layout: &'a Layout,
    values: RowValues<'a>,
}

/// The values of a table by side to move.
#[derive(Clone, Copy)]
enum RowValues<'a> {
    Dtm([&'a [u8]; 2]),
    Dtz([&'a [u16]; 2]),
    Codes([&'a [u8]; 2]),
    Planes(&'a WdlPlanes),
}

impl<'a> Rows<'a> {
    /// The rows of a table of distances to mate: results without the fifty-move rule.
    pub fn of_table(table: &'a DtmTable) -> Self {
        let [white, black] = &table.solved.values;
        Self { layout: &table.solved.layout, values: RowValues::Dtm([white, black]) }
    }

    pub(crate) fn of_dtz(layout: &'a Layout, [white, black]: &'a [Vec<u16>; 2]) -> Self {
        Self { layout, values: RowValues::Dtz([white, black]) }
    }

    pub(crate) fn of_codes(layout: &'a Layout, [white, black]: &'a [Vec<u8>; 2]) -> Self {
        Self { layout, values: RowValues::Codes([white, black]) }
    }

    pub(crate) fn of_results(results: &'a WdlPlanes) -> Self {
        Self { layout: &results.layout, values: RowValues::Planes(results) }
    }

    /// The ending, under its table name.
    pub fn material(&self) -> Material {
        self.layout.material
    }

    /// The men in the order of their squares: the lead men (pawns, White's first, or White's king)
    /// first, the row man last. Identical pieces are adjacent.
    pub fn men(&self) -> &'a [(Color, Piece)] {
        &self.layout.men
    }

    /// Number of lead men. Only they differ between leads, which are runs of consecutive rows.
    pub fn lead_men(&self) -> usize {
        self.layout.lead_men
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.layout.slots() / 64
    }

    /// Always false: an ending has positions.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The squares of a row; the row man's is a1. `None` if two men are on one square, so that the
    /// row has no positions.
    #[inline]
    pub fn squares(&self, row: usize) -> Option<RowSquares> {
        row::row_squares(self.layout, row)
    }

    /// The results of a row by the row man's square, from the point of view of `side`, which is to
    /// move.
    #[inline]
    pub fn results(&self, side: Color, row: usize, codes: &mut [u8; 64]) {
        let range = row * 64..row * 64 + 64;
        match self.values {
            RowValues::Dtm(values) => {
                for (code, &value) in codes.iter_mut().zip(&values[side as usize][range]) {
                    *code = RowCode::of_dtm(value);
                }
            }
            RowValues::Dtz(values) => {
                for (code, &value) in codes.iter_mut().zip(&values[side as usize][range]) {
                    *code = RowCode::of_dtz(value);
                }
            }
            RowValues::Codes(values) => codes.copy_from_slice(&values[side as usize][range]),
            RowValues::Planes(results) => {
                results.outcomes(side, row, codes);
                for code in codes {
                    *code = RowCode::of_wdl(*code);
                }
            }
        }
    }

    /// The result of one position with `side` to move, from its point of view, as in
    /// [`Rows::results`]. `squares` are those of [`Rows::men`]; with two on one square, or pawns on
    /// the first or last rank, the result means nothing.
    #[inline]
    pub fn result(&self, side: Color, squares: &RowSquares) -> u8 {
        let slot = self.layout.slot(squares);
        match self.values {
            RowValues::Dtm(values) => RowCode::of_dtm(values[side as usize][slot]),
            RowValues::Dtz(values) => RowCode::of_dtz(values[side as usize][slot]),
            RowValues::Codes(values) => values[side as usize][slot],
            RowValues::Planes(results) => RowCode::of_wdl(results.outcome(side, slot)),
        }
    }

    /// The distances to zeroing of a row by the row man's square, in plies, with `side` to move: 1
    /// if the side to move is checkmated, 0 for draws and illegal positions. `None` if the table
    /// has no distances: only [`DtzTables`](crate::DtzTables) have them.
    #[inline]
    pub fn distances(&self, side: Color, row: usize) -> Option<[u16; 64]> {
        let RowValues::Dtz(values) = self.values else { return None };
        let values = values[side as usize][row * 64..].first_chunk::<64>()?;
        Some(values.map(|value| DtzCode::dtz(value).map_or(0, |dtz| dtz.0.unsigned_abs())))
    }

    /// The legal positions of a row with `side` to move, as squares of the row man.
    #[inline]
    pub fn legal(&self, side: Color, squares: &RowSquares) -> BitBoard {
        row::legal(&self.layout.men, squares, side)
    }
}

/// The squares of a row by code, from 0 (loss) to 4 (win); squares with other codes are in none of
/// the bitboards.
#[inline]
pub fn by_code(codes: &[u8; 64]) -> [BitBoard; 5] {
    let [one, two, four] = [0, 1, 2].map(|bit| gathered(codes, bit));
    [!(one | two | four), one & !(two | four), two & !(one | four), one & two & !four, four & !(one | two)]
        .map(BitBoard)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Square;

    use crate::{DtmTables, DtzTables, WdlTables};

    #[test]
    fn rows_hold_the_legal_positions_and_their_results() {
        let materials: Vec<Material> = ["KRvK", "KPvK", "KBvKP", "KPvKP", "KNNvK", "KQvKR"]
            .into_iter()
            .map(|name| name.parse().expect("a material"))
            .collect();
        let mut mates = DtmTables::new();
        let mut zeroing = DtzTables::new();
        let mut results = WdlTables::new();
        results.build_all(&materials).expect("four men");
        mates.build_all(&materials).expect("four men");
        zeroing.build_all(&materials).expect("four men");
        for material in materials {
            let table = mates.table(material).expect("it was built");
            let rows = [Some(Rows::of_table(table)), zeroing.rows(material), results.rows(material)]
                .map(|rows| rows.expect("it was built"));
            let mut codes = [[0; 64]; 3];
            // Four men have many rows, so only a sample is compared.
            let step = if material.men() > 3 { 41 } else { 1 };
            for row in (0..rows[0].len()).step_by(step) {
                for side in Color::ALL {
                    for (rows, codes) in rows.iter().zip(&mut codes) {
                        rows.results(side, row, codes);
                    }
                    assert_eq!(codes[0], codes[1], "no win of at most four men is cursed here");
                    assert_eq!(codes[1], codes[2]);
                    assert!(rows[0].distances(side, row).is_none() && rows[2].distances(side, row).is_none());
                    let distances = rows[1].distances(side, row).expect("a table with distances");
                    let legal = rows[0].squares(row).map_or(BitBoard::EMPTY, |s| rows[0].legal(side, &s));
                    for (square, &code) in codes[0].iter().enumerate() {
                        assert_eq!(code != NO_POSITION, legal.has(Square::index(square)));
                        let position = table.solved.placement(side, row << 6 | square);
                        assert_eq!(legal.has(Square::index(square)), position.is_legal(), "{position:?}");
                        if let Some(mut squares) = rows[0].squares(row).filter(|_| code != NO_POSITION) {
                            squares[material.men() - 1] = square as u8;
                            let alone = rows.map(|rows| rows.result(side, &squares));
                            assert_eq!(alone, [code; 3], "{position:?}");
                        }
                        let dtz = zeroing.dtz(&position).map_or(0, |dtz| dtz.0.unsigned_abs());
                        assert_eq!(distances[square], dtz, "{position:?}");
                    }
                }
            }
        }
    }
}
