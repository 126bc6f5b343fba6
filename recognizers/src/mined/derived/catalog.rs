//! The features that follow from the pieces of an ending: their kinds, names, phrases and values.

use board::Piece;
use board::sets::distance;

use super::scene::Scene;
use crate::geometry::{corner_distance, edge_distance, same_color};
use crate::mined::features::{MAX_FEATURES, count, file, flag, offset, rank};
use crate::mined::phrase::Phrase;
use crate::mined::position::are_alike;
use crate::rule::Side;

/// A piece, by its index in the ending's order.
type Man = u8;

/// The kind of a feature.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// 1 if the weak side is to move.
    ToMove,
    /// 1 if the side to move is in check.
    InCheck,
    File(Man),
    Rank(Man),
    /// Distance in king moves.
    Steps(Man, Man),
    /// The lesser of the distances in files and in ranks.
    Across(Man, Man),
    /// Files from the second piece to the first, plus 7.
    Files(Man, Man),
    /// Ranks from the second piece to the first, plus 7.
    Ranks(Man, Man),
    /// 0 if not attacked, otherwise attackers minus defenders plus 3.
    Standing(Man),
    /// Moves to squares where the piece cannot be taken.
    Moves(Man),
    /// Safe moves that give check.
    Checks(Man),
    /// Safe moves that attack an undefended piece or pawn.
    Threats(Man),
    /// Safe squares reached by two safe moves.
    SecondMoves(Man),
    /// The gain of a side's best capture, in pawns, plus 1; 0 if every capture loses material.
    Takes(Side),
    /// Safe checks of a side that also attack an undefended piece or pawn.
    Forks(Side),
    /// Fewest flight squares that a safe check of the side leaves the other king; 9 without a safe
    /// check.
    Flights(Side),
    Pinned(Man),
    Edge(Man),
    Corner(Man),
    /// Distance of the weak king to a piece, or to the square in front of a pawn, minus that of the
    /// strong king, plus 7.
    Nearer(Man),
    /// What is in front of the pawn.
    Stop(Man),
    /// Squares of the pawn's path before the first that is occupied, or attacked but not defended.
    FreeSteps(Man),
    /// Squares of a pawn's path that a piece attacks: pawn, piece.
    PathHits(Man, Man),
    /// Safe moves of a piece that stop a pawn, by standing on its path or attacking the path or the
    /// pawn: pawn, piece.
    Stops(Man, Man),
    /// Distance of a piece to a pawn's queening square in king moves: pawn, piece.
    ToQueening(Man, Man),
    /// Distance of the opposing king to the pawn's queening square minus the pawn's pushes, plus 7.
    Race(Man),
    /// 1 if a bishop is on the color of a pawn's queening square.
    QueeningColor(Man, Man),
    /// 1 if two pieces are on squares of the same color.
    SameColor(Man, Man),
    /// Distance of a piece to the nearest corner of a bishop's color: bishop, piece.
    CornerOfColor(Man, Man),
}

/// A set of derived features. A table can only be used with the set that it was mined with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FeatureSet {
    /// The features of the first tables, whose bytes stay as they are.
    First,
    /// Also which king is nearer, moves that stop a pawn, flight squares after checks by a strong
    /// weak side, and distances to edge and corner of a king with only pawns; without features that
    /// follow from others.
    Second,
    /// Like the second, but of two equal pieces the one in the pawn's way or nearer to it comes
    /// first instead of the one on the lower square. To make room, ranks from the pawn and gains by
    /// the weak side's captures and forks, which matter little, are left out.
    NearerFirst,
    /// Like the second, with the pawn features for pawns of both sides. Features beyond the limit
    /// are left out.
    BothPawns,
}

impl FeatureSet {
    pub(super) const fn is_nearer_first(self) -> bool {
        matches!(self, Self::NearerFirst)
    }

    const fn leaves_out(self, kind: Kind) -> bool {
        self.is_nearer_first()
            && matches!(kind, Kind::Ranks(..) | Kind::Takes(Side::Weak) | Kind::Forks(Side::Weak))
    }
}

/// The features of an ending, in order.
pub(super) struct Catalog {
    pub(super) kinds: [Kind; MAX_FEATURES],
    pub(super) count: usize,
    set: FeatureSet,
}

const fn is_strong(men: &[(Side, Piece)], man: usize) -> bool {
    matches!(men[man].0, Side::Strong)
}

const fn is(men: &[(Side, Piece)], man: usize, piece: Piece) -> bool {
    men[man].1 as u8 == piece as u8
}

/// True for pieces other than kings and pawns.
const fn is_piece(men: &[(Side, Piece)], man: usize) -> bool {
    !is(men, man, Piece::King) && !is(men, man, Piece::Pawn)
}

/// True if one of the pieces before `at` is a bishop.
const fn has_bishop_before(men: &[(Side, Piece)], at: usize) -> bool {
    let mut man = 0;
    while man < at {
        if is(men, man, Piece::Bishop) {
            return true;
        }
        man += 1;
    }
    false
}

const fn slides(men: &[(Side, Piece)], man: usize) -> bool {
    matches!(men[man].1, Piece::Bishop | Piece::Rook | Piece::Queen)
}

/// True if a side has a piece, or a sliding piece.
const fn has_piece(men: &[(Side, Piece)], of_strong: bool, sliding: bool) -> bool {
    let mut man = 0;
    while man < men.len() {
        if is_strong(men, man) == of_strong && is_piece(men, man) && (!sliding || slides(men, man)) {
            return true;
        }
        man += 1;
    }
    false
}

/// True if a side has a rook, a queen or two pieces: enough to mate or to give many checks.
const fn has_force(men: &[(Side, Piece)], of_strong: bool) -> bool {
    let (mut man, mut pieces) = (0, 0);
    while man < men.len() {
        if is_strong(men, man) == of_strong && is_piece(men, man) {
            pieces += if is(men, man, Piece::Rook) || is(men, man, Piece::Queen) { 2 } else { 1 };
        }
        man += 1;
    }
    pieces >= 2
}

/// True if a side has more than its king.
const fn has_man(men: &[(Side, Piece)], of_strong: bool) -> bool {
    let mut man = 0;
    while man < men.len() {
        if is_strong(men, man) == of_strong && !is(men, man, Piece::King) {
            return true;
        }
        man += 1;
    }
    false
}

const fn king(men: &[(Side, Piece)], of_strong: bool) -> Man {
    let mut man = 0;
    while !(is(men, man, Piece::King) && is_strong(men, man) == of_strong) {
        man += 1;
    }
    man as Man
}

/// The first pawn of the weak side.
const fn weak_pawn(men: &[(Side, Piece)]) -> Option<Man> {
    let mut man = 0;
    while man < men.len() {
        if is(men, man, Piece::Pawn) && !is_strong(men, man) {
            return Some(man as Man);
        }
        man += 1;
    }
    None
}

impl Catalog {
    const fn with(mut self, kind: Kind) -> Self {
        if self.set.leaves_out(kind) {
            return self;
        }
        if self.count == MAX_FEATURES && matches!(self.set, FeatureSet::BothPawns) {
            return self;
        }
        assert!(self.count < MAX_FEATURES, "a table has room for 63 features");
        self.kinds[self.count] = kind;
        self.count += 1;
        self
    }

    /// The features that follow from these pieces.
    pub(super) const fn new(men: &[(Side, Piece)], set: FeatureSet) -> Self {
        let is_first = matches!(set, FeatureSet::First);
        let has_pawn = is(men, 0, Piece::Pawn);
        let mut catalog = Self { kinds: [Kind::ToMove; MAX_FEATURES], count: 1, set }.with(Kind::InCheck);
        let mut man = 0;
        while man < men.len() {
            catalog = catalog.with(Kind::File(man as Man)).with(Kind::Rank(man as Man));
            man += 1;
        }
        man = 1;
        while man < men.len() {
            let mut other = 0;
            while other < man {
                catalog = catalog.with(Kind::Steps(man as Man, other as Man));
                // For the kings it follows from files and ranks.
                let are_kings = is(men, man, Piece::King) && is(men, other, Piece::King);
                if !has_pawn && (is_first || !are_kings) {
                    catalog = catalog.with(Kind::Across(man as Man, other as Man));
                }
                other += 1;
            }
            if has_pawn {
                catalog = catalog.with(Kind::Files(man as Man, 0)).with(Kind::Ranks(man as Man, 0));
            }
            man += 1;
        }
        if is_first || !has_pawn {
            catalog = catalog.with(Kind::Files(king(men, false), king(men, true)));
        }
        if !has_pawn {
            catalog = catalog.with(Kind::Ranks(king(men, false), king(men, true)));
        }
        man = 0;
        while man < men.len() {
            catalog = catalog.with_man(men, man, is_first);
            man += 1;
        }
        catalog = catalog.with_side(men, Side::Strong, is_first).with_side(men, Side::Weak, is_first);
        if is_first { catalog } else { catalog.with_second_set(men) }
    }

    /// Adds the features of the second set.
    const fn with_second_set(mut self, men: &[(Side, Piece)]) -> Self {
        let has_pawn = is(men, 0, Piece::Pawn);
        let weak_pawn = if matches!(self.set, FeatureSet::BothPawns) { weak_pawn(men) } else { None };
        let mut man = 0;
        while man < men.len() {
            let is_goal = if has_pawn { is(men, man, Piece::Pawn) } else { is_piece(men, man) };
            if is_goal && is_strong(men, man) == has_pawn {
                self = self.with(Kind::Nearer(man as Man));
            }
            if has_pawn && !is_strong(men, man) && is_piece(men, man) {
                self = self.with(Kind::Stops(0, man as Man));
            }
            if let Some(pawn) = weak_pawn
                && is_strong(men, man)
                && is_piece(men, man)
            {
                self = self.with(Kind::Stops(pawn, man as Man));
            }
            man += 1;
        }
        if has_pawn && !has_piece(men, true, false) && has_force(men, false) {
            let king = king(men, true);
            self = self.with(Kind::Edge(king)).with(Kind::Corner(king));
        }
        self
    }

    /// Adds the features of a single piece.
    const fn with_man(mut self, men: &[(Side, Piece)], at: usize, is_first: bool) -> Self {
        let has_pawn = is(men, 0, Piece::Pawn);
        let man = at as Man;
        if is(men, at, Piece::King) {
            self = self.with(Kind::Moves(man));
            if !has_pawn && !is_strong(men, at) {
                self = self.with(Kind::Edge(man)).with(Kind::Corner(man));
            }
            return self;
        }
        self = self.with(Kind::Standing(man));
        if is(men, at, Piece::Pawn) {
            let both = matches!(self.set, FeatureSet::BothPawns);
            return if is_strong(men, at) || both { self.with_pawn(men, man) } else { self };
        }
        self = self.with(Kind::Moves(man)).with(Kind::Checks(man)).with(Kind::Threats(man));
        if has_piece(men, !is_strong(men, at), true) {
            self = self.with(Kind::Pinned(man));
        }
        if !is_strong(men, at) {
            self = self.with(Kind::SecondMoves(man));
        }
        if is(men, at, Piece::Bishop) { self.with_bishop(men, at, is_first) } else { self }
    }

    const fn with_pawn(mut self, men: &[(Side, Piece)], pawn: Man) -> Self {
        self = self.with(Kind::Stop(pawn)).with(Kind::FreeSteps(pawn)).with(Kind::Race(pawn));
        let mut man = 0;
        while man < men.len() {
            if is(men, man, Piece::King) {
                self = self.with(Kind::PathHits(pawn, man as Man)).with(Kind::ToQueening(pawn, man as Man));
            } else if is_piece(men, man) && is_strong(men, man) != is_strong(men, pawn as usize) {
                self = self.with(Kind::PathHits(pawn, man as Man));
            }
            man += 1;
        }
        self
    }

    const fn with_bishop(mut self, men: &[(Side, Piece)], bishop: usize, is_first: bool) -> Self {
        // The second bishop's color follows from that of the first and whether the two are equal.
        let is_told = !is_first && has_bishop_before(men, bishop);
        let mut man = 0;
        while man < men.len() {
            let (one, other) = (bishop as Man, man as Man);
            if is(men, man, Piece::Pawn) && is_strong(men, man) {
                if !is_told {
                    self = self.with(Kind::QueeningColor(one, other));
                }
            } else if is(men, man, Piece::Bishop) && man < bishop {
                self = self.with(Kind::SameColor(one, other));
            } else if is(men, man, Piece::King) && !is(men, 0, Piece::Pawn) {
                if !is_told {
                    self = self.with(Kind::SameColor(one, other));
                }
                if !is_strong(men, man) {
                    self = self.with(Kind::CornerOfColor(one, other));
                }
            }
            man += 1;
        }
        self
    }

    /// Adds the features of a side.
    const fn with_side(mut self, men: &[(Side, Piece)], side: Side, is_first: bool) -> Self {
        let of_strong = matches!(side, Side::Strong);
        self = self.with(Kind::Takes(side));
        if has_piece(men, of_strong, false) {
            if has_man(men, !of_strong) {
                self = self.with(Kind::Forks(side));
            }
            if of_strong || !is_first && has_force(men, false) {
                self = self.with(Kind::Flights(side));
            }
        }
        self
    }
}

impl Kind {
    /// The pieces on which the feature depends, by bit.
    pub(super) const fn men(self) -> u8 {
        match self {
            Self::ToMove => 1,
            Self::File(man) | Self::Rank(man) | Self::Edge(man) | Self::Corner(man) => 1 << man,
            Self::Steps(one, other)
            | Self::Across(one, other)
            | Self::Files(one, other)
            | Self::Ranks(one, other)
            | Self::ToQueening(one, other)
            | Self::QueeningColor(one, other)
            | Self::SameColor(one, other)
            | Self::CornerOfColor(one, other) => 1 << one | 1 << other,
            _ => u8::MAX,
        }
    }

    /// Its name in the statistics of a table.
    pub(super) fn name(self, cast: Cast) -> String {
        let of = |man: Man| cast.name(man);
        match self {
            Self::ToMove => "weak side to move".to_owned(),
            Self::InCheck => "mover in check".to_owned(),
            Self::File(man) => format!("file of {}", of(man)),
            Self::Rank(man) => format!("rank of {}", of(man)),
            Self::Steps(one, other) => format!("steps from {} to {}", of(one), of(other)),
            Self::Across(one, other) => format!("steps across from {} to {}", of(one), of(other)),
            Self::Files(one, other) => format!("files from {} to {}", of(other), of(one)),
            Self::Ranks(one, other) => format!("ranks from {} to {}", of(other), of(one)),
            Self::Standing(man) => format!("attackers less guards of {}", of(man)),
            Self::Moves(man) => format!("safe moves of {}", of(man)),
            Self::Checks(man) => format!("safe checks of {}", of(man)),
            Self::Threats(man) => format!("safe moves that hit a loose man of {}", of(man)),
            Self::SecondMoves(man) => format!("safe squares after two moves of {}", of(man)),
            Self::Takes(side) => format!("what captures win {}", side_name(side)),
            Self::Forks(side) => format!("safe checks that hit a loose man of {}", side_name(side)),
            Self::Flights(side) => format!("fewest flight squares after a safe check of {}", side_name(side)),
            Self::Pinned(man) => format!("pin of {}", of(man)),
            Self::Edge(man) => format!("steps to the edge of {}", of(man)),
            Self::Corner(man) => format!("steps to a corner of {}", of(man)),
            Self::Nearer(man) => format!("strong king nearer to {}", cast.goal(man)),
            Self::Stop(man) => format!("what is in front of {}", of(man)),
            Self::FreeSteps(man) => format!("free steps of {}", of(man)),
            Self::PathHits(pawn, man) => format!("path squares of {} hit by {}", of(pawn), of(man)),
            Self::Stops(pawn, man) => format!("safe moves of {} that stop {}", of(man), of(pawn)),
            Self::ToQueening(pawn, man) => format!("steps from {} to {}", of(man), cast.queening(pawn)),
            Self::Race(pawn) => format!("race to {}", cast.queening(pawn)),
            Self::QueeningColor(bishop, pawn) => {
                format!("{} has the color of {}", of(bishop), cast.queening(pawn))
            }
            Self::SameColor(one, other) => format!("{} and {} on one color", of(one), of(other)),
            Self::CornerOfColor(bishop, man) => {
                format!("steps from {} to a corner of {}", of(man), of(bishop))
            }
        }
    }

    /// The phrase for its value.
    pub(super) fn phrase(self, cast: Cast) -> Phrase {
        let of = |man: Man| cast.name(man);
        match self {
            Self::ToMove => Phrase::Either("the strong side is to move", "the weak side is to move"),
            Self::InCheck => {
                Phrase::Either("the side to move is not in check", "the side to move is in check")
            }
            Self::File(man) => Phrase::File(of(man)),
            Self::Rank(man) => Phrase::Rank(of(man)),
            Self::Steps(one, other) => Phrase::Steps(of(one), of(other)),
            Self::Across(one, other) => Phrase::Across(of(one), of(other)),
            Self::Files(one, other) => Phrase::Beside(of(one), of(other)),
            Self::Ranks(one, other) => Phrase::Above(of(one), of(other)),
            Self::Standing(man) => Phrase::Standing(of(man)),
            Self::Moves(man) => Phrase::Has(of(man), "safe move"),
            Self::Checks(man) => Phrase::Has(of(man), "safe check"),
            Self::Threats(man) => Phrase::Has(of(man), "safe move that hits a loose man"),
            Self::SecondMoves(man) => Phrase::Has(of(man), "safe square after two moves"),
            Self::Takes(side) => Phrase::Wins(side_name(side)),
            Self::Forks(side) => Phrase::Has(side_name(side), "safe check that hits a loose man"),
            Self::Flights(Side::Strong) => Phrase::Choice(&FLIGHTS),
            Self::Flights(Side::Weak) => Phrase::Choice(&FLIGHTS_OF_STRONG_KING),
            Self::Pinned(man) => Phrase::Is(of(man), "pinned"),
            Self::Edge(man) => Phrase::Steps(of(man), "the nearest edge"),
            Self::Corner(man) => Phrase::Steps(of(man), "the nearest corner"),
            Self::Nearer(man) => {
                Phrase::Farther(of(king(cast.men, false)), of(king(cast.men, true)), cast.goal(man))
            }
            Self::Stop(pawn) => Phrase::Before(of(pawn)),
            Self::FreeSteps(pawn) => Phrase::Has(of(pawn), "free step"),
            Self::PathHits(pawn, man) => Phrase::Path(of(man), of(pawn)),
            Self::Stops(pawn, man) => Phrase::Has(of(man), cast.stopping_move(pawn)),
            Self::ToQueening(pawn, man) => Phrase::Steps(of(man), cast.queening(pawn)),
            Self::Race(pawn) => {
                let runs_for_strong = is_strong(cast.men, pawn as usize);
                Phrase::Race(of(king(cast.men, !runs_for_strong)), cast.queening(pawn))
            }
            Self::QueeningColor(bishop, pawn) => Phrase::Colors(of(bishop), cast.queening(pawn)),
            Self::SameColor(one, other) => Phrase::Colors(of(one), of(other)),
            Self::CornerOfColor(bishop, man) => Phrase::Steps(
                of(man),
                if is_strong(cast.men, bishop as usize) {
                    "the nearest corner of the strong bishop's color"
                } else {
                    "the nearest corner of the weak bishop's color"
                },
            ),
        }
    }

    /// Its value in a position.
    #[inline]
    pub(super) fn value(self, scene: &Scene) -> u8 {
        let at = |man: Man| scene.square(man as usize);
        match self {
            Self::ToMove => flag(scene.to_move() == Side::Weak),
            Self::InCheck => flag(scene.mover_is_in_check()),
            Self::File(man) => file(at(man)),
            Self::Rank(man) => rank(at(man)),
            Self::Steps(one, other) => distance(at(one), at(other)),
            Self::Across(one, other) => {
                let (one, other) = (at(one), at(other));
                file(one).abs_diff(file(other)).min(rank(one).abs_diff(rank(other)))
            }
            Self::Files(one, other) => offset(file(at(one)), file(at(other))),
            Self::Ranks(one, other) => offset(rank(at(one)), rank(at(other))),
            Self::Standing(man) => scene.standing(man as usize),
            Self::Moves(man) => count(scene.safe_moves(man as usize)),
            Self::Checks(man) => count(scene.safe_checks(man as usize)),
            Self::Threats(man) => scene.threats(man as usize),
            Self::SecondMoves(man) => scene.second_moves(man as usize),
            Self::Takes(side) => scene.takes(side),
            Self::Forks(side) => scene.forks(side),
            Self::Flights(side) => scene.flights(side),
            Self::Pinned(man) => flag(scene.is_pinned(man as usize)),
            Self::Edge(man) => edge_distance(at(man)),
            Self::Corner(man) => corner_distance(at(man)),
            Self::Nearer(man) => scene.nearer(man as usize),
            Self::Stop(pawn) => scene.stop(pawn as usize),
            Self::FreeSteps(pawn) => scene.free_steps(pawn as usize),
            Self::PathHits(pawn, man) => scene.path_hits(pawn as usize, man as usize),
            Self::Stops(pawn, man) => scene.stopping_moves(pawn as usize, man as usize),
            Self::ToQueening(pawn, man) => distance(at(man), scene.queening_square(pawn as usize)),
            Self::Race(pawn) => scene.race(pawn as usize),
            Self::QueeningColor(bishop, pawn) => {
                flag(same_color(at(bishop)).has(scene.queening_square(pawn as usize)))
            }
            Self::SameColor(one, other) => flag(same_color(at(one)).has(at(other))),
            Self::CornerOfColor(bishop, man) => scene.corner_of_color(bishop as usize, man as usize),
        }
    }
}

/// By number of flight squares.
const FLIGHTS: [&str; 10] = [
    "the best safe check leaves the king no square",
    "the best safe check leaves the king one square",
    "the best safe check leaves the king two squares",
    "the best safe check leaves the king three squares",
    "the best safe check leaves the king four squares",
    "the best safe check leaves the king five squares",
    "the best safe check leaves the king six squares",
    "the best safe check leaves the king seven squares",
    "the best safe check leaves the king eight squares",
    "the strong side has no safe check",
];

/// The same for checks of the weak side.
const FLIGHTS_OF_STRONG_KING: [&str; 10] = [
    "the weak side's best safe check leaves the king no square",
    "the weak side's best safe check leaves the king one square",
    "the weak side's best safe check leaves the king two squares",
    "the weak side's best safe check leaves the king three squares",
    "the weak side's best safe check leaves the king four squares",
    "the weak side's best safe check leaves the king five squares",
    "the weak side's best safe check leaves the king six squares",
    "the weak side's best safe check leaves the king seven squares",
    "the weak side's best safe check leaves the king eight squares",
    "the weak side has no safe check",
];

fn side_name(side: Side) -> &'static str {
    if side == Side::Strong { "the strong side" } else { "the weak side" }
}

/// The pieces of an ending and the order of equal ones, which determine their names.
#[derive(Clone, Copy)]
pub(super) struct Cast {
    pub(super) men: &'static [(Side, Piece)],
    pub(super) set: FeatureSet,
}

/// The names of a piece: if unique, as the lower and the upper of two, as the nearer to the pawn
/// and the farther of two, as the last of three.
macro_rules! names {
    ($man:literal) => {
        [
            concat!("the ", $man),
            concat!("the first ", $man),
            concat!("the second ", $man),
            concat!("the nearer ", $man),
            concat!("the farther ", $man),
            concat!("the third ", $man),
        ]
    };
}

impl Cast {
    /// The name of a piece. Of two equal pieces, ordered by squares, the first is the lower.
    fn name(self, man: Man) -> &'static str {
        let (men, at) = (self.men, man as usize);
        let names = match men[at] {
            (Side::Strong, Piece::Pawn) => [
                "the pawn",
                "the lower pawn",
                "the upper pawn",
                "the lower pawn",
                "the upper pawn",
                "the uppermost pawn",
            ],
            (Side::Strong, Piece::Knight) => names!("strong knight"),
            (Side::Strong, Piece::Bishop) => names!("strong bishop"),
            (Side::Strong, Piece::Rook) => names!("strong rook"),
            (Side::Strong, Piece::Queen) => names!("strong queen"),
            (Side::Strong, Piece::King) => names!("strong king"),
            (Side::Weak, Piece::Pawn) => names!("weak pawn"),
            (Side::Weak, Piece::Knight) => names!("weak knight"),
            (Side::Weak, Piece::Bishop) => names!("weak bishop"),
            (Side::Weak, Piece::Rook) => names!("weak rook"),
            (Side::Weak, Piece::Queen) => names!("weak queen"),
            (Side::Weak, Piece::King) => names!("weak king"),
        };
        let of_two = if self.set.is_nearer_first() { 3 } else { 1 };
        if at > 1 && are_alike(men, at) && are_alike(men, at - 1) {
            names[5]
        } else if at > 0 && are_alike(men, at) {
            names[of_two + 1]
        } else if at + 1 < men.len() && are_alike(men, at + 1) {
            names[of_two]
        } else {
            names[0]
        }
    }

    fn queening(self, pawn: Man) -> &'static str {
        match self.name(pawn) {
            "the weak pawn" => "the weak pawn's queening square",
            "the lower pawn" => "the lower pawn's queening square",
            "the upper pawn" => "the upper pawn's queening square",
            "the uppermost pawn" => "the uppermost pawn's queening square",
            _ => "the queening square",
        }
    }

    /// The goal of the kings' race: a piece, or the square in front of a pawn.
    fn goal(self, man: Man) -> &'static str {
        match self.name(man) {
            "the pawn" => "the square in front of the pawn",
            "the lower pawn" => "the square in front of the lower pawn",
            "the upper pawn" => "the square in front of the upper pawn",
            "the uppermost pawn" => "the square in front of the uppermost pawn",
            piece => piece,
        }
    }

    fn stopping_move(self, pawn: Man) -> &'static str {
        match self.name(pawn) {
            "the weak pawn" => "safe move that stops the weak pawn",
            "the lower pawn" => "safe move that stops the lower pawn",
            "the upper pawn" => "safe move that stops the upper pawn",
            "the uppermost pawn" => "safe move that stops the uppermost pawn",
            _ => "safe move that stops the pawn",
        }
    }
}
