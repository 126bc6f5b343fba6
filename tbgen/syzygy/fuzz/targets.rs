//! What the reader of tables promises: damaged bytes are refused, when the file is opened or when a value is asked for, and a table that is
//! taken answers for every index without a panic.

use board::{Material, Wdl};
use syzygy::{Kind, Table};

/// The endings an input can be a table of, by its last byte but one.
const ENDINGS: [&str; 4] = ["KBvK", "KRvK", "KPvK", "KNvKN"];
/// Values that are looked up one by one in each sub-table.
const PROBES: u64 = 97;

/// A table, then the number of its ending, then that of its kind.
pub(crate) fn table(bytes: &[u8]) {
    let [file @ .., ending, kind] = bytes else { return };
    let kind = [Kind::Wdl, Kind::Dtz, Kind::Dtm][usize::from(*kind) % 3];
    let material: Material = ENDINGS[usize::from(*ending) % ENDINGS.len()].parse().expect("an ending");
    let Ok(table) = Table::from_bytes(file.to_vec(), material, kind) else { return };
    let _ = table.verify();
    for sub in table.sub_tables() {
        let expanded: Option<Vec<u16>> = match kind {
            Kind::Wdl => table.expand_wdl(sub).ok().map(|values| values.into_iter().map(u16::from).collect()),
            Kind::Dtz => table.expand_dtz(sub).ok(),
            Kind::Dtm => table.expand_dtm(sub).ok(),
        };
        let size = sub.layout().size();
        let step = (size / PROBES).max(1);
        for index in (0..size).step_by(usize::try_from(step).expect("tables of three men are small")) {
            let stored = table.stored(sub, index).ok();
            // Who expands a table has looked at its sparse index.
            if let Some(values) = &expanded {
                let at = usize::try_from(index).expect("tables of three men are small");
                assert_eq!(stored, Some(values[at]), "{material} {kind:?}, index {index}");
            }
            if let (Some(value), Kind::Dtz) = (stored, kind) {
                for wdl in [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win] {
                    let _ = sub.distance(value, wdl);
                }
            }
        }
    }
}
