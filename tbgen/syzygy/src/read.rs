//! Reads a table file and validates every field.

use std::path::Path;

use ending::{Color, Dtz, Material, Wdl, narrow};

use crate::checksum::checksum;
use crate::contents::Contents;
use crate::error::{Error, Fault};
use crate::format::{
    ALIGNMENT, CHECKSUM_BYTES, DTZ_LISTS, Kind, MAX_MEN, flag, leading_color, leading_files, man_code,
    man_of_code, sides, type_byte,
};
use crate::index::{Layout, Squares, leading_file};
use crate::men::{Men, lowest};
use crate::packed::{Bytes as _, Cursor, Packed, Value};
use crate::source::{Access, open_file};

/// Larger distances are treated as damage: far above any of 7 men, far below an overflow.
const MAX_DISTANCE: i16 = 1 << 14;

/// Bytes that are read at first to parse the header, where a file is read piece by piece.
const HEAD_BYTES: usize = 1 << 16;

/// How the values of a sub-table are stored.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly all are packed, and this saves an indirection")]
enum Body {
    /// The same value for all indices.
    Single(u16),
    Packed(Packed),
    /// Values already expanded, in index order.
    Flat(Vec<u16>),
}

/// One sub-table: a leading file and a side to move.
#[derive(Clone, Debug)]
pub struct SubTable {
    layout: Layout,
    flags: u8,
    body: Body,
    /// Wins, losses, cursed wins, blessed losses by rank; empty unless [`flag::MAPPED`].
    map: [Vec<u16>; DTZ_LISTS],
}

impl SubTable {
    /// The numbering of its positions.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Its flag byte, see [`flag`].
    pub fn flags(&self) -> u8 {
        self.flags
    }

    /// The side to move of a DTZ sub-table, in the colors of the table's name.
    pub fn stored_side(&self) -> Color {
        if self.flags & flag::SIDE == 0 { Color::White } else { Color::Black }
    }

    /// True when the distances of this result are exact to the ply, not rounded to moves.
    #[inline]
    pub(crate) fn counts_plies(&self, wdl: Wdl) -> bool {
        match wdl {
            Wdl::Win => self.flags & flag::WIN_PLIES != 0,
            Wdl::Loss => self.flags & flag::LOSS_PLIES != 0,
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => false,
        }
    }

    /// The distance for a stored DTZ value, given the position's result. One ply too small where
    /// the sub-table stores moves and the distance is even.
    ///
    /// # Errors
    /// [`Fault::Value`] when the map has no such entry or the distance is out of range.
    #[inline]
    pub fn distance(&self, stored: u16, wdl: Wdl) -> Result<Dtz, Fault> {
        let (list, least) = match wdl {
            Wdl::Draw => return Ok(Dtz(0)),
            Wdl::Win => (0, 1),
            Wdl::Loss => (1, 1),
            Wdl::CursedWin => (2, Dtz::FIFTY_MOVES_PLIES + 1),
            Wdl::BlessedLoss => (3, Dtz::FIFTY_MOVES_PLIES + 1),
        };
        let number = if self.flags & flag::MAPPED == 0 {
            stored
        } else {
            *self.map[list].get(stored as usize).ok_or(Fault::Value(stored))?
        };
        let plies = u32::from(number) * if self.counts_plies(wdl) { 1 } else { 2 };
        let distance = i16::try_from(plies).ok().and_then(|n| n.checked_add(least));
        let distance = Dtz(distance.filter(|&n| n < MAX_DISTANCE).ok_or(Fault::Value(number))?);
        Ok(if wdl > Wdl::Draw { distance } else { -distance })
    }
}

/// A Syzygy table: a parsed header over the bytes of a file.
pub struct Table {
    material: Material,
    kind: Kind,
    /// In file order: leading file outer, side inner.
    sub_tables: Vec<SubTable>,
    sides: usize,
    /// The code of the leading pawns.
    leader: Option<u8>,
    bytes: Contents,
    /// The system has been advised of random access, so it does not read ahead.
    is_probed: bool,
}

/// Minimum number of values in a run of [`Table::for_each_wdl_run`].
const RUN: usize = 1 << 24;

impl Table {
    /// Opens a file for tools that examine single files: mapped with the feature `mmap`, otherwise
    /// read piece by piece. Reads the header only. With `is_guarded`, see
    /// [`guard_maps`](crate::Builder::guard_maps), a file that is truncated later gives an error.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::BadTable`].
    pub fn open(path: &Path, material: Material, kind: Kind, is_guarded: bool) -> Result<Self, Error> {
        let bad = |fault| Error::BadTable { path: path.to_owned(), kind, material, fault };
        let file = open_file(path, Access::default(), is_guarded).map_err(|error| Error::io(path, error))?;
        Self::new(file, material, kind).map_err(bad)
    }

    /// Parses a file in memory.
    ///
    /// # Errors
    /// A [`Fault`] that names the first invalid field.
    pub fn from_bytes(bytes: Vec<u8>, material: Material, kind: Kind) -> Result<Self, Fault> {
        Self::new(bytes.into(), material, kind)
    }

    /// Parses a file.
    ///
    /// # Errors
    /// A [`Fault`] that names the first invalid field.
    pub(crate) fn new(bytes: Contents, material: Material, kind: Kind) -> Result<Self, Fault> {
        let length = bytes.len();
        if length % ALIGNMENT != CHECKSUM_BYTES {
            return Err(Fault::Length(length));
        }
        let mut most = HEAD_BYTES;
        let sub_tables = loop {
            let head = bytes.head(most)?;
            match parse_head(&head, length, material, kind) {
                // The header extends beyond the bytes read so far.
                Err(Fault::Truncated { .. }) if head.len() < length => most = most.saturating_mul(4),
                parsed => break parsed?,
            }
        };
        bytes.unless_torn(Ok(()))?;
        let leader = (material.pawns() > 0).then(|| man_code(leading_color(material), ending::Piece::Pawn));
        Ok(Self { material, kind, sub_tables, sides: sides(material, kind), leader, bytes, is_probed: false })
    }

    /// The table's material as in its name.
    pub fn material(&self) -> Material {
        self.material
    }

    /// The kind of table.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The sub-tables in file order: leading file outer, side to move inner.
    pub fn sub_tables(&self) -> &[SubTable] {
        &self.sub_tables
    }

    /// The sub-table of a leading file (0 without pawns) and a side to move, White in symmetric and
    /// DTZ tables.
    ///
    /// # Panics
    /// When there is no such sub-table.
    pub fn sub_table(&self, file: usize, side: Color) -> &SubTable {
        &self.sub_tables[file * self.sides + (side as usize).min(self.sides - 1)]
    }

    /// The sub-tables of a leading file with their sides to move: one or two for WDL, one for DTZ.
    #[cfg(feature = "write")]
    pub(crate) fn sub_tables_of(&self, file: usize) -> impl Iterator<Item = (&SubTable, Color)> {
        let subs = &self.sub_tables[file * self.sides..(file + 1) * self.sides];
        subs.iter().zip(Color::ALL).map(|(sub, side)| match self.kind {
            Kind::Dtz => (sub, sub.stored_side()),
            Kind::Wdl | Kind::Dtm => (sub, side),
        })
    }

    /// True for a DTZ table in which all wins and losses are exact to the ply instead of rounded to
    /// moves. (The format stores cursed wins and blessed losses in moves only.)
    pub fn counts_plies(&self) -> bool {
        let exact = |sub: &SubTable| sub.counts_plies(Wdl::Win) && sub.counts_plies(Wdl::Loss);
        self.kind == Kind::Dtz && self.sub_tables.iter().all(exact)
    }

    /// Size of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The last 16 bytes of the file; zeros when they can no longer be read.
    pub fn stored_checksum(&self) -> [u8; CHECKSUM_BYTES] {
        let at = self.bytes.len() - CHECKSUM_BYTES;
        let stored = match self.bytes.slice() {
            Some(bytes) => bytes.array(at),
            None => self.bytes.read_pieces(|pieces| Ok(pieces.array(at))).unwrap_or_default(),
        };
        stored.unwrap_or_default()
    }

    /// Reads the whole file and checks its checksum, the sum of its block lengths and its sparse
    /// index.
    ///
    /// # Errors
    /// [`Fault::Checksum`], [`Fault::Values`], [`Fault::Sparse`], [`Fault::Torn`] and
    /// [`Fault::Memory`].
    pub fn verify(&self) -> Result<(), Fault> {
        self.read_whole(|bytes| self.compare_checksum(bytes))
    }

    fn compare_checksum(&self, bytes: &[u8]) -> Result<(), Fault> {
        let (contents, stored) =
            bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or(Fault::Length(bytes.len()))?;
        let [stored, computed] = [*stored, checksum(contents)].map(u128::from_be_bytes);
        if stored != computed {
            return Err(Fault::Checksum { stored, computed });
        }
        for sub in &self.sub_tables {
            if let Body::Packed(packed) = &sub.body {
                packed.check_index(bytes)?;
            }
        }
        Ok(())
    }

    /// Calls `read` with all bytes, which are read sequentially.
    fn read_whole<T>(&self, read: impl FnOnce(&[u8]) -> Result<T, Fault>) -> Result<T, Fault> {
        if self.is_probed {
            self.bytes.advise(false);
        }
        let found = self.bytes.whole().and_then(|bytes| self.bytes.unless_torn(read(&bytes)));
        if self.is_probed {
            self.bytes.advise(true);
        }
        found
    }

    /// Advises the system that values will be read at random.
    pub(crate) fn prepare_for_probing(&mut self) {
        self.is_probed = true;
        self.bytes.advise(true);
    }

    /// The value stored at an index of one of this table's sub-tables.
    ///
    /// # Errors
    /// A [`Fault`] when the index or the value's block is invalid.
    pub fn stored(&self, sub: &SubTable, index: u64) -> Result<u16, Fault> {
        match &sub.body {
            Body::Single(value) => Ok(*value),
            Body::Packed(packed) => match self.bytes.slice() {
                Some(bytes) => self.bytes.unless_torn(packed.value(bytes, index)),
                None => self.bytes.read_pieces(|pieces| packed.value(pieces, index)),
            },
            Body::Flat(values) => {
                usize::try_from(index).ok().and_then(|at| values.get(at).copied()).ok_or(Fault::Sparse(index))
            }
        }
    }

    /// Prefetches the data that leads to a value: first its entry of the sparse index, then the
    /// length of the block that this entry names, then the first bytes of the block.
    #[inline]
    pub(crate) fn touch(&self, sub: &SubTable, index: u64, step: usize) -> u64 {
        match &sub.body {
            Body::Packed(packed) => self.bytes.slice().map_or(0, |bytes| packed.touch(bytes, index, step)),
            Body::Single(_) | Body::Flat(_) => 0,
        }
    }

    /// The sub-table and index of these men, in the colors of the table's name.
    #[inline]
    pub(crate) fn place(&self, men: &Men) -> (&SubTable, u64) {
        // By code: White's pawns, knights, bishops, rooks, queens and king from 1 on, Black's from
        // 9 on.
        let mut of_code = [0; 16];
        for (kind, set) in men.pieces.into_iter().enumerate() {
            of_code[kind + 1] = set & men.white;
            of_code[kind + 9] = set & men.black;
        }
        let file = self.leader.map_or(0, |leader| leading_file(of_code[usize::from(leader)]));
        let side = if men.white_to_move { Color::White } else { Color::Black };
        let sub = self.sub_table(file, side);
        let mut squares: Squares = [0; MAX_MEN];
        for (square, code) in squares.iter_mut().zip(sub.layout.codes()) {
            let set = &mut of_code[usize::from(code & 15)];
            *square = lowest(*set);
            *set &= set.wrapping_sub(1);
        }
        (sub, sub.layout.encode(squares))
    }

    /// All values of a WDL sub-table in index order, expanded block by block: 0 (loss) to 4 (win).
    ///
    /// # Errors
    /// A [`Fault`] when a block does not decode, the number of values is wrong or the sparse index
    /// does not lead to them.
    pub fn expand_wdl(&self, sub: &SubTable) -> Result<Vec<u8>, Fault> {
        self.expand(sub)
    }

    /// Calls `visit` with all values of a WDL sub-table in runs of consecutive indices, and the
    /// index of the first value of each, for tables that do not fit into memory. Where an error is
    /// returned, the values visited before mean nothing.
    ///
    /// # Errors
    /// As [`Table::expand_wdl`].
    pub fn for_each_wdl_run(&self, sub: &SubTable, mut visit: impl FnMut(u64, &[u8])) -> Result<(), Fault> {
        let Body::Packed(packed) = &sub.body else {
            visit(0, &self.expand::<u8>(sub)?);
            return Ok(());
        };
        self.read_whole(|bytes| {
            packed.check_index(bytes)?;
            let expander = packed.expander();
            let (mut start, mut values) = (0, Vec::with_capacity(2 * RUN));
            for block in 0..packed.blocks() {
                expander.expand(bytes, block, &mut values)?;
                if values.len() >= RUN || block + 1 == packed.blocks() {
                    visit(start, &values);
                    start += values.len() as u64;
                    values.clear();
                }
            }
            Ok(())
        })
    }

    /// All values of a DTM sub-table in index order, see [`crate::vdtm`].
    ///
    /// # Errors
    /// A [`Fault`] when a block does not decode, the number of values is wrong or the sparse index
    /// does not lead to them.
    pub fn expand_dtm(&self, sub: &SubTable) -> Result<Vec<u16>, Fault> {
        self.expand(sub)
    }

    /// All values of a DTZ sub-table in index order, as stored: ranks or numbers, see
    /// [`SubTable::flags`].
    ///
    /// # Errors
    /// A [`Fault`] when a block does not decode, the number of values is wrong or the sparse index
    /// does not lead to them.
    pub fn expand_dtz(&self, sub: &SubTable) -> Result<Vec<u16>, Fault> {
        self.expand(sub)
    }

    fn expand<T: Value>(&self, sub: &SubTable) -> Result<Vec<T>, Fault> {
        let size = sub.layout.size();
        let room = || {
            let mut room = Vec::new();
            let asked = room.try_reserve_exact(narrow(size));
            asked.map(|()| room).map_err(|_| Fault::Memory(size))
        };
        match &sub.body {
            Body::Single(value) => {
                let mut values = room()?;
                values.resize(narrow(size), T::from_leaf(*value));
                Ok(values)
            }
            Body::Packed(packed) => self.read_whole(|bytes| {
                packed.check_index(bytes)?;
                let expander = packed.expander();
                let mut values = room()?;
                for block in 0..packed.blocks() {
                    expander.expand(bytes, block, &mut values)?;
                }
                Ok(values)
            }),
            Body::Flat(values) => Ok(values.iter().map(|&value| T::from_leaf(value)).collect()),
        }
    }

    /// The same table with all its values expanded in memory, two bytes each, for fast probing.
    ///
    /// # Errors
    /// A [`Fault`] when a block does not decode.
    pub(crate) fn expanded(&self) -> Result<Self, Fault> {
        let flat = |sub: &SubTable| {
            let body = match &sub.body {
                Body::Packed(_) => Body::Flat(self.expand(sub)?),
                body => body.clone(),
            };
            Ok(SubTable { body, ..sub.clone() })
        };
        let sub_tables = self.sub_tables.iter().map(flat).collect::<Result<_, Fault>>()?;
        // Only the checksum of such a table is ever read from its bytes.
        let bytes = self.stored_checksum().to_vec().into();
        Ok(Self { sub_tables, bytes, ..*self })
    }
}

/// The sub-tables of a file of this length that begins with `head`.
fn parse_head(head: &[u8], length: usize, material: Material, kind: Kind) -> Result<Vec<SubTable>, Fault> {
    let mut cursor = Cursor { bytes: head, at: 0 };
    let magic = cursor.take(4, "magic number")?;
    if magic != kind.magic() {
        return Err(Fault::Magic([magic[0], magic[1], magic[2], magic[3]]));
    }
    let (found, expected) = (cursor.u8("type byte")?, type_byte(material));
    if found != expected {
        return Err(Fault::Type { found, expected });
    }
    let layouts = parse_orders(&mut cursor, material, sides(material, kind))?;
    cursor.align(2);
    let mut sub_tables = Vec::with_capacity(layouts.len());
    for layout in layouts {
        sub_tables.push(parse_header(&mut cursor, layout, kind)?);
    }
    if kind == Kind::Dtz {
        for sub in &mut sub_tables {
            parse_map(&mut cursor, sub)?;
        }
        cursor.align(2);
    }
    place_sections(&mut sub_tables, cursor.at as u64, length)?;
    Ok(sub_tables)
}

/// The layouts of all sub-tables in file order.
fn parse_orders(cursor: &mut Cursor, material: Material, sides: usize) -> Result<Vec<Layout>, Fault> {
    const SECTION: &str = "piece lists";
    let both_pawns = Color::ALL.into_iter().all(|c| material.count(c, ending::Piece::Pawn) > 0);
    let mut layouts = Vec::new();
    for file in 0..leading_files(material) {
        let order = cursor.u8(SECTION)?;
        let order2 = if both_pawns { cursor.u8(SECTION)? } else { 0 };
        let men = cursor.take(material.men(), SECTION)?;
        for side in 0..sides {
            let nibble = |byte: u8| (byte >> (4 * side)) & 15;
            let codes: Vec<u8> = men.iter().map(|&b| nibble(b)).collect();
            if codes.iter().any(|&c| man_of_code(c).is_none()) {
                return Err(Fault::Men(codes));
            }
            layouts.push(Layout::new(material, &codes, nibble(order), nibble(order2), file)?);
        }
    }
    Ok(layouts)
}

fn parse_header(cursor: &mut Cursor, layout: Layout, kind: Kind) -> Result<SubTable, Fault> {
    let flags = cursor.u8("compression header")?;
    let body = if flags & flag::SINGLE == 0 {
        Body::Packed(Packed::parse(cursor, layout.size())?)
    } else if kind == Kind::Wdl {
        Body::Single(cursor.u8("compression header")?.into())
    } else {
        Body::Single(0)
    };
    cursor.align(2);
    let values_known = match &body {
        _ if kind != Kind::Wdl => Ok(()),
        Body::Single(value) => check_wdl(*value),
        Body::Packed(packed) => packed.leaves().try_for_each(check_wdl),
        Body::Flat(values) => values.iter().copied().try_for_each(check_wdl),
    };
    values_known?;
    Ok(SubTable { layout, flags, body, map: Default::default() })
}

/// Checks a WDL value: 0 (loss) to 4 (win).
fn check_wdl(value: u16) -> Result<(), Fault> {
    if value <= 4 { Ok(()) } else { Err(Fault::Value(value)) }
}

fn parse_map(cursor: &mut Cursor, sub: &mut SubTable) -> Result<(), Fault> {
    const SECTION: &str = "DTZ map";
    if sub.flags & flag::MAPPED == 0 || sub.flags & flag::SINGLE != 0 {
        return Ok(());
    }
    let wide = sub.flags & flag::WIDE != 0;
    if wide {
        cursor.align(2);
    }
    for list in &mut sub.map {
        let number = |cursor: &mut Cursor| {
            if wide { cursor.u16(SECTION) } else { cursor.u8(SECTION).map(u16::from) }
        };
        let count = number(cursor)?;
        *list = (0..count).map(|_| number(cursor)).collect::<Result<_, _>>()?;
    }
    Ok(())
}

/// Places the sections of all sub-tables after the headers; the file must end 16 bytes after them.
fn place_sections(sub_tables: &mut [SubTable], start: u64, file_bytes: usize) -> Result<(), Fault> {
    let aligned = |at: u64| at.saturating_add(ALIGNMENT as u64 - 1) & !(ALIGNMENT as u64 - 1);
    let mut packed: Vec<&mut Packed> = sub_tables
        .iter_mut()
        .filter_map(|s| if let Body::Packed(packed) = &mut s.body { Some(packed) } else { None })
        .collect();
    let sizes: Vec<[u64; 3]> = packed.iter().map(|p| p.section_bytes()).collect();
    let mut at = start;
    let mut starts = vec![[0; 3]; packed.len()];
    for section in 0..3 {
        if section == 2 {
            at = aligned(at);
        }
        for (start, size) in starts.iter_mut().zip(&sizes) {
            start[section] = at;
            at = at.saturating_add(size[section]);
            if section == 2 {
                at = aligned(at);
            }
        }
    }
    let expected = aligned(at).saturating_add(CHECKSUM_BYTES as u64);
    if expected != file_bytes as u64 {
        return Err(Fault::Size { expected, found: file_bytes });
    }
    for (packed, start) in packed.iter_mut().zip(starts) {
        let [sparse, lengths, blocks] = start.map(narrow);
        packed.place(sparse, lengths, blocks);
    }
    Ok(())
}
