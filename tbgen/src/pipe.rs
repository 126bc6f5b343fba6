//! Closed output pipes (`verify krpkr | head`).

use std::error::Error;
use std::io;

/// True when the error is a closed output pipe: the program should end without reporting an error.
#[must_use]
pub fn reader_went_away(error: &(dyn Error + 'static)) -> bool {
    let mut causes = std::iter::successors(Some(error), |&error| error.source());
    causes.any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_pipe_is_seen_behind_other_words_and_nothing_else_is() {
        let broken = io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(reader_went_away(&broken));
        let error = anyhow::Error::from(broken).context("writing the report");
        assert!(reader_went_away(error.as_ref()));
        assert!(!reader_went_away(&io::Error::from(io::ErrorKind::StorageFull)));
    }
}
