//! The fuzz targets on the inputs of the corpus and on mutations of them.

#[path = "../fuzz/targets.rs"]
mod targets;

reference::fuzz_tests!(report, proof, truth);

/// A corpus in an older format would be refused at its first field and test nothing.
#[test]
fn the_reports_of_the_corpus_are_merged() {
    let path = corpus("report").join("kpk");
    let text = std::fs::read_to_string(path).unwrap();
    let merged = verify::Report::merge(&[("kpk".to_owned(), text)], "fuzz").unwrap();
    assert!(merged.len() == 1 && merged[0].is_proved(), "{merged:?}");
}
