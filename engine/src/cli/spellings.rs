//! Translates command-line arguments of other engines, mainly Wasp, to ours.

use std::ffi::OsString;
use std::path::PathBuf;

use vancura::options::DEFAULT_LOG;

/// Translates arguments with a single hyphen and a whole word; all others stay.
///
/// | theirs | ours |
/// |---|---|
/// | `-bench [-d N]` | `bench [-d N]` |
/// | `-mkbook games.pgn` | `book make games.pgn games.bin` |
/// | `-cfg FILE`, `-hash N`, `-threads N` | `--config FILE`, `--hash N`, `--threads N` |
/// | `-log` | `--log vancura.log` |
/// | `-uci_extra` | `--uci-extra` |
pub(super) fn translate(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments = arguments;
    let mut translated: Vec<OsString> = arguments.next().into_iter().collect();
    // A subcommand comes before its options.
    let program = translated.len();
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("-bench") => translated.insert(program, "bench".into()),
            Some("-mkbook") => {
                let games = arguments.next().unwrap_or_default();
                let book = PathBuf::from(&games).with_extension("bin").into_os_string();
                translated.splice(program..program, ["book".into(), "make".into(), games, book]);
            }
            Some("-cfg") => translated.push("--config".into()),
            Some("-hash") => translated.push("--hash".into()),
            Some("-threads") => translated.push("--threads".into()),
            Some("-uci_extra") => translated.push("--uci-extra".into()),
            Some("-log") => translated.extend(["--log".into(), DEFAULT_LOG.into()]),
            _ => translated.push(argument),
        }
    }
    translated
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wasps_arguments_become_ours_and_others_stay() {
        for (theirs, ours) in [
            ("v -bench -d 9", "v bench -d 9"),
            ("v -hash 64 -threads 2 -bench", "v bench --hash 64 --threads 2"),
            ("v -cfg a.cfg -log", "v --config a.cfg --log vancura.log"),
            ("v -mkbook games.pgn", "v book make games.pgn games.bin"),
            ("v -uci_extra", "v --uci-extra"),
            ("v match --a x -q", "v match --a x -q"),
            ("v bench -d 3", "v bench -d 3"),
            ("v", "v"),
        ] {
            let translated = translate(theirs.split(' ').map(OsString::from));
            let words: Vec<&str> = translated.iter().map(|word| word.to_str().unwrap()).collect();
            assert_eq!(words.join(" "), ours);
        }
    }
}
