//! The explorer's answers without a server: in a web worker, or in Node. It is a WebAssembly module
//! that imports only functions to read added table files and to report panics, and is compiled by
//! Cargo alone.
//!
//! [`Worker`] answers one question at a time and solves endings in between. The module and
//! [`SCRIPTS`] are part of a folder for any web server, and of a package for Node.

mod added;
#[cfg(target_arch = "wasm32")]
mod exports;
mod steps;
mod worker;

pub use added::Read;
pub use worker::{Done, Worker};

/// The scripts around the module, by name: `answers.js` calls it, `worker.js` answers the page,
/// `service.js` stores the folder for offline use.
pub const SCRIPTS: [(&str, &str); 3] = [
    ("answers.js", include_str!("../page/answers.js")),
    ("worker.js", include_str!("../page/worker.js")),
    ("service.js", include_str!("../page/service.js")),
];

/// The manifest for installing the page as an app, and its icon.
pub const MANIFEST: [(&str, &str); 2] = [
    ("manifest.webmanifest", include_str!("../page/manifest.webmanifest")),
    ("icon.svg", include_str!("../page/icon.svg")),
];

/// The files of the package for Node beside the module, `answers.js` and `worker.js`; `{{version}}`
/// is replaced by the version.
pub const PACKAGE: [(&str, &str); 4] = [
    ("package.json", include_str!("../npm/package.json")),
    ("index.js", include_str!("../npm/index.js")),
    ("index.d.ts", include_str!("../npm/index.d.ts")),
    ("README.md", include_str!("../npm/README.md")),
];
