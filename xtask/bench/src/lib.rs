//! What the measurements share: the texts, and what is done with them.

pub mod memory;
pub mod texts;
pub mod work;
