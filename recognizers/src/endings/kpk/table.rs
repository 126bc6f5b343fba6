//! The solved table of KPvK, computed on first use in a few milliseconds.

use std::sync::LazyLock;

use board::sets::distance;
use board::{Color, Piece, Square, get_bishop_moves, get_king_moves, get_pawn_attacks, get_rook_moves};

use crate::mined::{Answer, MINED_RULES, Mined, table_rules};
use crate::rule::{Outcome, Rule, Side, View};

/// The table as the second layer of KPvK, which answers every position.
pub(crate) struct KpkTable;

/// The table of KPvK, which is solved instead of mined.
pub(crate) static TABLE: KpkTable = KpkTable;

impl Mined for KpkTable {
    fn rules(&self) -> &'static [Rule; MINED_RULES.len()] {
        static RULES: [Rule; MINED_RULES.len()] =
            table_rules("solved table", "solved move by move when first asked");
        &RULES
    }

    #[inline]
    fn answer(&self, view: &View) -> Option<Answer> {
        let pawn = view.square(Side::Strong, Piece::Pawn);
        let [king, weak_king] = Side::ALL.map(|side| view.square(side, Piece::King));
        let is_won = is_won(pawn, king, weak_king, view.to_move());
        Some(Answer { outcome: if is_won { Outcome::StrongWins } else { Outcome::Draw }, leaf: 0 })
    }
}

/// By pawn (files a to d, ranks 2 to 7) and its king: the squares of the bare king with which the
/// pawn wins, with the pawn's side to move and with the bare king to move.
type Won = [[[u64; 2]; 64]];

static WON: LazyLock<Box<Won>> = LazyLock::new(solve);

/// True if the pawn wins. Illegal positions, with a shared square or adjacent kings, are not won.
#[inline]
pub(crate) fn is_won(pawn: Square, king: Square, weak_king: Square, to_move: Side) -> bool {
    let files = if pawn as u8 & 4 != 0 { 7 } else { 0 };
    let (pawn, king, weak_king) = (pawn as usize ^ files, king as usize ^ files, weak_king as usize ^ files);
    if !(8..56).contains(&pawn) {
        return false;
    }
    let number = (pawn / 8 - 1) * 4 + pawn % 8;
    WON[number][king][usize::from(to_move == Side::Weak)] >> weak_king & 1 != 0
}

fn solve() -> Box<Won> {
    let mut won: Box<Won> = vec![[[0; 2]; 64]; 24].into_boxed_slice();
    for number in (0..24).rev() {
        let pawn = Square::index((number / 4 + 1) * 8 + number % 4);
        while improve(&mut won, number, pawn) {}
    }
    won
}

/// Adds won positions with this pawn that follow from those already found; false if there are none.
fn improve(won: &mut Won, number: usize, pawn: Square) -> bool {
    let mut has_changed = false;
    let checks = get_pawn_attacks(pawn, Color::White).0;
    for king in Square::ALL.into_iter().filter(|&king| king != pawn) {
        let near = get_king_moves(king).0 | king.bitboard().0 | pawn.bitboard().0;
        let [mut to_move, mut against] = won[number][king as usize];
        // With the pawn's side to move the bare king must not be in check.
        let settled = near | checks | to_move;
        for bare in Square::ALL.into_iter().filter(|&bare| settled >> bare as u8 & 1 == 0) {
            let steps = get_king_moves(king).0 & !get_king_moves(bare).0 & !pawn.bitboard().0;
            let by_king = Square::ALL
                .into_iter()
                .any(|to| steps >> to as u8 & 1 != 0 && won[number][to as usize][1] >> bare as u8 & 1 != 0);
            if by_king || wins_by_push(won, number, pawn, king, bare) {
                to_move |= bare.bitboard().0;
            }
        }
        let settled = near | against;
        for bare in Square::ALL.into_iter().filter(|&bare| settled >> bare as u8 & 1 == 0) {
            let denied = get_king_moves(king).0 | checks;
            let steps = get_king_moves(bare).0 & !denied;
            let is_stuck = steps == 0 && checks >> bare as u8 & 1 == 0;
            let takes = steps & pawn.bitboard().0 != 0;
            if !is_stuck && !takes && steps & !to_move == 0 {
                against |= bare.bitboard().0;
            }
        }
        has_changed |= won[number][king as usize] != [to_move, against];
        won[number][king as usize] = [to_move, against];
    }
    has_changed
}

fn wins_by_push(won: &Won, number: usize, pawn: Square, king: Square, bare: Square) -> bool {
    let stop = Square::index(pawn as usize + 8);
    if stop == king || stop == bare {
        return false;
    }
    if stop as u8 >= 56 {
        return promotes(stop, king, bare);
    }
    let is_won = |number: usize| won[number][king as usize][1] >> bare as u8 & 1 != 0;
    let double = Square::index(pawn as usize + 16);
    is_won(number + 4) || ((pawn as u8) < 16 && double != king && double != bare && is_won(number + 8))
}

/// True if a new queen or rook is neither lost nor stalemates.
fn promotes(queen: Square, king: Square, bare: Square) -> bool {
    let is_guarded = distance(king, queen) == 1;
    let is_lost = distance(bare, queen) == 1 && !is_guarded;
    let rook = get_rook_moves(queen, king.bitboard()).0;
    let bishop = get_bishop_moves(queen, king.bitboard()).0;
    let steps = get_king_moves(bare).0 & !get_king_moves(king).0;
    let taken = if is_guarded { queen.bitboard().0 } else { 0 };
    let stalemates = |hits: u64| steps & !hits & !taken == 0 && hits >> bare as u8 & 1 == 0;
    !is_lost && (!stalemates(rook | bishop) || !stalemates(rook))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_and_wins_are_as_many_as_all_tables_have() {
        let (mut wins, mut positions) = (0, 0);
        for number in 0..24 {
            let pawn = Square::index((number / 4 + 1) * 8 + number % 4);
            for king in Square::ALL {
                for bare in Square::ALL {
                    let apart = king != pawn && bare != pawn && distance(king, bare) > 1;
                    let in_check = get_pawn_attacks(pawn, Color::White).has(bare);
                    for side in [Side::Strong, Side::Weak] {
                        let is_legal = apart && !(side == Side::Strong && in_check);
                        positions += u32::from(is_legal);
                        wins += u32::from(is_won(pawn, king, bare, side));
                        assert!(is_legal || !is_won(pawn, king, bare, side));
                    }
                }
            }
        }
        assert_eq!((positions, wins), (165_676, 111_282));
    }
}
