//! Parts of an audit, for batch systems: each part alone on a machine, put together afterwards.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::VerifyError;

/// One of several equal parts. Its chunks lie all over the ending, so that each part takes as long as the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 1.
    pub number: usize,
    /// Of how many.
    pub of: usize,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// True when the chunk belongs to this part.
    pub(crate) fn contains(self, chunk: usize) -> bool {
        chunk % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = VerifyError;

    /// Reads `3/16`.
    fn from_str(text: &str) -> Result<Self, VerifyError> {
        let parts =
            text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(VerifyError::Shard(text.to_owned())),
        }
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chunk_is_in_one_part() {
        for chunk in 0..100 {
            let parts = (1..=7).filter(|&number| Shard { number, of: 7 }.contains(chunk));
            assert_eq!(parts.count(), 1);
        }
        assert!((0..100).all(|chunk| Shard::WHOLE.contains(chunk)));
    }

    #[test]
    fn parts_are_read_and_nonsense_is_refused() {
        assert_eq!("3/16".parse::<Shard>().unwrap(), Shard { number: 3, of: 16 });
        for nonsense in ["", "3", "0/4", "5/4", "a/b", "1/0", "-1/4"] {
            assert!(nonsense.parse::<Shard>().unwrap_err().to_string().contains("3/16"), "{nonsense}");
        }
    }
}
