//! The opponent's move: that of a perfect defender, or of a weaker one.

use board::{Board, Move, Wdl, legal_moves, notation, rules};
use serde::Serialize;

use crate::play::{End, Play};
use crate::source::Source;

/// A move of the opponent.
#[derive(Clone, Debug, Serialize)]
pub struct Reply {
    /// In UCI notation.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// How it ends the game, if it does.
    pub ends: Option<End>,
    /// The move.
    #[serde(skip)]
    pub mv: Move,
}

/// The move that keeps the result and makes it hardest for the other side: in won positions the
/// quickest win, in lost ones the longest resistance, in drawn ones the move after which the fewest
/// replies keep the draw. `None` if the game is over.
pub fn reply<S: Source + ?Sized>(source: &S, play: &Play) -> Option<Reply> {
    best(source, play).map(|mv| Reply::of(play, mv))
}

/// The middle one of the moves that keep the result, ranked as in [`reply()`]: about half as long a
/// resistance. `None` if the game is over.
pub fn easy_reply<S: Source + ?Sized>(source: &S, play: &Play) -> Option<Reply> {
    let moves = keeping(source, play);
    moves.get(moves.len() / 2).map(|&mv| Reply::of(play, mv))
}

impl Reply {
    /// A legal move as the opponent's, such as that of an engine.
    pub fn of(play: &Play, mv: Move) -> Self {
        let mut after = play.clone();
        after.push(mv);
        Self {
            uci: notation::uci(play.board(), mv, false),
            san: notation::san(play.board(), mv),
            fen: after.board().to_string(),
            ends: after.end(),
            mv,
        }
    }
}

/// The move of [`reply()`].
pub(crate) fn best<S: Source + ?Sized>(source: &S, play: &Play) -> Option<Move> {
    keeping(source, play).first().copied()
}

/// The moves that keep the result, the hardest first.
fn keeping<S: Source + ?Sized>(source: &S, play: &Play) -> Vec<Move> {
    let board = play.board();
    let moves: Vec<(Move, Board, Option<Wdl>)> = legal_moves(board)
        .into_iter()
        .map(|mv| {
            let child = rules::after(board, mv);
            let result = source.result(&child).map(|result| -result);
            (mv, child, result)
        })
        .collect();
    // Moves to unknown results come last: after them moves could no longer be judged.
    let Some(best) = moves.iter().map(|&(.., result)| result).max() else { return Vec::new() };
    let mut keeping: Vec<_> = moves.into_iter().filter(|&(.., result)| result == best).collect();
    keeping.sort_by_cached_key(|(_, child, _)| {
        let seen = play.occurrences(child);
        let distance = || source.distance(child).map_or(0, i32::from);
        match best {
            Some(Wdl::Win) => (distance(), seen, 0),
            Some(Wdl::Loss) => (-distance(), seen, 0),
            _ => (0, seen, -spoiling(source, child)),
        }
    });
    keeping.into_iter().map(|(mv, ..)| mv).collect()
}

/// The share of replies in a drawn position that are known to lose, in thousandths.
fn spoiling<S: Source + ?Sized>(source: &S, board: &Board) -> i32 {
    let replies = legal_moves(board);
    let loses = |&mv: &Move| source.result(&rules::after(board, mv)) == Some(Wdl::Win);
    let losing = replies.iter().filter(|mv| loses(mv)).count();
    (losing * 1_000 / replies.len().max(1)) as i32
}

#[cfg(test)]
mod tests {
    use board::{Dtm, fen};
    use oracle::Oracle;
    use tbgen::{KnownEndings, Probe as _};

    use super::*;

    fn known(fen: &str) -> (Oracle, Play) {
        let mut known = Oracle::from(KnownEndings::in_memory(4));
        let board = fen::parse(fen).unwrap();
        known.prepare(&board).unwrap();
        (known, Play::new(board))
    }

    #[test]
    fn a_lost_side_resists_longest_and_a_won_one_mates_soonest() {
        let (known, mut play) = known("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
        let Some(Dtm::Win(plies)) = known.values(play.board()).unwrap().dtm else { panic!() };
        for _ in 0..plies {
            let mv = best(&known, &play).unwrap();
            play.push(mv);
        }
        assert_eq!(play.end(), Some(End::Checkmate));
    }

    #[test]
    fn an_easy_defense_loses_sooner_and_keeps_a_draw() {
        let plies = |reply: fn(&Oracle, &Play) -> Option<Reply>| {
            let (known, mut play) = known("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
            while play.end().is_none() {
                let strong = play.plies() % 2 == 0;
                let answer = if strong { super::reply(&known, &play) } else { reply(&known, &play) };
                play.push(answer.unwrap().mv);
            }
            assert_eq!(play.end(), Some(End::Checkmate));
            play.plies()
        };
        let (longest, easy) = (plies(super::reply), plies(easy_reply));
        assert!(easy < longest, "{easy} {longest}");
        let (known, play) = known("8/8/8/8/1k6/8/1P6/1K6 w - - 0 1");
        let easy = easy_reply(&known, &play).unwrap().mv;
        assert_eq!(known.result(&rules::after(play.board(), easy)), Some(Wdl::Draw));
        assert!(
            easy_reply(&known, &Play::new(fen::parse("k7/2Q5/2K5/8/8/8/8/8 b - - 0 1").unwrap())).is_none()
        );
    }

    #[test]
    fn in_a_draw_the_reply_leaves_the_fewest_moves_that_hold() {
        let (known, play) = known("8/8/8/8/1k6/8/1P6/1K6 w - - 0 1");
        let chosen = reply(&known, &play).unwrap();
        let kept = |mv: Move| spoiling(&known, &rules::after(play.board(), mv));
        let most = legal_moves(play.board()).into_iter().map(kept).max().unwrap();
        assert_eq!(kept(chosen.mv), most);
        assert!(most > 0, "some move sets a problem");
    }

    #[test]
    fn repetition_is_avoided_while_another_move_draws() {
        let (known, mut play) = known("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1");
        let mut plies = 0;
        while play.end().is_none() && plies < 24 {
            let mv = best(&known, &play).unwrap();
            play.push(mv);
            plies += 1;
        }
        assert_ne!(play.end(), Some(End::Repetition), "{}", play.board());
    }
}
