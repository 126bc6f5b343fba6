//! Chooses thresholds: those that announce most within a number of bytes, each wrong position above them being listed.

use std::ops::RangeInclusive;

use recognizers::mined::{Limits, Network};

/// Classes that are announced.
pub(super) const CHOICES: usize = 3;

/// Logarithm of the margins in a bucket: 128 buckets are one unit of log-odds.
pub(super) const BUCKET_SHIFT: u32 = 5;

/// Buckets of margins; the last one has all greater margins, too.
pub(super) const BUCKETS: usize = 1 << 12;

/// What a whole ending comes to in a network, by side to move and by the class of the greatest output.
pub(super) struct Histogram {
    /// By bucket, the positions that are of this class.
    pub(super) right: Vec<Vec<u64>>,
    /// The others that would be listed, with their buckets, in descending order of these.
    pub(super) wrong: Vec<Vec<(u16, u32)>>,
}

/// The number of a side to move and a class in a [`Histogram`].
pub(super) fn place(side: usize, class: usize) -> usize {
    side * CHOICES + class
}

/// The bucket of a margin.
pub(super) fn bucket(margin: i32) -> usize {
    ((margin >> BUCKET_SHIFT) as usize).min(BUCKETS - 1)
}

/// Thresholds that were chosen, and what is listed for them.
pub(super) struct Choice {
    pub(super) limits: [[Limits; CHOICES]; 2],
    /// Keys in ascending order.
    pub(super) exceptions: Vec<u32>,
    /// Bits of a slot of the filter.
    pub(super) filter_bits: u32,
}

/// Bits of a slot that are tried.
const FILTER_BITS: RangeInclusive<u32> = 2..=8;

/// Steps of the search for a price.
const PRICE_STEPS: usize = 40;

/// From the right thing: what is announced at a threshold less what the filter silences, and what is listed.
#[derive(Clone, Copy, Default)]
struct Offer {
    bucket: usize,
    worth: f64,
    listed: usize,
}

impl Histogram {
    /// What may be chosen for one side and class: silence, and each bucket.
    fn offers(&self, place: usize, worth: f64, bits: u32) -> Vec<Offer> {
        let wrong = &self.wrong[place];
        let left = 1.0 - (-f64::from(bits)).exp2();
        let surest = wrong.first().map_or(0, |&(bucket, _)| usize::from(bucket) + 1);
        let mut offers = vec![Offer { bucket: BUCKETS, worth: 0.0, listed: 0 }];
        let (mut announced, mut listed) = (0.0, 0);
        for bucket in (0..BUCKETS).rev() {
            let share = if bucket >= surest { 1.0 } else { left };
            announced += share * self.right[place][bucket] as f64;
            listed += wrong[listed..].iter().take_while(|&&(at, _)| usize::from(at) >= bucket).count();
            offers.push(Offer { bucket, worth: worth * announced, listed });
        }
        offers
    }

    /// The best thresholds whose exceptions take no more than so many bytes; `worth` is what a position is worth by side to move and class.
    pub(super) fn choose(&self, worth: &[[f64; CHOICES]; 2], bytes: usize) -> Option<Choice> {
        let with_filter = |bits: u32| {
            let offers: Vec<Vec<Offer>> = (0..2 * CHOICES)
                .map(|place| self.offers(place, worth[place / CHOICES][place % CHOICES], bits))
                .collect();
            let best_at = |price: f64| -> Vec<Offer> {
                let gain = |offer: &Offer| offer.worth - price * offer.listed as f64;
                let better =
                    |best: Offer, &offer: &Offer| if gain(&offer) > gain(&best) { offer } else { best };
                offers.iter().map(|offers| offers.iter().fold(offers[0], better)).collect()
            };
            let (mut low, mut high) = (1e-3, 1e12);
            let mut best = None;
            for _ in 0..PRICE_STEPS {
                // Halves the ratio.
                let price = f64::sqrt(low * high);
                let chosen = best_at(price);
                let listed = chosen.iter().map(|offer| offer.listed).sum();
                if Network::exceptions_size(listed, bits) > bytes {
                    low = price;
                } else {
                    high = price;
                    best = Some(chosen);
                }
            }
            best.map(|chosen| (chosen.iter().map(|offer| offer.worth).sum::<f64>(), chosen, bits))
        };
        let best = FILTER_BITS.filter_map(with_filter).reduce(|a, b| if b.0 > a.0 { b } else { a });
        best.map(|(_, chosen, bits)| self.as_chosen(&chosen, bits))
    }

    fn as_chosen(&self, chosen: &[Offer], filter_bits: u32) -> Choice {
        let mut limits = [[Limits::SILENT; CHOICES]; 2];
        let mut exceptions = Vec::new();
        for (place, offer) in chosen.iter().enumerate().filter(|(_, offer)| offer.bucket < BUCKETS) {
            let listed = &self.wrong[place][..offer.listed];
            let surest = listed.first().map_or(0, |&(bucket, _)| usize::from(bucket) + 1).max(offer.bucket);
            // The last bucket has no end: whoever is in it is not sure.
            let is_sure = if surest < BUCKETS { (surest << BUCKET_SHIFT) as i32 } else { i32::MAX };
            limits[place / CHOICES][place % CHOICES] =
                Limits { speaks: (offer.bucket << BUCKET_SHIFT) as i32, is_sure };
            exceptions.extend(listed.iter().map(|&(_, key)| key));
        }
        exceptions.sort_unstable();
        Choice { limits, exceptions, filter_bits }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thousand right ones in every tenth bucket, and wrong ones that become more where margins are small.
    fn histogram() -> Histogram {
        let mut right = vec![vec![0; BUCKETS]; 2 * CHOICES];
        let mut wrong = vec![Vec::new(); 2 * CHOICES];
        for bucket in (0..1_000).rev().step_by(10) {
            right[place(0, 1)][bucket] = 1_000;
            right[place(1, 2)][bucket] = 10;
            wrong[place(0, 1)]
                .extend((0..(1_000 - bucket) / 20).map(|i| (bucket as u16, (bucket * 1_000 + i) as u32)));
        }
        Histogram { right, wrong }
    }

    #[test]
    fn more_room_announces_more_and_all_wrong_ones_above_a_threshold_are_listed() {
        let histogram = histogram();
        let worth = [[1.0; CHOICES]; 2];
        let mut before = i32::MAX;
        for bytes in [0, 100, 1_000, 10_000] {
            let choice = histogram.choose(&worth, bytes).unwrap();
            assert!(Network::exceptions_size(choice.exceptions.len(), choice.filter_bits) <= bytes);
            let Limits { speaks, is_sure } = choice.limits[0][1];
            assert!(speaks < before && speaks <= is_sure, "{speaks} {is_sure} with {bytes} bytes");
            before = speaks;
            let listed = histogram.wrong[place(0, 1)]
                .iter()
                .filter(|&&(at, _)| i32::from(at) << BUCKET_SHIFT >= speaks);
            assert_eq!(choice.exceptions.len(), listed.count());
            // Nothing is wrong there, so all is announced, and surely.
            assert_eq!(
                choice.limits[1][2],
                Limits { speaks: choice.limits[1][2].speaks, is_sure: choice.limits[1][2].speaks }
            );
            assert_eq!(choice.limits[0][0], Limits::SILENT);
        }
    }
}
