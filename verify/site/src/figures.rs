//! Counts and endings in words.

use board::{Color, Material, Piece, man_letter, piece_name};

/// A count with thousands separators: `12,345`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An ending in words: `rook and pawn against rook`.
pub fn title(ending: Material) -> String {
    let name = ending.to_string();
    let (white, black) = name.split_once('v').unwrap_or((&name, ""));
    format!("{} against {}", men(white), men(black))
}

fn men(letters: &str) -> String {
    let words: Vec<String> = Piece::ALL
        .into_iter()
        .rev()
        .filter(|&piece| piece != Piece::King)
        .filter_map(|piece| {
            let letter = man_letter(Color::White, piece);
            let word = piece_name(piece);
            match letters.matches(letter).count() {
                0 => None,
                1 => Some(word.to_owned()),
                2 => Some(format!("two {word}s")),
                _ => Some(format!("three {word}s")),
            }
        })
        .collect();
    match words.split_last() {
        None => "the bare king".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_have_words() {
        for (ending, words) in [
            ("KRPvKR", "rook and pawn against rook"),
            ("KNNvK", "two knights against the bare king"),
            ("KBNvKN", "bishop and knight against knight"),
            ("KQRBvK", "queen, rook and bishop against the bare king"),
        ] {
            assert_eq!(title(ending.parse().unwrap()), words);
        }
    }
}
