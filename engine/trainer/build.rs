//! Embeds the commit from which the program is built, which is recorded in data files.

use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn main() {
    let commit = git(&["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]);
    println!("cargo::rustc-env=VANCURA_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    // The log of HEAD grows with every commit and checkout.
    for path in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", path])
            && std::path::Path::new(&path).exists()
        {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    println!("cargo::rerun-if-changed=src");
}
