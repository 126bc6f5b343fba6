//! Endings of five pieces without rules: one line each, with a mined table.

use board::Piece::{Bishop, Knight, Pawn, Queen, Rook};

use crate::mined::{Listed, MinedTable, Roster};
use crate::recognizer::{InSearch, Recognizer};

/// Each ending: the name of its files, the pieces of the strong and of the weak side without kings.
/// The strong side is the one with the pawns, otherwise the one with more material.
macro_rules! listed {
    ($($files:ident: $strong:expr, $weak:expr;)+) => {
        /// The endings without rules. The search does not use them; their tables are for proofs.
        pub(crate) static LISTED: [&Recognizer; [$(stringify!($files)),+].len()] = [$({
            static ROSTER: Roster = Roster::new(&$strong, &$weak);
            static TABLE: MinedTable<Listed> = MinedTable::of(&ROSTER, &data::$files);
            static RECOGNIZER: Recognizer =
                Recognizer::of_table(&$strong, &$weak, &TABLE).asked_in_search(InSearch::Nothing);
            &RECOGNIZER
        }),+];
    };
}

listed! {
    KQQQK: [Queen, Queen, Queen], [];
    KQQRK: [Queen, Queen, Rook], [];
    KQQBK: [Queen, Queen, Bishop], [];
    KQQNK: [Queen, Queen, Knight], [];
    KQQPK: [Queen, Queen, Pawn], [];
    KQRRK: [Queen, Rook, Rook], [];
    KQRBK: [Queen, Rook, Bishop], [];
    KQRNK: [Queen, Rook, Knight], [];
    KQRPK: [Queen, Rook, Pawn], [];
    KQBBK: [Queen, Bishop, Bishop], [];
    KQBNK: [Queen, Bishop, Knight], [];
    KQBPK: [Queen, Bishop, Pawn], [];
    KQNNK: [Queen, Knight, Knight], [];
    KQNPK: [Queen, Knight, Pawn], [];
    KQPPK: [Queen, Pawn, Pawn], [];
    KRRRK: [Rook, Rook, Rook], [];
    KRRBK: [Rook, Rook, Bishop], [];
    KRRNK: [Rook, Rook, Knight], [];
    KRRPK: [Rook, Rook, Pawn], [];
    KRBBK: [Rook, Bishop, Bishop], [];
    KRBNK: [Rook, Bishop, Knight], [];
    KRBPK: [Rook, Bishop, Pawn], [];
    KRNNK: [Rook, Knight, Knight], [];
    KRNPK: [Rook, Knight, Pawn], [];
    KRPPK: [Rook, Pawn, Pawn], [];
    KBBBK: [Bishop, Bishop, Bishop], [];
    KBBNK: [Bishop, Bishop, Knight], [];
    KBBPK: [Bishop, Bishop, Pawn], [];
    KBNNK: [Bishop, Knight, Knight], [];
    KBNPK: [Bishop, Knight, Pawn], [];
    KNNNK: [Knight, Knight, Knight], [];
    KNNPK: [Knight, Knight, Pawn], [];
    KNPPK: [Knight, Pawn, Pawn], [];
    KPPPK: [Pawn, Pawn, Pawn], [];
    KQQKQ: [Queen, Queen], [Queen];
    KQQKR: [Queen, Queen], [Rook];
    KQQKB: [Queen, Queen], [Bishop];
    KQQKN: [Queen, Queen], [Knight];
    KQQKP: [Pawn], [Queen, Queen];
    KQRKQ: [Queen, Rook], [Queen];
    KQRKR: [Queen, Rook], [Rook];
    KQRKB: [Queen, Rook], [Bishop];
    KQRKN: [Queen, Rook], [Knight];
    KQRKP: [Pawn], [Queen, Rook];
    KQBKQ: [Queen, Bishop], [Queen];
    KQBKR: [Queen, Bishop], [Rook];
    KQBKB: [Queen, Bishop], [Bishop];
    KQBKN: [Queen, Bishop], [Knight];
    KQBKP: [Pawn], [Queen, Bishop];
    KQNKQ: [Queen, Knight], [Queen];
    KQNKR: [Queen, Knight], [Rook];
    KQNKB: [Queen, Knight], [Bishop];
    KQNKN: [Queen, Knight], [Knight];
    KQNKP: [Pawn], [Queen, Knight];
    KQPKR: [Queen, Pawn], [Rook];
    KQPKB: [Queen, Pawn], [Bishop];
    KQPKN: [Queen, Pawn], [Knight];
    KQPKP: [Queen, Pawn], [Pawn];
    KRRKQ: [Rook, Rook], [Queen];
    KRRKR: [Rook, Rook], [Rook];
    KRRKB: [Rook, Rook], [Bishop];
    KRRKN: [Rook, Rook], [Knight];
    KRRKP: [Pawn], [Rook, Rook];
    KRBKQ: [Rook, Bishop], [Queen];
    KRBKB: [Rook, Bishop], [Bishop];
    KRBKN: [Rook, Bishop], [Knight];
    KRBKP: [Pawn], [Rook, Bishop];
    KRNKQ: [Rook, Knight], [Queen];
    KRNKR: [Rook, Knight], [Rook];
    KRNKB: [Rook, Knight], [Bishop];
    KRNKN: [Rook, Knight], [Knight];
    KRNKP: [Pawn], [Rook, Knight];
    KRPKQ: [Rook, Pawn], [Queen];
    KRPKN: [Rook, Pawn], [Knight];
    KRPKP: [Rook, Pawn], [Pawn];
    KBBKQ: [Bishop, Bishop], [Queen];
    KBBKR: [Bishop, Bishop], [Rook];
    KBBKB: [Bishop, Bishop], [Bishop];
    KBBKP: [Pawn], [Bishop, Bishop];
    KBNKQ: [Bishop, Knight], [Queen];
    KBNKR: [Bishop, Knight], [Rook];
    KBNKB: [Bishop, Knight], [Bishop];
    KBNKP: [Pawn], [Bishop, Knight];
    KBPKQ: [Bishop, Pawn], [Queen];
    KBPKR: [Bishop, Pawn], [Rook];
    KBPKP: [Bishop, Pawn], [Pawn];
    KNNKQ: [Knight, Knight], [Queen];
    KNNKR: [Knight, Knight], [Rook];
    KNNKB: [Knight, Knight], [Bishop];
    KNNKN: [Knight, Knight], [Knight];
    KNPKQ: [Knight, Pawn], [Queen];
    KNPKR: [Knight, Pawn], [Rook];
    KNPKB: [Knight, Pawn], [Bishop];
    KNPKN: [Knight, Pawn], [Knight];
    KNPKP: [Knight, Pawn], [Pawn];
    KPPKQ: [Pawn, Pawn], [Queen];
    KPPKR: [Pawn, Pawn], [Rook];
    KPPKB: [Pawn, Pawn], [Bishop];
    KPPKN: [Pawn, Pawn], [Knight];
    KPPKP: [Pawn, Pawn], [Pawn];
}
