//! Features of bishop and knight against knight.

use board::{BitBoard, Piece, Square, get_between_rays, get_bishop_moves, get_king_moves, get_knight_moves};

use super::Position;
use super::features::{Ending, Group, flag, offset, put};
use crate::Side;
use crate::geometry::{distance, same_color};

/// King, bishop and knight (strong) against king and knight.
pub struct Kbnkn {
    to_move: Side,
    king: Square,
    bishop: Square,
    knight: Square,
    bare_king: Square,
    horse: Square,
    occupied: BitBoard,
    king_zone: BitBoard,
    bishop_hits: BitBoard,
    knight_hits: BitBoard,
    bare_zone: BitBoard,
    horse_hits: BitBoard,
}

impl Ending for Kbnkn {
    const MEN: &'static [(Side, Piece)] = &[
        (Side::Strong, Piece::King),
        (Side::Weak, Piece::King),
        (Side::Strong, Piece::Bishop),
        (Side::Strong, Piece::Knight),
        (Side::Weak, Piece::Knight),
    ];

    // "Horse" is the lone knight, "its king" the lone knight's king.
    const GROUPS: &'static [Group] = &[
        Group::of_all(&[
            "horse's side to move",
            "king file",
            "king rank",
            "its king file",
            "its king rank",
            "horse file",
            "horse rank",
            "its king's distance from the edge",
            "its king's distance from a corner",
            "its king's distance from a corner of the bishop's color",
            "horse's distance from the edge",
            "horse's distance from a corner",
            "its king is on the bishop's color",
            "horse is on the bishop's color",
        ]),
        Group::of_all(&[
            "king to king",
            "king to horse",
            "its king to horse",
            "knight to horse",
            "bishop to horse",
            "knight to its king",
            "bishop to its king",
            "king to bishop",
            "king to knight",
            "how much nearer its king is to the horse",
        ]),
        Group::of_all(&[
            "mover in check",
            "attackers of the horse",
            "horse guarded",
            "horse pinned",
            "what the mover can take: nothing, for a piece, for nothing",
            "what the other side could take",
            "men the horse hits",
            "bishop guarded",
            "knight guarded",
        ]),
        Group::of_all(&[
            "king moves",
            "its king's moves",
            "safe horse moves",
            "squares around its king it may not enter",
        ]),
        Group::of_all(&[
            "safe horse squares after two moves",
            "safe horse moves to its king's side",
            "safe horse moves that hit a man or the king",
            "safe horse moves out of the king's reach",
            "safe horse moves out of the king's and knight's reach in two",
            "safe horse moves that fork",
            "least safe moves after a safe horse move",
            "most safe moves after a safe horse move",
        ]),
        Group::of_all(&[
            "safe knight moves that hit the horse",
            "safe bishop moves that hit the horse",
            "king moves that hit the horse",
            "moves that trap the horse",
            "fewest safe squares a move leaves to the attacked horse",
        ]),
    ];

    #[inline]
    fn new(position: &Position) -> Self {
        let [king, bare_king, bishop, knight, horse] = [0, 1, 2, 3, 4].map(|man| position.square(man));
        let occupied = [king, bare_king, bishop, knight, horse]
            .into_iter()
            .fold(BitBoard::EMPTY, |set, s| set | s.bitboard());
        Self {
            to_move: position.to_move,
            king,
            bishop,
            knight,
            bare_king,
            horse,
            occupied,
            king_zone: get_king_moves(king),
            bishop_hits: get_bishop_moves(bishop, occupied),
            knight_hits: get_knight_moves(knight),
            bare_zone: get_king_moves(bare_king),
            horse_hits: get_knight_moves(horse),
        }
    }

    fn group(&self, group: usize, values: &mut [u8]) {
        match group {
            0 => put(values, self.squares()),
            1 => put(values, self.distances()),
            2 => put(values, self.contacts()),
            3 => put(values, self.moves()),
            4 => put(values, self.flights()),
            _ => put(values, self.hunts()),
        }
    }
}

/// Distance from the nearest edge.
fn to_edge(square: Square) -> u8 {
    let (file, rank) = (square as u8 & 7, square as u8 >> 3);
    file.min(7 - file).min(rank.min(7 - rank))
}

/// King moves to the nearest corner among `corners`.
fn to_corner(square: Square, corners: &[Square]) -> u8 {
    corners.iter().map(|&corner| distance(square, corner)).min().unwrap_or(0)
}

const DARK: [Square; 2] = [Square::A1, Square::H8];
const LIGHT: [Square; 2] = [Square::A8, Square::H1];

impl Kbnkn {
    fn squares(&self) -> [u8; 14] {
        let [king, bare, horse] = [self.king, self.bare_king, self.horse].map(|s| s as u8);
        let own = same_color(self.bishop);
        let own_corners = if own.has(Square::A1) { &DARK } else { &LIGHT };
        let corner = |square| to_corner(square, &DARK).min(to_corner(square, &LIGHT));
        [
            flag(self.to_move == Side::Weak),
            king & 7,
            king >> 3,
            bare & 7,
            bare >> 3,
            horse & 7,
            horse >> 3,
            to_edge(self.bare_king),
            corner(self.bare_king),
            to_corner(self.bare_king, own_corners),
            to_edge(self.horse),
            corner(self.horse),
            flag(own.has(self.bare_king)),
            flag(own.has(self.horse)),
        ]
    }

    fn distances(&self) -> [u8; 10] {
        let (attacker, owner) = (distance(self.king, self.horse), distance(self.bare_king, self.horse));
        [
            distance(self.king, self.bare_king),
            attacker,
            owner,
            distance(self.knight, self.horse),
            distance(self.bishop, self.horse),
            distance(self.knight, self.bare_king),
            distance(self.bishop, self.bare_king),
            distance(self.king, self.bishop),
            distance(self.king, self.knight),
            offset(attacker, owner),
        ]
    }

    /// Squares the strong side hits, the horse out of the way.
    fn danger(&self) -> BitBoard {
        self.king_zone
            | self.knight_hits
            | get_bishop_moves(self.bishop, self.occupied - self.horse.bitboard())
    }

    fn is_pinned(&self) -> bool {
        let line = get_between_rays(self.bishop, self.bare_king);
        self.bishop_hits.has(self.horse)
            && line.has(self.horse)
            && get_bishop_moves(self.bishop, self.occupied - self.horse.bitboard()).has(self.bare_king)
    }

    fn contacts(&self) -> [u8; 9] {
        let hits = |set: BitBoard, square| u8::from(set.has(square));
        let attackers = hits(self.king_zone, self.horse)
            + hits(self.bishop_hits, self.horse)
            + hits(self.knight_hits, self.horse);
        let (strong_checked, weak_checked) =
            (self.horse_hits.has(self.king), (self.bishop_hits | self.knight_hits).has(self.bare_king));
        let in_check = if self.to_move == Side::Strong { strong_checked } else { weak_checked };
        let is_pinned = self.is_pinned();
        let horse_guarded = self.bare_zone.has(self.horse);
        let bishop_guarded = self.king_zone.has(self.bishop) || self.knight_hits.has(self.bishop);
        let knight_guarded = self.king_zone.has(self.knight) || self.bishop_hits.has(self.knight);
        let by_strong = match (attackers, horse_guarded) {
            (0, _) => 0,
            (1, true) if self.king_zone.has(self.horse) => 0,
            (_, true) => 1,
            _ => 2,
        };
        // The horse may take a checker, or anything when there is no check.
        let takes = |square: Square, is_guarded: bool, gives_check: bool| {
            let may = !weak_checked
                || (gives_check
                    && !(self.bishop_hits.has(self.bare_king) && self.knight_hits.has(self.bare_king)));
            let by_horse = self.horse_hits.has(square) && !is_pinned && may;
            let by_king = self.bare_zone.has(square) && !is_guarded;
            if (by_horse && !is_guarded) || by_king { 2 } else { u8::from(by_horse) }
        };
        let by_weak = takes(self.bishop, bishop_guarded, self.bishop_hits.has(self.bare_king)).max(takes(
            self.knight,
            knight_guarded,
            self.knight_hits.has(self.bare_king),
        ));
        let (mine, other) =
            if self.to_move == Side::Strong { (by_strong, by_weak) } else { (by_weak, by_strong) };
        let men = self.king.bitboard() | self.bishop.bitboard() | self.knight.bitboard();
        [
            flag(in_check),
            attackers,
            flag(horse_guarded),
            flag(is_pinned),
            mine,
            other,
            (self.horse_hits & men).len() as u8,
            flag(bishop_guarded),
            flag(knight_guarded),
        ]
    }

    fn moves(&self) -> [u8; 4] {
        let own = self.bishop.bitboard() | self.knight.bitboard();
        let king_moves = self.king_zone - self.bare_zone - self.horse_hits - own;
        let seen = self.king_zone
            | self.knight_hits
            | get_bishop_moves(self.bishop, self.occupied - self.bare_king.bitboard());
        let bare_moves = self.bare_zone - seen - self.horse.bitboard();
        [king_moves, bare_moves, self.safe_moves(), self.bare_zone & seen].map(|set| set.len() as u8)
    }

    fn safe_moves(&self) -> BitBoard {
        self.horse_hits - self.danger() - self.bare_king.bitboard()
    }

    fn flights(&self) -> [u8; 8] {
        let safe = self.safe_moves();
        let danger = self.danger();
        let men = self.bishop.bitboard() | self.knight.bitboard();
        let king_reach = self.king_zone.iter().fold(self.king_zone, |set, s| set | get_king_moves(s));
        let knight_reach = self.knight_hits.iter().fold(self.knight_hits, |set, s| set | get_knight_moves(s));
        let (mut second, mut counter, mut forks, mut least, mut most) = (BitBoard::EMPTY, 0, 0, 9, 0);
        for square in safe {
            let hits = get_knight_moves(square);
            let next = hits - danger - self.bare_king.bitboard() - self.horse.bitboard();
            second |= next;
            least = least.min(next.len() as u8);
            most = most.max(next.len() as u8);
            let targets = (hits & (men | self.king.bitboard())).len();
            counter += u8::from(targets > 0);
            forks += u8::from(targets > 1);
        }
        [
            second.len() as u8,
            (safe & self.bare_zone).len() as u8,
            counter,
            (safe - king_reach).len() as u8,
            (safe - king_reach - knight_reach).len() as u8,
            forks,
            least,
            most,
        ]
    }

    fn is_on_bishops_diagonal(&self) -> bool {
        let (bishop, horse) = (self.bishop as u8, self.horse as u8);
        (bishop & 7).abs_diff(horse & 7) == (bishop >> 3).abs_diff(horse >> 3)
    }

    /// What the strong side's next move can do to the horse.
    fn hunts(&self) -> [u8; 5] {
        let safe_from_weak = |to: BitBoard| to - self.bare_zone - self.horse_hits;
        let own = self.king.bitboard() | self.bishop.bitboard() | self.knight.bitboard();
        let free = self.occupied - self.horse.bitboard();
        let flights = self.horse_hits - self.bare_king.bitboard();
        let (mut counts, mut traps, mut fewest) = ([0u8; 3], 0, 9);
        let mut hunt = |kind: usize, hits: BitBoard, others: BitBoard| {
            let all = hits | others;
            if !all.has(self.horse) {
                return;
            }
            counts[kind] += u8::from(hits.has(self.horse));
            let left = (flights - all).len() as u8;
            fewest = fewest.min(left);
            traps += u8::from(left == 0);
        };
        // Moves after which nothing hits the horse are not looked at.
        let knights_that_hit = if self.king_zone.has(self.horse) || self.is_on_bishops_diagonal() {
            !BitBoard::EMPTY
        } else {
            self.horse_hits
        };
        for to in (safe_from_weak(self.knight_hits) - own) & knights_that_hit {
            let occupied = (free - self.knight.bitboard()) | to.bitboard();
            let others = self.king_zone | get_bishop_moves(self.bishop, occupied);
            hunt(0, get_knight_moves(to), others);
        }
        let others = self.king_zone | self.knight_hits;
        let bishops_that_hit = if others.has(self.horse) {
            !BitBoard::EMPTY
        } else {
            get_bishop_moves(self.horse, free - self.bishop.bitboard())
        };
        for to in (safe_from_weak(self.bishop_hits) - own) & bishops_that_hit {
            let occupied = (free - self.bishop.bitboard()) | to.bitboard();
            hunt(1, get_bishop_moves(to, occupied), others);
        }
        let others = self.knight_hits | get_bishop_moves(self.bishop, free);
        let kings_that_hit =
            if others.has(self.horse) { !BitBoard::EMPTY } else { get_king_moves(self.horse) };
        for to in (safe_from_weak(self.king_zone) - own) & kings_that_hit {
            hunt(2, get_king_moves(to), others);
        }
        [counts[0], counts[1], counts[2], traps, fewest]
    }
}
