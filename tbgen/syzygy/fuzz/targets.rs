//! Guarantees of the table reader: damaged bytes are rejected when the file is opened or when a
//! value is read, and an accepted table gives a result for every index without a panic.

use board::{Material, Wdl};
use syzygy::Kind;
use syzygy::file::{Table, checksum};
use syzygy::format::CHECKSUM_BYTES;

/// The ending of the input is chosen by the last byte but one.
const ENDINGS: [&str; 8] = ["KBvK", "KRvK", "KPvK", "KNvKN", "KNNvK", "KBNvK", "KPPvK", "KPvKP"];
/// Number of values that are probed one by one in each sub-table.
const PROBES: u64 = 97;

/// Sub-tables with more values are not expanded.
const EXPANDED_MAX: u64 = 1 << 16;

/// The input is a table, the number of its ending and that of its kind; it is read unchanged, then
/// with a corrected checksum.
pub(crate) fn table(bytes: &[u8]) {
    let [file @ .., ending, kind] = bytes else { return };
    let kind = [Kind::Wdl, Kind::Dtz, Kind::Dtm][usize::from(*kind) % 3];
    let material: Material = ENDINGS[usize::from(*ending) % ENDINGS.len()].parse().expect("an ending");
    read(file.to_vec(), material, kind);
    let mut fitted = file.to_vec();
    if let Some(contents) = file.len().checked_sub(CHECKSUM_BYTES) {
        let sum = checksum(&file[..contents]);
        fitted[contents..].copy_from_slice(&sum);
        read(fitted, material, kind);
    }
}

fn read(file: Vec<u8>, material: Material, kind: Kind) {
    let Ok(table) = Table::from_bytes(file, material, kind) else { return };
    let _ = table.verify();
    for sub in table.sub_tables() {
        let expanded: Option<Vec<u16>> = match kind {
            _ if sub.layout().size() > EXPANDED_MAX => None,
            Kind::Wdl => table.expand_wdl(sub).ok().map(|values| values.into_iter().map(u16::from).collect()),
            Kind::Dtz => table.expand_dtz(sub).ok(),
            Kind::Dtm => table.expand_dtm(sub).ok(),
        };
        let size = sub.layout().size();
        let step = (size / PROBES).max(1);
        for index in (0..size).step_by(usize::try_from(step).expect("tables of few men are small")) {
            let stored = table.stored(sub, index).ok();
            // Expanding a table checks its sparse index.
            if let Some(values) = &expanded {
                let at = usize::try_from(index).expect("tables of few men are small");
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
