//! Moves played on the page and stepped through by buttons and keys; the legend; the index of
//! endings; the handbook.

use std::path::PathBuf;

use explorer::{Settings, StartError};
use serde_json::Value;

use crate::browser::{SHOWN, faults, square};
use crate::chromium::Browser;
use crate::client::Server;
use crate::folder::{self, Page};

const ROOK: &str = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";

/// The text of the list of moves, and the current move.
fn played(browser: &mut Browser) -> (String, Value) {
    let list =
        browser.value("[...document.querySelectorAll('#played li')].map((li) => li.textContent).join(' ')");
    let shown = browser.value("document.querySelector('#played [aria-current]').textContent");
    (list.as_str().unwrap().to_owned(), shown)
}

/// The squares of the last move.
fn last(browser: &mut Browser) -> Value {
    browser.value(
        "[...document.querySelectorAll('#board .last')].map((cell) => cell.dataset.square).sort().join(' ')",
    )
}

fn shows(browser: &mut Browser, position: &str) {
    browser.wait(&format!("{SHOWN} === '{position}'"));
}

fn assert_faultless(browser: &Browser, page: &Page) {
    let wrong = faults(&browser.events, &page.address);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn moves_are_listed_and_walked_through_by_buttons_and_keys() {
    let Some(mut browser) = Browser::start() else { return };
    walks(&mut browser, &Page::of(&Server::new()));
}

#[test]
fn moves_are_walked_through_without_a_server() {
    let Some((mut browser, folder)) = folder::opened() else { return };
    walks(&mut browser, &Page::of_folder(&folder));
}

fn walks(browser: &mut Browser, page: &Page) {
    browser.size(1280, 900, false);
    browser.open(&page.at(ROOK));
    assert_eq!(browser.value("document.getElementById('played').hidden"), true);
    assert_eq!(last(browser), "");
    browser.drag(&square("a1"), &square("a4"));
    shows(browser, "8/8/8/3k4/R7/8/8/4K3 b");
    browser.click(&square("d5"));
    browser.click(&square("e5"));
    shows(browser, "8/8/8/4k3/R7/8/8/4K3 w");
    assert_eq!(played(browser), ("Start 1.Ra4 Ke5".to_owned(), "Ke5".into()));
    assert_eq!(last(browser), "d5 e5");
    assert_eq!(browser.value("document.getElementById('legend').textContent"), "last move");
    // The keys work although a click has left the focus on the board.
    browser.press("ArrowLeft");
    shows(browser, "8/8/8/3k4/R7/8/8/4K3 b");
    assert_eq!((played(browser).1, last(browser)), ("Ra4".into(), "a1 a4".into()));
    browser.press("ArrowLeft");
    shows(browser, "8/8/8/3k4/8/8/8/R3K3 w");
    assert_eq!(browser.value("document.querySelector('[data-walk=back]').disabled"), true);
    browser.press("ArrowRight");
    shows(browser, "8/8/8/3k4/R7/8/8/4K3 b");
    browser.wait("document.getElementById('live').textContent.startsWith('Ra4. ')");
    for (button, position) in [
        ("last", "8/8/8/4k3/R7/8/8/4K3 w"),
        ("first", "8/8/8/3k4/8/8/8/R3K3 w"),
        ("on", "8/8/8/3k4/R7/8/8/4K3 b"),
        ("back", "8/8/8/3k4/8/8/8/R3K3 w"),
    ] {
        browser.click(&format!("[data-walk={button}]"));
        shows(browser, position);
    }
    browser.click("#played [data-at='2']");
    shows(browser, "8/8/8/4k3/R7/8/8/4K3 w");
    // A reloaded page continues its game; another move from an earlier position replaces those that
    // followed. The old page looks like the reloaded one, so it is marked.
    browser.value("window.isOld = true; location.reload()");
    browser.wait(
        "!window.isOld && document.documentElement.dataset.ready === 'yes' \
         && document.querySelectorAll('#played li').length === 3",
    );
    browser.press("ArrowLeft");
    shows(browser, "8/8/8/3k4/R7/8/8/4K3 b");
    browser.value("document.querySelector('.move[data-san=Kc5]').click()");
    shows(browser, "8/8/8/2k5/R7/8/8/4K3 w");
    assert_eq!(played(browser).0, "Start 1.Ra4 Kc5");
    browser.value("history.back()");
    shows(browser, "8/8/8/3k4/R7/8/8/4K3 b");
    // In a field the arrow keys move the cursor.
    browser.value("document.getElementById('fen').focus()");
    browser.press("ArrowLeft");
    assert_eq!(browser.value(SHOWN), "8/8/8/3k4/R7/8/8/4K3 b");
    by_keyboard_and_by_line(browser, page);
    assert_faultless(browser, page);
}

/// After Tab to the board, arrow keys move between squares, and with Shift through the game. A move
/// of best play is added with all moves before it.
fn by_keyboard_and_by_line(browser: &mut Browser, page: &Page) {
    browser.open(&page.at(ROOK));
    browser.wait("document.querySelector('#lines .line') !== null");
    browser.value("document.querySelectorAll('#lines .line')[0].querySelectorAll('a')[3].click()");
    browser.wait("document.querySelectorAll('#played li').length === 5");
    browser.press("Tab");
    browser.value("document.querySelector('[data-square=e4]').focus()");
    browser.press("ArrowRight");
    assert_eq!(browser.value("document.activeElement.dataset.square"), "f4");
    assert_eq!(browser.value("document.querySelector('#played [aria-current]').dataset.at"), "4");
    browser.press_with("ArrowLeft", "Shift");
    browser.wait("document.querySelector('#played [aria-current]').dataset.at === '3'");
    assert_eq!(browser.value("document.activeElement.dataset.square"), "f4");
}

#[test]
fn every_color_has_one_meaning_and_the_legend_names_it() {
    let Some(mut browser) = Browser::start() else { return };
    colors(&mut browser, &Page::of(&Server::with_endings(&["KPvKB"])));
    if let Some(folder) = folder::folder() {
        colors(&mut browser, &Page::of_folder(&folder));
    }
}

fn colors(browser: &mut Browser, page: &Page) {
    browser.events.clear();
    browser.size(1280, 900, false);
    browser.open(&page.at("8/8/8/4k3/8/2P5/1K3b2/8 w - - 0 1"));
    let label = "document.querySelector('#man').closest('label').textContent.trim().split(' none')[0]";
    assert_eq!(browser.value(label), "Highlight squares");
    browser.value("(() => { const m = document.getElementById('man'); m.value = 'f2'; m.dispatchEvent(new Event('change')); })()");
    browser.wait("document.querySelectorAll('#board [data-value=draw]').length > 3");
    let legend = "[...document.querySelectorAll('#legend li')].map((li) => li.textContent).join(', ')";
    assert_eq!(browser.value(legend), "White wins, draw");
    // A pawn cannot be on the first or last rank.
    browser.value("(() => { const m = document.getElementById('man'); m.value = 'c3'; m.dispatchEvent(new Event('change')); })()");
    browser.wait("document.querySelectorAll('#board [data-value=illegal]').length >= 16");
    let button = browser.value("document.querySelector('button.map').textContent");
    assert_eq!(button, "Highlight where this rule applies");
    browser.click("button.map");
    browser.wait("document.querySelectorAll('#board [data-value=rule]').length > 0");
    assert_eq!(browser.value(legend), "the rule applies, the rule does not apply, not a legal position");
    let looks = |browser: &mut Browser, value: &str| {
        browser.value(&format!(
            "(() => {{ const s = getComputedStyle(document.querySelector('#legend [data-value={value}]')); return s.backgroundColor + s.backgroundImage; }})()"
        ))
    };
    let meanings = ["rule", "silent", "illegal"].map(|value| looks(browser, value));
    assert!(meanings[0] != meanings[1] && meanings[1] != meanings[2], "{meanings:?}");
    browser.picture("map");
    assert_faultless(browser, page);
}

#[test]
fn best_play_is_complete_and_shown_once_if_both_goals_have_the_same_moves() {
    let server = Server::new();
    let moves = |fen: &str, goal: &str| {
        let line = server.json(&format!("/api/v1/line?fen={fen}&goal={goal}"));
        let plies = line["plies"].as_array().unwrap();
        plies.iter().map(|ply| ply["san"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let mut shown = [false; 2];
    for fen in [
        "8/8/8/R7/3k4/8/3K4/8_b_-_-_5_3",
        "k7/8/8/8/8/8/3P4/3K4_w_-_-_0_1",
        "8/8/8/8/3k4/8/3P4/3K4_w_-_-_0_1",
    ] {
        let (mate, zeroing) = (moves(fen, "mate"), moves(fen, "zeroing"));
        let lines = usize::from(!mate.is_empty()) + usize::from(mate != zeroing);
        let page = server.get(&format!("/?fen={fen}")).body;
        assert_eq!(page.matches("<ol class=\"line\">").count(), lines, "{fen}");
        if lines > 0 {
            let all = mate.len() + if lines == 2 { zeroing.len() } else { 0 };
            assert_eq!(page.matches("class=\"counter\"").count(), all, "every ply of {fen}");
            shown[lines - 1] = true;
        }
    }
    assert_eq!(shown, [true; 2], "one line and two lines are tried");
    let style = server.get("/assets/page.css").body;
    let line = style.lines().find(|line| line.starts_with(".line {")).unwrap();
    assert!(!line.contains("max-height") && !line.contains("overflow"), "{line}");
}

#[test]
fn the_index_of_endings_sets_the_board() {
    let missing = Server::new().get("/part/examples?ending=KQvKQ");
    assert_eq!(missing.status, 404);
    assert!(missing.body.contains("KQvKQ is not"), "{}", missing.body);
    let Some(mut browser) = Browser::start() else { return };
    index(&mut browser, &Page::of(&Server::new()));
    if let Some(folder) = folder::folder() {
        index(&mut browser, &Page::of_folder(&folder));
    }
}

fn index(browser: &mut Browser, page: &Page) {
    browser.events.clear();
    browser.size(390, 844, true);
    browser.open(&page.at(ROOK));
    let entry = "document.querySelector('[data-ending=KRvKP]')";
    assert_eq!(
        browser.value(&format!("{entry}.closest('details').querySelector('.count').textContent")),
        "15 rules"
    );
    browser.value(&format!("{entry}.closest('details').open = true"));
    browser.wait(&format!("{entry}.querySelectorAll('ol > li').length === 15"));
    let rule = browser.value(&format!("{entry}.querySelector('li a').textContent"));
    browser.value(&format!("{entry}.querySelector('li a').click()"));
    browser.wait(&format!("document.querySelector('.rule h3')?.textContent === {rule}"));
    browser.wait("document.getElementById('board').getBoundingClientRect().bottom > 0");
    assert_eq!(browser.value("document.getElementById('played').hidden"), true);
    // An ending without rules shows positions from its table.
    browser.value("document.querySelector('[data-ending=KQvK]').closest('details').open = true");
    browser.wait("document.querySelectorAll('[data-ending=KQvK] li a').length === 4");
    browser.picture(&page.picture("phone-endings"));
    assert_faultless(browser, page);
}

#[test]
fn the_handbook_is_served_from_its_folder_and_nothing_else_is() {
    let without = Server::new();
    let page = without.get("/handbook/index.html");
    assert!(page.status == 200 && page.body.contains("verify book handbook"), "{}", page.body);
    assert!(without.get("/").body.contains("href=\"handbook/index.html\""));

    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book");
    let settings = Settings { port: 0, handbook: Some(book.clone()), ..Settings::default() };
    let knowledge = || std::sync::Arc::new(explorer::Knowledge::open(&[], false).unwrap());
    let refused = explorer::start(knowledge(), &settings).map(drop);
    assert!(matches!(refused, Err(StartError::NoHandbook(_))));
    std::fs::create_dir(&book).unwrap();
    let write = |path: PathBuf, text: &str| std::fs::write(path, text).unwrap();
    write(
        book.join("index.html"),
        "<style>h1 { color: green }</style><h1>The handbook</h1><a href=\"KPvK.html\">KPvK</a>",
    );
    write(book.join("KPvK.html"), "<h1>King and pawn</h1>");
    write(book.join("notes.txt"), "private");
    write(folder.path().join("secret.html"), "secret");
    let server = Server::with(&[], &settings);
    assert!(server.get("/part/examples?ending=KPvK").body.contains("href=\"handbook/KPvK.html\""));
    assert!(!server.get("/part/examples?ending=KPvKP").body.contains("handbook/"));
    for path in
        ["notes.txt", "KQvK.html", "..%2Fsecret.html", "../secret.html", "%2e%2e/secret.html", ".html"]
    {
        let answer = server.get(&format!("/handbook/{path}"));
        assert!(answer.status == 404 && !answer.body.contains("secret\n"), "{path}: {}", answer.body);
    }
    let Some(mut browser) = Browser::start() else { return };
    let page = Page::of(&server);
    browser.open(&page.at(ROOK));
    browser.value("document.querySelector('nav a[href^=\"handbook\"]').click()");
    browser.wait("document.querySelector('h1')?.textContent === 'The handbook'");
    assert_eq!(browser.value("getComputedStyle(document.querySelector('h1')).color"), "rgb(0, 128, 0)");
    browser.click("a");
    browser.wait("document.querySelector('h1')?.textContent === 'King and pawn'");
    assert_faultless(&browser, &page);
}
