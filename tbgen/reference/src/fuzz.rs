//! Runs fuzz targets without a fuzzer, on the same inputs each time.
//!
//! Each crate that reads untrusted bytes has a folder `fuzz` in the layout of cargo-fuzz:
//! `targets.rs` has a function for each reader, which panics if a guarantee is broken;
//! `corpus/NAME` has inputs for it. `cargo +nightly fuzz run NAME`, in the crate's folder, searches
//! for more with libFuzzer; inputs that it finds are added to the corpus, which ordinary tests
//! replay.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use board::random::Random;

/// The environment variable with the number of seconds that [`for_some_time`] spends on a target;
/// default 60.
pub const SECONDS: &str = "VANCURA_FUZZ_SECONDS";
/// Number of mutated inputs that [`replay`] derives from a corpus.
const MUTANTS: usize = 2_000;
/// Maximum number of mutations of an input.
const CHANGES_MAX: usize = 6;

/// Defines one test for each target, on all inputs of its corpus and two thousand mutations of
/// them, and an ignored test on as many mutations as time allows. Belongs in `tests/fuzz.rs` beside
/// `mod targets`, which has the functions.
#[macro_export]
macro_rules! fuzz_tests {
    ($($target:ident),+) => {
        fn corpus(target: &str) -> std::path::PathBuf {
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target)
        }

        $(
            #[test]
            fn $target() {
                $crate::fuzz::replay(&corpus(stringify!($target)), targets::$target);
            }
        )+

        #[test]
        #[ignore = "a minute for each target, or VANCURA_FUZZ_SECONDS"]
        fn targets_survive_for_some_time() {
            $(
                let inputs = $crate::fuzz::for_some_time(&corpus(stringify!($target)), targets::$target);
                println!("{}: {inputs} inputs", stringify!($target));
            )+
        }
    };
}

/// Runs a target on all inputs of a corpus and on two thousand mutations of them.
///
/// # Panics
/// When the target does, or the corpus is empty.
pub fn replay(corpus: &Path, target: fn(&[u8])) {
    let mut inputs = Inputs::read(corpus);
    for input in &inputs.corpus {
        survive(target, input);
    }
    for _ in 0..MUTANTS {
        survive(target, &inputs.mutant());
    }
}

/// Runs a target on mutated inputs of a corpus until time is up; returns their number.
///
/// # Panics
/// When the target does, or the corpus is empty.
pub fn for_some_time(corpus: &Path, target: fn(&[u8])) -> u64 {
    let seconds = std::env::var(SECONDS).ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut inputs = Inputs::read(corpus);
    let mut count = 0;
    while Instant::now() < end {
        survive(target, &inputs.mutant());
        count += 1;
    }
    count
}

/// Runs a target; an input on which it panics is saved to a file.
fn survive(target: fn(&[u8]), input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(input))) {
        let path = std::env::temp_dir().join(format!("vancura-fuzz-{}", std::process::id()));
        match std::fs::write(&path, input) {
            Ok(()) => eprintln!("the input is in {}", path.display()),
            Err(error) => eprintln!("the input cannot be saved: {error}: {input:02x?}"),
        }
        std::panic::resume_unwind(panic);
    }
}

/// Generates mutated inputs from a corpus.
struct Inputs {
    corpus: Vec<Vec<u8>>,
    random: Random,
}

impl Inputs {
    fn read(folder: &Path) -> Self {
        let entries =
            std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("a folder can be listed").path()).collect();
        paths.sort();
        let corpus: Vec<_> =
            paths.iter().map(|path| std::fs::read(path).expect("a corpus can be read")).collect();
        assert!(!corpus.is_empty(), "{} is empty", folder.display());
        Self { corpus, random: Random::new(1) }
    }

    /// An input of the corpus with some mutations: flipped bits, random bytes, extreme numbers,
    /// parts removed, duplicated, or copied from another input.
    fn mutant(&mut self) -> Vec<u8> {
        let random = &mut self.random;
        let mut input = self.corpus[random.below(self.corpus.len())].clone();
        for _ in 0..=random.below(CHANGES_MAX) {
            let at = random.below(input.len() + 1);
            let len = random.below(input.len() - at + 1).min(random.below(64) + 1);
            match random.below(7) {
                0 if at < input.len() => input[at] ^= 1 << random.below(8),
                1 if at < input.len() => input[at] = random.next_u64().to_le_bytes()[0],
                2 if at < input.len() => input[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
                3 => drop(input.drain(at..at + len)),
                4 => {
                    let part = input[at..at + len].to_vec();
                    input.splice(at..at, part);
                }
                5 => {
                    let other = &self.corpus[random.below(self.corpus.len())];
                    let from = random.below(other.len() + 1);
                    let part = other[from..(from + len).min(other.len())].to_vec();
                    input.splice(at..at + len, part);
                }
                _ => input.truncate(at),
            }
        }
        input
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_differ_and_are_the_same_each_time() {
        let inputs = || Inputs { corpus: vec![b"8/8/8 w".to_vec(), b"KvK".to_vec()], random: Random::new(1) };
        let made = |mut inputs: Inputs| (0..100).map(|_| inputs.mutant()).collect::<Vec<_>>();
        assert_eq!(made(inputs()), made(inputs()));
        let mut distinct = made(inputs());
        distinct.sort();
        distinct.dedup();
        assert!(distinct.len() > 50, "{}", distinct.len());
    }

    #[test]
    #[should_panic(expected = "a promise")]
    fn a_broken_promise_is_found() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        replay(&folder, |bytes| assert!(bytes.len() > 100, "a promise"));
    }
}
