//! Standard output: lines and JSON.

use std::io::Write as _;

use serde::Serialize;

/// Writes to standard output. A closed pipe (`tbgen list DIR | head`) does not stop the program, so
/// that a build continues.
pub(crate) fn print(bytes: &[u8]) {
    let written = std::io::stdout().write_all(bytes);
    if let Err(error) = written.and_then(|()| std::io::stdout().flush())
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        eprintln!("tbgen: cannot write to standard output: {error}");
        std::process::exit(2);
    }
}

/// Prints a value as JSON.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    say!("{}", serde_json::to_string_pretty(value)?);
    Ok(())
}
