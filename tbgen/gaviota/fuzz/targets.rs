//! Guarantees of the table reader: damaged bytes are rejected when the file is opened or when a
//! distance is read, and an accepted table gives a distance for every position without a panic, the
//! same each time.

use std::path::Path;

use board::{Color, Man, Piece, Placement, Square};
use gaviota::Table;

/// Squares of the three men that are probed, as one number; a step that reaches all blocks.
const STEP: usize = 61;

/// The input is the file of KRvK or of KPvK.
pub(crate) fn table(bytes: &[u8]) {
    for (name, piece) in [("krk.gtb.cp4", Piece::Rook), ("kpk.gtb.cp4", Piece::Pawn)] {
        let Ok(table) = Table::from_bytes(bytes.to_vec(), Path::new(name)) else { continue };
        for number in (0..1 << 18).step_by(STEP) {
            let man =
                |color, piece, at: usize| Man { color, piece, square: Square::index(number >> at & 63) };
            let men = [
                man(Color::White, Piece::King, 0),
                man(Color::White, piece, 6),
                man(Color::Black, Piece::King, 12),
            ];
            for side in Color::ALL {
                let placement = Placement::new(side, &men).expect("a king on each side");
                let found = table.probe(&placement).map_err(|error| error.to_string());
                let again = table.probe(&placement.flip_colors()).map_err(|error| error.to_string());
                assert_eq!(found, again, "{placement:?}");
            }
        }
    }
}
