//! The folders of table files, and the cost of building more.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use board::{Material, Move};
use practice::Play;
use site::{Building, Folder, Host, Refusal, TableFile};
use tbgen::doctor::{Listed, list};
use tbgen::syzygy::Kind;
use tbgen::{TableFiles, estimate};
use vancura::sparring::Sparring;

/// The server as [`Host`] of the answers.
pub(super) struct Folders {
    pub(super) paths: Vec<PathBuf>,
    /// Whether endings of five pieces are solved on demand.
    pub(super) solves: bool,
    /// The engine that plays in practice at a level, and the level.
    pub(super) partner: Mutex<Option<(i32, Sparring)>>,
}

impl Host for Folders {
    fn folders(&self, files: &TableFiles) -> Result<Vec<Folder>, Refusal> {
        self.paths.iter().map(|path| folder(files, path)).collect()
    }

    fn building(&self, material: Material) -> Option<Building> {
        let built = estimate(material, &Kind::ALL, 1).ok()?;
        Some(Building {
            memory_bytes: built.memory_bytes,
            disk_bytes: built.disk_bytes,
            cpu_seconds: built.cpu_seconds,
        })
    }

    fn engine_move(&self, play: &Play, elo: i32) -> Option<Move> {
        // A search that panicked has spoiled its engine only: another one takes its place.
        let mut partner = self.partner.lock().unwrap_or_else(PoisonError::into_inner).take();
        if partner.as_ref().is_none_or(|(level, _)| *level != elo) {
            partner = Sparring::new(elo).ok().map(|engine| (elo, engine));
        }
        let (level, mut engine) = partner?;
        let mv = engine.reply(play);
        *self.partner.lock().unwrap_or_else(PoisonError::into_inner) = Some((level, engine));
        mv
    }

    fn solves_on_demand(&self) -> bool {
        self.solves
    }
}

fn folder(files: &TableFiles, path: &Path) -> Result<Folder, Refusal> {
    let one = |Listed { file, material, kind, bytes, exact_dtz }| TableFile {
        file,
        material,
        kind,
        bytes,
        exact_dtz,
    };
    let listed = list(path)?.into_iter().map(one).collect();
    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    Ok(Folder::new(name, listed, files))
}
