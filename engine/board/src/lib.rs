//! The chess types that all other crates share.
//!
//! Squares, bitboards, pieces, moves and legal move generation come from
//! [cozy-chess](https://docs.rs/cozy-chess); this is the only crate that depends on it directly, so
//! the generator could be replaced here alone. The crate adds what endgame work needs: exact
//! results ([`Wdl`], [`Dtm`], [`Dtz`]), the [`Material`] of an ending, a [`Placement`] of a few
//! men, which tables index, the eight board symmetries ([`Symmetry`]), FEN and move notation with
//! errors that name the fault, PGN ([`pgn`]), EPD ([`epd`]), text of any encoding ([`text`]),
//! classification of moves ([`rules`]), sets of squares ([`sets`]), bits as bytes ([`bits`]),
//! random numbers ([`random`]), and perft.
//!
//! ```toml
//! [dependencies]
//! vancura-board = "0.1"
//! ```
//!
//! ```
//! use vancura_board::{Board, Material, Placement, fen};
//!
//! let board: Board = fen::parse("8/8/8/3k4/8/8/4P3/4K3 w - - 0 1").unwrap();
//! let placement = Placement::from_board(&board).unwrap();
//! assert_eq!(placement.material(), "KPvK".parse::<Material>().unwrap());
//! ```

#![forbid(unsafe_code)]

mod diagram;
pub mod epd;
pub mod fen;
pub mod notation;
mod outcome;
mod perft;
pub mod pgn;
mod placement;
pub mod random;
pub mod rules;
pub mod sets;
mod spelling;
mod squares;
mod symmetry;
pub mod text;

pub use cozy_chess::{
    BitBoard, Board, BoardBuilder, CastleRights, Color, File, GameStatus, Move, Piece, PieceMoves, Rank,
    Square, get_bishop_moves, get_bishop_rays, get_pawn_quiets, get_rook_moves, get_rook_rays,
};
pub use diagram::Diagram;
pub use ending::{
    Dtm, Dtz, Material, MaterialError, MaybeRounded, Wdl, bits, man_letter, narrow, piece_name,
};
pub use outcome::Outcome;
pub use perft::{divide, perft};
pub use placement::{MAX_MEN, Man, Placement, PlacementError};
pub use rules::legal_moves;
pub use squares::{
    attacks, get_between_rays, get_king_moves, get_knight_moves, get_line_rays, get_pawn_attacks,
};
pub use symmetry::Symmetry;
