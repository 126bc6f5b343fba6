//! FEN with errors that name the fault.
//!
//! Reads standard FEN, Shredder-FEN (`HAha`) and X-FEN (`KQkq` for the outermost rooks of a
//! Chess960 position). The two counters may be left out, as in EPD. A fifty-move counter above 100
//! is read as 100.

use crate::rules::{FIFTY_MOVES_PLIES, can_capture_en_passant};
use crate::squares::attacks;
use crate::{Board, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square};

/// The standard starting position.
pub const STARTPOS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text does not look like a board at all.
    #[error("not a FEN: `{0}` should be the board, eight ranks with `/` between them")]
    NotFen(String),
    /// A field is missing.
    #[error("the FEN has no {0}")]
    Missing(&'static str),
    /// More than six fields.
    #[error("unexpected `{0}` after the move number")]
    Trailing(String),
    /// Not eight ranks.
    #[error("the board has {} instead of 8", count(*.0, "rank"))]
    Ranks(usize),
    /// A rank is not eight squares long.
    #[error("rank {0} does not have 8 squares")]
    RankLength(usize),
    /// A letter that does not stand for a piece.
    #[error("`{0}` is not a piece")]
    UnknownMan(char),
    /// Not exactly one king.
    #[error("{0} has {kings}", kings = if *.1 == 0 { "no king".to_owned() } else { format!("{} instead of one", count(*.1, "king")) })]
    Kings(&'static str, usize),
    /// More than sixteen men or eight pawns.
    #[error("{0} has too many pieces")]
    TooManyMen(&'static str),
    /// A pawn on the first or last rank.
    #[error("a pawn cannot stand on {0}")]
    PawnOnEdge(Square),
    /// The side that has just moved left its king in check, or the kings touch.
    #[error("{0} is in check but it is the other side's move")]
    OpponentInCheck(&'static str),
    /// More than two checkers.
    #[error("the king of {0} is in check from more pieces than any legal move allows")]
    TooManyCheckers(&'static str),
    /// Neither `w` nor `b`.
    #[error("the side to move is `{0}` instead of w or b")]
    SideToMove(String),
    /// A castling right without king and rook in place.
    #[error("castling right `{0}` has no king and rook in place")]
    Castling(char),
    /// An en passant square behind which no pawn has just double-stepped.
    #[error("en passant square `{0}` does not lie behind a pawn that has just moved two squares")]
    EnPassant(String),
    /// A counter that is not a number.
    #[error("the {0} is `{1}`, not a number")]
    Counter(&'static str, String),
    /// A counter above the maximum, as which it is read.
    #[error("the {0} is {1}, more than counts")]
    TooLarge(&'static str, String),
}

/// Reads a position.
///
/// # Errors
/// A [`FenError`] that names the first fault.
///
/// ```
/// use vancura_board::fen;
/// assert!(fen::parse(fen::STARTPOS).is_ok());
/// let error = fen::parse("8/8/8/8/8/8/8/K7 w - - 0 1").unwrap_err();
/// assert_eq!(error.to_string(), "Black has no king");
/// ```
pub fn parse(fen: &str) -> Result<Board, FenError> {
    read(fen, &mut |fault, _| if matches!(fault, FenError::TooLarge(..)) { Ok(()) } else { Err(fault) })
}

/// Reads a position leniently: castling rights without king and rook, en passant squares without a
/// pawn and invalid counters are ignored. The remarks say what was wrong and how it was read.
///
/// # Errors
/// A [`FenError`] when the pieces or the side to move are invalid.
///
/// ```
/// use vancura_board::fen;
/// let (board, remarks) = fen::parse_leniently("4k3/8/8/8/8/8/8/4K3 w K - 161+0 1").unwrap();
/// assert_eq!(board.halfmove_clock(), 100);
/// assert_eq!(remarks[0], "castling right `K` has no king and rook in place; it is left out");
/// assert_eq!(remarks[1], "the fifty-move counter is `161+0`, not a number; it is read as 100");
/// ```
pub fn parse_leniently(fen: &str) -> Result<(Board, Vec<String>), FenError> {
    let mut remarks = Vec::new();
    let board = read(fen, &mut |fault, remedy| {
        remarks.push(format!("{fault}; {remedy}"));
        Ok(())
    })?;
    Ok((board, remarks))
}

/// How a position with this fault is read nevertheless; an error when it cannot be.
type Judge<'a> = &'a mut dyn FnMut(FenError, &str) -> Result<(), FenError>;

fn read(fen: &str, judge: Judge<'_>) -> Result<Board, FenError> {
    let mut fields = fen.split_whitespace();
    let mut builder = BoardBuilder::empty();
    place_men(&mut builder, fields.next().ok_or(FenError::Missing("board"))?)?;
    builder.side_to_move = match fields.next().ok_or(FenError::Missing("side to move"))? {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(FenError::SideToMove(other.to_owned())),
    };
    judge_men(&builder)?;
    for letter in fields.next().filter(|&rights| rights != "-").unwrap_or("").chars() {
        if let Err(fault) = castling(&mut builder, letter) {
            judge(fault, "it is left out")?;
        }
    }
    match en_passant(&builder, fields.next().unwrap_or("-")) {
        Ok(square) => builder.en_passant = square,
        Err(fault) => judge(fault, "it is left out")?,
    }
    let clock = counter("fifty-move counter", fields.next(), [0, 0, FIFTY_MOVES_PLIES.into()], judge)?;
    builder.halfmove_clock = clock as u8;
    builder.fullmove_number = counter("move number", fields.next(), [1, 1, u16::MAX], judge)?;
    if let Some(extra) = fields.next() {
        judge(FenError::Trailing(extra.to_owned()), "it is left out, and what follows it")?;
    }
    build(builder, judge)
}

/// A position as FEN: with rook files instead of `K` and `Q` if castling is possible as in
/// Chess960, because the standard letters do not always identify the rook.
///
/// ```
/// use vancura_board::fen;
/// let text = "1k6/8/8/8/8/8/8/4KRR1 w F - 0 1";
/// assert_eq!(fen::write(&fen::parse(text).unwrap()), text);
/// ```
pub fn write(board: &Board) -> String {
    if has_chess960_castling(board) { format!("{board:#}") } else { board.to_string() }
}

/// The first four fields of a position, as in EPD: equal for positions that are the same by the
/// laws of chess. An en passant square is written only where a pawn can capture there; castling
/// rights are written as in standard FEN wherever that is unambiguous.
///
/// ```
/// use vancura_board::fen;
/// let board = fen::parse("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").unwrap();
/// assert_eq!(fen::epd(&board), "4k3/8/8/8/4P3/8/8/4K3 b - -");
/// ```
pub fn epd(board: &Board) -> String {
    let text = write(board);
    let mut fields: Vec<&str> = text.split(' ').take(4).collect();
    if !can_capture_en_passant(board) {
        fields[3] = "-";
    }
    fields.join(" ")
}

/// True when a king or rook with castling rights is not on its square in standard chess: standard
/// FEN and the standard castling rules do not cover that.
pub fn has_chess960_castling(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rights = board.castle_rights(color);
        let moved = |right: Option<File>, standard: File| right.is_some_and(|file| file != standard);
        let any = rights.short.or(rights.long).is_some();
        any && board.king(color).file() != File::E
            || moved(rights.short, File::H)
            || moved(rights.long, File::A)
    })
}

/// "1 rank", "3 ranks".
fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A word as quoted in errors, truncated where it is long.
fn quoted(word: &str) -> String {
    const MOST: usize = 40;
    let start: String = word.chars().take(MOST).collect();
    if start.len() < word.len() { start + "…" } else { start }
}

fn name(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

fn place_men(builder: &mut BoardBuilder, text: &str) -> Result<(), FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() == 1 {
        return Err(FenError::NotFen(quoted(text)));
    }
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    for (row, rank) in ranks.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let bad_length = FenError::RankLength(rank as usize + 1);
        let mut file = 0;
        for letter in row.chars() {
            if let Some(skip @ 1..=8) = letter.to_digit(10) {
                file += skip as usize;
                continue;
            }
            let piece =
                Piece::try_from(letter.to_ascii_lowercase()).map_err(|_| FenError::UnknownMan(letter))?;
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let file_here = File::try_index(file).ok_or(bad_length.clone())?;
            *builder.square_mut(Square::new(file_here, rank)) = Some((piece, color));
            file += 1;
        }
        if file != 8 {
            return Err(bad_length);
        }
    }
    Ok(())
}

fn men(builder: &BoardBuilder) -> impl Iterator<Item = (Square, Piece, Color)> + '_ {
    Square::ALL
        .into_iter()
        .filter_map(|square| builder.square(square).map(|(piece, color)| (square, piece, color)))
}

fn judge_men(builder: &BoardBuilder) -> Result<(), FenError> {
    let men: Vec<(Square, Piece, Color)> = men(builder).collect();
    for color in Color::ALL {
        let count = |which: Option<Piece>| {
            men.iter().filter(|m| m.2 == color && which.is_none_or(|p| p == m.1)).count()
        };
        let kings = count(Some(Piece::King));
        if kings != 1 {
            return Err(FenError::Kings(name(color), kings));
        }
        if count(None) > 16 || count(Some(Piece::Pawn)) > 8 {
            return Err(FenError::TooManyMen(name(color)));
        }
    }
    let on_edge =
        |m: &&(Square, Piece, Color)| m.1 == Piece::Pawn && matches!(m.0.rank(), Rank::First | Rank::Eighth);
    if let Some(&(square, ..)) = men.iter().find(on_edge) {
        return Err(FenError::PawnOnEdge(square));
    }
    let occupied = men.iter().fold(crate::BitBoard::EMPTY, |set, m| set | m.0.bitboard());
    let checkers = |victim: Color| {
        let king = men.iter().find(|m| m.1 == Piece::King && m.2 == victim).map(|m| m.0);
        let attacks_king = |m: &&(Square, Piece, Color)| {
            m.2 != victim && king.is_some_and(|k| attacks(m.1, m.2, m.0, occupied).has(k))
        };
        men.iter().filter(attacks_king).count()
    };
    let mover = builder.side_to_move;
    if checkers(!mover) > 0 {
        return Err(FenError::OpponentInCheck(name(!mover)));
    }
    if checkers(mover) > 2 {
        return Err(FenError::TooManyCheckers(name(mover)));
    }
    Ok(())
}

fn castling(builder: &mut BoardBuilder, letter: char) -> Result<(), FenError> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let back_rank = Rank::First.relative_to(color);
    let on = |file: File, piece: Piece| builder.square(Square::new(file, back_rank)) == Some((piece, color));
    let king = File::ALL.into_iter().find(|&f| on(f, Piece::King)).ok_or(FenError::Castling(letter))?;
    let mut rooks = File::ALL.into_iter().filter(|&f| on(f, Piece::Rook));
    let rook = match letter.to_ascii_lowercase() {
        'k' => rooks.next_back().filter(|&f| f > king),
        'q' => rooks.next().filter(|&f| f < king),
        file => File::try_from(file).ok().filter(|&f| on(f, Piece::Rook)),
    };
    let rook = rook.ok_or(FenError::Castling(letter))?;
    let rights: &mut CastleRights = builder.castle_rights_mut(color);
    *(if rook > king { &mut rights.short } else { &mut rights.long }) = Some(rook);
    Ok(())
}

fn en_passant(builder: &BoardBuilder, text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    let fault = || FenError::EnPassant(text.to_owned());
    let square: Square = text.parse().map_err(|_| fault())?;
    let pusher = !builder.side_to_move;
    let on_file = |rank: Rank| builder.square(Square::new(square.file(), rank.relative_to(pusher)));
    let stepped = square.rank() == Rank::Third.relative_to(pusher)
        && on_file(Rank::Fourth) == Some((Piece::Pawn, pusher))
        && on_file(Rank::Third).is_none()
        && on_file(Rank::Second).is_none();
    if stepped { Ok(Some(square)) } else { Err(fault()) }
}

/// A counter, from `least` to `most`; of text that is not a number, the leading digits are read.
fn counter(
    what: &'static str,
    text: Option<&str>,
    [default, least, most]: [u16; 3],
    judge: Judge<'_>,
) -> Result<u16, FenError> {
    let Some(text) = text else { return Ok(default) };
    let digits = text.find(|c: char| !c.is_ascii_digit()).map_or(text, |end| &text[..end]);
    // A number too large for any integer type is still a number.
    let told = if digits.is_empty() { default } else { digits.parse().unwrap_or(u16::MAX) };
    let number = told.clamp(least, most);
    let remedy = format!("it is read as {number}");
    if digits.len() < text.len() {
        judge(FenError::Counter(what, quoted(text)), &remedy)?;
    } else if number < told || told == u16::MAX {
        judge(FenError::TooLarge(what, quoted(text)), &remedy)?;
    }
    Ok(number)
}

fn build(mut builder: BoardBuilder, judge: Judge<'_>) -> Result<Board, FenError> {
    use cozy_chess::BoardBuilderError as E;
    match (builder.build(), builder.en_passant) {
        (Ok(board), _) => Ok(board),
        (Err(E::InvalidEnPassant), Some(square)) => {
            judge(FenError::EnPassant(square.to_string()), "it is left out")?;
            builder.en_passant = None;
            build(builder, judge)
        }
        (Err(E::InvalidCastlingRights), _) => Err(FenError::Castling('?')),
        (Err(_), _) => Err(FenError::TooManyCheckers(name(builder.side_to_move))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn standard_and_chess960_castling_rights_read_alike() {
        let standard = parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        assert_eq!(standard, parse("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").unwrap());
        let inner = parse("1r3k1r/8/8/8/8/8/8/1R3K1R w KQkq - 0 1").unwrap();
        assert_eq!(inner.castle_rights(Color::White).long, Some(File::B));
    }

    #[test]
    fn counters_may_be_missing_or_large() {
        assert_eq!(parse("4k3/8/8/8/8/8/8/4K3 w - -").unwrap().halfmove_clock(), 0);
        assert_eq!(parse("4k3/8/8/8/8/8/8/4K3 w - - 250 70000").unwrap().halfmove_clock(), 100);
    }

    #[test]
    fn what_is_not_of_the_men_can_be_read_in_spite_of_its_faults() {
        for (text, expected, remarks) in [
            ("4k3/8/8/8/8/8/8/4K2R w KQ - 3 4", "4k3/8/8/8/8/8/8/4K2R w K - 3 4", 1),
            ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 4),
            ("4k3/8/8/8/8/8/8/4K3 w ? e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 2),
            // A double step cannot discover a check by a knight.
            ("4k3/8/8/8/4P3/3N4/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/3N4/8/4K3 b - e3 0 1", 0),
            ("4k3/8/5N2/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/5N2/8/4P3/8/8/4K3 b - - 0 1", 1),
            ("4k3/8/8/8/8/8/8/4K3 w - - 161+0 12.", "4k3/8/8/8/8/8/8/4K3 w - - 100 12", 2),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 x", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 2),
            ("4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999999 0", "4k3/8/8/8/8/8/8/4K3 w - - 100 1", 1),
            ("4k3/8/8/8/8/8/8/4K3 w - - 101 70000", "4k3/8/8/8/8/8/8/4K3 w - - 100 65535", 2),
            ("4k3/8/8/8/8/8/8/4K3 w - - 5 6 bm e4", "4k3/8/8/8/8/8/8/4K3 w - - 5 6", 1),
        ] {
            let (board, told) = parse_leniently(text).unwrap();
            assert_eq!((board.to_string().as_str(), told.len()), (expected, remarks), "{text}: {told:?}");
            let is_fine = told.iter().all(|remark| remark.contains("more than counts"));
            assert_eq!(parse(text).is_ok(), is_fine, "{text}");
        }
        for text in ["", "hello", "4k3/8/8/8/8/8/8/8 w - - 0 1", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"] {
            assert_eq!(parse_leniently(text).unwrap_err(), parse(text).unwrap_err());
        }
    }

    #[test]
    fn each_fault_is_named() {
        for (fen, message) in [
            ("", "the FEN has no board"),
            ("hello", "not a FEN: `hello` should be the board, eight ranks with `/` between them"),
            ("8/8 w - -", "the board has 2 ranks instead of 8"),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
            ("4kk2/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 2 kings instead of one"),
            ("8/8/8 w - - 0 1", "the board has 3 ranks instead of 8"),
            ("9/8/8/8/8/8/8/8 w - - 0 1", "`9` is not a piece"),
            ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "rank 1 does not have 8 squares"),
            ("4k3/8/8/8/8/8/8/4X3 w - - 0 1", "`X` is not a piece"),
            ("4k3/8/8/8/8/8/8/KKKK4 w - - 0 1", "White has 4 kings instead of one"),
            ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn cannot stand on a8"),
            ("4k3/8/8/8/8/8/8/4K2R x - - 0 1", "the side to move is `x` instead of w or b"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black is in check but it is the other side's move"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling right `K` has no king and rook in place"),
            (
                "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
                "en passant square `e6` does not lie behind a pawn that has just moved two squares",
            ),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the fifty-move counter is `x`, not a number"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves", "unexpected `moves` after the move number"),
        ] {
            assert_eq!(parse(fen).unwrap_err().to_string(), message, "{fen}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_a_panic(text in "[1-8kqrbnpKQRBNP/ wb\\-a-h]{0,90}") {
            let _ = parse(&text);
        }

        #[test]
        fn random_men_are_read_or_refused_without_a_panic(men in proptest::collection::vec((0..64usize, 0..12usize), 2..20), white: bool) {
            let mut squares = ['1'; 64];
            for (square, man) in men {
                squares[square] = "KQRBNPkqrbnp".as_bytes()[man] as char;
            }
            let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
            let fen = format!("{} {} KQkq - 0 1", rows.join("/"), if white { 'w' } else { 'b' });
            let _ = parse(&fen);
        }
    }

    #[test]
    fn castling_of_chess960_is_told_from_the_standard_one() {
        for (text, is_chess960) in [
            (STARTPOS, false),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", false),
            ("4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/1R2K2R w K - 0 1", false),
            ("4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1", true),
            ("3k3r/8/8/8/8/8/8/4K3 w k - 0 1", true),
            ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", true),
        ] {
            assert_eq!(has_chess960_castling(&parse(text).unwrap()), is_chess960, "{text}");
        }
    }
}
