//! Programs whose output pipe is closed early, as by `head`.

use std::process::{Command, Output, Stdio};

/// The exit status and standard error of a program whose output is not read.
///
/// # Panics
/// When it cannot be started.
pub fn unread(program: &mut Command) -> Output {
    let mut child =
        program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program can be started");
    drop(child.stdout.take());
    child.wait_with_output().expect("the program ends")
}
