//! Answers as data, independent of pages and HTTP.

pub(crate) mod annotate;
pub(crate) mod category;
pub(crate) mod endings;
pub(crate) mod fen;
pub(crate) mod line;
pub(crate) mod position;
pub(crate) mod practice;
pub(crate) mod rules;
pub(crate) mod squares;
pub(crate) mod standard;
pub(crate) mod tables;
pub(crate) mod words;
