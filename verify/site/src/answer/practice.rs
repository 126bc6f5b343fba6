//! Practice: courses, tasks, judgment of moves with replies, and hints.

use board::{Board, Material, Outcome, legal_moves, notation};
use oracle::Answer;
use practice::{
    Course, Day, Defender, Ended, Entry, Hint, Judgment, Play, Reply, Source, Step, Task, Wanted, courses,
    easy_reply, find, hint, judge, reply, study_of_course, study_of_rules,
};
use serde::Serialize;
use tbgen::{Probe, Values};

use crate::error::{NoValue, Refusal};
use crate::knowledge::Knowledge;

/// Divides the search budget of an answer so that each move or reply gets the limit of one
/// position.
const AMONG: usize = 4;

/// Knowledge as the source of results, tables first.
struct Known<'a>(&'a Knowledge);

impl Probe for Known<'_> {
    type Error = NoValue;

    fn values(&self, board: &Board) -> Result<Values, NoValue> {
        self.0.values(board)
    }

    fn at_counter(&self, board: &Board) -> Result<Option<Outcome>, NoValue> {
        match self.0.look_up(board)? {
            Some(known) => Ok(known.values.at_counter(board.halfmove_clock())),
            None => Ok(self.0.proved(board, AMONG)),
        }
    }
}

impl Source for Known<'_> {
    fn proved(&self, board: &Board) -> Option<Answer> {
        self.0.proof(board)
    }
}

/// A course as data.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Listed {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) covers: &'static str,
    pub(crate) lessons: Vec<ListedLesson>,
}

/// A position of a course.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ListedLesson {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) title: &'static str,
    pub(crate) fen: String,
    pub(crate) goal: practice::Goal,
    pub(crate) plan: &'static str,
    pub(crate) source: Option<&'static str>,
    pub(crate) rule: Option<&'static str>,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Legal {
    uci: String,
    san: String,
}

/// A task with its legal moves.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Offered {
    #[serde(flatten)]
    task: Task,
    moves: Vec<Legal>,
}

/// The judgment of a move, and the reply.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Judged {
    #[serde(flatten)]
    judgment: Judgment,
    /// The reply; `null` after a fault and when the game is over.
    reply: Option<Reply>,
    /// The legal moves after the reply.
    moves: Vec<Legal>,
}

/// All courses.
pub(crate) fn list() -> Vec<Listed> {
    let lessons = |course: &Course| {
        let one = |(index, lesson): (usize, &practice::Lesson)| ListedLesson {
            number: index + 1,
            title: lesson.title,
            fen: lesson.board.to_string(),
            goal: lesson.goal,
            plan: lesson.plan,
            source: lesson.source,
            rule: lesson.rule,
        };
        course.lessons.iter().enumerate().map(one).collect()
    };
    let one = |course: &Course| Listed {
        name: course.name,
        title: course.title,
        covers: course.covers,
        lessons: lessons(course),
    };
    courses().iter().map(one).collect()
}

/// A request for a task.
pub(crate) enum Asked<'a> {
    /// A position of a course: its name, and the number from 1.
    Course(&'a str, usize),
    /// A random position of an ending.
    Ending(Material, Wanted),
    /// A given position.
    Position(Board),
}

/// The requested task.
///
/// # Errors
/// [`Refusal::NotFound`] if there is no such task or its moves could not be judged.
pub(crate) fn task(knowledge: &Knowledge, asked: &Asked) -> Result<Offered, Refusal> {
    let known = Known(knowledge);
    let task = match *asked {
        Asked::Course(name, number) => Task::of_course(&known, course(name)?, number),
        Asked::Ending(material, wanted) => Task::random(&known, material, wanted),
        Asked::Position(ref board) => Task::of_position(&known, board),
    };
    let task = task.map_err(|fault| Refusal::NotFound(fault.to_string()))?;
    Ok(Offered { moves: legal(&task.board), task })
}

/// The moves played from a position.
///
/// # Errors
/// [`Refusal::Malformed`] for illegal moves.
pub(crate) fn play(start: Board, moves: &str) -> Result<Play, Refusal> {
    Play::read(start, moves).map_err(|fault| Refusal::Malformed(fault.to_string()))
}

/// Judges a move in the position reached.
///
/// # Errors
/// [`Refusal::Malformed`] for an illegal move, [`Refusal::NotFound`] for a level without an engine.
pub(crate) fn judged(
    knowledge: &Knowledge,
    mut play: Play,
    text: &str,
    defender: Defender,
) -> Result<Judged, Refusal> {
    let known = Known(knowledge);
    if let Some(end) = play.end() {
        return Err(Refusal::Malformed(format!("the game has ended {}", end.words())));
    }
    let mv =
        notation::parse_any(play.board(), text).map_err(|fault| Refusal::Malformed(fault.to_string()))?;
    let judgment = judge(&known, &play, mv);
    play.push(mv);
    let goes_on = judgment.fault.is_none() && judgment.ends.is_none();
    let reply = if goes_on { answer(&known, &play, defender)? } else { None };
    if let Some(reply) = &reply {
        play.push(reply.mv);
    }
    let moves = if reply.is_some() && play.end().is_none() { legal(play.board()) } else { Vec::new() };
    Ok(Judged { judgment, reply, moves })
}

/// The move of the other side.
fn answer(known: &Known, play: &Play, defender: Defender) -> Result<Option<Reply>, Refusal> {
    match defender {
        Defender::Longest => Ok(reply(known, play)),
        Defender::Easy => Ok(easy_reply(known, play)),
        Defender::Level(elo) => {
            let mv = known.0.host().engine_move(play, elo);
            let lacking = || {
                Refusal::NotFound(
                    "a level needs an engine, which is not here: choose longest or easy".to_owned(),
                )
            };
            mv.map(|mv| Some(Reply::of(play, mv))).ok_or_else(lacking)
        }
    }
}

/// A hint in the position reached.
///
/// # Errors
/// [`Refusal::NotFound`] if the game is over or the result is not known.
pub(crate) fn hinted(knowledge: &Knowledge, play: &Play, step: Step) -> Result<Hint, Refusal> {
    let found = hint(&Known(knowledge), play, step);
    found.ok_or_else(|| Refusal::NotFound("no hint: the game is over, or its result is not known".to_owned()))
}

/// The record of a task after it has ended; `before` is its previous record as JSON.
///
/// # Errors
/// [`Refusal::Malformed`].
pub(crate) fn recorded(
    before: Option<&str>,
    title: &str,
    ended: Ended,
    today: Day,
) -> Result<Entry, Refusal> {
    let read =
        |text| serde_json::from_str(text).map_err(|fault| Refusal::Malformed(format!("entry: {fault}")));
    let before: Option<Entry> = before.map(read).transpose()?;
    Ok(Entry::next(before.as_ref(), title, ended, today))
}

/// The chapters of a course as PGN.
///
/// # Errors
/// [`Refusal::NotFound`] if there is no such course.
pub(crate) fn course_study(name: &str) -> Result<String, Refusal> {
    Ok(study_of_course(course(name)?))
}

/// The rules of an ending as PGN.
///
/// # Errors
/// [`Refusal::NotFound`] if there are none.
pub(crate) fn rules_study(ending: Material) -> Result<String, Refusal> {
    study_of_rules(ending).ok_or_else(|| Refusal::NotFound(format!("{ending} has no rules with examples")))
}

/// A course by its name.
fn course(name: &str) -> Result<&'static Course, Refusal> {
    let missing = || practice::TaskError::Course { name: name.to_owned() };
    find(name).ok_or_else(|| Refusal::NotFound(missing().to_string()))
}

fn legal(board: &Board) -> Vec<Legal> {
    let one = |mv| Legal { uci: notation::uci(board, mv, false), san: notation::san(board, mv) };
    legal_moves(board).into_iter().map(one).collect()
}
