//! Compares the header with the library: functions, numbers, and that each function is tested.

use std::collections::BTreeSet;
use std::path::Path;

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The names of functions (`vcr_…(`) in a text, except in comments.
fn functions(text: &str) -> BTreeSet<String> {
    let code: String =
        text.split("/*").map(|part| part.split_once("*/").map_or(part, |(_, code)| code)).collect();
    let before = code.split('(').map(|part| {
        let name = part.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
        name.unwrap_or_default().to_owned()
    });
    before.filter(|name| name.starts_with("vcr_")).collect()
}

#[test]
fn functions_are_declared_exported_and_tried() {
    let declared = functions(&read("include/vancura.h"));
    let source = read("src/exports/mod.rs");
    assert_eq!(functions(&source), declared, "exported and declared");
    assert_eq!(source.matches("#[unsafe(no_mangle)]").count(), declared.len());
    assert_eq!(functions(&read("tests/check.c")), declared, "tried and declared");
}

#[test]
fn codes_and_flags_have_the_numbers_of_the_header() {
    let header = read("include/vancura.h");
    let defined = |name: &str| {
        let of_enum = header.lines().map(str::trim).find_map(|line| line.strip_prefix(&format!("{name} = ")));
        let of_macro = header.lines().find_map(|line| line.strip_prefix(&format!("#define {name} ")));
        let found = of_enum.or(of_macro).unwrap_or_else(|| panic!("{name} is not in the header"));
        found.trim_end_matches([',', 'u']).to_owned()
    };
    let mut numbers = 0;
    for source in ["src/refusal.rs", "src/tables.rs", "src/exports/mod.rs"] {
        for line in read(source).lines() {
            let line = line.trim_start_matches("pub(crate) ");
            let Some((name, rest)) = line.strip_prefix("const ").and_then(|line| line.split_once(": "))
            else {
                continue;
            };
            let Some((kind, value)) = rest.split_once(" = ") else { continue };
            if ["c_int", "c_uint", "u32"].contains(&kind) && !name.starts_with("MEN") {
                let name = format!("VCR_{name}");
                assert_eq!(value.trim_end_matches(';'), defined(&name), "{name}");
                numbers += 1;
            }
        }
    }
    assert!(numbers > 20, "{numbers}");
}
