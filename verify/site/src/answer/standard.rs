//! Positions and lines in the format of the lichess tablebase API.
//!
//! Distances are exact in plies where the ending is solved in memory, so one may differ by a ply
//! from an API that reads rounded files; `precise_dtz` is set where the distance is certainly
//! exact. The position after a move is judged with its own fifty-move counter.

use std::cmp::Reverse;

use board::{BitBoard, Board, Dtm, Move, Piece, Square, legal_moves, notation, rules};
use serde::Serialize;
use tbgen::syzygy::Error as SyzygyError;
use tbgen::{Goal, best_line};

use super::category::{Category, Rules};
use crate::error::Refusal;
use crate::knowledge::Knowledge;

/// Result and distances of a position, for its side to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "these are the fields of the API")]
pub(crate) struct Info {
    pub(crate) checkmate: bool,
    pub(crate) stalemate: bool,
    variant_win: bool,
    variant_loss: bool,
    insufficient_material: bool,
    /// Plies to the next capture or pawn move; -1 when mated.
    pub(crate) dtz: Option<i16>,
    /// The same, where it is certainly not rounded.
    pub(crate) precise_dtz: Option<i16>,
    /// Plies to mate; 0 for a draw, `null` when mated or unknown.
    pub(crate) dtm: Option<i32>,
    /// For antichess only.
    dtw: Option<i32>,
    /// For tables of eight pieces only.
    dtc: Option<i32>,
    pub(crate) category: Category,
}

/// A move with the values of the position after it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MoveInfo {
    pub(crate) uci: String,
    pub(crate) san: String,
    pub(crate) zeroing: bool,
    pub(crate) conversion: bool,
    #[serde(flatten)]
    pub(crate) info: Info,
    #[serde(skip)]
    pub(crate) mv: Move,
}

/// The answer to `/standard`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Answer {
    #[serde(flatten)]
    pub(crate) info: Info,
    /// Best first.
    pub(crate) moves: Vec<MoveInfo>,
}

/// The answer to `/standard/mainline`.
#[derive(Clone, Debug, Serialize)]
#[expect(clippy::struct_field_names, reason = "the API has this name")]
pub(crate) struct Mainline {
    mainline: Vec<Step>,
    /// `w` or `b`; `null` for a draw.
    winner: Option<char>,
    dtz: i16,
    precise_dtz: Option<i16>,
}

/// A ply of the main line with the distance after it.
#[derive(Clone, Debug, Serialize)]
struct Step {
    uci: String,
    san: String,
    dtz: i16,
    precise_dtz: Option<i16>,
}

impl Info {
    /// The values of one of `count` positions that are part of one answer.
    fn new(count: usize, knowledge: &Knowledge, board: &Board, counted: Rules) -> Result<Self, SyzygyError> {
        let known = knowledge.look_up(board)?;
        let category = Category::among(count, knowledge, board, counted)?;
        let can_move = rules::has_legal_move(board);
        let checkmate = !can_move && !board.checkers().is_empty();
        let is_drawn_by_rule = known.is_none() && category == Category::Draw;
        let dtz = known.and_then(|known| known.values.dtz).map(|dtz| dtz.0);
        let dtz = dtz.or(is_drawn_by_rule.then_some(0));
        let stalemate = !can_move && !checkmate;
        Ok(Self {
            checkmate,
            stalemate,
            variant_win: false,
            variant_loss: false,
            insufficient_material: is_dead(board),
            dtz,
            precise_dtz: dtz.filter(|_| known.is_none_or(|known| !known.values.rounded)),
            dtm: known.and_then(|known| known.values.dtm).and_then(signed),
            dtw: None,
            dtc: None,
            category,
        })
    }
}

/// Plies to mate, negative for losses; `None` when mated.
fn signed(dtm: Dtm) -> Option<i32> {
    match dtm {
        Dtm::Win(plies) => Some(i32::from(plies)),
        Dtm::Draw => Some(0),
        Dtm::Loss(0) => None,
        Dtm::Loss(plies) => Some(-i32::from(plies)),
    }
}

/// True when no sequence of legal moves leads to mate: bare kings, a lone minor piece, or only
/// bishops on squares of one color.
fn is_dead(board: &Board) -> bool {
    let kings = board.pieces(Piece::King);
    let (bishops, others) = (board.pieces(Piece::Bishop), board.occupied() - kings);
    let dark = Square::ALL
        .into_iter()
        .filter(|&square| (square.file() as usize + square.rank() as usize).is_multiple_of(2))
        .fold(BitBoard::EMPTY, |set, square| set | square.bitboard());
    let alone = others.len() <= 1 && (others - bishops - board.pieces(Piece::Knight)).is_empty();
    alone || others == bishops && ((bishops & dark).is_empty() || (bishops - dark).is_empty())
}

/// The answer of the API for a position.
///
/// # Errors
/// A damaged file.
pub(crate) fn answer(knowledge: &Knowledge, board: &Board, counted: Rules) -> Result<Answer, SyzygyError> {
    let mut info = Info::new(1, knowledge, board, counted)?;
    let moves = legal_moves(board);
    let count = moves.len();
    let one = |mv: Move| {
        let child = rules::after(board, mv);
        let capture = rules::is_capture(board, mv);
        Ok(MoveInfo {
            uci: notation::uci(board, mv, false),
            san: notation::san(board, mv),
            zeroing: rules::is_zeroing(board, mv),
            conversion: capture || mv.promotion.is_some(),
            info: Info::new(count, knowledge, &child, counted)?,
            mv,
        })
    };
    let mut moves: Vec<MoveInfo> = moves.into_iter().map(one).collect::<Result<_, SyzygyError>>()?;
    moves.sort_by_key(|m| order(board, info.category, m));
    settle(&mut moves, info.category);
    // The values of the position hold even if a move leads to an ending that is not available.
    let is_open = info.category == Category::Unknown || info.category.is_ambiguous();
    if let Some(best) = moves.first().filter(|best| is_open && best.info.category != Category::Unknown) {
        info.category = -best.info.category;
    }
    Ok(Answer { info, moves })
}

/// The sort key of moves, best first: the category of the position after the move, with unknown
/// ones after those that keep a certain result of the root; mate, then stalemate, then dead
/// positions; the faster win or slower loss; conversions and captures or pawn moves, first unless
/// they lose; the most valuable capture and promotion.
fn order(board: &Board, root: Category, m: &MoveInfo) -> impl Ord + use<> {
    let info = &m.info;
    let loses = info.dtz.is_some_and(|dtz| dtz > 0);
    let victim = if m.conversion { board.piece_on(m.mv.to) } else { None };
    let is_certain = root != Category::Unknown && !root.is_ambiguous();
    let place = match info.category {
        Category::Unknown if is_certain => (-root, true),
        category => (category, false),
    };
    (
        place,
        (Reverse(info.checkmate), Reverse(info.stalemate), Reverse(info.insufficient_material)),
        Reverse(info.dtm),
        m.conversion == loses,
        m.zeroing == loses,
        Reverse(info.dtz),
        Reverse(victim.map(|piece| piece as u8)),
        Reverse(m.mv.promotion.map(|piece| piece as u8)),
    )
}

/// Gives leading moves with an uncertain result that of the position, where that is certain: the
/// best move keeps it.
fn settle(moves: &mut [MoveInfo], root: Category) {
    if root.is_ambiguous() || root == Category::Unknown {
        return;
    }
    for m in moves.iter_mut().take_while(|m| m.info.category.is_ambiguous()) {
        m.info.category = -root;
    }
}

/// Best play by distance to zeroing until the counter reaches 100.
///
/// # Errors
/// [`Refusal::NotFound`] with castling rights, too many pieces or a missing table; damaged files.
pub(crate) fn mainline(knowledge: &Knowledge, board: &Board) -> Result<Mainline, Refusal> {
    let missing = || Refusal::NotFound("there is no table of this position".to_owned());
    let distance = |board: &Board| {
        let known = knowledge.look_up(board)?.ok_or_else(missing)?;
        let dtz = known.values.dtz.ok_or_else(missing)?.0;
        Ok::<_, Refusal>((dtz, (!known.values.rounded).then_some(dtz)))
    };
    let (dtz, precise_dtz) = distance(board)?;
    let counter = u32::from(board.halfmove_clock());
    let plies = best_line(knowledge, board, Goal::Zeroing, counter)
        .map_err(|why| Refusal::NotFound(why.to_string()))?;
    let mut position = board.clone();
    let mut mainline = Vec::new();
    for ply in plies {
        if position.halfmove_clock() >= rules::FIFTY_MOVES_PLIES {
            break;
        }
        let (uci, san) = (notation::uci(&position, ply.mv, false), notation::san(&position, ply.mv));
        position.play_unchecked(ply.mv);
        let (dtz, precise_dtz) = distance(&position)?;
        mainline.push(Step { uci, san, dtz, precise_dtz });
    }
    let winner = rules::is_checkmate(&position)
        .then(|| if position.side_to_move() == board::Color::White { 'b' } else { 'w' });
    Ok(Mainline { mainline, winner, dtz, precise_dtz })
}

#[cfg(test)]
mod tests {
    use board::{Color, Material, fen};
    use rayon::prelude::*;
    use tbgen::TableFiles;

    use super::*;
    use crate::knowledge::{Folder, Host, three_men};

    const MOVE_KEYS: [&str; 16] = [
        "uci",
        "san",
        "zeroing",
        "conversion",
        "checkmate",
        "stalemate",
        "variant_win",
        "variant_loss",
        "insufficient_material",
        "dtz",
        "precise_dtz",
        "dtm",
        "dtw",
        "dtc",
        "category",
        "",
    ];

    /// Without files.
    struct Nowhere;

    impl Host for Nowhere {
        fn folders(&self, _files: &TableFiles) -> Result<Vec<Folder>, Refusal> {
            Ok(Vec::new())
        }
    }

    /// Knowledge of the endings of three pieces.
    fn knowledge() -> Knowledge {
        let knowledge = Knowledge::new(TableFiles::default(), Nowhere);
        for material in three_men() {
            let ending =
                knowledge.solved().solve(material).expect("those that they lead to are solved first");
            knowledge.insert(ending);
        }
        knowledge
    }

    /// Checks the signs, the order, and the value of the root of an answer.
    fn judge(board: &Board, answer: &Answer) {
        let info = &answer.info;
        let name = board.to_string();
        let sign = |category: Category| match category {
            Category::Win => 1,
            Category::Loss => -1,
            _ => 0,
        };
        assert_eq!(info.dtz.map(i16::signum), Some(sign(info.category)), "{name}");
        assert_eq!(info.dtm.unwrap_or(-1).signum(), i32::from(sign(info.category)), "{name}");
        assert_eq!(info.dtz, info.precise_dtz, "{name}: solved in memory");
        assert_eq!(info.dtm.is_none(), info.checkmate, "{name}");
        let Some(best) = answer.moves.first() else {
            assert!(info.checkmate || info.stalemate, "{name}");
            return;
        };
        assert_eq!(-best.info.category, info.category, "{name}");
        let quickest = answer.moves.iter().filter(|m| m.info.category == best.info.category);
        let dtm = |m: &MoveInfo| m.info.dtm.unwrap_or(0);
        let through = quickest.map(dtm).max().unwrap_or(0);
        let expected = match info.category {
            Category::Win => 1 - through,
            Category::Loss => -1 - through,
            _ => 0,
        };
        assert_eq!(info.dtm, Some(expected), "{name}: mate follows from the moves");
        assert!(answer.moves.is_sorted_by_key(|m| (m.info.category, Reverse(m.info.checkmate))), "{name}");
        for pair in answer.moves.windows(2).filter(|pair| pair[0].info.category == pair[1].info.category) {
            let (a, b) = (&pair[0].info, &pair[1].info);
            let alike = a.checkmate == b.checkmate
                && a.stalemate == b.stalemate
                && a.insufficient_material == b.insufficient_material;
            assert!(!alike || dtm(&pair[0]) >= dtm(&pair[1]), "{name}: {} {}", pair[0].san, pair[1].san);
        }
    }

    #[test]
    fn a_move_that_keeps_a_proved_draw_comes_before_an_unknown_one() {
        let drawn = fen::parse("8/6k1/8/8/3B4/7n/3KP3/8 b - - 0 1").unwrap();
        let answer = answer(&knowledge(), &drawn, Rules::Count).unwrap();
        assert_eq!(answer.info.category, Category::Draw);
        let categories: Vec<Category> = answer.moves.iter().map(|m| m.info.category).collect();
        assert_eq!(categories.first(), Some(&Category::Draw), "{categories:?}");
        assert!(categories.contains(&Category::Unknown), "{categories:?}");
    }

    #[test]
    fn every_position_of_three_pieces_has_signs_and_order_as_in_the_api() {
        let knowledge = knowledge();
        let solved = knowledge.solved();
        let asked: usize = Material::with_men(3)
            .par_iter()
            .map(|&material| {
                let table = solved.mates().table(material).expect("endings of three pieces are solved");
                let positions = Color::ALL.into_iter().flat_map(|side| table.positions(side));
                let judged = positions.map(|(placement, _)| {
                    let board = placement.to_board().expect("tables hold legal positions");
                    judge(&board, &answer(&knowledge, &board, Rules::Ignored).expect("no file is read"));
                });
                judged.count()
            })
            .sum();
        assert!(asked > 300_000, "{asked}");
    }

    #[test]
    fn fields_come_in_the_order_of_the_api() {
        let board = fen::parse("8/8/8/8/8/2k5/8/KQ6 w - - 0 1").unwrap();
        let text = serde_json::to_string(&answer(&knowledge(), &board, Rules::Ignored).unwrap()).unwrap();
        let (root, moves) = text.split_once("\"moves\":[").unwrap();
        let keys = |text: &str| -> Vec<String> {
            text.split(',').filter_map(|field| Some(field.split('"').nth(1)?.to_owned())).collect()
        };
        assert_eq!(keys(root), MOVE_KEYS[4..15]);
        assert_eq!(keys(moves.split_once('}').unwrap().0), MOVE_KEYS[..15]);
    }

    #[test]
    fn moves_that_are_not_certain_are_settled_by_the_root_if_they_lead() {
        let board = fen::parse("8/8/8/8/8/2k5/8/KQ6 w - - 0 1").unwrap();
        let mut moves = answer(&knowledge(), &board, Rules::Ignored).unwrap().moves;
        let count = moves.len();
        for (index, category) in
            [Category::SyzygyLoss, Category::MaybeLoss, Category::Draw, Category::SyzygyLoss]
                .into_iter()
                .enumerate()
        {
            moves[index % count].info.category = category;
        }
        let mut open = moves.clone();
        settle(&mut open, Category::SyzygyWin);
        assert_eq!(open[0].info.category, Category::SyzygyLoss, "a root that is not certain settles nothing");
        settle(&mut moves, Category::Win);
        let settled: Vec<Category> = moves.iter().take(4).map(|m| m.info.category).collect();
        assert_eq!(settled, [Category::Loss, Category::Loss, Category::Draw, Category::SyzygyLoss]);
    }

    #[test]
    fn dead_positions_are_those_that_no_moves_can_mate_in() {
        for (men, dead) in [
            ("4k3/8/8/8/8/8/8/4K3", true),
            ("4k3/8/8/8/8/8/8/4KB2", true),
            ("4k3/8/8/8/8/8/8/4KN2", true),
            ("4k1b1/8/8/8/8/8/8/4KB2", true),
            ("4kb2/8/8/8/8/8/8/4KB2", false),
            ("4k1n1/8/8/8/8/8/8/4KN2", false),
            ("4k3/8/8/8/8/8/8/3NKN2", false),
            ("4k3/8/8/8/8/8/4P3/4K3", false),
        ] {
            assert_eq!(is_dead(&fen::parse(&format!("{men} w - - 0 1")).unwrap()), dead, "{men}");
        }
    }

    #[test]
    fn castling_is_not_known_and_bare_kings_are() {
        let category = |text: &str| {
            answer(&knowledge(), &fen::parse(text).unwrap(), Rules::Ignored).unwrap().info.category
        };
        assert_eq!(category("4k3/5q2/8/8/8/8/8/R3K2R w KQ - 0 1"), Category::Unknown);
        assert_eq!(category("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Category::Draw);
        assert_eq!(category("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), Category::Unknown);
    }
}
