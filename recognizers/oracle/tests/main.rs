//! All tests from outside, as one program.

mod answers;
mod proofs;
