//! Requests as the routes receive them, and checks before routing.

use std::borrow::Cow;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use hyper::body::{Body as _, Incoming};
use hyper::header::{HOST, HeaderMap, ORIGIN};
use hyper::{Method, Request, StatusCode};
use site::Question;

/// Maximum size of a body, in bytes.
const BODY_MAX: usize = 64 << 10;
/// Timeout of a body.
const BODY_TIME: Duration = Duration::from_secs(5);
/// The header with the token, which the page sends with requests that change something.
pub(super) const TOKEN_HEADER: &str = "x-vancura-token";

/// A request without its body.
#[derive(Clone)]
pub(super) struct Head {
    pub(super) method: Method,
    pub(super) question: Question,
    pub(super) headers: HeaderMap,
}

impl Head {
    pub(super) fn new(request: &Request<Incoming>) -> Self {
        Self {
            method: request.method().clone(),
            question: Question::new(request.uri().path(), request.uri().query().unwrap_or_default()),
            headers: request.headers().clone(),
        }
    }

    pub(super) fn header(&self, name: &str) -> Option<Cow<'_, str>> {
        self.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()))
    }

    /// True when the request comes from this server's page, or not from any page.
    pub(super) fn is_of_same_origin(&self) -> bool {
        let foreign =
            self.header("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none");
        let host = self.header(HOST.as_str()).unwrap_or_default();
        let same = self.header(ORIGIN.as_str()).is_none_or(|origin| origin == format!("http://{host}"));
        !foreign && same
    }
}

/// True when the `Host` header has one of our names. This prevents DNS rebinding: a foreign name
/// that resolves to this machine is refused.
pub(super) fn is_our_host(headers: &HeaderMap, hosts: &[String]) -> bool {
    let mut found = headers.get_all(HOST).iter();
    let host = found.next().and_then(|host| host.to_str().ok());
    found.next().is_none()
        && host.is_some_and(|host| hosts.iter().any(|ours| ours.eq_ignore_ascii_case(host)))
}

/// Reads a body to its end.
///
/// # Errors
/// The status of the response when the body is too large, too slow or incomplete.
pub(super) async fn body(mut incoming: Incoming) -> Result<Bytes, StatusCode> {
    if incoming.size_hint().lower() > BODY_MAX as u64 {
        return Err(StatusCode::PAYLOAD_TOO_LARGE);
    }
    let collect = async {
        let mut whole = BytesMut::new();
        while let Some(frame) =
            std::future::poll_fn(|cx| std::pin::Pin::new(&mut incoming).poll_frame(cx)).await
        {
            let Ok(frame) = frame else { return Err(StatusCode::BAD_REQUEST) };
            if let Ok(data) = frame.into_data() {
                if whole.len() + data.len() > BODY_MAX {
                    return Err(StatusCode::PAYLOAD_TOO_LARGE);
                }
                whole.extend_from_slice(&data);
            }
        }
        Ok(whole.freeze())
    };
    tokio::time::timeout(BODY_TIME, collect).await.unwrap_or(Err(StatusCode::REQUEST_TIMEOUT))
}
