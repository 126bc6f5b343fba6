//! One position: which rules speak about it, why, and what the tables say.

use std::fmt::Write as _;

use board::{Diagram, Placement, fen};
use recognizers::{Layer, View};

use crate::error::VerifyError;
use crate::truth::Oracles;

/// A position read from a FEN, with the recognizer that knows its ending.
pub struct Question {
    board: board::Board,
    placement: Placement,
    recognizer: &'static dyn recognizers::Recognizer,
    view: View,
}

impl Question {
    /// Reads the position.
    ///
    /// # Errors
    /// [`VerifyError::Fen`], [`VerifyError::Placement`] and [`VerifyError::NoRecognizer`].
    pub fn new(text: &str) -> Result<Self, VerifyError> {
        let board = fen::parse(text).map_err(|error| VerifyError::Fen(text.to_owned(), error))?;
        let placement = Placement::from_board(&board)?;
        let material = placement.material();
        let (recognizer, strong) =
            recognizers::find(material).ok_or(VerifyError::NoRecognizer(material.canonical().0))?;
        let view = View::of_placement(&placement, strong);
        Ok(Self { board, placement, recognizer, view })
    }

    /// The ending.
    pub fn material(&self) -> board::Material {
        self.placement.material().canonical().0
    }

    /// The answer as text.
    pub fn answer(&self, oracles: &Oracles) -> String {
        let mut text = format!("{}\n\n{}\n", Diagram(&self.board), self.placement.to_fen());
        match self.recognizer.judge(&self.view) {
            Some(verdict) => {
                let rule = verdict.rule.rule();
                let _ = writeln!(text, "{}\n", verdict.rule);
                let _ = writeln!(text, "result   {} for the side to move", verdict.bound);
                if let Some(distance) = verdict.distance() {
                    let _ = writeln!(
                        text,
                        "distance {} plies to the next capture, pawn move or mate on average, {} at most",
                        distance.mean, distance.greatest
                    );
                }
                let layer = match verdict.rule.layer() {
                    Layer::Named => "named rules".to_owned(),
                    Layer::Mined => format!("{}, where all named rules are silent", rule.name),
                };
                let _ = writeln!(text, "layer    {layer}");
                let _ = writeln!(text, "why      {}", rule.claim);
                let _ = writeln!(text, "source   {}", rule.source);
            }
            None => {
                let _ = writeln!(text, "{}: no rule speaks\n", self.material());
            }
        }
        for name in self.other_rules() {
            let _ = writeln!(text, "also     {name}");
        }
        for oracle in std::iter::once(&oracles.first).chain(&oracles.second) {
            let _ = match (oracle.dtm(&self.placement), oracle.wdl(&self.placement)) {
                (Some(dtm), _) => writeln!(text, "{:<8} {dtm}", oracle.name()),
                (None, Some(wdl)) => writeln!(text, "{:<8} {wdl}", oracle.name()),
                (None, None) => writeln!(text, "{:<8} does not know", oracle.name()),
            };
        }
        text
    }

    /// True when the rules contradict an oracle.
    pub fn is_refuted(&self, oracles: &Oracles) -> bool {
        let claim = self.recognizer.judge(&self.view);
        let mut truths = std::iter::once(&oracles.first).chain(&oracles.second);
        claim.is_some_and(|claim| {
            truths.any(|oracle| oracle.wdl(&self.placement).is_some_and(|wdl| !claim.bound.allows(wdl)))
        })
    }

    fn other_rules(&self) -> impl Iterator<Item = &'static str> + '_ {
        let first = self.recognizer.judge(&self.view).map(|verdict| verdict.rule.index());
        let holding = self.recognizer.rules_that_hold(&self.view);
        holding
            .iter()
            .filter(move |&index| Some(index) != first)
            .map(|index| self.recognizer.rule(index).name)
    }
}
