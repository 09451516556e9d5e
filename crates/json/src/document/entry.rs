//! The index: an entry for each value of the text.

use super::Kind;

/// The index of a missing parent, and the offset of a missing key.
pub(crate) const NONE: u32 = u32::MAX;

/// The key is in double quotes and has no escapes.
pub(crate) const KEY_PLAIN: u8 = 1;

/// The string is in double quotes and has no escapes.
pub(crate) const PLAIN: u8 = 2;

/// The array or object has its closing bracket.
pub(crate) const CLOSED: u8 = 4;

/// The spelling of the number is not JSON.
pub(crate) const LOOSE: u8 = 8;

/// The key has this length or a greater one, which must be found in the text.
pub(crate) const LONG: u16 = u16::MAX;

/// A value of a document: 24 bytes. Entries are in the order of the text, each before its children.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) parent: u32,
    /// The entry after all descendants.
    pub(crate) next: u32,
    /// The start of the key.
    pub(crate) key: u32,
    pub(crate) key_len: u16,
    pub(crate) kind: Kind,
    pub(crate) flags: u8,
}

const _: () = assert!(size_of::<Entry>() == 24);
