//! Mined tables from files in place of the embedded ones, which affects the whole process.

use std::fs;
use std::path::Path;

use board::fen;
use recognizers::mined::{Leaf, Node, Tree};
use recognizers::{Bound, Layer, Outcome, find, judge, load_tables, restore_tables};

/// The bound by the mined table; `None` if it gives none or a named rule applies.
fn spoken_of(text: &str) -> Option<Bound> {
    judge(&fen::parse(text).unwrap())
        .filter(|verdict| verdict.rule.layer() == Layer::Mined)
        .map(|it| it.bound)
}

/// The bytes of a table of KBvKP that gives the same answer for all positions.
fn table(outcome: Option<Outcome>) -> Vec<u8> {
    let ending = find("KBvKP".parse().unwrap()).unwrap().0.mineable().unwrap();
    Tree::encode(&[Node::Leaf(Leaf { outcome, has_exceptions: false })], &[], 1, ending.fingerprint())
}

fn refusal(folder: &Path) -> String {
    load_tables(folder).expect_err("the folder is rejected").to_string()
}

#[test]
fn tables_of_a_folder_take_the_place_of_the_embedded_ones_until_these_come_back() {
    let text = (0..64)
        .flat_map(|king| (0..64).map(move |bishop| (king, bishop)))
        .find_map(|(king, bishop)| {
            let mut squares = [['1'; 8]; 8];
            squares[7][6] = 'k';
            squares[4][5] = 'p';
            squares[king / 8][king % 8] = 'K';
            squares[bishop / 8][bishop % 8] = 'B';
            let rows: Vec<String> = squares.iter().map(|row| row.iter().collect()).collect();
            let text = format!("{} w - - 0 1", rows.join("/"));
            let is_drawn = fen::parse(&text).is_ok() && spoken_of(&text) == Some(Bound::Draw);
            is_drawn.then_some(text)
        })
        .expect("the mined table covers some of these");
    let text = text.as_str();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kbkp.mined");

    assert!(refusal(&folder.path().join("none")).contains("none` cannot be read"));
    assert!(refusal(folder.path()).contains("contains no mined table: `verify mine"));

    let silent = table(None);
    fs::write(&path, &silent).unwrap();
    let files = load_tables(folder.path()).unwrap();
    assert_eq!(files.len(), 1);
    assert_eq!((files[0].material.to_string().as_str(), files[0].bytes), ("KBvKP", silent.len()));
    assert_eq!((files[0].path.as_path(), spoken_of(text)), (path.as_path(), None), "it gives no answer");

    // An empty folder, a damaged table, and distances of another table change nothing.
    let empty = tempfile::tempdir().unwrap();
    assert!(refusal(empty.path()).contains("contains no mined table"));
    assert_eq!(spoken_of(text), None);
    let mut damaged = table(Some(Outcome::StrongWins));
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&path, &damaged).unwrap();
    assert!(
        refusal(folder.path()).ends_with("kbkp.mined`: the mined table is damaged: run `verify mine` again")
    );
    fs::write(&path, table(Some(Outcome::StrongWins))).unwrap();
    let distances = path.with_extension("distances");
    fs::write(&distances, data::KBKP.distances).unwrap();
    assert!(refusal(folder.path()).contains("kbkp.distances`: distances of another mined table"));
    assert_eq!(spoken_of(text), None);
    fs::remove_file(&distances).unwrap();

    // A wrong table is accepted: only `verify` can detect it.
    let lies = load_tables(folder.path()).unwrap();
    assert_eq!(spoken_of(text), Some(Bound::Loss), "the pawn's side is called the strong one");
    assert_ne!(lies[0].checksum, files[0].checksum);

    // Loading the same tables repeatedly does not count; the number of different tables is limited.
    for _ in 0..40 {
        load_tables(folder.path()).unwrap();
    }
    restore_tables();
    assert_eq!(spoken_of(text), Some(Bound::Draw));
    let mut loaded = 2;
    let fault = loop {
        let leaf = |number: u32| Node::Leaf(Leaf { outcome: None, has_exceptions: number & 1 != 0 });
        let ending = find("KBvKP".parse().unwrap()).unwrap().0.mineable().unwrap();
        let nodes = [Node::Test { feature: 0, threshold: loaded as u8, right: 2 }, leaf(0), leaf(1)];
        fs::write(&path, Tree::encode(&nodes, &[], 1, ending.fingerprint())).unwrap();
        match load_tables(folder.path()) {
            Ok(_) => loaded += 1,
            Err(fault) => break fault.to_string(),
        }
    };
    assert_eq!(loaded, 16);
    assert_eq!(
        fault,
        "more than 16 different tables of one ending since the program was started: restart it"
    );

    // The embedded table as a file, with its distances, gives the same answers.
    fs::write(&path, data::KBKP.table).unwrap();
    fs::write(&distances, data::KBKP.distances).unwrap();
    restore_tables();
    assert_eq!(spoken_of(text), Some(Bound::Draw));
}
