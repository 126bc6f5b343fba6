//! A game in standard notation.

use std::fmt::Write as _;

use super::game::{Game, Line, after};
use crate::{Board, Color, notation};

/// Lines are broken before this column.
const LINE_LENGTH: usize = 80;
/// The null move as ChessBase writes it; most programs read it.
const NULL_MOVE: &str = "--";

/// The text of a game, followed by a blank line. Tags are written as they are; none are added.
pub fn write(game: &Game) -> String {
    let mut text = String::new();
    for (name, value) in &game.tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    let mut words = Vec::new();
    line(&mut words, &game.line, &game.start);
    words.push(game.result.to_string());
    let mut column = 0;
    for words in unbroken(&words.join(" ")) {
        if column > 0 && column + 1 + words.len() > LINE_LENGTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&words);
        column += words.len();
    }
    text.push_str("\n\n");
    text
}

/// The words of a text. One that would be read as a tag or be skipped at the start of a line stays
/// with the word before it.
fn unbroken(text: &str) -> Vec<String> {
    let mut together: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match together.last_mut().filter(|_| word.starts_with(['[', '%'])) {
            Some(before) => before.extend([" ", word]),
            None => together.push(word.to_owned()),
        }
    }
    together
}

fn line(words: &mut Vec<String>, line: &Line, start: &Board) {
    let mut board = start.clone();
    comment(words, &line.comment);
    let mut interrupted = true;
    for played in &line.moves {
        let number = board.fullmove_number();
        match board.side_to_move() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if interrupted => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(played.mv.map_or_else(|| NULL_MOVE.to_owned(), |mv| notation::san(&board, mv)));
        words.extend(played.glyphs.iter().map(|glyph| format!("${glyph}")));
        comment(words, &played.comment);
        for variation in &played.variations {
            let opening = words.len();
            self::line(words, variation, &board);
            if let [first, .., last] = &mut words[opening..] {
                first.insert(0, '(');
                last.push(')');
            }
        }
        interrupted = !played.variations.is_empty();
        // A side in check cannot pass.
        board = after(&board, played.mv).unwrap_or(board);
    }
}

/// A comment cannot contain `}`.
fn comment(words: &mut Vec<String>, text: &str) {
    if !text.is_empty() {
        words.push(format!("{{{}}}", text.replace('}', ")").replace(['\n', '\r'], " ")));
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::{GameResult, Played};
    use super::super::reader::Reader;
    use super::*;

    #[test]
    fn a_line_never_begins_with_an_escape_and_variations_are_numbered() {
        let read = |text: &str| Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let game = read("1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 $1 *");
        assert_eq!(write(&game), "\n1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 $1 *\n\n");
        let game = read("1. e4 (1. d4) e5 *");
        assert_eq!(write(&game), "\n1. e4 (1. d4) 1... e5 *\n\n");
    }

    #[test]
    fn a_comment_cannot_close_itself() {
        let mut played = Played::new("e2e4".parse().unwrap());
        played.comment = "a } b\nc".to_owned();
        let line = Line { comment: String::new(), moves: vec![played] };
        let game = Game { tags: vec![], start: Board::startpos(), line, result: GameResult::Draw, begins: 0 };
        assert_eq!(write(&game), "\n1. e4 {a ) b c} 1/2-1/2\n\n");
    }

    #[test]
    fn a_comment_never_looks_like_the_next_game() {
        for word in ["[Event", "%"] {
            // At one of these lengths the line is broken right before the word.
            for length in 40..LINE_LENGTH {
                let mut played = Played::new("e2e4".parse().unwrap());
                played.comment = format!("{} {word} \"x\"] is a tag", "x".repeat(length));
                let line = Line { comment: String::new(), moves: vec![played.clone()] };
                let game = Game {
                    tags: vec![],
                    start: Board::startpos(),
                    line,
                    result: GameResult::Draw,
                    begins: 0,
                };
                let text = write(&game);
                assert!(text.lines().all(|line| !line.starts_with(word)), "{text}");
                let again = Reader::new(text.as_bytes()).next().unwrap().unwrap();
                assert_eq!(again.line.moves[0].comment, played.comment);
            }
        }
    }
}
