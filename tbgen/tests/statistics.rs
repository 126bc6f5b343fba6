//! Results, longest mates and mutual zugzwangs of every table of 3 and 4 men, as one reviewed snapshot.

use std::fmt::Write;

use board::Material;
use tbgen::{SideStats, Tables};

fn line(side: &SideStats) -> String {
    let longest = |what: &str, mate: &Option<tbgen::Longest>| {
        mate.as_ref().map_or(String::new(), |m| {
            format!("; {what} in {} plies ({} positions, {})", m.plies, m.positions, m.fen)
        })
    };
    format!(
        "{} to move: {} won, {} drawn, {} lost{}{}",
        side.side_to_move,
        side.wins,
        side.draws,
        side.losses,
        longest("mates", &side.longest_win),
        longest("mated", &side.longest_loss)
    )
}

#[test]
fn statistics_of_all_tables_of_three_and_four_men() {
    let mut tables = Tables::startup();
    tables.build_all(&Material::with_men(4)).unwrap();
    let mut text = String::new();
    for table in tables.iter() {
        let stats = table.stats();
        writeln!(text, "{}", stats.material).unwrap();
        for side in &stats.sides {
            writeln!(text, "  {}", line(side)).unwrap();
        }
        let z = &stats.mutual_zugzwangs;
        let counts = (z.white_draws_black_loses, z.white_loses_black_draws, z.both_lose);
        writeln!(text, "  mutual zugzwangs: {counts:?} {}", z.examples.join(", ")).unwrap();
    }
    insta::assert_snapshot!(text);
}
