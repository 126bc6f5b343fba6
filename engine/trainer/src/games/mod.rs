//! Files of self-play games (`.vgd`): every position of a game with its score, in 3 to 4 bytes.
//!
//! A file is a header and any number of blocks. Blocks are only appended, each by one write, so
//! that a killed program leaves at worst an incomplete last block. All numbers are little-endian. A
//! checksum is the first 8 bytes of SHA-256.
//!
//! Header:
//!
//! | offset | bytes | meaning                                                          |
//! |--------|-------|------------------------------------------------------------------|
//! | 0      | 8     | `VGDGAMES`                                                       |
//! | 8      | 4     | version of the format, 1                                         |
//! | 12     | 4     | length of the JSON text, at most 1 MiB                           |
//! | 16     | 8     | checksum of bytes 8 to 16 and of the JSON text                   |
//! | 24     |       | JSON text: a [`Header`]                                          |
//!
//! Block:
//!
//! | offset | bytes | meaning                                                          |
//! |--------|-------|------------------------------------------------------------------|
//! | 0      | 8     | `VGDBLOCK`                                                       |
//! | 8      | 4     | length of the games in bytes, at most 1 MiB, usually just over 64 KiB |
//! | 12     | 4     | number of games                                                  |
//! | 16     | 4     | number of positions with a score                                 |
//! | 20     | 8     | checksum of bytes 8 to 20 and of the games                       |
//! | 28     |       | games, one after the other                                       |
//!
//! Game:
//!
//! | bytes     | meaning                                                                              |
//! |-----------|--------------------------------------------------------------------------------------|
//! | 8         | start: occupied squares, a1 is the lowest bit, h8 the highest                        |
//! | (men+1)/2 | men in the order of their squares, low nibble first: pawn 0 to king 5, Black's + 8; an odd last nibble is 0 |
//! | 1         | file of an en passant pawn, 0 to 7, else 8; + 128 when Black is to move              |
//! | 2         | files of the rooks that may castle, 8 for none, in nibbles from the lowest: White short, White long, Black short, Black long |
//! | 1         | plies since the last capture or pawn move                                            |
//! | 2         | number of the move                                                                   |
//! | 1         | result: half points of White                                                         |
//! | 1         | why the game ended: a [`Reason`]                                                     |
//! | 2         | number of plies, at most [`MAX_PLIES`]                                               |
//! | 3 each    | a ply: index of the move played among all legal moves ([`sorted_moves`]); score as `i16` for the side to move |
//! | 2         | number of labels off the game, at most [`MAX_PLIES`]                                 |
//! | 6 each    | a label, plies ascending: ply as `u16`; index of the other move; index of the best answer to it; score as `i16` of the position after the other move, for the side to move there |
//!
//! Scores are on the engine's scale: centipawns, or the values for mates and table wins (see
//! [`vancura::score`]).

mod blocks;
mod bytes;
mod fault;
mod game;
mod header;
mod moves;
pub(crate) mod placing;
mod positions;
mod reader;
mod writer;

pub use blocks::{Block, Damage, Event, Fault};
pub use fault::GameFault;
pub use game::{Game, GameResult, Label, MAX_PLIES, Ply, Reason};
pub use header::Header;
pub use moves::sorted_moves;
pub use positions::{Kind, LabeledPosition, Positions};
pub use reader::{GamesReader, ReadError};
pub use writer::{GamesWriter, WriteError};

/// The extension of these files.
pub const EXTENSION: &str = "vgd";
