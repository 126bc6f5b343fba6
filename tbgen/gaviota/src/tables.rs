//! The tables of some folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use board::{Board, Dtm, Material, Placement, rules};

use crate::error::Error;
use crate::name::named;
use crate::table::Table;

/// The tables of some folders. A file is read when it is first needed, and kept.
#[derive(Debug)]
pub struct Tables {
    files: BTreeMap<Material, (PathBuf, OnceLock<Table>)>,
}

impl Tables {
    /// The tables in these folders; of several of one name, that in the first folder.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::NoTables`] for a folder without any.
    pub fn open(folders: &[impl AsRef<Path>]) -> Result<Self, Error> {
        let mut files = BTreeMap::new();
        for folder in folders.iter().map(AsRef::as_ref) {
            let failed = |source| Error::Io { path: folder.to_owned(), source };
            let mut is_empty = true;
            for entry in folder.read_dir().map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                if let Some(material) = named(&path) {
                    is_empty = false;
                    files.entry(material).or_insert((path, OnceLock::new()));
                }
            }
            if is_empty {
                return Err(Error::NoTables(folder.to_owned()));
            }
        }
        Ok(Self { files })
    }

    /// The endings that have a table, smallest first.
    pub fn endings(&self) -> Vec<Material> {
        let mut endings: Vec<Material> = self.files.keys().copied().collect();
        endings.sort_by_key(|&material| (material.men(), std::cmp::Reverse(material)));
        endings
    }

    /// The table of an ending, with either assignment of colors.
    ///
    /// # Errors
    /// [`Error::Missing`], [`Error::Men`], [`Error::Io`] and [`Error::Damaged`].
    pub fn table(&self, material: Material) -> Result<&Table, Error> {
        let material = material.canonical().0;
        let Some((path, table)) = self.files.get(&material) else {
            let is_known = (3..=5).contains(&material.men());
            return Err(if is_known { Error::Missing(material) } else { Error::Men(material) });
        };
        if let Some(table) = table.get() {
            return Ok(table);
        }
        // Two threads may both read it; one copy is kept.
        let read = Table::open(path)?;
        Ok(table.get_or_init(|| read))
    }

    /// The distance to mate of a position without a right to capture en passant; bare kings draw.
    /// `None` if the table says that the position is illegal.
    ///
    /// # Errors
    /// As [`Tables::table`].
    pub fn probe(&self, placement: &Placement) -> Result<Option<Dtm>, Error> {
        let material = placement.material();
        if material.men() == 2 {
            return Ok(placement.is_legal().then_some(Dtm::Draw));
        }
        self.table(material)?.probe(placement)
    }

    /// The distance to mate of a position. Tables do not store captures en passant: with the right
    /// to one, the positions after these captures are looked up as well.
    ///
    /// # Errors
    /// As [`Tables::table`]; [`Error::Placement`] with castling rights or too many men.
    pub fn probe_board(&self, board: &Board) -> Result<Option<Dtm>, Error> {
        let quiet = self.probe(&Placement::from_board(board)?)?;
        if !rules::can_capture_en_passant(board) {
            return Ok(quiet);
        }
        let (passing, others): (Vec<_>, Vec<_>) =
            board::legal_moves(board).into_iter().partition(|&mv| rules::is_en_passant(board, mv));
        // Without another move, the table's stalemate or checkmate is none.
        let mut best = quiet.filter(|_| !others.is_empty());
        for mv in passing {
            let after = self.probe(&Placement::from_board(&rules::after(board, mv))?)?;
            best = best.max(after.map(Dtm::from_parent));
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use board::fen;

    use super::*;
    use crate::tests as written;

    #[test]
    fn captures_en_passant_are_looked_up() {
        let folder = tempfile::tempdir().unwrap();
        written::folder(folder.path(), &["KPvK"]);
        let with = |byte| {
            let path = folder.path().join(written::path("KPvKP"));
            std::fs::write(path, written::uniform("KPvKP", byte)).unwrap();
            Tables::open(&[folder.path()]).unwrap()
        };
        let value = |tables: &Tables, text: &str| tables.probe_board(&fen::parse(text).unwrap()).unwrap();
        let drawn = with(0);
        // The capture leaves a won ending of KPvK.
        assert_eq!(value(&drawn, "8/8/8/K2pP3/8/8/8/k7 w - - 0 1"), Some(Dtm::Draw));
        let won = value(&drawn, "8/8/8/K2pP3/8/8/8/k7 w - d6 0 1");
        assert!(matches!(won, Some(Dtm::Win(_))), "{won:?}");
        // A quicker mate without the capture, and a slower one.
        let (quick, slow) = (written::byte(Dtm::Win(1), board::Color::White), 62 << 2);
        assert_eq!(value(&with(quick), "8/8/8/K2pP3/8/8/8/k7 w - d6 0 1"), Some(Dtm::Win(1)));
        assert_eq!(value(&with(slow), "8/8/8/K2pP3/8/8/8/k7 w - d6 0 1"), won);
    }

    #[test]
    fn what_is_missing_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = Tables::open(&[folder.path()]).unwrap_err().to_string();
        assert!(error.contains("no file in") && error.contains("krk.gtb.cp4"), "{error}");
        assert!(Tables::open(&[folder.path().join("none")]).is_err());
        written::folder(folder.path(), &["KRvK"]);
        let tables = Tables::open(&[folder.path()]).unwrap();
        assert_eq!(tables.endings(), ["KRvK".parse().unwrap()]);
        let error = |text: &str| tables.probe_board(&fen::parse(text).unwrap()).unwrap_err().to_string();
        assert_eq!(
            error("8/8/8/3k4/8/8/4P3/4K3 w - - 0 1"),
            "no Gaviota table of KPvK: put kpk.gtb.cp4 into a table folder"
        );
        assert_eq!(
            error("8/8/8/3k4/8/8/4PPPP/4K3 w - - 0 1"),
            "KPPPPvK is in no Gaviota table: these have 3 to 5 men"
        );
        assert_eq!(
            error("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
            "positions with castling rights are not in any table"
        );
        let kings = fen::parse("8/8/8/3k4/8/8/8/4K3 w - - 0 1").unwrap();
        assert_eq!(tables.probe_board(&kings).unwrap(), Some(Dtm::Draw));
    }
}
