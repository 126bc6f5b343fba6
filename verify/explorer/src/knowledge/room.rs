//! Memory for endings of five pieces: the least recently used ending is dropped to make room for a
//! new one.

use board::Material;

use super::Knowledge;

impl Knowledge {
    /// Frees enough memory to solve an ending and the missing endings it leads to.
    ///
    /// # Errors
    /// Why there is not enough memory, in words.
    pub(super) fn make_room(&self, material: Material) -> Result<(), String> {
        loop {
            // A dropped ending may be needed, and then counts again.
            let needed = self.solved().bytes_to_solve(material).map_err(|error| error.to_string())?;
            let left = self.room_left();
            if left.is_none_or(|left| needed <= left) {
                return Ok(());
            }
            if !self.drop_oldest(material) {
                return Err(format!(
                    "solving {material} takes about {} MB of memory, but only {} MB may be used",
                    needed >> 20,
                    left.unwrap_or(0) >> 20
                ));
            }
        }
    }

    /// The memory left in the budget and on the machine, in bytes; `None` where the system reports
    /// neither.
    fn room_left(&self) -> Option<u64> {
        let kept = self.solved().bytes() as u64;
        let left = self.budget.map(|budget| budget.saturating_sub(kept));
        left.into_iter().chain(tbgen::memory::free()).min()
    }

    /// Drops the least recently used ending of five pieces to which `material` does not lead.
    fn drop_oldest(&self, material: Material) -> bool {
        let is_needed =
            |ending: &Material| tbgen::build_order(&[material], true).is_ok_and(|all| all.contains(ending));
        let oldest = self.with_used(|used| {
            let oldest = used.iter().position(|ending| !is_needed(ending))?;
            Some(used.remove(oldest))
        });
        let Some(oldest) = oldest else { return false };
        // Not while holding that lock: a reader of the endings may be waiting for it.
        self.forget(oldest);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    fn material(name: &str) -> Material {
        name.parse().unwrap()
    }

    /// Uses endings of four pieces, as those of five would take minutes.
    #[test]
    fn the_least_recently_used_ending_is_dropped() {
        let mut knowledge = Knowledge::open(&[], true).unwrap();
        let names = ["KQvKR", "KBvKN", "KRvKB", "KNvKN"];
        let stop = AtomicBool::new(false);
        knowledge.solve(&names.map(material), &stop).unwrap();
        knowledge.with_used(|used| *used = names.map(material).into());
        // The current memory, and one byte less than another ending takes.
        let needed = knowledge.solved().bytes_to_solve(material("KBvKB")).unwrap();
        let kept = knowledge.solved().bytes() as u64;
        knowledge.budget = Some(kept + needed - 1);
        knowledge.make_room(material("KBvKB")).unwrap();
        assert!(!knowledge.is_in_memory(material("KQvKR")) && knowledge.is_in_memory(material("KBvKN")));
        // The endings it leads to stay, and the memory of all others is not enough.
        knowledge.with_used(|used| *used = [material("KRvK")].into());
        knowledge.budget = Some(1);
        let refused = knowledge.make_room(material("KRvKR")).unwrap_err();
        assert!(
            refused.contains("solving KRvKR takes about") && refused.ends_with("only 0 MB may be used"),
            "{refused}"
        );
        assert!(knowledge.is_in_memory(material("KRvK")));
    }

    #[test]
    fn endings_of_five_men_are_known_in_the_order_of_their_use() {
        let knowledge = Knowledge::open(&[], true).unwrap();
        for name in ["KBBvKN", "KRPvKR", "KRvKR", "KNvKBB"] {
            knowledge.note_use(material(name));
        }
        knowledge.with_used(|used| assert_eq!(*used, ["KRPvKR", "KBBvKN"].map(material)));
    }
}
