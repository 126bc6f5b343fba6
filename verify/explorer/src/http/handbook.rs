//! The pages that `verify book` wrote, served from their folder.

use std::path::Path;

use board::Material;

use super::response::{Keep, Reply};
use crate::error::Refusal;
use crate::page;

/// The largest page that is read, in bytes.
const PAGE_MAX: u64 = 16 << 20;

/// A page of the handbook; where no folder was named, how to write one.
///
/// # Errors
/// [`Refusal::NotFound`] for names without a page.
pub(super) fn page(folder: Option<&Path>, name: &str) -> Result<Reply, Refusal> {
    let Some(folder) = folder else {
        return Ok(Reply::html(page::NO_HANDBOOK.to_owned()));
    };
    let missing = || Refusal::NotFound(format!("the handbook has no page {name}"));
    let stem = name.strip_suffix(".html").filter(|stem| stem.chars().all(|c| c.is_ascii_alphanumeric()));
    stem.ok_or_else(missing)?;
    let text = disk::read_text(&folder.join(name), PAGE_MAX).map_err(|_| missing())?;
    Ok(Reply { has_own_style: true, ..Reply::new("text/html; charset=utf-8", text, Keep::Checked) })
}

/// True when the handbook has a page of this ending.
pub(super) fn has(folder: Option<&Path>, ending: Material) -> bool {
    folder.is_some_and(|folder| folder.join(format!("{ending}.html")).is_file())
}
