//! Why bytes are not a game.

/// A fault in the bytes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFault {
    /// The bytes end too early.
    #[error("the bytes of a game end too early")]
    Short,
    /// The initial position is illegal.
    #[error("a game starts from an illegal position")]
    Start,
    /// Not 0, 1 or 2 half points.
    #[error("{0} is not the result of a game")]
    Result(u8),
    /// A number that is not a [`Reason`](super::Reason).
    #[error("{0} is not a reason for the end of a game")]
    Reason(u8),
    /// More than [`MAX_PLIES`](super::MAX_PLIES).
    #[error("a game has {0} plies or labels, which are too many")]
    Long(usize),
    /// A label before the one it follows or after the last ply.
    #[error("a label at ply {0} is out of place")]
    Label(u16),
    /// A score beyond the engine's scale.
    #[error("{0} is not a score")]
    Score(i16),
    /// A move number that is too large.
    #[error("move number {index} at ply {ply} is not a legal move")]
    Move {
        /// Plies since the start of the game.
        ply: u16,
        /// The number.
        index: u8,
    },
}
