//! Learns a network of an ending in the place of a decision tree: see [`learn`].

mod choose;
mod figures;
mod model;
mod network_plan;
mod samples;
mod train;
mod walks;

use std::time::Instant;

use recognizers::Recognizer;
use recognizers::mined::{Layers, Mineable, Network, Tree};

pub use figures::{NetworkFigures, TreeBeside};
pub use network_plan::NetworkPlan;

use super::classes::Classes;
use super::curve::{self, SizePoint};
use super::passes;
use super::plan::Plan;
use crate::error::VerifyError;
use choose::{CHOICES, Histogram};
use model::Shape;

/// A network and what is known about it.
pub struct MinedNetwork {
    /// The network as a file.
    pub bytes: Vec<u8>,
    /// What it announces.
    pub figures: NetworkFigures,
    /// What networks of other sizes announce; empty when nobody has asked for it.
    pub sizes: Vec<SizePoint>,
}

/// Positions of a class learned from: with their features they take 80 bytes each.
const SAMPLED: u64 = 4_000_000;

/// 1. Samples of each class are drawn, and a network in floating-point numbers learns from them, at the end with its weights rounded.
/// 2. The whole ending walks through the network in whole numbers: how sure it is of what, and all positions of which it is wrong.
/// 3. Thresholds are chosen that announce most in the size wanted, and the wrong positions above them are listed.
/// 4. The whole ending walks through the decoded bytes: any wrong result is an error.
///
/// With [`NetworkPlan::one_in`] the ending is thinned out first: what comes out tells what a whole one would announce, and is none.
pub(super) fn learn(
    (recognizer, ending): (&'static dyn Recognizer, &dyn Mineable),
    classes: &mut Classes,
    plan: &NetworkPlan,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<MinedNetwork, VerifyError> {
    let start = Instant::now();
    let say = |text: String| progress(&format!("{:>6.0} s  {text}", start.elapsed().as_secs_f64()));
    classes.keep_one_row_in(plan.one_in);
    passes::mark_named(recognizer, ending.men(), classes);
    let totals = classes.totals();
    let tree_plan = Plan::new(ending.name(), totals);
    let budget = plan.budget.unwrap_or(tree_plan.budget);
    let one_in = totals.map(|total| total.div_ceil(SAMPLED).max(1) as u32);
    let samples = samples::draw(ending, classes, one_in);
    say(format!("{} of {} positions sampled", samples.len(), totals.iter().sum::<u64>()));
    let inputs = samples::inputs(ending, &samples, plan.has_squares)
        .filter(|_| !samples.is_empty())
        .ok_or(VerifyError::NoRoom(budget))?;
    let shape = Shape { inputs, hidden: plan.hidden_for(budget) };
    let layers =
        train::train(&shape, &samples, plan.millions * 1_000_000, &say).ok_or(VerifyError::NoRoom(budget))?;
    drop(samples);
    let bare = Network::bare_size(&layers);
    say(format!("{} rows of {} for each side to move, {bare} bytes", shape.inputs.rows(), shape.hidden));
    let histogram = walks::histogram(ending, &layers, classes);
    let wrong: usize = histogram.wrong.iter().map(Vec::len).sum();
    say(format!("every position asked, {wrong} wrong without thresholds"));
    let worth = tree_plan.worth.map(|[weak, draw, strong, _]| [weak, draw, strong]);
    let make = |bytes: usize| encoded(ending, &layers, &histogram, &worth, plan.room(bytes, bare)?);
    let mut tables = vec![make(budget).ok_or(VerifyError::NoRoom(budget))?];
    if plan.has_curve {
        tables.extend(curve::SIZES.into_iter().filter_map(make));
    }
    let decode =
        |table: &Encoded| Network::decode(&table.bytes, ending.fingerprint()).map_err(VerifyError::Mined);
    let networks = tables.iter().map(decode).collect::<Result<Vec<_>, _>>()?;
    let announced = walks::prove(ending, &networks, classes)?;
    say("proved".to_owned());
    let tree = beside(ending, classes)?;
    let [weak_wins, draws, strong_wins] = announced[0];
    let sizes = tables.iter().zip(&announced).skip(1).map(|(table, [weak, draws, strong])| SizePoint {
        bytes: table.bytes.len(),
        draws: draws.mined,
        wins: weak.mined + strong.mined,
    });
    let sizes = sizes.collect();
    let table = tables.swap_remove(0);
    let figures = NetworkFigures {
        ending: recognizer.material().to_string(),
        command: figures::command(ending.name(), plan),
        fingerprint: format!("{:016x}", ending.fingerprint()),
        bytes: table.bytes.len(),
        bare_bytes: bare,
        rows: shape.inputs.rows(),
        hidden: shape.hidden,
        exceptions: table.exceptions,
        weak_wins,
        draws,
        strong_wins,
        cursed: totals[3],
        tree,
        one_in: plan.one_in,
    };
    Ok(MinedNetwork { bytes: table.bytes, figures, sizes })
}

/// What the embedded tree announces alone, counted in the same way; `None` when there is none.
fn beside(ending: &dyn Mineable, classes: &Classes) -> Result<Option<TreeBeside>, VerifyError> {
    let Some(files) = data::MINED.iter().find(|files| files.name == ending.name()) else { return Ok(None) };
    let Ok(tree) = Tree::decode(files.table, ending.fingerprint()) else { return Ok(None) };
    let [weak, draws, strong] = passes::prove(ending, &tree, classes)?;
    Ok(Some(TreeBeside {
        bytes: files.table.len(),
        weak_wins: weak.mined,
        draws: draws.mined,
        strong_wins: strong.mined,
    }))
}

/// A network with its thresholds.
struct Encoded {
    bytes: Vec<u8>,
    exceptions: usize,
}

/// The network with the thresholds that announce most with so many bytes of exceptions; `None` when not even none fit.
fn encoded(
    ending: &dyn Mineable,
    layers: &Layers,
    histogram: &Histogram,
    worth: &[[f64; CHOICES]; 2],
    room: usize,
) -> Option<Encoded> {
    let choice = histogram.choose(worth, room)?;
    let fingerprint = ending.fingerprint();
    let bytes = Network::encode(layers, &choice.limits, &choice.exceptions, choice.filter_bits, fingerprint);
    Some(Encoded { bytes, exceptions: choice.exceptions.len() })
}
