//! Won positions of every recognized ending are won as often with recognizers as without them, and
//! as fast.
//!
//! Quiet won positions whose next capture, pawn move or mate is twenty plies or more away are
//! chosen at random and played out without tables in memory against the longest defense.
//! `VANCURA_ENDINGS` and `VANCURA_POSITIONS` narrow a run to some endings and to fewer positions.

use std::collections::HashSet;
use std::time::Instant;

use board::random::Random;
use board::{Color, Dtz, GameStatus, Man, Material, Move, Piece, Placement, Square, Wdl, legal_moves};
use rayon::prelude::*;
use recognizers::Bound;
use tbgen::DtzTables;
use vancura::clock::Signals;
use vancura::engine::Engine;
use vancura::limits::Limits;
use vancura::position::Position;
use vancura::search::Silent;

/// Positions per ending, at most.
const POSITIONS: usize = 500;
/// Positions by Lucena's rule.
const LUCENA_POSITIONS: usize = 200;
/// Plies to the next zeroing move or mate, at least.
const MIN_DTZ: i16 = 20;
/// Random placements tried before assuming that an ending has no more such positions.
const TRIES: usize = 3_000_000;
/// Nodes per move.
const NODES: [u64; 2] = [2_000, 20_000];
/// Tolerated share of wins lost by recognizers, per ending.
const MAX_LOSS: f64 = 0.03;
/// Name of the rule for Lucena's position.
const LUCENA_RULE: &str = "the attacker builds the bridge";

/// Plies of each game until mate; `None` where it was not won.
type Wins = Vec<Option<usize>>;

/// In how many positions the win came sooner with recognizers, and in how many later. A game that
/// was not won counts as longer than any that was, as censored data (E. Gehan, "A generalized
/// Wilcoxon test for comparing arbitrarily singly-censored samples", Biometrika 52, 1965). The mean
/// over games won both ways would be biased: if only the easiest are won without recognizers, those
/// are the quickest ones.
#[derive(Default)]
struct Haste {
    sooner: u32,
    later: u32,
}

impl Haste {
    fn add(&mut self, with: &Wins, without: &Wins) {
        let plies = |win: &Option<usize>| win.unwrap_or(usize::MAX);
        for (with, without) in with.iter().zip(without).map(|(with, without)| (plies(with), plies(without))) {
            self.sooner += u32::from(with < without);
            self.later += u32::from(with > without);
        }
    }

    /// The standard error of as many coin tosses.
    fn standard_error(&self) -> f64 {
        f64::from(self.sooner + self.later).sqrt()
    }

    fn is_kept(&self) -> bool {
        f64::from(self.later) - f64::from(self.sooner) <= self.standard_error()
    }
}

fn mates(wins: &Wins) -> usize {
    wins.iter().flatten().count()
}

fn mean_plies(wins: &Wins) -> f64 {
    wins.iter().flatten().sum::<usize>() as f64 / mates(wins).max(1) as f64
}

/// A random legal placement of these men with the side to move.
fn placement_by_lot(material: Material, random: &mut Random) -> Option<Placement> {
    let mut men = Vec::new();
    for color in Color::ALL {
        // Kings may be part of a material or are added here: one per side either way.
        let pieces =
            std::iter::once(Piece::King).chain(material.pieces(color).filter(|&piece| piece != Piece::King));
        for piece in pieces {
            men.push(Man { color, piece, square: Square::index(random.next_u64() as usize % 64) });
        }
    }
    let to_move = if random.next_u64() & 1 == 0 { Color::White } else { Color::Black };
    Placement::new(to_move, &men).ok().filter(Placement::is_legal)
}

fn dtz(tables: &DtzTables, position: &Position) -> Option<Dtz> {
    tables.dtz(&Placement::from_board(position.board()).ok()?)
}

fn is_quiet(position: &Position) -> bool {
    !position.in_check() && legal_moves(position.board()).into_iter().all(|mv| !position.is_tactical(mv))
}

/// Quiet won positions far from the next zeroing move that satisfy `wanted`.
fn sample(
    tables: &DtzTables,
    material: Material,
    count: usize,
    wanted: impl Fn(&Position, Dtz) -> bool,
) -> Vec<Position> {
    let mut random = Random::new(1);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for _ in 0..TRIES {
        if found.len() == count {
            break;
        }
        let Some(placement) = placement_by_lot(material, &mut random) else { continue };
        let Some(distance) = tables.dtz(&placement).filter(|dtz| dtz.wdl() == Wdl::Win) else { continue };
        let Ok(board) = placement.to_board() else { continue };
        let position = Position::new(board);
        if wanted(&position, distance) && is_quiet(&position) && seen.insert(position.key()) {
            found.push(position);
        }
    }
    found
}

/// The best defense: a draw if there is one, otherwise the greatest distance to the next zeroing
/// move or mate.
fn resist(tables: &DtzTables, game: &Position) -> Move {
    let value = |mv: &Move| {
        let mut after = game.clone();
        after.play(*mv);
        let dtz = dtz(tables, &after).map_or(0, |dtz| dtz.0);
        // A short win of the other side is to be avoided.
        let is_lost = (1..=Dtz::FIFTY_MOVES_PLIES).contains(&dtz);
        (!is_lost, if after.fifty_move_clock() == 0 { 0 } else { dtz })
    };
    legal_moves(game.board()).into_iter().max_by_key(value).expect("the game is not over")
}

/// Plays out a win; its plies when it ends in mate.
fn play(engine: &mut Engine, tables: &DtzTables, start: &Position, nodes: u64) -> Option<usize> {
    engine.new_game();
    let mut game = start.clone();
    for ply in 1..300 {
        let winner_moves = ply % 2 == 1;
        let mv = if winner_moves {
            let limits = Limits::nodes(nodes);
            let outcome = engine.think(&game, &limits, &Signals::default(), Instant::now(), &mut Silent);
            outcome.best.expect("the game is not over")
        } else {
            resist(tables, &game)
        };
        game.play(mv);
        if game.is_repetition(0) || game.is_fifty_move_draw() || game.is_insufficient_material() {
            return None;
        }
        match game.board().status() {
            GameStatus::Ongoing => {}
            GameStatus::Won => return winner_moves.then_some(ply),
            GameStatus::Drawn => return None,
        }
    }
    None
}

fn wins(tables: &DtzTables, starts: &[Position], nodes: u64, recognizers: bool) -> Wins {
    let engine = || {
        let mut engine = Engine::new(4).expect("four mebibytes are there");
        engine.tables.internal_men = 0;
        engine.features.recognizers = recognizers;
        engine
    };
    starts
        .par_iter()
        .map_init(engine, |engine, start| {
            let plies = play(engine, tables, start, nodes);
            if plies.is_none() && recognizers {
                println!("not won at {nodes} nodes: {}", start.board());
            }
            plies
        })
        .collect()
}

/// Endings for which there are recognizers, smallest first.
fn endings() -> Vec<Material> {
    let chosen = std::env::var("VANCURA_ENDINGS").unwrap_or_default();
    let chosen: Vec<Material> = chosen.split_whitespace().filter_map(|name| name.parse().ok()).collect();
    let mut endings: Vec<Material> =
        recognizers::RECOGNIZERS.iter().map(|recognizer| recognizer.material().canonical().0).collect();
    endings.retain(|ending| chosen.is_empty() || chosen.iter().any(|other| other.canonical().0 == *ending));
    endings.sort_by_key(|ending| ending.men());
    endings
}

fn positions() -> usize {
    std::env::var("VANCURA_POSITIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(POSITIONS)
}

#[test]
#[ignore = "hours: up to 500 positions of every recognized ending are played out four times"]
fn wins_are_brought_home_with_recognizers_as_without() {
    let (mut with, mut without, mut haste, mut faults) = (0, 0, Haste::default(), Vec::new());
    for material in endings() {
        let mut tables = DtzTables::new();
        tables.build_all(&[material]).expect("five men can be solved");
        let starts = sample(&tables, material, positions(), |_, dtz| dtz.0 >= MIN_DTZ);
        for nodes in NODES {
            let [on, off] = [true, false].map(|recognizers| wins(&tables, &starts, nodes, recognizers));
            println!(
                "{material}, {nodes} nodes: {} of {} with, {} without; {:.1} and {:.1} plies",
                mates(&on),
                starts.len(),
                mates(&off),
                mean_plies(&on),
                mean_plies(&off),
            );
            if (mates(&off) as f64 - mates(&on) as f64) > MAX_LOSS * starts.len() as f64 {
                faults.push(format!("{material} at {nodes} nodes"));
            }
            with += mates(&on);
            without += mates(&off);
            haste.add(&on, &off);
        }
    }
    println!(
        "{with} mates with, {without} without; sooner in {} positions, later in {}, standard error of the difference {:.1}",
        haste.sooner,
        haste.later,
        haste.standard_error(),
    );
    assert!(with >= without && faults.is_empty(), "{faults:?}");
    assert!(haste.is_kept());
}

#[test]
#[ignore = "minutes: 200 Lucena positions are played out"]
fn all_wins_by_lucenas_rule_are_brought_home() {
    let material: Material = "KRPvKR".parse().expect("it is a material");
    let mut tables = DtzTables::new();
    tables.build_all(&[material]).expect("five men can be solved");
    let is_lucena = |position: &Position, _| {
        recognizers::judge(position.board())
            .is_some_and(|verdict| verdict.bound == Bound::Win && verdict.rule.name() == LUCENA_RULE)
    };
    let starts = sample(&tables, material, LUCENA_POSITIONS, is_lucena);
    assert_eq!(starts.len(), LUCENA_POSITIONS);
    let mates = NODES.map(|nodes| mates(&wins(&tables, &starts, nodes, true)));
    assert_eq!(mates, [LUCENA_POSITIONS; 2], "at {NODES:?} nodes per move");
}
