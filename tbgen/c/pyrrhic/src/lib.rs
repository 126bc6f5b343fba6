//! A drop-in for Pyrrhic: its functions and types (`include/tbprobe.h`) over `vancura-syzygy`, for
//! engines in C that embed it.
//!
//! Pyrrhic has one set of tables for the whole program, and so has this library; programs that are
//! free to choose use `libvancura`, which has handles. All `unsafe` code is in its
//! module `exports`.

#![deny(unsafe_code)]

mod exports;
mod moves;
mod root;
mod set;
