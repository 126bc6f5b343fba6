//! A session of practice: tasks one after the other, a line of input for each move.

use std::io::{self, BufRead, Read as _, Write as _};

use anyhow::Context as _;
use board::{Board, Diagram, notation, text};
use oracle::Oracle;
use practice::{Day, End, Ended, Goal, Judgment, Play, Step, Task, Verdict, hint, judge};
use tbgen::counted;

use super::kept::Kept;
use super::opponent::Opponent;

/// The longest line that is read, in bytes.
const LINE_MAX: u64 = 1 << 10;
const STEPS: [Step; 3] = [Step::Plan, Step::Piece, Step::Move];
const HELP: &str = "A move, as Rb6 or b1b6; hint, give up, enough, next, board, quit.";

/// What comes after a task.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Task,
    Quit,
}

/// What is kept between tasks.
pub(super) struct Session {
    input: Box<dyn BufRead>,
    kept: Kept,
    opponent: Opponent,
    today: Day,
    /// Moves for which a draw must be held.
    moves: usize,
    /// Tasks solved without a fault, and all that have ended.
    solved: [u32; 2],
}

/// A task being played.
struct Game<'a> {
    task: &'a Task,
    play: Play,
    faults: u32,
    /// Steps of hints given in this position.
    hints: usize,
}

impl Session {
    pub(super) fn new(
        input: impl BufRead + 'static,
        kept: Kept,
        opponent: Opponent,
        today: Day,
        moves: usize,
    ) -> Self {
        Self { input: Box::new(input), kept, opponent, today, moves, solved: [0, 0] }
    }

    /// Plays a task to its end.
    pub(super) fn play(&mut self, known: &Oracle, task: &Task) -> anyhow::Result<Next> {
        self.introduce(task)?;
        let mut game = Game { task, play: Play::new(task.board.clone()), faults: 0, hints: 0 };
        loop {
            let Some(line) = self.read()? else { return Ok(Next::Quit) };
            match line.as_str() {
                "" => {}
                "quit" | "exit" => return Ok(Next::Quit),
                "next" => return Ok(Next::Task),
                "help" => say(HELP)?,
                "board" => show(game.play.board())?,
                "hint" => game.help(known)?,
                "give up" => {
                    if let Some(best) = hint(known, &game.play, Step::Move) {
                        say(&best.words)?;
                    }
                    return self.conclude(&game, "Given up.", Ended::GivenUp);
                }
                "enough" if task.goal == Goal::Win && game.is_simpler() => {
                    return self.finish(&game, true, "It is won.");
                }
                "enough" => say("The win must have become simpler first: by a capture or a promotion.")?,
                typed => {
                    if let Some(next) = self.make(known, &mut game, typed)? {
                        return Ok(next);
                    }
                }
            }
        }
    }

    fn introduce(&self, task: &Task) -> anyhow::Result<()> {
        let ending = task.ending.map_or_else(String::new, |ending| format!("{ending}, "));
        let what = match task.goal {
            Goal::Win => format!("win against {}", self.opponent.defender.words()),
            Goal::Hold => format!("hold the draw for {}", counted(self.moves as u64, "move")),
        };
        let verb = if task.keep == 1 { "keeps" } else { "keep" };
        let mate = task.mate_in.map_or_else(String::new, |moves| format!(" Mate in {moves}."));
        say(&format!(
            "\n{}\n{ending}{} to move: {what}. {} of {} {verb} the result.{mate}\n{}",
            task.title,
            task.side,
            task.keep,
            counted(task.legal as u64, "move"),
            task.fen
        ))?;
        show(&task.board)
    }

    /// The next line; `None` at the end of the input.
    fn read(&mut self) -> anyhow::Result<Option<String>> {
        let mut out = io::stdout().lock();
        write!(out, "> ")?;
        out.flush()?;
        let mut line = Vec::new();
        self.input.by_ref().take(LINE_MAX).read_until(b'\n', &mut line).context("reading standard input")?;
        if line.is_empty() {
            writeln!(out)?;
            return Ok(None);
        }
        Ok(Some(text::decode(&line).trim().to_owned()))
    }

    /// Plays a move with the reply to it; what comes next where that ends the task.
    fn make(&mut self, known: &Oracle, game: &mut Game, typed: &str) -> anyhow::Result<Option<Next>> {
        let mv = match notation::parse_any(game.play.board(), typed) {
            Ok(mv) => mv,
            Err(fault) => {
                say(&format!("{fault}. {HELP}"))?;
                return Ok(None);
            }
        };
        let judgment = judge(known, &game.play, mv);
        game.hints = 0;
        if judgment.verdict == Verdict::Spoils {
            game.faults += 1;
            explain(&judgment)?;
            return Ok(None);
        }
        game.play.push(mv);
        if let Some(end) = judgment.ends {
            return self.finish(game, game.is_reached_by(end, true), &judgment.words).map(Some);
        }
        let mut words = judgment.words;
        let answer = self.opponent.reply(known, &game.play).context("a game that goes on has a reply")?;
        let held = game.play.plies().div_ceil(2);
        if game.task.goal == Goal::Hold && held >= self.moves {
            let held = counted(held as u64, "move");
            words = format!("{words} The draw has been held for {held}.");
            return self.finish(game, true, &words).map(Some);
        }
        game.play.push(answer.mv);
        let them = tbgen::side_name(!game.task.board.side_to_move());
        words = format!("{words} {them} plays {}.", answer.san);
        if let Some(end) = answer.ends {
            words = format!("{words} The game has ended {}.", end.words());
            return self.finish(game, game.is_reached_by(end, false), &words).map(Some);
        }
        say(&words)?;
        show(game.play.board())?;
        Ok(None)
    }

    fn finish(&mut self, game: &Game, reached: bool, words: &str) -> anyhow::Result<Next> {
        let ended = if reached && game.faults == 0 { Ended::Solved } else { Ended::Spoiled };
        let result = match (ended, reached) {
            (Ended::Solved, _) => "Solved without a fault.".to_owned(),
            (_, true) => format!("Done, with {} on the way.", counted(game.faults.into(), "fault")),
            _ => "The task was not solved.".to_owned(),
        };
        self.conclude(game, &format!("{words} {result}"), ended)
    }

    /// Notes how a task has ended.
    fn conclude(&mut self, game: &Game, words: &str, ended: Ended) -> anyhow::Result<Next> {
        let Task { board, goal, title, .. } = game.task;
        let due = self.kept.progress.record(board, *goal, title, ended, self.today).due;
        self.kept.save()?;
        self.solved[0] += u32::from(ended == Ended::Solved);
        self.solved[1] += 1;
        let back = due.map_or_else(String::new, |day| format!(" It comes back on {day}."));
        say(&format!("{words}{back}"))?;
        Ok(Next::Task)
    }

    /// The last line.
    pub(super) fn end(self) -> anyhow::Result<()> {
        let [solved, all] = self.solved;
        if all > 0 {
            say(&format!("{solved} of {} solved without a fault.", counted(all.into(), "task")))?;
        }
        Ok(())
    }
}

impl Game<'_> {
    /// One step more of a hint; the move counts as a fault.
    fn help(&mut self, known: &Oracle) -> anyhow::Result<()> {
        let Some(&step) = STEPS.get(self.hints) else {
            return say("That was the last hint: the move has been shown.");
        };
        let own = self.task.plan.filter(|_| step == Step::Plan && self.play.plies() == 0);
        let found = hint(known, &self.play, step).map(|hint| hint.words);
        let words = own.map(str::to_owned).or(found);
        self.hints += 1;
        self.faults += u32::from(step == Step::Move);
        say(words.as_deref().unwrap_or("Nothing is known of this position here."))
    }

    /// True where an end of the game, by the own move or by the other side's, is what the task asks
    /// for, or more.
    fn is_reached_by(&self, end: End, own: bool) -> bool {
        if end == End::Checkmate { own } else { self.task.goal == Goal::Hold }
    }

    /// True where men have left the board, or a pawn has been promoted, since the task began.
    fn is_simpler(&self) -> bool {
        let men = |board: &Board| board::Piece::ALL.map(|piece| board.pieces(piece).len());
        men(self.play.start()) != men(self.play.board())
    }
}

/// Why a move is at fault, and what it allows.
fn explain(judgment: &Judgment) -> anyhow::Result<()> {
    say(&judgment.words)?;
    let Some(fault) = &judgment.fault else { return Ok(()) };
    if let Some(rule) = &fault.rule {
        say(&format!("  {}", rule.claim))?;
        if let Some(plan) = rule.plan {
            say(&format!("  Plan: {plan}"))?;
        }
    }
    if !fault.refutation.plies.is_empty() {
        say(&format!("  Refutation: {}", fault.refutation.words))?;
    }
    say("It is taken back: try again.")
}

fn say(words: &str) -> anyhow::Result<()> {
    Ok(writeln!(io::stdout(), "{words}")?)
}

fn show(board: &Board) -> anyhow::Result<()> {
    say(&format!("\n{}\n", Diagram(board)))
}
