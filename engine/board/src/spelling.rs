//! Converts the many ways in which people and programs write moves to standard notation.

/// Figurines, White's and Black's, with the letters they stand for.
const FIGURINES: [(char, char); 12] = [
    ('♔', 'K'),
    ('♕', 'Q'),
    ('♖', 'R'),
    ('♗', 'B'),
    ('♘', 'N'),
    ('♙', 'P'),
    ('♚', 'K'),
    ('♛', 'Q'),
    ('♜', 'R'),
    ('♝', 'B'),
    ('♞', 'N'),
    ('♟', 'P'),
];

/// A hyphen for every kind of dash and minus sign.
pub(crate) fn hyphen(c: char) -> char {
    if matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}') { '-' } else { c }
}

/// True for the notations of a null move.
pub(crate) fn is_null_move(text: &str) -> bool {
    let text: String = text.chars().map(hyphen).collect();
    matches!(text.as_str(), "--" | "Z0" | "0000" | "@@@@")
}

/// A move in standard notation, without marks of check and annotation marks: letters for figurines
/// and for zeros in castling, upper case in promotions, `x` for `:`, no hyphen between squares, no
/// `e.p.`.
pub(crate) fn standard(text: &str) -> String {
    let letter =
        |c: char| FIGURINES.iter().find(|(sign, _)| *sign == c).map_or(hyphen(c), |(_, letter)| *letter);
    // Variation selectors have no meaning here.
    let plain: String = text.chars().filter(|c| !matches!(c, '\u{fe0e}' | '\u{fe0f}')).map(letter).collect();
    let plain = plain.trim_end_matches(['+', '#', '!', '?']);
    if let Some(castling) = castling(plain) {
        return castling.to_owned();
    }
    let plain = without_en_passant(plain);
    let mut name: String =
        plain.chars().filter(|&c| c != '-').map(|c| if c == ':' { 'x' } else { c }).collect();
    // `e8=q`, `bxa8n`: no file can follow a square.
    let mut last = name.chars().rev();
    let (promoted, before) = (last.next(), last.next());
    if promoted.is_some_and(|c| "qrbn".contains(c)) && matches!(before, Some('1' | '8' | '=')) {
        let promoted = name.pop().map(|c| c.to_ascii_uppercase());
        name.extend(promoted);
    }
    name
}

/// `O-O` and `O-O-O` for castling in letters or zeros.
fn castling(text: &str) -> Option<&'static str> {
    let is_castling = text.chars().all(|c| matches!(c, 'O' | 'o' | '0' | '-')) && !text.contains("--");
    let wings = text.chars().filter(|&c| c != '-').count();
    match wings {
        2 if is_castling => Some("O-O"),
        3 if is_castling => Some("O-O-O"),
        _ => None,
    }
}

/// `exd6` for `exd6ep` and `exd6e.p.`, with or without a space in between.
fn without_en_passant(text: &str) -> &str {
    let mark = ["e.p.", "e.p", "ep"].into_iter().find_map(|mark| text.strip_suffix(mark));
    mark.map_or(text, str::trim_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_to_those_of_the_standard() {
        for (written, expected) in [
            ("Nf3", "Nf3"),
            ("♘f3+", "Nf3"),
            ("♞\u{fe0e}f6", "Nf6"),
            ("♙e4", "Pe4"),
            ("Ng1-f3", "Ng1f3"),
            ("Ng1–f3!?", "Ng1f3"),
            ("e2-e4", "e2e4"),
            ("N:f3", "Nxf3"),
            ("exd6ep", "exd6"),
            ("exd6e.p.+", "exd6"),
            ("exd6 e.p.", "exd6"),
            ("e8=q#", "e8=Q"),
            ("bxa8n", "bxa8N"),
            ("e7e8q", "e7e8Q"),
            ("e8Q", "e8Q"),
            ("0-0", "O-O"),
            ("0–0-0#", "O-O-O"),
            ("o-o+", "O-O"),
            ("00", "O-O"),
            ("b4", "b4"),
            ("hello", "hello"),
            ("", ""),
        ] {
            assert_eq!(standard(written), expected, "{written}");
        }
        assert!(["--", "—–", "Z0", "0000", "@@@@"].into_iter().all(is_null_move));
        assert!(!["-", "---", "000", "0-0", "z"].into_iter().any(is_null_move));
    }
}
