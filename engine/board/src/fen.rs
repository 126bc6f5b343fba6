//! FEN with errors that name the fault.
//!
//! Reads standard FEN, Shredder-FEN (`HAha`) and X-FEN (`KQkq` for the outermost rooks of a Chess960 position). The two
//! counters may be left out, as in EPD. A fifty-move counter above 100 is read as 100.

use crate::rules::{FIFTY_MOVES_PLIES, is_en_passant, legal_moves};
use crate::squares::attacks;
use crate::{Board, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square};

/// The standard starting position.
pub const STARTPOS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What is wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// A field is not there.
    #[error("the FEN has no {0}")]
    Missing(&'static str),
    /// More than six fields.
    #[error("unexpected `{0}` after the move number")]
    Trailing(String),
    /// Not eight ranks.
    #[error("the board has {0} ranks instead of 8")]
    Ranks(usize),
    /// A rank is not eight squares long.
    #[error("rank {0} does not have 8 squares")]
    RankLength(usize),
    /// A letter that is no man.
    #[error("`{0}` is not a man")]
    UnknownMan(char),
    /// Not exactly one king.
    #[error("{0} has {1} kings instead of one")]
    Kings(&'static str, usize),
    /// More than sixteen men or eight pawns.
    #[error("{0} has too many men")]
    TooManyMen(&'static str),
    /// A pawn on the first or last rank.
    #[error("a pawn cannot stand on {0}")]
    PawnOnEdge(Square),
    /// The side that has just moved left its king in check, or the kings touch.
    #[error("{0} is in check but it is the other side's move")]
    OpponentInCheck(&'static str),
    /// More than two checkers.
    #[error("the king of {0} is attacked by more men than a legal move can bring about")]
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
    /// A counter that is no number.
    #[error("the {0} is `{1}`, not a number")]
    Counter(&'static str, String),
}

/// Reads a position.
///
/// # Errors
/// A [`FenError`] that names the first fault.
///
/// ```
/// use board::fen;
/// assert!(fen::parse(fen::STARTPOS).is_ok());
/// let error = fen::parse("8/8/8/8/8/8/8/K7 w - - 0 1").unwrap_err();
/// assert_eq!(error.to_string(), "Black has 0 kings instead of one");
/// ```
pub fn parse(fen: &str) -> Result<Board, FenError> {
    let mut fields = fen.split_whitespace();
    let mut builder = BoardBuilder::empty();
    place_men(&mut builder, fields.next().ok_or(FenError::Missing("board"))?)?;
    builder.side_to_move = match fields.next().ok_or(FenError::Missing("side to move"))? {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(FenError::SideToMove(other.to_owned())),
    };
    judge_men(&builder)?;
    castling(&mut builder, fields.next().unwrap_or("-"))?;
    builder.en_passant = en_passant(&builder, fields.next().unwrap_or("-"))?;
    builder.halfmove_clock =
        counter("fifty-move counter", fields.next(), 0)?.min(u64::from(FIFTY_MOVES_PLIES)) as u8;
    builder.fullmove_number = counter("move number", fields.next(), 1)?.clamp(1, u64::from(u16::MAX)) as u16;
    if let Some(extra) = fields.next() {
        return Err(FenError::Trailing(extra.to_owned()));
    }
    build(&builder)
}

/// The first four fields of a position, as EPD has them: equal for positions that are the same by the laws of chess. An en passant square
/// is written only where a pawn can take there, castling rights in the standard way wherever that says enough.
///
/// ```
/// use board::fen;
/// let board = fen::parse("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").unwrap();
/// assert_eq!(fen::epd(&board), "4k3/8/8/8/4P3/8/8/4K3 b - -");
/// ```
pub fn epd(board: &Board) -> String {
    let text = if has_chess960_castling(board) { format!("{board:#}") } else { board.to_string() };
    let mut fields: Vec<&str> = text.split(' ').take(4).collect();
    let is_usable = || legal_moves(board).into_iter().any(|mv| is_en_passant(board, mv));
    if board.en_passant().is_some() && !is_usable() {
        fields[3] = "-";
    }
    fields.join(" ")
}

/// True when somebody may castle with a king or rook that does not stand where it does in standard chess: standard FEN and
/// standard rules of castling do not say what happens then.
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

fn name(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

fn place_men(builder: &mut BoardBuilder, text: &str) -> Result<(), FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
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
    for color in Color::ALL {
        let count = |which: Option<Piece>| {
            men(builder).filter(|m| m.2 == color && which.is_none_or(|p| p == m.1)).count()
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
        |m: &(Square, Piece, Color)| m.1 == Piece::Pawn && matches!(m.0.rank(), Rank::First | Rank::Eighth);
    if let Some((square, ..)) = men(builder).find(on_edge) {
        return Err(FenError::PawnOnEdge(square));
    }
    let occupied = men(builder).fold(crate::BitBoard::EMPTY, |set, m| set | m.0.bitboard());
    let checkers = |victim: Color| {
        let king = men(builder).find(|m| m.1 == Piece::King && m.2 == victim).map(|m| m.0);
        let attacks_king = |m: &(Square, Piece, Color)| {
            m.2 != victim && king.is_some_and(|k| attacks(m.1, m.2, m.0, occupied).has(k))
        };
        men(builder).filter(attacks_king).count()
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

fn castling(builder: &mut BoardBuilder, text: &str) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let back_rank = Rank::First.relative_to(color);
        let on =
            |file: File, piece: Piece| builder.square(Square::new(file, back_rank)) == Some((piece, color));
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
    }
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

fn counter(what: &'static str, text: Option<&str>, default: u64) -> Result<u64, FenError> {
    text.map_or(Ok(default), |t| t.parse().map_err(|_| FenError::Counter(what, t.to_owned())))
}

fn build(builder: &BoardBuilder) -> Result<Board, FenError> {
    use cozy_chess::BoardBuilderError as E;
    builder.build().map_err(|error| match error {
        E::InvalidCastlingRights => FenError::Castling('?'),
        E::InvalidEnPassant => FenError::EnPassant(
            builder.en_passant.map_or_else(|| "-".to_owned(), |square| square.to_string()),
        ),
        E::InvalidBoard | E::InvalidHalfMoveClock | E::InvalidFullmoveNumber => {
            FenError::TooManyCheckers(name(builder.side_to_move))
        }
    })
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
    fn each_fault_is_named() {
        for (fen, message) in [
            ("", "the FEN has no board"),
            ("8/8/8 w - - 0 1", "the board has 3 ranks instead of 8"),
            ("9/8/8/8/8/8/8/8 w - - 0 1", "`9` is not a man"),
            ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "rank 1 does not have 8 squares"),
            ("4k3/8/8/8/8/8/8/4X3 w - - 0 1", "`X` is not a man"),
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
