//! Constants of the file format: magic numbers, flags, alignments, piece codes.
//!
//! Integers are little-endian; the Huffman bit stream is big-endian. A file is, in this order:
//!
//! | section              | contents                                                            |
//! |----------------------|---------------------------------------------------------------------|
//! | magic                | 4 bytes, [`Kind::magic`]                                            |
//! | type                 | 1 byte, `type_byte`                                               |
//! | order lists          | per leading file: slot(s) of the pawn or first group, then the men  |
//! | pad                  | to an even offset                                                   |
//! | compression headers  | one per sub-table, each padded to an even offset                    |
//! | DTZ maps             | `.rtbz` only, for sub-tables with `flag::MAPPED`; then pad to even |
//! | sparse indices       | 6 bytes per entry: u32 block, u16 offset                            |
//! | block lengths        | u16 per block: number of values less one                            |
//! | pad                  | to a multiple of `ALIGNMENT`                                      |
//! | blocks               | each sub-table's blocks, padded to a multiple of `ALIGNMENT`      |
//! | checksum             | [`CHECKSUM_BYTES`]                                                  |

use ending::{Color, Material, Piece, narrow};

/// Block data begin and end at multiples of this number of bytes.
pub(crate) const ALIGNMENT: usize = 64;
/// Length of the checksum that ends a file.
pub const CHECKSUM_BYTES: usize = 16;
/// Bytes of one sparse index entry.
pub(crate) const SPARSE_ENTRY_BYTES: usize = 6;
/// Bytes of one block length entry.
pub(crate) const LENGTH_ENTRY_BYTES: usize = 2;
/// Bytes of one entry of the symbol tree.
pub(crate) const SYMBOL_BYTES: usize = 3;
/// Maximum number of symbols of a sub-table: 12-bit numbers, the last being the leaf mark.
pub(crate) const MAX_SYMBOLS: usize = 0xfff;
/// The `right` child that marks a leaf.
pub const LEAF: u16 = 0xfff;
/// Maximum number of values in one symbol.
pub(crate) const MAX_EXPANSION: usize = 256;
/// Maximum number of values in one block.
#[cfg(feature = "write")]
pub(crate) const MAX_BLOCK_VALUES: usize = 65536;
/// Maximum length of a Huffman code in bits.
pub(crate) const MAX_CODE_BITS: u32 = 32;
/// Maximum number of men of a table.
pub const MAX_MEN: usize = 7;
/// Leading files of a table with pawns: the leader is on file a, b, c or d.
pub(crate) const PAWN_FILES: usize = 4;
/// Lists of a DTZ map: wins, losses, cursed wins, blessed losses.
pub(crate) const DTZ_LISTS: usize = 4;

/// Bits of the type byte.
mod type_bit {
    pub(crate) const ASYMMETRIC: u8 = 0x01;
    pub(crate) const PAWNS: u8 = 0x02;
    pub(crate) const MEN_SHIFT: u8 = 4;
}

/// Bits of a sub-table's flag byte.
pub mod flag {
    /// DTZ: the side to move whose distances are stored, 0 or 1.
    pub const SIDE: u8 = 0x01;
    /// DTZ: leaf values are ranks in the sub-table's map.
    pub(crate) const MAPPED: u8 = 0x02;
    /// DTZ wins are stored in plies instead of moves.
    pub const WIN_PLIES: u8 = 0x04;
    /// DTZ losses are stored in plies instead of moves.
    pub const LOSS_PLIES: u8 = 0x08;
    /// Map entries are 16 bits wide.
    pub(crate) const WIDE: u8 = 0x10;
    /// The whole sub-table has one value.
    pub(crate) const SINGLE: u8 = 0x80;
}

/// What a file stores for its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Win, draw or loss for both sides to move (`.rtbw`).
    Wdl,
    /// Distance to zeroing for one side to move (`.rtbz`).
    Dtz,
    /// Distance to mate for both sides to move (`.vdtm`), our own format: see [`crate::vdtm`].
    Dtm,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Wdl, Self::Dtz, Self::Dtm];
    /// The kinds that every Syzygy prober reads.
    pub const SYZYGY: [Self; 2] = [Self::Wdl, Self::Dtz];

    /// The first four bytes of a file.
    pub const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Self::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
            Self::Dtm => crate::vdtm::MAGIC,
        }
    }

    /// The extension of file names, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
            Self::Dtm => "vdtm",
        }
    }

    /// The file name for a material in canonical spelling.
    ///
    /// ```
    /// assert_eq!(vancura_syzygy::Kind::Dtz.file_name("KRPvKR".parse().unwrap()), "KRPvKR.rtbz");
    /// ```
    pub fn file_name(self, material: Material) -> String {
        format!("{material}.{}", self.extension())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Kind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Wdl => "WDL",
            Self::Dtz => "DTZ",
            Self::Dtm => "DTM",
        })
    }
}

/// The fifth byte of the file of a material.
pub(crate) fn type_byte(material: Material) -> u8 {
    let asymmetric = if material.is_symmetric() { 0 } else { type_bit::ASYMMETRIC };
    let pawns = if material.pawns() > 0 { type_bit::PAWNS } else { 0 };
    asymmetric | pawns | narrow::<_, u8>(material.men()) << type_bit::MEN_SHIFT
}

/// Number of leading files: four with pawns, otherwise one.
pub fn leading_files(material: Material) -> usize {
    if material.pawns() > 0 { PAWN_FILES } else { 1 }
}

/// Number of sub-tables per leading file: one in DTZ files and for symmetric material, otherwise
/// two.
pub fn sides(material: Material, kind: Kind) -> usize {
    if kind == Kind::Dtz || material.is_symmetric() { 1 } else { 2 }
}

/// The bit that is set in the codes of Black's men.
pub(crate) const COLOR_BIT: u8 = 8;

/// The code of a man in order lists: 1-6 for White's pawn to king, 9-14 for Black's.
pub const fn man_code(color: Color, piece: Piece) -> u8 {
    piece as u8 + 1 + if matches!(color, Color::Black) { COLOR_BIT } else { 0 }
}

/// The man with this code.
pub const fn man_of_code(code: u8) -> Option<(Color, Piece)> {
    let color = if code & COLOR_BIT == 0 { Color::White } else { Color::Black };
    let piece = match code & 7 {
        1 => Piece::Pawn,
        2 => Piece::Knight,
        3 => Piece::Bishop,
        4 => Piece::Rook,
        5 => Piece::Queen,
        6 => Piece::King,
        _ => return None,
    };
    if code > 15 { None } else { Some((color, piece)) }
}

/// The codes of all men: White's before Black's, each side in the order king, queen, rook, bishop,
/// knight, pawn.
///
/// ```
/// use vancura_syzygy::format::men_codes;
/// assert_eq!(men_codes("KRPvKR".parse().unwrap()), [6, 4, 1, 14, 12]);
/// ```
pub fn men_codes(material: Material) -> Vec<u8> {
    Color::ALL
        .into_iter()
        .flat_map(|color| {
            std::iter::once(Piece::King).chain(material.pieces(color)).map(move |p| man_code(color, p))
        })
        .collect()
}

/// The color whose pawns lead: the one that has pawns; if both have, the one with fewer, or White.
pub fn leading_color(material: Material) -> Color {
    let [white, black] = Color::ALL.map(|c| material.count(c, Piece::Pawn));
    if black > 0 && (white == 0 || black < white) { Color::Black } else { Color::White }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(name: &str) -> Material {
        name.parse().unwrap()
    }

    #[test]
    fn type_bytes_are_those_of_the_published_files() {
        let bytes = ["KQvK", "KPvK", "KQvKQ", "KPvKP"].map(|n| type_byte(material(n)));
        assert_eq!(bytes, [0x31, 0x33, 0x40, 0x42]);
    }

    #[test]
    fn man_codes_are_undone() {
        let codes: Vec<u8> = (0..=255).filter(|&c| man_of_code(c).is_some()).collect();
        assert_eq!(codes, [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14]);
        for code in codes {
            let (color, piece) = man_of_code(code).unwrap();
            assert_eq!(man_code(color, piece), code);
        }
    }

    #[test]
    fn fewer_pawns_lead() {
        let leaders = ["KPvK", "KBvKP", "KPPvKP", "KPvKP"].map(|n| leading_color(material(n)));
        assert_eq!(leaders, [Color::White, Color::Black, Color::Black, Color::White]);
    }
}
