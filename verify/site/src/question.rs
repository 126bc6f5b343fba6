//! Questions: a path with parameters, and an optional body.

use board::{Board, Material};

use crate::answer::fen;
use crate::error::Refusal;

/// A question: a path with parameters, and an optional body.
#[derive(Clone, Debug)]
pub struct Question {
    /// The path, as in `/api/v1/position`.
    pub path: String,
    /// The body of a `POST`; `None` for `GET`.
    pub body: Option<Vec<u8>>,
    parameters: Vec<(String, String)>,
}

impl Question {
    /// A question without a body; `query` is `name=value&…`, percent-encoded.
    pub fn new(path: &str, query: &str) -> Self {
        let pairs = form_urlencoded::parse(query.as_bytes());
        Self {
            path: path.to_owned(),
            body: None,
            parameters: pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect(),
        }
    }

    /// The same question with a body.
    #[must_use]
    pub fn with_body(self, body: Vec<u8>) -> Self {
        Self { body: Some(body), ..self }
    }

    /// The first parameter of this name.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// A number; `default` if it is omitted.
    ///
    /// # Errors
    /// [`Refusal::Malformed`] if it is not a number.
    pub fn number<T: std::str::FromStr>(&self, name: &str, default: T) -> Result<T, Refusal> {
        let malformed =
            |text: &str| Refusal::Malformed(format!("{name} is `{text}`, not a number in its range"));
        self.parameter(name).map_or(Ok(default), |text| text.parse().map_err(|_| malformed(text)))
    }

    /// The choice of a parameter; `None` if it is omitted or empty.
    ///
    /// # Errors
    /// [`Refusal::Malformed`] for an invalid choice.
    pub(crate) fn choice<T: std::str::FromStr<Err = String>>(
        &self,
        name: &str,
    ) -> Result<Option<T>, Refusal> {
        let chosen = self.parameter(name).filter(|text| !text.is_empty());
        chosen.map(|text| text.parse().map_err(Refusal::Malformed)).transpose()
    }

    /// The position in parameter `fen`.
    ///
    /// # Errors
    /// [`Refusal::Malformed`] without one, [`Refusal::Fen`].
    pub fn board(&self) -> Result<Board, Refusal> {
        let text =
            self.parameter("fen").ok_or_else(|| Refusal::Malformed("missing parameter: fen".to_owned()))?;
        Ok(fen::read(text)?)
    }

    /// The ending of the position in the question, if its values are needed for the answer; `None`
    /// if tables do not contain it.
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
        if is_about_one { self.ending_of_position() } else { self.practiced() }
    }

    /// The ending that the answer needs as a whole: for statistics, lists of positions, or
    /// practice.
    pub fn whole_ending(&self) -> Option<Material> {
        let path: Vec<&str> = self.path.trim_matches('/').split('/').collect();
        let named = match path.as_slice() {
            ["part", "ending"] => return self.ending_of_position(),
            ["part", "examples"] => self.parameter("ending")?,
            ["api", "v1", "endings", name, ..] => name,
            // Practice: distances are needed for the longest resistance.
            _ => return self.practiced(),
        };
        material(named).ok()
    }

    /// The ending of a task, move or hint.
    fn practiced(&self) -> Option<Material> {
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

/// The ending named in a part of a path.
///
/// # Errors
/// [`Refusal::Material`], and [`Refusal::NotFound`] for bare kings.
pub fn material(text: &str) -> Result<Material, Refusal> {
    let material: Material = text.parse()?;
    if material.men() < 3 {
        return Err(Refusal::NotFound("bare kings are always drawn and have no table".to_owned()));
    }
    Ok(material.canonical().0)
}
