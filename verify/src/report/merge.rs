//! Reports of all parts of an audit put together.

use board::Material;
use serde::Deserialize;
use serde_json::Value;

use super::{Report, seal};
use crate::audit::Shard;
use crate::audit::subject::Subject;
use crate::audit::tally::Tally;

/// Why reports are not the parts of one audit.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There is nothing to be put together.
    #[error("there is none")]
    Empty,
    /// A text is no report.
    #[error("`{0}` is no report of this program ({1})")]
    NotAReport(String, serde_json::Error),
    /// A report that does not say what it said when it was written.
    #[error("`{0}` is not believed: {1}")]
    Damaged(String, seal::SealError),
    /// A report whose figures contradict each other.
    #[error("`{name}` contradicts itself: its {field} and its tally do not go together")]
    Contradiction {
        /// The report.
        name: String,
        /// Which of its figures.
        field: String,
    },
    /// A report of another program.
    #[error("`{name}` was made by build {by}, this is {build}")]
    OtherBuild {
        /// The report.
        name: String,
        /// Which program made it.
        by: String,
        /// Which program this is.
        build: String,
    },
    /// Reports of one ending about different things.
    #[error("`{0}` and `{1}` are not parts of the same audit")]
    OtherAudit(String, String),
    /// A part in two reports.
    #[error("{material}: part {shard} is there twice, in `{first}` and `{second}`")]
    Twice {
        /// The ending.
        material: Material,
        /// The part.
        shard: Shard,
        /// A report that has it.
        first: String,
        /// Another one.
        second: String,
    },
    /// Parts that no report has.
    #[error("{material}: missing are {}", list(.numbers, *.of))]
    Missing {
        /// The ending.
        material: Material,
        /// The parts, from 1.
        numbers: Vec<usize>,
        /// Number of parts.
        of: usize,
    },
    /// No rules are known for the ending.
    #[error("no recognizer knows {0}")]
    NoRecognizer(Material),
    /// Figures that cannot be those of all positions.
    #[error("{0}: the parts do not add up to the whole")]
    NotTheWhole(Material),
}

fn list(numbers: &[usize], of: usize) -> String {
    numbers.iter().map(|number| format!("{number}/{of}")).collect::<Vec<_>>().join(", ")
}

/// What is counted in a JSON report; all else in it follows from this.
#[derive(Deserialize)]
struct ShardReport {
    #[serde(flatten)]
    subject: Subject,
    seconds: f64,
    table_seconds: f64,
    threads: usize,
    tally: Tally,
}

impl ShardReport {
    /// Reads a report of this build, and believes it when all that it says follows from what it has counted.
    fn read(name: &str, mut value: Value, build: &str) -> Result<Self, MergeError> {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        if let Some(by) = value.get("build").and_then(text).filter(|by| by != build) {
            let (name, build) = (name.to_owned(), build.to_owned());
            return Err(MergeError::OtherBuild { name, by, build });
        }
        let not_a_report = |error| MergeError::NotAReport(name.to_owned(), error);
        seal::open(&mut value).map_err(|error| MergeError::Damaged(name.to_owned(), error))?;
        let part = Self::deserialize(&value).map_err(not_a_report)?;
        let contradiction =
            |field: &str| MergeError::Contradiction { name: name.to_owned(), field: field.to_owned() };
        let material = part.subject.material;
        let (recognizer, _) = recognizers::find(material).ok_or(MergeError::NoRecognizer(material))?;
        if !part.tally.is_possible(recognizer, part.subject.each_rule) {
            return Err(contradiction("counts"));
        }
        if !part.subject.shard.is_possible()
            || part.tally.chunks[0] != part.subject.shard.chunks(part.tally.chunks[1])
        {
            return Err(contradiction("shard"));
        }
        let (subject, tally) = (part.subject.clone(), part.tally.clone());
        let report = Report::of_tally(subject, recognizer, tally, part.seconds, part.threads);
        let report = Report { table_seconds: part.table_seconds, ..report };
        let follows = serde_json::to_value(&report).map_err(not_a_report)?;
        let fields = follows.as_object().into_iter().flatten();
        match fields.map(|(field, _)| field).find(|field| value.get(field) != follows.get(field)) {
            Some(field) => Err(contradiction(&format!("`{field}`"))),
            None => Ok(part),
        }
    }
}

impl Report {
    /// Puts the JSON reports of all parts of some audits together: one report for each ending. A text goes with its name.
    ///
    /// # Errors
    /// [`MergeError`] when a text is no report, when parts are missing, there twice, or not of the same audit, and when they
    /// were not made by this `build`.
    pub fn merge(texts: &[(String, String)], build: &str) -> Result<Vec<Self>, MergeError> {
        let mut audits: Vec<Vec<(&str, ShardReport)>> = Vec::new();
        for (name, text) in texts {
            let parts: Vec<Value> =
                serde_json::from_str(text).map_err(|error| MergeError::NotAReport(name.clone(), error))?;
            for part in parts {
                let part = ShardReport::read(name, part, build)?;
                let same_ending = |audit: &&mut Vec<(&str, ShardReport)>| {
                    audit[0].1.subject.material == part.subject.material
                };
                match audits.iter_mut().find(same_ending) {
                    Some(audit) => audit.push((name, part)),
                    None => audits.push(vec![(name, part)]),
                }
            }
        }
        if audits.is_empty() {
            return Err(MergeError::Empty);
        }
        audits.into_iter().map(Self::merge_parts).collect()
    }

    fn merge_parts(mut parts: Vec<(&str, ShardReport)>) -> Result<Self, MergeError> {
        parts.sort_by_key(|(_, part)| part.subject.shard.number);
        let subject = Subject { shard: Shard::WHOLE, ..parts[0].1.subject.clone() };
        let (material, of) = (subject.material, parts[0].1.subject.shard.of);
        for (name, part) in &parts {
            let shard = part.subject.shard;
            if (Subject { shard: Shard::WHOLE, ..part.subject.clone() }) != subject || shard.of != of {
                return Err(MergeError::OtherAudit((*name).to_owned(), parts[0].0.to_owned()));
            }
        }
        for pair in parts.windows(2) {
            let shard = pair[0].1.subject.shard;
            if shard == pair[1].1.subject.shard {
                let [first, second] = [pair[0].0, pair[1].0].map(str::to_owned);
                return Err(MergeError::Twice { material, shard, first, second });
            }
        }
        let has = |n: &usize| parts.iter().any(|(_, part)| part.subject.shard.number == *n);
        let numbers: Vec<usize> = (1..=of).filter(|n| !has(n)).collect();
        if !numbers.is_empty() {
            return Err(MergeError::Missing { material, numbers, of });
        }
        let (recognizer, _) = recognizers::find(material).ok_or(MergeError::NoRecognizer(material))?;
        let seconds = parts.iter().map(|(_, part)| part.seconds).sum();
        let threads = parts.iter().map(|(_, part)| part.threads).max().unwrap_or(1);
        // Each is possible, and so few that no sum can wrap.
        let mut tallies = parts.into_iter().map(|(_, part)| part.tally);
        let first = tallies.next().expect("an audit has a part");
        let tally = tallies.try_fold(first, |sum, tally| sum.is_like(&tally).then(|| sum.merge(tally)));
        let is_whole = |tally: &Tally| {
            tally.is_possible(recognizer, subject.each_rule) && tally.chunks[0] == tally.chunks[1]
        };
        let tally = tally.filter(is_whole).ok_or(MergeError::NotTheWhole(material))?;
        Ok(Self::of_tally(subject, recognizer, tally, seconds, threads))
    }
}
