//! Which files a build makes.

use syzygy::Kind;
use syzygy::write::{Contents, DtzUnit};

/// Which files a build makes of each ending.
#[derive(Clone, Debug)]
pub struct Outputs {
    pub(super) kinds: Vec<Kind>,
    pub(super) dtz: DtzUnit,
}

impl<K: AsRef<[Kind]>> From<K> for Outputs {
    /// Files of these kinds, those of Syzygy as they are published.
    fn from(kinds: K) -> Self {
        Self { kinds: kinds.as_ref().to_vec(), dtz: DtzUnit::AsPublished }
    }
}

impl Outputs {
    /// The same with this unit of distances to zeroing. Files that are there are kept as long as they are not less exact.
    pub fn with_dtz(self, dtz: DtzUnit) -> Self {
        Self { dtz, ..self }
    }

    /// What is written when files of these kinds are missing.
    pub(super) fn contents(&self, missing: &[Kind]) -> Contents {
        let dtz = missing.contains(&Kind::Dtz).then_some(self.dtz);
        Contents { wdl: missing.contains(&Kind::Wdl), dtz }
    }
}
