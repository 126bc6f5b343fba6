//! The definition of a tuning run: everything besides the results of its games that determines its
//! values.

use base16ct::HexDisplay;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use board::Board;

use super::super::contest::{AgreedDraw, AgreedWin};
use super::spsa::{Dimension, Spsa};
use crate::params::{Parameter, UnknownParameter};

/// Most parameters at a time: with more, their effects are lost in the noise of the games.
pub(super) const MAX_PARAMETERS: usize = 12;

/// The settings of a run. Runs with equal settings are equal, whatever the number of concurrent
/// games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The tuned parameters.
    pub parameters: Vec<Dimension>,
    /// Games of the whole run, an even number.
    pub games: usize,
    /// Games between two updates of the values, an even number.
    pub batch: usize,
    /// Nodes per move.
    pub nodes: u64,
    /// Change of a value per game won at the end of the run, in steps.
    pub rate: f64,
    /// Seed for the order of the openings and the directions tried.
    pub seed: u64,
    /// SHA-256 of the openings' FENs, one per line.
    pub book: String,
    /// Tables that adjudicate games, in men: 0, 3 or 4.
    pub table_men: u32,
    /// Recognizers adjudicate games.
    pub recognizers: bool,
    /// Wins are adjudicated by these scores of both sides.
    #[serde(default)]
    pub win: Option<AgreedWin>,
    /// Draws are adjudicated by these scores of both sides.
    #[serde(default)]
    pub draw: Option<AgreedDraw>,
    /// Nodes of a short bench: an engine with a different search plays different games.
    pub bench: u64,
}

/// Why parameters cannot be tuned together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// An unknown parameter.
    #[error(transparent)]
    Unknown(#[from] UnknownParameter),
    /// A name was given twice.
    #[error("`{0}` is named twice")]
    Twice(&'static str),
    /// Too many parameters.
    #[error("{0} parameters are too many: up to {MAX_PARAMETERS} can be tuned at a time")]
    TooMany(usize),
    /// No parameters.
    #[error("there is nothing to tune")]
    Nothing,
    /// An invalid start value.
    #[error("`{name}` cannot start at `{start}`: write a whole number from {min} to {max}")]
    Start {
        /// The parameter.
        name: &'static str,
        /// The requested start.
        start: String,
        /// The minimum.
        min: i32,
        /// The maximum.
        max: i32,
    },
}

/// Parses parameters: `futility_base` starts at its default, `futility_base=84` at 84.
///
/// # Errors
/// [`SelectionError`].
pub fn select(names: &[String]) -> Result<Vec<Dimension>, SelectionError> {
    let mut selected: Vec<Dimension> = Vec::new();
    for named in names {
        let (name, start) =
            named.split_once('=').map_or((&**named, None), |(name, start)| (name, Some(start)));
        let parameter = Parameter::named(name.strip_prefix("param.").unwrap_or(name))?;
        if selected.iter().any(|one| one.name == parameter.name) {
            return Err(SelectionError::Twice(parameter.name));
        }
        selected.push(dimension(parameter, start)?);
    }
    match selected.len() {
        0 => Err(SelectionError::Nothing),
        1..=MAX_PARAMETERS => Ok(selected),
        more => Err(SelectionError::TooMany(more)),
    }
}

fn dimension(parameter: &Parameter, start: Option<&str>) -> Result<Dimension, SelectionError> {
    let (name, [min, max]) = (parameter.name, [*parameter.range.start(), *parameter.range.end()]);
    let start = match start {
        None => parameter.default,
        Some(text) => {
            let refused = || SelectionError::Start { name, start: text.to_owned(), min, max };
            text.parse().ok().filter(|start| parameter.range.contains(start)).ok_or_else(refused)?
        }
    };
    Ok(Dimension { name: name.to_owned(), start, min, max, step: parameter.step })
}

/// The fingerprint of openings: [`Run::book`].
pub fn fingerprint(openings: &[Board]) -> String {
    let mut hash = Sha256::new();
    for opening in openings {
        hash.update(format!("{opening}\n"));
    }
    format!("{:x}", HexDisplay(&hash.finalize()))
}

fn told_or_none(agreement: Option<impl ToString>) -> String {
    agreement.map_or_else(|| "none".to_owned(), |agreement| agreement.to_string())
}

impl Run {
    /// The run before its first game.
    pub(super) fn start(&self) -> Spsa {
        Spsa::new(self.parameters.clone(), self.pairs(), self.rate, self.seed)
    }

    /// Pairs of the whole run.
    pub(super) fn pairs(&self) -> usize {
        self.games / 2
    }

    /// Size of the batch that begins after this many pairs: the last one may be shorter.
    pub(super) fn batch_pairs(&self, played: usize) -> usize {
        (self.batch / 2).min(self.pairs() - played)
    }

    /// The first difference to another run, in words.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let names = |run: &Self| -> Vec<String> {
            run.parameters.iter().map(|dimension| dimension.name.clone()).collect()
        };
        let [own_names, other_names] = [names(self), names(other)].map(|names| names.join(" "));
        let bounds = self.parameters.iter().zip(&other.parameters).find(|(own, other)| own != other);
        if own_names != other_names {
            return Some(format!("it tunes {own_names}, not {other_names}"));
        }
        if let Some((own, _)) = bounds {
            return Some(format!("the start, range or step of `{}` differs", own.name));
        }
        let told = [
            ("its games are", self.games.to_string(), other.games.to_string()),
            ("its batches have", self.batch.to_string(), other.batch.to_string()),
            ("its nodes are", self.nodes.to_string(), other.nodes.to_string()),
            ("its rate is", self.rate.to_string(), other.rate.to_string()),
            ("its seed is", self.seed.to_string(), other.seed.to_string()),
            (
                "the men of tables that end its games are",
                self.table_men.to_string(),
                other.table_men.to_string(),
            ),
            (
                "that recognizers end its games is",
                self.recognizers.to_string(),
                other.recognizers.to_string(),
            ),
            ("the scores that win its games are", told_or_none(self.win), told_or_none(other.win)),
            ("the scores that draw its games are", told_or_none(self.draw), told_or_none(other.draw)),
        ];
        if let Some((what, own, other)) = told.into_iter().find(|(_, own, other)| own != other) {
            return Some(format!("{what} {own}, not {other}"));
        }
        let engine = "it was begun by an engine with a different search";
        (self.book != other.book)
            .then(|| "its openings differ".to_owned())
            .or_else(|| (self.bench != other.bench).then(|| engine.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::PARAMETERS;

    fn names(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn parameters_are_selected_by_name() {
        let selected = select(&names("futility_base param.probcut_margin")).unwrap();
        assert_eq!(
            selected.iter().map(|one| &one.name).collect::<Vec<_>>(),
            ["futility_base", "probcut_margin"]
        );
        assert_eq!((selected[0].start, selected[0].min, selected[0].max), (90, 20, 250));
        let from = select(&names("param.futility_base=84 probcut_margin")).unwrap();
        assert_eq!([from[0].start, from[1].start], [84, selected[1].start]);
        for text in ["futility_base=", "futility_base=19", "futility_base=90.5"] {
            let told = select(&names(text)).unwrap_err().to_string();
            assert!(told.ends_with("write a whole number from 20 to 250"), "{told}");
        }
        assert_eq!(select(&[]).unwrap_err(), SelectionError::Nothing);
        assert_eq!(
            select(&names("futility_base FUTILITY_BASE")).unwrap_err().to_string(),
            "`futility_base` is named twice"
        );
        let all: Vec<String> = PARAMETERS.iter().map(|one| one.name.to_owned()).collect();
        assert!(select(&all[..MAX_PARAMETERS]).is_ok());
        assert_eq!(
            select(&all[..13]).unwrap_err().to_string(),
            "13 parameters are too many: up to 12 can be tuned at a time"
        );
        assert!(select(&names("magic")).unwrap_err().to_string().contains("futility_base, "));
    }

    #[test]
    fn every_difference_is_told() {
        let run = Run {
            parameters: select(&names("futility_base")).unwrap(),
            games: 100,
            batch: 8,
            nodes: 5_000,
            rate: 0.002,
            seed: 1,
            book: fingerprint(&[Board::startpos()]),
            table_men: 0,
            recognizers: false,
            win: None,
            draw: None,
            bench: 1_000,
        };
        assert_eq!(run.difference(&run), None);
        let with = |change: fn(&mut Run)| {
            let mut other = run.clone();
            change(&mut other);
            run.difference(&other).expect("they differ")
        };
        assert_eq!(with(|run| run.nodes = 9), "its nodes are 5000, not 9");
        assert_eq!(with(|run| run.parameters[0].name = "x".to_owned()), "it tunes futility_base, not x");
        assert!(with(|run| run.parameters[0].step = 1.0).starts_with("the start, range or step of"));
        let changes: [fn(&mut Run); 10] = [
            |run| run.games = 9,
            |run| run.batch = 9,
            |run| run.rate = 9.0,
            |run| run.seed = 9,
            |run| run.table_men = 3,
            |run| run.recognizers = true,
            |run| run.win = Some("600,3".parse().unwrap()),
            |run| run.draw = Some("10,8,34".parse().unwrap()),
            |run| run.book = fingerprint(&[]),
            |run| run.bench = 9,
        ];
        for change in changes {
            with(change);
        }
    }
}
