//! Nodes per second compared with another engine: both search the same positions for the same time,
//! alternating, with one thread and 16 MiB each.
//!
//! ```sh
//! cargo bench -p vancura --bench beside -- /usr/games/stockfish "Use NNUE=false"
//! ```
//!
//! Where the system reports it (`/proc`), processor time is used, so that other load on the machine
//! matters little.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use vancura::play::bench::POSITIONS;

/// Positions of the bench that are used; those at its end are not read by every engine.
const POSITIONS_USED: usize = 40;
/// Every other position is searched for this long.
const MOVETIME: Duration = Duration::from_millis(300);
/// Rounds per engine.
const ROUNDS: usize = 3;
/// Ticks per second in `/proc`; the same on every Linux system.
const TICKS_A_SECOND: f64 = 100.0;

struct Uci {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Uci {
    fn start(program: &str, options: &[String]) -> Self {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("starting {program}: {error}"));
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut engine = Self { child, input, output };
        engine.send("uci");
        engine.read_to("uciok");
        for option in options {
            let (name, value) =
                option.split_once('=').unwrap_or_else(|| panic!("`{option}` is not Name=Value"));
            engine.send(&format!("setoption name {name} value {value}"));
        }
        engine
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    /// The nodes in the last report before this line.
    fn read_to(&mut self, last: &str) -> u64 {
        let mut nodes = 0;
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).is_ok_and(|read| read > 0),
                "the engine exited before {last}"
            );
            let mut words = line.split_whitespace().skip_while(|&word| word != "nodes");
            nodes = words.nth(1).and_then(|word| word.parse().ok()).unwrap_or(nodes);
            if line.starts_with(last) {
                return nodes;
            }
        }
    }

    /// Processor time so far.
    fn seconds(&self, started: Instant) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let fields: Vec<f64> = stat
            .rsplit(')')
            .next()
            .unwrap_or("")
            .split_whitespace()
            .map(|f| f.parse().unwrap_or(0.0))
            .collect();
        match fields.get(11..13) {
            Some(&[user, system]) => (user + system) / TICKS_A_SECOND,
            _ => started.elapsed().as_secs_f64(),
        }
    }

    /// Nodes and seconds of one search with an empty hash table.
    fn measure(&mut self, position: &str) -> (u64, f64) {
        self.send("ucinewgame\nisready");
        self.read_to("readyok");
        let started = Instant::now();
        let before = self.seconds(started);
        self.send(&format!("position fen {position}\ngo movetime {}", MOVETIME.as_millis()));
        let nodes = self.read_to("bestmove");
        (nodes, self.seconds(started) - before)
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        self.send("quit");
        let _ = self.child.wait();
    }
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let Some((other, options)) = arguments.split_first() else {
        println!("name the engine to compare with, then its options as Name=Value; nothing was measured");
        return;
    };
    let ours = Uci::start(env!("CARGO_BIN_EXE_vancura"), &["Hash=16".to_owned()]);
    let theirs = Uci::start(other, &[&["Hash=16".to_owned()], options].concat());
    let mut engines = [ours, theirs];
    let mut sums = [(0, 0.0); 2];
    for round in 1..=ROUNDS {
        for position in POSITIONS[..POSITIONS_USED].iter().step_by(2) {
            for (sum, engine) in sums.iter_mut().zip(&mut engines) {
                let (nodes, seconds) = engine.measure(position);
                *sum = (sum.0 + nodes, sum.1 + seconds);
            }
        }
        let [ours, theirs] = sums.map(|(nodes, seconds): (u64, f64)| nodes as f64 / seconds / 1e6);
        println!(
            "round {round}: vancura {ours:.3} Mnps, {other} {theirs:.3} Mnps, ratio {:.3}",
            ours / theirs
        );
    }
}
