//! Writes archives of the programs to download, one for each target.
//!
//! The same sources, compiler and profile make the same bytes, in whatever folder they are
//! compiled: `.ci/slow programs` checks it.

mod archive;
mod licenses;
mod program;
mod target;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context as _, ensure};
use sha2::{Digest as _, Sha256};

use crate::cargo::{output, read, rustc, workspace};
use crate::out;
use archive::Entry;
use program::Programs;
use target::Target;

pub use program::profile as write_profile;

/// The list of checksums, as `sha256sum --check` reads it.
const CHECKSUMS: &str = "SHA256SUMS";

/// The page for those who unpack an archive.
const README: &str = include_str!("README.md");

/// A target and the profile that guides the optimization of its engine, as in `TRIPLE=FILE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guide {
    target: String,
    file: PathBuf,
}

impl FromStr for Guide {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (target, file) =
            text.split_once('=').ok_or("a target and a file are needed, as in TRIPLE=FILE")?;
        Ok(Self { target: target.to_owned(), file: file.into() })
    }
}

/// Compiles the programs for each target, those of this computer without one, and writes archives
/// and their checksums to a folder. Returns the names of the archives.
///
/// # Errors
/// A folder with other files, a target without libraries or linker, a profile for another target,
/// and I/O errors.
pub fn write(folder: &Path, targets: &[String], guides: &[Guide]) -> anyhow::Result<Vec<String>> {
    let host = Target::host()?;
    let targets: Vec<Target> = match targets {
        [] => vec![host.clone()],
        names => names.iter().map(|name| Target::new(name)).collect::<anyhow::Result<_>>()?,
    };
    for guide in guides {
        let is_used = targets.iter().any(|target| target.triple() == guide.target);
        ensure!(is_used, "the profile {} is for {}, which is no target", guide.file.display(), guide.target);
    }
    out::prepare(folder, CHECKSUMS)?;
    let mut built = Vec::new();
    for target in &targets {
        let guide = guides.iter().find(|guide| guide.target == target.triple());
        let profile = guide.map(|guide| guide.file.as_path());
        built.push((target, profile, Programs::compile(target, profile)?));
    }
    let texts = match built.iter().find(|(target, ..)| target.runs_on(&host)) {
        Some((.., programs)) => texts(programs)?,
        None => texts(&Programs::compile(&host, None)?)?,
    };
    let mut sums = BTreeMap::new();
    for (target, profile, programs) in built {
        let mut entries = texts.clone();
        entries.extend(own_files(target, profile)?);
        entries.extend(programs.entries()?);
        let (name, bytes) = archive::pack(&target.archive(), target.is_windows(), entries)?;
        out::write(folder, &name, &bytes)?;
        sums.insert(name, base16ct::lower::encode_string(&Sha256::digest(&bytes)));
    }
    let lines: Vec<String> = sums.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
    out::write(folder, CHECKSUMS, lines.concat().as_bytes())?;
    Ok(sums.into_keys().collect())
}

/// Completions and man pages, written by the programs.
fn texts(programs: &Programs) -> anyhow::Result<Vec<Entry>> {
    const SHELLS: [(&str, &str, &str); 5] = [
        ("bash", "", ".bash"),
        ("zsh", "_", ""),
        ("fish", "", ".fish"),
        ("powershell", "_", ".ps1"),
        ("elvish", "", ".elv"),
    ];
    let mut entries = Vec::new();
    for (name, program) in programs.paths() {
        for (shell, before, after) in SHELLS {
            let script = output(std::process::Command::new(program).args(["completions", shell]))?;
            entries.push(Entry::text(format!("completions/{before}{name}{after}"), script));
        }
        let manual = tempfile::tempdir().context("cannot create a temporary folder")?;
        output(std::process::Command::new(program).arg("manual").arg(manual.path()))?;
        for page in manual.path().read_dir()? {
            let page = page?;
            let text = read(&page.path())?;
            entries.push(Entry::text(format!("man/man1/{}", page.file_name().to_string_lossy()), text));
        }
    }
    Ok(entries)
}

/// The page for those who unpack the archive, licenses, and how it was compiled.
fn own_files(target: &Target, profile: Option<&Path>) -> anyhow::Result<Vec<Entry>> {
    let mut entries = vec![Entry::text("README.md".to_owned(), README.to_owned())];
    for name in ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"] {
        entries.push(Entry::text(name.to_owned(), read(&workspace().join(name))?));
    }
    entries.push(Entry::text("THIRD-PARTY.txt".to_owned(), licenses::of(target)?));
    entries.push(Entry::text("BUILD.txt".to_owned(), origin(target, profile)?));
    Ok(entries)
}

/// Says what the programs were made from.
fn origin(target: &Target, profile: Option<&Path>) -> anyhow::Result<String> {
    let git = |arguments: &[&str]| {
        output(std::process::Command::new("git").args(arguments).current_dir(workspace()))
    };
    // Without git, sources are from an archive of a version.
    let commit = match (git(&["rev-parse", "HEAD"]), git(&["status", "--porcelain", "--untracked-files=no"]))
    {
        (Ok(commit), Ok(changes)) if changes.is_empty() => commit.trim().to_owned(),
        (Ok(commit), _) => format!("{} with changes", commit.trim()),
        _ => "unknown".to_owned(),
    };
    let profile = match profile {
        Some(path) => {
            let bytes = read_profile(path)?;
            format!("profile with SHA-256 {}", base16ct::lower::encode_string(&Sha256::digest(&bytes)))
        }
        None => "no profile".to_owned(),
    };
    Ok(format!(
        "Vancura {}\ncommit: {commit}\ncompiler: {}\ntarget: {}\noptimization: Cargo profile `dist`, {profile}\n",
        env!("CARGO_PKG_VERSION"),
        rustc(&["--version"])?.trim(),
        target.triple(),
    ))
}

/// Maximum size of a profile, in bytes.
const PROFILE_MAX: u64 = 256 << 20;

fn read_profile(path: &Path) -> anyhow::Result<Vec<u8>> {
    disk::read(path, PROFILE_MAX).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_name_their_target() {
        let guide: Guide = "x86_64-unknown-linux-musl=a=b".parse().unwrap();
        assert_eq!(
            (guide.target.as_str(), guide.file.as_path()),
            ("x86_64-unknown-linux-musl", Path::new("a=b"))
        );
        assert!("profile".parse::<Guide>().is_err());
        let host = Target::host().unwrap().triple().to_owned();
        let folder = tempfile::tempdir().unwrap();
        let error = write(folder.path(), &[host], &[guide]).unwrap_err().to_string();
        assert!(error.contains("which is no target"), "{error}");
    }
}
