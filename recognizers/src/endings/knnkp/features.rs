//! The pieces of KNNvKP, and features of blockades for its mined table.

use board::sets::distance;
use board::{BitBoard, Color, Piece, Square, attacks, get_king_moves, get_knight_moves, get_pawn_attacks};

use super::blockade::{BEHIND_THE_LINE, Blockade};
use crate::geometry::{king_spread, knight_spread, path};
use crate::mined::{Derived, FeatureSet, MAX_VALUE, Men, MinedTable, Own, Phrase, Scene};
use crate::rule::Side::{self, Strong, Weak};

/// King and pawn (strong) against king and two knights.
pub(in crate::endings) struct Knnkp;

impl Men for Knnkp {
    const MEN: &'static [(Side, Piece)] = &[
        (Strong, Piece::Pawn),
        (Strong, Piece::King),
        (Weak, Piece::King),
        (Weak, Piece::Knight),
        (Weak, Piece::Knight),
    ];

    const SET: FeatureSet = FeatureSet::NearerFirst;

    const OWN: &'static [Own] = OWN;
}

/// The mined table of KNNvKP.
pub(in crate::endings) static TABLE: MinedTable<Derived<Knnkp>> = MinedTable::embedded(&data::KNNKP);

const ALL: u8 = 0b11111;
const PAWN_AND_KNIGHTS: u8 = 0b11001;

const OWN: &[Own] = &[
    Own {
        name: "blockade",
        men: ALL,
        phrase: Phrase::Choice(&[
            "no knight stands in the pawn's way or gets there in time",
            "a knight stands in the pawn's way, but past Troitsky's line",
            "a knight stands in the pawn's way and is not guarded in time",
            "a knight gets in the pawn's way in time, whatever is played first",
            "a knight stands in the pawn's way and is guarded in time",
            "the knights, one in the pawn's way, guard each other",
        ]),
        value: |scene| Blockade::from(scene).state(scene.to_move()),
    },
    Own {
        name: "moves until the knight in the pawn's way is guarded",
        men: ALL,
        phrase: Phrase::Count("until the other knight guards the one in the pawn's way it takes", "move"),
        value: |scene| Blockade::from(scene).moves_to_guard(),
    },
    Own {
        name: "moves of the strong king to the knight in the pawn's way less those until it is guarded",
        men: ALL,
        phrase: Phrase::Difference(
            "the strong king's way to the knight in the pawn's way less the moves until that is guarded",
        ),
        value: |scene| Blockade::from(scene).guard_margin(),
    },
    Own {
        name: "steps of the pawn to a blockade less moves of the knights",
        men: ALL,
        phrase: Phrase::Difference("the pawn's way to where it is blockaded less that of a knight"),
        value: |scene| Blockade::from(scene).race(),
    },
    Own {
        name: "what a new queen hits",
        men: ALL,
        phrase: Phrase::Choice(&[
            "the pawn is not one free step from queening",
            "a new queen could be taken",
            "a new queen would hit no loose knight",
            "a new queen would hit a loose knight",
            "a new queen would hit two loose knights",
            "a new queen would check",
            "a new queen would check and hit a loose knight",
            "a new queen would check and hit two loose knights",
        ]),
        value: |scene| Blockade::from(scene).new_queen(),
    },
    Own {
        name: "ranks from where the pawn is stopped to Troitsky's line",
        men: PAWN_AND_KNIGHTS,
        phrase: Phrase::Difference("the rank of Troitsky's line less the one on which the pawn is stopped"),
        value: |scene| Blockade::from(scene).behind_the_line(),
    },
    Own {
        name: "strong king nearer to the nearer weak knight",
        men: ALL,
        phrase: Phrase::Farther("the weak king", "the strong king", "the nearer weak knight"),
        value: |scene| {
            let [strong, weak] = [Strong, Weak].map(|side| scene.square(scene.king(side)));
            let knight = scene.square(NEARER_KNIGHT);
            7 + distance(weak, knight) - distance(strong, knight)
        },
    },
    Own {
        name: "squares that the strong king gets to in three moves",
        men: ALL,
        phrase: Phrase::Count("past what is hit now three moves lead the strong king to", "square"),
        value: |scene| Blockade::from(scene).room(),
    },
];

/// The index of the first of both knights.
const NEARER_KNIGHT: usize = 3;

impl From<&Scene> for Blockade {
    fn from(scene: &Scene) -> Self {
        let [pawn, pawn_king, king, knight, other] = [0, 1, 2, 3, 4].map(|man| scene.square(man));
        Self { pawn, pawn_king, king, knights: knight.bitboard() | other.bitboard() }
    }
}

/// The value if no knight is in the pawn's way or gets there.
const NONE: u8 = 0;

impl Blockade {
    /// The index of the sentence of "blockade" that is true.
    fn state(&self, to_move: Side) -> u8 {
        let stands = self.is_in_the_way();
        let (is_guarded, is_guarded_in_time, gets_there) = match to_move {
            Strong => (self.is_guarded(), self.is_guarded_in_time(), self.has_no_escape()),
            Weak => (false, stands && self.keeps_in_the_way(), !stands && self.gets_in_the_way()),
        };
        if is_guarded {
            5
        } else if is_guarded_in_time {
            4
        } else if gets_there {
            3
        } else if stands {
            2
        } else {
            u8::from(self.in_the_way().is_some())
        }
    }

    /// The first knight in the pawn's way, however far ahead.
    fn in_the_way(&self) -> Option<Square> {
        (path(self.pawn) & self.knights).next_square()
    }

    /// Moves of the other knight until it guards the one in the pawn's way, at most 6, avoiding
    /// squares where it could be taken now; 7 if no knight is in the way.
    fn moves_to_guard(&self) -> u8 {
        const MOST: u8 = 6;
        let Some(knight) = self.in_the_way() else { return MOST + 1 };
        let shut = (path(self.pawn) - path(knight))
            | self.king.bitboard()
            | get_pawn_attacks(self.pawn, Color::White)
            | (get_king_moves(self.pawn_king) - get_king_moves(self.king));
        let mut reached = self.knights - knight.bitboard();
        for moves in 0..MOST {
            if !(reached & get_knight_moves(knight)).is_empty() {
                return moves;
            }
            reached |= knight_spread(reached) - shut;
        }
        MOST
    }

    /// Distance of the pawn's king to the knight in the pawn's way, minus the moves until that is
    /// guarded, plus 7.
    fn guard_margin(&self) -> u8 {
        let margin = |knight| 7 + distance(self.pawn_king, knight) - self.moves_to_guard();
        self.in_the_way().map_or(NONE, margin)
    }

    /// Steps of the pawn to a square behind Troitsky's line minus the moves of a knight to it, plus
    /// 7, for the best such square.
    fn race(&self) -> u8 {
        /// More moves would be too late.
        const MOST: u8 = 4;
        let shut = self.king.bitboard() | (get_king_moves(self.pawn_king) - get_king_moves(self.king));
        let mut reached = self.knights;
        let mut best = NONE;
        for moves in 0..=MOST {
            // The farthest square gives the most time.
            let farthest = (reached & self.squares_of_blockade()).into_iter().last();
            let margin = |square: Square| 7 + (square.rank() as u8 - self.pawn.rank() as u8) - moves;
            best = best.max(farthest.map_or(NONE, margin));
            reached |= knight_spread(reached) - shut;
        }
        best
    }

    /// The index of the sentence of "what a new queen hits" that is true.
    fn new_queen(&self) -> u8 {
        let way = path(self.pawn);
        let Some(to) = way.next_square().filter(|_| way.len() == 1 && (way & self.occupied()).is_empty())
        else {
            return 0;
        };
        if self.hit_by_knights().has(to) {
            return 1;
        }
        let queen = attacks(Piece::Queen, Color::White, to, (self.occupied() - self.pawn.bitboard()) | way);
        let guarded = get_king_moves(self.king) | knight_spread(self.knights);
        let loose = (self.knights & (queen | get_king_moves(self.pawn_king))) - guarded;
        2 + number(loose) + 3 * u8::from(queen.has(self.king))
    }

    /// The rank of Troitsky's line minus that of the knight in the pawn's way, or else of the
    /// square in front of the pawn, plus 7.
    fn behind_the_line(&self) -> u8 {
        let line = (self.pawn.file().bitboard() & BEHIND_THE_LINE).into_iter().last();
        let stop = self.in_the_way().or(path(self.pawn).next_square());
        line.zip(stop).map_or(NONE, |(line, stop)| 7 + line.rank() as u8 - stop.rank() as u8)
    }

    /// Number of squares that the pawn's king reaches in up to three moves, avoiding squares that
    /// the knights' side attacks now.
    fn room(&self) -> u8 {
        let shut = self.hit_by_knights() | self.pawn.bitboard();
        let mut reached = self.pawn_king.bitboard();
        for _ in 0..3 {
            reached |= king_spread(reached) - shut;
        }
        number(reached).min(MAX_VALUE)
    }
}

fn number(set: BitBoard) -> u8 {
    set.len() as u8
}
