//! The writer's interface to a solved ending.

use std::ops::Range;

use ending::{Color, Material, Piece};
use rayon::prelude::*;

use crate::decode::{CHUNK, Decoder};
use crate::error::Error;
use crate::format::{man_code, men_codes};
use crate::index::Layout;

/// WDL codes: 0 to 4 are exact values (loss, blessed loss, draw, cursed win, win). From 5 on, a
/// capture corrects a stored value that is too low, so any value up to `code - 4` may be stored.
pub mod wdl_code {
    /// A blessed loss that a capture reaches.
    pub const CAPTURE_BLESSED_LOSS: u8 = 5;
    /// A draw that a capture reaches.
    pub const CAPTURE_DRAW: u8 = 6;
    /// A cursed win that a capture reaches.
    pub const CAPTURE_CURSED_WIN: u8 = 7;
    /// A win that a capture reaches, or no legal position.
    pub const FREE: u8 = 8;
    /// Number of codes.
    pub const COUNT: u8 = 9;
}

/// DTZ code of a position whose distance is never probed.
pub const DTZ_FREE: i16 = 0;
/// DTZ code of a position in another part, see [`PartialSource`].
pub const DTZ_ELSEWHERE: i16 = i16::MIN;

/// A request for the values of positions with one side to move, and the buffer for the result.
#[derive(Debug)]
pub enum Question<'a> {
    /// See [`ValueSource::wdl_codes`].
    Wdl(Color, &'a mut [u8]),
    /// See [`ValueSource::dtz_codes`].
    Dtz(Color, &'a mut [i16]),
}

/// A solved ending that returns values of many positions at once.
///
/// Positions are passed as one slice of squares (a1 = 0, h8 = 63) per man, in the order of
/// [`men_codes`](crate::format::men_codes): White's king, queens, rooks, bishops, knights, pawns,
/// then Black's. All slices and the result have the same length; position `i` has man `k` on
/// `squares[k][i]`. Men are on distinct squares and pawns on ranks 2 to 7; apart from that,
/// positions are arbitrary: kings may touch, the side to move may be able to capture the king, like
/// men are in any order, and any mirror image of a position may occur. Positions have neither en
/// passant rights nor castling rights.
pub trait ValueSource: Sync {
    /// The material in canonical spelling; White is the stronger side.
    fn material(&self) -> Material;

    /// Writes the [`wdl_code`] of each position with `side` to move.
    ///
    /// *Captures* are legal captures, including promotions by capture. Illegal positions have
    /// [`wdl_code::FREE`]. A stalemate is an exact draw.
    fn wdl_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [u8]);

    /// Writes the exact distance to zeroing in plies of each position with `side` to move, or
    /// [`DTZ_FREE`].
    ///
    /// Signed as [`Dtz`](ending::Dtz); checkmate is -1. [`DTZ_FREE`] stands for illegal positions,
    /// draws, and wins (cursed wins) that a capture or another pawn move keeps, with one exception:
    /// a win that no capture, but both a pawn move and a mating move of a piece keep, is 1.
    fn dtz_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [i16]);

    /// Answers several such requests for the same positions. The default answers one after the
    /// other; a source that saves work by answering them together must return the same values.
    fn answer(&self, squares: &[&[u8]], questions: &mut [Question<'_>]) {
        for question in questions {
            match question {
                Question::Wdl(side, codes) => self.wdl_codes(*side, squares, codes),
                Question::Dtz(side, codes) => self.dtz_codes(*side, squares, codes),
            }
        }
    }

    /// The number, in the order in which squares are passed, of the man along whose squares
    /// positions are neighbors in the source's memory: callers that are free to choose should
    /// request values in that order. `None` where there is no such man.
    fn fastest_man(&self) -> Option<usize> {
        None
    }

    /// Statistics for this side to move and, with pawns, a leading pawn on `file` (0 to 3).
    ///
    /// The default requests every position once. A faster method must return the same.
    fn statistics(&self, side: Color, file: usize) -> Statistics {
        Statistics::count(self, side, file)
    }
}

/// The values that will be requested of a source for the positions with one side to move.
#[derive(Clone, Copy)]
pub enum Asked<'a> {
    /// Results and distances.
    Everything,
    /// Results only.
    Results,
    /// Distances only. Distances with the same number by this function are stored alike: within one
    /// result, the source may return any of them for any other. It may ask for numbers of distances
    /// that no position has.
    Distances(&'a dyn Fn(i16) -> u16),
}

/// A source that has the values of some of the positions at a time.
///
/// For other positions it leaves the buffer unchanged ([`Question::Wdl`]) or writes
/// [`DTZ_ELSEWHERE`] ([`Question::Dtz`]).
pub trait PartialSource: ValueSource {
    /// Why a part cannot be loaded.
    type Error: From<Error>;

    /// Number of parts, which together contain all positions.
    fn parts(&self) -> usize;

    /// Loads a part, counted from 0.
    ///
    /// # Errors
    /// Where its values are not available.
    fn load(&mut self, part: usize) -> Result<(), Self::Error>;
}

/// The values of one side's positions and their frequencies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Bit `c` is set when WDL code `c` occurs; [`wdl_code::FREE`] always counts as occurring.
    pub wdl_codes: u16,
    /// How often each DTZ occurs, in entry `dtz + DTZ_OFFSET`. Like men are counted in every
    /// permutation, and positions without pawns twice, except that those with both kings on the
    /// a1-h8 diagonal and another man off it count once.
    pub dtz: Vec<u64>,
}

/// Index of DTZ 0 in [`Statistics::dtz`].
pub const DTZ_OFFSET: i32 = 2048;

/// Positions counted per unit of work.
const BATCH: u64 = 1 << 18;

impl Default for Statistics {
    /// Nothing counted yet.
    fn default() -> Self {
        Self { wdl_codes: 1 << wdl_code::FREE, dtz: vec![0; 2 * DTZ_OFFSET as usize] }
    }
}

impl Statistics {
    /// How often this DTZ occurs.
    pub(crate) fn dtz_count(&self, dtz: i16) -> u64 {
        usize::try_from(i32::from(dtz) + DTZ_OFFSET).ok().and_then(|i| self.dtz.get(i)).copied().unwrap_or(0)
    }

    /// Counts by requesting every position from a source.
    pub fn count<S: ValueSource + ?Sized>(source: &S, side: Color, file: usize) -> Self {
        let counter = Counter::new(source, side, file);
        let size = counter.layout.size();
        let decoder = Decoder::new(&counter.layout);
        (0..size.div_ceil(BATCH))
            .into_par_iter()
            .fold(Self::default, |mut counts, batch| {
                counter.add(&decoder, batch * BATCH..((batch + 1) * BATCH).min(size), &mut counts);
                counts
            })
            .reduce(Self::default, Self::merge)
    }

    fn merge(mut self, other: Self) -> Self {
        self.wdl_codes |= other.wdl_codes;
        for (count, more) in self.dtz.iter_mut().zip(other.dtz) {
            *count += more;
        }
        self
    }
}

/// Counts one side's positions as the reference generator does in its working array.
struct Counter<'a, S: ?Sized> {
    source: &'a S,
    side: Color,
    layout: Layout,
    /// Entries of the working array for one placement of like men.
    permutations: u64,
}

impl<'a, S: ValueSource + ?Sized> Counter<'a, S> {
    fn new(source: &'a S, side: Color, file: usize) -> Self {
        let layout = Layout::for_counting(source.material(), file);
        let permutations = layout.groups()[1..].iter().map(|g| (2..=g.len as u64).product::<u64>()).product();
        Self { source, side, layout, permutations }
    }

    fn add(&self, decoder: &Decoder, range: Range<u64>, counts: &mut Statistics) {
        let pawnless = self.source.material().pawns() == 0;
        let black_king = man_code(Color::Black, Piece::King);
        let black_king = men_codes(self.source.material()).iter().position(|&c| c == black_king).unwrap_or(0);
        let mut wdl = [0; CHUNK];
        let mut dtz = [0; CHUNK];
        decoder.for_each_chunk(range, |squares, _| {
            let len = squares[0].len();
            self.source.wdl_codes(self.side, squares, &mut wdl[..len]);
            self.source.dtz_codes(self.side, squares, &mut dtz[..len]);
            counts.wdl_codes |= wdl[..len].iter().fold(0, |set, &c| set | 1 << c);
            for (i, &code) in dtz[..len].iter().enumerate().filter(|(_, code)| **code != DTZ_FREE) {
                let on_diagonal = |square: u8| square.is_multiple_of(9);
                let weight = if !pawnless {
                    1
                } else if on_diagonal(squares[0][i])
                    && on_diagonal(squares[black_king][i])
                    && !squares.iter().all(|man| on_diagonal(man[i]))
                {
                    // The mirror image has an entry of its own.
                    1
                } else {
                    2
                };
                counts.dtz[(i32::from(code) + DTZ_OFFSET) as usize] += weight * self.permutations;
            }
        });
    }
}
