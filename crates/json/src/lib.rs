//! JSON as a lossless, lenient, located document, and a writer.
//!
//! * Reading: [`Document::parse`] gives an index of [`Value`]s over the text, and says what is not JSON about it; nothing
//!   makes it fail. [`Stream`] reads one top-level value after another in the memory of one. [`tokens`] tile the text.
//! * Editing: [`Value::set`], [`Value::insert_members`], [`Document::remove`], … give [`Edits`](kifu_core::Edits) that
//!   change nothing else.
//! * Writing: [`Writer`], as `JSON.stringify` lays it out, or on one line.
//!
//! Nesting uses no stack, anywhere: a million brackets are read, edited, compared, printed and dropped as well as one.
//!
//! ```
//! use kifu_json::{Document, Writer};
//! let text = "{move: {\"color\": \"black\", \"x\": 15, \"y\": 3,}} // the upper right";
//! let (document, said) = Document::parse(text);
//! assert_eq!(
//!     said.iter().map(|d| d.code.short()).collect::<Vec<_>>(),
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
//! Comments; trailing, doubled and missing commas; keys and words without quotes; single quotes; `NAME = …;` around the
//! value; numbers as JavaScript or people write them; brackets that are missing or do not match; several values one after
//! the other. Each with a diagnostic of its own ([`CODES`]), and with a fix where the meaning is certain; several values, a
//! line each (JSON lines), are nothing to complain about. **A text about which nothing is said is strict JSON**, and the
//! other way round, but for keys that are there twice.
//!
//! # Features
//! `pest`: the grammar as a pest parser, in the module `grammar`. The crate is `no_std` and needs `alloc`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
// What pest derives names `std` where any crate of a build asks pest for it.
#[cfg(feature = "pest")]
extern crate std;

mod codes;
mod document;
mod edit;
#[cfg(feature = "pest")]
pub mod grammar;
mod number;
mod parse;
mod same;
#[rustfmt::skip]
#[allow(clippy::manual_is_ascii_check, reason = "the generator spells out every range")]
mod scanner;
mod string;
mod token;
mod write;

pub use codes::CODES;
pub use document::{Children, Document, Kind, Stream, Value, ValueId};
/// A token's kind.
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

/// The examples of the page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
