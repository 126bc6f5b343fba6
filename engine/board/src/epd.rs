//! EPD records: a position with its counters, and operations.
//!
//! The counters may follow the four fields of the position as in FEN, or be given by the operations
//! `hmvc` (plies since the last capture or pawn move) and `fmvn` (the move number), which take
//! precedence. Every program here that reads a file of positions reads its lines with [`parse`].

use crate::Board;
use crate::fen::{self, FenError};

/// A parsed line of EPD or FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd<'a> {
    /// The position, with its counters.
    pub board: Board,
    /// Names and operands, in order.
    pub operations: Vec<(&'a str, &'a str)>,
}

impl<'a> Epd<'a> {
    /// The operands of the first operation of this name.
    pub fn operand(&self, name: &str) -> Option<&'a str> {
        self.operations.iter().find(|(found, _)| *found == name).map(|(_, operands)| *operands)
    }
}

/// Reads a line.
///
/// # Errors
/// A [`FenError`] that names the first fault of the position or its counters.
///
/// ```
/// use vancura_board::epd;
/// let line = epd::parse("8/8/8/8/8/2k5/1R6/K7 w - -\tdm 16; hmvc 90;").unwrap();
/// assert_eq!(line.board.halfmove_clock(), 90);
/// assert_eq!(line.operand("dm"), Some("16"));
/// ```
pub fn parse(line: &str) -> Result<Epd<'_>, FenError> {
    let (mut fields, rest) = fields(line);
    let operations = operations(rest);
    if fields.len() >= 4 {
        let [clock, number] = ["hmvc", "fmvn"].map(|name| {
            operations.iter().rev().find(|(found, _)| *found == name).map(|(_, operand)| *operand)
        });
        let clock = clock.or(fields.get(4).copied()).unwrap_or("0");
        let number = number.or(fields.get(5).copied()).unwrap_or("1");
        fields.truncate(4);
        fields.extend([clock, number]);
    }
    Ok(Epd { board: fen::parse(&fields.join(" "))?, operations })
}

/// The four fields of a position and up to two counters, and the rest of the line.
fn fields(line: &str) -> (Vec<&str>, &str) {
    let (mut fields, mut rest) = (Vec::new(), line);
    while fields.len() < 6 {
        let begins = rest.trim_start();
        let end = begins.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(begins.len());
        let (field, behind) = begins.split_at(end);
        let is_number = field.bytes().all(|byte| byte.is_ascii_digit());
        if field.is_empty() || fields.len() >= 4 && !is_number {
            break;
        }
        fields.push(field);
        rest = behind;
    }
    (fields, rest)
}

/// Operations end with semicolons, except inside quotation marks.
fn operations(text: &str) -> Vec<(&str, &str)> {
    let mut quoted = false;
    text.split(|c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    })
    .map(str::trim)
    .filter(|operation| !operation.is_empty())
    .map(|operation| operation.split_once(char::is_whitespace).unwrap_or((operation, "")))
    .map(|(name, operands)| (name, operands.trim()))
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_fields_or_operations() {
        let position = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        for (rest, clock, number) in [
            ("", 0, 1),
            (" 3 40", 3, 40),
            (" 7", 7, 1),
            (" 3 40 bm e4; hmvc 9;", 9, 40),
            ("\thmvc\t90;\tfmvn\t12;", 90, 12),
            (" bm e4; id \"hmvc 5; x\"; fmvn 61", 0, 61),
            (";hmvc 4;", 4, 1),
        ] {
            let line = format!("{position}{rest}");
            let board = parse(&line).unwrap().board;
            assert_eq!((board.halfmove_clock(), board.fullmove_number()), (clock, number), "{line}");
        }
        let fault = parse(&format!("{position} hmvc many;")).unwrap_err();
        assert_eq!(fault.to_string(), "the fifty-move counter is `many`, not a number");
        assert!(parse("4k3/8/8 w").is_err() && parse("").is_err());
    }

    #[test]
    fn operations_are_told_apart_by_semicolons_outside_of_quotation_marks() {
        let line = "5rk1/8/8/8/8/8/8/R3K3 w Q - bm Ra8  O-O-O ;c0 \"a; b\"; noop; id\t\"A; 1\"";
        let expected = [("bm", "Ra8  O-O-O"), ("c0", "\"a; b\""), ("noop", ""), ("id", "\"A; 1\"")];
        assert_eq!(parse(line).unwrap().operations, expected);
    }
}
