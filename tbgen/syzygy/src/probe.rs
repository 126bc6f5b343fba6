//! WDL and DTZ of positions: captures and en passant resolved, distances completed by a search of one ply.
//!
//! A stored WDL value is only a lower bound, made exact by the best capture; nor do tables know en passant.
//! DTZ files hold one side to move, and any number at all where a capture or a pawn move keeps the result.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use board::rules::{after, is_capture, is_checkmate, is_en_passant, is_zeroing};
use board::{Board, Color, Dtm, Dtz, Material, MaybeRounded, Move, Piece, Placement, Wdl, legal_moves};

use crate::error::{Fault, SyzygyError};
use crate::format::{COLOR_BIT, Kind, MAX_MEN, man_code, man_of_code};
use crate::read::{SubTable, Table};

/// Plies of the shortest win (in which a zeroing move comes next) and cursed win.
const WIN_PLIES: i16 = 1;
const CURSED_PLIES: i16 = Dtz::FIFTY_MOVES_PLIES + 1;

/// A table file that was found, opened when first needed.
struct Entry {
    path: PathBuf,
    table: OnceLock<Result<Table, SyzygyError>>,
}

/// The Syzygy tables of some folders. Files are listed at once and opened when first probed; all methods take
/// `&self` and may be called from many threads.
///
/// Each file is read and its checksum compared before the first answer from it; a file that is written to later answers no more. Sets that are
/// [trusted](SyzygyTables::open_trusting) are not read: damage inside a block may then be a wrong answer.
///
/// On Linux the first file that is opened takes over SIGBUS, so that a file that is cut short later is a [`SyzygyError`] and not the end
/// of the program; faults that have nothing to do with tables go to whatever handler there was before.
///
/// ```no_run
/// use board::{Wdl, fen};
/// use syzygy::SyzygyTables;
///
/// let tables = SyzygyTables::open(&["/tables/345"])?;
/// let board = fen::parse("8/8/8/3k4/8/8/4P3/4K3 w - - 0 1").unwrap();
/// assert_eq!(tables.probe_wdl(&board)?, Wdl::Win);
/// # Ok::<(), syzygy::SyzygyError>(())
/// ```
#[derive(Default)]
pub struct SyzygyTables {
    entries: BTreeMap<(Material, Kind), Entry>,
    /// Checksums are not compared.
    trusts: bool,
}

/// A WDL value and whether a zeroing move reaches it.
#[derive(Clone, Copy)]
struct Resolved {
    wdl: Wdl,
    /// The result is positive and a capture attains it, or an en passant capture decides it.
    zeroing: bool,
}

impl SyzygyTables {
    /// Lists the table files of these folders; of several files of one name the first counts that is not
    /// empty.
    ///
    /// # Errors
    /// [`SyzygyError::Io`] when a folder cannot be listed. Files that are not sound are reported when probed.
    pub fn open(folders: &[impl AsRef<Path>]) -> Result<Self, SyzygyError> {
        let mut tables = Self::default();
        for folder in folders {
            let folder = folder.as_ref();
            let listed = std::fs::read_dir(folder).map_err(|e| SyzygyError::io(folder, e))?;
            for file in listed {
                let path = file.map_err(|e| SyzygyError::io(folder, e))?.path();
                let Some(key) = table_of_path(&path) else { continue };
                // What a full disk has left must not hide a sound file.
                let is_hidden = |entry: &Entry| !is_empty(&entry.path) || is_empty(&path);
                if !tables.entries.get(&key).is_some_and(is_hidden) {
                    tables.entries.insert(key, Entry { path, table: OnceLock::new() });
                }
            }
        }
        Ok(tables)
    }

    /// Lists the table files of these folders, as [`SyzygyTables::open`], and believes what they say as far as their structure is sound.
    ///
    /// # Errors
    /// [`SyzygyError::Io`] when a folder cannot be listed.
    pub fn open_trusting(folders: &[impl AsRef<Path>]) -> Result<Self, SyzygyError> {
        Ok(Self { trusts: true, ..Self::open(folders)? })
    }

    /// Leaves a table out, as if its file were not there.
    pub fn leave_out(&mut self, material: Material, kind: Kind) {
        self.entries.remove(&(material, kind));
    }

    /// The path of a table's file; `None` without one.
    pub fn path(&self, material: Material, kind: Kind) -> Option<&Path> {
        self.entries.get(&(material, kind)).map(|entry| entry.path.as_path())
    }

    /// The tables found, by material and kind.
    pub fn found(&self) -> impl Iterator<Item = (Material, Kind)> {
        self.entries.keys().copied()
    }

    /// True when there is a file of this name, sound or not.
    pub fn has(&self, material: Material, kind: Kind) -> bool {
        self.entries.contains_key(&(material, kind))
    }

    /// A table, opened if need be.
    ///
    /// # Errors
    /// [`SyzygyError::MissingTable`], and those of `Table::open_compared`.
    pub fn table(&self, material: Material, kind: Kind) -> Result<&Table, SyzygyError> {
        let entry =
            self.entries.get(&(material, kind)).ok_or(SyzygyError::MissingTable { kind, material })?;
        let open = if self.trusts { Table::open } else { Table::open_compared };
        let opened = entry.table.get_or_init(|| open(&entry.path, material, kind));
        opened.as_ref().map_err(Clone::clone)
    }

    /// The result for the side to move, fifty-move counter at zero, en passant right included.
    ///
    /// # Errors
    /// A [`SyzygyError`]: castling rights, too many men, a missing or unsound table.
    pub fn probe_wdl(&self, board: &Board) -> Result<Wdl, SyzygyError> {
        judge(board)?;
        self.resolve(board).map(|r| r.wdl)
    }

    /// The distance to zeroing for the side to move, fifty-move counter at zero, en passant right
    /// included; rounded where the table stores moves instead of plies.
    ///
    /// # Errors
    /// A [`SyzygyError`]: castling rights, too many men, a missing or unsound table.
    pub fn probe_dtz(&self, board: &Board) -> Result<MaybeRounded, SyzygyError> {
        judge(board)?;
        let [least, most] = self.distance(board)?;
        Ok(if least == most { MaybeRounded::Precise(Dtz(least)) } else { MaybeRounded::Rounded(Dtz(least)) })
    }

    /// The distance to mate for the side to move, fifty-move rule ignored, en passant right included.
    ///
    /// # Errors
    /// A [`SyzygyError`]: castling rights, too many men, a missing or unsound table.
    pub fn probe_dtm(&self, board: &Board) -> Result<Dtm, SyzygyError> {
        judge(board)?;
        self.mate(board)
    }

    /// DTM with the en passant right, if any.
    fn mate(&self, board: &Board) -> Result<Dtm, SyzygyError> {
        let stored = self.stored_dtm(board)?;
        if board.en_passant().is_none() {
            return Ok(stored);
        }
        let (en_passant, others): (Vec<Move>, Vec<Move>) =
            legal_moves(board).into_iter().partition(|&mv| is_en_passant(board, mv));
        // Without other moves the stored value is mate or stalemate, which the capture averts.
        let mut best = if en_passant.is_empty() || !others.is_empty() { Some(stored) } else { None };
        for mv in en_passant {
            best = best.max(Some(self.mate(&after(board, mv))?.from_parent()));
        }
        Ok(best.unwrap_or(stored))
    }

    fn stored_dtm(&self, board: &Board) -> Result<Dtm, SyzygyError> {
        if board.occupied().len() == 2 {
            return Ok(Dtm::Draw);
        }
        self.dtm_in_view(&View::of(board))
    }

    fn dtm_in_view(&self, view: &View) -> Result<Dtm, SyzygyError> {
        let table = self.table(view.material, Kind::Dtm)?;
        let (_, code) = table.look_up(view.men(), view.side).map_err(|f| self.bad(view, Kind::Dtm, f))?;
        Ok(crate::vdtm::of_code(code))
    }

    /// Takes a table of another set, its values expanded in memory.
    ///
    /// # Errors
    /// A missing or unsound table.
    pub fn expand_from(&mut self, files: &Self, material: Material, kind: Kind) -> Result<(), SyzygyError> {
        let table = files.table(material, kind)?;
        let path = files.entries.get(&(material, kind)).map(|e| e.path.clone()).unwrap_or_default();
        let bad = |fault| SyzygyError::BadTable { path: path.clone(), kind, material, fault };
        let table = OnceLock::from(Ok(table.expanded().map_err(bad)?));
        self.entries.insert((material, kind), Entry { path, table });
        Ok(())
    }

    /// Lets go of all tables of more than `men` men.
    pub fn forget_larger_than(&mut self, men: usize) {
        self.entries.retain(|(material, _), _| material.men() <= men);
    }

    /// The stored distance to mate of a legal position.
    ///
    /// # Errors
    /// A missing or unsound table.
    pub fn dtm_of(&self, placement: &Placement) -> Result<Dtm, SyzygyError> {
        self.dtm_in_view(&View::of_placement(placement))
    }

    /// True when the DTZ table holds this position itself, not only positions one move later.
    ///
    /// # Errors
    /// A missing or unsound table.
    pub fn holds_dtz(&self, board: &Board) -> Result<bool, SyzygyError> {
        let view = View::of(board);
        Ok(view.material.is_symmetric() || self.dtz_sub_table(&view)?.stored_side() == view.side)
    }

    /// True when the DTZ table keeps the plies of this result where this position is; else it keeps moves.
    ///
    /// # Errors
    /// A missing or unsound table.
    pub fn keeps_plies(&self, board: &Board, wdl: Wdl) -> Result<bool, SyzygyError> {
        Ok(wdl == Wdl::Draw || self.dtz_sub_table(&View::of(board))?.counts_plies(wdl))
    }

    fn dtz_sub_table(&self, view: &View) -> Result<&SubTable, SyzygyError> {
        let table = self.table(view.material, Kind::Dtz)?;
        let found = table.look_up(view.men(), view.side).map_err(|f| self.bad(view, Kind::Dtz, f))?;
        Ok(found.0)
    }

    /// WDL with the en passant right, if any.
    fn resolve(&self, board: &Board) -> Result<Resolved, SyzygyError> {
        let plain = self.resolve_captures(board)?;
        if board.en_passant().is_none() {
            return Ok(plain);
        }
        let (en_passant, others): (Vec<Move>, Vec<Move>) =
            legal_moves(board).into_iter().partition(|&mv| is_en_passant(board, mv));
        let mut best = None;
        for mv in en_passant {
            let value = -self.resolve(&after(board, mv))?.wdl;
            best = best.max(Some(value));
        }
        Ok(match best {
            None => plain,
            Some(wdl) if others.is_empty() || wdl > plain.wdl => Resolved { wdl, zeroing: true },
            Some(wdl) => {
                Resolved { wdl: plain.wdl, zeroing: plain.zeroing || (wdl == plain.wdl && wdl > Wdl::Draw) }
            }
        })
    }

    /// WDL without en passant rights.
    fn resolve_captures(&self, board: &Board) -> Result<Resolved, SyzygyError> {
        let enemies = board.colors(!board.side_to_move());
        let (mut best, mut fault) = (Wdl::Loss, None);
        board.generate_moves(|mut moves| {
            moves.to &= enemies;
            for mv in moves {
                match self.resolve(&after(board, mv)) {
                    Ok(reply) => best = best.max(-reply.wdl),
                    Err(error) => fault = Some(error),
                }
                if best == Wdl::Win || fault.is_some() {
                    return true;
                }
            }
            false
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        if best == Wdl::Win {
            return Ok(Resolved { wdl: best, zeroing: true });
        }
        let stored = self.stored_wdl(board)?;
        Ok(Resolved { wdl: best.max(stored), zeroing: best >= stored && best > Wdl::Draw })
    }

    fn stored_wdl(&self, board: &Board) -> Result<Wdl, SyzygyError> {
        if board.occupied().len() == 2 {
            return Ok(Wdl::Draw);
        }
        let view = View::of(board);
        let table = self.table(view.material, Kind::Wdl)?;
        let (_, value) = table.look_up(view.men(), view.side).map_err(|f| self.bad(&view, Kind::Wdl, f))?;
        Wdl::ALL.get(value as usize).copied().ok_or_else(|| self.bad(&view, Kind::Wdl, Fault::Value(value)))
    }

    /// DTZ in plies, signed as [`Dtz`]: the distance nearest to zero that the table allows, and the
    /// farthest.
    fn distance(&self, board: &Board) -> Result<[i16; 2], SyzygyError> {
        let Resolved { wdl, zeroing } = self.resolve(board)?;
        let least = match wdl {
            Wdl::Draw => return Ok([0; 2]),
            Wdl::Win => WIN_PLIES,
            Wdl::CursedWin => CURSED_PLIES,
            Wdl::BlessedLoss => -CURSED_PLIES,
            Wdl::Loss => -WIN_PLIES,
        };
        if zeroing {
            return Ok([least; 2]);
        }
        let moves = legal_moves(board);
        let pawns = board.pieces(Piece::Pawn);
        if wdl > Wdl::Draw {
            for &mv in moves.iter().filter(|mv| pawns.has(mv.from) && !is_capture(board, **mv)) {
                if -self.resolve(&after(board, mv))?.wdl == wdl {
                    return Ok([least; 2]);
                }
            }
        }
        let view = View::of(board);
        let table = self.table(view.material, Kind::Dtz)?;
        let bad = |fault| self.bad(&view, Kind::Dtz, fault);
        let (sub, value) = table.look_up(view.men(), view.side).map_err(bad)?;
        if sub.stored_side() == view.side || view.material.is_symmetric() {
            let plies = sub.distance(value, wdl).map_err(bad)?.0;
            let is_over = moves.is_empty();
            let mates = || plies == WIN_PLIES && moves.iter().any(|&mv| is_checkmate(&after(board, mv)));
            let is_precise = sub.counts_plies(wdl) || is_over || mates();
            return Ok(if is_precise { [plies; 2] } else { [plies, plies + plies.signum()] });
        }
        let of_pieces = moves.into_iter().filter(|&mv| !is_zeroing(board, mv));
        self.search_quiet(board, of_pieces, least)
    }

    /// DTZ of the side the table leaves out, from the positions after its quiet moves: of the winner's
    /// moves the shortest counts, of the loser's the longest.
    fn search_quiet(
        &self,
        board: &Board,
        moves: impl Iterator<Item = Move>,
        least: i16,
    ) -> Result<[i16; 2], SyzygyError> {
        let mut best = None;
        for mv in moves {
            let child = after(board, mv);
            let values = self.distance(&child)?.map(|value| -value);
            if values[0].signum() != least.signum() {
                continue;
            }
            let plies = if least > 0 && values[0] == WIN_PLIES && is_checkmate(&child) {
                [WIN_PLIES; 2]
            } else {
                values.map(|value| value + value.signum())
            };
            let [near, far]: [i16; 2] = best.unwrap_or(if least > 0 { plies } else { [least; 2] });
            best = Some([near.min(plies[0]), far.min(plies[1])]);
        }
        // Without such a move only zeroing moves are left, or it is mate.
        Ok(best.unwrap_or([least; 2]))
    }

    fn bad(&self, view: &View, kind: Kind, fault: Fault) -> SyzygyError {
        self.bad_table(view.material, kind, fault)
    }

    /// The error that names a table's file and what is wrong with it.
    pub fn bad_table(&self, material: Material, kind: Kind, fault: Fault) -> SyzygyError {
        let path = self.entries.get(&(material, kind)).map(|e| e.path.clone()).unwrap_or_default();
        SyzygyError::BadTable { path, kind, material, fault }
    }
}

/// True for a file of no bytes.
fn is_empty(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.is_file() && file.len() == 0)
}

/// What a file name says, if it is that of a table in canonical spelling.
fn table_of_path(path: &Path) -> Option<(Material, Kind)> {
    let extension = path.extension()?.to_str()?;
    let kind = Kind::ALL.into_iter().find(|k| k.extension() == extension)?;
    let stem = path.file_stem()?.to_str()?;
    let material: Material = stem.parse().ok()?;
    (material.to_string() == stem && !material.canonical().1 && material.men() <= MAX_MEN)
        .then_some((material, kind))
}

fn judge(board: &Board) -> Result<(), SyzygyError> {
    let men = board.occupied().len() as usize;
    if men > MAX_MEN {
        return Err(SyzygyError::TooManyMen(men));
    }
    let castling = Color::ALL.into_iter().map(|c| board.castle_rights(c));
    if castling.into_iter().any(|c| c.short.is_some() || c.long.is_some()) {
        return Err(SyzygyError::CastlingRights);
    }
    Ok(())
}

/// A position with colors as in its table's name.
struct View {
    material: Material,
    side: Color,
    men: [(u8, u8); MAX_MEN],
    len: usize,
}

impl View {
    fn of(board: &Board) -> Self {
        let mut men = [(0, 0); MAX_MEN];
        let mut len = 0;
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    men[len] = (man_code(color, piece), square as u8);
                    len += 1;
                }
            }
        }
        Self::new(board.side_to_move(), men, len)
    }

    fn of_placement(placement: &Placement) -> Self {
        let mut men = [(0, 0); MAX_MEN];
        for (view, man) in men.iter_mut().zip(placement.men()) {
            *view = (man_code(man.color, man.piece), man.square as u8);
        }
        Self::new(placement.side_to_move(), men, placement.men().len())
    }

    /// Exchanges the colors of these men where the table's name wants it.
    fn new(side: Color, mut men: [(u8, u8); MAX_MEN], len: usize) -> Self {
        let mut material = Material::new(&[], &[]);
        for (color, piece) in men[..len].iter().filter_map(|&(code, _)| man_of_code(code)) {
            material = material.with(color, piece);
        }
        let (material, exchanged) = material.canonical();
        let flip = exchanged || (material.is_symmetric() && side == Color::Black);
        if flip {
            let mirror = if material.pawns() > 0 { 56 } else { 0 };
            for (code, square) in &mut men[..len] {
                *code ^= COLOR_BIT;
                *square ^= mirror;
            }
        }
        Self { material, side: if flip { !side } else { side }, men, len }
    }

    fn men(&self) -> &[(u8, u8)] {
        &self.men[..self.len]
    }
}
