//! The explorer's answers where there is no server: in a worker of a browser, or in Node. It is one WebAssembly module that
//! imports nothing but the reading of table files that somebody brings in, and is compiled by Cargo alone.
//!
//! [`Worker`] answers one question after the other and solves in between what answers need; the scripts of [`SCRIPTS`] and the
//! module itself make a folder that any web server can have, or a package for Node.

mod added;
#[cfg(target_arch = "wasm32")]
mod exports;
mod steps;
mod worker;

pub use added::Read;
pub use worker::{Done, Worker};

/// The scripts around the module, by name: `answers.js` calls it, `worker.js` answers the page, `service.js` keeps the folder for
/// use without a network.
pub const SCRIPTS: [(&str, &str); 3] = [
    ("answers.js", include_str!("../page/answers.js")),
    ("worker.js", include_str!("../page/worker.js")),
    ("service.js", include_str!("../page/service.js")),
];

/// What phones and desks want to know of a page before they install it, and its picture.
pub const MANIFEST: [(&str, &str); 2] = [
    ("manifest.webmanifest", include_str!("../page/manifest.webmanifest")),
    ("icon.svg", include_str!("../page/icon.svg")),
];

/// What is in the package for Node beside the module, `answers.js` and `worker.js`; `{{version}}` stands for the version.
pub const PACKAGE: [(&str, &str); 4] = [
    ("package.json", include_str!("../npm/package.json")),
    ("index.js", include_str!("../npm/index.js")),
    ("index.d.ts", include_str!("../npm/index.d.ts")),
    ("README.md", include_str!("../npm/README.md")),
];
