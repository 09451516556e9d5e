//! What record formats in JSON share: texts and numbers of the wrong type, members that a record keeps unchanged, and the slots for
//! data of other formats.
//!
//! A format creates a [`MemberReader`] for each game. It reads the members that it knows, and keeps the others as [`Foreign`] data with
//! their JSON pointers. When it writes, [`ForeignData`] gives each of them back at its place, and [`Section`] and [`slot`] write the rest.
//!
//! A format that has a komi, comments and players, reads like this:
//!
//! ```
//! use kifu_core::{CodeInfo, CodePages, Comment, Decimal, Foreign, Limits};
//! use kifu_json::{Document, record::{MemberFormat, MemberReader, slot}};
//!
//! const PAGES: CodePages = CodePages::new("## abc/odd\n\n*warning*: an odd value.\n\nThe value is odd.\n");
//! const ODD: CodeInfo = PAGES.info("abc/odd");
//! // The keys whose misspelt forms are found, and those of them that are lists or objects.
//! static FORMAT: MemberFormat =
//!     MemberFormat::new("abc", "ABC", [ODD; 3]).keys(&["komi", "comments"]).containers(&["comments"]);
//!
//! let text = r#"{"komi": "6.5", "black": 7, "moves": 3, "minutes": 5, "kommi": 1, "comments": "Start", "white": [1],
//!     "sgf": {"XY": ["1"]}, "foreign": {"kifu": {"weather": "rain"}}}"#;
//! let (document, _) = Document::parse(text);
//! let root = document.root().unwrap();
//! let mut reader = MemberReader::new(&FORMAT, Limits::DEFAULT, root.span());
//! let (mut foreign, mut comments): (Vec<Foreign>, Vec<Comment>) = (Vec::new(), Vec::new());
//! for (key, value) in root.members() {
//!     match &*key {
//!         "komi" => assert_eq!(reader.number("komi", value).unwrap().to_string(), "6.5"),
//!         "moves" => assert_eq!(reader.integer("moves", value), Some(3)),
//!         // A number with a unit: five minutes are 300 seconds.
//!         "minutes" => {
//!             let seconds = reader.measured("minutes", value, |minutes: Decimal| minutes.to_integer().map(|n| 60 * n));
//!             assert_eq!(seconds.and_then(|seconds| seconds.value().copied()), Some(300));
//!         }
//!         "black" => assert_eq!(reader.text("black", value).unwrap(), "7"),
//!         "comments" => reader.comments(value, &mut comments, &mut foreign),
//!         slot::SGF => {
//!             let entries = reader.slot_entries(slot::SGF, value);
//!             foreign.extend(reader.of_first_node(entries));
//!         }
//!         slot::FOREIGN => {
//!             let own = value.get(slot::KIFU).unwrap();
//!             reader.kifu_entries((own, "/foreign/kifu"), &ODD, &mut foreign, |_| false, |_| false);
//!         }
//!         // A value of the wrong kind is kept in the file.
//!         "white" => {
//!             reader.report_wrong_kind("white", "a text", value);
//!             let raw = reader.compact(value).unwrap();
//!             reader.keep_raw(&mut foreign, "/white", value.span().start, raw);
//!         }
//!         _ => {
//!             assert!(reader.take(100, value.span().start)); // a part of a game counts its memory
//!             reader.report_unknown(value);
//!             reader.keep(&mut foreign, "/kommi", value);
//!         }
//!     }
//! }
//! assert_eq!(comments[0].text, "Start");
//! let kept: Vec<_> = foreign.iter().map(|entry| (&*entry.format, &*entry.key)).collect();
//! assert_eq!(kept, [("abc", "/kommi"), ("abc", "/white"), ("sgf", "XY"), ("kifu", "weather")]);
//! let messages: Vec<_> = reader.diagnostics.iter().map(|found| &*found.message).collect();
//! assert_eq!(messages[2], "\"kommi\" is not a ABC member, perhaps \"komi\"; it has no effect (kept in the file)");
//! ```
//!
//! And it writes like this:
//!
//! ```
//! use kifu_core::{Foreign, ForeignSet, SlotEntry};
//! use kifu_json::{Writer, record::{ForeignData, Section, slot}};
//!
//! let kept = [("abc", "/game/weather", "\"rain\""), ("abc", "/lost/member", "1"), ("sgf", "XY", "2"), ("gib", "STO", "3")];
//! let kept = kept.map(|(format, key, value)| Foreign::new(format, key, vec![value.into()]));
//! let kept: ForeignSet = Vec::from(kept).into();
//! let mut foreign = ForeignData::new("abc", &kept);
//! assert!(foreign.has_members("/game"));
//! assert_eq!(foreign.of_list("/game/weather").collect::<Vec<_>>(), ["\"rain\""]);
//! foreign.unplace(|pointer| !pointer.starts_with("/game")); // this format has only `game`
//!
//! let mut out = Writer::compact();
//! out.begin_object();
//! let mut game = Section::new("game", &mut out);
//! game.text("name", "Game 1");
//! game.key("komi").integer(7);
//! game.leave_out(&["result"], &[("result", &["result"])]); // the slot has the result
//! game.end(&mut foreign);
//! out.key(slot::SGF);
//! out.begin_object();
//! foreign.others.iter().filter(|entry| entry.format == slot::SGF).for_each(|entry| slot::write_values(entry, &mut out));
//! out.end();
//! out.key(slot::FOREIGN);
//! out.begin_object();
//! out.key(slot::KIFU);
//! out.begin_object();
//! slot::write(&[SlotEntry::new("result", vec!["by a coin".into()])], foreign.unread(), &mut out);
//! out.end();
//! slot::write_other_formats(&foreign, &mut out);
//! let text = out.finish();
//! assert_eq!(
//!     text,
//!     concat!(
//!         r#"{"game":{"name":"Game 1","komi":7,"weather":"rain"},"sgf":{"XY":["2"]},"#,
//!         r#""foreign":{"kifu":{"result":"by a coin"},"gib":{"STO":["3"]},"abc":{"/lost/member":["1"]}}}"#
//!     )
//! );
//! let bare = ForeignData::new("abc", &kept).with_slots(false); // without slots, other data is left out
//! assert!(bare.others.is_empty());
//! ```
//!
//! [`Foreign`]: kifu_core::Foreign

mod comment;
mod detect;
mod foreign;
mod header_members;
mod header_spans;
mod reader;
mod section;
mod shape;
pub mod slot;
mod spelling;
mod style;

pub use crate::excerpt::excerpt;
pub use comment::write_comments;
pub use detect::{Detected, Judge, Member, detect, is_damaged_name, rejection};
pub use foreign::ForeignData;
pub use header_members::{HeaderMembers, RECORD_COMMENT, TIME_TYPE};
pub use header_spans::HeaderSpans;
pub use reader::{MemberFormat, MemberReader};
pub use section::Section;
pub use shape::is_default;
pub use spelling::is_misspelling;
pub use style::Style;

use alloc::string::String;

/// Returns a key as a step of a JSON pointer.
///
/// ```
/// assert_eq!(kifu_json::record::pointer_step("a/b"), "a~1b");
/// ```
#[must_use]
pub fn pointer_step(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
