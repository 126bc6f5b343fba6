//! Writes the package for Node.

use std::path::Path;

use web::{PACKAGE, SCRIPTS};

use crate::cargo::{read, workspace};
use crate::module::MODULE;
use crate::out;

/// The license files of the package.
const LICENSES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Writes the package with its `module`.
///
/// # Errors
/// A folder with other files, and I/O errors.
pub fn write(module: &[u8], folder: &Path) -> anyhow::Result<()> {
    out::prepare(folder, MODULE)?;
    out::write(folder, MODULE, module)?;
    for (name, text) in PACKAGE {
        let text = text.replace("{{version}}", env!("CARGO_PKG_VERSION"));
        out::write(folder, name, text.as_bytes())?;
    }
    for (name, text) in SCRIPTS.into_iter().filter(|(name, _)| *name != "service.js") {
        out::write(folder, name, text.as_bytes())?;
    }
    for name in LICENSES {
        out::write(folder, name, read(&workspace().join(name))?.as_bytes())?;
    }
    Ok(())
}
