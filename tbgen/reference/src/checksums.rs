//! The published checksums (last 16 bytes) of Syzygy files, for tests that write such files.

pub use data::Checksums;

/// 5-man endings whose files tests may write, including some with cursed wins, distances in plies,
/// and pawns.
pub const FIVE: [&str; 12] = [
    "KBBvKN", "KBNvKN", "KNNvKB", "KNNvKN", "KNNvKP", "KNNvKQ", "KNNvKR", "KQRvKR", "KRBvKR", "KRNvKR",
    "KRPvKR", "KRRvKR",
];

/// Checksums of all endings with this number of men, by name.
pub fn of_men(men: usize) -> Vec<Checksums> {
    // One letter per man, and the `v` between the sides.
    Checksums::published().filter(|one| one.ending.len() == men + 1).collect()
}

/// Checksums of an ending.
///
/// # Panics
/// When no ending has this name.
pub fn of(ending: &str) -> Checksums {
    Checksums::published().find(|one| one.ending == ending).unwrap_or_else(|| panic!("{ending} is published"))
}
