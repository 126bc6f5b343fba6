//! A conversation with the program through pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

/// The program, its input and its output.
pub(crate) struct Session {
    pub(crate) child: Child,
    input: Option<ChildStdin>,
    /// Its output, line by line, read continuously so that it never blocks on a full pipe.
    output: Receiver<String>,
}

impl Session {
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    pub(crate) fn start_with(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_vancura"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Not the terminal of the tests: there the program would tell people more.
        let mut fault = child.stderr.take().unwrap();
        std::thread::spawn(move || std::io::copy(&mut fault, &mut std::io::stderr()));
        let input = child.stdin.take();
        let mut pipe = BufReader::new(child.stdout.take().unwrap());
        let (said, output) = channel();
        std::thread::spawn(move || {
            loop {
                let mut line = String::new();
                let is_over = pipe.read_line(&mut line).unwrap() == 0;
                if is_over || said.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, input, output }
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    /// Lines up to and including the first that begins with `last`.
    pub(crate) fn read_to(&mut self, last: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let Ok(line) = self.output.recv() else { panic!("the engine exited after {lines:?}") };
            lines.push(line.trim_end().to_owned());
            if line.starts_with(last) {
                return lines;
            }
        }
    }

    pub(crate) fn ask(&mut self, line: &str, last: &str) -> Vec<String> {
        self.send(line);
        self.read_to(last)
    }

    /// All remarks until `readyok`.
    pub(crate) fn remarks(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        let lines = self.ask("isready", "readyok");
        lines[..lines.len() - 1].to_vec()
    }

    /// Closes the input and waits for the end.
    pub(crate) fn finish(mut self) -> (bool, String) {
        drop(self.input.take());
        let rest = self.output.iter().collect();
        (self.child.wait().unwrap().success(), rest)
    }
}
