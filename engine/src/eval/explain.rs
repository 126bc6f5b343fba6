//! The evaluation in words: its value, its source, and the network's value of each piece.

use std::fmt::Write as _;

use board::{Board, Color, File, Piece, Rank, Square};

use super::endings::plan;
use super::evaluator::Evaluator;
use super::network::Networks;
use super::terms::terms;
use super::tuning::HandCrafted;
use super::view::from_our_side;
use crate::position::Position;
use crate::score::Score;

/// Columns of a square in the diagram.
const SQUARE_COLUMNS: usize = 8;

/// The value of a position, from White's view, without some terms of the hand-crafted evaluation.
pub fn for_white(position: &Position, networks: Option<&Networks>, left_out: &[&'static str]) -> Score {
    let mut evaluator = Evaluator::new(networks).without(left_out);
    Score::heuristic(from_our_side(position, evaluator.evaluate(position)))
}

/// Explains the evaluation of a position, from White's view; with networks, also the value of each
/// piece to the one in use.
pub fn evaluation(position: &Position, networks: Option<&Networks>, left_out: &[&'static str]) -> String {
    let ours = |evaluator: &mut Evaluator| from_our_side(position, evaluator.evaluate(position));
    let value = ours(&mut Evaluator::new(networks).without(left_out));
    let mut text = String::new();
    let board = position.board();
    if let Some(network) = networks.map(|networks| networks.speaking_of(board)) {
        let head = network.feature_set().head_of(board);
        write_values(&mut text, board, &network.man_values(board));
        let said = from_our_side(position, network.evaluate_plain(board));
        let _ = writeln!(text, "Network: {} ({}), head {head}", pawns(said), network.description());
    }
    let missing =
        if left_out.is_empty() { String::new() } else { format!(" without {}", left_out.join(", ")) };
    let by_hand = pawns(ours(&mut Evaluator::default().without(left_out)));
    let _ = writeln!(text, "Hand-crafted{missing}: {by_hand}");
    if plan(position).is_some() {
        text.push_str("A known plan of this ending overrides both.\n");
    }
    let _ = write!(text, "Evaluation: {} for White", pawns(value));
    text
}

/// The terms of the hand-crafted evaluation and what each is worth in a position, from White's
/// view: how much lower the evaluation is without it. The last line names those left out.
pub(crate) fn terms_of(position: &Position, left_out: &[&'static str]) -> String {
    let by_hand = |left_out: &[&'static str]| {
        from_our_side(position, HandCrafted::without(left_out).by_hand(position, None))
    };
    let all = by_hand(left_out);
    let widest = terms().map(str::len).max().unwrap_or(0);
    let mut text = String::new();
    for term in terms() {
        let without = [left_out, &[term]].concat();
        let _ = writeln!(text, "{term:widest$} {:>6}", pawns(all - by_hand(&without)));
    }
    if plan(position).is_some() {
        text.push_str("A known plan of this ending overrides them all.\n");
    }
    let missing = if left_out.is_empty() { "none".to_owned() } else { left_out.join(", ") };
    let _ = write!(text, "Left out (EvalWithout): {missing}");
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
        evaluation(&Position::new(fen::parse(text).unwrap()), networks, &[])
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
    fn what_is_left_out_is_said_and_every_term_has_a_line() {
        let position = Position::new(fen::parse("4k3/8/8/8/8/8/8/QR2K3 w - - 0 1").unwrap());
        let text = evaluation(&position, None, &["rook_mobility", "tempo"]);
        assert!(text.contains("Hand-crafted without rook_mobility, tempo: "), "{text}");
        let text = terms_of(&position, &["tempo"]);
        assert_eq!(text.lines().count(), terms().count() + 2, "{text}");
        let worth = |term: &str| {
            let line = text.lines().find(|line| line.starts_with(term)).unwrap();
            line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap()
        };
        assert!(worth("material ") > 10.0 && worth("isolated ") == 0.0 && worth("tempo ") == 0.0, "{text}");
        assert!(
            text.ends_with("A known plan of this ending overrides them all.\nLeft out (EvalWithout): tempo")
        );
    }

    #[test]
    fn a_plan_is_said() {
        assert!(evaluation_of("8/8/8/3k4/8/8/8/QK6 w - - 0 1", None).contains("known plan"));
    }
}
