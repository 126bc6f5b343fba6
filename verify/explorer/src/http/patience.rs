//! A connection with timeouts: for the first byte of a request, for the rest of its head, and for
//! the client to read.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::rt::{Read, ReadBufCursor, Write};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// Timeout of a connection without a request.
const IDLE: Duration = Duration::from_secs(10);
/// Timeout of a head, from its first byte.
const HEAD: Duration = Duration::from_secs(3);
/// Timeout of a response of which the client reads nothing.
const WRITE: Duration = Duration::from_secs(5);
/// Maximum number of bytes per read.
const CHUNK: usize = 8192;

const WAITING: u8 = 0;
const READING: u8 = 1;
const ANSWERING: u8 = 2;

/// The phase of a connection, updated by those who answer its requests.
#[derive(Default)]
pub(super) struct Phases(AtomicU8);

impl Phases {
    /// The head has been read.
    pub(super) fn answering(&self) {
        self.0.store(ANSWERING, Ordering::SeqCst);
    }

    /// True while no complete head has been received.
    pub(super) fn is_waiting(&self) -> bool {
        self.0.load(Ordering::SeqCst) != ANSWERING
    }

    /// The response has been sent.
    pub(super) fn answered(&self) {
        self.0.store(WAITING, Ordering::SeqCst);
    }
}

/// A connection with deadlines.
pub(super) struct Patient {
    stream: TcpStream,
    phases: Arc<Phases>,
    /// The phase for which the read deadline is set.
    armed: u8,
    reading: Pin<Box<Sleep>>,
    /// The write deadline, set while the client reads nothing.
    writing: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    pub(super) fn new(stream: TcpStream, phases: Arc<Phases>) -> Self {
        Self { stream, phases, armed: WAITING, reading: Box::pin(sleep(IDLE)), writing: None }
    }

    /// Ready with an error once the deadline of the current phase has passed.
    fn poll_deadline(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let phase = self.phases.0.load(Ordering::SeqCst);
        if phase != self.armed {
            self.armed = phase;
            let limit = if phase == READING { HEAD } else { IDLE };
            self.reading.as_mut().reset(Instant::now() + limit);
        }
        if phase == ANSWERING {
            return Poll::Pending;
        }
        ready!(self.reading.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl Read for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let mut chunk = [0; CHUNK];
        let room = buffer.remaining().min(CHUNK);
        let mut read = ReadBuf::new(&mut chunk[..room]);
        if Pin::new(&mut self.stream).poll_read(cx, &mut read)?.is_pending() {
            return self.poll_deadline(cx);
        }
        if !read.filled().is_empty() {
            let begins = self.phases.0.compare_exchange(WAITING, READING, Ordering::SeqCst, Ordering::SeqCst);
            if begins.is_err() && self.poll_deadline(cx)?.is_ready() {
                // The deadline also holds for a head that arrives byte by byte.
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
        }
        buffer.put_slice(read.filled());
        Poll::Ready(Ok(()))
    }
}

impl Patient {
    /// Starts the write deadline, or clears it when something was written.
    fn poll_written<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.writing = None;
            return written;
        }
        let deadline = self.writing.get_or_insert_with(|| Box::pin(sleep(WRITE)));
        ready!(deadline.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl Write for Patient {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.poll_written(cx, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.poll_written(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
