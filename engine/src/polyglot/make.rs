//! Makes a book from games: the weight of each move depends on the results of those who played it.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use board::Color;
use board::pgn::{Game, GameResult, PgnError, Reader};

use super::book::{BookMove, encode};
use super::counts::{Count, MoveCounts};
use super::key::key;

/// Counts in memory, 24 MiB of them.
const COUNTS_IN_MEMORY: usize = 1 << 20;

/// The selection of moves for a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Plies counted from the start of each game.
    pub plies: usize,
    /// Moves with a lower weight are left out.
    pub min_weight: i64,
    /// Moves with fewer wins are left out.
    pub min_wins: u32,
}

impl Default for Rules {
    /// The limits of Wasp, and thirty moves of each side.
    fn default() -> Self {
        Self { plies: 60, min_weight: 10, min_wins: 3 }
    }
}

/// Statistics of a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// Games counted.
    pub games: u64,
    /// Games without a result, which are not counted.
    pub unfinished: u64,
    /// Games that could not be read.
    pub broken: u64,
    /// Positions in the book.
    pub positions: u64,
    /// Moves in the book.
    pub moves: u64,
}

/// Why no book could be made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// Reading the games failed.
    #[error("reading the games: {0}")]
    Games(#[source] io::Error),
    /// The book cannot be written.
    #[error("writing {}: {source}", .path.display())]
    Write {
        /// The book.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The book would be empty.
    #[error(
        "no move was played often and well enough (games read: {games}; wins needed with a move: {min_wins})"
    )]
    Empty {
        /// Games counted.
        games: u64,
        /// The required wins.
        min_wins: u32,
    },
}

/// Makes a book; broken games are reported to `broken` and left out. The weight of a move is 4
/// times its wins minus 2 times its losses plus its draws; the weights of a position are scaled
/// below 65,536 together if one of them is too large.
///
/// # Errors
/// [`MakeError`]; the file is then unchanged.
pub fn make(
    games: impl BufRead,
    path: &Path,
    rules: &Rules,
    mut broken: impl FnMut(&PgnError),
) -> Result<Made, MakeError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let fault = |source| MakeError::Write { path: path.to_owned(), source };
    let mut made = Made::default();
    let mut counts = MoveCounts::new(COUNTS_IN_MEMORY, folder.to_owned());
    for game in Reader::new(games).without_variations() {
        match game {
            Ok(game) if matches!(game.result, GameResult::Unknown | GameResult::BothLose) => {
                made.unfinished += 1;
            }
            Ok(game) => {
                made.games += 1;
                count(&game, rules.plies, &mut counts).map_err(fault)?;
            }
            Err(PgnError::Io(error)) => return Err(MakeError::Games(error)),
            Err(error) => {
                made.broken += 1;
                broken(&error);
            }
        }
    }
    let file = disk::Output::create(path).map_err(fault)?;
    let mut writer = Writer { file, rules, position: Vec::new(), made };
    counts.finish(|count| writer.take(count)).and_then(|()| writer.close_position()).map_err(fault)?;
    let made = writer.made;
    if made.moves == 0 {
        return Err(MakeError::Empty { games: made.games, min_wins: rules.min_wins });
    }
    writer.file.finish().map_err(fault)?;
    Ok(made)
}

fn count(game: &Game, plies: usize, counts: &mut MoveCounts) -> io::Result<()> {
    let mut board = game.start.clone();
    // Moves after a null move are not part of a real game.
    for mv in game.line.moves.iter().map_while(|played| played.mv).take(plies) {
        let results = match (game.result, board.side_to_move()) {
            (GameResult::Draw | GameResult::Unknown | GameResult::BothLose, _) => [0, 1, 0],
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => [1, 0, 0],
            _ => [0, 0, 1],
        };
        counts.add(Count { key: key(&board), mv: encode(mv), results })?;
        board.play_unchecked(mv);
    }
    Ok(())
}

/// Turns counts into entries, one position at a time.
struct Writer<'a> {
    file: disk::Output,
    rules: &'a Rules,
    /// The moves of the current position, by weight.
    position: Vec<(i64, Count)>,
    made: Made,
}

impl Writer<'_> {
    fn take(&mut self, count: Count) -> io::Result<()> {
        if self.position.first().is_some_and(|(_, first)| first.key != count.key) {
            self.close_position()?;
        }
        let [wins, draws, losses] = count.results;
        let weight = 4 * i64::from(wins) - 2 * i64::from(losses) + i64::from(draws);
        if weight >= self.rules.min_weight.max(1) && wins >= self.rules.min_wins {
            self.position.push((weight, count));
        }
        Ok(())
    }

    fn close_position(&mut self) -> io::Result<()> {
        self.position.sort_by_key(|(weight, count)| (-weight, count.mv));
        let heaviest = self.position.first().map_or(0, |(weight, _)| *weight);
        let scale = |weight: i64| {
            let most = i64::from(u16::MAX);
            if heaviest > most { (weight * most / heaviest).max(1) } else { weight }
        };
        self.made.positions += u64::from(heaviest > 0);
        self.made.moves += self.position.len() as u64;
        for (weight, count) in self.position.drain(..) {
            let entry = BookMove { key: count.key, mv: count.mv, weight: scale(weight) as u16 };
            self.file.write_all(&entry.to_bytes())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Book;
    use super::*;
    use board::{Board, fen};

    fn weights(text: &str, rules: &Rules) -> Result<(Made, Vec<(String, u16)>), MakeError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("made.bin");
        let made = make(text.as_bytes(), &path, rules, |_| ())?;
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left behind");
        let moves = Book::open(&path).unwrap().moves(&Board::startpos()).unwrap();
        Ok((made, moves.iter().map(|found| (found.mv.to_string(), found.weight)).collect()))
    }

    #[test]
    fn moves_weigh_by_results_and_what_hardly_wins_is_left_out() {
        let games = [
            "1. e4 e5 1-0\n\n".repeat(5),
            "1. e4 c5 0-1\n\n".repeat(3),
            "1. d4 d5 1/2-1/2\n\n".repeat(30),
            "1. c4 1-0\n\n".repeat(3),
            "1. a4 1-0\n\n1. a4 0-1\n\n1. h4 *\n\n1. e5 1-0\n\n".to_owned(),
        ]
        .concat();
        let rules = Rules { min_wins: 0, min_weight: 1, ..Rules::default() };
        let (made, all) = weights(&games, &rules).unwrap();
        // 4 * 5 - 2 * 3 = 14, 30 draws, 4 * 3 = 12, 4 - 2 = 2.
        let expected = [("d2d4", 30), ("e2e4", 14), ("c2c4", 12), ("a2a4", 2)];
        assert_eq!(all, expected.map(|(mv, weight)| (mv.to_owned(), weight)));
        assert_eq!((made.games, made.unfinished, made.broken), (43, 1, 1));
        let (made, kept) = weights(&games, &Rules::default()).unwrap();
        assert_eq!(kept, [("e2e4".to_owned(), 14), ("c2c4".to_owned(), 12)], "by weight and wins");
        // After 1. e4 the move 1... c5 won three times.
        assert_eq!((made.positions, made.moves), (2, 3));
        let none = weights("1. e4 0-1", &Rules::default()).unwrap_err().to_string();
        assert!(none.starts_with("no move was played often and well enough (games read: 1;"), "{none}");
    }

    #[test]
    fn a_book_ends_where_somebody_passes() {
        let rules = Rules { min_wins: 0, min_weight: 1, ..Rules::default() };
        let (made, moves) = weights(&"1. ♙e4 -- 2. d2-d4 1:0\n\n".repeat(3), &rules).unwrap();
        assert_eq!((made.games, made.moves, moves), (3, 1, vec![("e2e4".to_owned(), 12)]));
        let (made, _) = weights("[Result \"0-0\"]\n\n1. e4 0-0\n\n1. e4 1-0", &rules).unwrap();
        assert_eq!((made.games, made.unfinished), (1, 1));
    }

    #[test]
    fn weights_that_are_too_large_are_scaled_together() {
        let rules = Rules { plies: 1, min_weight: 1, min_wins: 1 };
        let games = ["1. e4 1-0\n".repeat(30_000), "1. d4 1-0\n".repeat(10_000)].concat();
        let (_, moves) = weights(&games, &rules).unwrap();
        assert_eq!(moves, [("e2e4".to_owned(), 65_535), ("d2d4".to_owned(), 21_845)]);
    }

    #[test]
    fn a_book_that_cannot_be_made_leaves_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.bin");
        std::fs::write(&path, "old").unwrap();
        assert!(make("".as_bytes(), &path, &Rules::default(), |_| ()).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
    }

    #[test]
    fn games_of_chess960_castle_in_the_book_as_they_do_here() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("made.bin");
        let text =
            "[FEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"]\n[Variant \"Chess960\"]\n\n1. O-O 1-0\n\n".repeat(3);
        make(text.as_bytes(), &path, &Rules::default(), |_| ()).unwrap();
        let board = fen::parse("4k3/8/8/8/8/8/8/5K1R w H - 0 1").unwrap();
        assert_eq!(Book::open(&path).unwrap().moves(&board).unwrap()[0].mv.to_string(), "f1h1");
    }
}
