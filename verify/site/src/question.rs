//! Questions: a path with parameters, and a body.

use board::{Board, Material};

use crate::answer::fen;
use crate::error::Refusal;

/// A question as an address has it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The path, as in `/api/v1/position`.
    pub path: String,
    /// What was sent with it, where the method is `POST`; `None` for `GET`.
    pub body: Option<Vec<u8>>,
    parameters: Vec<(String, String)>,
}

impl Question {
    /// A question that sends nothing but its parameters, `name=value&…` with percent signs.
    pub fn new(path: &str, query: &str) -> Self {
        let pairs = form_urlencoded::parse(query.as_bytes());
        Self {
            path: path.to_owned(),
            body: None,
            parameters: pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect(),
        }
    }

    /// The same, sent with this body.
    #[must_use]
    pub fn with_body(self, body: Vec<u8>) -> Self {
        Self { body: Some(body), ..self }
    }

    /// A parameter; the first one of its name counts.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// A number, `default` when it is left out.
    ///
    /// # Errors
    /// [`Refusal::Malformed`] for what is no number.
    pub fn number<T: std::str::FromStr>(&self, name: &str, default: T) -> Result<T, Refusal> {
        let malformed =
            |text: &str| Refusal::Malformed(format!("{name} is `{text}`, not a number in its range"));
        self.parameter(name).map_or(Ok(default), |text| text.parse().map_err(|_| malformed(text)))
    }

    /// What a parameter chooses; `None` where it is left out or empty.
    ///
    /// # Errors
    /// [`Refusal::Malformed`] for what cannot be chosen.
    pub(crate) fn choice<T: std::str::FromStr<Err = String>>(
        &self,
        name: &str,
    ) -> Result<Option<T>, Refusal> {
        let chosen = self.parameter(name).filter(|text| !text.is_empty());
        chosen.map(|text| text.parse().map_err(Refusal::Malformed)).transpose()
    }

    /// The position asked about.
    ///
    /// # Errors
    /// [`Refusal::Malformed`] without one, [`Refusal::Fen`].
    pub fn board(&self) -> Result<Board, Refusal> {
        let text =
            self.parameter("fen").ok_or_else(|| Refusal::Malformed("missing parameter: fen".to_owned()))?;
        Ok(fen::read(text)?)
    }

    /// The ending of the position whose values are asked for; `None` where no table has it, or other things are asked.
    pub fn ending(&self) -> Option<Material> {
        let is_about_one = matches!(
            self.path.trim_matches('/'),
            "part/position"
                | "standard"
                | "standard/mainline"
                | "api/v1/position"
                | "api/v1/line"
                | "api/v1/line.pgn"
                | "api/v1/squares"
        );
        if is_about_one { self.ending_of_position() } else { self.practised() }
    }

    /// The ending that is asked about as a whole: its statistics, lists of its positions, or its practice.
    pub fn whole_ending(&self) -> Option<Material> {
        let path: Vec<&str> = self.path.trim_matches('/').split('/').collect();
        let named = match path.as_slice() {
            ["part", "ending"] => return self.ending_of_position(),
            ["part", "examples"] => self.parameter("ending")?,
            ["api", "v1", "endings", name, ..] => name,
            // The other side resists longest where distances are known.
            _ => return self.practised(),
        };
        material(named).ok()
    }

    /// The ending of a task, or of a move or hint in one.
    fn practised(&self) -> Option<Material> {
        let path = self.path.trim_matches('/').strip_prefix("api/v1/practice/")?;
        if !matches!(path, "task" | "judge" | "hint") {
            return None;
        }
        match (self.parameter("course"), self.parameter("ending")) {
            (Some(name), _) if path == "task" => {
                let number: usize = self.number("n", 1).ok()?;
                let lesson = practice::find(name)?.lessons.get(number.checked_sub(1)?)?;
                fen::material(&lesson.board)
            }
            (None, Some(name)) if path == "task" => material(name).ok(),
            _ => self.ending_of_position(),
        }
    }

    fn ending_of_position(&self) -> Option<Material> {
        fen::material(&self.board().ok()?).filter(|material| material.men() > 2)
    }
}

/// The ending that a part of an address names.
///
/// # Errors
/// [`Refusal::Material`], and [`Refusal::NotFound`] for bare kings.
pub fn material(text: &str) -> Result<Material, Refusal> {
    let material: Material = text.parse()?;
    if material.men() < 3 {
        return Err(Refusal::NotFound("bare kings are always a draw and have no table".to_owned()));
    }
    Ok(material.canonical().0)
}
