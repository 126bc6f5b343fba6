//! Many positions at once: while one waits for memory, others proceed.

use std::hint::black_box;

use ending::Wdl;

use crate::error::Error;
use crate::format::Kind;
use crate::men::Men;
use crate::probe::{Taken, judged};
use crate::set::{Place, Tables};

/// Positions in flight.
const FLIGHT: usize = 32;

/// A position whose table entry is being fetched.
#[derive(Clone, Copy)]
struct Waiting<'a> {
    number: usize,
    taken: Taken,
    place: Place<'a>,
}

impl Tables {
    /// The results of these positions, each as from [`Tables::wdl`]: -2 for a loss, -1 for a
    /// blessed loss, 0, 1 for a cursed win, 2 for a win, or the [code](Error::code) of the error.
    /// Memory accesses to tables overlap.
    ///
    /// # Panics
    /// When `out` is shorter than `men`.
    pub fn wdl_batch(&self, men: &[Men], out: &mut [i8]) {
        let out = &mut out[..men.len()];
        for (men, out) in men.chunks(FLIGHT).zip(out.chunks_mut(FLIGHT)) {
            self.fly(men, out);
        }
    }

    fn fly(&self, men: &[Men], out: &mut [i8]) {
        let mut waiting = [None; FLIGHT];
        let mut count = 0;
        for (number, (men, out)) in men.iter().zip(&mut *out).enumerate() {
            match self.depart(men) {
                Ok(Departed::Landed(wdl)) => *out = wdl as i8,
                Ok(Departed::Waits(taken, place)) => {
                    waiting[count] = Some(Waiting { number, taken, place });
                    count += 1;
                }
                Err(error) => *out = error.code(),
            }
        }
        for step in 0..3 {
            for Waiting { place, .. } in waiting[..count].iter().flatten() {
                black_box(place.table.touch(place.sub_table, place.index, step));
            }
        }
        for &Waiting { number, taken, ref place } in waiting[..count].iter().flatten() {
            out[number] = match self.wdl_at(place) {
                Ok(stored) => taken.beside(stored, &men[number]).wdl as i8,
                Err(error) => error.code(),
            };
        }
    }

    /// What the captures of a position reach, before its own table is read.
    #[inline]
    fn depart(&self, men: &Men) -> Result<Departed<'_>, Error> {
        let men = judged(men)?;
        let taken = self.taken(&men)?;
        Ok(if taken.is_won {
            Departed::Landed(Wdl::Win)
        } else if men.count() == 2 {
            Departed::Landed(Wdl::Draw)
        } else {
            Departed::Waits(taken, self.place(&men, Kind::Wdl)?)
        })
    }
}

/// State of a position before its own table is read.
enum Departed<'a> {
    Landed(Wdl),
    Waits(Taken, Place<'a>),
}
