//! A slow and simple solver: exact WDL and DTZ with the fifty-move rule, one position at a time.
//!
//! Independent of the fast solver. Positions are indexed by the white king in the a1-d1-d4 triangle
//! (with pawns: on files a to d) and all other men on any square. Wins and losses propagate layer
//! by layer over quiet moves; captures and promotions are looked up in smaller tables solved
//! before, pawn moves in finished parts of the same table.

use std::collections::HashMap;
use std::sync::Arc;

use board::{BitBoard, Color, Dtz, Material, Piece, Square, Symmetry, Wdl, attacks};
use syzygy::format::{man_of_code, men_codes};
use syzygy::write::{ValueSource, wdl_code};

const MAX: usize = 5;
type Men = [u8; MAX];

/// The squares of the a1-d1-d4 triangle.
const TRIANGLE: [u8; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];
/// State of an illegal position.
const ILLEGAL: i16 = i16::MIN;
/// Without captures or pawn moves: worse than any value.
const NO_MOVE: i8 = -3;
/// In `pawn`: a pawn move wins, and so does a quiet mate.
const PAWN_WIN_OR_MATE: i8 = 3;

/// All tables solved so far.
#[derive(Default)]
pub struct SolvedTables(HashMap<Material, Arc<Solved>>);

/// A solved ending.
pub struct Solved {
    material: Material,
    men: Vec<(Color, Piece)>,
    /// By side to move and index: 0 unknown or draw, n > 0 win in n, -(n + 1) loss in n.
    state: [Vec<i16>; 2],
    /// Best value of a capture and of a pawn move, -2 to 2 or [`NO_MOVE`].
    capture: [Vec<i8>; 2],
    pawn: [Vec<i8>; 2],
    /// By square of the white king: its number, and the map of all squares that goes with it.
    kings: Vec<(usize, [u8; 64])>,
    /// By man removed and man promoted (with its new piece): the table after the move.
    after: HashMap<Change, After>,
}

/// The man that a move removes, and the man that it promotes, with the new piece.
type Change = (Option<usize>, Option<(usize, Piece)>);

/// A smaller table and the correspondence of its men; no table for bare kings.
struct After {
    table: Option<Arc<Solved>>,
    /// For each man of the smaller table, the man of the larger one.
    men: Vec<usize>,
    flip: bool,
}

impl SolvedTables {
    /// Solves a material and all materials it leads to.
    pub fn solve(&mut self, material: Material) -> Arc<Solved> {
        let (material, _) = material.canonical();
        if let Some(solved) = self.0.get(&material) {
            return solved.clone();
        }
        let mut solved = Solved::new(material);
        solved.find_smaller_tables(self);
        for level in (0..=7 * material.pawns()).rev() {
            solved.solve_level(level);
        }
        let solved = Arc::new(solved);
        self.0.insert(material, solved.clone());
        solved
    }
}

impl Solved {
    fn new(material: Material) -> Self {
        let men: Vec<_> = men_codes(material).into_iter().map(|c| man_of_code(c).unwrap()).collect();
        let size = if material.pawns() > 0 { 32 } else { 10 } << (6 * (men.len() - 1));
        let (state, rest) = (|| vec![0; size], || vec![NO_MOVE; size]);
        Self {
            material,
            men,
            state: [state(), state()],
            capture: [rest(), rest()],
            pawn: [rest(), rest()],
            kings: (0..64).map(|king| king_images(king, material.pawns() > 0)).collect(),
            after: HashMap::new(),
        }
    }

    /// WDL and exact DTZ for the side to move; `None` when the position is illegal.
    pub fn result(&self, side: Color, squares: &[u8]) -> Option<(Wdl, Dtz)> {
        let mut men = [0; MAX];
        men[..squares.len()].copy_from_slice(squares);
        let wdl = Wdl::ALL[(self.value(side, men)? + 2) as usize];
        let state = self.state[side as usize][self.index(men)];
        Some((wdl, Dtz(if state < 0 { (state + 1).min(-1) } else { state })))
    }

    fn find_smaller_tables(&mut self, tables: &mut SolvedTables) {
        let men = self.men.clone();
        let removed = (0..men.len()).filter(|&m| men[m].1 != Piece::King).map(Some).chain([None]);
        for removed in removed {
            let pawns = (0..men.len()).filter(|&m| men[m].1 == Piece::Pawn && Some(m) != removed);
            let promoted = pawns.flat_map(|m| {
                [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight].map(move |p| Some((m, p)))
            });
            for promoted in promoted.chain([None]).filter(|p| p.is_some() || removed.is_some()) {
                let after = After::new(&men, removed, promoted, tables);
                self.after.insert((removed, promoted), after);
            }
        }
    }

    fn index(&self, squares: Men) -> usize {
        let (slot, image) = &self.kings[squares[0] as usize];
        let others = &squares[1..self.men.len()];
        others.iter().fold(*slot, |index, &s| index << 6 | image[s as usize] as usize)
    }

    fn squares(&self, index: usize) -> Men {
        let n = self.men.len();
        let mut squares = [0; MAX];
        for (m, square) in squares.iter_mut().enumerate().take(n).skip(1) {
            *square = (index >> (6 * (n - 1 - m)) & 63) as u8;
        }
        let slot = index >> (6 * (n - 1));
        squares[0] = if self.material.pawns() > 0 { (slot / 4 * 8 + slot % 4) as u8 } else { TRIANGLE[slot] };
        squares
    }

    fn men_of(&self, color: Color) -> impl Iterator<Item = (usize, Piece)> {
        self.men.iter().enumerate().filter(move |(_, m)| m.0 == color).map(|(i, m)| (i, m.1))
    }

    fn occupied(&self, squares: Men) -> BitBoard {
        squares[..self.men.len()].iter().fold(BitBoard::EMPTY, |set, &s| set | sq(s).bitboard())
    }

    fn king(&self, color: Color) -> usize {
        self.men.iter().position(|&m| m == (color, Piece::King)).unwrap()
    }

    fn attacked(&self, squares: Men, king: usize) -> bool {
        let occupied = self.occupied(squares);
        let target = sq(squares[king]);
        self.men_of(!self.men[king].0)
            .any(|(m, p)| attacks(p, self.men[m].0, sq(squares[m]), occupied).has(target))
    }

    fn legal(&self, side: Color, squares: Men) -> bool {
        let distinct = self.occupied(squares).len() as usize == self.men.len();
        let pawns = self.men.iter().zip(&squares).all(|(m, &s)| m.1 != Piece::Pawn || (8..56).contains(&s));
        distinct && pawns && !self.attacked(squares, self.king(!side))
    }

    fn advancement(&self, squares: Men) -> usize {
        let steps = |(m, &s): (&(Color, Piece), &u8)| match m {
            (Color::White, Piece::Pawn) => (s >> 3) as usize,
            (Color::Black, Piece::Pawn) => 7 - (s >> 3) as usize,
            _ => 0,
        };
        self.men.iter().zip(&squares).map(steps).sum()
    }

    /// Value of a position for the side to move, -2 to 2; `None` when it is illegal.
    fn value(&self, side: Color, squares: Men) -> Option<i8> {
        value_of(self.state[side as usize][self.index(squares)])
    }

    fn quiet_moves(&self, side: Color, squares: Men, mut visit: impl FnMut(Men)) {
        let occupied = self.occupied(squares);
        for (m, piece) in self.men_of(side).filter(|m| m.1 != Piece::Pawn) {
            for to in attacks(piece, side, sq(squares[m]), occupied) - occupied {
                let mut next = squares;
                next[m] = to as u8;
                visit(next);
            }
        }
    }

    fn solve_level(&mut self, level: usize) {
        let size = self.state[0].len();
        let mut layers = Layers::default();
        let mut positions = Vec::new();
        for index in 0..size {
            let squares = self.squares(index);
            if self.advancement(squares) != level {
                continue;
            }
            positions.push(index as u32);
            for side in Color::ALL {
                if self.legal(side, squares) {
                    let (capture, pawn) = self.zeroing(side, squares);
                    self.capture[side as usize][index] = capture;
                    self.pawn[side as usize][index] = pawn;
                } else {
                    self.state[side as usize][index] = ILLEGAL;
                }
            }
        }
        for &index in &positions {
            for side in Color::ALL {
                self.seed(side, index, &mut layers);
            }
        }
        let mut n = 0;
        while n <= 101 || layers.pending(n) {
            if n == 100 {
                self.seed_cursed(&positions, &mut layers);
            }
            self.spread(n, &mut layers);
            n += 1;
        }
    }

    fn zeroing_best(&self, side: Color, index: usize) -> i8 {
        self.capture[side as usize][index].max(self.pawn[side as usize][index])
    }

    /// Wins by a zeroing move, mates, and positions without quiet moves.
    fn seed(&mut self, side: Color, index: u32, layers: &mut Layers) {
        let i = index as usize;
        if self.state[side as usize][i] == ILLEGAL {
            return;
        }
        if self.zeroing_best(side, i) == 2 {
            self.state[side as usize][i] = 1;
            layers.push(1, true, side, index);
            return;
        }
        let squares = self.squares(i);
        let mut quiet = false;
        self.quiet_moves(side, squares, |next| quiet |= self.value(!side, next).is_some());
        if quiet {
            return;
        }
        let n = match self.zeroing_best(side, i) {
            -2 => 1,
            NO_MOVE if self.attacked(squares, self.king(side)) => 0,
            _ => return,
        };
        self.state[side as usize][i] = -(n + 1);
        layers.push(n as usize, false, side, index);
    }

    /// After ply 100: zeroing moves into cursed results count as 101.
    fn seed_cursed(&mut self, positions: &[u32], layers: &mut Layers) {
        for &index in positions {
            for side in Color::ALL {
                let i = index as usize;
                if self.state[side as usize][i] != 0 {
                    continue;
                }
                match self.zeroing_best(side, i) {
                    1 => {
                        self.state[side as usize][i] = 101;
                        layers.push(101, true, side, index);
                    }
                    -1 => self.try_loss(side, i, 100, layers),
                    _ => {}
                }
            }
        }
    }

    /// One layer: losses in n give wins in n + 1, wins in n may give losses in n + 1.
    fn spread(&mut self, n: usize, layers: &mut Layers) {
        let mut before = Vec::new();
        for (side, index) in layers.take(n, false) {
            let squares = self.squares(index as usize);
            before.clear();
            self.quiet_moves(!side, squares, |p| before.extend(self.images(p)));
            for &i in &before {
                let state = &mut self.state[!side as usize][i];
                if *state == 0 {
                    *state = n as i16 + 1;
                    layers.push(n + 1, true, !side, i as u32);
                } else if n == 0 && self.pawn[!side as usize][i] == 2 {
                    self.pawn[!side as usize][i] = PAWN_WIN_OR_MATE;
                }
            }
        }
        for (side, index) in layers.take(n, true) {
            let squares = self.squares(index as usize);
            before.clear();
            self.quiet_moves(!side, squares, |p| before.extend(self.images(p)));
            for &i in &before {
                if self.state[!side as usize][i] == 0 {
                    self.try_loss(!side, i, n, layers);
                }
            }
        }
    }

    /// The index of a position, and that of its mirror image when the white king is on the
    /// diagonal.
    fn images(&self, squares: Men) -> impl Iterator<Item = usize> {
        let mut twin = squares;
        let on_diagonal =
            self.material.pawns() == 0 && [squares[0], squares[0] ^ 7].iter().any(|&s| s.is_multiple_of(9));
        if on_diagonal {
            let (_, image) = &self.kings[squares[0] as usize];
            for s in &mut twin {
                *s = Symmetry::FLIP_DIAGONAL.apply_index(image[*s as usize].into()) as u8;
            }
        }
        let first = self.index(squares);
        std::iter::once(first).chain(Some(self.index(twin)).filter(move |&t| on_diagonal && t != first))
    }

    /// Marks a position as lost if all its moves lose; layers up to n are complete.
    fn try_loss(&mut self, side: Color, i: usize, n: usize, layers: &mut Layers) {
        let mut longest = match self.zeroing_best(side, i) {
            NO_MOVE => 0,
            -2 => 1,
            -1 if n >= 100 => 101,
            _ => return,
        };
        let mut escapes = false;
        self.quiet_moves(side, self.squares(i), |next| match self.state[!side as usize][self.index(next)] {
            ILLEGAL => {}
            win if win > 0 => longest = longest.max(win + 1),
            _ => escapes = true,
        });
        if !escapes && longest > 0 {
            self.state[side as usize][i] = -(longest + 1);
            layers.push(longest as usize, false, side, i as u32);
        }
    }

    /// Best values of captures and of other pawn moves.
    fn zeroing(&self, side: Color, squares: Men) -> (i8, i8) {
        let occupied = self.occupied(squares);
        let (mut capture, mut pawn) = (NO_MOVE, NO_MOVE);
        for (m, piece) in self.men_of(side) {
            let reach = attacks(piece, side, sq(squares[m]), occupied);
            for (victim, _) in self.men_of(!side).filter(|v| v.1 != Piece::King) {
                if reach.has(sq(squares[victim])) {
                    let mut next = squares;
                    next[m] = squares[victim];
                    capture = capture.max(self.value_after(side, next, Some(victim), m));
                }
            }
            if piece == Piece::Pawn {
                pawn = pawn.max(self.pawn_moves(side, squares, occupied, m));
            }
        }
        (capture, pawn)
    }

    /// Value for `side` of a capture or promotion by man `m`, now on its new square.
    fn value_after(&self, side: Color, next: Men, victim: Option<usize>, m: usize) -> i8 {
        let look_up = |promoted| {
            let value = self.after[&(victim, promoted)].value(!side, next);
            value.map_or(NO_MOVE, |v| -v)
        };
        let last_rank = if side == Color::White { 7 } else { 0 };
        if self.men[m].1 == Piece::Pawn && next[m] >> 3 == last_rank {
            let pieces = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
            pieces.map(|p| look_up(Some((m, p)))).into_iter().max().unwrap()
        } else {
            look_up(None)
        }
    }

    fn pawn_moves(&self, side: Color, squares: Men, occupied: BitBoard, m: usize) -> i8 {
        let (step, home, last): (i8, u8, u8) = if side == Color::White { (8, 1, 7) } else { (-8, 6, 0) };
        let one = squares[m].wrapping_add_signed(step);
        if one >= 64 || occupied.has(sq(one)) {
            return NO_MOVE;
        }
        let mut next = squares;
        next[m] = one;
        if one >> 3 == last {
            return self.value_after(side, next, None, m);
        }
        let mut best = self.value(!side, next).map_or(NO_MOVE, |v| -v);
        let two = one.wrapping_add_signed(step);
        if squares[m] >> 3 == home && !occupied.has(sq(two)) {
            next[m] = two;
            if let Some(plain) = self.value(!side, next) {
                best = best.max(-self.with_en_passant(!side, next, m, one, plain));
            }
        }
        best
    }

    /// The value of a position after the double step of man `m` over `passed`.
    fn with_en_passant(&self, side: Color, squares: Men, m: usize, passed: u8, plain: i8) -> i8 {
        let mut best = NO_MOVE;
        for (taker, _) in self.men_of(side).filter(|t| t.1 == Piece::Pawn) {
            if attacks(Piece::Pawn, side, sq(squares[taker]), BitBoard::EMPTY).has(sq(passed)) {
                let mut next = squares;
                next[taker] = passed;
                best = best.max(self.value_after(side, next, Some(m), taker));
            }
        }
        if best == NO_MOVE || self.has_other_move(side, squares) { plain.max(best) } else { best }
    }

    fn has_other_move(&self, side: Color, squares: Men) -> bool {
        let index = self.index(squares);
        let mut found = self.zeroing_best(side, index) > NO_MOVE;
        self.quiet_moves(side, squares, |next| found |= self.value(!side, next).is_some());
        found
    }
}

/// The number of a king square, and the symmetry that maps it to a numbered one.
fn king_images(king: usize, pawns: bool) -> (usize, [u8; 64]) {
    let symmetry = match (pawns, king & 7 > 3) {
        (false, _) => Symmetry::into_triangle(king),
        (true, true) => Symmetry::MIRROR_FILES,
        (true, false) => Symmetry::IDENTITY,
    };
    let image = symmetry.apply_index(king);
    let slot = if pawns {
        (image >> 3) * 4 + (image & 7)
    } else {
        TRIANGLE.iter().position(|&s| usize::from(s) == image).unwrap()
    };
    (slot, std::array::from_fn(|s| symmetry.apply_index(s) as u8))
}

impl After {
    fn new(
        men: &[(Color, Piece)],
        removed: Option<usize>,
        promoted: Option<(usize, Piece)>,
        tables: &mut SolvedTables,
    ) -> Self {
        let left: Vec<(usize, (Color, Piece))> = men
            .iter()
            .enumerate()
            .filter(|(m, _)| Some(*m) != removed)
            .map(|(m, &man)| match promoted {
                Some((p, piece)) if p == m => (m, (man.0, piece)),
                _ => (m, man),
            })
            .collect();
        let of = |color| left.iter().filter(|m| m.1.0 == color).map(|m| m.1.1).collect::<Vec<_>>();
        let (material, flip) = Material::new(&of(Color::White), &of(Color::Black)).canonical();
        let mut free = left;
        let men = men_codes(material)
            .into_iter()
            .map(|code| {
                let (color, piece) = man_of_code(code).unwrap();
                let wanted = (if flip { !color } else { color }, piece);
                let at = free.iter().position(|m| m.1 == wanted).unwrap();
                free.remove(at).0
            })
            .collect();
        let table = (material.men() > 2).then(|| tables.solve(material));
        Self { table, men, flip }
    }

    fn value(&self, side: Color, squares: Men) -> Option<i8> {
        let mut mapped = [0; MAX];
        for (slot, &m) in mapped.iter_mut().zip(&self.men) {
            *slot = squares[m] ^ if self.flip { 56 } else { 0 };
        }
        if let Some(table) = &self.table {
            return table.value(if self.flip { !side } else { side }, mapped);
        }
        let reach = attacks(Piece::King, Color::White, sq(mapped[0]), BitBoard::EMPTY);
        (!reach.has(sq(mapped[1]))).then_some(0)
    }
}

/// Positions newly decided, by number of plies, kind and side.
#[derive(Default)]
struct Layers {
    lost: Vec<Vec<(Color, u32)>>,
    won: Vec<Vec<(Color, u32)>>,
}

impl Layers {
    fn push(&mut self, n: usize, won: bool, side: Color, index: u32) {
        let layers = if won { &mut self.won } else { &mut self.lost };
        layers.resize(layers.len().max(n + 1), Vec::new());
        layers[n].push((side, index));
    }

    fn take(&mut self, n: usize, won: bool) -> Vec<(Color, u32)> {
        let layers = if won { &mut self.won } else { &mut self.lost };
        layers.get_mut(n).map(std::mem::take).unwrap_or_default()
    }

    fn pending(&self, n: usize) -> bool {
        n < self.lost.len().max(self.won.len())
    }
}

fn sq(square: u8) -> Square {
    Square::index(square.into())
}

fn value_of(state: i16) -> Option<i8> {
    match state {
        ILLEGAL => None,
        0 => Some(0),
        1..=100 => Some(2),
        101.. => Some(1),
        -101..=-1 => Some(-2),
        _ => Some(-1),
    }
}

impl ValueSource for Solved {
    fn material(&self) -> Material {
        self.material
    }

    fn wdl_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [u8]) {
        for (i, code) in codes.iter_mut().enumerate() {
            let index = self.index(men_at(squares, i));
            let capture = self.capture[side as usize][index];
            *code = match value_of(self.state[side as usize][index]) {
                None => wdl_code::FREE,
                Some(2) if capture == 2 => wdl_code::FREE,
                Some(1) if capture == 1 => wdl_code::CAPTURE_CURSED_WIN,
                Some(0) if capture == 0 => wdl_code::CAPTURE_DRAW,
                Some(-1) if capture == -1 => wdl_code::CAPTURE_BLESSED_LOSS,
                Some(value) => (value + 2) as u8,
            };
        }
    }

    fn dtz_codes(&self, side: Color, squares: &[&[u8]], codes: &mut [i16]) {
        for (i, code) in codes.iter_mut().enumerate() {
            let index = self.index(men_at(squares, i));
            let state = self.state[side as usize][index];
            let (capture, pawn) = (self.capture[side as usize][index], self.pawn[side as usize][index]);
            *code = match value_of(state) {
                None | Some(0) => 0,
                Some(v @ 1..) if capture == v || pawn == v => 0,
                Some(1..) => state,
                // Checkmate, a loss in 0, is stored like a loss in 1.
                Some(_) => (state + 1).min(-1),
            };
        }
    }
}

fn men_at(squares: &[&[u8]], i: usize) -> Men {
    let mut men = [0; MAX];
    for (man, plane) in men.iter_mut().zip(squares) {
        *man = plane[i];
    }
    men
}
