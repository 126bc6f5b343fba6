//! The draws that have names.

use board::{File, Rank, Square};

use super::fight::Fight;
use crate::geometry::{distance, path, queening_square};

/// ```text
/// 8  . . k . . . . .      The rook keeps White's king from the sixth rank. When the pawn goes there,
/// 7  . . . . . . . R      the rook goes to the first rank and checks from behind.
/// 6  r . . . . . . .
/// 5  . . P . . . . .
/// 4  . . . . K . . .
///    a b c d e f g h
/// ```
///
/// So far it is silent when White's king is within three squares of Black's on the edge.
///
/// KRPvKR: speaks on 268,825, wrong 0; the first to speak on 30,601.
pub(super) fn third_rank(f: &Fight) -> bool {
    f.black.rook.rank() == Rank::Sixth
        && f.white.rook.rank() != Rank::Sixth
        && f.white.king.rank() <= Rank::Fifth
        && matches!(f.pawn.rank(), Rank::Fourth | Rank::Fifth)
        && f.black.king.rank() == Rank::Eighth
        && f.black_files() <= 1
        && f.is_quiet()
}

/// Black's king stands in front of the pawn, and White's, three or more squares from it, not on its file. A
/// pawn on its second rank is left out: from there it may still be freed with a discovered check.
///
/// KRPvKR: speaks on 3,353,766, wrong 0; the first to speak on 96,387.
pub(super) fn king_in_front(f: &Fight) -> bool {
    path(f.pawn).has(f.black.king)
        && f.pawn.rank() >= Rank::Third
        && distance(f.white.king, f.pawn) >= 3
        && f.white_files() >= 1
        && f.white.king.rank() <= f.black.king.rank()
        && f.is_quiet()
}

/// ```text
/// 8  R . . . . . . .      White's rook is shut in by its own pawn, and White's king has no shelter
/// 7  P . . . . . k .      from checks when it comes near. Black's king stays on g7 and h7.
///    . . .
/// 2  r . . . . . . .
///    a b c d e f g h
/// ```
///
/// KRPvKR: speaks on 442, wrong 0; the first to speak on 442.
pub(super) fn rook_behind(f: &Fight) -> bool {
    f.pawn == Square::A7
        && f.white.rook == Square::A8
        && f.black.rook.file() == File::A
        && f.black.rook.rank() <= Rank::Third
        && matches!(f.black.king, Square::G7 | Square::H7)
        && distance(f.white.king, f.pawn) >= 2
        && distance(f.white.king, f.black.rook) >= 2
        && !f.is_white_in_check()
}

/// ```text
/// 8  . k . . r . . .      The rook guards the back rank, and against a knight or rook pawn that is
/// 7  . . . . . . R .      enough while White's king has not come to the sixth rank.
/// 6  . . . . . . . .
/// 5  . P K . . . . .
///    a b c d e f g h
/// ```
///
/// KRPvKR: speaks on 422,653, wrong 0; the first to speak on 25,082.
pub(super) fn back_rank(f: &Fight) -> bool {
    f.black.rook.rank() == Rank::Eighth
        && f.black.rook.file() > f.black.king.file()
        && f.pawn.file() <= File::B
        && f.pawn.rank() <= Rank::Sixth
        && f.white.king.rank() <= Rank::Sixth
        && distance(f.black.king, queening_square(f.pawn)) <= 1
        && f.is_quiet()
}
