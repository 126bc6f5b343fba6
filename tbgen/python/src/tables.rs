//! Table files, and small endings in memory.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use board::{Board, Dtm, Material, MaybeRounded, Wdl};
use explain::annotate::Annotator;
use oracle::Oracle;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use syzygy::{Builder, Error as SyzygyError, Kind, Tables as Files, Verify};
use tbgen::{Goal, KnownEndings, MAX_SOLVED_MEN, Probe as _, TableFiles, Values};

use crate::answer::{self, dtz_of, wdl_of};
use crate::batch;
use crate::errors::{in_no_table, missing_table, of_files, of_known};
use crate::interrupt::interruptible;
use crate::position::{Given, Probed, material};
use crate::types;

/// Table files of some folders, and small endings solved in memory on first use.
///
/// Folders are listed immediately and files opened when first needed. All methods accept a FEN or a
/// board of python-chess, may be called from several threads, and release the interpreter's lock.
///
/// `verify` sets when a file is compared with its checksum: `"once"` (before the first answer from
/// it, unless it was found intact within the last 30 days and has not changed since), `"always"`
/// (before the first answer from it) or `"never"` (damage inside a file may then give a wrong
/// answer).
///
/// Endings of up to `men_in_memory` men (0 to 5) need no files: those of three and four men are
/// solved within seconds, one of five takes up to a minute or two and gigabytes. `wdl` and `dtz`
/// prefer files; `dtm`, `probe`, `moves`, `line` and `explain` prefer memory, where all distances
/// are known.
///
/// >>> from vancura import Tables
/// >>> tables = Tables(men_in_memory=3)
/// >>> tables.wdl("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
/// <Wdl.WIN: 2>
#[pyclass(frozen, module = "vancura")]
pub(crate) struct Tables {
    files: TableFiles,
    known: RwLock<Oracle>,
    stop: Arc<AtomicBool>,
    men_in_memory: usize,
}

impl Tables {
    fn files(&self) -> &Files {
        self.files.tables()
    }

    fn known(&self) -> RwLockReadGuard<'_, Oracle> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_in_memory(&self, men: u32) -> bool {
        men as usize <= self.men_in_memory
    }

    /// The values of a position, solved if necessary.
    fn values(&self, py: Python<'_>, board: &Board) -> PyResult<Values> {
        if self.is_in_memory(board.occupied().len()) && py.detach(|| self.known().must_solve(board)) {
            self.prepare(py, board)?;
        }
        py.detach(|| self.known().values(board)).map_err(|error| of_known(&error))
    }

    /// Solves the endings that are needed for a position.
    fn prepare(&self, py: Python<'_>, board: &Board) -> PyResult<()> {
        interruptible(py, &self.stop, || {
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            self.stop.store(false, Ordering::Relaxed);
            known.prepare(board)
        })
    }

    /// The exception for a position without any known value.
    fn nothing(&self, py: Python<'_>, board: &Board) -> PyErr {
        match py.detach(|| self.files().wdl(board)) {
            Err(error) => of_files(&error),
            Ok(_) => in_no_table("no table contains this position"),
        }
    }

    /// A value from files or, if they do not have it, from memory.
    fn look_up<T>(
        &self,
        py: Python<'_>,
        position: &Given,
        files: impl Fn(&Files, &Probed) -> Result<T, SyzygyError> + Sync,
        memory: impl Fn(&Values) -> Option<T>,
    ) -> PyResult<T>
    where
        T: Send,
    {
        let probed = match position.probed() {
            Ok(probed) => probed,
            Err(fault) => return Err(crate::errors::of_fen(&fault)),
        };
        let found = py.detach(|| files(self.files(), &probed));
        match found {
            Ok(value) => Ok(value),
            Err(error @ SyzygyError::MissingTable { .. }) => {
                let board = position.board()?;
                if self.is_in_memory(board.occupied().len()) {
                    let values = self.values(py, &board)?;
                    return memory(&values).ok_or_else(|| of_files(&error));
                }
                Err(of_files(&error))
            }
            // Converting to a board gives a more precise error.
            Err(SyzygyError::Illegal) => {
                Err(position.board().err().unwrap_or_else(|| of_files(&SyzygyError::Illegal)))
            }
            Err(error) => Err(of_files(&error)),
        }
    }

    /// The result of a position.
    pub(crate) fn result(&self, py: Python<'_>, position: &Given) -> PyResult<Wdl> {
        self.look_up(py, position, Files::wdl, wdl_of)
    }

    fn distance(&self, py: Python<'_>, position: &Given) -> PyResult<MaybeRounded> {
        self.look_up(py, position, Files::dtz, dtz_of)
    }
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (*folders, verify = "once", men_in_memory = 0))]
    fn new(
        py: Python<'_>,
        folders: &Bound<'_, PyTuple>,
        verify: &str,
        men_in_memory: usize,
    ) -> PyResult<Self> {
        let folders: Vec<PathBuf> = folders
            .iter()
            .map(|folder| {
                folder.extract().map_err(|_| {
                    PyTypeError::new_err(format!(
                        "a folder must be a str or a path, not {}",
                        folder.get_type()
                    ))
                })
            })
            .collect::<PyResult<_>>()?;
        let verify = match verify {
            "once" => Verify::Once,
            "always" => Verify::WhenOpened,
            "never" => Verify::Never,
            other => {
                let message = format!("verify is `{other}` instead of `once`, `always` or `never`");
                return Err(PyValueError::new_err(message));
            }
        };
        if men_in_memory > MAX_SOLVED_MEN {
            return Err(PyValueError::new_err(format!(
                "men_in_memory is {men_in_memory}: endings of up to {MAX_SOLVED_MEN} men can be solved"
            )));
        }
        let opened = py.detach(|| {
            // A file that is truncated while it is mapped must not end the interpreter.
            folders.iter().fold(Files::builder().verify(verify).guard_maps(), Builder::folder).open()
        });
        let files = TableFiles::from(opened.map_err(|error| of_files(&error))?);
        let stop = Arc::new(AtomicBool::new(false));
        let known = KnownEndings::with_files(files.clone(), men_in_memory);
        let known = RwLock::new(known.prefer_memory().stopped_by(Arc::clone(&stop)).into());
        Ok(Self { files, known, stop, men_in_memory })
    }

    /// The result for the side to move under the fifty-move rule, with its counter at zero, as from
    /// `chess.syzygy.Tablebase.probe_wdl`.
    ///
    /// Raises `MissingTable`, `DamagedTable` or `IllegalPosition`.
    ///
    /// >>> from vancura import Tables
    /// >>> Tables(men_in_memory=3).wdl("8/8/8/3k4/8/8/4P3/4K3 b - - 0 1")
    /// <Wdl.DRAW: 0>
    fn wdl(&self, position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = position.py();
        types::wdl(py, self.result(py, &Given::read(position)?)?)
    }

    /// Plies to the next capture or pawn move, with the fifty-move counter at zero: positive for
    /// wins, negative for losses, 0 for draws, beyond 100 where the rule spoils the win. Some files
    /// store moves: then `.exact` is false, and the distance may be one ply more.
    ///
    /// Raises `MissingTable`, `DamagedTable` or `IllegalPosition`.
    ///
    /// >>> from vancura import Tables
    /// >>> dtz = Tables(men_in_memory=3).dtz("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
    /// >>> dtz, dtz.exact
    /// (Dtz(27), True)
    fn dtz(&self, position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = position.py();
        types::dtz(py, self.distance(py, &Given::read(position)?)?)
    }

    /// Plies to mate, fifty-move rule ignored: positive if the side to move mates, negative if it
    /// is mated, 0 for draws and for checkmate, which differ in `.wdl`. From `.vdtm` files and from
    /// memory.
    ///
    /// Raises `MissingTable`, `DamagedTable` or `IllegalPosition`.
    ///
    /// >>> from vancura import Tables
    /// >>> dtm = Tables(men_in_memory=3).dtm("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
    /// >>> dtm, dtm.moves
    /// (Dtm(27), 14)
    fn dtm(&self, position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let (py, position) = (position.py(), Given::read(position)?);
        let board = position.board()?;
        let dtm: Option<Dtm> = self.values(py, &board)?.dtm;
        dtm.map_or_else(|| Err(no_dtm(&board)), |dtm| types::dtm(py, dtm))
    }

    /// All known values of a position: an `Answer` with `wdl`, `dtz`, `dtm`, each `None` if no
    /// table has it, and the `outcome` with the position's own fifty-move counter.
    ///
    /// Raises `MissingTable` if nothing is known, `DamagedTable` or `IllegalPosition`.
    ///
    /// >>> from vancura import Tables
    /// >>> print(Tables(men_in_memory=3).probe("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"))
    /// mate in 14 (27 plies), zeroing in 27 plies
    fn probe(&self, position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let (py, position) = (position.py(), Given::read(position)?);
        let board = position.board()?;
        let values = self.values(py, &board)?;
        if values == Values::default() {
            return Err(self.nothing(py, &board));
        }
        let outcome =
            py.detach(|| tbgen::outcome(&*self.known(), &board)).map_err(|error| of_known(&error))?;
        answer::answer(py, &values, outcome)
    }

    /// The legal moves with their values for the mover, best first: by distance to mate if it is
    /// known, otherwise by result and distance to zeroing. Empty when the game is over.
    ///
    /// Raises as `probe`.
    ///
    /// >>> from vancura import Tables
    /// >>> best = Tables(men_in_memory=3).moves("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")[0]
    /// >>> best.san, best.dtm
    /// ('Ra5+', Dtm(27))
    fn moves(&self, position: &Bound<'_, PyAny>) -> PyResult<Vec<Py<PyAny>>> {
        let (py, position) = (position.py(), Given::read(position)?);
        let board = position.board()?;
        if self.values(py, &board)? == Values::default() {
            return Err(self.nothing(py, &board));
        }
        let ranked = py.detach(|| answer::rank(&*self.known(), &board)).map_err(|error| of_known(&error))?;
        answer::moves(py, &board, &ranked)
    }

    /// Best play of both sides in algebraic notation: `goal="mate"` for the quickest mate,
    /// fifty-move rule ignored, `goal="zeroing"` for the result under that rule, by the next
    /// capture or pawn move and on to the end. Empty for draws.
    ///
    /// Raises as `probe`, and `MissingTable` if the distances that the goal needs are unknown.
    ///
    /// >>> from vancura import Tables
    /// >>> Tables(men_in_memory=3).line("7k/8/5K2/8/8/8/8/R7 w - - 0 1")
    /// ['Kg6', 'Kg8', 'Ra8#']
    #[pyo3(signature = (position, goal = "mate"))]
    fn line(&self, position: &Bound<'_, PyAny>, goal: &str) -> PyResult<Vec<String>> {
        let (py, position, goal) = (position.py(), Given::read(position)?, answer::goal(goal)?);
        let board = position.board()?;
        if self.values(py, &board)? == Values::default() {
            return Err(self.nothing(py, &board));
        }
        let line =
            py.detach(|| answer::line(&*self.known(), &board, goal)).map_err(|error| of_known(&error))?;
        line.ok_or_else(|| match goal {
            Goal::Mate => no_dtm(&board),
            Goal::Zeroing => match py.detach(|| self.files().dtz(&board)) {
                Err(error) => of_files(&error),
                Ok(_) => in_no_table("no table contains this position"),
            },
        })
    }

    /// The results of many positions, as from `wdl`, in an `array.array` of signed bytes, which
    /// `numpy.asarray` converts to int8 without copying. The positions are read from any iterable
    /// and probed by `threads` threads, by default one per processor.
    ///
    /// Positions that are in no table get the number `missing` if one is given. Otherwise the first
    /// of them raises `MissingTable`; `DamagedTable` and `IllegalPosition` are always raised.
    ///
    /// >>> from vancura import Tables
    /// >>> fens = ["8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "8/8/8/3k4/8/8/4P3/4K3 b - - 0 1"]
    /// >>> Tables(men_in_memory=3).wdl_many(fens)
    /// array('b', [2, 0])
    #[pyo3(signature = (positions, threads = None, missing = None))]
    fn wdl_many<'py>(
        &self,
        positions: &Bound<'py, PyAny>,
        threads: Option<usize>,
        missing: Option<i8>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = positions.py();
        batch::results(positions, threads, missing, self.files(), |position| self.result(py, position))
    }

    /// Explains a position: exact result, the rule or the moves that prove it, the effect of each
    /// legal move, best play. Positions that are in no table are decided by rules and proofs.
    ///
    /// >>> from vancura import Tables
    /// >>> explanation = Tables(men_in_memory=3).explain("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1")
    /// >>> explanation.data["in_words"]
    /// 'mated in 12 (24 plies), zeroing in 4 plies'
    fn explain(&self, position: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let (py, position) = (position.py(), Given::read(position)?);
        let board = position.board()?;
        self.prepare(py, &board)?;
        let explanation = py.detach(|| explain::Explanation::new(&board, &self.known()));
        crate::knowledge::explanation(py, &explanation)
    }

    /// Annotates the games of a PGN text: the exact result of every move if tables or rules cover
    /// the position, moves that give a result away with a better one, only moves, mutual zugzwangs.
    /// Returns an `AnnotatedGame` for each: as PGN, as a summary, and as data, with the accuracy
    /// and the centipawn loss of each side over the moves whose result is known.
    ///
    /// Raises `ValueError`, which names the line, for games that cannot be read.
    ///
    /// >>> from vancura import Tables
    /// >>> pgn = '[FEN "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"] 1. Kd5 Kd7 1/2-1/2'
    /// >>> game, = Tables(men_in_memory=3).annotate(pgn)
    /// >>> move = game.data["moves"][0]
    /// >>> move["san"], move["fault"], move["better"]["line"][:8]
    /// ('Kd5', 'mistake', '1. Kd6 K')
    fn annotate(&self, py: Python<'_>, pgn: &str) -> PyResult<Vec<Py<PyAny>>> {
        let mut annotated = Vec::new();
        for game in board::pgn::Reader::new(pgn.as_bytes()) {
            let game = game.map_err(|broken| PyValueError::new_err(broken.to_string()))?;
            let (game, report) = interruptible(py, &self.stop, || {
                let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
                self.stop.store(false, Ordering::Relaxed);
                Ok(Annotator::new(&mut known, None).annotate(&game))
            })?;
            annotated.push(crate::knowledge::annotated(py, &board::pgn::write(&game), &report)?);
        }
        Ok(annotated)
    }

    /// Endings whose WDL files are missing for positions of this material, large ones first: its
    /// own, and those that captures and promotions lead to.
    ///
    /// >>> from vancura import Tables
    /// >>> Tables().missing_for("KPvK")
    /// ['KQvK', 'KRvK', 'KBvK', 'KNvK', 'KPvK']
    fn missing_for(&self, material: &str) -> PyResult<Vec<String>> {
        let missing = self.files().missing_for(self::material(material)?);
        Ok(missing.iter().map(ToString::to_string).collect())
    }

    /// The names of all files, such as `KQvK.rtbw`.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.files().found().map(|(material, kind)| kind.file_name(material)).collect()
    }

    /// Men of the largest ending with a WDL file; 0 without any.
    #[getter]
    fn max_men(&self) -> usize {
        self.files().max_pieces()
    }

    /// Compares every file with its checksum, even if that was done before, and returns what is
    /// wrong with damaged ones by path: empty if all are intact. `progress` is called with the
    /// numbers of files done and in all; Ctrl-C interrupts it.
    ///
    /// >>> from vancura import Tables
    /// >>> Tables().verify()
    /// {}
    #[pyo3(signature = (progress = None))]
    fn verify<'py>(
        &self,
        py: Python<'py>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let damaged = PyDict::new(py);
        let found: Vec<(Material, Kind)> = self.files().found().collect();
        for (done, &(material, kind)) in found.iter().enumerate() {
            py.check_signals()?;
            let sound = py.detach(|| {
                let files = self.files();
                files.table(material, kind)?.verify().map_err(|fault| files.bad_table(material, kind, fault))
            });
            if let (Err(error), Some(path)) = (sound, self.files().path(material, kind)) {
                damaged.set_item(path.display().to_string(), error.to_string())?;
            }
            if let Some(progress) = progress {
                progress.call1((done + 1, found.len()))?;
            }
        }
        Ok(damaged)
    }

    fn __repr__(&self) -> String {
        let Self { men_in_memory, .. } = self;
        format!("<Tables: {} files, men_in_memory={men_in_memory}>", self.files().found().count())
    }
}

/// The exception for a position whose distance to mate is unknown.
fn no_dtm(board: &Board) -> PyErr {
    let Ok(placement) = board::Placement::from_board(board) else {
        return in_no_table("no table contains this position");
    };
    let material = placement.material().canonical().0;
    let file = Kind::Dtm.file_name(material);
    let advice = if material.men() <= MAX_SOLVED_MEN {
        format!("; with men_in_memory={} it is solved", material.men())
    } else {
        String::new()
    };
    missing_table(&format!("no DTM table for {material}: put {file} into a table folder{advice}"), &file)
}
