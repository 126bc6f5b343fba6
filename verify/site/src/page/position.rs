//! The sections about one position: verdict, moves, lines, rules, provenance.

use std::cmp::Reverse;
use std::fmt::Write as _;

use board::{Board, Wdl};
use explain::ByMoves;
use serde_json::json;
use tbgen::Goal;

use super::html::{address, badge, escape, link, men, size};
use crate::answer::category::Category;
use crate::answer::line::{BestLine, line};
use crate::answer::position::{Missing, MoveWords, Position, position};
use crate::answer::rules::Speaking;
use crate::answer::words;
use crate::error::Refusal;
use crate::figures::grouped;
use crate::knowledge::{Knowledge, MEMORY_MEN_MAX};
use crate::site::{Home, Site};

/// Maximum number of conditions of a rule that are shown unfolded.
const POINTS: usize = 6;
/// Maximum number of rules and endings of a proof that are shown unfolded.
const LEAVES: usize = 6;
/// Maximum number of moves shown of a proof.
const LINE: usize = 24;

/// All sections about a position, shown beside and below the board.
///
/// # Errors
/// A damaged file.
pub(crate) fn position_parts(site: &Site, board: &Board) -> Result<String, Refusal> {
    let knowledge = &*site.knowledge;
    let position = position(knowledge, board)?;
    let awaits = position.material.is_some_and(|material| knowledge.progress().awaits(material));
    let moves: Vec<_> = position
        .moves
        .iter()
        .map(|m| json!({"uci": m.of.uci, "san": m.of.san, "fen": m.fen, "result": badge(m.result).0}))
        .collect();
    let mut html = format!(
        "<div id=\"parts\" data-fen=\"{}\"{} data-moves=\"{}\">",
        escape(&position.fen),
        if awaits { " data-awaits=\"yes\"" } else { "" },
        escape(&serde_json::to_string(&moves).unwrap_or_default())
    );
    verdict(&mut html, &site.home, board, &position, awaits);
    html += "<section id=\"moves\" aria-labelledby=\"moves-title\"><h2 id=\"moves-title\">Moves</h2>";
    groups(&mut html, &position.moves);
    html += "</section>";
    lines(&mut html, knowledge, board);
    why(&mut html, &position);
    provenance(&mut html, &position);
    Ok(html + "</div>")
}

fn verdict(html: &mut String, home: &Home, board: &Board, position: &Position, awaits: bool) {
    let (class, sign, word) = badge(position.info.category);
    let ending = position
        .material
        .map_or_else(String::new, |material| format!("<span class=\"ending\">{material}</span>"));
    let _ = write!(
        html,
        "<section id=\"verdict\" aria-labelledby=\"verdict-title\"><h2 id=\"verdict-title\">{} to move <span class=\"badge {class}\"><span aria-hidden=\"true\">{sign}</span> {word}</span>{ending}</h2><p class=\"sentence\" id=\"sentence\">{}</p>",
        tbgen::side_to_move(board),
        escape(&position.verdict)
    );
    if awaits {
        let soon = if board.occupied().len() as usize > MEMORY_MEN_MAX {
            "More may be known soon: smaller endings on which proofs rest are being solved."
        } else {
            "All distances will follow soon: the ending is being solved."
        };
        let _ = write!(html, "<p class=\"quiet soon\">{soon}</p>");
    }
    if let Some(only) = &position.only_move {
        let _ = write!(html, "<p>Only <b>{only}</b> keeps the result.</p>");
    }
    if let Some(holds) = position.holds_until.filter(|_| position.counter > 0) {
        let _ = write!(html, "<p>The result would hold with the counter at {holds} or less.</p>");
    }
    if let Some(zugzwang) = &position.zugzwang {
        let class = if zugzwang.kind == "mutual" { " class=\"zugzwang\"" } else { "" };
        let _ = write!(
            html,
            "<p{class}>{} <a href=\"{}\">The other side to move</a></p>",
            zugzwang.words,
            link(&zugzwang.fen)
        );
    }
    let _ = write!(html, "<p class=\"men\"><span class=\"quiet\">{}</span></p>", men(board));
    // A lost side cannot spoil anything.
    if matches!(
        position.info.category,
        Category::Win | Category::Draw | Category::CursedWin | Category::BlessedLoss
    ) && !position.moves.is_empty()
    {
        let _ = write!(
            html,
            "<p><a class=\"practice\" href=\"{}?fen={}\">Practice from here</a></p>",
            home.practice(),
            address(board)
        );
    }
    if let Some(missing) = &position.missing {
        match home {
            Home::Server { .. } => missing_on_a_server(html, missing),
            Home::Page if missing.files.is_empty() => {}
            Home::Page => {
                let _ = write!(
                    html,
                    "<details class=\"missing\"><summary>{} would give more results</summary><p>{}</p><p>Syzygy files of these names can be added under <a href=\"#tables\">Tables</a>.</p></details>",
                    tbgen::counted(missing.files.len() as u64, "table file"),
                    escape(&missing.files.join(", "))
                );
            }
        }
    }
    *html += "</section>";
}

/// The missing files, and the cost of building them.
fn missing_on_a_server(html: &mut String, missing: &Missing) {
    let _ = write!(html, "<div class=\"missing\"><p>Missing: {}</p>", escape(&missing.files.join(", ")));
    if let Some(cost) = &missing.cost {
        let minutes = (cost.cpu_seconds / 60.0).ceil();
        let _ = write!(
            html,
            "<p>Building all files of this ending takes about {} on disk, {} of memory and {minutes:.0} min of one processor: <code>{}</code>. Solving it here takes up to {} of memory.</p>",
            size(cost.disk_bytes),
            size(cost.build_memory_bytes),
            escape(missing.command.as_deref().unwrap_or_default()),
            size(cost.solve_memory_bytes)
        );
    }
    *html += "</div>";
}

fn groups(html: &mut String, moves: &[MoveWords]) {
    if moves.is_empty() {
        *html += "<p class=\"quiet\">There is no legal move.</p>";
    }
    for group in moves.chunk_by(|a, b| words::group(a.result) == words::group(b.result)) {
        let (class, sign, _) = badge(group[0].result);
        let _ = write!(
            html,
            "<h3 class=\"{class}\"><span aria-hidden=\"true\" class=\"sign\">{sign}</span> {} <span class=\"quiet\">{}</span></h3><ul class=\"moves\">",
            words::group(group[0].result),
            group.len()
        );
        for m in group {
            let only = if m.only { " <span class=\"only\" title=\"only move\">only</span>" } else { "" };
            let zeroing = match m.zeroing_in {
                Some(plies) if !m.of.info.checkmate => {
                    format!(
                        "<span class=\"dtz\" title=\"plies to the next capture or pawn move\">zeroing {plies}</span>"
                    )
                }
                _ => String::new(),
            };
            let _ = write!(
                html,
                "<li><a class=\"move {class}\" href=\"{}\" data-uci=\"{}\" data-san=\"{san}\"><b>{san}</b>{only} <span class=\"words\">{}</span>{zeroing}</a></li>",
                link(&m.fen),
                m.of.uci,
                [&[m.words.as_str()], m.breaks.as_slice()].concat().join(" · "),
                san = m.of.san
            );
        }
        *html += "</ul>";
    }
}

/// Best play to both goals, shown once if it is the same; nothing for draws.
fn lines(html: &mut String, knowledge: &Knowledge, board: &Board) {
    let both = [Goal::Mate, Goal::Zeroing].map(|goal| line(knowledge, board, goal));
    let found: Vec<&BestLine> = both.iter().flatten().filter(|line| !line.plies.is_empty()).collect();
    if found.is_empty() {
        return;
    }
    *html += "<section id=\"lines\" aria-labelledby=\"lines-title\"><h2 id=\"lines-title\">Best play</h2><p class=\"quiet\">Small figures: the fifty-move counter after each move.</p><div class=\"columns\">";
    match found.as_slice() {
        [mate, zeroing] if mate.is_played_like(zeroing) => {
            let title = "Quickest mate and safest way";
            let note = "the same moves with and without the fifty-move rule";
            write_line(html, board, mate, title, note);
        }
        lines => {
            for line in lines {
                let (title, note) = match line.goal {
                    "mate" => ("Quickest mate", "fifty-move rule ignored"),
                    _ => (
                        "Safest way",
                        "the result under the fifty-move rule, then the next capture or pawn move",
                    ),
                };
                write_line(html, board, line, title, note);
            }
        }
    }
    *html += "</div></section>";
}

/// The plies of a line, each linked to the position after it.
fn write_line(html: &mut String, board: &Board, line: &BestLine, title: &str, note: &str) {
    let _ = write!(html, "<div><h3>{title}</h3><p class=\"quiet\">{note}</p><ol class=\"line\">");
    for (ply, played) in line.plies.iter().enumerate() {
        let parts = if line.parts_at == Some(ply + 1) {
            " class=\"parts\" title=\"the two lines differ from here\""
        } else {
            ""
        };
        let only = if played.only { "<span class=\"only\" title=\"only move\">only</span>" } else { "" };
        let number = if ply == 0 || played.number.ends_with('.') && !played.number.ends_with("...") {
            format!("<span class=\"number\">{}</span>", played.number)
        } else {
            String::new()
        };
        let _ = write!(
            html,
            "<li{parts}>{number}<a href=\"{}\" data-uci=\"{}\" data-san=\"{san}\">{san}</a>{only}<span class=\"counter\" title=\"fifty-move counter\">{}</span></li>",
            link(&played.fen),
            played.uci,
            played.counter,
            san = played.san
        );
    }
    let _ = write!(
        html,
        "</ol><p class=\"quiet\">Ends in {}; the counter reaches {}. <a href=\"api/v1/line.pgn?fen={}&amp;goal={}\" download=\"line.pgn\">PGN</a></p></div>",
        line.ends,
        line.highest_counter,
        address(board),
        line.goal
    );
}

fn why(html: &mut String, position: &Position) {
    *html += "<section id=\"why\" aria-labelledby=\"why-title\"><h2 id=\"why-title\">Why</h2>";
    if let Some(proof) = &position.proof {
        by_moves(html, proof);
    }
    if position.rules.is_empty() {
        *html += match (&position.proof, position.provenance.source) {
            (Some(_), _) => "",
            (None, "nothing") => {
                "<p class=\"quiet\">No rule applies to this position, and its moves prove nothing.</p>"
            }
            (None, "solved ending") => {
                "<p class=\"quiet\">No rule applies to this position: its ending is solved here.</p>"
            }
            _ => {
                "<p class=\"quiet\">No rule applies to this position: the verdict comes from the tables alone.</p>"
            }
        };
    }
    for (place, rule) in position.rules.iter().enumerate() {
        let also = if place == 0 { "" } else { "<span class=\"quiet\">also:</span> " };
        let _ = write!(
            html,
            "<article class=\"rule\"><h3>{also}{}</h3><p>{}</p>",
            escape(rule.name),
            escape(&rule.claim)
        );
        because(html, rule);
        let _ = write!(
            html,
            "<p class=\"figures\">Result: <b>{}</b> for the side to move · {}",
            escape(&rule.says),
            rule.layer
        );
        if let Some([mean, greatest]) = rule.distance {
            let _ = write!(
                html,
                " · next capture, pawn move or mate {} away on average, {greatest} at most",
                tbgen::plies(mean.into())
            );
        }
        let _ = write!(
            html,
            "</p><p class=\"source\">{}</p><button type=\"button\" class=\"map\" data-ending=\"{}\" data-rule=\"{}\">Highlight where this rule applies</button></article>",
            escape(rule.source),
            rule.ending,
            rule.number
        );
    }
    *html += "</section>";
}

/// A proof by search: its size, the rules and endings it rests on, and the first moves.
fn by_moves(html: &mut String, proof: &ByMoves) {
    let _ = write!(html, "<article class=\"rule\" id=\"proof\"><h3>Proved by its moves</h3><p>");
    let (low, high) = (proof.range.low, proof.range.high);
    let what = match proof.range.result() {
        Some(result) => format!("<b>{result}</b>"),
        None if high == Wdl::Win => format!("at least a <b>{low}</b>"),
        None if low == Wdl::Loss => format!("at most a <b>{high}</b>"),
        None => format!("<b>{low}</b> to <b>{high}</b>"),
    };
    let _ = write!(html, "With the counter at 0: {what} for the side to move");
    if let Some(most) = proof.range.plies() {
        let _ = write!(html, ", the next capture, pawn move or mate within {}", tbgen::plies(most.into()));
    }
    let searched = grouped(proof.searched.into());
    let _ = if proof.positions > 0 {
        let positions = grouped(proof.positions as u64);
        write!(html, ". The proof has {positions} positions, found in {searched}.</p>")
    } else {
        write!(html, ", found in {searched} positions.</p>")
    };
    if !proof.line.is_empty() {
        let more = if proof.line.len() > LINE { " …" } else { "" };
        let shown = proof.line[..proof.line.len().min(LINE)].join(" ");
        let _ = write!(html, "<p>It begins: <b>{shown}</b>{more}</p>");
    }
    let mut leaves: Vec<(&String, &usize)> = proof.leaves.iter().collect();
    leaves.sort_by_key(|(name, count)| (Reverse(**count), *name));
    if !leaves.is_empty() {
        let one = |(name, count): &(&String, &usize)| {
            format!("<li>{} <span class=\"quiet\">{}</span></li>", escape(name), grouped(**count as u64))
        };
        let (first, rest) = leaves.split_at(leaves.len().min(LEAVES));
        let list = |leaves: &[(&String, &usize)]| leaves.iter().map(one).collect::<String>();
        let _ = write!(
            html,
            "<p>It rests on, with the number of positions:</p><ul class=\"because\">{}</ul>",
            list(first)
        );
        if !rest.is_empty() {
            let _ = write!(
                html,
                "<details><summary>{} more</summary><ul class=\"because\">{}</ul></details>",
                rest.len(),
                list(rest)
            );
        }
    }
    *html += "</article>";
}

/// Why the rule applies, its plan, and an example.
fn because(html: &mut String, rule: &Speaking) {
    if !rule.because.is_empty() {
        let points: Vec<String> =
            rule.because.iter().map(|point| format!("<li>{}</li>", escape(point))).collect();
        let list = format!("<ul class=\"because\">{}</ul>", points.concat());
        if points.len() > POINTS {
            let _ = write!(
                html,
                "<details><summary>{} conditions hold here</summary>{list}</details>",
                points.len()
            );
        } else {
            let _ = write!(html, "<p>It applies here because:</p>{list}");
        }
    }
    if let Some(plan) = rule.plan {
        let _ = write!(html, "<p><b>Plan:</b> {}</p>", escape(plan));
    }
    if let Some(example) = rule.example {
        let _ = write!(html, "<p><a href=\"{}\">An example of this rule</a></p>", link(example));
    }
}

fn provenance(html: &mut String, position: &Position) {
    let provenance = &position.provenance;
    let from = match provenance.source {
        "memory" => "Solved in memory by this program, by retrograde analysis.",
        "file" => "Looked up in table files, whose checksums were compared before the first answer.",
        "rules of chess" => "Two bare kings: no table is needed.",
        "solved ending" => "Solved in memory by this program, without distances.",
        "proved rule" => {
            "There is no table of this position: its result is proved from rules, trained tables and solved endings."
        }
        _ => "There is no table of this position.",
    };
    let _ = write!(
        html,
        "<section id=\"provenance\" aria-labelledby=\"provenance-title\"><h2 id=\"provenance-title\">Source of exact results</h2><p>{from}"
    );
    match provenance.follows_from_moves {
        Some(true) => *html += " The values were recomputed from those after each move: they agree.",
        Some(false) => {
            *html += " <b class=\"fault\">The values were recomputed from those after each move: they do not agree.</b>";
        }
        None => {}
    }
    *html += "</p>";
    for file in &provenance.files {
        let _ = write!(
            html,
            "<p class=\"figures\"><code>{}</code> {} bytes, checksum <code>{}</code></p>",
            escape(&file.file),
            grouped(file.bytes),
            file.checksum
        );
    }
    *html += "</section>";
}
