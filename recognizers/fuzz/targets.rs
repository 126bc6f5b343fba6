//! What readers of mined tables promise: damaged bytes are refused, and a tree that is taken answers every position.

use recognizers::mined::{Position, Tree, fingerprint};
use recognizers::{Kbkp, parse_distances};

/// A mined table of KBvKP. Compiled with `--cfg fuzzing`, as fuzzers do, checksums are not compared, and damage gets past them.
pub(crate) fn mined(bytes: &[u8]) {
    if let Ok(tree) = Tree::decode(bytes, fingerprint::<Kbkp>(())) {
        for key in (0..Position::keys(Kbkp::MEN)).step_by(1_000_003) {
            let _ = tree.answer::<Kbkp>((), &Position::of_key(key, Kbkp::MEN));
        }
    }
}

/// Lines of measured distances: what is read and printed is read again.
pub(crate) fn distances(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(lines) = parse_distances(text) {
        let printed: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let again =
            parse_distances(&printed.join("\n")).unwrap_or_else(|error| panic!("{error}: {printed:?}"));
        assert_eq!(again.len(), lines.len());
    }
}
