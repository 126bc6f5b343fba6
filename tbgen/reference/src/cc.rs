//! Compiles programs in C and C++ against our libraries and runs them, for tests.
//!
//! Cargo builds a library in all its forms before it runs the library's tests, and puts them beside
//! the test program.
//!
//! | variable           | what                                                             |
//! |--------------------|------------------------------------------------------------------|
//! | `CC`, `CXX`        | compilers, `cc` and `c++` by default                             |
//! | `VANCURA_C_FLAGS`  | further flags for them, such as `-fsanitize=address`             |
//! | `VANCURA_C_RUNNER` | what programs are run with, such as `valgrind --error-exitcode=9` |

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::is_required;

/// The language that a program is compiled as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C99.
    C99,
    /// C++17.
    Cxx17,
}

/// The form of the library that a program is linked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The archive, copied into the program.
    Static,
    /// The shared object, loaded by the program.
    Shared,
}

/// All combinations of languages and forms.
pub const WAYS: [(Language, Form); 4] = [
    (Language::C99, Form::Static),
    (Language::C99, Form::Shared),
    (Language::Cxx17, Form::Static),
    (Language::Cxx17, Form::Shared),
];

/// System libraries that the archives need.
const SYSTEM: [&str; 6] = ["-lgcc_s", "-lutil", "-lrt", "-lpthread", "-lm", "-ldl"];

impl Language {
    /// The variable that names the compiler, and the default compiler.
    fn compiler(self) -> (&'static str, &'static str) {
        match self {
            Self::C99 => ("CC", "cc"),
            Self::Cxx17 => ("CXX", "c++"),
        }
    }

    fn flags(self) -> [&'static str; 3] {
        match self {
            Self::C99 => ["-x", "c", "-std=c99"],
            Self::Cxx17 => ["-x", "c++", "-std=c++17"],
        }
    }
}

/// Compiles a program, with warnings as errors, with the headers in a folder and our library of
/// this name; `None`, with a message on standard error, if the system has no compiler.
///
/// # Panics
/// If it does not compile, or if there is no compiler and `VANCURA_REQUIRE` lists `cc`.
pub fn compile(
    source: &Path,
    headers: &Path,
    library: &str,
    (language, form): (Language, Form),
    program: &Path,
) -> Option<()> {
    let (variable, usual) = language.compiler();
    let compiler = std::env::var_os(variable).unwrap_or_else(|| usual.into());
    if !cfg!(target_os = "linux") || !is_there(&compiler) {
        let absence = format!("{} needs {} on Linux", source.display(), compiler.display());
        assert!(!is_required("cc"), "{absence}");
        let _ = writeln!(std::io::stderr(), "NOT CHECKED: {absence}");
        return None;
    }
    let beside = std::env::current_exe().expect("the test program has a path");
    let extension = if form == Form::Static { "a" } else { "so" };
    let library = beside.with_file_name(format!("lib{library}.{extension}"));
    assert!(library.exists(), "{} has not been built", library.display());
    let mut command = Command::new(&compiler);
    command.args(language.flags()).args(["-O1", "-g", "-Wall", "-Wextra", "-pedantic", "-Werror"]);
    command.args(words("VANCURA_C_FLAGS")).arg("-I").arg(headers).arg(source);
    command.args(["-x", "none"]).arg(&library).args(SYSTEM).arg("-o").arg(program);
    let output = command.output().expect("the compiler can be run");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{language:?}, {form:?}: {command:?}\n{said}");
    Some(())
}

/// Runs a program and returns its standard output. Its caches are in its own folder.
///
/// # Panics
/// If it fails; the message contains its standard error.
pub fn run(program: &Path, arguments: &[&Path]) -> String {
    let mut with: Vec<PathBuf> = words("VANCURA_C_RUNNER").into_iter().map(PathBuf::from).collect();
    with.push(program.to_owned());
    let mut command = Command::new(&with[0]);
    command.args(&with[1..]).args(arguments);
    command.env("XDG_CACHE_HOME", program.parent().expect("a program is in a folder"));
    let output = command.output().expect("the program can be run");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn is_there(compiler: &OsStr) -> bool {
    Command::new(compiler).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The words in a variable.
fn words(variable: &str) -> Vec<String> {
    std::env::var(variable).unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}
