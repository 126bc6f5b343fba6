//! Reports as JSON with a checksum: each contains the SHA-256 of all its other fields.

use base16ct::HexDisplay;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::Report;

/// The name of the checksum's field.
const FIELD: &str = "sha256";

/// Why a report is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// It has no checksum.
    #[error("it has no `sha256`")]
    Missing,
    /// The checksum does not match.
    #[error("its `sha256` is {stored} instead of {computed}: it has been changed or damaged")]
    Wrong {
        /// The stored checksum.
        stored: String,
        /// The computed checksum.
        computed: String,
    },
}

/// The reports as a JSON array.
///
/// # Errors
/// Serialization errors, which are not expected.
pub fn to_json(reports: &[Report]) -> serde_json::Result<String> {
    let mut values = reports.iter().map(serde_json::to_value).collect::<Result<Vec<_>, _>>()?;
    values.iter_mut().for_each(seal);
    Ok(serde_json::to_string(&values)? + "\n")
}

/// Adds the checksum to a report.
pub fn seal(report: &mut Value) {
    if let Value::Object(fields) = report {
        fields.remove(FIELD);
        let sum = checksum(&Value::Object(fields.clone()));
        fields.insert(FIELD.to_owned(), Value::String(sum));
    }
}

/// Removes the checksum from a report and verifies it.
///
/// # Errors
/// [`SealError`].
pub(crate) fn open(report: &mut Value) -> Result<(), SealError> {
    let stored = report.as_object_mut().and_then(|fields| fields.remove(FIELD));
    let stored = stored.as_ref().and_then(Value::as_str).ok_or(SealError::Missing)?.to_owned();
    let computed = checksum(report);
    if stored == computed { Ok(()) } else { Err(SealError::Wrong { stored, computed }) }
}

/// The checksum of the compact text with fields in alphabetical order.
fn checksum(report: &Value) -> String {
    format!("{:x}", HexDisplay(&Sha256::digest(report.to_string())))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_sealed_report_opens_and_a_changed_one_does_not() {
        let report = json!({"b": [1, 0.1, 0.038_994_846], "a": u64::MAX, "c": "x"});
        let mut sealed = report.clone();
        seal(&mut sealed);
        // Whitespace and the order of the fields do not matter.
        let mut read: Value = serde_json::from_str(&serde_json::to_string_pretty(&sealed).unwrap()).unwrap();
        open(&mut read).unwrap();
        assert_eq!(read, report);
        for (field, value) in
            [("a", json!(7)), ("b", json!([1, 0.1])), ("d", json!(null)), ("sha256", json!("0"))]
        {
            let mut changed = sealed.clone();
            changed[field] = value;
            assert!(matches!(open(&mut changed), Err(SealError::Wrong { .. })), "{field}");
        }
        for mut none in [report, json!(3), json!({"sha256": 1})] {
            assert!(matches!(open(&mut none), Err(SealError::Missing)));
        }
    }
}
