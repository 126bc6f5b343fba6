//! Uses of a whole engine: matches, tuning, suites, the bench, openings for testing frameworks.

pub mod bench;
pub mod contest;
pub mod cooks;
pub mod genfens;
pub mod loss;
pub mod suite;
pub mod tune;
