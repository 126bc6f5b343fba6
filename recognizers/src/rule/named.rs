//! A named rule: its words, its test, and the conditions of which the test is made, in one place.

use board::BitBoard;

use super::claim::Rule;
use super::condition::Condition;

/// A rule about positions in the form `P`, in which its ending likes to see them.
pub struct Named<P: 'static> {
    /// The rule as people know it.
    pub(crate) rule: Rule,
    /// When it speaks.
    pub(crate) test: fn(&P) -> bool,
    /// When it speaks about positions that differ in one piece's square: on which of the squares
    /// where the position says that the piece may stand. Only rules that are written for sets of
    /// squares have it.
    pub(crate) squares: Option<fn(&P) -> BitBoard>,
    /// The conditions of the test; without any where it is known as a whole.
    pub(crate) conditions: &'static [Condition<P>],
}

impl<P> Named<P> {
    /// A rule with a test that is known as a whole.
    pub const fn new(rule: Rule, test: fn(&P) -> bool) -> Self {
        Self { rule, test, squares: None, conditions: &[] }
    }

    /// True when the rule speaks about the position, whoever is to move in it.
    #[inline(always)]
    pub(crate) fn holds(&self, position: &P) -> bool {
        (self.test)(position)
    }

    /// The same rule with another example: in another ending that it belongs to.
    pub(crate) const fn shown_by(self, example: &'static str) -> Self {
        Self { rule: Rule { example: Some(example), ..self.rule }, ..self }
    }
}

/// Named rules as constants: name, side to move (`Weak`, `Strong` or `Either`) and what the rule
/// proves, claim, plan where the books have one, source (a constant of `rule::sources`), an
/// example, and the test, which is one of these:
///
/// * `at_once(P as p) { "says", "broken" => condition; … }`: conditions that are cheap, so all are
///   looked at without a branch between them; with `after FIRST (is_first)` these come first;
/// * `in_turn(P as p) { … }`: conditions of which each is looked at when those before it hold;
/// * `by_square(P as p) { …; on "says", "broken" => squares; calm "says", "broken"; }`: a test that
///   answers with a set of the squares `rooks` of one piece. First come conditions that do not
///   depend on the square, after `then` those that take longer, then the squares, last how calm the
///   position must be: a method of the position;
/// * `holds(P) { test }` and `squares(P) { test }`: a function that is known as a whole, of either
///   kind.
///
/// What a move does that breaks a condition is left out where there is no reason to tell it, see
/// [`Condition::broken`]. So what is said cannot differ from what is tested. Inside an `impl` the
/// type is `Self`, which may be generic.
macro_rules! rules {
    ($($(#[$doc:meta])* $visible:vis $constant:ident = $name:literal, $side:ident to move: $outcome:ident,
        claim: $claim:literal,
        $(plan: $plan:literal,)?
        source: $source:ident, example: $example:literal,
        $how:ident($position:ident $(as $p:ident)?) $(after $first:ident ($is_first:ident))? { $($test:tt)+ }
    )+) => {$(
        $(#[$doc])*
        $visible const $constant: crate::rule::Named<$position> = crate::rule::rules!(@$how
            crate::rule::Rule {
                name: $name,
                to_move: crate::rule::rules!(@side $side),
                outcome: crate::rule::Outcome::$outcome,
                claim: $claim,
                source: crate::rule::sources::$source,
                plan: crate::rule::rules!(@option $($plan)?),
                example: Some($example),
            },
            $($p)? $position $(after $first ($is_first))?, $($test)+
        );
    )+};
    (@side Either) => { None };
    (@side $side:ident) => { Some(crate::rule::Side::$side) };
    (@option) => { None };
    (@option $value:expr) => { Some($value) };
    (@holds $rule:expr, $position:ident, $test:ident) => { crate::rule::Named::new($rule, $test) };
    (@squares $rule:expr, $position:ident, $test:ident) => {{
        #[inline(always)]
        fn test(position: &$position) -> bool {
            !$test(position).is_empty()
        }
        crate::rule::Named { squares: Some($test), ..crate::rule::Named::new($rule, test) }
    }};
    (@by_square $rule:expr, $p:ident $position:ident,
        $($says:literal $(, $broken:literal)? => $condition:expr;)+
        $(then $then_says:literal, $then_broken:literal => $then:expr;)*
        on $on_says:literal, $on_broken:literal => $squares:expr;
        $calm:ident $calm_says:literal, $calm_broken:literal;
    ) => {{
        #[inline(always)]
        fn squares($p: &$position) -> board::BitBoard {
            let holds = crate::geometry::all([$($condition),+]) $(&& $then)*;
            if holds { $p.$calm($squares) } else { board::BitBoard::EMPTY }
        }
        crate::rule::Named {
            conditions: &crate::rule::rules!(@conditions $p $position
                $($says $(, $broken)? => $condition;)+
                $($then_says, $then_broken => $then;)*
                $on_says, $on_broken => !($p.rooks & $squares).is_empty();
                $calm_says, $calm_broken => !$p.$calm($p.rooks).is_empty();
            ),
            ..crate::rule::rules!(@squares $rule, $position, squares)
        }
    }};
    (@at_once $rule:expr, $p:ident $position:ident $(after $first:ident ($is_first:ident))?,
        $($says:expr $(, $broken:expr)? => $condition:expr;)+
    ) => {
        crate::rule::Named {
            conditions: crate::rule::rules!(@joined $($first,)?
                crate::rule::rules!(@conditions $p $position $($says $(, $broken)? => $condition;)+)),
            ..crate::rule::Named::new($rule, crate::rule::rules!(@test $p $position,
                $($is_first($p) &&)? crate::geometry::all([$($condition),+])))
        }
    };
    (@in_turn $rule:expr, $p:ident $position:ident, $($says:expr $(, $broken:expr)? => $condition:expr;)+) => {
        crate::rule::Named {
            conditions: &crate::rule::rules!(@conditions $p $position $($says $(, $broken)? => $condition;)+),
            ..crate::rule::Named::new($rule, crate::rule::rules!(@test $p $position, $(($condition))&&+))
        }
    };
    // A function inside a constant cannot name `Self`.
    (@test $p:ident Self, $test:expr) => { |$p: &Self| $test };
    (@test $p:ident $position:ident, $test:expr) => {{
        #[inline(always)]
        fn test($p: &$position) -> bool {
            $test
        }
        test
    }};
    (@joined $own:expr) => { &$own };
    (@joined $first:ident, $own:expr) => {
        &crate::rule::condition::joined::<_, { $first.len() + $own.len() }>($first, &$own)
    };
    (@conditions $p:ident $position:ident $($says:expr $(, $broken:expr)? => $condition:expr;)+) => {
        [$(crate::rule::Condition {
            says: $says,
            broken: crate::rule::rules!(@option $($broken)?),
            holds: |$p: &$position| $condition,
        }),+]
    };
}
pub(crate) use rules;
