//! The server: who may connect, how many at once, and how all of it ends.

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

/// Bytes of a head.
const HEAD_BYTES: usize = 16 << 10;
/// Requests that are worked on at once.
const WORKERS: usize = 16;
/// Open connections have so long to end.
const FAREWELL: Duration = Duration::from_millis(500);
/// What a connection too many is told.
const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 45\r\n\r\nas many connections as there may be are busy\n";

/// Where to listen and whom to answer.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address; loopback answers this machine alone.
    pub bind: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// Names under which others come.
    pub allow_hosts: Vec<String>,
    /// Pages from elsewhere may read `/standard` and `/standard/mainline`.
    pub cors: bool,
    /// `/standard` answers with what rules prove where no table knows; wins then have no distance.
    pub rules: bool,
    /// The folder that `verify book` wrote, served at `/handbook/`.
    pub handbook: Option<PathBuf>,
    /// Each request is told on standard error as a line of JSON.
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

/// A server that runs, until it is told to stop.
pub struct Handle {
    address: SocketAddr,
    stop: Arc<watch::Sender<bool>>,
    ends: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Handle {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Becomes true when the server ends: for those who solve endings in the background.
    pub fn ends(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.ends)
    }

    /// Something that ends the server when it is called, from any thread.
    pub fn stopper(&self) -> impl Fn() + Send + Sync + 'static + use<> {
        let (stop, ends) = (Arc::clone(&self.stop), Arc::clone(&self.ends));
        move || {
            ends.store(true, Ordering::SeqCst);
            stop.send_replace(true);
        }
    }

    /// Returns when the server has ended.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic of the server has been told on standard error.
            let _ = thread.join();
        }
    }
}

/// Listens and answers on threads of its own.
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
        // Work that is under way is not waited for.
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
        // Behind a proxy, or on the port of HTTP, names come without one.
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
            // No descriptors left, or a connection that went away before it was taken.
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
    // Connections end by themselves as soon as they hear of it.
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
    // Who is refused may be gone already.
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
        // A fault of a connection is the other side's, and over with it.
        _ = connection.as_mut() => {}
        // Somebody else needs the place.
        () = place.leave.notified() => {}
        () = stopped(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(FAREWELL, connection).await;
        }
    }
}
