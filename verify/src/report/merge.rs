//! Merges the reports of all parts of an audit.

use board::Material;
use serde::Deserialize;
use serde_json::Value;

use super::{Report, seal};
use crate::audit::Shard;
use crate::audit::subject::Subject;
use crate::audit::tally::Tally;

/// Why reports cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There are no reports.
    #[error("the files contain no reports")]
    Empty,
    /// A text is not a report.
    #[error("`{0}` is not a report of this program ({1})")]
    NotAReport(String, serde_json::Error),
    /// The checksum of a report is missing or does not match.
    #[error("`{0}` is not accepted: {1}")]
    Damaged(String, seal::SealError),
    /// The figures of a report contradict each other.
    #[error("`{name}` contradicts itself: its {field} does not match its tally")]
    Contradiction {
        /// The report.
        name: String,
        /// The figure that does not match.
        field: String,
    },
    /// A report was made by another build.
    #[error("`{name}` was made by build {by}, this is {build}")]
    OtherBuild {
        /// The report.
        name: String,
        /// The build that made it.
        by: String,
        /// The build of this program.
        build: String,
    },
    /// Reports of one ending belong to different audits.
    #[error("`{0}` and `{1}` are not parts of the same audit")]
    OtherAudit(String, String),
    /// A part is in two reports.
    #[error("{material}: part {shard} is in both `{first}` and `{second}`")]
    Twice {
        /// The ending.
        material: Material,
        /// The part.
        shard: Shard,
        /// The first report that contains it.
        first: String,
        /// The second one.
        second: String,
    },
    /// Parts are missing.
    #[error("{material}: missing parts: {}", list(.numbers, *.of))]
    Missing {
        /// The ending.
        material: Material,
        /// The missing parts, from 1.
        numbers: Vec<usize>,
        /// Number of parts.
        of: usize,
    },
    /// There is no recognizer for the ending.
    #[error("there is no recognizer for {0}")]
    NoRecognizer(Material),
    /// The sums are not those of all positions.
    #[error("{0}: the parts do not add up to the whole")]
    NotTheWhole(Material),
}

fn list(numbers: &[usize], of: usize) -> String {
    numbers.iter().map(|number| format!("{number}/{of}")).collect::<Vec<_>>().join(", ")
}

/// The counts of a JSON report, from which everything else in it follows.
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
    /// Reads a report of this build; everything in it must follow from its counts.
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
    /// Merges the JSON reports of all parts of some audits into one report for each ending. `texts`
    /// are pairs of a name, for messages, and the JSON text.
    ///
    /// # Errors
    /// [`MergeError`] when a text is not a report, when parts are missing, given twice or not of
    /// the same audit, and when they were not made by this `build`.
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
        // Each was checked to be possible, so no sum overflows.
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
