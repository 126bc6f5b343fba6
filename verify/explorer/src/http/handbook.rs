//! The pages of the handbook, served from the folder that `verify book` wrote.

use std::path::Path;

use site::{Handbook, Keep, NO_HANDBOOK, Refusal};

use super::response::Reply;

/// Maximum size of a page, in bytes.
const PAGE_MAX: u64 = 16 << 20;

/// A page of the handbook; without a folder, a page that explains how to write the handbook.
///
/// # Errors
/// [`Refusal::NotFound`] for names without a page.
pub(super) fn page(folder: Option<&Path>, name: &str) -> Result<Reply, Refusal> {
    let Some(folder) = folder else {
        return Ok(Reply::html(NO_HANDBOOK));
    };
    let missing = || Refusal::NotFound(format!("the handbook has no page {name}"));
    let stem = name.strip_suffix(".html").filter(|stem| stem.chars().all(|c| c.is_ascii_alphanumeric()));
    stem.ok_or_else(missing)?;
    let text = disk::read_text(&folder.join(name), PAGE_MAX).map_err(|_| missing())?;
    Ok(Reply { has_own_style: true, ..Reply::new("text/html; charset=utf-8", text, Keep::Checked) })
}

/// The endings that have a page in the handbook.
pub(super) fn endings(folder: Option<&Path>) -> Handbook {
    let listed = folder.and_then(|folder| folder.read_dir().ok()).into_iter().flatten();
    let names: Vec<String> = listed.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    Handbook::of_files(names.iter().map(String::as_str))
}
