//! The terms of the hand-crafted evaluation by name, so that each can be left out in a match.

use super::classical::Weights;
use crate::psqt::PlaceWeights;

/// A name that is not one of [`terms`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the hand-crafted evaluation has no term `{0}`; it has {names}", names = names())]
pub struct UnknownTerm(String);

/// The names of all terms: material and piece-square tables, pawns, pieces, threats, king safety,
/// tempo.
pub fn terms() -> impl Iterator<Item = &'static str> {
    PlaceWeights::TERMS.iter().chain(Weights::TERMS).copied()
}

/// Reads names separated by commas, in any case; an empty text has none.
///
/// # Errors
/// [`UnknownTerm`], which lists the names.
pub(crate) fn parse_terms(text: &str) -> Result<Vec<&'static str>, UnknownTerm> {
    let named = |name: &str| terms().find(|term| term.eq_ignore_ascii_case(name));
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(|name| named(name).ok_or_else(|| UnknownTerm(name.to_owned()))).collect()
}

fn names() -> String {
    terms().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_unknown_ones_refused_with_the_list() {
        assert_eq!(parse_terms(""), Ok(vec![]));
        assert_eq!(parse_terms("Isolated, tempo,"), Ok(vec!["isolated", "tempo"]));
        let message = parse_terms("tempo,isolate").unwrap_err().to_string();
        assert!(
            message
                .starts_with("the hand-crafted evaluation has no term `isolate`; it has material, by_rank,")
        );
        assert!(message.ends_with("king_open_file, tempo"), "{message}");
    }

    #[test]
    fn no_name_occurs_twice() {
        let mut all: Vec<&str> = terms().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
