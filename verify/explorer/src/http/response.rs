//! Responses: content types, common headers, and conditional requests.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use bytes::Bytes;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderValue,
    IF_NONE_MATCH, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Response, StatusCode};
use serde::Serialize;
use site::{Keep, Refusal};
use tokio::sync::mpsc::Receiver;

use super::body::{Content, Sent};
use super::request::Head;

/// Allows only resources of this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The same for pages of the handbook, which have inline styles and no scripts.
const POLICY_OF_HANDBOOK: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A reply before it becomes a response.
pub(super) struct Reply {
    pub(super) status: StatusCode,
    pub(super) kind: &'static str,
    pub(super) content: Content,
    pub(super) keep: Keep,
    /// The methods of the route, when the request used another one.
    pub(super) allow: Option<&'static str>,
    /// True for a page of the handbook, which has inline styles.
    pub(super) has_own_style: bool,
}

impl Reply {
    pub(super) fn new(kind: &'static str, text: impl Into<Bytes>, keep: Keep) -> Self {
        let content = Content::Whole(Some(text.into()));
        Self { status: StatusCode::OK, kind, content, keep, allow: None, has_own_style: false }
    }

    pub(super) fn json(value: &impl Serialize, keep: Keep) -> Self {
        let text = serde_json::to_vec(value).expect("the keys of answers are strings");
        Self::new("application/json", text, keep)
    }

    pub(super) fn plain(text: impl Into<String>, keep: Keep) -> Self {
        Self::new("text/plain; charset=utf-8", text.into(), keep)
    }

    pub(super) fn html(text: &'static str) -> Self {
        Self::new("text/html; charset=utf-8", text, Keep::Checked)
    }

    pub(super) fn fault(status: StatusCode, text: impl Into<String>) -> Self {
        Self { status, ..Self::plain(format!("{}\n", text.into()), Keep::Never) }
    }

    pub(super) fn events(pieces: Receiver<Bytes>) -> Self {
        let content = Content::Stream(pieces);
        Self { content, ..Self::new("text/event-stream", Bytes::new(), Keep::Never) }
    }

    /// The response to this request, with the common headers.
    pub(super) fn respond(mut self, head: &Head) -> Response<Sent> {
        let tag = match (&self.content, self.keep) {
            (Content::Whole(Some(bytes)), Keep::Day | Keep::Checked) => Some(tag(bytes)),
            _ => None,
        };
        let known = head.header(IF_NONE_MATCH.as_str());
        let unchanged =
            tag.as_ref().zip(known).is_some_and(|(tag, known)| known.split(',').any(|t| t.trim() == tag));
        let mut length = None;
        if unchanged {
            self.status = StatusCode::NOT_MODIFIED;
            self.content = Content::Whole(None);
        } else if let Content::Whole(Some(bytes)) = &self.content {
            length = Some(bytes.len());
        }
        let mut response = Response::new(Sent::new(self.content));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        let policy = if self.has_own_style { POLICY_OF_HANDBOOK } else { POLICY };
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        let keep = match self.keep {
            Keep::Day => "public, max-age=86400",
            Keep::Checked => "no-cache",
            Keep::Never => "no-store",
        };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
        if let Some(allow) = self.allow {
            headers.insert(ALLOW, HeaderValue::from_static(allow));
        }
        if let Some(length) = length {
            headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
        }
        if let Some(tag) = tag.and_then(|tag| HeaderValue::from_str(&tag).ok()) {
            headers.insert(ETAG, tag);
        }
        response
    }
}

/// The entity tag: equal for equal content, in every process.
fn tag(bytes: &Bytes) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

impl From<site::Reply> for Reply {
    fn from(reply: site::Reply) -> Self {
        let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self { status, allow: reply.allow, ..Self::new(reply.kind, reply.text, reply.keep) }
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Self {
        site::Reply::from(refusal).into()
    }
}
