//! The C library: tables, rules and the oracle behind the functions that `include/vancura.h`
//! declares and describes.
//!
//! Whatever a C program passes, but for pointers that lead nowhere, gets an answer or a code. The
//! functions themselves, and all `unsafe` code, are in the module `exports`; the others know nothing
//! of C but the layout of what is passed.

#![deny(unsafe_code)]

mod exports;
mod knowledge;
mod men;
mod refusal;
mod tables;
