//! Checks that every test file is a module of its crate's test program.

use std::path::Path;

/// Files beside the `main.rs` of a folder named `tests` that it does not declare as modules.
fn left_out(root: &Path) -> Vec<String> {
    let (mut found, mut folders, mut programs) = (Vec::new(), vec![root.to_owned()], 0);
    while let Some(folder) = folders.pop() {
        let main = std::fs::read_to_string(folder.join("main.rs")).ok();
        let tests = main.filter(|_| folder.ends_with("tests"));
        programs += usize::from(tests.is_some());
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with('.') && name != "target" {
                    folders.push(path);
                }
            } else if let Some(main) = &tests
                && path.extension().is_some_and(|extension| extension == "rs")
                && name != "main"
                && !main.lines().any(|line| line == format!("mod {name};"))
            {
                found.push(path.display().to_string());
            }
        }
    }
    assert!(programs > 5, "{programs} programs of tests in {}", root.display());
    found
}

#[test]
fn every_file_of_tests_is_compiled() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    assert_eq!(left_out(&root), Vec::<String>::new(), "not named in their `main.rs`");
}
