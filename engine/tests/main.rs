//! All integration tests as one program: linked once, its tests run side by side.

mod annotate;
mod common;
mod contest;
mod conversation;
mod counter;
mod damaged_tables;
mod distance_files;
mod drawish;
mod explain;
mod fuzz;
mod hostile;
mod internal_tables;
mod network;
mod perft;
mod play_options;
mod proof;
mod recognized_endings;
mod recognizers;
mod reference;
mod root_proofs;
mod suite;
mod syzygy;
mod terminal;
mod tune;
mod uci;
mod won_endings;
