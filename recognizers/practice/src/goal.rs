//! The goal of a task: to win or to hold.

use std::fmt;
use std::str::FromStr;

use board::Wdl;
use serde::Serialize;

/// The goal for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// To win.
    Win,
    /// To hold the draw.
    Hold,
}

impl Goal {
    /// The goal in a position of this result; `None` if it is lost.
    pub fn of(result: Wdl) -> Option<Self> {
        match result.with_fifty_move_rule() {
            Wdl::Win => Some(Self::Win),
            Wdl::Draw => Some(Self::Hold),
            _ => None,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if *self == Self::Win { "win" } else { "hold" })
    }
}

impl FromStr for Goal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "win" => Ok(Self::Win),
            "hold" => Ok(Self::Hold),
            _ => Err(format!("`{text}` is not a task: win or hold")),
        }
    }
}
