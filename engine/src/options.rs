//! The settings of the engine by name: what `uci` announces, and what `setoption` and `match` may say.

use nnue::{Simd, SimdError};

use crate::clock::DEFAULT_OVERHEAD_MS;
use crate::features::Features;
use crate::tablebase::{Check, DEFAULT_INTERNAL_MEN};

/// A value that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Size of the hash table in MiB.
    Hash(usize),
    /// Number of threads.
    Threads(usize),
    /// Forget everything.
    ClearHash,
    /// Milliseconds in reserve for each move.
    MoveOverhead(i64),
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
    /// Everything said on either side is appended to this file; empty for none.
    LogFile(String),
    /// Only announced: what the engine says about itself.
    About,
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
        choices: &'static str,
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

/// What the engine says about itself.
const ABOUT: &str = concat!(
    "Vancura ",
    env!("CARGO_PKG_VERSION"),
    ", an endgame-knowledge chess engine; MIT or Apache-2.0; every table and rule it plays by is proved by verify"
);

const MAX_HASH: i64 = 1 << 18;
const MAX_THREADS: i64 = 256;
const MAX_OVERHEAD_MS: i64 = 5_000;
const MAX_PROBE_DEPTH: i64 = 100;
const MAX_PROBE_LIMIT: i64 = 7;
const MAX_MULTI_PV: i64 = 256;

/// The lines that `uci` prints.
pub fn announce() -> Vec<String> {
    let spin = |name: &str, default: i64, min: i64, max: i64| {
        format!("option name {name} type spin default {default} min {min} max {max}")
    };
    let check = |name: &str, default: bool| format!("option name {name} type check default {default}");
    vec![
        spin("Hash", DEFAULT_HASH as i64, 1, MAX_HASH),
        spin("Threads", 1, 1, MAX_THREADS),
        "option name Clear Hash type button".to_owned(),
        spin("Move Overhead", DEFAULT_OVERHEAD_MS, 0, MAX_OVERHEAD_MS),
        check("Ponder", false),
        spin("MultiPV", 1, 1, MAX_MULTI_PV),
        check("UCI_Chess960", false),
        "option name SyzygyPath type string default <empty>".to_owned(),
        "option name SyzygyCheck type combo default auto var auto var always var never".to_owned(),
        spin("SyzygyProbeDepth", 1, 1, MAX_PROBE_DEPTH),
        spin("SyzygyProbeLimit", MAX_PROBE_LIMIT, 0, MAX_PROBE_LIMIT),
        check("Syzygy50MoveRule", true),
        format!("option name InternalTB type combo default {DEFAULT_INTERNAL_MEN} var 0 var 3 var 4"),
        check("Recognizers", true),
        "option name EvalFile type string default <empty>".to_owned(),
        "option name EvalFileSmall type string default <empty>".to_owned(),
        check("Use_NN_eval", true),
        check("UCI_ShowWDL", false),
        check("UCI_AnalyseMode", false),
        "option name Log File type string default <empty>".to_owned(),
        format!("option name UCI_EngineAbout type string default {ABOUT}"),
    ]
}

/// Reads a setting. Names are understood in any case, with or without their spaces and underscores.
///
/// # Errors
/// [`OptionError`], naming the option and the value.
pub fn parse(name: &str, value: &str) -> Result<Setting, OptionError> {
    let number = |name: &'static str, min: i64, max: i64| {
        let parsed = value.parse::<i64>().ok().filter(|number| (min..=max).contains(number));
        parsed.ok_or_else(|| OptionError::Number { name, value: value.to_owned(), min, max })
    };
    let check = |name: &'static str| match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OptionError::Check { name, value: value.to_owned() }),
    };
    let text = || if value == "<empty>" { String::new() } else { value.to_owned() };
    Ok(match plain(name).as_str() {
        "hash" => Setting::Hash(number("Hash", 1, MAX_HASH)? as usize),
        "threads" => Setting::Threads(number("Threads", 1, MAX_THREADS)? as usize),
        "clearhash" => Setting::ClearHash,
        "moveoverhead" => Setting::MoveOverhead(number("Move Overhead", 0, MAX_OVERHEAD_MS)?),
        "ponder" => Setting::Ponder(check("Ponder")?),
        "multipv" => Setting::MultiPv(number("MultiPV", 1, MAX_MULTI_PV)? as usize),
        "ucichess960" => Setting::Chess960(check("UCI_Chess960")?),
        "syzygypath" => Setting::SyzygyPath(text()),
        "syzygycheck" => {
            let named = Check::ALL.into_iter().find(|(name, _)| value.eq_ignore_ascii_case(name));
            let (name, choices) = ("SyzygyCheck", "auto, always, never");
            let fault = || OptionError::Choice { name, value: value.to_owned(), choices };
            Setting::SyzygyCheck(named.ok_or_else(fault)?.1)
        }
        "syzygyprobedepth" => {
            Setting::SyzygyProbeDepth(number("SyzygyProbeDepth", 1, MAX_PROBE_DEPTH)? as i32)
        }
        "syzygyprobelimit" => {
            Setting::SyzygyProbeLimit(number("SyzygyProbeLimit", 0, MAX_PROBE_LIMIT)? as u32)
        }
        "syzygy50moverule" => Setting::Syzygy50MoveRule(check("Syzygy50MoveRule")?),
        "internaltb" => Setting::InternalTb(match value {
            "0" => 0,
            "3" => 3,
            "4" => 4,
            _ => {
                let value = value.to_owned();
                return Err(OptionError::Choice { name: "InternalTB", value, choices: "0, 3, 4" });
            }
        }),
        "evalfile" | "nnfile" => Setting::EvalFile(text()),
        "evalfilesmall" => Setting::EvalFileSmall(text()),
        "usenneval" => Setting::UseNetwork(check("Use_NN_eval")?),
        "simd" => Setting::Simd(value.parse()?),
        "ucishowwdl" => Setting::ShowWdl(check("UCI_ShowWDL")?),
        "ucianalysemode" => Setting::AnalyseMode(check("UCI_AnalyseMode")?),
        "uciengineabout" => Setting::About,
        "logfile" => Setting::LogFile(text()),
        other => match Features::NAMES.iter().find(|feature| plain(feature) == other) {
            Some(feature) => Setting::Feature(feature, check(feature)?),
            None => return Err(OptionError::Unknown(name.to_owned())),
        },
    })
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
}
