//! The published checksums (last 16 bytes) of Syzygy files, for tests that write such files.

pub use data::Checksums;

/// Endings of 5 men whose files tests may write, among them those with cursed wins, distances in
/// plies and pawns.
pub const FIVE: [&str; 12] = [
    "KBBvKN", "KBNvKN", "KNNvKB", "KNNvKN", "KNNvKP", "KNNvKQ", "KNNvKR", "KQRvKR", "KRBvKR", "KRNvKR",
    "KRPvKR", "KRRvKR",
];

/// Of all endings with so many men, by name.
pub fn of_men(men: usize) -> Vec<Checksums> {
    // A letter for each man and the `v` between the sides.
    Checksums::published().filter(|one| one.ending.len() == men + 1).collect()
}

/// Of an ending.
///
/// # Panics
/// When there is none of this name.
pub fn of(ending: &str) -> Checksums {
    Checksums::published().find(|one| one.ending == ending).unwrap_or_else(|| panic!("{ending} is published"))
}
