//! The course of values during tuning, as a table and as a chart.

use std::fmt::Write as _;

use super::spsa::Dimension;
use crate::chart::{Chart, Span};

/// One color for each parameter that can be tuned at a time.
const COLORS: [&str; super::run::MAX_PARAMETERS] = [
    "#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22",
    "#17becf", "#000000", "#aec7e8",
];
/// Width of the longest parameter name.
const NAME_WIDTH: f64 = 300.0;

/// Values by number of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Trajectory(Vec<(usize, Vec<f64>)>);

impl Trajectory {
    pub(super) fn push(&mut self, games: usize, values: &[f64]) {
        self.0.push((games, values.to_vec()));
    }

    /// A CSV table with one line for each update of the values, under a line of names.
    pub(super) fn csv(&self, dimensions: &[Dimension]) -> String {
        let names: Vec<&str> = dimensions.iter().map(|dimension| dimension.name.as_str()).collect();
        let mut text = format!("games,{}\n", names.join(","));
        for (games, values) in &self.0 {
            let _ = write!(text, "{games}");
            for value in values {
                let _ = write!(text, ",{value:.4}");
            }
            text.push('\n');
        }
        text
    }

    /// A chart of all parameters, each as its distance from the default in steps.
    pub(super) fn svg(&self, dimensions: &[Dimension], games: usize) -> String {
        let moved = |index: usize| {
            let dimension: &Dimension = &dimensions[index];
            let start = f64::from(dimension.start);
            self.0
                .iter()
                .map(move |(games, values)| (*games as f64, (values[index] - start) / dimension.step))
        };
        let all = (0..dimensions.len()).flat_map(|index| moved(index).map(|(_, steps)| steps));
        let up = Span::around(all.chain([-1.0, 1.0]));
        let across = Span { least: 0.0, greatest: games as f64 };
        let title = "Steps from the defaults by games";
        let mut chart = Chart::new(title, ("games", across), ("steps", up)).name_width(NAME_WIDTH);
        for (index, (dimension, color)) in dimensions.iter().zip(COLORS).enumerate() {
            chart.curve(&dimension.name, color, moved(index));
        }
        chart.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dimensions() -> Vec<Dimension> {
        let dimension =
            |name: &str, start, step| Dimension { name: name.to_owned(), start, min: 0, max: 100, step };
        vec![dimension("one", 10, 2.0), dimension("two", 50, 0.5)]
    }

    #[test]
    fn every_change_is_a_line_of_the_table_and_a_point_of_each_curve() {
        let mut trajectory = Trajectory::default();
        trajectory.push(0, &[10.0, 50.0]);
        trajectory.push(16, &[12.0, 49.25]);
        let csv = trajectory.csv(&dimensions());
        assert_eq!(csv, "games,one,two\n0,10.0000,50.0000\n16,12.0000,49.2500\n");
        let svg = trajectory.svg(&dimensions(), 32);
        let curves: Vec<&str> = svg.lines().filter(|line| line.starts_with("<polyline")).collect();
        assert_eq!(curves.len(), 2);
        // Both start in the middle, at zero steps: the first ends one step above, the second one
        // and a half below.
        let heights = |curve: &str| -> Vec<f64> {
            let points = curve.split('"').nth(1).unwrap().split(' ');
            points.map(|point| point.split_once(',').unwrap().1.parse().unwrap()).collect()
        };
        let (one, two) = (heights(curves[0]), heights(curves[1]));
        assert!((one[0] - two[0]).abs() < 0.05 && one.len() == 2);
        let (above, below) = (one[0] - one[1], two[1] - two[0]);
        assert!(above > 50.0 && (below / above - 1.5).abs() < 0.01, "{above} {below}");
    }

    #[test]
    fn a_run_without_games_has_a_picture_too() {
        let mut trajectory = Trajectory::default();
        trajectory.push(0, &[10.0, 50.0]);
        let svg = trajectory.svg(&dimensions(), 2);
        assert!(!svg.contains("NaN") && svg.contains(">two</text>"), "{svg}");
    }
}
