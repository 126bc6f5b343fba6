//! Proof files: those the engine writes are valid, and changes are detected.

use std::process::Command;
use std::sync::Arc;

use base16ct::HexDisplay;
use board::random::Random;
use board::{Board, fen};
use sha2::{Digest as _, Sha256};
use vancura::mates;
use vancura::position::Position;
use vancura::proof::{MateQuestion, Prover, Question};
use vancura::tablebase::Tablebases;
use verify::proof::{LineError, ProofError, check};

/// Mate in 2, the first move quiet.
const QUIET_KEY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
/// Mate in 4 by 1.Rh4.
const ROOK_BEHIND: &str = "2b5/1p1p4/1P1P4/ppBP1B2/k2p1R2/N2P4/K1P1P3/8 w - - 0 1";
/// Mate in 3 that needs a pawn move to reset the counter.
const LATE: &str = "7k/5K2/6P1/8/8/8/8/8 w - - 98 90";

/// The proof file of a mate in this many moves.
fn prove(text: &str, moves: u8) -> String {
    let position = Position::new(fen::parse(text).unwrap());
    let tables = Tablebases::in_memory(Arc::default(), 0);
    let mate = MateQuestion { position: &position, moves: Some(moves), wants_file: true };
    let question = Question { mate, first_moves: &[], tables: &tables };
    let answer = Prover::new(8).unwrap().answer(&question, &mut |_| true);
    let words = answer.words(Some(moves));
    answer.file.unwrap_or_else(|| panic!("{words}"))
}

/// The lines with their correct checksum.
fn signed(lines: &[&str]) -> String {
    let body: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let sum = Sha256::digest(body.as_bytes());
    format!("{body}# sha256 {:x}\n", HexDisplay(&sum))
}

/// All lines except the checksum.
fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.pop();
    lines
}

#[test]
fn what_the_engine_proves_holds() {
    for (text, moves, counts_clock) in [(QUIET_KEY, 2, false), (ROOK_BEHIND, 4, false), (LATE, 3, true)] {
        let file = prove(text, moves);
        assert_eq!(signed(&lines(&file)), file);
        let proved = check(file.as_bytes()).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!((proved.fen.as_str(), proved.moves), (text, u32::from(moves)));
        assert_eq!(proved.positions, file.lines().count() - 3);
        assert_eq!(proved.counts_clock, counts_clock);
    }
}

#[test]
fn every_line_is_needed() {
    let file = prove(QUIET_KEY, 2);
    let lines = lines(&file);
    for left_out in 0..lines.len() {
        let rest: Vec<&str> =
            lines.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, line)| *line).collect();
        assert!(check(signed(&rest).as_bytes()).is_err(), "without `{}`", lines[left_out]);
    }
}

#[test]
fn faults_are_named() {
    let file = prove(QUIET_KEY, 2);
    let lines = lines(&file);
    let fault_of = |change: &dyn Fn(&mut Vec<String>)| {
        let mut changed: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        change(&mut changed);
        let changed: Vec<&str> = changed.iter().map(String::as_str).collect();
        check(signed(&changed).as_bytes()).unwrap_err()
    };
    assert_eq!(fault_of(&|lines| lines[0].push('1')), ProofError::Version);
    assert!(matches!(fault_of(&|lines| lines[1] = "# mate in 2".into()), ProofError::Claim(_)));
    let shorter = |lines: &mut Vec<String>| lines[1] = lines[1].replace("in 2", "in 1");
    assert!(matches!(fault_of(&shorter), ProofError::Unproved(_)));
    let twice = |lines: &mut Vec<String>| lines.push(lines[2].clone());
    assert!(matches!(fault_of(&twice), ProofError::Line { fault: LineError::Twice(3), .. }));
    let other = |lines: &mut Vec<String>| lines[2] = lines[2].replace("bm Ra6", "bm Ra5");
    let ProofError::Line { line: 3, fault: LineError::Unanswered(mv, _) } = fault_of(&other) else {
        panic!()
    };
    assert_eq!(mv, "Ra5");
    let no_quicker = |lines: &mut Vec<String>| lines[2] = lines[2].replace("dm 2", "dm 1");
    assert!(matches!(fault_of(&no_quicker), ProofError::Line { fault: LineError::NoQuicker(..), .. }));
    let illegal = |lines: &mut Vec<String>| lines[2] = lines[2].replace("bm Ra6", "bm Rb2");
    assert!(matches!(fault_of(&illegal), ProofError::Line { fault: LineError::Unreadable(_), .. }));
    let late = |lines: &mut Vec<String>| lines[1] = lines[1].replace(" 0 1", " 99 1");
    assert!(matches!(fault_of(&late), ProofError::Line { fault: LineError::Clock, .. }));
    assert_eq!(check(&file.as_bytes()[..file.len() / 2]), Err(ProofError::NoChecksum));
    assert_eq!(check(b"\xff\xfe"), Err(ProofError::NotText));
    assert_eq!(check(file.replacen("bm", "am", 1).as_bytes()), Err(ProofError::Checksum));
}

/// A line with something changed in it.
fn mutate(line: &str, random: &mut Random) -> String {
    const LETTERS: &[u8] = b"12345678/ -;#wbKQRBNPkqrbnpadeghm+=";
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..=random.below(2) {
        let at = random.below(bytes.len());
        let letter = LETTERS[random.below(LETTERS.len())];
        match random.below(3) {
            0 => bytes[at] = letter,
            1 => bytes.insert(at, letter),
            _ if bytes.len() > 1 => drop(bytes.remove(at)),
            _ => {}
        }
    }
    String::from_utf8(bytes).expect("only ASCII is written")
}

#[test]
fn changed_files_are_refused_or_true() {
    let mut random = Random::stream(18, 0);
    for (text, moves) in [(QUIET_KEY, 2), (LATE, 3)] {
        let file = prove(text, moves);
        for _ in 0..20_000 {
            let lines = lines(&file);
            let at = random.below(lines.len());
            let changed = mutate(lines[at], &mut random);
            let mut changed_lines = lines;
            changed_lines[at] = &changed;
            let changed = signed(&changed_lines);
            if changed == file {
                continue;
            }
            // With a corrected checksum, whatever is still accepted is true; otherwise the checksum
            // does not match.
            if let Ok(proved) = check(changed.as_bytes()) {
                let board: Board = fen::parse(&proved.fen).unwrap();
                let is_mate = mates::shortest(&board, proved.moves.min(3), u64::MAX).is_some();
                assert!(is_mate, "{changed}");
            }
            let body = changed.rfind("# sha256").unwrap();
            let unsigned = format!("{}{}", &changed[..body], &file[file.rfind("# sha256").unwrap()..]);
            assert!(check(unsigned.as_bytes()).is_err(), "{unsigned}");
        }
    }
}

#[test]
fn the_program_reports_what_it_checked_and_what_it_refuses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mate.proof");
    let verify = || {
        let output = Command::new(env!("CARGO_BIN_EXE_verify")).arg("proof").arg(&path).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(verify().0, Some(2));
    let file = prove(QUIET_KEY, 2);
    std::fs::write(&path, &file).unwrap();
    let (status, text) = verify();
    assert_eq!(status, Some(0));
    assert!(text.starts_with(&format!("proved: mate in 2 of {QUIET_KEY}: ")), "{text}");
    std::fs::write(&path, &file[..file.len() - 1]).unwrap();
    let (status, text) = verify();
    assert_eq!(status, Some(1));
    assert!(text.starts_with("refused: ") && text.contains("cut short"), "{text}");
}
