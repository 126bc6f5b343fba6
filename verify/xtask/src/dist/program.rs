//! Compiles the programs for a target.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};

use super::archive::Entry;
use super::target::Target;
use crate::cargo::{build, cargo, output, rustc, target_folder, workspace};

/// The packages with the programs to download.
pub(super) const PACKAGES: [&str; 4] = [ENGINE, OTHERS[0], OTHERS[1], OTHERS[2]];
const ENGINE: &str = "vancura";
const OTHERS: [&str; 3] = ["vancura-tbgen-cli", "vancura-verify", "vancura-explorer"];

/// Maximum size of a program, in bytes.
const PROGRAM_MAX: u64 = 256 << 20;

/// Compiled programs.
pub(super) struct Programs {
    /// By name, without ending.
    programs: BTreeMap<String, PathBuf>,
}

impl Programs {
    /// Compiles all programs. The profile is the engine's: what the others spend their time on is
    /// hardly in it.
    ///
    /// # Errors
    /// When Cargo fails, or the profile cannot be read.
    pub(super) fn compile(target: &Target, profile: Option<&Path>) -> anyhow::Result<Self> {
        let mut programs = BTreeMap::new();
        if let Some(path) = profile {
            let path = path.canonicalize().with_context(|| format!("cannot read {}", path.display()))?;
            programs.extend(compile(target, &[ENGINE], Some(format!("-Cprofile-use={}", path.display())))?);
            programs.extend(compile(target, &OTHERS, None)?);
        } else {
            programs.extend(compile(target, &PACKAGES, None)?);
        }
        ensure!(programs.len() == PACKAGES.len(), "cargo compiled only {:?}", programs.keys());
        Ok(Self { programs })
    }

    /// The programs by name.
    pub(super) fn paths(&self) -> impl Iterator<Item = (&str, &Path)> {
        self.programs.iter().map(|(name, path)| (name.as_str(), path.as_path()))
    }

    /// The programs for an archive.
    pub(super) fn entries(&self) -> anyhow::Result<Vec<Entry>> {
        let entry = |path: &PathBuf| {
            let bytes =
                disk::read(path, PROGRAM_MAX).with_context(|| format!("cannot read {}", path.display()))?;
            let name = path.file_name().context("a program has a name")?.to_string_lossy().into_owned();
            Ok(Entry { name, bytes, is_program: true })
        };
        self.programs.values().map(entry).collect()
    }
}

/// Writes a profile of the engine's bench for a target, which `dist --profile` takes: compiles the
/// engine with counters, runs it, and merges what was counted. A program for another system is run
/// by the command in `CARGO_TARGET_<TRIPLE>_RUNNER`.
///
/// # Errors
/// When Cargo fails, the program cannot be run, or `llvm-profdata` is missing.
pub fn profile(triple: Option<&str>, file: &Path) -> anyhow::Result<()> {
    let target = triple.map_or_else(Target::host, Target::new)?;
    let merge = profdata()?;
    let counts = tempfile::tempdir().context("cannot create a temporary folder")?;
    let flag = format!("-Cprofile-generate={}", counts.path().display());
    let programs = compile(&target, &[ENGINE], Some(flag))?;
    let program = programs.values().next().context("cargo compiled no engine")?;
    let variable = format!("CARGO_TARGET_{}_RUNNER", target.triple().to_uppercase().replace('-', "_"));
    let runner = std::env::var(variable).unwrap_or_default();
    let mut words = runner.split_whitespace();
    let mut bench = match words.next() {
        Some(runner) => Command::new(runner),
        None => Command::new(program),
    };
    if !runner.is_empty() {
        bench.args(words).arg(program);
    }
    output(bench.arg("bench"))?;
    output(Command::new(merge).arg("merge").arg("-o").arg(file).arg(counts.path()))?;
    Ok(())
}

/// The program that merges counts, of the compiler's own version.
fn profdata() -> anyhow::Result<PathBuf> {
    let root = PathBuf::from(rustc(&["--print", "sysroot"])?.trim());
    let name = format!("llvm-profdata{}", std::env::consts::EXE_SUFFIX);
    let path = root.join("lib/rustlib").join(Target::host()?.triple()).join("bin").join(name);
    ensure!(path.is_file(), "llvm-profdata is missing: install it with `rustup component add llvm-tools`");
    Ok(path)
}

/// The programs of packages, by name.
fn compile(
    target: &Target,
    packages: &[&str],
    flag: Option<String>,
) -> anyhow::Result<BTreeMap<String, PathBuf>> {
    let mut flags = target.flags();
    flags.extend(renamed_folders()?);
    flags.extend(flag);
    let mut cargo = cargo(&flags);
    cargo.args(["build", "--profile", "dist", "--locked", "--bins", "--target", target.triple()]);
    for package in packages {
        cargo.args(["-p", package]);
    }
    // Names of functions and lines are for those who compile it themselves.
    cargo.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DIST_STRIP", "symbols");
    let mut programs = BTreeMap::new();
    for product in build(cargo)? {
        if let Some(path) = product["executable"].as_str() {
            let name = product["target"]["name"].as_str().context("cargo names no program")?;
            programs.insert(name.to_owned(), PathBuf::from(path));
        }
    }
    Ok(programs)
}

/// Flags that replace the folders of this computer in messages of the programs.
fn renamed_folders() -> anyhow::Result<Vec<String>> {
    let mut folders = vec![(target_folder()?, "/target".to_owned()), (workspace(), "/vancura".to_owned())];
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let sources = home.map(|home| home.join("registry/src"));
    for registry in sources.iter().filter_map(|sources| sources.read_dir().ok()).flatten().flatten() {
        folders.push((registry.path(), "/crates".to_owned()));
    }
    // Of several that match, the last one counts: a folder before those inside it.
    folders.sort_by_key(|(folder, _)| folder.components().count());
    let flag = |(from, to): (PathBuf, String)| format!("--remap-path-prefix={}={to}", from.display());
    Ok(folders.into_iter().map(flag).collect())
}
