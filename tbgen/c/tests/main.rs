//! Compiles and runs programs in C and C++ that use the library.

mod header;
mod programs;
mod support;
