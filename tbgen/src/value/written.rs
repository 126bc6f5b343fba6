//! Values from which Syzygy files are written.

use super::metric::Metric;

/// A metric whose values the Syzygy writer can use.
pub(crate) trait Written: Metric<Value: Into<usize> + TryFrom<u16>> {
    /// The same value with the mark that a capture also reaches its result.
    fn by_capture(value: Self::Value) -> Self::Value;
    /// The code of its result, see [`wdl_code`](syzygy::write::wdl_code).
    fn wdl_code(value: Self::Value) -> u8;
    /// Its distance, or [`DTZ_FREE`](syzygy::write::DTZ_FREE) if it is never read.
    fn dtz_code(value: Self::Value) -> i16;
}
