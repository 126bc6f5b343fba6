//! Games as PGN, with score and depth of each move as comments.

use std::fmt::Write as _;

use board::{Board, Color, fen, notation};

use super::game::{Ending, Game};

/// Lines are broken before this column.
const LINE_LENGTH: usize = 80;

/// A game between two names as PGN, a blank line at its end.
pub fn write(game: &Game, names: [&str; 2], round: &str) -> String {
    let mut text = String::new();
    let result = match game.winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", "vancura match");
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", round);
    tag("White", names[game.white]);
    tag("Black", names[1 - game.white]);
    tag("Result", result);
    let is_chess960 = fen::has_chess960_castling(&game.opening);
    if is_chess960 {
        tag("Variant", "Chess960");
    }
    let standard = fen::parse(fen::STARTPOS).is_ok_and(|start| start == game.opening);
    if !standard {
        tag("SetUp", "1");
        // Files of rooks instead of K and Q: which of two rooks may castle is not always the outer one.
        tag("FEN", &if is_chess960 { format!("{:#}", game.opening) } else { game.opening.to_string() });
    }
    tag("Termination", termination(game.ending));
    text.push('\n');
    let mut column = 0;
    for word in movetext(game).split(' ').chain([result]) {
        if column > 0 && column + 1 + word.len() > LINE_LENGTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text.push_str("\n\n");
    text
}

fn movetext(game: &Game) -> String {
    let mut board: Board = game.opening.clone();
    let mut words = Vec::new();
    for (ply, played) in game.moves.iter().enumerate() {
        let number = board.fullmove_number();
        match board.side_to_move() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if ply == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(notation::san(&board, played.mv));
        let score = match played.score.mate_moves() {
            Some(moves) => format!("{}M{}", if moves < 0 { "-" } else { "+" }, moves.abs()),
            None => format!("{:+.2}", f64::from(played.score.value()) / 100.0),
        };
        words.push(format!("{{{score}/{}}}", played.depth));
        board.play_unchecked(played.mv);
    }
    words.join(" ")
}

fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Mate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::Repetition => "third repetition",
        Ending::FiftyMoves => "fifty moves",
        Ending::DeadMaterial => "insufficient material",
        Ending::Time => "time forfeit",
        Ending::Tables => "adjudication by tables",
        Ending::Recognizer => "adjudication by recognizers",
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::PlayedMove;
    use super::*;
    use crate::score::Score;

    #[test]
    fn a_game_of_chess960_says_so_and_names_the_files_of_its_rooks() {
        let text = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let opening = fen::parse(text).unwrap();
        let game = Game { opening, white: 0, moves: vec![], ending: Ending::Time, winner: None };
        let pgn = write(&game, ["a", "b"], "1.1");
        assert!(pgn.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n"), "{pgn}");
        assert!(pgn.contains(&format!("[FEN \"{text}\"]")), "{pgn}");
    }

    #[test]
    fn a_game_reads_as_pgn() {
        let opening = fen::parse("7k/8/5K2/6Q1/8/8/8/8 b - - 0 40").unwrap();
        let played = |mv: &str, score| PlayedMove { mv: mv.parse().unwrap(), score, depth: 3, nodes: 9 };
        let moves = vec![played("h8h7", Score::mated_in(2)), played("g5g7", Score::mate_in(1))];
        let game = Game { opening, white: 1, moves, ending: Ending::Mate, winner: Some(Color::White) };
        let text = write(&game, ["old \"one\"", "new"], "1.2");
        let mut board = game.opening.clone();
        for played in &game.moves {
            assert!(board.is_legal(played.mv));
            board.play(played.mv);
        }
        insta::assert_snapshot!(text);
    }
}
