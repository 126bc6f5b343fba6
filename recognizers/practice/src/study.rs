//! Studies as PGN, for import into lichess and ChessBase.

use board::pgn::{Game, GameResult, Line, write};
use board::{Board, Color, Material, fen};

use crate::course::Course;
use crate::goal::Goal;

/// A course as PGN: each position is a game without moves, with the chapter name in the tags Event
/// and White, the task in Black, and the plan as a comment.
pub fn study_of_course(course: &Course) -> String {
    let chapters = course.lessons.iter().map(|lesson| {
        let side = tbgen::side_to_move(&lesson.board);
        let task = match lesson.goal {
            Goal::Win => format!("{side} to move and win"),
            Goal::Hold => format!("{side} to move and hold the draw"),
        };
        let facts = [
            lesson.rule.map(|rule| format!("Rule: {rule}.")),
            lesson.source.map(|s| format!("Source: {s}.")),
        ];
        let comment = [Some(lesson.plan.to_owned())].into_iter().chain(facts).flatten();
        chapter(course.title, lesson.title, &task, &lesson.board, &comment.collect::<Vec<_>>())
    });
    chapters.collect()
}

/// The named rules of an ending as PGN: each rule with an example is a game without moves. `None`
/// if there are none.
pub fn study_of_rules(ending: Material) -> Option<String> {
    let recognizer = recognizers::find(ending)?.0;
    let chapters = (0..recognizer.rule_count()).map(|index| recognizer.rule(index)).filter_map(|rule| {
        let board = fen::parse(rule.example?).ok()?;
        let plan = rule.plan.map(|plan| format!("Plan: {plan}"));
        let comment = [Some(rule.claim.to_owned()), plan, Some(format!("Source: {}.", rule.source))];
        let task = format!("{} to move", tbgen::side_to_move(&board));
        let event = format!("Rules of {}", recognizer.material().canonical().0);
        Some(chapter(&event, rule.name, &task, &board, &comment.into_iter().flatten().collect::<Vec<_>>()))
    });
    Some(chapters.collect()).filter(|text: &String| !text.is_empty())
}

fn chapter(study: &str, title: &str, task: &str, board: &Board, comment: &[String]) -> String {
    let tag = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let below = if board.side_to_move() == Color::White { "white" } else { "black" };
    let tags = vec![
        tag("Event", &format!("{study}: {title}")),
        tag("Site", "?"),
        tag("Date", "????.??.??"),
        tag("Round", "-"),
        tag("White", title),
        tag("Black", task),
        tag("Result", "*"),
        tag("Annotator", "Vancura"),
        tag("SetUp", "1"),
        tag("FEN", &board.to_string()),
        tag("Orientation", below),
    ];
    // A brace would end the comment.
    let comment = comment.join(" ").replace('{', "(").replace('}', ")");
    write(&Game {
        tags,
        start: board.clone(),
        line: Line { comment, moves: Vec::new() },
        result: GameResult::Unknown,
        begins: 0,
    })
}

#[cfg(test)]
mod tests {
    use board::pgn::Reader;

    use super::*;
    use crate::course::courses;

    #[test]
    fn every_chapter_is_read_back_with_its_position_and_plan() {
        for course in courses() {
            let text = study_of_course(course);
            let games: Vec<Game> = Reader::new(text.as_bytes()).map(|game| game.unwrap()).collect();
            assert_eq!(games.len(), course.lessons.len());
            for (game, lesson) in games.iter().zip(&course.lessons) {
                assert_eq!((&game.start, game.tag("White")), (&lesson.board, Some(lesson.title)));
                assert!(game.line.comment.starts_with(lesson.plan), "{}", game.line.comment);
            }
        }
    }

    #[test]
    fn rules_with_examples_are_chapters() {
        let text = study_of_rules("KRPvKR".parse().unwrap()).unwrap();
        let games: Vec<Game> = Reader::new(text.as_bytes()).map(|game| game.unwrap()).collect();
        assert!(games.len() > 5 && games.iter().all(|game| !game.line.comment.is_empty()));
        assert!(study_of_rules("KQQvKQ".parse().unwrap()).is_none());
    }
}
