//! All options, each with its type, limits and setting: the single list for announcing and parsing.

use std::fmt;

use super::error::OptionError;
use super::setting::{BookSlot, DEFAULT_HASH, DEFAULT_LOG, DEFAULT_PROOF_HASH, Setting};
use crate::clock::DEFAULT_OVERHEAD_MS;
use crate::eval::parse_terms;
use crate::level;
use crate::tablebase::Check;

/// One option.
pub(super) struct UciOption {
    /// The announced name.
    pub(super) name: &'static str,
    /// Names in other engines.
    pub(super) other_names: &'static [&'static str],
    pub(super) is_announced: bool,
    pub(super) kind: Kind,
}

/// The values of an option and the setting they produce.
pub(super) enum Kind {
    /// A whole number.
    Spin { default: i64, min: i64, max: i64, set: fn(i64) -> Setting },
    /// True or false.
    Check { default: bool, set: fn(bool) -> Setting },
    /// Any text; empty by default unless given otherwise.
    Text { default: &'static str, set: fn(&str) -> Result<Setting, OptionError> },
    /// One of these.
    Choice { default: &'static str, choices: &'static [&'static str], set: fn(&str) -> Setting },
    /// A button.
    Button { set: fn() -> Setting },
}

impl fmt::Display for Kind {
    /// The UCI notation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spin { default, min, max, .. } => write!(f, "spin default {default} min {min} max {max}"),
            Self::Check { default, .. } => write!(f, "check default {default}"),
            Self::Text { default: "", .. } => f.write_str("string default <empty>"),
            Self::Text { default, .. } => write!(f, "string default {default}"),
            Self::Choice { default, choices, .. } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            Self::Button { .. } => f.write_str("button"),
        }
    }
}

/// The description of the engine.
const ABOUT: &str = concat!(
    "Vancura ",
    env!("CARGO_PKG_VERSION"),
    ", an endgame-knowledge chess engine; MIT or Apache-2.0; every table and rule it plays by is proved by verify"
);

const MAX_BOOK_PLIES: i64 = 1_000;
/// Twelve moves of each side, as in Wasp.
const DEFAULT_BOOK_PLIES: i64 = 24;

const fn spin(name: &'static str, default: i64, min: i64, max: i64, set: fn(i64) -> Setting) -> UciOption {
    UciOption { name, other_names: &[], is_announced: true, kind: Kind::Spin { default, min, max, set } }
}

const fn check(name: &'static str, default: bool, set: fn(bool) -> Setting) -> UciOption {
    UciOption { name, other_names: &[], is_announced: true, kind: Kind::Check { default, set } }
}

const fn text(name: &'static str, set: fn(&str) -> Result<Setting, OptionError>) -> UciOption {
    UciOption { name, other_names: &[], is_announced: true, kind: Kind::Text { default: "", set } }
}

impl UciOption {
    const fn also(self, other_names: &'static [&'static str]) -> Self {
        Self { other_names, ..self }
    }

    /// Accepted, but not announced.
    const fn hidden(self) -> Self {
        Self { is_announced: false, ..self }
    }
}

/// All options in the order of announcement. The switches of the search are not among them.
pub(super) static OPTIONS: &[UciOption] = &[
    spin("Hash", DEFAULT_HASH as i64, 1, 1 << 18, |mebibytes| Setting::Hash(mebibytes as usize)),
    spin("Threads", 1, 1, 256, |threads| Setting::Threads(threads as usize)),
    UciOption {
        name: "Clear Hash",
        other_names: &[],
        is_announced: true,
        kind: Kind::Button { set: || Setting::ClearHash },
    },
    spin("ProofHash", DEFAULT_PROOF_HASH as i64, 1, 1 << 18, |mebibytes| {
        Setting::ProofHash(mebibytes as usize)
    }),
    check("Persist", true, Setting::Persist),
    check("Pin", false, Setting::Pin),
    spin("Move Overhead", DEFAULT_OVERHEAD_MS, 0, 5_000, Setting::MoveOverhead).also(&["Overhead"]),
    spin("Slow Mover", 100, 10, 1_000, Setting::SlowMover),
    spin("Minimum Thinking Time", 0, 0, 5_000, Setting::MinimumThinkingTime),
    spin("nodestime", 0, 0, 10_000, |nodes| Setting::NodesTime(nodes as u64)),
    check("Ponder", false, Setting::Ponder),
    spin("MultiPV", 1, 1, 256, |lines| Setting::MultiPv(lines as usize)),
    check("UCI_Chess960", false, Setting::Chess960),
    check("UCI_LimitStrength", false, Setting::LimitStrength),
    spin("UCI_Elo", level::ELO_MIN as i64, level::ELO_MIN as i64, level::ELO_MAX as i64, |elo| {
        Setting::Elo(elo as i32)
    }),
    spin("Contempt", 0, -200, 200, |centipawns| Setting::Contempt(centipawns as i32)),
    spin("Selectivity", 100, 25, 400, |percent| Setting::Selectivity(percent as i32)),
    spin("DampedBackup", 100, 50, 100, |percent| Setting::DampedBackup(percent as i32)),
    check("OwnBook", false, Setting::OwnBook),
    text("BookFile", |path| Ok(Setting::BookFile(BookSlot::First, path.to_owned()))).also(&["OwnBook_File"]),
    spin("BookDepth", DEFAULT_BOOK_PLIES, 0, MAX_BOOK_PLIES, |plies| {
        Setting::BookDepth(BookSlot::First, plies as u32)
    })
    .also(&["OwnBook_Depth"]),
    text("BookFile2", |path| Ok(Setting::BookFile(BookSlot::Second, path.to_owned())))
        .also(&["OwnBook2_File"]),
    spin("BookDepth2", DEFAULT_BOOK_PLIES, 0, MAX_BOOK_PLIES, |plies| {
        Setting::BookDepth(BookSlot::Second, plies as u32)
    })
    .also(&["OwnBook2_Depth"]),
    spin("BookVariety", 25, 0, 100, |variety| Setting::BookVariety(variety as u32))
        .also(&["OwnBook_Variety"]),
    text("SyzygyPath", |path| Ok(Setting::SyzygyPath(path.to_owned()))),
    UciOption {
        name: "SyzygyCheck",
        other_names: &[],
        is_announced: true,
        kind: Kind::Choice {
            default: "auto",
            choices: &["auto", "always", "never"],
            set: |choice| {
                let found = Check::ALL.into_iter().find(|(name, _)| *name == choice);
                Setting::SyzygyCheck(found.expect("the choices are exhaustive").1)
            },
        },
    },
    spin("SyzygyProbeDepth", 1, 1, 100, |depth| Setting::SyzygyProbeDepth(depth as i32))
        .also(&["SyzygyProbeDepth6"]),
    spin("SyzygyProbeLimit", 7, 0, 7, |men| Setting::SyzygyProbeLimit(men as u32)),
    check("Syzygy50MoveRule", true, Setting::Syzygy50MoveRule),
    UciOption {
        name: "InternalTB",
        other_names: &[],
        is_announced: true,
        kind: Kind::Choice {
            default: "3",
            choices: &["0", "3", "4"],
            set: |men| Setting::InternalTb(men.parse().expect("the choices are numbers")),
        },
    },
    check("Recognizers", true, |on| Setting::Feature("recognizers", on)),
    text("MinedPath", |path| Ok(Setting::MinedPath(path.to_owned()))),
    text("EvalFile", |path| Ok(Setting::EvalFile(path.to_owned()))).also(&["NN_file"]),
    text("EvalFileSmall", |path| Ok(Setting::EvalFileSmall(path.to_owned()))),
    check("Use_NN_eval", true, Setting::UseNetwork),
    text("EvalWithout", |terms| Ok(Setting::EvalWithout(parse_terms(terms)?))).hidden(),
    check("UCI_Extra", false, Setting::ListAll).hidden(),
    text("Simd", |unit| Ok(Setting::Simd(unit.parse()?))).hidden(),
    check("UCI_ShowWDL", false, Setting::ShowWdl),
    check("UCI_AnalyseMode", false, Setting::AnalyseMode),
    text("ConfigFile", |path| Ok(Setting::ConfigFile(path.to_owned()))).also(&["ConfigFilePath"]),
    text("Log File", |path| Ok(Setting::LogFile(path.to_owned()))),
    check("Log", false, |on| Setting::LogFile(if on { DEFAULT_LOG.to_owned() } else { String::new() }))
        .hidden(),
    UciOption {
        name: "UCI_EngineAbout",
        other_names: &[],
        is_announced: true,
        kind: Kind::Text { default: ABOUT, set: |_| Ok(Setting::About) },
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::DEFAULT_INTERNAL_MEN;

    #[test]
    fn choices_are_those_of_their_owners() {
        for (name, default, choices) in OPTIONS.iter().filter_map(|option| match option.kind {
            Kind::Choice { default, choices, .. } => Some((option.name, default, choices)),
            _ => None,
        }) {
            assert!(choices.contains(&default), "{name}");
            if name == "InternalTB" {
                assert_eq!(default, DEFAULT_INTERNAL_MEN.to_string());
            } else {
                assert_eq!(choices, Check::ALL.map(|(choice, _)| choice), "{name}");
            }
        }
    }
}
