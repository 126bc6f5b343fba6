//! Which files a build makes.

use syzygy::Kind;
use syzygy::write::{Contents, DtzUnit};

/// Which files a build makes of each ending.
#[derive(Clone, Debug)]
pub struct Outputs {
    pub(super) kinds: Vec<Kind>,
    pub(super) dtz: DtzUnit,
    pub(super) orders: Orders,
}

/// Where piece orders come from. The files are the same either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Orders {
    /// From earlier builds ([`remembered_orders`](crate::remembered_orders)); sought where there are none.
    #[default]
    Remembered,
    /// Always sought, on samples of every sub-table: more than half of the work.
    Searched,
}

impl<K: AsRef<[Kind]>> From<K> for Outputs {
    /// Files of these kinds, those of Syzygy as they are published.
    fn from(kinds: K) -> Self {
        Self { kinds: kinds.as_ref().to_vec(), dtz: DtzUnit::AsPublished, orders: Orders::default() }
    }
}

impl Outputs {
    /// The same with this unit of distances to zeroing. Files that are there are kept as long as they are not less exact.
    pub fn with_dtz(self, dtz: DtzUnit) -> Self {
        Self { dtz, ..self }
    }

    /// The same with piece orders from there.
    pub fn with_orders(self, orders: Orders) -> Self {
        Self { orders, ..self }
    }

    /// What is written when files of these kinds are missing.
    pub(super) fn contents(&self, missing: &[Kind]) -> Contents {
        let dtz = missing.contains(&Kind::Dtz).then_some(self.dtz);
        Contents { wdl: missing.contains(&Kind::Wdl), dtz }
    }
}
