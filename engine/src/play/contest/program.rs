//! External UCI engines: starting them, setting options, requesting moves, and detecting faults.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use board::{Board, fen, notation};

use super::Pace;
use super::played::{Lapse, PlayedMove};
use crate::score::Score;

/// Time limit for everything except moves: large tables and networks may have to be loaded.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time limit of a move without a clock.
const MOVE_PATIENCE: Duration = Duration::from_secs(300);
/// How long to wait for a move after the clock has run out.
const CLOCK_PATIENCE: Duration = Duration::from_secs(2);
/// Time limit for exiting after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// Why an external engine cannot play.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// It cannot be started.
    #[error("{}: {source}", .path.display())]
    Start {
        /// The executable.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// It does not answer, or not as expected.
    #[error("{}: there was no `{expected}`; is it a UCI engine?", .path.display())]
    Silent {
        /// The executable.
        path: PathBuf,
        /// The expected answer.
        expected: &'static str,
    },
    /// It crashed, stopped responding or broke the rules during a move.
    #[error("{0}")]
    Lapse(String),
    /// It has no such option.
    #[error("{}: it has no option `{name}`", .path.display())]
    Option {
        /// The executable.
        path: PathBuf,
        /// The option.
        name: String,
    },
}

/// A running external engine.
pub(crate) struct Program {
    path: PathBuf,
    options: Vec<(String, String)>,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// The option `UCI_Chess960` is set.
    is_chess960: bool,
    /// It has crashed, stopped responding, or is in an unknown state.
    is_lost: bool,
}

impl Program {
    /// Starts an engine and sets its options, whose names may leave out spaces and underscores.
    pub(crate) fn start(path: &Path, options: &[(String, String)]) -> Result<Self, ProgramError> {
        let fault = |source| ProgramError::Start { path: path.to_owned(), source };
        let mut command = Command::new(path);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(fault)?;
        let input = child.stdin.take().expect("it was piped");
        let output = BufReader::new(child.stdout.take().expect("it was piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut program = Self {
            path: path.to_owned(),
            options: options.to_vec(),
            child,
            input,
            lines,
            is_chess960: false,
            is_lost: false,
        };
        program.say("uci");
        let announced: Vec<String> =
            program.hear("uciok")?.iter().filter_map(|line| option_name(line)).collect();
        for (name, value) in options {
            let known = announced.iter().find(|known| plain(known) == plain(name));
            let fault = || ProgramError::Option { path: path.to_owned(), name: name.clone() };
            // Our own switches are not announced.
            let known = known.or_else(|| announced.iter().any(|name| name == "InternalTB").then_some(name));
            program.say(&format!("setoption name {} value {value}", known.ok_or_else(fault)?));
        }
        program.say("isready");
        program.hear("readyok")?;
        Ok(program)
    }

    /// Prepares for a game; an engine that has failed is restarted.
    pub(super) fn new_game(&mut self, opening: &Board) -> Result<(), ProgramError> {
        if self.is_lost {
            *self = Self::start(&self.path, &self.options)?;
        }
        let is_chess960 = fen::has_chess960_castling(opening);
        if is_chess960 != self.is_chess960 {
            self.say(&format!("setoption name UCI_Chess960 value {is_chess960}"));
            self.is_chess960 = is_chess960;
        }
        self.say("ucinewgame");
        self.say("isready");
        self.hear("readyok").map(|_| ()).inspect_err(|_| self.is_lost = true)
    }

    /// Its move in a position unrelated to previous ones.
    pub(crate) fn solve(&mut self, board: &Board, pace: Pace) -> Result<PlayedMove, ProgramError> {
        self.new_game(board)?;
        self.answer((board, &[]), board, pace, [Duration::ZERO; 2]).map_err(|lapse| match lapse {
            Lapse::Fault(fault) => ProgramError::Lapse(fault),
            Lapse::Time => ProgramError::Lapse(format!("{}: there was no move in time", self.path.display())),
        })
    }

    /// Its move after the moves of a game; `clocks` are those of White and Black.
    pub(super) fn answer(
        &mut self,
        (opening, moves): (&Board, &[PlayedMove]),
        board: &Board,
        pace: Pace,
        clocks: [Duration; 2],
    ) -> Result<PlayedMove, Lapse> {
        let chess960 = fen::has_chess960_castling(opening);
        self.say(&set_up(opening, moves, chess960));
        let patience = match pace {
            Pace::Nodes(nodes) => {
                self.say(&format!("go nodes {nodes}"));
                MOVE_PATIENCE
            }
            Pace::Depth(depth) => {
                self.say(&format!("go depth {depth}"));
                MOVE_PATIENCE
            }
            Pace::Clock { increment, .. } => {
                let [white, black] = clocks.map(|clock| clock.as_millis());
                let increment = increment.as_millis();
                self.say(&format!("go wtime {white} btime {black} winc {increment} binc {increment}"));
                clocks[board.side_to_move() as usize] + CLOCK_PATIENCE
            }
        };
        let until = Instant::now() + patience;
        let mut report = Report::default();
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => match line.strip_prefix("bestmove") {
                    Some(answer) => {
                        let text = answer.split_whitespace().next().unwrap_or("");
                        let Ok(mv) = notation::parse_uci(board, text) else {
                            return Err(self.lose(&format!("`{text}` is not a legal move in {board}")));
                        };
                        return Ok(PlayedMove {
                            mv,
                            score: report.score,
                            depth: report.depth,
                            nodes: report.nodes,
                        });
                    }
                    None => report.read(&line),
                },
                Err(RecvTimeoutError::Timeout) if matches!(pace, Pace::Clock { .. }) => {
                    self.lose("");
                    return Err(Lapse::Time);
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.lose("no move came")),
                Err(RecvTimeoutError::Disconnected) => return Err(self.lose("it ended")),
            }
        }
    }

    fn lose(&mut self, fault: &str) -> Lapse {
        self.is_lost = true;
        Lapse::Fault(format!("{}: {fault}", self.path.display()))
    }

    /// A closed pipe is detected when the answer is read.
    fn say(&mut self, line: &str) {
        let _ = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
    }

    /// All lines up to the expected one.
    fn hear(&mut self, expected: &'static str) -> Result<Vec<String>, ProgramError> {
        let until = Instant::now() + PATIENCE;
        let mut heard = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            if line.trim_end() == expected {
                return Ok(heard);
            }
            heard.push(line);
        }
        Err(ProgramError::Silent { path: self.path.clone(), expected })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.say("quit");
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(5));
        }
        // If it has not exited by now, it can be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The information from the lines before `bestmove`.
#[derive(Default)]
struct Report {
    depth: i32,
    score: Score,
    nodes: u64,
}

impl Report {
    fn read(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return;
        }
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i64>().ok()).unwrap_or(0);
            match word {
                "depth" => self.depth = number() as i32,
                "nodes" => self.nodes = number().max(0) as u64,
                "cp" => self.score = Score::from_centipawns(number().clamp(-30_000, 30_000) as i32),
                "mate" => {
                    let moves = number().clamp(-500, 500) as i32;
                    self.score =
                        if moves > 0 { Score::mate_in(2 * moves - 1) } else { Score::mated_in(-2 * moves) };
                }
                "string" | "pv" => return,
                _ => {}
            }
        }
    }
}

fn set_up(opening: &Board, moves: &[PlayedMove], chess960: bool) -> String {
    let mut text = if *opening == Board::startpos() {
        "position startpos".to_owned()
    } else if chess960 {
        format!("position fen {opening:#}")
    } else {
        format!("position fen {opening}")
    };
    let mut board = opening.clone();
    for (index, played) in moves.iter().enumerate() {
        text.push_str(if index == 0 { " moves " } else { " " });
        text.push_str(&notation::uci(&board, played.mv, chess960));
        board.play_unchecked(played.mv);
    }
    text
}

/// The name in `option name Move Overhead type spin ...`.
fn option_name(line: &str) -> Option<String> {
    let (name, _) = line.strip_prefix("option name ")?.split_once(" type ")?;
    Some(name.to_owned())
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '_')).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_reports_is_read() {
        let mut report = Report::default();
        report.read("info depth 7 seldepth 9 score cp -31 lowerbound nodes 1234 nps 5 pv e2e4");
        assert_eq!((report.depth, report.score, report.nodes), (7, Score::from_centipawns(-31), 1234));
        report.read("info string depth 99");
        report.read("info depth 8 score mate -2 nodes x");
        assert_eq!((report.depth, report.score), (8, Score::mated_in(4)));
        report.read("info depth 9 score mate 3");
        assert_eq!(report.score, Score::mate_in(5));
    }

    #[test]
    fn positions_are_told_from_the_opening_on() {
        let start = Board::startpos();
        assert_eq!(set_up(&start, &[], false), "position startpos");
        let castling = fen::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let played =
            |mv: &str| PlayedMove { mv: mv.parse().unwrap(), score: Score::DRAW, depth: 1, nodes: 1 };
        let text = set_up(&castling, &[played("e1h1"), played("e8d8")], false);
        assert_eq!(text, "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8d8");
        let shuffled = fen::parse("4k3/8/8/8/8/8/8/5K1R w H - 0 1").unwrap();
        let text = set_up(&shuffled, &[played("f1h1")], true);
        assert_eq!(text, "position fen 4k3/8/8/8/8/8/8/5K1R w H - 0 1 moves f1h1");
    }

    #[test]
    fn what_is_no_program_is_named() {
        let error = Program::start(Path::new("/nowhere/engine"), &[]).err().unwrap().to_string();
        assert!(error.starts_with("/nowhere/engine: "), "{error}");
    }
}
