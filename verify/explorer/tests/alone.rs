//! Features of the page without a server: it opens and answers offline, proves results without
//! files, reads added files, and saves lists as files. Its speed is measured.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use board::{Material, Placement};
use serde_json::json;
use tbgen::syzygy::Kind;
use tbgen::{build_files, build_order, placements_by_lot};

use crate::browser::{SHOWN, faults};
use crate::chromium::Browser;
use crate::folder::{self, Page};

const SENTENCE: &str = "document.getElementById('sentence').textContent";

#[test]
fn it_opens_and_answers_without_a_network() {
    let Some((mut browser, folder)) = folder::opened() else { return };
    let page = Page::of_folder(&folder);
    browser.size(390, 844, true);
    browser.open(&page.address);
    // The initial HTML is written with the folder.
    assert_eq!(browser.value(SENTENCE), "Drawn with best play by both sides.");
    browser.wait("document.documentElement.dataset.kept === 'yes'");
    assert_eq!(browser.value("document.getElementById('kept').hidden"), false);
    // The handbook is stored after the page, its index last.
    browser.wait(
        "caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.match('handbook/index.html')).then((page) => { window.book = page; }), window.book",
    );
    folder.end();
    browser.call("Network.clearBrowserCache", json!({}));
    let rook = page.at("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    browser.open(&rook);
    browser.wait(&format!("{SENTENCE}.startsWith('White wins: White mates in 14')"));
    browser.picture("alone-offline");
    let wrong = faults(&browser.events, &page.address);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    browser.click("nav a[href='handbook/index.html']");
    browser.wait("location.pathname.endsWith('/handbook/index.html') && document.body.textContent.includes('The handbook')");
}

#[test]
fn unknown_results_are_reported_and_proofs_are_shown() {
    let Some((mut browser, folder)) = folder::opened() else { return };
    let page = Page::of_folder(&folder);
    browser.size(1280, 900, false);
    browser.open(&page.at("8/2p5/8/3k4/5r2/8/4P3/4K2R w - - 0 1"));
    assert_eq!(browser.value(SENTENCE), "Not known: there is no table of KRPvKRP.");
    assert_eq!(browser.value("document.querySelectorAll('.badge.unsure').length"), 1);
    browser.picture("alone-unknown");
    // No rule decides this position: a search does.
    browser.open(&page.at("8/8/1k6/8/8/8/K3P1b1/3Q4 w - - 0 1"));
    browser.wait("document.querySelector('#proof') !== null");
    assert_eq!(browser.value(SENTENCE), "White wins.");
    let proof = browser.value("document.getElementById('proof').textContent");
    let proof = proof.as_str().unwrap();
    assert!(proof.contains("within 3 plies") && proof.contains("KQPvK solved"), "{proof}");
    browser.picture("alone-proof");
    browser.open(&page.at("nonsense"));
    assert!(
        browser.value("document.getElementById('fault').textContent").as_str().unwrap().contains("bad FEN")
    );
    assert_eq!(browser.value(SHOWN), "R7/6k1/P4r2/8/8/1K6/8/8 b");
    let wrong = faults(&browser.events, &page.address);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_that_are_picked_are_read_and_damaged_ones_refused() {
    let Some((mut browser, folder)) = folder::opened() else { return };
    let page = Page::of_folder(&folder);
    let tables = tempfile::tempdir().unwrap();
    build_files(
        &build_order(&["KRPvK".parse().unwrap()], true).unwrap(),
        tables.path(),
        Kind::SYZYGY,
        |_, _| {},
    )
    .unwrap();
    let damaged = tables.path().join("damaged");
    std::fs::create_dir(&damaged).unwrap();
    let mut bytes = std::fs::read(tables.path().join("KQvK.rtbw")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(damaged.join("KQvK.rtbw"), bytes).unwrap();
    browser.open(&page.at("8/8/8/3k4/8/8/4P3/4K2R w - - 0 1"));
    let names = ["damaged/KQvK.rtbw", "KRPvK.rtbw", "KRPvK.rtbz", "KRvK.rtbw", "KQvK.rtbw"];
    let paths = names.map(|name| tables.path().join(name).display().to_string());
    let document = browser.call("DOM.getDocument", json!({}));
    let found = browser
        .call("DOM.querySelector", json!({"nodeId": document["root"]["nodeId"], "selector": "#file-picker"}));
    browser.call("DOM.setFileInputFiles", json!({"files": paths, "nodeId": found["nodeId"]}));
    browser.wait("document.getElementById('file-state').textContent.startsWith('4 files added, 1 refused.')");
    let refused = browser.value("document.getElementById('file-faults').textContent");
    let refused = refused.as_str().unwrap();
    assert!(refused.contains("KQvK.rtbw") && refused.contains("checksum"), "{refused}");
    browser.wait("document.getElementById('tables-body').textContent.includes('Files added: 4 files')");
    browser.value("document.getElementById('tables').scrollIntoView({ behavior: 'instant' })");
    browser.picture("alone-files");
}

#[test]
fn lists_are_saved_as_files() {
    let Some((mut browser, folder)) = folder::opened() else { return };
    let page = Page::of_folder(&folder);
    let saved = tempfile::tempdir().unwrap();
    browser.open(&page.at("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"));
    browser.call(
        "Page.setDownloadBehavior",
        json!({"behavior": "allow", "downloadPath": saved.path().display().to_string()}),
    );
    browser.click("#ending-load");
    browser.wait("document.querySelector('#ending-body a[href$=\"longest.epd\"]') !== null");
    browser.click("#ending-body a[href$='longest.epd']");
    let file = saved.path().join("KRvK-longest.epd");
    let deadline = Instant::now() + Duration::from_secs(20);
    while !file.is_file() {
        assert!(Instant::now() < deadline, "{:?}", saved.path().read_dir().unwrap().collect::<Vec<_>>());
        std::thread::sleep(Duration::from_millis(20));
    }
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.contains("c0 \"mated in 16 (32 plies)\";"), "{text}");
}

/// Positions of three to five pieces, some of every ending, in mixed order.
fn positions(each: usize) -> Vec<String> {
    // A prime that does not divide their number, so all are visited.
    const STRIDE: usize = 101;
    let mut positions = Vec::new();
    for (number, material) in (3..=5).flat_map(Material::with_men).enumerate() {
        let board = |placement: &Placement| {
            Ok::<_, Infallible>(placement.to_board().ok().map(|board| board.to_string()))
        };
        let Ok(drawn) = placements_by_lot(material, each, number as u64, board);
        positions.extend(drawn);
    }
    let count = positions.len();
    assert!(!count.is_multiple_of(STRIDE));
    (0..count).map(|index| positions[index * STRIDE % count].clone()).collect()
}

/// Sends questions to the worker, as the page does.
const BY_WORKER: &str = "const { ask: post, query } = await import(new URL('assets/ask.js', document.baseURI)); \
    window.answer = async (fen) => (await post(`part/position${query({ fen })}`)).status;";

/// Sends questions to a module on the page's thread, which the browser can slow down, with the time
/// limit of the worker.
const BY_PAGE: &str = "const { Answers } = await import(new URL('answers.js', document.baseURI)); \
    const bytes = await (await fetch('vancura.wasm')).arrayBuffer(); \
    const answers = await Answers.start(await WebAssembly.compile(bytes)); \
    window.answer = (fen) => { const path = `part/position?${new URLSearchParams({ fen })}`; \
    answers.wait(path, 150); return answers.ask(path).status; };";

/// Times of all answers in milliseconds, sorted.
fn times(browser: &mut Browser, positions: &[String]) -> Vec<f64> {
    let mut times = Vec::new();
    // In small groups, each within the timeout of a browser command.
    for some in positions.chunks(5) {
        let asked = serde_json::to_string(some).unwrap();
        let told = browser.value(&format!(
            "(async () => {{ const times = []; for (const fen of {asked}) {{ const begun = performance.now(); \
             const status = await answer(fen); times.push([performance.now() - begun, status]); }} return times; }})()"
        ));
        for one in told.as_array().unwrap() {
            assert_eq!(one[1], 200, "every position is answered: {some:?}");
            times.push(one[0].as_f64().unwrap());
        }
    }
    times.sort_by(f64::total_cmp);
    times
}

/// Measures random positions, first while endings must still be solved, then again.
fn measure(browser: &mut Browser, who: &str, positions: &[String]) {
    for pass in ["on first use", "again"] {
        let times = times(browser, positions);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        let [median, p99, worst] = [0.5, 0.99, 1.0].map(at);
        println!(
            "{who}: {} positions {pass}: median {median:.0} ms, p99 {p99:.0} ms, longest {worst:.0} ms",
            times.len()
        );
    }
}

/// Measures the time from opening the page to the answer, in a fresh browser; then random
/// positions, by the worker and on a thread that is four times slower.
#[test]
#[ignore = "minutes: solves all endings of four pieces for their results, in a page"]
fn answers_are_quick() {
    const FEN: &str = "8/8/8/3k4/8/2b5/1p6/1R2K3 w - - 0 1";
    let positions = positions(3);
    assert!(positions.len() >= 300, "{}", positions.len());
    let Some((mut browser, folder)) = folder::opened() else { return };
    let page = Page::of_folder(&folder);
    // Five pieces, and not the position for which the folder is written.
    let begun = Instant::now();
    browser.open(&page.at(FEN));
    browser.wait(&format!("{SHOWN} === '8/8/8/3k4/8/2b5/1p6/1R2K3 w'"));
    let first = begun.elapsed().as_secs_f64();
    browser.wait("document.querySelector('#parts[data-awaits]') === null");
    println!("worker: first answer {first:.2} s, settled {:.2} s", begun.elapsed().as_secs_f64());
    browser.value(&format!("(async () => {{ {BY_WORKER} }})()"));
    measure(&mut browser, "worker", &positions);
    browser.open(&page.address);
    browser.throttle(4);
    let asked = serde_json::to_string(FEN).unwrap();
    let first = browser.value(&format!(
        "(async () => {{ const begun = performance.now(); {BY_PAGE} answer({asked}); return performance.now() - begun; }})()"
    ));
    println!("page, CPU / 4: first answer {:.2} s after its files", first.as_f64().unwrap() / 1e3);
    measure(&mut browser, "page, CPU / 4", &positions);
}
