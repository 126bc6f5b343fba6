//! Charts as SVG: curves over a grid with round numbers.

use std::fmt::Write as _;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
/// Edges of the plot within the picture.
const LEFT: f64 = 80.0;
const RIGHT: f64 = WIDTH - 20.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = HEIGHT - 48.0;
/// Approximate number of grid lines.
const TICKS: f64 = 6.0;
/// Distance between two names of curves, and between two rows of them.
const NAME_WIDTH: f64 = 180.0;
const NAME_HEIGHT: f64 = 20.0;

/// The range of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Its start.
    pub least: f64,
    /// Its end.
    pub greatest: f64,
}

impl Span {
    /// The range of some numbers, slightly widened.
    pub fn around(numbers: impl Iterator<Item = f64> + Clone) -> Self {
        let least = numbers.clone().fold(f64::INFINITY, f64::min);
        let greatest = numbers.fold(f64::NEG_INFINITY, f64::max);
        let room = ((greatest - least) * 0.05).max(greatest.abs() * 1e-3);
        Self { least: least - room, greatest: greatest + room }
    }

    /// Relative position of a number within the range: 0 to 1.
    fn part(self, number: f64) -> f64 {
        (number - self.least) / (self.greatest - self.least)
    }

    /// Round numbers for grid lines: multiples of 1, 2 or 5 times a power of ten.
    fn ticks(self) -> Vec<f64> {
        let rough = (self.greatest - self.least) / TICKS;
        let power = 10_f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|&s| s >= rough).unwrap_or(rough);
        let [first, last] = [(self.least / step).ceil(), (self.greatest / step).floor()].map(|n| n as i64);
        (first..=last).map(|n| n as f64 * step).collect()
    }
}

/// A chart that is being drawn.
pub struct Chart {
    title: String,
    /// The elements drawn so far.
    body: String,
    across: Span,
    up: Span,
    names: usize,
    name_width: f64,
}

impl Chart {
    /// Empty axes, each with its name and range.
    pub fn new(title: &str, across: (&str, Span), up: (&str, Span)) -> Self {
        let (title, body) = (title.to_owned(), String::new());
        let (name_width, names) = (NAME_WIDTH, 0);
        let mut chart = Self { title, body, across: across.1, up: up.1, names, name_width };
        chart.grid(across.0, up.0);
        chart
    }

    /// Reserves this much room for the name of each following curve.
    pub fn name_width(self, name_width: f64) -> Self {
        Self { name_width, ..self }
    }

    /// Names in a row; further rows are above the first.
    fn columns(&self) -> usize {
        (((RIGHT - LEFT) / self.name_width) as usize).max(1)
    }

    /// A curve through points, named above the chart.
    pub fn curve(&mut self, name: &str, color: &str, points: impl Iterator<Item = (f64, f64)>) {
        let points: Vec<String> = points.map(|(x, y)| format!("{:.1},{:.1}", self.x(x), self.y(y))).collect();
        let points = points.join(" ");
        self.add(format_args!(
            r#"<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>"#
        ));
        let x = LEFT + self.name_width * (self.names % self.columns()) as f64;
        let y = 28.0 - NAME_HEIGHT * (self.names / self.columns()) as f64;
        self.add(format_args!(
            r#"<path d="M{x} {y}h24" stroke="{color}" stroke-width="3"/><text x="{}" y="{}">{name}</text>"#,
            x + 30.0,
            y + 4.0
        ));
        self.names += 1;
    }

    /// Separate points.
    pub fn dots(&mut self, color: &str, points: impl Iterator<Item = (f64, f64)>) {
        for (x, y) in points {
            let (x, y) = (self.x(x), self.y(y));
            self.add(format_args!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="2" fill="{color}"/>"#));
        }
    }

    /// The picture.
    pub fn finish(self) -> String {
        let Self { title, body, .. } = &self;
        let above = NAME_HEIGHT * (self.names.saturating_sub(1) / self.columns()) as f64;
        let (top, height) = (0.0 - above, HEIGHT + above);
        let at_top = if above > 0.0 { format!(" y=\"{top}\"") } else { String::new() };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 {top} {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <title>{title}</title>\n<rect{at_top} width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{body}</svg>\n"
        )
    }

    fn x(&self, number: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * self.across.part(number)
    }

    fn y(&self, number: f64) -> f64 {
        BOTTOM + (TOP - BOTTOM) * self.up.part(number)
    }

    fn add(&mut self, line: std::fmt::Arguments) {
        let _ = writeln!(self.body, "{line}");
    }

    /// Grid lines at round numbers with their labels, and the names of the axes.
    fn grid(&mut self, across: &str, up: &str) {
        for tick in self.up.ticks() {
            let (y, label) = (self.y(tick), number(tick));
            self.add(format_args!(
                r##"<path d="M{LEFT} {y:.1}H{RIGHT}" stroke="#ddd"/><text x="{}" y="{:.1}" text-anchor="end">{label}</text>"##,
                LEFT - 6.0,
                y + 4.0
            ));
        }
        for tick in self.across.ticks() {
            let (x, label) = (self.x(tick), number(tick));
            self.add(format_args!(
                r##"<path d="M{x:.1} {BOTTOM}V{TOP}" stroke="#eee"/><text x="{x:.1}" y="{}" text-anchor="middle">{label}</text>"##,
                BOTTOM + 18.0
            ));
        }
        self.add(format_args!(
            r##"<path d="M{LEFT} {TOP}V{BOTTOM}H{RIGHT}" fill="none" stroke="#333"/><text x="{RIGHT}" y="{}" text-anchor="end">{across}</text><text x="8" y="{}">{up}</text>"##,
            HEIGHT - 10.0,
            TOP - 6.0
        ));
    }
}

/// A number without trailing zeros.
fn number(tick: f64) -> String {
    let label = format!("{tick:.5}");
    label.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let ticks = Span { least: 0.0312, greatest: 0.0488 }.ticks();
        assert!(ticks.len() >= 3 && ticks.iter().all(|&t| (0.0312..=0.0488).contains(&t)), "{ticks:?}");
        assert!(ticks.iter().all(|t| (t * 1_000.0 - (t * 1_000.0).round()).abs() < 1e-6), "{ticks:?}");
    }

    #[test]
    fn curves_rise_as_their_numbers_do_and_stay_inside() {
        let span = Span { least: 0.0, greatest: 4.0 };
        let mut chart = Chart::new("a test", ("moves", span), ("games", span));
        chart.curve("squares", "#000", [(0.0, 0.0), (1.0, 1.0), (2.0, 4.0)].into_iter());
        chart.dots("#fff", std::iter::once((4.0, 4.0)));
        let svg = chart.finish();
        let line = svg.lines().find_map(|line| line.strip_prefix("<polyline points=\"")).unwrap();
        assert!(line.starts_with("80.0,372.0 245.0,291.0 410.0,48.0\""), "{line}");
        assert!(svg.contains(r#"cx="740.0" cy="48.0""#) && svg.ends_with("</svg>\n"), "{svg}");
        for text in ["a test", "moves", "games", "squares"] {
            assert!(svg.contains(&format!(">{text}</")), "{text}");
        }
    }

    #[test]
    fn names_that_find_no_room_in_a_row_stand_in_rows_above_it() {
        let span = Span { least: 0.0, greatest: 4.0 };
        let mut chart = Chart::new("a test", ("moves", span), ("games", span)).name_width(300.0);
        for name in ["one", "two", "three", "four", "five"] {
            chart.curve(name, "#000", std::iter::empty());
        }
        let svg = chart.finish();
        assert!(svg.contains(r#"viewBox="0 -40 760 460""#) && svg.contains(r#"<rect y="-40""#), "{svg}");
        for place in ["x=\"110\" y=\"32\">one<", "x=\"410\" y=\"12\">four<", "x=\"110\" y=\"-8\">five<"] {
            assert!(svg.contains(place), "{place} {svg}");
        }
    }

    #[test]
    fn labels_have_no_idle_zeros() {
        assert_eq!([0.25, 10.0, -200.0, 0.0].map(number), ["0.25", "10", "-200", "0"]);
    }
}
