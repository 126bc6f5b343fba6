//! The evaluation of positions: by endgame plans, by a network, or hand-crafted.

use std::sync::Arc;

use board::Color;
use nnue::Simd;

use super::cache::EvaluationCache;
use super::classical::{self, PawnTable};
use super::endings::drawish::ahead;
use super::endings::{Drawish, plan};
use super::network::Networks;
use super::tuning::HandCrafted;
use super::view::from_our_side;
use crate::position::Position;
use crate::root_profile::{FEW_MEN, RootProfile};

/// With more men on the board the drawish rules hardly ever apply, and are skipped.
const FALSE_HOPE_MAX_MEN: u32 = 10;

/// Evaluates positions; caches the values of recent ones and of recent pawn structures.
pub struct Evaluator {
    cache: EvaluationCache,
    pawns: PawnTable,
    /// The hand-crafted evaluation without some terms; `None` for all terms.
    reduced: Option<Box<HandCrafted>>,
    /// `None` for the hand-crafted evaluation.
    network: Option<nnue::Evaluator>,
    /// The network for positions with few men.
    small: Option<nnue::Evaluator>,
    /// Whether the small network is used: not in a search whose root has more men, where mixing the
    /// scales of two networks costs more than the better one gains (`docs/results/networks.md`).
    asks_small: bool,
}

impl Default for Evaluator {
    fn default() -> Self {
        Self {
            cache: EvaluationCache::default(),
            pawns: PawnTable::default(),
            reduced: None,
            network: None,
            small: None,
            asks_small: true,
        }
    }
}

impl Evaluator {
    /// An evaluator with these networks; hand-crafted without.
    pub fn new(networks: Option<&Networks>) -> Self {
        let mut evaluator = Self::default();
        evaluator.use_networks(networks, Simd::detect());
        evaluator
    }

    /// The same without these terms of the hand-crafted evaluation.
    pub(super) fn without(mut self, terms: &[&'static str]) -> Self {
        self.leave_out(terms);
        self
    }

    /// Sets the networks; hand-crafted without.
    pub(crate) fn use_networks(&mut self, networks: Option<&Networks>, simd: Simd) {
        let evaluator = |network| nnue::Evaluator::new(Arc::clone(network), simd);
        self.network = networks.map(|networks| evaluator(&networks.main));
        self.small = networks.and_then(|networks| networks.small.as_ref()).map(evaluator);
        self.cache = EvaluationCache::default();
    }

    /// Leaves these terms out of the hand-crafted evaluation, and no others.
    pub(crate) fn leave_out(&mut self, terms: &[&'static str]) {
        self.reduced = (!terms.is_empty()).then(|| Box::new(HandCrafted::without(terms)));
        self.pawns = PawnTable::default();
        self.cache = EvaluationCache::default();
    }

    /// Starts a search from such a root: the network for the root evaluates all positions of the
    /// search.
    pub(crate) fn begin_search(&mut self, root: RootProfile) {
        if root.has_few_men != self.asks_small {
            self.asks_small = root.has_few_men;
            self.cache = EvaluationCache::default();
        }
    }

    /// Centipawns from the side to move's view, before correction history and fifty-move damping.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let Self { cache, pawns, reduced, network, small, asks_small } = self;
        let is_small = *asks_small && position.men() <= FEW_MEN && small.is_some();
        let speaker = if is_small { small } else { network };
        cache.value(position.key(), || {
            let planned = plan(position).map(|white_view| from_our_side(position, white_view));
            planned.unwrap_or_else(|| match (speaker, reduced) {
                (Some(network), _) => without_false_hope(position, network.evaluate(position)),
                (None, Some(hand)) => hand.by_hand(position, Some(pawns)),
                (None, None) => {
                    classical::TEMPO + from_our_side(position, classical::by_hand(position, pawns))
                }
            })
        })
    }

    /// The side that is ahead and the rule that scales down its advantage; `None` where no rule
    /// applies.
    pub fn drawish(&mut self, position: &Position) -> Option<(Color, Drawish)> {
        if plan(position).is_some() {
            return None;
        }
        let strong = ahead(classical::weigh(position, &mut self.pawns).0);
        Drawish::of(position.board(), strong).map(|rule| (strong, rule))
    }
}

/// A network's value, or 0 if the side that is ahead cannot force a win by one of the material
/// rules.
fn without_false_hope(position: &Position, value: i32) -> i32 {
    if position.men() > FALSE_HOPE_MAX_MEN || value == 0 {
        return value;
    }
    let us = position.side_to_move();
    let strong = if value > 0 { us } else { !us };
    let is_drawn = Drawish::of(position.board(), strong).is_some_and(Drawish::says_drawn);
    if is_drawn { 0 } else { value }
}

/// Damps the score linearly with the fifty-move counter, by half at 50 plies: a side that cannot
/// make progress is not winning.
pub(crate) fn fade_with_fifty_move_clock(centipawns: i32, clock: u8) -> i32 {
    centipawns * (200 - i32::from(clock)) / 200
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;
    use nnue::Network;

    fn evaluate(text: &str) -> i32 {
        Evaluator::default().evaluate(&Position::new(fen::parse(text).unwrap()))
    }

    fn exchange_colors(text: &str) -> String {
        let fields: Vec<&str> = text.split(' ').collect();
        let swap =
            |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        let rows: Vec<String> =
            fields[0].split('/').rev().map(|row| row.chars().map(swap).collect()).collect();
        let side = if fields[1] == "w" { "b" } else { "w" };
        let rights: String = fields[2].chars().map(swap).collect();
        format!("{} {side} {rights} - 0 1", rows.join("/"))
    }

    #[test]
    fn colors_are_equal() {
        for text in crate::play::bench::POSITIONS {
            let board = fen::parse(text).unwrap();
            let plain =
                format!("{} - 0 1", board.to_string().split(' ').take(3).collect::<Vec<_>>().join(" "));
            assert_eq!(evaluate(&plain), evaluate(&exchange_colors(&plain)), "{text}");
        }
    }

    #[test]
    fn more_material_is_better() {
        let level = evaluate(fen::STARTPOS);
        assert!(level.abs() < 60, "{level}");
        let no_knight = evaluate("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let no_queen = evaluate("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(level + 150 < no_knight && no_knight + 300 < no_queen);
    }

    #[test]
    fn dead_drawn_material_is_no_advantage() {
        for text in [
            "4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1",
            "4k3/3r4/8/8/8/8/8/2R1KN2 w - - 0 1",
            // The bishop does not control a8, where the king is.
            "k7/8/8/P7/8/8/8/2B1K3 w - - 0 1",
        ] {
            let value = evaluate(text);
            assert!(value.abs() < 100, "{text}: {value}");
        }
    }

    #[test]
    fn a_bare_king_is_driven_to_the_edge() {
        let center = evaluate("8/8/8/3k4/8/8/8/QK6 w - - 0 1");
        let edge = evaluate("3k4/8/8/8/8/8/8/QK6 w - - 0 1");
        assert!(edge > center && center > 1_000);
    }

    #[test]
    fn bishop_and_knight_drive_to_the_right_corner() {
        // c1 is dark: a1 and h8 are the corners.
        let right = evaluate("7k/8/8/8/3K4/8/8/2B2N2 w - - 0 1");
        let wrong = evaluate("k7/8/8/8/3K4/8/8/2B2N2 w - - 0 1");
        assert!(right > wrong);
    }

    #[test]
    fn a_network_sees_no_win_where_none_can_be_forced() {
        let mut hopes = 0;
        for seed in 1..=8 {
            let network = Arc::new(
                Network::new(&nnue::Parameters::random(nnue::FeatureSet::Mirrored, seed, 64)).unwrap(),
            );
            let mut evaluator = Evaluator::new(Some(&Networks::from(Arc::clone(&network))));
            for text in ["4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1", "4k3/8/8/8/8/8/8/2N1KN2 b - - 0 1"] {
                let position = Position::new(fen::parse(text).unwrap());
                hopes += i32::from(from_our_side(&position, network.evaluate_plain(position.board())) > 0);
                let white = from_our_side(&position, evaluator.evaluate(&position));
                assert!(white <= 0, "seed {seed}, {text}: {white}");
            }
        }
        assert!(hopes > 0, "no network gave two knights an advantage, so nothing was tested");
    }

    #[test]
    fn the_counter_fades_a_score() {
        assert_eq!(fade_with_fifty_move_clock(200, 0), 200);
        assert_eq!(fade_with_fifty_move_clock(200, 100), 100);
    }
}
