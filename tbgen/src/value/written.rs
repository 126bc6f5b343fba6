//! Values that Syzygy files are written from.

use super::metric::Metric;

/// A metric whose values tell the Syzygy writer what it asks.
pub(crate) trait Written: Metric<Value: Into<usize> + TryFrom<u16>> {
    /// The same value with the mark that a capture reaches its result, too.
    fn by_capture(value: Self::Value) -> Self::Value;
    /// The code of its result, see [`wdl_code`](syzygy::write::wdl_code).
    fn wdl_code(value: Self::Value) -> u8;
    /// Its distance, [`DTZ_FREE`](syzygy::write::DTZ_FREE) where nobody looks it up.
    fn dtz_code(value: Self::Value) -> i16;
}
