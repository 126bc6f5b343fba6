//! The courses: positions to practice, each with its task and plan.

use std::sync::LazyLock;

use board::{Board, epd};
use data::{COURSES, CourseFile};

use crate::goal::Goal;

/// A course of positions, from easy to hard.
#[derive(Clone, Debug)]
pub struct Course {
    /// The name in addresses and commands: `rook-and-pawn-against-rook`.
    pub name: &'static str,
    /// The title: `Rook and pawn against rook`.
    pub title: &'static str,
    /// What it covers.
    pub covers: &'static str,
    /// Its positions.
    pub lessons: Vec<Lesson>,
}

/// A position of a course.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its title, unique among all courses.
    pub title: &'static str,
    /// The position; the user plays the side to move.
    pub board: Board,
    /// The task.
    pub goal: Goal,
    /// The plan in a few sentences.
    pub plan: &'static str,
    /// The source, if the position is taken from one.
    pub source: Option<&'static str>,
    /// The named rule that announces the result, if there is one.
    pub rule: Option<&'static str>,
}

/// All courses, from easy to hard.
///
/// ```
/// let courses = vancura_practice::courses();
/// assert_eq!(courses.iter().map(|course| course.lessons.len()).sum::<usize>(), 182);
/// ```
pub fn courses() -> &'static [Course] {
    static READ: LazyLock<Vec<Course>> = LazyLock::new(|| COURSES.iter().map(course).collect());
    &READ
}

/// A course by its name, its number from 1, or an unambiguous beginning of its name.
pub fn find(name: &str) -> Option<&'static Course> {
    if let Ok(number) = name.parse::<usize>() {
        return number.checked_sub(1).and_then(|index| courses().get(index));
    }
    let exact = courses().iter().find(|course| course.name == name);
    exact.or_else(|| {
        let mut begins = courses().iter().filter(|course| !name.is_empty() && course.name.starts_with(name));
        begins.next().filter(|_| begins.next().is_none())
    })
}

fn course(file: &CourseFile) -> Course {
    let first = file.text.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
    let (title, covers) = first.split_once(':').unwrap_or((first, ""));
    let lines = file.text.lines().filter(|line| !line.starts_with('#'));
    Course {
        name: file.name,
        title: title.trim_end_matches('.'),
        covers: covers.trim(),
        // Invalid lines are left out; a test checks that there are none.
        lessons: lines.filter_map(lesson).collect(),
    }
}

fn lesson(line: &'static str) -> Option<Lesson> {
    let read = epd::parse(line).ok()?;
    let operand = |name: &str| read.operand(name).map(|text| text.trim_matches('"'));
    Some(Lesson {
        title: operand("id")?,
        goal: operand("c0")?.parse().ok()?,
        plan: operand("c1")?,
        source: operand("c2"),
        rule: operand("c3"),
        board: read.board,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_lesson() {
        for (file, course) in COURSES.iter().zip(courses()) {
            let lines = file.text.lines().filter(|line| !line.starts_with('#')).count();
            assert_eq!(course.lessons.len(), lines, "{}", file.name);
            assert!(!course.title.is_empty() && !course.title.contains(':'), "{}", course.title);
        }
    }

    #[test]
    fn a_course_is_found_by_number_name_and_beginning() {
        let rook = find("rook-and-pawn-against-rook").unwrap();
        assert_eq!(rook.title, "Rook and pawn against rook");
        for name in ["5", "05", "rook-and"] {
            assert_eq!(find(name).map(|course| course.name), Some(rook.name), "{name}");
        }
        // Three names begin with `rook`; there is no course 0 or 10.
        for name in ["rook", "0", "10", "", "KRPvKR"] {
            assert!(find(name).is_none(), "{name}");
        }
    }
}
