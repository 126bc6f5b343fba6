//! Incremental evaluation along a line equals evaluation from scratch, bit for bit, on every vector
//! unit of this machine.

use std::sync::Arc;

use board::rules::is_en_passant;
use board::{Board, BoardBuilder, Color, Man, Move, Piece, Square, fen, legal_moves, perft};
use nnue::{Changes, Evaluator, FeatureSet, Line, Network, Parameters, Simd};
use proptest::prelude::*;

/// A line of play with all its positions.
struct Game {
    boards: Vec<Board>,
    changes: Vec<Changes>,
}

impl Game {
    fn new(board: Board) -> Self {
        Self { boards: vec![board], changes: vec![Changes::NONE] }
    }

    fn reach(&mut self, board: Board) {
        self.changes.push(Changes::between(self.board(), &board));
        self.boards.push(board);
    }

    fn play(&mut self, mv: Move) {
        let mut board = self.board().clone();
        board.play(mv);
        self.reach(board);
    }

    fn undo(&mut self) {
        if self.boards.len() > 1 {
            self.boards.pop();
            self.changes.pop();
        }
    }
}

impl Line for Game {
    fn ply(&self) -> usize {
        self.boards.len() - 1
    }

    fn board(&self) -> &Board {
        self.boards.last().unwrap()
    }

    fn key(&self, ply: usize) -> u64 {
        self.boards[ply].hash()
    }

    fn changes(&self, ply: usize) -> &Changes {
        &self.changes[ply]
    }
}

/// Evaluators of one network on every vector unit of this machine.
struct Evaluators {
    network: Arc<Network>,
    units: Vec<Evaluator>,
}

impl Evaluators {
    fn new(feature_set: FeatureSet, hidden: usize) -> Self {
        Self::with(&Parameters::random(feature_set, hidden as u64, hidden))
    }

    fn with(parameters: &Parameters) -> Self {
        let network = Arc::new(Network::new(parameters).unwrap());
        let units =
            Simd::available().into_iter().map(|simd| Evaluator::new(Arc::clone(&network), simd)).collect();
        Self { network, units }
    }

    fn check(&mut self, line: &impl Line) {
        let expected = self.network.evaluate_plain(line.board());
        for unit in &mut self.units {
            assert_eq!(unit.evaluate(line), expected, "{} at {}", unit.simd(), line.board());
        }
    }
}

/// Castling is encoded as king takes rook.
fn is_castling(board: &Board, mv: Move) -> bool {
    board.colors(board.side_to_move()).has(mv.to)
}

/// How often each special thing happened.
#[derive(Default, Debug)]
struct Happened {
    castling: u32,
    en_passant: u32,
    promotions: u32,
    null_moves: u32,
    undone: u32,
    crossings: u32,
}

impl Happened {
    fn note(&mut self, board: &Board, mv: Move) {
        let piece = board.piece_on(mv.from).unwrap();
        self.castling += u32::from(is_castling(board, mv));
        self.en_passant += u32::from(is_en_passant(board, mv));
        self.promotions += u32::from(mv.promotion.is_some());
        let halves = (mv.from.file() as u8 / 4, mv.to.file() as u8 / 4);
        self.crossings += u32::from(piece == Piece::King && halves.0 != halves.1);
    }
}

/// Walks forward and back through a game as directed by numbers, evaluating now and then.
fn wander(evaluators: &mut Evaluators, game: &mut Game, numbers: &[u32], happened: &mut Happened) {
    for &number in numbers {
        let choice = (number >> 8) as usize;
        match number % 16 {
            0 => {
                for _ in 0..=choice % 12 {
                    game.undo();
                    happened.undone += 1;
                }
            }
            1 => {
                if let Some(board) = game.board().null_move() {
                    game.reach(board);
                    happened.null_moves += 1;
                }
            }
            what => {
                let mut moves = legal_moves(game.board());
                if moves.is_empty() {
                    game.undo();
                    continue;
                }
                let board = game.board();
                let is_wanted = |mv: &Move| match what {
                    2..6 => board.piece_on(mv.from) == Some(Piece::King),
                    6..9 => is_castling(board, *mv) || is_en_passant(board, *mv),
                    9..11 => board.piece_on(mv.from) == Some(Piece::Pawn),
                    _ => true,
                };
                if moves.iter().any(is_wanted) {
                    moves.retain(is_wanted);
                }
                let mv = moves[choice % moves.len()];
                happened.note(game.board(), mv);
                game.play(mv);
            }
        }
        if !(number >> 4).is_multiple_of(3) {
            evaluators.check(game);
        }
    }
    evaluators.check(game);
}

const STARTS: [&str; 5] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1",
];

fn start(number: u32) -> Board {
    match STARTS.get(number as usize % 10) {
        Some(text) => fen::parse(text).unwrap(),
        None => Board::chess960_startpos(number / 10 % 960),
    }
}

#[test]
fn long_walks_meet_everything_and_never_differ() {
    let networks = [64, 256, 320]
        .map(|hidden| (FeatureSet::Mirrored, hidden))
        .into_iter()
        .chain([(FeatureSet::KingSquares, 64)]);
    for (feature_set, hidden) in networks {
        let mut evaluators = Evaluators::new(feature_set, hidden);
        let mut happened = Happened::default();
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        for _ in 0..300 {
            let numbers: Vec<u32> = (0..60).map(|_| next()).collect();
            // The evaluators are reused: positions of the previous game must not be mistaken for
            // this game's.
            wander(&mut evaluators, &mut Game::new(start(next())), &numbers, &mut happened);
        }
        let Happened { castling, en_passant, promotions, null_moves, undone, crossings } = happened;
        let least =
            [castling, en_passant, promotions, null_moves, undone, crossings].into_iter().min().unwrap();
        assert!(least >= 20, "{happened:?}");
    }
}

#[test]
fn weights_as_large_as_may_be_evaluate_as_from_scratch() {
    let mut parameters = Parameters::random(FeatureSet::Mirrored, 2, 64);
    // The largest are now 960 and 120: 32 men reach 30,720.
    parameters.input_weights.iter_mut().for_each(|weight| *weight *= 16);
    parameters.output_weights.iter_mut().for_each(|weight| *weight *= 2);
    let mut evaluators = Evaluators::with(&parameters);
    for text in STARTS {
        let mut game = Game::new(fen::parse(text).unwrap());
        let numbers: Vec<u32> = (0..100).map(|i: u32| i.wrapping_mul(0x9E37_79B9)).collect();
        wander(&mut evaluators, &mut game, &numbers, &mut Happened::default());
    }
}

#[test]
fn every_node_of_a_tree_evaluates_as_from_scratch() {
    fn visit(evaluators: &mut Evaluators, game: &mut Game, depth: u32) -> u64 {
        // Inner nodes of one parity are not evaluated, so later updates cover several plies.
        if depth != 1 {
            evaluators.check(game);
        }
        if depth == 0 {
            return 1;
        }
        let mut nodes = 1;
        for mv in legal_moves(game.board()) {
            game.play(mv);
            nodes += visit(evaluators, game, depth - 1);
            game.undo();
        }
        nodes
    }
    for feature_set in FeatureSet::ALL {
        let mut evaluators = Evaluators::new(feature_set, 64);
        for text in STARTS {
            let board: Board = fen::parse(text).unwrap();
            let nodes = 1 + perft(&board, 1) + perft(&board, 2);
            assert_eq!(visit(&mut evaluators, &mut Game::new(board), 2), nodes);
        }
    }
}

#[test]
fn lines_longer_than_the_stack_evaluate_as_from_scratch() {
    let mut evaluators = Evaluators::new(FeatureSet::Mirrored, 64);
    let mut game = Game::new(Board::default());
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for i in 0..1_200 {
        let mv: Move = shuffle[i % 4].parse().unwrap();
        game.play(mv);
        if i % 7 != 0 {
            evaluators.check(&game);
        }
    }
    while game.ply() > 0 {
        game.undo();
        evaluators.check(&game);
    }
}

#[test]
fn men_may_come_and_go_in_any_number_up_to_two() {
    let with = |men: &[(Color, Piece, Square)]| {
        let mut builder = BoardBuilder::empty();
        for &(color, piece, square) in men
            .iter()
            .chain(&[(Color::White, Piece::King, Square::E1), (Color::Black, Piece::King, Square::C8)])
        {
            *builder.square_mut(square) = Some((piece, color));
        }
        builder.build().unwrap()
    };
    let rook = (Color::White, Piece::Rook, Square::A4);
    let knight = (Color::Black, Piece::Knight, Square::H5);
    let pawn = (Color::Black, Piece::Pawn, Square::B6);
    let bishop = (Color::White, Piece::Bishop, Square::G2);
    let sets: [&[_]; 8] = [
        &[],
        &[rook],
        &[rook, knight, pawn],
        &[rook],
        &[],
        &[knight, pawn],
        &[rook, bishop, pawn],
        &[rook, knight],
    ];
    let mut evaluators = Evaluators::new(FeatureSet::Mirrored, 64);
    let mut game = Game::new(with(sets[0]));
    evaluators.check(&game);
    for set in sets {
        game.reach(with(set));
        evaluators.check(&game);
    }
    let mut many = Changes::NONE;
    let man = |square| Man { color: Color::White, piece: Piece::Pawn, square };
    many.put(man(Square::A2));
    many.put(man(Square::B2));
    assert!(std::panic::catch_unwind(move || many.put(man(Square::C2))).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_walk_evaluates_as_from_scratch(
        first: u32,
        tiles in 1..6usize,
        numbers in prop::collection::vec(any::<u32>(), 0..200),
    ) {
        let mut evaluators = Evaluators::new(FeatureSet::Mirrored, 64 * tiles);
        wander(&mut evaluators, &mut Game::new(start(first)), &numbers, &mut Happened::default());
    }
}
