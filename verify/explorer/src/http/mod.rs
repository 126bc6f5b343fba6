//! HTTP: connections with patience and limits, requests that are judged before they are answered, and the routes.

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
