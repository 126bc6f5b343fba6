//! Positions that Python gives: FENs, and boards with the attributes of python-chess, which is not
//! imported.

use std::fmt::Write as _;

use board::rules::FIFTY_MOVES_PLIES;
use board::{BitBoard, Board, Material, fen, man_letter, sets};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use syzygy::{Men, Position as _};

use crate::errors::{illegal_position, of_fen};

/// Sets of squares of a board, in the order of [`Men::pieces`].
const SETS: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "kings"];

/// A position as it was given, not judged yet.
#[derive(Clone, Debug)]
pub(crate) enum Given {
    /// A FEN.
    Text(String),
    /// From the attributes of a board.
    Sets(Sets),
}

/// What a board says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sets {
    men: Men,
    /// Squares of rooks that may castle.
    castling: u64,
    /// Plies since the last capture or pawn move, at most 100.
    clock: u8,
}

/// A position that the prober takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probed {
    men: Men,
    has_castling: bool,
}

impl syzygy::Position for Probed {
    fn men(&self) -> Men {
        self.men
    }

    fn castling(&self) -> bool {
        self.has_castling
    }
}

impl Given {
    /// Reads a FEN or the attributes of a board.
    pub(crate) fn read(position: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = position.cast::<PyString>() {
            return Ok(Self::Text(text.to_str()?.to_owned()));
        }
        Ok(Self::Sets(Sets::read(position)?))
    }

    /// For the prober, which judges it.
    pub(crate) fn probed(&self) -> Result<Probed, fen::FenError> {
        match self {
            Self::Text(text) => {
                let board = fen::parse(text)?;
                Ok(Probed { men: board.men(), has_castling: board.castling() })
            }
            Self::Sets(sets) => Ok(Probed { men: sets.men, has_castling: sets.castling != 0 }),
        }
    }

    /// As a board of ours; an exception when it is illegal.
    pub(crate) fn board(&self) -> PyResult<Board> {
        match self {
            Self::Text(text) => fen::parse(text).map_err(|fault| of_fen(&fault)),
            Self::Sets(sets) => {
                let board = fen::parse(&sets.fen()).map_err(|fault| of_fen(&fault))?;
                // Two pieces on one square, or a piece of no color, cannot be written as a FEN.
                let (read, said) = (board.men(), sets.men);
                if (read.pieces, read.white, read.black) != (said.pieces, said.white, said.black) {
                    return Err(illegal_position("the sets of pieces and of colors do not fit together"));
                }
                Ok(board)
            }
        }
    }
}

impl Sets {
    fn read(board: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = board.py();
        let colors = attribute(board, intern!(py, "occupied_co"))?;
        let color = |index: usize| set(&colors.get_item(index)?, "occupied_co");
        let [pawns, knights, bishops, rooks, queens, kings] = [
            intern!(py, "pawns"),
            intern!(py, "knights"),
            intern!(py, "bishops"),
            intern!(py, "rooks"),
            intern!(py, "queens"),
            intern!(py, "kings"),
        ];
        let mut pieces = [0; 6];
        for ((piece, name), said) in
            pieces.iter_mut().zip([pawns, knights, bishops, rooks, queens, kings]).zip(SETS)
        {
            *piece = set(&attribute(board, name)?, said)?;
        }
        let turn = attribute(board, intern!(py, "turn"))?;
        let white_to_move =
            turn.cast::<PyBool>().map_err(|_| wrong("turn", "True for White or False for Black"))?.is_true();
        let ep = attribute(board, intern!(py, "ep_square"))?;
        let ep = if ep.is_none() { 0 } else { ep.extract::<u8>().ok().filter(|&ep| ep < 64).unwrap_or(0) };
        let castling = set(&attribute(board, intern!(py, "castling_rights"))?, "castling_rights")?;
        let clock = attribute(board, intern!(py, "halfmove_clock"))?;
        let clock = clock.extract::<u32>().map_err(|_| wrong("halfmove_clock", "a number of plies"))?;
        refuse_variants(board)?;
        let men = Men { white: color(1)?, black: color(0)?, pieces, ep, white_to_move };
        let ep = if can_take_en_passant(&men) { ep } else { 0 };
        let clock = clock.min(FIFTY_MOVES_PLIES.into()) as u8;
        Ok(Self { men: Men { ep, ..men }, castling, clock })
    }

    /// The FEN of what the sets say, legal or not.
    fn fen(&self) -> String {
        let Self { men, castling, clock } = self;
        let letter = |square: u32| {
            let bit = 1u64 << square;
            let piece = board::Piece::ALL.into_iter().zip(men.pieces).find(|(_, set)| set & bit != 0)?.0;
            let color = if men.white & bit != 0 { board::Color::White } else { board::Color::Black };
            ((men.white | men.black) & bit != 0).then(|| man_letter(color, piece))
        };
        let mut text = String::new();
        for rank in (0..8).rev() {
            for file in 0..8 {
                text.push(letter(8 * rank + file).unwrap_or('1'));
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push_str(if men.white_to_move { "w " } else { "b " });
        for square in (0..64).filter(|square| castling >> square & 1 != 0) {
            let file = b'a' + (square & 7) as u8;
            text.push(char::from(if square < 8 { file.to_ascii_uppercase() } else { file }));
        }
        if *castling == 0 {
            text.push('-');
        }
        match men.ep {
            0 => text.push_str(" -"),
            ep => {
                let _ = write!(text, " {}{}", char::from(b'a' + ep % 8), ep / 8 + 1);
            }
        }
        let _ = write!(text, " {clock} 1");
        text
    }
}

/// True where a pawn of the side to move attacks the square that a pawn has just passed over: a
/// square without that counts as none, as for python-chess.
fn can_take_en_passant(men: &Men) -> bool {
    let (own, others, rank, behind) = if men.white_to_move {
        (men.white, men.black, 5, men.ep.wrapping_sub(8))
    } else {
        (men.black, men.white, 2, men.ep + 8)
    };
    if men.ep / 8 != rank {
        return false;
    }
    let pushed = BitBoard(1 << behind);
    let takers = (sets::west(pushed) | sets::east(pushed)).0;
    let pawns = men.pieces[0];
    pushed.0 & others & pawns != 0 && takers & own & pawns != 0
}

fn attribute<'py>(board: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    board.getattr(name).map_err(|error| {
        let class = board.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        let told = PyTypeError::new_err(format!(
            "a position is a FEN or a board with the attributes of python-chess's: `{class}` has no `{name}`"
        ));
        told.set_cause(board.py(), Some(error));
        told
    })
}

/// A set of squares.
fn set(value: &Bound<'_, PyAny>, name: &str) -> PyResult<u64> {
    value.extract().map_err(|_| wrong(name, "a set of squares, a number of 64 bits"))
}

fn wrong(name: &str, right: &str) -> PyErr {
    PyTypeError::new_err(format!("not a position: `{name}` is not {right}"))
}

/// The tables are those of chess: a board of another variant has other results.
fn refuse_variants(board: &Bound<'_, PyAny>) -> PyResult<()> {
    let Some(variant) = board.getattr_opt(intern!(board.py(), "uci_variant"))? else { return Ok(()) };
    let name = variant.cast::<PyString>().ok().map(|name| name.to_str()).transpose()?;
    match name {
        None | Some("chess") => Ok(()),
        Some(other) => Err(illegal_position(&format!(
            "a position of the variant `{other}`: results here are those of chess"
        ))),
    }
}

/// Reads the name of an ending.
pub(crate) fn material(name: &str) -> PyResult<Material> {
    name.parse().map_err(|error: board::MaterialError| PyValueError::new_err(error.to_string()))
}
