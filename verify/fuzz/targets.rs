//! What the reader of reports promises: a damaged one is refused, and whatever is merged can be printed.

use verify::Report;
use verify::report::html;

/// The build that the reports of the corpus name.
const BUILD: &str = "fuzz";

/// A JSON report, the parts of an audit among them.
pub(crate) fn report(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(reports) = Report::merge(&[("report".to_owned(), text.to_owned())], BUILD) else { return };
    for report in &reports {
        let _ = (report.is_proved(), report.totals(), report.to_text(true), report.squares_to_text());
    }
    let _ = html::page(&reports, &[]);
}
