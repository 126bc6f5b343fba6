//! Programs whose reader goes away, as `head` does.

use std::process::{Command, Output, Stdio};

/// What a program leaves behind, its status and what it complains of, when nobody reads its output.
///
/// # Panics
/// When it cannot be started.
pub fn unread(program: &mut Command) -> Output {
    let mut child =
        program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program can be started");
    drop(child.stdout.take());
    child.wait_with_output().expect("the program ends")
}
