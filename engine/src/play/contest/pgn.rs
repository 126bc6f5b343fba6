//! Games of a match as PGN, with score and depth of each move as comments.

use board::pgn::{self, GameResult, Line, Played};
use board::{Board, fen};

use super::game::Game;
use super::referee::Ending;

/// A game between two named players as PGN, followed by a blank line.
pub fn write(game: &Game, names: [&str; 2], round: &str) -> String {
    let result = GameResult::of(game.winner);
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut tag = |name: &str, value: &str| tags.push((name.to_owned(), value.to_owned()));
    tag("Event", "vancura match");
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", round);
    tag("White", names[game.white]);
    tag("Black", names[1 - game.white]);
    tag("Result", &result.to_string());
    let is_chess960 = fen::has_chess960_castling(&game.opening);
    if is_chess960 {
        tag("Variant", "Chess960");
    }
    if game.opening != Board::startpos() {
        tag("SetUp", "1");
        // Rook files instead of K and Q, because the rook that may castle is not always the
        // outermost.
        tag("FEN", &fen::write(&game.opening));
    }
    tag("Termination", termination(game.ending));
    let moves = game.moves.iter().map(|played| {
        let score = match played.score.mate_moves() {
            Some(moves) => format!("{}M{}", if moves < 0 { "-" } else { "+" }, moves.abs()),
            None => played.score.in_pawns(),
        };
        Played { comment: format!("{score}/{}", played.depth), ..Played::new(played.mv) }
    });
    let line = Line { comment: String::new(), moves: moves.collect() };
    pgn::write(&pgn::Game { tags, start: game.opening.clone(), line, result, begins: 0 })
}

fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Mate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::Repetition => "third repetition",
        Ending::FiftyMoves => "fifty moves",
        Ending::DeadMaterial => "insufficient material",
        Ending::Time => "time forfeit",
        Ending::Fault => "rules infraction",
        Ending::Tables => "adjudication by tables",
        Ending::Recognizer => "adjudication by recognizers",
        Ending::Agreement => "adjudication by scores",
    }
}

#[cfg(test)]
mod tests {
    use super::super::played::PlayedMove;
    use super::*;
    use crate::score::Score;
    use board::Color;

    #[test]
    fn a_game_of_chess960_says_so_and_names_the_files_of_its_rooks() {
        let text = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let opening = fen::parse(text).unwrap();
        let game = Game { opening, white: 0, moves: vec![], ending: Ending::Time, winner: None, fault: None };
        let pgn = write(&game, ["a", "b"], "1.1");
        assert!(pgn.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n"), "{pgn}");
        assert!(pgn.contains(&format!("[FEN \"{text}\"]")), "{pgn}");
    }

    #[test]
    fn a_game_reads_as_pgn() {
        let opening = fen::parse("7k/8/5K2/6Q1/8/8/8/8 b - - 0 40").unwrap();
        let played = |mv: &str, score| PlayedMove { mv: mv.parse().unwrap(), score, depth: 3, nodes: 9 };
        let moves = vec![played("h8h7", Score::mated_in(2)), played("g5g7", Score::mate_in(1))];
        let winner = Some(Color::White);
        let game = Game { opening, white: 1, moves, ending: Ending::Mate, winner, fault: None };
        let text = write(&game, ["old \"one\"", "new"], "1.2");
        let mut board = game.opening.clone();
        for played in &game.moves {
            assert!(board.is_legal(played.mv));
            board.play(played.mv);
        }
        insta::assert_snapshot!(text);
    }
}
