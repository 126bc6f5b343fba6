//! Sources of rules, each written once.

/// For rules that follow directly from the rules of chess.
pub(crate) const GAME: &str = "the rules of the game";

/// For rules that follow from a resulting pawn ending.
pub(crate) const PAWN_ENDING: &str = "the solved table of KPvK";

/// For rules that follow from resulting endings of four pieces.
pub(crate) const FOUR_MEN: &str = "the rules and tables of KRvKB and KBvKP";

/// For rules found in no book.
pub(crate) const VERIFY: &str = "found and proved with verify";

/// A reference to a book.
#[rustfmt::skip]
macro_rules! book {
    (averbakh $volume:literal) => { concat!("Averbakh, Comprehensive Chess Endings ", $volume) };
    (dvoretsky) => { "Dvoretsky, Endgame Manual, chapter 8" };
    (fine $chapter:literal) => { concat!("Fine, Basic Chess Endings, chapter", $chapter) };
    (pawns $chapter:literal) => { concat!("Müller and Lamprecht, Secrets of Pawn Endings, chapter ", $chapter) };
    (troitsky) => { "Troitsky, Collection of Chess Studies" };
    (rook_and_bishop) => { "; en.wikipedia.org/wiki/Rook_and_bishop_versus_rook_endgame" };
}

pub(crate) const AVERBAKH_1: &str = book!(averbakh "1");
pub(crate) const AVERBAKH_2: &str = book!(averbakh "2");
pub(crate) const AVERBAKH_4: &str = book!(averbakh "4");
pub(crate) const BLOCKADE: &str = concat!(
    book!(troitsky),
    "; which blockades hold, and the line of the fifty-move rule: found and proved with verify"
);
pub(crate) const CENTURINI: &str = concat!(
    "after Centurini, 19th century (",
    book!(averbakh "1"),
    "); distances found and proved with verify"
);
pub(crate) const CHERON: &str = "Chéron, Lehr- und Handbuch der Endspiele 2";
pub(crate) const COCHRANE: &str = concat!("Cochrane", book!(rook_and_bishop));
pub(crate) const DVORETSKY: &str = book!(dvoretsky);
pub(crate) const FINE_4_5: &str = book!(fine "s 4 and 5");
pub(crate) const FINE_5: &str = book!(fine " 5");
pub(crate) const FINE_6: &str = book!(fine " 6");
pub(crate) const FINE_8: &str = book!(fine " 8");
pub(crate) const FINE_9: &str = book!(fine " 9");
pub(crate) const KEY_SQUARES: &str = concat!("key squares: ", book!(pawns "1"));
pub(crate) const LEVENFISH: &str = "Levenfish and Smyslov, Rook Endings";
pub(crate) const LUCENA: &str = concat!("Salvio, 1634, called Lucena's position: ", book!(dvoretsky));
pub(crate) const PHILIDOR_1749: &str = concat!("Philidor 1749", book!(rook_and_bishop));
pub(crate) const PHILIDOR_1777: &str = "Philidor, Analyse du jeu des échecs, 1777";
pub(crate) const RACE: &str = book!(pawns "4");
pub(crate) const SECOND_RANK: &str = concat!("the second-rank defense", book!(rook_and_bishop));
pub(crate) const SQUARE: &str = concat!("the square of the pawn: ", book!(fine " 2"));
pub(crate) const TROITSKY: &str = book!(troitsky);
pub(crate) const VANCURA: &str = concat!("Vančura, 1924: ", book!(dvoretsky));
