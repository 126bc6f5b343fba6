//! The conditions of a rule one by one, in words: what an explanation tells when a move breaks one
//! of them.

/// One of the conditions that together make a rule hold.
pub(crate) struct Condition<P: 'static> {
    /// What must be so: "the pawn has not passed its fifth rank".
    pub says: &'static str,
    /// What a move does that makes it so no longer, after the name of the move: "leaves the third
    /// rank". `None` where only the other side's moves do that, or the mover's to his own good: no
    /// reason why his move is bad.
    pub broken: Option<&'static str>,
    /// Whether it is so.
    pub(crate) holds: fn(&P) -> bool,
}

// A derived copy would ask that positions be copied, too.
impl<P> Clone for Condition<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Condition<P> {}

/// A condition as it is in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What must be so: "the pawn has not passed its fifth rank".
    pub says: &'static str,
    /// What a move does that makes it so no longer, after the name of the move: "leaves the third
    /// rank". `None` where no move of the side to move does.
    pub broken: Option<&'static str>,
    /// Whether it is so.
    pub holds: bool,
}

impl<P> Condition<P> {
    /// The condition in this position.
    pub(crate) fn check(&self, position: &P) -> Checked {
        Checked { says: self.says, broken: self.broken, holds: (self.holds)(position) }
    }
}

/// One list of conditions after another, as long as both.
///
/// # Panics
/// When the first is empty, or they are not that long.
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
