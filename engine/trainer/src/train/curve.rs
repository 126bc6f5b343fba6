//! The losses of a run as a picture.

use std::fmt::Write as _;

use crate::train::history::Superbatch;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
/// The drawing's edges inside the picture.
const LEFT: f64 = 80.0;
const RIGHT: f64 = WIDTH - 20.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = HEIGHT - 48.0;
/// Lines across, about.
const TICKS: f64 = 6.0;
const LEARNED_COLOR: &str = "#9a6324";
const HELD_OUT_COLOR: &str = "#1f5fa8";

/// A straight scale from numbers to places in the picture.
struct Axis {
    least: f64,
    greatest: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// Spans the numbers and a little more.
    fn around(numbers: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Self {
        let least = numbers.clone().fold(f64::INFINITY, f64::min);
        let greatest = numbers.fold(f64::NEG_INFINITY, f64::max);
        let room = ((greatest - least) * 0.05).max(greatest.abs() * 1e-3);
        Self { least: least - room, greatest: greatest + room, from, to }
    }

    fn at(&self, number: f64) -> f64 {
        self.from + (self.to - self.from) * (number - self.least) / (self.greatest - self.least)
    }

    /// Round numbers to draw lines at: multiples of 1, 2 or 5 times a power of ten.
    fn ticks(&self) -> Vec<f64> {
        let rough = (self.greatest - self.least) / TICKS;
        let power = 10_f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|&s| s >= rough).unwrap_or(rough);
        let [first, last] = [(self.least / step).ceil(), (self.greatest / step).floor()].map(|n| n as i64);
        (first..=last).map(|n| n as f64 * step).collect()
    }
}

/// The losses of learned and held-out samples over the samples learned from, as SVG; empty axes without superbatches.
pub(crate) fn to_svg(history: &[Superbatch]) -> String {
    let series: [(&str, &str, Vec<f64>); 2] = [
        ("learned samples", LEARNED_COLOR, history.iter().map(|row| row.learned_loss).collect()),
        ("held-out samples", HELD_OUT_COLOR, history.iter().map(Superbatch::held_out_loss).collect()),
    ];
    let millions = |row: &Superbatch| row.samples as f64 / 1e6;
    let last = history.last().map_or(1.0, millions);
    let across = Axis { least: 0.0, greatest: last, from: LEFT, to: RIGHT };
    let losses = series.iter().flat_map(|one| one.2.iter().copied()).filter(|loss| loss.is_finite());
    let up = if history.is_empty() {
        Axis { least: 0.0, greatest: 0.1, from: BOTTOM, to: TOP }
    } else {
        Axis::around(losses, BOTTOM, TOP)
    };
    let mut svg = head();
    grid(&mut svg, &across, &up);
    for (number, (name, color, losses)) in series.iter().enumerate() {
        let points: Vec<String> = history
            .iter()
            .zip(losses)
            .map(|(row, &loss)| format!("{:.1},{:.1}", across.at(millions(row)), up.at(loss)))
            .collect();
        let _ = writeln!(
            svg,
            r#"<polyline points="{}" fill="none" stroke="{color}" stroke-width="2"/>"#,
            points.join(" ")
        );
        let x = LEFT + 180.0 * number as f64;
        let _ = writeln!(
            svg,
            r#"<path d="M{x} 28h24" stroke="{color}" stroke-width="3"/><text x="{}" y="32">{name}</text>"#,
            x + 30.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn head() -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>Loss by samples</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    )
}

/// Lines at round numbers with what they stand for, and what the axes are.
fn grid(svg: &mut String, across: &Axis, up: &Axis) {
    for tick in up.ticks() {
        let y = up.at(tick);
        let _ = writeln!(
            svg,
            r##"<path d="M{LEFT} {y:.1}H{RIGHT}" stroke="#ddd"/><text x="{}" y="{:.1}" text-anchor="end">{tick:.5}</text>"##,
            LEFT - 6.0,
            y + 4.0
        );
    }
    for tick in across.ticks() {
        let x = across.at(tick);
        let label = format!("{tick:.3}");
        let label = label.trim_end_matches('0').trim_end_matches('.');
        let _ = writeln!(
            svg,
            r##"<path d="M{x:.1} {BOTTOM}V{TOP}" stroke="#eee"/><text x="{x:.1}" y="{}" text-anchor="middle">{label}</text>"##,
            BOTTOM + 18.0
        );
    }
    let _ = writeln!(
        svg,
        r##"<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" fill="none" stroke="#333"/><text x="{RIGHT}" y="{}" text-anchor="end">million samples</text><text x="8" y="{}">loss</text>"##,
        HEIGHT - 10.0,
        TOP - 6.0
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::loss::Losses;

    fn row(samples: u64, learned_loss: f64, held_out_loss: f32) -> Superbatch {
        let mut held_out = Losses::default();
        held_out.add(3, held_out_loss);
        let (rate, result_weight) = (1e-3, 0.3);
        Superbatch { samples, rate, result_weight, learned_loss, held_out, seconds: 2.0, learned: 1_000_000 }
    }

    #[test]
    fn ticks_are_round_and_inside() {
        let axis = Axis { least: 0.0312, greatest: 0.0488, from: 0.0, to: 1.0 };
        let ticks = axis.ticks();
        assert!(ticks.len() >= 3 && ticks.iter().all(|&t| (0.0312..=0.0488).contains(&t)), "{ticks:?}");
        assert!(ticks.iter().all(|t| (t * 1_000.0 - (t * 1_000.0).round()).abs() < 1e-6), "{ticks:?}");
    }

    #[test]
    fn the_curve_falls_as_the_loss_does_and_stays_inside() {
        let history = [row(1_000_000, 0.05, 0.06), row(2_000_000, 0.04, 0.05), row(4_000_000, 0.03, 0.045)];
        let svg = to_svg(&history);
        let lines: Vec<Vec<(f64, f64)>> = svg
            .lines()
            .filter_map(|line| line.strip_prefix("<polyline points=\"")?.split('"').next())
            .map(|points| {
                let numbers = |point: &str| {
                    let (x, y) = point.split_once(',').unwrap();
                    (x.parse().unwrap(), y.parse().unwrap())
                };
                points.split(' ').map(numbers).collect()
            })
            .collect();
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
        for line in &lines {
            assert!(line.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1), "{line:?}");
            assert!(line.iter().all(|&(x, y)| (LEFT..=RIGHT).contains(&x) && (TOP..=BOTTOM).contains(&y)));
        }
        assert!(to_svg(&[]).contains("</svg>") && to_svg(&history[..1]).contains("polyline"));
    }
}
