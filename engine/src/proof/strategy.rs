//! From a proof in the table to the principal variation, and to a strategy: the attacker's answer
//! to every defense.
//!
//! In each position the attacker plays the move of the shortest known mate, which leads to shorter
//! ones against every defense, so that no line repeats a position. Overwritten entries are proved
//! again.

use std::collections::{HashMap, HashSet};

use board::{Board, Dtm, Move, rules};

use super::checks::mate_in_one;
use super::search::Search;
use super::value::Thresholds;

/// An attacker's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attack {
    /// The mate comes within this many plies, including this move.
    pub(super) plies: u8,
    pub(super) mv: Move,
}

/// An attacker's answer to every defense.
pub(super) struct Strategy {
    /// Positions with the attacker to move, root first, and the attacker's moves.
    pub(super) answers: Vec<(Board, Attack)>,
}

impl Search<'_> {
    /// The move that mates within `within` plies, which is known to exist. `None` when the search
    /// was stopped before finding it again.
    pub(super) fn attack(&mut self, board: &Board, within: u8) -> Option<Attack> {
        let key = self.key(board);
        // A table or a full-width search may return an excluded move.
        let is_free = self.only.as_ref().is_none_or(|(root, _)| *root != key);
        if is_free && let Some(attack) = self.table_move(board, within) {
            return Some(attack);
        }
        let known = |search: &Self| {
            let (plies, mv) = search.table.mate(key).filter(|mate| mate.0 <= within)?;
            Some(Attack { plies, mv })
        };
        known(self).or_else(|| {
            self.expand(board, key, within, Thresholds::NONE);
            known(self)
        })
    }

    /// A mate in one, or the move to a mate in a table.
    fn table_move(&self, board: &Board, within: u8) -> Option<Attack> {
        if let Some(mv) = mate_in_one(board) {
            return Some(Attack { plies: 1, mv });
        }
        let frame = &self.frame;
        let Some(Dtm::Win(plies)) = frame.tables.distance_in_memory(board) else { return None };
        if plies > u16::from(within) || !frame.leaves_time(board, plies) {
            return None;
        }
        let leads_on = |mv: &Move| {
            frame.tables.distance_in_memory(&rules::after(board, *mv)) == Some(Dtm::Loss(plies - 1))
        };
        let mv = rules::legal_moves(board).into_iter().find(leads_on)?;
        Some(Attack { plies: plies as u8, mv })
    }

    /// The line with the longest defense in the proof. Shorter when the search is stopped.
    pub(super) fn line(&mut self, root: &Board, within: u8) -> Vec<Move> {
        let (mut board, mut within, mut line) = (root.clone(), within, Vec::new());
        while let Some(attack) = self.attack(&board, within) {
            line.push(attack.mv);
            board.play_unchecked(attack.mv);
            let mut longest: Option<(u8, Move)> = None;
            for reply in rules::legal_moves(&board) {
                let Some(next) = self.attack(&rules::after(&board, reply), attack.plies - 2) else {
                    return line;
                };
                if longest.is_none_or(|(plies, _)| next.plies > plies) {
                    longest = Some((next.plies, reply));
                }
            }
            let Some((plies, reply)) = longest else { break };
            line.push(reply);
            board.play_unchecked(reply);
            within = plies;
        }
        line
    }

    /// The attacker's answer to every defense. `None` when the search was stopped before everything
    /// was found again.
    pub(super) fn strategy(&mut self, root: &Board, within: u8) -> Option<Strategy> {
        let mut found: HashMap<u64, (Board, Attack)> = HashMap::new();
        let mut open = vec![(root.clone(), within)];
        while let Some((board, within)) = open.pop() {
            let key = self.key(&board);
            if found.get(&key).is_some_and(|(_, attack)| attack.plies <= within) {
                continue;
            }
            let attack = self.attack(&board, within)?;
            let after = rules::after(&board, attack.mv);
            let replies = rules::legal_moves(&after).into_iter();
            open.extend(replies.map(|reply| (rules::after(&after, reply), attack.plies.saturating_sub(2))));
            found.insert(key, (board, attack));
        }
        Some(self.needed(root, &found))
    }

    /// The part of the strategy that the defender can reach.
    fn needed(&self, root: &Board, found: &HashMap<u64, (Board, Attack)>) -> Strategy {
        let mut answers = Vec::new();
        let mut seen = HashSet::new();
        let mut open = vec![root.clone()];
        while let Some(board) = open.pop() {
            let key = self.key(&board);
            if !seen.insert(key) {
                continue;
            }
            let attack = found[&key].1;
            let after = rules::after(&board, attack.mv);
            open.extend(rules::legal_moves(&after).into_iter().map(|reply| rules::after(&after, reply)));
            answers.push((board, attack));
        }
        Strategy { answers }
    }
}
