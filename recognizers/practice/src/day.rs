//! Calendar days, for the dates of repetitions.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A day of the Gregorian calendar, written `2026-11-28`, from year 0 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    /// Days since 1970-01-01.
    number: i32,
}

/// Days in 400 years.
const ERA: i32 = 146_097;
/// Days from 0000-03-01 to 1970-01-01.
const EPOCH: i32 = 719_468;
/// 9999-12-31.
const LAST: i32 = 2_932_896;

impl Day {
    /// The day of a time, in UTC; 1970-01-01 for earlier times.
    pub fn of(time: SystemTime) -> Self {
        const DAY: u64 = 24 * 60 * 60;
        let since = time.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs() / DAY;
        Self { number: i32::try_from(since).unwrap_or(LAST).min(LAST) }
    }

    /// The day this many days later, at most 9999-12-31.
    pub fn after(self, days: u16) -> Self {
        Self { number: (self.number + i32::from(days)).min(LAST) }
    }

    /// Year, month and day. Internally years begin in March, so the leap day is the last day of the
    /// year.
    fn date(self) -> (i32, i32, i32) {
        let shifted = self.number + EPOCH;
        let (era, day) = (shifted.div_euclid(ERA), shifted.rem_euclid(ERA));
        let year = (day - day / 1_460 + day / 36_524 - day / (ERA - 1)) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let of_month = day - (153 * month + 2) / 5 + 1;
        let calendar = if month < 10 { month + 3 } else { month - 9 };
        (year + 400 * era + i32::from(calendar <= 2), calendar, of_month)
    }

    fn of_date(year: i32, month: i32, day: i32) -> Self {
        let year = year - i32::from(month <= 2);
        let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        Self { number: era * ERA + year * 365 + year / 4 - year / 100 + of_year - EPOCH }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.date();
        f.pad(&format!("{year:04}-{month:02}-{day:02}"))
    }
}

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = || format!("`{text}` is not a date: write it like 2026-11-28");
        let fields: Vec<&str> = text.split('-').collect();
        let is_written_out = fields.iter().map(|field| field.len()).eq([4, 2, 2]);
        let numbers: Vec<i32> = fields.iter().filter_map(|field| field.parse().ok()).collect();
        let &[year, month, day] = numbers.as_slice() else { return Err(fault()) };
        if !is_written_out || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return Err(fault());
        }
        // A day beyond the end of its month would become one of the next month.
        Some(Self::of_date(year, month, day)).filter(|found| found.to_string() == text).ok_or_else(fault)
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (number, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_785, "2026-11-28"),
            (-1, "1969-12-31"),
            (LAST, "9999-12-31"),
        ] {
            assert_eq!(Day { number }.to_string(), text);
            assert_eq!(text.parse(), Ok(Day { number }));
        }
        for number in (-700_000..LAST).step_by(97) {
            let day = Day { number };
            assert_eq!(day.to_string().parse(), Ok(day), "{day}");
        }
        assert_eq!("2023-12-31".parse::<Day>().unwrap().after(60).to_string(), "2024-02-29");
        assert_eq!("9999-12-30".parse::<Day>().unwrap().after(60).to_string(), "9999-12-31");
        assert_eq!(Day::of(UNIX_EPOCH + Duration::from_secs(86_400 * 59)).to_string(), "1970-03-01");
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in ["", "2026", "2026-13-01", "2026-02-29", "2026-2-9", "2026-11-31", "+026-01-01", "x"] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }
}
