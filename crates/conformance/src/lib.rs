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
//!
//! # Features
//! `go` (on by default): made-up records of go, as an implementation of [`Generate`].
#![cfg_attr(docsrs, feature(doc_cfg))]

mod case;
mod dump;
mod file;
mod generate;
mod law;
mod laws;
mod part;
mod random;
mod shrink;
mod snapshot;
mod suite;

pub use case::{Case, Expect, Twin};
pub use dump::{dump, dump_record};
pub use file::{Conversion, FileTrial};
pub use generate::{GameVisitor, Generate, generated_games, record, seed};
pub use law::{LAWS, Law, Violation};
pub use laws::local::damage_stays_local;
pub use part::part_of;
pub use random::Random;
pub use shrink::shrink;
pub use snapshot::{is_blessing, snapshot};
pub use suite::Suite;

/// What [`Generate`] makes records of, in the version that it takes.
pub use arbitrary;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
