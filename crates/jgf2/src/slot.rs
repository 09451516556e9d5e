//! Where JGF 2 keeps what it has no word for: `sgf` for SGF's own properties, `foreign` for what other formats say.
//!
//! Both stand on a node, and in `meta` for the game. Under the format `kifu` stands what the record has a word for.

/// The member that keeps SGF's properties: an object with a list of raw values an identifier.
pub(crate) const SGF: &str = "sgf";
/// The member that keeps what other formats say: an object a format, with a list of raw values a key.
pub(crate) const FOREIGN: &str = "foreign";
/// The name under which the record's own words stand in `foreign`.
pub(crate) const OURS: &str = "kifu";
/// This format's own name there: for what cannot go back to where it stood.
pub(crate) const SELF: &str = "jgf2";
