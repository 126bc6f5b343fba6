//! Boards, maps and curves as inline SVG.

use std::fmt::Write as _;

use board::{Color, Man, Placement, Square, fen, man_letter, piece_name};
use tbgen::side_name;

use crate::audit::Coverage;
use crate::mine::{SizeCurve, SizePoint};

/// Width of a square.
const SIDE: usize = 10;
/// Width of the margin for files and ranks.
const EDGE: usize = 5;

/// A position as a diagram; empty when `text` is not a position.
pub(crate) fn diagram(text: &str) -> String {
    let placement = fen::parse(text).ok().and_then(|board| Placement::from_board(&board).ok());
    let Some(placement) = placement else { return String::new() };
    let mut svg = open_board(&in_words(&placement));
    for square in Square::ALL {
        let (x, y) = corner(square as usize);
        let class = if is_dark(square as usize) { "dark" } else { "light" };
        let _ = write!(svg, r#"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" class="{class}"/>"#);
    }
    for man in placement.men() {
        let (x, y) = corner(man.square as usize);
        let class = if man.color == Color::White { "white" } else { "black" };
        let letter = man_letter(Color::Black, man.piece);
        let _ = write!(svg, r##"<use href="#{letter}" x="{x}" y="{y}" class="{class}"/>"##);
    }
    // The side to move: a dot beside its side of the board.
    let (y, class) = if placement.side_to_move() == Color::White { (75, "white") } else { (5, "black") };
    let _ = write!(svg, r#"<circle cx="{}" cy="{y}" r="2" class="{class}"/>"#, EDGE + 8 * SIDE + 3);
    svg += "</svg>";
    svg
}

/// A position in words, for screen readers: `White king b3, White rook a8, Black king g7, White to
/// move`.
fn in_words(placement: &Placement) -> String {
    let man = |man: &Man| format!("{} {} {}", side_name(man.color), piece_name(man.piece), man.square);
    let men: Vec<String> = placement.men().iter().map(man).collect();
    format!("{}, {} to move", men.join(", "), side_name(placement.side_to_move()))
}

/// Shares by square as a colored board with percentages; squares without positions are empty.
pub(crate) fn heat_map(title: &str, coverage: impl Fn(usize) -> Coverage) -> String {
    let mut svg = open_board(title);
    for square in 0..64 {
        let (x, y) = corner(square);
        let Coverage { all, .. } = coverage(square);
        if all == 0 {
            let _ = write!(svg, r#"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" class="none"/>"#);
            continue;
        }
        let share = coverage(square).spotted() as f64 / all as f64;
        let ink = if share > 0.55 { "#fff" } else { "#123" };
        let _ = write!(
            svg,
            r#"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{}"/><text x="{}" y="{}" class="share" fill="{ink}">{}</text>"#,
            shade(share),
            x + SIDE / 2,
            y + 6,
            // Rounded down: 100 means all.
            coverage(square).spotted() * 100 / all
        );
    }
    svg += "</svg>";
    svg
}

/// A color from nearly white (0) to deep blue (1).
fn shade(share: f64) -> String {
    let (from, to) = ([238.0, 244.0, 248.0], [8.0, 72.0, 110.0]);
    let mix = |i: usize| (from[i] + (to[i] - from[i]) * share.clamp(0.0, 1.0)).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

/// A horizontal bar of parts of a whole, each given as a share and a class.
pub(crate) fn bar(parts: &[(f64, &str)]) -> String {
    let mut svg = r#"<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" role="img"><rect width="100" height="4" class="none"/>"#.to_owned();
    let mut from = 0.0;
    for (share, class) in parts {
        let width = share * 100.0;
        let _ = write!(svg, r#"<rect x="{from:.2}" width="{width:.2}" height="4" class="{class}"/>"#);
        from += width;
    }
    svg += "</svg>";
    svg
}

/// The shares of draws and of wins that tables of several sizes announce, as a standalone SVG file.
pub fn size_curve(sizes: &SizeCurve) -> String {
    const STYLE: &str = "<style>.grid{stroke:#ccd;stroke-width:.3}.line{fill:none;stroke-width:1}text{font:6px sans-serif}\
                         .left{text-anchor:end}.below{text-anchor:middle}.line.draws{stroke:#08486e}.line.wins{stroke:#b35900}\
                         circle.draws{fill:#08486e}circle.wins{fill:#b35900}</style></svg>\n";
    let line = |whole: u64, part: &dyn Fn(&SizePoint) -> u64| {
        let share = |point| part(point) as f64 / whole.max(1) as f64;
        sizes.points.iter().map(|point| (point.bytes as f64, share(point))).collect::<Vec<_>>()
    };
    let draws = line(sizes.draws, &|point| point.draws);
    let wins = line(sizes.wins, &|point| point.wins);
    let title = format!("{}: share of draws and of wins announced, by bytes of the table", sizes.ending);
    let svg = curve(&title, &[("draws", draws), ("wins", wins)]);
    let svg = svg.replacen("<svg ", r#"<svg xmlns="http://www.w3.org/2000/svg" "#, 1);
    svg.trim_end_matches("</svg>").to_owned() + STYLE
}

/// Shares (0 to 1) against leaves or bytes on a logarithmic scale; one line for each class.
pub(crate) fn curve(title: &str, lines: &[(&str, Vec<(f64, f64)>)]) -> String {
    const WIDTH: f64 = 200.0;
    const HEIGHT: f64 = 90.0;
    let leaves = || lines.iter().flat_map(|(_, points)| points.iter().map(|point| point.0));
    let least = leaves().fold(f64::MAX, f64::min).max(1.0).log10().floor();
    let most = leaves().fold(10.0, f64::max).log10().ceil().max(least + 1.0);
    let x = |leaves: f64| (leaves.max(1.0).log10() - least) / (most - least) * WIDTH;
    let y = |share: f64| HEIGHT * (1.0 - share);
    let mut svg = format!(
        r#"<svg class="curve" viewBox="-20 -6 {} {}" role="img"><title>{title}</title>"#,
        WIDTH + 30.0,
        HEIGHT + 18.0
    );
    for tenths in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let at = y(tenths);
        let _ = write!(
            svg,
            r#"<path class="grid" d="M0 {at}H{WIDTH}"/><text x="-2" y="{}" class="left">{} %</text>"#,
            at + 1.5,
            tenths * 100.0
        );
    }
    for power in least as i32..=most as i32 {
        let at = x(10f64.powi(power));
        let _ = write!(
            svg,
            r#"<text x="{at:.1}" y="{}" class="below">{}</text>"#,
            HEIGHT + 8.0,
            10u64.pow(power as u32)
        );
    }
    for (class, points) in lines {
        let path: Vec<String> =
            points.iter().map(|&(n, share)| format!("{:.1} {:.1}", x(n), y(share))).collect();
        let _ = write!(svg, r#"<path class="line {class}" d="M{}"/>"#, path.join("L"));
        for &(n, share) in points {
            let _ = write!(svg, r#"<circle class="{class}" cx="{:.1}" cy="{:.1}" r="1.4"/>"#, x(n), y(share));
        }
    }
    svg += "</svg>";
    svg
}

fn open_board(title: &str) -> String {
    let (width, height) = (EDGE + 8 * SIDE + 6, 8 * SIDE + EDGE);
    let mut svg =
        format!(r#"<svg class="board" viewBox="0 0 {width} {height}" role="img"><title>{title}</title>"#);
    for i in 0..8 {
        let at = i * SIDE + SIDE / 2;
        let file = (b'a' + i as u8) as char;
        let _ = write!(
            svg,
            r#"<text x="2.4" y="{}" class="edge">{}</text><text x="{}" y="{}" class="edge">{file}</text>"#,
            at + 1,
            8 - i,
            at + EDGE,
            8 * SIDE + 4
        );
    }
    svg
}

fn corner(square: usize) -> (usize, usize) {
    (EDGE + (square & 7) * SIDE, (7 - (square >> 3)) * SIDE)
}

fn is_dark(square: usize) -> bool {
    ((square >> 3) + (square & 7)).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagram_has_64_squares_and_every_man() {
        let svg = diagram("8/P7/4K3/8/8/8/4b3/7k b - - 0 1");
        assert_eq!(svg.matches("<rect").count(), 64);
        for man in ["#p", "#k", "#b"] {
            assert!(svg.contains(&format!("\"{man}\"")), "{man}");
        }
        assert_eq!(diagram("nonsense"), "");
    }

    #[test]
    fn a_map_rounds_down_and_leaves_out_what_is_not_there() {
        let coverage = |square| match square {
            0 => Coverage { all: 1_000, named: 999, mined: 0 },
            9 => Coverage { all: 2, named: 1, mined: 1 },
            _ => Coverage::default(),
        };
        let svg = heat_map("map", coverage);
        assert!(svg.contains(">99<") && svg.contains(">100<"));
        assert_eq!(svg.matches("class=\"none\"").count(), 62);
    }
}
