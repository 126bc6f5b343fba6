//! The evaluation in words: its value, its source, and the network's value of each piece.

use std::fmt::Write as _;

use board::{Board, Color, File, Piece, Rank, Square};

use super::endings::plan;
use super::evaluator::{Evaluator, from_our_side};
use super::network::Networks;
use crate::position::Position;
use crate::score::Score;

/// Columns of a square in the diagram.
const SQUARE_COLUMNS: usize = 8;

/// The value of a position, from White's view.
pub fn for_white(position: &Position, networks: Option<&Networks>) -> Score {
    Score::heuristic(from_our_side(position, Evaluator::new(networks).evaluate(position)))
}

/// Explains the evaluation of a position, from White's view; with networks, also the value of each
/// piece to the one in use.
pub fn evaluation(position: &Position, networks: Option<&Networks>) -> String {
    let ours = |evaluator: &mut Evaluator| from_our_side(position, evaluator.evaluate(position));
    let value = ours(&mut Evaluator::new(networks));
    let mut text = String::new();
    let board = position.board();
    if let Some(network) = networks.map(|networks| networks.speaking_of(board)) {
        let head = network.feature_set().head_of(board);
        write_values(&mut text, board, &network.man_values(board));
        let said = from_our_side(position, network.evaluate_plain(board));
        let _ = writeln!(text, "Network: {} ({}), head {head}", pawns(said), network.description());
    }
    let _ = writeln!(text, "Hand-crafted: {}", pawns(ours(&mut Evaluator::default())));
    if plan(position).is_some() {
        text.push_str("A known plan of this ending overrides both.\n");
    }
    let _ = write!(text, "Evaluation: {} for White", pawns(value));
    text
}

fn pawns(units: i32) -> String {
    Score::heuristic(units).in_pawns()
}

/// A board with each piece and, below it, its value for White in pawns: how much the evaluation
/// drops without it.
fn write_values(text: &mut String, board: &Board, values: &[(Square, i32)]) {
    let sign = if board.side_to_move() == Color::White { 1 } else { -1 };
    let value = |square| values.iter().find(|(on, _)| *on == square).map(|(_, value)| sign * value);
    for rank in Rank::ALL.into_iter().rev() {
        let squares = File::ALL.map(|file| Square::new(file, rank));
        let men = squares.iter().map(|&square| letter(board, square).to_string());
        let worth = squares.iter().map(|&square| value(square).map_or_else(String::new, pawns));
        let _ = writeln!(text, "{}{}\n {}", rank as usize + 1, columns(men), columns(worth).trim_end());
    }
    let files = File::ALL.into_iter().map(|file| char::from(b'a' + file as u8).to_string());
    let _ = writeln!(text, " {}\n", columns(files));
}

/// The texts of a rank, right-aligned in their columns.
fn columns(texts: impl Iterator<Item = String>) -> String {
    let mut line = String::new();
    for text in texts {
        let _ = write!(line, "{text:>SQUARE_COLUMNS$}");
    }
    line
}

fn letter(board: &Board, square: Square) -> char {
    let Some((piece, color)) = board.piece_on(square).zip(board.color_on(square)) else { return '.' };
    let letter = match piece {
        Piece::Pawn => 'P',
        Piece::Knight => 'N',
        Piece::Bishop => 'B',
        Piece::Rook => 'R',
        Piece::Queen => 'Q',
        Piece::King => 'K',
    };
    if color == Color::White { letter } else { letter.to_ascii_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::fen;
    use nnue::{FeatureSet, Network, Parameters};
    use std::sync::Arc;

    fn random_network(feature_set: FeatureSet) -> Arc<Network> {
        Arc::new(Network::new(&Parameters::random(feature_set, 1, 64)).unwrap())
    }

    fn evaluation_of(text: &str, networks: Option<&Networks>) -> String {
        evaluation(&Position::new(fen::parse(text).unwrap()), networks)
    }

    #[test]
    fn every_man_but_the_kings_has_a_worth() {
        let networks = Networks::from(random_network(FeatureSet::Mirrored));
        let text = evaluation_of(fen::STARTPOS, Some(&networks));
        let is_value = |word: &&str| word.starts_with(['+', '-']) && word.parse::<f64>().is_ok();
        assert_eq!(text.split_whitespace().filter(is_value).count(), 30 + 3, "{text}");
        assert!(text.contains("head 7") && text.ends_with("for White"), "{text}");
    }

    #[test]
    fn with_few_men_the_small_network_speaks() {
        const FEW_MEN: &str = "8/2k5/8/8/1r6/8/2PK4/7R b - - 0 1";
        let mut networks = Networks::from(random_network(FeatureSet::Mirrored));
        networks.small = Some(random_network(FeatureSet::KingSquares));
        let text = evaluation_of(FEW_MEN, Some(&networks));
        let head = FeatureSet::KingSquares.head_of(&fen::parse(FEW_MEN).unwrap());
        assert!(head > 7 && text.contains(&format!("head {head}")), "{text}");
        assert!(evaluation_of(fen::STARTPOS, Some(&networks)).contains("head 7"));
    }

    #[test]
    fn without_a_network_the_evaluation_is_hand_crafted() {
        let text = evaluation_of(fen::STARTPOS, None);
        let [hand, all] = ["Hand-crafted: ", "Evaluation: "].map(|name| {
            text.lines().find_map(|line| line.strip_prefix(name)).unwrap().replace(" for White", "")
        });
        assert_eq!(hand, all);
    }

    #[test]
    fn a_plan_is_said() {
        assert!(evaluation_of("8/8/8/3k4/8/8/8/QK6 w - - 0 1", None).contains("known plan"));
    }
}
