//! The pairs that are replaced in one pass, and the places where a sequence may be cut for it.

/// Pairs to be replaced in one pass, with the new symbols.
#[derive(Default)]
pub(crate) struct Rules(pub(super) Vec<(u16, u16, u16)>);

impl Rules {
    pub(crate) fn add(&mut self, a: u16, b: u16, new: u16) {
        self.0.push((a, b, new));
    }
}

/// Moves parts of a sequence, given by start and length, to its beginning, one after the other;
/// returns their total length.
pub(super) fn join<T: Copy>(symbols: &mut [T], parts: impl IntoIterator<Item = (usize, usize)>) -> usize {
    let mut joined = 0;
    for (start, len) in parts {
        symbols.copy_within(start..start + len, joined);
        joined += len;
    }
    joined
}

/// Ends of parts of similar length, this many, that can be processed independently: pairs across
/// cuts are not replaced.
pub(super) fn cuts<T: Copy>(symbols: &[T], is_left: impl Fn(T, T) -> bool, parts: usize) -> Vec<usize> {
    let mut start = 0;
    let cut = |part: usize| {
        let mut end = (symbols.len() * (part + 1) / parts).max(start);
        while 0 < end && end < symbols.len() && !is_left(symbols[end - 1], symbols[end]) {
            end += 1;
        }
        start = end;
        end
    };
    (0..parts).map(cut).collect()
}
