//! Proof and disproof numbers of a position, with the plies of a solved one.

/// The longest mate that can be requested, in moves.
pub const MAX_MOVES: u8 = 127;

/// The same in plies of both sides, up to the mating move.
const MAX_PLIES: u8 = 2 * MAX_MOVES - 1;

/// Infinity: the number of an impossible result. The number of a reached result is 0.
pub(super) const INFINITE: u32 = 1 << 30;

/// Any number of plies: longer than any search.
pub(super) const EVER: u8 = u8::MAX;

const _: () = assert!(MAX_PLIES < EVER);

/// The value of a position with some plies left, from the view of the side to move.
///
/// `phi` is 0 when that side has reached its goal: mate for the attacker, no mate for the defender.
/// `delta` is 0 when the other side has. As long as both are positive the position is open, and
/// each is a lower bound on the number of positions to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) phi: u32,
    pub(super) delta: u32,
    /// In a solved position: the attacker mates within this many plies, or does not mate within
    /// this many ([`EVER`]: never). Otherwise 0.
    pub(super) plies: u8,
}

/// Thresholds at which the search leaves an open position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thresholds {
    pub(super) phi: u32,
    pub(super) delta: u32,
}

impl Thresholds {
    /// Search until solved.
    pub(super) const NONE: Self = Self { phi: INFINITE, delta: INFINITE };

    /// True for a value at which the search leaves the position.
    pub(super) fn are_reached(self, value: Value) -> bool {
        value.phi >= self.phi || value.delta >= self.delta
    }
}

impl Value {
    /// The attacker mates within this many plies.
    pub(super) const fn proved(attacks: bool, plies: u8) -> Self {
        if attacks {
            Self { phi: 0, delta: INFINITE, plies }
        } else {
            Self { phi: INFINITE, delta: 0, plies }
        }
    }

    /// The attacker does not mate within this many plies.
    pub(super) const fn disproved(attacks: bool, plies: u8) -> Self {
        Self::proved(!attacks, plies)
    }

    /// Open, with a proof number and a disproof number.
    pub(super) const fn open(attacks: bool, proof: u32, disproof: u32) -> Self {
        let (phi, delta) = if attacks { (proof, disproof) } else { (disproof, proof) };
        Self { phi, delta, plies: 0 }
    }

    pub(super) const fn is_solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// True when a mate is proved.
    pub(super) const fn is_proved(self, attacks: bool) -> bool {
        if attacks { self.phi == 0 } else { self.delta == 0 }
    }

    /// Proof number and disproof number.
    pub(super) const fn numbers(self, attacks: bool) -> (u32, u32) {
        if attacks { (self.phi, self.delta) } else { (self.delta, self.phi) }
    }
}

/// The value of a position from those of its moves, and the move to search next.
pub(super) struct BackUp {
    pub(super) value: Value,
    /// The move with the least `delta`; the first of several.
    pub(super) best: usize,
    /// The least `delta` of the other moves.
    pub(super) second: u32,
}

impl BackUp {
    /// Combines the values of all moves, or of some including one that succeeds. A side without a
    /// move has failed.
    pub(super) fn of(attacks: bool, moves: impl Iterator<Item = Value> + Clone) -> Self {
        let (mut phi, mut second, mut best) = (INFINITE, INFINITE, 0);
        let mut sum = 0_u32;
        for (index, mv) in moves.clone().enumerate() {
            if mv.delta < phi {
                (second, phi, best) = (phi, mv.delta, index);
            } else {
                second = second.min(mv.delta);
            }
            sum = sum.saturating_add(mv.phi);
        }
        let value = if phi == 0 {
            let plies = plies_of(attacks, moves.filter(|mv| mv.delta == 0));
            Value { phi, delta: INFINITE, plies }
        } else if sum == 0 {
            Value { phi: INFINITE, delta: 0, plies: plies_of(attacks, moves) }
        } else {
            Value { phi, delta: sum.min(INFINITE - 1), plies: 0 }
        };
        Self { value, best, second }
    }
}

/// The plies of a position from those of the moves that solve it: the attacker chooses the shortest
/// mate, and there is none within the plies of the shortest failure; the defender chooses the
/// longest defense.
fn plies_of(attacks: bool, moves: impl Iterator<Item = Value>) -> u8 {
    let plies = moves.map(|mv| mv.plies);
    let plies = if attacks { plies.min().unwrap_or(EVER) } else { plies.max().unwrap_or(0) };
    plies.saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_attacker_needs_one_move_and_the_defender_all_replies() {
        // After the attacker's move the defender is to move.
        let (mate, escape) = (Value::proved(false, 4), Value::disproved(false, 6));
        let back_up = |attacks, moves: &[Value]| BackUp::of(attacks, moves.iter().copied()).value;
        assert_eq!(back_up(true, &[escape, mate]), Value::proved(true, 5));
        assert_eq!(back_up(true, &[mate, Value::proved(false, 2)]), Value::proved(true, 3));
        assert_eq!(back_up(true, &[escape, Value::disproved(false, EVER)]), Value::disproved(true, 7));
        assert_eq!(back_up(true, &[]), Value::disproved(true, EVER));
        let (mate, escape) = (Value::proved(true, 5), Value::disproved(true, 7));
        assert_eq!(back_up(false, &[mate, Value::proved(true, 3)]), Value::proved(false, 6));
        assert_eq!(back_up(false, &[mate, escape]), Value::disproved(false, 8));
        assert_eq!(back_up(false, &[escape, Value::disproved(true, EVER)]), Value::disproved(false, EVER));
    }

    #[test]
    fn open_positions_add_up_what_is_to_be_done() {
        let moves = [Value::open(true, 3, 2), Value::open(true, 4, 1), Value::proved(true, 3)];
        let back_up = BackUp::of(false, moves.into_iter());
        assert_eq!(back_up.value.numbers(false), (7, 1));
        assert_eq!((back_up.best, back_up.second), (1, 2));
        let failed = [Value::open(false, 3, 2), Value::disproved(false, 9)];
        assert_eq!(BackUp::of(true, failed.into_iter()).value.numbers(true), (3, 2));
    }
}
