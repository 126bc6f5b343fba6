//! The result as a patch for `params.rs`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The path of the file.
const PATH: &str = "engine/src/params.rs";
/// Context lines around a change.
const CONTEXT: usize = 3;

/// A unified diff that changes the defaults of parameters; empty when nothing changes. `source` is
/// the current file.
pub(super) fn patch(source: &str, values: &[(&str, i32)]) -> String {
    let lines: Vec<&str> = source.lines().collect();
    let changes: BTreeMap<usize, String> = values
        .iter()
        .filter_map(|(name, value)| {
            let declares = |line: &&str| {
                line.trim_start().strip_prefix(name).is_some_and(|rest| rest.starts_with(" = "))
            };
            let index = lines.iter().position(declares)?;
            let (before, rest) = lines[index].split_once(" = ")?;
            let (_, after) = rest.split_once(',')?;
            let changed = format!("{before} = {},{after}", literal(*value));
            (changed != lines[index]).then_some((index, changed))
        })
        .collect();
    if changes.is_empty() {
        return String::new();
    }
    let mut diff = format!("--- a/{PATH}\n+++ b/{PATH}\n");
    for (first, end) in hunks(changes.keys().copied(), lines.len()) {
        let _ = writeln!(diff, "@@ -{0},{1} +{0},{1} @@", first + 1, end - first);
        for (index, line) in lines.iter().enumerate().take(end).skip(first) {
            match changes.get(&index) {
                Some(changed) => {
                    let _ = write!(diff, "-{line}\n+{changed}\n");
                }
                None => {
                    let _ = writeln!(diff, " {line}");
                }
            }
        }
    }
    diff
}

/// Ranges of lines around changes, merged where they meet.
fn hunks(changes: impl Iterator<Item = usize>, lines: usize) -> Vec<(usize, usize)> {
    let mut hunks: Vec<(usize, usize)> = Vec::new();
    for change in changes {
        let (first, end) = (change.saturating_sub(CONTEXT), (change + CONTEXT + 1).min(lines));
        match hunks.last_mut() {
            Some((_, before)) if *before >= first => *before = end,
            _ => hunks.push((first, end)),
        }
    }
    hunks
}

/// A number as written in the file, with digits grouped in threes.
fn literal(value: i32) -> String {
    let digits = value.unsigned_abs().to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).expect("digits are text"))
        .collect();
    format!("{}{}", if value < 0 { "-" } else { "" }, groups.join("_"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{PARAMETERS, SOURCE};

    /// A simple implementation of `patch -p1`.
    fn applied(source: &str, diff: &str) -> String {
        let old: Vec<&str> = source.lines().collect();
        let (mut new, mut at) = (Vec::new(), 0);
        for line in diff.lines().skip(2) {
            if let Some(hunk) = line.strip_prefix("@@ -") {
                let first: usize = hunk.split(',').next().unwrap().parse().unwrap();
                new.extend(&old[at..first - 1]);
                at = first - 1;
                continue;
            }
            let (sign, text) = line.split_at(1);
            if sign != "+" {
                assert_eq!(old[at], text);
                at += 1;
            }
            if sign != "-" {
                new.push(text);
            }
        }
        new.extend(&old[at..]);
        new.join("\n") + "\n"
    }

    #[test]
    fn every_parameter_gets_its_new_default_and_nothing_else_changes() {
        let values: Vec<(&str, i32)> = PARAMETERS.iter().map(|one| (one.name, *one.range.end())).collect();
        let changed = applied(SOURCE, &patch(SOURCE, &values));
        assert_eq!(changed.lines().count(), SOURCE.lines().count());
        let differing: Vec<&str> =
            changed.lines().zip(SOURCE.lines()).filter(|(new, old)| new != old).map(|(new, _)| new).collect();
        assert_eq!(differing.len(), PARAMETERS.len());
        for (line, parameter) in differing.iter().zip(PARAMETERS) {
            let expected = format!("    {} = {}, ", parameter.name, literal(*parameter.range.end()));
            assert!(line.starts_with(&expected) && line.ends_with(';'), "{line}");
        }
    }

    #[test]
    fn the_defaults_are_written_as_they_stand_in_the_file() {
        let values: Vec<(&str, i32)> = PARAMETERS.iter().map(|one| (one.name, one.default)).collect();
        assert_eq!(patch(SOURCE, &values), "");
    }

    #[test]
    fn a_patch_is_a_unified_diff() {
        let source = "a\nb\nc\nd\n    one = 1, 0..=9;\nf\ng\n    one_more = 2_000, 0..=9;\nh\ni\nj\nk\n";
        assert_eq!(
            patch(source, &[("one_more", -1_234_567), ("one", 8), ("two", 3)]),
            "--- a/engine/src/params.rs\n+++ b/engine/src/params.rs\n@@ -2,10 +2,10 @@\n b\n c\n d\n-    one = 1, 0..=9;\n+    one = 8, 0..=9;\n f\n g\n\
             -    one_more = 2_000, 0..=9;\n+    one_more = -1_234_567, 0..=9;\n h\n i\n j\n"
        );
        assert_eq!(hunks([4, 20].into_iter(), 22), [(1, 8), (17, 22)]);
    }
}
