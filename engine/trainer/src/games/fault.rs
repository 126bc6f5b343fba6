//! Why bytes are not a game.

/// What is wrong with the bytes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFault {
    /// The bytes end too early.
    #[error("the bytes of a game end too early")]
    Short,
    /// No legal position.
    #[error("a game starts from no legal position")]
    Start,
    /// Not 0, 1 or 2 half points.
    #[error("{0} is no result of a game")]
    Result(u8),
    /// A number that is no [`Reason`](super::Reason).
    #[error("{0} is no reason for a game to end")]
    Reason(u8),
    /// More than [`MAX_PLIES`](super::MAX_PLIES).
    #[error("a game has {0} plies or labels, more than any game")]
    Long(usize),
    /// A label before the one it follows or after the last ply.
    #[error("a label at ply {0} is out of place")]
    Label(u16),
    /// Beyond the engine's scale.
    #[error("{0} is no score")]
    Score(i16),
    /// There are not so many legal moves.
    #[error("move number {index} at ply {ply} is none of the legal moves")]
    Move {
        /// Plies since the start of the game.
        ply: u16,
        /// The number.
        index: u8,
    },
}
