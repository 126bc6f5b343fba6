//! Probes a position given as bitboards, as an engine would:
//! `cargo run --example probe -- /tables/345`.
use vancura_syzygy::{Error, Men, RootMoves, Rule50, Tables, Verify};

fn main() -> Result<(), Error> {
    let paths = std::env::args().nth(1).unwrap_or_default();
    let tables = Tables::builder().paths(&paths).verify(Verify::Once).open()?;
    // White: king e1, pawn e2; Black: king d5; White to move.
    let [king, pawn, other] = [1 << 4, 1 << 12, 1 << 35];
    let (white, black, pieces) = (king | pawn, other, [pawn, 0, 0, 0, 0, king | other]);
    let men = Men { white, black, pieces, ep: 0, white_to_move: true };
    println!("{}, zeroing in {} plies", tables.wdl(&men)?, tables.dtz(&men)?.dtz().0);
    let mut moves = RootMoves::default();
    let by = tables.rank_root(&men, Rule50::Counts, &mut moves)?;
    println!("{} moves, ranked by {by}", moves.len());
    for mv in moves.iter() {
        println!("from {} to {}: rank {}, {} plies", mv.from, mv.to, mv.rank, mv.plies);
    }
    Ok(())
}
