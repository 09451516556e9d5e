//! The shared parts of the measurements: the texts, and the work on them.

pub mod memory;
pub mod playing;
pub mod texts;
pub mod work;
