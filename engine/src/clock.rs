//! Time management: from the limits of a search to the times when it should and when it must stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use board::{Board, Color};

use crate::limits::Limits;
use crate::params as p;

/// Default time in reserve for each move, in milliseconds.
pub(crate) const DEFAULT_OVERHEAD_MS: i64 = 25;

/// Signals to a running search: stop, or ponderhit.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Milliseconds spent pondering; the clock runs only from then on.
    pondered_ms: AtomicU64,
}

impl Signals {
    /// Resets the signals for a new search.
    pub fn reset(&self, pondering: bool) {
        self.stop.store(false, Ordering::SeqCst);
        self.pondering.store(pondering, Ordering::SeqCst);
        self.pondered_ms.store(0, Ordering::SeqCst);
    }

    /// Tells the search to stop.
    pub fn stop(&self) {
        self.pondering.store(false, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
    }

    /// True when the search should stop.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The move pondered on was played; the search has run since `started`.
    pub(crate) fn ponder_hit(&self, started: Instant) {
        self.pondered_ms.store(started.elapsed().as_millis() as u64, Ordering::SeqCst);
        self.pondering.store(false, Ordering::SeqCst);
    }

    /// True while the other side's clock runs.
    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}

/// Recent scheduling delay of this program on a busy machine, in milliseconds.
#[derive(Debug, Default)]
pub(crate) struct Lateness(AtomicU64);

impl Lateness {
    /// Longest time between two clock checks that is explained by the work between them, in
    /// milliseconds.
    const WORK_MS: u64 = 5;
    /// A longer delay is not due to load: the program or the whole machine was suspended.
    const MOST_MS: u64 = 500;

    /// Records the time between two clock checks.
    pub(crate) fn note(&self, gap: Duration) {
        let late = (gap.as_millis() as u64).saturating_sub(Self::WORK_MS).min(Self::MOST_MS);
        if late > 0 {
            self.0.fetch_max(late, Ordering::Relaxed);
        }
    }

    /// The greatest delay, where older ones decay by an eighth per search. Call once per search.
    pub(crate) fn take(&self) -> i64 {
        let late = self.0.load(Ordering::Relaxed);
        self.0.store(late - late.div_ceil(8).min(late), Ordering::Relaxed);
        late as i64
    }
}

/// How the user wants time to be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Kept in reserve for each move, in milliseconds.
    pub overhead_ms: i64,
    /// Percent of the time that is planned for a move by default.
    pub slow_mover: i64,
    /// No move is planned with less, in milliseconds, as far as the clock has it.
    pub minimum_ms: i64,
    /// Nodes that count as a millisecond, so that games do not depend on the machine; 0 for the
    /// clock itself.
    pub nodes_per_ms: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { overhead_ms: DEFAULT_OVERHEAD_MS, slow_mover: 100, minimum_ms: 0, nodes_per_ms: 0 }
    }
}

/// The clock of a side that counts nodes: see [`Pace::nodes_per_ms`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NodeClock {
    /// Nodes left; `None` before the first move of a game.
    left: Option<i64>,
}

impl NodeClock {
    /// The limits of a move by this clock: the time left is that of the first move, less what was
    /// searched since.
    pub(crate) fn limits(&mut self, limits: &Limits, us: Color, nodes_per_ms: u64) -> Limits {
        let mut limits = limits.clone();
        if let Some(time) = limits.time[us as usize].filter(|_| nodes_per_ms > 0) {
            let rate = nodes_per_ms as i64;
            let left = *self.left.get_or_insert(time.saturating_mul(rate));
            limits.time[us as usize] = Some(left / rate);
        }
        limits
    }

    /// Counts a move that was searched with these limits, if it was played by this clock.
    pub(crate) fn spend(&mut self, limits: &Limits, us: Color, nodes_per_ms: u64, nodes: u64) {
        let is_timed = nodes_per_ms > 0 && limits.time[us as usize].is_some();
        if let Some(left) = self.left.as_mut().filter(|_| is_timed) {
            let increment = limits.increment[us as usize].unwrap_or(0).saturating_mul(nodes_per_ms as i64);
            *left = left.saturating_add(increment).saturating_sub_unsigned(nodes).max(1);
        }
    }
}

/// The times when one search should and must stop.
#[derive(Clone, Debug)]
pub struct TimeManager {
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// See [`Pace::nodes_per_ms`].
    nodes_per_ms: u64,
}

impl TimeManager {
    /// Plans the time of a move in this position from its limits. If only the other side's clock is
    /// known, that is used. Where the limits do not say how many moves are left, that depends on
    /// the men: the fewer there are, the sooner the game is over.
    pub fn new(limits: &Limits, board: &Board, pace: Pace, started: Instant) -> Self {
        let us = board.side_to_move();
        let own = |clock: [Option<i64>; 2]| clock[us as usize].or(clock[!us as usize]);
        let (soft, hard) = if limits.infinite {
            (None, None)
        } else if let Some(movetime) = limits.movetime {
            let time = (movetime - pace.overhead_ms.min(movetime / 2)).max(1);
            (Some(time as f64), Some(time as f64))
        } else if let Some(left) = own(limits.time) {
            let increment = limits.increment[us as usize].unwrap_or(0).max(0) as f64;
            let left = (left.saturating_sub(pace.overhead_ms)).max(1) as f64;
            let increment = increment * (left / p::TIME_INCREMENT_FULL_MS).min(1.0);
            let left = left - (left * p::TIME_RESERVE_SHARE).min(p::TIME_RESERVE_MS);
            let men = f64::from(board.occupied().len());
            let moves = limits.moves_to_go.map_or_else(
                || p::TIME_MOVES_LEFT + men * p::TIME_MOVES_PER_MAN,
                |moves| (moves.max(1) as f64).min(p::TIME_MOVES_MOST),
            );
            let planned = left / moves + increment * p::TIME_INCREMENT_SHARE;
            let soft = (planned * pace.slow_mover as f64 / 100.0).max(pace.minimum_ms as f64);
            let last_move = limits.moves_to_go == Some(1);
            let soft_share = if last_move { 0.8 } else { p::TIME_SOFT_SHARE };
            let hard_share = if last_move { 0.9 } else { p::TIME_HARD_SHARE };
            (Some(soft.min(left * soft_share)), Some((soft * p::TIME_HARD_FACTOR).min(left * hard_share)))
        } else {
            (None, None)
        };
        let duration = |ms: f64| Duration::from_secs_f64((ms / 1_000.0).clamp(0.0, 1e9));
        let [soft, hard] = [soft, hard].map(|ms| ms.map(duration));
        Self { started, soft, hard, nodes_per_ms: pace.nodes_per_ms }
    }

    /// Start of the search.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// Time planned for the move in milliseconds; `None` without a clock.
    pub(crate) fn planned_ms(&self) -> Option<f64> {
        self.soft.map(|soft| soft.as_secs_f64() * 1_000.0)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The time that counts, given the nodes searched so far.
    fn spent(&self, signals: &Signals, nodes: u64) -> Duration {
        if let Some(ms) = nodes.checked_div(self.nodes_per_ms) {
            return Duration::from_millis(ms);
        }
        self.elapsed().saturating_sub(Duration::from_millis(signals.pondered_ms.load(Ordering::Relaxed)))
    }

    /// True when a search must stop at once, given the nodes searched so far.
    pub(crate) fn is_over(&self, signals: &Signals, nodes: u64) -> bool {
        !signals.is_pondering() && self.hard.is_some_and(|hard| self.spent(signals, nodes) >= hard)
    }

    /// True when a new iteration is not worth starting; `scale` stretches the plan.
    pub(crate) fn is_soft_over(&self, signals: &Signals, nodes: u64, scale: f64) -> bool {
        let is_over = |soft: Duration| self.spent(signals, nodes) >= soft.mul_f64(scale);
        !signals.is_pondering() && self.soft.is_some_and(is_over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;

    fn plan_in(text: &str, limits: &Limits) -> TimeManager {
        let pace = Pace { overhead_ms: 10, ..Pace::default() };
        TimeManager::new(limits, &fen::parse(text).expect("it is a position"), pace, Instant::now())
    }

    fn plan(limits: &Limits, us: Color) -> TimeManager {
        let start = fen::STARTPOS;
        plan_in(&if us == Color::White { start.to_owned() } else { start.replace(" w ", " b ") }, limits)
    }

    fn clock(white: Option<i64>, black: Option<i64>) -> Limits {
        Limits { time: [white, black], ..Limits::default() }
    }

    #[test]
    fn the_hard_limit_never_exceeds_the_clock() {
        for left in [-500, 0, 1, 5, 20, 100, 1_000, 60_000, i64::MIN, i64::MAX / 2] {
            for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(-3)] {
                for increment in [None, Some(10), Some(10_000), Some(-10)] {
                    let mut limits = clock(Some(left), None);
                    limits.moves_to_go = moves_to_go;
                    limits.increment = [increment, None];
                    let time_manager = plan(&limits, Color::White);
                    let (soft, hard) = (time_manager.soft.unwrap(), time_manager.hard.unwrap());
                    assert!(
                        hard <= Duration::from_millis(left.saturating_sub(10).max(1) as u64),
                        "{limits:?}"
                    );
                    assert!(soft <= hard, "{limits:?}");
                }
            }
        }
    }

    #[test]
    fn with_fewer_men_fewer_moves_are_left() {
        let planned = |text: &str, moves_to_go| {
            let limits = Limits { moves_to_go, ..clock(Some(60_000), None) };
            plan_in(text, &limits).planned_ms().expect("there is a clock")
        };
        let (middlegame, ending) = (fen::STARTPOS, "8/8/4k3/8/8/3RK3/4P3/5r2 w - - 0 1");
        assert!(planned(ending, None) > 1.8 * planned(middlegame, None));
        assert!((planned(ending, Some(30)) - planned(middlegame, Some(30))).abs() < 1e-6);
    }

    #[test]
    fn one_clock_is_enough() {
        assert!(plan(&clock(Some(100), None), Color::Black).hard.is_some());
        assert!(plan(&clock(None, Some(100)), Color::White).hard.is_some());
        assert!(plan(&Limits::default(), Color::White).hard.is_none());
    }

    #[test]
    fn a_low_clock_is_refilled() {
        let spent = |left: i64| {
            let limits = Limits { increment: [Some(10), None], ..clock(Some(left), None) };
            plan(&limits, Color::White).soft.unwrap().as_secs_f64() * 1_000.0
        };
        assert!(spent(60) < 2.5 && spent(1_000) > 20.0, "{} {}", spent(60), spent(1_000));
        assert!((1..20).all(|tenth| spent(50 * tenth) < spent(50 * tenth + 50)));
    }

    #[test]
    fn lateness_is_remembered_and_fades() {
        let lateness = Lateness::default();
        lateness.note(Duration::from_millis(2));
        assert_eq!(lateness.take(), 0, "that was work");
        lateness.note(Duration::from_millis(138));
        lateness.note(Duration::from_millis(20));
        assert_eq!(lateness.take(), 133);
        assert!((60..80).contains(&(0..5).map(|_| lateness.take()).last().unwrap()));
        assert_eq!((0..40).map(|_| lateness.take()).last(), Some(0));
    }

    #[test]
    fn pondering_holds_the_clock() {
        let signals = Signals::default();
        signals.reset(true);
        let time_manager = plan(&clock(Some(0), None), Color::White);
        std::thread::sleep(Duration::from_millis(5));
        assert!(!time_manager.is_over(&signals, 0));
        signals.ponder_hit(time_manager.started());
        std::thread::sleep(Duration::from_millis(5));
        assert!(time_manager.is_over(&signals, 0));
    }

    #[test]
    fn a_slow_mover_takes_more_and_a_minimum_is_kept_where_the_clock_has_it() {
        let planned = |left: i64, pace: Pace| {
            let limits = clock(Some(left), None);
            TimeManager::new(&limits, &Board::default(), pace, Instant::now()).planned_ms().unwrap()
        };
        let usual = planned(60_000, Pace::default());
        let slow = planned(60_000, Pace { slow_mover: 150, ..Pace::default() });
        let quick = planned(60_000, Pace { slow_mover: 50, ..Pace::default() });
        assert!((slow / usual - 1.5).abs() < 1e-6 && (quick / usual - 0.5).abs() < 1e-6);
        let patient = Pace { minimum_ms: 3_000, ..Pace::default() };
        assert!((planned(60_000, patient) - 3_000.0).abs() < 1e-6);
        // A quarter of what is left, and no more, whatever is asked for.
        let most = planned(1_000, Pace { slow_mover: 1_000, minimum_ms: 5_000, ..Pace::default() });
        assert!(most <= 250.0, "{most}");
    }

    #[test]
    fn nodes_are_time_where_they_count_as_such() {
        let pace = Pace { nodes_per_ms: 100, overhead_ms: 0, ..Pace::default() };
        let signals = Signals::default();
        let limits = Limits { movetime: Some(50), ..Limits::default() };
        let manager = TimeManager::new(&limits, &Board::default(), pace, Instant::now());
        assert!(!manager.is_over(&signals, 4_999) && manager.is_over(&signals, 5_000));
        assert!(manager.is_soft_over(&signals, 2_500, 0.5));
        // The clock of nodes begins with the first move, and then runs by itself.
        let (mut own, us) = (NodeClock::default(), Color::Black);
        let limits = |left| Limits { increment: [None, Some(10)], ..clock(None, Some(left)) };
        assert_eq!(own.limits(&limits(2_000), us, 100).time[1], Some(2_000));
        own.spend(&limits(2_000), us, 100, 30_000);
        assert_eq!(own.limits(&limits(7), us, 100).time[1], Some(1_710));
        // An analysis without a clock takes none of it.
        own.spend(&Limits::nodes(50_000), us, 100, 50_000);
        assert_eq!(own.limits(&limits(7), us, 100).time[1], Some(1_710));
        own.spend(&limits(7), us, 100, u64::MAX);
        assert_eq!(own.limits(&limits(7), us, 100).time[1], Some(0));
    }
}
