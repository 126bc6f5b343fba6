//! Learns the mined table of a solved ending: see [`Mine::learn`].

mod classes;
mod counts;
mod curve;
mod figures;
mod grow;
mod passes;
mod plan;
mod prune;
mod refine;

use std::time::Instant;

use board::{Material, Piece};
use recognizers::mined::{Leaf, Mineable, Node, Tree};
use recognizers::{LISTED, RECOGNIZERS, Recognizer, Side};

pub use classes::Classes;
pub use counts::Announced;
pub use curve::{SizeCurve, SizePoint};
pub use figures::{CurvePoint, Figures};
pub use plan::Wanted;

use crate::error::VerifyError;
use counts::Counts;
use grow::Growth;
use plan::Plan;
use prune::Values;

/// An ending that can be mined.
#[derive(Clone, Copy)]
pub struct Mine {
    recognizer: &'static Recognizer,
    ending: &'static dyn Mineable,
}

/// Called with a description of each step.
pub type Progress<'a> = dyn Fn(&str) + Sync + 'a;

/// A mined table and its figures.
pub struct Mined {
    /// The table as it is embedded.
    pub bytes: Vec<u8>,
    /// What it announces.
    pub figures: Figures,
    /// What tables of several sizes announce; empty unless requested.
    pub sizes: Vec<SizePoint>,
}

/// Finds an ending that can be mined, with either assignment of colors.
///
/// # Errors
/// [`VerifyError::NoMine`] if it cannot be mined.
pub fn find(material: Material) -> Result<Mine, VerifyError> {
    let found = recognizers::find(material);
    let mine = found.and_then(|(recognizer, _)| Some(Mine { recognizer, ending: recognizer.mineable()? }));
    mine.ok_or_else(|| {
        let small = RECOGNIZERS.iter().filter(|r| r.mineable().is_some() && r.material().men() < 5);
        let names: Vec<_> = small.map(|r| r.material().canonical().0.to_string()).collect();
        VerifyError::NoMine(material, names.join(", "))
    })
}

impl Mine {
    /// The ending, the strong side first.
    pub fn material(&self) -> Material {
        self.recognizer.material()
    }

    /// True for an ending without rules, which is defined only by its pieces.
    pub fn is_listed(&self) -> bool {
        LISTED.iter().any(|listed| std::ptr::eq(*listed, self.recognizer))
    }

    /// The pieces and features of the ending, and the name of its files.
    pub fn ending(&self) -> &'static dyn Mineable {
        self.ending
    }

    /// Learns the table: the same bytes on any number of threads.
    ///
    /// 1. A tree grows on a sample of positions until its leaves are pure or small. 2. All
    ///    positions of the ending are counted in the leaves, so that counts are exact.
    /// 3. Where leaves are nearly pure the tree is grown further on the remaining impurities, and
    ///    counted again. 4. The tree is pruned to the size that fits, keeping what announces most.
    ///    A leaf may announce a result although a few of its positions have another one, if listing
    ///    these as exceptions pays. 5. All positions are looked up in the pruned tree, and
    ///    exceptions are listed. 6. All positions are looked up in the finished table: any wrong
    ///    result is an error, regardless of the counts.
    ///
    /// With [`Wanted::has_curve`] the tree is also pruned to other sizes, and these tables are
    /// proved in the same way.
    ///
    /// # Errors
    /// [`VerifyError`] when the truth does not fit the ending, or the table is not pure.
    pub fn learn(
        &self,
        classes: &mut Classes,
        wanted: &Wanted,
        progress: &Progress,
    ) -> Result<Mined, VerifyError> {
        learn(self, classes, wanted, progress)
    }

    /// Solves the ending and returns its classes.
    ///
    /// # Errors
    /// [`VerifyError`] when a table cannot be built.
    pub fn solve(&self) -> Result<Classes, VerifyError> {
        Classes::solve(self.recognizer.material(), self.ending.men())
    }
}

/// Size of the tree that is grown further, as a multiple of the budget.
const BASE: usize = 3;

/// Leaves in the points of the curve.
const CURVE: [usize; 9] = [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

/// Maximum leaves of a tree with exact counts.
const MOST_LEAVES: usize = Tree::MAX_NODES / 2;

fn learn(
    mine: &Mine,
    classes: &mut Classes,
    wanted: &Wanted,
    progress: &Progress,
) -> Result<Mined, VerifyError> {
    let ending = mine.ending;
    let features = ending.features();
    let start = Instant::now();
    let say = |text: String| progress(&format!("{:>6.0} s  {text}", start.elapsed().as_secs_f64()));
    passes::mark_named(mine.recognizer, ending.men(), classes);
    let totals = classes.totals();
    let plan = if mine.is_listed() { Plan::of_listed(totals) } else { Plan::new(ending.name(), totals) };
    let plan = plan.with(wanted);
    say(format!("{} positions, named rules applied", totals.iter().sum::<u64>()));
    let mut rows = passes::sample(ending, classes, plan.one_in, plan.named_rarer);
    say(format!("{} sampled", rows.len()));
    let grown = Growth::new(features.len(), plan.one_in, plan.fewest).grow(&mut rows);
    drop(rows);
    say(format!("{} leaves grown", grown.leaves()));
    let alone = Values::alone(plan.worth);
    let beside = Values::beside_named_rules(plan.worth);
    let (mut nodes, _) = match plan.counted {
        Some(bytes) => prune::to_size(&grown.nodes, &grown.counts, &alone, bytes),
        None => prune::to_leaves(&grown.nodes, &grown.counts, &alone, MOST_LEAVES),
    };
    let mut counts = passes::count(ending, &Tree::without_exceptions(&nodes), classes);
    say(format!("{} leaves counted", nodes.len().div_ceil(2)));
    if let Some(refinement) = &plan.refinement {
        let (base, base_counts) = prune::to_size(&nodes, &counts, &beside, BASE * plan.budget);
        let grown = refinement.grow(ending, &base, &base_counts, classes);
        say(format!("{} leaves grown from {}", grown.leaves(), base.len().div_ceil(2)));
        (nodes, _) = prune::to_leaves(&grown.nodes, &grown.counts, &beside, MOST_LEAVES);
        counts = passes::count(ending, &Tree::without_exceptions(&nodes), classes);
        say(format!("{} leaves counted", nodes.len().div_ceil(2)));
    }
    let curve = CURVE.iter().map(|&leaves| figures::point(&nodes, &counts, &alone, leaves)).collect();
    let (cut, exceptions, bytes) = fit(ending, &plan, &beside, (&nodes, &counts), classes, &say)?;
    let tree = Tree::decode(&bytes, ending.fingerprint()).map_err(VerifyError::Mined)?;
    let [weak_wins, draws, strong_wins] = passes::prove(ending, &tree, classes)?;
    say("proved".to_owned());
    let sizes = if wanted.has_curve {
        curve::points(ending, (&nodes, &counts), &alone, classes)?
    } else {
        Vec::new()
    };
    let leaves = cut.iter().filter(|node| matches!(node, Node::Leaf(Leaf { outcome: Some(_), .. }))).count();
    let figures = Figures {
        ending: mine.material().to_string(),
        command: command(ending.name(), wanted),
        features,
        fingerprint: format!("{:016x}", ending.fingerprint()),
        bytes: bytes.len(),
        nodes: cut.len(),
        speaking_leaves: leaves,
        exceptions: exceptions.len(),
        weak_wins,
        draws,
        strong_wins,
        cursed: totals[3],
        curve,
    };
    Ok(Mined { bytes, figures, sizes })
}

/// True if symmetric positions of an ending may have different keys.
fn has_twins(men: &[(Side, Piece)]) -> bool {
    men[0].1 != Piece::Pawn || men.windows(2).any(|pair| pair[0] == pair[1])
}

/// The command that makes the same table again.
fn command(name: &str, wanted: &Wanted) -> String {
    let size = wanted.budget.map_or_else(String::new, |bytes| format!(" --kib {}", bytes >> 10));
    let worth = wanted.draw_worth.map_or_else(String::new, |worth| format!(" --draw-worth {worth}"));
    format!("verify mine {name}{size}{worth}")
}

/// Nodes, exceptions, and the encoded table.
type Fit = (Vec<Node>, Vec<u32>, Vec<u8>);

/// Prunes the tree to the size that fits and lists its exceptions.
fn fit(
    ending: &dyn Mineable,
    plan: &Plan,
    values: &Values,
    (nodes, counts): (&[Node], &[Counts]),
    classes: &Classes,
    say: &dyn Fn(String),
) -> Result<Fit, VerifyError> {
    // If less than this share of the budget is unused, another walk is not worthwhile.
    let (most_left_over, mut listed) = match plan.counted {
        // Without twins all exceptions that are counted are listed.
        Some(_) if has_twins(ending.men()) => (0.15, 0.85),
        Some(_) => (0.15, 1.0),
        None => (0.02, 1.0),
    };
    loop {
        let fitted = prune::to_bytes(nodes, counts, values, plan.budget, listed)
            .ok_or(VerifyError::NoRoom(plan.budget))?;
        let tree = Tree::without_exceptions(&fitted.nodes);
        let exceptions = passes::exceptions(ending, &tree, classes);
        let bytes = Tree::encode(&fitted.nodes, &exceptions, fitted.filter_bits, ending.fingerprint());
        say(format!(
            "{} nodes, {} exceptions of {}, {} bits a slot, {} bytes",
            fitted.nodes.len(),
            exceptions.len(),
            fitted.odd,
            fitted.filter_bits,
            bytes.len()
        ));
        let (left_over, share) =
            (plan.budget.saturating_sub(bytes.len()), exceptions.len() as f64 / fitted.odd.max(1.0));
        let is_worth_more = left_over as f64 > most_left_over * plan.budget as f64 && share < listed * 0.99;
        if bytes.len() <= plan.budget && !is_worth_more {
            return Ok((fitted.nodes, exceptions, bytes));
        }
        // Approaches the budget from below; increases the share again if the table is too large.
        listed = if bytes.len() <= plan.budget {
            share * 1.005
        } else if plan.counted.is_some() {
            share.max(listed * 1.02)
        } else {
            listed * 1.02
        };
    }
}
