//! Glyphs, comments and variations for each move.

use board::pgn::{Game, GameResult, Line, Played};
use board::{Board, Color, Move, Wdl, notation};
use oracle::Oracle;
use tbgen::{Goal, Values, best_line};

use super::accuracy::Scores;
use super::analyst::Analysis;
use super::judgment::{Judged, Judgment};
use super::report::{Better, GameReport, MoveReport, Side};
use crate::effect::{Effect, MoveEffect};
use crate::explanation;

/// Longest variation, in plies.
const VARIATION_PLIES: usize = 14;
/// Longest variation by the engine, in plies.
const SEARCH_PLIES: usize = 8;

/// `!`
const STRONG: u8 = 1;
/// `□`
const ONLY_MOVE: u8 = 7;
/// `=`, `+-`, `-+`, zugzwang of White and of Black.
const EVEN: u8 = 10;
const WHITE_WINS: u8 = 18;
const BLACK_WINS: u8 = 19;
const ZUGZWANG: [u8; 2] = [22, 23];

/// Adds annotations to a game and returns the report.
pub(super) fn annotate(game: &mut Game, judged: &[Judged], known: &Oracle) -> GameReport {
    let mut report = GameReport {
        title: title(game),
        line: game.begins,
        outcome: game.result.to_string(),
        exact_from: None,
        white: Side::default(),
        black: Side::default(),
        zugzwangs: Vec::new(),
        unfinished: None,
        moves: Vec::with_capacity(game.line.moves.len()),
    };
    // The result last stated to the reader, from White's point of view.
    let mut told = None;
    if let Some(opening) = entering(&judged[0], &mut told) {
        append(&mut game.line.comment, &opening);
    }
    // The target squares of the last three moves.
    let mut last = [None; 3];
    for (played, pair) in game.line.moves.iter_mut().zip(judged.windows(2)) {
        let Some(mv) = played.mv else {
            last = [None, last[0], last[1]];
            report.moves.push(passed(played, &pair[0], &pair[1], &mut told));
            continue;
        };
        // A recapture, at once or after an exchange in between, gets no mark.
        let takes_back = [last[0], last[2]].contains(&Some(mv.to));
        if pair[0].judgment.is_strong(mv) && !takes_back {
            played.glyphs.push(STRONG);
        }
        last = [Some(mv.to), last[0], last[1]];
        let said = say((played, mv), &pair[0], &pair[1], known, &mut told);
        let color = pair[0].board.side_to_move();
        if said.before.is_some() && report.exact_from.is_none() {
            report.exact_from = Some(said.number.clone());
        }
        if said.zugzwang {
            report.zugzwangs.push(format!("{}{}", said.number, said.san));
        }
        let has_only = only_move(&pair[0].judgment).is_some();
        let side = report.side_mut(color);
        side.count(&said);
        side.only_moves += usize::from(has_only);
        side.only_moves_found += usize::from(said.only);
        report.moves.push(said);
    }
    if game.tag("Annotator").is_none() {
        game.tags.push(("Annotator".to_owned(), concat!("Vancura ", env!("CARGO_PKG_VERSION")).to_owned()));
    }
    tag_accuracy(game, &report);
    if let Some(last) = judged.last()
        && let Some(sentence) = unfinished(game.result, last, known)
    {
        // The line can only be a comment: a variation would need a played move to be an alternative
        // to.
        let comment = game.line.moves.last_mut().map_or(&mut game.line.comment, |last| &mut last.comment);
        append(comment, &sentence);
        report.unfinished = Some(sentence);
    }
    report
}

/// Sets the tags with accuracy and centipawn loss, and removes those of an earlier annotation.
fn tag_accuracy(game: &mut Game, report: &GameReport) {
    for (color, side) in [("White", &report.white), ("Black", &report.black)] {
        let (percent, loss) = (side.accuracy.percent(), side.accuracy.centipawn_loss());
        for (name, value) in [("Accuracy", percent), ("CentipawnLoss", loss)] {
            let name = format!("{color}{name}");
            game.tags.retain(|(found, _)| *found != name);
            game.tags.extend(value.map(|value| (name, format!("{value:.1}"))));
        }
    }
}

fn title(game: &Game) -> String {
    let tag = |name| game.tag(name).filter(|value| !value.is_empty() && *value != "?");
    let players = format!("{} - {}", tag("White").unwrap_or("White"), tag("Black").unwrap_or("Black"));
    let year =
        tag("Date").map(|date| date.split('.').next().unwrap_or(date)).filter(|year| !year.contains('?'));
    let place = [tag("Event"), year].into_iter().flatten().collect::<Vec<_>>().join(" ");
    if place.is_empty() { players } else { format!("{players}, {place}") }
}

/// Annotates a move between two positions.
fn say(
    (played, mv): (&mut Played, Move),
    before: &Judged,
    after: &Judged,
    known: &Oracle,
    told: &mut Option<Wdl>,
) -> MoveReport {
    let board = &before.board;
    let fault = before.judgment.fault(mv, &after.judgment);
    let effect = before.judgment.effect(mv);
    let only = effect.is_some_and(|effect| effect.effect == Effect::Only);
    let zugzwang = zugzwang(before, known);
    let (mut sentences, mut instead) = (Vec::new(), None);
    if let Some(other) = zugzwang {
        played.glyphs.push(ZUGZWANG[usize::from(board.side_to_move() == Color::Black)]);
        let result = before.judgment.result().unwrap_or(Wdl::Draw);
        sentences.push(format!(
            "mutual zugzwang: with the move {}, without it {}",
            noun(result),
            noun(other)
        ));
    }
    if let Some(fault) = fault {
        played.glyphs.push(fault.glyph());
        sentences.push(what_is_wrong(before, after, mv));
        if let Some(variation) = better(before, known) {
            let moves: Vec<Move> = variation.moves.iter().filter_map(|played| played.mv).collect();
            let comments = variation.moves.iter().map(|played| &played.comment);
            let comment =
                comments.filter(|comment| !comment.is_empty()).cloned().collect::<Vec<_>>().join("; ");
            instead = Some(Better { line: numbered(board, &moves), comment });
            played.variations.push(variation);
        }
    } else if only {
        played.glyphs.push(ONLY_MOVE);
        if let Some(sentence) = why_only(before) {
            sentences.push(sentence);
        }
    }
    // After a mistake between positions with exact results the result has already been stated.
    let is_told = fault.is_some() && before.judgment.result().is_some();
    if let Some(sentence) = entering(after, told).filter(|_| !is_told) {
        sentences.push(sentence);
        played.glyphs.extend(after_white(after).map(|result| match result {
            Wdl::Win => WHITE_WINS,
            Wdl::Loss => BLACK_WINS,
            _ => EVEN,
        }));
    }
    let comment = sentences.join("; ");
    append(&mut played.comment, &comment);
    let score = match &before.judgment {
        Judgment::Search(analysis) => Some(analysis.score.clone()),
        _ => None,
    };
    let scores = before.judgment.scores(mv, &after.judgment);
    MoveReport {
        number: number(board),
        san: notation::san(board, mv),
        before: before.judgment.result(),
        after: effect.and_then(|effect| effect.result),
        score,
        accuracy: scores.map(Scores::accuracy),
        centipawn_loss: scores.map(Scores::loss),
        only,
        zugzwang: zugzwang.is_some(),
        fault,
        better: instead,
        comment,
    }
}

/// A null move gets no annotation except for the position after it.
fn passed(played: &mut Played, before: &Judged, after: &Judged, told: &mut Option<Wdl>) -> MoveReport {
    let comment = entering(after, told).unwrap_or_default();
    append(&mut played.comment, &comment);
    MoveReport {
        number: number(&before.board),
        san: "--".to_owned(),
        before: None,
        after: None,
        score: None,
        accuracy: None,
        centipawn_loss: None,
        only: false,
        zugzwang: false,
        fault: None,
        better: None,
        comment,
    }
}

fn verb(result: Wdl) -> &'static str {
    match result {
        Wdl::Win => "wins",
        Wdl::Loss => "loses",
        _ => "draws",
    }
}

fn noun(result: Wdl) -> &'static str {
    match result {
        Wdl::Win => "a win",
        Wdl::Loss => "a loss",
        _ => "a draw",
    }
}

/// `34.` or `34...`.
fn number(board: &Board) -> String {
    let dots = if board.side_to_move() == Color::White { "." } else { "..." };
    format!("{}{dots}", board.fullmove_number())
}

fn append(comment: &mut String, sentence: &str) {
    if !sentence.is_empty() {
        if !comment.is_empty() {
            comment.push_str("; ");
        }
        comment.push_str(sentence);
    }
}

/// The result from White's point of view.
fn after_white(judged: &Judged) -> Option<Wdl> {
    let result = judged.judgment.result()?;
    Some(if judged.board.side_to_move() == Color::White { result } else { -result })
}

/// The comment when the game reaches a position with an exact result, or when it changes without a
/// mistake: the result, its source, the rule.
fn entering(judged: &Judged, told: &mut Option<Wdl>) -> Option<String> {
    let Judgment::Exact { values, moves, .. } = &judged.judgment else { return None };
    let white = after_white(judged);
    if *told == white || moves.is_empty() {
        *told = white;
        return None;
    }
    *told = white;
    let result = match white? {
        Wdl::Win => "White wins",
        Wdl::Loss => "Black wins",
        _ => "a draw",
    };
    let source = if values.wdl.is_some() { "by the tables" } else { "by a proved rule" };
    let distance = mate_in(values);
    let rule = recognizers::judge(&judged.board).filter(|verdict| verdict.bound.is_exact());
    let named = rule.filter(|verdict| verdict.rule.layer() == recognizers::Layer::Named);
    let rule = named.map_or_else(String::new, |verdict| format!(": {}", verdict.rule.name()));
    Some(format!("{result} {source}{distance}{rule}"))
}

fn only_move(judgment: &Judgment) -> Option<&MoveEffect> {
    let Judgment::Exact { moves, .. } = judgment else { return None };
    moves.iter().find(|effect| effect.effect == Effect::Only)
}

/// Only moves are mentioned where there were many others.
fn why_only(before: &Judged) -> Option<String> {
    const MANY: usize = 5;
    let Judgment::Exact { result, moves, .. } = &before.judgment else { return None };
    (moves.len() >= MANY).then(|| format!("the only move that {}", verb(*result)))
}

/// In mutual zugzwang, the result for the side to move if it were the other side's turn.
fn zugzwang(judged: &Judged, known: &Oracle) -> Option<Wdl> {
    let Judgment::Exact { values, .. } = &judged.judgment else { return None };
    values.wdl?;
    explanation::zugzwang(known, &judged.board)
}

fn what_is_wrong(before: &Judged, after: &Judged, mv: Move) -> String {
    match (&before.judgment, &after.judgment) {
        (Judgment::Exact { result, .. }, _) => {
            before.judgment.effect(mv).map(|effect| effect.note(Some(*result))).unwrap_or_default()
        }
        (Judgment::Search(analysis), Judgment::Search(next)) => {
            format!("from {} to {}", analysis.for_white, next.for_white)
        }
        (Judgment::Search(analysis), Judgment::Exact { result, .. }) => {
            format!("from {}; now it {}", analysis.for_white, verb(-*result))
        }
        _ => String::new(),
    }
}

/// A better line, starting with the best move.
fn better(before: &Judged, known: &Oracle) -> Option<Line> {
    match &before.judgment {
        Judgment::Exact { moves, values, .. } => {
            let best = moves.first()?;
            let line = continued(&before.board, best.mv, known, values);
            let keeping: Vec<&str> = moves
                .iter()
                .filter(|effect| effect.result == best.result)
                .map(|effect| effect.san.as_str())
                .collect();
            let mut played: Vec<Played> = line.into_iter().map(Played::new).collect();
            // The distance implies the result and is more informative.
            let has_distance = best.values.dtm.is_some() || best.values.dtz.is_some();
            let end = if has_distance && best.result != Some(Wdl::Draw) {
                best.in_words.clone()
            } else {
                String::new()
            };
            if let Some(first) = played.first_mut() {
                let others = if keeping.len() > 1 && keeping.len() <= 4 {
                    format!(
                        "; so {} {}",
                        if keeping.len() == 2 { "does" } else { "do" },
                        keeping[1..].join(", ")
                    )
                } else {
                    String::new()
                };
                first.comment =
                    format!("{}{others}{}{end}", verb(best.result?), if end.is_empty() { "" } else { ": " });
            }
            Some(Line { comment: String::new(), moves: played })
        }
        Judgment::Search(Analysis { line, for_white, .. }) => {
            let mut played: Vec<Played> = line.iter().take(SEARCH_PLIES).map(|&mv| Played::new(mv)).collect();
            played.last_mut()?.comment.clone_from(for_white);
            Some(Line { comment: String::new(), moves: played })
        }
        Judgment::None => None,
    }
}

/// A move and best play after it.
fn continued(board: &Board, first: Move, known: &Oracle, values: &Values) -> Vec<Move> {
    let child = board::rules::after(board, first);
    let goal = if values.dtm.is_some() { Goal::Mate } else { Goal::Zeroing };
    let rest = best_line(known, &child, goal, child.halfmove_clock().into()).unwrap_or_default();
    std::iter::once(first).chain(rest.into_iter().map(|ply| ply.mv)).take(VARIATION_PLIES).collect()
}

/// The comment where the game's result differs from that of its final position, with a line that
/// shows it.
fn unfinished(outcome: GameResult, last: &Judged, known: &Oracle) -> Option<String> {
    let Judgment::Exact { moves, values, .. } = &last.judgment else { return None };
    let white = after_white(last)?;
    let given = match outcome {
        GameResult::WhiteWins => Wdl::Win,
        GameResult::BlackWins => Wdl::Loss,
        GameResult::Draw => Wdl::Draw,
        GameResult::BothLose | GameResult::Unknown => return None,
    };
    let best = moves.first()?;
    if white == given {
        return None;
    }
    let result = match white {
        Wdl::Win => "won for White",
        Wdl::Loss => "won for Black",
        _ => "drawn",
    };
    let line = numbered(&last.board, &continued(&last.board, best.mv, known, values));
    Some(format!(
        "the final position is {result}{}; the game was given as {outcome}: {line}",
        mate_in(values)
    ))
}

/// `, mate in 12`; empty where the distance to mate is not known.
fn mate_in(values: &Values) -> String {
    match values.dtm.and_then(board::Dtm::moves) {
        Some(moves) if moves != 0 => format!(", mate in {}", moves.abs()),
        _ => String::new(),
    }
}

/// Moves from a position, with their numbers: `34... Kd7 35. e6+`.
fn numbered(board: &Board, moves: &[Move]) -> String {
    let mut board = board.clone();
    let mut names = Vec::new();
    for &mv in moves {
        if names.is_empty() || board.side_to_move() == Color::White {
            names.push(number(&board));
        }
        names.push(notation::san(&board, mv));
        board.play_unchecked(mv);
    }
    names.join(" ")
}
