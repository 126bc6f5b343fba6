//! Distances to mate under the fifty-move rule of one ending, for every counter.

use board::rules::{FIFTY_MOVES_PLIES, is_en_passant};
use board::{Board, Color, Dtm, Material, Placement, rules};

use super::profile::{Profiles, Rows};
use super::solver::{FULL, Solver};
use super::zeroing::ZeroingMoves;
use crate::error::TbgenError;
use crate::index::placed::Placed;
use crate::solve::solved::Solved;
use crate::tables::dtm::DtmTables;
use crate::value::dtm::DtmByte;
use crate::value::metric::{Metric, with_en_passant};

/// Distances to mate under the fifty-move rule for one ending of 3 or 4 men.
///
/// Stores how values differ from the plain distances of a [`DtmTables`] if fewer plies are left on
/// the counter, in at most 15 MB, or nothing if no capture or pawn move helps.
///
/// ```
/// use board::{Dtm, fen};
/// use vancura_tbgen::{Dtm50Table, DtmTables};
/// let mates = DtmTables::startup();
/// let table = Dtm50Table::solve(&mates, "KPvK".parse()?)?;
/// // The king should move first; with a single ply left the pawn must.
/// let value = |counter| {
///     let board = fen::parse(&format!("7k/4P3/8/4K3/8/8/8/8 w - - {counter} 99")).unwrap();
///     table.value(&mates, &board)
/// };
/// assert_eq!(value(0), Some(Dtm::Win(5)));
/// assert_eq!(value(99), Some(Dtm::Win(7)));
/// assert_eq!(value(100), Some(Dtm::Draw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Dtm50Table {
    material: Material,
    placed: Placed,
    profiles: Profiles,
    /// By side to move; empty when only the plain distance matters.
    rows: [Rows; 2],
}

impl Dtm50Table {
    /// Maximum men of an ending. No mate with up to four men takes more than 100 plies, so the
    /// plain distance holds after a capture or pawn move.
    pub const MAX_MEN: usize = 4;

    /// Solves one ending; the plain distances of it and of all that it leads to must be in `mates`.
    ///
    /// # Errors
    /// [`TbgenError::TooManyMenForCounter`] above [`Dtm50Table::MAX_MEN`] and
    /// [`TbgenError::Missing`].
    pub fn solve(mates: &DtmTables, material: Material) -> Result<Self, TbgenError> {
        let material = material.canonical().0;
        if material.men() > Self::MAX_MEN {
            return Err(TbgenError::TooManyMenForCounter(material));
        }
        let own = &mates.table(material).ok_or(TbgenError::Missing(material))?.solved;
        let smaller = crate::endings::successors(material).into_iter();
        if let Some(missing) = smaller.into_iter().find(|&m| mates.table(m).is_none()) {
            return Err(TbgenError::Missing(missing));
        }
        let zeroing = ZeroingMoves::new(own, mates);
        if zeroing.are_of_no_use() {
            return Ok(Self::plain(own));
        }
        let mut solver = Solver::new(own, &zeroing);
        solver.solve();
        Ok(Self::of_solver(own, &solver))
    }

    fn plain(own: &Solved<DtmByte>) -> Self {
        let (profiles, _) = Profiles::new(&super::profile::Growing::new(), std::iter::empty());
        let placed = Placed::new(&own.layout);
        Self { material: own.layout.material, placed, profiles, rows: Default::default() }
    }

    fn of_solver(own: &Solved<DtmByte>, solver: &Solver) -> Self {
        // Positions described by the plain distance have no profile; draws and illegal slots never
        // need one.
        let profile_of = |side: Color| {
            let values = own.values[side as usize].iter().zip(&solver.profiles[side as usize]);
            values.map(|(&code, &profile)| {
                let plies = DtmByte::to_dtm(code)?.plies()?;
                Some(if solver.growing.is_plain(profile, plies) { 0 } else { profile })
            })
        };
        let used = Color::ALL.into_iter().flat_map(|side| profile_of(side).flatten());
        let (profiles, numbers) = Profiles::new(&solver.growing, used);
        let rows = Color::ALL.map(|side| Rows::new(profile_of(side).map(|old| Some(numbers[&old?]))));
        let placed = Placed::new(&own.layout);
        Self { material: own.layout.material, placed, profiles, rows }
    }

    /// The ending.
    pub fn material(&self) -> Material {
        self.material
    }

    /// Bytes of memory, without the plain distances.
    pub fn bytes(&self) -> usize {
        self.profiles.bytes() + self.rows.iter().map(Rows::bytes).sum::<usize>()
    }

    /// Number of different profiles: distances as functions of the counter.
    pub fn profiles(&self) -> usize {
        self.profiles.len()
    }

    /// The distance to mate of a position with its counter, including en passant; `mates` are the
    /// plain distances. `None` for another ending, illegal positions, or castling rights.
    pub fn value(&self, mates: &DtmTables, board: &Board) -> Option<Dtm> {
        let plain = mates.probe_board(board)?;
        if let Some(value) = dtm50_from_dtm(plain, board) {
            return Some(value);
        }
        let placement = Placement::from_board(board).ok()?;
        let left = plies_left(board);
        let quiet = self.value_at(mates, &placement, left)?;
        if board.en_passant().is_none() {
            return Some(quiet);
        }
        let (en_passant, others): (Vec<_>, Vec<_>) =
            board::legal_moves(board).into_iter().partition(|&mv| is_en_passant(board, mv));
        let mut best = 0;
        for mv in en_passant {
            let child = mates.probe_board(&rules::after(board, mv))?;
            best = best.max(DtmByte::merit(DtmByte::from_dtm(child)));
        }
        DtmByte::to_dtm(with_en_passant::<DtmByte>(DtmByte::from_dtm(quiet), best, || others.is_empty()))
    }

    /// The distance to mate of a position without en passant rights when `left` plies, 0 to 100,
    /// are left on the counter; `None` as above.
    pub fn value_at(&self, mates: &DtmTables, placement: &Placement, left: u8) -> Option<Dtm> {
        let plain = mates.probe(placement)?;
        let plies = plain.plies().unwrap_or(0);
        if plies <= u16::from(left) {
            return Some(plain);
        }
        let own = &mates.table(self.material)?.solved;
        let material = placement.material();
        if material.canonical().0 != self.material {
            return None;
        }
        let (side, squares) = self.placed.find(&own.layout, placement, material)?;
        let rows = &self.rows[side as usize];
        let steps = if rows.bytes() == 0 {
            &[]
        } else {
            self.profiles.steps(rows.profile(own.layout.slot(&squares)))
        };
        let step = steps.iter().find(|step| step.left <= left);
        Some(step.map_or(Dtm::Draw, |step| match (step.plies, plain) {
            (0, plain) => plain,
            (plies, Dtm::Win(_)) => Dtm::Win(plies.into()),
            (plies, _) => Dtm::Loss(plies.into()),
        }))
    }
}

/// Plies left on the counter of the fifty-move rule.
fn plies_left(board: &Board) -> u8 {
    FULL - board.halfmove_clock().min(FIFTY_MOVES_PLIES)
}

/// The distance to mate under the rule that follows from the plain distance: known if that many
/// plies are left on the counter or none is left, otherwise `None`.
///
/// ```
/// use board::{Dtm, fen};
/// let board = |counter| fen::parse(&format!("8/8/8/3k4/8/8/8/R3K3 w - - {counter} 99")).unwrap();
/// let plain = Dtm::Win(27);
/// assert_eq!(vancura_tbgen::dtm50_from_dtm(plain, &board(73)), Some(plain));
/// assert_eq!(vancura_tbgen::dtm50_from_dtm(plain, &board(74)), None);
/// assert_eq!(vancura_tbgen::dtm50_from_dtm(plain, &board(100)), Some(Dtm::Draw));
/// ```
pub fn dtm50_from_dtm(plain: Dtm, board: &Board) -> Option<Dtm> {
    let left = plies_left(board);
    match plain.plies() {
        Some(plies) if plies > u16::from(left) => (left == 0).then_some(Dtm::Draw),
        _ => Some(plain),
    }
}
