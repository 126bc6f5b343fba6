//! Runs Cargo, the one that runs this program, and reads sources.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;

/// The top of the repository.
pub(crate) fn workspace() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    path.canonicalize().unwrap_or(path)
}

/// A command of Cargo in the repository, with these compiler flags instead of those of this program
/// (sanitizers, for example).
pub(crate) fn cargo(flags: &[String]) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    cargo
        .current_dir(workspace())
        .env_remove("RUSTFLAGS")
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    cargo
}

/// Compiles, and returns what Cargo reports of each product.
///
/// # Errors
/// When Cargo fails; its messages are on standard error.
pub(crate) fn build(mut cargo: Command) -> anyhow::Result<Vec<Value>> {
    cargo.args(["--message-format", "json-render-diagnostics"]);
    let built = cargo.stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    ensure!(built.status.success(), "cargo cannot compile this: see above");
    let messages = String::from_utf8_lossy(&built.stdout);
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    Ok(messages.filter(|message| message["reason"] == "compiler-artifact").collect())
}

/// Checks that Rust's libraries for a target are installed.
///
/// # Errors
/// With the command that installs them.
pub(crate) fn require_target(target: &str) -> anyhow::Result<()> {
    let libraries = rustc(&["--print", "target-libdir", "--target", target])?;
    if !Path::new(libraries.trim()).is_dir() {
        bail!("Rust's libraries for {target} are missing: install them with `rustup target add {target}`");
    }
    Ok(())
}

/// What the compiler prints.
///
/// # Errors
/// When it cannot be started, or refuses its arguments.
pub(crate) fn rustc(arguments: &[&str]) -> anyhow::Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    output(Command::new(rustc).args(arguments))
}

/// What a program prints on standard output.
///
/// # Errors
/// When it cannot be started or fails, with what it prints on standard error.
pub(crate) fn output(program: &mut Command) -> anyhow::Result<String> {
    let name = program.get_program().to_string_lossy().into_owned();
    let done = program.output().with_context(|| format!("cannot start {name}"))?;
    ensure!(done.status.success(), "{name} failed: {}", String::from_utf8_lossy(&done.stderr).trim());
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

/// What Cargo tells about the workspace.
///
/// # Errors
/// When Cargo fails.
pub(crate) fn metadata(arguments: &[&str]) -> anyhow::Result<Value> {
    let mut cargo = cargo(&[]);
    cargo.args(["metadata", "--format-version", "1", "--locked"]).args(arguments);
    Ok(serde_json::from_str(&output(&mut cargo)?)?)
}

/// The folder in which Cargo compiles.
///
/// # Errors
/// When Cargo fails.
pub(crate) fn target_folder() -> anyhow::Result<PathBuf> {
    let told = metadata(&["--no-deps"])?;
    let folder = told["target_directory"].as_str().context("cargo names no target folder")?;
    Ok(PathBuf::from(folder))
}

/// Maximum size of a text, in bytes.
const TEXT_MAX: u64 = 1 << 20;

/// Reads a text, such as a license.
///
/// # Errors
/// With the name of the file that cannot be read.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    disk::read_text(path, TEXT_MAX).with_context(|| format!("cannot read {}", path.display()))
}
