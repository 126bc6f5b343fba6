//! A folder that keeps solved endings as table files, so that they need not be solved again by the
//! next program.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use board::Material;
use syzygy::Kind;
use syzygy::file::cache_folder;
use syzygy::write::DtzUnit;

use super::files::TableFiles;
use crate::error::BuildError;
use crate::files::outputs::Outputs;
use crate::files::{build_files, build_order};

/// Solved endings kept in a folder: results, exact distances to zeroing and distances to mate, each
/// ending with all that it leads to. Beyond a total size, the files of the least recently used
/// endings are removed; damaged files are rebuilt.
#[derive(Clone, Debug)]
pub struct KeptEndings {
    folder: PathBuf,
    most_bytes: u64,
}

/// The default limit: 2 GiB.
const MOST_BYTES: u64 = 2 << 30;

impl KeptEndings {
    /// A cache in this folder, which is created when it is first needed.
    pub(crate) fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), most_bytes: MOST_BYTES }
    }

    /// A cache in the user's cache folder; `None` without a home folder.
    pub fn of_system() -> Option<Self> {
        cache_folder().map(|folder| Self::in_folder(folder.join("endings")))
    }

    /// The same with another limit.
    #[cfg(test)]
    fn with_most_bytes(self, most_bytes: u64) -> Self {
        Self { most_bytes, ..self }
    }

    /// The folder.
    #[cfg(test)]
    fn folder(&self) -> &Path {
        &self.folder
    }

    /// True when there are files of an ending and of all that it leads to, intact or not.
    pub fn has(&self, material: Material) -> bool {
        let is_there = |ending: &Material| {
            Kind::ALL.iter().all(|kind| self.folder.join(kind.file_name(*ending)).is_file())
        };
        build_order(&[material], true).is_ok_and(|order| order.iter().all(is_there))
    }

    /// The files of endings and of all that they lead to; missing or damaged ones are built, which
    /// takes minutes for five men.
    ///
    /// # Errors
    /// [`BuildError`] when files cannot be built or read; existing files remain.
    pub fn provide(&self, materials: &[Material]) -> Result<TableFiles, BuildError> {
        let order = build_order(materials, true)?;
        let outputs = Outputs::from(Kind::ALL).with_dtz(DtzUnit::Plies);
        build_files(&order, &self.folder, outputs, |_, _| {})?;
        let files = TableFiles::open_trusting(&[&self.folder])?;
        // Files that can be neither dated nor removed can still be used.
        let _ = self.make_room(&order);
        Ok(files)
    }

    /// Updates the dates of these endings' files, and removes those of the least recently used
    /// endings.
    fn make_room(&self, asked: &[Material]) -> io::Result<()> {
        let mut kept: BTreeMap<Material, Kept> = BTreeMap::new();
        for entry in std::fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let Some(material) = ending_of(&path) else { continue };
            if asked.contains(&material) {
                disk::append(&path)?.set_modified(SystemTime::now())?;
            }
            let about = path.metadata()?;
            let ending = kept.entry(material).or_default();
            ending.bytes += about.len();
            ending.asked_for = ending.asked_for.max(Some(about.modified()?));
            ending.files.push(path);
        }
        let mut bytes: u64 = kept.values().map(|ending| ending.bytes).sum();
        let mut oldest_first: Vec<_> = kept.into_iter().collect();
        oldest_first.sort_by_key(|(_, ending)| ending.asked_for);
        for (material, ending) in oldest_first {
            if bytes <= self.most_bytes {
                break;
            }
            if !asked.contains(&material) {
                ending.files.iter().try_for_each(std::fs::remove_file)?;
                bytes -= ending.bytes;
            }
        }
        Ok(())
    }
}

/// The files of a kept ending.
#[derive(Default)]
struct Kept {
    files: Vec<PathBuf>,
    bytes: u64,
    asked_for: Option<SystemTime>,
}

/// The command-line options for the folder of kept endings.
#[cfg(feature = "clap")]
#[derive(Clone, Debug, Default, clap::Args)]
pub struct CacheArguments {
    /// Keep five-man endings that had to be solved as table files, at most 2 GiB of them, in this
    /// folder [default: the user's cache folder]. The first answer takes several times as long,
    /// later ones seconds.
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    cache: Option<std::ffi::OsString>,
}

#[cfg(feature = "clap")]
impl CacheArguments {
    /// The endings kept there; `None` where none are to be kept.
    pub fn open(&self) -> Option<KeptEndings> {
        let folder = self.cache.as_ref()?;
        if folder.is_empty() { KeptEndings::of_system() } else { Some(KeptEndings::in_folder(folder)) }
    }
}

/// The ending of a table file.
fn ending_of(path: &Path) -> Option<Material> {
    let extension = path.extension()?.to_str()?;
    let is_table = Kind::ALL.iter().any(|kind| kind.extension() == extension);
    path.file_stem()?.to_str()?.parse().ok().filter(|_| is_table)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use board::{Dtm, Dtz, fen};

    use super::*;
    use crate::answer::values::Probe as _;

    fn material(name: &str) -> Material {
        name.parse().unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Makes the files of an ending appear to have been last used this long ago.
    fn age(folder: &Path, name: &str, by: Duration) {
        for kind in Kind::ALL {
            let path = folder.join(kind.file_name(material(name)));
            let file = std::fs::File::options().append(true).open(path).unwrap();
            file.set_modified(SystemTime::now() - by).unwrap();
        }
    }

    #[test]
    fn an_ending_is_built_once_and_again_only_where_it_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let kept = KeptEndings::in_folder(folder.path().join("endings"));
        let board = fen::parse("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap();
        assert!(!kept.has(material("KRvK")));
        let values = kept.provide(&[material("KRvK")]).unwrap().values(&board).unwrap();
        // Exact to the ply, as in memory.
        assert_eq!((values.dtz, values.rounded, values.dtm), (Some(Dtz(27)), false, Some(Dtm::Win(27))));
        assert!(kept.has(material("KRvK")) && !kept.has(material("KQvK")));
        assert_eq!(names(kept.folder()), ["KRvK.rtbw", "KRvK.rtbz", "KRvK.vdtm"]);
        let path = kept.folder().join("KRvK.rtbz");
        let written = |path: &Path| path.metadata().unwrap().ino_or_len();
        let (before, intact) = (written(&path), std::fs::read(&path).unwrap());
        kept.provide(&[material("KRvK")]).unwrap();
        assert_eq!(written(&path), before);
        let mut damaged = intact.clone();
        damaged[100] ^= 1;
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, &damaged).unwrap();
        assert_eq!(kept.provide(&[material("KRvK")]).unwrap().values(&board).unwrap(), values);
        assert_eq!(std::fs::read(&path).unwrap(), intact);
    }

    #[test]
    fn what_was_not_asked_for_longest_makes_room() {
        let folder = tempfile::tempdir().unwrap();
        let kept = KeptEndings::in_folder(folder.path());
        for name in ["KQvK", "KRvK", "KPvK"] {
            kept.provide(&[material(name)]).unwrap();
        }
        let is_there = |name: &str| folder.path().join(format!("{name}.rtbw")).exists();
        age(folder.path(), "KQvK", Duration::from_secs(60));
        std::fs::write(folder.path().join("note.txt"), "not a table").unwrap();
        let bytes = |name: &str| -> u64 {
            let size =
                |kind: &Kind| folder.path().join(kind.file_name(material(name))).metadata().unwrap().len();
            Kind::ALL.iter().map(size).sum()
        };
        // KPvK leads to queen, rook and the minor pieces: what an answer needs is kept, whatever
        // its size.
        let room = bytes("KRvK");
        kept.clone().with_most_bytes(room).provide(&[material("KRvK")]).unwrap();
        assert!(is_there("KRvK") && !is_there("KQvK") && !is_there("KPvK"));
        assert!(folder.path().join("note.txt").exists());
        kept.with_most_bytes(1).provide(&[material("KPvK")]).unwrap();
        assert!(is_there("KPvK") && is_there("KQvK"));
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let error = KeptEndings::in_folder(&file).provide(&[material("KRvK")]).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("file"), "{error}");
    }

    trait InoOrLen {
        fn ino_or_len(&self) -> u64;
    }

    impl InoOrLen for std::fs::Metadata {
        #[cfg(unix)]
        fn ino_or_len(&self) -> u64 {
            std::os::unix::fs::MetadataExt::ino(self)
        }

        #[cfg(not(unix))]
        fn ino_or_len(&self) -> u64 {
            self.len()
        }
    }
}
