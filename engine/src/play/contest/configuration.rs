//! One side of a match: settings by name, and its limits.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::engine::{Engine, SettingError};
use crate::options::{self, OptionError, Setting};
use crate::tablebase::DEFAULT_INTERNAL_MEN;

/// The limit of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Nodes.
    Nodes(u64),
    /// Plies.
    Depth(i32),
    /// A clock for the game with an increment per move.
    Clock {
        /// At the start.
        time: Duration,
        /// After each move.
        increment: Duration,
    },
}

/// Settings as `Name=Value`, separated by spaces; `nodes=N` and `depth=N` set this side's own
/// limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Configuration {
    /// As written.
    pub text: String,
    /// The settings that differ from the defaults.
    pub settings: Vec<Setting>,
    /// Its limit, if different from the match's.
    pub pace: Option<Pace>,
    /// Another engine that plays this side.
    pub program: Option<PathBuf>,
    /// The options sent to that engine: names and values.
    pub told: Vec<(String, String)>,
}

/// Why a configuration is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigurationError {
    /// A word without `=`.
    #[error("`{0}` is not of the form Name=Value")]
    NoValue(String),
    /// Not a positive number.
    #[error("{name}: `{value}` is not a positive whole number")]
    Number {
        /// The name.
        name: String,
        /// The rejected value.
        value: String,
    },
    /// Not a clock.
    #[error("`{0}` is not a clock; write seconds+increment, as in 8+0.08")]
    Clock(String),
    /// An unknown option, or an invalid value.
    #[error(transparent)]
    Option(#[from] OptionError),
}

impl FromStr for Configuration {
    type Err = ConfigurationError;

    fn from_str(text: &str) -> Result<Self, ConfigurationError> {
        Self::new(text, None)
    }
}

impl Configuration {
    /// Applies the settings to an engine and returns remarks, such as files that were found.
    ///
    /// # Errors
    /// [`SettingError`] of the first that could not be applied.
    pub fn set_up(&self, engine: &mut Engine) -> Result<Vec<String>, SettingError> {
        let answers: Result<Vec<_>, _> = self.settings.iter().map(|setting| engine.set(setting)).collect();
        Ok(answers?.concat())
    }

    /// Reads a configuration of this engine, or of another one, whose option names are not checked.
    ///
    /// # Errors
    /// [`ConfigurationError`], naming the invalid part.
    pub fn new(text: &str, program: Option<PathBuf>) -> Result<Self, ConfigurationError> {
        let mut configuration = Self { text: text.trim().to_owned(), program, ..Self::default() };
        for word in text.split_whitespace() {
            let (name, value) =
                word.split_once('=').ok_or_else(|| ConfigurationError::NoValue(word.to_owned()))?;
            match name {
                "nodes" => configuration.pace = Some(Pace::Nodes(positive(name, value)?)),
                "depth" => configuration.pace = Some(Pace::Depth(positive(name, value)?.min(120) as i32)),
                _ if configuration.program.is_some() => {
                    configuration.told.push((name.to_owned(), value.to_owned()));
                }
                _ => configuration.settings.push(options::parse(name, value)?),
            }
        }
        Ok(configuration)
    }

    /// The largest tables in memory that this side uses, in men.
    pub(super) fn internal_men(&self) -> u32 {
        let asked = self.settings.iter().rev().find_map(|setting| match setting {
            Setting::InternalTb(men) => Some(*men),
            _ => None,
        });
        asked.unwrap_or(DEFAULT_INTERNAL_MEN)
    }
}

fn positive(name: &str, value: &str) -> Result<u64, ConfigurationError> {
    let fault = || ConfigurationError::Number { name: name.to_owned(), value: value.to_owned() };
    value.parse().ok().filter(|&number| number > 0).ok_or_else(fault)
}

impl Pace {
    /// Reads a clock: `8+0.08`, or `8` without increment; seconds.
    ///
    /// # Errors
    /// [`ConfigurationError::Clock`].
    pub fn clock(text: &str) -> Result<Self, ConfigurationError> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let seconds = text.parse().ok().filter(|seconds: &f64| (0.0..=1e6).contains(seconds));
            seconds.map(Duration::from_secs_f64).ok_or_else(|| ConfigurationError::Clock(text.to_owned()))
        };
        let (time, increment) = (seconds(time)?, seconds(increment)?);
        if time.is_zero() {
            return Err(ConfigurationError::Clock(text.to_owned()));
        }
        Ok(Self::Clock { time, increment })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_and_pace_are_read() {
        let side: Configuration =
            "Recognizers=false null_move=false MoveOverhead=0 nodes=500".parse().unwrap();
        assert_eq!(
            side.settings,
            [
                Setting::Feature("recognizers", false),
                Setting::Feature("null_move", false),
                Setting::MoveOverhead(0)
            ]
        );
        assert_eq!(side.pace, Some(Pace::Nodes(500)));
        assert_eq!("depth=5".parse::<Configuration>().unwrap().pace, Some(Pace::Depth(5)));
        let other = Configuration::new("depth=5 Skill=3", Some("other".into())).unwrap();
        assert_eq!(other.told, [("Skill".to_owned(), "3".to_owned())]);
        assert_eq!(other.pace, Some(Pace::Depth(5)));
    }

    #[test]
    fn faults_are_named() {
        for (text, message) in [
            ("null_move", "`null_move` is not of the form Name=Value"),
            ("nodes=0", "nodes: `0` is not a positive whole number"),
            ("magic=1", "unknown option `magic`; `uci` lists the options"),
            (
                "null_move=perhaps",
                "option null_move: `perhaps` is neither true nor false; the old value stays",
            ),
        ] {
            assert_eq!(text.parse::<Configuration>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn clocks_are_read() {
        let ms = Duration::from_millis;
        assert_eq!(Pace::clock("8+0.08"), Ok(Pace::Clock { time: ms(8_000), increment: ms(80) }));
        assert_eq!(Pace::clock("60"), Ok(Pace::Clock { time: ms(60_000), increment: ms(0) }));
        for bad in ["", "x", "-1+0", "0+1", "1+x", "inf"] {
            assert!(Pace::clock(bad).is_err(), "{bad}");
        }
    }
}
