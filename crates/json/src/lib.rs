//! JSON, as far as a scanner sees it: [`tokens`] that tile any text.
//!
//! # Features
//! `pest`: the grammar as a pest parser, in the module `grammar`. The crate is `no_std` and needs `alloc`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[cfg(feature = "pest")]
pub mod grammar;
#[rustfmt::skip]
#[allow(clippy::manual_is_ascii_check, reason = "the generator spells out every range")]
mod scanner;
mod token;

pub use scanner::Token;
pub use token::tokens;
