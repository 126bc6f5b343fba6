//! Writing tables.
