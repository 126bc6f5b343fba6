//! `vancura explain` asked about one position after another through a pipe.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};

use serde_json::Value;

fn explain(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
    command
        .arg("explain")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn each_line_is_answered_by_a_line_before_the_next_is_read() {
    let mut child =
        explain(&["--json", "--no-files", "-"]).env("SYZYGY_PATH", "/no/such/folder").spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let mut ask = |line: &[u8]| -> Value {
        input.write_all(line).unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap()
    };
    let vancura = ask(b"\n R7/6k1/P4r2/8/8/1K6/8/8 b - - 0 1\r\n");
    assert_eq!((&vancura["result"], &vancura["ending"]), (&"Draw".into(), &"KRPvKR".into()), "{vancura}");
    let refused = ask(b"8/8/8 w - - 0 1\n");
    assert_eq!(refused["fen"], "8/8/8 w - - 0 1");
    assert!(refused["error"].as_str().unwrap().contains("8/8/8"), "{refused}");
    assert_eq!(ask(b"8/8/8/4k3/8/4K3/4P3/8 w - - 0 1\n")["result"], "Draw");
    drop(input);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(said.contains("1 line of standard input cannot be explained"), "{said}");
}

#[test]
fn lines_need_json_and_an_end() {
    for (arguments, input, fault) in
        [(&["-"][..], vec![], "add --json"), (&["--json", "-"], vec![b'8'; 5_000], "more than 1024 bytes")]
    {
        let mut child = explain(arguments).spawn().unwrap();
        // The program may have ended before it reads.
        let _ = child.stdin.take().unwrap().write_all(&input);
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(fault), "{said}");
    }
}
