//! What the readers of reports, proofs and solved endings guarantee: damaged ones are refused,
//! merged reports can be printed, and valid proofs are accepted.

use base16ct::HexDisplay;
use sha2::{Digest as _, Sha256};
use verify::mine::{self, Classes};
use verify::report::{html, seal::seal};
use verify::{Report, proof as mates};

/// The build named in the reports of the corpus.
const BUILD: &str = "fuzz";

/// A JSON report, possibly part of an audit, unchanged and then with correct checksums.
pub(crate) fn report(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    merge(text);
    let Ok(mut parts) = serde_json::from_str::<Vec<serde_json::Value>>(text) else { return };
    parts.iter_mut().for_each(seal);
    merge(&serde_json::Value::Array(parts).to_string());
}

fn merge(text: &str) {
    let Ok(reports) = Report::merge(&[("report".to_owned(), text.to_owned())], BUILD) else { return };
    for report in &reports {
        let _ = (report.is_proved(), report.totals(), report.to_text(true), report.squares_to_text());
    }
    let _ = html::page(&reports, &[]);
}

/// A proof of a mate, unchanged and then with the correct checksum.
pub(crate) fn proof(bytes: &[u8]) {
    let _ = mates::check(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let lines = text.rfind("# sha256").map_or(text, |at| &text[..at]);
    let lines = format!("{}\n", lines.trim_end_matches('\n'));
    let signed = format!("{lines}# sha256 {:x}\n", HexDisplay(&Sha256::digest(&lines)));
    if let Ok(proved) = mates::check(signed.as_bytes()) {
        assert!(proved.positions > 0 && proved.moves > 0, "{proved:?}");
    }
}

/// A truth file of KBvKP: any other length, or an invalid class, is refused.
pub(crate) fn truth(bytes: &[u8]) {
    let mine = mine::find("KBvKP".parse().expect("an ending")).expect("an ending with a mined table");
    let men = mine.ending().men();
    let Err(error) = Classes::of_bytes(bytes.to_vec(), men) else { panic!("{} bytes", bytes.len()) };
    assert!(error.to_string().contains(&bytes.len().to_string()), "{error}");
}
