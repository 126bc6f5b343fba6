//! All integration tests as one program, linked once.

extern crate vancura_tbgen as tbgen;

mod batch;
mod build;
mod cli;
mod damage;
mod dtm;
mod dtm50;
mod exact;
mod exact_dtz;
mod faults;
mod fuzz;
mod hostile;
mod official;
mod official_values;
mod published;
mod statistics;
mod support;
mod verify_values;
mod zeroing;
