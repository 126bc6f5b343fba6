//! Human-readable amounts of memory and time.

/// Units by suffix, longest first.
const UNITS: [(&str, u64); 11] = [
    ("KIB", 1 << 10),
    ("MIB", 1 << 20),
    ("GIB", 1 << 30),
    ("TIB", 1 << 40),
    ("KB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("K", 1 << 10),
    ("M", 1 << 20),
    ("G", 1 << 30),
];

/// Text that is not a size.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a size like 8GiB, 900MB or 1000000000 (bytes)")]
pub(crate) struct SizeError;

/// Reads `8GiB`, `1.5 GB`, `900M` (binary) or a number of bytes.
pub(crate) fn parse(text: &str) -> Result<u64, SizeError> {
    let upper = text.trim().to_ascii_uppercase();
    let (number, unit) = UNITS
        .iter()
        .find_map(|&(suffix, unit)| {
            upper.strip_suffix(suffix).map(|number| (number.trim_end().to_owned(), unit))
        })
        .unwrap_or_else(|| (upper.trim_end_matches('B').to_owned(), 1));
    let bytes = number.parse::<f64>().ok().map(|n| n * unit as f64);
    bytes.filter(|b| (1.0..1e18).contains(b)).map(|b| b as u64).ok_or(SizeError)
}

/// Bytes with a binary unit.
pub(crate) fn bytes(bytes: u64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"];
    let mut size = bytes as f64 / 1024.0;
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < units.len() {
        size /= 1024.0;
        unit += 1;
    }
    if bytes < 1024 { format!("{bytes} B") } else { format!("{size:.1} {}", units[unit]) }
}

/// A duration in a suitable unit.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "under 1 s".to_owned(),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_and_without_units() {
        for (text, expected) in [
            ("8GiB", 8 << 30),
            ("8g", 8 << 30),
            ("1.5 GB", 1_500_000_000),
            ("900M", 900 << 20),
            ("4096", 4096),
            ("4096B", 4096),
        ] {
            assert_eq!(parse(text), Ok(expected), "{text}");
        }
        for bad in ["", "GiB", "lots", "-1GiB", "0", "8XB", "1e400"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_and_times_are_written_for_people() {
        assert_eq!([bytes(80), bytes(5_632), bytes(3 << 30)], ["80 B", "5.5 KiB", "3.0 GiB"]);
        assert_eq!([0.2, 61.0, 600.0, 9000.0].map(seconds), ["under 1 s", "61 s", "10 min", "2.5 h"]);
    }
}
