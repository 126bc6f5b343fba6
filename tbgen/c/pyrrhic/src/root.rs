//! Ranks of the moves of a position, and the best move.

use syzygy::{Kind, Men, RootMoves, Rule50, Tables, Wdl};

use crate::moves::{Move, after, code};

/// Result of a failure, and the end of a list.
pub(crate) const FAILED: u32 = u32::MAX;
/// Results for positions without legal moves.
const CHECKMATE: u32 = 4;
const STALEMATE: u32 = 2;
/// The rank of a certain win; a loss has its negative.
const SURE: i32 = 0x4_0000;
/// Plies permitted by the fifty-move rule, and one more.
const RULE: i32 = 100;
const SPOILED: i32 = RULE + 1;

/// The moves of a position, ranked by distance. Wins that the fifty-move rule may spoil, or any
/// wins after a repetition, rank lower the longer they take; losses that the rule may save rank
/// higher the longer they take. `None` if a file is missing or damaged.
pub(crate) fn by_distance(
    tables: &Tables,
    men: &Men,
    counter: i32,
    has_repeated: bool,
) -> Option<Vec<(u16, i32)>> {
    let moves = ranked(tables, men).filter(|(_, kind)| *kind == Kind::Dtz)?.0;
    let rank = |plies: i32| match plies {
        1.. if plies + counter < RULE && !has_repeated => SURE,
        1.. => SURE - (plies + counter),
        0 => 0,
        _ if counter - 2 * plies < RULE => -SURE,
        _ => -SURE + (counter - plies),
    };
    let found = moves.iter().map(|found| (code(men, found.into()), rank(found.plies.into())));
    Some(found.collect())
}

/// The moves of a position, ranked by result alone.
pub(crate) fn by_result(tables: &Tables, men: &Men, rule: Rule50) -> Option<Vec<(u16, i32)>> {
    let moves = ranked(tables, men)?.0;
    let rank = |mv: Move| {
        let wdl = -tables.wdl(&after(men, mv)).ok()?;
        let wdl = if rule == Rule50::Ignored { wdl.without_fifty_move_rule() } else { wdl };
        Some(match wdl {
            Wdl::Loss => -SURE,
            Wdl::BlessedLoss => -SURE + SPOILED,
            Wdl::Draw => 0,
            Wdl::CursedWin => SURE - SPOILED,
            Wdl::Win => SURE,
        })
    };
    let found = moves.iter().map(Move::from).map(|mv| Some((code(men, mv), rank(mv)?)));
    found.collect()
}

/// The best move of a position, the shortest win, the longest loss, or one that keeps the draw,
/// with result and distance; and the same for each move.
pub(crate) fn best(tables: &Tables, men: &Men, counter: i32) -> Option<(u32, Vec<u32>)> {
    let (moves, _) = ranked(tables, men).filter(|(_, kind)| *kind == Kind::Dtz)?;
    let plies = tables.dtz(men).ok()?.dtz().0;
    let all = moves.iter().map(|found| result(code(men, found.into()), found.plies, counter));
    let all = all.collect();
    if moves.is_empty() {
        return Some((if plies < 0 { CHECKMATE } else { STALEMATE }, all));
    }
    let keeps = moves.iter().filter(|found| found.plies.signum() == plies.signum());
    let best = keeps.min_by_key(|found| found.plies)?;
    Some((result(code(men, best.into()), plies, counter), all))
}

fn ranked(tables: &Tables, men: &Men) -> Option<(RootMoves, Kind)> {
    let mut moves = RootMoves::default();
    let kind = tables.rank_root(men, Rule50::Counts, &mut moves).ok()?;
    Some((moves, kind))
}

/// A move with its result at this counter and its distance, in 32 bits.
fn result(code: u16, plies: i16, counter: i32) -> u32 {
    let plies = i32::from(plies);
    let wdl = match plies.abs() + counter {
        _ if plies == 0 => 2,
        ..=RULE => 2 + 2 * plies.signum(),
        _ => 2 + plies.signum(),
    };
    let code = u32::from(code);
    let (to, from, promotion, passing) = (code & 63, code >> 6 & 63, code >> 12 & 7, code >> 15);
    wdl.unsigned_abs() | to << 4 | from << 10 | promotion << 16 | passing << 19 | plies.unsigned_abs() << 20
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_packed_as_the_header_unpacks_them() {
        let packed = result(56 | 48 << 6 | 1 << 12, 1, 0);
        assert_eq!(packed, 4 | 56 << 4 | 48 << 10 | 1 << 16 | 1 << 20);
        assert_eq!(result(1 << 15, 0, 99) & 0xf_000f, 2 | 1 << 19);
        let wdl = |plies, counter| result(0, plies, counter) & 15;
        assert_eq!([wdl(100, 0), wdl(100, 1), wdl(-100, 0), wdl(-100, 1), wdl(0, 100)], [4, 3, 0, 1, 2]);
    }
}
