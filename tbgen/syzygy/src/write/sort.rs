//! A sort whose order of ties the published files depend on.

/// Sorts by exchanging every pair of elements found in the wrong order: first with second, first
/// with third and so on. Not stable, and quadratic; used where files must be reproduced byte for
/// byte.
pub(super) fn exchange_sort<T>(items: &mut [T], must_follow: impl Fn(&T, &T) -> bool) {
    for i in 0..items.len() {
        for j in i + 1..items.len() {
            if must_follow(&items[i], &items[j]) {
                items.swap(i, j);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_and_disturbs_ties() {
        let mut items = [(2, 'a'), (2, 'b'), (1, 'c')];
        exchange_sort(&mut items, |a, b| a.0 > b.0);
        assert_eq!(items, [(1, 'c'), (2, 'b'), (2, 'a')]);
    }
}
