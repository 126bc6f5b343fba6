//! Work for many threads that is compiled once.

/// A closure as a function of one type: what hands it to threads is then compiled for the types of
/// its values, not for each closure.
pub(crate) fn shared<T, R>(work: &(dyn Fn(T) -> R + Sync)) -> &(dyn Fn(T) -> R + Sync) {
    work
}
