//! The text of a file: its bytes, its charset, places in it, changes of it, and what is to be said of it.
//!
//! It knows no records and no formats: those are in `kifu-core`, which re-exports everything here.
//!
//! * A file: [`Source`] decodes its bytes, and knows for each place of the text which bytes it was made of.
//! * Charsets: [`Charset`], [`CharsetDeclaration`], [`CharsetSource`].
//! * Places and changes: [`Span`], [`Edits`]. [`Source::splice`] copies every byte that no edit touches.
//! * Diagnostics: [`Diagnostic`], [`Diagnostics`], [`Code`], [`Severity`], [`Fix`]. Those of charsets are in [`CODES`].
//!
//! ```
//! use kifu_text::{Edits, Source, Span};
//! // 本因坊 in Shift_JIS, which nothing declares.
//! let bytes = b"(;PB[\x96\x7B\x88\xF6\x96\x56]RE[W+resign])".to_vec();
//! let (source, said) = Source::decode("game.sgf", bytes, None, &[]);
//! assert_eq!(source.text(), "(;PB[本因坊]RE[W+resign])");
//! assert!(said.iter().map(|found| found.code.0).eq(["text/charset-guessed"]));
//!
//! let edited = source.splice(&Edits::one(Span::new(18, 26), "W+R"))?;
//! assert_eq!(edited, b"(;PB[\x96\x7B\x88\xF6\x96\x56]RE[W+R])"); // still Shift_JIS
//! # Ok::<(), kifu_text::Unencodable>(())
//! ```
//!
//! # Features
//! * `encoding` (on by default): charsets other than UTF-8 and UTF-16.
//! * `serde`: diagnostics can be serialized.
//!
//! The crate is `no_std` and needs `alloc`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod charset;
mod code;
mod codes;
mod diagnostic;
mod diagnostics;
mod edits;
mod source;
mod span;

pub use charset::{Charset, CharsetDeclaration, CharsetSource};
pub use code::{Code, CodeInfo, CodeKind, Severity};
pub use codes::{
    CHARSET_AMBIGUOUS, CHARSET_GUESSED, CHARSET_OVERRULED, CHARSET_UNKNOWN, CODES, MOJIBAKE, TOO_DENSE, TOO_LARGE,
    UNDECODABLE,
};
pub use diagnostic::{Diagnostic, Fix, Safety};
pub use diagnostics::{Count, Diagnostics, Report};
pub use edits::{Edits, Overlap};
pub use source::{DecodeOptions, EndsValue, Segment, Source, Unencodable};
pub use span::Span;
