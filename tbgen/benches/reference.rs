//! CPU seconds and memory for writing endings of five men beside those of the reference generator.
//!
//! `cargo bench -p vancura-tbgen --bench reference -- KQRvKR KRPvKR`, or `-- all`; with nothing named, the quickest one. The results
//! of the smaller endings are built first and not counted, as the reference's figures were taken with its smaller tables present.
//! Linux tells CPU time and memory; elsewhere only wall time is printed.
#![allow(clippy::print_stdout, reason = "a benchmark reports to the terminal")]

use std::time::Instant;

use board::Material;
use data::Checksums;
use tbgen::WdlBuilder;
use tbgen::syzygy::write::{Contents, Files};

/// The reference generator, WDL and DTZ with compression, smaller tables present, two threads: CPU seconds.
const REFERENCE: [(&str, f64); 8] = [
    ("KNNvKN", 44.0),
    ("KRRvKR", 92.0),
    ("KRBvKR", 107.0),
    ("KRNvKR", 107.0),
    ("KQRvKR", 114.0),
    ("KBNvKN", 130.0),
    ("KRPvKR", 523.0),
    ("KBPvKN", 555.0),
];

/// Clock ticks a second of `/proc/self/stat`.
const TICKS: f64 = 100.0;

/// User and system time of this process in seconds.
fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in parentheses may hold spaces; what follows it starts with field 3.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field - 3)?.parse::<f64>().ok();
    Some((ticks(14)? + ticks(15)?) / TICKS)
}

/// Most memory this process has held, in MB.
fn peak_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
}

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let wanted = |name: &str| named.iter().any(|n| n == name || n == "all");
    let chosen: Vec<_> = if named.is_empty() {
        REFERENCE[..1].to_vec()
    } else {
        REFERENCE.into_iter().filter(|(name, _)| wanted(name)).collect()
    };
    println!(
        "ending    smaller ones   solve and write: CPU s     wall s   reference CPU s   share   peak MB so far"
    );
    for (name, reference) in chosen {
        let material: Material = name.parse().expect("an ending");
        let mut tables = WdlBuilder::new();
        let started = cpu_seconds();
        tables.prepare(material).expect("smaller endings");
        let (ready, wall) = (cpu_seconds(), Instant::now());
        let Files { wdl, dtz } =
            tables.encode(material, Contents::PUBLISHED).expect("an ending that can be written");
        let wall = wall.elapsed().as_secs_f64();
        let since = |from: Option<f64>, to: Option<f64>| Some(to? - from?);
        let show = |value: Option<f64>| value.map_or("?".to_owned(), |v| format!("{v:.1}"));
        let own = since(ready, cpu_seconds());
        let share = own.map_or("?".to_owned(), |own| format!("{:.0} %", 100.0 * own / reference));
        println!(
            "{name:8} {:>13} {:>25} {wall:>10.1} {reference:>17.0} {share:>7} {:>16}",
            show(since(started, ready)),
            show(own),
            show(peak_megabytes())
        );
        let known = Checksums::published().find(|published| published.ending == name);
        let checksum =
            |bytes: &Option<Vec<u8>>| bytes.as_ref()?.last_chunk().copied().map(u128::from_be_bytes);
        if known.is_some_and(|known| [Some(known.wdl), Some(known.dtz)] != [wdl, dtz].map(|b| checksum(&b))) {
            println!("{name:8} NOT the published files");
        }
    }
}
