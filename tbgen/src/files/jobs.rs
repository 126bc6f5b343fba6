//! A build as jobs for external schedulers, with dependencies, files and resources.

use board::Material;
use serde::Serialize;
use syzygy::Kind;

use super::build_levels;
use super::estimate::{Estimate, estimate};
use crate::endings::successors;
use crate::error::TbgenError;

/// One ending of a build that may be spread over processes and machines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Job {
    /// The ending.
    pub ending: Material,
    /// The level from 0; endings of one level do not depend on each other.
    pub level: usize,
    /// The endings of this build whose files must exist first: all that a capture or promotion
    /// leads to.
    pub needs: Vec<Material>,
    /// The files that it builds.
    pub files: Vec<String>,
    /// The resources that it needs.
    #[serde(flatten)]
    pub estimate: Estimate,
}

/// The jobs of a build, level by level.
///
/// # Errors
/// As [`build_levels`](super::build_levels).
pub fn build_jobs(
    materials: &[Material],
    with_subtables: bool,
    kinds: &[Kind],
    threads: usize,
) -> Result<Vec<Job>, TbgenError> {
    let levels = build_levels(materials, with_subtables)?;
    let all = levels.concat();
    let job = |(level, ending): (usize, Material)| {
        Ok(Job {
            ending,
            level,
            needs: successors(ending).into_iter().filter(|m| all.contains(m)).collect(),
            files: kinds.iter().map(|kind| kind.file_name(ending)).collect(),
            estimate: estimate(ending, kinds, threads)?,
        })
    };
    let numbered = levels.iter().enumerate();
    numbered
        .flat_map(|(level, endings)| endings.iter().map(move |&ending| (level, ending)))
        .map(job)
        .collect()
}
