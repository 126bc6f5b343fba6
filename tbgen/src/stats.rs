//! What a solved table holds: results, longest mates, mutual zugzwangs.

use board::{Color, Dtm, Material, Placement, Wdl};
use serde::Serialize;

use crate::metric::{Mate, Metric};
use crate::table::Table;

/// Counts over the legal positions of a table.
///
/// Each position counts once per symmetry as the table sees it: without pawns White's king stands in the triangle a1-d1-d4
/// (positions with that king on the diagonal a1-d4 therefore count with both twins); with pawns each pawn structure
/// counts for itself and its mirror image together. Like men are not told apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// The ending.
    pub material: Material,
    /// Counts and longest mates by side to move, White first.
    pub sides: [SideStats; 2],
    /// Positions in which either side to move would do worse than the other to move: a side that is to move
    /// loses or draws where passing would draw or win.
    pub mutual_zugzwangs: Zugzwangs,
}

/// The part of [`Stats`] for one side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideStats {
    /// Who is to move.
    pub side_to_move: &'static str,
    /// Legal positions won for the side to move.
    pub wins: u64,
    /// Drawn ones.
    pub draws: u64,
    /// Lost ones.
    pub losses: u64,
    /// The longest win of the side to move; `None` without wins.
    pub longest_win: Option<Longest>,
    /// Its longest loss.
    pub longest_loss: Option<Longest>,
}

/// A longest mate and the first position that has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Longest {
    /// Distance in plies.
    pub plies: u16,
    /// Distance in moves of the mating side.
    pub moves: u16,
    /// How many positions have this distance.
    pub positions: u64,
    /// One of them.
    pub fen: String,
}

/// Mutual zugzwangs: positions legal with either side to move in which nobody wants to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Zugzwangs {
    /// White to move draws, Black to move loses.
    pub white_draws_black_loses: u64,
    /// White to move loses, Black to move draws.
    pub white_loses_black_draws: u64,
    /// Whoever moves loses.
    pub both_lose: u64,
    /// The first of each kind, in the order above.
    pub examples: Vec<String>,
}

impl Table {
    /// Counts the whole table.
    pub fn stats(&self) -> Stats {
        Stats {
            material: self.material(),
            sides: [self.side_stats(Color::White), self.side_stats(Color::Black)],
            mutual_zugzwangs: self.zugzwangs(),
        }
    }

    /// Every legal position with its value, one for each slot that stands for itself (like men in one order only), side by side.
    pub fn positions(&self, side: Color) -> impl Iterator<Item = (Placement, Dtm)> + '_ {
        self.slots(side)
            .filter_map(move |(slot, code)| Some((self.solved.placement(side, slot), Mate::to_dtm(code)?)))
    }

    /// Slots of legal positions with their bytes, like men in ascending order only.
    fn slots(&self, side: Color) -> impl Iterator<Item = (usize, u8)> + '_ {
        let free = &self.solved.layout.men[self.solved.layout.lead_men..];
        let last = free.len() - 1;
        let alike: Vec<usize> =
            (0..last).filter(|&i| free[i] == free[i + 1]).map(|i| 6 * (last - 1 - i)).collect();
        let in_order =
            move |slot: usize| alike.iter().all(|&shift| (slot >> (shift + 6) & 63) < (slot >> shift & 63));
        let codes = self.solved.values[side as usize].iter().enumerate();
        codes
            .filter(move |&(slot, &code)| code != Mate::ILLEGAL && in_order(slot))
            .map(|(slot, &code)| (slot, code))
    }

    fn side_stats(&self, side: Color) -> SideStats {
        let mut count = [0u64; 256];
        let mut first = [usize::MAX; 256];
        for (slot, code) in self.slots(side) {
            count[code as usize] += 1;
            first[code as usize] = first[code as usize].min(slot);
        }
        let sum =
            |codes: &dyn Fn(u8) -> bool| (0..=254u8).filter(|&c| codes(c)).map(|c| count[c as usize]).sum();
        let longest = |codes: &dyn Fn(u8) -> bool| {
            let code = (0..=254u8).rev().find(|&c| codes(c) && count[c as usize] > 0)?;
            let plies = Mate::to_dtm(code)?.plies()?;
            let fen = self.solved.placement(side, first[code as usize]).to_fen();
            Some(Longest { plies, moves: plies.div_ceil(2), positions: count[code as usize], fen })
        };
        let is_win = |code: u8| matches!(Mate::to_dtm(code), Some(Dtm::Win(_)));
        let is_loss = |code: u8| matches!(Mate::to_dtm(code), Some(Dtm::Loss(_)));
        SideStats {
            side_to_move: if side == Color::White { "white" } else { "black" },
            wins: sum(&is_win),
            draws: count[Mate::DRAW as usize],
            losses: sum(&is_loss),
            longest_win: longest(&is_win),
            longest_loss: longest(&is_loss),
        }
    }

    fn zugzwangs(&self) -> Zugzwangs {
        let mut counts = [0u64; 3];
        let mut examples: [Option<String>; 3] = [None, None, None];
        let result = |code: u8| Mate::to_dtm(code).map(Dtm::wdl);
        for (slot, white) in self.slots(Color::White) {
            let black = self.solved.values[Color::Black as usize][slot];
            let kind = match (result(white), result(black)) {
                (Some(Wdl::Draw), Some(Wdl::Loss)) => 0,
                (Some(Wdl::Loss), Some(Wdl::Draw)) => 1,
                (Some(Wdl::Loss), Some(Wdl::Loss)) => 2,
                _ => continue,
            };
            counts[kind] += 1;
            examples[kind].get_or_insert_with(|| self.solved.placement(Color::White, slot).to_fen());
        }
        Zugzwangs {
            white_draws_black_loses: counts[0],
            white_loses_black_draws: counts[1],
            both_lose: counts[2],
            examples: examples.into_iter().flatten().collect(),
        }
    }
}
