//! `vancura practice`: endings against a side that never errs or plays at a level, at a terminal or
//! through a pipe.

mod kept;
mod opponent;
mod session;

use std::io::{self, Write as _};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow, bail, ensure};
use board::{Material, fen};
use clap::Args;
use oracle::Oracle;
use practice::{
    Course, Day, Defender, Difficulty, Goal, Task, TaskError, Wanted, courses, find, some_position,
    study_of_course, study_of_rules,
};
use tbgen::counted;

use self::kept::Kept;
use self::opponent::Opponent;
use self::session::{Next, Session};
use super::tables::TablesArguments;

/// Arguments of `vancura practice`.
#[derive(Args)]
#[command(
    after_help = "At the prompt: a move (Rb6 or b1b6), hint (the plan, then the piece, then the move), give up, enough (a win that \
has become simpler), next, board, help, quit. A move is at fault only when it changes the result at the counter of the fifty-move \
rule; it is explained and taken back. What was spoiled comes back after 1, 3, 7, 14 and 30 days, with --due.\n\nExamples:\n  \
vancura practice\n  vancura practice rook-and-pawn-against-rook --from 5\n  vancura practice KRPvKR --goal hold --difficulty hard --defender 1600\n  \
vancura practice --fen \"R7/6k1/P4r2/8/8/1K6/8/8 b - - 0 1\"\n  vancura practice --due\n  vancura practice 5 --pgn > course.pgn"
)]
pub(super) struct PracticeArguments {
    /// A course by its name or number, or an ending such as KRPvKR [default: list the courses].
    #[arg(value_name = "COURSE|ENDING", conflicts_with_all = ["fen", "due"])]
    what: Option<String>,
    /// Begin with this position of the course.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    from: usize,
    /// Practice from this position, quoted.
    #[arg(long, conflicts_with = "due")]
    fen: Option<String>,
    /// Practice what is to be repeated today.
    #[arg(long)]
    due: bool,
    /// Only positions of an ending to win, or to hold.
    #[arg(long, value_name = "win|hold")]
    goal: Option<Goal>,
    /// Positions of an ending that are easy, medium or hard, by the share of moves that keep the
    /// result and the distance to mate.
    #[arg(long, value_name = "easy|medium|hard")]
    difficulty: Option<Difficulty>,
    /// The first random position of an ending [default: another one each time].
    #[arg(long)]
    seed: Option<u64>,
    /// Hold a draw for this many moves.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=100))]
    moves: u16,
    /// How the other side plays: never erring and as long as possible, easy (the middle one of the
    /// moves that keep its result), or as an engine of this strength, 1320 to 3400, which may err.
    #[arg(long, value_name = "longest|easy|ELO", default_value_t)]
    defender: Defender,
    /// File that keeps what is to be repeated when, the same that the explorer's page saves; off
    /// for none [default: practice.json in the user's data folder].
    #[arg(long, value_name = "FILE|off")]
    progress: Option<String>,
    /// Print the positions of the course, or the rules of the ending, as chapters in PGN instead.
    #[arg(long, requires = "what")]
    pgn: bool,
    #[command(flatten)]
    tables: TablesArguments,
}

/// Most random positions of an ending in one session.
const RANDOM_MAX: u64 = 1_000;

/// What is practiced.
enum Subject {
    Course(&'static Course),
    Ending(Material),
}

/// Runs the command.
pub(super) fn run(arguments: &PracticeArguments) -> anyhow::Result<()> {
    let subject = arguments.what.as_deref().map(subject).transpose()?;
    if arguments.pgn {
        return print_study(&subject.context("name a course or an ending")?);
    }
    let nothing = subject.is_none() && arguments.fen.is_none() && !arguments.due;
    if nothing {
        return list();
    }
    let kept = Kept::open(arguments.progress.as_deref())?;
    let today = Day::of(SystemTime::now());
    let due: Vec<String> = kept.progress.due(today).map(|(fen, _)| fen).collect();
    let mut known = Oracle::from(arguments.tables.open()?);
    let mut session = {
        let opponent = Opponent::new(arguments.defender)?;
        Session::new(io::stdin().lock(), kept, opponent, today, arguments.moves.into())
    };
    match subject {
        Some(Subject::Course(course)) => of_course(&mut session, &mut known, course, arguments.from)?,
        Some(Subject::Ending(material)) => of_ending(&mut session, &mut known, material, arguments)?,
        None => {
            let own = arguments.fen.clone().map_or(due, |fen| vec![fen]);
            if own.is_empty() {
                writeln!(io::stdout(), "Nothing is to be repeated today.")?;
            }
            for text in own {
                let board = fen::parse(&text).with_context(|| format!("reading the position `{text}`"))?;
                known.prepare(&board)?;
                let task = Task::of_position(&known, &board);
                // A position of the user's is asked for; another one may be known no more.
                if arguments.fen.is_some() {
                    task.as_ref().map_err(|fault| anyhow!("{fault}"))?;
                }
                if offer(&mut session, &known, task)? == Next::Quit {
                    break;
                }
            }
        }
    }
    session.end()
}

/// A course or an ending by its name.
fn subject(name: &str) -> anyhow::Result<Subject> {
    if let Some(course) = find(name) {
        return Ok(Subject::Course(course));
    }
    let ending: Material = name.parse().map_err(|_| {
        anyhow!("{}; or name an ending such as KRPvKR", TaskError::Course { name: name.to_owned() })
    })?;
    ensure!(ending.men() > 2, "bare kings are always a draw: name an ending with more men");
    Ok(Subject::Ending(ending))
}

fn of_course(
    session: &mut Session,
    known: &mut Oracle,
    course: &'static Course,
    from: usize,
) -> anyhow::Result<()> {
    let of = course.lessons.len();
    if !(1..=of).contains(&from) {
        bail!("{} has the positions 1 to {of}, not {from}", course.name);
    }
    for (index, lesson) in course.lessons.iter().enumerate().skip(from - 1) {
        known.prepare(&lesson.board)?;
        let task = Task::of_course(known, course, index + 1);
        if offer(session, known, task)? == Next::Quit {
            break;
        }
    }
    Ok(())
}

fn of_ending(
    session: &mut Session,
    known: &mut Oracle,
    material: Material,
    arguments: &PracticeArguments,
) -> anyhow::Result<()> {
    let board = some_position(material).with_context(|| format!("{material} has hardly a legal position"))?;
    known.prepare(&board)?;
    let now =
        || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| u64::from(since.subsec_micros()));
    let first = arguments.seed.unwrap_or_else(now);
    for seed in first..first.saturating_add(RANDOM_MAX) {
        let wanted = Wanted { goal: arguments.goal, difficulty: arguments.difficulty, seed };
        let task = Task::random(known, material, wanted).map_err(|fault| anyhow!("{fault}"))?;
        if offer(session, known, Ok(task))? == Next::Quit {
            break;
        }
    }
    Ok(())
}

/// Plays a task; one whose moves could not be judged is left out, and that is said.
fn offer(session: &mut Session, known: &Oracle, task: Result<Task, TaskError>) -> anyhow::Result<Next> {
    match task {
        Ok(task) => session.play(known, &task),
        Err(fault) => {
            writeln!(io::stdout(), "Left out: {fault}.")?;
            Ok(Next::Task)
        }
    }
}

fn list() -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for (index, course) in courses().iter().enumerate() {
        let count = counted(course.lessons.len() as u64, "position");
        writeln!(out, "{} {:36} {count}", index + 1, course.name)?;
    }
    writeln!(out, "\nvancura practice COURSE, or an ending such as KRPvKR")?;
    Ok(())
}

fn print_study(subject: &Subject) -> anyhow::Result<()> {
    let text = match *subject {
        Subject::Course(course) => study_of_course(course),
        Subject::Ending(material) => {
            study_of_rules(material).with_context(|| format!("no rules of {material} have examples"))?
        }
    };
    Ok(io::stdout().write_all(text.as_bytes())?)
}
