//! A pawn against a rook or a queen: KRvKP and KQvKP.
//!
//! The pawn's side is the strong one here, as in all endings in which one side has the pawns: it plays up the board. Against the
//! rook the pawn needs its king beside it; the rook wins when its own king is near, or the pawn's is not. Against the queen the
//! pawn is lost unless it stands on the seventh rank or the queen is taken. See Fine, *Basic Chess Endings*, chapters 6 and 9, and Averbakh,
//! *Comprehensive Chess Endings* 2.
//!
//! The figures in the rules' docs are those of `verify KRvKP` and `verify KQvKP`.

use board::sets::distance;
use board::{BitBoard, Color, File, Piece, Square, attacks, get_king_moves, get_pawn_attacks};

use super::kpk::PawnEnding;
use crate::geometry::{files_apart, is_aligned, path, pushes, queening_square, stop_square};
use crate::recognizer::RuleBook;
use crate::recognizer::book::NamedConditions;
use crate::rule::{Outcome, Rule, Side, View, told};

const ROOK: usize = Piece::Rook as usize;
const QUEEN: usize = Piece::Queen as usize;

/// The recognizer of KRvKP.
pub static ROOK_AGAINST_PAWN: RuleBook<Chase<ROOK>> =
    RuleBook::new(&[Piece::Pawn], &[Piece::Rook], &ROOK_RULES);

/// The recognizer of KQvKP.
pub static QUEEN_AGAINST_PAWN: RuleBook<Chase<QUEEN>> =
    RuleBook::new(&[Piece::Pawn], &[Piece::Queen], &QUEEN_RULES).with_conditions(QUEEN_CONDITIONS);

/// The four men. `PIECE` is the hunter's piece, as a number of [`Piece`].
#[derive(Clone, Copy, Debug)]
pub struct Chase<const PIECE: usize> {
    /// The king with the pawn.
    pub king: Square,
    /// The pawn, moving up.
    pub pawn: Square,
    /// The hunter's king.
    pub hunter: Square,
    /// The hunter's piece.
    pub piece: Square,
}

impl<const PIECE: usize> From<&View> for Chase<PIECE> {
    #[inline]
    fn from(view: &View) -> Self {
        Self {
            king: view.square(Side::Strong, Piece::King),
            pawn: view.square(Side::Strong, Piece::Pawn),
            hunter: view.square(Side::Weak, Piece::King),
            piece: view.square(Side::Weak, Piece::ALL[PIECE]),
        }
    }
}

type RuleAndTest<const PIECE: usize> = (Rule, fn(&Chase<PIECE>) -> bool);

const PAWN: Option<Side> = Some(Side::Strong);
const HUNTER: Option<Side> = Some(Side::Weak);

const GAME: &str = "the rules of the game";
const FINE_ROOK: &str = "Fine, Basic Chess Endings, chapter 6";
const FINE_QUEEN: &str = "Fine, Basic Chess Endings, chapter 9";
const PAWN_ENDING: &str = "the solved table of KPvK";
const VERIFY: &str = "found and proved with verify";

/// King moves to the queening square and pushes together: the king seven away from a pawn on its second or third rank has one more.
const NOT_AT_THE_FAR_END: u8 = 11;

/// In the order of asking.
#[rustfmt::skip]
static ROOK_RULES: [RuleAndTest<ROOK>; 15] = [
    (Rule::new("the pawn's king is far away", HUNTER, Outcome::WeakWins,
        "The pawn's king is three or more squares from its pawn, and the rook gets safely onto the pawn's file, from which its king is two or more files away, but not at the far end of the board.",
        FINE_ROOK), is_pawn_deserted),
    (Rule::new("the rook attacks the deserted pawn", HUNTER, Outcome::WeakWins,
        "The pawn is not on its seventh rank and gives no check, its king is three or more files away, and the rook can safely attack it.",
        FINE_ROOK), attacks_the_pawn),
    (Rule::new("the king is in front of the pawn", HUNTER, Outcome::WeakWins,
        "The rook's king is ahead of the pawn and reaches the queening square with it, the rook is not near the other king.",
        FINE_ROOK), is_in_front),
    (Rule::new("the rook takes the pawn", HUNTER, Outcome::WeakWins,
        "The rook takes a pawn that its king does not protect, and it is no stalemate.",
        GAME), takes_the_pawn),
    (Rule::new("the king is well ahead", HUNTER, Outcome::WeakWins,
        "The rook's king is two ranks ahead of the pawn and no further from the queening square than the other king, which is not next to it.",
        FINE_ROOK), is_well_ahead),
    (Rule::new("the pawn's king is of no help", HUNTER, Outcome::WeakWins,
        "The way of the pawn and its king to the queening square is ten moves together, the rook's king is at most a move further from it, and the pawn takes nothing of worth.",
        FINE_ROOK), is_no_help),
    (Rule::new("the king is close behind the pawn", HUNTER, Outcome::WeakWins,
        "The rook's king is beside the square behind the pawn and a move late at most, the pawn's king is two squares away and has five of his own.",
        VERIFY), is_close_behind),
    (Rule::new("king and pawn are far ahead", HUNTER, Outcome::Draw,
        "The pawn's king is beside it and four moves nearer to the queening square than the rook's, which is four ranks behind at least.",
        FINE_ROOK), are_far_ahead),
    (Rule::new("king and pawn are three moves from home", HUNTER, Outcome::Draw,
        "King and pawn need three moves together, the other king is three moves late and far behind the pawn, and the rook cannot take it.",
        FINE_ROOK), are_near_home),
    (Rule::new("the rook is lost and the pawn wins", PAWN, Outcome::StrongWins,
        "The rook can be taken, and the pawn ending is won.",
        PAWN_ENDING), takes_the_piece_and_wins),
    (Rule::new("the rook is lost and the pawn does not win", PAWN, Outcome::Draw,
        "The pawn's king takes the rook, the pawn ending is drawn, and the pawn is not on its seventh rank.",
        PAWN_ENDING), takes_the_piece_and_draws),
    (Rule::new("the king is in time against the pawn", PAWN, Outcome::WeakWins,
        "The rook is not attacked, its king is at the queening square as soon as the pawn, the pawn's king is five squares from it and has a move.",
        FINE_ROOK), is_in_time),
    (Rule::new("the king is early against the pawn", PAWN, Outcome::WeakWins,
        "The rook is not attacked, and its king is at the queening square two moves before the pawn and not at its next square; the pawn's king has a move.",
        FINE_ROOK), is_early),
    (Rule::new("the pawn's king comes too late", PAWN, Outcome::WeakWins,
        "The way of the pawn and its king to the queening square is eleven moves together, and the other king is no further from it; the rook is not attacked.",
        FINE_ROOK), comes_too_late),
    (Rule::new("king and pawn have escaped", PAWN, Outcome::Draw,
        "The pawn's king is within two squares of it and four moves nearer to the queening square than the rook's, and the rook, four squares from him, gives no check.",
        FINE_ROOK), have_escaped),
];

/// In the order of asking.
#[rustfmt::skip]
static QUEEN_RULES: [RuleAndTest<QUEEN>; 14] = [
    (Rule::new("the pawn is far from promotion", HUNTER, Outcome::WeakWins,
        "The pawn is not beyond its fifth rank and gives no check.",
        FINE_QUEEN), is_pawn_back),
    (Rule::new("the sixth-rank pawn is deserted", HUNTER, Outcome::WeakWins,
        "The pawn is on its sixth rank, its king three or more squares away, and it gives no check.",
        FINE_QUEEN), is_sixth_rank_pawn_deserted),
    (Rule::new("a knight or center pawn on the sixth rank", HUNTER, Outcome::WeakWins,
        "A knight or center pawn on its sixth rank that gives no check.",
        FINE_QUEEN), is_good_pawn_on_the_sixth),
    (Rule::new("the seventh-rank pawn is deserted", HUNTER, Outcome::WeakWins,
        "The pawn is on its seventh rank, its king four or more squares away, and it gives no check.",
        FINE_QUEEN), is_seventh_rank_pawn_deserted),
    (Rule::new("the queen takes the pawn", HUNTER, Outcome::WeakWins,
        "The queen takes a pawn that its king does not protect, and it is no stalemate.",
        GAME), takes_the_pawn),
    (Rule::new("the rook pawn on the seventh rank", HUNTER, Outcome::Draw,
        "A rook pawn on its seventh rank, its king beside it on the knight file, and the other king six or more squares away.",
        FINE_QUEEN), is_rook_pawn_on_the_seventh),
    (Rule::new("the bishop pawn on the seventh rank", HUNTER, Outcome::Draw,
        "A bishop pawn on its seventh rank, its king on the corner's side of it, the other king five or more squares away, the queen not in front of it.",
        FINE_QUEEN), is_bishop_pawn_on_the_seventh),
    (Rule::new("the queen is lost and the pawn wins", PAWN, Outcome::StrongWins,
        "The queen can be taken, and the pawn ending is won.",
        PAWN_ENDING), takes_the_piece_and_wins),
    (Rule::new("the queen is lost and the pawn does not win", PAWN, Outcome::Draw,
        "The pawn's king takes the queen, the pawn ending is drawn, and the pawn is not on its seventh rank.",
        PAWN_ENDING), takes_the_piece_and_draws),
    (Rule::new("the queen is out of reach", PAWN, Outcome::WeakWins,
        "The pawn is not beyond its fourth rank, king and pawn do not attack the queen, and the king has a move.",
        FINE_QUEEN), is_queen_out_of_reach),
    (Rule::new("the queen stands off a knight or center pawn", PAWN, Outcome::WeakWins,
        "A knight or center pawn on its fifth rank; king and pawn do not attack the queen, and the king has a move.",
        VERIFY), is_good_pawn_on_the_fifth),
    (Rule::new("the pawn on the sixth rank is left alone", PAWN, Outcome::WeakWins,
        "The pawn is on its sixth rank, its king four or more squares away; they do not attack the queen, and the king has a move.",
        VERIFY), is_pawn_on_the_sixth_left_alone),
    (Rule::new("the queen is safe from a pawn on its fifth rank", PAWN, Outcome::WeakWins,
        "The pawn is not beyond its fifth rank, cannot win the queen, and is five moves from promotion together with its king, who has a move.",
        FINE_QUEEN), is_queen_safe),
    (Rule::new("the queen gets in front of the pawn", PAWN, Outcome::WeakWins,
        "The queen can safely go to the queening square and cannot be taken; the pawn's king is two ranks behind it and has two moves.",
        FINE_QUEEN), gets_in_front),
];

/// Rules that are told condition by condition; the others are tactics, known as a whole.
const QUEEN_CONDITIONS: &[NamedConditions<Chase<QUEEN>>] = &[
    ("the pawn is far from promotion", PAWN_BACK),
    ("the sixth-rank pawn is deserted", SIXTH_RANK_DESERTED),
    ("a knight or center pawn on the sixth rank", GOOD_PAWN_ON_THE_SIXTH),
    ("the seventh-rank pawn is deserted", SEVENTH_RANK_DESERTED),
    ("the rook pawn on the seventh rank", ROOK_PAWN_ON_THE_SEVENTH),
    ("the bishop pawn on the seventh rank", BISHOP_PAWN_ON_THE_SEVENTH),
    ("the queen is out of reach", QUEEN_OUT_OF_REACH),
    ("the queen stands off a knight or center pawn", GOOD_PAWN_ON_THE_FIFTH),
    ("the pawn on the sixth rank is left alone", SIXTH_RANK_LEFT_ALONE),
    ("the queen is safe from a pawn on its fifth rank", QUEEN_SAFE),
    ("the queen gets in front of the pawn", GETS_IN_FRONT),
];

impl<const PIECE: usize> Chase<PIECE> {
    #[inline]
    fn occupied(&self) -> BitBoard {
        self.king.bitboard() | self.pawn.bitboard() | self.hunter.bitboard() | self.piece.bitboard()
    }

    #[inline]
    fn pawn_hits(&self) -> BitBoard {
        get_pawn_attacks(self.pawn, Color::White)
    }

    /// Squares that the piece hits, looking through the pawn's king.
    #[inline]
    fn piece_hits(&self) -> BitBoard {
        attacks(Piece::ALL[PIECE], Color::White, self.piece, self.occupied() - self.king.bitboard())
    }

    /// Where the piece can go without being taken.
    #[inline]
    fn safe_moves(&self) -> BitBoard {
        let denied = (get_king_moves(self.king) | self.pawn_hits()) - get_king_moves(self.hunter);
        self.piece_hits() - (self.occupied() | denied)
    }

    /// Where the pawn's king can go without taking.
    #[inline]
    fn king_steps(&self) -> BitBoard {
        let denied = get_king_moves(self.hunter) | self.piece_hits() | self.pawn.bitboard();
        get_king_moves(self.king) - denied
    }

    /// How many ranks the hunter's king is ahead of the pawn.
    #[inline]
    fn ranks_ahead(&self) -> i8 {
        (self.hunter as i8 >> 3) - (self.pawn as i8 >> 3)
    }

    /// By how many moves the hunter's king is nearer to the queening square than the other.
    #[inline]
    fn lead(&self) -> i8 {
        let queening = queening_square(self.pawn);
        distance(self.king, queening) as i8 - distance(self.hunter, queening) as i8
    }

    /// The pawn's king has a move, and neither he nor the pawn attacks the piece.
    #[inline]
    fn is_piece_out_of_reach(&self) -> bool {
        let attacked = get_king_moves(self.king) | self.pawn_hits();
        !attacked.has(self.piece) && !self.king_steps().is_empty()
    }

    #[inline]
    fn is_check(&self) -> bool {
        self.pawn_hits().has(self.hunter)
    }

    /// On the files b, d, e or g: the queen wins even against the seventh rank, as a rule.
    #[inline]
    fn is_center_or_knight_pawn(&self) -> bool {
        matches!(self.pawn.file(), File::B | File::D)
    }

    /// Pushes and king moves that pawn and king need to the queening square.
    #[inline]
    fn moves_home(&self) -> u8 {
        pushes(self.pawn) + distance(self.king, queening_square(self.pawn))
    }

    /// By how many moves the hunter's king is late at the queening square, were it his move; negative with time to spare.
    #[inline]
    fn hunter_is_late(&self) -> i8 {
        distance(self.hunter, queening_square(self.pawn)) as i8 - pushes(self.pawn) as i8
    }

    /// Where the piece can go without being taken and attack the pawn.
    #[inline]
    fn safe_attacks(&self) -> BitBoard {
        let others = self.occupied() - self.king.bitboard() - self.piece.bitboard();
        self.safe_moves() & attacks(Piece::ALL[PIECE], Color::White, self.pawn, others)
    }

    /// King or pawn attacks the piece.
    #[inline]
    fn is_piece_attacked(&self) -> bool {
        (get_king_moves(self.king) | self.pawn_hits()).has(self.piece)
    }

    /// The pawn's side can take the piece, or with the pawn promote in taking it.
    #[inline]
    fn can_take(&self) -> bool {
        let by_king = get_king_moves(self.king) - get_king_moves(self.hunter);
        (by_king | self.pawn_hits()).has(self.piece)
    }

    /// The pawn's side takes the piece; the pawn ending it leads to, if it is one.
    #[inline]
    fn after_taking(&self) -> Option<PawnEnding> {
        let ending = |king, pawn| PawnEnding { king, pawn, bare_king: self.hunter, to_move: Side::Weak };
        let is_protected = get_king_moves(self.hunter).has(self.piece);
        if get_king_moves(self.king).has(self.piece) && !is_protected {
            Some(ending(self.piece, self.pawn))
        } else if self.pawn_hits().has(self.piece) && pushes(self.pawn) > 1 {
            Some(ending(self.king, self.piece))
        } else {
            None
        }
    }
}

/// KRvKP: asked 4,050,020, spoke 1,400,803, wrong 0; asked about everything it speaks on 1,400,803, wrong 0.
fn is_pawn_deserted(c: &Chase<ROOK>) -> bool {
    let files = (c.hunter as u8 & 7).abs_diff(c.pawn as u8 & 7);
    distance(c.king, c.pawn) >= 3
        && files >= 2
        && distance(c.hunter, queening_square(c.pawn)) + pushes(c.pawn) <= NOT_AT_THE_FAR_END
        && !(c.safe_moves() & queening_square(c.pawn).file().bitboard()).is_empty()
}

/// KRvKP: asked 2,649,217, spoke 699,288, wrong 0; asked about everything it speaks on 1,507,700, wrong 0.
fn attacks_the_pawn(c: &Chase<ROOK>) -> bool {
    let files = (c.king as u8 & 7).abs_diff(c.pawn as u8 & 7);
    let lines =
        attacks(Piece::Rook, Color::White, c.pawn, c.occupied() - c.king.bitboard() - c.piece.bitboard());
    pushes(c.pawn) >= 2 && files >= 3 && !c.pawn_hits().has(c.hunter) && !(c.safe_moves() & lines).is_empty()
}

/// KRvKP: asked 1,949,929, spoke 525,176, wrong 0; asked about everything it speaks on 1,104,934, wrong 0.
fn is_in_front(c: &Chase<ROOK>) -> bool {
    pushes(c.pawn) >= 2
        && c.ranks_ahead() >= 1
        && distance(c.king, c.piece) >= 3
        && distance(c.hunter, queening_square(c.pawn)) <= pushes(c.pawn)
}

/// KRvKP: asked 1,424,753, spoke 292,387, wrong 0; asked about everything it speaks on 813,234, wrong 0.
///
/// KQvKP: asked 408,326, spoke 103,456, wrong 0; asked about everything it speaks on 1,109,706, wrong 0.
fn takes_the_pawn<const PIECE: usize>(c: &Chase<PIECE>) -> bool {
    let piece = Piece::ALL[PIECE];
    let hits = attacks(piece, Color::White, c.piece, c.occupied());
    let after = attacks(piece, Color::White, c.pawn, c.hunter.bitboard());
    let steps = get_king_moves(c.king) - (get_king_moves(c.hunter) | after);
    let is_in_check = c.pawn_hits().has(c.hunter);
    hits.has(c.pawn)
        && !get_king_moves(c.king).has(c.pawn)
        && (!steps.is_empty() || (after.has(c.king) && !is_in_check))
}

/// KRvKP: asked 1,132,366, spoke 87,134, wrong 0; asked about everything it speaks on 989,538, wrong 0.
fn is_well_ahead(c: &Chase<ROOK>) -> bool {
    c.ranks_ahead() >= 2 && c.lead() >= 0 && distance(c.king, queening_square(c.pawn)) >= 2
}

/// KRvKP: asked 4,981,504, spoke 361,317, wrong 0; asked about everything it speaks on 361,317, wrong 0.
///
/// KQvKP: asked 4,981,504, spoke 361,317, wrong 0; asked about everything it speaks on 361,317, wrong 0.
fn takes_the_piece_and_wins<const PIECE: usize>(c: &Chase<PIECE>) -> bool {
    c.after_taking().is_some_and(|ending| ending.is_won_exactly())
}

/// KRvKP: asked 4,620,187, spoke 157,633, wrong 0; asked about everything it speaks on 157,633, wrong 0.
///
/// KQvKP: asked 4,620,187, spoke 157,633, wrong 0; asked about everything it speaks on 157,633, wrong 0.
fn takes_the_piece_and_draws<const PIECE: usize>(c: &Chase<PIECE>) -> bool {
    pushes(c.pawn) > 2
        && !c.pawn_hits().has(c.piece)
        && c.after_taking().is_some_and(|ending| !ending.is_won_exactly())
}

told! {
    /// KQvKP: asked 3,370,968, spoke 2,186,996, wrong 0; asked about everything it speaks on 2,186,996, wrong 0.
    fn is_pawn_back as PAWN_BACK(c: &Chase<QUEEN>), in_turn {
        "the pawn has not passed its fifth rank", "lets the pawn pass its fifth rank" => pushes(c.pawn) >= 3;
        "the pawn gives no check", "lets the pawn give check" => !c.is_check();
    }
}

told! {
    /// KQvKP: asked 1,183,972, spoke 367,049, wrong 0; asked about everything it speaks on 367,049, wrong 0.
    fn is_sixth_rank_pawn_deserted as SIXTH_RANK_DESERTED(c: &Chase<QUEEN>), in_turn {
        "the pawn is on its sixth rank", "lets the pawn off its sixth rank" => pushes(c.pawn) == 2;
        "the pawn's king is three squares from it", "lets the king near its pawn" =>
            distance(c.king, c.pawn) >= 3;
        "the pawn gives no check", "lets the pawn give check" => !c.is_check();
    }
}

told! {
    /// KQvKP: asked 816,923, spoke 94,716, wrong 0; asked about everything it speaks on 273,329, wrong 0.
    fn is_good_pawn_on_the_sixth as GOOD_PAWN_ON_THE_SIXTH(c: &Chase<QUEEN>), in_turn {
        "the pawn is on its sixth rank", "lets the pawn off its sixth rank" => pushes(c.pawn) == 2;
        "it is a knight or center pawn", "changes the pawn's file" => c.is_center_or_knight_pawn();
        "the pawn gives no check", "lets the pawn give check" => !c.is_check();
    }
}

told! {
    /// KQvKP: asked 722,207, spoke 313,881, wrong 0; asked about everything it speaks on 313,881, wrong 0.
    fn is_seventh_rank_pawn_deserted as SEVENTH_RANK_DESERTED(c: &Chase<QUEEN>), in_turn {
        "the pawn is on its seventh rank", "lets the pawn off its seventh rank" => pushes(c.pawn) == 1;
        "the pawn's king is four squares from it", "lets the king near its pawn" =>
            distance(c.king, c.pawn) >= 4;
        "the pawn gives no check", "lets the pawn give check" => !c.is_check();
    }
}

told! {
    /// ```text
    /// 8  . . . . . . . .      The queen is to move. Checked on its file the king goes to a8, and the queen must
    /// 7  P K . . . . . .      let it out again or it is stalemate. The other king is too far away to help.
    ///    a b c d e f g h
    /// ```
    ///
    /// KQvKP: asked 304,870, spoke 865, wrong 0; asked about everything it speaks on 865, wrong 0.
    fn is_rook_pawn_on_the_seventh as ROOK_PAWN_ON_THE_SEVENTH(c: &Chase<QUEEN>), in_turn {
        "the pawn is a rook pawn on its seventh rank", "promotes the pawn" => c.pawn == Square::A7;
        "the pawn's king is beside it on the knight file", "takes the king from beside the pawn" =>
            c.king == Square::B7;
        "the other king is six squares away", "brings the other king near" => distance(c.hunter, c.pawn) >= 6;
    }
}

told! {
    /// ```text
    /// 8  . K . . . . . .      The king goes to a8 and leaves the pawn to the queen: when she takes it, it is
    /// 7  . . P . . . . .      stalemate.
    ///    a b c d e f g h
    /// ```
    ///
    /// KQvKP: asked 304,005, spoke 1,990, wrong 0; asked about everything it speaks on 1,990, wrong 0.
    fn is_bishop_pawn_on_the_seventh as BISHOP_PAWN_ON_THE_SEVENTH(c: &Chase<QUEEN>), in_turn {
        "the pawn is a bishop pawn on its seventh rank", "promotes the pawn" => c.pawn == Square::C7;
        "the pawn's king is on the corner's side of it", "takes the king from the corner's side" =>
            matches!(c.king, Square::B7 | Square::B8);
        "the other king is five squares away", "brings the other king near" => distance(c.hunter, c.pawn) >= 5;
        "the queen does not stand in front of the pawn", "brings the queen in front of the pawn" =>
            c.piece != Square::C8;
    }
}

told! {
    /// KQvKP: asked 4,462,554, spoke 2,154,078, wrong 0; asked about everything it speaks on 2,154,078, wrong 0.
    fn is_queen_out_of_reach as QUEEN_OUT_OF_REACH(c: &Chase<QUEEN>), in_turn {
        "the pawn has not passed its fourth rank", "pushes the pawn beyond its fourth rank" =>
            pushes(c.pawn) >= 4;
        "king and pawn do not attack the queen, and the king has a move", "gets at the queen" =>
            c.is_piece_out_of_reach();
    }
}

told! {
    /// KQvKP: asked 2,308,476, spoke 356,263, wrong 0; asked about everything it speaks on 356,263, wrong 0.
    fn is_good_pawn_on_the_fifth as GOOD_PAWN_ON_THE_FIFTH(c: &Chase<QUEEN>), in_turn {
        "the pawn is on its fifth rank", "lets the pawn off its fifth rank" => pushes(c.pawn) == 3;
        "it is a knight or center pawn", "changes the pawn's file" => c.is_center_or_knight_pawn();
        "king and pawn do not attack the queen, and the king has a move", "gets at the queen" =>
            c.is_piece_out_of_reach();
    }
}

told! {
    /// KQvKP: asked 1,952,213, spoke 355,062, wrong 0; asked about everything it speaks on 355,062, wrong 0.
    fn is_pawn_on_the_sixth_left_alone as SIXTH_RANK_LEFT_ALONE(c: &Chase<QUEEN>), in_turn {
        "the pawn is on its sixth rank", "lets the pawn off its sixth rank" => pushes(c.pawn) == 2;
        "the pawn's king is four squares from it", "lets the king near its pawn" =>
            distance(c.king, c.pawn) >= 4;
        "king and pawn do not attack the queen, and the king has a move", "gets at the queen" =>
            c.is_piece_out_of_reach();
    }
}

/// KRvKP: asked 1,045,232, spoke 84,579, wrong 0; asked about everything it speaks on 900,295, wrong 0.
fn is_no_help(c: &Chase<ROOK>) -> bool {
    let takes_and_wins = c.after_taking().is_some_and(|ending| ending.is_won_exactly());
    c.moves_home() >= 10 && c.lead() >= -1 && !c.is_check() && !takes_and_wins
}

/// KRvKP: asked 960,653, spoke 69,442, wrong 0; asked about everything it speaks on 163,884, wrong 0.
fn is_close_behind(c: &Chase<ROOK>) -> bool {
    let behind = Square::index(c.pawn as usize - 8);
    distance(c.hunter, behind) <= 1
        && c.hunter_is_late() <= 1
        && distance(c.king, c.pawn) >= 2
        && c.king_steps().len() >= 5
}

/// ```text
/// 8  . K . . . . . .      The king leads the pawn home, and the rook must be given up for it. From the
/// 7  . . P . . . . r      first rank the other king is too late.
///    . . .
/// 1  . . . . . k . .
///    a b c d e f g h
/// ```
///
/// KRvKP: asked 891,211, spoke 39,845, wrong 0; asked about everything it speaks on 39,845, wrong 0.
fn are_far_ahead(c: &Chase<ROOK>) -> bool {
    c.lead() <= -4
        && distance(c.king, c.pawn) <= 1
        && c.ranks_ahead() <= -4
        && files_apart(c.piece, c.pawn) >= 2
        && !c.safe_attacks().is_empty()
}

/// KRvKP: asked 851,366, spoke 34,243, wrong 0; asked about everything it speaks on 44,121, wrong 0.
fn are_near_home(c: &Chase<ROOK>) -> bool {
    let behind = Square::index(c.pawn as usize - 8);
    c.moves_home() <= 3
        && c.hunter_is_late() >= 3
        && !hits_loose_pawn(c)
        && !is_aligned(c.king, c.pawn)
        && distance(c.hunter, behind) >= 3
        && !(c.safe_moves() & queening_square(c.pawn).file().bitboard()).is_empty()
}

/// The rook hits a pawn that its king does not protect.
fn hits_loose_pawn(c: &Chase<ROOK>) -> bool {
    let hits = attacks(Piece::Rook, Color::White, c.piece, c.occupied());
    hits.has(c.pawn) && !get_king_moves(c.king).has(c.pawn)
}

/// KRvKP: asked 4,462,554, spoke 835,775, wrong 0; asked about everything it speaks on 835,775, wrong 0.
fn is_in_time(c: &Chase<ROOK>) -> bool {
    c.hunter_is_late() <= 0
        && distance(c.king, queening_square(c.pawn)) >= 5
        && distance(c.king, stop_square(c.pawn)) >= 2
        && !c.is_piece_attacked()
        && !c.king_steps().is_empty()
}

/// KRvKP: asked 3,626,779, spoke 293,674, wrong 0; asked about everything it speaks on 293,674, wrong 0.
fn is_early(c: &Chase<ROOK>) -> bool {
    c.hunter_is_late() <= -2
        && distance(c.king, queening_square(c.pawn)) <= 4
        && distance(c.hunter, stop_square(c.pawn)) >= 2
        && !c.is_piece_attacked()
        && !c.king_steps().is_empty()
}

/// KRvKP: asked 3,333,105, spoke 155,278, wrong 0; asked about everything it speaks on 475,912, wrong 0.
fn comes_too_late(c: &Chase<ROOK>) -> bool {
    c.moves_home() >= 11
        && c.lead() >= 0
        && c.hunter != stop_square(c.pawn)
        && distance(c.king, c.piece) >= 3
        && !c.is_piece_attacked()
}

/// KRvKP: asked 3,177,827, spoke 32,206, wrong 0; asked about everything it speaks on 32,206, wrong 0.
fn have_escaped(c: &Chase<ROOK>) -> bool {
    let can_promote = pushes(c.pawn) == 1 && !c.occupied().has(stop_square(c.pawn));
    c.lead() <= -4
        && distance(c.king, c.pawn) <= 2
        && !can_promote
        && distance(c.king, c.piece) >= 4
        && c.ranks_ahead() <= -3
        && !c.piece_hits().has(c.king)
        && c.safe_moves().len() >= 11
        && !path(c.pawn).has(c.king)
}

told! {
    /// KQvKP: asked 1,597,151, spoke 349,656, wrong 0; asked about everything it speaks on 2,813,091, wrong 0.
    fn is_queen_safe as QUEEN_SAFE(c: &Chase<QUEEN>), in_turn {
        "the pawn has not passed its fifth rank", "lets the pawn pass its fifth rank" => pushes(c.pawn) >= 3;
        "king and pawn are five moves from promotion", "brings king and pawn home" => c.moves_home() >= 5;
        "the queen cannot be taken", "lets the queen be taken" => !c.can_take();
        "the pawn's king has a move", "takes the king's moves" => !c.king_steps().is_empty();
    }
}

told! {
    /// KQvKP: asked 1,247,495, spoke 116,394, wrong 0; asked about everything it speaks on 318,980, wrong 0.
    fn gets_in_front as GETS_IN_FRONT(c: &Chase<QUEEN>), in_turn {
        "the pawn's king is two ranks behind it", "brings the king up to the pawn" =>
            (c.king as i8 >> 3) - (c.pawn as i8 >> 3) <= -2;
        "the queen can safely go to the queening square", "lets the queen no more to the queening square" =>
            c.safe_moves().has(queening_square(c.pawn));
        "the queen cannot be taken", "lets the queen be taken" => !c.can_take();
        "the pawn's king has two moves", "takes the king's moves" => c.king_steps().len() >= 2;
    }
}
