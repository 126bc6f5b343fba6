//! Fixed inputs that the programs carry, as bytes. Where each comes from is told in the README of its folder.
#![forbid(unsafe_code)]

/// The evaluation network, a file as the crate `vancura-nnue` reads it (`nets/README.md`).
pub static NETWORK: &[u8] = include_bytes!("../nets/main.nnue");
