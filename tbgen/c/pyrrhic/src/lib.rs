//! A drop-in replacement for Pyrrhic: its functions and types (`include/tbprobe.h`) on top of
//! `vancura-syzygy`, for engines in C that embed it.
//!
//! Pyrrhic has one set of tables for the whole program, and so has this library; new programs
//! should use `libvancura`, which has handles. All `unsafe` code is in the module `exports`.

#![deny(unsafe_code)]

mod exports;
mod moves;
mod root;
mod set;
