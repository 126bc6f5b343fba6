//! Lines of the UCI protocol as values. Parsing never touches the search.

use crate::time::Limits;

/// Something the user asked for.
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
        /// All but the moves.
        limits: Limits,
        /// After `searchmoves`.
        search_moves: Vec<String>,
    },
    /// `go perft N` or `perft N`
    Perft(u32),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit` or `exit`
    Quit,
    /// `d` or `show`: draw the board.
    Show,
    /// `fen`: print the position.
    Fen,
    /// `eval`: explain the static evaluation.
    Eval,
    /// `bench [depth]`
    Bench(Option<i32>),
    /// `help`
    Help,
    /// A blank line, or one of the protocol that needs no answer (`debug`, `register`).
    Nothing,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The first word means nothing here.
    #[error("unknown command `{0}`; `help` lists what there is")]
    Unknown(String),
    /// A keyword without its value.
    #[error("`{0}` needs a value")]
    MissingValue(String),
    /// A value that is no number.
    #[error("`{value}` after `{keyword}` is not a whole number")]
    NotANumber {
        /// What stands before it.
        keyword: String,
        /// What stands there.
        value: String,
    },
    /// A word in `go` that is none of its keywords.
    #[error("`{0}` is not a word of `go`")]
    UnknownLimit(String),
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
            "perft" => Self::Perft(perft_depth(words.next())?),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "quit" | "exit" => Self::Quit,
            "d" | "show" => Self::Show,
            "fen" => Self::Fen,
            "eval" => Self::Eval,
            "bench" => {
                Self::Bench(words.next().map(|depth| number("bench", Some(depth))).transpose()?.map(saturate))
            }
            "help" => Self::Help,
            "debug" | "register" => Self::Nothing,
            other => return Err(CommandError::Unknown(other.to_owned())),
        })
    }
}

fn set_option(line: &str) -> Result<Command, CommandError> {
    let rest = line.trim_start().strip_prefix("setoption").unwrap_or("").trim();
    let rest = rest.strip_prefix("name").filter(|name| name.starts_with(char::is_whitespace));
    let rest = rest.ok_or(CommandError::NoOptionName)?;
    // The value keeps its inner spaces: it may be a path.
    let value_at = rest.find(" value ").or_else(|| rest.strip_suffix(" value").map(str::len));
    let (name, value) = match value_at {
        Some(at) => (&rest[..at], rest[at..].trim_start().strip_prefix("value").unwrap_or("").trim()),
        None => (rest, ""),
    };
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

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let mut words = words.peekable();
    let mut limits = Limits::default();
    let mut search_moves = Vec::new();
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
            "depth" => limits.depth = Some(saturate(number(word, words.next())?)),
            "mate" => limits.mate = Some(saturate(number(word, words.next())?)),
            "nodes" => limits.nodes = Some(number(word, words.next())?.max(0) as u64),
            "movetime" => limits.movetime = Some(number(word, words.next())?),
            "wtime" => limits.time[0] = Some(number(word, words.next())?),
            "btime" => limits.time[1] = Some(number(word, words.next())?),
            "winc" => limits.increment[0] = Some(number(word, words.next())?),
            "binc" => limits.increment[1] = Some(number(word, words.next())?),
            "movestogo" => limits.moves_to_go = Some(number(word, words.next())?),
            other => return Err(CommandError::UnknownLimit(other.to_owned())),
        }
    }
    // `go` alone searches until it is told to stop.
    let unlimited = Limits { ponder: false, ..limits.clone() }
        == Limits { infinite: limits.infinite, ..Limits::default() };
    limits.infinite |= unlimited;
    Ok(Command::Go { limits, search_moves })
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

fn perft_depth(word: Option<&str>) -> Result<u32, CommandError> {
    Ok(number("perft", word)?.clamp(0, 99) as u32)
}

/// A whole number; one too large for the machine is as good as the largest.
fn number(keyword: &str, word: Option<&str>) -> Result<i64, CommandError> {
    let value = word.ok_or_else(|| CommandError::MissingValue(keyword.to_owned()))?;
    let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CommandError::NotANumber { keyword: keyword.to_owned(), value: value.to_owned() });
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
        assert_eq!(command, Ok(Command::Go { limits: Limits::depth(3), search_moves: moves }));
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
    fn positions_split_into_fen_and_moves() {
        let command = "position fen 8/8/8/8/8/8/8/8 w - - 0 1 moves a1a2 a2a3".parse();
        let fen = Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned());
        assert_eq!(command, Ok(Command::Position { fen, moves: vec!["a1a2".into(), "a2a3".into()] }));
    }

    #[test]
    fn faults_are_named() {
        for (line, message) in [
            ("fly", "unknown command `fly`; `help` lists what there is"),
            ("go depth", "`depth` needs a value"),
            ("go depth x", "`x` after `depth` is not a whole number"),
            ("go west", "`west` is not a word of `go`"),
            ("setoption", "`setoption` needs `name` and the name of an option"),
            ("position", "`position` needs `startpos` or `fen` and a position"),
        ] {
            assert_eq!(line.parse::<Command>().unwrap_err().to_string(), message);
        }
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
