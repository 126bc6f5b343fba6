//! Piece orders found earlier, so that an ending's files can be written without a new search.
//!
//! The search is a pure function of the ending, and its results can be read from the published
//! files as well as from one's own. In text form they take one line: the ending, then for each
//! leading file the orders of its `.rtbw` sub-tables, White to move first, and of its `.rtbz`
//! sub-table after the side to move that is stored. An order lists each kind of man once, White's
//! in capitals, the one whose square varies fastest first; `-` stands for a sub-table with a single
//! value, which has no order: `KQvKR KQrk/KkQr/w:QkrK`.

use std::fmt;
use std::str::FromStr;

use ending::{Color, Material, man_letter};

use super::order::{Order, candidates};
use crate::format::{Kind, flag, leading_files, man_of_code, men_codes, sides};
use crate::index::Layout;
use crate::read::{SubTable, Table};

/// Codes of the men by slot, each kind once; `None` for a sub-table with one value.
type Men = Option<Vec<u8>>;

/// The orders of one leading file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileOrders {
    /// For each side to move that the `.rtbw` file stores.
    wdl: Vec<Men>,
    /// The side to move that the `.rtbz` file stores, and its order.
    dtz: (Color, Men),
}

/// The orders of the men in all sub-tables of an ending's two Syzygy files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenOrders {
    material: Material,
    files: Vec<FileOrders>,
}

/// The error for a text that is not a line of piece orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOrders;

impl fmt::Display for NotOrders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the orders of an ending's men, such as `KQvKR KQrk/KkQr/w:QkrK`")
    }
}

impl std::error::Error for NotOrders {}

impl ChosenOrders {
    /// The piece orders of two files; `None` when they are not the `.rtbw` and the `.rtbz` file of
    /// one ending.
    pub fn of_tables(wdl: &Table, dtz: &Table) -> Option<Self> {
        let material = wdl.material();
        if [wdl.kind(), dtz.kind()] != [Kind::Wdl, Kind::Dtz] || dtz.material() != material {
            return None;
        }
        let results = wdl.sub_tables().chunks(sides(material, Kind::Wdl));
        let files = results.zip(dtz.sub_tables()).enumerate().map(|(file, (results, distances))| {
            let orders = candidates(material, file).ok()?;
            let wdl = results.iter().map(|sub| men_of(&orders, sub)).collect::<Option<_>>()?;
            Some(FileOrders { wdl, dtz: (distances.stored_side(), men_of(&orders, distances)?) })
        });
        Some(Self { material, files: files.collect::<Option<_>>()? })
    }

    /// The ending.
    pub fn material(&self) -> Material {
        self.material
    }

    /// The orders of a leading file.
    pub(super) fn of_file(&self, file: usize) -> &FileOrders {
        &self.files[file]
    }

    fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let material: Material = words.next()?.parse().ok()?;
        let files = words.enumerate().map(|(file, word)| FileOrders::parse(material, file, word));
        let files = files.collect::<Option<Vec<_>>>()?;
        (!material.canonical().1 && files.len() == leading_files(material))
            .then_some(Self { material, files })
    }
}

/// The order of a sub-table in its file.
fn men_of(orders: &[Order], sub: &SubTable) -> Option<Men> {
    if sub.flags() & flag::SINGLE != 0 {
        return Some(None);
    }
    let is_its_order = |order: &&Order| Layout::numbers_alike(&order.layout, sub.layout());
    Some(Some(orders.iter().find(is_its_order)?.men()))
}

impl FileOrders {
    /// The number in `orders` of the WDL order for this side to move; `None` when the sub-table has
    /// a single value, or the order is not among them.
    pub(super) fn results(&self, side: Color, orders: &[Order]) -> Option<usize> {
        position(self.wdl.get(side as usize)?, orders)
    }

    /// The side to move whose distances are stored, and the number of their order as in
    /// [`FileOrders::results`].
    pub(super) fn distances(&self, orders: &[Order]) -> (Color, Option<usize>) {
        (self.dtz.0, position(&self.dtz.1, orders))
    }

    fn parse(material: Material, file: usize, word: &str) -> Option<Self> {
        let orders = candidates(material, file).ok()?;
        let mut parts = word.split('/');
        let men = |part: &str| -> Option<Men> {
            if part == "-" {
                return Some(None);
            }
            let code = |wanted| men_codes(material).into_iter().find(|&code| letter(code) == Some(wanted));
            let men: Vec<u8> = part.chars().map(code).collect::<Option<_>>()?;
            orders.iter().any(|order| order.men() == men).then_some(Some(men))
        };
        let stored = sides(material, Kind::Wdl);
        let wdl: Vec<Men> = parts.by_ref().take(stored).map(&men).collect::<Option<_>>()?;
        let (side, order) = parts.next()?.split_once(':')?;
        let side = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return None,
        };
        let dtz = (side, men(order)?);
        (wdl.len() == stored && parts.next().is_none()).then_some(Self { wdl, dtz })
    }
}

/// The letter of the man with this code.
fn letter(code: u8) -> Option<char> {
    man_of_code(code).map(|(color, piece)| man_letter(color, piece))
}

fn position(men: &Men, orders: &[Order]) -> Option<usize> {
    orders.iter().position(|order| men.as_ref().is_some_and(|men| order.men() == *men))
}

impl FromStr for ChosenOrders {
    type Err = NotOrders;

    fn from_str(text: &str) -> Result<Self, NotOrders> {
        Self::parse(text).ok_or(NotOrders)
    }
}

impl fmt::Display for ChosenOrders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |men: &Men| match men {
            None => "-".to_owned(),
            Some(men) => men.iter().filter_map(|&code| letter(code)).collect(),
        };
        write!(f, "{}", self.material)?;
        for FileOrders { wdl, dtz: (side, distances) } in &self.files {
            let results: Vec<String> = wdl.iter().map(text).collect();
            let side = if *side == Color::White { 'w' } else { 'b' };
            write!(f, " {}/{side}:{}", results.join("/"), text(distances))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_as_they_were() {
        for line in ["KQvK KkQ/-/w:kQK", "KRvKR KkRr/w:RKkr", "KQvKR KQrk/KkQr/b:QkrK"] {
            assert_eq!(line.parse::<ChosenOrders>().map(|orders| orders.to_string()), Ok(line.to_owned()));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let refused = [
            "",
            "KQvKR",
            "KQvKR KQrk/KkQr/x:QkrK",
            "KQvKR KQrk/w:QkrK",
            "KQvKR KQrk/KkQr/QkrK",
            "KQvKR KQrk/KkQr/w:QkrK/-",
            "KQvKR KQrk/KkQr/w:QkrK KQrk/KkQr/w:QkrK",
            "KQvKR KQrr/KkQr/w:QkrK",
            "KQvKR KQr/KkQr/w:QkrK",
            "KRvKQ KRqk/KkRq/w:RkqK",
            "KPvK KkP/KkP/w:kPK",
        ];
        for text in refused {
            assert_eq!(text.parse::<ChosenOrders>(), Err(NotOrders), "{text}");
        }
    }
}
