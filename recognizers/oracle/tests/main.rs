//! All integration tests, in one program.

extern crate vancura_oracle as oracle;

mod answers;
mod proofs;
