//! Running the program in tests.

use std::path::Path;
use std::process::{Command, Output};

use trainer::games::{Event, Game, GamesReader, Header};

/// Quick games.
pub(crate) const QUICK: [&str; 8] =
    ["--soft-nodes", "60", "--hard-nodes", "300", "--hash", "1", "--table-men", "3"];

pub(crate) fn trainer() -> Command {
    Command::new(env!("CARGO_BIN_EXE_vancura-trainer"))
}

pub(crate) fn generate(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = trainer();
    command.arg("generate").arg("--out").arg(folder).args(QUICK).args(arguments);
    command
}

/// Exit status and all output.
pub(crate) fn run(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap();
    (status.code(), text)
}

/// All games of a file with its header.
pub(crate) fn read(path: &Path) -> (Header, Vec<Game>) {
    let mut reader = GamesReader::open(path).unwrap();
    let mut games = Vec::new();
    while let Some(event) = reader.next_event().unwrap() {
        let Event::Block(block) = event else { panic!("{}: {event:?}", path.display()) };
        games.extend(block.games().map(Result::unwrap));
    }
    (reader.header().unwrap().clone(), games)
}
