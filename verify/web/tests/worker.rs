//! Questions to the worker as the page sends them, with solving in between, and added files.

use std::path::Path;
use std::sync::Arc;

use tbgen::syzygy::Kind;
use web::{Done, Read, Worker};

use site::Question;

/// Files in memory instead of those of a browser.
struct Files(Vec<Vec<u8>>);

impl Read for Files {
    fn read(&self, file: u32, at: u32, room: &mut [u8]) -> bool {
        let bytes =
            self.0.get(file as usize).and_then(|file| file.get(at as usize..at as usize + room.len()));
        bytes.is_some_and(|bytes| {
            room.copy_from_slice(bytes);
            true
        })
    }
}

fn worker(files: Vec<Vec<u8>>) -> Worker {
    Worker::new(["KPvK.html", "index.html"], Arc::new(Files(files)))
}

fn ask(worker: &mut Worker, path: &str) -> (u16, String) {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let reply = worker.ask(&Question::new(path, query));
    (reply.status, String::from_utf8(reply.text).unwrap())
}

fn add(worker: &mut Worker, name: &str, number: usize, bytes: usize) -> (u16, String) {
    let question = Question::new("files", &format!("name={name}&number={number}&bytes={bytes}"));
    let reply = worker.ask(&question.with_body(Vec::new()));
    (reply.status, String::from_utf8(reply.text).unwrap())
}

/// Works until the last position has a better answer, or nothing is left.
fn work(worker: &mut Worker) -> Done {
    loop {
        match worker.work() {
            Done::Some => {}
            done => return done,
        }
    }
}

#[test]
fn results_come_first_and_distances_when_they_are_solved() {
    let mut worker = worker(Vec::new());
    let path = "part/position?fen=8/8/8/3k4/8/3K4/8/3BN3_w_-_-_0_1";
    let question = Question::new("part/position", "fen=8/8/8/3k4/8/3K4/8/3BN3_w_-_-_0_1");
    let (_, blind) = ask(&mut worker, path);
    assert!(blind.contains("data-awaits") && blind.contains("Not known: KBNvK is not solved yet"), "{blind}");
    while worker.prepare(&question, false) {}
    let (_, results) = ask(&mut worker, path);
    assert!(results.contains("White wins.") && results.contains("data-awaits"), "{results}");
    assert!(results.contains("Solved in memory by this program, without distances"), "{results}");
    assert_eq!(work(&mut worker), Done::Better);
    let (_, distances) = ask(&mut worker, path);
    assert!(
        distances.contains("White wins: White mates in") && !distances.contains("data-awaits"),
        "{distances}"
    );
    assert_eq!(work(&mut worker), Done::Nothing);
    let (_, tables) = ask(&mut worker, "part/tables");
    assert!(tables.contains("with all distances") && !tables.contains("<progress"), "{tables}");
}

#[test]
fn five_men_are_proved_or_not_known_and_six_are_not() {
    let mut worker = worker(Vec::new());
    let (_, vancura) = ask(&mut worker, "part/position?fen=R7/6k1/P4r2/8/8/1K6/8/8_b_-_-_0_1");
    assert!(vancura.contains("Drawn with best play by both sides."), "{vancura}");
    // A fork that wins the bishop two moves later: no rule applies.
    let fork = "8/8/1k6/8/8/8/K3P1b1/3Q4_w_-_-_0_1";
    while worker.prepare(&Question::new("part/position", &format!("fen={fork}")), false) {}
    let (_, proved) = ask(&mut worker, &format!("part/position?fen={fork}"));
    assert!(proved.contains("White wins.") && proved.contains("Proved by its moves"), "{proved}");
    assert!(proved.contains("within 3 plies") && proved.contains("KQPvK solved"), "{proved}");
    let (status, six) = ask(&mut worker, "part/position?fen=8/2p5/8/3k4/5r2/8/4P3/4K2R_w_-_-_0_1");
    assert!(status == 200 && six.contains("Not known: there is no table of KRPvKRP."), "{six}");
    let (status, eight) = ask(&mut worker, "part/position?fen=8/2pppp2/8/3k4/5r2/8/4P3/4K2R_w_-_-_0_1");
    assert!(status == 200 && eight.contains("Not known: the board has 9 pieces"), "{eight}");
}

#[test]
fn addresses_are_those_of_the_server_and_nothing_panics() {
    let mut worker = worker(Vec::new());
    let (_, page) = ask(&mut worker, "");
    assert!(page.contains("data-worker=\"worker.js\" data-handbook=\"KPvK.html\""), "{page}");
    assert!(!page.contains("id=\"engine\"") && !page.contains("{{") && page.contains("handbook/index.html"));
    assert!(ask(&mut worker, "part/examples?ending=KPvK").1.contains("handbook/KPvK.html"));
    for (path, status) in [
        ("part/position?fen=nonsense", 400),
        ("part/position", 400),
        ("part/nothing", 404),
        ("files", 405),
        ("api/v1/health", 404),
        ("api/v1/position?fen=8/8/8/8/8/8/8/8_w", 400),
        ("standard?fen=4k3/5q2/8/8/8/8/8/R3K2R_w_KQ_-_0_1", 200),
        ("\u{0}?%%%&&=", 404),
    ] {
        assert_eq!(ask(&mut worker, path).0, status, "{path}");
    }
}

/// The files of an ending and of all endings that it leads to.
fn files(ending: &str, folder: &Path) -> Vec<(String, Vec<u8>)> {
    let order = tbgen::build_order(&[ending.parse().unwrap()], true).unwrap();
    tbgen::build_files(&order, folder, Kind::SYZYGY, |_, _| {}).unwrap();
    let one = |(material, kind): (board::Material, Kind)| {
        let name = kind.file_name(material);
        let bytes = std::fs::read(folder.join(&name)).unwrap();
        (name, bytes)
    };
    tbgen::TableFiles::open(&[folder]).unwrap().found().map(one).collect()
}

#[test]
fn added_files_are_used_and_damaged_ones_are_refused_with_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let files = files("KRPvK", folder.path());
    let mut all: Vec<Vec<u8>> = files.iter().map(|(_, bytes)| bytes.clone()).collect();
    let mut damaged = all[0].clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    all.push(damaged);
    let mut worker = worker(all.clone());
    let (status, refused) = add(&mut worker, &files[0].0, all.len() - 1, all[0].len());
    assert!(status == 400 && refused.contains(&files[0].0) && refused.contains("checksum"), "{refused}");
    let (status, refused) = add(&mut worker, "notes.txt", 0, all[0].len());
    assert!(status == 400 && refused.contains("notes.txt is not the name of a table file"), "{refused}");
    let (status, _) = add(&mut worker, &files[0].0, 99, all[0].len());
    assert_eq!(status, 400, "a file that cannot be read");
    for (number, (name, bytes)) in files.iter().enumerate() {
        assert_eq!(add(&mut worker, name, number, bytes.len()).0, 200, "{name}");
    }
    let (_, tables) = ask(&mut worker, "part/tables");
    let counted = format!("Files added: {} files", files.len());
    assert!(
        tables.contains(&counted) && tables.contains("KRPvK.rtbw") && !tables.contains("missing"),
        "{tables}"
    );
    let (_, position) = ask(&mut worker, "api/v1/position?fen=8/8/8/3k4/8/8/4P3/4K2R_w_-_-_0_1");
    assert!(position.contains("\"source\":\"file\"") && position.contains("\"dtz\":1"), "{position}");
}
