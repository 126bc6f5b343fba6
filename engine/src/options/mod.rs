//! The settings of the engine by name, as announced by `uci` and accepted by `setoption` and
//! `match`.

mod error;
mod setting;
mod table;

use crate::features::Features;
use crate::params::{PARAMETERS, Parameter};
use table::{Kind, OPTIONS};

pub use error::OptionError;
pub use setting::{BookSlot, DEFAULT_HASH, DEFAULT_LOG, DEFAULT_PROOF_HASH, Setting};

/// The lines that `uci` prints.
pub fn announce() -> Vec<String> {
    let announced = OPTIONS.iter().filter(|option| option.is_announced);
    announced.map(|option| format!("option name {} type {}", option.name, option.kind)).collect()
}

/// What `uci` prints besides when asked for everything: the switches and parameters of the search,
/// and the terms of the evaluation that can be left out.
pub(crate) fn announce_search() -> Vec<String> {
    let on = Features::default();
    let switches =
        Features::NAMES.iter().filter(|name| OPTIONS.iter().all(|option| plain(option.name) != plain(name)));
    let switches = switches.map(|name| format!("option name {name} type check default {}", on.is_on(name)));
    let parameters = PARAMETERS.iter().map(|parameter| {
        let Parameter { name, default, range, .. } = parameter;
        format!(
            "option name param.{name} type spin default {default} min {} max {}",
            range.start(),
            range.end()
        )
    });
    let terms = "option name EvalWithout type string default <empty>".to_owned();
    switches.chain(parameters).chain([terms]).collect()
}

/// The names of all announced options.
pub fn names() -> impl Iterator<Item = &'static str> {
    OPTIONS.iter().filter(|option| option.is_announced).map(|option| option.name)
}

/// Reads a setting. Names are accepted in any case, with or without their spaces and underscores,
/// and in the spelling of some other engines.
///
/// # Errors
/// [`OptionError`], naming the option and the value.
pub fn parse(name: &str, value: &str) -> Result<Setting, OptionError> {
    if let Some((kind, name)) = name.split_once('.')
        && plain(kind) == "param"
    {
        return parse_parameter(name, value);
    }
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

/// Reads a value of one of the [`PARAMETERS`](crate::params::PARAMETERS).
fn parse_parameter(name: &str, value: &str) -> Result<Setting, OptionError> {
    let Parameter { name, range, .. } = Parameter::named(name)?;
    let number = value.parse().ok().filter(|number| range.contains(number));
    let number = number.ok_or_else(|| OptionError::Number {
        name,
        value: value.to_owned(),
        min: (*range.start()).into(),
        max: (*range.end()).into(),
    })?;
    Ok(Setting::Parameter(name, number))
}

fn read_check(name: &'static str, value: &str) -> Result<bool, OptionError> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(OptionError::Check { name, value: value.to_owned() }),
    }
}

/// A name in normalized form: without case, spaces and underscores.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '_')).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::Check;

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
        assert!(
            parse("SyzygyCheck", "yes").unwrap_err().to_string().contains("not one of auto, always, never")
        );
        assert!(parse("InternalTB", "2").unwrap_err().to_string().contains("not one of 0, 3, 4"));
        assert_eq!(parse("Skill", "3"), Err(OptionError::Unknown("Skill".into())));
    }

    #[test]
    fn parameters_of_the_search_are_understood_and_not_announced() {
        assert_eq!(parse("param.futility_base", "91"), Ok(Setting::Parameter("futility_base", 91)));
        assert_eq!(parse("Param.FUTILITY_BASE", "20"), Ok(Setting::Parameter("futility_base", 20)));
        for bad in ["19", "251", "90.5", ""] {
            let message = parse("param.futility_base", bad).unwrap_err().to_string();
            let range = "is not a whole number from 20 to 250; the old value stays";
            assert_eq!(message, format!("option futility_base: `{bad}` {range}"));
        }
        let message = parse("param.magic", "1").unwrap_err().to_string();
        assert!(message.starts_with("there is no parameter `magic`; there are aspiration_min_depth,"));
        assert!(announce().iter().all(|line| !line.contains("futility")));
        let all = announce_search();
        assert!(all.contains(&"option name null_move type check default true".to_owned()), "{all:?}");
        assert!(
            all.iter().any(|line| line.starts_with("option name param.futility_base type spin default "))
        );
    }

    #[test]
    fn terms_of_the_evaluation_are_named_or_refused_with_the_list() {
        assert_eq!(
            parse("EvalWithout", "isolated,Tempo"),
            Ok(Setting::EvalWithout(vec!["isolated", "tempo"]))
        );
        assert_eq!(parse("evalwithout", "<empty>"), Ok(Setting::EvalWithout(Vec::new())));
        let message = parse("EvalWithout", "tempi").unwrap_err().to_string();
        assert!(
            message
                .starts_with("option EvalWithout: the hand-crafted evaluation has no term `tempi`; it has")
        );
        assert!(message.ends_with("; the old value stays"), "{message}");
    }

    #[test]
    fn every_announced_default_is_accepted() {
        for line in announce().into_iter().chain(announce_search()) {
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
        // The switch for recognizers is also an announced option.
        assert_eq!(spellings.len(), all - 1);
    }

    #[test]
    fn other_engines_spellings_are_understood_and_not_announced() {
        let file = || "a b.bin".to_owned();
        for (name, value, setting) in [
            ("OwnBook_File", "a b.bin", Setting::BookFile(BookSlot::First, file())),
            ("OwnBook2_File", "a b.bin", Setting::BookFile(BookSlot::Second, file())),
            ("OwnBook_Depth", "9", Setting::BookDepth(BookSlot::First, 9)),
            ("OwnBook2_Depth", "9", Setting::BookDepth(BookSlot::Second, 9)),
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
