//! How long the results of finished pawn structures are kept while others are solved.

use board::{Color, narrow};

use crate::index::layout::{Layout, Part, Squares};

/// Where the results of the structures of a part are kept, as long as pawn moves lead to them.
pub(crate) struct Keeping {
    /// By place in the part, where the results of this structure go, counted in leads; `None` if no
    /// pawn move leads to it.
    pub(super) places: Vec<Option<u32>>,
    /// The number of structures kept at the same time.
    pub(crate) most: usize,
}

impl Keeping {
    /// For the structures of a part in its order.
    pub(crate) fn new(layout: &Layout, part: &Part) -> Self {
        let reached: Vec<Vec<usize>> = part.leads.iter().map(|&lead| reached(layout, part, lead)).collect();
        let mut last_uses = vec![None; part.leads.len()];
        for (number, reached) in reached.iter().enumerate() {
            for &place in reached {
                last_uses[place] = Some(number);
            }
        }
        let (mut free, mut most) = (Vec::new(), 0);
        let mut places: Vec<Option<u32>> = Vec::new();
        for (number, reached) in reached.iter().enumerate() {
            // Results are written only after all pawn moves of the structure have been looked up.
            let done = reached.iter().filter(|&&place| last_uses[place] == Some(number));
            free.extend(done.filter_map(|&place| places[place]));
            let mut new_place = || {
                most += 1;
                narrow(most - 1)
            };
            places.push(last_uses[number].map(|_| free.pop().unwrap_or_else(&mut new_place)));
        }
        Self { places, most }
    }
}

/// The places in the part of the structures that pawns reach from this one by a step or two.
fn reached(layout: &Layout, part: &Part, lead: usize) -> Vec<usize> {
    let mut squares: Squares = [0; 8];
    layout.lead_squares(lead, &mut squares);
    let pawns = &squares[..layout.lead_men];
    let mut found = Vec::new();
    for (pawn, &from) in pawns.iter().enumerate() {
        let is_white = layout.men[pawn].0 == Color::White;
        let steps = if from >> 3 == if is_white { 1 } else { 6 } { 2 } else { 1 };
        let path = (1..=steps).map(|ranks| if is_white { from + 8 * ranks } else { from - 8 * ranks });
        for to in path.take_while(|to| (8..56).contains(to) && !pawns.contains(to)) {
            let mut moved = squares;
            moved[pawn] = to;
            found.push(part.places[layout.lead(&moved).0] as usize);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_there_as_long_as_pawn_moves_lead_to_them() {
        for (name, most) in [("KPvK", 2), ("KRvKP", 2), ("KPPvK", 0), ("KPvKP", 0), ("KPPvKP", 0)] {
            let layout = Layout::new(name.parse().unwrap());
            for file in 0..4 {
                let part = layout.part_of_file(file);
                let keeping = Keeping::new(&layout, &part);
                let mut kept = vec![None; keeping.most];
                for (number, &lead) in part.leads.iter().enumerate() {
                    for place in reached(&layout, &part, lead) {
                        let at = keeping.places[place].expect("a pawn move leads to it");
                        assert_eq!(kept[at as usize], Some(place), "{name}");
                    }
                    if let Some(at) = keeping.places[number] {
                        kept[at as usize] = Some(number);
                    }
                }
                assert!(most == 0 || keeping.most == most, "{name}: {}", keeping.most);
                assert!(keeping.most < part.leads.len(), "{name}: {}", keeping.most);
            }
        }
    }
}
