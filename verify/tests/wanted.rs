//! `VANCURA_ENDINGS`, as in `KBPvKN KRPvKR`, restricts slow tests to some endings.

use board::Material;

/// True for the endings of `VANCURA_ENDINGS`, whichever side is strong; for all if it is not set.
pub(crate) fn is_wanted(material: Material) -> bool {
    let canonical =
        |name: &str| name.parse::<Material>().expect("VANCURA_ENDINGS names endings").canonical().0;
    let wanted = std::env::var("VANCURA_ENDINGS").ok();
    wanted.is_none_or(|names| names.split_whitespace().any(|name| canonical(name) == material.canonical().0))
}
