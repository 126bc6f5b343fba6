//! Sets of tables: opening, missing files and verification.

use std::ffi::c_int;
use std::mem::MaybeUninit;

use board::Material;
use syzygy::source::Access;
use syzygy::{Kind, Position, RootMoves, Rule50, Verify};

use crate::men::Men;
use crate::refusal::{BY_RESULT, CASTLING, OK, Refusal, STOPPED};

/// `vcr_tables`.
pub(crate) struct Tables {
    set: syzygy::Tables,
    verify: Verify,
}

/// `vcr_move`.
#[repr(C)]
pub(crate) struct Move {
    from: u8,
    to: u8,
    promotion: u8,
    reserved: u8,
    plies: i16,
    rank: i16,
}

const _: () = assert!(size_of::<Move>() == 8);

/// Flags of `vcr_open`.
const VERIFY_ONCE: u32 = 1;
const VERIFY_NEVER: u32 = 2;
const READ: u32 = 4;
const MEMORY: u32 = 8;
const GUARD_MAPS: u32 = 16;
/// The bits of the maximum number of men.
const MEN_SHIFT: u32 = 8;
const MEN: u32 = 0xf << MEN_SHIFT;

/// Positions of a batch that are probed together, in a buffer on the stack.
const BATCH: usize = 64;

impl Tables {
    /// Lists the files of the folders of a path.
    pub(crate) fn open(paths: &str, flags: u32) -> Result<Self, Refusal> {
        let wrong = |why| Refusal::Flags { flags, why };
        if flags & !(VERIFY_ONCE | VERIFY_NEVER | READ | MEMORY | GUARD_MAPS | MEN) != 0 {
            return Err(wrong("there are unknown bits"));
        }
        let verify = match flags & (VERIFY_ONCE | VERIFY_NEVER) {
            0 => Verify::WhenOpened,
            VERIFY_ONCE => Verify::Once,
            VERIFY_NEVER => Verify::Never,
            _ => return Err(wrong("VCR_VERIFY_ONCE and VCR_VERIFY_NEVER exclude each other")),
        };
        let access = match flags & (READ | MEMORY) {
            0 => Access::Mapped,
            READ => Access::Read,
            MEMORY => Access::Memory,
            _ => return Err(wrong("VCR_READ and VCR_MEMORY exclude each other")),
        };
        let mut builder = syzygy::Tables::builder().paths(paths).verify(verify).access(access);
        match (flags & MEN) >> MEN_SHIFT {
            0 => {}
            most @ 3..=7 => builder = builder.max_men(most as usize),
            _ => return Err(wrong("tables have 3 to 7 men")),
        }
        if flags & GUARD_MAPS != 0 {
            builder = builder.guard_maps();
        }
        Ok(Self { set: builder.open()?, verify })
    }

    pub(crate) fn set(&self) -> &syzygy::Tables {
        &self.set
    }

    pub(crate) fn count(&self, kind: Kind) -> usize {
        self.set.found().filter(|&(_, found)| found == kind).count()
    }

    /// The names of missing files that probing an ending may need.
    pub(crate) fn missing(&self, ending: &str) -> Result<String, Refusal> {
        let material = ending.parse::<Material>()?.canonical().0;
        let results = self.set.missing_for(material).into_iter().map(|missing| Kind::Wdl.file_name(missing));
        let has_distances = material.men() == 2 || self.set.has(material, Kind::Dtz);
        let distances = (!has_distances).then(|| Kind::Dtz.file_name(material));
        Ok(results.chain(distances).collect::<Vec<_>>().join(" "))
    }

    /// Compares each file with its checksum and calls `report` with its path, what is wrong with
    /// it, and the numbers of files done and in all, until it returns true. Returns the error of
    /// the first damaged file.
    pub(crate) fn verify(
        &self,
        mut report: impl FnMut(&str, Option<&str>, usize, usize) -> bool,
    ) -> Result<c_int, Refusal> {
        let all: Vec<_> = self.set.found().collect();
        let mut first = None;
        for (done, &(material, kind)) in (1..).zip(&all) {
            let compared = self.set.table(material, kind).and_then(|table| match self.verify {
                Verify::WhenOpened => Ok(()),
                _ => table.verify().map_err(|fault| self.set.bad_table(material, kind, fault)),
            });
            let path = self.set.path(material, kind).map(|path| path.display().to_string());
            let fault = compared.as_ref().err().map(ToString::to_string);
            let is_ended = report(&path.unwrap_or_default(), fault.as_deref(), done, all.len());
            first = first.or(compared.err());
            if is_ended && done < all.len() {
                return first.map_or(Ok(STOPPED), |error| Err(error.into()));
            }
        }
        first.map_or(Ok(OK), |error| Err(error.into()))
    }

    /// All moves of a position, ranked; the number of moves is also written when they do not fit.
    pub(crate) fn rank(
        &self,
        men: &Men,
        rule: Rule50,
        room: &mut [MaybeUninit<Move>],
        count: &mut usize,
    ) -> Result<c_int, Refusal> {
        let mut moves = RootMoves::default();
        let ranked = self.set.rank_root(men, rule, &mut moves)?;
        *count = moves.len();
        let room = room.get_mut(..moves.len()).ok_or(Refusal::NoRoom)?;
        for (room, found) in room.iter_mut().zip(&*moves) {
            let syzygy::RootMove { from, to, promotion, plies, rank, .. } = *found;
            room.write(Move { from, to, promotion, reserved: 0, plies, rank });
        }
        Ok(if ranked == Kind::Wdl { BY_RESULT } else { OK })
    }

    /// The results of many positions; returns the number of positions with a result.
    pub(crate) fn batch(&self, men: &[Men], out: &mut [MaybeUninit<i8>]) -> usize {
        let mut known = 0;
        for (men, out) in men.chunks(BATCH).zip(out.chunks_mut(BATCH)) {
            let (mut asked, mut results) = ([syzygy::Men::default(); BATCH], [0; BATCH]);
            for (asked, men) in asked.iter_mut().zip(men) {
                *asked = men.men();
            }
            self.set.wdl_batch(&asked[..men.len()], &mut results[..men.len()]);
            for ((out, men), result) in out.iter_mut().zip(men).zip(results) {
                let result = if men.castling() && result < 100 { CASTLING as i8 } else { result };
                known += usize::from(result < 100);
                out.write(result);
            }
        }
        known
    }
}

/// The kind of table with this number in the header.
pub(crate) fn kind(number: c_int) -> Result<Kind, Refusal> {
    match number {
        0 => Ok(Kind::Wdl),
        1 => Ok(Kind::Dtz),
        2 => Ok(Kind::Dtm),
        _ => Err(Refusal::Kind(number)),
    }
}
