//! The C library: tables, rules and the oracle behind the functions declared and documented in
//! `include/vancura.h`.
//!
//! Any arguments of a C program, except for dangling pointers, give a result or an error code. The
//! functions themselves, and all `unsafe` code, are in the module `exports`; the other modules
//! depend on C only in the layout of structs.

#![deny(unsafe_code)]

mod exports;
mod knowledge;
mod men;
mod refusal;
mod tables;
