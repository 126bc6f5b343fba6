//! The text of an error and its causes, without repetition.

use std::error::Error;
use std::fmt::Write as _;

/// An error and its causes, outermost first, separated by colons. A cause is omitted if the text of
/// the error before it already contains it.
#[must_use]
pub fn told(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut last = text.clone();
    for cause in std::iter::successors(error.source(), |&error| error.source()) {
        let cause = cause.to_string();
        if !last.contains(&cause) {
            // Writing to a string never fails.
            let _ = write!(text, ": {cause}");
            last = cause;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_cause_is_said_once() {
        let missing = syzygy::Error::io(Path::new("KPvK.rtbw"), io::Error::other("no such file"));
        assert_eq!(told(&missing), "KPvK.rtbw: no such file");
        let error = anyhow::Error::from(missing).context("this folder cannot be checked");
        assert_eq!(told(error.as_ref()), "this folder cannot be checked: KPvK.rtbw: no such file");
    }
}
