//! The endings that an ending leads to, and the order in which endings are solved.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use board::{Color, Material, Piece};
use syzygy::Kind;

use crate::error::{MAX_SOLVED_MEN, TbgenError};

/// The pieces to which a pawn may promote.
pub(crate) const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// Endings of up to this many men are small: solved in parallel and kept in memory.
pub(crate) const SMALL: usize = 4;

/// Maximum pawns of an ending of six men whose files can be built.
const MAX_PAWNS_OF_SIX: usize = 3;

/// The materials that one capture or promotion leads to, canonical, without bare kings.
pub(crate) fn successors(material: Material) -> Vec<Material> {
    let mut found = Vec::new();
    let mut visit = |m: Option<Material>| {
        if let Some(m) = m.filter(|m| m.men() > 2) {
            found.push(m.canonical().0);
        }
    };
    for color in Color::ALL {
        for victim in material.pieces(color) {
            visit(material.without(color, victim));
        }
        for promoted in PROMOTIONS {
            let promotion = material.without(color, Piece::Pawn).map(|m| m.with(color, promoted));
            visit(promotion);
            for victim in material.pieces(!color).filter(|&p| p != Piece::Pawn) {
                visit(promotion.and_then(|m| m.without(!color, victim)));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// These materials, canonical, and all they can lead to.
///
/// # Errors
/// When one of them has no table or one too large to solve.
pub(crate) fn checked_closure(materials: &[Material]) -> Result<Vec<Material>, TbgenError> {
    if let Some(&material) = materials.iter().find(|m| m.men() > MAX_SOLVED_MEN) {
        return Err(TbgenError::TooManyMen(material));
    }
    closure(materials)
}

/// The same for building files of these kinds, six men included.
///
/// # Errors
/// When one of them has no table or one too large to solve.
pub(crate) fn buildable_closure(materials: &[Material], kinds: &[Kind]) -> Result<Vec<Material>, TbgenError> {
    for &material in materials.iter().filter(|m| m.men() > MAX_SOLVED_MEN) {
        if material.men() > MAX_SOLVED_MEN + 1 {
            return Err(TbgenError::TooManyMen(material));
        }
        if material.pawns() > MAX_PAWNS_OF_SIX || kinds.contains(&Kind::Dtm) {
            return Err(TbgenError::OfSixMen(material));
        }
    }
    closure(materials)
}

/// These materials, canonical, and all that captures and promotions can lead to from them.
///
/// ```
/// let endings = vancura_tbgen::closure(&["KBvKP".parse()?])?;
/// assert!(endings.contains(&"KQvKB".parse()?) && endings.contains(&"KBvK".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`TbgenError::BareKings`] for two kings alone.
pub fn closure(materials: &[Material]) -> Result<Vec<Material>, TbgenError> {
    if let Some(&material) = materials.iter().find(|m| m.men() < 3) {
        return Err(TbgenError::BareKings(material));
    }
    let mut all: Vec<Material> = Vec::new();
    let mut open: Vec<Material> = materials.iter().map(|m| m.canonical().0).collect();
    while let Some(material) = open.pop() {
        if !all.contains(&material) {
            all.push(material);
            open.extend(successors(material));
        }
    }
    Ok(all)
}

/// All endings that `material` leads to, except itself and those that are available to the ending
/// that needs them (the first argument of `is_available`): each after those it leads to, and
/// shortly before the one that needs it.
pub(crate) fn depth_first(
    material: Material,
    available: impl Fn(Material, Material) -> bool + Copy,
) -> Vec<Material> {
    fn visit(
        material: Material,
        available: impl Fn(Material, Material) -> bool + Copy,
        order: &mut Vec<Material>,
    ) {
        for smaller in successors(material) {
            if !available(material, smaller) && !order.contains(&smaller) {
                visit(smaller, available, order);
                order.push(smaller);
            }
        }
    }
    let mut order = Vec::new();
    visit(material, available, &mut order);
    order
}

/// Groups materials so that each group needs only earlier groups: fewer men first, then fewer
/// pawns.
pub(crate) fn levels(mut materials: Vec<Material>) -> Vec<Vec<Material>> {
    let key = |m: &Material| (m.men(), m.pawns());
    materials.sort_by_key(|m| (key(m), Reverse(*m)));
    materials.chunk_by(|a, b| key(a) == key(b)).map(<[Material]>::to_vec).collect()
}

/// The same materials one by one, each after those it leads to and shortly before those that need
/// it: this requires less storage for larger endings than building level by level.
pub(crate) fn soon_asked_for(mut materials: Vec<Material>) -> Vec<Material> {
    materials.sort_by_key(|m| (m.men(), Reverse(m.pawns()), Reverse(*m)));
    let mut order: Vec<Material> = Vec::new();
    for &material in &materials {
        let before = depth_first(material, |_, smaller| order.contains(&smaller));
        let new = before.into_iter().chain([material]).filter(|m| materials.contains(m));
        for material in new {
            if !order.contains(&material) {
                order.push(material);
            }
        }
    }
    order
}

/// The endings that captures lead to, canonical, including bare kings.
pub(crate) fn captures(material: Material) -> Vec<Material> {
    let mut found = Vec::new();
    for color in Color::ALL {
        for victim in material.pieces(!color) {
            let left = material.without(!color, victim).expect("the piece is there");
            found.push(left);
            if victim != Piece::Pawn
                && let Some(unpromoted) = left.without(color, Piece::Pawn)
            {
                found.extend(PROMOTIONS.map(|piece| unpromoted.with(color, piece)));
            }
        }
    }
    found.into_iter().map(|m| m.canonical().0).collect()
}

/// The endings that promotions of a side's pawns without a capture lead to, canonical, by piece.
pub(crate) fn promoted(material: Material, color: Color) -> Vec<(Piece, Material)> {
    let left = material.without(color, Piece::Pawn).into_iter();
    left.flat_map(|left| PROMOTIONS.map(|piece| (piece, left.with(color, piece).canonical().0))).collect()
}

/// The endings that captures lead to, also with a promotion, canonical, without bare kings, each
/// with the sides to move that are needed: those that have lost a man.
pub(crate) fn after_captures(material: Material) -> BTreeMap<Material, Vec<Color>> {
    let mut found: BTreeMap<Material, Vec<Color>> = BTreeMap::new();
    for color in Color::ALL {
        let victims = material.pieces(color);
        let left = victims.filter_map(|victim| material.without(color, victim).map(|left| (victim, left)));
        let also_promoted = |(victim, left): (Piece, Material)| {
            let without = left.without(!color, Piece::Pawn).filter(|_| victim != Piece::Pawn);
            let promoted = without.map(|left| PROMOTIONS.map(|piece| left.with(!color, piece)));
            [left].into_iter().chain(promoted.into_iter().flatten())
        };
        let left = left.flat_map(also_promoted);
        for (smaller, flip) in left.filter(|left| left.men() > 2).map(Material::canonical) {
            let side = if flip { !color } else { color };
            let sides = found.entry(smaller).or_default();
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
    }
    found
}

/// The items with a next use, soonest first, as many as fit into `bytes` with their sizes.
pub(crate) fn needed_first<T: Copy>(
    sizes: impl Iterator<Item = (T, usize)>,
    next_use: impl Fn(T) -> Option<usize>,
    bytes: usize,
) -> Vec<T> {
    let mut wanted: Vec<(usize, T, usize)> =
        sizes.filter_map(|(item, size)| next_use(item).map(|at| (at, item, size))).collect();
    wanted.sort_by_key(|&(at, ..)| at);
    let mut left = Some(bytes);
    wanted.retain(|&(.., size)| {
        left = left.and_then(|left| left.checked_sub(size));
        left.is_some()
    });
    wanted.into_iter().map(|(_, item, _)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_hold_what_each_table_needs_before_it() {
        let all: Vec<Material> = (3..=5).flat_map(Material::with_men).collect();
        let mut done: Vec<Material> = Vec::new();
        for level in levels(all) {
            for material in &level {
                assert!(successors(*material).iter().all(|s| done.contains(s)), "{material}");
            }
            done.extend(level);
        }
        assert_eq!(done.len(), 145);
    }

    #[test]
    fn each_ending_is_asked_for_after_it_is_solved() {
        let all: Vec<Material> = (3..=5).flat_map(Material::with_men).collect();
        // With all of them, and with some omitted.
        for left_out in [0, 3] {
            let wanted: Vec<Material> = all
                .iter()
                .enumerate()
                .filter(|(i, _)| left_out == 0 || i % left_out > 0)
                .map(|(_, m)| *m)
                .collect();
            let order = soon_asked_for(wanted.clone());
            assert_eq!(order.len(), wanted.len());
            for (i, &material) in order.iter().enumerate() {
                let asked = successors(material);
                assert!(asked.iter().all(|m| !wanted.contains(m) || order[..i].contains(m)), "{material}");
            }
        }
    }

    #[test]
    fn depth_first_has_each_table_after_what_it_needs() {
        for material in Material::with_men(5) {
            let order = depth_first(material, |_, _| false);
            assert_eq!(order.len() + 1, checked_closure(&[material]).unwrap().len());
            for (i, &m) in order.iter().enumerate() {
                assert!(successors(m).iter().all(|s| order[..i].contains(s)), "{m} for {material}");
            }
        }
        let four = depth_first("KRPvKR".parse().unwrap(), |_, m| m.men() == 4);
        assert!(four.iter().all(|m| m.men() == 5) && four.len() == 4, "{four:?}");
    }

    #[test]
    fn after_a_capture_the_side_that_has_lost_a_man_is_to_move() {
        use Color::{Black, White};
        let after = |name: &str| {
            let found = after_captures(name.parse().unwrap());
            let mut found = found.into_iter().map(|(m, sides)| (m.to_string(), sides)).collect::<Vec<_>>();
            found.sort_by(|one, other| one.0.cmp(&other.0));
            found
        };
        let expected = [("KNNNvK", vec![Black]), ("KNNvKN", vec![White])];
        assert_eq!(after("KNNNvKN"), expected.map(|(name, sides)| (name.to_owned(), sides)));
        // Both sides may have lost a rook or a knight; colors are swapped if White has.
        let expected = [("KRNvKN", vec![Black]), ("KRNvKR", vec![Black])];
        assert_eq!(after("KRNvKRN"), expected.map(|(name, sides)| (name.to_owned(), sides)));
        assert_eq!(after("KQvK"), []);
    }

    #[test]
    fn krpkr_leads_to_the_known_tables() {
        let names: Vec<String> =
            successors("KRPvKR".parse().unwrap()).iter().map(ToString::to_string).collect();
        for name in ["KRPvK", "KPvKR", "KRvKP", "KRvKR", "KQRvKR", "KRRvKR", "KRBvKR", "KRNvKR", "KQRvK"] {
            let canonical = name.parse::<Material>().unwrap().canonical().0.to_string();
            assert!(names.contains(&canonical), "{name} missing in {names:?}");
        }
    }
}
