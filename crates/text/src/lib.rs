//! The text of a file: decoding and encoding, positions, edits and diagnostics.
//!
//! This crate contains no records and no formats. Those are in `kifu-core`, which re-exports everything here.
//!
//! * Files: [`Source`] decodes the bytes, and maps each position in the text to the bytes.
//! * Charsets: [`Charset`], [`CharsetDeclaration`], [`CharsetSource`].
//! * Positions and edits: [`Span`], [`Edits`]. [`Source::splice`] copies every byte that no edit touches.
//! * Diagnostics: [`Diagnostic`], [`Diagnostics`], [`Code`], [`Severity`], [`Fix`]. The codes for files and charsets are in
//!   [`CODES`].
//! * Words of messages: [`excerpt`], and [`Typo`], which finds the name that a misspelt word means.
//!
//! ```
//! use kifu_text::{Edits, Source, Span};
//! // 本因坊 in Shift_JIS, which nothing declares.
//! let bytes = b"(;PB[\x96\x7B\x88\xF6\x96\x56]RE[W+resign])".to_vec();
//! let (source, diagnostics) = Source::decode("game.sgf", bytes, None, &[]);
//! assert_eq!(source.text(), "(;PB[本因坊]RE[W+resign])");
//! assert!(diagnostics.iter().map(|found| found.code.0).eq(["text/charset-guessed"]));
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
mod code_pages;
mod codes;
mod diagnostic;
mod diagnostics;
mod edits;
mod excerpt;
mod limits;
mod source;
mod span;
mod typo;

pub use charset::{Charset, CharsetDeclaration, CharsetSource};
pub use code::{Code, CodeInfo, CodeKind, Severity};
pub use code_pages::CodePages;
pub use codes::{
    CHARSET_AMBIGUOUS, CHARSET_GUESSED, CHARSET_OVERRULED, CHARSET_UNKNOWN, CODES, MOJIBAKE, TOO_DENSE, TOO_LARGE,
    UNDECODABLE,
};
pub use diagnostic::{Diagnostic, DiagnosticNote, Fix, NodeIndex, Safety};
pub use diagnostics::{Count, Diagnostics, Report};
pub use edits::{DisjointEdits, EditedPlaces, Edits, Overlap};
pub use excerpt::excerpt;
pub use limits::Limits;
pub use source::{DecodeOptions, LineColumn, Segment, Source, Unencodable, ValueEnd};
pub use span::Span;
pub use typo::Typo;
