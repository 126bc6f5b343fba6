//! The metrics that endings can be solved in. Positions are found ply by ply; a metric defines the
//! value of a position found in ply n, and the ply in which a capture or pawn move of a certain
//! merit takes effect.
//!
//! That is the only difference between distance to mate ([`DtmCode`](super::dtm::DtmCode)) and
//! distance to zeroing under the fifty-move rule ([`DtzCode`](super::dtz::DtzCode)).

/// A metric. Moves are compared by *merit*: 0 for no legal move, below [`DRAW_MERIT`] for lost,
/// above it for won; greater is better for the mover.
pub(crate) trait Metric: Sized + 'static {
    /// The type that a table stores for each position.
    type Value: Copy + Default + Eq + Send + Sync;
    /// A draw.
    const DRAW: Self::Value;
    /// No legal position, or a slot that no position uses.
    const ILLEGAL: Self::Value;
    /// The greatest distance that can be stored, in plies.
    const MAX_PLIES: usize;

    /// The value of a position with the side to move winning in `ply`.
    fn won(ply: usize) -> Self::Value;
    /// The value of a position with the side to move losing in `ply`.
    fn lost(ply: usize) -> Self::Value;
    /// The merit of a capture or pawn move for the mover, given the value of the position it leads
    /// to.
    fn merit(child: Self::Value) -> Merit;
    /// The standing of a legal position for its side to move, on the scale of [`Metric::merit`].
    fn standing(value: Self::Value) -> Merit;
    /// A value with this standing.
    fn from_standing(standing: Merit) -> Self::Value;
    /// The ply in which a position is won by a capture or pawn move of this winning merit, or
    /// before which it is not lost when its best capture or pawn move has this losing merit.
    fn ply(merit: Merit) -> usize;
    /// True when `value` is a draw or illegal.
    fn is_undecided(value: Self::Value) -> bool {
        value == Self::ILLEGAL || Self::standing(value) == DRAW_MERIT
    }
}

/// The merit of a move for the mover, see [`Metric`].
pub(crate) type Merit = u16;

/// The merit of a draw in every metric.
pub(crate) const DRAW_MERIT: Merit = 1 << 15;

/// The value of a position in which an en passant capture of merit `capture` (0: illegal) is
/// possible besides the moves that led to `quiet`. `no_other_move` is true when the capture is
/// forced.
pub(crate) fn with_en_passant<M: Metric>(
    quiet: M::Value,
    capture: Merit,
    no_other_move: impl Fn() -> bool,
) -> M::Value {
    if capture == 0 {
        return quiet;
    }
    let forced = M::standing(quiet) == DRAW_MERIT && capture < DRAW_MERIT && no_other_move();
    let own = if forced { 0 } else { M::standing(quiet) };
    if capture > own { M::from_standing(capture) } else { quiet }
}
