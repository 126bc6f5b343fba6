//! Syzygy files through pyrrhic-rs, and the guards it needs.
//!
//! pyrrhic-rs 0.2.0 registers every table up to seven men whether the file is there or not, maps whatever file has the right name,
//! keeps global state, and refuses for good to start again after a start with an empty path. So this adapter lists and judges
//! the files itself, asks only for positions all of whose tables (those after captures, too) are sound, never opens an
//! empty path, and passes the en passant square. Damage inside a file of sound size and magic is not noticed.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::Read as _;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use board::{
    BitBoard, Board, Color, Material, Piece, Rank, Square, Wdl, attacks, get_king_moves, get_knight_moves,
    get_pawn_attacks,
};
use pyrrhic_rs::{DtzProbeValue, EngineAdapter, TableBases, WdlProbeResult};

/// Most men of a Syzygy table.
const MAX_MEN: usize = 7;
/// Magic number and name ending of win-draw-loss files.
const WDL: (u32, &str) = (0x5d23_e871, "rtbw");
/// Magic number and name ending of distance-to-zeroing files.
const DTZ: (u32, &str) = (0xa50c_66d7, "rtbz");
/// Files are a multiple of this long ...
const BLOCK_BYTES: u64 = 64;
/// ... plus a checksum.
const CHECKSUM_BYTES: u64 = 16;

/// The moves of pieces, as pyrrhic-rs asks for them.
#[derive(Clone)]
struct Moves;

fn square(index: u64) -> Square {
    Square::index(index as usize)
}

impl EngineAdapter for Moves {
    fn pawn_attacks(color: pyrrhic_rs::Color, from: u64) -> u64 {
        let color = if color == pyrrhic_rs::Color::White { Color::White } else { Color::Black };
        get_pawn_attacks(square(from), color).0
    }

    fn knight_attacks(from: u64) -> u64 {
        get_knight_moves(square(from)).0
    }

    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        attacks(Piece::Bishop, Color::White, square(from), BitBoard(occupied)).0
    }

    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        attacks(Piece::Rook, Color::White, square(from), BitBoard(occupied)).0
    }

    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        attacks(Piece::Queen, Color::White, square(from), BitBoard(occupied)).0
    }

    fn king_attacks(from: u64) -> u64 {
        get_king_moves(square(from)).0
    }
}

/// Which tables of a material may be asked.
#[derive(Clone, Copy, Debug, Default)]
struct Sound {
    wdl: bool,
    dtz: bool,
}

/// The Syzygy files of some folders. Only one can exist at a time.
pub struct Syzygy {
    tables: TableBases<Moves>,
    sound: HashMap<u64, Sound>,
    men: u32,
    /// pyrrhic-rs panicked once: it is not asked again.
    broken: AtomicBool,
}

/// The files found under a path.
#[derive(Default)]
struct Listing {
    folders: Vec<String>,
    wdl: HashSet<Material>,
    dtz: HashSet<Material>,
    /// The first file of this name, which pyrrhic-rs would open, is damaged.
    bad: HashSet<Material>,
    remarks: Vec<String>,
}

impl Syzygy {
    /// Opens the files in folders separated by `:` or `;` (on Windows only `;`). The remarks say what was found and which files are
    /// refused. `None` when there is nothing to open.
    pub fn open(path: &str) -> (Option<Self>, Vec<String>) {
        let mut listing = list(path);
        let (wdl, dtz) = (listing.wdl.len(), listing.dtz.len());
        let men = listing.wdl.iter().map(|material| material.men()).max().unwrap_or(0);
        let upto = if wdl > 0 { format!(" (up to {men}-man)") } else { String::new() };
        listing.remarks.push(format!("Found {wdl} WDL and {dtz} DTZ tablebase files{upto}."));
        if wdl == 0 {
            return (None, listing.remarks);
        }
        match TableBases::new(listing.folders.join(":")) {
            Ok(tables) => {
                let sound = sound_materials(&listing);
                let syzygy = Self { tables, sound, men: men as u32, broken: AtomicBool::new(false) };
                (Some(syzygy), listing.remarks)
            }
            Err(error) => {
                listing.remarks.push(format!("the tablebase reader did not start: {error:?}"));
                (None, listing.remarks)
            }
        }
    }

    /// Men of the largest table.
    pub fn men(&self) -> u32 {
        self.men
    }

    /// The result of a position, fifty-move counter taken as zero; `None` without sound tables or with castling rights.
    pub fn probe_wdl(&self, board: &Board) -> Option<Wdl> {
        self.sound_for(board).filter(|sound| sound.wdl)?;
        let m = Men::of(board);
        let answer = self.guarded(|tables| {
            let [k, q, r, b, n, p] = m.kinds;
            tables.probe_wdl(m.white, m.black, k, q, r, b, n, p, m.ep, m.white_to_move)
        });
        answer.map(wdl_of)
    }

    /// Plies to the next zeroing move for the side to move, 0 when the result is a draw or it is checkmate. May be one off, and
    /// does not see en passant answers to double steps: good for ordering moves whose result is known.
    ///
    /// Not to be called while searches run: pyrrhic-rs allows one caller.
    pub fn probe_dtz_plies(&self, board: &Board) -> Option<u16> {
        self.sound_for(board).filter(|sound| sound.dtz)?;
        let m = Men::of(board);
        let answer = self.guarded(|tables| {
            let [k, q, r, b, n, p] = m.kinds;
            tables.probe_root(m.white, m.black, k, q, r, b, n, p, m.clock, m.ep, m.white_to_move)
        });
        match answer?.root {
            DtzProbeValue::DtzResult(result) => Some(result.dtz),
            DtzProbeValue::Checkmate | DtzProbeValue::Stalemate => Some(0),
            DtzProbeValue::Failed => None,
        }
    }

    fn sound_for(&self, board: &Board) -> Option<Sound> {
        let has_castling = Color::ALL.into_iter().any(|color| {
            let rights = board.castle_rights(color);
            rights.short.or(rights.long).is_some()
        });
        if board.occupied().len() > self.men || has_castling {
            return None;
        }
        self.sound.get(&signature_of_board(board)).copied()
    }

    /// Asks pyrrhic-rs, whose internal checks panic on damaged files.
    fn guarded<T>(
        &self,
        ask: impl FnOnce(&TableBases<Moves>) -> Result<T, pyrrhic_rs::TBError>,
    ) -> Option<T> {
        if self.broken.load(Ordering::Relaxed) {
            return None;
        }
        let answer = panic::catch_unwind(AssertUnwindSafe(|| ask(&self.tables)));
        if answer.is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
        answer.ok()?.ok()
    }
}

/// A position as pyrrhic-rs takes it.
struct Men {
    white: u64,
    black: u64,
    /// Kings, queens, rooks, bishops, knights, pawns.
    kinds: [u64; 6],
    clock: u32,
    /// Where a pawn may be taken en passant; 0 for nowhere.
    ep: u32,
    white_to_move: bool,
}

impl Men {
    fn of(board: &Board) -> Self {
        let us = board.side_to_move();
        let ep = board.en_passant().map(|file| Square::new(file, Rank::Sixth.relative_to(us)));
        let pawns = board.colored_pieces(us, Piece::Pawn);
        let usable = ep.filter(|&to| !get_pawn_attacks(to, !us).is_disjoint(pawns));
        let kind = |piece| board.pieces(piece).0;
        Self {
            white: board.colors(Color::White).0,
            black: board.colors(Color::Black).0,
            kinds: [
                kind(Piece::King),
                kind(Piece::Queen),
                kind(Piece::Rook),
                kind(Piece::Bishop),
                kind(Piece::Knight),
                kind(Piece::Pawn),
            ],
            clock: u32::from(board.halfmove_clock()),
            ep: usable.map_or(0, |to| to as u32),
            white_to_move: us == Color::White,
        }
    }
}

fn wdl_of(result: WdlProbeResult) -> Wdl {
    match result {
        WdlProbeResult::Loss => Wdl::Loss,
        WdlProbeResult::BlessedLoss => Wdl::BlessedLoss,
        WdlProbeResult::Draw => Wdl::Draw,
        WdlProbeResult::CursedWin => Wdl::CursedWin,
        WdlProbeResult::Win => Wdl::Win,
    }
}

/// Folders of a path; drive letters keep their colon on Windows.
fn folders(path: &str) -> impl Iterator<Item = &str> {
    let separators: &[char] = if cfg!(windows) { &[';'] } else { &[':', ';'] };
    path.split(separators).map(str::trim).filter(|folder| !folder.is_empty())
}

fn list(path: &str) -> Listing {
    let mut listing = Listing::default();
    let mut seen = HashSet::new();
    for folder in folders(path) {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                listing.remarks.push(format!("SyzygyPath: `{folder}` cannot be read: {error}"));
                continue;
            }
        };
        if folder.contains('\0') {
            continue;
        }
        listing.folders.push(folder.to_owned());
        let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        for file in files {
            let Some((material, (magic, ending))) = kind_of(&file) else { continue };
            if !seen.insert((material, ending)) {
                continue;
            }
            if let Err(fault) = judge(&file, magic) {
                listing.remarks.push(format!("{} is not used: {fault}", file.display()));
                listing.bad.insert(material);
            } else if magic == WDL.0 {
                listing.wdl.insert(material);
            } else {
                listing.dtz.insert(material);
            }
        }
    }
    listing
}

/// The table a file name stands for.
fn kind_of(file: &Path) -> Option<(Material, (u32, &'static str))> {
    let (stem, ending) = (file.file_stem()?.to_str()?, file.extension()?.to_str()?);
    let kind = [WDL, DTZ].into_iter().find(|kind| kind.1 == ending)?;
    let material: Material = stem.parse().ok()?;
    let is_table = material.canonical().0.to_string() == stem && (3..=MAX_MEN).contains(&material.men());
    is_table.then_some((material, kind))
}

fn judge(file: &Path, magic: u32) -> Result<(), String> {
    let mut opened = File::open(file).map_err(|error| error.to_string())?;
    let info = opened.metadata().map_err(|error| error.to_string())?;
    if !info.is_file() {
        return Err("it is no file".to_owned());
    }
    let bytes = info.len();
    if bytes % BLOCK_BYTES != CHECKSUM_BYTES || bytes <= BLOCK_BYTES {
        return Err(format!("{bytes} bytes is no length of a table; fetch it again"));
    }
    let mut head = [0; 4];
    opened.read_exact(&mut head).map_err(|error| error.to_string())?;
    if u32::from_le_bytes(head) != magic {
        return Err("it does not begin as a table does; fetch it again".to_owned());
    }
    Ok(())
}

/// For which positions every table that pyrrhic-rs may open is sound: after captures for results, after promotions too for
/// distances.
fn sound_materials(listing: &Listing) -> HashMap<u64, Sound> {
    let usable = |material: &Material| {
        material.men() <= 2 || (listing.wdl.contains(material) && !listing.bad.contains(material))
    };
    let mut sound = HashMap::new();
    for &material in &listing.wdl {
        let wdl = closure(material, false).iter().all(usable);
        let dtz = wdl && listing.dtz.contains(&material) && closure(material, true).iter().all(usable);
        for side in [material, material.flip()] {
            sound.insert(signature(|color, piece| side.count(color, piece) as u64), Sound { wdl, dtz });
        }
    }
    sound
}

/// All materials that captures (by promotion, too) lead to, and with `promotions` pawn moves as well; canonical.
fn closure(material: Material, promotions: bool) -> HashSet<Material> {
    let mut found = HashSet::new();
    let mut open = vec![material];
    while let Some(next) = open.pop() {
        if !found.insert(next) {
            continue;
        }
        for color in Color::ALL {
            let captured = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
                .into_iter()
                .filter_map(|piece| next.without(!color, piece));
            let mut after: Vec<Material> = captured.collect();
            let promoted = |before: &Material| {
                let pawnless = before.without(color, Piece::Pawn);
                [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
                    .into_iter()
                    .filter_map(move |piece| pawnless.map(|rest| rest.with(color, piece)))
            };
            let by_promotion: Vec<Material> = after.iter().flat_map(promoted).collect();
            after.extend(by_promotion);
            if promotions {
                after.extend(promoted(&next));
            }
            open.extend(after.into_iter().map(|material| material.canonical().0));
        }
    }
    found
}

/// Four bits for each kind of man.
fn signature(count: impl Fn(Color, Piece) -> u64) -> u64 {
    let kinds = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    let pairs = Color::ALL.into_iter().flat_map(|color| kinds.into_iter().map(move |piece| (color, piece)));
    pairs.fold(0, |sum, (color, piece)| sum << 4 | count(color, piece))
}

fn signature_of_board(board: &Board) -> u64 {
    signature(|color, piece| u64::from(board.colored_pieces(color, piece).len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closures_follow_captures_and_promotions() {
        let names = |text: &str, promotions| {
            let mut names: Vec<String> =
                closure(text.parse().unwrap(), promotions).iter().map(ToString::to_string).collect();
            names.sort();
            names.join(" ")
        };
        assert_eq!(names("KRvK", false), "KRvK KvK");
        assert_eq!(names("KPvK", false), "KPvK KvK");
        assert_eq!(names("KPvK", true), "KBvK KNvK KPvK KQvK KRvK KvK");
        assert!(names("KPvKR", false).contains("KQvK"), "the pawn may take the rook and promote");
    }

    #[test]
    fn file_names_are_those_of_canonical_materials() {
        let known = |name: &str| kind_of(Path::new(name)).is_some();
        assert!(known("a/KRPvKR.rtbw") && known("KQvK.rtbz"));
        for name in
            ["KRvKRP.rtbw", "KQK.rtbw", "KvK.rtbw", "KQvK.rtbm", "readme.txt", "KQQQQQQQvK.rtbw", ".rtbw"]
        {
            assert!(!known(name), "{name}");
        }
    }
}
