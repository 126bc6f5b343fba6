//! Position to index and back.
//!
//! A sub-table lists its men in *placement order* and cuts the list into groups: the first group carries
//! the board's symmetries (three unique men, the two kings, or the leading pawns), the others are runs of
//! like men. A group's index counts its placements on the squares that groups *earlier in the list*
//! have left free. Groups are then put into *slots*, and the position's index is a mixed-radix number
//! whose slot 0 varies fastest.
//!
//! `index -> squares` is total; `squares -> index` is not onto, because some mirror images have indices of their own: men all
//! on the a1-h8 diagonal, and leading pawns that tie with their mirror image.

use board::{Color, Material, Piece};

use super::error::Fault;
use super::format::{leading_color, man_code, man_of_code, men_codes};

/// Most men of a table.
pub(super) const MAX_MEN: usize = 7;

/// Squares of the men in list order, a1 = 0, h8 = 63; entries beyond the men are 0.
pub type Squares = [u8; MAX_MEN];

/// Number of placements of three unique men.
const TRIO_RADIX: u64 = 31332;
/// Number of placements of two kings.
const KINGS_RADIX: u64 = 462;
/// Squares of ranks 2 to 7.
const PAWN_SQUARES: u64 = 48;

/// The squares of the a1-d1-d4 triangle by number: below the diagonal first.
#[rustfmt::skip]
const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];
/// First triangle number on the diagonal.
const TRIANGLE_DIAGONAL: usize = 6;

// Index ranges of three unique men: first off the diagonal, second off it, third off it, all on it.
const SECOND_AND_THIRD: u64 = 63 * 62;
const FIRST_ON: u64 = 6 * SECOND_AND_THIRD;
const LOWER_AND_THIRD: u64 = 28 * 62;
const SECOND_ON: u64 = FIRST_ON + 4 * LOWER_AND_THIRD;
const DIAGONAL_AND_LOWER: u64 = 7 * 28;
const THIRD_ON: u64 = SECOND_ON + 4 * DIAGONAL_AND_LOWER;
const DIAGONAL_PAIR: u64 = 7 * 6;

/// Rank minus file: negative below the a1-h8 diagonal.
const fn off_diagonal(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

const fn flip_diagonal(square: u8) -> u8 {
    (square >> 3) | ((square & 7) << 3)
}

/// `BINOMIAL[n][k]`, zero when `n < k`.
static BINOMIAL: [[u64; MAX_MEN]; 65] = binomials();

const fn binomials() -> [[u64; MAX_MEN]; 65] {
    let mut table = [[0; MAX_MEN]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while k < MAX_MEN && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

fn binomial(n: u64, k: usize) -> u64 {
    BINOMIAL[n as usize][k]
}

/// The number of a triangle square; 255 elsewhere.
static TRIANGLE_NUMBER: [u8; 64] = inverse(TRIANGLE);
/// The 28 squares below the diagonal in ascending order.
static LOWER: [u8; 28] = lower_squares();
/// The number of a square below the diagonal; 255 elsewhere.
static LOWER_NUMBER: [u8; 64] = inverse(lower_squares());

const fn inverse<const N: usize>(squares: [u8; N]) -> [u8; 64] {
    let mut numbers = [255; 64];
    let mut i = 0;
    while i < N {
        numbers[squares[i] as usize] = i as u8;
        i += 1;
    }
    numbers
}

const fn lower_squares() -> [u8; 28] {
    let mut squares = [0; 28];
    let (mut square, mut count) = (0, 0);
    while square < 64 {
        if off_diagonal(square) < 0 {
            squares[count] = square;
            count += 1;
        }
        square += 1;
    }
    squares
}

/// The two kings by index, the first in the triangle, not touching; with both on the diagonal last.
static KINGS: [[u8; 2]; KINGS_RADIX as usize] = king_pairs();
/// `KINGS_INDEX[triangle number of the first][second]`.
static KINGS_INDEX: [[u16; 64]; 10] = king_indices();

const fn king_pairs() -> [[u8; 2]; KINGS_RADIX as usize] {
    let mut pairs = [[0; 2]; KINGS_RADIX as usize];
    let mut count = 0;
    let mut both_on_diagonal = false;
    loop {
        let mut t = 0;
        while t < 10 {
            let first = TRIANGLE[t];
            let mut second = 0;
            while second < 64 {
                let first_on = t >= TRIANGLE_DIAGONAL;
                let off = off_diagonal(second);
                let fits = if both_on_diagonal { first_on && off == 0 } else { !first_on || off < 0 };
                if fits && !touching(first, second) {
                    pairs[count] = [first, second];
                    count += 1;
                }
                second += 1;
            }
            t += 1;
        }
        if both_on_diagonal {
            break;
        }
        both_on_diagonal = true;
    }
    assert!(count == KINGS_RADIX as usize);
    pairs
}

const fn touching(a: u8, b: u8) -> bool {
    let files = (a & 7) as i8 - (b & 7) as i8;
    let ranks = (a >> 3) as i8 - (b >> 3) as i8;
    -1 <= files && files <= 1 && -1 <= ranks && ranks <= 1
}

/// Touching kings get index 0: such positions are never looked up.
const fn king_indices() -> [[u16; 64]; 10] {
    let pairs = king_pairs();
    let numbers = inverse(TRIANGLE);
    let mut indices = [[0; 64]; 10];
    let mut i = 0;
    while i < pairs.len() {
        let [first, second] = pairs[i];
        indices[numbers[first as usize] as usize][second as usize] = i as u16;
        i += 1;
    }
    indices
}

/// Pawn squares ranked from e7 up to a2: the leader is the pawn that ranks highest.
const fn pawn_rank(square: u8) -> u8 {
    let file = square & 7;
    let from_edge = if file < 4 { file } else { 7 - file };
    47 - 12 * from_edge - 2 * ((square >> 3) - 1) - (file >= 4) as u8
}

/// The pawn square of each rank.
static PAWN_OF_RANK: [u8; 48] = pawn_squares_by_rank();

const fn pawn_squares_by_rank() -> [u8; 48] {
    let mut squares = [0; 48];
    let mut square = 8;
    while square < 56 {
        squares[pawn_rank(square) as usize] = square;
        square += 1;
    }
    squares
}

/// Leading pawn placements with the leader on a lower square of its file, `t` others: for each rank 2..7, then all.
fn leader_offsets(t: usize, file: usize) -> [u64; 7] {
    let mut offsets = [0; 7];
    for step in 0..6 {
        let square = 8 * (step + 1) + file;
        offsets[step + 1] = offsets[step] + binomial(u64::from(pawn_rank(square as u8)), t);
    }
    offsets
}

/// The file, 0 to 3, of the leader among these pawns of the leading color.
///
/// ```
/// use tbgen::syzygy::leading_file;
/// assert_eq!(leading_file(&[20, 15]), 0, "h2 is nearer an edge than e3");
/// ```
pub fn leading_file(pawns: &[u8]) -> usize {
    let leader = pawns.iter().copied().max_by_key(|&p| pawn_rank(p)).unwrap_or(8);
    let file = (leader & 7) as usize;
    file.min(7 - file)
}

/// What a group's index counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroupKind {
    Trio,
    Kings,
    LeadingPawns,
    OtherPawns,
    Plain,
}

/// A run of the piece list that is indexed together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) kind: GroupKind,
    /// Position of the first man in the list.
    pub(super) start: usize,
    /// Number of men.
    pub(super) len: usize,
    /// Number of placements.
    pub(super) radix: u64,
    /// Product of the radices in lower slots.
    pub(super) factor: u64,
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
    /// `order` is the slot of the first group and `order2` that of the second pawn group; `file` is the leader's file,
    /// 0 without pawns. `order2` is ignored unless both sides have pawns.
    ///
    /// # Errors
    /// [`Fault::Men`] when the codes are not the material's, ordered as the format wants them;
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

    /// The layout over which the writer takes statistics. It has each placement of like men once, but
    /// unlike the layouts of files both mirror images of all placements with the kings on the diagonal, and all placements of
    /// leading pawns with *any* one of them, the first listed, on `file`.
    pub(super) fn for_counting(material: Material, file: usize) -> Self {
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

    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The index of the men on these squares, colors already normalized.
    ///
    /// Among like men the order is free. Leading pawns must have their leader on this layout's file or its mirror image.
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
                GroupKind::Kings => {
                    u64::from(KINGS_INDEX[TRIANGLE_NUMBER[members[0] as usize] as usize][members[1] as usize])
                }
                GroupKind::LeadingPawns => leading_pawns_index(members),
                GroupKind::OtherPawns => subset_index(members, occupied, 8),
                GroupKind::Plain => subset_index(members, occupied, 0),
            };
            index += part * group.factor;
            occupied = members.iter().fold(occupied, |set, &s| set | 1 << s);
        }
        index
    }

    /// The men's squares at an index below [`Layout::size`].
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

    /// A group's placement by number: squares of the first group, else the how-manieth squares that earlier groups leave free.
    pub(super) fn unrank(&self, group: &Group, part: u64) -> Squares {
        let mut squares = [0; MAX_MEN];
        match group.kind {
            GroupKind::Trio => squares[..3].copy_from_slice(&trio_squares(part)),
            GroupKind::Kings => squares[..2].copy_from_slice(&KINGS[part as usize]),
            GroupKind::LeadingPawns => unrank_leading_pawns(&mut squares[..group.len], part, self.file),
            GroupKind::OtherPawns => unrank_subset(&mut squares[..group.len], part, 8),
            GroupKind::Plain => unrank_subset(&mut squares[..group.len], part, 0),
        }
        squares
    }
}

/// The piece list's groups; `None` when like men are not adjacent or the first group is not legal.
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

/// Fills in the factors and returns the number of indices.
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

/// Mirrors the men so that the first stands in the triangle and the first group member off the diagonal, if any, below it.
fn bring_into_triangle(squares: &mut [u8], group: usize) {
    if squares[0] & 7 > 3 {
        for s in squares.iter_mut() {
            *s ^= 7;
        }
    }
    if squares[0] >> 3 > 3 {
        for s in squares.iter_mut() {
            *s ^= 56;
        }
    }
    if squares[..group].iter().map(|&s| off_diagonal(s)).find(|&off| off != 0).is_some_and(|off| off > 0) {
        for s in squares.iter_mut() {
            *s = flip_diagonal(*s);
        }
    }
}

/// Puts the leader first and mirrors the men so that it stands on files a to d.
fn bring_leader_to_queenside(squares: &mut [u8], pawns: usize) {
    let leader = (0..pawns).max_by_key(|&i| pawn_rank(squares[i])).unwrap_or(0);
    squares.swap(0, leader);
    if squares[0] & 7 > 3 {
        for s in squares.iter_mut() {
            *s ^= 7;
        }
    }
}

fn trio_index(a: u8, b: u8, c: u8) -> u64 {
    let [a64, b64, c64] = [a, b, c].map(u64::from);
    let second = b64 - u64::from(b > a);
    let third = c64 - u64::from(c > a) - u64::from(c > b);
    let [a_file, b_file, c_file] = [a64 & 7, b64 & 7, c64 & 7];
    let b_left = b_file - u64::from(b_file > a_file);
    let lower = |s: u8| u64::from(LOWER_NUMBER[s as usize]);
    if off_diagonal(a) != 0 {
        u64::from(TRIANGLE_NUMBER[a as usize]) * SECOND_AND_THIRD + second * 62 + third
    } else if off_diagonal(b) != 0 {
        FIRST_ON + a_file * LOWER_AND_THIRD + lower(b) * 62 + third
    } else if off_diagonal(c) != 0 {
        SECOND_ON + a_file * DIAGONAL_AND_LOWER + b_left * 28 + lower(c)
    } else {
        let c_left = c_file - u64::from(c_file > a_file) - u64::from(c_file > b_file);
        THIRD_ON + a_file * DIAGONAL_PAIR + b_left * 6 + c_left
    }
}

/// The square (or diagonal number) that is the `free`-th not in `taken`.
fn skip(mut free: u8, taken: &[u8]) -> u8 {
    let mut taken = [taken[0], taken.get(1).copied().unwrap_or(255)];
    taken.sort_unstable();
    for t in taken {
        free += u8::from(t <= free);
    }
    free
}

fn trio_squares(index: u64) -> [u8; 3] {
    let on = |number: u8| number * 9;
    if index < FIRST_ON {
        let a = TRIANGLE[(index / SECOND_AND_THIRD) as usize];
        let b = skip((index % SECOND_AND_THIRD / 62) as u8, &[a]);
        [a, b, skip((index % 62) as u8, &[a, b])]
    } else if index < SECOND_ON {
        let rest = index - FIRST_ON;
        let a = on((rest / LOWER_AND_THIRD) as u8);
        let b = LOWER[(rest % LOWER_AND_THIRD / 62) as usize];
        [a, b, skip((rest % 62) as u8, &[a, b])]
    } else if index < THIRD_ON {
        let rest = index - SECOND_ON;
        let a = (rest / DIAGONAL_AND_LOWER) as u8;
        let b = skip((rest % DIAGONAL_AND_LOWER / 28) as u8, &[a]);
        [on(a), on(b), LOWER[(rest % 28) as usize]]
    } else {
        let rest = index - THIRD_ON;
        let a = (rest / DIAGONAL_PAIR) as u8;
        let b = skip((rest % DIAGONAL_PAIR / 6) as u8, &[a]);
        [on(a), on(b), on(skip((rest % 6) as u8, &[a, b]))]
    }
}

/// Leader first, on files a to d.
fn leading_pawns_index(pawns: &mut [u8]) -> u64 {
    let (leader, others) = (pawns[0], &mut pawns[1..]);
    others.sort_unstable_by_key(|&p| std::cmp::Reverse(pawn_rank(p)));
    let t = others.len();
    let offset = leader_offsets(t, (leader & 7) as usize)[(leader >> 3) as usize - 1];
    let ranks = others.iter().map(|&p| u64::from(pawn_rank(p)));
    offset + ranks.zip((1..=t).rev()).map(|(rank, k)| binomial(rank, k)).sum::<u64>()
}

fn unrank_leading_pawns(pawns: &mut [u8], part: u64, file: usize) {
    let t = pawns.len() - 1;
    let offsets = leader_offsets(t, file);
    let step = (0..6).rev().find(|&step| offsets[step] <= part).unwrap_or(0);
    pawns[0] = (8 * (step + 1) + file) as u8;
    let ranks = combination(part - offsets[step], t);
    for (pawn, rank) in pawns[1..].iter_mut().zip(ranks) {
        *pawn = PAWN_OF_RANK[rank as usize];
    }
}

/// The `k` descending numbers x with C(x_1, k) + ... + C(x_k, 1) = `remainder`.
fn combination(mut remainder: u64, k: usize) -> impl Iterator<Item = u8> {
    (1..=k).rev().map(move |m| {
        let mut x = 63;
        while binomial(x, m) > remainder {
            x -= 1;
        }
        remainder -= binomial(x, m);
        x as u8
    })
}

/// The index of like men on squares above `first` that `occupied` leaves free.
fn subset_index(members: &mut [u8], occupied: u64, first: u64) -> u64 {
    members.sort_unstable();
    let free = |s: u8| u64::from(s) - u64::from((occupied & ((1 << s) - 1)).count_ones()) - first;
    members.iter().enumerate().map(|(k, &s)| binomial(free(s), k + 1)).sum()
}

fn unrank_subset(members: &mut [u8], part: u64, first: u8) {
    let len = members.len();
    for (member, free) in members.iter_mut().rev().zip(combination(part, len)) {
        *member = free + first;
    }
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
    fn sizes_of_leading_pawn_groups_are_the_known_ones() {
        let sizes: Vec<[u64; 4]> = (0..5).map(|t| [0, 1, 2, 3].map(|f| leader_offsets(t, f)[6])).collect();
        let known = [
            [6, 6, 6, 6],
            [252, 180, 108, 36],
            [5201, 2645, 953, 125],
            [70315, 25375, 5491, 295],
            [700336, 178696, 23176, 496],
        ];
        assert_eq!(sizes, known);
        assert_eq!(leader_offsets(2, 0)[..6], [0, 1081, 2071, 2974, 3794, 4535]);
    }

    #[test]
    fn king_pairs_have_the_known_numbers() {
        let number = |a: u8, b: u8| KINGS_INDEX[TRIANGLE_NUMBER[a as usize] as usize][b as usize];
        let pairs = [(1, 3), (2, 63), (19, 0), (0, 2), (0, 18), (27, 0), (27, 63)];
        assert_eq!(pairs.map(|(a, b)| number(a, b)), [0, 115, 284, 339, 441, 457, 461]);
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
            // Of two kings the touching placements have no index of their own, but none is decoded.
            prop_assert_eq!(l.encode(men), index);
        }
    }
}
