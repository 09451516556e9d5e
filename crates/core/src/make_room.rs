//! Growth of lists that may become very long.

use alloc::vec::Vec;

/// The length from which a list grows by a quarter, and not to twice its length.
const LONG: usize = 1 << 16;

/// Reserves memory for `more` entries, and for the entries that may follow. A short list doubles its memory; a long one grows by a
/// quarter. `most` is the largest number of entries that may still come.
///
/// `Vec` always doubles its memory, so half the memory of a list of millions of entries may be unused. While a list is moved to
/// its new memory, it takes the old memory too.
///
/// ```
/// let mut list = vec![0; 1_000_000];
/// kifu_core::make_room(&mut list, 1, usize::MAX);
/// assert_eq!(list.capacity(), 1_250_000);
/// ```
#[inline]
pub fn make_room<T>(list: &mut Vec<T>, more: usize, most: usize) {
    if list.capacity() - list.len() < more {
        grow(list, more, most);
    }
}

#[cold]
#[inline(never)]
fn grow<T>(list: &mut Vec<T>, more: usize, most: usize) {
    let usual = if list.len() < LONG { list.len().max(16) } else { list.len() / 4 };
    list.reserve_exact(usual.min(most).max(more));
}
