//! Our results against official Syzygy files, read by a prober that is not ours.
//!
//! Without the files the checks say so and compare nothing. The comparison with pyrrhic-rs holds for positions without en passant rights, the only ones tables store.

use std::sync::OnceLock;

use board::{
    BitBoard, Color, Material, Piece, Placement, Square, Wdl, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use pyrrhic_rs::{EngineAdapter, TableBases, WdlProbeResult};
use rayon::prelude::*;
use tbgen::{DtmTable, DtmTables};

#[derive(Clone)]
struct Attacks;

fn square(s: u64) -> Square {
    Square::index(s as usize)
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, s: u64) -> u64 {
        let color = if color == pyrrhic_rs::Color::White { Color::White } else { Color::Black };
        get_pawn_attacks(square(s), color).0
    }
    fn knight_attacks(s: u64) -> u64 {
        get_knight_moves(square(s)).0
    }
    fn bishop_attacks(s: u64, occupied: u64) -> u64 {
        get_bishop_moves(square(s), BitBoard(occupied)).0
    }
    fn rook_attacks(s: u64, occupied: u64) -> u64 {
        get_rook_moves(square(s), BitBoard(occupied)).0
    }
    fn queen_attacks(s: u64, occupied: u64) -> u64 {
        Self::bishop_attacks(s, occupied) | Self::rook_attacks(s, occupied)
    }
    fn king_attacks(s: u64) -> u64 {
        get_king_moves(square(s)).0
    }
}

/// The prober keeps its state in globals, so all tests share one.
fn official() -> Option<&'static TableBases<Attacks>> {
    static TABLES: OnceLock<Option<TableBases<Attacks>>> = OnceLock::new();
    let open = || {
        let folder = reference::path("syzygy")?;
        Some(TableBases::new(folder.to_str().expect("a folder name in UTF-8")).expect("official files open"))
    };
    TABLES.get_or_init(open).as_ref()
}

fn official_wdl(tables: &TableBases<Attacks>, p: &Placement) -> Wdl {
    let set = |wanted: &dyn Fn(Color, Piece) -> bool| {
        p.men().iter().filter(|m| wanted(m.color, m.piece)).fold(0, |set, m| set | m.square.bitboard().0)
    };
    let of = |piece: Piece| set(&|_, p| p == piece);
    let result = tables.probe_wdl(
        set(&|c, _| c == Color::White),
        set(&|c, _| c == Color::Black),
        of(Piece::King),
        of(Piece::Queen),
        of(Piece::Rook),
        of(Piece::Bishop),
        of(Piece::Knight),
        of(Piece::Pawn),
        0,
        p.side_to_move() == Color::White,
    );
    match result.expect("the table is there") {
        WdlProbeResult::Win => Wdl::Win,
        WdlProbeResult::CursedWin => Wdl::CursedWin,
        WdlProbeResult::Draw => Wdl::Draw,
        WdlProbeResult::BlessedLoss => Wdl::BlessedLoss,
        WdlProbeResult::Loss => Wdl::Loss,
    }
}

/// Compares every position; returns how many were compared.
fn compare(table: &DtmTable, official: &TableBases<Attacks>) -> usize {
    let compare_side = |side: Color| {
        let positions: Vec<(Placement, Wdl)> = table.positions(side).map(|(p, dtm)| (p, dtm.wdl())).collect();
        positions.par_iter().for_each(|(p, ours)| {
            assert_eq!(official_wdl(official, p).without_fifty_move_rule(), *ours, "{p:?}");
        });
        positions.len()
    };
    Color::ALL.into_iter().map(compare_side).sum()
}

#[test]
fn three_man_results_are_the_official_ones_in_every_position() {
    let Some(official) = official() else { return };
    let compared: usize = DtmTables::startup().iter().map(|t| compare(t, official)).sum();
    assert_eq!(compared, 417_787);
}

#[test]
#[ignore = "a minute: every position of the thirty 4-man tables"]
fn four_man_results_are_the_official_ones_in_every_position() {
    let Some(official) = official() else { return };
    let mut tables = DtmTables::startup();
    tables.build_all(&Material::with_men(4)).unwrap();
    let compared: usize =
        tables.iter().filter(|t| t.material().men() == 4).map(|t| compare(t, official)).sum();
    assert_eq!(compared, 146_871_406);
}
