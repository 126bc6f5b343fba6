//! Piece orders found in earlier builds of all endings of 3 to 5 men, which make the search
//! unnecessary.

use board::Material;
use syzygy::write::ChosenOrders;

/// The piece orders of an ending's published files, where known (`data/syzygy/README.md`).
pub fn remembered_orders(material: Material) -> Option<ChosenOrders> {
    let name = material.canonical().0.to_string();
    let line = data::PIECE_ORDERS.lines().find(|line| line.split(' ').next() == Some(&name))?;
    line.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_endings_of_3_to_5_men_are_remembered() {
        let all: Vec<Material> = (3..=5).flat_map(Material::with_men).collect();
        assert_eq!(data::PIECE_ORDERS.lines().count(), all.len());
        for material in all {
            let orders = remembered_orders(material).unwrap_or_else(|| panic!("{material}"));
            assert_eq!(orders.material(), material);
        }
    }
}
