//! Rules of KRPvKR by which the attacker wins.

use board::sets::distance;
use board::{
    BitBoard, Color, File, Rank, Square, get_between_rays, get_king_moves, get_line_rays, get_pawn_attacks,
};

use super::danger::{hitting, may_be_mated, skewered, white_in_line};
use super::king_and_rook::{KingAndRook, when};
use super::men::RookEnding;
use crate::endings::kpk::PawnEnding;
use crate::geometry::{
    beyond, files_apart, is_aligned, is_on_edge, lines, queening_square, rook_hits, stop_square, within,
};
use crate::rule::{Side, rules};

rules! {
    /// Taking the rook always wins, unless it is stalemate or White's own rook is lost in return.
    pub(super) TAKES_THE_ROOK = "the attacker takes the rook", Strong to move: StrongWins,
        claim: "The attacker takes the rook, without stalemate and without losing its own rook in return.",
        source: GAME, example: "8/8/4k3/8/2P5/8/4K3/R6r w - - 0 1",
        squares(RookEnding) { takes_the_rook }
}

#[inline(always)]
fn takes_the_rook(f: &RookEnding) -> BitBoard {
    let (near, black_near) = (f.white.near(), f.black_near());
    if (f.rooks & f.black_rook_attacked()).is_empty() {
        return BitBoard::EMPTY;
    }
    let by_pawn = f.rooks & f.pawn_hits();
    // If both king and rook attack the square, Black's king cannot recapture.
    let by_rook = f.rooks & (f.white_hits - f.pawn_hits()) & (near | !black_near);
    let by_king = f.rooks & (near - black_near - f.white_hits - f.pawn_hits());
    let is_won_by_pawn =
        |&target: &Square| !black_near.has(f.white.rook) && !may_be_stalemate(f, f.white, target);
    let is_won_by_king = |&target: &Square| {
        let leaves_rook_guarded = f.pawn_hits() | get_king_moves(target);
        !(black_near - leaves_rook_guarded).has(f.white.rook)
            && !may_be_stalemate(f, KingAndRook { king: target, ..f.white }, f.pawn)
    };
    by_rook & (by_rook - stalemating(f, by_rook))
        | by_pawn.into_iter().filter(is_won_by_pawn).collect::<BitBoard>()
        | by_king.into_iter().filter(is_won_by_king).collect::<BitBoard>()
}

/// True if Black's king has no move with these white pieces and without his rook.
fn may_be_stalemate(f: &RookEnding, white: KingAndRook, pawn: Square) -> bool {
    let rook_hits = rook_hits(white.rook, white.bitboard() | pawn.bitboard());
    f.black_near().is_subset(white.near() | get_pawn_attacks(pawn, Color::White) | rook_hits)
}

/// The squares of White's rook, among `rooks`, with which Black's king has no move.
fn stalemating(f: &RookEnding, rooks: BitBoard) -> BitBoard {
    let in_way = f.white.king.bitboard() | f.pawn.bitboard();
    let mut stalemating = rooks;
    for flight in f.black_near() - (f.white.near() | f.pawn_hits()) {
        if stalemating.is_empty() {
            break;
        }
        stalemating &= rook_hits(flight, in_way);
    }
    stalemating
}

rules! {
    pub(super) EXCHANGES_ROOKS = "the attacker exchanges rooks", Strong to move: StrongWins,
        claim: "The attacker exchanges rooks and wins the pawn ending.",
        source: PAWN_ENDING, example: "8/8/8/8/2P5/8/4K1k1/R6r w - - 0 1",
        squares(RookEnding) { exchanges_rooks }
}

#[inline(always)]
fn exchanges_rooks(f: &RookEnding) -> BitBoard {
    let wins = |&target: &Square| {
        let ending =
            PawnEnding { king: f.white.king, pawn: f.pawn, weak_king: target, to_move: Side::Strong };
        !may_be_stalemate(f, KingAndRook { rook: target, ..f.white }, f.pawn) && ending.is_won()
    };
    (f.rooks & f.white_hits & f.black_near()).into_iter().filter(wins).collect()
}

rules! {
    /// The new queen must be guarded as often as it is attacked and not be lost to a check along
    /// the line of king and queen, and Black must have no mate or skewer of the rook.
    pub(super) PROMOTES = "the pawn promotes", Strong to move: StrongWins,
        claim: "The pawn becomes a queen that is not lost, and no mate or skewer answers it.",
        source: GAME, example: "8/2P5/8/8/8/4K3/k6r/3R4 w - - 0 1",
        squares(RookEnding) { promotes }
}

#[inline(always)]
fn promotes(f: &RookEnding) -> BitBoard {
    let queen = stop_square(f.pawn);
    let (king, rook) = (f.white.king, f.white.rook);
    if f.pawn.rank() != Rank::Seventh
        || f.others.has(queen)
        || may_be_mated(f.weak_king, king)
        // A check would drive the king in front of its queen.
        || (is_on_edge(king) && f.white_files() == 1)
    {
        return BitBoard::EMPTY;
    }
    let others = (f.others - f.pawn.bitboard()) | queen.bitboard();
    let checks = rook_hits(king, others);
    let mut harmless = f.rooks
        - f.white_in_check()
        - queen.bitboard()
        - checks
        - white_in_line(&f.white, BitBoard::FULL, others);
    if is_aligned(king, queen) && distance(king, queen) > 1 {
        harmless -= hitting(checks & get_line_rays(king, queen), others);
    }
    if f.black_near().has(rook) {
        harmless -= rook_hits(rook, others);
    }
    let guards = |attackers: u8| {
        let on_file = when(rook_hits(rook, others).has(queen), !get_between_rays(rook, queen));
        let by_king = u8::from(f.white.near().has(queen));
        // Squares of Black's rook with which the queen has as many guards as attackers.
        match attackers.saturating_sub(by_king) {
            0 => BitBoard::FULL,
            1 => on_file,
            _ => BitBoard::EMPTY,
        }
    };
    let by_rook = rook_hits(queen, others);
    let by_king = u8::from(f.black_near().has(queen));
    let guarded = (by_rook & guards(by_king + 1)) | (guards(by_king) - by_rook);
    // After an exchange on the queening square a cornered king might be stalemated.
    let may_exchange =
        !(f.black_near().has(rook) || is_on_edge(f.weak_king) && distance(f.weak_king, queen) <= 2);
    let unattacked = when(by_king == 0, !by_rook);
    harmless & (unattacked | when(may_exchange, guarded))
}

rules! {
    /// A check drives Black's king off the line of its rook, which is too far away to be protected.
    /// A king near the square in front of the pawn might be stalemated and is excluded.
    pub(super) SKEWERS = "the attacker skewers the rook", Strong to move: StrongWins,
        claim: "A safe check drives the defender's king off the line on which its rook stands far behind.",
        source: GAME, example: "8/8/8/3k3r/8/8/1P6/R5K1 w - - 0 1",
        squares(RookEnding) { skewers }
}

#[inline(always)]
fn skewers(f: &RookEnding) -> BitBoard {
    if distance(f.weak_king, stop_square(f.pawn)) < 2 {
        return BitBoard::EMPTY;
    }
    let far = (f.rooks & lines(f.weak_king)) - within(2, f.weak_king);
    if far.is_empty() {
        return far;
    }
    let pinning = beyond(f.white.king, f.white.rook);
    let far = far - f.white_in_check() - pinning;
    let lost = f.black_near() - (f.white.near() | f.pawn_hits());
    let checks = f.white_hits - (f.others | lost);
    far & skewered(f.weak_king, rook_hits(f.weak_king, f.others), |behind| !(behind & checks).is_empty())
}

rules! {
    /// ```text
    /// 8  . . . K . . . .      White to move builds the bridge: Re4, then Kc7, Rc1+ Kb6, Rb1+ Kc6,
    /// 7  . . . P . . . .      and in the end the rook goes between on b4. Black to move cannot
    /// 6  . . . . . k . .      prevent it: his king, two files away, does not get past White's
    ///    . . .                rook, nor does his rook give more checks than that.
    /// 4  . . . . R . . .
    ///    . . .
    /// 1  . . r . . . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// Either White's king is in front of its pawn. With White to move it is enough that his rook
    /// is not attacked and neither king is in check; the rook need not cut Black's king off yet.
    /// With Black to move his rook is not on the back rank, White's not beyond the sixth, and
    /// Black's king is three files away, or two with White's rook on the pawn's file or next to it,
    /// and not on the short side behind that rook.
    ///
    /// Or White's king is next to its pawn and will get in front of it: White's rook, not beyond
    /// the sixth rank, cuts the other king off by three files, or two if the king is in front of
    /// the pawn already.
    pub(super) BUILDS_THE_BRIDGE = "the attacker builds the bridge", Either to move: StrongWins,
        claim: "The attacker's king is in front of the pawn on its seventh rank, or gets there, the defender's kept two files away.",
        plan: "Get the king in front of the pawn if it is beside it; drive the defending king a file farther off with a check, put the rook on its fourth rank, bring the king out, and when checks come, let the rook go between.",
        source: LUCENA, example: "1K6/1P2k3/8/8/8/8/r7/3R4 w - - 0 1",
        by_square(RookEnding as f) {
            "the pawn is on its seventh rank", "leaves the pawn behind" => f.pawn.rank() == Rank::Seventh;
            "the pawn is not a rook pawn", "turns the pawn into a rook pawn" => f.pawn.file() != File::A;
            "the attacker's king stands in front of the pawn or beside it", "takes the king from the pawn" =>
                distance(f.white.king, f.pawn) == 1 && f.white.king.rank() >= Rank::Sixth;
            "the defender's king is two files away", "lets the defender's king come near" => f.black_files() >= 2;
            on "the defender's king is kept away while the attacker's comes out", "lets the defender's king come near, or checks disturb" =>
                when(is_in_front(f), f.rooks - unkept_back_rank(f))
                    | when(is_cut_off_at_the_bridge(f), f.rooks - f.black_may_win());
            white_safe_of "the rook is not attacked and neither king is in check", "lets its rook be attacked or checked";
        }
}

/// True if White's king is in front of its pawn, and with Black to move his king is kept away.
fn is_in_front(f: &RookEnding) -> bool {
    if f.white.king != queening_square(f.pawn) {
        return false;
    }
    let (rook, king, pawn) = (f.white.rook.file(), f.weak_king.file(), f.pawn.file());
    let is_behind_rook_on_short_side = king < rook && rook < pawn;
    let is_kept_away =
        f.black_files() >= 3 || (files_apart(f.white.rook, f.pawn) <= 1 && !is_behind_rook_on_short_side);
    f.to_move == Side::Strong || (f.white.rook.rank() <= Rank::Sixth && is_kept_away)
}

/// With Black to move, the back rank, where his king might discover a check by the rook.
fn unkept_back_rank(f: &RookEnding) -> BitBoard {
    when(f.to_move == Side::Weak, Rank::Eighth.bitboard())
}

/// True if White's rook keeps Black's king away while White's king is or gets in front of the pawn.
fn is_cut_off_at_the_bridge(f: &RookEnding) -> bool {
    f.black_files() >= if f.white.king == queening_square(f.pawn) { 2 } else { 3 }
        && f.white.rook.rank() <= Rank::Sixth
        && f.is_black_cut_off_by_file()
}

rules! {
    /// ```text
    /// 6  . . . . . . . .      White to move. Black's king is four files from the pawn, and the
    /// 5  . . K . . k . .      rook keeps it there while White's king leads the pawn on.
    /// 4  . P . . . . . .
    ///    . . .
    /// 2  r . . . . . . .
    /// 1  . . . . R . . .
    ///    a b c d e f g h
    /// ```
    ///
    /// White's king is within two squares of its pawn, not behind it, and nearer to the queening
    /// square than Black's. The pawn has reached its fourth rank and is not attacked by the rook.
    pub(super) CUTS_THE_KING_OFF = "the king is cut off", Strong to move: StrongWins,
        claim: "The defender's king is cut off by four files, the attacker's leads the pawn, which has come to its fourth rank.",
        plan: "Keep the king cut off by the rook; walk with king and pawn side by side to the seventh rank, then build the bridge.",
        source: DVORETSKY, example: "8/8/8/2K2k2/1P6/8/r7/4R3 w - - 0 1",
        by_square(RookEnding as f) {
            "the pawn has reached its fourth rank", "leaves the pawn behind" => f.pawn.rank() >= Rank::Fourth;
            "the pawn is not a rook pawn", "turns the pawn into a rook pawn" => f.pawn.file() != File::A;
            "the defender's king is four files from the pawn", "lets the defender's king come near" => f.black_files() >= 4;
            "the attacker's king is not behind the pawn", "puts the king behind the pawn" =>
                f.white.king.rank() >= f.pawn.rank();
            "the attacker's king is within two squares of the pawn", "takes the king too far from the pawn" =>
                distance(f.white.king, f.pawn) <= 2;
            "the attacker's king is nearer to the queening square", "lets the defender's king be nearer to the queening square" =>
                f.queening_square_lead() <= -1;
            "the attacker's rook cuts the defender's king off", "lifts the cut-off" => f.is_black_cut_off_by_file();
            on "the defender's rook does not attack the pawn", "lets the rook attack the pawn" => f.rooks - f.pawn_attacked();
            white_safe_of "the rook is not attacked and neither king is in check", "lets its rook be attacked or checked";
        }
}
