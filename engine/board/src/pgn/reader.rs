//! Games out of a stream of words.

use std::io::BufRead;

use super::error::{PgnError, PgnFault};
use super::game::{Game, GameResult, Line, Played};
use super::lexer::{Lexer, Stop, Token};
use crate::fen;
use crate::notation::{self, MoveError};
use crate::{Board, Move};

/// Moves of one game, those of its variations too: the longest game that the rules allow has fewer than 12,000.
const MOVES_MAX: usize = 1 << 16;
/// Tags of one game.
const TAGS_MAX: usize = 1 << 10;
/// Variations inside of variations.
const NESTING_MAX: usize = 64;

/// Reads one game after the other.
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// A word of the next game that was read to see the end of the last.
    pending: Option<Token>,
    skips_variations: bool,
    is_over: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader of everything.
    pub fn new(input: R) -> Self {
        Self { lexer: Lexer::new(input), pending: None, skips_variations: false, is_over: false }
    }

    /// Passes over variations without a look at their moves.
    pub fn without_variations(mut self) -> Self {
        self.skips_variations = true;
        self
    }

    fn token(&mut self) -> Result<Option<Token>, Stop> {
        if let Some(token) = self.pending.take() {
            return Ok(Some(token));
        }
        self.lexer.next()
    }

    /// The next game; `None` at the end.
    fn game(&mut self, begins: &mut usize) -> Result<Option<Game>, Stop> {
        let mut draft = Draft::default();
        while let Some(token) = self.token()? {
            if draft.is_empty() {
                *begins = self.lexer.line_number();
            }
            if draft.is_ended_by(&token) {
                self.pending = Some(token);
                break;
            }
            if let Token::End(result) = token {
                draft.result = Some(result);
                break;
            }
            if token == Token::Open && self.skips_variations {
                draft.touched = true;
                self.skip_variation()?;
                continue;
            }
            draft.take(token)?;
        }
        if draft.is_empty() { Ok(None) } else { Ok(Some(draft.finish(*begins)?)) }
    }

    fn skip_variation(&mut self) -> Result<(), Stop> {
        let mut depth = 1;
        while depth > 0 {
            match self.lexer.next()? {
                Some(Token::Open) => depth += 1,
                Some(Token::Close) => depth -= 1,
                Some(Token::End(_) | Token::Tag(..)) | None => return Err(PgnFault::Parentheses.into()),
                Some(_) => {}
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let mut begins = self.lexer.line_number().max(1);
        let stop = match self.game(&mut begins) {
            Ok(game) => {
                self.is_over = game.is_none();
                return game.map(Ok);
            }
            Err(stop) => stop,
        };
        let error = match stop {
            Stop::Io(error) => PgnError::Io(error),
            Stop::Fault(fault) => {
                let line = self.lexer.line_number();
                match self.lexer.recover() {
                    Err(Stop::Io(error)) => PgnError::Io(error),
                    _ => return Some(Err(PgnError::Broken { line, begins: begins.min(line), fault })),
                }
            }
        };
        self.is_over = true;
        Some(Err(error))
    }
}

/// A game in the making.
#[derive(Default)]
struct Draft {
    tags: Vec<(String, String)>,
    start: Option<Board>,
    /// The game and, inside of one another, the variations that are open.
    lines: Vec<OpenLine>,
    moves: usize,
    /// Something of the moves has been seen.
    touched: bool,
    result: Option<GameResult>,
}

/// A line that may go on.
struct OpenLine {
    /// Before its last move.
    before: Board,
    /// After it.
    now: Board,
    line: Line,
}

impl OpenLine {
    fn new(start: Board) -> Self {
        Self { before: start.clone(), now: start, line: Line::default() }
    }
}

impl Draft {
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && !self.touched && self.result.is_none()
    }

    /// True when a word belongs to the next game.
    fn is_ended_by(&self, token: &Token) -> bool {
        let Token::Tag(name, _) = token else { return false };
        self.touched || (name == "Event" && self.tags.iter().any(|(known, _)| known == "Event"))
    }

    fn take(&mut self, token: Token) -> Result<(), PgnFault> {
        match token {
            Token::Tag(name, value) if self.tags.len() < TAGS_MAX => self.tags.push((name, value)),
            Token::Tag(..) => return Err(PgnFault::TooLong),
            token => {
                self.touched = true;
                self.begin()?;
                self.take_movetext(token)?;
            }
        }
        Ok(())
    }

    /// Sets the position up before the first move.
    fn begin(&mut self) -> Result<Board, PgnFault> {
        if let Some(start) = &self.start {
            return Ok(start.clone());
        }
        let tag = |wanted: &str| self.tags.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
        if let Some(variant) = tag("Variant")
            && !is_chess(variant)
        {
            return Err(PgnFault::Variant(variant.clone()));
        }
        let start = tag("FEN").map_or_else(|| Ok(Board::startpos()), |text| fen::parse(text))?;
        self.lines.push(OpenLine::new(start.clone()));
        self.start = Some(start.clone());
        Ok(start)
    }

    fn take_movetext(&mut self, token: Token) -> Result<(), PgnFault> {
        let depth = self.lines.len();
        let open = self.lines.last_mut().expect("the game itself is open to its end");
        let last = open.line.moves.last_mut();
        match token {
            Token::Move(text) => {
                self.moves += 1;
                if self.moves > MOVES_MAX {
                    return Err(PgnFault::TooLong);
                }
                let mv = read_move(&open.now, &text)?;
                open.line.moves.push(Played::new(mv));
                open.before.clone_from(&open.now);
                open.now.play_unchecked(mv);
            }
            Token::Glyph(glyph) => {
                if let Some(last) = last {
                    last.glyphs.push(glyph);
                }
            }
            Token::Comment(text) => {
                let comment = last.map_or(&mut open.line.comment, |last| &mut last.comment);
                if !comment.is_empty() && !text.is_empty() {
                    comment.push(' ');
                }
                comment.push_str(&text);
            }
            Token::Open if last.is_none() || depth >= NESTING_MAX => return Err(PgnFault::Variation),
            Token::Open => {
                let varied = OpenLine::new(open.before.clone());
                self.lines.push(varied);
            }
            Token::Close if depth < 2 => return Err(PgnFault::Parentheses),
            Token::Close => {
                let closed = self.lines.pop().expect("two are open").line;
                let parent = self.lines.last_mut().and_then(|open| open.line.moves.last_mut());
                parent.expect("only after a move a variation begins").variations.push(closed);
            }
            Token::Tag(..) | Token::End(_) => {}
        }
        Ok(())
    }

    fn finish(mut self, begins: usize) -> Result<Game, PgnFault> {
        let start = self.begin()?;
        if self.lines.len() != 1 {
            return Err(PgnFault::Parentheses);
        }
        let line = self.lines.pop().expect("one is left").line;
        let tag = self.tags.iter().find(|(name, _)| name == "Result");
        let told = tag.and_then(|(_, value)| GameResult::read(value));
        let result = self.result.or(told).unwrap_or_default();
        Ok(Game { tags: self.tags, start, line, result, begins })
    }
}

/// A move by its name, or by coordinates as some programs write.
fn read_move(board: &Board, text: &str) -> Result<Move, MoveError> {
    notation::parse_san(board, text).or_else(|_| notation::parse_any(board, text))
}

/// True for the names of chess, from any position, and of Chess960.
fn is_chess(variant: &str) -> bool {
    let plain: String =
        variant.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    ["", "standard", "normal", "chess", "fromposition", "chess960", "fischerandom", "fischerrandom"]
        .contains(&plain.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Result<Game, PgnError>> {
        Reader::new(text.as_bytes()).collect()
    }

    fn only(text: &str) -> Game {
        let mut games = read(text);
        assert_eq!(games.len(), 1, "{games:?}");
        games.remove(0).unwrap()
    }

    #[test]
    fn annotations_stand_where_they_belong() {
        let game = only(
            "[Event \"x\"]\n\n{before} 1. e4! $14 {first\n second} ; third\n% an escaped line\n( 1. d4 d5 (1... Nf6 2. c4) ) (1. c4)\n1... e5?? 2.Nf3 0-1",
        );
        assert_eq!(game.line.comment, "before");
        let first = &game.line.moves[0];
        assert_eq!((&first.glyphs[..], first.comment.as_str()), (&[1, 14][..], "first second third"));
        assert_eq!(first.variations.len(), 2);
        let inner = &first.variations[0].moves[1].variations[0];
        assert_eq!(inner.moves.iter().map(|played| played.mv.to_string()).collect::<String>(), "g8f6c2c4");
        assert_eq!(game.line.moves[1].glyphs, [4]);
        assert_eq!((game.line.moves.len(), game.result), (3, GameResult::BlackWins));
    }

    #[test]
    fn what_programs_write_is_understood() {
        let game = only(
            "1.e2e4 a6 2.e5 d5 3.exd6 e.p. +- 3...Nf6 4.Nf3 g6 5.Bc4 Bg7 6.0-0 0-0 7. d7 b5 8.dxc8Q bxc4 1/2-1/2",
        );
        assert_eq!((game.line.moves.len(), game.result), (16, GameResult::Draw));
        assert_eq!(only("[Result \"1-0\"]\n\n1. e4").result, GameResult::WhiteWins, "by the tag");
        assert_eq!(only("\u{feff}[White \"M\u{fffd}ller\"]\r\n\r\n1. e4 *\r\n").line.moves.len(), 1);
        let latin = [b"[White \"M\xfcller\"]\n\n1. d4 *".as_slice()].concat();
        assert!(Reader::new(&latin[..]).next().unwrap().is_ok());
        let start = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"]\n\n";
        assert_eq!(only(&format!("{start}1. O-O *")).line.moves[0].mv.to_string(), "f1h1");
    }

    #[test]
    fn games_without_results_or_tags_are_told_apart() {
        let games =
            read("[Event \"1\"]\n\n1. e4\n\n[Event \"2\"]\n[Event \"3\"]\n\n1. d4 *\n1. c4 * 1. Nf3 *");
        let lengths: Vec<usize> = games.iter().map(|game| game.as_ref().unwrap().line.moves.len()).collect();
        assert_eq!(lengths, [1, 0, 1, 1, 1]);
        assert!(read("").is_empty() && read("\n\n  \n").is_empty());
    }

    #[test]
    fn a_broken_game_is_reported_with_its_line_and_the_next_is_read() {
        for (broken, line, message) in [
            ("1. e4 e5\n2. Ke3 *", 6, "`Ke3` names no legal move"),
            ("1. e4 {never closed\n\n1. d4 *", 4, "the comment that begins in line 5 is not closed"),
            ("1. e4 (1. d4 *", 5, "parentheses"),
            ("1. e4 ) *", 5, "parentheses"),
            ("(1. e4) *", 5, "no move to vary"),
            ("1. e4 $999 *", 5, "`999` is no annotation glyph"),
            ("[Black \"x]\n\n1. e4 *", 5, "is not a tag"),
            ("[FEN \"8/8 w\"]\n\n1. e4 *", 7, "the tag FEN"),
            ("[Variant \"Atomic\"]\n\n1. e4 *", 7, "`Atomic` is not played here"),
        ] {
            let text = format!(
                "[Event \"a\"]\n\n1. e4 *\n[Event \"b\"]\n{broken}\n\n[Event \"c\"]\n[White \"me\"]\n\n1. d4 *\n"
            );
            let games = read(&text);
            assert_eq!(games.len(), 3, "{broken}: {games:?}");
            assert!(games[0].is_ok() && games[2].as_ref().unwrap().tag("White") == Some("me"), "{broken}");
            let error = games[1].as_ref().unwrap_err().to_string();
            let expected = if broken.contains("never") { 9 } else { line };
            assert!(error.starts_with(&format!("line {expected}: ")) && error.contains(message), "{error}");
            assert!(error.ends_with("(in the game that begins in line 4)"), "{error}");
        }
    }

    #[test]
    fn what_is_out_of_proportion_is_refused() {
        let long = "x".repeat(5 << 20);
        let text = format!("[Event \"a\"]\n\n{long}\n\n[Event \"b\"]\n\n1. e4 *");
        let games = read(&text);
        assert!(games[0].as_ref().unwrap_err().to_string().contains("more than 4 MiB"));
        assert_eq!(games[1].as_ref().unwrap().line.moves.len(), 1);
        let nested = format!("1. e4 {}", "(1. d4 ".repeat(100));
        assert!(read(&nested)[0].is_err());
    }

    #[test]
    fn variations_can_be_passed_over_unread() {
        let text = "1. e4 (1. Qh9 {) } (x)) e5 *";
        assert!(read(text)[0].is_err());
        let game = Reader::new(text.as_bytes()).without_variations().next().unwrap().unwrap();
        assert_eq!(game.line.moves.len(), 2);
    }
}
