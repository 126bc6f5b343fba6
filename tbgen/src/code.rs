//! The byte a solved table keeps for each position.
//!
//! | byte       | meaning                                                             |
//! |------------|---------------------------------------------------------------------|
//! | `0`        | draw                                                                |
//! | `1..=254`  | distance to mate in plies, plus one: odd = lost, even = won         |
//! | `255`      | no legal position (or a slot that no position uses)                 |
//!
//! The winner's distance is odd and the loser's even, so one byte tells result and distance up to 253
//! plies; the longest mate with 5 men takes 253 (KPPvKP, 127 moves).

use board::Dtm;

/// A draw.
pub(crate) const DRAW: u8 = 0;
/// No legal position.
pub(crate) const ILLEGAL: u8 = 255;
/// The greatest distance a byte can hold, in plies.
pub(crate) const MAX_PLIES: usize = 253;

/// The byte of a win or loss in `plies`.
#[inline(always)]
pub(crate) const fn decisive(plies: usize) -> u8 {
    plies as u8 + 1
}

/// Plies to mate of a decisive byte.
#[inline(always)]
pub(crate) const fn plies(code: u8) -> usize {
    code as usize - 1
}

/// The side to move wins.
#[inline(always)]
pub(crate) const fn is_win(code: u8) -> bool {
    code != DRAW && code & 1 == 0
}

/// The side to move is mated in the end.
#[inline(always)]
pub(crate) const fn is_loss(code: u8) -> bool {
    code != ILLEGAL && code & 1 == 1
}

/// The value in words; `None` for [`ILLEGAL`].
pub(crate) const fn to_dtm(code: u8) -> Option<Dtm> {
    match code {
        DRAW => Some(Dtm::Draw),
        ILLEGAL => None,
        n if n & 1 == 0 => Some(Dtm::Win(n as u16 - 1)),
        n => Some(Dtm::Loss(n as u16 - 1)),
    }
}

/// The byte of a value.
pub(crate) const fn from_dtm(dtm: Dtm) -> u8 {
    match dtm {
        Dtm::Draw => DRAW,
        Dtm::Win(n) | Dtm::Loss(n) => decisive(n as usize),
    }
}

/// How good a move is for the mover, given the byte of the position it leads to: 0 for no legal move, `1..=127` for
/// lost (longer is greater), 128 for a draw, `129..=255` for won (quicker is greater). So the best of
/// several moves is the maximum. Free of branches, so that it vectorizes.
#[inline(always)]
pub(crate) const fn merit(child: u8) -> u8 {
    let half = (child >> 1) + (child & 1);
    let won = 0u8.wrapping_sub(half);
    let lost = half + 1;
    let decisive = if child & 1 == 1 { won } else { lost };
    let playable = if child == DRAW { 128 } else { decisive };
    if child == ILLEGAL { 0 } else { playable }
}

/// What [`merit`] says of a draw.
pub(crate) const MERIT_DRAW: u8 = 128;

/// Plies to mate that a decisive merit stands for, counted from the mover's position.
#[inline(always)]
pub(crate) const fn merit_plies(merit: u8) -> usize {
    if merit > MERIT_DRAW { 2 * (256 - merit as usize) - 1 } else { 2 * (merit as usize - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merit_orders_moves_as_distances_do() {
        let moves: Vec<(Dtm, u8)> = (0..=MAX_PLIES as u8)
            .filter_map(|c| to_dtm(c).map(|dtm| (dtm.from_parent(), merit(c))))
            .collect();
        for a in &moves {
            for b in &moves {
                assert_eq!(a.0.cmp(&b.0), a.1.cmp(&b.1), "{a:?} {b:?}");
            }
            match a.0 {
                Dtm::Draw => assert_eq!(a.1, MERIT_DRAW),
                Dtm::Win(n) | Dtm::Loss(n) => assert_eq!(merit_plies(a.1), n as usize),
            }
        }
        assert_eq!(merit(ILLEGAL), 0);
    }
}
