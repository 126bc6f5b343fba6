//! The settings of the engine by name: what `uci` announces, and what `setoption` and `match` may say.

mod table;

use nnue::{Simd, SimdError};

use crate::features::Features;
use crate::tablebase::Check;
use table::{Kind, OPTIONS};

/// A value that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Size of the hash table in MiB.
    Hash(usize),
    /// Number of threads.
    Threads(usize),
    /// Forget everything.
    ClearHash,
    /// What earlier searches found out may be used by later ones.
    Persist(bool),
    /// Every thread stays on a processor of its own.
    Pin(bool),
    /// Milliseconds in reserve for each move.
    MoveOverhead(i64),
    /// Centipawns that a full board is worth more to the engine than it is.
    Contempt(i32),
    /// Percent of a move's score that reach the position it is played in; the rest is the position's own evaluation.
    DampedBackup(i32),
    /// Play no better than [`Setting::Elo`].
    LimitStrength(bool),
    /// The strength to play at when it is limited.
    Elo(i32),
    /// Folders with Syzygy files; empty for none.
    SyzygyPath(String),
    /// Which table files are compared with their checksums.
    SyzygyCheck(Check),
    /// Plies.
    SyzygyProbeDepth(i32),
    /// Men.
    SyzygyProbeLimit(u32),
    /// Cursed wins are draws.
    Syzygy50MoveRule(bool),
    /// Only announced: the GUI decides when to ponder.
    Ponder(bool),
    /// Number of best lines.
    MultiPv(usize),
    /// Castling is written as the king taking its rook.
    Chess960(bool),
    /// Scores come with the chances to win, draw and lose.
    ShowWdl(bool),
    /// Tables rule out no move, so that all can be compared.
    AnalyseMode(bool),
    /// Endings of up to so many men are solved in memory: 0, 3 or 4.
    InternalTb(u32),
    /// A network to evaluate by; empty for the one of the program.
    EvalFile(String),
    /// A network to evaluate positions with few men by; empty for the one of the program, if any.
    EvalFileSmall(String),
    /// Evaluate by the network, not by hand.
    UseNetwork(bool),
    /// The vector unit that the network runs on.
    Simd(Simd),
    /// One of the [`Features`].
    Feature(&'static str, bool),
    /// Openings are played from books.
    OwnBook(bool),
    /// A Polyglot file; empty for none.
    BookFile(Shelf, String),
    /// The book is asked for the first so many plies of a game.
    BookDepth(Shelf, u32),
    /// From 0, always the heaviest move, to 100, hardly any difference between them; 25 plays them as often as they weigh.
    BookVariety(u32),
    /// A file of commands, to be obeyed at once.
    ConfigFile(String),
    /// Everything said on either side is appended to this file; empty for none.
    LogFile(String),
    /// Only announced: what the engine says about itself.
    About,
}

/// Which of two books: the second is asked where the first says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    /// Asked first.
    First,
    /// Asked then.
    Second,
}

/// Why a setting is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No such option.
    #[error("unknown option `{0}`; `uci` lists the options")]
    Unknown(String),
    /// Not a number, or out of range.
    #[error("option {name}: `{value}` is not a whole number from {min} to {max}; the old value stays")]
    Number {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// Smallest allowed.
        min: i64,
        /// Largest allowed.
        max: i64,
    },
    /// None of the choices.
    #[error("option {name}: `{value}` is none of {choices}; the old value stays")]
    Choice {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What may be given.
        choices: String,
    },
    /// No such vector unit.
    #[error("option Simd: {0}; the old one stays")]
    Simd(#[from] SimdError),
    /// Neither true nor false.
    #[error("option {name}: `{value}` is neither true nor false; the old value stays")]
    Check {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
    },
}

/// Default size of the hash table in MiB.
pub const DEFAULT_HASH: usize = 16;

/// Where the engine's log goes when only that there be one is said.
pub const DEFAULT_LOG: &str = "vancura.log";

/// The lines that `uci` prints.
pub fn announce() -> Vec<String> {
    let announced = OPTIONS.iter().filter(|option| option.is_announced);
    announced.map(|option| format!("option name {} type {}", option.name, option.kind)).collect()
}

/// Reads a setting. Names are understood in any case, with or without their spaces and underscores, and in the spelling of some other
/// engines.
///
/// # Errors
/// [`OptionError`], naming the option and the value.
pub fn parse(name: &str, value: &str) -> Result<Setting, OptionError> {
    let wanted = plain(name);
    let is_wanted = |spelling: &&str| plain(spelling) == wanted;
    let found =
        OPTIONS.iter().find(|option| is_wanted(&option.name) || option.other_names.iter().any(is_wanted));
    let Some(option) = found else {
        let feature = Features::NAMES.iter().find(|feature| is_wanted(feature));
        let feature = feature.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        return Ok(Setting::Feature(feature, read_check(feature, value)?));
    };
    match option.kind {
        Kind::Spin { min, max, set, .. } => {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            let fault = || OptionError::Number { name: option.name, value: value.to_owned(), min, max };
            number.map(set).ok_or_else(fault)
        }
        Kind::Check { set, .. } => Ok(set(read_check(option.name, value)?)),
        Kind::Text { set, .. } => set(if value == "<empty>" { "" } else { value }),
        Kind::Choice { choices, set, .. } => {
            let choice = choices.iter().find(|choice| choice.eq_ignore_ascii_case(value));
            let fault = || {
                let (name, value, choices) = (option.name, value.to_owned(), choices.join(", "));
                OptionError::Choice { name, value, choices }
            };
            choice.map(|choice| set(choice)).ok_or_else(fault)
        }
        Kind::Button { set } => Ok(set()),
    }
}

fn read_check(name: &'static str, value: &str) -> Result<bool, OptionError> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OptionError::Check { name, value: value.to_owned() }),
    }
}

/// A name without what people write differently.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '_')).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_refused_with_the_range() {
        assert_eq!(parse("hash", "64"), Ok(Setting::Hash(64)));
        for bad in ["0", "-1", "x", "", "999999999999999999999"] {
            let message = parse("Hash", bad).unwrap_err().to_string();
            assert_eq!(
                message,
                format!("option Hash: `{bad}` is not a whole number from 1 to 262144; the old value stays")
            );
        }
        assert!(parse("Ponder", "maybe").is_err());
        assert_eq!(parse("SyzygyCheck", "Always"), Ok(Setting::SyzygyCheck(Check::Always)));
        assert!(parse("SyzygyCheck", "yes").unwrap_err().to_string().contains("none of auto, always, never"));
        assert!(parse("InternalTB", "2").unwrap_err().to_string().contains("none of 0, 3, 4"));
        assert_eq!(parse("Skill", "3"), Err(OptionError::Unknown("Skill".into())));
    }

    #[test]
    fn every_announced_default_is_accepted() {
        for line in announce() {
            let (name, kind) = line.strip_prefix("option name ").unwrap().split_once(" type ").unwrap();
            let value = kind.split("default ").nth(1).unwrap_or("").split(" min").next().unwrap();
            let value = value.split(" var").next().unwrap();
            assert!(parse(name, value).is_ok(), "{line}");
        }
    }

    #[test]
    fn no_two_options_share_a_spelling() {
        let mut spellings: Vec<String> = OPTIONS
            .iter()
            .flat_map(|option| option.other_names.iter().chain([&option.name]))
            .chain(Features::NAMES)
            .map(|spelling| plain(spelling))
            .collect();
        let all = spellings.len();
        spellings.sort();
        spellings.dedup();
        // The switch for recognizers is an announced option, too.
        assert_eq!(spellings.len(), all - 1);
    }

    #[test]
    fn other_engines_spellings_are_understood_and_not_announced() {
        let file = || "a b.bin".to_owned();
        for (name, value, setting) in [
            ("OwnBook_File", "a b.bin", Setting::BookFile(Shelf::First, file())),
            ("OwnBook2_File", "a b.bin", Setting::BookFile(Shelf::Second, file())),
            ("OwnBook_Depth", "9", Setting::BookDepth(Shelf::First, 9)),
            ("OwnBook2_Depth", "9", Setting::BookDepth(Shelf::Second, 9)),
            ("OwnBook_Variety", "60", Setting::BookVariety(60)),
            ("NN_file", "a b.bin", Setting::EvalFile(file())),
            ("Use_NN_eval", "false", Setting::UseNetwork(false)),
            ("SyzygyProbeDepth6", "3", Setting::SyzygyProbeDepth(3)),
            ("ConfigFilePath", "a b.bin", Setting::ConfigFile(file())),
            ("Overhead", "40", Setting::MoveOverhead(40)),
            ("MoveOverhead", "40", Setting::MoveOverhead(40)),
            ("Clear_Hash", "", Setting::ClearHash),
            ("Log", "true", Setting::LogFile(DEFAULT_LOG.to_owned())),
            ("Log", "false", Setting::LogFile(String::new())),
        ] {
            assert_eq!(parse(name, value), Ok(setting), "{name}");
            let announced =
                announce().iter().any(|line| line.starts_with(&format!("option name {name} type ")));
            assert_eq!(announced, name == "Use_NN_eval", "{name}");
        }
    }
}
