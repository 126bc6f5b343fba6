//! Features of rook and pawn against rook.

use board::{
    BitBoard, Color, Piece, Square, get_between_rays, get_king_moves, get_pawn_attacks, get_rook_moves,
};

use super::features::{Ending, flag, offset};
use super::{Position, kpk_table};
use crate::Side;
use crate::geometry::{distance, path, pushes, queening_square, stop_square};

/// King, rook and pawn (strong) against king and rook.
pub struct Krpkr {
    to_move: Side,
    pawn: Square,
    king: Square,
    bare_king: Square,
    rook: Square,
    guard: Square,
    occupied: BitBoard,
    king_zone: BitBoard,
    bare_zone: BitBoard,
    pawn_hits: BitBoard,
    rook_hits: BitBoard,
    guard_hits: BitBoard,
}

impl Ending for Krpkr {
    const MEN: &'static [(Side, Piece)] = &[
        (Side::Strong, Piece::Pawn),
        (Side::Strong, Piece::King),
        (Side::Weak, Piece::King),
        (Side::Strong, Piece::Rook),
        (Side::Weak, Piece::Rook),
    ];

    // "King" and "rook" are the pawn's; "bare king" and "guard" are the king and the rook of the other side.
    const GROUPS: &'static [&'static [&'static str]] = &[
        &[
            "guard's side to move",
            "pawn file",
            "pawn rank",
            "king file",
            "king rank",
            "bare king file",
            "bare king rank",
            "rook file",
            "rook rank",
            "guard file",
            "guard rank",
        ],
        &[
            "king files beside pawn",
            "king ranks ahead of pawn",
            "bare king files beside pawn",
            "bare king ranks ahead of pawn",
            "rook files beside pawn",
            "rook ranks ahead of pawn",
            "guard files beside pawn",
            "guard ranks ahead of pawn",
            "guard files beside king",
            "guard ranks ahead of king",
            "bare king files beside king",
            "rook files beside bare king",
            "rook ranks ahead of bare king",
        ],
        &[
            "king to pawn",
            "king to queening square",
            "bare king to pawn",
            "bare king to queening square",
            "king to king",
            "king to rook",
            "king to guard",
            "bare king to rook",
            "bare king to guard",
            "queening race: bare king to queening square less pushes",
        ],
        &[
            "mover in check",
            "what the pawn's side can take: nothing, rooks off and drawn, rooks off and won, guard for nothing",
            "what the other side can take: nothing, rooks off and lost, rooks off and drawn, pawn, rook for nothing",
            "rook attacked less guarded",
            "guard attacked less guarded",
            "attackers of the pawn",
            "guards of the pawn",
        ],
        &[
            "safe guard moves",
            "safe guard checks",
            "safe rook moves",
            "safe rook checks",
            "bare king moves",
            "king moves",
        ],
        &[
            "path squares king covers",
            "path squares bare king covers",
            "path squares guard hits",
            "stop square: free, own man, bare king, guard",
            "pushes before trouble",
            "rook line: file behind, file ahead, rank",
            "guard line: file behind, file ahead, rank",
            "pawn wins without rooks, its side to move",
            "pawn wins without rooks, the other side to move",
        ],
        &[
            "rook moves that skewer or fork king and guard",
            "guard moves that skewer or fork king and rook",
            "guard moves that check and hit the pawn",
            "safe guard moves that hit the pawn",
            "safe guard moves that hit the path",
            "safe guard checks from afar",
            "safe rook moves that hit the guard",
        ],
    ];

    #[inline]
    fn new(position: &Position) -> Self {
        let [pawn, king, bare_king, rook, guard] = [0, 1, 2, 3, 4].map(|man| position.square(man));
        let occupied = [pawn, king, bare_king, rook, guard]
            .into_iter()
            .fold(BitBoard::EMPTY, |set, s| set | s.bitboard());
        Self {
            to_move: position.to_move,
            pawn,
            king,
            bare_king,
            rook,
            guard,
            occupied,
            king_zone: get_king_moves(king),
            bare_zone: get_king_moves(bare_king),
            pawn_hits: get_pawn_attacks(pawn, Color::White),
            rook_hits: get_rook_moves(rook, occupied),
            guard_hits: get_rook_moves(guard, occupied),
        }
    }

    fn group(&self, group: usize, values: &mut [u8]) {
        match group {
            0 => values.copy_from_slice(&self.squares()),
            1 => values.copy_from_slice(&self.offsets()),
            2 => values.copy_from_slice(&self.distances()),
            3 => values.copy_from_slice(&self.contacts()),
            4 => values.copy_from_slice(&self.moves()),
            5 => values.copy_from_slice(&self.lines()),
            _ => values.copy_from_slice(&self.threats()),
        }
    }
}

impl Krpkr {
    fn squares(&self) -> [u8; 11] {
        let [pawn, king, bare, rook, guard] =
            [self.pawn, self.king, self.bare_king, self.rook, self.guard].map(|s| s as u8);
        [
            flag(self.to_move == Side::Weak),
            pawn & 7,
            pawn >> 3,
            king & 7,
            king >> 3,
            bare & 7,
            bare >> 3,
            rook & 7,
            rook >> 3,
            guard & 7,
            guard >> 3,
        ]
    }

    fn offsets(&self) -> [u8; 13] {
        let [pawn, king, bare, rook, guard] =
            [self.pawn, self.king, self.bare_king, self.rook, self.guard].map(|s| s as u8);
        let files = |a: u8, b: u8| offset(a & 7, b & 7);
        let ranks = |a: u8, b: u8| offset(a >> 3, b >> 3);
        [
            files(king, pawn),
            ranks(king, pawn),
            files(bare, pawn),
            ranks(bare, pawn),
            files(rook, pawn),
            ranks(rook, pawn),
            files(guard, pawn),
            ranks(guard, pawn),
            files(guard, king),
            ranks(guard, king),
            files(bare, king),
            files(rook, bare),
            ranks(rook, bare),
        ]
    }

    fn distances(&self) -> [u8; 10] {
        let queening = queening_square(self.pawn);
        let bare_to_queening = distance(self.bare_king, queening);
        [
            distance(self.king, self.pawn),
            distance(self.king, queening),
            distance(self.bare_king, self.pawn),
            bare_to_queening,
            distance(self.king, self.bare_king),
            distance(self.king, self.rook),
            distance(self.king, self.guard),
            distance(self.bare_king, self.rook),
            distance(self.bare_king, self.guard),
            offset(bare_to_queening, pushes(self.pawn)),
        ]
    }

    fn contacts(&self) -> [u8; 7] {
        let strong_checked = self.guard_hits.has(self.king);
        let weak_checked = self.rook_hits.has(self.bare_king) || self.pawn_hits.has(self.bare_king);
        let in_check = if self.to_move == Side::Strong { strong_checked } else { weak_checked };
        let has = |set: BitBoard, square: Square| u8::from(set.has(square));
        let rook_attackers = has(self.guard_hits, self.rook) + has(self.bare_zone, self.rook);
        let rook_guards = has(self.king_zone, self.rook) + has(self.pawn_hits, self.rook);
        let guard_attackers = has(self.rook_hits, self.guard)
            + has(self.king_zone, self.guard)
            + has(self.pawn_hits, self.guard);
        let guard_guards = has(self.bare_zone, self.guard);
        let pawn_attackers = has(self.guard_hits, self.pawn) + has(self.bare_zone, self.pawn);
        let pawn_guards = has(self.rook_hits, self.pawn) + has(self.king_zone, self.pawn);
        let standing = |attackers: u8, guards: u8| if attackers == 0 { 0 } else { 3 + attackers - guards };
        [
            flag(in_check),
            self.strong_takes(),
            self.weak_takes(),
            standing(rook_attackers, rook_guards),
            standing(guard_attackers, guard_guards),
            pawn_attackers,
            pawn_guards,
        ]
    }

    /// 0 nothing, 1 rooks come off and the pawn ending is drawn, 2 it is won, 3 the guard is lost for nothing.
    fn strong_takes(&self) -> u8 {
        let guarded = self.bare_zone.has(self.guard);
        let by_king = self.king_zone.has(self.guard) && !guarded;
        let by_pawn = self.pawn_hits.has(self.guard);
        let by_rook = self.rook_hits.has(self.guard);
        let mut best = 0;
        if by_pawn || (by_rook && !guarded) {
            best = 3;
        }
        if by_rook && guarded {
            let is_won = kpk_table::is_won(self.pawn, self.king, self.guard, Side::Strong);
            best = best.max(1 + u8::from(is_won));
        }
        if by_king {
            let loses_rook = self.bare_zone.has(self.rook)
                && !self.pawn_hits.has(self.rook)
                && distance(self.guard, self.rook) > 1;
            let is_won = !loses_rook || kpk_table::is_won(self.pawn, self.guard, self.rook, Side::Strong);
            best = best.max(if loses_rook { 1 + u8::from(is_won) } else { 3 });
        }
        best
    }

    /// 0 nothing, 1 rooks come off and the pawn ending is lost, 2 it is drawn, 3 the pawn can be taken, 4 the rook is lost for
    /// nothing.
    fn weak_takes(&self) -> u8 {
        let by_rook_check = self.rook_hits.has(self.bare_king);
        let by_pawn_check = self.pawn_hits.has(self.bare_king);
        let xray = get_rook_moves(self.rook, self.occupied - self.guard.bitboard());
        let is_pinned = !by_rook_check
            && self.rook_hits.has(self.guard)
            && xray.has(self.bare_king)
            && get_between_rays(self.rook, self.bare_king).has(self.guard);
        let rook_guarded = self.king_zone.has(self.rook) || self.pawn_hits.has(self.rook);
        let pawn_guarded = self.king_zone.has(self.pawn) || self.rook_hits.has(self.pawn);
        let mut best = 0;
        if self.bare_zone.has(self.rook) && !rook_guarded {
            best = 4;
        }
        if self.guard_hits.has(self.rook) && !by_pawn_check {
            if rook_guarded {
                let by_king = self.king_zone.has(self.rook)
                    && !kpk_table::is_won(self.pawn, self.rook, self.bare_king, Side::Weak);
                let by_pawn = !self.pawn_hits.has(self.rook)
                    || (self.rook.rank() as u8 != 7
                        && !kpk_table::is_won(self.rook, self.king, self.bare_king, Side::Weak));
                let is_drawn = by_pawn && (by_king || !self.king_zone.has(self.rook));
                best = best.max(1 + u8::from(is_drawn));
            } else {
                best = 4;
            }
        }
        let king_takes_pawn = self.bare_zone.has(self.pawn) && !pawn_guarded;
        let guard_takes_pawn =
            self.guard_hits.has(self.pawn) && !pawn_guarded && !is_pinned && !by_rook_check;
        if king_takes_pawn || guard_takes_pawn {
            best = best.max(3);
        }
        best
    }

    /// Squares the pawn's side hits, the guard out of the way.
    fn strong_danger(&self) -> BitBoard {
        self.king_zone | self.pawn_hits | get_rook_moves(self.rook, self.occupied - self.guard.bitboard())
    }

    /// Squares the other side hits, the rook out of the way.
    fn weak_danger(&self) -> BitBoard {
        self.bare_zone | get_rook_moves(self.guard, self.occupied - self.rook.bitboard())
    }

    fn safe_guard_moves(&self) -> BitBoard {
        self.guard_hits - self.strong_danger() - self.bare_king.bitboard()
    }

    fn safe_rook_moves(&self) -> BitBoard {
        self.rook_hits - self.weak_danger() - self.king.bitboard() - self.pawn.bitboard()
    }

    fn moves(&self) -> [u8; 6] {
        let guard_checks = get_rook_moves(self.king, self.occupied - self.guard.bitboard());
        let rook_checks = get_rook_moves(self.bare_king, self.occupied - self.rook.bitboard());
        let (safe_guard, safe_rook) = (self.safe_guard_moves(), self.safe_rook_moves());
        let seen_by_rook = get_rook_moves(self.rook, self.occupied - self.bare_king.bitboard());
        let bare_moves =
            self.bare_zone - self.king_zone - self.pawn_hits - seen_by_rook - self.guard.bitboard();
        let seen_by_guard = get_rook_moves(self.guard, self.occupied - self.king.bitboard());
        let king_moves =
            self.king_zone - self.bare_zone - seen_by_guard - self.rook.bitboard() - self.pawn.bitboard();
        [safe_guard, safe_guard & guard_checks, safe_rook, safe_rook & rook_checks, bare_moves, king_moves]
            .map(|set| set.len() as u8)
    }

    fn lines(&self) -> [u8; 9] {
        let path = path(self.pawn);
        let stop = stop_square(self.pawn);
        let blocker =
            [self.king, self.rook, self.bare_king, self.guard].into_iter().position(|man| man == stop);
        let mut free = 0;
        let cover = self.king_zone | self.rook_hits;
        for square in path {
            let attacked = self.bare_zone.has(square) || self.guard_hits.has(square);
            if self.occupied.has(square) || (attacked && !cover.has(square)) {
                break;
            }
            free += 1;
        }
        let line = |man: Square, hits: BitBoard| match (hits.has(self.pawn), man as u8, self.pawn as u8) {
            (false, ..) => 0,
            (true, man, pawn) if man & 7 != pawn & 7 => 3,
            (true, man, pawn) => 1 + u8::from(man > pawn),
        };
        let is_won = |to_move| kpk_table::is_won(self.pawn, self.king, self.bare_king, to_move);
        [
            (path & self.king_zone).len() as u8,
            (path & self.bare_zone).len() as u8,
            (path & self.guard_hits).len() as u8,
            blocker.map_or(0, |man| [1, 1, 2, 3][man]),
            free,
            line(self.rook, self.rook_hits),
            line(self.guard, self.guard_hits),
            flag(is_won(Side::Strong)),
            flag(is_won(Side::Weak)),
        ]
    }

    fn threats(&self) -> [u8; 7] {
        let (safe_guard, safe_rook) = (self.safe_guard_moves(), self.safe_rook_moves());
        let guard_out = self.occupied - self.guard.bitboard();
        let rook_out = self.occupied - self.rook.bitboard();
        let guard_checks = safe_guard & get_rook_moves(self.king, guard_out);
        let rook_checks = safe_rook & get_rook_moves(self.bare_king, rook_out);
        // A check that hits, past the king too, what is not guarded by him or the pawn.
        let mut rook_wins = 0;
        for square in rook_checks {
            let hits = get_rook_moves(square, rook_out - self.bare_king.bitboard());
            rook_wins += u8::from(hits.has(self.guard) && !self.bare_zone.has(self.guard));
        }
        let (mut guard_wins, mut pawn_wins) = (0, 0);
        for square in guard_checks {
            let hits = get_rook_moves(square, guard_out - self.king.bitboard());
            let is_loose = !self.pawn_hits.has(self.rook);
            guard_wins += u8::from(hits.has(self.rook) && is_loose && !self.king_zone.has(self.rook));
            pawn_wins += u8::from(hits.has(self.pawn));
        }
        let path = path(self.pawn);
        let hits_pawn = safe_guard & get_rook_moves(self.pawn, guard_out);
        let rank_lines = get_rook_moves(stop_square(self.pawn), guard_out);
        let hits_path =
            safe_guard & (rank_lines | path | get_rook_moves(queening_square(self.pawn), guard_out));
        let near = self.king_zone.iter().fold(self.king_zone, |set, s| set | get_king_moves(s));
        let hits_guard = safe_rook & get_rook_moves(self.guard, rook_out);
        [
            rook_wins,
            guard_wins,
            pawn_wins,
            hits_pawn.len() as u8,
            hits_path.len() as u8,
            (guard_checks - near).len() as u8,
            hits_guard.len() as u8,
        ]
    }
}
