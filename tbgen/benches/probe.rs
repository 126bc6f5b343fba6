//! Probing speed compared with pyrrhic-rs: both probe random legal positions in the same files,
//! alternately.
//!
//! `cargo bench -p vancura-tbgen --bench probe -- DIR KRPvKR KBNvKN` measures these endings with
//! the files of a folder, which must also contain their subtables. Without arguments it builds and
//! measures KPvKP. RUSTFLAGS apply to both probers.

extern crate vancura_tbgen as tbgen;

mod rounds;

use std::path::Path;

use board::random::Random;
use board::rules::{after, is_en_passant};
use board::{Board, Material, Placement, legal_moves};
use pyrrhic::Pyrrhic;
use rounds::{Job, compare};
use tbgen::syzygy::{Kind, Men, Position, RootMoves, Rule50, Tables as SyzygyTables};
use tbgen::{build_files, build_order};

const POSITIONS: usize = 10_000;

/// Random legal positions of an ending.
fn boards(ending: &str) -> impl Iterator<Item = Board> {
    let ending: Material = ending.parse().expect("an ending");
    let mut random = Random::stream(1, 0);
    let drawn = std::iter::repeat_with(move || Placement::random(&mut random, ending));
    drawn.filter_map(|placement| placement.to_board().ok())
}

/// Positions of an ending in which a pawn can be captured en passant.
fn passing(ending: &str) -> impl Iterator<Item = Board> {
    let next = |board: Board| legal_moves(&board).into_iter().map(move |mv| after(&board, mv));
    let can_take = |board: &Board| legal_moves(board).into_iter().any(|mv| is_en_passant(board, mv));
    boards(ending).flat_map(next).filter(move |board| board.en_passant().is_some() && can_take(board))
}

fn measure(name: &str, boards: impl Iterator<Item = Board>, tables: &SyzygyTables, peer: &Pyrrhic) {
    let boards: Vec<Board> = boards.take(POSITIONS).collect();
    let men: Vec<Men> = boards.iter().map(Position::men).collect();
    let theirs: Vec<pyrrhic::Men> = boards.iter().map(pyrrhic::Men::from).collect();
    let wdl = |men: &Men| tables.wdl(men).expect("a table") as i64;
    let dtz = |men: &Men| i64::from(tables.dtz(men).expect("a table").dtz().0);
    let mut results = [
        Job::new("pyrrhic-rs", &theirs, |men| peer.wdl(*men).expect("a table") as i64),
        Job::new("ours", &men, wdl),
        Job::new("ours, from a board", &boards, |board| tables.wdl(board).expect("a table") as i64),
        Job::all("ours, batches of 64", || {
            let mut found = [0; 64];
            let batches = men.chunks(found.len());
            batches
                .map(|men| {
                    tables.wdl_batch(men, &mut found);
                    found[..men.len()].iter().map(|&wdl| i64::from(wdl)).sum::<i64>()
                })
                .sum()
        }),
    ];
    compare(&format!("{name}: results"), boards.len(), &mut results);
    let mut ranked = RootMoves::default();
    let mut rankings = [
        Job::new("pyrrhic-rs", &theirs, |men| peer.dtz(*men).map_or(0, i64::from)),
        Job::new("ours", &men, |men| {
            tables.rank_root(men, Rule50::Counts, &mut ranked).expect("a table");
            ranked.iter().map(|found| i64::from(found.rank)).sum()
        }),
    ];
    compare(&format!("{name}: rankings of all moves"), boards.len(), &mut rankings);
    // pyrrhic-rs does not expose DTZ of single positions.
    compare(&format!("{name}: distances to zeroing"), boards.len(), &mut [Job::new("ours", &men, dtz)]);
}

fn measure_all(folder: &Path, endings: &[String]) {
    let tables = SyzygyTables::open(&[folder]).expect("the folder exists");
    let peer = Pyrrhic::open(folder).expect("no other instance exists");
    for name in endings {
        measure(name, boards(name), &tables, &peer);
        let material: Material = name.parse().expect("an ending");
        if board::Color::ALL.into_iter().all(|color| material.count(color, board::Piece::Pawn) > 0) {
            measure(&format!("{name}, all en passant"), passing(name), &tables, &peer);
        }
    }
}

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    if let Some(folder) = words.next() {
        return measure_all(folder.as_ref(), &words.collect::<Vec<_>>());
    }
    let folder = tempfile::tempdir().expect("a folder");
    let order = build_order(&["KPvKP".parse().expect("an ending")], true).expect("can be built");
    build_files(&order, folder.path(), Kind::SYZYGY, |_, _| {}).expect("files are written");
    measure_all(folder.path(), &["KPvKP".to_owned()]);
}
