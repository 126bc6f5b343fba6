//! Our reader compared with the published tables and with an independent prober.

use crate::support;

use std::sync::Mutex;

use board::random::Random;
use board::rules::{after, is_checkmate, is_zeroing};
use board::{Board, Dtz, Move, Piece, Placement, Wdl, fen, legal_moves};
use pyrrhic::Pyrrhic;
use support::{TestTables, material};
use syzygy::file::Table;
use syzygy::{Error, Kind, Men, Position, RootMove, RootMoves, Rule50, Tables};

/// The other prober keeps its tables in global state.
static PYRRHIC: Mutex<()> = Mutex::new(());

#[test]
fn all_small_tables_are_sound_to_their_last_byte() {
    let at_hand = TestTables::open();
    let tables = Tables::open(&[&at_hand.folder]).unwrap();
    for &m in &at_hand.materials {
        for kind in Kind::SYZYGY {
            let table = tables.table(m, kind).unwrap();
            table.verify().unwrap_or_else(|e| panic!("{m} {kind}: {e}"));
        }
    }
}

#[test]
fn streams_and_random_access_agree() {
    let at_hand = TestTables::open();
    let tables = Tables::open(&[&at_hand.folder]).unwrap();
    let mut random = Random::new(1);
    for &m in &at_hand.materials {
        let table = tables.table(m, Kind::Wdl).unwrap();
        for sub in table.sub_tables() {
            let stream = table.expand_wdl(sub).unwrap();
            assert_eq!(stream.len() as u64, sub.layout().size());
            for _ in 0..200 {
                let index = random.below(stream.len());
                assert_eq!(table.stored(sub, index as u64), Ok(stream[index].into()), "{m} at {index}");
            }
        }
        let table = tables.table(m, Kind::Dtz).unwrap();
        for sub in table.sub_tables() {
            let stream = table.expand_dtz(sub).unwrap();
            for _ in 0..200 {
                let index = random.below(stream.len());
                assert_eq!(table.stored(sub, index as u64), Ok(stream[index]), "{m} at {index}");
            }
        }
    }
}

#[test]
fn known_positions_have_their_known_results() {
    let at_hand = TestTables::open();
    let tables = Tables::open(&[&at_hand.folder]).unwrap();
    for (position, wdl, dtz) in [
        ("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", Wdl::Win, 1),
        ("8/3p4/8/2k5/8/4K3/4P3/8 w - - 0 1", Wdl::Draw, 0),
        ("8/8/8/3r4/8/1k6/8/K2R4 w - - 0 1", Wdl::Win, 1),
        ("k7/8/2K5/8/8/2B5/2B5/8 b - - 0 1", Wdl::Loss, -4),
        ("8/8/8/8/8/8/8/K2k4 w - - 0 1", Wdl::Draw, 0),
        // The double push would be answered en passant: a king move comes first.
        ("8/8/8/8/1p6/8/P7/K3k3 w - - 0 1", Wdl::Win, 5),
    ] {
        let board = fen::parse(position).unwrap();
        if !at_hand.has(Placement::from_board(&board).unwrap().material()) {
            continue;
        }
        assert_eq!(tables.wdl(&board).unwrap(), wdl, "{position}");
        let found = tables.dtz(&board).unwrap().dtz();
        assert_eq!(found.wdl(), wdl, "{position}");
        if wdl != Wdl::Loss {
            assert_eq!(found, Dtz(dtz), "{position}");
        }
    }
}

/// White wins in 101 plies, one too many, since Black to move loses in exactly 100. The file has no
/// distances with White to move.
#[test]
fn a_cursed_win_can_lead_to_a_loss_in_a_hundred_plies() {
    let at_hand = TestTables::open();
    if !at_hand.are_published() {
        return;
    }
    let tables = Tables::open(&[&at_hand.folder]).unwrap();
    let before = fen::parse("k7/7N/1K6/8/1B6/8/4n3/8 w - - 0 1").unwrap();
    let after = fen::parse("k7/7N/1K1B4/8/8/8/4n3/8 b - - 1 1").unwrap();
    assert_eq!((tables.wdl(&before).unwrap(), tables.wdl(&after).unwrap()), (Wdl::CursedWin, Wdl::Loss));
    assert_eq!(
        (tables.dtz(&before).unwrap().dtz(), tables.dtz(&after).unwrap().dtz()),
        (Dtz(101), Dtz(-100))
    );
}

#[test]
fn what_no_table_knows_is_refused_by_name() {
    let at_hand = TestTables::open();
    let tables = Tables::open(&[&at_hand.folder]).unwrap();
    let probe = |position: &str| tables.wdl(&fen::parse(position).unwrap()).unwrap_err();
    assert!(matches!(probe("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Error::CastlingRights));
    assert!(matches!(probe(fen::STARTPOS), Error::TooManyMen(32)));
    let missing = probe("4k3/4q3/8/8/8/8/8/1N2K1RR w - - 0 1");
    assert_eq!(missing.to_string(), "no WDL table for KRRNvKQ: put KRRNvKQ.rtbw into a table folder");
    assert!(matches!(Tables::open(&["/no/such/folder"]), Err(Error::Io { .. })));
}

/// Compares WDL and DTZ of our reader with those of the other prober on positions of a material.
fn compare(tables: &Tables, foreign: &Pyrrhic, board: &Board) {
    let wdl = tables.wdl(board).unwrap();
    assert_eq!(Some(wdl), foreign.wdl(board), "{board}");
    if board.occupied().len() == 5 && !board.pieces(Piece::Pawn).is_empty() {
        // KRPvKR is available, but not the endings its pawn promotes to.
        return;
    }
    let dtz = tables.dtz(board).unwrap().dtz();
    assert_eq!(dtz.wdl().without_fifty_move_rule(), wdl.without_fifty_move_rule(), "{board} {dtz:?}");
    let found = foreign.dtz(board).unwrap_or_else(|| panic!("the foreign prober fails on {board}"));
    // The other prober's root DTZ overlooks en passant replies, so compare only where none is
    // possible.
    if board.pieces(Piece::Pawn).len() < 2 || legal_moves(board).is_empty() {
        assert_eq!(dtz.0.unsigned_abs(), found, "{board}");
    }
}

#[test]
fn a_foreign_prober_reads_the_same_values() {
    compare_endings(400);
}

#[test]
#[ignore = "minutes"]
fn a_foreign_prober_reads_the_same_50000_values_of_each_ending() {
    compare_endings(50_000);
}

fn compare_endings(positions: usize) {
    let at_hand = TestTables::open();
    let _one_at_a_time = PYRRHIC.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let tables = Tables::open(&[&at_hand.folder]).unwrap();
    let foreign = Pyrrhic::open(&at_hand.folder).unwrap();
    let mut random = Random::new(2);
    let mut materials = at_hand.materials.clone();
    if at_hand.are_published() {
        materials.extend(["KRPvKR", "KBNvKN"].map(material));
    }
    for m in materials {
        for _ in 0..positions {
            let mut placement = Placement::random(&mut random, m);
            if random.below(2) == 0 {
                placement = placement.flip_colors();
            }
            compare(&tables, &foreign, &placement.to_board().unwrap());
        }
    }
}

#[test]
fn en_passant_is_resolved_as_the_foreign_prober_does() {
    let at_hand = TestTables::open();
    if !at_hand.are_published() {
        return;
    }
    let _one_at_a_time = PYRRHIC.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let tables = Tables::open(&[&at_hand.folder]).unwrap();
    let foreign = Pyrrhic::open(&at_hand.folder).unwrap();
    let mut random = Random::new(3);
    let mut decided = 0;
    let mut seen = 0;
    while seen < 2000 {
        let before = Placement::random(&mut random, material("KPvKP")).to_board().unwrap();
        for mv in legal_moves(&before) {
            let mut board = before.clone();
            board.play(mv);
            let takes = |m: &Move| {
                board.piece_on(m.from) == Some(Piece::Pawn)
                    && m.from.file() != m.to.file()
                    && !board.occupied().has(m.to)
            };
            if board.en_passant().is_none() || !legal_moves(&board).iter().any(takes) {
                continue;
            }
            seen += 1;
            compare(&tables, &foreign, &board);
            let without = fen::parse(&format!("{} - 0 1", fen_without_en_passant(&board))).unwrap();
            decided += u32::from(tables.wdl(&board).unwrap() != tables.wdl(&without).unwrap());
        }
    }
    assert!(decided > 100, "en passant decided only {decided} of {seen} positions");
}

#[test]
fn batches_say_what_single_probes_say() {
    let at_hand = TestTables::open();
    let tables = Tables::open(&[&at_hand.folder]).unwrap();
    let mut random = Random::new(6);
    let mut men: Vec<Men> = at_hand
        .materials
        .iter()
        .flat_map(|&m| std::iter::repeat_n(m, 20))
        .map(|m| Placement::random(&mut random, m).to_board().unwrap().men())
        .collect();
    let text = ["8/8/8/8/pP6/8/8/K1k5 b - b3 0 1", "8/8/8/8/8/8/8/K2k4 w - - 0 1", fen::STARTPOS];
    men.extend(text.map(|text| fen::parse(text).unwrap().men()));
    men.push(fen::parse("4k3/4q3/8/8/8/8/8/1N2K1RR w - - 0 1").unwrap().men());
    men.push(Men { white: 1, black: 1, ..Men::default() });
    let mut results = vec![99; men.len()];
    tables.wdl_batch(&men, &mut results);
    for (men, &found) in men.iter().zip(&results) {
        let single = tables.wdl(men);
        assert_eq!(found, single.map_or_else(|error| error.code(), |wdl| wdl as i8), "{men:?}");
    }
    assert_eq!(results[results.len() - 3..], [101, 100, 102]);
}

#[test]
fn moves_are_ranked_by_distance_and_without_distances_by_result() {
    let at_hand = TestTables::open();
    let mut tables = Tables::open(&[&at_hand.folder]).unwrap();
    let mut random = Random::new(7);
    let mut ranked = RootMoves::default();
    for &m in &at_hand.materials {
        for _ in 0..20 {
            let board = Placement::random(&mut random, m).to_board().unwrap();
            assert_eq!(tables.rank_root(&board, Rule50::Counts, &mut ranked).unwrap(), Kind::Dtz);
            let moves = legal_moves(&board);
            assert_eq!(ranked.len(), moves.len(), "{board}");
            for mv in moves {
                let promotion = mv.promotion.map_or(0, |piece| piece as u8);
                let is_it =
                    |r: &&RootMove| (r.from, r.to, r.promotion) == (mv.from as u8, mv.to as u8, promotion);
                let found = ranked.iter().find(is_it).unwrap_or_else(|| panic!("{mv} in {board}"));
                let next = after(&board, mv);
                let reply = tables.dtz(&next).unwrap().dtz();
                let plies = match -tables.wdl(&next).unwrap() {
                    Wdl::Draw => 0,
                    wdl if is_zeroing(&board, mv) => [-1, -101, 0, 101, 1][(wdl as i8 + 2) as usize],
                    _ if is_checkmate(&next) => 1,
                    _ => -reply.0 - reply.0.signum(),
                };
                assert_eq!(found.plies, plies, "{mv} in {board}");
                assert_eq!(found.rank.signum(), plies.signum(), "{mv} in {board}");
            }
        }
    }
    tables.leave_out(material("KRvK"), Kind::Dtz);
    let board = fen::parse("8/8/8/3k4/R7/8/8/4K3 w - - 30 16").unwrap();
    assert_eq!(tables.rank_root(&board, Rule50::Counts, &mut ranked).unwrap(), Kind::Wdl);
    assert!(ranked.iter().any(|found| found.rank == 1000) && ranked.iter().any(|found| found.rank == 0));
}

fn fen_without_en_passant(board: &Board) -> String {
    let text = board.to_string();
    text.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

/// Opens, verifies, probes and streams damaged copies; nothing may panic, and lengths of opened
/// tables must be right.
fn survive_damage(rounds: usize, seed: u64) {
    let at_hand = TestTables::open();
    let mut random = Random::new(seed);
    let names = ["KPvKP", "KQvKR", "KBNvK", "KRvK", "KQvK", "KBvKP", "KNvK", "KPvK"];
    let originals: Vec<_> = names
        .iter()
        .filter(|name| at_hand.has(material(name)))
        .flat_map(|n| {
            Kind::SYZYGY.map(|k| (material(n), k, at_hand.folder.join(format!("{n}.{}", k.extension()))))
        })
        .map(|(m, kind, path)| (m, kind, std::fs::read(path).unwrap()))
        .collect();
    let (mut refused, mut unsound) = (0, 0);
    for _ in 0..rounds {
        let (m, kind, original) = &originals[random.below(originals.len())];
        let mut bytes = original.clone();
        let header = bytes.len().min(1200);
        match random.below(4) {
            0 => bytes.truncate(random.below(original.len())),
            1 => bytes.truncate(random.below(original.len()) / 64 * 64 + 16),
            2 => {
                for _ in 0..=random.below(4) {
                    let at = random.below(header);
                    bytes[at] ^= 1 << random.below(8);
                }
            }
            _ => {
                let at = random.below(bytes.len());
                bytes[at] = random.next_u64() as u8;
            }
        }
        if bytes == *original {
            continue;
        }
        let Ok(table) = Table::from_bytes(bytes, *m, *kind) else {
            refused += 1;
            continue;
        };
        unsound += usize::from(table.verify().is_err());
        for sub in table.sub_tables() {
            if let Ok(stream) = table.expand_dtz(sub) {
                assert_eq!(stream.len() as u64, sub.layout().size());
            }
            for _ in 0..20 {
                let _ = table.stored(sub, random.next_u64() % sub.layout().size());
            }
        }
        if *kind == Kind::Wdl {
            assert!(table.verify().is_err(), "a damaged {m} passed");
        }
    }
    assert!(refused > rounds / 4 && unsound > rounds / 8, "{refused} refused, {unsound} unsound of {rounds}");
}

#[test]
fn damaged_files_are_refused_or_read_without_a_panic() {
    survive_damage(300, 4);
}

#[test]
#[ignore = "half a minute"]
fn ten_thousand_damaged_files_are_refused_or_read_without_a_panic() {
    survive_damage(10_000, 5);
}
