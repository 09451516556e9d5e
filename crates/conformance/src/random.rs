/// A xorshift64 generator: the same numbers in every run and on every machine.
///
/// ```
/// use kifu_conformance::Random;
/// let (mut a, mut b) = (Random::new(7), Random::new(7));
/// assert!((0..100).all(|_| a.below(10) == b.below(10)));
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator from a seed. Seed 0 gives the numbers of seed 1, because xorshift never leaves 0.
    ///
    /// ```
    /// use kifu_conformance::Random;
    /// assert_eq!(Random::new(0).below(1000), Random::new(1).below(1000));
    /// ```
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.max(1))
    }

    /// Returns a number from 0 to `end - 1`, or 0 if `end` is 0.
    ///
    /// ```
    /// use kifu_conformance::Random;
    /// let mut random = Random::new(1);
    /// assert!((0..100).all(|_| random.below(6) < 6));
    /// assert_eq!(random.below(0), 0);
    /// ```
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).unwrap_or(0)
    }

    /// Returns one of the items.
    ///
    /// # Panics
    /// If there is no item.
    pub fn pick<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_up_and_none_beyond_the_end() {
        let mut random = Random::new(42);
        let mut counts = [0; 7];
        (0..7_000).for_each(|_| counts[random.below(7)] += 1);
        assert!(counts.iter().all(|count| (800..1_200).contains(count)), "{counts:?}");
    }
}
