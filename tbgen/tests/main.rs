//! All integration tests as one program, linked once.

extern crate vancura_tbgen as tbgen;

mod damage;
mod dtm;
mod dtm50;
mod exact;
mod exact_dtz;
mod faults;
mod fuzz;
mod official;
mod official_values;
mod published;
mod statistics;
mod verify_values;
mod zeroing;
