//! The groups of a position: which are alive, and which are in seki.

use super::{Count, map::Map};
use alloc::{vec, vec::Vec};

/// What is known about the life of the stones of a position without dead stones.
pub(super) struct Life {
    /// The points of groups in seki: their stones, and what they surround.
    pub(super) seki: Vec<bool>,
    /// The points that a player must fill to connect living stones.
    pub(super) filled: Vec<bool>,
    /// The groups that are alive without a seki.
    pub(super) groups: Count,
}

impl Life {
    pub(super) fn of(map: &Map) -> Self {
        Self { seki: vec![false; map.len()], filled: vec![false; map.len()], groups: Count::default() }
    }
}
