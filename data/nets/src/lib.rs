//! The evaluation networks of Vancura, files as the crate `vancura-nnue` reads them. Where they
//! come from is in `README.md`.
//!
//! ```toml
//! [dependencies]
//! vancura-networks = "0.1"
//! ```
//!
//! ```
//! assert!(vancura_networks::MAIN.len() < vancura_networks::SMALL.len());
//! ```

#![forbid(unsafe_code)]

/// The network of most searches.
pub static MAIN: &[u8] = include_bytes!("../main.nnue");

/// The network of searches from roots with five men or fewer, of the same format.
pub static SMALL: &[u8] = include_bytes!("../small.nnue");
