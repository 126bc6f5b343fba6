//! The courses (`data/courses`): each task has its stated result, draws can be lost by a move, and
//! the rules given apply.

use std::collections::BTreeSet;
use std::path::Path;

use board::{Board, Outcome, epd, legal_moves};
use oracle::Oracle;
use tbgen::KnownEndings;

/// A position with its task.
struct Lesson {
    title: String,
    board: Board,
    is_to_win: bool,
    rule: Option<String>,
}

/// The lessons of all courses.
fn lessons() -> Vec<Lesson> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/courses");
    let mut paths: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "epd"));
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect::<Vec<_>>();
    let lines = texts.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#'));
    lines.map(lesson).collect()
}

fn lesson(line: &str) -> Lesson {
    let read = epd::parse(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let said = |name: &str| read.operand(name).map(|text| text.trim_matches('"').to_owned());
    let task = said("c0").unwrap();
    assert!(["win", "hold"].contains(&task.as_str()), "{line}");
    assert!(said("c1").is_some_and(|plan| plan.ends_with('.')), "{line}");
    Lesson { title: said("id").unwrap(), rule: said("c3"), is_to_win: task == "win", board: read.board }
}

#[test]
fn every_task_is_true_and_every_draw_can_be_lost() {
    let lessons = lessons();
    let mut oracle = Oracle::from(KnownEndings::in_memory(4));
    let (mut known, mut spoiled) = (0, 0);
    for Lesson { title, board, is_to_win, rule } in &lessons {
        assert!(board.occupied().len() <= 5, "{title}");
        oracle.prepare(board).unwrap();
        let Some(result) = explain::outcome(&oracle, board) else { continue };
        known += 1;
        assert_eq!(result, if *is_to_win { Outcome::Win } else { Outcome::Draw }, "{title}");
        if let Some(rule) = rule {
            let verdict = recognizers::judge(board).unwrap_or_else(|| panic!("no rule applies: {title}"));
            assert_eq!(verdict.rule.to_string(), *rule, "{title}");
        }
        let loses = |mv: &board::Move| {
            let mut after = board.clone();
            after.play_unchecked(*mv);
            explain::outcome(&oracle, &after) == Some(Outcome::Win)
        };
        spoiled += usize::from(!is_to_win && legal_moves(board).iter().any(loses));
    }
    let to_hold = lessons.iter().filter(|lesson| !lesson.is_to_win).count();
    assert!(lessons.len() >= 120, "{}", lessons.len());
    // Without files, the results of a few positions of five pieces, and of some moves, are not
    // known.
    assert!(known * 10 >= lessons.len() * 9, "{known} of {} are known", lessons.len());
    assert!(spoiled * 10 >= to_hold * 9, "{spoiled} of {to_hold} can be spoiled");
    let titles: BTreeSet<&String> = lessons.iter().map(|lesson| &lesson.title).collect();
    assert_eq!(titles.len(), lessons.len(), "titles differ");
}
