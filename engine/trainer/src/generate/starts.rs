//! Initial positions of games: random moves from a start position, or a random endgame.

use board::{Board, BoardBuilder};
use vancura::play::genfens::random_walk;

use super::Order;
use super::endgames::random_endgame;
use board::random::Random;

/// Ordinary starts with a greater score are rejected, in centipawns.
const BALANCE_MAX: i32 = 400;
/// Endgames with a greater score are rejected, in centipawns.
const ENDGAME_BALANCE_MAX: i32 = 800;

/// Kinds of starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StartKind {
    /// Random moves from the start position.
    Ordinary,
    /// Random moves from a start position of Chess960.
    Chess960,
    /// A random endgame position.
    Endgame,
}

/// A candidate for an initial position, subject to its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// The position.
    pub(super) board: Board,
    /// Its kind.
    pub(super) kind: StartKind,
}

impl StartKind {
    /// A random kind, with the given shares.
    pub(super) fn draw(order: &Order, random: &mut Random) -> Self {
        if random.chance(order.chess960_percent / 100.0) {
            Self::Chess960
        } else if random.chance(order.endgames_percent / (100.0 - order.chess960_percent)) {
            Self::Endgame
        } else {
            Self::Ordinary
        }
    }

    /// The greatest score that a start may have, in centipawns.
    pub(super) fn balance_max(self) -> i32 {
        if self == Self::Endgame { ENDGAME_BALANCE_MAX } else { BALANCE_MAX }
    }
}

impl Start {
    /// A start of this kind, in which there is a legal move.
    pub(super) fn draw(kind: StartKind, random: &mut Random) -> Self {
        loop {
            let board = match kind {
                StartKind::Ordinary => random_walk(Board::startpos(), random),
                StartKind::Chess960 => random_walk(chess960(random), random),
                StartKind::Endgame => Some(random_endgame(random)),
            };
            if let Some(board) = board
                && board.generate_moves(|_| true)
            {
                return Self { board, kind };
            }
        }
    }
}

fn chess960(random: &mut Random) -> Board {
    let number = random.below(960) as u32;
    BoardBuilder::chess960_startpos(number).build().expect("there are 960 start positions")
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::legal_moves;
    use board::{Color, fen};

    #[test]
    fn kinds_come_in_their_shares() {
        let (order, mut random) = (super::super::order::small(), Random::new(3));
        let mut counts = [0; 3];
        for _ in 0..20_000 {
            counts[StartKind::draw(&order, &mut random) as usize] += 1;
        }
        let [ordinary, chess960, endgames] = counts;
        assert!((14_700..15_300).contains(&ordinary), "{counts:?}");
        assert!((850..1_150).contains(&chess960), "{counts:?}");
        assert!((3_700..4_300).contains(&endgames), "{counts:?}");
    }

    #[test]
    fn starts_are_legal_and_both_colors_move_first() {
        let mut random = Random::new(4);
        for kind in [StartKind::Ordinary, StartKind::Chess960, StartKind::Endgame] {
            let mut white = 0;
            for _ in 0..1_000 {
                let board = Start::draw(kind, &mut random).board;
                assert!(fen::parse(&format!("{board:#}")).is_ok(), "{board}");
                assert!(!legal_moves(&board).is_empty());
                white += usize::from(board.side_to_move() == Color::White);
            }
            assert!((400..600).contains(&white), "{kind:?}: {white}");
        }
    }
}
