//! Prints the verdict on positions given in FEN, and the rule that gives it.
//!
//! ```text
//! cargo run -p vancura-recognizers --example judge -- "1k6/8/4r3/3R4/2P5/3K4/8/8 w - - 0 1"
//! KRPvKR: the third-rank defense - draw
//!   The rook holds the sixth rank in front of pawn and king, the defender's king the back rank.
//! ```

extern crate vancura_recognizers as recognizers;

use std::process::ExitCode;

use board::fen;

fn main() -> ExitCode {
    let mut all_are_legal = true;
    for text in std::env::args().skip(1) {
        match fen::parse(&text) {
            Ok(board) => match recognizers::judge(&board) {
                Some(verdict) => {
                    let rule = verdict.rule.rule();
                    println!("{} - {}\n  {}", verdict.rule, verdict.bound, rule.claim);
                }
                None => println!("no verdict on {text}"),
            },
            Err(error) => {
                eprintln!("{text}: {error}");
                all_are_legal = false;
            }
        }
    }
    if all_are_legal { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
