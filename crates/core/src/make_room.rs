//! Growth of lists that may become very long.

use alloc::vec::Vec;

/// The length from which a list grows by a quarter, and not to twice its length.
const LONG: usize = 1 << 16;

/// Reserves memory for `more` entries, and for the entries that may follow. A short list doubles its memory; a long one grows by a
/// quarter.
///
/// `Vec` always doubles its memory, so half the memory of a list of millions of entries may be unused. While a list is moved to
/// its new memory, it takes the old memory too.
#[inline]
pub(crate) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        grow(list, more);
    }
}

#[cold]
#[inline(never)]
fn grow<T>(list: &mut Vec<T>, more: usize) {
    let usual = if list.len() < LONG { list.len().max(16) } else { list.len() / 4 };
    list.reserve_exact(usual.max(more));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_grows_by_a_quarter() {
        for (len, more, capacity) in [(0, 1, 16), (100, 1, 200), (1_000_000, 1, 1_250_000), (100, 500, 600)] {
            let mut list = alloc::vec![0; len];
            make_room(&mut list, more);
            assert_eq!(list.capacity(), capacity);
        }
    }
}
