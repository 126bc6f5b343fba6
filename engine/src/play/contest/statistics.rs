//! Statistics of game pairs: the difference in strength.
//!
//! Elo differences follow from the mean score of a game, errors from the spread of the pairs'
//! scores. The sequential test is a generalized likelihood ratio test of `elo1` against `elo0`,
//! with the observed variance (M. Van den Bergh, "The generalized sequential probability ratio test
//! for Elo", 2017).

use super::game::Game;
use super::referee::Ending;

/// Standard deviations of the 95 % interval.
const SIGMAS: f64 = 1.96;
/// Added to each count of the sequential test, so that the variance is not zero when the first
/// pairs are all shared.
const PRIOR: f64 = 0.25;

/// The counts, from the first side's view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Pairs by score: 0, ½, 1, 1½, 2 points.
    counts: [u64; 5],
    /// Games won, drawn and lost.
    games: [u64; 3],
    /// Moves, depths and nodes of each side, summed.
    moves: [u64; 2],
    depths: [u64; 2],
    nodes: [u64; 2],
    /// Games lost on time by each side.
    time_losses: [u64; 2],
    /// Games lost by each side because of faults.
    faults: [u64; 2],
}

/// A sequential test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first side is no better than this.
    pub elo0: f64,
    /// The first side is at least as good as this.
    pub elo1: f64,
    /// How often `elo1` may be accepted if `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted if `elo1` is true.
    pub beta: f64,
}

impl Default for Sprt {
    /// Tests whether the first side is better at all, with error rates of 5 %.
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }
    }
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// `elo1` is accepted.
    Accepted,
    /// `elo0` is accepted.
    Rejected,
}

/// A difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// Elo of the first side above the second.
    pub value: f64,
    /// Half the 95 % interval.
    pub error: f64,
}

/// The expected score at an Elo difference.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference for a score; infinite for 0 and 1.
fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

impl Statistics {
    /// Counts a pair.
    pub fn add(&mut self, games: &[Game; 2]) {
        self.counts[games.iter().map(Game::half_points).sum::<usize>()] += 1;
        for game in games {
            self.games[2 - game.half_points()] += 1;
            for (ply, played) in game.moves.iter().enumerate() {
                let side = game.mover(ply);
                self.moves[side] += 1;
                self.depths[side] += played.depth.max(0) as u64;
                self.nodes[side] += played.nodes;
            }
            let loser = game.half_points() / 2;
            match game.ending {
                Ending::Time => self.time_losses[loser] += 1,
                Ending::Fault => self.faults[loser] += 1,
                _ => {}
            }
        }
    }

    /// Pairs counted.
    pub fn pairs(&self) -> usize {
        self.counts.iter().sum::<u64>() as usize
    }

    /// Pairs by half points of the first side, from 0 to 4.
    pub fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// Games won, drawn and lost by the first side.
    pub fn games(&self) -> [u64; 3] {
        self.games
    }

    /// Games lost on time by each side.
    pub fn time_losses(&self) -> [u64; 2] {
        self.time_losses
    }

    /// Games lost by each side because it crashed, stopped responding or broke the rules.
    pub fn faults(&self) -> [u64; 2] {
        self.faults
    }

    /// Mean completed depth of a side's moves.
    pub fn mean_depth(&self, side: usize) -> f64 {
        self.depths[side] as f64 / self.moves[side].max(1) as f64
    }

    /// Mean nodes of a side's moves.
    pub fn mean_nodes(&self, side: usize) -> f64 {
        self.nodes[side] as f64 / self.moves[side].max(1) as f64
    }

    /// Mean score of a game, 0 to 1; one half before the first.
    pub fn score(&self) -> f64 {
        mean_and_variance(self.counts.map(|count| count as f64)).map_or(0.5, |(mean, _)| mean)
    }

    /// The difference in strength; `None` while one side has all the points.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, variance) = mean_and_variance(self.counts.map(|count| count as f64))?;
        if mean <= 0.0 || mean >= 1.0 {
            return None;
        }
        let spread = SIGMAS * (variance / self.pairs() as f64).sqrt();
        let (low, high) = ((mean - spread).max(1e-6), (mean + spread).min(1.0 - 1e-6));
        Some(Elo { value: elo_of(mean), error: (elo_of(high) - elo_of(low)) / 2.0 })
    }

    /// The logarithm of the likelihood ratio of a test.
    pub fn llr(&self, sprt: Sprt) -> f64 {
        if self.pairs() == 0 {
            return 0.0;
        }
        let counts = self.counts.map(|count| count as f64 + PRIOR);
        let Some((mean, variance)) = mean_and_variance(counts) else { return 0.0 };
        let (score0, score1) = (expected(sprt.elo0), expected(sprt.elo1));
        let pairs: f64 = counts.iter().sum();
        pairs * (score1 - score0) * (2.0 * mean - score0 - score1) / (2.0 * variance)
    }

    /// The state of a test.
    pub fn verdict(&self, sprt: Sprt) -> Verdict {
        let llr = self.llr(sprt);
        let [lower, upper] = sprt.limits();
        if llr >= upper {
            Verdict::Accepted
        } else if llr <= lower {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

impl Sprt {
    /// The log-likelihood ratios at which a test ends: below the first `elo0` is accepted, above
    /// the second `elo1`.
    pub fn limits(self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }
}

/// Variance of the score of a pair, divided by its two games.
fn mean_and_variance(counts: [f64; 5]) -> Option<(f64, f64)> {
    let total: f64 = counts.iter().sum();
    if total <= 0.0 {
        return None;
    }
    let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
    let mean = scores.iter().zip(counts).map(|(score, count)| score * count).sum::<f64>() / total;
    let squares = scores.iter().zip(counts).map(|(score, count)| (score - mean).powi(2) * count);
    Some((mean, squares.sum::<f64>() / total))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(counts: [u64; 5]) -> Statistics {
        Statistics { counts, ..Statistics::default() }
    }

    #[test]
    fn elo_and_error_are_those_of_known_matches() {
        // 100 pairs, 55 %: 34.9 Elo. Variance 0.0325 of pairs: ± 0.18028 / 10 * 1.96 = 0.03533.
        let elo = counted([0, 20, 40, 40, 0]).elo().unwrap();
        assert!((elo.value - 34.86).abs() < 0.01, "{elo:?}");
        let spread = SIGMAS * (0.035f64 / 100.0).sqrt();
        let by_hand = (elo_of(0.55 + spread) - elo_of(0.55 - spread)) / 2.0;
        assert!((elo.error - by_hand).abs() < 1e-9, "{elo:?} {by_hand}");
        let even = counted([3, 10, 40, 10, 3]).elo().unwrap();
        assert!(even.value.abs() < 1e-9 && even.error > 0.0);
        assert_eq!(counted([0, 0, 0, 0, 9]).elo(), None);
        assert_eq!(counted([0; 5]).elo(), None);
    }

    #[test]
    fn shared_pairs_have_no_error() {
        let elo = counted([0, 0, 50, 0, 0]).elo().unwrap();
        assert!(elo.value.abs() < 1e-9 && elo.error.abs() < 1e-9);
    }

    #[test]
    fn the_test_accepts_rejects_and_waits() {
        let sprt = Sprt::default();
        let [lower, upper] = sprt.limits();
        assert!((upper - 2.944).abs() < 0.001 && (lower + 2.944).abs() < 0.001);
        // As printed by other testing tools for error rates of 5 and 10 percent.
        let [lower, upper] = Sprt { beta: 0.1, ..sprt }.limits();
        assert!((lower + 2.251).abs() < 0.001 && (upper - 2.890).abs() < 0.001, "{lower} {upper}");
        let careful = Sprt { alpha: 0.001, beta: 0.001, ..sprt };
        assert_eq!(counted([30, 100, 400, 180, 40]).verdict(sprt), Verdict::Accepted);
        assert_eq!(counted([30, 100, 400, 180, 40]).verdict(careful), Verdict::Open);
        assert_eq!(counted([10, 100, 400, 250, 40]).verdict(sprt), Verdict::Accepted);
        assert_eq!(counted([40, 250, 400, 100, 10]).verdict(sprt), Verdict::Rejected);
        assert_eq!(counted([1, 2, 5, 2, 1]).verdict(sprt), Verdict::Open);
        assert_eq!(counted([0; 5]).verdict(sprt), Verdict::Open);
        assert!(counted([5, 50, 100, 50, 5]).llr(sprt) < 0.0, "no difference supports the lower bound");
    }

    #[test]
    fn a_few_shared_pairs_decide_nothing() {
        let sprt = Sprt { elo0: -10.0, elo1: 0.0, ..Sprt::default() };
        assert_eq!(counted([0, 0, 20, 0, 0]).verdict(sprt), Verdict::Open);
    }

    #[test]
    fn exchanging_the_sides_exchanges_the_sign() {
        let (one, other) = (counted([1, 7, 30, 20, 4]), counted([4, 20, 30, 7, 1]));
        assert!((one.elo().unwrap().value + other.elo().unwrap().value).abs() < 1e-9);
    }
}
