//! Feature values in words.

use std::ops::RangeInclusive;

/// Greatest value of a feature.
pub const MAX_VALUE: u8 = 31;

/// How to describe a feature's value; one for each feature of an ending.
#[derive(Clone, Copy, Debug)]
pub enum Phrase {
    /// Sentences for 0 and for 1.
    Either(&'static str, &'static str),
    /// The file of a piece, 0 to 7.
    File(&'static str),
    /// The rank of a piece, 0 to 7.
    Rank(&'static str),
    /// Distance of two pieces in king moves, 0 to 7.
    Steps(&'static str, &'static str),
    /// Files from the second piece to the first, plus 7; greater toward the long side of the board
    /// (with the pawn on files a to d).
    Files(&'static str, &'static str),
    /// Ranks by which the first piece is ahead of the second, seen from the strong side, plus 7.
    Ranks(&'static str, &'static str),
    /// A number of things: the owner with its verb, then the thing in the singular.
    Count(&'static str, &'static str),
    /// Sentences for 0, 1, 2 and so on.
    Choice(&'static [&'static str]),
    /// A difference plus 7; the name of the difference.
    Difference(&'static str),
    /// The number of things that a piece or a side has: the owner, then the thing in the singular.
    Has(&'static str, &'static str),
    /// Whether a piece has a property: the piece, the property.
    Is(&'static str, &'static str),
    /// The lesser of the distances of two pieces in files and in ranks.
    Across(&'static str, &'static str),
    /// Files from the second piece to the first on the actual board, plus 7.
    Beside(&'static str, &'static str),
    /// Ranks from the second piece to the first on the actual board, plus 7.
    Above(&'static str, &'static str),
    /// 0 if a piece is not attacked, otherwise attackers minus defenders plus 3.
    Standing(&'static str),
    /// The gain of a side's best capture, in pawns, plus 1; 0 if every capture loses material.
    Wins(&'static str),
    /// What is in front of a pawn: nothing, a piece of its own side, the other king, another piece
    /// of the other side.
    Before(&'static str),
    /// The number of squares in front of a pawn that a piece attacks: piece, pawn.
    Path(&'static str, &'static str),
    /// Distance of a king to a queening square minus the pawn's pushes, plus 7.
    Race(&'static str, &'static str),
    /// Distance of the first king to a goal minus that of the second, plus 7: the kings, the goal.
    Farther(&'static str, &'static str, &'static str),
    /// Whether two squares, or the squares of two pieces, have the same color.
    Colors(&'static str, &'static str),
}

/// How a position was transformed before its features were computed: first files reversed, then
/// ranks reversed, then files and ranks swapped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) files: bool,
    pub(crate) ranks: bool,
    pub(crate) diagonal: bool,
}

impl Frame {
    /// All eight symmetries.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self { files: bits & 1 != 0, ranks: bits & 2 != 0, diagonal: bits & 4 != 0 })
    }

    /// Transforms a square.
    pub(super) fn turn(self, square: usize) -> usize {
        let square = square ^ (usize::from(self.files) * 7) ^ (usize::from(self.ranks) * 56);
        if self.diagonal { square >> 3 | (square & 7) << 3 } else { square }
    }

    /// Converts an offset in files (or ranks), plus 7, to the actual board: true for files.
    fn true_offset(self, is_file: bool, values: &RangeInclusive<u8>) -> (bool, RangeInclusive<u8>) {
        const MOST: u8 = 14;
        let is_file = is_file != self.diagonal;
        let reversed = if is_file { self.files } else { self.ranks };
        let (low, high) = ((*values.start()).min(MOST), (*values.end()).min(MOST));
        (is_file, if reversed { MOST - high..=MOST - low } else { low..=high })
    }

    /// Converts files (or ranks) to the actual board: true for files.
    fn true_line(self, is_file: bool, values: &RangeInclusive<u8>) -> (bool, RangeInclusive<u8>) {
        let is_file = is_file != self.diagonal;
        let reversed = if is_file { self.files } else { self.ranks };
        let (low, high) = (*values.start(), *values.end());
        (is_file, if reversed { 7 - high..=7 - low } else { low..=high })
    }
}

impl Phrase {
    /// The sentence, without a full stop, for values in this range.
    pub(crate) fn tell(self, values: RangeInclusive<u8>, frame: Frame) -> String {
        let (low, high) = (*values.start(), *values.end());
        match self {
            Self::Either(no, yes) => if low == 0 { no } else { yes }.to_owned(),
            Self::File(man) => line(man, frame.true_line(true, &clamp(&values, 7))),
            Self::Rank(man) => line(man, frame.true_line(false, &clamp(&values, 7))),
            Self::Steps(a, b) => match (low, high) {
                (0, 0) => format!("{a} stands on {b}"),
                (1, 1) => format!("{a} is next to {b}"),
                (0, 1) => format!("{a} is on {b} or next to it"),
                (2, 7..) => format!("{a} is not next to {b}"),
                _ => format!("{a} is {} from {b}", quantity(low, high, 7, "square")),
            },
            Self::Files(a, b) => offset(
                a,
                b,
                &values,
                ["on the file of", "file", "toward the short side from", "toward the long side from"],
            ),
            Self::Ranks(a, b) => offset(a, b, &values, ["level with", "rank", "behind", "ahead of"]),
            Self::Count(who, what) => format!("{who} {}", quantity(low, high, MAX_VALUE, what)),
            Self::Choice(all) => {
                let last = usize::from(high).min(all.len() - 1);
                either(&all[usize::from(low).min(last)..=last])
            }
            Self::Difference(what) => difference(what, low, high, 7),
            Self::Race(king, square) => {
                difference(&format!("{king}'s way to {square} less the pawn's"), low, high, 7)
            }
            Self::Farther(king, other, goal) => {
                difference(&format!("{king}'s way to {goal} less that of {other}"), low, high, 7)
            }
            Self::Has(who, what) => format!("{who} has {}", quantity(low, high, MAX_VALUE, what)),
            Self::Is(man, what) => format!("{man} is {}{what}", if low == 0 { "not " } else { "" }),
            Self::Across(a, b) => match (low, high.min(7)) {
                (0, 0) => format!("{a} and {b} are on one file or rank"),
                (1, 7) => format!("{a} and {b} are on no common file or rank"),
                (0, high) => format!("{a} and {b} are at most {} files or ranks apart", number(high.into())),
                (low, 7) => {
                    format!("{a} and {b} are at least {0} files and {0} ranks apart", number(low.into()))
                }
                (low, high) => format!(
                    "the lesser of the files and ranks from {a} to {b} is {}",
                    if low == high { number(low.into()) } else { format!("{low} to {high}") }
                ),
            },
            Self::Beside(a, b) => aside(a, b, frame.true_offset(true, &values)),
            Self::Above(a, b) => aside(a, b, frame.true_offset(false, &values)),
            Self::Standing(man) => {
                let more = difference("attackers less guards", low.max(1), high, 3);
                match (low, high) {
                    (_, 0) => format!("{man} is not attacked"),
                    (1, 7..) => format!("{man} is attacked"),
                    (0, _) => format!("{man} is not attacked, or {more}"),
                    _ => format!("{man} is attacked, {more}"),
                }
            }
            Self::Wins(side) => match (low, high) {
                (_, 0) => format!("every capture costs {side} something"),
                (1, 10..) => format!("{side} has a capture that costs nothing"),
                (0, _) => format!("no capture wins {side} more than {}", pawns(high - 1)),
                (low, 10..) => format!("a capture wins {side} at least {}", pawns(low - 1)),
                (low, high) if low == high => format!("the best capture wins {side} {}", pawns(low - 1)),
                (low, high) => {
                    format!(
                        "the best capture wins {side} {} to {}",
                        number(u32::from(low) - 1),
                        pawns(high - 1)
                    )
                }
            },
            Self::Before(pawn) => {
                let all = ["nothing", "a man of its side", "the other king", "another man of the other side"];
                let (low, high) = (usize::from(low).min(3), usize::from(high).min(3));
                format!("in front of {pawn} is {}", all[low..=high].join(", or "))
            }
            Self::Path(man, pawn) => {
                format!("{man} hits {}", quantity(low, high, MAX_VALUE, "square of the path of ")) + pawn
            }
            Self::Colors(a, b) => {
                format!("{a} and {b} are {}", if low == 0 { "of different colors" } else { "of one color" })
            }
        }
    }
}

/// A difference, with `none` as zero: "the race is +1 at most".
fn difference(what: &str, low: u8, high: u8, none: i16) -> String {
    let (low, high) = (i16::from(low) - none, i16::from(high) - none);
    match (low, high) {
        _ if low == high => format!("{what} is {low:+}"),
        (..=-7, _) => format!("{what} is {high:+} at most"),
        (_, 8..) => format!("{what} is {low:+} at least"),
        _ => format!("{what} is {low:+} to {high:+}"),
    }
}

/// Gains in words: "one pawn", "three pawns".
fn pawns(n: u8) -> String {
    plural(&number(n.into()), n != 1, "pawn")
}

/// Describes the offset of two pieces in files (true) or ranks on the actual board.
fn aside(a: &str, b: &str, (is_file, values): (bool, RangeInclusive<u8>)) -> String {
    let words = if is_file {
        ["on the file of", "file", "to the left of", "to the right of"]
    } else {
        ["on the rank of", "rank", "below", "above"]
    };
    offset(a, b, &values, words)
}

/// Joins sentences, their common beginning only once: "the rook is not attacked, or attacked and
/// guarded".
fn either(sentences: &[&str]) -> String {
    let mut words: Vec<Vec<&str>> = sentences.iter().map(|sentence| sentence.split(' ').collect()).collect();
    words.dedup();
    let shared = |at: usize| words.iter().all(|other| other.len() > at + 1 && other[at] == words[0][at]);
    let common = (0..words[0].len()).take_while(|&at| shared(at)).count();
    let rests: Vec<String> = words.iter().map(|words| words[common..].join(" ")).collect();
    let beginning = words[0][..common].join(" ");
    format!("{beginning} {}", rests.join(", or ")).trim_start().to_owned()
}

fn clamp(values: &RangeInclusive<u8>, most: u8) -> RangeInclusive<u8> {
    (*values.start()).min(most)..=(*values.end()).min(most)
}

/// "the pawn is on the c-file", "the pawn is on ranks 2 to 4".
fn line(man: &str, (is_file, values): (bool, RangeInclusive<u8>)) -> String {
    let name = |value: &u8| if is_file { char::from(b'a' + value) } else { char::from(b'1' + value) };
    let (low, high) = (name(values.start()), name(values.end()));
    match (is_file, low == high) {
        (true, true) => format!("{man} is on the {low}-file"),
        (false, true) => format!("{man} is on rank {low}"),
        (true, false) => format!("{man} is on the files {low} to {high}"),
        (false, false) => format!("{man} is on the ranks {low} to {high}"),
    }
}

/// Describes a signed distance, with 7 as zero: words for zero, the unit, words for less and for
/// more.
fn offset(a: &str, b: &str, values: &RangeInclusive<u8>, [same, unit, below, above]: [&str; 4]) -> String {
    let (low, high) = (i16::from(*values.start()) - 7, i16::from((*values.end()).min(14)) - 7);
    let times = |n: i16| plural(&number(n.unsigned_abs().into()), n.unsigned_abs() != 1, unit);
    match (low, high) {
        (0, 0) => format!("{a} is {same} {b}"),
        _ if low == high => format!("{a} is {} {} {b}", times(low), if low < 0 { below } else { above }),
        (..=-7, ..0) => format!("{a} is {} or more {below} {b}", times(high)),
        (1.., 7..) => format!("{a} is {} or more {above} {b}", times(low)),
        (..=-7, 0) => format!("{a} is not {above} {b}"),
        (0, 7..) => format!("{a} is not {below} {b}"),
        (..=-7, _) => format!("{a} is at most {} {above} {b}", times(high)),
        (_, 7..) => format!("{a} is at most {} {below} {b}", times(low)),
        (_, ..0) => {
            format!("{a} is {} to {} {below} {b}", number(u32::from(high.unsigned_abs())), times(low))
        }
        (1.., _) => format!("{a} is {} to {} {above} {b}", number(low as u32), times(high)),
        (0, _) => format!("{a} is {same} {b} or at most {} {above}", times(high)),
        (_, 0) => format!("{a} is {same} {b} or at most {} {below}", times(low)),
        _ => format!("{a} is between {} {below} and {} {above} {b}", times(low), times(high)),
    }
}

/// "no safe move", "at most two safe moves", "three or more checks".
fn quantity(low: u8, high: u8, most: u8, what: &str) -> String {
    let (low, high) = (u32::from(low), u32::from(high));
    let is_open = high >= u32::from(most);
    match (low, high) {
        (0, 0) => format!("no {what}"),
        _ if low == high => plural(&number(low), low != 1, what),
        (1, _) if is_open && most == MAX_VALUE => format!("some {what}"),
        _ if is_open => format!("at least {}", plural(&number(low), low != 1, what)),
        (0, _) => format!("at most {}", plural(&number(high), high != 1, what)),
        _ => format!("{} to {}", number(low), plural(&number(high), true, what)),
    }
}

fn plural(count: &str, is_plural: bool, what: &str) -> String {
    // In "safe move that hits the pawn" the noun ends before the first of these words.
    let at = [" that ", " of ", " out of ", " to ", " on ", " from ", " after "]
        .iter()
        .filter_map(|word| what.find(word))
        .min();
    let (noun, rest) = what.split_at(at.unwrap_or(what.len()));
    if !is_plural {
        return format!("{count} {what}");
    }
    let rest = VERBS.iter().fold(rest.to_owned(), |rest, (one, many)| rest.replace(one, many));
    let noun = if noun == "man" { "men".to_owned() } else { format!("{noun}s") };
    format!("{count} {noun}{rest}")
}

/// Verbs in the singular and plural.
const VERBS: [(&str, &str); 5] = [
    (" hits ", " hit "),
    (" stops ", " stop "),
    (" forks", " fork"),
    (" traps ", " trap "),
    (" skewers or", " skewer or"),
];

/// A small number in words.
fn number(n: u32) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(n as usize).map_or_else(|| n.to_string(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_values_become_sentences() {
        let tell = |phrase: Phrase, values| phrase.tell(values, Frame::default());
        let beside = Phrase::Files("the king", "the pawn");
        assert_eq!(tell(beside, 7..=7), "the king is on the file of the pawn");
        assert_eq!(tell(beside, 9..=31), "the king is two files or more toward the long side from the pawn");
        assert_eq!(tell(beside, 5..=5), "the king is two files toward the short side from the pawn");
        assert_eq!(
            tell(Phrase::Ranks("the king", "the pawn"), 0..=6),
            "the king is one rank or more behind the pawn"
        );
        assert_eq!(tell(Phrase::Steps("the king", "the rook"), 1..=1), "the king is next to the rook");
        assert_eq!(
            tell(Phrase::Steps("the king", "the rook"), 3..=31),
            "the king is at least three squares from the rook"
        );
        let stands = Phrase::Choice(&[
            "the rook is safe",
            "the rook is guarded",
            "the rook is guarded",
            "the rook hangs",
        ]);
        assert_eq!(tell(stands, 0..=2), "the rook is safe, or guarded");
        assert_eq!(tell(stands, 3..=31), "the rook hangs");
        let checks = Phrase::Count("the rook has", "safe check");
        assert_eq!(
            [tell(checks, 0..=0), tell(checks, 1..=31), tell(checks, 0..=1), tell(checks, 2..=4)],
            [
                "the rook has no safe check",
                "the rook has some safe check",
                "the rook has at most one safe check",
                "the rook has two to four safe checks",
            ]
        );
        let taking = Phrase::Count("there are", "safe move that hits the pawn");
        assert_eq!(tell(taking, 2..=2), "there are two safe moves that hit the pawn");
        assert_eq!(tell(Phrase::Difference("the race"), 0..=8), "the race is +1 at most");
        let farther = Phrase::Farther("the weak king", "the strong king", "the pawn");
        let told = "the weak king's way to the pawn less that of the strong king is +2 at least";
        assert_eq!(tell(farther, 9..=31), told);
        let stopping = Phrase::Has("the knight", "safe move that stops the pawn");
        assert_eq!(tell(stopping, 2..=2), "the knight has two safe moves that stop the pawn");
    }

    #[test]
    fn files_and_ranks_are_those_of_the_board() {
        let frame = Frame { files: true, ranks: false, diagonal: true };
        assert_eq!(Phrase::Rank("the king").tell(0..=1, frame), "the king is on the files g to h");
        assert_eq!(Phrase::File("the king").tell(3..=3, frame), "the king is on rank 4");
        for frame in Frame::all() {
            let mut seen: Vec<usize> = (0..64).map(|square| frame.turn(square)).collect();
            seen.sort_unstable();
            assert!(seen.iter().enumerate().all(|(at, &square)| at == square));
        }
    }
}
