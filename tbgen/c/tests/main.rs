//! The C library as programs in C and C++ use it: they are compiled and run.

mod header;
mod programs;
mod support;
