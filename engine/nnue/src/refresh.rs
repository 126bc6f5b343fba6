//! Hidden neurons from scratch, or from the last refreshed position in the same view.

use board::{BitBoard, Board, Color, Piece};

use crate::Network;
use crate::features::{FeatureSet, View, code, is_mirrored};
use crate::simd::kernels;
use crate::tile::Tile;

/// Number of views of a board, both sides together.
const VIEWS: usize = 4;

/// The last refreshed position for each view.
#[derive(Clone)]
pub(crate) struct RefreshCache {
    /// `[view][tile]`.
    tiles: Vec<Tile>,
    /// `[view]`.
    men: [Men; VIEWS],
}

/// The placement of men: `[color][piece]`.
type Men = [[BitBoard; Piece::NUM]; Color::NUM];

impl RefreshCache {
    /// The empty board in every view.
    pub(crate) fn new(network: &Network) -> Self {
        Self {
            tiles: network.input_biases().repeat(VIEWS),
            men: [[[BitBoard::EMPTY; Piece::NUM]; Color::NUM]; VIEWS],
        }
    }

    /// Writes the hidden neurons of a perspective to `to`.
    #[inline(always)]
    pub(crate) fn refresh(&mut self, network: &Network, board: &Board, perspective: Color, to: &mut [Tile]) {
        let own_king = board.king(perspective);
        let view = View::new(FeatureSet::Mirrored, perspective, own_king);
        let index = 2 * perspective as usize + usize::from(is_mirrored(own_king));
        let (mut added, mut removed) = (Rows::default(), Rows::default());
        for color in Color::ALL {
            for piece in Piece::ALL {
                let now = board.colored_pieces(color, piece);
                let before = std::mem::replace(&mut self.men[index][color as usize][piece as usize], now);
                for square in now - before {
                    added.push(view.feature_of(code(color, piece, square)));
                }
                for square in before - now {
                    removed.push(view.feature_of(code(color, piece, square)));
                }
            }
        }
        let width = to.len();
        let cached = &mut self.tiles[index * width..][..width];
        kernels::refresh(to, cached, network.input_weights(), added.as_slice(), removed.as_slice());
    }
}

/// Rows of weights, at most one per man.
#[derive(Default)]
pub(crate) struct Rows {
    rows: [u16; 32],
    len: usize,
}

impl Rows {
    #[inline]
    pub(crate) fn push(&mut self, feature: usize) {
        self.rows[self.len] = feature as u16;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[u16] {
        &self.rows[..self.len]
    }
}
