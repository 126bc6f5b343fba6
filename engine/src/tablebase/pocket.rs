//! What is proved of root moves without tables: by endings of up to four men solved for their
//! results, rules, mined tables and a search for proofs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, TryLockError};

use board::{Board, Material, Outcome, Placement};
use oracle::{Answer, Limits, Pocket};

/// Most men of positions that are asked about.
const MOST_MEN: u32 = 5;

/// The pocket of one program, shared by all its engines: see [`Pocket`].
#[derive(Default)]
pub(super) struct SharedPocket {
    pocket: RwLock<Pocket>,
    /// A thread is preparing an ending.
    is_busy: AtomicBool,
}

/// The least and the greatest result of a position at its counter, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: Outcome,
    pub(super) high: Outcome,
    /// Plies to the next capture, pawn move or mate of a win or loss, at most, where that is known.
    pub(super) plies: Option<u8>,
}

impl Bounds {
    /// Nothing is known.
    const ALL: Self = Self { low: Outcome::Loss, high: Outcome::Win, plies: None };

    /// Of an answer about a position with this counter, with or without the fifty-move rule.
    fn of(answer: &Answer, counter: u8, fifty_move_rule: bool) -> Self {
        let range = answer.range;
        let [low, high] = if fifty_move_rule {
            match answer.at_counter(counter) {
                None => [range.low.into(), range.high.into()],
                // Without a distance nothing is said against a draw.
                Some(Outcome::OpenWin) => [Outcome::CursedWin, Outcome::Win],
                Some(Outcome::OpenLoss) => [Outcome::Loss, Outcome::BlessedLoss],
                Some(known) => [known; 2],
            }
        } else {
            [range.low, range.high].map(|wdl| wdl.without_fifty_move_rule().into())
        };
        Self { low, high, plies: range.plies() }
    }

    /// The same seen from the other side.
    pub(super) fn turned(self) -> Self {
        Self { low: -self.high, high: -self.low, ..self }
    }

    /// True when a result is ruled out.
    pub(super) fn says_something(self) -> bool {
        self != Self::ALL
    }
}

impl SharedPocket {
    /// Prepares the ending of a position in the background, or at once if waiting is requested,
    /// which takes up to some seconds; nothing if it has too many men or too few.
    pub(super) fn prepare(self: &Arc<Self>, board: &Board, wait: bool) {
        let Some(material) = material(board) else { return };
        let is_prepared = self.now().is_none_or(|pocket| pocket.is_prepared(material));
        if is_prepared && !wait {
            return;
        }
        if wait {
            // An ending that cannot be solved leaves the pocket silent.
            let _ = self.pocket.write().unwrap_or_else(PoisonError::into_inner).prepare(material);
        } else if !self.is_busy.swap(true, Ordering::SeqCst) {
            let shared = Arc::clone(self);
            let solver = in_background(move || {
                shared.solve(material);
                shared.is_busy.store(false, Ordering::SeqCst);
            });
            if solver.is_none() {
                self.is_busy.store(false, Ordering::SeqCst);
            }
        }
    }

    /// Solves the endings of a material one by one, so that others can ask in between.
    fn solve(&self, material: Material) {
        let write = || self.pocket.write().unwrap_or_else(PoisonError::into_inner);
        let lacking = write().lacking(material).unwrap_or_default();
        if lacking.into_iter().all(|ending| write().solve(ending).is_ok()) {
            let _ = write().prepare(material);
        }
    }

    /// The pocket, unless an ending is being solved at this moment.
    fn now(&self) -> Option<RwLockReadGuard<'_, Pocket>> {
        match self.pocket.try_read() {
            Ok(pocket) => Some(pocket),
            Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// The pocket for a position and those that its moves lead to; `None` while its ending is not
    /// prepared and, unless waiting is requested, while an ending is being solved.
    pub(super) fn ask(&self, board: &Board, fifty_move_rule: bool, wait: bool) -> Option<Asked<'_>> {
        let material = material(board)?;
        let pocket =
            if wait { Some(self.pocket.read().unwrap_or_else(PoisonError::into_inner)) } else { self.now() };
        let pocket = pocket.filter(|pocket| pocket.is_prepared(material))?;
        Some(Asked { pocket, fifty_move_rule })
    }
}

/// The pocket, kept as it is while it is asked.
pub(super) struct Asked<'a> {
    pocket: RwLockReadGuard<'a, Pocket>,
    fifty_move_rule: bool,
}

impl Asked<'_> {
    /// What is proved of a position, by looking at `nodes` positions at most.
    pub(super) fn bounds(&self, board: &Board, nodes: u32) -> Bounds {
        let answer = self.pocket.prepared(board, Limits { nodes });
        Bounds::of(&answer, board.halfmove_clock(), self.fifty_move_rule)
    }
}

/// The material of a position that the pocket may know.
fn material(board: &Board) -> Option<Material> {
    let men = board.occupied().len();
    let placement = Placement::from_board(board).ok().filter(|_| (3..=MOST_MEN).contains(&men))?;
    Some(placement.material())
}

/// Runs this on a thread of its own; if that cannot be started, the tables are built on first use.
pub(super) fn in_background(work: impl FnOnce() + Send + 'static) -> Option<std::thread::JoinHandle<()>> {
    // Without a name it would inherit that of its parent thread.
    std::thread::Builder::new().name("tables".to_owned()).spawn(work).ok()
}
