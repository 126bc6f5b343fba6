//! Compiles the WebAssembly module.

use std::path::PathBuf;

use anyhow::Context as _;
use serde_json::Value;

use crate::cargo::{build, cargo, require_target};

/// The module's name in the folder of the page and in the package.
pub(crate) const MODULE: &str = "vancura.wasm";

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
    require_target(TARGET)?;
    let mut cargo = cargo(&[FLAGS.to_owned()]);
    cargo.args(["build", "--profile", "web", "--target", TARGET, "-p", "vancura-web", "--lib"]);
    let path = module_of(&build(cargo)?).context("cargo reported no module")?;
    disk::read(&path, MODULE_MAX).with_context(|| format!("cannot read {}", path.display()))
}

/// The module among the products.
fn module_of(products: &[Value]) -> Option<PathBuf> {
    let ours = products.iter().filter(|product| product["target"]["name"] == "vancura_web");
    let names = ours.flat_map(|product| product["filenames"].as_array().cloned().unwrap_or_default());
    names
        .filter_map(|name| name.as_str().map(PathBuf::from))
        .find(|path| path.extension().is_some_and(|extension| extension == "wasm"))
}
