//! The piece orders of a folder's files.

use std::path::Path;

use board::Material;
use syzygy::file::Table;
use syzygy::write::ChosenOrders;
use syzygy::{Error as SyzygyError, Kind};

use crate::answer::files::TableFiles;

/// The piece orders of the endings with both an `.rtbw` and an `.rtbz` file in a folder, sorted by
/// number of men, then by name.
///
/// # Errors
/// [`SyzygyError`] when the folder cannot be listed or the header of a file is damaged.
pub fn piece_orders(folder: &Path) -> Result<Vec<ChosenOrders>, SyzygyError> {
    let files = TableFiles::open(&[folder])?;
    let found: Vec<(Material, Kind)> = files.found().collect();
    let of_kind = |wanted: Kind| found.iter().filter(move |(_, kind)| *kind == wanted).map(|(m, _)| *m);
    let mut endings: Vec<Material> =
        of_kind(Kind::Wdl).filter(|m| of_kind(Kind::Dtz).any(|other| other == *m)).collect();
    endings.sort_by_key(|m| (m.men(), m.to_string()));
    let open =
        |material, kind: Kind| Table::open(&folder.join(kind.file_name(material)), material, kind, true);
    let mut orders = Vec::new();
    for material in endings {
        let (wdl, dtz) = (open(material, Kind::Wdl)?, open(material, Kind::Dtz)?);
        orders.extend(ChosenOrders::of_tables(&wdl, &dtz));
    }
    Ok(orders)
}
