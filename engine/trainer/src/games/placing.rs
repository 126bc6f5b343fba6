//! The start position of a game in bytes.

use board::{BitBoard, Board, BoardBuilder, CastleRights, Color, File, Piece, Rank, Square, get_king_moves};

use super::bytes::take;
use super::fault::GameFault;

/// In place of a file: no file.
const NO_FILE: u8 = 8;
const BLACK_TO_MOVE: u8 = 128;
/// Added to the nibble of Black's men.
const BLACK: u8 = 8;

/// Appends a position.
pub(super) fn encode(board: &Board, out: &mut Vec<u8>) {
    out.extend(board.occupied().0.to_le_bytes());
    let mut nibbles = board.occupied().into_iter().map(|square| nibble(board, square));
    while let Some(low) = nibbles.next() {
        out.push(low | nibbles.next().unwrap_or(0) << 4);
    }
    let turn = if board.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
    out.push(turn | file_code(board.en_passant()));
    let [white, black] = [Color::White, Color::Black].map(|color| board.castle_rights(color));
    out.push(file_code(white.short) | file_code(white.long) << 4);
    out.push(file_code(black.short) | file_code(black.long) << 4);
    out.push(board.halfmove_clock());
    out.extend(board.fullmove_number().to_le_bytes());
}

fn nibble(board: &Board, square: Square) -> u8 {
    let piece = board.piece_on(square).expect("the square is occupied");
    piece as u8 + if board.colors(Color::Black).has(square) { BLACK } else { 0 }
}

fn file_code(file: Option<File>) -> u8 {
    file.map_or(NO_FILE, |file| file as u8)
}

/// Reads a position from the front.
pub(super) fn decode(bytes: &mut &[u8]) -> Result<Board, GameFault> {
    let occupied = BitBoard(u64::from_le_bytes(take(bytes).ok_or(GameFault::Short)?));
    if occupied.len() > 32 {
        return Err(GameFault::Start);
    }
    let mut builder = BoardBuilder::empty();
    let mut pair = 0;
    for (number, square) in occupied.into_iter().enumerate() {
        if number % 2 == 0 {
            [pair] = take(bytes).ok_or(GameFault::Short)?;
        }
        let piece = Piece::try_index((pair & 7) as usize).ok_or(GameFault::Start)?;
        let color = if pair & BLACK == 0 { Color::White } else { Color::Black };
        *builder.square_mut(square) = Some((piece, color));
        pair >>= 4;
    }
    let [state, white, black, clock, low, high] = take(bytes).ok_or(GameFault::Short)?;
    let us = if state & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
    builder.side_to_move = us;
    builder.en_passant =
        file(state & !BLACK_TO_MOVE)?.map(|file| Square::new(file, Rank::Sixth.relative_to(us)));
    for (color, rights) in [(Color::White, white), (Color::Black, black)] {
        *builder.castle_rights_mut(color) =
            CastleRights { short: file(rights & 15)?, long: file(rights >> 4)? };
    }
    builder.halfmove_clock = clock;
    builder.fullmove_number = u16::from_le_bytes([low, high]);
    build(&builder).ok_or(GameFault::Start)
}

/// The position; `None` when it is illegal. The builder by itself allows adjacent kings and
/// impossible checks.
pub(crate) fn build(builder: &BoardBuilder) -> Option<Board> {
    let board = builder.build().ok()?;
    let touch = get_king_moves(board.king(Color::White)).has(board.king(Color::Black));
    (!touch && board.checkers().len() <= 2).then_some(board)
}

fn file(code: u8) -> Result<Option<File>, GameFault> {
    if code == NO_FILE { Ok(None) } else { File::try_index(code as usize).map(Some).ok_or(GameFault::Start) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;
    use proptest::prelude::*;

    fn round_trip(board: &Board) -> Board {
        let mut bytes = Vec::new();
        encode(board, &mut bytes);
        let mut rest = &bytes[..];
        let read = decode(&mut rest).unwrap();
        assert!(rest.is_empty());
        read
    }

    #[test]
    fn every_field_comes_back() {
        for text in [
            fen::STARTPOS,
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            "1r3k1r/8/8/8/8/8/8/1R3K1R w Hb - 17 40",
            "8/8/8/4k3/8/2KBN3/8/8 b - - 99 65535",
        ] {
            let board = fen::parse(text).unwrap();
            assert_eq!(round_trip(&board), board, "{text}");
        }
        for number in 0..960 {
            let board = BoardBuilder::chess960_startpos(number).build().unwrap();
            assert_eq!(round_trip(&board), board);
        }
    }

    #[test]
    fn kings_that_touch_are_refused() {
        let mut bytes = Vec::new();
        encode(&fen::parse("8/8/8/8/3K4/8/3k4/8 w - - 0 1").unwrap(), &mut bytes);
        for kings in [[Square::D4, Square::D2], [Square::D4, Square::D3]] {
            let occupied = kings.into_iter().fold(BitBoard::EMPTY, |all, square| all | square.bitboard());
            bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
            bytes[8] = (Piece::King as u8 * 17) | BLACK;
            assert_eq!(decode(&mut &bytes[..]).is_ok(), kings[1] == Square::D2);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let _ = decode(&mut &bytes[..]);
        }
    }
}
