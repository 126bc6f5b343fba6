//! The reference page, the program's help and its actual options agree.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// `engine/docs/reference.md`.
fn page() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference.md")).unwrap()
}

fn help(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_vancura")).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// The program's output for some input lines.
fn answers(lines: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vancura"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn every_command_and_option_is_in_help_and_on_the_page() {
    let page = page();
    let listed = answers("help\nquit\n");
    let (options, commands): (Vec<_>, Vec<_>) =
        listed.lines().partition(|line| line.starts_with("options: "));
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let name = command.split_whitespace().next().unwrap();
        assert!(page.contains(&format!("| `{name}` |")), "the page lacks the command `{name}`");
    }
    let announced = answers("uci\nquit\n");
    for line in announced.lines().filter_map(|line| line.strip_prefix("option name ")) {
        let name = line.split(" type ").next().unwrap();
        assert!(
            options[0].split([':', ',']).any(|told| told.trim() == name),
            "`help` lacks the option `{name}`"
        );
        assert!(page.contains(&format!("`{name}`")), "the page lacks the option `{name}`");
    }
}

#[test]
fn every_subcommand_and_argument_is_on_the_page() {
    let page = page();
    let overview = help(&["--help"]);
    let names = overview.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let names: Vec<&str> = names
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.contains(&"annotate") && names.contains(&"bench"), "{names:?}");
    for name in names.into_iter().filter(|&name| name != "help") {
        assert!(page.contains(&format!("### vancura {name}")), "the page lacks `vancura {name}`");
        let help = help(&[name, "--help"]);
        for flag in help.split_whitespace().filter(|word| word.starts_with("--") && word.len() > 2) {
            let flag = flag.split(['[', '=']).next().unwrap_or_default();
            let flag = flag.trim_end_matches([',', ';', '.', ')', ']', '`']);
            assert!(page.contains(&format!("`{flag}`")), "the page lacks `{flag}` of `vancura {name}`");
        }
    }
}

#[test]
fn shells_learn_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = help(&["completions", shell]);
        assert!(
            ["annotate", "cooks", "movetime", "tune", "batch"].iter().all(|word| script.contains(word)),
            "{shell}: {script}"
        );
    }
}
