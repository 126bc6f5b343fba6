//! Files of seven men, with invented values but the real numbering and writer.

use board::random::Random;
use board::{Board, Color, Dtz, Man, Material, Placement, Square, legal_moves};
use syzygy::format::{man_code, man_of_code, men_codes};
use syzygy::write::{DTZ_FREE, ValueSource, wdl_code, write};
use syzygy::{Kind, Tables};

/// Five queens: the ending of seven men with the fewest placements.
const NAME: &str = "KQQQQQvK";

/// An invented ending. Results and distances follow from the distances of the men from the edge, so
/// that they are equal for all mirror images, and the files are small.
struct ByEdges;

/// Distance to the nearest edge, 0 to 3, by square.
const EDGE_DISTANCE: [u8; 64] = edge_distances();

const fn edge_distances() -> [u8; 64] {
    const fn within(line: usize) -> usize {
        if line < 4 { line } else { 7 - line }
    }
    let (mut all, mut square) = ([0; 64], 0);
    while square < 64 {
        let (file, rank) = (within(square % 8), within(square / 8));
        all[square] = if file < rank { file } else { rank } as u8;
        square += 1;
    }
    all
}

/// A number below 13, computed from the edge distances of both kings and of all other men, and from
/// the side to move.
fn number(side: Color, kings: [u8; 2], others: u8) -> u8 {
    (kings[0] + 4 * kings[1] + others / 4 + 3 * side as u8) % 13
}

/// The result of a number, from the point of view of the side to move.
const RESULTS: [u8; 13] = [0, 2, 4, 4, 1, 2, 3, 4, 0, 2, 4, 3, 2];

/// The distance of a number in plies: more than a hundred for cursed results.
fn distance(number: u8) -> i16 {
    let plies = 2 * i16::from(number) + 1;
    match RESULTS[usize::from(number)] {
        0 => -plies,
        1 => -100 - plies,
        2 => DTZ_FREE,
        3 => 100 + plies,
        _ => plies,
    }
}

impl ByEdges {
    fn is_king(code: u8) -> bool {
        Color::ALL.iter().any(|&color| man_code(color, board::Piece::King) == code)
    }

    /// The number of each position, `None` where the kings touch.
    fn numbers<'a>(side: Color, squares: &'a [&'a [u8]]) -> impl Iterator<Item = Option<u8>> + 'a {
        let codes = men_codes(NAME.parse().unwrap());
        let kings: Vec<usize> = (0..codes.len()).filter(|&man| Self::is_king(codes[man])).collect();
        (0..squares[0].len()).map(move |i| {
            let [white, black] = [kings[0], kings[1]].map(|man| squares[man][i]);
            let edge = |square: u8| EDGE_DISTANCE[usize::from(square)];
            let all: u8 = squares.iter().map(|man| edge(man[i])).sum();
            let apart = |a: u8, b: u8| a.abs_diff(b);
            let touch = apart(white & 7, black & 7).max(apart(white >> 3, black >> 3)) < 2;
            let kings = [edge(white), edge(black)];
            (!touch).then(|| number(side, kings, all - kings[0] - kings[1]))
        })
    }
}

impl ValueSource for ByEdges {
    fn material(&self) -> Material {
        NAME.parse().unwrap()
    }

    fn wdl_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [u8]) {
        for (code, number) in codes.iter_mut().zip(Self::numbers(side, squares)) {
            *code = number.map_or(wdl_code::FREE, |number| RESULTS[usize::from(number)]);
        }
    }

    fn dtz_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [i16]) {
        for (code, number) in codes.iter_mut().zip(Self::numbers(side, squares)) {
            *code = number.map_or(DTZ_FREE, distance);
        }
    }
}

/// The number that determines the values of a legal position.
fn number_of(board: &Board) -> u8 {
    let edge = |square: Square| EDGE_DISTANCE[square as usize];
    let queens = board.pieces(board::Piece::Queen).into_iter().map(edge).sum();
    number(board.side_to_move(), Color::ALL.map(|color| edge(board.king(color))), queens)
}

/// A random legal position without captures, so that no other file is probed.
fn quiet(side: Color, random: &mut Random) -> Board {
    loop {
        let men = men_codes(NAME.parse().unwrap()).into_iter().map(|code| {
            let (color, piece) = man_of_code(code).unwrap();
            Man { color, piece, square: Square::index((random.next_u64() % 64) as usize) }
        });
        let placement = Placement::new(side, &men.collect::<Vec<_>>());
        let Some(board) = placement.ok().and_then(|placement| placement.to_board().ok()) else { continue };
        let others = board.colors(!side);
        if legal_moves(&board).iter().all(|at| !others.has(at.to)) {
            return board;
        }
    }
}

/// With `VANCURA_SEVEN` set to a folder, the files are kept there for other readers.
#[test]
#[ignore = "minutes and gigabytes of memory: three billion placements for each side"]
fn files_of_seven_men_read_as_they_were_written() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = std::env::var_os("VANCURA_SEVEN").map_or(temporary.path().to_owned(), Into::into);
    assert_eq!(write(&ByEdges, &folder).unwrap().len(), 2);
    let tables = Tables::open(&[&folder]).unwrap();
    for kind in Kind::SYZYGY {
        tables.table(NAME.parse().unwrap(), kind).unwrap().verify().unwrap();
    }
    let stored = tables.table(NAME.parse().unwrap(), Kind::Dtz).unwrap().sub_tables()[0].stored_side();
    let mut random = Random::new(7);
    for side in Color::ALL {
        for _ in 0..50_000 {
            let board = quiet(side, &mut random);
            let number = number_of(&board);
            let result = RESULTS[usize::from(number)];
            assert_eq!(tables.wdl(&board).unwrap() as i8, result as i8 - 2, "{board}");
            if side == stored {
                let (exact, Dtz(found)) = (distance(number), tables.dtz(&board).unwrap().dtz());
                assert!((0..=1).contains(&((exact - found) * exact.signum())), "{board}: {exact}, {found}");
            }
        }
    }
}
