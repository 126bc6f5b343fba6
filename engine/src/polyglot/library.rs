//! Two books, and the choice among their moves.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use board::random::Random;
use board::{Board, Color, Move};

use super::book::{Book, Weighted};
use crate::options::Setting;

/// The variety at which moves are played in proportion to their weights.
const EVEN_VARIETY: f64 = 25.0;

/// A move to play without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Suggestion {
    /// The move.
    pub mv: Move,
    /// Its weight.
    pub weight: u16,
    /// Total weight of the position's moves.
    pub weights: u32,
}

/// The books of a player.
pub(crate) struct Library {
    is_open: bool,
    /// Analysis mode: books are not used.
    analyses: bool,
    slots: [Stand; 2],
    variety: u32,
    random: Random,
}

/// A book and the number of plies for which it is used.
struct Stand {
    book: Option<Book>,
    plies: u32,
}

impl Default for Library {
    /// A library without books, with a random seed.
    fn default() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
        let stand = || Stand { book: None, plies: 24 };
        Self {
            is_open: false,
            analyses: false,
            slots: [stand(), stand()],
            variety: 25,
            random: Random::new(now),
        }
    }
}

impl Library {
    /// Applies a setting that concerns books; returns a remark, if any.
    pub(crate) fn set(&mut self, setting: &Setting) -> Option<String> {
        match setting {
            Setting::OwnBook(on) => self.is_open = *on,
            Setting::AnalyseMode(on) => self.analyses = *on,
            Setting::BookDepth(slot, plies) => self.slots[*slot as usize].plies = *plies,
            Setting::BookVariety(variety) => self.variety = *variety,
            Setting::BookFile(slot, path) => {
                let stand = &mut self.slots[*slot as usize];
                stand.book = None;
                if !path.is_empty() {
                    match Book::open(Path::new(path)) {
                        Ok(book) => {
                            let remark = format!("{path}: {} entries", book.entries());
                            stand.book = Some(book);
                            return Some(remark);
                        }
                        Err(error) => return Some(error.to_string()),
                    }
                }
            }
            _ => {}
        }
        None
    }

    /// A move of the first book that has one for the position, unless it is too late in the game
    /// for books.
    ///
    /// # Errors
    /// A remark about a book that can no longer be read. It is closed.
    pub(crate) fn suggest(&mut self, board: &Board) -> Result<Option<Suggestion>, String> {
        if !self.is_open || self.analyses {
            return Ok(None);
        }
        let plies = 2 * u32::from(board.fullmove_number().saturating_sub(1))
            + u32::from(board.side_to_move() == Color::Black);
        for stand in &mut self.slots {
            let Some(book) = stand.book.as_mut().filter(|_| plies < stand.plies) else { continue };
            match book.moves(board) {
                Ok(moves) => {
                    if let Some(chosen) = choose(&moves, self.variety, &mut self.random) {
                        let weights = moves.iter().map(|found| u32::from(found.weight)).sum();
                        return Ok(Some(Suggestion { mv: chosen.mv, weight: chosen.weight, weights }));
                    }
                }
                Err(error) => {
                    stand.book = None;
                    return Err(format!("{error}; it is no longer used"));
                }
            }
        }
        Ok(None)
    }
}

/// One of the moves with nonzero weight, with a probability proportional to its weight to the power
/// of 25 / variety.
fn choose(moves: &[Weighted], variety: u32, random: &mut Random) -> Option<Weighted> {
    let heaviest = moves.iter().rev().max_by_key(|found| found.weight).filter(|found| found.weight > 0)?;
    if variety == 0 {
        return Some(*heaviest);
    }
    let share = |found: &Weighted| {
        let share = f64::from(found.weight) / f64::from(heaviest.weight);
        share.powf(EVEN_VARIETY / f64::from(variety))
    };
    let mut left = f64::from(random.unit()) * moves.iter().map(share).sum::<f64>();
    for found in moves {
        left -= share(found);
        if left < 0.0 {
            return Some(*found);
        }
    }
    Some(*heaviest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighted(text: &str, weight: u16) -> Weighted {
        Weighted { mv: text.parse().unwrap(), weight }
    }

    /// How often each of four moves is chosen, in percent.
    fn shares(variety: u32) -> [u32; 4] {
        let moves =
            [weighted("a2a3", 100), weighted("e2e4", 600), weighted("h2h4", 0), weighted("d2d4", 300)];
        let mut random = Random::new(3);
        let mut counts = [0; 4];
        for _ in 0..10_000 {
            let chosen = choose(&moves, variety, &mut random).unwrap();
            counts[moves.iter().position(|known| *known == chosen).unwrap()] += 1;
        }
        counts.map(|count| (count + 50) / 100)
    }

    #[test]
    fn variety_leads_from_the_heaviest_move_to_all_alike() {
        assert_eq!(shares(0), [0, 100, 0, 0]);
        let [a, b, none, d] = shares(25);
        assert!(a.abs_diff(10) <= 1 && b.abs_diff(60) <= 2 && none == 0 && d.abs_diff(30) <= 2);
        let (narrow, wide) = (shares(10), shares(100));
        assert!(narrow[1] > 80 && wide[1] < 45 && wide[0] > 20 && wide[2] == 0, "{narrow:?} {wide:?}");
    }

    #[test]
    fn moves_without_weight_are_never_played() {
        let mut random = Random::new(1);
        assert_eq!(choose(&[weighted("a2a3", 0)], 100, &mut random), None);
        assert_eq!(choose(&[], 0, &mut random), None);
    }
}
