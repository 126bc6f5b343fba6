//! Guarantees of builds for locks with arbitrary contents: they never block a finished ending, and
//! locks of running processes are kept.

use std::path::PathBuf;
use std::sync::LazyLock;

use tbgen::build_files;
use tbgen::syzygy::Kind;

/// A folder with the table of one ending.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("vancura-fuzz-lock-{}", std::process::id()));
    build(&folder).expect("an ending of three men");
    folder
});

fn build(folder: &std::path::Path) -> Result<(), tbgen::BuildError> {
    build_files(&["KBvK".parse().expect("an ending")], folder, [Kind::Wdl], |_, _| {})
}

/// The lock of a finished ending is removed when it is empty, and kept when it may belong to a
/// running process.
pub(crate) fn lock(bytes: &[u8]) {
    let path = FOLDER.join("KBvK.building");
    std::fs::write(&path, bytes).expect("a temporary file can be written");
    let built = build(&FOLDER);
    // Longer files are not locks and are reported.
    assert_eq!(built.is_ok(), bytes.len() <= 4096, "{built:?}");
    let says_nothing = serde_json::from_slice::<serde_json::Value>(bytes)
        .map_or(true, |lock| !lock.is_object() && !lock.is_array());
    assert!(built.is_err() || !says_nothing || !path.exists(), "it stays");
    let _ = std::fs::remove_file(&path);
}
