//! Practice: judgments of the API, and tasks played well and badly on the page, with and without a
//! server.

use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::api::fault;
use crate::browser::{faults, square};
use crate::chromium::Browser;
use crate::client::Server;
use crate::folder::{self, Page};

/// Philidor's position: Rg6 stays on the third rank, Rh8 leaves it.
const PHILIDOR: &str = "3k4/8/7r/2PK4/8/8/8/1R6_b_-_-_0_1";
const ROOK: &str = "8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1";

fn server() -> &'static Server {
    static SERVER: LazyLock<Server> = LazyLock::new(|| Server::with_endings(&["KRvKP"]));
    &SERVER
}

/// An answer that matches its description.
fn answer(path: &str, query: &str) -> Value {
    let document: Value = serde_json::from_str(site::OPENAPI).unwrap();
    let path = format!("/api/v1/practice/{path}");
    let schema =
        &document["paths"][&path]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
    let value = server().json(&format!("{path}?{query}"));
    assert_eq!(fault(schema, &value, &path), None, "{value}");
    value
}

#[test]
fn a_move_is_at_fault_only_when_it_changes_the_result() {
    let spoiled = answer("judge", &format!("fen={PHILIDOR}&move=Rh8"));
    assert_eq!(
        (&spoiled["verdict"], &spoiled["before"], &spoiled["after"]),
        (&json!("spoils"), &json!("draw"), &json!("loss"))
    );
    assert_eq!(spoiled["fault"]["rule"]["rule"], "KRPvKR: the third-rank defense");
    assert_eq!(spoiled["fault"]["breaks"], json!(["leaves the third rank"]));
    assert!(spoiled["fault"]["refutation"]["plies"].as_array().unwrap().len() > 1, "{spoiled}");
    assert!(spoiled["reply"].is_null() && spoiled["moves"] == json!([]));
    let held = answer("judge", &format!("fen={PHILIDOR}&move=h6g6"));
    assert!(held["fault"].is_null() && held["reply"]["uci"].is_string(), "{held}");
    assert!(!held["moves"].as_array().unwrap().is_empty());
    // A slow move is not a fault, unless the counter runs out.
    let slow = answer("judge", &format!("fen={ROOK}&move=Ra2"));
    assert!(slow["fault"].is_null() && slow["slower"].as_i64().unwrap() > 0, "{slow}");
    assert!(slow["words"].as_str().unwrap().starts_with("Still won; mate is "), "{slow}");
    let late = answer("judge", "fen=8/8/8/3k4/8/8/8/R3K3_w_-_-_73_60&move=Ra2");
    assert_eq!((&late["verdict"], &late["fault"]["by_counter"]), (&json!("spoils"), &json!(true)));
    // Moves with unknown results are not judged.
    let unknown = answer("judge", "fen=8/2p5/8/3k4/5r2/8/4P3/4K2R_w_-_-_0_1&move=Rh2");
    assert_eq!((&unknown["verdict"], &unknown["fault"]), (&json!("unknown"), &Value::Null));
}

#[test]
fn the_game_goes_on_from_the_moves_that_were_played() {
    let mut played = String::new();
    let mut plies = 0;
    loop {
        let hint = answer("hint", &format!("fen={ROOK}&played={played}&step=move"));
        let uci = hint["uci"].as_str().unwrap();
        let judged = answer("judge", &format!("fen={ROOK}&played={played}&move={uci}"));
        assert_eq!((&judged["slower"], &judged["fault"]), (&json!(0), &Value::Null), "{judged}");
        plies += 1;
        if judged["ends"] == "checkmate" {
            break;
        }
        let reply = judged["reply"]["uci"].as_str().unwrap();
        played.extend([uci, ",", reply, ","]);
        plies += 1;
    }
    // The fastest mate against the longest resistance.
    assert_eq!(plies, 27);
}

#[test]
fn tasks_come_from_courses_endings_and_positions_and_others_are_refused() {
    let courses = answer("courses", "");
    assert_eq!(courses.as_array().unwrap().len(), 9);
    let lesson = answer("task", "course=rook-and-pawn-against-rook&n=5");
    assert_eq!(
        (&lesson["title"], &lesson["goal"]),
        (&json!("Philidor: the third-rank defense"), &json!("hold"))
    );
    let drawn = answer("task", "ending=KRvKP&goal=win&difficulty=hard&seed=3");
    assert_eq!(drawn, answer("task", "ending=KRvKP&goal=win&difficulty=hard&seed=3"));
    assert_eq!((&drawn["goal"], &drawn["difficulty"]), (&json!("win"), &json!("hard")));
    let own = answer("task", &format!("fen={ROOK}"));
    assert_eq!(
        (&own["mate_in"], own["moves"].as_array().unwrap().len()),
        (&json!(14), own["legal"].as_u64().unwrap() as usize)
    );
    for (query, status, text) in [
        ("", 400, "missing parameter: course, ending or fen"),
        ("course=nowhere", 404, "there is no course `nowhere`"),
        ("course=1&n=17", 404, "has the positions 1 to 16, not 17"),
        ("ending=KRvKP&goal=lose", 400, "`lose` is not a task"),
        ("ending=KvK", 404, "bare kings"),
        ("fen=8/8/8/3k4/8/8/8/R3K3_b_-_-_0_1", 404, "Black is lost here"),
        ("fen=8/2p5/8/3k4/5r2/8/4P3/4K2R_w_-_-_0_1", 404, "is not known here"),
    ] {
        let refused = server().get(&format!("/api/v1/practice/task?{query}"));
        assert_eq!(
            (refused.status, refused.body.contains(text)),
            (status, true),
            "{query}: {}",
            refused.body
        );
    }
    for query in
        [format!("fen={ROOK}&move=Ra9"), format!("fen={ROOK}&played=e2e4&move=Ra2"), format!("fen={ROOK}")]
    {
        assert_eq!(server().get(&format!("/api/v1/practice/judge?{query}")).status, 400, "{query}");
    }
}

/// Longest, easy, or an engine at a level; the page offers levels only where there is an engine.
#[test]
fn the_other_side_plays_as_asked() {
    let reply = |defender: &str| {
        let judged = answer("judge", &format!("fen={ROOK}&move=Ra4&defender={defender}"));
        assert!(judged["fault"].is_null(), "{judged}");
        judged["reply"]["uci"].as_str().unwrap().to_owned()
    };
    assert_eq!(reply(""), reply("longest"));
    assert_ne!(reply("easy"), reply("longest"));
    for level in ["1400", "2600"] {
        assert_eq!(reply(level), reply(level), "the same game gets the same reply");
    }
    let refused = server().get(&format!("/api/v1/practice/judge?fen={ROOK}&move=Ra4&defender=900"));
    assert_eq!((refused.status, refused.body.contains("a strength from 1320 to 3400 Elo")), (400, true));
    let page = server().get("/practice").body;
    assert!(page.contains("<option value=\"1400\">plays at 1400 Elo</option>"), "{page}");
}

#[test]
fn what_is_spoiled_comes_back_and_chapters_are_saved() {
    let first = answer("record", "title=x&ended=spoiled&today=2026-11-28");
    assert_eq!((&first["box"], &first["due"]), (&json!(1), &json!("2026-11-29")));
    let entry = first.to_string().replace('"', "%22");
    let second = answer("record", &format!("title=x&ended=solved&today=2026-11-29&entry={entry}"));
    assert_eq!(
        (&second["box"], &second["due"], &second["tries"]),
        (&json!(2), &json!("2026-12-02"), &json!(2))
    );
    assert_eq!(server().get("/api/v1/practice/record?ended=solved&today=2026-11-31").status, 400);
    for query in ["course=5", "ending=KRPvKR"] {
        let study = server().get(&format!("/api/v1/practice/study.pgn?{query}"));
        assert!(
            study.body.starts_with("[Event \"") && study.body.contains("[SetUp \"1\"]"),
            "{}",
            study.body
        );
    }
}

#[test]
fn the_page_reads_without_scripts() {
    for path in ["/practice", "/practice.html", "/practice?course=king-and-pawn&n=3"] {
        let page = server().get(path).body;
        for text in [
            "href=\"practice?course=basic-mates&amp;n=1\"",
            "KRPvKR: rook and pawn against rook",
            "white rook a8",
        ] {
            assert!(page.contains(text), "{path}: {text}");
        }
        assert!(!page.contains("{{") && !page.contains("style=") && page.matches("<script").count() == 1);
    }
    let explorer = server().get(&format!("/?fen={PHILIDOR}")).body;
    assert!(explorer.contains(&format!("href=\"practice?fen={PHILIDOR}\"")), "{explorer}");
    let lost = server().get("/?fen=8/8/8/3k4/8/8/8/R3K3_b_-_-_0_1").body;
    assert!(!lost.contains("Practice from here"));
}

#[test]
fn tasks_are_played_in_a_browser() {
    let Some(mut browser) = Browser::start() else { return };
    plays(&mut browser, &Page::of(server()), "practice");
}

#[test]
fn tasks_are_played_without_a_server() {
    let Some((mut browser, folder)) = folder::opened() else { return };
    plays(&mut browser, &Page::of_folder(&folder), "practice.html");
}

/// The message about the last move.
const MESSAGE: &str = "document.getElementById('message').textContent";

fn plays(browser: &mut Browser, page: &Page, name: &str) {
    let at = |query: &str| format!("{}{name}?{query}", page.address);
    browser.size(1280, 900, false);
    wrong_then_right(browser, page, &at(&format!("fen={PHILIDOR}")));
    mates(browser, page, &at("fen=8/8/8/8/8/2K5/7R/k7_w_-_-_0_1"));
    against_an_easy_defense(browser, page, &at(&format!("fen={ROOK}")));
    with_hints(browser, &at("course=rook-and-pawn-against-rook&n=5"));
    keeps_progress(browser, page, &at(""));
    on_a_phone(browser, page, &at("course=king-and-pawn&n=1"));
    for_a_screen_reader(browser, &at(&format!("fen={PHILIDOR}")));
    let found = faults(&browser.events, &page.address);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A mistake is explained, refuted and taken back; then the position is held.
fn wrong_then_right(browser: &mut Browser, page: &Page, address: &str) {
    browser.open(address);
    browser.value("localStorage.clear(); const n = document.getElementById('moves-wanted'); n.value = '2'; n.dispatchEvent(new Event('change'))");
    browser.open(address);
    browser.wait(&format!("{MESSAGE}.includes('hold the draw for 2 moves')"));
    assert_eq!(
        browser.value("document.querySelector('#board [role=gridcell]').dataset.square"),
        "h1",
        "Black is below"
    );
    browser.drag(&square("h6"), &square("h8"));
    browser.wait(&format!("{MESSAGE}.startsWith('Rh8 loses. It leaves the third rank.')"));
    let message = browser.value(MESSAGE);
    let message = message.as_str().unwrap();
    assert!(
        message.contains("KRPvKR: the third-rank defense") && message.contains("Refutation: 2. "),
        "{message}"
    );
    assert_eq!(browser.value("document.activeElement.id"), "again");
    browser.picture(&page.picture("practice-fault"));
    browser.press("Enter");
    browser.wait("document.querySelector('[data-square=h6]').getAttribute('aria-label') === 'black rook h6'");
    browser.value("document.getElementById('command').focus()");
    browser.type_text("Rg6");
    browser.press("Enter");
    browser.wait(&format!("{MESSAGE}.includes('White plays ')"));
    assert_eq!(browser.value("document.getElementById('message').className"), "good");
    // The move of the hint holds after any move of White.
    browser.value("document.getElementById('hint').click()");
    browser.wait("document.querySelectorAll('#message .hint').length === 1");
    let mv = browser.value(HINT);
    browser.value("document.getElementById('command').focus()");
    browser.type_text(mv.as_str().unwrap());
    browser.press("Enter");
    browser.wait("document.getElementById('message').dataset.recorded === 'spoiled'");
    browser.wait(&format!(
        "{MESSAGE}.includes('Done, with 1 fault on the way.') && {MESSAGE}.includes('It comes back on ')"
    ));
    browser.picture(&page.picture("practice-done"));
}

/// The move of a hint for the position on the page, requested as the page does.
const HINT: &str = "(async () => { const { ask, query } = await import(new URL('assets/ask.js', document.baseURI)); \
    const fen = new URL(document.getElementById('explore').href).searchParams.get('fen').replaceAll('_', ' '); \
    return JSON.parse((await ask(`api/v1/practice/hint${query({ fen, step: 'move' })}`)).text).uci; })()";

/// Plays a mate in two.
fn mates(browser: &mut Browser, page: &Page, address: &str) {
    browser.open(address);
    browser.wait(&format!("{MESSAGE}.includes('win against the best defense')"));
    browser.click(&square("c3"));
    browser.click(&square("b3"));
    browser.wait(&format!("{MESSAGE}.includes('Black plays Kb1')"));
    browser.picture(&page.picture("practice-won"));
    browser.click(&square("h2"));
    browser.click(&square("h1"));
    browser.wait("document.getElementById('message').dataset.recorded === 'solved'");
    browser.wait(&format!("{MESSAGE}.includes('Checkmate.Solved without a fault.')"));
}

/// The choice of the other side is kept, and told; levels are offered only by a server.
fn against_an_easy_defense(browser: &mut Browser, page: &Page, address: &str) {
    browser.open(address);
    let choose = |browser: &mut Browser, value: &str| {
        browser.value(&format!(
            "{{ const side = document.getElementById('defender'); side.value = '{value}'; side.dispatchEvent(new Event('change')); }}"
        ));
    };
    choose(browser, "easy");
    browser.open(address);
    browser.wait(&format!("{MESSAGE}.includes('win against an easy defense')"));
    browser.value("document.getElementById('command').focus()");
    browser.type_text("Ra4");
    browser.press("Enter");
    browser.wait(&format!("{MESSAGE}.includes('Black plays K')"));
    browser.value("document.getElementById('help').scrollIntoView({ behavior: 'instant' })");
    browser.picture(&page.picture("practice-defense"));
    let levels = browser.value("document.querySelectorAll('#defender option').length").as_u64();
    let text = browser.value("document.getElementById('help').textContent");
    let lacks = text.as_str().unwrap().contains("which this page does not have");
    assert_eq!(
        (levels, lacks),
        if address.contains("practice.html") { (Some(2), true) } else { (Some(7), false) }
    );
    choose(browser, "longest");
}

/// Uses all three steps of a hint; after the move has been shown, the task does not count as
/// solved.
fn with_hints(browser: &mut Browser, address: &str) {
    browser.open(address);
    browser.wait("document.getElementById('task-name').textContent === 'Philidor: the third-rank defense'");
    // A slow server: the note shown meanwhile does not move the hints.
    browser.value("{ const { fetch } = window; window.fetch = async (...what) => { await new Promise((go) => setTimeout(go, 600)); return fetch(...what); }; }");
    for (number, text) in [(1, "third rank"), (2, "Move the rook on b1."), (3, "Play Rb6.")] {
        // The button moves as hints are added above it.
        browser.value("document.getElementById('hint').click()");
        browser.wait(&format!("document.querySelectorAll('#message .hint').length === {number}"));
        let words = browser.value("[...document.querySelectorAll('#message .hint')].at(-1).textContent");
        assert!(words.as_str().unwrap().contains(text), "{words}");
    }
    assert_eq!(browser.value("document.getElementById('hint').disabled"), true);
    browser.click("#give-up");
    browser.wait("document.getElementById('message').dataset.recorded === 'given-up'");
    browser.click("#next");
    browser.wait("document.getElementById('task-name').textContent === 'The third-rank defense with White'");
    assert_eq!(browser.value("new URLSearchParams(location.search).get('n')"), "6");
}

/// Records are listed, due on their day, exported and imported.
fn keeps_progress(browser: &mut Browser, page: &Page, address: &str) {
    browser.open(address);
    assert_eq!(browser.value("document.querySelectorAll('#courses .state.spoiled').length"), 1);
    let kept = browser.value("localStorage.getItem('vancura practice')");
    let kept: Value = serde_json::from_str(kept.as_str().unwrap()).unwrap();
    assert_eq!((&kept["format"], kept["tasks"].as_object().unwrap().len()), (&json!("vancura practice"), 3));
    let past = kept
        .to_string()
        .replace(kept["tasks"]["3k4/8/7r/2PK4/8/8/8/1R6 b - - hold"]["due"].as_str().unwrap(), "2020-01-01");
    browser.value(&format!("localStorage.setItem('vancura practice', {})", json!(past)));
    browser.open(address);
    assert_eq!(browser.value("document.querySelectorAll('#due li').length"), 2);
    browser.value("document.querySelector('#courses details').open = true");
    browser.picture(&page.picture("practice-lists"));
    browser.click("#due a");
    browser.wait(&format!("{MESSAGE}.includes('hold the draw')"));
    browser.value("localStorage.clear()");
    let taken = |browser: &mut Browser, text: &str| {
        browser.value(&format!(
            "(async () => {{ const {{ importText }} = await import(new URL('assets/boxes.js', document.baseURI)); return importText({}); }})()",
            json!(text)
        ))
    };
    assert_eq!(taken(browser, &kept.to_string()), "3 of 3 entries loaded.");
    assert_eq!(taken(browser, "{}"), "This is not a practice file.");
    assert_eq!(browser.value("JSON.parse(localStorage.getItem('vancura practice')).tasks"), kept["tasks"]);
    // The program can read the file.
    assert!(practice::Progress::from_json(&kept.to_string()).is_ok());
}

fn on_a_phone(browser: &mut Browser, page: &Page, address: &str) {
    browser.size(390, 844, true);
    browser.open(address);
    browser.wait(&format!("{MESSAGE}.includes(' to move: ')"));
    browser.picture(&page.picture("practice-phone"));
    assert_eq!(browser.value("document.documentElement.scrollWidth <= 390"), true);
    browser.value("document.querySelectorAll('#courses details').forEach((one) => { one.open = true; })");
    assert_eq!(browser.value("document.documentElement.scrollWidth <= 390"), true);
    browser.value("document.getElementById('task').scrollIntoView({ behavior: 'instant' })");
    browser.picture(&page.picture("practice-phone-task"));
    browser.value("document.getElementById('repeat').scrollIntoView({ behavior: 'instant' })");
    browser.picture(&page.picture("practice-phone-repeat"));
    browser.size(1280, 900, false);
}

/// All controls have names, and messages are announced.
fn for_a_screen_reader(browser: &mut Browser, address: &str) {
    browser.open(address);
    browser.wait(&format!("{MESSAGE}.includes('hold the draw')"));
    let tree = browser.call("Accessibility.getFullAXTree", json!({}));
    let nodes = tree["nodes"].as_array().unwrap().iter().filter(|node| node["ignored"] != true);
    let nodes: Vec<(&str, &str)> = nodes
        .map(|node| {
            (
                node["role"]["value"].as_str().unwrap_or_default(),
                node["name"]["value"].as_str().unwrap_or_default(),
            )
        })
        .collect();
    for role in ["button", "textbox", "combobox", "spinbutton", "link"] {
        let of_role: Vec<&str> = nodes.iter().filter(|node| node.0 == role).map(|node| node.1).collect();
        assert!(
            !of_role.is_empty() && of_role.iter().all(|name| !name.trim().is_empty()),
            "{role}: {of_role:?}"
        );
    }
    assert!(nodes.iter().any(|node| node.0 == "status"), "the message is announced");
    assert_eq!(nodes.iter().filter(|node| node.0 == "gridcell").count(), 64);
}
