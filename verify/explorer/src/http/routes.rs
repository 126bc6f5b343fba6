//! Routes requests to their answers.

use std::sync::Arc;
use std::time::Instant;

use hyper::body::Incoming;
use hyper::header::{ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use serde_json::json;
use site::{Keep, Question, Refusal};

use super::body::Sent;
use super::request::{self, Head};
use super::response::Reply;
use super::site::{Counters, Site};
use super::{events, handbook, request::TOKEN_HEADER};
use crate::analysis::{LINES_MAX, Request as AnalysisRequest, TIME_DEFAULT_MS, TIME_MAX_MS};

/// Answers a request.
pub(super) async fn respond(site: &Arc<Site>, request: Request<Incoming>) -> Response<Sent> {
    let began = Instant::now();
    Counters::count(&site.counters.requests);
    let head = Head::new(&request);
    let reply = judged(site, &head, request).await;
    if reply.status.is_client_error() || reply.status.is_server_error() {
        Counters::count(&site.counters.faults);
    }
    let mut response = reply.respond(&head);
    let path = &head.question.path;
    if site.cors && path.starts_with("/standard") {
        response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    if site.json_log {
        let micros = began.elapsed().as_micros() as u64;
        let (method, status) = (head.method.as_str(), response.status().as_u16());
        eprintln!("{}", json!({"method": method, "path": path, "status": status, "micros": micros}));
    }
    response
}

async fn judged(site: &Arc<Site>, head: &Head, request: Request<Incoming>) -> Reply {
    if !request::is_our_host(&head.headers, &site.hosts) {
        return Reply::fault(StatusCode::FORBIDDEN, "this host name is not allowed: see --allow-host");
    }
    match (head.method.as_str(), head.question.path.as_str()) {
        ("POST", "/api/v1/annotate") => {
            if !head.is_of_same_origin() {
                return Reply::fault(StatusCode::FORBIDDEN, "requests from pages of other sites are refused");
            }
            match request::body(request.into_body()).await {
                Ok(pgn) => {
                    let question = head.question.clone().with_body(pgn.to_vec());
                    blocking(site, move |site| site.answers.reply(&question).into()).await
                }
                Err(status) => Reply::fault(status, "send PGN of at most 64 KiB"),
            }
        }
        ("POST", "/api/v1/solve") => solve(site, head),
        (_, "/api/v1/annotate" | "/api/v1/solve") => Refusal::Method("POST").into(),
        ("GET" | "HEAD", "/api/v1/analyse") if !head.is_of_same_origin() => {
            Reply::fault(StatusCode::FORBIDDEN, "requests from pages of other sites are refused")
        }
        ("GET", "/api/v1/analyse") => analyse(site, &head.question).unwrap_or_else(Reply::from),
        ("GET" | "HEAD", _) => {
            let head = head.clone();
            blocking(site, move |site| get(&site, &head).unwrap_or_else(Reply::from)).await
        }
        _ => Refusal::Method("GET, HEAD").into(),
    }
}

/// Computes an answer on a thread that may block.
async fn blocking(site: &Arc<Site>, answer: impl FnOnce(Arc<Site>) -> Reply + Send + 'static) -> Reply {
    let site = Arc::clone(site);
    tokio::task::spawn_blocking(move || answer(site)).await.unwrap_or_else(|_| {
        Reply::fault(StatusCode::INTERNAL_SERVER_ERROR, "the server failed to answer this request")
    })
}

/// Answers GET requests.
fn get(site: &Arc<Site>, head: &Head) -> Result<Reply, Refusal> {
    let path: Vec<&str> = head.question.path.trim_matches('/').split('/').collect();
    match path.as_slice() {
        ["handbook"] => return handbook::page(site.handbook.as_deref(), "index.html"),
        ["handbook", name] => return handbook::page(site.handbook.as_deref(), name),
        ["monitor"] => return Ok(Reply::plain(site.monitor(), Keep::Never)),
        ["api", "v1", "health"] => {
            let uptime = site.started.elapsed().as_secs();
            let version = env!("CARGO_PKG_VERSION");
            return Ok(Reply::json(
                &json!({"status": "ok", "version": version, "uptime_s": uptime}),
                Keep::Never,
            ));
        }
        ["standard"] => Counters::count(&site.counters.standard),
        ["standard", "mainline"] => Counters::count(&site.counters.mainline),
        _ => {}
    }
    demand(site, head);
    Ok(site.answers.reply(&head.question).into())
}

/// Starts solving the ending of an unknown position where endings of five pieces are solved on
/// demand. Not for pages of other sites, which could otherwise use up minutes and gigabytes of
/// every visitor.
fn demand(site: &Site, head: &Head) {
    if !site.knowledge.solves() || !head.is_of_same_origin() {
        return;
    }
    if let Some(material) = head.question.ending() {
        site.knowledge.ask_for(material, &site.ends);
    }
}

fn analyse(site: &Arc<Site>, question: &Question) -> Result<Reply, Refusal> {
    let request = AnalysisRequest {
        time_ms: question.number("ms", TIME_DEFAULT_MS)?.clamp(1, TIME_MAX_MS),
        lines: question.number("multipv", 1)?.clamp(1, LINES_MAX),
    };
    Ok(events::analysis(site, question.board()?, request))
}

/// Starts solving an ending for the page.
fn solve(site: &Arc<Site>, head: &Head) -> Reply {
    let knows = head.method == Method::POST && head.header(TOKEN_HEADER).is_some_and(|t| t == site.token);
    if !knows || !head.is_of_same_origin() {
        return Reply::fault(StatusCode::FORBIDDEN, "only the page of this server may request that");
    }
    if !site.knowledge.solves() {
        return Reply::fault(
            StatusCode::FORBIDDEN,
            "start the explorer with --solve to solve endings of 5 pieces in memory",
        );
    }
    match head.question.parameter("ending").unwrap_or_default().parse() {
        Ok(material) => {
            site.knowledge.ask_for(material, &site.ends);
            Reply::json(&site.knowledge.progress(), Keep::Never)
        }
        Err(error) => Refusal::Material(error).into(),
    }
}
