//! All integration tests as one program, linked once.

extern crate vancura_explorer as explorer;

mod alone;
mod api;
mod browser;
mod chromium;
mod client;
mod five_men;
mod folder;
mod fuzz;
mod game;
mod handbook;
mod http;
mod practice;
