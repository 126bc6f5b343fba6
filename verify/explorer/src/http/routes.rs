//! Which address answers what.

use std::sync::Arc;
use std::time::Instant;

use board::Wdl;
use bytes::Bytes;
use hyper::body::Incoming;
use hyper::header::{ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use serde_json::json;

use super::body::Sent;
use super::request::{self, Question, material};
use super::response::{Keep, Reply};
use super::site::{Counters, Site};
use super::{events, handbook, request::TOKEN_HEADER};
use crate::answer::analysis::{LINES_MAX, Request as AnalysisRequest, TIME_DEFAULT_MS, TIME_MAX_MS};
use crate::answer::category::Category;
use crate::answer::endings::{PAGE_DEFAULT, PAGE_MAX, Wanted};
use crate::answer::{annotate, endings, fen, line, position, rules, squares, standard, tables};
use crate::error::Refusal;
use crate::page;

/// The addresses and answers of the API, for programs that write clients.
const OPENAPI: &str = include_str!("../openapi.json");

/// Answers a request.
pub(super) async fn respond(site: &Arc<Site>, request: Request<Incoming>) -> Response<Sent> {
    let began = Instant::now();
    Counters::count(&site.counters.requests);
    let question = Question::new(&request);
    let reply = judged(site, &question, request).await;
    if reply.status.is_client_error() || reply.status.is_server_error() {
        Counters::count(&site.counters.faults);
    }
    let mut response = reply.respond(&question);
    if site.cors && question.path.starts_with("/standard") {
        response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    if site.json_log {
        let micros = began.elapsed().as_micros() as u64;
        let (method, status) = (question.method.as_str(), response.status().as_u16());
        eprintln!("{}", json!({"method": method, "path": question.path, "status": status, "micros": micros}));
    }
    response
}

async fn judged(site: &Arc<Site>, question: &Question, request: Request<Incoming>) -> Reply {
    if !request::is_our_host(&question.headers, &site.hosts) {
        return Reply::fault(
            StatusCode::FORBIDDEN,
            "this server is asked under another name: see --allow-host",
        );
    }
    match (question.method.as_str(), question.path.as_str()) {
        ("POST", "/api/v1/annotate") => {
            if !question.is_of_same_origin() {
                return Reply::fault(StatusCode::FORBIDDEN, "pages from elsewhere are not answered");
            }
            match request::body(request.into_body()).await {
                Ok(pgn) => blocking(site, move |site| annotated(&site, &pgn)).await,
                Err(status) => Reply::fault(status, "a PGN of at most 64 KiB is read"),
            }
        }
        ("POST", "/api/v1/solve") => solve(site, question),
        (_, "/api/v1/annotate" | "/api/v1/solve") => not_allowed("POST"),
        ("GET" | "HEAD", "/api/v1/analyse") if !question.is_of_same_origin() => {
            Reply::fault(StatusCode::FORBIDDEN, "pages from elsewhere are not answered")
        }
        ("GET", "/api/v1/analyse") => analyse(site, question).unwrap_or_else(Reply::from),
        ("GET" | "HEAD", _) => {
            let question = question.clone();
            blocking(site, move |site| get(&site, &question)).await
        }
        _ => not_allowed("GET, HEAD"),
    }
}

fn not_allowed(methods: &'static str) -> Reply {
    let fault = Reply::fault(StatusCode::METHOD_NOT_ALLOWED, format!("this address answers {methods}"));
    Reply { allow: Some(methods), ..fault }
}

/// Looks things up on a thread that may wait for files and memory.
async fn blocking(
    site: &Arc<Site>,
    answer: impl FnOnce(Arc<Site>) -> Result<Reply, Refusal> + Send + 'static,
) -> Reply {
    let site = Arc::clone(site);
    let answered = tokio::task::spawn_blocking(move || answer(site)).await;
    answered.map_or_else(
        |_| {
            Reply::fault(
                StatusCode::INTERNAL_SERVER_ERROR,
                "this question is more than the server can answer",
            )
        },
        |reply| reply.unwrap_or_else(Reply::from),
    )
}

/// Answers to GET.
fn get(site: &Arc<Site>, question: &Question) -> Result<Reply, Refusal> {
    let path: Vec<&str> = question.path.trim_matches('/').split('/').collect();
    match path.as_slice() {
        [""] => page::front(&site.knowledge, question.parameter("fen"), &site.token).map(Reply::html),
        ["assets", name] => asset(name),
        ["part", name] => part(site, question, name),
        ["handbook"] => handbook::page(site.handbook.as_deref(), "index.html"),
        ["handbook", name] => handbook::page(site.handbook.as_deref(), name),
        ["standard"] => lichess(site, question),
        ["standard", "mainline"] => {
            Counters::count(&site.counters.mainline);
            Ok(Reply::json(&standard::mainline(&site.knowledge, &question.board()?)?, Keep::Day))
        }
        ["atomic" | "antichess", ..] => {
            Err(Refusal::NotFound(format!("{} is not played here: ask /standard", path[0])))
        }
        ["monitor"] => Ok(Reply::plain(site.monitor(), Keep::Never)),
        ["api", "v1", rest @ ..] => api(site, question, rest),
        _ => Err(Refusal::NotFound(format!("nothing is at {}", question.path))),
    }
}

fn asset(name: &str) -> Result<Reply, Refusal> {
    let (kind, text) =
        page::asset(name).ok_or_else(|| Refusal::NotFound(format!("there is no asset {name}")))?;
    Ok(Reply::new(kind, text, Keep::Checked))
}

/// Sections of the page that are asked for one by one.
fn part(site: &Site, question: &Question, name: &str) -> Result<Reply, Refusal> {
    let html = match name {
        "position" => {
            let board = question.board()?;
            demand(site, question, &board);
            page::position_parts(&site.knowledge, &board)?
        }
        "ending" => page::ending_part(&site.knowledge, &question.board()?)?,
        "examples" => {
            let ending = material(question.parameter("ending").unwrap_or_default())?;
            page::examples_part(&site.knowledge, ending, handbook::has(site.handbook.as_deref(), ending))?
        }
        "tables" => page::tables_part(&site.knowledge)?,
        _ => return Err(Refusal::NotFound(format!("the page has no part {name}"))),
    };
    Ok(Reply { keep: Keep::Checked, ..Reply::html(html) })
}

/// The position of `/standard`. Where five men are solved on demand, this is a demand.
fn lichess(site: &Arc<Site>, question: &Question) -> Result<Reply, Refusal> {
    Counters::count(&site.counters.standard);
    let board = question.board()?;
    demand(site, question, &board);
    let answer = standard::answer(&site.knowledge, &board, site.rules)?;
    let is_open = |category: Category| category == Category::Unknown;
    // What is not known now may be known when an ending has been solved.
    let open = is_open(answer.info.category) || answer.moves.iter().any(|m| is_open(m.info.category));
    Ok(Reply::json(&answer, if open { Keep::Checked } else { Keep::Day }))
}

/// Begins to solve the ending of a position that is not known, unless a page from elsewhere asks: it would spend minutes and gigabytes of
/// somebody who has only looked at it.
fn demand(site: &Site, question: &Question, board: &board::Board) {
    if !question.is_of_same_origin() {
        return;
    }
    if let Some(material) = fen::material(board).filter(|material| material.men() > 2) {
        site.knowledge.ask_for(material, &site.ends);
    }
}

fn api(site: &Arc<Site>, question: &Question, path: &[&str]) -> Result<Reply, Refusal> {
    let knowledge = &site.knowledge;
    match path {
        ["position"] => {
            let board = question.board()?;
            demand(site, question, &board);
            Ok(Reply::json(&position::position(knowledge, &board)?, Keep::Checked))
        }
        ["line"] => {
            let goal = line::goal(question.parameter("goal"))?;
            Ok(Reply::json(&line::line(knowledge, &question.board()?, goal)?, Keep::Checked))
        }
        ["line.pgn"] => {
            let (board, goal) = (question.board()?, line::goal(question.parameter("goal"))?);
            let line = line::line(knowledge, &board, goal)?;
            Ok(Reply::new("application/x-chess-pgn", line::pgn(&board, &line), Keep::Checked))
        }
        ["squares"] => {
            let man = question.parameter("man").unwrap_or_default();
            Ok(Reply::json(&squares::squares(knowledge, &question.board()?, man)?, Keep::Checked))
        }
        ["endings"] => Ok(Reply::json(&endings::list(knowledge), Keep::Checked)),
        ["endings", name] => {
            Ok(Reply::json(&endings::statistics(knowledge, material(name)?)?, Keep::Checked))
        }
        ["endings", name, list] => listed(site, question, name, list),
        ["rules"] => Ok(Reply::json(&rules::endings(), Keep::Checked)),
        ["rules", name] => Ok(Reply::json(&rules::of_ending(material(name)?)?, Keep::Checked)),
        ["rules", name, number, "map"] => {
            let man = question.parameter("man").unwrap_or_default();
            Ok(Reply::json(&rules::map(material(name)?, number, &question.board()?, man)?, Keep::Checked))
        }
        ["tables"] => Ok(Reply::json(&tables::tables(knowledge)?, Keep::Checked)),
        ["health"] => {
            let uptime = site.started.elapsed().as_secs();
            let version = env!("CARGO_PKG_VERSION");
            Ok(Reply::json(&json!({"status": "ok", "version": version, "uptime_s": uptime}), Keep::Never))
        }
        ["openapi.json"] => Ok(Reply::new("application/json", OPENAPI, Keep::Checked)),
        _ => Err(Refusal::NotFound(format!("nothing is at {}: see /api/v1/openapi.json", question.path))),
    }
}

/// A list of positions as JSON, EPD or CSV, by its suffix.
fn listed(site: &Site, question: &Question, name: &str, list: &str) -> Result<Reply, Refusal> {
    let (list, format) = list.split_once('.').unwrap_or((list, "json"));
    let result = match question.parameter("result") {
        None => None,
        Some("win") => Some(Wdl::Win),
        Some("draw") => Some(Wdl::Draw),
        Some("loss") => Some(Wdl::Loss),
        Some(other) => {
            return Err(Refusal::Malformed(format!("result is `{other}`: ask for win, draw or loss")));
        }
    };
    let wanted = Wanted {
        offset: question.number::<u32>("offset", 0)? as usize,
        limit: question.number::<usize>("limit", PAGE_DEFAULT)?.clamp(1, PAGE_MAX),
        seed: question.number("seed", 1)?,
        result,
    };
    let page = endings::page(&site.knowledge, material(name)?, list, &wanted)?;
    match format {
        "json" => Ok(Reply::json(&page, Keep::Checked)),
        "epd" => Ok(Reply::new("application/x-chess-epd", endings::epd(&page), Keep::Checked)),
        "csv" => Ok(Reply::new("text/csv; charset=utf-8", endings::csv(&page), Keep::Checked)),
        other => Err(Refusal::NotFound(format!("lists come as json, epd and csv, not as {other}"))),
    }
}

fn annotated(site: &Site, pgn: &Bytes) -> Result<Reply, Refusal> {
    Ok(Reply::json(&annotate::annotate(&site.knowledge, pgn)?, Keep::Never))
}

fn analyse(site: &Arc<Site>, question: &Question) -> Result<Reply, Refusal> {
    let request = AnalysisRequest {
        time_ms: question.number("ms", TIME_DEFAULT_MS)?.clamp(1, TIME_MAX_MS),
        lines: question.number("multipv", 1)?.clamp(1, LINES_MAX),
    };
    Ok(events::analysis(site, question.board()?, request))
}

/// Begins to solve an ending for the page.
fn solve(site: &Arc<Site>, question: &Question) -> Reply {
    let knows =
        question.method == Method::POST && question.header(TOKEN_HEADER).is_some_and(|t| t == site.token);
    if !knows || !question.is_of_same_origin() {
        return Reply::fault(StatusCode::FORBIDDEN, "only the page of this server may ask for that");
    }
    if !site.knowledge.solves() {
        return Reply::fault(
            StatusCode::FORBIDDEN,
            "start the explorer with --solve to let it solve five men in memory",
        );
    }
    match question.parameter("ending").unwrap_or_default().parse() {
        Ok(material) => {
            site.knowledge.ask_for(material, &site.ends);
            Reply::json(&site.knowledge.progress(), Keep::Never)
        }
        Err(error) => Reply::from(Refusal::Material(error)),
    }
}
