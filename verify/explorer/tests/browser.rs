//! The page in a real browser: by mouse, by touch, by keyboard, on a phone and in dark mode,
//! without errors and without requests to other hosts.

use crate::chromium;
use crate::client;
use crate::folder::{self, Page};

use chromium::Browser;
use client::Server;
use serde_json::{Value, json};

pub(crate) fn square(name: &str) -> String {
    format!("[data-square={name}]")
}

/// The first field and the side to move of the position that the page shows.
pub(crate) const SHOWN: &str =
    "document.getElementById('parts').dataset.fen.split(' ').slice(0, 2).join(' ')";

/// Errors of the page: script errors, policy violations, and requests to other hosts.
pub(crate) fn faults(events: &[Value], origin: &str) -> Vec<String> {
    let mut found = Vec::new();
    for event in events {
        let parameters = &event["params"];
        match event["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown" => found.push(parameters["exceptionDetails"].to_string()),
            "Runtime.consoleAPICalled" if parameters["type"] == "error" => {
                found.push(parameters["args"].to_string());
            }
            "Log.entryAdded" if parameters["entry"]["level"] == "error" => {
                let text = parameters["entry"]["text"].to_string();
                // A refused question is shown to the user and also logged to the console.
                if !text.contains("status of 400") {
                    found.push(text);
                }
            }
            "Network.requestWillBeSent" => {
                let url = parameters["request"]["url"].as_str().unwrap_or_default();
                if !url.starts_with(origin) && !url.starts_with("data:image/svg+xml") {
                    found.push(format!("asked {url}"));
                }
            }
            _ => {}
        }
    }
    found
}

#[test]
fn the_page_serves_mouse_finger_and_keyboard() {
    let Some(mut browser) = Browser::start() else { return };
    let server = Server::with_endings(&["KBNvK", "KPvKB"]);
    serves(&mut browser, &Page::of(&server));
}

#[test]
fn the_page_without_a_server_serves_them_as_well() {
    let Some((mut browser, folder)) = folder::opened() else { return };
    serves(&mut browser, &Page::of_folder(&folder));
}

fn serves(browser: &mut Browser, page: &Page) {
    let at = |fen: &str| page.at(fen);
    browser.size(1280, 900, false);
    by_mouse(browser, &at);
    by_keyboard(browser, &at);
    tools(browser, &at);
    sections(browser, &at);
    if !page.is_alone {
        engine(browser, &at);
    }
    looks(browser, page);
    on_a_phone(browser, page);
    for_a_screen_reader(browser, &at);
    let wrong = faults(&browser.events, &page.address);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let requests = browser.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
    assert!(requests.count() > 20, "requests were listened to");
}

type Address<'a> = &'a dyn Fn(&str) -> String;

fn by_mouse(browser: &mut Browser, at: Address) {
    browser.open(&at("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"));
    browser.drag(&square("a1"), &square("a4"));
    browser.wait(&format!("{SHOWN} === '8/8/8/3k4/R7/8/8/4K3 b'"));
    assert_eq!(browser.value("location.search"), "?fen=8/8/8/3k4/R7/8/8/4K3_b_-_-_1_1");
    browser.click(&square("d5"));
    browser.wait("document.querySelectorAll('.target').length > 3");
    browser.click(&square("e5"));
    browser.wait(&format!("{SHOWN} === '8/8/8/4k3/R7/8/8/4K3 w'"));
    browser.value("history.back()");
    browser.wait(&format!("{SHOWN} === '8/8/8/3k4/R7/8/8/4K3 b'"));
    // Not a legal rook move.
    browser.open(&at("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"));
    browser.drag(&square("a1"), &square("b3"));
    browser.wait("document.getElementById('live').textContent.includes('is not a legal move')");
    assert_eq!(browser.value(SHOWN), "8/8/8/3k4/8/8/8/R3K3 w");
    browser.hover(".move");
    browser.wait("document.querySelector('#arrows polygon')");
    browser.click(".move");
    browser.wait(&format!("{SHOWN}.endsWith(' b')"));
    promotion(browser, at);
}

fn promotion(browser: &mut Browser, at: Address) {
    browser.open(&at("4k3/6KP/8/8/8/8/7p/8 w - - 0 1"));
    browser.drag(&square("h7"), &square("h8"));
    browser.wait("document.querySelectorAll('dialog button').length === 4");
    browser.click("dialog [aria-label='Promote to rook']");
    browser.wait(&format!("{SHOWN}.startsWith('4k2R/')"));
}

/// Keyboard only: the board has one tab stop, arrow keys move between squares, Enter picks up and
/// puts down.
fn by_keyboard(browser: &mut Browser, at: Address) {
    browser.open(&at("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"));
    assert_eq!(browser.value("document.querySelectorAll('#board [tabindex=\"0\"]').length"), 1);
    browser.press("Tab");
    for _ in 0..20 {
        if browser.value("document.activeElement.dataset.square ?? ''") == "e4" {
            break;
        }
        browser.press("Tab");
    }
    for key in
        ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown", "ArrowDown", "Enter"]
    {
        browser.press(key);
    }
    assert_eq!(browser.value("document.querySelector('.from')?.dataset.square"), "a1");
    assert!(
        browser
            .value("document.getElementById('live').textContent")
            .as_str()
            .unwrap()
            .starts_with("white rook a1 picked up")
    );
    for key in ["ArrowUp", "ArrowUp", "Enter"] {
        browser.press(key);
    }
    browser.wait(&format!("{SHOWN} === '8/8/8/3k4/8/R7/8/4K3 b'"));
    browser.wait("document.getElementById('live').textContent.startsWith('Ra3. White wins')");
    browser.value("document.getElementById('command').focus()");
    browser.type_text("Ke5");
    browser.press("Enter");
    browser.wait(&format!("{SHOWN} === '8/8/8/4k3/8/R7/8/4K3 w'"));
    // Letters place pieces in edit mode.
    browser.value("document.getElementById('edit').click()");
    browser.value("document.querySelector('[data-square=h8]').focus()");
    browser.press("Q");
    browser.wait(&format!(
        "{SHOWN} === '7Q/8/8/4k3/8/R7/8/4K3 w' || document.getElementById('fault').textContent !== ''"
    ));
    browser.press("Delete");
    browser.wait(&format!("{SHOWN} === '8/8/8/4k3/8/R7/8/4K3 w'"));
    browser.value("document.getElementById('edit').click()");
}

fn tools(browser: &mut Browser, at: Address) {
    browser.open(&at("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"));
    browser.click("#edit");
    browser.click("#mirror");
    browser.wait(&format!("{SHOWN} === '8/8/8/4k3/8/8/8/3K3R w'"));
    browser.click("#swap");
    browser.wait(&format!("{SHOWN} === '3k3r/8/8/8/4K3/8/8/8 b'"));
    browser.click("[data-shift='0,-1']");
    browser.wait(&format!("{SHOWN} === '8/3k3r/8/8/8/4K3/8/8 b'"));
    browser.click("#edit");
    browser.click("#flip");
    browser.wait("document.querySelector('#board [role=gridcell]').dataset.square === 'h1'");
    browser.click("#flip");
    browser.value("document.getElementById('fen').value = '8/8/8/3k4/8/3K4/8/3BN3 w - - 90 1'; document.querySelector('#fen-form button').click()");
    browser
        .wait("document.getElementById('sentence').textContent.startsWith('Drawn by the fifty-move rule')");
    browser.value("(() => { const c = document.getElementById('counter'); c.value = '0'; c.dispatchEvent(new Event('change')); })()");
    browser.wait("document.getElementById('sentence').textContent.startsWith('White wins')");
    browser.value("document.getElementById('fen').value = 'nonsense'; document.querySelector('#fen-form button').click()");
    browser.wait("document.getElementById('fault').textContent.includes('bad FEN')");
    // A piece is placed from the palette and then moved.
    browser.open(&at("8/8/8/3k4/8/8/8/4K3 w - - 0 1"));
    browser.click("#edit");
    browser.click("#palette [aria-label='Place white rook']");
    browser.click(&square("a1"));
    browser.wait(&format!("{SHOWN} === '8/8/8/3k4/8/8/8/R3K3 w'"));
    browser.click("#palette [aria-label='Move pieces']");
    browser.drag(&square("a1"), &square("b8"));
    browser.wait(&format!("{SHOWN} === '1R6/8/8/3k4/8/8/8/4K3 w'"));
    browser.click("#edit");
}

fn sections(browser: &mut Browser, at: Address) {
    browser.open(&at("8/8/8/4k3/8/2P5/1K3b2/8 w - - 0 1"));
    assert_eq!(browser.value("document.querySelectorAll('.rule').length > 0"), true);
    browser.click("button.map");
    browser.wait("document.querySelectorAll('[data-value=rule]').length > 0");
    browser.value("(() => { const m = document.getElementById('man'); m.value = 'f2'; m.dispatchEvent(new Event('change')); })()");
    browser.wait("document.querySelectorAll('[data-value=draw]').length > 3");
    browser.picture("squares");
    // A worker solves the ending first.
    browser.wait("document.querySelector('#parts[data-awaits]') === null");
    browser.click("#ending-load");
    browser.wait("document.querySelectorAll('.histogram rect').length > 5");
    browser.open(&at("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"));
    browser.value("document.querySelector('#games details').open = true");
    browser.value("document.getElementById('pgn').value = '[FEN \"8/8/8/3k4/8/8/4P3/4K3 w - - 0 1\"]\\n\\n1. Kd2 Kd4 *'");
    browser.click("#annotate");
    browser.wait("document.querySelectorAll('#annotated li').length === 2");
}

fn engine(browser: &mut Browser, at: Address) {
    browser.open(&at("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"));
    browser.value("document.getElementById('seconds').value = '1'");
    browser.click("#analyse");
    browser.wait("document.getElementById('engine-state').textContent.startsWith('Best move')");
    assert_eq!(browser.value("document.querySelectorAll('.takeover').length > 0"), true);
    browser.picture("engine");
}

fn looks(browser: &mut Browser, page: &Page) {
    assert_eq!(browser.value("document.querySelectorAll('#engine').length"), u64::from(!page.is_alone));
    for scheme in ["light", "dark"] {
        browser.scheme(scheme);
        browser.open(&page.at("8/8/8/3k4/8/3K4/8/3BN3 w - - 12 1"));
        browser.wait("document.getElementById('sentence').textContent.includes('mates in')");
        browser.picture(&page.picture(&format!("desk-{scheme}")));
    }
    let color = browser.value("getComputedStyle(document.body).backgroundColor");
    browser.scheme("light");
    assert_ne!(browser.value("getComputedStyle(document.body).backgroundColor"), color);
}

/// Everything fits into 360 pixels, and pieces are moved by touch.
fn on_a_phone(browser: &mut Browser, page: &Page) {
    browser.size(360, 740, true);
    browser.open(&page.at("8/8/8/4k3/8/2P5/1K3b2/8 w - - 0 1"));
    browser.picture(&page.picture("phone"));
    assert_eq!(browser.value("document.documentElement.scrollWidth <= 360"), true);
    assert_eq!(browser.value("document.documentElement.scrollHeight < 8000"), true);
    browser.swipe(&square("b2"), &square("b3"));
    browser.wait(&format!("{SHOWN} === '8/8/8/4k3/8/1KP5/5b2/8 b'"));
    browser.value("document.querySelector('#verdict').scrollIntoView()");
    browser.picture(&page.picture("phone-verdict"));
    browser.size(1280, 900, false);
}

/// The accessibility tree has a grid of named cells, the verdict as text, and names for all
/// controls.
fn for_a_screen_reader(browser: &mut Browser, at: Address) {
    browser.open(&at("8/8/8/3k4/8/8/8/R3K3 w - - 0 1"));
    let tree = browser.call("Accessibility.getFullAXTree", json!({}));
    let nodes: Vec<(String, String)> = tree["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|node| node["ignored"] != true)
        .map(|node| {
            let text = |key: &str| node[key]["value"].as_str().unwrap_or_default().to_owned();
            (text("role"), text("name"))
        })
        .collect();
    let named = |role: &str| {
        nodes.iter().filter(|node| node.0 == role).map(|node| node.1.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(named("gridcell").len(), 64);
    assert!(named("gridcell").contains(&"white rook a1") && named("gridcell").contains(&"e4, empty"));
    assert_eq!(named("grid"), ["Chess board"]);
    for role in ["button", "textbox", "combobox", "spinbutton", "link"] {
        let unnamed = named(role).iter().filter(|name| name.trim().is_empty()).count();
        assert!(!named(role).is_empty() && unnamed == 0, "{role}: {unnamed} without a name");
    }
    assert!(named("heading").iter().any(|name| name.starts_with("White to move")), "{:?}", named("heading"));
}

#[test]
fn without_scripts_the_page_reads_and_leads_on() {
    let server = Server::new();
    let page = server.get("/?fen=8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1").body;
    for text in [
        "White wins: White mates in 14 (27 plies).",
        "white rook a1",
        "Quickest mate",
        "KPvKP",
        "href=\"?fen=",
        "action=\"./\"",
    ] {
        assert!(page.contains(text), "{text}");
    }
    // No inline styles or handlers, which the policy forbids.
    assert!(!page.contains("style=") && !page.contains("<style") && !page.contains("onclick"), "{page}");
    assert_eq!(page.matches("<script").count(), 1);
    assert!(!page.contains("{{"), "all placeholders are filled");
    let fault = server.get("/?fen=4k3/8/8/8/8/8/8/4%3C3_w").body;
    assert!(fault.contains("`&lt;` is not a piece"), "the FEN is escaped");
}
