//! Lines of the UCI protocol as values. Parsing never touches the search.

use super::console::printable;
use crate::limits::Limits;
use crate::play::genfens::Order;
use crate::proof::MAX_MOVES;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `setoption name … value …`; the value is empty for buttons.
    SetOption {
        /// Any case.
        name: String,
        /// As written.
        value: String,
    },
    /// `position …`
    Position {
        /// `None` for the starting position.
        fen: Option<String>,
        /// In coordinate notation.
        moves: Vec<String>,
    },
    /// `go …`
    Go {
        /// All limits except the moves.
        limits: Limits,
        /// After `searchmoves`.
        search_moves: Vec<String>,
        /// What could not be parsed. The search uses the rest.
        faults: Vec<CommandError>,
    },
    /// `go perft N` or `perft N`
    Perft(u32),
    /// `proof [moves]`: prove a mate in N moves, or find one.
    Proof(Option<u8>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit` or `exit`
    Quit,
    /// `d` or `show [flipped]`: draw the board.
    Show {
        /// Black at the bottom.
        flipped: bool,
    },
    /// `fen`: print the position.
    Fen,
    /// `flip`: switch the side to move.
    Flip,
    /// `undo`: take back the last move.
    Undo,
    /// `moves`: list the legal moves.
    Moves,
    /// `eval [terms]`: explain the static evaluation.
    Eval {
        /// List the terms of the hand-crafted evaluation.
        lists_terms: bool,
    },
    /// `explain [json]`: what tables and rules say about the position.
    Explain {
        /// Output as JSON.
        as_json: bool,
    },
    /// `resolve`: show the quiescence search.
    Resolve,
    /// `load FILE`: use this network.
    Load(String),
    /// `license`
    License,
    /// `isatty [stderr|stdout] [on|off]`: interactive mode or pure UCI; toggles without a word. Any
    /// common word for yes or no is accepted.
    IsATty(Option<bool>),
    /// `bench [depth]`
    Bench(Option<i32>),
    /// `genfens N seed S [book FILE|None]`
    GenFens(Order),
    /// `help`
    Help,
    /// A blank line, or a UCI command that needs no answer (`debug`, `register`).
    Nothing,
}

/// The commands listed by `help`, with descriptions.
#[rustfmt::skip]
pub(crate) const COMMANDS: &[(&str, &str)] = &[
    ("uci", "name the engine and its options"),
    ("isready", "answer when everything is loaded"),
    ("ucinewgame", "clear everything learned"),
    ("setoption", "name <option> value <value>"),
    ("position", "startpos|fen <FEN> [moves <move>...]: moves like e2e4 or Nf3"),
    ("go", "[depth|nodes|movetime|wtime|btime|winc|binc|movestogo|mate <n>] [infinite] [ponder] [searchmoves <move>...]"),
    ("proof", "[moves]: prove a mate in N moves, or find a short one"),
    ("stop", "end the search"),
    ("ponderhit", "the expected move was played"),
    ("perft", "<depth>: count leaf positions by first move"),
    ("show", "[flipped]: draw the board (also: d)"),
    ("fen", "print the position"),
    ("flip", "switch the side to move"),
    ("undo", "take back the last move"),
    ("moves", "list the legal moves"),
    ("eval", "[terms]: print the static evaluation and what tables and recognizers say; with `terms` the worth of each term of the hand-crafted one"),
    ("explain", "[json]: exact result, rule, result of each move, best play"),
    ("resolve", "search captures and checks as at the horizon, line by line, listing what is skipped"),
    ("load", "<file>: use this network"),
    ("bench", "[depth]: search fixed positions and count nodes"),
    ("genfens", "<n> seed <n> [book <file>|None]: print random openings"),
    ("isatty", "[stderr|stdout] [on|off]: interactive mode: FEN and moves typed directly, answers on standard error"),
    ("license", "print the license"),
    ("help", "print this"),
    ("quit", "end the program (also: exit)"),
];

/// The commands of the UCI protocol.
const PROTOCOL: [&str; 11] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// Most characters quoted of an unknown command.
const MAX_QUOTED: usize = 40;

/// Why a line is not a command. Quotes are free of control characters and truncated where they are
/// long.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The first word is unknown.
    #[error("unknown command `{0}`; `help` lists all commands")]
    Unknown(String),
    /// A keyword without its value.
    #[error("`{0}` needs a value")]
    MissingValue(String),
    /// A value that is not a number.
    #[error("`{value}` after `{keyword}` is not a whole number")]
    NotANumber {
        /// The keyword before it.
        keyword: String,
        /// The invalid value.
        value: String,
    },
    /// An invalid number of moves for a mate.
    #[error("`mate` needs a positive number of moves, not {0}")]
    NoMate(i64),
    /// A number of moves out of range.
    #[error("`proof` takes a number of moves from 1 to {MAX_MOVES}, not {0}")]
    NoProof(i64),
    /// An unknown word in `go`.
    #[error("`{0}` is not a word of `go`")]
    UnknownLimit(String),
    /// `isatty` with an invalid value.
    #[error("`{0}` after `isatty` is neither on nor off")]
    NoSwitch(String),
    /// `setoption` without `name`.
    #[error("`setoption` needs `name` and the name of an option")]
    NoOptionName,
    /// `position` without `startpos` or `fen`.
    #[error("`position` needs `startpos` or `fen` and a position")]
    NoPosition,
}

impl std::str::FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Self, CommandError> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(Self::Nothing) };
        Ok(match first {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "setoption" => set_option(line)?,
            "position" => position(words)?,
            "go" => go(words)?,
            "genfens" => genfens(words)?,
            "perft" => Self::Perft(perft_depth(words.next())?),
            "proof" => Self::Proof(words.next().map(proof_moves).transpose()?),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" | "exit" => Self::Quit,
            "d" | "show" => Self::Show { flipped: words.next() == Some("flipped") },
            "flip" => Self::Flip,
            "undo" => Self::Undo,
            "moves" => Self::Moves,
            "explain" => Self::Explain { as_json: words.next() == Some("json") },
            "resolve" => Self::Resolve,
            "load" => load(line)?,
            "license" => Self::License,
            "isatty" => is_a_tty(words)?,
            "fen" => Self::Fen,
            "eval" => Self::Eval { lists_terms: words.next() == Some("terms") },
            "bench" => {
                Self::Bench(words.next().map(|depth| number("bench", Some(depth))).transpose()?.map(saturate))
            }
            "help" => Self::Help,
            "debug" | "register" => Self::Nothing,
            other => return Err(CommandError::Unknown(quoted(other))),
        })
    }
}

/// Skips unknown words: the rest of a line from its first UCI command on. "If the engine receives
/// an unknown command or token it should just ignore it and try to parse the rest of the string":
/// `joho debug on` is `debug on`.
pub(super) fn behind_unknown(line: &str) -> Option<&str> {
    let mut rest = line.trim();
    loop {
        rest = rest.split_once(char::is_whitespace)?.1.trim_start();
        if PROTOCOL.contains(&rest.split_whitespace().next()?) {
            return Some(rest);
        }
    }
}

/// `isatty [stderr|stdout] <bool>`; there is one switch for both streams.
fn is_a_tty<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let mut words = words.peekable();
    words.next_if(|word| matches!(*word, "stderr" | "stdout"));
    Ok(Command::IsATty(match words.next() {
        None => None,
        Some("on" | "true" | "yes" | "1") => Some(true),
        Some("off" | "false" | "no" | "0") => Some(false),
        Some(other) => return Err(CommandError::NoSwitch(quoted(other))),
    }))
}

/// The path may contain spaces.
fn load(line: &str) -> Result<Command, CommandError> {
    let path = line.trim().strip_prefix("load").unwrap_or_default().trim();
    if path.is_empty() {
        Err(CommandError::MissingValue("load".to_owned()))
    } else {
        Ok(Command::Load(path.to_owned()))
    }
}

fn set_option(line: &str) -> Result<Command, CommandError> {
    let rest = line.trim_start().strip_prefix("setoption").unwrap_or("").trim();
    let rest = rest.strip_prefix("name").filter(|name| name.starts_with(char::is_whitespace));
    let rest = rest.ok_or(CommandError::NoOptionName)?;
    // The value keeps its inner spaces: it may be a path.
    let is_value = |at: usize| {
        let behind = &rest[at + "value".len()..];
        rest[..at].ends_with(char::is_whitespace)
            && (behind.is_empty() || behind.starts_with(char::is_whitespace))
    };
    let value_at = rest.match_indices("value").map(|(at, _)| at).find(|&at| is_value(at));
    let (name, value) = value_at.map_or((rest, ""), |at| (&rest[..at], rest[at + "value".len()..].trim()));
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(CommandError::NoOptionName);
    }
    Ok(Command::SetOption { name, value: value.to_owned() })
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let mut fen = match words.next() {
        Some("startpos") => None,
        Some("fen") => Some(Vec::new()),
        _ => return Err(CommandError::NoPosition),
    };
    for word in words.by_ref() {
        match &mut fen {
            _ if word == "moves" => break,
            Some(fields) => fields.push(word),
            None => {}
        }
    }
    Ok(Command::Position {
        fen: fen.map(|fields| fields.join(" ")),
        moves: words.map(ToOwned::to_owned).collect(),
    })
}

/// Time for a move when nothing after `go` could be parsed: an answer is still required.
const FALLBACK_MOVETIME_MS: i64 = 100;

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let mut words = words.peekable();
    let mut limits = Limits::default();
    let mut search_moves = Vec::new();
    let mut faults = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !is_limit(word)) {
                    search_moves.push(mv.to_owned());
                }
            }
            "perft" => return Ok(Command::Perft(perft_depth(words.next())?)),
            word if is_limit(word) => {
                let value = words.next_if(|word| !is_limit(word));
                if let Err(fault) = number(word, value).and_then(|value| set_limit(&mut limits, word, value))
                {
                    faults.push(fault);
                }
            }
            other => faults.push(CommandError::UnknownLimit(quoted(other))),
        }
    }
    let unlimited = limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.mate.is_none()
        && limits.movetime.is_none()
        && limits.time == [None; 2];
    if unlimited && !limits.infinite && !faults.is_empty() {
        limits.movetime = Some(FALLBACK_MOVETIME_MS);
    } else {
        // `go` alone searches until `stop`.
        limits.infinite |= unlimited;
    }
    Ok(Command::Go { limits, search_moves, faults })
}

fn set_limit(limits: &mut Limits, word: &str, value: i64) -> Result<(), CommandError> {
    match word {
        "depth" => limits.depth = Some(saturate(value)),
        "mate" if value <= 0 => return Err(CommandError::NoMate(value)),
        "mate" => limits.mate = Some(saturate(value)),
        "nodes" => limits.nodes = Some(value.max(0) as u64),
        "movetime" => limits.movetime = Some(value),
        "wtime" => limits.time[0] = Some(value),
        "btime" => limits.time[1] = Some(value),
        "winc" => limits.increment[0] = Some(value),
        "binc" => limits.increment[1] = Some(value),
        _ => limits.moves_to_go = Some(value),
    }
    Ok(())
}

fn genfens<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let mut order = Order { count: number("genfens", words.next())?.max(0) as usize, ..Order::default() };
    while let Some(word) = words.next() {
        match word {
            "seed" => order.seed = number(word, words.next())? as u64,
            "book" => {
                let book = words.next().ok_or_else(|| CommandError::MissingValue(word.to_owned()))?;
                order.book = (book != "None").then(|| book.into());
            }
            // OpenBench may add words for other engines.
            _ => {}
        }
    }
    Ok(Command::GenFens(order))
}

fn is_limit(word: &str) -> bool {
    const LIMITS: [&str; 12] = [
        "infinite",
        "ponder",
        "searchmoves",
        "perft",
        "depth",
        "mate",
        "nodes",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
    ];
    LIMITS.contains(&word) || word == "movestogo"
}

/// A word as quoted in errors.
fn quoted(word: &str) -> String {
    printable(word, MAX_QUOTED).into_owned()
}

fn proof_moves(word: &str) -> Result<u8, CommandError> {
    let moves = number("proof", Some(word))?;
    let moves = u8::try_from(moves).ok().filter(|moves| (1..=MAX_MOVES).contains(moves)).ok_or(moves);
    moves.map_err(CommandError::NoProof)
}

fn perft_depth(word: Option<&str>) -> Result<u32, CommandError> {
    Ok(number("perft", word)?.clamp(0, 99) as u32)
}

/// A whole number; one that is too large is clamped.
fn number(keyword: &str, word: Option<&str>) -> Result<i64, CommandError> {
    let value = word.ok_or_else(|| CommandError::MissingValue(keyword.to_owned()))?;
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CommandError::NotANumber { keyword: keyword.to_owned(), value: quoted(value) });
    }
    let overflow = if value.starts_with('-') { i64::MIN } else { i64::MAX };
    Ok(value.parse().unwrap_or(overflow))
}

fn saturate(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn limits(line: &str) -> Limits {
        match line.parse() {
            Ok(Command::Go { limits, .. }) => limits,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn one_clock_alone_is_understood_and_times_may_be_negative() {
        assert_eq!(limits("go wtime 100").time, [Some(100), None]);
        assert_eq!(limits("go btime -50 binc 10").time, [None, Some(-50)]);
        assert!(!limits("go wtime 100").infinite);
    }

    #[test]
    fn go_alone_never_ends_and_pondering_on_a_clock_does() {
        assert!(limits("go").infinite);
        assert!(limits("go ponder").infinite);
        assert!(!limits("go ponder wtime 1000 btime 1000").infinite);
        assert!(!limits("go depth 3").infinite);
    }

    #[test]
    fn search_moves_end_at_the_next_keyword() {
        let command = "go searchmoves e2e4 d2d4 depth 3".parse();
        let moves = vec!["e2e4".to_owned(), "d2d4".to_owned()];
        let faults = Vec::new();
        assert_eq!(command, Ok(Command::Go { limits: Limits::depth(3), search_moves: moves, faults }));
    }

    #[test]
    fn options_keep_the_spaces_of_paths() {
        let command = "setoption name SyzygyPath value /my tables/wdl:/other".parse();
        let (name, value) = ("SyzygyPath".to_owned(), "/my tables/wdl:/other".to_owned());
        assert_eq!(command, Ok(Command::SetOption { name, value }));
        let command = "setoption name Clear  Hash".parse();
        assert_eq!(command, Ok(Command::SetOption { name: "Clear Hash".to_owned(), value: String::new() }));
        let command = "setoption name SyzygyPath value".parse();
        assert_eq!(command, Ok(Command::SetOption { name: "SyzygyPath".to_owned(), value: String::new() }));
    }

    #[test]
    fn tabs_are_blanks() {
        let command = "\tsetoption\tname\tClear  Value\tvalue\ta\tb ".parse();
        let (name, value) = ("Clear Value".to_owned(), "a\tb".to_owned());
        assert_eq!(command, Ok(Command::SetOption { name, value }));
        assert_eq!(limits("go\tdepth\t3"), Limits::depth(3));
        assert_eq!("load\tmy file".parse(), Ok(Command::Load("my file".to_owned())));
    }

    #[test]
    fn a_terminal_is_one_or_not_as_told() {
        for (line, expected) in [
            ("isatty", None),
            ("isatty on", Some(true)),
            ("isatty true", Some(true)),
            ("isatty stderr yes", Some(true)),
            ("isatty stdout true", Some(true)),
            ("isatty off", Some(false)),
            ("isatty false", Some(false)),
            ("isatty stderr false", Some(false)),
            ("isatty 0", Some(false)),
        ] {
            assert_eq!(line.parse(), Ok(Command::IsATty(expected)), "{line}");
        }
        assert_eq!("isatty maybe".parse::<Command>(), Err(CommandError::NoSwitch("maybe".to_owned())));
    }

    #[test]
    fn unknown_words_before_a_command_of_the_protocol_are_passed_over() {
        assert_eq!(behind_unknown("joho debug on"), Some("debug on"));
        assert_eq!(behind_unknown(" a\tb  isready "), Some("isready"));
        for line in ["joho", "joho show", "8/8/8/8 w - -", ""] {
            assert_eq!(behind_unknown(line), None, "{line}");
        }
    }

    #[test]
    fn positions_split_into_fen_and_moves() {
        let command = "position fen 8/8/8/8/8/8/8/8 w - - 0 1 moves a1a2 a2a3".parse();
        let fen = Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned());
        assert_eq!(command, Ok(Command::Position { fen, moves: vec!["a1a2".into(), "a2a3".into()] }));
    }

    #[test]
    fn faults_are_named() {
        for (line, message) in [
            ("fly", "unknown command `fly`; `help` lists all commands"),
            ("\u{1b}[2Jfly", r"unknown command `\u{1b}[2Jfly`; `help` lists all commands"),
            (
                "0123456789012345678901234567890123456789012345",
                "unknown command `0123456789012345678…7890123456789012345`; `help` lists all commands",
            ),
            ("setoption", "`setoption` needs `name` and the name of an option"),
            ("position", "`position` needs `startpos` or `fen` and a position"),
            ("proof 0", "`proof` takes a number of moves from 1 to 127, not 0"),
            ("proof 128", "`proof` takes a number of moves from 1 to 127, not 128"),
            ("proof x", "`x` after `proof` is not a whole number"),
        ] {
            assert_eq!(line.parse::<Command>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_search_goes_by_what_could_be_read() {
        for (line, message, expected) in [
            ("go depth", "`depth` needs a value", None),
            ("go depth x", "`x` after `depth` is not a whole number", None),
            ("go west", "`west` is not a word of `go`", None),
            ("go mate 0", "`mate` needs a positive number of moves, not 0", None),
            ("go nodes depth 3", "`nodes` needs a value", Some(Limits::depth(3))),
            ("go depth 3 nodes many", "`many` after `nodes` is not a whole number", Some(Limits::depth(3))),
        ] {
            let fallback = Limits { movetime: Some(FALLBACK_MOVETIME_MS), ..Limits::default() };
            let Ok(Command::Go { limits, faults, .. }) = line.parse() else { panic!("{line}") };
            assert_eq!(limits, expected.unwrap_or(fallback), "{line}");
            assert_eq!(faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [message]);
        }
    }

    #[test]
    fn openings_are_ordered_as_openbench_does() {
        let command = "genfens 5 seed 42 book None".parse();
        assert_eq!(command, Ok(Command::GenFens(Order { count: 5, seed: 42, book: None })));
        let command = "genfens 5 seed 42 book books/a.epd".parse();
        let book = Some("books/a.epd".into());
        assert_eq!(command, Ok(Command::GenFens(Order { count: 5, seed: 42, book })));
    }

    #[test]
    fn huge_numbers_saturate() {
        assert_eq!(limits("go movetime 99999999999999999999999").movetime, Some(i64::MAX));
        assert_eq!(limits("go depth 99999999999999999999999").depth, Some(i32::MAX));
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused_without_a_panic(line in "(go|setoption|position|perft|bench|name|value|)[ -~]{0,60}") {
            let _ = line.parse::<Command>();
        }
    }
}
