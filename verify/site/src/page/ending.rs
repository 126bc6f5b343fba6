//! The section about the whole ending: results, longest mates, histogram, mutual zugzwangs and
//! lists.

use std::fmt::Write as _;

use board::{Board, Material};
use tbgen::{SideStats, Stats};

use super::html::link;
use crate::answer::{endings, fen};
use crate::error::Refusal;
use crate::figures::grouped;
use crate::knowledge::Knowledge;

/// The section about a position's ending.
///
/// # Errors
/// [`Refusal::NotFound`] if the ending is not solved in memory.
pub(crate) fn ending_part(knowledge: &Knowledge, board: &Board) -> Result<String, Refusal> {
    let material = fen::material(board).filter(|material| material.men() > 2).ok_or_else(|| {
        Refusal::NotFound("the position does not belong to an ending with tables".to_owned())
    })?;
    let stats = endings::statistics(knowledge, material)?;
    let mut html = format!("<p>Every legal position of <b>{material}</b>, not counting mirror images.</p>");
    for side in &stats.sides {
        results(&mut html, side);
    }
    longest(&mut html, &stats);
    histogram(&mut html, &stats);
    zugzwangs(&mut html, &stats, material);
    Ok(html)
}

fn results(html: &mut String, side: &SideStats) {
    let spoiled = side.cursed_wins.unwrap_or(0) + side.blessed_losses.unwrap_or(0);
    let (wins, losses) =
        (side.wins - side.cursed_wins.unwrap_or(0), side.losses - side.blessed_losses.unwrap_or(0));
    let draws = side.draws + spoiled;
    let all = (wins + draws + losses).max(1);
    let share = |n: u64| n as f64 * 100.0 / all as f64;
    let mover = if side.side_to_move == "white" { "White" } else { "Black" };
    let _ = write!(
        html,
        "<h4>{mover} to move</h4><svg class=\"bar\" viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{:.1} % won, {:.1} % drawn, {:.1} % lost\">",
        share(wins),
        share(draws),
        share(losses)
    );
    let mut from = 0.0;
    for (class, n) in [("win", wins), ("draw", draws), ("loss", losses)] {
        let _ =
            write!(html, "<rect class=\"{class}\" x=\"{from:.2}\" width=\"{:.2}\" height=\"4\"/>", share(n));
        from += share(n);
    }
    let _ = write!(
        html,
        "</svg><p class=\"figures\">won {} ({:.1} %) · drawn {} ({:.1} %) · lost {} ({:.1} %)",
        grouped(wins),
        share(wins),
        grouped(draws),
        share(draws),
        grouped(losses),
        share(losses)
    );
    if spoiled > 0 {
        let _ = write!(html, " · {} of the draws by the fifty-move rule", grouped(spoiled));
    }
    *html += "</p>";
}

fn longest(html: &mut String, stats: &Stats) {
    *html += "<h4>Longest</h4><ul>";
    for side in &stats.sides {
        let mover = if side.side_to_move == "white" { "White" } else { "Black" };
        for (word, longest) in [("mates", &side.longest_win), ("is mated", &side.longest_loss)] {
            if let Some(longest) = longest {
                let _ = write!(
                    html,
                    "<li><a href=\"{}\">{mover} to move {word} in {} ({})</a>, {}</li>",
                    link(&longest.fen),
                    longest.moves,
                    tbgen::plies(longest.plies.into()),
                    positions(longest.positions)
                );
            }
        }
    }
    *html += "</ul>";
}

/// `1 position`, `1,234 positions`.
fn positions(count: u64) -> String {
    format!("{} {}", grouped(count), if count == 1 { "position" } else { "positions" })
}

/// Positions by moves to mate, with either side to move.
fn histogram(html: &mut String, stats: &Stats) {
    let mut by_move: Vec<u64> = Vec::new();
    for distance in stats.sides.iter().flat_map(|side| &side.histogram) {
        let moves = usize::from(distance.plies.div_ceil(2));
        if by_move.len() <= moves {
            by_move.resize(moves + 1, 0);
        }
        by_move[moves] += distance.positions;
    }
    let Some(&most) = by_move.iter().max().filter(|&&most| most > 0) else { return };
    let width = 100.0 / by_move.len() as f64;
    let _ = write!(
        html,
        "<h4>Moves to mate</h4><figure><svg class=\"histogram\" viewBox=\"0 0 100 30\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Positions by moves to mate, 0 to {}\">",
        by_move.len() - 1
    );
    for (moves, &positions) in by_move.iter().enumerate() {
        let height = positions as f64 * 30.0 / most as f64;
        let _ = write!(
            html,
            "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{height:.2}\"><title>mate in {moves}: {}</title></rect>",
            moves as f64 * width,
            30.0 - height,
            width * 0.85,
            self::positions(positions)
        );
    }
    let _ = write!(
        html,
        "</svg><figcaption><span>mate on the board</span><span>mate in {}</span></figcaption></figure>",
        by_move.len() - 1
    );
}

fn zugzwangs(html: &mut String, stats: &Stats, material: Material) {
    let z = &stats.mutual_zugzwangs;
    let all = z.white_draws_black_loses + z.white_loses_black_draws + z.both_lose;
    let _ = write!(html, "<h4>Mutual zugzwangs: {}</h4>", grouped(all));
    if !z.examples.is_empty() {
        *html += "<ul>";
        for example in &z.examples {
            let _ = write!(html, "<li><a href=\"{}\">{example}</a></li>", link(example));
        }
        *html += "</ul>";
    }
    let lists = ["zugzwangs", "longest", "random"].map(|list| {
        let base = format!("api/v1/endings/{material}/{list}");
        format!("{list} as <a href=\"{base}.epd\">EPD</a>, <a href=\"{base}.csv\">CSV</a>, <a href=\"{base}\">JSON</a>")
    });
    let _ = write!(html, "<p class=\"figures\">Lists: {}</p>", lists.join(" · "));
}
