//! The worker: answers one question at a time and solves endings in between.

use std::sync::Arc;

use board::Material;
use site::{Handbook, Home, Keep, Knowledge, Question, Refusal, Reply, Rules, Site};
use tbgen::TableFiles;

use crate::added::{Added, Page, Read};
use crate::steps::{self, Step};

/// The result of one piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// There was nothing left to do.
    Nothing,
    /// Something was solved.
    Some,
    /// Something was solved, and the last position now has a better answer.
    Better,
}

/// The answers of the explorer, for one page.
pub struct Worker {
    site: Site,
    added: Added,
    /// Whether files have been added since tables were opened.
    is_outdated: bool,
    /// The ending of the position that is shown.
    shown: Option<Material>,
    /// Number of steps taken.
    done: usize,
    /// Whether solving has failed, after which it is not tried again.
    has_failed: bool,
}

impl Worker {
    /// A worker without solved endings; `handbook` has the names of the handbook's pages, `reader`
    /// reads added files.
    pub fn new<'a>(handbook: impl IntoIterator<Item = &'a str>, reader: Arc<dyn Read>) -> Self {
        let knowledge = Arc::new(Knowledge::new(TableFiles::default(), Page));
        let handbook = Handbook::of_files(handbook);
        let site = Site { knowledge, rules: Rules::Count, home: Home::Page, handbook };
        Self { site, added: Added::new(reader), is_outdated: false, shown: None, done: 0, has_failed: false }
    }

    /// The reply to a question. In addition to the questions of the site, `POST
    /// files?name=…&number=…&bytes=…` adds a file.
    pub fn ask(&mut self, question: &Question) -> Reply {
        if question.path.trim_matches('/') == "files" {
            return self.add(question).unwrap_or_else(Reply::from);
        }
        if self.is_outdated {
            self.site.knowledge.replace_files(self.added.tables());
            self.is_outdated = false;
        }
        if question.path.trim_matches('/') == "part/position" {
            self.shown = question.ending();
        }
        self.plan();
        self.site.reply(question)
    }

    /// Solves one ending that improves the answer to this question: for the result of a position,
    /// and with `distances` for its distances if it has few enough pieces. False if none is left.
    pub fn prepare(&mut self, question: &Question, distances: bool) -> bool {
        if self.has_failed {
            return false;
        }
        let knowledge = &self.site.knowledge;
        let mut steps = Vec::new();
        if let Some(ending) = question.ending() {
            steps.extend(steps::results(knowledge, ending));
        }
        let wanted = question.whole_ending().or_else(|| question.ending().filter(|_| distances));
        if let Some(ending) = wanted {
            steps.extend(steps::distances(knowledge, ending));
        }
        steps.first().is_some_and(|&step| self.take(step))
    }

    /// Solves one ending needed for the position shown, those for its result first.
    pub fn work(&mut self) -> Done {
        let Some(&step) = self.open().first() else {
            self.plan();
            return Done::Nothing;
        };
        let before = self.lacking();
        if !self.take(step) {
            self.plan();
            return Done::Nothing;
        }
        self.plan();
        // The last step for results, or for distances.
        let is_last = before.iter().zip(self.lacking()).any(|(&before, now)| before > 0 && now == 0);
        if is_last { Done::Better } else { Done::Some }
    }

    /// Numbers of endings that the position shown lacks, for results and for distances.
    fn lacking(&self) -> [usize; 2] {
        let knowledge = &self.site.knowledge;
        self.shown.map_or([0, 0], |ending| {
            [steps::results(knowledge, ending).len(), steps::distances(knowledge, ending).len()]
        })
    }

    fn take(&mut self, step: Step) -> bool {
        let taken = steps::take(&self.site.knowledge, step);
        self.done += 1;
        if let Err(fault) = &taken {
            self.has_failed = true;
            self.site.knowledge.note(|progress| progress.fault = Some(fault.clone()));
        }
        taken.is_ok()
    }

    /// The remaining steps for the position shown: first for its result, then for its distances.
    fn open(&self) -> Vec<Step> {
        if self.has_failed {
            return Vec::new();
        }
        let knowledge = &self.site.knowledge;
        let Some(ending) = self.shown else { return Vec::new() };
        [steps::results(knowledge, ending), steps::distances(knowledge, ending)].concat()
    }

    /// Updates the progress shown on the page.
    fn plan(&mut self) {
        let open = self.open();
        let awaited = self.shown.filter(|_| self.lacking() != [0, 0] && !self.has_failed);
        self.site.knowledge.note(|progress| {
            progress.solving = open.first().map(|step| step.ending());
            progress.done = self.done;
            progress.of = self.done + open.len();
            progress.endings = awaited.into_iter().collect();
        });
    }

    fn add(&mut self, question: &Question) -> Result<Reply, Refusal> {
        if question.body.is_none() {
            return Err(Refusal::Method("POST"));
        }
        let name = question.parameter("name").unwrap_or_default();
        let (number, bytes) = (question.number("number", 0)?, question.number("bytes", 0)?);
        self.added.add(name, number, bytes).map_err(Refusal::Malformed)?;
        self.is_outdated = true;
        Ok(Reply::plain(format!("{name} is intact\n"), Keep::Never))
    }
}
