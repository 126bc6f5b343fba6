//! Results, longest mates and mutual zugzwangs of every table of 3 and 4 men, as one reviewed
//! snapshot.

use std::fmt::Write;

use board::Material;
use tbgen::{DtmTables, SideStats, Stats};

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

fn describe(stats: &Stats) -> String {
    let mut text = format!("{}\n", stats.material);
    for side in &stats.sides {
        writeln!(text, "  {}", line(side)).unwrap();
    }
    let z = &stats.mutual_zugzwangs;
    let counts = (z.white_draws_black_loses, z.white_loses_black_draws, z.both_lose);
    writeln!(text, "  mutual zugzwangs: {counts:?} {}", z.examples.join(", ")).unwrap();
    text
}

#[test]
fn statistics_of_all_tables_of_three_and_four_men() {
    let mut tables = DtmTables::startup();
    tables.build_all(&Material::with_men(4)).unwrap();
    let text: String = tables.iter().map(|table| describe(&Stats::of(table))).collect();
    insta::assert_snapshot!(text);
}

/// Endings with well-known longest mates: 107 moves with bishop and knight against knight, 74 with
/// rook and pawn against rook, 115 with two knights against a pawn, 78 with two bishops against a
/// knight.
#[test]
#[ignore = "minutes and five gigabytes: solves four endings of 5 men and what they lead to"]
fn statistics_of_some_tables_of_five_men() {
    let mut text = String::new();
    for (name, moves) in [("KBBvKN", 78), ("KBNvKN", 107), ("KRPvKR", 74), ("KNNvKP", 115)] {
        let material: Material = name.parse().unwrap();
        let mut tables = DtmTables::startup();
        tables.build(material).unwrap();
        let stats = Stats::of(tables.table(material).unwrap());
        let longest =
            stats.sides.iter().filter_map(|side| side.longest_win.as_ref()).map(|mate| mate.plies).max();
        assert_eq!(longest.unwrap().div_ceil(2), moves, "{name}");
        text += &describe(&stats);
    }
    insta::assert_snapshot!(text);
}
