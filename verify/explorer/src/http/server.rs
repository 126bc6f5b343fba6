//! The server: accepts and limits connections, and shuts down.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hyper::server::conn::http1;
use hyper::service::service_fn;
use site::{Home, Rules};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::patience::{Patient, Phases};
use super::places::{Place, Places};
use super::site::{Counters, Site, stopped, token};
use super::{handbook, routes};
use crate::analysis::Analyst;
use crate::error::StartError;
use crate::knowledge::Knowledge;

/// Maximum size of a head, in bytes.
const HEAD_BYTES: usize = 16 << 10;
/// Maximum number of requests processed at once.
const WORKERS: usize = 16;
/// Time for open connections to end at shutdown.
const FAREWELL: Duration = Duration::from_millis(500);
/// The response to a connection beyond the limit.
const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 42\r\n\r\nall connections are busy: try again later\n";

/// Settings of the server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on; a loopback address serves only this machine.
    pub bind: IpAddr,
    /// The port; 0 for any free port.
    pub port: u16,
    /// Host names that other machines may use.
    pub allow_hosts: Vec<String>,
    /// Whether pages of other sites may read `/standard` and `/standard/mainline`.
    pub cors: bool,
    /// Whether `/standard` returns results of proved rules where there is no table; wins then have
    /// no distance.
    pub rules: bool,
    /// The folder written by `verify book`, served at `/handbook/`.
    pub handbook: Option<PathBuf>,
    /// Whether each request is logged to standard error as a line of JSON.
    pub json_log: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            bind: Ipv4Addr::LOCALHOST.into(),
            port: 9000,
            allow_hosts: Vec::new(),
            cors: false,
            rules: false,
            handbook: None,
            json_log: false,
        }
    }
}

/// A running server.
pub struct Handle {
    address: SocketAddr,
    stop: Arc<watch::Sender<bool>>,
    ends: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Handle {
    /// The address on which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A flag that becomes true when the server stops, for solving in the background.
    pub fn ends(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.ends)
    }

    /// A function that stops the server; callable from any thread.
    pub fn stopper(&self) -> impl Fn() + Send + Sync + 'static + use<> {
        let (stop, ends) = (Arc::clone(&self.stop), Arc::clone(&self.ends));
        move || {
            ends.store(true, Ordering::SeqCst);
            stop.send_replace(true);
        }
    }

    /// Waits until the server has stopped.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic of the server has been reported on standard error.
            let _ = thread.join();
        }
    }
}

/// Starts a server on its own threads.
///
/// # Errors
/// [`StartError`].
pub fn start(knowledge: Arc<Knowledge>, settings: &Settings) -> Result<Handle, StartError> {
    if !settings.bind.is_loopback() && settings.allow_hosts.is_empty() {
        return Err(StartError::NoHost(settings.bind));
    }
    if let Some(folder) = settings.handbook.iter().find(|folder| !folder.join("index.html").is_file()) {
        return Err(StartError::NoHandbook(folder.clone()));
    }
    let workers = std::thread::available_parallelism().map_or(2, usize::from).clamp(1, 4);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(workers)
        .max_blocking_threads(WORKERS)
        .enable_io()
        .enable_time()
        .build()?;
    let asked = SocketAddr::new(settings.bind, settings.port);
    let listener = runtime.block_on(TcpListener::bind(asked)).map_err(|source| match source.kind() {
        std::io::ErrorKind::AddrInUse => StartError::PortTaken { port: settings.port },
        _ => StartError::Listen { address: asked.to_string(), source },
    })?;
    let address = listener.local_addr()?;
    let (stop, stopped) = watch::channel(false);
    let ends = Arc::new(AtomicBool::new(false));
    let site = Arc::new(site(knowledge, settings, address.port(), stopped.clone(), &ends));
    let run = move || {
        runtime.block_on(serve(listener, &site, stopped));
        site.analyst.stop();
        // Requests in progress are not waited for.
        runtime.shutdown_timeout(Duration::from_millis(200));
    };
    let thread = std::thread::Builder::new().name("server".to_owned()).spawn(run)?;
    Ok(Handle { address, stop: Arc::new(stop), ends, thread: Some(thread) })
}

fn site(
    knowledge: Arc<Knowledge>,
    settings: &Settings,
    port: u16,
    stop: watch::Receiver<bool>,
    ends: &Arc<AtomicBool>,
) -> Site {
    let mut hosts: Vec<String> = Vec::new();
    for name in
        ["127.0.0.1", "localhost", "[::1]"].into_iter().chain(settings.allow_hosts.iter().map(String::as_str))
    {
        hosts.push(format!("{name}:{port}"));
        // Behind a proxy, or on port 80, host names come without a port.
        if port == 80 || settings.allow_hosts.iter().any(|allowed| allowed == name) {
            hosts.push(name.to_owned());
        }
    }
    let token = token();
    let answers = site::Site {
        knowledge: Arc::clone(knowledge.known()),
        rules: if settings.rules { Rules::Count } else { Rules::Ignored },
        home: Home::Server { token: token.clone() },
        handbook: handbook::endings(settings.handbook.as_deref()),
    };
    Site {
        knowledge,
        answers,
        analyst: Analyst::new(),
        hosts,
        cors: settings.cors,
        handbook: settings.handbook.clone(),
        json_log: settings.json_log,
        token,
        stop,
        ends: Arc::clone(ends),
        started: Instant::now(),
        counters: Counters::default(),
    }
}

async fn serve(listener: TcpListener, site: &Arc<Site>, mut stop: watch::Receiver<bool>) {
    let places = Arc::<Places>::default();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(&mut stop) => break,
        };
        let Ok((stream, client)) = accepted else {
            // No descriptors are left, or the connection was closed before it was accepted.
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        let phases = Arc::<Phases>::default();
        let Some(place) = places.take(client.ip(), &phases) else {
            Counters::count(&site.counters.refused_connections);
            tokio::spawn(refuse(stream));
            continue;
        };
        tokio::spawn(connection(stream, Arc::clone(site), phases, place));
    }
    drop(listener);
    // Connections end on the stop signal.
    let gone = async {
        while !places.are_free() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let _ = tokio::time::timeout(FAREWELL, gone).await;
}

async fn refuse(stream: TcpStream) {
    let said = tokio::time::timeout(Duration::from_secs(1), async {
        let mut rest = BUSY;
        while !rest.is_empty() {
            stream.writable().await?;
            match stream.try_write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        Ok::<(), std::io::Error>(())
    });
    // The client may have disconnected already.
    let _ = said.await;
}

async fn connection(stream: TcpStream, site: Arc<Site>, phases: Arc<Phases>, place: Place) {
    let _ = stream.set_nodelay(true);
    let patient = Patient::new(stream, Arc::clone(&phases));
    let mut stop = site.stop.clone();
    let service = service_fn(move |request| {
        let (site, phases) = (Arc::clone(&site), Arc::clone(&phases));
        phases.answering();
        async move {
            let mut response = routes::respond(&site, request).await;
            response.body_mut().phases = Some(phases);
            Ok::<_, Infallible>(response)
        }
    });
    let mut builder = http1::Builder::new();
    builder.max_buf_size(HEAD_BYTES).header_read_timeout(None).half_close(false);
    let mut connection = std::pin::pin!(builder.serve_connection(patient, service));
    tokio::select! {
        // An error is the client's, and ends the connection.
        _ = connection.as_mut() => {}
        // The place is needed for another connection.
        () = place.leave.notified() => {}
        () = stopped(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(FAREWELL, connection).await;
        }
    }
}
