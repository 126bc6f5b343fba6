//! How the other side plays.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::Serialize;

/// The strengths of an engine that defends, in Elo: those of the engine's option `UCI_Elo`.
pub const LEVELS: RangeInclusive<i32> = 1320..=3400;

/// How the other side plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Defender {
    /// It never errs: the longest resistance where it is lost, the hardest problem in a draw.
    #[default]
    Longest,
    /// It keeps its result, but plays the middle one of the moves that do so, ranked by how hard
    /// they make it.
    Easy,
    /// An engine plays at this strength in Elo, one of [`LEVELS`]; it may spoil its result.
    Level(i32),
}

impl Defender {
    /// The defense in words, to follow "against": "the best defense".
    pub fn words(self) -> String {
        match self {
            Self::Longest => "the best defense".to_owned(),
            Self::Easy => "an easy defense".to_owned(),
            Self::Level(elo) => format!("a defense of {elo} Elo"),
        }
    }
}

impl fmt::Display for Defender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Longest => f.pad("longest"),
            Self::Easy => f.pad("easy"),
            Self::Level(elo) => elo.fmt(f),
        }
    }
}

impl FromStr for Defender {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "longest" => Ok(Self::Longest),
            "easy" => Ok(Self::Easy),
            _ => {
                let level = text.parse().ok().filter(|elo| LEVELS.contains(elo));
                let (least, most) = (LEVELS.start(), LEVELS.end());
                let fault = || {
                    format!(
                        "`{text}` is not a defense: longest, easy, or a strength from {least} to {most} Elo"
                    )
                };
                level.map(Self::Level).ok_or_else(fault)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defenses_are_read_as_they_are_written() {
        for (text, defender) in
            [("longest", Defender::Longest), ("easy", Defender::Easy), ("1600", Defender::Level(1600))]
        {
            assert_eq!(text.parse(), Ok(defender));
            assert_eq!(defender.to_string(), text);
        }
        for bad in ["", "hard", "1319", "3401", "16e2"] {
            let fault = bad.parse::<Defender>().unwrap_err();
            assert!(fault.contains("longest, easy, or a strength from 1320 to 3400 Elo"), "{fault}");
        }
    }
}
