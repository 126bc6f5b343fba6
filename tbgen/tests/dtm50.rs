//! Mates under the fifty-move rule: every position of three men with every counter compared with a
//! simple solver, and four men with their moves.

use board::random::Random;
use board::{Board, BoardBuilder, Color, Dtm, Man, Material, Piece, Placement, Square, legal_moves, rules};
use std::time::Instant;

use tbgen::{Dtm50Table, DtmTables};

/// A simple solver for three men; White has the man besides the kings. Positions have an index.
struct Simple {
    piece: Piece,
    positions: Vec<Option<Position>>,
    /// By index, with a fresh counter.
    fresh: Vec<Dtm>,
}

struct Position {
    in_check: bool,
    /// Quiet moves, as indices.
    quiet: Vec<u32>,
    /// Moves that reset the counter: the man left afterwards, if any, and the index.
    zeroing: Vec<(Option<Piece>, u32)>,
}

const ALL: usize = 2 * 64 * 64 * 64;

fn index(placement: &Placement) -> usize {
    let kings = Color::ALL.map(|color| placement.king(color) as usize);
    let third =
        placement.men().iter().find(|man| man.piece != Piece::King).expect("three men").square as usize;
    ((placement.side_to_move() as usize * 64 + kings[0]) * 64 + kings[1]) * 64 + third
}

fn placement(piece: Piece, index: usize) -> Placement {
    let square = |shift: usize| Square::index(index >> shift & 63);
    let man = |color, piece, square| Man { color, piece, square };
    let side = if index >> 18 == 0 { Color::White } else { Color::Black };
    let men = [
        man(Color::White, Piece::King, square(12)),
        man(Color::Black, Piece::King, square(6)),
        man(Color::White, piece, square(0)),
    ];
    Placement::new(side, &men).expect("one king per side")
}

impl Simple {
    fn new(piece: Piece) -> Self {
        let position = |number: usize| {
            let board = placement(piece, number).to_board().ok()?;
            let mut position =
                Position { in_check: !board.checkers().is_empty(), quiet: Vec::new(), zeroing: Vec::new() };
            for mv in legal_moves(&board) {
                let child = Placement::from_board(&rules::after(&board, mv)).unwrap();
                let third = child.men().iter().find(|man| man.piece != Piece::King).map(|man| man.piece);
                let at = if third.is_some() { index(&child) as u32 } else { 0 };
                if rules::is_zeroing(&board, mv) {
                    position.zeroing.push((third, at));
                } else {
                    position.quiet.push(at);
                }
            }
            Some(position)
        };
        Self { piece, positions: (0..ALL).map(position).collect(), fresh: vec![Dtm::Draw; ALL] }
    }

    /// Solves from 0 plies left to 100; with pawns rank by rank, since their moves lead only
    /// forward. `visit` is called with every value.
    fn solve(&mut self, others: &[Self], mut visit: impl FnMut(usize, u8, Dtm)) {
        let groups = if self.piece == Piece::Pawn { (1..7).rev().collect() } else { vec![8] };
        for rank in groups {
            let numbers: Vec<usize> = (0..ALL)
                .filter(|number| rank == 8 || number >> 3 & 7 == rank)
                .filter(|&number| self.positions[number].is_some())
                .collect();
            let mut before = vec![Dtm::Draw; ALL];
            // Once a ply changes nothing, later ones do not either.
            let mut settled = false;
            for left in 0..=100 {
                let mut now = vec![Dtm::Draw; ALL];
                for &number in &numbers {
                    now[number] =
                        if settled { before[number] } else { self.value(number, left, &before, others) };
                    visit(number, left, now[number]);
                }
                settled = left > 1 && now == before;
                before = now;
            }
            for &number in &numbers {
                self.fresh[number] = before[number];
            }
        }
    }

    fn value(&self, number: usize, left: u8, before: &[Dtm], others: &[Self]) -> Dtm {
        let position = self.positions[number].as_ref().expect("it is legal");
        if position.quiet.is_empty() && position.zeroing.is_empty() {
            return if position.in_check { Dtm::Loss(0) } else { Dtm::Draw };
        }
        if left == 0 {
            return Dtm::Draw;
        }
        let fresh = |&(piece, at): &(Option<Piece>, u32)| match piece {
            None => Dtm::Draw,
            Some(piece) if piece == self.piece => self.fresh[at as usize],
            Some(piece) => {
                others.iter().find(|other| other.piece == piece).expect("solved").fresh[at as usize]
            }
        };
        let quiet = position.quiet.iter().map(|&at| before[at as usize]);
        quiet.chain(position.zeroing.iter().map(fresh)).map(Dtm::from_parent).max().expect("there are moves")
    }
}

#[test]
fn three_men_are_what_the_rules_say_at_every_counter() {
    let mates = DtmTables::startup();
    let mut solved: Vec<Simple> = Vec::new();
    for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn] {
        let material = Material::new(&[piece], &[]);
        let table = Dtm50Table::solve(&mates, material).unwrap();
        // One of each set of mirror images.
        let mut compared: Vec<Option<Placement>> = vec![None; ALL];
        let sides = Color::ALL.into_iter().flat_map(|side| mates.table(material).unwrap().positions(side));
        for (placement, _) in sides {
            compared[index(&placement)] = Some(placement);
        }
        let mut simple = Simple::new(piece);
        let (mut values, mut wrong) = (0, Vec::new());
        simple.solve(&solved, |number, left, value| {
            let Some(placement) = &compared[number] else { return };
            values += 1;
            let ours = table.value_at(&mates, placement, left);
            if ours != Some(value) {
                wrong.push((*placement, left, ours, value));
            }
        });
        assert_eq!(wrong.first(), None, "{material}: {} of {values}", wrong.len());
        let positions = compared.iter().flatten().count();
        assert!(positions > 50_000 && values == 101 * positions, "{material}: {values}");
        solved.push(simple);
    }
}

fn with_counter(board: &Board, counter: u8) -> Board {
    let mut builder = BoardBuilder::from_board(board);
    builder.halfmove_clock = counter;
    builder.build().expect("only the counter is another one")
}

/// The value that follows from the moves.
fn by_moves(table_of: &dyn Fn(&Board) -> Dtm, board: &Board) -> Dtm {
    let moves = legal_moves(board);
    if moves.is_empty() {
        return if rules::is_checkmate(board) { Dtm::Loss(0) } else { Dtm::Draw };
    }
    if board.halfmove_clock() == 100 {
        return Dtm::Draw;
    }
    let values = moves.into_iter().map(|mv| table_of(&rules::after(board, mv)).from_parent());
    values.max().expect("there are moves")
}

/// Compares random positions, and those after double pushes, with their moves at every counter.
/// Returns how many values differ from the plain ones.
fn follows_from_its_moves(name: &str, positions: usize) -> usize {
    let material: Material = name.parse().unwrap();
    let mut mates = DtmTables::new();
    mates.build(material).unwrap();
    let start = Instant::now();
    let table = Dtm50Table::solve(&mates, material).unwrap();
    let (seconds, bytes, courses) = (start.elapsed().as_secs_f64(), table.bytes(), table.profiles());
    println!("{name}: {seconds:.2} s, {bytes} bytes, {courses} different courses");
    // A capture or promotion resets the counter: the plain distance holds.
    let value = |board: &Board| {
        let of_ending = Placement::from_board(board).unwrap().material().canonical().0 == material;
        if of_ending { table.value(&mates, board) } else { mates.probe_board(board) }.expect("it is known")
    };
    let mut random = Random::new(u64::from_le_bytes(*b"counters"));
    let (mut different, mut passing) = (0, 0);
    for number in 0..positions {
        let placement = Placement::random(&mut random, material);
        let placement = if number % 2 == 0 { placement } else { placement.flip_colors() };
        let Ok(board) = placement.to_board() else { continue };
        let mut boards = vec![board.clone()];
        boards.extend(legal_moves(&board).into_iter().map(|mv| rules::after(&board, mv)).filter(|child| {
            child.en_passant().is_some() && child.occupied().len() as usize == material.men()
        }));
        passing += boards.len() - 1;
        for board in boards {
            for counter in 0..=100 {
                let board = with_counter(&board, counter);
                let (ours, right) = (value(&board), by_moves(&value, &board));
                assert_eq!(ours, right, "{board}");
                different += usize::from(Some(ours) != mates.probe_board(&board));
            }
        }
    }
    assert!(material.pawns() < 2 || name != "KPvKP" || passing > 0, "no pawn could be taken in passing");
    different
}

#[test]
fn four_men_follow_from_their_moves() {
    for (name, positions) in [("KBNvK", 100), ("KNNvK", 50), ("KQvKR", 150), ("KPvKP", 500)] {
        let different = follows_from_its_moves(name, positions);
        assert_eq!(different > 0, name != "KNNvK", "{name}: {different}");
    }
}

#[test]
#[ignore = "minutes: all endings of four men"]
fn all_endings_of_four_men_follow_from_their_moves() {
    let mut total = 0;
    for material in Material::with_men(4) {
        let different = follows_from_its_moves(&material.to_string(), 3000);
        println!("{material}: {different} values differ from the plain ones");
        total += different;
    }
    assert!(total > 0);
}

/// This is why plain distances hold after captures and pawn moves.
#[test]
#[ignore = "solves all endings of four men"]
fn no_mate_of_four_men_takes_more_than_a_hundred_plies() {
    let mut mates = DtmTables::new();
    mates.build_all(&Material::with_men(4)).unwrap();
    let longest = mates.iter().flat_map(|table| Color::ALL.map(|side| table.positions(side)));
    let longest = longest.flatten().filter_map(|(_, dtm)| dtm.plies()).max();
    assert_eq!(longest, Some(85));
}
