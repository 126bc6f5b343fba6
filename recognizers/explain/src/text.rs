//! Explanations as text for terminals.

use std::fmt::{self, Write as _};

use board::{Diagram, Outcome, Wdl};
use recognizers::{Bound, Layer, Reason};
use tbgen::{counted, plies};

use crate::effect::{Effect, MoveEffect};
use crate::explanation::{ByMoves, Explanation};

/// Plies of best play shown.
const LINE_PLIES: usize = 24;
/// Sentences of the path through a mined table that are shown; all are in the data.
const SENTENCES: usize = 12;
/// How many of the rules and endings that a proof rests on are shown.
const LEAVES: usize = 6;
/// Longest line of running text.
const WIDTH: usize = 100;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n\n{}", Diagram(&self.board), self.fen)?;
        let ending =
            self.ending.map_or_else(|| "an ending without tables".to_owned(), |ending| ending.to_string());
        writeln!(f, "{ending}, {} to move\n", self.to_move)?;
        let label = |f: &mut fmt::Formatter<'_>, label: &str, text: &str| paragraph(f, label, text);
        let exact = if self.values == tbgen::Values::default() { None } else { Some(&self.in_words) };
        match (exact, &self.fault) {
            (Some(exact), _) => label(f, "exact", exact)?,
            (None, Some(fault)) => label(f, "exact", &format!("not known: {fault}"))?,
            (None, None) => label(f, "exact", "not known: there is no table of this ending")?,
        }
        if let (Some(words), Some(standing)) = (&self.standing_in_words, &self.standing)
            && (standing.zeroing.is_some() || standing.if_nobody_claims.is_some())
        {
            label(f, "counter", words)?;
        }
        match (&self.reason, self.ending) {
            (Some(reason), _) => write_reason(f, reason, &self.fen)?,
            (None, Some(ending)) => label(f, "rule", &format!("{ending}: no rule applies"))?,
            (None, None) => {}
        }
        if let Some(proof) = &self.proof {
            write_proof(f, proof)?;
        }
        if let (Some(other), Some(here)) = (self.zugzwang, self.result) {
            let (here, other) = (plain(here), plain(other));
            label(
                f,
                "zugzwang",
                &format!(
                    "mutual: {} to move has a {here}, and a {other} if the other side had to move",
                    self.to_move
                ),
            )?;
        }
        write_moves(f, self)?;
        if !self.line.is_empty() {
            let more = if self.line.len() > LINE_PLIES { " …" } else { "" };
            let shown = self.line[..self.line.len().min(LINE_PLIES)].join(" ");
            label(f, "best", &format!("{shown}{more}"))?;
        }
        Ok(())
    }
}

fn plain(result: Wdl) -> &'static str {
    match result {
        Wdl::Win => "win",
        Wdl::Loss => "loss",
        _ => "draw",
    }
}

fn write_reason(f: &mut fmt::Formatter<'_>, reason: &Reason, fen: &str) -> fmt::Result {
    paragraph(f, "rule", &reason.rule)?;
    if reason.layer == Layer::Mined {
        paragraph(f, "", "no named rule applies")?;
    }
    let result = match reason.result {
        Bound::AtLeastDraw | Bound::AtMostDraw => format!("{} for the side to move", reason.result),
        exact => format!("{exact} for the side to move, proved"),
    };
    paragraph(f, "result", &result)?;
    if let Some(distance) = reason.distance {
        let (mean, greatest) = (distance.mean, distance.greatest);
        paragraph(
            f,
            "distance",
            &format!(
                "{} to the next capture, pawn move or mate on average, {greatest} at most",
                tbgen::plies(mean.into())
            ),
        )?;
    }
    paragraph(f, "claim", &reason.claim)?;
    for (number, sentence) in reason.because.iter().take(SENTENCES).enumerate() {
        paragraph(f, if number == 0 { "because" } else { "" }, sentence)?;
    }
    if reason.because.len() > SENTENCES {
        paragraph(
            f,
            "",
            &format!("and {}", counted((reason.because.len() - SENTENCES) as u64, "more point")),
        )?;
    }
    paragraph(f, "source", reason.source)?;
    if let Some(plan) = reason.plan {
        paragraph(f, "plan", plan)?;
    }
    if let Some(example) = reason.example.filter(|&example| example != fen) {
        paragraph(f, "example", example)?;
    }
    reason.also.iter().try_for_each(|name| paragraph(f, "also", name))
}

fn write_proof(f: &mut fmt::Formatter<'_>, proof: &ByMoves) -> fmt::Result {
    let (low, high) = (proof.range.low, proof.range.high);
    let what = match proof.range.result() {
        Some(result) => format!("{result} for the side to move"),
        None if high == Wdl::Win => format!("at least a {low} for the side to move"),
        None if low == Wdl::Loss => format!("at most a {high} for the side to move"),
        None => format!("{low} to {high} for the side to move"),
    };
    let within = proof
        .range
        .plies()
        .map(|most| format!(", the next capture, pawn move or mate within {}", plies(most.into())));
    let how = if proof.positions > 0 {
        format!(", proved by the moves of {} positions", proof.positions)
    } else {
        format!(", found in {} positions", proof.searched)
    };
    paragraph(f, "proof", &format!("{what}{}{how}", within.unwrap_or_default()))?;
    let mut leaves: Vec<(&String, &usize)> = proof.leaves.iter().collect();
    leaves.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), *name));
    for (number, (name, count)) in leaves.iter().take(LEAVES).enumerate() {
        paragraph(f, if number == 0 { "rests on" } else { "" }, &format!("{name} ({count})"))?;
    }
    if leaves.len() > LEAVES {
        paragraph(f, "", &format!("and {} more", leaves.len() - LEAVES))?;
    }
    if proof.line.is_empty() {
        return Ok(());
    }
    let more = if proof.line.len() > LINE_PLIES { " …" } else { "" };
    paragraph(f, "line", &format!("{}{more}", proof.line[..proof.line.len().min(LINE_PLIES)].join(" ")))
}

fn write_moves(f: &mut fmt::Formatter<'_>, explanation: &Explanation) -> fmt::Result {
    let heading = |effect: &MoveEffect| match effect.outcome {
        Some(Outcome::Win) => "winning",
        Some(Outcome::OpenWin) => "winning or drawing",
        Some(Outcome::OpenLoss) => "losing or drawing",
        Some(Outcome::Loss) => "losing",
        Some(_) => "drawing",
        None => "not known",
    };
    let widest = explanation.moves.iter().map(|mv| mv.san.len()).max().unwrap_or(0);
    let mut last = "";
    for mv in &explanation.moves {
        if heading(mv) != last {
            last = heading(mv);
            writeln!(f, "\n{last}")?;
        }
        let note = mv.note(explanation.result);
        let mut text = format!("  {:widest$}", mv.san);
        if !mv.in_words.is_empty() && mv.in_words != "not known" && mv.in_words != "draw" {
            let _ = write!(text, "  {}", mv.in_words);
        }
        if !note.is_empty() {
            let _ = write!(text, "  {note}");
        } else if let Some(rule) = mv.rule.as_ref().filter(|_| mv.effect == Effect::Keeps) {
            let _ = write!(text, "  {rule}");
        }
        writeln!(f, "{}", text.trim_end())?;
    }
    if explanation.moves.is_empty() {
        let end = if explanation.board.checkers().is_empty() { "stalemate" } else { "checkmate" };
        writeln!(f, "\n{end}: there is no legal move")?;
    }
    if explanation.line.is_empty() { Ok(()) } else { writeln!(f) }
}

/// Writes a label and a text, wrapped and indented.
fn paragraph(f: &mut fmt::Formatter<'_>, label: &str, text: &str) -> fmt::Result {
    const INDENT: usize = 9;
    write!(f, "{label:<INDENT$}")?;
    let mut column = INDENT;
    for (number, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if number > 0 && column + 1 + length > WIDTH {
            write!(f, "\n{:INDENT$}", "")?;
            column = INDENT;
        } else if number > 0 {
            f.write_char(' ')?;
            column += 1;
        }
        f.write_str(word)?;
        column += length;
    }
    writeln!(f)
}
