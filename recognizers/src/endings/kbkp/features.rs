//! Features of bishop against pawn.

use board::sets::distance;
use board::{BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_pawn_attacks};

use crate::endings::kpk::table;
use crate::geometry::{bishop_hits, path, pushes, queening_square, same_color, stop_square};
use crate::mined::features::{Ending, Group, Plan, flag, offset, put};
use crate::mined::{MinedTable, Phrase, Position};
use crate::rule::Side;

/// King and pawn (strong) against king and bishop.
pub struct Kbkp {
    to_move: Side,
    pawn: Square,
    king: Square,
    weak_king: Square,
    bishop: Square,
    occupied: BitBoard,
    pawn_hits: BitBoard,
    /// Squares that the bishop attacks.
    bishop_hits: BitBoard,
}

/// The mined table of KBvKP.
pub(crate) static TABLE: MinedTable<Kbkp> = MinedTable::embedded(&data::KBKP);

impl Kbkp {
    /// The pieces, the lead first.
    pub const MEN: &'static [(Side, Piece)] = &[
        (Side::Strong, Piece::Pawn),
        (Side::Strong, Piece::King),
        (Side::Weak, Piece::King),
        (Side::Weak, Piece::Bishop),
    ];

    const GROUPS: &'static [Group] = &[
        Group::of_all(&[
            "bishop side to move",
            "pawn file",
            "pawn rank",
            "pawn's king file",
            "pawn's king rank",
            "bishop's king file",
            "bishop's king rank",
            "bishop file",
            "bishop rank",
            "bishop has the queening square's color",
        ]),
        Group::of_all(&[
            "pawn's king to pawn",
            "pawn's king to queening square",
            "bishop's king to pawn",
            "bishop's king to queening square",
            "king to king",
            "pawn's king to bishop",
            "bishop's king to bishop",
            "pawn's king files beside pawn",
            "bishop's king files beside pawn",
            "bishop files beside pawn",
            "pawn's king ranks ahead of pawn",
            "bishop's king ranks ahead of pawn",
            "bishop ranks ahead of pawn",
            "queening race: bishop's king to queening square less pushes",
        ]),
        Group::of_all(&[
            "bishop attacked by king",
            "bishop attacked by pawn",
            "bishop guarded",
            "mover in check",
            "bishop hits pawn",
            "pawn guarded",
            "path squares the bishop hits",
            "what blocks the pawn: nothing, its king, bishop, bishop's king",
            "stop square hit by bishop's king",
        ]),
        Group::of_all(&[
            "pawn's king moves",
            "bishop's king moves",
            "safe bishop moves",
            "safe bishop moves that hit the path or the pawn",
            "path squares out of the pawn's king's reach that have the bishop's color",
            "safe bishop squares after two moves that hit the path",
        ]),
        Group::of_all(&[
            "pawn wins without the bishop, its side to move",
            "pawn wins without the bishop, the other side to move",
            "stepped pawn wins without the bishop, the other side to move",
        ]),
    ];

    const PLAN: Plan = Plan::new(Self::MEN, Self::GROUPS);
}

impl Ending for Kbkp {
    type Which = ();

    #[inline]
    fn plan((): ()) -> &'static Plan {
        const { &Self::PLAN }
    }

    fn phrase((): (), feature: usize) -> Phrase {
        super::phrases::PHRASES[feature]
    }

    #[inline]
    fn new((): (), position: &Position) -> Self {
        let [pawn, king, weak_king, bishop] = [0, 1, 2, 3].map(|man| position.square(man));
        let occupied =
            [pawn, king, weak_king, bishop].into_iter().fold(BitBoard::EMPTY, |set, s| set | s.bitboard());
        Self {
            to_move: position.to_move,
            pawn,
            king,
            weak_king,
            bishop,
            occupied,
            pawn_hits: get_pawn_attacks(pawn, Color::White),
            bishop_hits: get_bishop_moves(bishop, occupied),
        }
    }

    fn group(&self, group: usize, values: &mut [u8]) {
        match group {
            0 => put(values, self.squares()),
            1 => put(values, self.distances()),
            2 => put(values, self.contacts()),
            3 => put(values, self.moves()),
            _ => put(values, self.pawn_ending()),
        }
    }
}

impl Kbkp {
    fn squares(&self) -> [u8; 10] {
        let [pawn, king, bare, bishop] = [self.pawn, self.king, self.weak_king, self.bishop].map(|s| s as u8);
        let same = same_color(self.bishop).has(queening_square(self.pawn));
        [
            flag(self.to_move == Side::Weak),
            pawn & 7,
            pawn >> 3,
            king & 7,
            king >> 3,
            bare & 7,
            bare >> 3,
            bishop & 7,
            bishop >> 3,
            flag(same),
        ]
    }

    fn distances(&self) -> [u8; 14] {
        let queening = queening_square(self.pawn);
        let [pawn, king, bare, bishop] = [self.pawn, self.king, self.weak_king, self.bishop].map(|s| s as u8);
        let bare_to_queening = distance(self.weak_king, queening);
        [
            distance(self.king, self.pawn),
            distance(self.king, queening),
            distance(self.weak_king, self.pawn),
            bare_to_queening,
            distance(self.king, self.weak_king),
            distance(self.king, self.bishop),
            distance(self.weak_king, self.bishop),
            offset(king & 7, pawn & 7),
            offset(bare & 7, pawn & 7),
            offset(bishop & 7, pawn & 7),
            offset(king >> 3, pawn >> 3),
            offset(bare >> 3, pawn >> 3),
            offset(bishop >> 3, pawn >> 3),
            offset(bare_to_queening, pushes(self.pawn)),
        ]
    }

    fn contacts(&self) -> [u8; 9] {
        let stop = stop_square(self.pawn);
        let in_check = if self.to_move == Side::Weak {
            self.pawn_hits.has(self.weak_king)
        } else {
            self.bishop_hits.has(self.king)
        };
        let blocker = [self.king, self.bishop, self.weak_king].into_iter().position(|man| man == stop);
        [
            flag(distance(self.king, self.bishop) == 1),
            flag(self.pawn_hits.has(self.bishop)),
            flag(distance(self.weak_king, self.bishop) == 1),
            flag(in_check),
            flag(self.bishop_hits.has(self.pawn)),
            flag(distance(self.king, self.pawn) == 1),
            (self.bishop_hits & path(self.pawn)).len() as u8,
            blocker.map_or(0, |man| man as u8 + 1),
            flag(distance(self.weak_king, stop) == 1),
        ]
    }

    fn moves(&self) -> [u8; 6] {
        let (king_zone, bare_zone) = (get_king_moves(self.king), get_king_moves(self.weak_king));
        let seen_by_bishop = get_bishop_moves(self.bishop, self.occupied - self.king.bitboard());
        let king_moves = king_zone - bare_zone - seen_by_bishop - self.pawn.bitboard();
        let denied = king_zone | self.pawn_hits;
        let bare_moves = bare_zone - denied - self.bishop.bitboard();
        let path = path(self.pawn);
        let posts = bishop_hits(path | self.pawn.bitboard(), self.occupied - self.bishop.bitboard()) | path;
        let safe = self.bishop_hits - denied - self.weak_king.bitboard();
        let own_color = same_color(self.bishop);
        let open = (path & own_color) - king_zone - self.king.bitboard();
        let mut second = BitBoard::EMPTY;
        for square in safe {
            second |= get_bishop_moves(square, self.occupied - self.bishop.bitboard());
        }
        let second_posts = (second - denied) & posts;
        [king_moves, bare_moves, safe, safe & posts, open, second_posts].map(|set| set.len() as u8)
    }

    fn pawn_ending(&self) -> [u8; 3] {
        let stop = stop_square(self.pawn);
        let is_won = |pawn, to_move| table::is_won(pawn, self.king, self.weak_king, to_move);
        let steps = !self.occupied.has(stop) && is_won(stop, Side::Weak);
        [flag(is_won(self.pawn, Side::Strong)), flag(is_won(self.pawn, Side::Weak)), flag(steps)]
    }
}
