//! What tables say about the moves at the root.

/// placeholder
pub struct RootKnowledge;
