//! The folder of the page: its size, its list of files, and refusals. The explorer's tests open it
//! in a browser.

use std::path::Path;

use vancura_xtask::{PAGE_MAX, write_page};

/// Not a valid module; writing the folder does not check it.
const MODULE: &[u8] = b"\0asm";

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_folder_has_what_the_page_names_and_its_hash_changes_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/page");
    let written = write_page(MODULE, &out, None).unwrap();
    let page = read(&out, "index.html");
    assert!(page.contains("Drawn with best play by both sides.") && !page.contains("{{"), "{page}");
    assert!(
        !page.contains("id=\"engine\"") && !page.contains("handbook/"),
        "without an engine, without a handbook"
    );
    // No URL is absolute, and every file exists.
    assert!(!page.contains("href=\"/") && !page.contains("src=\"/"), "{page}");
    let practice = read(&out, "practice.html");
    assert!(practice.contains("href=\"practice.html?course=") && !practice.contains("{{"), "{practice}");
    assert!(!practice.contains("href=\"/") && !practice.contains("handbook/"), "{practice}");
    let service = read(&out, "service.js");
    let listed = service.split_once("const FILES = ").unwrap().1.split_once(';').unwrap().0;
    let listed: Vec<String> = serde_json::from_str(listed).unwrap();
    assert_eq!(listed.len() + 1, written.files, "all but itself: {listed:?}");
    for name in listed.iter().filter(|name| *name != "./") {
        assert!(out.join(name).is_file(), "{name}");
    }
    for name in ["assets/page.js", "assets/ask.js", "worker.js", "vancura.wasm", "practice.html", "./"] {
        assert!(listed.iter().any(|listed| listed == name), "{name}");
    }
    // Scripts imported by scripts.
    for script in listed.iter().filter(|name| name.strip_suffix(".js").is_some()) {
        let text = read(&out, script);
        for import in text.split("from './").skip(1).filter_map(|rest| rest.split_once('\'')) {
            let at = Path::new(script).with_file_name(import.0);
            assert!(listed.contains(&at.display().to_string()), "{script} imports {}", import.0);
        }
    }
    let hash = |service: &str| service.split_once("registration.scope} ").unwrap().1[..16].to_owned();
    write_page(MODULE, &out, None).unwrap();
    assert_eq!(hash(&read(&out, "service.js")), hash(&service), "the same files");
    write_page(b"another", &out, None).unwrap();
    assert_ne!(hash(&read(&out, "service.js")), hash(&service));
}

#[test]
fn folders_of_others_bad_handbooks_and_large_pages_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let refused = |out: &Path, handbook: Option<&Path>, module: &[u8]| {
        write_page(module, out, handbook).expect_err("it is refused").to_string()
    };
    std::fs::write(at("notes.txt"), "mine").unwrap();
    let text = refused(folder.path(), None, MODULE);
    assert!(text.contains("contains other files: give a new folder"), "{text}");
    let text = refused(&at("a"), Some(folder.path()), MODULE);
    assert!(text.contains("does not contain a handbook: write it with `verify book"), "{text}");
    let text = refused(&at("b"), None, &vec![0; PAGE_MAX]);
    assert!(text.contains("more than the maximum"), "{text}");
    assert!(!at("b/index.html").exists(), "nothing is written for a refused page");
}

#[test]
fn a_handbook_goes_with_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let (book, out) = (folder.path().join("book"), folder.path().join("page"));
    std::fs::create_dir(&book).unwrap();
    for name in ["index.html", "KPvK.html"] {
        std::fs::write(book.join(name), "<h1>A page</h1>").unwrap();
    }
    std::fs::write(book.join("notes.txt"), "mine").unwrap();
    let written = write_page(MODULE, &out, Some(&book)).unwrap();
    assert_eq!((written.handbook_files, written.handbook_bytes), (2, 30));
    assert!(out.join("handbook/KPvK.html").is_file() && !out.join("handbook/notes.txt").exists());
    let page = read(&out, "index.html");
    assert!(
        page.contains("data-handbook=\"KPvK.html\"") && page.contains("href=\"handbook/index.html\""),
        "{page}"
    );
    assert!(read(&out, "service.js").contains("[\"handbook/KPvK.html\",\"handbook/index.html\"]"));
}
