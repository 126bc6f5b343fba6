//! A named rule: its description, its test, and the conditions that make up the test.

use board::BitBoard;

use super::claim::Rule;
use super::condition::Condition;

/// A rule about positions represented as `P`.
pub struct Named<P: 'static> {
    /// The description of the rule.
    pub(crate) rule: Rule,
    /// Tests whether the rule holds.
    pub(crate) test: fn(&P) -> bool,
    /// For rules written for sets of squares: returns those squares of one piece, among all that
    /// the position has for it, with which the rule holds.
    pub(crate) squares: Option<fn(&P) -> BitBoard>,
    /// The conditions of the test; empty if it is not divided into conditions.
    pub(crate) conditions: &'static [Condition<P>],
}

impl<P> Named<P> {
    /// A rule whose test is not divided into conditions.
    pub const fn new(rule: Rule, test: fn(&P) -> bool) -> Self {
        Self { rule, test, squares: None, conditions: &[] }
    }

    /// True if the test holds; the side to move is not checked.
    #[inline(always)]
    pub(crate) fn holds(&self, position: &P) -> bool {
        (self.test)(position)
    }

    /// The same rule with another example, for another ending.
    pub(crate) const fn shown_by(self, example: &'static str) -> Self {
        Self { rule: Rule { example: Some(example), ..self.rule }, ..self }
    }
}

/// Named rules as constants: name, side to move (`Weak`, `Strong` or `Either`), outcome, claim,
/// plan if textbooks have one, source (a constant of `rule::sources`), example, and the test, which
/// is one of these:
///
/// * `at_once(P as p) { "says", "broken" => condition; … }`: cheap conditions, evaluated without
///   branches between them; with `after FIRST (is_first)` the conditions `FIRST` come first;
/// * `in_turn(P as p) { … }`: conditions evaluated one by one until one fails;
/// * `by_square(P as p) { …; on "says", "broken" => squares; calm "says", "broken"; }`: a test that
///   returns a subset of the squares `rooks` of one piece. First come conditions that do not depend
///   on the square, then, after `then`, slower ones, then the squares, and last a method of the
///   position that requires calm;
/// * `holds(P) { test }` and `squares(P) { test }`: a function without separate conditions, of
///   either kind.
///
/// `"broken"` is left out where it is not needed; see [`Condition::broken`]. Each description
/// stands beside its condition, so the two cannot diverge. Inside an `impl` the type is `Self`,
/// which may be generic.
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
    // A function inside a constant cannot refer to `Self`.
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
