//! Features of bishop and knight against knight.

use std::cell::OnceCell;

use board::sets::distance;
use board::{BitBoard, Piece, Square, get_between_rays, get_bishop_moves, get_king_moves, get_knight_moves};

use crate::geometry::{corner_distance, edge_distance, knight_spread, same_color, within};
use crate::mined::features::{Ending, Group, Plan, Values, count, file, flag, offset, put, rank};
use crate::mined::{MinedTable, Phrase, Position};
use crate::rule::Side;

// Pieces by bit, in the order of `MEN`.
const KING: u8 = 1;
const WEAK_KING: u8 = 2;
const BISHOP: u8 = 4;
const KNIGHT: u8 = 8;
const HORSE: u8 = 16;

// Groups computed separately.
const TAKES: usize = 21;
const LEAST: usize = 26;
const TRAPS: usize = 28;

// The first feature of each part that is computed at once.
const SQUARES: usize = 0;
const DISTANCES: usize = 14;
const CONTACTS: usize = 24;
const GUARDS: usize = 30;
const MOVES: usize = 33;
const HUNTS: usize = 45;

/// The least number of squares if there is no move: more than a knight can have.
const NO_MOVE: u8 = 9;

/// King, bishop and knight (strong) against king and knight.
pub(in crate::endings) struct Kbnkn {
    to_move: Side,
    king: Square,
    bishop: Square,
    knight: Square,
    weak_king: Square,
    horse: Square,
    occupied: BitBoard,
    king_zone: BitBoard,
    bishop_hits: BitBoard,
    knight_hits: BitBoard,
    bare_zone: BitBoard,
    horse_hits: BitBoard,
    flight: OnceCell<Flight>,
}

/// Squares for the horse.
#[derive(Clone, Copy)]
struct Flight {
    /// Squares that the strong side attacks, with the horse removed.
    danger: BitBoard,
    /// Moves to other squares.
    safe: BitBoard,
}

/// The mined table of KBNvKN.
pub(in crate::endings) static TABLE: MinedTable<Kbnkn> = MinedTable::embedded(&data::KBNKN);

impl Kbnkn {
    /// The pieces, the lead first.
    const MEN: &'static [(Side, Piece)] = &[
        (Side::Strong, Piece::King),
        (Side::Weak, Piece::King),
        (Side::Strong, Piece::Bishop),
        (Side::Strong, Piece::Knight),
        (Side::Weak, Piece::Knight),
    ];

    // "Horse" is the lone knight, "its king" the lone knight's king.
    const GROUPS: &'static [Group] = &[
        Group::of(KING, &["horse's side to move", "king file", "king rank"]),
        Group::of(WEAK_KING, &["its king file", "its king rank"]),
        Group::of(HORSE, &["horse file", "horse rank"]),
        Group::of(WEAK_KING, &["its king's distance from the edge", "its king's distance from a corner"]),
        Group::of(WEAK_KING | BISHOP, &["its king's distance from a corner of the bishop's color"]),
        Group::of(HORSE, &["horse's distance from the edge", "horse's distance from a corner"]),
        Group::of(WEAK_KING | BISHOP, &["its king is on the bishop's color"]),
        Group::of(HORSE | BISHOP, &["horse is on the bishop's color"]),
        Group::of(KING | WEAK_KING, &["king to king"]),
        Group::of(KING | HORSE, &["king to horse"]),
        Group::of(WEAK_KING | HORSE, &["its king to horse"]),
        Group::of(KNIGHT | HORSE, &["knight to horse"]),
        Group::of(BISHOP | HORSE, &["bishop to horse"]),
        Group::of(KNIGHT | WEAK_KING, &["knight to its king"]),
        Group::of(BISHOP | WEAK_KING, &["bishop to its king"]),
        Group::of(KING | BISHOP, &["king to bishop"]),
        Group::of(KING | KNIGHT, &["king to knight"]),
        Group::of(KING | WEAK_KING | HORSE, &["how much nearer its king is to the horse"]),
        Group::of_all(&["mover in check", "attackers of the horse"]),
        Group::of(WEAK_KING | HORSE, &["horse guarded"]),
        Group::of_all(&["horse pinned"]),
        Group::of_all(&[
            "what the mover can take: nothing, for a piece, for nothing",
            "what the other side could take",
        ]),
        Group::of(!WEAK_KING, &["men the horse hits"]),
        Group::of(KING | BISHOP | KNIGHT, &["bishop guarded"]),
        Group::of_all(&["knight guarded"]),
        Group::of_all(&[
            "king moves",
            "its king's moves",
            "safe horse moves",
            "squares around its king it may not enter",
            "safe horse squares after two moves",
            "safe horse moves to its king's side",
            "safe horse moves that hit a man or the king",
            "safe horse moves out of the king's reach",
            "safe horse moves out of the king's and knight's reach in two",
            "safe horse moves that fork",
        ]),
        Group::of_all(&[
            "least safe moves after a safe horse move",
            "most safe moves after a safe horse move",
        ]),
        Group::of_all(&[
            "safe knight moves that hit the horse",
            "safe bishop moves that hit the horse",
            "king moves that hit the horse",
        ]),
        Group::of_all(&[
            "moves that trap the horse",
            "fewest safe squares a move leaves to the attacked horse",
        ]),
    ];

    const PLAN: Plan =
        Plan::new(Self::MEN, Self::GROUPS).computing_at_once(!((1 << TAKES) | (1 << LEAST) | (1 << TRAPS)));
}

impl Ending for Kbnkn {
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
        let [king, weak_king, bishop, knight, horse] = [0, 1, 2, 3, 4].map(|man| position.square(man));
        let occupied = [king, weak_king, bishop, knight, horse]
            .into_iter()
            .fold(BitBoard::EMPTY, |set, s| set | s.bitboard());
        Self {
            to_move: position.to_move,
            king,
            bishop,
            knight,
            weak_king,
            horse,
            occupied,
            king_zone: get_king_moves(king),
            bishop_hits: get_bishop_moves(bishop, occupied),
            knight_hits: get_knight_moves(knight),
            bare_zone: get_king_moves(weak_king),
            horse_hits: get_knight_moves(horse),
            flight: OnceCell::new(),
        }
    }

    #[inline]
    fn at_once(&self, values: &mut Values) {
        put(&mut values[SQUARES..], self.squares());
        put(&mut values[DISTANCES..], self.distances());
        put(&mut values[CONTACTS..], self.contacts());
        put(&mut values[GUARDS..], self.guards());
        put(&mut values[MOVES..], self.moves());
        put(&mut values[HUNTS..], self.hunts());
    }

    fn group(&self, group: usize, values: &mut [u8]) {
        match group {
            TAKES => put(values, self.takes()),
            LEAST => put(values, self.least_and_most()),
            _ => put(values, self.traps()),
        }
    }
}

const DARK_CORNERS: [Square; 2] = [Square::A1, Square::H8];
const LIGHT_CORNERS: [Square; 2] = [Square::A8, Square::H1];

impl Kbnkn {
    fn minors(&self) -> BitBoard {
        self.bishop.bitboard() | self.knight.bitboard()
    }

    fn squares(&self) -> [u8; 14] {
        let Self { king, weak_king, horse, .. } = *self;
        let own_color = same_color(self.bishop);
        [
            flag(self.to_move == Side::Weak),
            file(king),
            rank(king),
            file(weak_king),
            rank(weak_king),
            file(horse),
            rank(horse),
            edge_distance(weak_king),
            corner_distance(weak_king),
            self.weak_king_to_own_corner(),
            edge_distance(horse),
            corner_distance(horse),
            flag(own_color.has(weak_king)),
            flag(own_color.has(horse)),
        ]
    }

    fn distances(&self) -> [u8; 10] {
        let Self { king, weak_king, bishop, knight, horse, .. } = *self;
        let (attacker, owner) = (distance(king, horse), distance(weak_king, horse));
        [
            distance(king, weak_king),
            attacker,
            owner,
            distance(knight, horse),
            distance(bishop, horse),
            distance(knight, weak_king),
            distance(bishop, weak_king),
            distance(king, bishop),
            distance(king, knight),
            offset(attacker, owner),
        ]
    }

    fn contacts(&self) -> [u8; 4] {
        [
            flag(self.mover_is_in_check()),
            self.attackers(),
            flag(self.horse_is_guarded()),
            flag(self.is_pinned()),
        ]
    }

    fn guards(&self) -> [u8; 3] {
        [
            count(self.horse_hits & (self.minors() | self.king.bitboard())),
            flag(self.bishop_is_guarded()),
            flag(self.knight_is_guarded()),
        ]
    }

    fn moves(&self) -> [u8; 10] {
        let denied = self.denied();
        let Flight { safe, .. } = self.flight();
        let out_of_reach = safe - within(2, self.king);
        [
            self.king_zone - self.bare_zone - self.horse_hits - self.minors(),
            self.bare_zone - denied - self.horse.bitboard(),
            safe,
            self.bare_zone & denied,
            self.after(knight_spread(safe)),
            safe & self.bare_zone,
            safe & knight_spread(self.minors() | self.king.bitboard()),
            out_of_reach,
            out_of_reach - self.knight_hits - knight_spread(self.knight_hits),
            self.forks(),
        ]
        .map(count)
    }

    fn weak_king_to_own_corner(&self) -> u8 {
        let is_dark = same_color(self.bishop).has(Square::A1);
        let corners = if is_dark { DARK_CORNERS } else { LIGHT_CORNERS };
        let [near, far] = corners.map(|corner| distance(self.weak_king, corner));
        near.min(far)
    }

    fn weak_is_checked(&self) -> bool {
        (self.bishop_hits | self.knight_hits).has(self.weak_king)
    }

    fn mover_is_in_check(&self) -> bool {
        if self.to_move == Side::Strong { self.horse_hits.has(self.king) } else { self.weak_is_checked() }
    }

    fn attackers(&self) -> u8 {
        [self.king_zone, self.bishop_hits, self.knight_hits].map(|set| flag(set.has(self.horse))).iter().sum()
    }

    fn horse_is_guarded(&self) -> bool {
        self.bare_zone.has(self.horse)
    }

    fn bishop_is_guarded(&self) -> bool {
        (self.king_zone | self.knight_hits).has(self.bishop)
    }

    fn knight_is_guarded(&self) -> bool {
        (self.king_zone | self.bishop_hits).has(self.knight)
    }

    fn is_pinned(&self) -> bool {
        let line = get_between_rays(self.bishop, self.weak_king);
        self.bishop_hits.has(self.horse) && line & self.occupied == self.horse.bitboard()
    }

    /// What the mover can take, and what the other side could take: 0 nothing, 1 a piece for a
    /// piece, 2 a piece for nothing.
    #[inline(never)]
    fn takes(&self) -> [u8; 2] {
        let by_strong = match (self.attackers(), self.horse_is_guarded()) {
            (0, _) => 0,
            (1, true) if self.king_zone.has(self.horse) => 0,
            (_, true) => 1,
            _ => 2,
        };
        let checked_by = [self.bishop_hits, self.knight_hits].map(|hits| hits.has(self.weak_king));
        let is_pinned = self.is_pinned();
        // The horse may take a checking piece, or anything if there is no check.
        let takes = |square: Square, is_guarded: bool, gives_check: bool| {
            let may = checked_by == [false; 2] || (gives_check && checked_by != [true; 2]);
            let by_horse = self.horse_hits.has(square) && !is_pinned && may;
            let by_king = self.bare_zone.has(square) && !is_guarded;
            if (by_horse && !is_guarded) || by_king { 2 } else { u8::from(by_horse) }
        };
        let by_weak = takes(self.bishop, self.bishop_is_guarded(), checked_by[0]).max(takes(
            self.knight,
            self.knight_is_guarded(),
            checked_by[1],
        ));
        if self.to_move == Side::Strong { [by_strong, by_weak] } else { [by_weak, by_strong] }
    }

    /// Squares that the strong side attacks, with the bare king removed.
    fn denied(&self) -> BitBoard {
        let bishop_hits = get_bishop_moves(self.bishop, self.occupied - self.weak_king.bitboard());
        self.king_zone | self.knight_hits | bishop_hits
    }

    fn flight(&self) -> Flight {
        *self.flight.get_or_init(|| {
            let bishop_hits = get_bishop_moves(self.bishop, self.occupied - self.horse.bitboard());
            let danger = self.king_zone | self.knight_hits | bishop_hits;
            Flight { danger, safe: self.horse_hits - danger - self.weak_king.bitboard() }
        })
    }

    /// The safe squares among those that the horse attacks after a move.
    fn after(&self, hits: BitBoard) -> BitBoard {
        hits - self.flight().danger - self.weak_king.bitboard() - self.horse.bitboard()
    }

    fn forks(&self) -> BitBoard {
        let [bishop, king] = [self.bishop, self.king].map(get_knight_moves);
        self.flight().safe & ((bishop & king) | (bishop & self.knight_hits) | (king & self.knight_hits))
    }

    #[inline(never)]
    fn least_and_most(&self) -> [u8; 2] {
        let counts = || self.flight().safe.iter().map(|square| count(self.after(get_knight_moves(square))));
        [counts().min().unwrap_or(NO_MOVE), counts().max().unwrap_or(0)]
    }

    /// The moves of a piece of the strong side among the squares that it attacks.
    fn strong_moves(&self, hits: BitBoard) -> BitBoard {
        hits - self.bare_zone - self.horse_hits - self.minors() - self.king.bitboard()
    }

    /// Squares from which the bishop attacks the horse.
    fn bishops_that_hit(&self) -> BitBoard {
        get_bishop_moves(self.horse, self.occupied - self.bishop.bitboard())
    }

    /// Numbers of moves of knight, bishop and king that attack the horse. Safe knight moves never
    /// do, since the horse would attack the knight.
    fn hunts(&self) -> [u8; 3] {
        let by_bishop = self.strong_moves(self.bishop_hits) & self.bishops_that_hit();
        let by_king = self.strong_moves(self.king_zone) & get_king_moves(self.horse);
        [0, count(by_bishop), count(by_king)]
    }

    /// Of the strong side's moves that attack the horse: how many leave it no safe square, and the
    /// fewest squares that one leaves.
    #[inline(never)]
    fn traps(&self) -> [u8; 2] {
        let free = self.occupied - self.horse.bitboard();
        let flights = self.horse_hits - self.weak_king.bitboard();
        let (mut traps, mut fewest) = (0, NO_MOVE);
        let mut hunt = |hits: BitBoard| {
            if hits.has(self.horse) {
                let left = count(flights - hits);
                fewest = fewest.min(left);
                traps += flag(left == 0);
            }
        };
        // Only moves after which the horse is attacked.
        let when_hit = |hits: BitBoard, new_hits: BitBoard| {
            if hits.has(self.horse) { BitBoard::FULL } else { new_hits }
        };
        let (bishop, horse) = (self.bishop as u8, self.horse as u8);
        let is_on_diagonal = (bishop & 7).abs_diff(horse & 7) == (bishop >> 3).abs_diff(horse >> 3);
        let may_be_hit = is_on_diagonal || self.king_zone.has(self.horse);
        if may_be_hit {
            let lines = get_bishop_moves(self.bishop, free - self.knight.bitboard());
            for to in self.strong_moves(self.knight_hits) {
                // A knight that steps onto a line blocks it.
                let occupied = (free - self.knight.bitboard()) | to.bitboard();
                let by_bishop = if lines.has(to) { get_bishop_moves(self.bishop, occupied) } else { lines };
                hunt(get_knight_moves(to) | self.king_zone | by_bishop);
            }
        }
        let others = self.king_zone | self.knight_hits;
        for to in self.strong_moves(self.bishop_hits) & when_hit(others, self.bishops_that_hit()) {
            hunt(others | get_bishop_moves(to, (free - self.bishop.bitboard()) | to.bitboard()));
        }
        let others = self.knight_hits | get_bishop_moves(self.bishop, free);
        for to in self.strong_moves(self.king_zone) & when_hit(others, get_king_moves(self.horse)) {
            hunt(others | get_king_moves(to));
        }
        [traps, fewest]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_computed_where_their_names_are() {
        let names: Vec<_> = Kbnkn::GROUPS.iter().flat_map(|group| group.names).collect();
        let first = [SQUARES, DISTANCES, CONTACTS, GUARDS, MOVES, HUNTS].map(|first| *names[first]);
        assert_eq!(
            first,
            [
                "horse's side to move",
                "king to king",
                "mover in check",
                "men the horse hits",
                "king moves",
                "safe knight moves that hit the horse",
            ]
        );
        let alone = [TAKES, LEAST, TRAPS].map(|group| Kbnkn::GROUPS[group].names[0]);
        assert_eq!(
            alone,
            [
                "what the mover can take: nothing, for a piece, for nothing",
                "least safe moves after a safe horse move",
                "moves that trap the horse",
            ]
        );
    }
}
