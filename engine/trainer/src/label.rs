//! Exact labels: random quiet positions of solved endings.
//!
//! A win is labeled with its distance to mate as the engine scores a mate (with 50 moves where
//! distances are not solved), a cursed win with 1 centipawn, a draw with 0. Quiet means: no check,
//! and where captures or promotions are possible some other move keeps the result, because captures
//! and promotions are searched anyway.
//!
//! Positions are random, or all successors of random critical positions: those that a player has to
//! distinguish.
//!
//! For every ending a file of samples is written, `<material>.samples`; existing files are left
//! alone, so that a stopped run continues with the missing endings.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use board::random::Random;
use board::rules::{after, can_capture_en_passant, is_capture};
use board::{Board, Color, Dtm, Man, Material, Move, Piece, Placement, Square, Wdl, legal_moves};
use rayon::prelude::*;
use tbgen::{Critical, DtmTables, TbgenError, WdlTables};

use crate::crew::Progress;
use crate::exclusions::Exclusions;
use crate::sample::{Label, Origin, SCORE_MAX, Sample};
use crate::samples_writer::SamplesWriter;
use crate::sources::SAMPLES_EXTENSION;

/// Samples per task; each task has a random stream of its own.
const DRAWN_AT_ONCE: u64 = 10_000;
/// Placements tried per sample: in some endings hardly any position is quiet.
const TRIES: u64 = 100;
/// Tables of up to this many men stay in memory from one ending to the next.
const MEN_KEPT: usize = 4;
/// The only ending of five men whose longest mate does not fit its table: it is rejected before
/// eight others of five men are solved.
const TOO_LONG: &str = "KPPvKP";
/// Plies to mate for labels without distances.
const UNSOLVED_PLIES: u16 = 100;
/// Centipawns of a cursed win.
const CURSED: i16 = 1;

/// Why there are no labels. Files of endings finished before are complete.
#[derive(Debug, thiserror::Error)]
pub enum LabelError {
    /// An ending cannot be solved.
    #[error(transparent)]
    Solve(#[from] TbgenError),
    /// A file of samples cannot be written.
    #[error("{path} cannot be written: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// The error.
        source: std::io::Error,
    },
}

/// The settings of a run of labeling.
#[derive(Clone, Debug)]
pub struct LabelEndings<'a> {
    /// The endings, each of 3 to 5 men.
    pub endings: &'a [Material],
    /// Samples per ending; fewer where hardly any position is quiet.
    pub per_ending: u64,
    /// Whether wins are labeled by their distance to mate, which takes memory for all endings
    /// reachable from an ending: for KQPvKP more than 24 GiB. Otherwise all wins have the same
    /// label.
    pub with_distances: bool,
    /// Whether only quiet successors of critical positions are labeled, that is, of positions in
    /// which some moves keep the result, but at most half do.
    pub after_critical: bool,
    /// Critical positions whose successors are left out.
    pub exclusions: &'a Exclusions,
    /// Equal seeds give equal samples of an ending.
    pub seed: u64,
    /// Folder of the files of samples.
    pub folder: &'a Path,
}

impl LabelEndings<'_> {
    /// Solves one ending after the other and selects positions of each, until all are done or
    /// `stop` is set; `report` is called after each ending. Runs on the current thread pool.
    ///
    /// # Errors
    /// [`LabelError`].
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut report: impl FnMut(Material, Progress),
    ) -> Result<Progress, LabelError> {
        let begun = Instant::now();
        let mut progress = Progress::default();
        let mut tables = Solved::default();
        for &ending in self.endings {
            let path = self.folder.join(ending.to_string()).with_extension(SAMPLES_EXTENSION);
            if path.exists() {
                continue;
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
            tables.solve(ending, self.with_distances)?;
            let samples = self.draw(ending, &tables);
            write(&path, &samples).map_err(|source| LabelError::Write { path, source })?;
            progress.games += 1;
            progress.positions += samples.len() as u64;
            progress.elapsed = begun.elapsed();
            report(ending, progress);
        }
        Ok(progress)
    }

    fn draw(&self, ending: Material, tables: &Solved) -> Vec<Sample> {
        let tasks = self.per_ending.div_ceil(DRAWN_AT_ONCE);
        let drawn: Vec<Vec<Sample>> = (0..tasks)
            .into_par_iter()
            .map(|task| {
                let mut random = Random::stream(self.seed, task);
                let wanted = DRAWN_AT_ONCE.min(self.per_ending - task * DRAWN_AT_ONCE);
                let tries = 0..wanted * TRIES;
                let placements = tries.filter_map(|_| placement_by_lot(ending, &mut random));
                if self.after_critical {
                    let answers = placements.flat_map(|placement| self.answers(&placement, tables));
                    answers.take(wanted as usize).collect()
                } else {
                    placements
                        .filter_map(|placement| tables.label(&placement))
                        .take(wanted as usize)
                        .collect()
                }
            })
            .collect();
        drawn.concat()
    }

    /// The quiet successors of a position if it is critical.
    fn answers(&self, placement: &Placement, tables: &Solved) -> Vec<Sample> {
        let Some(critical) = Critical::at(placement, &tables.results) else { return Vec::new() };
        if self.exclusions.contain_board(&critical.board) {
            return Vec::new();
        }
        let answer = |mv: Move| tables.label(&Placement::from_board(&after(&critical.board, mv)).ok()?);
        legal_moves(&critical.board).into_iter().filter_map(answer).collect()
    }
}

fn write(path: &Path, samples: &[Sample]) -> std::io::Result<()> {
    let mut writer = SamplesWriter::create(path)?;
    samples.iter().try_for_each(|sample| writer.push(sample.packed()))?;
    writer.finish()
}

/// A random placement of an ending; `None` if it is illegal.
fn placement_by_lot(ending: Material, random: &mut Random) -> Option<Placement> {
    let mut men = Vec::with_capacity(ending.men());
    for color in Color::ALL {
        for piece in [Piece::King].into_iter().chain(ending.pieces(color)) {
            men.push(Man { color, piece, square: Square::index(random.below(Square::NUM)) });
        }
    }
    let side = Color::ALL[random.below(Color::NUM)];
    Placement::new(side, &men).ok()
}

/// Endings solved for both metrics: results and distances to mate.
#[derive(Default)]
struct Solved {
    results: WdlTables,
    mates: DtmTables,
}

impl Solved {
    fn solve(&mut self, ending: Material, with_distances: bool) -> Result<(), TbgenError> {
        self.results.keep_for(&[], 0);
        self.mates.forget_larger_than(MEN_KEPT);
        self.results.build_all(&[ending])?;
        if with_distances && ending.to_string() != TOO_LONG { self.mates.build(ending) } else { Ok(()) }
    }

    /// The sample of a quiet position, `None` for others.
    fn label(&self, placement: &Placement) -> Option<Sample> {
        let board = placement.to_board().ok()?;
        let result = self.results.wdl(placement)?;
        if !board.checkers().is_empty() || !self.is_quiet(&board, result) {
            return None;
        }
        let score = score(result, self.mates.probe(placement));
        let label = Label { score, result: None, origin: Origin::Table, fifty_move_counter: 0 };
        Some(Sample::new(&board, label))
    }

    /// True when a move that neither captures nor promotes keeps the result, or all moves are of
    /// that kind; false without such moves.
    fn is_quiet(&self, board: &Board, result: Wdl) -> bool {
        let moves = legal_moves(board);
        let (loud, quiet): (Vec<Move>, Vec<Move>) =
            moves.into_iter().partition(|&mv| is_capture(board, mv) || mv.promotion.is_some());
        let keeps = |&mv: &Move| {
            let after = after(board, mv);
            // Tables do not include en passant rights.
            let answer = Placement::from_board(&after).ok().filter(|_| !can_capture_en_passant(&after));
            let value = answer.and_then(|answer| self.results.wdl(&answer));
            value.is_some_and(|value| -value.with_fifty_move_rule() == result.with_fifty_move_rule())
        };
        !quiet.is_empty() && (loud.is_empty() || quiet.iter().any(keeps))
    }
}

/// The label of a result; without distances (`None`) all wins have the same label.
fn score(result: Wdl, mate: Option<Dtm>) -> i16 {
    let distance = |plies: u16| SCORE_MAX.saturating_sub(plies) as i16;
    match (result, mate) {
        (Wdl::Win, Some(Dtm::Win(plies))) => distance(plies),
        (Wdl::Win, _) => distance(UNSOLVED_PLIES),
        (Wdl::Loss, Some(Dtm::Loss(plies))) => -distance(plies),
        (Wdl::Loss, _) => -distance(UNSOLVED_PLIES),
        (Wdl::CursedWin, _) => CURSED,
        (Wdl::BlessedLoss, _) => -CURSED,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Labels random positions, or with `exclusions` the successors of critical ones.
    fn label(
        endings: &[Material],
        folder: &Path,
        with_distances: bool,
        exclusions: Option<&Exclusions>,
    ) -> Progress {
        let (per_ending, seed, after_critical) = (300, 7, exclusions.is_some());
        let none = Exclusions::default();
        let exclusions = exclusions.unwrap_or(&none);
        let order =
            LabelEndings { endings, per_ending, with_distances, after_critical, exclusions, seed, folder };
        order.run(&AtomicBool::new(false), |_, _| ()).unwrap()
    }

    fn labeled(endings: &[Material], folder: &Path) -> Progress {
        label(endings, folder, true, None)
    }

    fn samples(path: &Path) -> Vec<Sample> {
        let bytes = std::fs::read(path).unwrap();
        bytes.as_chunks().0.iter().map(|packed| Sample::unpack(packed).unwrap()).collect()
    }

    #[test]
    fn labels_are_those_of_the_tables_and_positions_are_quiet() {
        let folder = tempfile::tempdir().unwrap();
        let endings: [Material; 2] = ["KQvKR", "KPvK"].map(|name| name.parse().unwrap());
        assert_eq!(labeled(&endings, folder.path()).positions, 600);
        for ending in endings {
            let mut mates = DtmTables::new();
            mates.build(ending).unwrap();
            let samples = samples(&folder.path().join(format!("{ending}.samples")));
            let mut wins = 0;
            for sample in samples {
                let board = sample.to_board().unwrap();
                let expected = match mates.probe_board(&board).unwrap() {
                    Dtm::Win(plies) => 31_000 - plies as i16,
                    Dtm::Draw => 0,
                    Dtm::Loss(plies) => plies as i16 - 31_000,
                };
                assert_eq!((sample.score(), sample.origin()), (expected, Origin::Table), "{board}");
                assert!(board.checkers().is_empty(), "{board}");
                wins += u32::from(expected > 0);
            }
            assert!((60..240).contains(&wins), "{ending}: {wins} wins");
        }
    }

    #[test]
    fn a_capture_that_alone_decides_is_no_sample_and_a_needless_one_is() {
        let mut tables = Solved::default();
        tables.solve("KQvKR".parse().unwrap(), true).unwrap();
        let label =
            |text: &str| tables.label(&Placement::from_board(&board::fen::parse(text).unwrap()).unwrap());
        // Black draws only by capturing the queen.
        assert_eq!(label("8/8/8/8/1k6/8/1rQ5/K7 b - - 0 1"), None);
        // White can capture the rook, but other moves also win.
        assert!(label("8/8/8/2k5/8/8/r6Q/1K6 w - - 0 1").is_some_and(|sample| sample.score() > 0));
        assert_eq!(label("8/8/8/4k3/8/8/r7/K6Q w - - 0 1"), None, "it is check");
    }

    #[test]
    fn a_win_of_unknown_distance_is_a_far_one() {
        assert_eq!([Wdl::Win, Wdl::Loss, Wdl::Draw].map(|result| score(result, None)), [30_900, -30_900, 0]);
        assert_eq!([Wdl::CursedWin, Wdl::BlessedLoss].map(|result| score(result, None)), [CURSED, -CURSED]);
        assert_eq!(score(Wdl::Win, Some(Dtm::Win(21))), 30_979);
    }

    #[test]
    fn without_distances_every_win_is_as_far_as_any() {
        let folder = tempfile::tempdir().unwrap();
        let endings: [Material; 1] = ["KPvK".parse().unwrap()];
        label(&endings, folder.path(), false, None);
        let samples = samples(&folder.path().join("KPvK.samples"));
        let scores: BTreeSet<i16> = samples.iter().map(Sample::score).collect();
        assert_eq!(scores, [-30_900, 0, 30_900].into());
    }

    #[test]
    fn endings_that_are_there_are_left_alone_and_seeds_tell() {
        let folder = tempfile::tempdir().unwrap();
        let endings: [Material; 1] = ["KRvK".parse().unwrap()];
        labeled(&endings, folder.path());
        let path = folder.path().join("KRvK.samples");
        let first = std::fs::read(&path).unwrap();
        assert_eq!(labeled(&endings, folder.path()).positions, 0);
        std::fs::remove_file(&path).unwrap();
        labeled(&endings, folder.path());
        assert_eq!(first, std::fs::read(&path).unwrap());
    }

    #[test]
    fn answers_to_critical_positions_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let ending: Material = "KPvK".parse().unwrap();
        label(&[ending], folder.path(), true, Some(&Exclusions::default()));
        let path = folder.path().join("KPvK.samples");
        let drawn = samples(&path);
        assert_eq!(drawn.len(), 300);
        let mut tables = Solved::default();
        tables.solve(ending, true).unwrap();
        let mut excluded = Exclusions::default();
        for sample in &drawn {
            let board = sample.to_board().unwrap();
            let same = tables.label(&Placement::from_board(&board).unwrap()).unwrap();
            assert_eq!(same.score(), sample.score(), "{board}");
        }
        // Without the first critical positions, others are chosen.
        let mut random = Random::stream(7, 0);
        for _ in 0..1_000 {
            let placement = placement_by_lot(ending, &mut random);
            if let Some(critical) = placement.and_then(|it| Critical::at(&it, &tables.results)) {
                excluded.add(&critical.board);
            }
        }
        std::fs::remove_file(&path).unwrap();
        label(&[ending], folder.path(), true, Some(&excluded));
        let others = samples(&path);
        assert_eq!(others.len(), 300);
        assert_ne!(others[0].packed(), drawn[0].packed());
    }
}
