//! A check of table files by the rules of chess alone: every position's values must follow from
//! those of the positions that its legal moves lead to.
//!
//! Files are expanded into memory, one ending at a time with those it leads to. Distances to mate
//! must be one ply more than those of the best move. Results and distances to zeroing are checked
//! together. A `.rtbz` file stores one side to move (of each pawn file); the other side's distances
//! are computed from it move by move, their results must match the `.rtbw` file, and the stored
//! side must in turn follow from them: to the ply if the file stores plies, to the move if it
//! stores moves.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

use board::{Board, Color, Dtz, Material, Placement, Wdl, rules};
use rayon::prelude::*;
use serde::{Serialize, Serializer};

use syzygy::{Error as SyzygyError, Kind, Men, Tables as SyzygyTables};

use super::solved::{BATCH, check_batches};
use crate::endings::{SMALL, checked_closure, levels, successors};
use crate::error::{MAX_SOLVED_MEN, NotCompared, TbgenError};
use crate::index::layout::Layout;
use crate::memory;
use crate::solve::solved::Solved;
use crate::tables::dtm::DtmTables;
use crate::tables::dtm_table::DtmTable;
use crate::tables::dtz::DtzTables;
use crate::value::dtm::DtmByte;
use crate::value::dtz::{DtzCode, before_move, dtz_preference};
use crate::value::metric::Metric;

/// Maximum number of differences listed for each ending and metric.
const MAX_LISTED: usize = 10;

/// Values that are compared together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Metrics {
    /// Distances to mate.
    #[serde(rename = "DTM")]
    Dtm,
    /// Results and distances to zeroing.
    #[serde(rename = "WDL+DTZ")]
    WdlDtz,
}

impl fmt::Display for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Dtm => "DTM",
            Self::WdlDtz => "WDL+DTZ",
        })
    }
}

/// The result of checking values of one ending.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The ending.
    pub material: Material,
    /// The metric.
    pub metric: Metrics,
    /// Positions compared, both sides to move.
    pub positions: u64,
    /// The first differences in words; empty if all values are right.
    pub differences: Vec<String>,
    /// Why nothing was compared; `None` if the ending was compared. A sentence in JSON.
    #[serde(serialize_with = "as_sentence")]
    pub not_compared: Option<NotCompared>,
}

impl Verdict {
    /// Nothing compared yet.
    fn new(material: Material, metric: Metrics) -> Self {
        Self { material, metric, positions: 0, differences: Vec::new(), not_compared: None }
    }

    /// True unless a difference was found; an ending that was not compared is not wrong.
    pub fn is_right(&self) -> bool {
        self.differences.is_empty()
    }
}

/// A check of all values in the folders' files, ending by ending.
pub struct ValueCheck<'a> {
    files: &'a SyzygyTables,
    endings: Vec<(Material, Metrics)>,
    mates: DtmTables,
    zeroing: Zeroings<'a>,
}

/// Memory per position of one side to move in bytes: an expanded file, and the distances to mate of
/// both sides.
const MATES_PER_SLOT: u64 = 6;
/// The same for WDL and DTZ: two expanded files, and two copies of both sides' distances to zeroing
/// while they are computed.
const ZEROING_PER_SLOT: u64 = 16;

impl<'a> ValueCheck<'a> {
    /// Prepares to check these endings, or all endings of 3 to 5 men with a DTZ or DTM file if none
    /// is named. The files of subtables are also read, but checked only if they are among the
    /// endings.
    pub fn new(files: &'a SyzygyTables, endings: &[Material]) -> Self {
        let named: Vec<Material> = endings.iter().map(|m| m.canonical().0).collect();
        let in_files = |kind, metric| {
            let is_wanted = |m: &Material| named.is_empty() || named.contains(m);
            let found = files.found().filter(move |f| f.1 == kind).map(|f| f.0).filter(is_wanted);
            let ordered =
                levels(found.filter(|m| (3..=MAX_SOLVED_MEN).contains(&m.men())).collect()).concat();
            ordered.into_iter().map(move |material| (material, metric))
        };
        let has_distances =
            |m: &Material| files.found().any(|(found, kind)| found == *m && kind != Kind::Wdl);
        let missing = named.iter().filter(|m| !has_distances(m)).map(|&m| (m, Metrics::WdlDtz));
        let endings = missing
            .chain(in_files(Kind::Dtm, Metrics::Dtm))
            .chain(in_files(Kind::Dtz, Metrics::WdlDtz))
            .collect();
        let zeroing = Zeroings { files, flat: SyzygyTables::default(), tables: DtzTables::new() };
        Self { files, endings, mates: DtmTables::new(), zeroing }
    }

    /// The endings to check: named endings without a file first, then distances to mate, then the
    /// others, small endings first.
    pub fn endings(&self) -> &[(Material, Metrics)] {
        &self.endings
    }

    /// Checks one of [`Self::endings`]. `progress` is called from any thread with the numbers of
    /// parts done and in all.
    pub fn verify(
        &mut self,
        (material, metric): (Material, Metrics),
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Verdict {
        let verdict = match metric {
            Metrics::Dtm => self.verify_mates(material, progress),
            Metrics::WdlDtz => self.zeroing.verify(material, progress),
        };
        match metric {
            Metrics::Dtm => self.mates.forget_larger_than(SMALL),
            Metrics::WdlDtz => {
                self.zeroing.flat.forget_larger_than(SMALL);
                self.zeroing.tables.forget_larger_than(SMALL);
            }
        }
        verdict.unwrap_or_else(|why| Verdict { not_compared: Some(why), ..Verdict::new(material, metric) })
    }

    fn verify_mates(
        &mut self,
        material: Material,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Verdict, NotCompared> {
        let needed = std::iter::once(material).chain(successors(material));
        let unread: Vec<Material> = needed.filter(|&needed| self.mates.table(needed).is_none()).collect();
        // Each side to move is read, then checked.
        unread.iter().try_for_each(|&needed| self.files.table(needed, Kind::Dtm).map(drop))?;
        let slots = unread.iter().map(|&needed| Layout::new(needed).slots() as u64);
        memory::require(material, MATES_PER_SLOT * slots.sum::<u64>())?;
        let parts =
            Parts::new(unread.iter().map(|&m| 2 * batches(m)).sum::<usize>() + batches(material), progress);
        for needed in unread {
            self.mates.insert(load_mates(self.files, needed, &parts)?);
        }
        let missing = SyzygyError::MissingTable { kind: Kind::Dtm, material };
        let table = self.mates.table(material).ok_or(missing)?;
        let found = check_batches(&self.mates, table, &|| parts.one());
        let differences = found.inconsistencies.iter().map(ToString::to_string).collect();
        Ok(Verdict { positions: found.positions, differences, ..Verdict::new(material, Metrics::Dtm) })
    }
}

/// Batches of the slots of one side to move.
fn batches(material: Material) -> usize {
    Layout::new(material).slots().div_ceil(BATCH)
}

/// Counts the parts of a check that are done.
struct Parts<'a> {
    done: AtomicUsize,
    all: usize,
    tell: &'a (dyn Fn(usize, usize) + Sync),
}

impl<'a> Parts<'a> {
    fn new(all: usize, tell: &'a (dyn Fn(usize, usize) + Sync)) -> Self {
        Self { done: AtomicUsize::new(0), all, tell }
    }

    /// Counts one more part as done.
    fn one(&self) {
        (self.tell)(self.done.fetch_add(1, Ordering::Relaxed) + 1, self.all);
    }
}

#[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
fn as_sentence<S: Serializer>(why: &Option<NotCompared>, serializer: S) -> Result<S::Ok, S::Error> {
    why.as_ref().map(ToString::to_string).serialize(serializer)
}

/// The distances to mate of an ending from its file.
fn load_mates(files: &SyzygyTables, material: Material, parts: &Parts) -> Result<DtmTable, NotCompared> {
    let mut flat = SyzygyTables::default();
    flat.expand_from(files, material, Kind::Dtm)?;
    let layout = Layout::new(material);
    let value = |placement: &Placement| -> Result<u8, NotCompared> {
        let dtm = flat.dtm(&men_of(placement))?;
        let fits = dtm.plies().is_none_or(|plies| usize::from(plies) <= DtmByte::MAX_PLIES);
        if fits {
            Ok(DtmByte::from_dtm(dtm))
        } else {
            Err(TbgenError::TooLong { material, plies: DtmByte::MAX_PLIES }.into())
        }
    };
    let white = fill(&layout, Color::White, value, DtmByte::ILLEGAL, parts)?;
    let black = fill(&layout, Color::Black, value, DtmByte::ILLEGAL, parts)?;
    Ok(DtmTable { solved: Solved::new(layout, [white, black]) })
}

/// The men of a position in the representation of the prober.
fn men_of(placement: &Placement) -> Men {
    let mut men = Men { white_to_move: placement.side_to_move() == Color::White, ..Men::default() };
    for man in placement.men() {
        let square = man.square.bitboard().0;
        men.pieces[man.piece as usize] |= square;
        *(if man.color == Color::White { &mut men.white } else { &mut men.black }) |= square;
    }
    men
}

/// The values of all legal positions of a side to move, and `otherwise` for illegal ones.
fn fill<V: Copy + Send + Sync, E: Send>(
    layout: &Layout,
    side: Color,
    value: impl Fn(&Placement) -> Result<V, E> + Sync,
    otherwise: V,
    parts: &Parts,
) -> Result<Vec<V>, E> {
    let mut values = vec![otherwise; layout.slots()];
    values.par_chunks_mut(BATCH).enumerate().try_for_each(|(batch, values)| {
        for (slot, entry) in (batch * BATCH..).zip(values) {
            let placement = layout.placement(side, slot);
            if placement.is_legal() {
                *entry = value(&placement)?;
            }
        }
        parts.one();
        Ok(())
    })?;
    Ok(values)
}

/// A value with this result and its smallest possible distance.
fn of_result(wdl: Wdl) -> u16 {
    match wdl {
        Wdl::Loss => DtzCode::lost(1),
        Wdl::BlessedLoss => DtzCode::lost(DtzCode::LIMIT + 1),
        Wdl::Draw => DtzCode::DRAW,
        Wdl::CursedWin => DtzCode::won(DtzCode::LIMIT + 1),
        Wdl::Win => DtzCode::won(1),
    }
}

/// A value with this distance.
fn of_distance(dtz: Dtz) -> u16 {
    match dtz.0 {
        0 => DtzCode::DRAW,
        n if n > 0 => DtzCode::won(n as usize),
        n => DtzCode::lost(usize::from(n.unsigned_abs())),
    }
}

/// Results and distances of the endings being compared.
struct Zeroings<'a> {
    files: &'a SyzygyTables,
    /// The same tables expanded in memory.
    flat: SyzygyTables,
    /// The same by slot. For smaller endings only results matter, with their smallest possible
    /// distances.
    tables: DtzTables,
}

impl Zeroings<'_> {
    fn verify(
        &mut self,
        material: Material,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Verdict, NotCompared> {
        let closure = checked_closure(&[material])?;
        // Damaged files are reported before memory is allocated.
        closure.iter().try_for_each(|&needed| self.files.table(needed, Kind::Wdl).map(drop))?;
        self.files.table(material, Kind::Dtz)?;
        let slots = closure.iter().map(|&needed| Layout::new(needed).slots() as u64);
        memory::require(material, ZEROING_PER_SLOT * slots.sum::<u64>())?;
        for needed in closure {
            if !self.flat.has(needed, Kind::Wdl) {
                self.flat.expand_from(self.files, needed, Kind::Wdl)?;
            }
        }
        let unread: Vec<Material> =
            successors(material).into_iter().filter(|&m| self.tables.solved(m).is_none()).collect();
        // Both sides to move of each are filled in; the ending itself is filled in and compared
        // twice.
        let all = unread.iter().map(|&m| 2 * batches(m)).sum::<usize>() + 8 * batches(material);
        let parts = Parts::new(all, progress);
        for smaller in unread {
            let flat = &self.flat;
            let solved = solved(smaller, |board| Ok(of_result(flat.wdl(board)?)), &parts)?;
            self.tables.insert(solved);
        }
        self.flat.expand_from(self.files, material, Kind::Dtz)?;
        let flat = &self.flat;
        let said = |board: &Board| {
            let held = flat.holds_dtz(board)?;
            Ok(if held { of_distance(flat.dtz(board)?.dtz()) } else { of_result(flat.wdl(board)?) })
        };
        self.tables.insert(solved(material, said, &parts)?);
        let mut verdict = Verdict::new(material, Metrics::WdlDtz);
        let computed = self.compute_other_sides(material, &mut verdict, &parts)?;
        self.tables.insert(computed);
        compare(material, &mut verdict, &parts, |board| self.compare_held(board));
        verdict.differences.truncate(MAX_LISTED);
        Ok(verdict)
    }

    /// Computes the distances that the ending's file does not store; their results are compared
    /// with those of the `.rtbw` file.
    fn compute_other_sides(
        &self,
        material: Material,
        verdict: &mut Verdict,
        parts: &Parts,
    ) -> Result<Solved<DtzCode>, SyzygyError> {
        let (flat, tables) = (&self.flat, &self.tables);
        let follows = |board: &Board| {
            if flat.holds_dtz(board)? {
                return Ok(of_distance(flat.dtz(board)?.dtz()));
            }
            Ok(best_of_moves(tables, board).map_or(DtzCode::ILLEGAL, of_distance))
        };
        let computed = solved(material, follows, parts)?;
        compare(material, verdict, parts, |board| {
            if flat.holds_dtz(board)? {
                return Ok(Judged::NotHeld);
            }
            let placement = Placement::from_board(board).map_err(|_| SyzygyError::CastlingRights)?;
            let (said, follows) = (flat.wdl(board)?, DtzCode::wdl(computed.find(&placement, material)));
            Ok(if follows == Some(said) {
                Judged::Right
            } else {
                Judged::Wrong(differs(board, &said, &follows))
            })
        });
        Ok(computed)
    }

    /// Compares a position whose distance the file stores with its moves.
    fn compare_held(&self, board: &Board) -> Result<Judged, SyzygyError> {
        if !self.flat.holds_dtz(board)? {
            return Ok(Judged::NotHeld);
        }
        let (wdl, said) = (self.flat.wdl(board)?, self.flat.dtz(board)?.dtz());
        let best = best_of_moves(&self.tables, board);
        let exact = self.flat.keeps_plies(board, wdl)?;
        let symmetric = Placement::from_board(board).is_ok_and(|p| p.material().is_symmetric());
        let right = said.wdl() == wdl && best.is_some_and(|best| agrees(said, best, exact, symmetric));
        let said = format!("{wdl} with DTZ {}", said.0);
        Ok(if right { Judged::Right } else { Judged::Wrong(differs(board, &said, &best.map(|dtz| dtz.0))) })
    }
}

/// Compares all legal positions that `judge` does not skip.
fn compare(
    material: Material,
    verdict: &mut Verdict,
    parts: &Parts,
    judge: impl Fn(&Board) -> Result<Judged, SyzygyError> + Sync,
) {
    let layout = Layout::new(material);
    for side in Color::ALL {
        let batch = |start: usize| {
            let (mut positions, mut found) = (0, Vec::new());
            for slot in start..(start + BATCH).min(layout.slots()) {
                let Ok(board) = layout.placement(side, slot).to_board() else { continue };
                match judge(&board).unwrap_or_else(|error| Judged::Wrong(error.to_string())) {
                    Judged::NotHeld => continue,
                    Judged::Right => {}
                    Judged::Wrong(_) if found.len() == MAX_LISTED => {}
                    Judged::Wrong(difference) => found.push(difference),
                }
                positions += 1;
            }
            parts.one();
            (positions, found)
        };
        let join = |mut a: (u64, Vec<String>), mut b: (u64, Vec<String>)| {
            a.1.append(&mut b.1);
            a.1.truncate(MAX_LISTED);
            (a.0 + b.0, a.1)
        };
        let starts = (0..layout.slots()).into_par_iter().step_by(BATCH);
        let (positions, mut found) = starts.map(batch).reduce(|| (0, Vec::new()), join);
        verdict.positions += positions;
        verdict.differences.append(&mut found);
    }
}

/// The result of comparing a position.
enum Judged {
    /// Not stored in the file.
    NotHeld,
    /// The value follows from the position's moves.
    Right,
    /// The value does not follow from the moves; in words.
    Wrong(String),
}

/// True when a distance in a file is the one that follows from the moves. A file that stores moves
/// gives the odd number of plies, also for the even number above it; for symmetric material it
/// stores both sides, so the distances after the moves are rounded in the same way.
fn agrees(said: Dtz, best: Dtz, exact: bool, symmetric: bool) -> bool {
    let surplus = (best.0 - said.0) * said.0.signum();
    let vague = !exact && said.0 % 2 != 0 && best.wdl() == said.wdl();
    said == best || (vague && (surplus == 1 || (symmetric && surplus == -1)))
}

/// An ending with the value that `value` gives each legal position.
fn solved(
    material: Material,
    value: impl Fn(&Board) -> Result<u16, SyzygyError> + Sync,
    parts: &Parts,
) -> Result<Solved<DtzCode>, SyzygyError> {
    let layout = Layout::new(material);
    // Positions that the move generator rejects (three checkers) are never reached by a move.
    let value = |placement: &Placement| placement.to_board().map_or(Ok(DtzCode::ILLEGAL), |b| value(&b));
    let white = fill(&layout, Color::White, value, DtzCode::ILLEGAL, parts)?;
    let black = fill(&layout, Color::Black, value, DtzCode::ILLEGAL, parts)?;
    Ok(Solved::new(layout, [white, black]))
}

fn differs(board: &Board, said: &impl ToString, follows: &impl std::fmt::Debug) -> String {
    format!("{board}: the file says {}, its moves say {follows:?}", said.to_string())
}

/// The distance to zeroing of a position from those of its legal moves; `None` when a table is
/// missing.
fn best_of_moves(tables: &DtzTables, board: &Board) -> Option<Dtz> {
    let mut best = None;
    for mv in board::legal_moves(board) {
        let child = rules::after(board, mv);
        let value = if child.en_passant().is_some() {
            tables.value_of(&child).ok()?
        } else {
            tables.dtz(&Placement::from_board(&child).ok()?)?
        };
        let mates = value == Dtz(-1) && rules::is_checkmate(&child);
        let value = before_move(value, rules::is_zeroing(board, mv), mates);
        best = best.into_iter().chain([value]).max_by_key(|&dtz| dtz_preference(dtz));
    }
    let nothing_to_move = if board.checkers().is_empty() { Dtz(0) } else { Dtz(-1) };
    Some(best.unwrap_or(nothing_to_move))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_moves_says_odd_numbers_of_plies() {
        let says = |said, best, exact, symmetric| agrees(Dtz(said), Dtz(best), exact, symmetric);
        assert!(says(7, 7, true, false) && says(7, 8, false, false) && says(-7, -8, false, false));
        assert!(!says(7, 8, true, false) && !says(7, 6, false, false) && !says(8, 9, false, false));
        assert!(says(7, 6, false, true) && !says(7, 9, false, true) && !says(7, -8, false, true));
        assert!(!says(0, 1, false, false) && !says(0, 1, true, true));
    }
}
