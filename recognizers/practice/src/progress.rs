//! Progress and spaced repetition: tasks in boxes with due dates, stored as JSON.

use std::collections::BTreeMap;

use board::{Board, fen};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::day::Day;
use crate::goal::Goal;

/// How a task has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// Won or held without a mistake.
    Solved,
    /// Won or held after a mistake, or not at all.
    Spoiled,
    /// Given up.
    GivenUp,
}

impl std::str::FromStr for Ended {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "solved" => Ok(Self::Solved),
            "spoiled" => Ok(Self::Spoiled),
            "given-up" => Ok(Self::GivenUp),
            _ => Err(format!("`{text}` is not a result: solved, spoiled or given-up")),
        }
    }
}

/// The progress of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its title.
    pub title: String,
    /// How it ended the last time.
    pub last: Ended,
    /// When that was.
    pub on: Day,
    /// How often it was tried.
    pub tries: u32,
    /// The box, from 1 to 5; 0 if it need not be repeated: solved at once, or from the last box.
    #[serde(rename = "box")]
    pub in_box: u8,
    /// When it is due again.
    pub due: Option<Day>,
}

/// Days until the tasks of each box are due.
const DAYS: [u16; 5] = [1, 3, 7, 14, 30];
/// The format named in the file.
const FORMAT: &str = "vancura practice";
/// Its version.
const VERSION: u32 = 1;

/// The progress of all tasks, by position and goal.
///
/// ```
/// use vancura_practice::{Day, Ended, Goal, Progress};
/// let mut progress = Progress::default();
/// let board = board::fen::parse("8/8/8/1k6/8/1K6/1P6/8 w - - 0 1")?;
/// let today: Day = "2026-11-28".parse()?;
/// progress.record(&board, Goal::Win, "opposition", Ended::Spoiled, today);
/// assert_eq!(progress.due(today).count(), 0);
/// assert_eq!(progress.due(today.after(1)).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    format: String,
    version: u32,
    tasks: BTreeMap<String, Entry>,
}

/// Why a text is not a progress file.
#[derive(Debug, Error)]
pub enum NotProgress {
    /// It is not JSON, or has other fields.
    #[error("this is not a progress file of vancura practice: {0}")]
    Json(#[from] serde_json::Error),
    /// It names another format.
    #[error("the format of this file is `{0}`, not `{FORMAT}`")]
    Format(String),
    /// It was written by a newer program.
    #[error("this file has version {0}, but only version {VERSION} is supported: use a newer program")]
    Version(u32),
}

impl Default for Progress {
    fn default() -> Self {
        Self { format: FORMAT.to_owned(), version: VERSION, tasks: BTreeMap::new() }
    }
}

impl Entry {
    /// The entry after the task has ended; `before` is the previous entry, if there is one.
    pub fn next(before: Option<&Self>, title: &str, ended: Ended, today: Day) -> Self {
        let was = before.map_or(0, |entry| entry.in_box);
        let in_box = match ended {
            Ended::Spoiled | Ended::GivenUp => 1,
            // Solved at once, or from the last box: no more repetitions.
            Ended::Solved if was == 0 || usize::from(was) >= DAYS.len() => 0,
            Ended::Solved => was + 1,
        };
        let days = usize::from(in_box).checked_sub(1).map(|index| DAYS[index]);
        Self {
            title: title.to_owned(),
            last: ended,
            on: today,
            tries: before.map_or(0, |entry| entry.tries).saturating_add(1),
            in_box,
            due: days.map(|days| today.after(days)),
        }
    }
}

impl Progress {
    /// Reads a file written by [`Progress::to_json`] or the explorer's page.
    ///
    /// # Errors
    /// [`NotProgress`].
    pub fn from_json(text: &str) -> Result<Self, NotProgress> {
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let head: Head = serde_json::from_str(text)?;
        if head.format != FORMAT {
            return Err(NotProgress::Format(head.format));
        }
        if head.version != VERSION {
            return Err(NotProgress::Version(head.version));
        }
        Ok(serde_json::from_str(text)?)
    }

    /// The progress as JSON; the same content gives the same text.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Records how a task has ended.
    pub fn record(&mut self, board: &Board, goal: Goal, title: &str, ended: Ended, today: Day) -> &Entry {
        let key = key(board, goal);
        let next = Entry::next(self.tasks.get(&key), title, ended, today);
        self.tasks.insert(key.clone(), next);
        &self.tasks[&key]
    }

    /// The tasks due on a day or before: positions in FEN with their entries, the longest overdue
    /// first.
    pub fn due(&self, today: Day) -> impl Iterator<Item = (String, &Entry)> {
        let mut due: Vec<(&String, &Entry)> =
            self.tasks.iter().filter(|(_, entry)| entry.due.is_some_and(|due| due <= today)).collect();
        due.sort_by_key(|(key, entry)| (entry.due, *key));
        due.into_iter().map(|(key, entry)| (position(key), entry))
    }

    /// The progress of a task.
    pub fn entry(&self, board: &Board, goal: Goal) -> Option<&Entry> {
        self.tasks.get(&key(board, goal))
    }
}

/// The first four fields of the FEN, and the goal.
fn key(board: &Board, goal: Goal) -> String {
    format!("{} {goal}", fen::epd(board))
}

/// The FEN of a key.
fn position(key: &str) -> String {
    let fields: Vec<&str> = key.split(' ').take(4).collect();
    format!("{} 0 1", fields.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    #[test]
    fn what_was_spoiled_comes_back_later_and_later_until_it_is_learned() {
        let mut progress = Progress::default();
        let board = fen::parse("8/8/8/1k6/8/1K6/1P6/8 w - - 0 1").unwrap();
        let mut today = day("2026-11-28");
        let entry = progress.record(&board, Goal::Win, "opposition", Ended::Spoiled, today);
        assert_eq!((entry.in_box, entry.due), (1, Some(day("2026-11-29"))));
        let mut boxes = Vec::new();
        while let Some(due) = progress.entry(&board, Goal::Win).and_then(|entry| entry.due) {
            assert_eq!(progress.due(today).count(), usize::from(due <= today));
            today = due;
            assert_eq!(progress.due(today).next().unwrap().0, "8/8/8/1k6/8/1K6/1P6/8 w - - 0 1");
            boxes.push(progress.record(&board, Goal::Win, "opposition", Ended::Solved, today).in_box);
        }
        assert_eq!(boxes, [2, 3, 4, 5, 0]);
        assert_eq!(today, day("2026-11-28").after(1 + 3 + 7 + 14 + 30));
        assert_eq!(progress.record(&board, Goal::Win, "opposition", Ended::GivenUp, today).in_box, 1);
        assert_eq!(progress.entry(&board, Goal::Win).unwrap().tries, 7);
        // A task solved at once is not repeated, and the other goal of the same position is another
        // task.
        assert_eq!(progress.record(&board, Goal::Hold, "opposition", Ended::Solved, today).due, None);
    }

    #[test]
    fn the_file_comes_back_as_it_was_and_others_are_refused() {
        let mut progress = Progress::default();
        let board = fen::parse("8/8/8/1k6/8/1K6/1P6/8 w - - 0 1").unwrap();
        progress.record(&board, Goal::Win, "say \"opposition\"", Ended::Spoiled, day("2026-11-28"));
        let text = progress.to_json();
        assert!(text.contains("\"8/8/8/1k6/8/1K6/1P6/8 w - - win\": {"), "{text}");
        assert!(text.contains("\"box\": 1") && text.contains("\"due\": \"2026-11-29\""), "{text}");
        assert_eq!(Progress::from_json(&text).unwrap(), progress);
        let refused = |text: &str| Progress::from_json(text).unwrap_err().to_string();
        assert!(refused("[]").starts_with("this is not a progress file of vancura practice"));
        let other = refused("{\"format\":\"x\",\"version\":1}");
        assert_eq!(other, "the format of this file is `x`, not `vancura practice`");
        let later = text.replace("\"version\": 1", "\"version\": 2");
        assert!(refused(&later).contains("version 2"));
        let broken = text.replace("2026-11-29", "2026-11-31");
        assert!(refused(&broken).contains("is not a date"), "{}", refused(&broken));
    }
}
