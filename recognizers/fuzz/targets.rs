//! Fuzz targets of the readers: damaged bytes are rejected, and an accepted tree can be evaluated
//! for every position.

use recognizers::mined::{Position, Tree, fingerprint};
use recognizers::{Kbkp, parse_distances};

/// A mined table of KBvKP. With `--cfg fuzzing`, which fuzzers set, checksums are not checked.
pub(crate) fn mined(bytes: &[u8]) {
    if let Ok(tree) = Tree::decode(bytes, fingerprint::<Kbkp>(())) {
        for key in (0..Position::keys(Kbkp::MEN)).step_by(1_000_003) {
            let _ = tree.answer::<Kbkp>((), &Position::of_key(key, Kbkp::MEN));
        }
    }
}

/// Lines of measured distances: parsed lines, printed, can be parsed again.
pub(crate) fn distances(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(lines) = parse_distances(text) {
        let printed: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let again =
            parse_distances(&printed.join("\n")).unwrap_or_else(|error| panic!("{error}: {printed:?}"));
        assert_eq!(again.len(), lines.len());
    }
}
