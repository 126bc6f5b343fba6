//! The section about tables: endings in memory, progress of solving, available and missing files.

use std::fmt::Write as _;

use super::html::{escape, size};
use crate::answer::tables::tables;
use crate::error::Refusal;
use crate::site::{Home, Site};

/// The section about tables.
///
/// # Errors
/// A folder that can no longer be read.
pub(crate) fn tables_part(site: &Site) -> Result<String, Refusal> {
    let tables = tables(&site.knowledge)?;
    let memory = &tables.memory;
    let men = memory.endings.iter().map(|m| m.men()).max().unwrap_or(2);
    let mut html = format!(
        "<p>In memory: <b>{}</b> endings of up to {men} pieces with all distances, {}.</p>",
        memory.endings.len(),
        size(memory.bytes as u64)
    );
    let progress = &memory.progress;
    if let Some(solving) = progress.solving {
        let _ = write!(
            html,
            "<p>Solving {solving}: <progress max=\"{of}\" value=\"{done}\">{done} of {of}</progress> {done} of {of} endings</p>",
            of = progress.of,
            done = progress.done
        );
    }
    if let Some(fault) = &progress.fault {
        let _ = write!(html, "<p class=\"fault\">{}</p>", escape(fault));
    }
    if tables.folders.is_empty() && matches!(site.home, Home::Server { .. }) {
        html += "<p>No folder of table files was given. For positions of 5 pieces, start <code>vancura-explorer DIR</code>, where DIR contains Syzygy files, or use <code>--solve</code>, which solves endings in memory on request.</p>";
    }
    for folder in &tables.folders {
        let bytes = folder.files.iter().map(|file| file.bytes).sum();
        let name = match site.home {
            Home::Server { .. } => format!("Folder <code>{}</code>", escape(&folder.name)),
            Home::Page => escape(&folder.name),
        };
        let _ = write!(
            html,
            "<p>{name}: {}, {}.</p>",
            tbgen::counted(folder.files.len() as u64, "file"),
            size(bytes)
        );
        if matches!(site.home, Home::Page) {
            let names: Vec<&str> = folder.files.iter().map(|file| file.file.as_str()).collect();
            let _ =
                write!(html, "<details><summary>File names</summary><p>{}</p></details>", names.join(", "));
        }
        if !folder.lacks.is_empty() {
            let _ = write!(
                html,
                "<details><summary>{} missing</summary><p>{}</p></details>",
                if folder.lacks.len() == 1 {
                    "1 file is".to_owned()
                } else {
                    format!("{} files are", folder.lacks.len())
                },
                folder.lacks.join(", ")
            );
        }
    }
    Ok(html)
}
