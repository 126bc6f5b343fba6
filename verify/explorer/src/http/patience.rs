//! A connection that waits only so long: for the first byte of a request, for the rest of its head, and for the other side to read.

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

/// A connection without a request is closed after so long.
const IDLE: Duration = Duration::from_secs(10);
/// From its first byte on a head takes at most so long.
const HEAD: Duration = Duration::from_secs(3);
/// Nothing of a response has been taken for so long: nobody reads it.
const WRITE: Duration = Duration::from_secs(5);
/// Bytes read at once.
const CHUNK: usize = 8192;

const WAITING: u8 = 0;
const READING: u8 = 1;
const ANSWERING: u8 = 2;

/// What a connection is at, told by those who answer.
#[derive(Default)]
pub(super) struct Phases(AtomicU8);

impl Phases {
    /// The head has been read.
    pub(super) fn answering(&self) {
        self.0.store(ANSWERING, Ordering::SeqCst);
    }

    /// True as long as no whole head has come.
    pub(super) fn is_waiting(&self) -> bool {
        self.0.load(Ordering::SeqCst) != ANSWERING
    }

    /// The response has been sent.
    pub(super) fn answered(&self) {
        self.0.store(WAITING, Ordering::SeqCst);
    }
}

/// A connection with its deadlines.
pub(super) struct Patient {
    stream: TcpStream,
    phases: Arc<Phases>,
    /// What the deadline of reading is for.
    armed: u8,
    reading: Pin<Box<Sleep>>,
    /// The deadline of writing, while the other side takes nothing.
    writing: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    pub(super) fn new(stream: TcpStream, phases: Arc<Phases>) -> Self {
        Self { stream, phases, armed: WAITING, reading: Box::pin(sleep(IDLE)), writing: None }
    }

    /// An error when the time for what the connection is at is over.
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
                // A head that comes byte by byte is over its time as well.
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
        }
        buffer.put_slice(read.filled());
        Poll::Ready(Ok(()))
    }
}

impl Patient {
    /// Starts the deadline of writing, or stops it when something was taken.
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
