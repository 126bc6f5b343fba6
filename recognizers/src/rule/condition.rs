//! The separate conditions of a rule, with descriptions for explanations.

/// One of the conditions of a rule; the rule holds if all of them do.
pub(crate) struct Condition<P: 'static> {
    /// The condition in words: "the pawn has not passed its fifth rank".
    pub says: &'static str,
    /// How a move breaks it, in words that follow the move: "leaves the third rank". `None` where
    /// only moves of the other side break it, or moves that benefit the side that moves.
    pub broken: Option<&'static str>,
    /// True if it holds.
    pub(crate) holds: fn(&P) -> bool,
}

// Derived implementations would require `P: Copy`.
impl<P> Clone for Condition<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Condition<P> {}

/// A condition evaluated in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The condition in words: "the pawn has not passed its fifth rank".
    pub says: &'static str,
    /// How a move breaks it, in words that follow the move: "leaves the third rank". `None` if it
    /// is not described.
    pub broken: Option<&'static str>,
    /// True if it holds.
    pub holds: bool,
}

impl<P> Condition<P> {
    /// Evaluates the condition in a position.
    pub(crate) fn check(&self, position: &P) -> Checked {
        Checked { says: self.says, broken: self.broken, holds: (self.holds)(position) }
    }
}

/// Concatenates two lists of conditions.
///
/// # Panics
/// If the first is empty, or the lengths do not add up to `N`.
pub(crate) const fn joined<P, const N: usize>(
    first: &'static [Condition<P>],
    second: &[Condition<P>],
) -> [Condition<P>; N] {
    assert!(N == first.len() + second.len(), "as long as both");
    let mut joined = [first[0]; N];
    let mut index = 0;
    while index < N {
        joined[index] = if index < first.len() { first[index] } else { second[index - first.len()] };
        index += 1;
    }
    joined
}
