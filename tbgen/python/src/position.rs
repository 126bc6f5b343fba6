//! Positions passed from Python: FENs, and boards with the attributes of python-chess, which is not
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

/// A position as passed, not validated yet.
#[derive(Clone, Debug)]
pub(crate) enum Given {
    /// A FEN.
    Text(String),
    /// From the attributes of a board.
    Sets(Sets),
}

/// The attributes of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sets {
    men: Men,
    /// Squares of rooks that may castle.
    castling: u64,
    /// Plies since the last capture or pawn move, at most 100.
    clock: u8,
}

/// A position in the representation of the prober.
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

    /// For the prober, which validates it.
    pub(crate) fn probed(&self) -> Result<Probed, fen::FenError> {
        match self {
            Self::Text(text) => {
                let board = fen::parse(text)?;
                Ok(Probed { men: board.men(), has_castling: board.castling() })
            }
            Self::Sets(sets) => Ok(Probed { men: sets.men, has_castling: sets.castling != 0 }),
        }
    }

    /// As a `Board`; an exception if it is illegal.
    pub(crate) fn board(&self) -> PyResult<Board> {
        match self {
            Self::Text(text) => fen::parse(text).map_err(|fault| of_fen(&fault)),
            Self::Sets(sets) => {
                let board = fen::parse(&sets.fen()).map_err(|fault| of_fen(&fault))?;
                // Two pieces on one square, or a piece without a color, cannot be expressed as FEN.
                let (read, said) = (board.men(), sets.men);
                if (read.pieces, read.white, read.black) != (said.pieces, said.white, said.black) {
                    return Err(illegal_position(
                        "the bitboards of pieces and of colors contradict each other",
                    ));
                }
                Ok(board)
            }
        }
    }
}

impl Sets {
    fn read(board: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = board.py();
        refuse_variants(board)?;
        let colors = attribute(board, intern!(py, "occupied_co"))?;
        let color = |index: usize| set(&colors.get_item(index)?, intern!(py, "occupied_co"));
        let pieces = |name| set(&attribute(board, name)?, name);
        let white_to_move = match attribute(board, intern!(py, "turn"))?.cast::<PyBool>() {
            Ok(turn) => turn.is_true(),
            Err(_) => return Err(wrong(intern!(py, "turn"), "True for White or False for Black")),
        };
        let mut men = Men {
            white: color(1)?,
            black: color(0)?,
            pieces: [
                pieces(intern!(py, "pawns"))?,
                pieces(intern!(py, "knights"))?,
                pieces(intern!(py, "bishops"))?,
                pieces(intern!(py, "rooks"))?,
                pieces(intern!(py, "queens"))?,
                pieces(intern!(py, "kings"))?,
            ],
            ep: 0,
            white_to_move,
        };
        let ep = attribute(board, intern!(py, "ep_square"))?.extract::<Option<u8>>();
        let ep = ep.map_err(|_| wrong(intern!(py, "ep_square"), "a square from 0 to 63 or None"))?;
        men.ep = ep.filter(|&ep| can_take_en_passant(&men, ep)).unwrap_or(0);
        let castling = pieces(intern!(py, "castling_rights"))?;
        let clock = attribute(board, intern!(py, "halfmove_clock"))?.extract::<u32>();
        let clock = clock.map_err(|_| wrong(intern!(py, "halfmove_clock"), "a number of plies"))?;
        Ok(Self { men, castling, clock: clock.min(FIFTY_MOVES_PLIES.into()) as u8 })
    }

    /// The position as FEN, legal or not.
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

/// True if a pawn of the side to move attacks the en passant square. An en passant square without
/// such a pawn is ignored, as in python-chess.
fn can_take_en_passant(men: &Men, ep: u8) -> bool {
    let (own, others, rank) =
        if men.white_to_move { (men.white, men.black, 5) } else { (men.black, men.white, 2) };
    if ep / 8 != rank {
        return false;
    }
    let pushed = BitBoard(1 << if men.white_to_move { ep - 8 } else { ep + 8 });
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

/// Extracts a bitboard.
fn set(value: &Bound<'_, PyAny>, name: &Bound<'_, PyString>) -> PyResult<u64> {
    value.extract().map_err(|_| wrong(name, "a bitboard, an integer of 64 bits"))
}

fn wrong(name: &Bound<'_, PyString>, right: &str) -> PyErr {
    PyTypeError::new_err(format!("not a position: `{name}` is not {right}"))
}

/// Tables are for standard chess: boards of other variants have other results.
fn refuse_variants(board: &Bound<'_, PyAny>) -> PyResult<()> {
    let Some(variant) = board.getattr_opt(intern!(board.py(), "uci_variant"))? else { return Ok(()) };
    let name = variant.cast::<PyString>().ok().map(|name| name.to_str()).transpose()?;
    match name {
        None | Some("chess") => Ok(()),
        Some(other) => Err(illegal_position(&format!(
            "the variant of the board is `{other}`: only standard chess is supported"
        ))),
    }
}

/// Reads the name of an ending.
pub(crate) fn material(name: &str) -> PyResult<Material> {
    name.parse().map_err(|error: board::MaterialError| PyValueError::new_err(error.to_string()))
}
