//! All tests from outside, as one program.

extern crate vancura_oracle as oracle;

mod answers;
mod proofs;
