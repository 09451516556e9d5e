//! The laws that every format of kifu keeps, for its author to run.
//!
//! A test of three lines, with `harness = false` in the manifest, tries them all: on fixtures, on what damage makes of them,
//! and on records that are made up.
//!
//! ```no_run
//! // the whole of `fn main()`
//! kifu_conformance::Suite::new(kifu_sgf::Sgf::default()).fixtures("../../fixtures/sgf").main()
//! ```
//!
//! Each case and law is a trial with a name, `famous-game/spans`; where a law is broken the message says which, in which case,
//! at which byte or node, and what was lost. [`LAWS`] is their list.

mod case;
mod generate;
mod law;
mod laws;
mod part;
mod suite;

pub use case::Case;
pub use generate::{Generate, record, seed};
pub use law::{LAWS, Law, Violation};
pub use laws::local::damage_stays_local;
pub use part::{part_of, without};
pub use suite::Suite;

/// What [`Generate`] makes records of, in the version that it takes.
pub use arbitrary;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
