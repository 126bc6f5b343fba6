//! The conditions of a rule one by one, in words: what an explanation tells when a move breaks one of them.

/// One of the conditions that together make a rule hold.
pub struct Condition<P: 'static> {
    /// What must be so: "the pawn has not passed its fifth rank".
    pub says: &'static str,
    /// What a move does that makes it so no longer, after the name of the move: "leaves the third rank". `None` where only the other
    /// side's moves do that, or the mover's to his own good: no reason why his move is bad.
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
    /// See [`Condition::says`].
    pub says: &'static str,
    /// See [`Condition::broken`].
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

/// Rules that are made of conditions, each with its words, so that what is said cannot differ from what is tested: a test `fn name`
/// that answers with a set of the man's squares (see [`set_rules!`](crate::recognizer::book)), and its conditions as a constant. First come
/// those that do not depend on the man's square, then the set of squares `on`, last how calm the position must be. Conditions are asked
/// together, without a branch between them; those after `then`, which take longer, when the others hold. What a move does that breaks a
/// condition is left out where there is no reason to tell it, see [`Condition::broken`].
macro_rules! conditions {
    (@broken) => { None };
    (@broken $broken:expr) => { Some($broken) };
    ($($(#[$doc:meta])* fn $name:ident as $constant:ident($f:ident: &$position:ty) {
        $($says:literal $(, $broken:literal)? => $condition:expr;)+
        $(then $then_says:literal, $then_broken:literal => $then:expr;)*
        on $on_says:literal, $on_broken:literal => $squares:expr;
        $calm:ident $calm_says:literal, $calm_broken:literal;
    })+) => {
        $(
            $(#[$doc])*
            #[inline(always)]
            pub(super) fn $name($f: &$position) -> board::BitBoard {
                if all([$($condition),+]) $(&& $then)* { $f.$calm($squares) } else { board::BitBoard::EMPTY }
            }

            pub(super) const $constant: &[crate::rule::Condition<$position>] = &[
                $(crate::rule::Condition {
                    says: $says,
                    broken: crate::rule::conditions!(@broken $($broken)?),
                    holds: |$f| $condition,
                },)+
                $(crate::rule::Condition { says: $then_says, broken: Some($then_broken), holds: |$f| $then },)*
                crate::rule::Condition {
                    says: $on_says,
                    broken: Some($on_broken),
                    holds: |$f| !($f.rooks & $squares).is_empty(),
                },
                crate::rule::Condition {
                    says: $calm_says,
                    broken: Some($calm_broken),
                    holds: |$f| !$f.$calm($f.rooks).is_empty(),
                },
            ];
        )+
    };
}
pub(crate) use conditions;

/// As [`conditions!`], of rules that look at one position only: a test `fn name` that is true when all its conditions hold, and the
/// conditions as a constant. Cheap ones are asked `at_once`, without a branch, the others `in_turn`; `after` the test of another list, whose
/// conditions are told first. Inside an `impl` both belong to the type, which may be generic.
macro_rules! told {
    (@test at_once $($condition:expr),+) => { crate::geometry::all([$($condition),+]) };
    (@test in_turn $($condition:expr),+) => { $(($condition))&&+ };
    (@told $($says:expr),+; $own:expr) => { &$own };
    (@told $($says:expr),+; $own:expr, $first:ident) => {
        &crate::rule::joined::<_, { $first.len() + [$($says),+].len() }>($first, &$own)
    };
    ($($(#[$doc:meta])* $visible:vis fn $name:ident as $constant:ident($p:ident: &$position:ty),
        $how:ident $(after $first:ident as $first_told:ident)? {
        $($says:expr $(, $broken:expr)? => $condition:expr;)+
    })+) => {
        $(
            $(#[$doc])*
            #[inline(always)]
            $visible fn $name($p: &$position) -> bool {
                $($first($p) &&)? crate::rule::told!(@test $how $($condition),+)
            }

            $visible const $constant: &'static [crate::rule::Condition<$position>] = crate::rule::told!(@told
                $($says),+;
                [$(crate::rule::Condition {
                    says: $says,
                    broken: crate::rule::conditions!(@broken $($broken)?),
                    holds: |$p| $condition,
                },)+]
                $(, $first_told)?
            );
        )+
    };
}
pub(crate) use told;

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
