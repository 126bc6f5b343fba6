//! HTTP: connections with limits and timeouts, checks of requests, and routes.

mod body;
mod events;
mod handbook;
mod patience;
mod places;
mod request;
mod response;
mod routes;
mod server;
mod site;

pub use server::{Handle, Settings, start};
