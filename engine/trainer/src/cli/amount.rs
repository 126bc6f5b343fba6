//! Human-readable numbers.

use std::time::Duration;

/// Text that is not a valid number.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum AmountError {
    /// Not an amount.
    #[error("`{0}` is not a number; write 500000, 500k or 20M")]
    Amount(String),
    /// Not a percentage.
    #[error("`{0}` is not from 0 to 100")]
    Percent(String),
    /// Neither a number nor a range.
    #[error("`{0}` is not a number; write 0.3 or 0.2..0.4")]
    Range(String),
}

/// Reads `20M`, `500k` or `1_000`.
pub(super) fn parse(text: &str) -> Result<u64, AmountError> {
    let fault = || AmountError::Amount(text.to_owned());
    let (digits, factor) = match text.chars().last() {
        Some('k' | 'K') => (&text[..text.len() - 1], 1_000),
        Some('M') => (&text[..text.len() - 1], 1_000_000),
        Some('G') => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1),
    };
    let number: f64 = digits.replace('_', "").parse().map_err(|_| fault())?;
    let product = number * factor as f64;
    if product.is_finite() && (0.0..1e15).contains(&product) {
        Ok(product.round() as u64)
    } else {
        Err(fault())
    }
}

/// Reads a share in percent.
pub(super) fn parse_percent(text: &str) -> Result<f64, AmountError> {
    let percent: Option<f64> = text.parse().ok();
    percent
        .filter(|percent| (0.0..=100.0).contains(percent))
        .ok_or_else(|| AmountError::Percent(text.to_owned()))
}

/// Reads `0.2..0.4` or `0.3`.
pub(super) fn parse_range(text: &str) -> Result<(f64, f64), AmountError> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.parse().map_err(|_| AmountError::Range(text.to_owned()));
    Ok((number(first)?, number(last)?))
}

/// `1,234,567`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|g| str::from_utf8(g).unwrap_or("")).collect();
    groups.join(",")
}

/// `1 game`, `1,234,567 games`.
pub(super) fn counted(number: u64, one: &str) -> String {
    format!("{} {one}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// `3.4 MiB`.
pub(super) fn bytes(bytes: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let (mut value, mut unit) = (bytes as f64, 0);
    while value >= 1_024.0 && unit + 1 < units.len() {
        value /= 1_024.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} bytes") } else { format!("{value:.1} {}", units[unit]) }
}

/// `2 d 3 h`, `3 h 20 min`, `5 min` or `40 s`.
pub(super) fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, minutes) => format!("{hours} h {minutes} min"),
        (days, hours, _) => format!("{days} d {hours} h"),
    }
}

/// A share in percent; 0 if the total is 0.
pub(super) fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_written() {
        assert_eq!(parse("20M"), Ok(20_000_000));
        assert_eq!(parse("1.5k"), Ok(1_500));
        assert_eq!(parse("1_000"), Ok(1_000));
        assert!(
            parse("").is_err() && parse("-1").is_err() && parse("many").is_err() && parse("inf").is_err()
        );
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(12), "12");
        assert_eq!(bytes(1_023), "1023 bytes");
        assert_eq!(bytes(3 << 20), "3.0 MiB");
        assert_eq!(duration(Duration::from_secs(12_000)), "3 h 20 min");
        assert!(parse_percent("101").is_err() && parse_percent("NaN").is_err());
        assert_eq!((parse_range("0.3"), parse_range("0.2..0.4")), (Ok((0.3, 0.3)), Ok((0.2, 0.4))));
        assert_eq!(parse_range("0.2..x"), Err(AmountError::Range("x".to_owned())));
    }
}
