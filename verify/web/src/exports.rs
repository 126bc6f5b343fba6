//! The functions that JavaScript calls. Only a buffer for the question and the reply are shared,
//! and there are no threads.

#![expect(
    unsafe_code,
    reason = "functions are exported and imported by name; no pointer is dereferenced here"
)]

use std::cell::RefCell;
use std::sync::Arc;

use site::{Question, Reply};

use crate::added::Read;
use crate::worker::{Done, Worker};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Reads bytes of an added file into `room`; 0 if it cannot be read.
    // SAFETY: JavaScript writes `bytes` bytes at `room`, which is a slice of this module's memory,
    // or nothing.
    safe fn read(file: u32, at: u32, room: *mut u8, bytes: usize) -> u32;
    /// Receives the message of a panic, after which the module stops.
    // SAFETY: JavaScript reads `bytes` bytes at `text`, and nothing else.
    safe fn tell(text: *const u8, bytes: usize);
}

/// The files of the page.
struct Host;

impl Read for Host {
    fn read(&self, file: u32, at: u32, room: &mut [u8]) -> bool {
        read(file, at, room.as_mut_ptr(), room.len()) != 0
    }
}

/// The state of the module: the question, the reply and the worker.
#[derive(Default)]
struct Exchange {
    room: Vec<u8>,
    kind: &'static str,
    text: Vec<u8>,
    worker: Option<Worker>,
}

thread_local! {
    static EXCHANGE: RefCell<Exchange> = RefCell::default();
}

fn with<T>(work: impl FnOnce(&mut Exchange) -> T) -> T {
    EXCHANGE.with_borrow_mut(work)
}

/// The question in `room`: the first `head` bytes are path and query, the rest is the body. If
/// `sends` is 0, it has no body.
fn question(room: &[u8], head: usize, sends: u32) -> Question {
    let (head, body) = room.split_at(head.min(room.len()));
    let head = String::from_utf8_lossy(head);
    let (path, query) = head.split_once('?').unwrap_or((&head, ""));
    let question = Question::new(path, query);
    if sends == 0 { question } else { question.with_body(body.to_vec()) }
}

/// Resizes the buffer for questions and returns its address.
#[unsafe(no_mangle)]
extern "C" fn room(bytes: usize) -> *mut u8 {
    with(|exchange| {
        exchange.room.clear();
        exchange.room.resize(bytes, 0);
        exchange.room.as_mut_ptr()
    })
}

/// Starts; the buffer has the names of the handbook's pages, separated by spaces.
#[unsafe(no_mangle)]
extern "C" fn start() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        tell(text.as_ptr(), text.len());
    }));
    with(|exchange| {
        let names = String::from_utf8_lossy(&exchange.room).into_owned();
        exchange.worker = Some(Worker::new(names.split_whitespace(), Arc::new(Host)));
    });
}

/// Solves one ending that the question in the buffer needs, for its distances or only for its
/// result; 0 if none is left.
#[unsafe(no_mangle)]
extern "C" fn prepare(head: usize, distances: u32) -> u32 {
    with(|exchange| {
        let question = question(&exchange.room, head, 0);
        exchange.worker.as_mut().is_some_and(|worker| worker.prepare(&question, distances != 0)).into()
    })
}

/// Answers the question in the buffer and returns the status of the reply.
#[unsafe(no_mangle)]
extern "C" fn ask(head: usize, sends: u32) -> u32 {
    with(|exchange| {
        let question = question(&exchange.room, head, sends);
        let reply = exchange
            .worker
            .as_mut()
            .map_or_else(|| Reply::fault(503, "not started"), |worker| worker.ask(&question));
        (exchange.kind, exchange.text) = (reply.kind, reply.text);
        reply.status.into()
    })
}

/// Solves one missing ending: 0 if none is left, 2 if the last position now has a better answer,
/// otherwise 1.
#[unsafe(no_mangle)]
extern "C" fn work() -> u32 {
    with(|exchange| match exchange.worker.as_mut().map(Worker::work) {
        None | Some(Done::Nothing) => 0,
        Some(Done::Some) => 1,
        Some(Done::Better) => 2,
    })
}

/// The address of the text of the last reply.
#[unsafe(no_mangle)]
extern "C" fn text() -> *const u8 {
    with(|exchange| exchange.text.as_ptr())
}

/// The length of that text, in bytes.
#[unsafe(no_mangle)]
extern "C" fn text_bytes() -> usize {
    with(|exchange| exchange.text.len())
}

/// The address of the content type of the last reply.
#[unsafe(no_mangle)]
extern "C" fn kind() -> *const u8 {
    with(|exchange| exchange.kind.as_ptr())
}

/// The length of that content type, in bytes.
#[unsafe(no_mangle)]
extern "C" fn kind_bytes() -> usize {
    with(|exchange| exchange.kind.len())
}
