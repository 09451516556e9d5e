//! A check that some work takes linear time.

use cpu_time::ThreadTime;
use std::time::Duration;

/// Quadratic work takes 64 times as long as that of an eighth of the size, and linear work about eight times.
const PART: usize = 8;
const MOST: u32 = 32;

/// A shorter time is too short to measure.
const LEAST: Duration = Duration::from_micros(100);

/// The number of measurements. Other programs may disturb all but one, because the smallest times count.
const TRIES: usize = 12;

/// Checks that the time of some work grows with its size, and not faster. Measures the work on an input of the size, and on one of an eighth
/// of it. The time is that of the thread, without the time for making the input.
///
/// The law *linear* checks formats in general. This function is for the inputs that the author of a format thinks of.
///
/// ```
/// use kifu_conformance::assert_linear;
/// assert_linear("a sum", 16_000, |size| vec![1; size], |numbers| assert!(numbers.iter().sum::<usize>() > 0));
/// ```
///
/// # Panics
/// Panics if the larger input takes more than 32 times as long in each of twelve measurements.
///
/// ```should_panic
/// use kifu_conformance::assert_linear;
/// let count = |numbers: &Vec<u64>| numbers.iter().filter(|n| numbers.iter().all(|m| m % 7 != *n % 7 + 7)).count();
/// assert_linear("a search in a search", 2_000, |size| (0..size as u64).collect(), |numbers| assert!(count(numbers) > 0));
/// ```
pub fn assert_linear<T>(what: &str, size: usize, make: impl Fn(usize) -> T, work: impl Fn(&T)) {
    let inputs = [make(size / PART), make(size)];
    let mut times = [Duration::MAX; 2];
    for _ in 0..TRIES {
        for (time, input) in times.iter_mut().zip(&inputs) {
            let start = ThreadTime::now();
            work(input);
            *time = start.elapsed().min(*time);
        }
        if times[1] < times[0].max(LEAST) * MOST {
            return;
        }
    }
    let [small, large] = times;
    panic!("{what}: the time is not linear: {small:?} for {}, {large:?} for {size}", size / PART);
}
