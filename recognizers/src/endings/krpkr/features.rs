//! Features of rook and pawn against rook.

use std::cell::OnceCell;

use board::sets::distance;
use board::{
    BitBoard, Color, Piece, Square, get_between_rays, get_king_moves, get_pawn_attacks, get_rook_moves,
};

use crate::endings::kpk::table;
use crate::geometry::{path, pushes, queening_square, stop_square};
use crate::mined::features::{Ending, Group, Plan, count, file, flag, offset, put, rank};
use crate::mined::{MinedTable, Phrase, Position};
use crate::rule::Side;

// Pieces by bit, in the order of `MEN`.
const PAWN: u8 = 1;
const KING: u8 = 2;
const WEAK_KING: u8 = 4;
const ROOK: u8 = 8;
const GUARD: u8 = 16;

/// King, rook and pawn (strong) against king and rook.
pub(in crate::endings) struct Krpkr {
    to_move: Side,
    pawn: Square,
    king: Square,
    weak_king: Square,
    rook: Square,
    guard: Square,
    occupied: BitBoard,
    king_zone: BitBoard,
    bare_zone: BitBoard,
    pawn_hits: BitBoard,
    rook_hits: BitBoard,
    guard_hits: BitBoard,
    rook_moves: OnceCell<RookMoves>,
}

/// Safe moves and checks of the rooks.
#[derive(Clone, Copy)]
struct RookMoves {
    safe_guard: BitBoard,
    guard_checks: BitBoard,
    safe_rook: BitBoard,
    rook_checks: BitBoard,
}

/// The mined table of KRPvKR.
pub(in crate::endings) static TABLE: MinedTable<Krpkr> = MinedTable::embedded(&data::KRPKR);

impl Krpkr {
    /// The pieces, the lead first.
    const MEN: &'static [(Side, Piece)] = &[
        (Side::Strong, Piece::Pawn),
        (Side::Strong, Piece::King),
        (Side::Weak, Piece::King),
        (Side::Strong, Piece::Rook),
        (Side::Weak, Piece::Rook),
    ];

    // "King" and "rook" are the pawn's; "bare king" and "guard" are the king and the rook of the
    // other side.
    const GROUPS: &'static [Group] = &[
        Group::of(PAWN, &["guard's side to move", "pawn file", "pawn rank"]),
        Group::of(KING, &["king file", "king rank"]),
        Group::of(WEAK_KING, &["bare king file", "bare king rank"]),
        Group::of(ROOK, &["rook file", "rook rank"]),
        Group::of(GUARD, &["guard file", "guard rank"]),
        Group::of(KING | PAWN, &["king files beside pawn", "king ranks ahead of pawn"]),
        Group::of(WEAK_KING | PAWN, &["bare king files beside pawn", "bare king ranks ahead of pawn"]),
        Group::of(ROOK | PAWN, &["rook files beside pawn", "rook ranks ahead of pawn"]),
        Group::of(GUARD | PAWN, &["guard files beside pawn", "guard ranks ahead of pawn"]),
        Group::of(GUARD | KING, &["guard files beside king", "guard ranks ahead of king"]),
        Group::of(WEAK_KING | KING, &["bare king files beside king"]),
        Group::of(ROOK | WEAK_KING, &["rook files beside bare king", "rook ranks ahead of bare king"]),
        Group::of(KING | PAWN, &["king to pawn", "king to queening square"]),
        Group::of(WEAK_KING | PAWN, &["bare king to pawn", "bare king to queening square"]),
        Group::of(KING | WEAK_KING, &["king to king"]),
        Group::of(KING | ROOK, &["king to rook"]),
        Group::of(KING | GUARD, &["king to guard"]),
        Group::of(WEAK_KING | ROOK, &["bare king to rook"]),
        Group::of(WEAK_KING | GUARD, &["bare king to guard"]),
        Group::of(WEAK_KING | PAWN, &["queening race: bare king to queening square less pushes"]),
        Group::of_all(&["mover in check"]),
        Group::of_all(&[
            "what the pawn's side can take: nothing, rooks off and drawn, rooks off and won, guard for nothing",
        ]),
        Group::of_all(&[
            "what the other side can take: nothing, rooks off and lost, rooks off and drawn, pawn, rook for nothing",
        ]),
        Group::of_all(&["rook attacked less guarded", "guard attacked less guarded"]),
        Group::of_all(&["attackers of the pawn", "guards of the pawn"]),
        Group::of_all(&["safe guard moves"]),
        Group::of_all(&["safe guard checks"]),
        Group::of_all(&["safe rook moves"]),
        Group::of_all(&["safe rook checks"]),
        Group::of_all(&["bare king moves"]),
        Group::of_all(&["king moves"]),
        Group::of(KING | PAWN, &["path squares king covers"]),
        Group::of(WEAK_KING | PAWN, &["path squares bare king covers"]),
        Group::of_all(&["path squares guard hits"]),
        Group::of_all(&["stop square: free, own man, bare king, guard"]),
        Group::of_all(&["pushes before trouble"]),
        Group::of_all(&[
            "rook line: file behind, file ahead, rank",
            "guard line: file behind, file ahead, rank",
        ]),
        Group::of(
            PAWN | KING | WEAK_KING,
            &["pawn wins without rooks, its side to move", "pawn wins without rooks, the other side to move"],
        ),
        Group::of_all(&["rook moves that skewer or fork king and guard"]),
        Group::of_all(&[
            "guard moves that skewer or fork king and rook",
            "guard moves that check and hit the pawn",
        ]),
        Group::of_all(&["safe guard moves that hit the pawn"]),
        Group::of_all(&["safe guard moves that hit the path"]),
        Group::of_all(&["safe guard checks from afar"]),
        Group::of_all(&["safe rook moves that hit the guard"]),
    ];

    const PLAN: Plan = Plan::new(Self::MEN, Self::GROUPS);
}

impl Ending for Krpkr {
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
        let [pawn, king, weak_king, rook, guard] = [0, 1, 2, 3, 4].map(|man| position.square(man));
        let occupied = [pawn, king, weak_king, rook, guard]
            .into_iter()
            .fold(BitBoard::EMPTY, |set, s| set | s.bitboard());
        Self {
            to_move: position.to_move,
            pawn,
            king,
            weak_king,
            rook,
            guard,
            occupied,
            king_zone: get_king_moves(king),
            bare_zone: get_king_moves(weak_king),
            pawn_hits: get_pawn_attacks(pawn, Color::White),
            rook_hits: get_rook_moves(rook, occupied),
            guard_hits: get_rook_moves(guard, occupied),
            rook_moves: OnceCell::new(),
        }
    }

    fn group(&self, group: usize, values: &mut [u8]) {
        match group {
            0 => put(values, [flag(self.to_move == Side::Weak), file(self.pawn), rank(self.pawn)]),
            1 => put(values, [file(self.king), rank(self.king)]),
            2 => put(values, [file(self.weak_king), rank(self.weak_king)]),
            3 => put(values, [file(self.rook), rank(self.rook)]),
            4 => put(values, [file(self.guard), rank(self.guard)]),
            5 => put(values, offsets(self.king, self.pawn)),
            6 => put(values, offsets(self.weak_king, self.pawn)),
            7 => put(values, offsets(self.rook, self.pawn)),
            8 => put(values, offsets(self.guard, self.pawn)),
            9 => put(values, offsets(self.guard, self.king)),
            10 => put(values, [offset(file(self.weak_king), file(self.king))]),
            11 => put(values, offsets(self.rook, self.weak_king)),
            12 => {
                put(
                    values,
                    [distance(self.king, self.pawn), distance(self.king, queening_square(self.pawn))],
                );
            }
            13 => put(values, [distance(self.weak_king, self.pawn), self.weak_king_to_queening()]),
            14 => put(values, [distance(self.king, self.weak_king)]),
            15 => put(values, [distance(self.king, self.rook)]),
            16 => put(values, [distance(self.king, self.guard)]),
            17 => put(values, [distance(self.weak_king, self.rook)]),
            18 => put(values, [distance(self.weak_king, self.guard)]),
            19 => put(values, [offset(self.weak_king_to_queening(), pushes(self.pawn))]),
            20 => put(values, [flag(self.mover_is_in_check())]),
            21 => put(values, [self.strong_takes()]),
            22 => put(values, [self.weak_takes()]),
            23 => put(values, self.standings()),
            24 => put(values, self.around_the_pawn()),
            25 => put(values, [count(self.rook_moves().safe_guard)]),
            26 => put(values, [count(self.rook_moves().guard_checks)]),
            27 => put(values, [count(self.rook_moves().safe_rook)]),
            28 => put(values, [count(self.rook_moves().rook_checks)]),
            29 => put(values, [count(self.weak_king_moves())]),
            30 => put(values, [count(self.king_moves())]),
            31 => put(values, [count(path(self.pawn) & self.king_zone)]),
            32 => put(values, [count(path(self.pawn) & self.bare_zone)]),
            33 => put(values, [count(path(self.pawn) & self.guard_hits)]),
            34 => put(values, [self.blocker()]),
            35 => put(values, [self.free_pushes()]),
            36 => put(values, [self.line(self.rook, self.rook_hits), self.line(self.guard, self.guard_hits)]),
            37 => put(values, self.without_rooks()),
            38 => put(values, [self.winning_rook_checks()]),
            39 => put(values, self.winning_guard_checks()),
            40 => put(values, [count(self.guard_moves_at_the_pawn())]),
            41 => put(values, [count(self.guard_moves_at_the_path())]),
            42 => put(values, [count(self.guard_checks_from_afar())]),
            _ => put(values, [count(self.rook_moves_at_the_guard())]),
        }
    }
}

fn offsets(a: Square, b: Square) -> [u8; 2] {
    [offset(file(a), file(b)), offset(rank(a), rank(b))]
}

impl Krpkr {
    fn weak_king_to_queening(&self) -> u8 {
        distance(self.weak_king, queening_square(self.pawn))
    }

    fn mover_is_in_check(&self) -> bool {
        match self.to_move {
            Side::Strong => self.guard_hits.has(self.king),
            Side::Weak => self.rook_hits.has(self.weak_king) || self.pawn_hits.has(self.weak_king),
        }
    }

    /// For rook and guard: attackers minus guards plus 3, or 0 if not attacked.
    fn standings(&self) -> [u8; 2] {
        let has = |set: BitBoard, square: Square| u8::from(set.has(square));
        let rook_attackers = has(self.guard_hits, self.rook) + has(self.bare_zone, self.rook);
        let rook_guards = has(self.king_zone, self.rook) + has(self.pawn_hits, self.rook);
        let guard_attackers = has(self.rook_hits, self.guard)
            + has(self.king_zone, self.guard)
            + has(self.pawn_hits, self.guard);
        let guard_guards = has(self.bare_zone, self.guard);
        let standing = |attackers: u8, guards: u8| if attackers == 0 { 0 } else { 3 + attackers - guards };
        [standing(rook_attackers, rook_guards), standing(guard_attackers, guard_guards)]
    }

    /// Attackers and guards of the pawn.
    fn around_the_pawn(&self) -> [u8; 2] {
        [[self.guard_hits, self.bare_zone], [self.rook_hits, self.king_zone]]
            .map(|sets| sets.into_iter().map(|set| u8::from(set.has(self.pawn))).sum())
    }

    /// 0 nothing, 1 rooks are exchanged and the pawn ending is drawn, 2 it is won, 3 the guard is
    /// lost for nothing.
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
            let is_won = table::is_won(self.pawn, self.king, self.guard, Side::Strong);
            best = best.max(1 + u8::from(is_won));
        }
        if by_king {
            let loses_rook = self.bare_zone.has(self.rook)
                && !self.pawn_hits.has(self.rook)
                && distance(self.guard, self.rook) > 1;
            let is_won = !loses_rook || table::is_won(self.pawn, self.guard, self.rook, Side::Strong);
            best = best.max(if loses_rook { 1 + u8::from(is_won) } else { 3 });
        }
        best
    }

    /// 0 nothing, 1 rooks are exchanged and the pawn ending is lost, 2 it is drawn, 3 the pawn can
    /// be taken, 4 the rook is lost for nothing.
    fn weak_takes(&self) -> u8 {
        let by_rook_check = self.rook_hits.has(self.weak_king);
        let by_pawn_check = self.pawn_hits.has(self.weak_king);
        let rook_guarded = self.king_zone.has(self.rook) || self.pawn_hits.has(self.rook);
        let pawn_guarded = self.king_zone.has(self.pawn) || self.rook_hits.has(self.pawn);
        let mut best = 0;
        if self.bare_zone.has(self.rook) && !rook_guarded {
            best = 4;
        }
        if self.guard_hits.has(self.rook) && !by_pawn_check {
            if rook_guarded {
                let by_king = self.king_zone.has(self.rook)
                    && !table::is_won(self.pawn, self.rook, self.weak_king, Side::Weak);
                let by_pawn = !self.pawn_hits.has(self.rook)
                    || (self.rook.rank() as u8 != 7
                        && !table::is_won(self.rook, self.king, self.weak_king, Side::Weak));
                let is_drawn = by_pawn && (by_king || !self.king_zone.has(self.rook));
                best = best.max(1 + u8::from(is_drawn));
            } else {
                best = 4;
            }
        }
        let king_takes_pawn = self.bare_zone.has(self.pawn) && !pawn_guarded;
        let guard_takes_pawn =
            self.guard_hits.has(self.pawn) && !pawn_guarded && !by_rook_check && !self.guard_is_pinned();
        if king_takes_pawn || guard_takes_pawn {
            best = best.max(3);
        }
        best
    }

    fn guard_is_pinned(&self) -> bool {
        let through = get_rook_moves(self.rook, self.occupied - self.guard.bitboard());
        self.rook_hits.has(self.guard)
            && through.has(self.weak_king)
            && get_between_rays(self.rook, self.weak_king).has(self.guard)
    }

    /// The rooks' moves to unattacked squares, with the moving rook removed.
    fn rook_moves(&self) -> RookMoves {
        *self.rook_moves.get_or_init(|| {
            let guard_out = self.occupied - self.guard.bitboard();
            let rook_out = self.occupied - self.rook.bitboard();
            let strong_danger = self.king_zone | self.pawn_hits | get_rook_moves(self.rook, guard_out);
            let weak_danger = self.bare_zone | get_rook_moves(self.guard, rook_out);
            let safe_guard = self.guard_hits - strong_danger - self.weak_king.bitboard();
            let safe_rook = self.rook_hits - weak_danger - self.king.bitboard() - self.pawn.bitboard();
            RookMoves {
                safe_guard,
                guard_checks: safe_guard & get_rook_moves(self.king, guard_out),
                safe_rook,
                rook_checks: safe_rook & get_rook_moves(self.weak_king, rook_out),
            }
        })
    }

    fn weak_king_moves(&self) -> BitBoard {
        let seen_by_rook = get_rook_moves(self.rook, self.occupied - self.weak_king.bitboard());
        self.bare_zone - self.king_zone - self.pawn_hits - seen_by_rook - self.guard.bitboard()
    }

    fn king_moves(&self) -> BitBoard {
        let seen_by_guard = get_rook_moves(self.guard, self.occupied - self.king.bitboard());
        self.king_zone - self.bare_zone - seen_by_guard - self.rook.bitboard() - self.pawn.bitboard()
    }

    fn blocker(&self) -> u8 {
        let stop = stop_square(self.pawn);
        let blocker =
            [self.king, self.rook, self.weak_king, self.guard].into_iter().position(|man| man == stop);
        blocker.map_or(0, |man| [1, 1, 2, 3][man])
    }

    fn free_pushes(&self) -> u8 {
        let cover = self.king_zone | self.rook_hits;
        let in_the_way = self.occupied | ((self.bare_zone | self.guard_hits) - cover);
        path(self.pawn).into_iter().take_while(|&square| !in_the_way.has(square)).count() as u8
    }

    fn line(&self, man: Square, hits: BitBoard) -> u8 {
        match (hits.has(self.pawn), file(man) == file(self.pawn)) {
            (false, _) => 0,
            (true, false) => 3,
            (true, true) => 1 + u8::from(man > self.pawn),
        }
    }

    fn without_rooks(&self) -> [u8; 2] {
        Side::ALL.map(|to_move| flag(table::is_won(self.pawn, self.king, self.weak_king, to_move)))
    }

    fn guard_out(&self) -> BitBoard {
        self.occupied - self.guard.bitboard()
    }

    fn rook_out(&self) -> BitBoard {
        self.occupied - self.rook.bitboard()
    }

    /// Number of checks that also attack an unprotected guard, through the king included.
    fn winning_rook_checks(&self) -> u8 {
        if self.bare_zone.has(self.guard) {
            return 0;
        }
        let occupied = self.rook_out() - self.weak_king.bitboard();
        let hits_guard = |&square: &Square| get_rook_moves(square, occupied).has(self.guard);
        self.rook_moves().rook_checks.into_iter().filter(hits_guard).count() as u8
    }

    /// Numbers of checks that also attack a rook that neither king nor pawn protects, through the
    /// king included, and that attack the pawn.
    fn winning_guard_checks(&self) -> [u8; 2] {
        let is_loose = !self.pawn_hits.has(self.rook) && !self.king_zone.has(self.rook);
        let occupied = self.guard_out() - self.king.bitboard();
        let (mut rook_wins, mut pawn_wins) = (0, 0);
        for square in self.rook_moves().guard_checks {
            let hits = get_rook_moves(square, occupied);
            rook_wins += u8::from(is_loose && hits.has(self.rook));
            pawn_wins += u8::from(hits.has(self.pawn));
        }
        [rook_wins, pawn_wins]
    }

    fn guard_moves_at_the_pawn(&self) -> BitBoard {
        self.rook_moves().safe_guard & get_rook_moves(self.pawn, self.guard_out())
    }

    fn guard_moves_at_the_path(&self) -> BitBoard {
        let guard_out = self.guard_out();
        let from_stop = get_rook_moves(stop_square(self.pawn), guard_out);
        let from_queening = get_rook_moves(queening_square(self.pawn), guard_out);
        self.rook_moves().safe_guard & (from_stop | path(self.pawn) | from_queening)
    }

    fn guard_checks_from_afar(&self) -> BitBoard {
        let near = self.king_zone.iter().fold(self.king_zone, |set, s| set | get_king_moves(s));
        self.rook_moves().guard_checks - near
    }

    fn rook_moves_at_the_guard(&self) -> BitBoard {
        self.rook_moves().safe_rook & get_rook_moves(self.guard, self.rook_out())
    }
}
