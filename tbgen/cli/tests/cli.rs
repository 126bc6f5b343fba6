//! The `tbgen` program from the command line.

use crate::support;

use reference::pipe::unread;
use std::process::Command;

use support::{stderr, stdout, tbgen};

#[test]
fn stats_of_krk() {
    let output = tbgen(&["stats", "KRK"]);
    assert!(output.status.success());
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn any_spelling_of_a_material_means_the_same_table() {
    let expected = stdout(&tbgen(&["stats", "KRvKP", "--json"]));
    for spelling in ["krkp", "KP-KR", "kpvkr", "KPKR"] {
        assert_eq!(stdout(&tbgen(&["stats", spelling, "--json"])), expected, "{spelling}");
    }
    let json: serde_json::Value = serde_json::from_str(&expected).unwrap();
    assert_eq!(json[0]["material"], "KRvKP");
    assert_eq!(json[0]["sides"][1]["longest_win"]["moves"], 43);
}

#[test]
fn probe_rates_every_move_and_mates() {
    let output = tbgen(&["probe", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"]);
    assert!(output.status.success());
    insta::assert_snapshot!(stdout(&output));
}

#[test]
fn probe_counts_en_passant() {
    // Only the en passant capture saves Black's pawn.
    let with_right = tbgen(&["probe", "8/8/8/8/Pp6/8/8/K1k5 b - a3 0 1", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&with_right)).unwrap();
    let moves: Vec<&str> =
        json["moves"].as_array().unwrap().iter().map(|m| m["san"].as_str().unwrap()).collect();
    assert!(moves.contains(&"bxa3"), "{moves:?}");
}

#[test]
fn check_finds_nothing_in_a_right_table() {
    let output = tbgen(&["self-check", "KPK"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stdout(&output).contains("KPvK: 165676 positions compared"), "{}", stdout(&output));
}

#[test]
fn positions_of_more_men_are_drawn_without_files_and_judged_by_them() {
    let drawn = stdout(&tbgen(&["random", "KRNvKNN", "--count", "5", "--seed", "3"]));
    assert_eq!(drawn, stdout(&tbgen(&["random", "KRNvKNN", "--count", "5", "--seed", "3"])));
    assert_ne!(drawn, stdout(&tbgen(&["random", "KRNvKNN", "--count", "5", "--seed", "4"])));
    assert_eq!(drawn.lines().count(), 5);
    for fen in drawn.lines() {
        let men = fen.split(' ').next().unwrap().chars().filter(char::is_ascii_alphabetic).count();
        assert_eq!(
            (men, tbgen(&["probe", fen]).status.code()),
            (6, Some(2)),
            "legal, but in no table: {fen}"
        );
    }
    // For a folder without the files, a missing one is named.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let missing = tbgen(&["random", "KRNvKNN", "--critical", "--syzygy", path]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(stderr(&missing).contains(".rtbw into a table folder"), "{}", stderr(&missing));
}

/// Without `--metric`, DTM files are also requested.
const OF_SIX: &str = "tbgen: KNNNvKN has 6 men; for these, only results and distances to zeroing (--metric wdl,dtz) \
                      of endings with at most three pawns can be built";

#[test]
fn bad_input_is_named_and_exits_with_2() {
    for (arguments, message) in [
        (
            &["stats", "KXK"][..],
            "tbgen: `KXK` is not an ending: `X` is not a piece; write K Q R B N P, for example KRPvKR",
        ),
        (&["stats", "KRPPvKRP"], "tbgen: KRPPvKRP has 7 men; tables of 3 to 5 men can be built in memory"),
        (&["stats", "KvK"], "tbgen: KvK is always a draw and has no table"),
        (
            &["probe", "8/8 w - - 0 1"],
            "tbgen: `8/8 w - - 0 1` is not a valid position: the board has 2 ranks instead of 8",
        ),
        (
            &["probe", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"],
            "tbgen: positions with castling rights are not in any table",
        ),
        (
            &["probe", "rnbqkbnr/8/8/8/8/8/8/4K3 w - - 0 1"],
            "tbgen: 9 men on the board, at most 7 are possible here",
        ),
        (&["build", "KRPPvKRP"], "tbgen: KRPPvKRP has 7 men; tables of 3 to 5 men can be built in memory"),
        (&["build", "KNNNvKN"], OF_SIX),
        (&["plan", "KNNNvKN", "--metric", "dtm"], OF_SIX),
        (&["stats", "KNNNvKN"], "tbgen: KNNNvKN has 6 men; tables of 3 to 5 men can be built in memory"),
        (
            &["random", "KNNNvKN", "--critical"],
            "tbgen: KNNNvKN has 6 men and is not solved in memory: name a folder with its files, --syzygy DIR",
        ),
        (
            &["random", "KNNNvKN", "--result", "win"],
            "tbgen: KNNNvKN has 6 men and is not solved in memory: name a folder with its files, --syzygy DIR",
        ),
        (&["random", "KQQQQvKQQQ"], "tbgen: KQQQQvKQQQ has 9 men; at most 7 are supported"),
        (
            &["build", "KPPvKPP", "--metric", "wdl,dtz"],
            "tbgen: KPPvKPP has 6 men; for these, only results and distances to zeroing (--metric wdl,dtz) of \
             endings with at most three pawns can be built",
        ),
    ] {
        let output = tbgen(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(stderr(&output).trim_end(), message);
    }
    assert_eq!(tbgen(&["stats"]).status.code(), Some(2));
    let not_there = tbgen(&["doctor", "not-there"]);
    assert_eq!(not_there.status.code(), Some(2));
    assert_eq!(stderr(&not_there).matches("os error 2").count(), 1, "{}", stderr(&not_there));
}

/// Builds that need more memory than allowed are refused; the message names the amount.
#[test]
fn six_men_that_take_too_much_memory_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("tables");
    let six = |name: &str, memory: &str| {
        let arguments = ["build", name, "--metric", "wdl,dtz", "--memory", memory, "--out"];
        let output = Command::new(env!("CARGO_BIN_EXE_tbgen")).args(arguments).arg(&out).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        stderr(&output)
    };
    let refusal = six("KRNvKBN", "8GiB");
    assert!(
        refusal.contains("1 ending may take ")
            && refusal.contains(" of memory, more than the 8.0 GiB allowed (KRNvKBN)"),
        "{refusal}"
    );
    let needed = refusal.split("--memory ").nth(1).and_then(|rest| rest.split("MiB").next()).unwrap();
    // Five bits for each of 10 x 64^5 slots while it is being solved, without captures; a byte for
    // each of 31332 x 61 x 60 x 59 positions while it is being written.
    assert!(needed.parse::<u64>().unwrap() > 6452, "{refusal}");
    let refusal = six("KNNNNvK", "1GiB");
    let needed = refusal.split("--memory ").nth(1).and_then(|rest| rest.split("MiB").next()).unwrap();
    assert!((1 << 10..2 << 10).contains(&needed.parse::<u64>().unwrap()), "{refusal}");
    assert!(!out.exists());
    // Without a limit, free memory is the limit.
    if cfg!(target_os = "linux") && free_gib() < 8 {
        let output = Command::new(env!("CARGO_BIN_EXE_tbgen"))
            .args(["build", "KRNvKBN", "--metric", "wdl,dtz", "--out"])
            .arg(&out)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(" that is free (KRNvKBN)"), "{}", stderr(&output));
    }
}

/// Available memory reported by Linux.
fn free_gib() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kib| kib.parse::<u64>().ok()).map_or(u64::MAX, |kib| kib >> 20)
}

/// `tbgen list DIR | head` must not panic.
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for arguments in [&["stats", "KRK", "--histogram"][..], &["plan", "--men", "5"], &["completions", "bash"]]
    {
        let output = unread(Command::new(env!("CARGO_BIN_EXE_tbgen")).args(arguments));
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("panicked"), "{arguments:?}: {}", stderr(&output));
    }
}

/// The last 16 bytes of a file in hex: its checksum.
fn checksum(path: &std::path::Path) -> String {
    let bytes = std::fs::read(path).unwrap();
    let last: [u8; 16] = *bytes.last_chunk().expect("a table file has a checksum");
    format!("{:032x}", u128::from_be_bytes(last))
}

#[test]
fn built_files_are_the_published_ones_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let output = tbgen(&["build", "KPK", "--with-subtables", "--out", out]);
    assert!(output.status.success(), "{}", stderr(&output));
    for (name, published) in [
        ("KPvK.rtbw", "7e72bcffff0fc0fa6928728e92d3f652"),
        ("KPvK.rtbz", "f72a3a4f9b1b4afb6e8335bed985b891"),
        ("KQvK.rtbw", "af0d561da4523cb21a8cf05e9bc5cc6e"),
        ("KQvK.rtbz", "c51fa4b08478f04272ec668ce70d6ca7"),
        ("KRvK.rtbw", "81da63fe25b9ed66f459001558f83ca5"),
        ("KRvK.rtbz", "1df564d7e7056f15d9a1d776e8fe5884"),
        ("KNvK.rtbz", "796ab960a6140d5b030f785e91086175"),
    ] {
        assert_eq!(checksum(&folder.path().join(name)), published, "{name}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 15, "no temporary file is left");
}

#[test]
fn sound_files_are_kept_and_damaged_ones_named_and_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    assert!(tbgen(&["build", "KRK", "--out", out]).status.success());
    let again = tbgen(&["build", "KRK", "--out", out]);
    assert_eq!(stdout(&again), "[1/1] KRvK: already built, kept\n");

    let wdl = folder.path().join("KRvK.rtbw");
    let mut bytes = std::fs::read(&wdl).unwrap();
    bytes[130] ^= 4;
    std::fs::write(&wdl, &bytes).unwrap();
    let check = tbgen(&["check", wdl.to_str().unwrap(), folder.path().join("KRvK.rtbz").to_str().unwrap()]);
    assert_eq!(check.status.code(), Some(1));
    let text = stdout(&check);
    assert!(text.contains("KRvK.rtbw is not a valid") && text.contains("KRvK.rtbz: intact"), "{text}");

    assert!(tbgen(&["build", "KRK", "--out", out]).status.success());
    assert_eq!(checksum(&wdl), "81da63fe25b9ed66f459001558f83ca5");
    let missing = tbgen(&["check", folder.path().join("KQvK.rtbw").to_str().unwrap()]);
    assert_eq!(missing.status.code(), Some(1));
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let inside = file.path().join("tables");
    let output = tbgen(&["build", "KRK", "--out", inside.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot be created"), "{}", stderr(&output));
}

/// The verdicts of `check --published --json`, by file name.
fn published_or_not(paths: &[&str]) -> (Option<i32>, std::collections::BTreeMap<String, String>) {
    let output = tbgen(&[&["check", "--published", "--json"], paths].concat());
    let json: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let one = |checked: &serde_json::Value| {
        let path = std::path::Path::new(checked["file"].as_str().unwrap());
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, checked["published"].as_str().unwrap().to_owned())
    };
    (output.status.code(), json.as_array().unwrap().iter().map(one).collect())
}

#[test]
fn files_are_told_from_the_published_ones() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    assert!(tbgen(&["build", "KPvK", "KRvK", "--out", out]).status.success());
    let (status, found) = published_or_not(&[out]);
    assert_eq!(status, Some(0), "{found:?}");
    for (name, verdict) in &found {
        let expected = if name.contains("vdtm") { "not_in_list" } else { "published" };
        assert_eq!(verdict, expected, "{name}");
    }
    assert_eq!(found.len(), 6);

    // A flipped bit; an intact file of another ending under this name; an intact file of the same
    // ending with other bytes.
    let path = |name: &str| folder.path().join(name);
    let sound = std::fs::read(path("KRvK.rtbz")).unwrap();
    let mut flipped = sound.clone();
    flipped[4000] ^= 1;
    std::fs::write(path("KRvK.rtbz"), flipped).unwrap();
    std::fs::copy(path("KPvK.rtbw"), path("KQvK.rtbw")).unwrap();
    let wdl = std::fs::read(path("KRvK.rtbw")).unwrap();
    let mut other = wdl[..wdl.len() - 16].to_vec();
    // The flag of a WDL sub-table that gives the unit of DTZ sub-tables, which readers ignore.
    other[10] |= 4;
    other.extend(tbgen::syzygy::file::checksum(&other));
    std::fs::write(path("KRvK.rtbw"), other).unwrap();
    let (status, found) = published_or_not(&[out]);
    assert_eq!(status, Some(1));
    assert_eq!(found["KRvK.rtbz"], "damaged");
    assert_eq!(found["KQvK.rtbw"], "damaged");
    assert_eq!(found["KRvK.rtbw"], "differs");
    assert_eq!(found["KPvK.rtbw"], "published");
    let text = tbgen(&["check", "--published", out, path("notes.txt").to_str().unwrap()]);
    insta::assert_snapshot!("published", stdout(&text).replace(out, "DIR"));
    // Intact, so `check` alone finds nothing wrong.
    let alone = path("KRvK.rtbw");
    let alone = alone.to_str().unwrap();
    assert_eq!(tbgen(&["check", alone]).status.code(), Some(0));
    assert_eq!(published_or_not(&[alone]).0, Some(1));
}

#[test]
fn a_folder_without_tables_is_no_published_one() {
    let folder = tempfile::tempdir().unwrap();
    let output = tbgen(&["check", "--published", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("is named like a table"), "{}", stderr(&output));
}

/// The reference copies of KPvK, KQvK and KRvK are of the first generation, which is not in the
/// list: the same values with other piece orders.
#[test]
fn the_published_files_at_hand_are_the_published_ones_but_for_older_variants() {
    let Some(folder) = reference::path("syzygy") else { return };
    let (_, found) = published_or_not(&[folder.to_str().unwrap()]);
    let older = ["KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz"];
    for (name, verdict) in &found {
        let expected = if older.contains(&&name[..]) { "differs" } else { "published" };
        assert_eq!(verdict, expected, "{name}");
    }
    assert!(found.len() >= 70, "{}", found.len());
}

#[test]
fn exact_distances_are_marked_and_named_as_the_reason_of_a_difference() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let build = tbgen(&["build", "KPvK", "KBvK", "--exact-dtz", "--metric", "wdl,dtz", "--out", out]);
    assert!(build.status.success(), "{}", stderr(&build));
    let check = tbgen(&["check", "--published", out]);
    assert_eq!(check.status.code(), Some(1));
    insta::assert_snapshot!(
        "exact_dtz",
        stdout(&check).replace(out, "DIR") + &stdout(&tbgen(&["list", out]))
    );
    let json: serde_json::Value = serde_json::from_str(&stdout(&tbgen(&["list", out, "--json"]))).unwrap();
    let marks =
        json.as_array().unwrap().iter().map(|listed| (&listed["kind"] == "DTZ", &listed["exact_dtz"]));
    assert!(marks.clone().all(|(dtz, exact)| *exact == dtz) && marks.count() == 4, "{json}");
    let again = tbgen(&["build", "KPvK", "KBvK", "--exact-dtz", "--metric", "wdl,dtz", "--out", out]);
    assert_eq!(stdout(&again).matches("already built, kept").count(), 2, "{}", stdout(&again));
    let without = tbgen(&["build", "KPvK", "--exact-dtz", "--metric", "wdl,dtm", "--out", out]);
    assert_eq!(without.status.code(), Some(2));
    assert!(stderr(&without).contains("--metric wdl,dtz"), "{}", stderr(&without));
}

#[test]
fn results_alone_are_the_published_files() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let build = tbgen(&["build", "KPvK", "KRvKN", "--metric", "wdl", "--with-subtables", "--out", out]);
    assert!(build.status.success(), "{}", stderr(&build));
    let (status, found) = published_or_not(&[out]);
    assert_eq!(status, Some(0));
    assert!(found.len() == 6 && found.keys().all(|name| name.contains(".rtbw")), "{found:?}");
    // Missing files are added, existing ones kept.
    let more = tbgen(&["build", "KRvKN", "--metric", "wdl,dtz", "--out", out, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&more)).unwrap();
    assert_eq!(json[0]["files"].as_array().unwrap().len(), 1, "{json}");
    let (status, found) = published_or_not(&[out]);
    assert!(status == Some(0) && found.len() == 7 && found["KRvKN.rtbz"] == "published", "{found:?}");
}

#[test]
fn searched_orders_are_the_remembered_ones_and_are_listed() {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let [searched, remembered] = folders.each_ref().map(|folder| folder.path().to_str().unwrap());
    let build = ["build", "KQvK", "KRvK", "KPvK", "--metric", "wdl,dtz", "--out"];
    assert_eq!(tbgen(&[&build[..], &[searched, "--search-orders"]].concat()).status.code(), Some(0));
    assert_eq!(tbgen(&[&build[..], &[remembered]].concat()).status.code(), Some(0));
    for name in ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"] {
        let [one, other] = folders.each_ref().map(|folder| std::fs::read(folder.path().join(name)).unwrap());
        assert_eq!(one, other, "{name}");
    }
    let wanted = |line: &&str| ["KPvK", "KQvK", "KRvK"].contains(&line.split(' ').next().unwrap());
    let lines: Vec<&str> = data::PIECE_ORDERS.lines().filter(wanted).collect();
    let listed = tbgen(&["orders", searched]);
    assert_eq!((listed.status.code(), stdout(&listed).lines().collect::<Vec<_>>()), (Some(0), lines.clone()));
    let json = tbgen(&["orders", searched, "--json"]);
    assert_eq!(serde_json::from_str::<Vec<String>>(&stdout(&json)).unwrap(), lines);
    std::fs::remove_file(folders[0].path().join("KQvK.rtbz")).unwrap();
    assert_eq!(
        stdout(&tbgen(&["orders", searched])).lines().count(),
        2,
        "one with one file only is left out"
    );
    let empty = tempfile::tempdir().unwrap();
    let none = tbgen(&["orders", empty.path().to_str().unwrap()]);
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("no ending has both"), "{}", stderr(&none));
}
