//! Learns the mined table of an ending from the solved ending: see [`Mine::learn`].

mod figures;
mod grow;
mod passes;
mod prune;
mod truth;

use std::time::Instant;

use board::{Material, Piece};
use recognizers::Side;
use recognizers::mined::{Ending, Kbkp, Kbnkn, Krpkr, Leaf, Node, Tree, fingerprint};

use crate::VerifyError;
pub use figures::{Announced, CurvePoint, Figures};
use grow::Growth;
use passes::{Counts, Proof};
use prune::{Costs, Values};
pub use truth::Truth;

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
    /// What a position announced is worth, by class as above, draws being 1.
    pub worth: [f64; 4],
}

/// An ending that can be mined.
pub struct Mine {
    /// Its material, the strong side first.
    pub material: &'static str,
    /// The name of its files in `data/recognizers`.
    pub name: &'static str,
    plan: Plan,
    learn: Learn,
}

type Learn = fn(&Mine, &mut Truth, &Progress) -> Result<Mined, VerifyError>;

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
pub static MINES: [Mine; 3] = [
    Mine {
        material: "KPvKB",
        name: "kbkp",
        plan: Plan {
            budget: BUDGET,
            one_in: [1, 1, 1, 1],
            named_rarer: 1,
            fewest: 2,
            worth: [1.0, 1.0, 1.0, 0.0],
        },
        learn: learn::<Kbkp>,
    },
    Mine {
        material: "KBNvKN",
        name: "kbnkn",
        plan: Plan {
            budget: BUDGET,
            one_in: [1, 8, 4, 1],
            named_rarer: 4,
            fewest: 4,
            worth: [0.3, 1.0, 0.3, 0.0],
        },
        learn: learn::<Kbnkn>,
    },
    Mine {
        material: "KRPvKR",
        name: "krpkr",
        plan: Plan {
            budget: BUDGET,
            one_in: [24, 12, 12, 1],
            named_rarer: 4,
            fewest: 4,
            worth: [0.1, 1.0, 0.7, 0.0],
        },
        learn: learn::<Krpkr>,
    },
];

const BUDGET: usize = 128 << 10;

/// The mine of an ending, in either coloring.
///
/// # Panics
/// Never: the materials of [`MINES`] are written as materials are.
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
    /// 3. The tree is cut back to the size that fits, so that what is left announces most. A leaf may speak although a few of
    ///    its positions have another result if that is worth listing them.
    /// 4. The whole ending walks through what is left: exceptions are listed, and any other impurity is an error. Nothing is left to
    ///    the counts of step 2.
    ///
    /// # Errors
    /// [`VerifyError`] when the truth does not fit the ending, or a table that is not pure came out.
    pub fn learn(&self, truth: &mut Truth, progress: &Progress) -> Result<Mined, VerifyError> {
        (self.learn)(self, truth, progress)
    }

    /// The ending's truth, solved here and now.
    ///
    /// # Errors
    /// [`VerifyError`] when a table cannot be built.
    ///
    /// # Panics
    /// Never: its material is written as materials are.
    pub fn solve(&self) -> Result<Truth, VerifyError> {
        let material: Material = self.material.parse().expect("written as materials are");
        let men = self.men();
        Truth::solve(material, men)
    }

    /// The men in the order of keys.
    pub fn men(&self) -> &'static [(Side, Piece)] {
        match self.name {
            "kbkp" => Kbkp::MEN,
            "kbnkn" => Kbnkn::MEN,
            _ => Krpkr::MEN,
        }
    }
}

/// Leaves in the points of the curve.
const CURVE: [usize; 9] = [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

/// Most leaves of a tree whose leaves are counted exactly.
const MOST_LEAVES: usize = Tree::MAX_NODES / 2;

fn learn<E: Ending>(mine: &Mine, truth: &mut Truth, progress: &Progress) -> Result<Mined, VerifyError> {
    let plan = &mine.plan;
    let start = Instant::now();
    let say = |text: String| progress(&format!("{:>6.0} s  {text}", start.elapsed().as_secs_f64()));
    passes::mark_named::<E>(mine.material.parse().expect("written as materials are"), truth);
    let totals = truth.totals();
    say(format!("{} positions, named rules asked", totals.iter().sum::<u64>()));
    let mut rows = passes::sample::<E>(truth, plan.one_in, plan.named_rarer);
    say(format!("{} sampled", rows.len()));
    let grown = Growth::new::<E>(plan.one_in, plan.fewest).grow(&mut rows);
    drop(rows);
    say(format!("{} leaves grown", grown.leaves()));
    let alone = Values::alone(plan.worth);
    let (nodes, _) = prune::to_leaves(&grown.nodes, &grown.counts, &alone, MOST_LEAVES);
    let counts = passes::count::<E>(&Tree::new(&nodes, Vec::new()), truth);
    say(format!("{} leaves counted", nodes.len().div_ceil(2)));
    let curve = CURVE.iter().map(|&leaves| figures::point(&nodes, &counts, &alone, leaves)).collect();
    let (cut, proof, bytes) = fit::<E>(plan, &nodes, &counts, truth, &say)?;
    let leaves = cut.iter().filter(|node| matches!(node, Node::Leaf(Leaf { outcome: Some(_), .. }))).count();
    let figures = Figures {
        ending: mine.material.to_owned(),
        command: format!("verify mine {}", mine.name),
        features: E::GROUPS.iter().copied().flatten().map(|&name| name.to_owned()).collect(),
        fingerprint: format!("{:016x}", fingerprint::<E>()),
        bytes: bytes.len(),
        nodes: cut.len(),
        speaking_leaves: leaves,
        exceptions: proof.exceptions.len(),
        weak_wins: proof.announced[0],
        draws: proof.announced[1],
        strong_wins: proof.announced[2],
        cursed: totals[3],
        curve,
    };
    Ok(Mined { bytes, figures })
}

/// Rounds of cutting: each costs a walk through the whole ending.
const ROUNDS: usize = 5;

/// Share of the budget that may be left over.
const LEFT_OVER: f64 = 0.003;

/// A tree that was cut, what it announces, and its table.
type Fitted = (Vec<Node>, Proof, Vec<u8>);

/// Cuts the tree until its table fits, exceptions included, and fills the budget. What exceptions take is measured in each round for
/// the next one.
fn fit<E: Ending>(
    plan: &Plan,
    nodes: &[Node],
    counts: &[Counts],
    truth: &Truth,
    say: &dyn Fn(String),
) -> Result<Fitted, VerifyError> {
    let values = Values::beside_named_rules(plan.worth);
    let enough = (plan.budget as f64 * (1.0 - LEFT_OVER)) as usize;
    // Aims at the middle of what may be left over, since a table that is a byte too large is none.
    let mut room = (plan.budget + enough) / 2;
    let mut exception = Costs::guess_exception(truth.keys());
    let mut best: Option<Fitted> = None;
    let mut last = 0;
    for round in 1.. {
        let costs = Costs::new(exception);
        let cut = prune::to_bytes(nodes, counts, &values, &costs, room, fingerprint::<E>());
        let proof = passes::prove::<E>(&cut, truth)?;
        let bytes = Tree::encode(&cut, &proof.exceptions, fingerprint::<E>());
        let (size, listed) = (bytes.len(), proof.exceptions.len());
        say(format!("{} nodes, {listed} exceptions, {size} bytes", cut.len()));
        let without = Tree::encode(&cut, &[], fingerprint::<E>()).len();
        if listed > 0 {
            exception = (size - without) as f64 * 8.0 / listed as f64;
        }
        if size > plan.budget && round > 1 {
            room = room.saturating_sub(size - plan.budget);
        }
        if size <= plan.budget && best.as_ref().is_none_or(|(.., best)| best.len() < size) {
            best = Some((cut, proof, bytes));
        }
        let is_done = |(.., bytes): &mut Fitted| round >= ROUNDS || size == last || bytes.len() >= enough;
        if let Some(best) = best.take_if(is_done) {
            return Ok(best);
        }
        if room == 0 {
            break;
        }
        last = size;
    }
    Err(VerifyError::NoRoom(plan.budget))
}
