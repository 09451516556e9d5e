//! Hashes of records: equal records have equal fingerprints, and different records almost certainly have different ones.
//!
//! The hash is FNV-1a, which is small and does not depend on the run of the program.

use crate::{Game, Record};
use core::hash::{Hash, Hasher};

/// The 128-bit hash of a record. It stands for the record where keeping the record would take too much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint(u128);

impl Fingerprint {
    /// Returns the fingerprint of a record, in time in proportion to the record.
    pub(crate) fn of<G: Game>(record: &Record<G>) -> Self {
        let mut hasher = Fnv::default();
        record.hash(&mut hasher);
        Self(hasher.0)
    }
}

/// The hasher FNV-1a with 128 bits.
pub(crate) struct Fnv(u128);

impl Default for Fnv {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Hasher for Fnv {
    /// Returns the low half of the hash.
    #[expect(clippy::cast_possible_truncation, reason = "the low half is a good hash too")]
    fn finish(&self) -> u64 {
        self.0 as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Comment, Node, toy::Toy};
    use alloc::{vec, vec::Vec};

    #[test]
    fn the_hash_is_fnv_1a() {
        // Test vectors of draft-eastlake-fnv, appendix C.
        for (text, hash) in [
            ("", 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d),
            ("a", 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964),
            ("foobar", 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18),
        ] {
            let mut hasher = Fnv::default();
            hasher.write(text.as_bytes());
            assert_eq!(hasher.0, hash, "{text}");
        }
    }

    /// Returns a record with these nodes: the index of the parent, and the action.
    fn record(nodes: &[(usize, u8)]) -> Record<Toy> {
        let mut record: Record<Toy> = Record::default();
        let mut ids = vec![record.tree.root()];
        for &(parent, action) in nodes {
            ids.push(record.tree.add(ids[parent], Node::new(Some(action))));
        }
        record
    }

    #[test]
    fn fingerprints_agree_with_equality() {
        let (mut named, mut commented, mut touched, mut removed) =
            (record(&[]), record(&[(0, 1)]), record(&[(0, 1)]), record(&[(0, 1), (0, 2)]));
        named.info.event = "Castle games".into();
        let first = commented.tree.node(1).unwrap();
        commented.tree[first].details_mut().comments.push(Comment::from("good"));
        // Empty details, empty players and removed nodes do not count.
        touched.tree[first].details_mut();
        touched.info.players.get_mut(crate::Seat::First);
        removed.tree.remove(removed.tree.node(2).unwrap());
        let records: Vec<_> = [
            record(&[]),
            record(&[(0, 1)]),
            record(&[(0, 2)]),
            record(&[(0, 1), (1, 2)]),
            record(&[(0, 1), (0, 2)]),
            record(&[(0, 2), (0, 1)]),
            record(&[(0, 1), (0, 2), (2, 3)]),
            record(&[(0, 1), (0, 2), (1, 3)]),
            record(&[(0, 1), (1, 3), (0, 2)]),
        ]
        .into_iter()
        .chain([named, commented, touched, removed])
        .collect();
        for (i, a) in records.iter().enumerate() {
            for (j, b) in records.iter().enumerate() {
                assert_eq!(a == b, Fingerprint::of(a) == Fingerprint::of(b), "{i} and {j}");
            }
        }
    }
}
