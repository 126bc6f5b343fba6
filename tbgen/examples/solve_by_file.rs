//! Builds the tables for a position in a folder, opens them, and plays the best line to the end.
//!
//! ```text
//! cargo run --release -p vancura-tbgen --example solve_by_file -- \
//!     "8/8/8/3k4/8/8/8/RN2K3 w - - 0 1" /tmp/tables
//! ```

extern crate vancura_tbgen as tbgen;

use std::path::PathBuf;

use board::{Diagram, Placement, fen, notation};
use tbgen::syzygy::Kind;
use tbgen::{Goal, TableFiles, best_line, build_files, build_order};

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().unwrap_or_else(|| "8/8/8/3k4/8/8/8/R3K3 w - - 0 1".to_owned());
    let folder = arguments.next().map_or_else(|| std::env::temp_dir().join("vancura-example"), PathBuf::from);

    let mut board = fen::parse(&text)?;
    let material = Placement::from_board(&board)?.material();
    // Existing intact files are kept, so only the first run takes time.
    let order = build_order(&[material], true)?;
    build_files(&order, &folder, Kind::ALL, |material, step| println!("{material}: {step:?}"))?;

    let tables = TableFiles::open(&[&folder])?;
    println!("\n{}\n", Diagram(&board));
    println!("WDL {}", tables.probe_wdl(&board)?);
    println!("DTZ {} plies", tables.probe_dtz(&board)?.dtz().0);
    println!("DTM {}", tables.probe_dtm(&board)?);
    for ply in best_line(&tables, &board, Goal::Mate, board.halfmove_clock().into())? {
        print!("{} ", notation::san(&board, ply.mv));
        board.play_unchecked(ply.mv);
    }
    println!();
    Ok(())
}
