//! `info`: statistics of files of games.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use board::Color;
use trainer::games::{Event, Game, GamesReader, Header, Kind, LabeledPosition, Positions, Reason};
use vancura::score::Score;

use super::amount;
use super::request::{Answer, Files};

/// Upper bounds of the classes of absolute scores, in centipawns.
const SCORE_CLASSES: [u16; 8] = [10, 50, 100, 200, 400, 1_000, 2_500, 27_999];

/// Statistics of all games.
#[derive(Default)]
struct Contents {
    files: u64,
    bytes: u64,
    skipped_bytes: u64,
    games: u64,
    plies: u64,
    positions: u64,
    off_game: u64,
    quiet: [u64; 2],
    /// Games by White's half points.
    results: [u64; 3],
    reasons: BTreeMap<Reason, u64>,
    /// Number of games and White's half points, by the number of men at the start.
    men: BTreeMap<u32, u64>,
    /// Positions by [`SCORE_CLASSES`]; the last class is mates and table wins.
    scores: [u64; SCORE_CLASSES.len() + 1],
    chess960: u64,
}

pub(super) fn run(files: &Files, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let (mut contents, mut answer) = (Contents::default(), Answer::Right);
    for path in files.all()? {
        let mut reader = GamesReader::open(&path)?;
        contents.files += 1;
        contents.bytes += std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
        tell_header(&path, reader.header(), out)?;
        while let Some(event) = reader.next_event()? {
            match event {
                Event::Block(block) => {
                    for game in block.games() {
                        contents.add(&game?)?;
                    }
                }
                Event::Damage(damage) => {
                    writeln!(out, "  {damage}")?;
                    contents.skipped_bytes += damage.bytes;
                    if !damage.is_torn_end() {
                        answer = Answer::Wrong;
                    }
                }
            }
        }
    }
    contents.tell(out)?;
    Ok(answer)
}

fn tell_header(path: &Path, header: Option<&Header>, out: &mut dyn Write) -> std::io::Result<()> {
    let Some(header) = header else { return writeln!(out, "{}: no header", path.display()) };
    let Header { commit, program, seed, run, thread, table_men, syzygy_men, .. } = header;
    writeln!(
        out,
        "{}: run {run}, thread {thread}, seed {seed}, commit {commit}, program {:.12}, {}, tables of {table_men} men, {}begun {}",
        path.display(),
        program,
        header.network.as_deref().unwrap_or("hand-crafted evaluation"),
        if *syzygy_men > 0 { format!("Syzygy files of {syzygy_men} men, ") } else { String::new() },
        date(header.begun),
    )?;
    writeln!(out, "  {}", header.options)
}

/// Seconds since 1970 as a date and time of day, UTC (H. Hinnant's days from civil, reversed).
fn date(seconds: u64) -> String {
    let (days, second) = ((seconds / 86_400) as i64 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", second / 3_600, second / 60 % 60)
}

impl Contents {
    fn add(&mut self, game: &Game) -> anyhow::Result<()> {
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.results[game.result as usize] += 1;
        *self.reasons.entry(game.reason).or_default() += 1;
        self.chess960 += u64::from(is_chess960(game));
        for position in Positions::of(game) {
            self.add_position(&position?);
        }
        Ok(())
    }

    fn add_position(&mut self, position: &LabeledPosition) {
        self.positions += 1;
        self.off_game += u64::from(position.kind == Kind::OffGame);
        self.quiet[position.kind as usize] += u64::from(position.is_quiet());
        *self.men.entry(position.board.occupied().len()).or_default() += 1;
        let score = position.score.unsigned_abs();
        let class = SCORE_CLASSES.iter().position(|&end| score <= end);
        let is_decisive = Score::from_value(position.score.into()).is_decisive();
        self.scores[class.filter(|_| !is_decisive).unwrap_or(SCORE_CLASSES.len())] += 1;
    }

    fn tell(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let of_games = |part| amount::percent(part, self.games);
        let of_all = |part| amount::percent(part, self.positions);
        let per = |whole: u64, parts: u64| whole as f64 / parts.max(1) as f64;
        writeln!(
            out,
            "{} files, {} ({:.2} bytes per position), {} skipped",
            self.files,
            amount::bytes(self.bytes),
            per(self.bytes, self.positions),
            amount::bytes(self.skipped_bytes)
        )?;
        writeln!(
            out,
            "{} games, {:.1} plies each, {:.1} % of them Chess960",
            amount::grouped(self.games),
            per(self.plies, self.games),
            of_games(self.chess960)
        )?;
        let [black, draws, white] = self.results.map(of_games);
        writeln!(out, "results: White {white:.1} %, drawn {draws:.1} %, Black {black:.1} %")?;
        for (reason, &count) in &self.reasons {
            writeln!(out, "  {reason:18} {:5.1} % {:>10}", of_games(count), amount::grouped(count))?;
        }
        let quiet = self.quiet.iter().sum();
        writeln!(
            out,
            "{} positions, {:.1} % off the game; quiet: {} ({:.1} %; of those off the game {:.1} %)",
            amount::grouped(self.positions),
            of_all(self.off_game),
            amount::grouped(quiet),
            of_all(quiet),
            amount::percent(self.quiet[Kind::OffGame as usize], self.off_game)
        )?;
        writeln!(out, "positions by men:")?;
        for (men, &count) in &self.men {
            writeln!(out, "  {men:2} {:5.1} % {:>12}", of_all(count), amount::grouped(count))?;
        }
        writeln!(out, "positions by absolute score in centipawns:")?;
        let mut least = 0;
        for (end, &count) in SCORE_CLASSES.iter().zip(&self.scores) {
            writeln!(out, "  {least:5} to {end:5}  {:5.1} % {:>12}", of_all(count), amount::grouped(count))?;
            least = end + 1;
        }
        let decisive = self.scores[SCORE_CLASSES.len()];
        writeln!(out, "  mate or table   {:5.1} % {:>12}", of_all(decisive), amount::grouped(decisive))
    }
}

/// True when there are castling rights, and king or rooks are not on their squares in standard
/// chess. Without rights this cannot be determined.
fn is_chess960(game: &Game) -> bool {
    Color::ALL.into_iter().any(|color| !super::display::has_standard_rights(&game.start, color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trainer::games::GameResult;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_827_696), "2000-02-29 12:34 UTC");
        assert_eq!(date(1_735_689_599), "2024-12-31 23:59 UTC");
    }

    #[test]
    fn results_are_counted_from_white() {
        let mut contents = Contents::default();
        let start = board::Board::startpos();
        let (plies, labels) = (Vec::new(), Vec::new());
        contents
            .add(&Game { start, result: GameResult::WhiteWins, reason: Reason::Won, plies, labels })
            .unwrap();
        assert_eq!((contents.results, contents.chess960), ([0, 0, 1], 0));
    }
}
