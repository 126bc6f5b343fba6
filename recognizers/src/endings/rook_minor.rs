//! Rook against a minor piece: KRvKB and KRvKN.
//!
//! The minor piece holds as long as it is neither caught nor lost to a double attack, and its king is not driven into a corner. Against the
//! bishop the king wants to be anywhere but there; a knight must stay near its king. The side with the rook is called attacker, the other
//! defender. See Fine, *Basic Chess Endings*, chapter 8, and Averbakh, *Comprehensive Chess Endings* 2.
//!
//! The figures in the rules' docs are those of `verify KRvKB` and `verify KRvKN`.

use board::sets::distance;
use board::{BitBoard, Piece, get_king_moves, get_line_rays};

use super::duel::{Duel, loses_man, wins_by_attack, wins_by_taking};
use crate::geometry::{corner_distance, edge_distance, is_aligned, same_color};
use crate::recognizer::RuleBook;
use crate::rule::{Outcome, Rule, Side};

const ROOK: usize = Piece::Rook as usize;
const BISHOP: usize = Piece::Bishop as usize;
const KNIGHT: usize = Piece::Knight as usize;

/// The recognizer of KRvKB.
pub static AGAINST_BISHOP: RuleBook<RookDuel<BISHOP>> =
    RuleBook::new(&[Piece::Rook], &[Piece::Bishop], &BISHOP_RULES);

/// The recognizer of KRvKN.
pub static AGAINST_KNIGHT: RuleBook<RookDuel<KNIGHT>> =
    RuleBook::new(&[Piece::Rook], &[Piece::Knight], &KNIGHT_RULES);

type RookDuel<const MINOR: usize> = Duel<ROOK, MINOR>;
type RuleAndTest<const MINOR: usize> = (Rule, fn(&RookDuel<MINOR>) -> bool);

const ATTACKER: Option<Side> = Some(Side::Strong);
const DEFENDER: Option<Side> = Some(Side::Weak);

const GAME: &str = "the rules of the game";
const FINE: &str = "Fine, Basic Chess Endings, chapter 8";
const AVERBAKH: &str = "Averbakh, Comprehensive Chess Endings 2";
const VERIFY: &str = "found and proved with verify";

/// In the order of asking.
#[rustfmt::skip]
static BISHOP_RULES: [RuleAndTest<BISHOP>; 14] = [
    (Rule::new("the rook can be taken", DEFENDER, Outcome::Draw,
        "The defender takes the rook, with the bishop or, if it is not protected, with the king.",
        GAME), can_take_the_rook),
    (Rule::new("the kings are far apart", DEFENDER, Outcome::Draw,
        "The king is four or more squares from the other and not in a corner; no check, and the rook is on no line with king and bishop.",
        FINE), has_no_king_near),
    (Rule::new("the king is free", DEFENDER, Outcome::Draw,
        "The king is away from the corners and has four squares to go to, and the bishop is not attacked by the rook.",
        FINE), is_king_free),
    (Rule::new("the bishop ranges", DEFENDER, Outcome::Draw,
        "The king is off the edge, not in check, and the bishop has three safe moves and is not on a line with king and rook.",
        FINE), has_ranging_bishop),
    (Rule::new("the king chases the rook", DEFENDER, Outcome::Draw,
        "The rook is next to or one square from the defender's king and far from its own, and does not attack the bishop.",
        VERIFY), chases_the_rook),
    (Rule::new("the bishop ranges far from the kings", DEFENDER, Outcome::Draw,
        "Kings far apart, the rook far from the defender's king, no check, and five safe moves for a bishop that is on no line with king and rook.",
        VERIFY), has_far_ranging_bishop),
    (Rule::new("king and bishop stand together", DEFENDER, Outcome::Draw,
        "The bishop is next to its king, which is off the edge, has two squares, and is three squares from the other king.",
        FINE), stand_together),
    (Rule::new("the piece is lost", DEFENDER, Outcome::StrongWins,
        "The bishop is attacked or the king in check, and nothing saves the bishop.",
        GAME), is_piece_lost),
    (Rule::new("the piece can be taken", ATTACKER, Outcome::StrongWins,
        "The rook or its king takes the bishop, and it is neither retaken nor stalemate.",
        GAME), can_take_the_piece),
    (Rule::new("the bishop stays with its king", ATTACKER, Outcome::Draw,
        "The kings are five or more squares apart, the bishop is within two of its own, and cannot be taken.",
        FINE), stays_with_far_king),
    (Rule::new("the attack wins the piece", ATTACKER, Outcome::StrongWins,
        "A move of rook or king attacks the bishop, with check or not, so that nothing saves it; or it mates.",
        AVERBAKH), can_attack_the_piece),
    (Rule::new("the king keeps near the rook", ATTACKER, Outcome::Draw,
        "The kings are four or more squares apart, the defender's is off the edge and within three squares of the rook, and no attack wins.",
        VERIFY), keeps_near_the_rook),
    (Rule::new("the bishop gives check", ATTACKER, Outcome::Draw,
        "The defender's king is off the edge, and the bishop gives check, cannot be taken and has three safe moves.",
        VERIFY), gives_check),
    (Rule::new("the bishop is beside its king", ATTACKER, Outcome::Draw,
        "The bishop is next to its king, which is away from the corners, and the attacker's king is four or more squares from the bishop.",
        FINE), is_beside_its_king),
];

/// In the order of asking.
#[rustfmt::skip]
static KNIGHT_RULES: [RuleAndTest<KNIGHT>; 15] = [
    (Rule::new("the rook can be taken", DEFENDER, Outcome::Draw,
        "The defender takes the rook, with the knight or, if it is not protected, with the king.",
        GAME), can_take_the_rook),
    (Rule::new("the knight is near its free king", DEFENDER, Outcome::Draw,
        "The knight is within two squares of its king and has three safe moves, the king two; the other king is three or more from the knight.",
        FINE), is_knight_near_its_king),
    (Rule::new("the attacker's king is far from the knight", DEFENDER, Outcome::Draw,
        "The attacker's king is five or more squares from the knight, the rook three; no check, and the rook is on no line with king and knight.",
        VERIFY), is_knight_left_alone),
    (Rule::new("the kings are far apart", DEFENDER, Outcome::Draw,
        "The king is off the edge, within three squares of the knight and four from the other king; no check, no line with king and knight.",
        FINE), has_far_king_and_near_knight),
    (Rule::new("king and knight stand together", DEFENDER, Outcome::Draw,
        "The knight is next to its king, which is off the edge and three or more squares from the other king.",
        FINE), stands_together_with_knight),
    (Rule::new("the piece is lost", DEFENDER, Outcome::StrongWins,
        "The knight is attacked or the king in check, and nothing saves the knight.",
        GAME), is_piece_lost),
    (Rule::new("the piece can be taken", ATTACKER, Outcome::StrongWins,
        "The rook or its king takes the knight, and it is neither retaken nor stalemate.",
        GAME), can_take_the_piece),
    (Rule::new("the knight stays with its free king", ATTACKER, Outcome::Draw,
        "The knight is within two squares of its king, four from the other, not in a corner, not attacked; the king has four squares.",
        FINE), stays_with_free_king),
    (Rule::new("the knight is out of the king's reach", ATTACKER, Outcome::Draw,
        "The knight is away from the edge and within two squares of its king; the other king cannot come next to it at once.",
        FINE), is_out_of_reach),
    (Rule::new("the knight is beside its king", ATTACKER, Outcome::Draw,
        "The knight is next to its king and has four safe moves; the other king cannot come next to it at once.",
        FINE), is_knight_beside_its_king),
    (Rule::new("the attacker's king is far away", ATTACKER, Outcome::Draw,
        "The attacker's king is six or more squares from the knight, which is not attacked and within three of its king, both on one color.",
        VERIFY), has_far_attacker),
    (Rule::new("the attack wins the piece", ATTACKER, Outcome::StrongWins,
        "A move of rook or king attacks the knight, with check or not, so that nothing saves it; or it mates.",
        AVERBAKH), can_attack_the_piece),
    (Rule::new("the defender's king is nearer to the knight", DEFENDER, Outcome::Draw,
        "The king is within four squares of the knight, nearer than the other and in no corner; the knight is not attacked and has four safe moves.",
        FINE), is_nearer_to_the_knight),
    (Rule::new("the knight is near a king that nothing threatens", ATTACKER, Outcome::Draw,
        "The knight is within three squares of its king and five from the other, the rook is on no line with the king, who has four squares, and no attack wins.",
        FINE), is_near_an_unthreatened_king),
    (Rule::new("the kings are far apart and no attack wins", ATTACKER, Outcome::Draw,
        "Five squares between the kings, the knight within three of its own and three from the other; the rook is on no line with the king, who is in no corner.",
        FINE), is_far_and_unthreatened),
];

impl<const MINOR: usize> RookDuel<MINOR> {
    /// Squares that the rook hits, looking through the defender's king.
    #[inline]
    fn rook_hits(&self) -> BitBoard {
        self.strong.hits(self.occupied() - self.weak.king.bitboard())
    }

    #[inline]
    fn is_in_check(&self) -> bool {
        self.rook_hits().has(self.weak.king)
    }

    #[inline]
    fn is_piece_attacked(&self) -> bool {
        self.rook_hits().has(self.weak.man)
    }

    /// The rook, the piece and its king are on one line.
    #[inline]
    fn is_lined_up(&self) -> bool {
        get_line_rays(self.weak.king, self.weak.man).has(self.strong.man)
    }

    /// Squares the defender's king can step to, the rook's among them if it is not protected.
    #[inline]
    fn steps(&self) -> u32 {
        let denied = get_king_moves(self.strong.king) | self.rook_hits() | self.weak.man.bitboard();
        (get_king_moves(self.weak.king) - denied).len()
    }

    /// Moves of the piece after which it is not lost.
    #[inline]
    fn safe_moves(&self) -> u32 {
        let all = self.occupied();
        let danger = (get_king_moves(self.strong.king) | self.rook_hits()) - get_king_moves(self.weak.king);
        (self.weak.hits(all) - (all | danger)).len()
    }

    /// Squares next to the piece that the attacker's king may reach at once.
    #[inline]
    fn approaches(&self) -> u32 {
        let near = get_king_moves(self.strong.king) & get_king_moves(self.weak.man);
        (near - get_king_moves(self.weak.king)).len()
    }

    #[inline]
    fn king_distance(&self) -> u8 {
        distance(self.strong.king, self.weak.king)
    }

    /// From the defender's king to his piece.
    #[inline]
    fn piece_distance(&self) -> u8 {
        distance(self.weak.king, self.weak.man)
    }

    /// From the attacker's king to the piece.
    #[inline]
    fn hunter_distance(&self) -> u8 {
        distance(self.strong.king, self.weak.man)
    }
}

/// KRvKB: asked 1,479,198, spoke 334,267, wrong 0; asked about everything it speaks on 334,267, wrong 0.
///
/// KRvKN: asked 1,567,222, spoke 272,247, wrong 0; asked about everything it speaks on 272,247, wrong 0.
fn can_take_the_rook<const MINOR: usize>(d: &RookDuel<MINOR>) -> bool {
    let by_king = get_king_moves(d.weak.king).has(d.strong.man) && !d.strong.is_man_protected();
    by_king || d.weak.hits(d.occupied()).has(d.strong.man)
}

/// See [`wins_by_taking`].
///
/// KRvKB: asked 1,347,906, spoke 372,719, wrong 0; asked about everything it speaks on 372,719, wrong 0.
///
/// KRvKN: asked 1,347,906, spoke 372,719, wrong 0; asked about everything it speaks on 372,719, wrong 0.
fn can_take_the_piece<const MINOR: usize>(d: &RookDuel<MINOR>) -> bool {
    wins_by_taking(&d.strong, &d.weak)
}

/// ```text
/// 8  . . k . b . . .      White to move. Ra8+ wins the bishop: the king must leave the line and does
/// 7  . . . . . . . .      not protect it from b7 or c7. From f8 the rook would pin it, and d7 would
///    . . .                hold it.
/// 1  R . . . . K . .
///    a b c d e f g h
/// ```
///
/// See [`wins_by_attack`].
///
/// KRvKB: asked 866,527, spoke 77,568, wrong 0; asked about everything it speaks on 155,424, wrong 0.
///
/// KRvKN: asked 762,296, spoke 92,573, wrong 0; asked about everything it speaks on 239,075, wrong 0.
fn can_attack_the_piece<const MINOR: usize>(d: &RookDuel<MINOR>) -> bool {
    wins_by_attack(&d.strong, &d.weak)
}

/// See [`loses_man`].
///
/// KRvKB: asked 258,203, spoke 26,220, wrong 0; asked about everything it speaks on 26,220, wrong 0.
///
/// KRvKN: asked 869,028, spoke 43,834, wrong 0; asked about everything it speaks on 43,834, wrong 0.
fn is_piece_lost<const MINOR: usize>(d: &RookDuel<MINOR>) -> bool {
    // A rook beside the king falls when the king that protects it takes the piece.
    let is_overloaded = get_king_moves(d.weak.king).has(d.strong.man) && !d.is_in_check();
    !is_overloaded && loses_man(&d.weak, &d.strong)
}

/// KRvKB: asked 1,144,931, spoke 506,657, wrong 0; asked about everything it speaks on 623,876, wrong 0.
fn has_no_king_near(d: &RookDuel<BISHOP>) -> bool {
    corner_distance(d.weak.king) > 0 && d.king_distance() >= 4 && !d.is_lined_up() && !d.is_in_check()
}

/// KRvKB: asked 638,274, spoke 229,562, wrong 0; asked about everything it speaks on 569,936, wrong 0.
fn is_king_free(d: &RookDuel<BISHOP>) -> bool {
    corner_distance(d.weak.king) >= 2
        && d.piece_distance() <= 5
        && d.hunter_distance() >= 2
        && !d.is_piece_attacked()
        && d.steps() >= 4
}

/// KRvKB: asked 408,712, spoke 81,520, wrong 0; asked about everything it speaks on 487,461, wrong 0.
fn has_ranging_bishop(d: &RookDuel<BISHOP>) -> bool {
    corner_distance(d.weak.king) >= 2
        && edge_distance(d.weak.king) > 0
        && !d.is_lined_up()
        && !d.is_in_check()
        && d.approaches() <= 2
        && d.safe_moves() >= 3
}

/// KRvKB: asked 327,192, spoke 24,652, wrong 0; asked about everything it speaks on 242,302, wrong 0.
fn chases_the_rook(d: &RookDuel<BISHOP>) -> bool {
    distance(d.strong.king, d.strong.man) >= 3
        && distance(d.weak.king, d.strong.man) <= 2
        && !d.is_piece_attacked()
}

/// KRvKB: asked 302,540, spoke 38,092, wrong 0; asked about everything it speaks on 426,046, wrong 0.
fn has_far_ranging_bishop(d: &RookDuel<BISHOP>) -> bool {
    d.king_distance() >= 4
        && distance(d.weak.king, d.strong.man) >= 3
        && !d.is_lined_up()
        && !d.is_in_check()
        && d.safe_moves() >= 5
}

/// KRvKB: asked 264,448, spoke 6,245, wrong 0; asked about everything it speaks on 84,205, wrong 0.
fn stand_together(d: &RookDuel<BISHOP>) -> bool {
    d.piece_distance() == 1 && edge_distance(d.weak.king) > 0 && d.king_distance() >= 3 && d.steps() >= 2
}

/// KRvKB: asked 975,187, spoke 108,660, wrong 0; asked about everything it speaks on 108,660, wrong 0.
fn stays_with_far_king(d: &RookDuel<BISHOP>) -> bool {
    d.king_distance() >= 5 && d.piece_distance() <= 2 && !can_take_the_piece(d)
}

/// KRvKB: asked 788,959, spoke 104,396, wrong 0; asked about everything it speaks on 128,014, wrong 0.
fn keeps_near_the_rook(d: &RookDuel<BISHOP>) -> bool {
    edge_distance(d.weak.king) > 0
        && d.king_distance() >= 4
        && distance(d.weak.king, d.strong.man) <= 3
        && !can_take_the_piece(d)
        && !can_attack_the_piece(d)
}

/// KRvKB: asked 684,563, spoke 30,831, wrong 0; asked about everything it speaks on 43,575, wrong 0.
fn gives_check(d: &RookDuel<BISHOP>) -> bool {
    edge_distance(d.weak.king) > 0
        && d.weak.hits(d.occupied()).has(d.strong.king)
        && !can_take_the_piece(d)
        && d.safe_moves() >= 3
}

/// KRvKB: asked 653,732, spoke 19,667, wrong 0; asked about everything it speaks on 61,730, wrong 0.
fn is_beside_its_king(d: &RookDuel<BISHOP>) -> bool {
    d.piece_distance() == 1 && corner_distance(d.weak.king) >= 2 && d.hunter_distance() >= 4
}

/// KRvKN: asked 1,294,975, spoke 238,835, wrong 0; asked about everything it speaks on 284,548, wrong 0.
fn is_knight_near_its_king(d: &RookDuel<KNIGHT>) -> bool {
    corner_distance(d.weak.king) > 0
        && d.piece_distance() <= 2
        && d.hunter_distance() >= 3
        && d.steps() >= 2
        && d.safe_moves() >= 3
}

/// KRvKN: asked 1,056,140, spoke 136,557, wrong 0; asked about everything it speaks on 220,167, wrong 0.
fn is_knight_left_alone(d: &RookDuel<KNIGHT>) -> bool {
    d.piece_distance() <= 4
        && d.hunter_distance() >= 5
        && distance(d.strong.man, d.weak.man) >= 3
        && !d.is_lined_up()
        && !d.is_in_check()
}

/// KRvKN: asked 919,583, spoke 44,443, wrong 0; asked about everything it speaks on 183,896, wrong 0.
fn has_far_king_and_near_knight(d: &RookDuel<KNIGHT>) -> bool {
    edge_distance(d.weak.king) > 0
        && d.king_distance() >= 4
        && d.piece_distance() <= 3
        && !d.is_lined_up()
        && !d.is_in_check()
}

/// KRvKN: asked 875,140, spoke 6,112, wrong 0; asked about everything it speaks on 88,622, wrong 0.
fn stands_together_with_knight(d: &RookDuel<KNIGHT>) -> bool {
    d.piece_distance() == 1 && edge_distance(d.weak.king) > 0 && d.king_distance() >= 3
}

/// KRvKN: asked 975,187, spoke 129,402, wrong 0; asked about everything it speaks on 129,402, wrong 0.
fn stays_with_free_king(d: &RookDuel<KNIGHT>) -> bool {
    d.piece_distance() <= 2
        && d.hunter_distance() >= 4
        && corner_distance(d.weak.man) > 0
        && !d.is_piece_attacked()
        && d.steps() >= 4
}

/// KRvKN: asked 845,785, spoke 34,970, wrong 0; asked about everything it speaks on 69,165, wrong 0.
fn is_out_of_reach(d: &RookDuel<KNIGHT>) -> bool {
    d.piece_distance() <= 2 && edge_distance(d.weak.man) >= 2 && d.approaches() == 0 && !d.is_piece_attacked()
}

/// KRvKN: asked 810,815, spoke 28,079, wrong 0; asked about everything it speaks on 76,945, wrong 0.
fn is_knight_beside_its_king(d: &RookDuel<KNIGHT>) -> bool {
    d.piece_distance() == 1 && corner_distance(d.weak.man) >= 2 && d.approaches() == 0 && d.safe_moves() >= 4
}

/// KRvKN: asked 782,736, spoke 20,440, wrong 0; asked about everything it speaks on 37,369, wrong 0.
fn has_far_attacker(d: &RookDuel<KNIGHT>) -> bool {
    d.hunter_distance() >= 6
        && d.piece_distance() <= 3
        && same_color(d.weak.man).has(d.weak.king)
        && !d.is_piece_attacked()
}

/// KRvKN: asked 825,194, spoke 38,571, wrong 0; asked about everything it speaks on 278,326, wrong 0.
fn is_nearer_to_the_knight(d: &RookDuel<KNIGHT>) -> bool {
    d.piece_distance() <= 4
        && d.piece_distance() < d.hunter_distance()
        && corner_distance(d.weak.king) > 0
        && !d.is_piece_attacked()
        && d.safe_moves() >= 4
}

/// KRvKN: asked 669,723, spoke 36,630, wrong 0; asked about everything it speaks on 133,298, wrong 0.
fn is_near_an_unthreatened_king(d: &RookDuel<KNIGHT>) -> bool {
    d.piece_distance() <= 3
        && d.hunter_distance() >= 5
        && !is_aligned(d.strong.man, d.weak.king)
        && d.steps() >= 4
        && !can_take_the_piece(d)
        && !can_attack_the_piece(d)
}

/// KRvKN: asked 633,093, spoke 37,803, wrong 0; asked about everything it speaks on 142,015, wrong 0.
fn is_far_and_unthreatened(d: &RookDuel<KNIGHT>) -> bool {
    d.king_distance() >= 5
        && d.piece_distance() <= 3
        && d.hunter_distance() >= 3
        && corner_distance(d.weak.king) > 0
        && !is_aligned(d.strong.man, d.weak.king)
        && !can_take_the_piece(d)
        && !can_attack_the_piece(d)
}
