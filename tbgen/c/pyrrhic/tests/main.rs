//! Compiles and runs programs in C and C++ that use the drop-in replacement.

use std::fmt::Write as _;
use std::path::Path;

use board::random::Random;
use board::{Board, Material, Placement, Wdl, fen, legal_moves, rules};
use reference::cc::{WAYS, compile, run};
use tbgen::syzygy::Kind;
use tbgen::{KnownEndings, Probe, build_files, build_order};

const ENDINGS: [&str; 5] = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"];
/// Number of random positions per ending.
const POSITIONS: usize = 150;

/// The result of a position and its distance to zeroing, from solving instead of files.
fn solved(known: &mut KnownEndings, board: &Board) -> (Wdl, i16) {
    known.prepare(board).unwrap();
    let values = known.values(board).unwrap();
    (values.wdl.unwrap(), values.dtz.unwrap().0)
}

/// Random positions, each with its result and distance and with its moves, each with the result for
/// the mover: `fen;wdl;dtz;from,to,promotion,wdl ...`.
fn positions() -> String {
    let (mut known, mut random, mut text) = (KnownEndings::in_memory(3), Random::new(11), String::new());
    for name in ENDINGS {
        let ending: Material = name.parse().unwrap();
        for number in 0..POSITIONS {
            let material = if number % 2 == 0 { ending } else { ending.flip() };
            let Ok(board) = Placement::random(&mut random, material).to_board() else { continue };
            let (wdl, dtz) = solved(&mut known, &board);
            write!(text, "{};{};{dtz};", fen::write(&board), wdl as i8 + 2).unwrap();
            for mv in legal_moves(&board) {
                let reply = -solved(&mut known, &rules::after(&board, mv)).0;
                let promotion = mv.promotion.map_or(0, |piece| 5 - piece as u8);
                write!(text, "{},{},{promotion},{} ", mv.from as u8, mv.to as u8, reply as i8 + 2).unwrap();
            }
            text.push('\n');
        }
    }
    text
}

#[test]
fn answers_are_those_of_solved_endings() {
    let folder = tempfile::tempdir().unwrap();
    let [sound, damaged, few, list, program] =
        ["sound", "damaged", "few", "positions", "program"].map(|name| folder.path().join(name));
    for folder in [&sound, &damaged, &few] {
        std::fs::create_dir(folder).unwrap();
    }
    let endings = ENDINGS.map(|name| name.parse().unwrap());
    build_files(&build_order(&endings, true).unwrap(), &sound, Kind::SYZYGY, |_, _| {}).unwrap();
    // Copies: one with all files truncated or with a bit flipped, one without DTZ files.
    for (number, file) in (0..).zip(sound.read_dir().unwrap()) {
        let file = file.unwrap();
        let mut bytes = std::fs::read(file.path()).unwrap();
        if file.path().extension().is_some_and(|kind| kind == "rtbw") {
            std::fs::write(few.join(file.file_name()), &bytes).unwrap();
        }
        let middle = bytes.len() / 2;
        if number % 2 == 0 {
            bytes.truncate(middle / 64 * 64 + 16);
        } else {
            bytes[middle] ^= 1;
        }
        std::fs::write(damaged.join(file.file_name()), &bytes).unwrap();
    }
    std::fs::write(&list, positions()).unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for way in WAYS {
        let source = here.join("tests/check.c");
        if compile(&source, &here.join("include"), "vancura_pyrrhic", way, &program).is_none() {
            return;
        }
        let said = run(&program, &[&sound, &damaged, &few, &list]);
        assert!(said.ends_with(" positions\n"), "{way:?}: {said}");
    }
}

#[test]
fn what_the_header_declares_is_exported() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(here.join(name)).unwrap();
    let (header, source) = (read("include/tbprobe.h"), read("src/exports/mod.rs"));
    let code = source.split("#[unsafe(no_mangle)]").skip(1);
    let names = code.map(|item| {
        let words = item.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
        words.skip_while(|word| *word != "fn" && *word != "static").nth(1).unwrap().to_owned()
    });
    let names: Vec<String> = names.collect();
    assert_eq!(names.len(), 11, "{names:?}");
    for name in names {
        let is_declared =
            [format!(" {name}("), format!("extern int {name};")].iter().any(|text| header.contains(text));
        assert!(is_declared, "{name}");
    }
}
