//! Bodies of responses, whole or streamed.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::mpsc::Receiver;

use super::patience::Phases;

/// The content of a body.
pub(super) enum Content {
    /// The whole content, until it is sent.
    Whole(Option<Bytes>),
    /// Content that is still being produced.
    Stream(Receiver<Bytes>),
}

/// A body that notifies its connection when it has been sent.
pub(super) struct Sent {
    content: Content,
    /// The connection to notify; it then waits for the next head.
    pub(super) phases: Option<Arc<Phases>>,
}

impl Sent {
    pub(super) fn new(content: Content) -> Self {
        Self { content, phases: None }
    }
}

impl Drop for Sent {
    fn drop(&mut self) {
        if let Some(phases) = &self.phases {
            phases.answered();
        }
    }
}

impl Body for Sent {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.content {
            Content::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Content::Stream(pieces) => {
                pieces.poll_recv(cx).map(|piece| piece.map(|bytes| Ok(Frame::data(bytes))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.content, Content::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match &self.content {
            Content::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, Bytes::len) as u64),
            Content::Stream(_) => SizeHint::default(),
        }
    }
}
