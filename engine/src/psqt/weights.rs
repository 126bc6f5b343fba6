//! Tables of weights that can be enumerated, named and changed one by one, for tuning.

use super::tapered::Tapered;

/// A weight or an array of weights.
pub(crate) trait Numbers {
    /// Visits every weight mutably, with its place within its term.
    fn visit(&mut self, place: &str, visitor: &mut dyn FnMut(&str, &mut i32));
}

impl Numbers for i32 {
    fn visit(&mut self, place: &str, visitor: &mut dyn FnMut(&str, &mut i32)) {
        visitor(place, self);
    }
}

impl Numbers for Tapered {
    fn visit(&mut self, place: &str, visitor: &mut dyn FnMut(&str, &mut i32)) {
        let (mut middlegame, mut endgame) = (self.middlegame(), self.endgame());
        visitor(&format!("{place} middlegame"), &mut middlegame);
        visitor(&format!("{place} endgame"), &mut endgame);
        *self = Self::new(middlegame, endgame);
    }
}

impl<T: Numbers, const N: usize> Numbers for [T; N] {
    fn visit(&mut self, place: &str, visitor: &mut dyn FnMut(&str, &mut i32)) {
        for (index, entry) in self.iter_mut().enumerate() {
            entry.visit(&format!("{place}[{index}]"), visitor);
        }
    }
}

/// A struct of weights, a field for each term, with the values that the engine uses as its constant
/// `HAND`.
macro_rules! weights {
    (
        $(#[$outer:meta])* $vis:vis struct $name:ident:
        $( $(#[$doc:meta])* $term:ident : $ty:ty = $value:expr ),* $(,)?
    ) => {
        $(#[$outer])*
        #[derive(Clone)]
        $vis struct $name { $( $(#[$doc])* $vis $term: $ty ),* }

        impl $name {
            /// The values that the engine uses.
            $vis const HAND: Self = Self { $( $term: $value ),* };

            /// The names of the terms, in the order of the list.
            $vis const TERMS: &'static [&'static str] = &[$(stringify!($term)),*];

            /// Visits every weight of every term, in a fixed order.
            $vis fn visit(&mut self, visitor: &mut dyn FnMut(&'static str, &str, &mut i32)) {
                $( $crate::psqt::weights::Numbers::visit(
                    &mut self.$term,
                    "",
                    &mut |place, number| visitor(stringify!($term), place, number),
                ); )*
            }
        }
    };
}
pub(crate) use weights;
