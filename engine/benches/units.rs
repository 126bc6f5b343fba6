//! Nodes per second of the bench on each vector unit of this machine, in turn. A unit that is
//! slower than plain code ends the bench with status 1: code that the compiler did not build for
//! that unit runs far slower, yet counts the same nodes.
//!
//! ```sh
//! cargo bench -p vancura --bench units
//! ```

use std::process::{Command, ExitCode};

use nnue::Simd;

/// Runs per unit; the fastest counts.
const ROUNDS: usize = 5;

/// Nodes per second of one bench.
fn nodes_per_second(unit: Simd) -> u64 {
    let output = Command::new(env!("CARGO_BIN_EXE_vancura"))
        .args(["bench", "--simd", unit.name()])
        .output()
        .expect("the engine can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = text.lines().last().unwrap_or("").split_whitespace().collect();
    let [_, "nodes", speed, "nps"] = words[..] else { panic!("not a bench output: {text}") };
    speed.parse().expect("a number of nodes per second")
}

fn main() -> ExitCode {
    let units = Simd::available();
    let mut fastest = vec![0; units.len()];
    for round in 1..=ROUNDS {
        for (&unit, fastest) in units.iter().zip(&mut fastest) {
            let speed = nodes_per_second(unit);
            println!("round {round}: {unit} {:.3} Mnps", speed as f64 / 1e6);
            *fastest = speed.max(*fastest);
        }
    }
    let mut code = ExitCode::SUCCESS;
    for (unit, &speed) in units.iter().zip(&fastest).skip(1) {
        println!("{unit}: {:.3} times as many as {}", speed as f64 / fastest[0] as f64, units[0]);
        if speed < fastest[0] {
            eprintln!(
                "{unit} is slower than {}: is some of its code compiled for another processor?",
                units[0]
            );
            code = ExitCode::FAILURE;
        }
    }
    code
}
