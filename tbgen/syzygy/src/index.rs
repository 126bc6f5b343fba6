//! Converts positions to indices and back.
//!
//! A sub-table lists its men in *placement order* and cuts the list into groups: the first group
//! A sub-table lists its men in *placement order* and divides the list into groups: the first group
//! carries the board's symmetries (three unique men, the two kings, or the leading pawns), the
//! others are runs of like men. A group's index counts its placements on the squares left free by
//! the groups *earlier in the list*. Groups are then assigned to *slots*, and the position's index
//! is a mixed-radix number whose slot 0 varies fastest.
//!
//! `index -> squares` is total; `squares -> index` is not onto, because some mirror images have
//! indices of their own: men all on the a1-h8 diagonal, and leading pawns that tie with their
//! mirror image.

use ending::{Color, Material, Piece, narrow};

use crate::error::Fault;
use crate::format::{MAX_MEN, leading_color, man_code, man_of_code, men_codes};
use crate::ranking::{
    KINGS, KINGS_RADIX, PAWN_SQUARES, TRIO_RADIX, binomial, bring_into_triangle, bring_leader_to_queenside,
    kings_index, leader_offsets, leading_pawns_index, subset_index, trio_index, trio_squares,
    unrank_leading_pawns, unrank_subset,
};

/// Squares of the men in list order, a1 = 0, h8 = 63; entries beyond the men are 0.
pub type Squares = [u8; MAX_MEN];

/// The file, 0 to 3, of the leader among the pawns of the leading color, given as a bitboard.
///
/// ```
/// use vancura_syzygy::file::leading_file;
/// assert_eq!(leading_file(1 << 20 | 1 << 15), 0, "h2 is nearer an edge than e3");
/// ```
#[inline]
pub fn leading_file(pawns: u64) -> usize {
    /// Files a and h, b and g, c and f.
    const EDGES: [u64; 3] = [0x8181_8181_8181_8181, 0x4242_4242_4242_4242, 0x2424_2424_2424_2424];
    EDGES.iter().position(|files| pawns & files != 0).unwrap_or(3)
}

/// What a group consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupKind {
    Trio,
    Kings,
    LeadingPawns,
    OtherPawns,
    Plain,
}

/// A part of the piece list that is indexed as a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) kind: GroupKind,
    /// Position of the first man in the list.
    pub(crate) start: usize,
    /// Number of men.
    pub(crate) len: usize,
    /// Number of placements.
    pub(crate) radix: u64,
    /// Product of the radices in lower slots.
    pub(crate) factor: u64,
}

/// How one sub-table numbers its positions.
#[derive(Clone, Debug)]
pub struct Layout {
    codes: Vec<u8>,
    groups: Vec<Group>,
    file: usize,
    size: u64,
}

impl Layout {
    /// The layout with this piece list.
    ///
    /// `order` is the slot of the first group and `order2` that of the second pawn group; `file` is
    /// the leader's file, 0 without pawns. `order2` is ignored unless both sides have pawns.
    ///
    /// # Errors
    /// [`Fault::Men`] when the codes are not the material's in an order that the format allows;
    /// [`Fault::Order`] when the slots do not exist.
    pub fn new(material: Material, codes: &[u8], order: u8, order2: u8, file: usize) -> Result<Self, Fault> {
        let bad_men = || Fault::Men(codes.to_vec());
        let mut sorted = codes.to_vec();
        let mut expected = men_codes(material);
        sorted.sort_unstable();
        expected.sort_unstable();
        if sorted != expected || codes.len() > MAX_MEN || codes.len() < 2 {
            return Err(bad_men());
        }
        let mut groups = cut_groups(material, codes, file).ok_or_else(bad_men)?;
        let both_pawns = groups.get(1).is_some_and(|g| g.kind == GroupKind::OtherPawns);
        let size = assign_slots(&mut groups, order, both_pawns.then_some(order2))?;
        Ok(Self { codes: codes.to_vec(), groups, file, size })
    }

    /// The layout over which the writer collects statistics. It contains each placement of like men
    /// once, but, unlike the layouts of files, both mirror images of all placements with the kings
    /// on the diagonal, and all placements of leading pawns with *any* one of them (the first
    /// listed) on `file`.
    #[cfg(feature = "write")]
    pub(crate) fn for_counting(material: Material, file: usize) -> Self {
        let mut codes = men_codes(material);
        let kings = Color::ALL.map(|c| man_code(c, Piece::King));
        let leader = man_code(leading_color(material), Piece::Pawn);
        let is_pawn = |&code: &u8| code & 7 == man_code(Color::White, Piece::Pawn);
        let (kind, len, radix) = if material.pawns() == 0 {
            codes.sort_by_key(|c| !kings.contains(c));
            (GroupKind::Kings, 2, KINGS_RADIX)
        } else {
            codes.sort_by_key(|c| (*c != leader, !is_pawn(c)));
            (GroupKind::LeadingPawns, 1, 6)
        };
        let mut groups = vec![Group { kind, start: 0, len, radix, factor: 0 }];
        for like_men in codes[len..].chunk_by(|a, b| a == b) {
            let start = groups.last().map_or(0, |g| g.start + g.len);
            let pawns = is_pawn(&like_men[0]);
            let kind = if pawns { GroupKind::OtherPawns } else { GroupKind::Plain };
            let squares = if pawns { PAWN_SQUARES } else { 64 };
            let radix = binomial(squares - start as u64, like_men.len());
            groups.push(Group { kind, start, len: like_men.len(), radix, factor: 0 });
        }
        let mut size = 1;
        for group in groups.iter_mut().rev() {
            group.factor = size;
            size *= group.radix;
        }
        Self { codes, groups, file, size }
    }

    /// True when both number the same placements in the same order.
    #[cfg(feature = "write")]
    pub(crate) fn numbers_alike(&self, other: &Self) -> bool {
        let factors = |layout: &Self| layout.groups.iter().map(|group| group.factor).collect::<Vec<_>>();
        self.file == other.file && self.codes == other.codes && factors(self) == factors(other)
    }

    /// The codes of the men in list order.
    pub fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// The leader's file, 0 without pawns.
    pub fn file(&self) -> usize {
        self.file
    }

    /// Number of indices.
    pub fn size(&self) -> u64 {
        self.size
    }

    #[cfg(feature = "write")]
    pub(crate) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The index of the men on these squares; colors must already be normalized.
    ///
    /// The order among like men does not matter. The leader of the leading pawns must be on this
    /// layout's file or its mirror image.
    pub fn encode(&self, mut squares: Squares) -> u64 {
        let men = self.codes.len();
        let squares = &mut squares[..men];
        let first = self.groups[0];
        if first.kind == GroupKind::LeadingPawns {
            bring_leader_to_queenside(squares, first.len);
        } else {
            bring_into_triangle(squares, first.len);
        }
        let mut index = 0;
        let mut occupied = 0u64;
        for group in &self.groups {
            let members = &mut squares[group.start..group.start + group.len];
            let part = match group.kind {
                GroupKind::Trio => trio_index(members[0], members[1], members[2]),
                GroupKind::Kings => kings_index(members[0], members[1]),
                GroupKind::LeadingPawns => leading_pawns_index(members),
                GroupKind::OtherPawns => subset_index(members, occupied, 8),
                GroupKind::Plain => subset_index(members, occupied, 0),
            };
            index += part * group.factor;
            occupied = members.iter().fold(occupied, |set, &s| set | 1 << s);
        }
        index
    }

    /// The men's squares at an index, which must be below [`Layout::size`].
    pub fn decode(&self, index: u64) -> Squares {
        let mut squares = [0; MAX_MEN];
        let mut sorted = [0; MAX_MEN];
        for group in &self.groups {
            let taken = &mut sorted[..group.start + group.len];
            let unranked = self.unrank(group, index / group.factor % group.radix);
            for k in group.start..group.start + group.len {
                let free = unranked[k - group.start];
                squares[k] = taken[..group.start].iter().fold(free, |s, &t| s + u8::from(t <= s));
                taken[k] = squares[k];
            }
            taken.sort_unstable();
        }
        squares
    }

    /// A group's placement by number: squares of the first group; for other groups, numbers among
    /// the squares that earlier groups leave free.
    pub(crate) fn unrank(&self, group: &Group, part: u64) -> Squares {
        let mut squares = [0; MAX_MEN];
        match group.kind {
            GroupKind::Trio => squares[..3].copy_from_slice(&trio_squares(part)),
            GroupKind::Kings => squares[..2].copy_from_slice(&KINGS[narrow::<_, usize>(part)]),
            GroupKind::LeadingPawns => unrank_leading_pawns(&mut squares[..group.len], part, self.file),
            GroupKind::OtherPawns => unrank_subset(&mut squares[..group.len], part, 8),
            GroupKind::Plain => unrank_subset(&mut squares[..group.len], part, 0),
        }
        squares
    }
}

/// The groups of the piece list; `None` when like men are not adjacent or the first group is
/// invalid.
fn cut_groups(material: Material, codes: &[u8], file: usize) -> Option<Vec<Group>> {
    let mut groups: Vec<Group> = Vec::with_capacity(codes.len());
    let unique = |code| codes.iter().filter(|&&c| c == code).take(2).count() == 1;
    let mut start = 0;
    if material.pawns() == 0 {
        let trio = codes.iter().filter(|&&c| unique(c)).count() >= 3;
        let (kind, len, radix) =
            if trio { (GroupKind::Trio, 3, TRIO_RADIX) } else { (GroupKind::Kings, 2, KINGS_RADIX) };
        if !codes[..len.min(codes.len())].iter().all(|&c| unique(c)) || codes.len() < len {
            return None;
        }
        groups.push(Group { kind, start, len, radix, factor: 0 });
        start = len;
    }
    while start < codes.len() {
        let code = codes[start];
        let len = codes[start..].iter().take_while(|&&c| c == code).count();
        if codes[start + len..].contains(&code) {
            return None;
        }
        let kind = pawn_group_kind(material, code);
        let expected_at = match kind {
            GroupKind::LeadingPawns => groups.is_empty(),
            GroupKind::OtherPawns => groups.len() == 1,
            _ => groups.len() >= usize::from(material.pawns() > 0),
        };
        let radix = match kind {
            GroupKind::LeadingPawns => leader_offsets(len - 1, file)[6],
            GroupKind::OtherPawns => binomial(PAWN_SQUARES - start as u64, len),
            _ => binomial(64 - start as u64, len),
        };
        if !expected_at || radix == 0 {
            return None;
        }
        groups.push(Group { kind, start, len, radix, factor: 0 });
        start += len;
    }
    let both = Color::ALL.map(|c| material.count(c, Piece::Pawn) > 0);
    let second_is_pawns = groups.get(1).is_some_and(|g| g.kind == GroupKind::OtherPawns);
    (both != [true, true] || second_is_pawns).then_some(groups)
}

fn pawn_group_kind(material: Material, code: u8) -> GroupKind {
    match man_of_code(code) {
        Some((_, piece)) if piece != Piece::Pawn => GroupKind::Plain,
        _ if code == man_code(leading_color(material), Piece::Pawn) => GroupKind::LeadingPawns,
        _ => GroupKind::OtherPawns,
    }
}

/// Computes the factors and returns the number of indices.
fn assign_slots(groups: &mut [Group], order: u8, order2: Option<u8>) -> Result<u64, Fault> {
    let slots = groups.len();
    for slot in [Some(order), order2].into_iter().flatten() {
        if usize::from(slot) >= slots {
            return Err(Fault::Order(slot));
        }
    }
    if order2 == Some(order) {
        return Err(Fault::Order(order));
    }
    let mut rest = 1 + usize::from(order2.is_some());
    let mut factor = 1;
    for slot in 0..slots {
        let group = if slot == usize::from(order) {
            0
        } else if order2.is_some_and(|o| slot == usize::from(o)) {
            1
        } else {
            rest += 1;
            rest - 1
        };
        groups[group].factor = factor;
        factor *= groups[group].radix;
    }
    Ok(factor)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn layout(name: &str, codes: &[u8], order: u8, order2: u8, file: usize) -> Layout {
        Layout::new(name.parse().unwrap(), codes, order, order2, file).unwrap()
    }

    fn squares(names: &str) -> Squares {
        let mut squares = [0; MAX_MEN];
        for (square, name) in squares.iter_mut().zip(names.split_whitespace()) {
            *square = name.parse::<board::Square>().unwrap() as u8;
        }
        squares
    }

    #[test]
    fn known_positions_have_their_known_indices() {
        let trio = layout("KQvK", &[14, 6, 5], 0, 0, 0);
        assert_eq!(trio.encode(squares("c3 a1 h1")), 30778);
        assert_eq!(trio.encode(squares("d5 h1 b2")), 31147);
        let pawn = layout("KPvK", &[1, 6, 14], 2, 0, 3);
        assert_eq!(pawn.encode(squares("e2 e4 e6")), 2609);
        let pawns = layout("KPvKP", &[1, 9, 14, 6], 3, 2, 3);
        assert_eq!(pawns.encode(squares("e2 d7 c5 e3")), 163778);
        let leaders = layout("KPPvK", &[1, 1, 6, 14], 2, 0, 0);
        assert_eq!(leaders.encode(squares("a3 h3 a1 a8")), 347448);
        let bishops = layout("KBBvK", &[6, 14, 3, 3], 0, 0, 0);
        assert_eq!(bishops.encode(squares("c6 a8 c3 c2")), 540068);
        let rooks = layout("KRvKR", &[12, 6, 14, 4], 1, 0, 0);
        assert_eq!(rooks.encode(squares("d5 a1 b3 d1")), 1770736);
    }

    #[test]
    fn bad_lists_and_slots_are_refused() {
        let new = |name: &str, codes: &[u8], order, order2| {
            Layout::new(name.parse().unwrap(), codes, order, order2, 0).map(|l| l.size())
        };
        assert_eq!(new("KQvK", &[14, 6, 5], 1, 0), Err(Fault::Order(1)));
        assert_eq!(new("KPvKP", &[1, 9, 14, 6], 2, 2), Err(Fault::Order(2)));
        for (name, codes) in [
            ("KQvK", &[14u8, 6, 4][..]),
            ("KQvK", &[14, 6]),
            ("KQQvK", &[5, 6, 5, 14]),
            ("KQQvK", &[5, 5, 6, 14]),
            ("KPvKP", &[9, 1, 14, 6]),
            ("KPvKP", &[1, 14, 9, 6]),
            ("KPvK", &[6, 1, 14]),
        ] {
            assert_eq!(new(name, codes, 0, 1), Err(Fault::Men(codes.to_vec())), "{name} {codes:?}");
        }
    }

    /// Layouts of every group kind, with up to three like men and leading pawns of either color.
    fn many_layouts() -> Vec<Layout> {
        vec![
            layout("KQvK", &[14, 6, 5], 0, 0, 0),
            layout("KRBvKN", &[10, 6, 4, 14, 3], 1, 0, 0),
            layout("KNNvKQ", &[6, 14, 13, 2, 2], 1, 0, 0),
            layout("KNNvKNN", &[14, 6, 10, 10, 2, 2], 2, 0, 0),
            layout("KBBBvK", &[6, 14, 3, 3, 3], 0, 0, 0),
            layout("KPvKP", &[1, 9, 14, 6], 3, 2, 3),
            layout("KPPvKP", &[9, 1, 1, 6, 14], 0, 3, 1),
            layout("KPPPvK", &[1, 1, 1, 14, 6], 1, 0, 0),
            layout("KPPvKPP", &[1, 1, 9, 9, 14, 6], 1, 0, 2),
            layout("KRRPPvKR", &[1, 1, 14, 4, 4, 6, 12], 4, 0, 2),
        ]
    }

    #[test]
    fn every_index_of_three_men_survives_the_round_trip() {
        for l in [&many_layouts()[0], &layout("KPvK", &[1, 6, 14], 1, 0, 2)] {
            for index in 0..l.size() {
                assert_eq!(l.encode(l.decode(index)), index);
            }
        }
    }

    proptest! {
        #[test]
        fn decoding_then_encoding_is_the_identity(which in 0..10usize, seed: u64) {
            let l = &many_layouts()[which];
            let index = seed % l.size();
            let men = l.decode(index);
            let mut distinct = men[..l.codes().len()].to_vec();
            distinct.sort_unstable();
            distinct.dedup();
            prop_assert_eq!(distinct.len(), l.codes().len());
            // Touching kings have no index of their own, but are never decoded either.
            prop_assert_eq!(l.encode(men), index);
        }
    }
}
