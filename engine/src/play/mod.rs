//! What is done with a whole engine: matches, tuning, suites, the bench, openings for testers.

pub mod bench;
pub mod contest;
pub mod cooks;
pub mod genfens;
pub mod loss;
pub mod suite;
pub mod tune;
