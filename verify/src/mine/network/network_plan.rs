//! How a network is to be learned.

/// How to learn a network.
#[derive(Clone, Copy, Debug)]
pub struct NetworkPlan {
    /// Largest size in bytes; `None` for that of the embedded tree.
    pub budget: Option<usize>,
    /// Numbers in the hidden layer, one of [`recognizers::mined::HIDDEN_SIZES`]; `None` for what suits the size.
    pub hidden: Option<usize>,
    /// Whether the squares of the men are inputs, besides the features.
    pub has_squares: bool,
    /// Positions learned from, in millions, the same ones again where there are fewer.
    pub millions: usize,
    /// Whether networks of other sizes, made of the same layers, are counted, too.
    pub has_curve: bool,
    /// One row of positions in so many is learned from and counted, with as much less room for exceptions; 1 for the whole ending.
    pub one_in: u32,
}

impl NetworkPlan {
    /// The room for exceptions beside layers of so many bytes; `None` when those alone take more.
    pub(super) fn room(&self, bytes: usize, layers: usize) -> Option<usize> {
        Some(bytes.checked_sub(layers)? / self.one_in as usize)
    }

    /// Numbers in the hidden layer of a network of so many bytes: unless told otherwise, what leaves most of the room to exceptions.
    pub(super) fn hidden_for(&self, bytes: usize) -> usize {
        self.hidden.unwrap_or(match bytes >> 10 {
            0..16 => 8,
            16..32 => 16,
            32..64 => 32,
            _ => 64,
        })
    }
}
