//! Statistics of a solved table: results, longest mates, distances, mutual zugzwangs.

use board::{Color, Material, Placement, Wdl, narrow};
use serde::Serialize;
use syzygy::vdtm::{self, FREE};

use crate::answer::solved::SolvedEndings;
use crate::index::layout::Layout;
use crate::tables::dtm_table::DtmTable;
use crate::tables::dtz::DtzTables;
use crate::value::dtm::DtmByte;
use crate::value::dtz::DtzCode;

/// Counts over the legal positions of a table.
///
/// Counts follow the symmetry of the table: without pawns White's king stands in the triangle
/// a1-d1-d4 (positions with that king on the diagonal a1-d4 are therefore counted in both mirror
/// images); with pawns each pawn structure is counted together with its mirror image. Identical
/// pieces are interchangeable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// The ending.
    pub material: Material,
    /// Counts and longest mates by side to move, White first.
    pub sides: [SideStats; 2],
    /// Positions in which either side would do better if it did not have to move: it loses or draws
    /// where passing would draw or win.
    pub mutual_zugzwangs: Zugzwangs,
}

/// The part of [`Stats`] for one side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideStats {
    /// The side to move.
    pub side_to_move: &'static str,
    /// Legal positions won for the side to move.
    pub wins: u64,
    /// Legal positions drawn.
    pub draws: u64,
    /// Legal positions lost for the side to move.
    pub losses: u64,
    /// Wins that the fifty-move rule spoils; `None` when not counted.
    pub cursed_wins: Option<u64>,
    /// Losses that the fifty-move rule saves; `None` when not counted.
    pub blessed_losses: Option<u64>,
    /// The longest win of the side to move; `None` without wins.
    pub longest_win: Option<Longest>,
    /// Its longest loss.
    pub longest_loss: Option<Longest>,
    /// Positions by distance to mate.
    pub histogram: Vec<Distance>,
}

/// The number of positions with one distance to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Distance {
    /// Plies to mate: odd when the side to move mates, even when it is mated.
    pub plies: u16,
    /// Positions.
    pub positions: u64,
}

/// A longest mate and the first position that has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Longest {
    /// Distance in plies.
    pub plies: u16,
    /// Distance in moves of the mating side.
    pub moves: u16,
    /// Number of positions with this distance.
    pub positions: u64,
    /// One of them.
    pub fen: String,
}

/// Mutual zugzwangs: positions legal with either side to move in which neither side benefits from
/// moving, each counted once with its mirror images, fifty-move rule ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Zugzwangs {
    /// White to move draws, Black to move loses.
    pub white_draws_black_loses: u64,
    /// White to move loses, Black to move draws.
    pub white_loses_black_draws: u64,
    /// Both sides lose when they are to move.
    pub both_lose: u64,
    /// The first of each kind, in the order above.
    pub examples: Vec<String>,
}

/// The results of a mutual zugzwang, by side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Zugzwang {
    /// White to move draws, Black to move loses.
    WhiteDrawsBlackLoses,
    /// White to move loses, Black to move draws.
    WhiteLosesBlackDraws,
    /// Both sides lose when they are to move.
    BothLose,
}

impl Stats {
    /// Counts a whole table, each position once with its mirror images, fifty-move rule ignored.
    pub fn of(table: &DtmTable) -> Self {
        Self {
            material: table.material(),
            sides: [Color::White, Color::Black].map(|side| side_stats(table, side)),
            mutual_zugzwangs: zugzwang_counts(table),
        }
    }

    /// Counts a solved ending, including cursed wins and blessed losses; `None` if it is not among
    /// these.
    pub fn of_solved(solved: &SolvedEndings, material: Material) -> Option<Self> {
        let material = material.canonical().0;
        let mut stats = Self::of(solved.mates().table(material)?);
        let zeroing = solved.zeroing().table(material)?;
        for (stats, side) in stats.sides.iter_mut().zip(Color::ALL) {
            let (cursed, blessed) = count_spoiled(&zeroing.layout, |slot| zeroing.code(side, slot));
            (stats.cursed_wins, stats.blessed_losses) = (Some(cursed), Some(blessed));
        }
        Some(stats)
    }

    /// Adds cursed wins and blessed losses, if the ending is among these tables.
    pub fn with_fifty_move_rule(mut self, tables: &DtzTables) -> Self {
        for (stats, side) in self.sides.iter_mut().zip(Color::ALL) {
            (stats.cursed_wins, stats.blessed_losses) = count_cursed(tables, self.material, side).unzip();
        }
        self
    }
}

/// All mutual zugzwangs, with White to move: one of each set of mirror images, fifty-move rule
/// ignored.
pub fn zugzwangs(table: &DtmTable) -> impl Iterator<Item = (Placement, Zugzwang)> + '_ {
    let once = table.solved.layout.once();
    table.slots(Color::White).filter(move |&(slot, _)| once(slot)).filter_map(|(slot, white)| {
        let black = DtmByte::to_dtm(table.solved.values[Color::Black as usize][slot])?;
        let kind = match (white.wdl(), black.wdl()) {
            (Wdl::Draw, Wdl::Loss) => Zugzwang::WhiteDrawsBlackLoses,
            (Wdl::Loss, Wdl::Draw) => Zugzwang::WhiteLosesBlackDraws,
            (Wdl::Loss, Wdl::Loss) => Zugzwang::BothLose,
            _ => return None,
        };
        Some((table.solved.placement(Color::White, slot), kind))
    })
}

fn side_stats(table: &DtmTable, side: Color) -> SideStats {
    let codes = usize::from(FREE) + 1;
    let (mut count, mut first) = (vec![0u64; codes], vec![usize::MAX; codes]);
    let once = table.solved.layout.once();
    for (slot, value) in table.slots(side).filter(|&(slot, _)| once(slot)) {
        let code = usize::from(vdtm::to_code(value));
        count[code] += 1;
        first[code] = first[code].min(slot);
    }
    let distances = |result: Wdl| {
        let count = &count;
        (0..FREE).filter(move |&c| vdtm::of_code(c).wdl() == result && count[usize::from(c)] > 0)
    };
    let sum = |result| distances(result).map(|c| count[usize::from(c)]).sum();
    let longest = |result| {
        let code = distances(result).max()?;
        let plies = vdtm::of_code(code).plies()?;
        let [positions, slot] = [count[usize::from(code)], first[usize::from(code)] as u64];
        let fen = table.solved.placement(side, narrow(slot)).to_fen();
        Some(Longest { plies, moves: plies.div_ceil(2), positions, fen })
    };
    let histogram = (1..FREE).filter(|&c| count[usize::from(c)] > 0).filter_map(|c| {
        Some(Distance { plies: vdtm::of_code(c).plies()?, positions: count[usize::from(c)] })
    });
    SideStats {
        side_to_move: if side == Color::White { "white" } else { "black" },
        wins: sum(Wdl::Win),
        draws: sum(Wdl::Draw),
        losses: sum(Wdl::Loss),
        cursed_wins: None,
        blessed_losses: None,
        longest_win: longest(Wdl::Win),
        longest_loss: longest(Wdl::Loss),
        histogram: histogram.collect(),
    }
}

fn zugzwang_counts(table: &DtmTable) -> Zugzwangs {
    let mut counts = [0u64; 3];
    let mut examples: [Option<String>; 3] = [None, None, None];
    for (position, kind) in zugzwangs(table) {
        counts[kind as usize] += 1;
        examples[kind as usize].get_or_insert_with(|| position.to_fen());
    }
    Zugzwangs {
        white_draws_black_loses: counts[0],
        white_loses_black_draws: counts[1],
        both_lose: counts[2],
        examples: examples.into_iter().flatten().collect(),
    }
}

/// Cursed wins and blessed losses of a side to move, counted as in [`Stats`].
fn count_cursed(tables: &DtzTables, material: Material, side: Color) -> Option<(u64, u64)> {
    let solved = tables.solved(material)?;
    Some(count_spoiled(&solved.layout, |slot| solved.values[side as usize][slot]))
}

/// The number of wins and losses of a side to move that the fifty-move rule spoils, from its codes.
fn count_spoiled(layout: &Layout, code: impl Fn(usize) -> u16) -> (u64, u64) {
    let once = layout.once();
    let (mut cursed, mut blessed) = (0, 0);
    for slot in 0..layout.slots() {
        match DtzCode::wdl(code(slot)) {
            Some(Wdl::CursedWin) if once(slot) => cursed += 1,
            Some(Wdl::BlessedLoss) if once(slot) => blessed += 1,
            _ => {}
        }
    }
    (cursed, blessed)
}
