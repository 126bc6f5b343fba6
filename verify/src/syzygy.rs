//! Syzygy files through pyrrhic-rs, with the guards it needs.
//!
//! pyrrhic-rs 0.2.0 registers tables that are not there, maps whatever has the right name, and keeps global
//! state. So the files an ending needs - its own and those of all endings it can turn into - are looked for
//! first, and nothing else is ever asked.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use board::{BitBoard, Color, Material, Piece, Placement, Square, Wdl, attacks};
use pyrrhic_rs::{EngineAdapter, TableBases, WdlProbeResult};

use crate::{Oracle, VerifyError};

/// First four bytes of a WDL file.
const MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
/// Sound files are a multiple of this many bytes, plus a checksum.
const BLOCK_BYTES: u64 = 64;
const CHECKSUM_BYTES: u64 = 16;

/// The moves of pieces, as pyrrhic-rs asks for them.
#[derive(Clone)]
struct Moves;

fn hits(piece: Piece, square: u64, occupied: u64) -> u64 {
    attacks(piece, Color::White, Square::index(square as usize), BitBoard(occupied)).0
}

impl EngineAdapter for Moves {
    fn pawn_attacks(color: pyrrhic_rs::Color, square: u64) -> u64 {
        let color = if color == pyrrhic_rs::Color::White { Color::White } else { Color::Black };
        attacks(Piece::Pawn, color, Square::index(square as usize), BitBoard::EMPTY).0
    }

    fn knight_attacks(square: u64) -> u64 {
        hits(Piece::Knight, square, 0)
    }

    fn bishop_attacks(square: u64, occupied: u64) -> u64 {
        hits(Piece::Bishop, square, occupied)
    }

    fn rook_attacks(square: u64, occupied: u64) -> u64 {
        hits(Piece::Rook, square, occupied)
    }

    fn queen_attacks(square: u64, occupied: u64) -> u64 {
        hits(Piece::Queen, square, occupied)
    }

    fn king_attacks(square: u64) -> u64 {
        hits(Piece::King, square, 0)
    }
}

/// The files of some endings. Only one of it can exist in a process.
pub(crate) struct Syzygy {
    tables: TableBases<Moves>,
    sound: BTreeSet<Material>,
}

impl Syzygy {
    /// Opens the files of these endings and of all they can turn into.
    pub(crate) fn open(folder: &Path, endings: &[Material]) -> Result<Self, VerifyError> {
        fs::read_dir(folder).map_err(|error| VerifyError::SyzygyFolder(folder.to_owned(), error))?;
        let mut sound = BTreeSet::new();
        for &material in endings {
            let needed = family(material);
            let (there, missing): (Vec<_>, Vec<_>) =
                needed.iter().map(|m| format!("{m}.rtbw")).partition(|name| folder.join(name).is_file());
            for name in there {
                judge_file(&folder.join(name))?;
            }
            if !missing.is_empty() {
                let (folder, missing) = (folder.to_owned(), missing.join(", "));
                return Err(VerifyError::MissingTables { folder, material, missing });
            }
            sound.extend(needed);
        }
        let tables = TableBases::new(folder.to_string_lossy())
            .map_err(|error| VerifyError::SyzygyLibrary(folder.to_owned(), format!("{error:?}")))?;
        Ok(Self { tables, sound })
    }
}

/// An ending and all it can turn into by captures and promotions, two bare kings left out, under their table
/// names.
fn family(material: Material) -> BTreeSet<Material> {
    let mut all = BTreeSet::new();
    let mut open = vec![material.canonical().0];
    while let Some(material) = open.pop() {
        if material.men() < 3 || !all.insert(material) {
            continue;
        }
        for color in Color::ALL {
            for piece in material.pieces(color).collect::<Vec<_>>() {
                let rest = material.without(color, piece).expect("the piece is there");
                open.push(rest.canonical().0);
                if piece == Piece::Pawn {
                    let promoted = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
                    open.extend(promoted.map(|p| rest.with(color, p).canonical().0));
                }
            }
        }
    }
    all
}

fn judge_file(path: &Path) -> Result<(), VerifyError> {
    let damaged = || VerifyError::DamagedTable(path.to_owned());
    let mut file = File::open(path).map_err(|_| damaged())?;
    let bytes = file.metadata().map_err(|_| damaged())?.len();
    let mut magic = [0; 4];
    file.read_exact(&mut magic).map_err(|_| damaged())?;
    if magic == MAGIC && bytes % BLOCK_BYTES == CHECKSUM_BYTES { Ok(()) } else { Err(damaged()) }
}

impl Oracle for Syzygy {
    fn name(&self) -> &'static str {
        "Syzygy files"
    }

    fn wdl(&self, placement: &Placement) -> Option<Wdl> {
        if !self.sound.contains(&placement.material().canonical().0) {
            return None;
        }
        let mut pieces = [0; Piece::NUM];
        let mut colors = [0; Color::NUM];
        for man in placement.men() {
            pieces[man.piece as usize] |= man.square.bitboard().0;
            colors[man.color as usize] |= man.square.bitboard().0;
        }
        let of = |piece: Piece| pieces[piece as usize];
        let answer = self.tables.probe_wdl(
            colors[Color::White as usize],
            colors[Color::Black as usize],
            of(Piece::King),
            of(Piece::Queen),
            of(Piece::Rook),
            of(Piece::Bishop),
            of(Piece::Knight),
            of(Piece::Pawn),
            0,
            placement.side_to_move() == Color::White,
        );
        Some(match answer.ok()? {
            WdlProbeResult::Loss => Wdl::Loss,
            WdlProbeResult::BlessedLoss => Wdl::BlessedLoss,
            WdlProbeResult::Draw => Wdl::Draw,
            WdlProbeResult::CursedWin => Wdl::CursedWin,
            WdlProbeResult::Win => Wdl::Win,
        })
    }

    fn sees_fifty_move_rule(&self) -> bool {
        true
    }
}
