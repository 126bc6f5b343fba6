//! Parallel work that is compiled only once.

/// A closure as a trait object: code that distributes it among threads is then compiled once for
/// the types of its values, not for each closure.
pub(crate) fn shared<T, R>(work: &(dyn Fn(T) -> R + Sync)) -> &(dyn Fn(T) -> R + Sync) {
    work
}
