//! All integration tests as one program, linked once.

extern crate vancura_gaviota as gaviota;

mod fuzz;
mod real;
