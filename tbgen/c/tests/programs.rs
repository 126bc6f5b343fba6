//! Runs the programs `check.c` and the example of the README.

use std::path::Path;

use reference::cc::{Form, Language, WAYS, compile, run};

use crate::support::Fixture;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_function_works_in_both_languages_and_both_forms() {
    let fixture = Fixture::new();
    let [sound, damaged, positions, program] =
        ["sound", "damaged", "positions", "program"].map(|name| fixture.path(name));
    let here = Path::new(HERE);
    for way in WAYS {
        let source = here.join("tests/check.c");
        if compile(&source, &here.join("include"), "vancura_c", way, &program).is_none() {
            return;
        }
        let said = run(&program, &[&sound, &damaged, &positions]);
        assert!(said.ends_with(" positions\n"), "{way:?}: {said}");
    }
}

#[test]
fn the_program_of_the_readme_answers() {
    let fixture = Fixture::new();
    let here = Path::new(HERE);
    let readme = std::fs::read_to_string(here.join("README.md")).unwrap();
    let source = readme.split("```c\n").nth(1).unwrap().split("```").next().unwrap();
    let [sound, program, file] = ["sound", "program", "probe.c"].map(|name| fixture.path(name));
    std::fs::write(&file, source).unwrap();
    let way = (Language::C99, Form::Static);
    if compile(&file, &here.join("include"), "vancura_c", way, &program).is_some() {
        assert_eq!(run(&program, &[&sound]), "2 for the side to move\n");
    }
}
