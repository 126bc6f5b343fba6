//! The fuzz targets run on the stored inputs, and on mutated ones.

#[path = "../fuzz/targets.rs"]
mod targets;

reference::fuzz_tests!(games, samples, checkpoint);

/// Otherwise its target would only test the first comparison.
#[test]
fn the_checkpoint_of_the_corpus_is_read_up_to_its_data() {
    let description = std::fs::read(corpus("checkpoint").join("run")).unwrap();
    let said = targets::resume(&targets::described(&description)).to_string();
    assert_eq!(said, "reading /none/a.samples");
}
