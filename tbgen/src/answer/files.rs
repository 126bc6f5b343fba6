//! Probes folders of table files for all values of a position.

use std::path::Path;
use std::sync::Arc;

use board::{Board, Dtm, Material, MaybeRounded, Placement, Wdl};
use syzygy::{Error as SyzygyError, Kind, Tables as SyzygyTables, Verify};

use super::values::{Probe, Values};
use crate::endings::{checked_closure, successors};
use crate::error::BuildError;
use crate::index::layout::Layout;
use crate::tables::unpacked::open_tables;

/// The `.rtbw`, `.rtbz` and `.vdtm` files of some folders.
///
/// Files are listed on opening and mapped when first probed; before its first use a file is read
/// and its checksum compared. All methods take `&self`; the type is `Send` and `Sync`, so one set
/// serves all threads of a program, and clones share it. Probes of a damaged file fail with an
/// error that names it; they never panic.
///
/// ```
/// use board::{Dtm, Dtz, Wdl, fen};
/// use vancura_tbgen::{TableFiles, build_files, build_order, syzygy::Kind};
///
/// // Build the files for KRvK in a temporary folder.
/// let folder = tempfile::tempdir()?;
/// let order = build_order(&["KRvK".parse()?], true)?;
/// build_files(&order, folder.path(), Kind::ALL, |_, _| {})?;
///
/// let files = TableFiles::open(&[folder.path()])?;
/// let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")?;
/// assert_eq!(files.probe_wdl(&board)?, Wdl::Win);
/// assert_eq!(files.probe_dtz(&board)?.dtz(), Dtz(27));
/// assert_eq!(files.probe_dtm(&board)?, Dtm::Win(27));
///
/// // Every position of the ending with its values.
/// let mates = files
///     .positions("KRvK".parse()?)?
///     .filter_map(Result::ok)
///     .filter(|(_, values)| values.dtm == Some(Dtm::Loss(0)))
///     .count();
/// assert!(mates > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct TableFiles {
    files: Arc<SyzygyTables>,
}

impl From<SyzygyTables> for TableFiles {
    fn from(files: SyzygyTables) -> Self {
        Self { files: Arc::new(files) }
    }
}

impl TableFiles {
    /// Lists the table files of these folders; of several files with one name the first is used.
    ///
    /// # Errors
    /// [`SyzygyError::Io`] when a folder cannot be listed. Damaged files are reported when probed.
    pub fn open(folders: &[impl AsRef<Path>]) -> Result<Self, SyzygyError> {
        open_tables(folders, Verify::WhenOpened).map(Self::from)
    }

    /// The same without comparing checksums: see [`Verify::Never`].
    ///
    /// # Errors
    /// [`SyzygyError::Io`] when a folder cannot be listed.
    pub fn open_trusting(folders: &[impl AsRef<Path>]) -> Result<Self, SyzygyError> {
        open_tables(folders, Verify::Never).map(Self::from)
    }

    /// The files of a set that was opened elsewhere, for example from memory.
    pub fn of(files: SyzygyTables) -> Self {
        Self { files: Arc::new(files) }
    }

    /// The result for the side to move with the fifty-move counter at zero, en passant included.
    ///
    /// # Errors
    /// A [`SyzygyError`]: castling rights, too many men, or a missing or damaged table.
    pub fn probe_wdl(&self, board: &Board) -> Result<Wdl, SyzygyError> {
        self.files.wdl(board)
    }

    /// The distance to zeroing for the side to move with the fifty-move counter at zero, en passant
    /// included; rounded where a table stores moves instead of plies.
    ///
    /// # Errors
    /// A [`SyzygyError`]: castling rights, too many men, or a missing or damaged table.
    pub fn probe_dtz(&self, board: &Board) -> Result<MaybeRounded, SyzygyError> {
        self.files.dtz(board)
    }

    /// The distance to mate for the side to move, fifty-move rule ignored, en passant included.
    ///
    /// # Errors
    /// A [`SyzygyError`]: castling rights, too many men, or a missing or damaged table.
    pub fn probe_dtm(&self, board: &Board) -> Result<Dtm, SyzygyError> {
        self.files.dtm(board)
    }

    /// The files found, by material and kind.
    pub fn found(&self) -> impl Iterator<Item = (Material, Kind)> {
        self.files.found()
    }

    /// The materials found, each once.
    pub fn materials(&self) -> impl Iterator<Item = Material> {
        let mut materials: Vec<Material> = self.found().map(|(material, _)| material).collect();
        materials.dedup();
        materials.into_iter()
    }

    /// True when there is a file of this name, intact or not.
    pub fn has(&self, material: Material, kind: Kind) -> bool {
        self.files.has(material.canonical().0, kind)
    }

    /// The missing tables of this kind that probes of an ending may need: its own, and those that
    /// its captures and promotions lead to. Distances to mate need only the ending's own table,
    /// except for en passant captures.
    pub fn lacking(&self, material: Material, kind: Kind) -> Vec<(Material, Kind)> {
        let mut wanted = vec![(material.canonical().0, kind)];
        match kind {
            Kind::Wdl => wanted.extend(successors(material).into_iter().map(|m| (m, Kind::Wdl))),
            Kind::Dtz => {
                wanted.push((material.canonical().0, Kind::Wdl));
                wanted.extend(successors(material).into_iter().map(|m| (m, Kind::Wdl)));
            }
            Kind::Dtm => {}
        }
        wanted.retain(|&(m, kind)| !self.has(m, kind));
        wanted
    }

    /// The low-level view of the same files: tables, sub-tables, streams.
    pub fn tables(&self) -> &SyzygyTables {
        &self.files
    }

    /// Every legal position of an ending of 3 to 5 men, colors as in its canonical name, with its
    /// values in the files. Only one of each set of mirror images is returned, and identical pieces
    /// in one order; positions with White to move come first.
    ///
    /// # Errors
    /// [`BuildError::Solve`] for other numbers of men. Items are errors where a file is damaged.
    pub fn positions(
        &self,
        material: Material,
    ) -> Result<impl Iterator<Item = Result<(Placement, Values), SyzygyError>> + '_, BuildError> {
        checked_closure(&[material])?;
        let layout = Layout::new(material.canonical().0);
        let values = |placement: Placement| {
            let board = placement.to_board().ok()?;
            Some(self.values(&board).map(|values| (placement, values)))
        };
        let placements = board::Color::ALL.into_iter().flat_map({
            let layout = std::rc::Rc::new(layout);
            move |side| {
                let (layout, ordered) = (std::rc::Rc::clone(&layout), layout.in_order());
                (0..layout.slots())
                    .filter(move |&slot| ordered(slot))
                    .map(move |slot| layout.placement(side, slot))
            }
        });
        Ok(placements.filter_map(values))
    }
}

impl Probe for TableFiles {
    type Error = SyzygyError;

    fn values(&self, board: &Board) -> Result<Values, SyzygyError> {
        let dtz = present(self.probe_dtz(board))?;
        Ok(Values {
            wdl: present(self.probe_wdl(board))?,
            dtz: dtz.map(MaybeRounded::dtz),
            rounded: dtz.is_some_and(MaybeRounded::is_rounded),
            dtm: present(self.probe_dtm(board))?,
        })
    }
}

/// Turns a missing table into `None`.
fn present<T>(result: Result<T, SyzygyError>) -> Result<Option<T>, SyzygyError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(SyzygyError::MissingTable { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
