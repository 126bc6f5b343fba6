//! Routes questions to their answers.

use ::practice::{Step, Wanted};
use board::Wdl;

use crate::answer::category::Category;
use crate::answer::endings::{self, PAGE_DEFAULT, PAGE_MAX};
use crate::answer::practice::Asked;
use crate::answer::{annotate, line, position, practice, rules, squares, standard, tables};
use crate::error::Refusal;
use crate::page;
use crate::question::{Question, material};
use crate::reply::{Keep, Reply};
use crate::site::Site;

/// The OpenAPI description of the API.
pub const OPENAPI: &str = include_str!("openapi.json");

impl Site {
    /// The reply to a question.
    pub fn reply(&self, question: &Question) -> Reply {
        self.answer(question).unwrap_or_else(Reply::from)
    }

    fn answer(&self, question: &Question) -> Result<Reply, Refusal> {
        let path: Vec<&str> = question.path.trim_matches('/').split('/').collect();
        if let Some(body) = &question.body {
            return match path.as_slice() {
                ["api", "v1", "annotate"] => {
                    Ok(Reply::json(&annotate::annotate(&self.knowledge, body)?, Keep::Never))
                }
                _ => Err(Refusal::Method("GET, HEAD")),
            };
        }
        match path.as_slice() {
            [""] => page::front(self, question.parameter("fen")).map(Reply::html),
            // In a static folder the page has an extension.
            ["practice" | "practice.html"] => Ok(Reply::html(page::practice(self))),
            ["assets", name] => asset(name),
            ["part", name] => self.part(question, name),
            ["standard"] => self.lichess(question),
            ["standard", "mainline"] => {
                Ok(Reply::json(&standard::mainline(&self.knowledge, &question.board()?)?, Keep::Day))
            }
            ["atomic" | "antichess", ..] => {
                Err(Refusal::NotFound(format!("{} is not supported: use /standard", path[0])))
            }
            ["api", "v1", "annotate"] => Err(Refusal::Method("POST")),
            ["api", "v1", rest @ ..] => self.api(question, rest),
            _ => Err(Refusal::NotFound(format!("there is nothing at {}", question.path))),
        }
    }

    /// A section of the page.
    fn part(&self, question: &Question, name: &str) -> Result<Reply, Refusal> {
        let html = match name {
            "position" => page::position_parts(self, &question.board()?)?,
            "ending" => page::ending_part(&self.knowledge, &question.board()?)?,
            "examples" => {
                let ending = material(question.parameter("ending").unwrap_or_default())?;
                page::examples_part(self, ending)?
            }
            "tables" => page::tables_part(self)?,
            _ => return Err(Refusal::NotFound(format!("the page has no part {name}"))),
        };
        Ok(Reply::html(html))
    }

    /// The answer to `/standard`.
    fn lichess(&self, question: &Question) -> Result<Reply, Refusal> {
        let answer = standard::answer(&self.knowledge, &question.board()?, self.rules)?;
        let is_open = |category: Category| category == Category::Unknown;
        // Unknown results may become known when an ending has been solved.
        let open = is_open(answer.info.category) || answer.moves.iter().any(|m| is_open(m.info.category));
        Ok(Reply::json(&answer, if open { Keep::Checked } else { Keep::Day }))
    }

    fn api(&self, question: &Question, path: &[&str]) -> Result<Reply, Refusal> {
        let knowledge = &*self.knowledge;
        let man = || question.parameter("man").unwrap_or_default();
        match path {
            ["position"] => {
                Ok(Reply::json(&position::position(knowledge, &question.board()?)?, Keep::Checked))
            }
            ["line"] => {
                let goal = line::goal(question.parameter("goal"))?;
                Ok(Reply::json(&line::line(knowledge, &question.board()?, goal)?, Keep::Checked))
            }
            ["line.pgn"] => {
                let (board, goal) = (question.board()?, line::goal(question.parameter("goal"))?);
                let line = line::line(knowledge, &board, goal)?;
                Ok(Reply::new("application/x-chess-pgn", line::pgn(&board, &line), Keep::Checked))
            }
            ["squares"] => {
                Ok(Reply::json(&squares::squares(knowledge, &question.board()?, man())?, Keep::Checked))
            }
            ["endings"] => Ok(Reply::json(&endings::list(knowledge), Keep::Checked)),
            ["endings", name] => {
                Ok(Reply::json(&endings::statistics(knowledge, material(name)?)?, Keep::Checked))
            }
            ["endings", name, list] => self.listed(question, name, list),
            ["rules"] => Ok(Reply::json(&rules::endings(), Keep::Checked)),
            ["rules", name] => Ok(Reply::json(&rules::of_ending(material(name)?)?, Keep::Checked)),
            ["rules", name, number, "map"] => {
                let map = rules::map(material(name)?, number, &question.board()?, man())?;
                Ok(Reply::json(&map, Keep::Checked))
            }
            ["practice", name] => self.practice(question, name),
            ["tables"] => Ok(Reply::json(&tables::tables(knowledge)?, Keep::Checked)),
            ["openapi.json"] => Ok(Reply::new("application/json", OPENAPI, Keep::Checked)),
            _ => Err(Refusal::NotFound(format!(
                "there is nothing at {}: see /api/v1/openapi.json",
                question.path
            ))),
        }
    }

    /// Answers about practice.
    fn practice(&self, question: &Question, name: &str) -> Result<Reply, Refusal> {
        let knowledge = &*self.knowledge;
        let missing = |name: &str| Refusal::Malformed(format!("missing parameter: {name}"));
        let play = || practice::play(question.board()?, question.parameter("played").unwrap_or_default());
        match name {
            "courses" => Ok(Reply::json(&practice::list(), Keep::Checked)),
            "task" => Ok(Reply::json(&practice::task(knowledge, &wanted_task(question)?)?, Keep::Checked)),
            "judge" => {
                let text = question.parameter("move").ok_or_else(|| missing("move"))?;
                let defender = question.choice("defender")?.unwrap_or_default();
                let judged = practice::judged(knowledge, play()?, text, defender)?;
                Ok(Reply::json(&judged, Keep::Checked))
            }
            "hint" => {
                let step = question.choice("step")?.unwrap_or(Step::Plan);
                Ok(Reply::json(&practice::hinted(knowledge, &play()?, step)?, Keep::Checked))
            }
            "record" => {
                let ended = question.choice("ended")?.ok_or_else(|| missing("ended"))?;
                let today = question.choice("today")?.ok_or_else(|| missing("today"))?;
                let title = question.parameter("title").unwrap_or_default();
                let entry = practice::recorded(question.parameter("entry"), title, ended, today)?;
                Ok(Reply::json(&entry, Keep::Never))
            }
            "study.pgn" => {
                let text = match (question.parameter("course"), question.parameter("ending")) {
                    (Some(name), _) => practice::course_study(name)?,
                    (None, Some(name)) => practice::rules_study(material(name)?)?,
                    (None, None) => return Err(missing("course or ending")),
                };
                Ok(Reply::new("application/x-chess-pgn", text, Keep::Checked))
            }
            _ => Err(Refusal::NotFound(format!(
                "there is nothing at {}: see /api/v1/openapi.json",
                question.path
            ))),
        }
    }

    /// A list of positions as JSON, EPD or CSV, by its suffix.
    fn listed(&self, question: &Question, name: &str, list: &str) -> Result<Reply, Refusal> {
        let (list, format) = list.split_once('.').unwrap_or((list, "json"));
        let result = match question.parameter("result") {
            None => None,
            Some("win") => Some(Wdl::Win),
            Some("draw") => Some(Wdl::Draw),
            Some("loss") => Some(Wdl::Loss),
            Some(other) => {
                return Err(Refusal::Malformed(format!(
                    "result is `{other}`, but must be win, draw or loss"
                )));
            }
        };
        let wanted = endings::Wanted {
            offset: question.number::<u32>("offset", 0)? as usize,
            limit: question.number::<usize>("limit", PAGE_DEFAULT)?.clamp(1, PAGE_MAX),
            seed: question.number("seed", 1)?,
            result,
        };
        let page = endings::page(&self.knowledge, material(name)?, list, &wanted)?;
        match format {
            "json" => Ok(Reply::json(&page, Keep::Checked)),
            "epd" => Ok(Reply::new("application/x-chess-epd", endings::epd(&page), Keep::Checked)),
            "csv" => Ok(Reply::new("text/csv; charset=utf-8", endings::csv(&page), Keep::Checked)),
            other => {
                Err(Refusal::NotFound(format!("lists are available as json, epd and csv, not as {other}")))
            }
        }
    }
}

/// The requested task: a position of a course, of an ending, or given by its FEN.
fn wanted_task(question: &Question) -> Result<Asked<'_>, Refusal> {
    if let Some(name) = question.parameter("course") {
        return Ok(Asked::Course(name, question.number("n", 1)?));
    }
    if let Some(name) = question.parameter("ending") {
        let wanted = Wanted {
            goal: question.choice("goal")?,
            difficulty: question.choice("difficulty")?,
            seed: question.number("seed", 1)?,
        };
        return Ok(Asked::Ending(material(name)?, wanted));
    }
    if question.parameter("fen").is_none() {
        return Err(Refusal::Malformed("missing parameter: course, ending or fen".to_owned()));
    }
    Ok(Asked::Position(question.board()?))
}

fn asset(name: &str) -> Result<Reply, Refusal> {
    let (kind, text) =
        page::asset(name).ok_or_else(|| Refusal::NotFound(format!("there is no asset {name}")))?;
    Ok(Reply::new(kind, text, Keep::Checked))
}
