//! A page of the handbook in a real browser: folded on a phone, unfolded on a desktop.

use board::Material;
use explorer::Settings;
use tbgen::{SolvedEndings, Stats, TableFolders};
use verify::book::{self, Chapter};
use verify::{Audit, Examples, OracleKind, Report, Shard, Truth, Universe};

use crate::chromium::Browser;
use crate::client::Server;

/// A chapter with the audit of an ending, as in `verify book`.
fn chapter(ending: &str) -> Chapter {
    let material: Material = ending.parse().unwrap();
    let (recognizer, _) = recognizers::find(material).unwrap();
    let truth = Truth::open(OracleKind::Tbgen, material, &TableFolders::default()).unwrap();
    let found = verify::audit(&Audit {
        recognizer,
        truth: &truth,
        universe: Universe::All,
        shard: Shard::WHOLE,
        named_only: false,
        each_rule: false,
        examples: Examples { wrong: 3, missed: 4, spotted: 4 },
        build: "test",
        progress: &|_, _| {},
    });
    let stats = Stats::of_solved(&SolvedEndings::build(material).unwrap(), material).unwrap();
    Chapter { report: Report::new(found, 0.0), stats, curve: None }
}

/// The ending of four pieces with most rules.
#[test]
fn a_page_of_the_handbook_fits_a_phone() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let chapters = [chapter("KPvKP")];
    for (name, text) in [book::page(&chapters, 0, Some("../practice.html")), book::index(&chapters, &[])] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let settings = Settings { handbook: Some(folder.path().to_owned()), ..Settings::default() };
    let server = Server::with(&[], &settings);
    let page = format!("http://{}/handbook/KPvKP.html", server.address);
    let is_there = "document.readyState === 'complete' && document.querySelectorAll('article').length > 20";
    let open = "[...document.querySelectorAll('article dl')].filter((dl) => dl.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) && dl.getBoundingClientRect().height > 0).length";
    browser.size(390, 844, true);
    browser.call("Page.navigate", serde_json::json!({"url": page}));
    browser.wait(is_there);
    let height = browser.value("document.documentElement.scrollHeight").as_f64().unwrap();
    assert!(height < 8_000.0, "{height} px");
    assert_eq!(browser.value("document.documentElement.scrollWidth <= 390"), true);
    assert_eq!(browser.value(open), 0);
    browser.click("article summary");
    browser.wait(&format!("{open} === 1"));
    browser.picture("handbook-phone");
    browser.size(1280, 900, false);
    browser.wait(&format!("{open} === document.querySelectorAll('article').length"));
    browser.picture("handbook-desk");
    // From a rule to practice, and back.
    browser.click("article details a[href*='practice.html?fen=']");
    browser.wait("document.readyState === 'complete' && /(win against|hold the draw)/.test(document.getElementById('message')?.textContent ?? '')");
    browser.click("#ending-name a");
    browser.wait(is_there);
    browser.click("a[href$='practice.html?ending=KPvKP']");
    browser.wait("document.readyState === 'complete' && document.getElementById('ending-name')?.textContent === 'KPvKP'");
}
