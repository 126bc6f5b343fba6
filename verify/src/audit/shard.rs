//! Parts of an audit, run separately in batch systems and merged afterwards.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::VerifyError;

/// One of several equal parts. Its chunks are spread over the whole ending, so that all parts take
/// the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which part, from 1.
    pub number: usize,
    /// The number of parts.
    pub of: usize,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Self = Self { number: 1, of: 1 };
    /// Maximum number of parts.
    const PARTS_MAX: usize = 1 << 16;

    /// True for a valid part of at most [`Self::PARTS_MAX`].
    pub(crate) fn is_possible(self) -> bool {
        (1..=self.of).contains(&self.number) && self.of <= Self::PARTS_MAX
    }

    /// The number of chunks in this part, out of `all`.
    pub(crate) fn chunks(self, all: u64) -> u64 {
        (all + (self.of - self.number) as u64) / self.of as u64
    }

    /// True when this part contains the chunk.
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
        for number in 1..=7 {
            let shard = Shard { number, of: 7 };
            for all in 0..30 {
                let mine = (0..all).filter(|&chunk| shard.contains(chunk)).count();
                assert_eq!(shard.chunks(all as u64), mine as u64, "{shard} of {all}");
            }
        }
        assert!(Shard::WHOLE.is_possible());
        for (number, of) in [(0, 1), (2, 1), (0, 0), (1, usize::MAX)] {
            assert!(!Shard { number, of }.is_possible());
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
