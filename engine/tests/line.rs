//! `vancura line` as a program.

use std::process::Command;

/// What is said below the boards of a line.
fn values(arguments: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_vancura")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let values: Vec<String> =
        text.lines().filter_map(|line| line.strip_prefix("Backed up: ")).map(str::to_owned).collect();
    let boards = text.lines().filter(|line| line.starts_with("Evaluation: ")).count();
    assert_eq!(boards, values.len(), "{text}");
    values
}

#[test]
fn values_are_backed_up_along_the_line() {
    const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let exact = |values: &[String]| -> Vec<String> {
        let of_line = values.iter().filter(|value| value.starts_with(['+', '-']));
        of_line.map(|value| value.split(' ').next().unwrap().to_owned()).collect()
    };
    let plain = values(&[ITALIAN, "8"]);
    assert!(plain.len() > 6 && plain[0].ends_with(" for White, 8 plies deep"), "{plain:?}");
    // The value of the root is that of every position of its line.
    let plain = exact(&plain);
    assert!(plain.len() > 3 && plain.iter().all(|value| *value == plain[0]), "{plain:?}");
    // Damped, it is less at each step up.
    let damped = exact(&values(&["line", ITALIAN, "8", "--with", "DampedBackup=80"]));
    assert!(damped.len() > 3 && damped.iter().any(|value| *value != damped[0]), "{damped:?}");
}

#[test]
fn a_mate_is_named() {
    let mate = values(&["r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 4", "4"]);
    assert_eq!(mate.len(), 2, "{mate:?}");
    assert!(mate[0].starts_with("White mates in 1, "), "{mate:?}");
}
