//! Compares a file with a solved ending, index by index: every stored value must be one that the
//! solution permits.
//!
//! Readers take the greater of the stored value and the best capture. So a stored result is right
//! when it is the true one, or not above it where a capture reaches the true one. A distance is
//! right when it is the true one, or one ply short where the file counts moves. If the same
//! comparison succeeds for the smaller endings that captures lead to, every legal position gets the
//! true value.

use ending::{Color, Piece, Wdl, narrow};
use rayon::prelude::*;

use crate::decode::CHUNK;
use crate::error::Fault;
use crate::format::{Kind, man_of_code};
use crate::index::Squares;
use crate::read::{SubTable, Table};
use crate::tiles::Tiles;
use crate::vdtm;
use crate::write::DtmSource;
use crate::write::source::{DTZ_FREE, Question, ValueSource, wdl_code};

/// The result of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Indices with one permitted value, or, for distances, two that differ by one ply.
    pub exact: u64,
    /// Indices with a capture that reaches a draw, a cursed win or a blessed loss, so that a lower
    /// value may be stored.
    pub bounded: u64,
    /// Indices without a legal position, wins by a capture, and, for distances, all that are never
    /// probed.
    pub free: u64,
    /// Indices with a value that is not permitted.
    pub wrong: u64,
    /// One of them.
    pub example: Option<Example>,
}

/// An index with a value that is not permitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The leading file of its sub-table.
    pub file: usize,
    /// The side to move.
    pub side: Color,
    /// The squares of the sub-table's men, in its order.
    pub squares: Squares,
}

impl Comparison {
    /// Both comparisons added up.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            exact: self.exact + other.exact,
            bounded: self.bounded + other.bounded,
            free: self.free + other.free,
            wrong: self.wrong + other.wrong,
            example: self.example.or(other.example),
        }
    }
}

impl Table {
    /// Compares the sub-tables of one leading file (0 without pawns) with a source of the same
    /// material that has this file.
    ///
    /// # Errors
    /// A [`Fault`] when the file cannot be decoded.
    ///
    /// # Panics
    /// When the source has another material, or the file holds distances to mate, which such a
    /// source does not have.
    pub fn compare<S: ValueSource + ?Sized>(&self, source: &S, file: usize) -> Result<Comparison, Fault> {
        assert_eq!(source.material(), self.material(), "materials to be compared");
        let along = source.fastest_man();
        let compare = |(sub, side): (&SubTable, Color)| match self.kind() {
            Kind::Wdl => compare((sub, side), along, &self.expand_wdl(sub)?, |squares, stored, found| {
                Ok(results(source, side, squares, stored, found))
            }),
            Kind::Dtz => compare((sub, side), along, &self.expand_dtz(sub)?, |squares, stored, found| {
                distances(source, sub, side, squares, stored, found)
            }),
            Kind::Dtm => panic!("sources have no distances to mate"),
        };
        // In parallel, since each sub-table is expanded by one thread.
        let sub_tables: Vec<(&SubTable, Color)> = self.sub_tables_of(file).collect();
        let found = sub_tables.into_par_iter().map(compare);
        found.try_reduce(Comparison::default, |one, other| Ok(one.and(other)))
    }

    /// Compares the DTM sub-tables of one leading file (0 without pawns) with a source of the same
    /// material that has this file.
    ///
    /// # Errors
    /// A [`Fault`] when the file cannot be decoded.
    ///
    /// # Panics
    /// When the source has another material, or the file holds something else.
    pub fn compare_mates<S: DtmSource + ?Sized>(&self, source: &S, file: usize) -> Result<Comparison, Fault> {
        assert_eq!(
            (source.material(), Kind::Dtm),
            (self.material(), self.kind()),
            "material and kind to be compared"
        );
        let sub_tables: Vec<(&SubTable, Color)> = self.sub_tables_of(file).collect();
        let found = sub_tables.into_par_iter().map(|(sub, side)| {
            compare((sub, side), source.fastest_man(), &self.expand_dtm(sub)?, |squares, stored, found| {
                Ok(mates(source, side, squares, stored, found))
            })
        });
        found.try_reduce(Comparison::default, |one, other| Ok(one.and(other)))
    }

    /// The men of an example that was found by a comparison with this table, each with its square.
    pub fn men(&self, example: &Example) -> Vec<(Color, Piece, u8)> {
        let codes = self.sub_table(example.file, example.side).layout().codes();
        let men = codes.iter().zip(example.squares);
        men.filter_map(|(&code, square)| man_of_code(code).map(|(color, piece)| (color, piece, square)))
            .collect()
    }
}

/// Compares one sub-table's values, tile by tile along the squares of one man of the source.
/// `judge` checks the values of a tile of positions and returns the number of a wrong one.
fn compare<T: Copy + Default + Sync>(
    (sub, side): (&SubTable, Color),
    along: Option<usize>,
    stored: &[T],
    judge: impl Fn(&[&[u8]], &[T], &mut Comparison) -> Result<Option<usize>, Fault> + Sync,
) -> Result<Comparison, Fault> {
    let layout = sub.layout();
    let tiles = Tiles::new(layout, along);
    let unit = |number: u64| {
        let mut found = Comparison::default();
        let mut fault = None;
        let mut values = Vec::with_capacity(CHUNK);
        tiles.for_each_tile(number, |squares, runs| {
            values.clear();
            for run in runs {
                values.extend_from_slice(&stored[narrow(run.start)..narrow(run.end)]);
            }
            match judge(squares, &values, &mut found) {
                Ok(Some(wrong)) if found.example.is_none() => {
                    let index = runs.iter().cloned().flatten().nth(wrong);
                    let squares = layout.decode(index.expect("it is the number of a value"));
                    found.example = Some(Example { file: layout.file(), side, squares });
                }
                Ok(_) => {}
                Err(bad) => fault = Some(bad),
            }
        });
        fault.map_or(Ok(found), Err)
    };
    let found = (0..tiles.units()).into_par_iter().map(unit);
    found.try_reduce(Comparison::default, |one, other| Ok(one.and(other)))
}

/// Checks stored results; returns the number of a wrong one.
fn results<S: ValueSource + ?Sized>(
    source: &S,
    side: Color,
    squares: &[&[u8]],
    stored: &[u8],
    found: &mut Comparison,
) -> Option<usize> {
    let mut codes = [0; CHUNK];
    let codes = &mut codes[..stored.len()];
    source.answer(squares, &mut [Question::Wdl(side, codes)]);
    let mut wrong = None;
    for (i, (&code, &value)) in codes.iter().zip(stored).enumerate() {
        let permitted = if code < wdl_code::CAPTURE_BLESSED_LOSS {
            found.exact += 1;
            value == code
        } else {
            *(if code == wdl_code::FREE { &mut found.free } else { &mut found.bounded }) += 1;
            value + 4 <= code
        };
        if !permitted {
            found.wrong += 1;
            wrong = Some(i);
        }
    }
    wrong
}

/// Checks stored distances; returns the number of a wrong one.
fn distances<S: ValueSource + ?Sized>(
    source: &S,
    sub: &SubTable,
    side: Color,
    squares: &[&[u8]],
    stored: &[u16],
    found: &mut Comparison,
) -> Result<Option<usize>, Fault> {
    let mut exact = [DTZ_FREE; CHUNK];
    let exact = &mut exact[..stored.len()];
    source.answer(squares, &mut [Question::Dtz(side, exact)]);
    let mut wrong = None;
    for (i, (&exact, &value)) in exact.iter().zip(stored).enumerate() {
        if exact == DTZ_FREE {
            found.free += 1;
            continue;
        }
        found.exact += 1;
        let wdl = match exact {
            101.. => Wdl::CursedWin,
            1.. => Wdl::Win,
            -100.. => Wdl::Loss,
            _ => Wdl::BlessedLoss,
        };
        let short = exact.abs() - sub.distance(value, wdl)?.0.abs();
        let in_plies = sub.counts_plies(wdl);
        if short != 0 && (short != 1 || in_plies) {
            found.wrong += 1;
            wrong = Some(i);
        }
    }
    Ok(wrong)
}

/// Checks stored distances to mate; returns the number of a wrong one.
fn mates<S: DtmSource + ?Sized>(
    source: &S,
    side: Color,
    squares: &[&[u8]],
    stored: &[u16],
    found: &mut Comparison,
) -> Option<usize> {
    let mut exact = [vdtm::FREE; CHUNK];
    let exact = &mut exact[..stored.len()];
    source.dtm_codes(side, squares, exact);
    let mut wrong = None;
    for (i, (&exact, &value)) in exact.iter().zip(stored).enumerate() {
        if exact == vdtm::FREE {
            found.free += 1;
            continue;
        }
        found.exact += 1;
        if value != exact {
            found.wrong += 1;
            wrong = Some(i);
        }
    }
    wrong
}
