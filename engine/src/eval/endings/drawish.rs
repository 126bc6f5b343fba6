//! Material rules that scale down an advantage that is hard to win. The wins that each rule
//! misjudges are counted with exact tables in `tests/drawish.rs`.

use std::fmt;

use board::sets::distance;
use board::{BitBoard, Board, Color, File, Piece, Rank, Square};

use crate::eval::weights::{self as w, count};
use crate::position::Position;
use crate::psqt::tapered::Tapered;

/// Why the side that is ahead is unlikely to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Drawish {
    /// A bare king, a lone knight, a lone bishop, or bishops of one color: no mate can be forced.
    NoMate,
    /// Two knights and no pawns on the board: mate only after a blunder.
    TwoKnights,
    /// Two knights without pawns against pawns, except against a lone pawn, which has a plan of its
    /// own: a pawn may cost the defender the saving stalemate.
    TwoKnightsAgainstPawns,
    /// Rook pawns on one file, bishops of the wrong color for the queening square, and a bare king
    /// that holds the corner.
    WrongRookPawn,
    /// The same, but the king has other men, which may be in its way or may have to move instead of
    /// the stalemated king.
    WrongRookPawnAgainstMen,
    /// No pawns, and at most a minor piece more than the other side; except two bishops of opposite
    /// colors against a knight, which win.
    SmallEdge,
    /// Bishops of opposite colors and nothing but pawns.
    OppositeBishops,
    /// Bishops of opposite colors with other pieces on the board.
    OppositeBishopsAndPieces,
    /// Fewer than six pawns for the stronger side.
    FewPawns,
}

impl Drawish {
    /// All rules, in the order in which they are tried.
    pub const ALL: [Self; 9] = [
        Self::NoMate,
        Self::TwoKnights,
        Self::TwoKnightsAgainstPawns,
        Self::WrongRookPawn,
        Self::WrongRookPawnAgainstMen,
        Self::SmallEdge,
        Self::OppositeBishops,
        Self::OppositeBishopsAndPieces,
        Self::FewPawns,
    ];

    /// The first rule that applies to the winning chances of this side.
    pub(crate) fn of(board: &Board, strong: Color) -> Option<Self> {
        if board.colored_pieces(strong, Piece::Pawn).is_empty() {
            return without_pawns(board, strong);
        }
        if is_wrong_rook_pawn(board, strong) {
            let is_bare = board.colors(!strong) == board.king(!strong).bitboard();
            return Some(if is_bare { Self::WrongRookPawn } else { Self::WrongRookPawnAgainstMen });
        }
        if has_opposite_bishops(board) {
            let only_bishops = (board.occupied() - board.pieces(Piece::Pawn)).len() == 4;
            return Some(if only_bishops { Self::OppositeBishops } else { Self::OppositeBishopsAndPieces });
        }
        Some(Self::FewPawns)
    }

    /// What is left of the advantage, from 0 (drawn) to [`w::SCALE_FULL`]; `passed` are the strong
    /// side's passed pawns.
    pub(super) fn factor(self, board: &Board, strong: Color, passed: BitBoard) -> i32 {
        let stepped = |(base, step): (i32, i32), pawns| (base + step * count(pawns)).min(w::SCALE_FULL);
        match self {
            Self::NoMate | Self::TwoKnights | Self::WrongRookPawn => 0,
            Self::TwoKnightsAgainstPawns | Self::WrongRookPawnAgainstMen | Self::SmallEdge => {
                w::SCALE_PAWNLESS
            }
            Self::OppositeBishops => stepped(w::SCALE_OPPOSITE_BISHOPS, passed),
            Self::OppositeBishopsAndPieces => w::SCALE_OPPOSITE_BISHOPS_WITH_PIECES,
            Self::FewPawns => stepped(w::SCALE_PAWNS, board.colored_pieces(strong, Piece::Pawn)),
        }
    }

    /// True when the rule scales the advantage to zero.
    pub fn says_drawn(self) -> bool {
        matches!(self, Self::NoMate | Self::TwoKnights | Self::WrongRookPawn)
    }
}

impl fmt::Display for Drawish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::NoMate => "no mate can be forced",
            Self::TwoKnights => "two knights",
            Self::TwoKnightsAgainstPawns => "two knights against pawns",
            Self::WrongRookPawn => "wrong rook pawn",
            Self::WrongRookPawnAgainstMen => "wrong rook pawn against men",
            Self::SmallEdge => "a small edge without pawns",
            Self::OppositeBishops => "bishops of opposite colors",
            Self::OppositeBishopsAndPieces => "bishops of opposite colors and pieces",
            Self::FewPawns => "few pawns",
        })
    }
}

/// The side that is better in the endgame.
pub(crate) fn ahead(score: Tapered) -> Color {
    if score.endgame() >= 0 { Color::White } else { Color::Black }
}

/// Middlegame and endgame values from White's view, scaled down where a win is hard. Without pawns
/// the middlegame value, which has little weight by then, is scaled as well.
pub(crate) fn scale(position: &Position, score: Tapered, passed: [BitBoard; 2]) -> (i32, i32) {
    let board = position.board();
    let (middlegame, endgame) = (score.middlegame(), score.endgame());
    let strong = ahead(score);
    let factor = Drawish::of(board, strong)
        .map_or(w::SCALE_FULL, |rule| rule.factor(board, strong, passed[strong as usize]));
    let pawnless = board.colored_pieces(strong, Piece::Pawn).is_empty();
    let scaled = |value: i32| value * factor / w::SCALE_FULL;
    (if pawnless { scaled(middlegame) } else { middlegame }, scaled(endgame))
}

fn without_pawns(board: &Board, strong: Color) -> Option<Drawish> {
    let (own, other) = (piece_points(board, strong), piece_points(board, !strong));
    let has = |piece| board.colored_pieces(strong, piece);
    let (knights, bishops) = (has(Piece::Knight), has(Piece::Bishop));
    let pieces = board.colors(strong) - board.king(strong).bitboard();
    let one_shade = bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES);
    if pieces.len() <= 1 && own < 5 || pieces == bishops && one_shade {
        Some(Drawish::NoMate)
    } else if pieces == knights && knights.len() == 2 {
        let pawns = !board.pieces(Piece::Pawn).is_empty();
        Some(if pawns { Drawish::TwoKnightsAgainstPawns } else { Drawish::TwoKnights })
    } else {
        let beats_a_knight = pieces == bishops
            && bishops.len() == 2
            && other == 3
            && !board.colored_pieces(!strong, Piece::Knight).is_empty();
        (own - other <= 3 && !beats_a_knight).then_some(Drawish::SmallEdge)
    }
}

/// Knights and bishops count three, rooks five, queens ten.
pub(super) fn piece_points(board: &Board, color: Color) -> i32 {
    let n = |piece| count(board.colored_pieces(color, piece));
    3 * (n(Piece::Knight) + n(Piece::Bishop)) + 5 * n(Piece::Rook) + 10 * n(Piece::Queen)
}

fn has_opposite_bishops(board: &Board) -> bool {
    let [white, black] = Color::ALL.map(|color| board.colored_pieces(color, Piece::Bishop));
    white.len() == 1
        && black.len() == 1
        && white.is_subset(BitBoard::DARK_SQUARES) != black.is_subset(BitBoard::DARK_SQUARES)
}

fn is_wrong_rook_pawn(board: &Board, strong: Color) -> bool {
    let pieces = board.colors(strong) - board.pieces(Piece::King) - board.pieces(Piece::Pawn);
    let pawns = board.colored_pieces(strong, Piece::Pawn);
    let file = [File::A, File::H].into_iter().find(|file| pawns.is_subset(file.bitboard()));
    let Some(file) = file else { return false };
    if !pieces.is_subset(board.pieces(Piece::Bishop)) {
        return false;
    }
    let corner = Square::new(file, Rank::Eighth.relative_to(strong));
    let shade =
        if BitBoard::DARK_SQUARES.has(corner) { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
    pieces.is_disjoint(shade) && distance(board.king(!strong), corner) <= 1
}
