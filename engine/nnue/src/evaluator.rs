//! Evaluation along a line of play: hidden neurons are updated lazily, when a position is
//! evaluated, not when a move is made.

use std::sync::Arc;

use board::{Board, Color, Piece};

use crate::features::{FeatureSet, View, code};
use crate::refresh::{RefreshCache, Rows};
use crate::simd::vectors::Vectors;
use crate::simd::{Kernel, Simd, kernels};
use crate::stack::Stack;
use crate::{Changes, Network};

/// Plies to look back for an evaluated position: a refresh costs about as much as this many
/// updates.
const PLIES_BACK_MAX: usize = 5;

/// Most sums of a head.
const MAX_SUMS: usize = FeatureSet::KingSquares.sums();

/// The line of play that led to a position: what an [`Evaluator`] needs to know about it.
///
/// Plies may be counted from any point, such as the start of the game or the root of the search;
/// lines with a common beginning should number it alike.
pub trait Line {
    /// The ply of the current position.
    fn ply(&self) -> usize;

    /// The current position.
    fn board(&self) -> &Board;

    /// A key of the placement of men at a ply up to the current one: different placements have
    /// different keys, and 0 is none of them.
    fn key(&self, ply: usize) -> u64;

    /// The changes of the move that led to the position at a ply, from 1 to the current one.
    fn changes(&self, ply: usize) -> &Changes;
}

/// Evaluates positions along lines of play with one network. Each thread of a search has its own.
///
/// ```
/// use std::sync::Arc;
/// use board::Board;
/// use vancura_nnue::{Changes, Evaluator, FeatureSet, Line, Network, Parameters, Simd};
///
/// /// A position without a line.
/// struct Single(Board);
///
/// impl Line for Single {
///     fn ply(&self) -> usize {
///         0
///     }
///     fn board(&self) -> &Board {
///         &self.0
///     }
///     fn key(&self, _ply: usize) -> u64 {
///         self.0.hash()
///     }
///     fn changes(&self, _ply: usize) -> &Changes {
///         &Changes::NONE
///     }
/// }
///
/// let network = Arc::new(Network::new(&Parameters::random(FeatureSet::Mirrored, 1, 64)).unwrap());
/// let mut evaluator = Evaluator::new(Arc::clone(&network), Simd::detect());
/// let start = Single(Board::default());
/// assert_eq!(evaluator.evaluate(&start), network.evaluate_plain(&start.0));
/// ```
#[derive(Clone)]
pub struct Evaluator {
    network: Arc<Network>,
    simd: Simd,
    stack: Stack,
    cache: RefreshCache,
}

impl Evaluator {
    /// An evaluator that uses this vector unit. Allocates 1 KiB for each hidden neuron of a
    /// perspective.
    pub fn new(network: Arc<Network>, simd: Simd) -> Self {
        let stack = Stack::new(network.input_biases());
        let cache = RefreshCache::new(&network);
        Self { network, simd, stack, cache }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The vector unit.
    pub fn simd(&self) -> Simd {
        self.simd
    }

    /// The evaluation of the current position, in centipawns for the side to move; equal to
    /// [`Network::evaluate_plain`] of its board.
    pub fn evaluate(&mut self, line: &impl Line) -> i32 {
        let simd = self.simd;
        simd.run(Evaluation { evaluator: self, line })
    }
}

/// The evaluation of a position on a vector unit, in one function.
struct Evaluation<'a, L> {
    evaluator: &'a mut Evaluator,
    line: &'a L,
}

impl<L: Line> Kernel for Evaluation<'_, L> {
    type Output = i32;

    #[inline(always)]
    fn run<V: Vectors>(self, vectors: V) -> i32 {
        let Self { evaluator, line } = self;
        evaluator.bring_up_to_date(line, Color::White);
        evaluator.bring_up_to_date(line, Color::Black);
        let board = line.board();
        let us = board.side_to_move();
        let head = evaluator.network.feature_set().head_of(board);
        let Evaluator { stack, network, .. } = evaluator;
        let (own, their) = (stack.row(line.ply(), us), stack.row(line.ply(), !us));
        // An explicit loop: closures of a lazy iterator would not be compiled for this unit.
        let count = network.feature_set().sums();
        let mut sums = [0; MAX_SUMS];
        for (number, sum) in sums[..count].iter_mut().enumerate() {
            *sum = kernels::forward(vectors, own, their, network.output_row(head, number));
        }
        network.centipawns(head, &sums[..count])
    }
}

impl Evaluator {
    /// Writes the current position from one side's view to the stack.
    #[inline(always)]
    fn bring_up_to_date(&mut self, line: &impl Line, perspective: Color) {
        let now = line.ply();
        if self.network.feature_set() == FeatureSet::KingSquares {
            self.add_up(line, perspective);
            return;
        }
        let Some(nearest) = self.nearest(line, perspective) else {
            let to = self.stack.row_mut(now, perspective, line.key(now));
            self.cache.refresh(&self.network, line.board(), perspective, to);
            return;
        };
        let view = View::of(FeatureSet::Mirrored, line.board(), perspective);
        for ply in nearest + 1..=now {
            self.step(ply, line.key(ply), line.changes(ply), perspective, view);
        }
    }

    /// Writes the current position from one side's view to the stack, from scratch: with few men
    /// this is as fast as an update.
    #[inline(always)]
    fn add_up(&mut self, line: &impl Line, perspective: Color) {
        let (now, network) = (line.ply(), &*self.network);
        let key = line.key(now);
        if self.stack.holds(now, perspective, key) {
            return;
        }
        let (board, mut rows) = (line.board(), Rows::default());
        let view = View::of(FeatureSet::KingSquares, board, perspective);
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    rows.push(view.feature_of(code(color, piece, square)));
                }
            }
        }
        let to = self.stack.row_mut(now, perspective, key);
        kernels::add_up(to, network.input_biases(), network.input_weights(), rows.as_slice());
    }

    /// The last ply at which the stack holds the line's position in the current view.
    #[inline(always)]
    fn nearest(&self, line: &impl Line, perspective: Color) -> Option<usize> {
        let now = line.ply();
        let first = now.saturating_sub(PLIES_BACK_MAX);
        let mut ply = now;
        while !self.stack.holds(ply, perspective, line.key(ply)) {
            if ply == first || line.changes(ply).turns_view_of(perspective) {
                return None;
            }
            ply -= 1;
        }
        Some(ply)
    }

    /// Updates one perspective at a ply from the previous ply.
    #[inline(always)]
    fn step(&mut self, ply: usize, key: u64, changes: &Changes, perspective: Color, view: View) {
        let network = &*self.network;
        let (to, from) = self.stack.step(ply, perspective, key);
        let ([a, b], puts) = changes.added(view);
        let ([c, d], takes) = changes.removed(view);
        let row = |feature| network.input_row(feature);
        match (puts, takes) {
            (1, 1) => kernels::update(to, from, &[row(a)], &[row(c)]),
            (1, 2) => kernels::update(to, from, &[row(a)], &[row(c), row(d)]),
            (2, 2) => kernels::update(to, from, &[row(a), row(b)], &[row(c), row(d)]),
            (0, 0) => to.copy_from_slice(from),
            // Not a chess move, but positions may be set up piece by piece.
            _ => {
                let row_if = |is_there, feature| if is_there { row(feature) } else { network.zero_row() };
                let added = [row_if(puts > 0, a), row_if(puts > 1, b)];
                let removed = [row_if(takes > 0, c), row_if(takes > 1, d)];
                kernels::update(to, from, &added, &removed);
            }
        }
    }
}
