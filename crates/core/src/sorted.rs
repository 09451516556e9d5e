//! Sorted lists that merge related entries.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Adds entries to a sorted list and keeps it sorted. `merge` merges an entry into the one before it if the two are related.
///
/// Entries that are in order are appended. Otherwise the list is sorted once, or a single entry is moved to its place. The sort is
/// stable.
pub(crate) fn extend<T>(
    list: &mut Vec<T>,
    more: impl IntoIterator<Item = T>,
    order: impl Fn(&T, &T) -> Ordering,
    merge: impl Fn(&mut T, &mut T) -> bool,
) {
    let (sorted, more) = (list.len(), more.into_iter());
    // As a rule a list gets all its entries at once.
    if list.capacity() == 0 {
        list.reserve_exact(more.size_hint().0);
    }
    list.extend(more);
    if list.len() == sorted + 1 {
        settle_last(list, order, merge);
    } else {
        arrange(list, sorted, order, merge);
    }
}

/// Moves the last entry of a list to its place among the others, and merges the related entries there.
fn settle_last<T>(list: &mut Vec<T>, order: impl Fn(&T, &T) -> Ordering, merge: impl Fn(&mut T, &mut T) -> bool) {
    let Some(last) = list.pop() else { return };
    let place = list.partition_point(|entry| order(entry, &last).is_le());
    list.insert(place, last);
    let mut kept = place.saturating_sub(1);
    while kept <= place && kept + 1 < list.len() {
        let (before, after) = list.split_at_mut(kept + 1);
        if merge(&mut before[kept], &mut after[0]) {
            list.remove(kept + 1);
        } else {
            kept += 1;
        }
    }
}

/// Sorts a list whose first `sorted` entries are sorted and merged, and merges the related entries.
pub(crate) fn arrange<T>(
    list: &mut Vec<T>,
    sorted: usize,
    order: impl Fn(&T, &T) -> Ordering,
    merge: impl Fn(&mut T, &mut T) -> bool,
) {
    let mut kept = sorted.saturating_sub(1);
    if list[kept..].windows(2).any(|pair| order(&pair[0], &pair[1]).is_gt()) {
        list.sort_by(order);
        kept = 0;
    }
    for next in kept + 1..list.len() {
        let (before, after) = list.split_at_mut(next);
        if !merge(&mut before[kept], &mut after[0]) {
            kept += 1;
            list.swap(kept, next);
        }
    }
    list.truncate(kept + 1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_any_order_become_the_same_list() {
        let order = |a: &(u8, u8), b: &(u8, u8)| a.0.cmp(&b.0);
        let merge = |kept: &mut (u8, u8), next: &mut (u8, u8)| {
            let same = kept.0 == next.0;
            if same {
                kept.1 += next.1;
            }
            same
        };
        for entries in
            [[(1, 1), (2, 1), (2, 1), (3, 1)], [(3, 1), (2, 1), (1, 1), (2, 1)], [(2, 1), (3, 1), (2, 1), (1, 1)]]
        {
            let (mut at_once, mut one_by_one) = (Vec::new(), Vec::new());
            extend(&mut at_once, entries, order, merge);
            for entry in entries {
                extend(&mut one_by_one, [entry], order, merge);
            }
            assert_eq!(at_once, [(1, 1), (2, 2), (3, 1)]);
            assert_eq!(one_by_one, at_once);
        }
        let mut none: Vec<(u8, u8)> = Vec::new();
        extend(&mut none, [], order, merge);
        assert!(none.is_empty());
    }
}
