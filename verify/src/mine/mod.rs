//! Learns the mined table of an ending from the solved ending: see [`Mine::learn`].

mod classes;
mod counts;
mod figures;
mod grow;
mod passes;
mod prune;
mod refine;

use std::time::Instant;

use board::{Material, Piece};
use recognizers::Side;
use recognizers::kbkp::Kbkp;
use recognizers::kbnkn::Kbnkn;
use recognizers::krpkr::Krpkr;
use recognizers::mined::{Ending, Leaf, Node, Tree, fingerprint};

pub use classes::Classes;
pub use counts::Announced;
pub use figures::{CurvePoint, Figures};

use crate::error::VerifyError;
use counts::Counts;
use grow::Growth;
use prune::{Values, Worth};
use refine::Refinement;

/// How to learn one ending.
pub struct Plan {
    /// Largest size of the table, in bytes: 64 KiB for draws, and as much again for wins.
    pub budget: usize,
    /// One position in so many is learned from, by class: weak side wins, draws, strong side wins, cursed.
    pub one_in: [u32; 4],
    /// So many times fewer positions that named rules announce are learned from: the table is asked when the rules are silent.
    pub named_rarer: u32,
    /// Fewest positions that are divided.
    pub fewest: usize,
    /// Growing further what is nearly pure.
    refinement: Option<Refinement>,
    /// What a position announced is worth, by the side to move (strong, weak) and by class as above, draws being 1.
    pub worth: Worth,
}

/// An ending that can be mined.
pub struct Mine {
    /// Its material, the strong side first.
    pub material: &'static str,
    /// The name of its files in `data/recognizers`.
    pub name: &'static str,
    /// Its men in the order of keys.
    pub men: &'static [(Side, Piece)],
    plan: Plan,
    learn: Learn,
}

type Learn = fn(&Mine, &mut Classes, &Progress) -> Result<Mined, VerifyError>;

/// Told in words what is being done.
pub type Progress<'a> = dyn Fn(&str) + Sync + 'a;

/// A mined table and what is known about it.
pub struct Mined {
    /// The table as it is embedded.
    pub bytes: Vec<u8>,
    /// What it announces.
    pub figures: Figures,
}

/// All endings that can be mined.
pub(crate) static MINES: [Mine; 3] = [
    Mine {
        material: "KPvKB",
        name: "kbkp",
        men: Kbkp::MEN,
        plan: Plan {
            budget: BUDGET,
            one_in: [1, 1, 1, 1],
            named_rarer: 1,
            fewest: 2,
            refinement: None,
            worth: [[1.0, 1.0, 1.0, 0.0]; 2],
        },
        learn: learn::<Kbkp>,
    },
    Mine {
        material: "KBNvKN",
        name: "kbnkn",
        men: Kbnkn::MEN,
        plan: Plan {
            budget: BUDGET,
            one_in: [1, 8, 4, 1],
            named_rarer: 4,
            fewest: 4,
            refinement: Some(Refinement { fewest: 2, most_rows: 24_000_000 }),
            worth: [[0.3, 1.0, 0.3, 0.0]; 2],
        },
        learn: learn::<Kbnkn>,
    },
    Mine {
        material: "KRPvKR",
        name: "krpkr",
        men: Krpkr::MEN,
        plan: Plan {
            budget: BUDGET,
            one_in: [24, 12, 12, 1],
            named_rarer: 4,
            fewest: 4,
            refinement: Some(Refinement { fewest: 2, most_rows: 24_000_000 }),
            worth: [[0.1, 1.0, 1.3, 0.0], [0.1, 1.0, 0.15, 0.0]],
        },
        learn: learn::<Krpkr>,
    },
];

const BUDGET: usize = 128 << 10;

/// The mine of an ending, in either coloring.
///
/// # Panics
/// Never: the materials of `MINES` are written as materials are.
pub fn find(material: Material) -> Option<&'static Mine> {
    MINES.iter().find(|mine| {
        let known: Material = mine.material.parse().expect("written as materials are");
        known == material || known == material.flip()
    })
}

impl Mine {
    /// Learns the table: the same bytes on any number of threads.
    ///
    /// 1. A tree grows on a sample of positions until its leaves are pure or small.
    /// 2. The whole ending walks through the tree: exact counts in every leaf.
    /// 3. Where leaves are nearly pure the tree is grown further on what is not, and counted again.
    /// 4. The tree is cut back to the size that fits, so that what is left announces most. A leaf may speak although a few of
    ///    its positions have another result if that is worth listing them.
    /// 5. The whole ending walks through what is left, and exceptions are listed.
    /// 6. The whole ending walks through the table as it will be asked: any wrong result is an error. Nothing is left to the counts.
    ///
    /// # Errors
    /// [`VerifyError`] when the truth does not fit the ending, or a table that is not pure came out.
    pub fn learn(&self, classes: &mut Classes, progress: &Progress) -> Result<Mined, VerifyError> {
        (self.learn)(self, classes, progress)
    }

    /// The ending's classes, solved here and now.
    ///
    /// # Errors
    /// [`VerifyError`] when a table cannot be built.
    ///
    /// # Panics
    /// Never: its material is written as materials are.
    pub fn solve(&self) -> Result<Classes, VerifyError> {
        let material: Material = self.material.parse().expect("written as materials are");
        Classes::solve(material, self.men)
    }
}

/// So many times larger than the budget is the tree that is grown further.
const BASE: usize = 3;

/// Leaves in the points of the curve.
const CURVE: [usize; 9] = [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

/// Most leaves of a tree whose leaves are counted exactly.
const MOST_LEAVES: usize = Tree::MAX_NODES / 2;

fn learn<E: Ending>(mine: &Mine, classes: &mut Classes, progress: &Progress) -> Result<Mined, VerifyError> {
    let plan = &mine.plan;
    let start = Instant::now();
    let say = |text: String| progress(&format!("{:>6.0} s  {text}", start.elapsed().as_secs_f64()));
    passes::mark_named::<E>(mine.material.parse().expect("written as materials are"), classes);
    let totals = classes.totals();
    say(format!("{} positions, named rules asked", totals.iter().sum::<u64>()));
    let mut rows = passes::sample::<E>(classes, plan.one_in, plan.named_rarer);
    say(format!("{} sampled", rows.len()));
    let grown = Growth::new::<E>(plan.one_in, plan.fewest).grow(&mut rows);
    drop(rows);
    say(format!("{} leaves grown", grown.leaves()));
    let alone = Values::alone(plan.worth);
    let beside = Values::beside_named_rules(plan.worth);
    let (mut nodes, _) = prune::to_leaves(&grown.nodes, &grown.counts, &alone, MOST_LEAVES);
    let mut counts = passes::count::<E>(&Tree::without_exceptions(&nodes), classes);
    say(format!("{} leaves counted", nodes.len().div_ceil(2)));
    if let Some(refinement) = &plan.refinement {
        let (base, base_counts) = prune::to_size(&nodes, &counts, &beside, BASE * plan.budget);
        let grown = refinement.grow::<E>(&base, &base_counts, classes);
        say(format!("{} leaves grown from {}", grown.leaves(), base.len().div_ceil(2)));
        (nodes, _) = prune::to_leaves(&grown.nodes, &grown.counts, &beside, MOST_LEAVES);
        counts = passes::count::<E>(&Tree::without_exceptions(&nodes), classes);
        say(format!("{} leaves counted", nodes.len().div_ceil(2)));
    }
    let curve = CURVE.iter().map(|&leaves| figures::point(&nodes, &counts, &alone, leaves)).collect();
    let (cut, exceptions, bytes) = fit::<E>(plan.budget, &beside, (&nodes, &counts), classes, &say)?;
    let tree = Tree::decode(&bytes, fingerprint::<E>()).map_err(VerifyError::Mined)?;
    let announced = passes::prove::<E>(&tree, classes)?;
    let leaves = cut.iter().filter(|node| matches!(node, Node::Leaf(Leaf { outcome: Some(_), .. }))).count();
    let figures = Figures {
        ending: mine.material.to_owned(),
        command: format!("verify mine {}", mine.name),
        features: E::GROUPS.iter().flat_map(|group| group.names).map(|&name| name.to_owned()).collect(),
        fingerprint: format!("{:016x}", fingerprint::<E>()),
        bytes: bytes.len(),
        nodes: cut.len(),
        speaking_leaves: leaves,
        exceptions: exceptions.len(),
        weak_wins: announced[0],
        draws: announced[1],
        strong_wins: announced[2],
        cursed: totals[3],
        curve,
    };
    Ok(Mined { bytes, figures })
}

/// Nodes, exceptions, and the table they make.
type Fit = (Vec<Node>, Vec<u32>, Vec<u8>);

/// Cuts the tree to the size that fits and lists its exceptions.
fn fit<E: Ending>(
    budget: usize,
    values: &Values,
    (nodes, counts): (&[Node], &[Counts]),
    classes: &Classes,
    say: &dyn Fn(String),
) -> Result<Fit, VerifyError> {
    // Less than this share of the budget left over is not worth another walk.
    const LEFT_OVER: f64 = 0.02;
    let mut listed = 1.0;
    loop {
        let fitted =
            prune::to_bytes(nodes, counts, values, budget, listed).ok_or(VerifyError::NoRoom(budget))?;
        let exceptions = passes::exceptions::<E>(&fitted.nodes, classes);
        let bytes = Tree::encode(&fitted.nodes, &exceptions, fitted.filter_bits, fingerprint::<E>());
        say(format!(
            "{} nodes, {} exceptions of {}, {} bits a slot, {} bytes",
            fitted.nodes.len(),
            exceptions.len(),
            fitted.odd,
            fitted.filter_bits,
            bytes.len()
        ));
        let (left_over, share) =
            (budget.saturating_sub(bytes.len()), exceptions.len() as f64 / fitted.odd.max(1.0));
        let is_worth_more = left_over as f64 > LEFT_OVER * budget as f64 && share < listed * 0.99;
        if bytes.len() <= budget && !is_worth_more {
            return Ok((fitted.nodes, exceptions, bytes));
        }
        // Closer from the safe side; larger again if the table came out too large.
        listed = if bytes.len() > budget { listed * 1.02 } else { share * 1.005 };
    }
}
