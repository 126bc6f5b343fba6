//! The losses of a run as a chart.

use crate::train::history::Superbatch;
use vancura::chart::{Chart, Span};

const LEARNED_COLOR: &str = "#9a6324";
const HELD_OUT_COLOR: &str = "#1f5fa8";

/// The losses of training and held-out samples by the number of training samples, as SVG; empty
/// axes without superbatches.
pub(crate) fn to_svg(history: &[Superbatch]) -> String {
    let series: [(&str, &str, Vec<f64>); 2] = [
        ("learned samples", LEARNED_COLOR, history.iter().map(|row| row.learned_loss).collect()),
        ("held-out samples", HELD_OUT_COLOR, history.iter().map(Superbatch::held_out_loss).collect()),
    ];
    let millions = |row: &Superbatch| row.samples as f64 / 1e6;
    let across = Span { least: 0.0, greatest: history.last().map_or(1.0, millions) };
    let losses = series.iter().flat_map(|one| one.2.iter().copied()).filter(|loss| loss.is_finite());
    let up = if history.is_empty() { Span { least: 0.0, greatest: 0.1 } } else { Span::around(losses) };
    let mut chart = Chart::new("Loss by samples", ("million samples", across), ("loss", up));
    for (name, color, losses) in series {
        chart.curve(name, color, history.iter().map(millions).zip(losses));
    }
    chart.finish()
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
    fn the_curves_fall_as_the_losses_do() {
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
        }
        assert!(to_svg(&[]).contains("</svg>") && to_svg(&history[..1]).contains("polyline"));
    }
}
