//! Games parsed from a stream of words.

use std::collections::VecDeque;
use std::io::BufRead;

use super::error::{PgnError, PgnFault};
use super::game::{Game, GameResult, Line, Played, after};
use super::lexer::{Lexer, Stop};
use super::words::Token;
use crate::fen;
use crate::notation::{self, MoveError};
use crate::spelling;
use crate::{Board, Move};

/// Most moves of one game, variations included: the longest game that the rules allow has fewer
/// than 12,000.
const MOVES_MAX: usize = 1 << 16;
/// Most tags of one game.
const TAGS_MAX: usize = 1 << 10;
/// Deepest nesting of variations.
const NESTING_MAX: usize = 64;

/// Castling, or a result that gives neither side a point.
const NOBODY: &str = "0-0";

/// Reads one game after the other.
pub struct Reader<R> {
    lexer: Lexer<R>,
    /// Words of the next game, read ahead to see the end of the last.
    pending: VecDeque<Result<Option<Token>, Stop>>,
    skips_variations: bool,
    is_over: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader of games with all variations.
    pub fn new(input: R) -> Self {
        Self { lexer: Lexer::new(input), pending: VecDeque::new(), skips_variations: false, is_over: false }
    }

    /// Skips variations without parsing their moves.
    pub fn without_variations(mut self) -> Self {
        self.skips_variations = true;
        self
    }

    fn token(&mut self) -> Result<Option<Token>, Stop> {
        self.pending.pop_front().unwrap_or_else(|| self.lexer.next())
    }

    /// The next game; `None` at the end.
    fn game(&mut self, begins: &mut usize) -> Result<Option<Game>, Stop> {
        let mut draft = Draft::default();
        while let Some(token) = self.token()? {
            if draft.is_empty() {
                *begins = self.lexer.line_number();
            }
            if draft.is_ended_by(&token) {
                self.pending.push_back(Ok(Some(token)));
                break;
            }
            let end = match token {
                Token::End(result) => Some(result),
                _ => draft.forfeit(&token)?,
            };
            if let Some(result) = end {
                draft.end(result)?;
                self.take_rest(&mut draft, result)?;
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

    /// Reads what follows a result and still belongs to the game: comments, and the result again.
    /// Comments before a game without tags belong to that game if a blank line precedes them.
    fn take_rest(&mut self, draft: &mut Draft, result: GameResult) -> Result<(), Stop> {
        let mut held = Vec::new();
        let next = loop {
            match self.token() {
                Ok(Some(Token::End(again))) if again == result => {}
                Ok(Some(Token::End(other))) => return Err(PgnFault::Results(result, other).into()),
                Ok(Some(glyph @ Token::Glyph(_))) if held.is_empty() => draft.take(glyph)?,
                Ok(Some(comment @ Token::Comment(_))) => {
                    if held.is_empty() && !self.lexer.passed_blank() {
                        draft.take(comment)?;
                    } else {
                        held.push(comment);
                    }
                }
                next => break next,
            }
        };
        if matches!(next, Ok(None | Some(Token::Tag(..))) | Err(_)) {
            for comment in held.drain(..) {
                draft.take(comment)?;
            }
        }
        self.pending.extend(held.into_iter().map(|comment| Ok(Some(comment))));
        self.pending.push_back(next);
        Ok(())
    }

    fn skip_variation(&mut self) -> Result<(), Stop> {
        let mut depth = 1;
        while depth > 0 {
            match self.token()? {
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
                // If a word of the next game ended this one, it has been read already.
                let recovered = if self.pending.is_empty() { self.lexer.recover() } else { Ok(()) };
                match recovered {
                    Err(Stop::Io(error)) => PgnError::Io(error),
                    _ => return Some(Err(PgnError::Broken { line, begins: begins.min(line), fault })),
                }
            }
        };
        self.is_over = true;
        Some(Err(error))
    }
}

/// A game being parsed.
#[derive(Default)]
struct Draft {
    tags: Vec<(String, String)>,
    start: Option<Board>,
    /// The game and the open variations, outermost first.
    lines: Vec<OpenLine>,
    moves: usize,
    /// The last move is castling written as `0-0`, which may turn out to be the result.
    ends_in_zeros: bool,
    /// The movetext has begun.
    touched: bool,
    result: Option<GameResult>,
}

/// An open line: the game or a variation.
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

    /// The result according to the tag.
    fn told(&self) -> Option<GameResult> {
        let (_, value) = self.tags.iter().find(|(name, _)| name == "Result")?;
        if value == NOBODY { Some(GameResult::BothLose) } else { GameResult::read(value) }
    }

    /// The result where `0-0` cannot be castling and the tag says that neither side gets a point.
    fn forfeit(&mut self, token: &Token) -> Result<Option<GameResult>, PgnFault> {
        let is_zeros = matches!(token, Token::Move(text) if text == NOBODY);
        if !is_zeros || self.lines.len() > 1 || self.told() != Some(GameResult::BothLose) {
            return Ok(None);
        }
        self.begin()?;
        let is_castling = self.lines.last().is_some_and(|open| read_move(&open.now, NOBODY).is_ok());
        Ok((!is_castling).then_some(GameResult::BothLose))
    }

    /// Sets up the position before the first move.
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
                let pass = || PgnFault::PassInCheck(text.clone(), fen::write(&open.now));
                let now = after(&open.now, mv).ok_or_else(pass)?;
                open.line.moves.push(Played::of(mv));
                open.before = std::mem::replace(&mut open.now, now);
                if depth == 1 {
                    self.ends_in_zeros = text == NOBODY;
                }
            }
            Token::Glyph(glyph) => match last {
                Some(last) => last.glyphs.push(glyph),
                // It can only be about the position.
                None => append(&mut open.line.comment, &format!("${glyph}")),
            },
            Token::Comment(text) => {
                append(last.map_or(&mut open.line.comment, |last| &mut last.comment), &text);
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
                parent.expect("a variation begins only after a move").variations.push(closed);
            }
            Token::Tag(..) | Token::End(_) => {}
        }
        Ok(())
    }

    /// Takes the result, unless a variation is open.
    fn end(&mut self, result: GameResult) -> Result<(), PgnFault> {
        self.begin()?;
        self.result = Some(result);
        if self.lines.len() == 1 { Ok(()) } else { Err(PgnFault::Parentheses) }
    }

    fn finish(mut self, begins: usize) -> Result<Game, PgnFault> {
        let start = self.begin()?;
        if self.lines.len() != 1 {
            return Err(PgnFault::Parentheses);
        }
        let mut line = self.lines.pop().expect("one is left").line;
        let told = self.told();
        let is_end = told == Some(GameResult::BothLose) && self.result.is_none() && self.ends_in_zeros;
        let is_bare = |last: &mut Played| last.variations.is_empty() && last.glyphs.is_empty();
        if let Some(end) = line.moves.pop_if(|last| is_end && is_bare(last)) {
            append(line.moves.last_mut().map_or(&mut line.comment, |last| &mut last.comment), &end.comment);
        }
        let result = self.result.or(told).unwrap_or_default();
        Ok(Game { tags: self.tags, start, line, result, begins })
    }
}

/// A move in algebraic notation, or in coordinates, as some programs write; `None` for a null move.
fn read_move(board: &Board, text: &str) -> Result<Option<Move>, MoveError> {
    if spelling::is_null_move(text) {
        return Ok(None);
    }
    notation::parse_san(board, text).or_else(|_| notation::parse_any(board, text)).map(Some)
}

/// Appends to a comment, separated by a space.
fn append(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}

/// True for the names of standard chess (from any position) and of Chess960.
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
        assert_eq!(
            inner.moves.iter().map(|played| played.mv.unwrap().to_string()).collect::<String>(),
            "g8f6c2c4"
        );
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
        assert_eq!(Reader::new(&latin[..]).next().unwrap().unwrap().tag("White"), Some("Müller"));
        let latin = b"[Result \"\xbd-\xbd\"]\n\n1. d4 \xbd-\xbd".as_slice();
        assert_eq!(Reader::new(latin).next().unwrap().unwrap().result, GameResult::Draw);
        let start = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"]\n\n";
        assert_eq!(only(&format!("{start}1. O-O *")).line.moves[0].mv.unwrap().to_string(), "f1h1");
    }

    /// The moves in standard notation.
    fn names(game: &Game) -> String {
        let written = super::super::writer::write(&Game { tags: vec![], ..game.clone() });
        written.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn no_word_of_a_game_is_lost() {
        for (text, expected) in [
            ("1.♘f3 ♞f6 2.♙e4 Nxe4 *", "1. Nf3 Nf6 2. e4 Nxe4 *"),
            ("1. e2-e4 e7–e5 2. Ng1-f3 Nb8-c6 *", "1. e4 e5 2. Nf3 Nc6 *"),
            (
                "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0+!? o-o 1:0",
                "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O $5 O-O 1-0",
            ),
            ("1. e4 -- 2. d4 Z0 3. Nf3 0000 4. a3 @@@@ *", "1. e4 -- 2. d4 -- 3. Nf3 -- 4. a3 -- *"),
            ("1. e4 a6 2. e5 d5 3. exd6ep +- *", "1. e4 a6 2. e5 d5 3. exd6 $18 *"),
            ("1. e4 a6 2. e5 d5 3. exd6e.p.!!! 1–0", "1. e4 a6 2. e5 d5 3. exd6 $3 $1 1-0"),
            ("1. e4N e5 N 2. Nf3± Nc6= ½-½", ""),
            ("1. e4N e5 N 2. Nf3± Nc6 = ½-½", "1. e4 $146 e5 $146 2. Nf3 $16 Nc6 $10 1/2-1/2"),
            ("$13 1. e4 *", "{$13} 1. e4 *"),
            ("1. e4 (1. -- d5) *", "1. e4 (1. -- d5) *"),
            ("1. e4 , c5 \u{1a}", "1. e4 c5 *"),
        ] {
            match &read(text)[..] {
                [Ok(game)] => assert_eq!(names(game), expected, "{text}"),
                [Err(fault)] if expected.is_empty() => {
                    assert!(fault.to_string().contains("`Nc6=`"), "{fault}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        let pawn = "[FEN \"8/4P2k/8/8/8/8/8/4K3 w - - 0 1\"]\n\n";
        for text in ["e8=q", "e8q", "e7-e8=Q", "e8Q"] {
            assert_eq!(names(&only(&format!("{pawn}1. {text} *"))), "1. e8=Q *");
        }
    }

    #[test]
    fn a_null_move_lets_the_counter_go_on_and_ends_the_right_to_take_en_passant() {
        let start = "[FEN \"4k3/8/8/8/3pP3/8/8/4K2R b K e3 5 9\"]\n\n";
        let game = only(&format!("{start}9... -- 10. Kd2 *"));
        let passed = after(&game.start, game.line.moves[0].mv).unwrap();
        assert_eq!(passed.to_string(), "4k3/8/8/8/3pP3/8/8/4K2R w K - 6 10");
        let fault = read(&format!("{start}9... Kf7 10. O-O+ -- *")).remove(0).unwrap_err().to_string();
        assert!(fault.contains("`--` passes, but the side to move is in check"), "{fault}");
    }

    #[test]
    fn what_follows_a_result_belongs_to_the_game() {
        for text in [
            "1. e4 e5 1-0 {good game}",
            "1. e4 e5 1-0 1-0 ; good game\n",
            "1. e4 e5 1:0\n\n{good} 1-0 {game}\n\n",
        ] {
            let game = only(text);
            assert_eq!(
                (game.result, game.line.moves[1].comment.as_str()),
                (GameResult::WhiteWins, "good game")
            );
            let games = read(&format!("{text}\n\n[Event \"2\"]\n\n1. d4 *"));
            assert_eq!(games.len(), 2, "{text}");
        }
        let fault = read("1. e4 1-0 0-1\n\n[Event \"2\"]\n\n1. d4 *");
        assert_eq!(fault.len(), 2);
        assert!(fault[0].as_ref().unwrap_err().to_string().contains("two results, 1-0 and 0-1"));
        let games = read("1. e4 *\n\n{before} 1. d4 *\n\n[Broken\n\n1. c4 *");
        assert_eq!(games[1].as_ref().unwrap().line.comment, "before");
        assert!(games[0].is_ok() && games[2].is_err(), "{games:?}");
    }

    #[test]
    fn zeros_are_castling_or_a_result_by_the_tag() {
        let italian = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5";
        let tag = "[Result \"0-0\"]\n\n";
        for (text, expected) in [
            (format!("{italian} 4. 0-0 *"), format!("{italian} 4. O-O *")),
            (format!("{tag}{italian} 0-0"), format!("{italian} 0-0")),
            (format!("{tag}{italian} 0-0 {{both late}}"), format!("{italian} {{both late}} 0-0")),
            (format!("{tag}{italian} 4. 0-0 0-0 5. d3 0-0"), format!("{italian} 4. O-O O-O 5. d3 0-0")),
            (format!("{tag}1. e4 0-0"), "1. e4 0-0".to_owned()),
            (format!("{tag}0-0"), "0-0".to_owned()),
        ] {
            assert_eq!(names(&only(&text)), expected, "{text}");
        }
        assert!(read("1. e4 0-0")[0].is_err());
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
            ("1. e4 e5 !x 2. Nf3 *", 5, "`x` is not a move"),
            ("1. e4 e5 } 2. Nf3 *", 5, "`}` is not a move"),
            ("1. e4 - 2. Nf3 *", 5, "`-` is not a move"),
            ("1. e4 ♘x9 *", 5, "`♘x9`"),
            ("1. e4 (1. d4 *", 5, "parentheses"),
            ("1. e4 (1. d4", 7, "parentheses"),
            ("1. e4 ) *", 5, "parentheses"),
            ("(1. e4) *", 5, "no move to vary"),
            ("1. e4 $999 *", 5, "`999` is not an annotation glyph"),
            ("[Black \"x]\n\n1. e4 *", 5, "is not a tag"),
            ("[FEN \"8/8 w\"]\n\n1. e4 *", 7, "the tag FEN"),
            ("[Variant \"Atomic\"]\n\n1. e4 *", 7, "the variant `Atomic` is not supported"),
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
