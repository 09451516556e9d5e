//! A lossless JSON document with positions that tolerates errors, and a JSON writer.
//!
//! * Reading: [`Document::parse`] returns an index of [`Value`]s over the text, and a diagnostic for each deviation from JSON. It
//!   never fails. [`Stream`] reads the top-level values one by one, in the memory of one. [`tokens`] cover the text without gaps.
//! * Editing: [`Value::set`], [`Value::insert_members`], [`Document::remove`], … return [`Edits`](kifu_core::Edits) that
//!   change nothing else.
//! * Writing: [`Writer`], in the layout of `JSON.stringify`, or on one line.
//!
//! No operation uses the stack for nesting: reading, editing, comparing, writing and dropping work at any depth.
//!
//! ```
//! use kifu_json::{Document, Writer};
//! let text = "{move: {\"color\": \"black\", \"x\": 15, \"y\": 3,}} // the upper right";
//! let (document, diagnostics) = Document::parse(text);
//! assert_eq!(
//!     diagnostics.iter().map(|d| d.code.short()).collect::<Vec<_>>(),
//!     ["bare-key", "trailing-comma", "comment"]
//! );
//! let point = document.root().and_then(|node| node.get("move")).unwrap();
//! assert_eq!(point.get("x").and_then(|x| x.integer()), Some(15));
//! assert_eq!(point.raw(), "{\"color\": \"black\", \"x\": 15, \"y\": 3,}");
//! assert_eq!(point.compact(), "{\"color\":\"black\",\"x\":15,\"y\":3}");
//! assert_eq!(point.get("y").unwrap().pointer(), "/move/y");
//!
//! let edits = point.get("x").unwrap().set("16");
//! assert_eq!(edits.apply(text), text.replace("15", "16"));
//!
//! let mut writer = Writer::compact();
//! writer.begin_object();
//! writer.key("pass");
//! writer.boolean(true);
//! assert_eq!(writer.finish(), "{\"pass\":true}");
//! ```
//!
//! # What is accepted
//! Comments; trailing, repeated and missing commas; keys and words without quotes; single quotes; `NAME = …;` around the
//! value; number spellings of JavaScript; brackets that are missing or do not match; several values one after the other. Each
//! has its own diagnostic ([`CODES`]), with a fix where the meaning is certain. Several values, one per line (JSON lines), have no
//! diagnostic. **A text without diagnostics is strict JSON**, and strict JSON has no diagnostics, except for duplicate keys.
//!
//! # Features
//! `pest`: the grammar as a pest parser, in the module `grammar`. The crate is `no_std` and needs `alloc`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
// The derived pest parser names `std` if any crate of the build enables pest's feature `std`.
#[cfg(feature = "pest")]
extern crate std;

mod codes;
mod document;
mod edit;
mod excerpt;
#[cfg(feature = "pest")]
pub mod grammar;
mod number;
mod parse;
pub mod record;
mod same;
#[rustfmt::skip]
#[allow(clippy::manual_is_ascii_check, reason = "the generator spells out every range")]
mod scanner;
mod string;
mod token;
mod write;

pub use codes::CODES;
pub use document::{Children, Document, Kind, Stream, Value, ValueId};
/// The kind of a token.
///
/// ```
/// use kifu_json::{Token, tokens};
/// let kinds: Vec<_> = tokens("{x: 15}").map(|(token, _)| token).collect();
/// assert_eq!(kinds[1], Token::Bare); // a key without its quotes
/// assert_eq!(kinds[4], Token::Number);
/// ```
pub use scanner::Token;
pub use string::quote;
pub use token::tokens;
pub use write::Writer;

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
