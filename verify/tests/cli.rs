//! The program: exit status, messages, files.

use std::process::{Command, Output};

use board::Piece;
use recognizers::mined::{Leaf, Node, Tree};
use recognizers::{Named, Outcome, Recognizer, RuleBook, View};
use reference::pipe::unread;
use tbgen::TableFolders;
use verify::report::seal::{seal, to_json};
use verify::{Audit, Examples, OracleKind, Report, Shard, Truth, Universe, audit};

fn verify(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_verify"))
        .args(arguments)
        .env_remove("SYZYGY_PATH")
        .env_remove("SLURM_ARRAY_TASK_ID")
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The program must refuse with status 2 and a helpful message.
fn assert_refused(arguments: &[&str], hint: &str) {
    let output = verify(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(text(&output.stderr).contains(hint), "{arguments:?}: {}", text(&output.stderr));
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

#[test]
fn a_proof_ends_with_status_0_and_any_spelling_will_do() {
    for name in ["kpk", "KPvK", "KKP"] {
        let output = verify(&[name, "--quiet"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).starts_with("proved KPvK: draws "), "{name}");
        assert!(output.stderr.is_empty(), "{name}");
    }
}

/// `verify kpk | head`: no error message, but nothing is proved either.
#[test]
fn a_closed_pipe_gives_no_message_and_no_proof() {
    for arguments in [&["kpk"][..], &["explain", "8/P7/4K3/8/8/8/4b3/7k b - - 0 1"]] {
        let output = unread(Command::new(env!("CARGO_BIN_EXE_verify")).args(arguments));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!text(&output.stderr).contains("pipe"), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn usage_errors_end_with_status_2_and_a_hint() {
    assert_refused(&[], "Usage");
    assert_refused(&["--frob"], "--frob");
    assert_refused(&["kxk"], "`x` is not a piece");
    assert_refused(&["KRvK"], "there is no recognizer for KRvK; there are recognizers for KPvK, KPvKP");
    assert_refused(&["kpk", "--universe", "mars"], "mars");
    assert_refused(&["kpk", "--oracle", "syzygy"], "SYZYGY_PATH");
    assert_refused(&["kpk", "--oracle", "syzygy", "--syzygy", "no/such/folder"], "no/such/folder");
    assert_refused(&["kpk", "--shard", "4/3"], "4/3");
    assert_refused(&["merge", "no/such/report.json"], "no/such/report.json");
    assert_refused(&["tables", "no/such/folder"], "no/such/folder");
    assert_refused(&["explain", "8/8/8 w"], "ranks");
    assert_refused(&["explain", "4k2r/8/8/8/8/8/8/4K3 w k - 0 1"], "castling");
    assert_refused(
        &["explain", "8/8/8/3k4/8/8/8/3K4 w - - 0 1", "--oracle", "syzygy", "--syzygy", "no/such"],
        "no/such",
    );
}

#[test]
fn a_folder_without_the_tables_is_named_with_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    assert_refused(&["kpk", "--oracle", "syzygy", "--syzygy", path], "KPvK.rtbw");
    assert_refused(&["kbkp", "--oracle", "both", "--syzygy", path], "KQvK.rtbw");
}

#[test]
fn the_json_file_tells_the_whole_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.json");
    let output = verify(&[
        "kpk",
        "--named",
        "--json",
        path.to_str().unwrap(),
        "--examples",
        "2",
        "--threads",
        "1",
        "--rules",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let reports: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let report = &reports[0];
    assert_eq!(report["schema"], 3);
    assert_eq!(report["material"], "KPvK");
    assert_eq!(report["positions"], 165_676);
    assert_eq!((&report["draws"]["all"], &report["strong_wins"]["all"]), (&54_394.into(), &111_282.into()));
    assert_eq!(report["wrong"], 0);
    assert_eq!(report["missed_draws"].as_array().unwrap().len(), 2);
    let rules = report["rules"].as_array().unwrap();
    assert!(
        rules.iter().all(|rule| rule["wrong_alone"] == 0 && rule["asked"].is_u64() && rule["alone"].is_u64())
    );
}

#[test]
fn a_json_file_that_cannot_be_written_is_named() {
    let output = verify(&["kpk", "--quiet", "--json", "no/such/folder/report.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no/such/folder/report.json"));
}

#[test]
fn a_position_is_explained() {
    let output = verify(&["explain", "8/P7/4K3/8/8/8/4b3/7k b - - 0 1"]);
    assert_eq!(output.status.code(), Some(0));
    insta::assert_snapshot!(text(&output.stdout));
    let silent = verify(&["explain", "8/8/4p3/8/3P4/8/2K1k3/8 b - - 0 1"]);
    assert!(text(&silent.stdout).contains("KPvKP: no rule applies"), "{}", text(&silent.stdout));
    let second_layer = verify(&["explain", "8/8/2k5/8/3KP3/8/8/8 b - - 0 1"]);
    assert!(text(&second_layer.stdout).contains("no named rule applies"));
    let mined = verify(&["explain", "8/8/8/3k4/8/1B6/2p5/2K5 b - - 0 1", "--json"]);
    let mined: serde_json::Value = serde_json::from_slice(&mined.stdout).unwrap();
    assert!(mined["reason"]["rule"].as_str().unwrap().starts_with("KBvKP") && mined["moves"].is_array());
}

#[test]
fn nothing_is_mined_for_a_folder_that_is_not_there() {
    assert_refused(&["mine", "kbkp", "--out", "no/such/folder"], "`no/such/folder` is not a folder");
}

#[test]
fn distances_are_printed_and_on_request_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let line = "KPvK    strong  strong       11629    1.00         1  the king is outside the square";
    let printed = verify(&["distances", "kpk"]);
    assert_eq!(printed.status.code(), Some(0));
    assert!(text(&printed.stdout).lines().any(|printed| printed == line), "{}", text(&printed.stdout));
    assert_refused(&["distances", "kpk", "--out", out], "--write");
    assert_refused(&["distances", "KQvKQ"], "there is no recognizer for KQvKQ");
    for ending in ["KNNvK", "kpk", "kpk"] {
        assert_eq!(verify(&["distances", ending, "--write", "--out", out]).status.code(), Some(0));
    }
    let written = std::fs::read_to_string(folder.path().join("distances.txt")).unwrap();
    assert_eq!(written.lines().filter(|written| *written == line).count(), 1);
    assert!(written.contains("a knight mates"));
    std::fs::write(folder.path().join("distances.txt"), "KPvK by far").unwrap();
    assert_refused(&["distances", "kpk", "--write", "--out", out], "distances.txt");
    assert_refused(&["distances", "kpk", "--write", "--out", "no/such/folder"], "--out");
    let leaves = verify(&["distances", "kbkp", "--leaves"]);
    assert_eq!(leaves.status.code(), Some(0));
    assert!(text(&leaves.stdout).lines().count() > 1_000);
}

#[test]
fn the_handbook_has_an_index_that_leads_to_every_page_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("new").join("book");
    let output = verify(&["book", book.to_str().unwrap(), "kpk", "knnk"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let page = |name: &str| std::fs::read_to_string(book.join(name)).unwrap();
    let index = page("index.html");
    let targets = index.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let links: Vec<&str> = targets.filter(|target| !target.starts_with('#')).collect();
    assert_eq!(links, ["KPvK.html", "KNNvK.html"]);
    let pawn = page("KPvK.html");
    for part in
        ["pawn against the bare king", "mates in 28 moves", "Rule by rule", "White king", "plies to zeroing"]
    {
        assert!(pawn.contains(part), "{part}");
    }
    // A rule that never applied has no distance.
    let never = pawn.split("<article").find(|card| card.contains("never applied")).unwrap();
    assert!(!never.contains("plies to zeroing") && !never.contains("<svg"), "{never}");
    assert!(pawn.contains("next: KNNvK") && page("KNNvK.html").contains("previous: KPvK"));
    for name in ["index.html", "KPvK.html", "KNNvK.html"] {
        assert!(!page(name).contains("http"), "{name} loads nothing from elsewhere");
    }
    assert_eq!(std::fs::read_dir(&book).unwrap().count(), 3, "no temporary files remain");
    let taken = folder.path().join("file");
    std::fs::write(&taken, "").unwrap();
    assert_refused(&["book", taken.to_str().unwrap(), "kpk"], "cannot create");
}

/// While later endings are being proved the pages of earlier ones can be read.
#[test]
fn a_page_of_the_handbook_is_there_as_soon_as_its_ending_is_proved() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_verify"));
    program.args(["book", folder.path().to_str().unwrap(), "kpk", "kbkp", "--quiet", "--threads", "1"]);
    let mut writing = program.spawn().unwrap();
    let index = || std::fs::read_to_string(folder.path().join("index.html")).unwrap_or_default();
    while !index().contains("Not proved yet: KBvKP.") {
        assert_eq!(writing.try_wait().unwrap(), None, "the page came with the last one");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    writing.kill().unwrap();
    writing.wait().unwrap();
    assert!(index().contains("href=\"KPvK.html\"") && !index().contains("href=\"KBvKP.html\""));
    let page = std::fs::read_to_string(folder.path().join("KPvK.html")).unwrap();
    assert!(page.contains("Rule by rule") && !page.contains("KBvKP.html"));
}

#[test]
fn the_help_is_as_reviewed() {
    insta::assert_snapshot!(text(&verify(&["--help"]).stdout));
}

#[test]
fn parts_made_by_array_jobs_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let files = ["4.json", "5.json", "6.json"].map(path);
    for (task, file) in ["4", "5", "6"].iter().zip(&files) {
        let output = Command::new(env!("CARGO_BIN_EXE_verify"))
            .args(["kpk", "--quiet", "--json", file])
            .envs([
                ("SLURM_ARRAY_TASK_ID", *task),
                ("SLURM_ARRAY_TASK_COUNT", "3"),
                ("SLURM_ARRAY_TASK_MIN", "4"),
            ])
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    let html = path("page.html");
    let merged = verify(&["merge", "--quiet", "--html", &html, &files[1], &files[0], &files[2]]);
    assert_eq!(merged.status.code(), Some(0), "{}", text(&merged.stderr));
    assert_eq!(text(&merged.stdout), text(&verify(&["kpk", "--quiet"]).stdout));
    assert!(std::fs::read_to_string(&html).unwrap().contains("KPvK"));
    assert_refused(&["merge", &files[0], &files[2]], "missing parts: 2/3");
}

/// Parts whose figures were changed with a recomputed checksum, and one with its old checksum.
#[test]
fn reports_that_contradict_themselves_are_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kpk.json");
    let file = path.to_str().unwrap();
    assert_eq!(verify(&["kpk", "--quiet", "--json", file]).status.code(), Some(0));
    let sound: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let changed = |pointer: &str, value: serde_json::Value, is_sealed: bool| {
        let mut report = sound[0].clone();
        *report.pointer_mut(pointer).unwrap() = value;
        if is_sealed {
            seal(&mut report);
        }
        std::fs::write(&path, serde_json::json!([report]).to_string()).unwrap();
        let output = verify(&["merge", "--quiet", file]);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{pointer}");
        text(&output.stderr)
    };
    let seven = serde_json::json!(7);
    let said = changed("/wrong", seven.clone(), false);
    assert!(said.contains("it has been changed or damaged"), "{said}");
    assert!(changed("/sha256", seven.clone(), false).contains("has no `sha256`"));
    for (pointer, field) in [
        ("/wrong", "`wrong`"),
        ("/draws/named", "`draws`"),
        ("/tally/wrong/0", "`rules`"),
        ("/tally/chunks/0", "its shard"),
        ("/rules/0/name", "`rules`"),
        ("/shard/number", "its shard"),
    ] {
        let said = changed(pointer, seven.clone(), true);
        assert!(said.contains("contradicts itself") && said.contains(field), "{pointer}: {said}");
    }
    // Two such counts would overflow to 0.
    for (pointer, value) in [("/tally/cells/0/0/0", u64::MAX), ("/tally/disagreements", 1 << 41)] {
        let said = changed(pointer, value.into(), true);
        assert!(said.contains("contradicts itself: its counts"), "{pointer}: {said}");
    }
    std::fs::write(&path, sound.to_string()).unwrap();
    assert_eq!(verify(&["merge", "--quiet", file]).status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn reports_go_through_links_and_pipes_and_are_not_read_from_pipes() {
    use std::os::unix::fs::{FileTypeExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    symlink("end.json", path("link")).unwrap();
    let reader = {
        let pipe = path("pipe");
        std::thread::spawn(move || std::fs::read_to_string(pipe).unwrap())
    };
    for name in ["pipe", "link"] {
        let output = verify(&["kpk", "--quiet", "--json", path(name).to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    assert!(reader.join().unwrap().starts_with("[{"));
    assert!(path("pipe").metadata().unwrap().file_type().is_fifo());
    assert!(path("link").symlink_metadata().unwrap().is_symlink() && path("end.json").is_file());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "nothing else is left");
    for arguments in [&["merge"][..], &["proof"]] {
        let pipe = path("pipe");
        assert_refused(
            &[arguments, &[pipe.to_str().unwrap()]].concat(),
            "this is a pipe, not a regular file",
        );
    }
    // The second reader of tables would block on it.
    std::fs::rename(path("pipe"), path("KRvK.rtbw")).unwrap();
    if cfg!(target_arch = "x86_64") {
        assert_refused(&["tables", folder.path().to_str().unwrap(), "KQvK"], "this is a pipe");
    }
}

#[test]
fn positions_solved_without_files_are_compared_with_tables() {
    let output = verify(&["pocket", "KRvKB", "--positions", "50"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    let fields: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(fields[..5], ["KRvKB", "50", "100.00", "100.00", "100.00"], "{table}");
    let wrong = table.lines().next().unwrap().find("wrong").unwrap();
    assert_eq!(table.lines().nth(1).unwrap()[wrong..].split_whitespace().next(), Some("0"), "{table}");
    assert_refused(&["pocket", "KvK"], "KvK");

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.fen");
    let lines = [
        "8/8/8/3k4/8/8/3KB3/4N2n w - - 17 60",
        "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1",
        "8/8/8/8/8/2k5/1r6/K2BB3 b - - 99 1",
    ];
    std::fs::write(&path, lines.join("\n")).unwrap();
    let output = verify(&["pocket", "--fens", path.to_str().unwrap(), "--nodes", "500"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).starts_with("1 positions left out"), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    let names: Vec<&str> = table.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, ["ending", "KBNvKN", "KBBvKR", "all", "2"], "{table}");
    assert_refused(&["pocket", "--fens", folder.path().join("none").to_str().unwrap()], "none");
}

#[test]
fn the_page_needs_nothing_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let output = verify(&["kpk", "--named", "--quiet", "--html", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.contains("name=\"viewport\""));
    for foreign in ["http:", "https:", "src=", "<script", "url(", "@import", "<link"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    // Every rule has its diagram, and every mapped piece its maps for draws and wins with either
    // side to move.
    assert_eq!(page.matches("<article").count(), page.matches("<h3>").count());
    assert!(page.matches("<figure>").count() >= 12, "three pieces, two sides, draws and wins");
}

/// The features for the rules of [`spoiled`].
struct Anything;

impl From<&View> for Anything {
    fn from(_: &View) -> Self {
        Self
    }
}

/// The recognizer of KPvK with wrong tests of its rules: the first always applies, the others never
/// do.
fn spoiled() -> &'static Recognizer {
    let kpk = kpk();
    let spoil = |index: usize| {
        Named::<Anything>::new(*kpk.rule(index), if index == 0 { |_| true } else { |_| false })
    };
    let rules: Vec<_> = (0..kpk.rule_count()).map(spoil).collect();
    let rules: &'static RuleBook<Anything> = Box::leak(Box::new(RuleBook::new(rules.leak())));
    Box::leak(Box::new(Recognizer::new(&[Piece::Pawn], &[], rules).with_mined(kpk.mined().unwrap())))
}

fn kpk() -> &'static Recognizer {
    recognizers::find("KPvK".parse().unwrap()).unwrap().0
}

#[test]
fn an_audit_with_a_spoiled_rule_ends_with_status_1_and_names_the_rule_and_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.json");
    let file = path.to_str().unwrap();
    assert_eq!(verify(&["kpk", "--quiet", "--json", file]).status.code(), Some(0));
    let reports: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    // The program accepts only reports of its own build.
    let build = reports[0]["build"].as_str().unwrap();
    let truth = Truth::open(OracleKind::Tbgen, kpk().material(), &TableFolders::default()).unwrap();
    let audited = audit(&Audit {
        recognizer: spoiled(),
        truth: &truth,
        universe: Universe::All,
        shard: Shard::WHOLE,
        named_only: false,
        each_rule: false,
        examples: Examples { wrong: 1, ..Examples::default() },
        build,
        progress: &|_, _| {},
    });
    std::fs::write(&path, to_json(&[Report::new(audited, 0.0)]).unwrap()).unwrap();
    let output = verify(&["merge", file]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let page = text(&output.stdout);
    assert!(
        page.contains("claimed: draw (the king takes the pawn)") && page.contains(" b - - 0 1"),
        "{page}"
    );
    assert!(page.ends_with("NOT PROVED\n"), "{page}");
}

/// A table from a file replaces the embedded one: a correct one is proved with the same result, and
/// a false one is caught.
#[test]
fn a_mined_table_in_a_file_is_proved_or_refuted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    assert_refused(&["kbkp", "--mined", path], "contains no mined table");
    let table = folder.path().join("kbkp.mined");
    std::fs::write(&table, data::KBKP.table).unwrap();
    let [embedded, file] = [&["kbkp", "--quiet"][..], &["kbkp", "--quiet", "--mined", path]].map(verify);
    assert_eq!(file.status.code(), Some(0), "{}", text(&file.stderr));
    let counted = |output: &Output| text(&output.stdout).split(" in ").next().map(str::to_owned);
    assert_eq!(counted(&embedded), counted(&file));

    let ending = recognizers::find("KBvKP".parse().unwrap()).unwrap().0.mineable().unwrap();
    let draw = Leaf { outcome: Some(Outcome::Draw), has_exceptions: false };
    std::fs::write(&table, Tree::encode(&[Node::Leaf(draw)], &[], 1, ending.fingerprint())).unwrap();
    let lie = verify(&["kbkp", "--mined", path]);
    assert_eq!(lie.status.code(), Some(1), "{}", text(&lie.stdout));
    assert!(text(&lie.stdout).contains("mined table"), "{}", text(&lie.stdout));

    // Parts that were proved with different tables are not merged.
    let part = |shard: &str, mined: bool| {
        let json = folder.path().join(format!("{}.json", shard.replace('/', "-")));
        let json = json.to_str().unwrap().to_owned();
        let mut arguments = vec!["kbkp", "--quiet", "--shard", shard, "--json", &json];
        if mined {
            arguments.extend(["--mined", path]);
        }
        verify(&arguments);
        json
    };
    let parts = [part("1/2", false), part("2/2", true)];
    assert_refused(&["merge", &parts[0], &parts[1]], "cannot be merged");
}

#[test]
fn the_values_of_sound_files_follow_from_their_moves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let materials = ["KPvK", "KQvK", "KRvK", "KBvK", "KNvK"].map(|name| name.parse().unwrap());
    tbgen::build_files(&materials, folder.path(), tbgen::syzygy::Kind::ALL, |_, _| {}).unwrap();
    let output = verify(&["tables", path, "--moves"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for line in [
        "KPvK.rtbw      follows from its moves: ",
        "KPvK.rtbz      follows from its moves: ",
        "KPvK.vdtm      follows from its moves: ",
    ] {
        assert!(text(&output.stdout).contains(line), "{line}: {}", text(&output.stdout));
    }
    // For one ending alone, and for a missing one.
    let output = verify(&["tables", path, "KRvK", "--moves", "--scratch", path]);
    assert_eq!(text(&output.stdout).matches("follows from its moves").count(), 3);
    let output = verify(&["tables", path, "KQvKR", "--moves"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("KQvKR.rtbw"), "{}", text(&output.stdout));
    // Damaged files are reported, and the rest compared.
    let table = folder.path().join("KRvK.rtbz");
    let mut bytes = std::fs::read(&table).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&table, bytes).unwrap();
    let output = verify(&["tables", path, "KRvK", "--moves"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    for line in ["KRvK.rtbw      follows from its moves: ", "KRvK.rtbz      not compared: "] {
        assert!(text(&output.stdout).contains(line), "{line}: {}", text(&output.stdout));
    }
}

#[test]
fn shells_learn_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = verify(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        let script = text(&output.stdout);
        assert!(
            ["distances", "explain", "universe"].iter().all(|word| script.contains(word)),
            "{shell}: {script}"
        );
    }
}
