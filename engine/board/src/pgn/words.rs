//! The meaning of a word of the movetext: move numbers, moves, results, signs, and several of them
//! without a space in between.

use super::game::GameResult;
use crate::spelling::hyphen;

/// A word of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`
    Tag(String, String),
    /// A word that should be a move.
    Move(String),
    /// `$3`, or `!!`, `+-` and the like.
    Glyph(u8),
    /// `{...}`, or from `;` to the end of the line; line breaks are spaces.
    Comment(String),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `1-0`, `0-1`, `1/2-1/2`, `*`
    End(GameResult),
}

/// `N`: a novelty.
const NOVELTY: u8 = 146;

/// Evaluation signs with their numeric glyphs.
const SIGNS: [(&str, u8); 19] = [
    ("+-", 18),
    ("-+", 19),
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("±", 16),
    ("∓", 17),
    ("⩲", 14),
    ("⩱", 15),
    ("∞", 13),
    ("□", 7),
    ("⨀", 22),
    // These can be part of a move: they are signs only when written alone.
    ("=", 10),
    ("+=", 14),
    ("=+", 15),
    ("-=", 15),
    ("N", NOVELTY),
    ("TN", NOVELTY),
];
/// Most signs after one move.
const ATTACHED: usize = 13;

/// The tokens of a word between blanks, braces and the like. Anything unknown is returned as a
/// move, and fails as one later.
pub(super) fn tokens(word: &str) -> Vec<Token> {
    let word = without_number(word);
    let plain: String = word.chars().map(hyphen).collect();
    // Marks of en passant and check add nothing to the move.
    if matches!(plain.as_str(), "" | "e.p" | "ep" | "+" | "#" | "++") {
        return Vec::new();
    }
    if let Some(result) = GameResult::read(&plain) {
        return vec![Token::End(result)];
    }
    if let Some((_, glyph)) = SIGNS.iter().find(|(sign, _)| *sign == plain) {
        return vec![Token::Glyph(*glyph)];
    }
    let attached = |(sign, glyph): &(&str, u8)| Some((plain.strip_suffix(sign)?, *glyph));
    match SIGNS[..ATTACHED].iter().find_map(attached).or_else(|| novelty(&plain)) {
        Some((name, glyph)) => vec![Token::Move(name.to_owned()), Token::Glyph(glyph)],
        None => vec![Token::Move(word.to_owned())],
    }
}

/// The word without a move number before it (`12.`, `12...`, or `12` alone) and without dots around
/// it.
fn without_number(word: &str) -> &str {
    let is_dot = |c: char| matches!(c, '.' | '…');
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    // `0000` and `00` are not move numbers.
    let is_number = rest.starts_with(is_dot) || rest.is_empty() && !word.starts_with('0');
    if is_number { rest.trim_matches(is_dot) } else { word.trim_matches(is_dot) }
}

/// `Nf3N`; but `e8N` is a promotion.
fn novelty(word: &str) -> Option<(&str, u8)> {
    let name = word.strip_suffix("TN").or_else(|| word.strip_suffix('N'))?;
    let is_pawns = name.starts_with(|c: char| c.is_ascii_lowercase());
    let can_promote = is_pawns && name.ends_with(['1', '8', '=']);
    (name.ends_with(|c: char| c.is_ascii_digit() || "O+#".contains(c)) && !can_promote)
        .then_some((name, NOVELTY))
}

/// The glyphs of `!`, `?` and their pairs; longer runs are read two at a time.
pub(super) fn praise(marks: &str) -> Vec<u8> {
    const KNOWN: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
    let glyph = |pair: &[u8]| KNOWN.iter().position(|known| known.as_bytes() == pair);
    marks.as_bytes().chunks(2).filter_map(glyph).map(|index| index as u8 + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(name: &str) -> Token {
        Token::Move(name.to_owned())
    }

    #[test]
    fn words_are_taken_apart() {
        for (word, expected) in [
            ("12.", vec![]),
            ("12", vec![]),
            ("12…", vec![]),
            ("...", vec![]),
            ("e.p.", vec![]),
            ("1.e4", vec![mv("e4")]),
            ("12...Nf6", vec![mv("Nf6")]),
            ("1.0-0+", vec![mv("0-0+")]),
            ("0-0-0#", vec![mv("0-0-0#")]),
            ("♘f3", vec![mv("♘f3")]),
            ("1.--", vec![mv("--")]),
            ("0000", vec![mv("0000")]),
            ("@@@@", vec![mv("@@@@")]),
            ("exd6e.p.", vec![mv("exd6e.p")]),
            ("Nf3+-", vec![mv("Nf3"), Token::Glyph(18)]),
            ("14.Nf3N", vec![mv("Nf3"), Token::Glyph(NOVELTY)]),
            ("Qe8N", vec![mv("Qe8"), Token::Glyph(NOVELTY)]),
            ("O-ON", vec![mv("O-O"), Token::Glyph(NOVELTY)]),
            ("e8N", vec![mv("e8N")]),
            ("−+", vec![Token::Glyph(19)]),
            ("=", vec![Token::Glyph(10)]),
            ("1:0", vec![Token::End(GameResult::WhiteWins)]),
            ("0–1", vec![Token::End(GameResult::BlackWins)]),
            ("½-½", vec![Token::End(GameResult::Draw)]),
            ("½", vec![Token::End(GameResult::Draw)]),
            ("-", vec![mv("-")]),
            ("hello", vec![mv("hello")]),
        ] {
            assert_eq!(tokens(word), expected, "{word}");
        }
        assert_eq!((praise("!?"), praise("!!!"), praise("?????")), (vec![5], vec![3, 1], vec![4, 4, 2]));
    }
}
