//! A real browser, controlled through two pipes: JSON messages in both directions, each terminated
//! by a zero byte.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Timeout of every browser command.
const PATIENCE: Duration = Duration::from_secs(30);

/// A page in a headless browser.
pub(crate) struct Browser {
    child: Child,
    to: File,
    from: Receiver<Value>,
    session: Option<String>,
    number: u64,
    /// Events of the page since they were last taken.
    pub(crate) events: Vec<Value>,
    _folder: tempfile::TempDir,
}

/// The installed browser, if there is one.
fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|path| path.is_file())
}

impl Browser {
    /// Starts a browser; `None`, with a message, if there is none.
    pub(crate) fn start() -> Option<Self> {
        let Some(program) = program() else {
            assert!(
                !reference::is_required("browser"),
                "no chromium is installed, and VANCURA_REQUIRE lists `browser`"
            );
            let _ = writeln!(
                std::io::stderr(),
                "NOT TRIED: no chromium is installed, so the page was not opened in a browser"
            );
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let [to, from] = ["to", "from"].map(|name| folder.path().join(name));
        assert!(Command::new("mkfifo").args([&to, &from]).status().unwrap().success());
        let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
        let child = Command::new("sh")
            .args([
                "-c",
                r#"program=$1 to=$2 from=$3; shift 3; exec "$program" "$@" 3<"$to" 4>"$from""#,
                "sh",
            ])
            .args([&program, &to, &from])
            .args([
                "--headless",
                "--remote-debugging-pipe",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
            ])
            .args([
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ])
            .args(["--hide-scrollbars", &profile, "about:blank"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let to = File::options().write(true).open(to).unwrap();
        let mut reader = BufReader::new(File::open(from).unwrap());
        let (sender, from) = channel();
        std::thread::spawn(move || {
            let mut message = Vec::new();
            while reader.read_until(0, &mut message).is_ok_and(|read| read > 0) {
                message.pop();
                let Ok(value) = serde_json::from_slice(&message) else { break };
                if sender.send(value).is_err() {
                    break;
                }
                message.clear();
            }
        });
        let mut browser =
            Self { child, to, from, session: None, number: 0, events: Vec::new(), _folder: folder };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attached =
            browser.call("Target.attachToTarget", json!({"targetId": target["targetId"], "flatten": true}));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network", "DOM", "Accessibility"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Sends a command and returns its answer; events in the meantime are kept.
    #[expect(clippy::needless_pass_by_value, reason = "parameters are written inline")]
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.ask(method, &parameters).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The same for commands that the browser may refuse.
    fn ask(&mut self, method: &str, parameters: &Value) -> Result<Value, Value> {
        self.number += 1;
        let id = self.number;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.to.write_all(format!("{message}\0").as_bytes()).unwrap();
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let mut answer =
                self.from.recv_timeout(left).unwrap_or_else(|_| panic!("{method}: the browser is silent"));
            if answer["id"] == id {
                let error = answer["error"].take();
                return if error.is_null() { Ok(answer["result"].take()) } else { Err(error) };
            }
            self.events.push(answer);
        }
    }

    /// The value of an expression on the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let mut answer = self.call("Runtime.evaluate", parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].take()
    }

    /// Waits until an expression on the page is true.
    pub(crate) fn wait(&mut self, expression: &str) {
        let deadline = Instant::now() + PATIENCE;
        // During navigation there is no page to query.
        let asked = json!({"expression": format!("!!({expression})"), "returnByValue": true});
        let is_true = |browser: &mut Self| {
            browser.ask("Runtime.evaluate", &asked).is_ok_and(|answer| answer["result"]["value"] == true)
        };
        while !is_true(self) {
            let state = "[location.href, document.getElementById('fault')?.textContent, document.getElementById('fen')?.value].join(' | ')";
            assert!(Instant::now() < deadline, "never true: {expression}; {}", self.value(state));
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Opens an address and waits until the page is ready.
    pub(crate) fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({"url": address}));
        self.wait("document.documentElement.dataset.ready === 'yes' && document.readyState === 'complete'");
    }

    /// The center of an element.
    fn center(&mut self, selector: &str) -> (f64, f64) {
        let expression = format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'nearest', behavior: 'instant'}}); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        );
        let place = self.value(&expression);
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64)) {
        let (button, buttons) = if kind == "mouseMoved" { ("none", 1) } else { ("left", 1) };
        self.call(
            "Input.dispatchMouseEvent",
            json!({"type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1}),
        );
    }

    /// Clicks an element.
    pub(crate) fn click(&mut self, selector: &str) {
        let at = self.center(selector);
        self.mouse("mousePressed", at);
        self.mouse("mouseReleased", at);
    }

    /// Moves the pointer over an element.
    pub(crate) fn hover(&mut self, selector: &str) {
        let (x, y) = self.center(selector);
        self.call(
            "Input.dispatchMouseEvent",
            json!({"type": "mouseMoved", "x": x, "y": y, "button": "none", "buttons": 0}),
        );
    }

    /// Drags from one element to another with the mouse.
    pub(crate) fn drag(&mut self, from: &str, to: &str) {
        let (from, to) = (self.center(from), self.center(to));
        self.mouse("mousePressed", from);
        for step in 1..=4 {
            let part = f64::from(step) / 4.0;
            self.mouse("mouseMoved", (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part));
        }
        self.mouse("mouseReleased", to);
    }

    /// Drags by touch.
    pub(crate) fn swipe(&mut self, from: &str, to: &str) {
        let (from, to) = (self.center(from), self.center(to));
        let points = |(x, y): (f64, f64)| json!([{"x": x, "y": y}]);
        let middle = (from.0.midpoint(to.0), from.1.midpoint(to.1));
        for (kind, touches) in [
            ("touchStart", points(from)),
            ("touchMove", points(middle)),
            ("touchMove", points(to)),
            ("touchEnd", json!([])),
        ] {
            self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": touches}));
        }
    }

    /// Presses a key by its name.
    pub(crate) fn press(&mut self, key: &str) {
        self.press_with(key, "");
    }

    /// The same with `Shift` held down.
    pub(crate) fn press_with(&mut self, key: &str, held: &str) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "Tab" => 9,
            "Delete" => 46,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => u32::from(key.chars().next().unwrap().to_ascii_uppercase()),
        };
        let mut event = json!({"type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": code});
        if held == "Shift" {
            event["modifiers"] = json!(8);
        }
        if key == "Enter" {
            event["text"] = json!("\r");
        }
        self.call("Input.dispatchKeyEvent", event.clone());
        event["type"] = json!("keyUp");
        self.call("Input.dispatchKeyEvent", event);
    }

    /// Types a text into the element that has the focus.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
    }

    /// Sets width and height in pixels, for a phone with touch or a desktop without.
    pub(crate) fn size(&mut self, width: u32, height: u32, phone: bool) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}),
        );
        self.call("Emulation.setTouchEmulationEnabled", json!({"enabled": phone, "maxTouchPoints": 1}));
    }

    /// Sets light or dark mode, as the system would.
    pub(crate) fn scheme(&mut self, scheme: &str) {
        self.call(
            "Emulation.setEmulatedMedia",
            json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]}),
        );
    }

    /// Slows the page's main thread down by this factor; workers are not slowed down.
    pub(crate) fn throttle(&mut self, rate: u32) {
        self.call("Emulation.setCPUThrottlingRate", json!({"rate": rate}));
    }

    /// Saves a screenshot in the folder given by `VANCURA_SCREENSHOTS`, if it is set.
    pub(crate) fn picture(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("VANCURA_SCREENSHOTS") else { return };
        let shot =
            self.call("Page.captureScreenshot", json!({"format": "png", "captureBeyondViewport": false}));
        let bytes = decode(shot["data"].as_str().unwrap());
        std::fs::write(PathBuf::from(folder).join(format!("{name}.png")), bytes).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Base64 without line breaks.
fn decode(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter_map(|byte| ALPHABET.iter().position(|&digit| digit == byte));
    let digits: Vec<u32> = digits.map(|digit| digit as u32).collect();
    let group = |group: &[u32]| {
        let bits = group.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - group.len()));
        bits.to_be_bytes()[1..group.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}

#[test]
fn pictures_are_decoded() {
    assert_eq!(decode("VmFuY3VyYQ=="), b"Vancura");
    assert_eq!(decode("UGF3bg=="), b"Pawn");
}
