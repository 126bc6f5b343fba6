//! Tasks: a position, the goal for the side to move, and the difficulty.

use std::str::FromStr;

use board::random::Random;
use board::{Board, Dtm, Material, Placement, Wdl, rules};
use explain::{Effect, move_effects};
use serde::Serialize;
use tbgen::{Critical, side_to_move};
use thiserror::Error;

use crate::course::{Course, Lesson, courses};
use crate::goal::Goal;
use crate::play::Play;
use crate::source::Source;

/// How hard a task is: by the share of legal moves that keep the result, one step harder if mate is
/// more than 20 moves away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// More than a third of the moves keep the result.
    Easy,
    /// Up to a third.
    Medium,
    /// Up to an eighth, or only one.
    Hard,
}

impl Difficulty {
    /// The difficulty of a position in which `keep` of `legal` moves keep the result.
    fn of(keep: usize, legal: usize, mate_plies: Option<u16>) -> Self {
        let by_share = if keep <= 1 && legal > 1 || 8 * keep <= legal {
            Self::Hard
        } else if 3 * keep <= legal {
            Self::Medium
        } else {
            Self::Easy
        };
        match by_share {
            _ if mate_plies.is_none_or(|plies| plies <= 40) => by_share,
            Self::Easy => Self::Medium,
            _ => Self::Hard,
        }
    }
}

impl FromStr for Difficulty {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "easy" => Ok(Self::Easy),
            "medium" => Ok(Self::Medium),
            "hard" => Ok(Self::Hard),
            _ => Err(format!("`{text}` is not a difficulty: easy, medium or hard")),
        }
    }
}

/// A position to practice.
#[derive(Clone, Debug, Serialize)]
pub struct Task {
    /// Its title.
    pub title: String,
    /// The position in FEN.
    pub fen: String,
    /// The goal for the side to move.
    pub goal: Goal,
    /// The side that the user plays: White or Black.
    pub side: &'static str,
    /// The ending under its table name.
    pub ending: Option<Material>,
    /// Number of legal moves.
    pub legal: usize,
    /// Number of moves known to keep the result.
    pub keep: usize,
    /// Moves to mate, where it is known.
    pub mate_in: Option<u16>,
    /// How hard it is; `None` if the result of some move is not known.
    pub difficulty: Option<Difficulty>,
    /// The plan, which is the first hint.
    pub plan: Option<&'static str>,
    /// The source of the position, if it is taken from one.
    pub source: Option<&'static str>,
    /// The place in a course, from 1.
    pub number: Option<usize>,
    /// The position itself.
    #[serde(skip)]
    pub board: Board,
}

/// Why there is no such task.
#[derive(Debug, Error)]
pub enum TaskError {
    /// The result is not known, so moves could not be judged.
    #[error(
        "the result of {0} is not known here, so moves could not be judged: choose an ending of at most five pieces, or add table files"
    )]
    Unknown(String),
    /// The side to move is lost.
    #[error("{0} is lost here: to practice this position, let the other side move first or swap the colors")]
    Lost(&'static str),
    /// The game is over: no legal move, or a draw.
    #[error("the game is over: there is nothing to play")]
    Over,
    /// No course has this name.
    #[error("there is no course `{name}`: choose from {known}", known = names())]
    Course {
        /// The requested value.
        name: String,
    },
    /// A course has no such position.
    #[error("{course} has the positions 1 to {of}, not {number}")]
    Number {
        /// The course.
        course: &'static str,
        /// The requested value.
        number: usize,
        /// How many positions it has.
        of: usize,
    },
    /// No matching position was found.
    #[error("no position of {0} was found to {1}: choose another ending or another task")]
    NoneFound(Material, &'static str),
}

fn names() -> String {
    let names: Vec<&str> = courses().iter().map(|course| course.name).collect();
    names.join(", ")
}

/// The requested properties of a random position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// The goal; `None` for either.
    pub goal: Option<Goal>,
    /// The difficulty; `None` for any.
    pub difficulty: Option<Difficulty>,
    /// The same seed gives the same position.
    pub seed: u64,
}

/// Most positions tried for a random one: in endings with tables, and in larger ones, where each
/// costs a proof.
const TRIES: [usize; 2] = [5_000, 400];
/// Critical positions compared if none has the requested difficulty.
const NEAREST: usize = 6;

impl Task {
    /// The task of a position, with the goal that its result implies.
    ///
    /// # Errors
    /// [`TaskError::Unknown`], [`TaskError::Lost`] and [`TaskError::Over`].
    fn of_board<S: Source + ?Sized>(source: &S, board: &Board, title: &str) -> Result<Self, TaskError> {
        if Play::new(board.clone()).end().is_some() {
            return Err(TaskError::Over);
        }
        let result = source.result(board).ok_or_else(|| TaskError::Unknown(board.to_string()))?;
        let goal = Goal::of(result).ok_or(TaskError::Lost(side_to_move(board)))?;
        let effects = move_effects(source, board);
        let keep = effects.iter().filter(|one| matches!(one.effect, Effect::Keeps | Effect::Only)).count();
        let all_known = effects.iter().all(|one| one.effect != Effect::Unknown);
        let mate = source.values(board).ok().and_then(|values| values.dtm).and_then(Dtm::plies);
        let mate = mate.filter(|_| goal == Goal::Win);
        Ok(Self {
            title: title.to_owned(),
            fen: board.to_string(),
            goal,
            side: side_to_move(board),
            ending: ending(board),
            legal: effects.len(),
            keep,
            mate_in: mate.map(|plies| plies.div_ceil(2)),
            difficulty: all_known.then(|| Difficulty::of(keep, effects.len(), mate)),
            plan: None,
            source: None,
            number: None,
            board: board.clone(),
        })
    }

    /// A position of a course by its number, from 1.
    ///
    /// # Errors
    /// [`TaskError::Number`], and as [`Task::of_position`].
    pub fn of_course<S: Source + ?Sized>(
        source: &S,
        course: &'static Course,
        number: usize,
    ) -> Result<Self, TaskError> {
        let lesson = lesson(course, number)?;
        let task = Self::of_board(source, &lesson.board, lesson.title)?;
        Ok(Self { plan: Some(lesson.plan), source: lesson.source, number: Some(number), ..task })
    }

    /// A position of the user's. If a course contains it, the task has that title and plan.
    ///
    /// # Errors
    /// [`TaskError::Unknown`], [`TaskError::Lost`] and [`TaskError::Over`].
    pub fn of_position<S: Source + ?Sized>(source: &S, board: &Board) -> Result<Self, TaskError> {
        let mut all = courses().iter().flat_map(|course| &course.lessons);
        let found = all.find(|lesson| lesson.board.same_position(board));
        let title = found.map_or("Your position", |lesson| lesson.title);
        let task = Self::of_board(source, board, title)?;
        Ok(Self {
            plan: found.map(|lesson| lesson.plan),
            source: found.and_then(|lesson| lesson.source),
            ..task
        })
    }

    /// A random critical position of an ending: at most half of the moves keep the result. If none
    /// of the requested difficulty is found, the nearest of several.
    ///
    /// # Errors
    /// [`TaskError::NoneFound`].
    pub fn random<S: Source + ?Sized>(
        source: &S,
        material: Material,
        wanted: Wanted,
    ) -> Result<Self, TaskError> {
        let mut random = Random::new(wanted.seed);
        let mut tries = TRIES[usize::from(material.men() > tbgen::MAX_SOLVED_MEN - 1)];
        let result =
            |board: &Board| -> Result<Option<Wdl>, std::convert::Infallible> { Ok(source.result(board)) };
        let mut nearest: Option<(usize, Self)> = None;
        let mut compared = 0;
        while tries > 0 && compared < NEAREST {
            let placement = Placement::random(&mut random, material);
            let Some(board) = Some(placement).filter(Placement::is_legal).and_then(|p| p.to_board().ok())
            else {
                continue;
            };
            tries -= 1;
            let goal = source.result(&board).and_then(Goal::of);
            if goal.is_none() || wanted.goal.is_some_and(|wanted| goal != Some(wanted)) {
                continue;
            }
            tries = tries.saturating_sub(rules::legal_moves(&board).len());
            let Ok(Some(critical)) = Critical::judge(board, result) else { continue };
            let title = format!("{material}, position {}", wanted.seed);
            let Ok(task) = Self::of_board(source, &critical.board, &title) else { continue };
            let away = match (task.difficulty, wanted.difficulty) {
                (Some(is), Some(wanted)) => (is as usize).abs_diff(wanted as usize),
                _ => 0,
            };
            if away == 0 {
                return Ok(task);
            }
            compared += 1;
            if nearest.as_ref().is_none_or(|(least, _)| away < *least) {
                nearest = Some((away, task));
            }
        }
        let what = match wanted.goal {
            Some(Goal::Win) => "win",
            Some(Goal::Hold) => "hold",
            None => "practice",
        };
        nearest.map(|(_, task)| task).ok_or(TaskError::NoneFound(material, what))
    }
}

/// Any legal position of an ending, to prepare a source with; `None` if none is found because
/// hardly any is legal.
pub fn some_position(material: Material) -> Option<Board> {
    let mut random = Random::new(1);
    let drawn = std::iter::repeat_with(|| Placement::random(&mut random, material)).take(TRIES[0]);
    drawn.filter(Placement::is_legal).find_map(|placement| placement.to_board().ok())
}

/// A position of a course by its number from 1.
pub(crate) fn lesson(course: &'static Course, number: usize) -> Result<&'static Lesson, TaskError> {
    let lesson = number.checked_sub(1).and_then(|index| course.lessons.get(index));
    lesson.ok_or(TaskError::Number { course: course.name, number, of: course.lessons.len() })
}

/// The ending of a position under its table name.
pub(crate) fn ending(board: &Board) -> Option<Material> {
    Placement::from_board(board).ok().map(|placement| placement.material().canonical().0)
}

#[cfg(test)]
mod tests {
    use board::fen;
    use oracle::Oracle;
    use tbgen::KnownEndings;

    use super::*;
    use crate::course::find;

    fn known(ending: &str, men: usize) -> Oracle {
        let mut known = Oracle::from(KnownEndings::in_memory(men));
        let material: Material = ending.parse().unwrap();
        let board = some_position(material).unwrap();
        known.prepare(&board).unwrap();
        known
    }

    #[test]
    fn random_positions_are_critical_and_of_the_wanted_task() {
        let known = known("KPvK", 3);
        for (seed, goal) in (0..20).flat_map(|seed| [(seed, Goal::Win), (seed, Goal::Hold)]) {
            let wanted = Wanted { goal: Some(goal), difficulty: None, seed };
            let task = Task::random(&known, "KPvK".parse().unwrap(), wanted).unwrap();
            assert_eq!(task.goal, goal, "{}", task.fen);
            assert!(task.keep >= 1 && 2 * task.keep <= task.legal, "{task:?}");
            assert_eq!(task.mate_in.is_some(), goal == Goal::Win, "{task:?}");
        }
    }

    #[test]
    fn a_wanted_difficulty_is_met_where_it_can_be() {
        let known = known("KRvKP", 4);
        for difficulty in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
            let wanted = Wanted { goal: Some(Goal::Win), difficulty: Some(difficulty), seed: 5 };
            let task = Task::random(&known, "KRvKP".parse().unwrap(), wanted).unwrap();
            assert_eq!(task.difficulty, Some(difficulty), "{task:?}");
        }
        assert_eq!(Difficulty::of(1, 2, None), Difficulty::Hard);
        assert_eq!(Difficulty::of(6, 12, None), Difficulty::Easy);
        assert_eq!(Difficulty::of(6, 12, Some(41)), Difficulty::Medium);
        assert_eq!(Difficulty::of(4, 12, Some(40)), Difficulty::Medium);
    }

    #[test]
    fn five_men_are_drawn_where_their_moves_are_known() {
        let known = known("KRPvKR", 4);
        let wanted = Wanted { goal: Some(Goal::Hold), difficulty: None, seed: 2 };
        let task = Task::random(&known, "KRPvKR".parse().unwrap(), wanted).unwrap();
        assert!(task.difficulty.is_some() && task.mate_in.is_none(), "{task:?}");
    }

    #[test]
    fn what_cannot_be_practiced_is_refused_with_the_reason() {
        let known = known("KRvK", 3);
        let refused =
            |fen: &str| Task::of_board(&known, &fen::parse(fen).unwrap(), "mine").unwrap_err().to_string();
        assert!(refused("8/8/8/3k4/8/8/8/R3K3 b - - 0 1").starts_with("Black is lost here"));
        assert!(refused("k7/2Q5/8/8/8/8/8/K7 b - - 0 1").starts_with("the game is over"));
        assert!(refused("8/2p5/8/3k4/5r2/8/4P3/4K2R w - - 0 1").contains("is not known here"));
        let course = find("1").unwrap();
        let number = Task::of_course(&known, course, 17).unwrap_err().to_string();
        assert_eq!(number, "basic-mates has the positions 1 to 16, not 17");
        let knight = self::known("KNvK", 3);
        assert!(Task::random(&knight, "KNvK".parse().unwrap(), Wanted::default()).is_err());
    }
}
