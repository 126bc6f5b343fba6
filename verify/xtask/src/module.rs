//! Compiles the WebAssembly module, with the Cargo that runs this program.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;

const TARGET: &str = "wasm32-unknown-unknown";
/// Enables 128-bit vectors, which all browsers have supported since 2023.
const FLAGS: &str = "-Ctarget-feature=+simd128";
/// Maximum size of the module, in bytes.
const MODULE_MAX: u64 = 64 << 20;

/// Compiles the module and returns its bytes.
///
/// # Errors
/// When Rust's libraries for WebAssembly are missing, or when Cargo fails.
pub fn compile() -> anyhow::Result<Vec<u8>> {
    has_target()?;
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    cargo.args(["build", "--profile", "web", "--target", TARGET, "-p", "vancura-web", "--lib"]);
    cargo.args(["--message-format", "json-render-diagnostics"]);
    // The flags of this program, such as sanitizers, do not apply to the module.
    cargo.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", FLAGS);
    let built =
        cargo.current_dir(workspace()).stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    ensure!(built.status.success(), "the module cannot be compiled: see above");
    let path = module_of(&String::from_utf8_lossy(&built.stdout)).context("cargo reported no module")?;
    disk::read(&path, MODULE_MAX).with_context(|| format!("cannot read {}", path.display()))
}

/// The module among the messages of Cargo.
fn module_of(messages: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let ours = messages.filter(|message| message["target"]["name"] == "vancura_web");
    let names = ours.flat_map(|message| message["filenames"].as_array().cloned().unwrap_or_default());
    names
        .filter_map(|name| name.as_str().map(PathBuf::from))
        .find(|path| path.extension().is_some_and(|extension| extension == "wasm"))
}

fn has_target() -> anyhow::Result<()> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let told = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .context("cannot start rustc")?;
    if !Path::new(String::from_utf8_lossy(&told.stdout).trim()).is_dir() {
        bail!("Rust's libraries for WebAssembly are missing: install them with `rustup target add {TARGET}`");
    }
    Ok(())
}

/// The top of the repository.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
