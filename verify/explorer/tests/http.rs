//! The server over raw sockets: refusals, shutdown, and robustness.

use crate::client;

use std::io::{Read as _, Write as _};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use client::{Answer, Server};
use explorer::{Knowledge, Settings, StartError, start};

const KRK: &str = "/standard?fen=4k3/8/8/8/8/8/8/R3K3_w_-_-_0_1";

#[test]
fn spaces_in_every_form_and_unknown_parameters_are_accepted() {
    let server = Server::new();
    let right = server.get(KRK).body;
    assert!(right.starts_with("{\"checkmate\":false"), "{right}");
    for path in [
        "/standard?fen=4k3/8/8/8/8/8/8/R3K3%20w%20-%20-%200%201",
        "/standard?fen=4k3/8/8/8/8/8/8/R3K3+w+-+-+0+1",
        "/standard?source=mobile&fen=4k3/8/8/8/8/8/8/R3K3_w_-_-_0_1&dtc=never",
        "/standard?fen=4k3%2F8%2F8%2F8%2F8%2F8%2F8%2FR3K3_w_kq_e3_0_1",
    ] {
        assert_eq!(server.get(path).body, right, "{path}");
    }
}

#[test]
fn errors_are_plain_text_with_the_status_of_the_api() {
    let server = Server::new();
    for (path, status, words) in [
        ("/standard", 400, "missing parameter: fen"),
        ("/standard?fen=nonsense", 400, "bad FEN"),
        ("/standard?fen=4k3/8/8/8/8/8/8/4KR2_b_-_-_0_1", 200, ""),
        ("/standard?fen=8/8/8/8/8/8/8/4K3_w_-_-_0_1", 400, "Black has no king"),
        ("/standard/mainline?fen=4k3/5q2/8/8/8/8/8/R3K2R_w_KQ_-_0_1", 404, "there is no table"),
        ("/atomic?fen=4k3/8/8/8/8/8/8/R3K3_w_-_-_0_1", 404, "atomic is not supported"),
        ("/antichess", 404, "not supported"),
        ("/nowhere", 404, "there is nothing at /nowhere"),
        ("/api/v1/endings/KXvK", 400, "is not a piece"),
        ("/api/v1/endings/KvK", 404, "bare kings"),
        ("/api/v1/squares?fen=4k3/8/8/8/8/8/8/R3K3_w_-_-_0_1&man=h8", 400, "give the square of a piece"),
        ("/api/v1/line?fen=4k3/8/8/8/8/8/8/R3K3_w_-_-_0_1&goal=soon", 400, "must be mate or zeroing"),
        ("/api/v1/endings/KRvK/random?limit=-3", 400, "limit is `-3`"),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, status, "{path}: {}", answer.body);
        assert!(answer.body.contains(words), "{path}: {}", answer.body);
        if status != 200 {
            assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"), "{path}");
        }
    }
}

#[test]
fn only_our_own_names_are_answered() {
    let server = Server::new();
    let port = server.address.port();
    let ask = |host: &str| {
        Answer::read(&server.raw(format!("GET {KRK} HTTP/1.1\r\n{host}Connection: close\r\n\r\n").as_bytes()))
    };
    assert_eq!(ask(&format!("Host: localhost:{port}\r\n")).status, 200);
    for host in [
        "Host: evil.example\r\n".to_owned(),
        format!("Host: evil.example:{port}\r\n"),
        "Host: 127.0.0.1\r\n".to_owned(),
        format!("Host: localhost:{port}\r\nHost: evil.example\r\n"),
        String::new(),
    ] {
        assert_eq!(ask(&host).status, 403, "{host}");
    }
    let named =
        Server::with(&[], &Settings { allow_hosts: vec!["tables.example".into()], ..Settings::default() });
    let answer = Answer::read(
        &named.raw(b"GET /monitor HTTP/1.1\r\nHost: tables.example\r\nConnection: close\r\n\r\n"),
    );
    assert_eq!(answer.status, 200, "{answer:?}");
}

#[test]
fn what_changes_something_needs_the_page() {
    let server = Server::of(Knowledge::open(&[], true).unwrap(), &Settings::default());
    let page = server.get("/").body;
    let token = page.split_once("data-token=\"").unwrap().1.split('"').next().unwrap().to_owned();
    let header = |token: &str| format!("X-Vancura-Token: {token}\r\n");
    let solve = |headers: &str| server.request("POST", "/api/v1/solve?ending=KBBvK", headers, "").status;
    assert_eq!(solve(""), 403);
    assert_eq!(solve(&header("0123456789abcdef0123456789abcdef")), 403);
    assert_eq!(solve(&format!("{}Origin: http://evil.example\r\n", header(&token))), 403);
    assert_eq!(solve(&header(&token)), 200);
    assert_eq!(server.get("/api/v1/solve").status, 405);
    for path in ["/api/v1/annotate", "/api/v1/analyse?fen=4k3/8/8/8/8/8/8/R3K3_w_-_-_0_1"] {
        let method = if path.ends_with("annotate") { "POST" } else { "GET" };
        let foreign = server.request(method, path, "Sec-Fetch-Site: cross-site\r\n", "1. e4 *");
        assert_eq!(foreign.status, 403, "{path}");
    }
    server.end();
}

#[test]
fn other_pages_may_read_positions_only_where_that_is_allowed() {
    let allowed =
        |server: &Server, path| server.get(path).header("access-control-allow-origin").map(str::to_owned);
    assert_eq!(allowed(&Server::new(), KRK), None);
    let open = Server::with(&[], &Settings { cors: true, ..Settings::default() });
    assert_eq!(allowed(&open, KRK), Some("*".to_owned()));
    assert_eq!(allowed(&open, "/api/v1/health"), None);
}

#[test]
fn methods_heads_and_answers_that_have_not_changed() {
    let server = Server::new();
    let whole = server.get(KRK);
    let head = server.request("HEAD", KRK, "", "");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    assert_eq!(head.header("content-length"), whole.header("content-length"));
    let put = server.request("PUT", KRK, "", "x");
    assert_eq!((put.status, put.header("allow")), (405, Some("get, head")));
    let tag = whole.header("etag").unwrap();
    let again = server.request("GET", KRK, &format!("If-None-Match: {tag}\r\n"), "");
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert_eq!(whole.header("cache-control"), Some("public, max-age=86400"));
    for header in ["content-security-policy", "x-content-type-options", "referrer-policy"] {
        assert!(whole.header(header).is_some(), "{header}");
    }
}

#[test]
fn heads_and_bodies_have_limits() {
    let server = Server::new();
    let host = format!("Host: 127.0.0.1:{}\r\n", server.address.port());
    let huge = format!("GET / HTTP/1.1\r\n{host}X: {}\r\n\r\n", "x".repeat(40 << 10));
    assert!([400, 431].contains(&Answer::read(&server.raw(huge.as_bytes())).status));
    let long = "1. e4 e5 ".repeat(10 << 10);
    assert_eq!(server.request("POST", "/api/v1/annotate", "", &long).status, 413);
    let both = format!(
        "POST /api/v1/annotate HTTP/1.1\r\n{host}Connection: close\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n1. e4 *\r\n0\r\n\r\n"
    );
    let answer = server.raw(both.as_bytes());
    assert!(answer.matches("HTTP/1.1").count() <= 1, "one request, one answer: {answer}");
    let pipelined = format!("GET /monitor HTTP/1.1\r\n{host}\r\n").repeat(3)
        + &format!("GET /monitor HTTP/1.1\r\n{host}Connection: close\r\n\r\n");
    assert_eq!(server.raw(pipelined.as_bytes()).matches("HTTP/1.1 200").count(), 4);
}

#[test]
fn a_head_that_does_not_end_is_not_waited_for() {
    let server = Server::new();
    let mut stream = server.connect();
    let began = Instant::now();
    stream.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    let mut rest = String::new();
    for _ in 0..40 {
        // Byte by byte, so that the connection is never idle.
        if stream.write_all(b"X").is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(250));
        if began.elapsed() > Duration::from_secs(7) {
            break;
        }
    }
    let _ = stream.read_to_string(&mut rest);
    assert!(!rest.contains("200 OK"), "{rest}");
    assert!(began.elapsed() < Duration::from_secs(9), "{:?}", began.elapsed());
    assert_eq!(server.get("/monitor").status, 200, "others are answered");
}

#[test]
fn slow_clients_do_not_keep_others_out() {
    let server = Server::new();
    let slow: Vec<_> = (0..100)
        .map(|_| {
            let mut stream = server.connect();
            let _ = stream.write_all(b"GET / HT");
            stream
        })
        .collect();
    for _ in 0..3 {
        let began = Instant::now();
        assert_eq!(server.get("/monitor").status, 200);
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    }
    // The oldest connections have been closed.
    let mut rest = String::new();
    let _ = (&slow[0]).read_to_string(&mut rest);
    assert_eq!(rest, "");
}

/// An ending of five pieces is solved for clients without such headers and for our own page, but
/// not for pages of other sites.
#[test]
fn pages_from_elsewhere_do_not_make_it_solve() {
    let server = Server::of(Knowledge::open(&[], true).unwrap(), &Settings::default());
    let solving = || server.json("/api/v1/tables")["memory"]["progress"]["solving"].clone();
    let fen = "8/6B1/6B1/8/2K5/3nk3/8/8_b_-_-_0_1";
    for headers in [
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
        "Origin: http://elsewhere.example\r\n",
        "Origin: null\r\n",
    ] {
        for path in ["standard", "api/v1/position", "part/position"] {
            let answer = server.request("GET", &format!("/{path}?fen={fen}"), headers, "");
            assert_eq!(answer.status, 200, "{path}, {headers}: it is answered all the same");
            assert!(solving().is_null(), "{path}, {headers}: {}", solving());
        }
    }
    assert_eq!(server.request("GET", &format!("/standard?fen={fen}"), "", "").status, 200);
    assert!(solving().is_string(), "{}", server.json("/api/v1/tables"));
    // A second one is not started at the same time.
    server.get("/standard?fen=8/8/8/2k5/8/2RP4/2K5/6r1_w_-_-_0_1");
    assert_ne!(solving(), "KRPvKR");
}

#[test]
fn a_port_in_use_is_reported() {
    let server = Server::new();
    let knowledge = std::sync::Arc::new(Knowledge::open(&[], false).unwrap());
    let error = start(knowledge.clone(), &Settings { port: server.address.port(), ..Settings::default() });
    assert!(matches!(error.err(), Some(StartError::PortTaken { port }) if port == server.address.port()));
    let everybody = Settings { bind: "0.0.0.0".parse().unwrap(), port: 0, ..Settings::default() };
    assert!(matches!(start(knowledge, &everybody).err(), Some(StartError::NoHost(_))));
}

#[test]
fn random_bytes_are_survived() {
    let server = Server::new();
    let mut random = board::random::Random::new(19);
    for length in 0..120 {
        let bytes: Vec<u8> = (0..length * 3).map(|_| random.below(256) as u8).collect();
        let mut stream = server.connect();
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let _ = stream.read_to_end(&mut Vec::new());
    }
    let routes = [
        "standard",
        "api/v1/position",
        "api/v1/line",
        "api/v1/squares",
        "part/ending",
        "api/v1/rules/KPvK/0/map",
    ];
    for round in 0..200 {
        let noise = (0..30).fold(String::new(), |noise, _| format!("{noise}%{:02x}", random.below(256)));
        let route = routes[round % routes.len()];
        let status = server.get(&format!("/{route}?fen={noise}&man={noise}")).status;
        assert!([400, 404].contains(&status), "{route} {noise}: {status}");
    }
    assert_eq!(server.get(KRK).status, 200);
}

/// Starts an analysis, waits for its first line, and reads the other events in a thread.
fn events(server: &Server, ms: u32) -> std::thread::JoinHandle<String> {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1";
    let mut stream = server.connect();
    let port = server.address.port();
    write!(stream, "GET /api/v1/analyse?fen={fen}&ms={ms} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n").unwrap();
    let (mut text, mut piece) = (Vec::new(), [0; 4_096]);
    while !String::from_utf8_lossy(&text).contains("event: info") {
        let read = stream.read(&mut piece).unwrap();
        assert!(read > 0, "no line: {}", String::from_utf8_lossy(&text));
        text.extend_from_slice(&piece[..read]);
    }
    std::thread::spawn(move || {
        let _ = stream.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    })
}

#[test]
fn a_second_analysis_ends_the_first_and_the_end_of_the_server_both() {
    let server = Server::new();
    let began = Instant::now();
    let first = events(&server, 60_000);
    let second = events(&server, 60_000);
    let first = first.join().unwrap();
    assert!(first.contains("event: info") && first.contains("event: done"), "{first}");
    assert!(began.elapsed() < Duration::from_secs(40), "{:?}", began.elapsed());
    let ends = Instant::now();
    server.end();
    assert!(ends.elapsed() < Duration::from_secs(1), "{:?}", ends.elapsed());
    let second = second.join().unwrap();
    assert!(second.contains("text/event-stream"), "{second}");
}

#[test]
fn who_goes_away_ends_the_search() {
    let server = Server::new();
    let mut stream = server.connect();
    let port = server.address.port();
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1";
    write!(stream, "GET /api/v1/analyse?fen={fen}&ms=60000 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n")
        .unwrap();
    let mut first = [0; 256];
    let _ = stream.read(&mut first).unwrap();
    drop(stream);
    // The engine is free again long before the minute is up.
    let began = Instant::now();
    let next = events(&server, 300).join().unwrap();
    assert!(next.contains("event: done"), "{next}");
    assert!(began.elapsed() < Duration::from_secs(40), "{:?}", began.elapsed());
}

#[test]
fn solving_stops_with_the_server() {
    let knowledge = Knowledge::open(&[], false).unwrap();
    knowledge.solve_up_to(4, &AtomicBool::new(true));
    let server = Server::of(knowledge, &Settings::default());
    assert_eq!(server.json("/api/v1/tables")["memory"]["endings"].as_array().unwrap().len(), 5);
}

#[test]
fn shells_learn_every_option() {
    let program = || std::process::Command::new(env!("CARGO_BIN_EXE_vancura-explorer"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = program().args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{shell}");
        assert!(
            ["memory-men", "allow-host"].iter().all(|option| script.contains(option)),
            "{shell}: {script}"
        );
    }
    assert_eq!(program().args(["completions", "dos"]).output().unwrap().status.code(), Some(2));
}
