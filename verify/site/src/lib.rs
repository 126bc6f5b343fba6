//! The explorer's page and its answers, as a function from questions to replies. It opens no files
//! or connections, so a server and a page without one share it:
//!
//! ```
//! use std::sync::Arc;
//!
//! use tbgen::TableFiles;
//! use vancura_site::{Folder, Handbook, Home, Host, Knowledge, Question, Refusal, Rules, Site};
//!
//! /// Without table files.
//! struct Nowhere;
//!
//! impl Host for Nowhere {
//!     fn folders(&self, _files: &TableFiles) -> Result<Vec<Folder>, Refusal> {
//!         Ok(Vec::new())
//!     }
//! }
//!
//! let knowledge = Arc::new(Knowledge::new(TableFiles::default(), Nowhere));
//! let handbook = Handbook::default();
//! let site = Site { knowledge, rules: Rules::Count, home: Home::Page, handbook };
//! let question = Question::new("/api/v1/position", "fen=R7/6k1/P4r2/8/8/1K6/8/8_b_-_-_0_1");
//! let reply = site.reply(&question);
//! assert!(String::from_utf8_lossy(&reply.text).contains("Drawn with best play by both sides."));
//! ```

#![forbid(unsafe_code)]

mod answer;
mod error;
mod figures;
mod knowledge;
mod page;
mod question;
mod reply;
mod routes;
mod site;

pub use answer::category::{Category, Rules};
pub use error::{NoValue, Refusal};
pub use figures::{grouped, title};
pub use knowledge::{
    Building, Folder, Host, Knowledge, Known, MEMORY_MEN_MAX, Progress, TableFile, three_men,
};
pub use page::{FIRST, MEN, NO_HANDBOOK, assets};
pub use question::{Question, material};
pub use reply::{Keep, Reply};
pub use routes::OPENAPI;
pub use site::{Handbook, Home, Site};
