//! Compares table files with the published ones by the checksums that their author publishes.

use std::sync::LazyLock;

use data::Checksums;
use serde::Serialize;
use syzygy::Kind;
use syzygy::file::Table;

/// How an intact table compares with the published file of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Publication {
    /// Identical to the published file.
    Published,
    /// Different from the published file.
    Differs,
    /// Not in the list, which contains the `.rtbw` and `.rtbz` files of 3 to 6 men.
    NotInList,
}

/// Compares the checksum stored in a table with the published one. Whether the contents match that
/// checksum is checked by [`check_file`](crate::check_file), not here.
pub fn publication(table: &Table) -> Publication {
    static PUBLISHED: LazyLock<Vec<Checksums>> = LazyLock::new(|| Checksums::published().collect());
    let ending = table.material().to_string();
    let of_kind = |published: &Checksums| match table.kind() {
        Kind::Wdl => Some(published.wdl),
        Kind::Dtz => Some(published.dtz),
        Kind::Dtm => None,
    };
    match PUBLISHED.iter().find(|published| published.ending == ending).and_then(of_kind) {
        None => Publication::NotInList,
        Some(checksum) if checksum == u128::from_be_bytes(table.stored_checksum()) => Publication::Published,
        Some(_) => Publication::Differs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Material;

    #[test]
    fn the_list_has_all_endings_of_3_to_6_men_by_the_names_of_their_files() {
        let mut listed: Vec<Material> =
            Checksums::published().map(|one| one.ending.parse().expect(one.ending)).collect();
        assert!(listed.iter().zip(Checksums::published()).all(|(m, one)| m.to_string() == one.ending));
        assert!(listed.iter().all(|m| !m.canonical().1));
        let mut all: Vec<Material> = (3..=6).flat_map(Material::with_men).collect();
        all.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, all);
    }

    /// Compares our list with the published ones.
    #[test]
    fn the_list_is_that_of_its_source() {
        let Some(folder) = reference::path("testsets/checksums") else { return };
        let mut lines = Vec::new();
        for name in ["wdl345.txt", "dtz345.txt", "wdl6.txt", "dtz6.txt"] {
            let text = std::fs::read_to_string(folder.join(name)).unwrap();
            lines.extend(text.lines().map(str::to_owned));
        }
        let mut ours: Vec<String> = Checksums::published()
            .flat_map(|one| [(one.ending, "rtbw", one.wdl), (one.ending, "rtbz", one.dtz)])
            .map(|(ending, extension, checksum)| format!("{ending}.{extension}: {checksum:032x}"))
            .collect();
        lines.sort_unstable();
        ours.sort_unstable();
        assert_eq!(ours, lines);
    }
}
