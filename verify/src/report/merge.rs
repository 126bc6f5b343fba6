//! Reports of all parts of an audit put together.

use board::Material;
use serde::Deserialize;

use super::Report;
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

/// The part of a JSON report that a merge reads.
#[derive(Deserialize)]
struct ShardReport {
    #[serde(flatten)]
    subject: Subject,
    seconds: f64,
    threads: usize,
    tally: Tally,
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
            let parts: Vec<ShardReport> =
                serde_json::from_str(text).map_err(|error| MergeError::NotAReport(name.clone(), error))?;
            for part in parts {
                if part.subject.build != build {
                    let (by, build) = (part.subject.build, build.to_owned());
                    return Err(MergeError::OtherBuild { name: name.clone(), by, build });
                }
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
        let rules = recognizer.rule_count() + recognizer.mined_rule_count();
        let sums = parts.into_iter().map(|(_, part)| part.tally).reduce(Tally::merge);
        let tally = sums.expect("an audit has a part");
        let has_cells = [&tally.cells, &tally.quiet].iter().all(|cells| cells.len() == rules + 1);
        if tally.wrong.len() != rules || !has_cells || tally.chunks[0] != tally.chunks[1] {
            return Err(MergeError::NotTheWhole(material));
        }
        Ok(Self::of_tally(subject, recognizer, tally, seconds, threads))
    }
}
