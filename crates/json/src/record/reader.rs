//! Reads the members of a game, and keeps those that the record has no place for.

use super::{excerpt, foreign::FIRST_NODE, is_misspelling};
use crate::{Kind, Value};
use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Display;
use kifu_core::{CodeInfo, Decimal, Diagnostics, Edits, Foreign, Limits, MemoryBudget, Parsed, Safety, Severity, Span};

/// What a format states about its members, for messages and kept data.
///
/// ```
/// use kifu_core::{CodeInfo, CodePages};
/// use kifu_json::record::MemberFormat;
/// const PAGES: CodePages = CodePages::new("## abc/odd\n\n*warning*: an odd value.\n\nThe value is odd.\n");
/// const ODD: CodeInfo = PAGES.info("abc/odd");
/// let format = MemberFormat::new("abc", "ABC", [ODD; 3]).keys(&["komi", "move"]).containers(&["move"]);
/// assert_eq!(format.id, "abc");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MemberFormat {
    /// The id of the format, under which a record keeps members.
    pub id: &'static str,
    /// The name of the format, for messages.
    pub name: &'static str,
    /// The code for a value of the wrong type.
    pub wrong_kind: CodeInfo,
    /// The code for a value that cannot be understood.
    pub bad_value: CodeInfo,
    /// The code for a member that the format does not define.
    pub unknown_member: CodeInfo,
    /// The keys of the format that a misspelt key is compared with. Keys of less than four letters resemble many others.
    pub keys: &'static [&'static str],
    /// The keys whose values are objects or arrays.
    pub containers: &'static [&'static str],
}

impl MemberFormat {
    /// Creates a description with the codes for a wrong type, for a bad value and for an unknown member, without keys.
    #[must_use]
    pub const fn new(id: &'static str, name: &'static str, codes: [CodeInfo; 3]) -> Self {
        let [wrong_kind, bad_value, unknown_member] = codes;
        Self { id, name, wrong_kind, bad_value, unknown_member, keys: &[], containers: &[] }
    }

    /// Returns the description with these keys.
    #[must_use]
    pub const fn keys(self, keys: &'static [&'static str]) -> Self {
        Self { keys, ..self }
    }

    /// Returns the description with these keys of objects and arrays.
    #[must_use]
    pub const fn containers(self, containers: &'static [&'static str]) -> Self {
        Self { containers, ..self }
    }
}

/// Reads the members of one game: with the diagnostics of the game and its memory.
///
/// ```
/// use kifu_core::{CodeInfo, CodePages, Limits};
/// use kifu_json::{Document, record::{MemberFormat, MemberReader}};
/// const PAGES: CodePages = CodePages::new("## abc/odd\n\n*warning*: an odd value.\n\nThe value is odd.\n");
/// const ODD: CodeInfo = PAGES.info("abc/odd");
/// static FORMAT: MemberFormat = MemberFormat::new("abc", "ABC", [ODD; 3]);
///
/// let (document, _) = Document::parse(r#"{"komi": "6.5", "weather": ["rain"]}"#);
/// let root = document.root().unwrap();
/// let mut reader = MemberReader::new(&FORMAT, Limits::DEFAULT, root.span());
/// let komi = reader.number("komi", root.get("komi").unwrap());
/// assert_eq!(komi.unwrap().to_string(), "6.5");
/// assert_eq!(reader.diagnostics.iter().next().unwrap().message, "komi takes a number; \"6.5\" was read as 6.5");
///
/// let mut kept = Vec::new();
/// reader.keep(&mut kept, "/weather", root.get("weather").unwrap());
/// assert_eq!((&*kept[0].key, &*kept[0].values[0]), ("/weather", r#"["rain"]"#));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct MemberReader {
    /// The format.
    pub format: &'static MemberFormat,
    /// The diagnostics of the game.
    pub diagnostics: Diagnostics,
    /// The memory that the game may take.
    pub budget: MemoryBudget,
}

impl MemberReader {
    /// Creates a reader for the game whose text has this span.
    #[must_use]
    pub fn new(format: &'static MemberFormat, limits: Limits, game: Span) -> Self {
        let budget = MemoryBudget::of_text(game.range().len(), limits);
        Self { format, diagnostics: Diagnostics::within(limits), budget }
    }

    /// Takes memory for a part of a node from the budget. Returns false if the budget is spent; the record is then read only up to
    /// `at`.
    ///
    /// A node may have millions of members, so the memory is counted member by member.
    pub fn take(&mut self, bytes: usize, at: u32) -> bool {
        self.budget.take_part(bytes, at, &mut self.diagnostics)
    }

    /// Returns a value as JSON on one line. Returns `None` if there is not enough memory for it; the record is then read only up to
    /// the value.
    pub fn compact(&mut self, value: Value<'_>) -> Option<String> {
        // A text that grows takes its old memory too.
        let most = 2 * value.max_compact_len();
        if !self.budget.has(most) {
            self.take(most, value.span().start);
            return None;
        }
        Some(value.compact())
    }

    /// Reads a text. A number or a truth value is read as text, with a diagnostic. Returns `None` if the value is null, a list or
    /// an object.
    pub fn text<'d>(&mut self, key: &str, value: Value<'d>) -> Option<Cow<'d, str>> {
        let text = match value.kind() {
            Kind::String => return value.string(),
            Kind::Number => value.number(),
            Kind::True | Kind::False => Some(Cow::Borrowed(value.raw())),
            Kind::Null | Kind::Missing | Kind::Array | Kind::Object => None,
        };
        if !value.is_null() {
            let done = if text.is_some() { "was read as text" } else { "has no effect (kept in the file)" };
            self.diagnostics.report(&self.format.wrong_kind, value.span(), || {
                format!("{key} takes a text; {} {done}", excerpt(value.raw()))
            });
        }
        text
    }

    /// Reads an integer. A text with an integer is read as the integer, with a diagnostic.
    pub fn integer(&mut self, key: &str, value: Value<'_>) -> Option<i64> {
        if let Some(number) = value.integer() {
            return Some(number);
        }
        let number = value.string()?.trim().parse().ok()?;
        self.report_text(key, value, number);
        Some(number)
    }

    /// Reports a text that was read as a number.
    fn report_text(&mut self, key: &str, value: Value<'_>, number: impl Display) {
        let message = || format!("{key} takes a number; {} was read as {number}", excerpt(value.raw()));
        self.diagnostics.report(&self.format.wrong_kind, value.span(), message);
    }

    /// Reads a number. A text with a number is read as the number, with a diagnostic. Any other text is kept as text. Returns
    /// `None` if the text is empty.
    pub fn number(&mut self, key: &str, value: Value<'_>) -> Option<Parsed<Decimal>> {
        if let Some(number) = value.decimal() {
            return Some(Parsed::Value(number));
        }
        let text = value.string().map(Cow::into_owned).or_else(|| self.compact(value))?;
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return None;
        }
        Some(match Decimal::parse_common(trimmed) {
            Some(number) => {
                self.report_text(key, value, number);
                Parsed::Value(number)
            }
            None => {
                self.diagnostics.report(&self.format.bad_value, value.span(), || {
                    let wanted =
                        if value.kind() == Kind::Number { "a number with at most 18 digits" } else { "a number" };
                    format!("{key} takes {wanted}; {} was kept as text", excerpt(value.raw()))
                });
                Parsed::Text(text.into())
            }
        })
    }

    /// Reads a number and converts it with `meaning`. If `meaning` returns `None`, the number is kept as text.
    pub fn measured<T>(
        &mut self,
        key: &str,
        value: Value<'_>,
        meaning: impl Fn(Decimal) -> Option<T>,
    ) -> Option<Parsed<T>> {
        let written = |number: Decimal| value.string().map_or_else(|| number.to_string(), Cow::into_owned);
        Some(match self.number(key, value)? {
            Parsed::Value(number) => match meaning(number) {
                Some(value) => Parsed::Value(value),
                None => {
                    self.diagnostics.report(&self.format.bad_value, value.span(), || {
                        format!("{key} cannot be {number}; it was kept as text")
                    });
                    Parsed::Text(written(number).into())
                }
            },
            Parsed::Text(text) => Parsed::Text(text),
        })
    }

    /// Reports a value of the wrong type, which the caller keeps. `wanted` is the type that the member takes.
    pub fn report_wrong_kind(&mut self, key: &str, wanted: &str, value: Value<'_>) {
        self.diagnostics.report(&self.format.wrong_kind, value.span(), || {
            let key = if key.is_empty() { "\"\"" } else { key };
            format!("{key} takes {wanted}; {} has no effect (kept in the file)", excerpt(value.raw()))
        });
    }

    /// Reports a member that the format does not have. It is an error if its key is a known one with a typing error, because the
    /// record is incomplete without it.
    pub fn report_unknown(&mut self, member: Value<'_>) {
        let MemberFormat { name, keys, containers, unknown_member, .. } = self.format;
        let key = member.key().unwrap_or_default();
        let is_container = matches!(member.kind(), Kind::Array | Kind::Object);
        let known = keys.iter().find(|known| is_misspelling(&key, known, is_container && containers.contains(known)));
        let severity = if known.is_some() { Severity::Error } else { unknown_member.severity };
        let report = self.diagnostics.report(&unknown_member.with_severity(severity), member.member_span(), || {
            let key = excerpt(&key);
            match known {
                Some(known) => {
                    format!("{key:?} is not a {name} member, perhaps {known:?}; it has no effect (kept in the file)")
                }
                None if keys.contains(&&*key) => {
                    format!("{name} has no member {key:?} in this object; it has no effect (kept in the file)")
                }
                None => format!("{key:?} is not a {name} member; it has no effect (kept in the file)"),
            }
        });
        if let (Some(known), Some(at)) = (known, member.key_span())
            && member.parent().is_some_and(|object| lacks(object, known))
        {
            report.fix(Safety::Guess, || format!("write {known:?}"), || Edits::one(at, format!("\"{known}\"")));
        }
    }

    /// Keeps a member in a list, with its JSON pointer.
    pub fn keep(&mut self, list: &mut Vec<Foreign>, pointer: &str, value: Value<'_>) {
        if let Some(raw) = self.compact(value) {
            self.keep_raw(list, pointer, value.span().start, raw);
        }
    }

    /// Keeps the JSON of a member at offset `at` in a list, with its JSON pointer. The values of one pointer that are kept one after
    /// the other become one entry.
    pub fn keep_raw(&mut self, list: &mut Vec<Foreign>, pointer: &str, at: u32, raw: String) {
        // A list doubles its capacity while it grows, and a text made here may be far longer than its source.
        if !self.take(2 * (size_of::<String>() + raw.len()), at) {
            return;
        }
        // There may be millions of values with one key.
        match list.last_mut().filter(|last| last.format == self.format.id && last.key == pointer) {
            Some(last) => last.values.push(raw),
            None if self.take(2 * size_of::<Foreign>() + pointer.len(), at) => {
                list.push(Foreign::new(self.format.id, pointer.to_string(), alloc::vec![raw]));
            }
            None => {}
        }
    }

    /// Returns the entries of one format in a slot: an object with a text or a list of texts for each key.
    pub fn slot_entries(&mut self, format: &str, object: Value<'_>) -> Vec<Foreign> {
        let mut out = Vec::new();
        for (key, value) in object.members() {
            let is_list = value.kind() == Kind::Array;
            let at = value.span().start;
            // A list doubles its capacity while it grows.
            if !self.take(2 * size_of::<Foreign>() + format.len() + key.len(), at) {
                break;
            }
            let mut values = Vec::new();
            for value in is_list.then(|| value.elements()).into_iter().flatten().chain((!is_list).then_some(value)) {
                let text = value.string().map(Cow::into_owned).or_else(|| self.compact(value));
                let Some(text) = text else { break };
                if !self.take(2 * size_of::<String>() + text.len(), at) {
                    break;
                }
                values.push(text);
            }
            out.push(Foreign::new(format.to_string(), key.to_string(), values));
        }
        out
    }

    /// Returns foreign data of the first node as data of the game: the pointers of members start with `/tree/0`.
    pub fn of_first_node(&self, entries: Vec<Foreign>) -> impl Iterator<Item = Foreign> {
        let id = self.format.id;
        entries.into_iter().map(move |mut entry| {
            if entry.format == id {
                entry.key.to_mut().insert_str(0, FIRST_NODE);
            }
            entry
        })
    }
}

/// Returns true if an object certainly lacks a key. Looks at a limited number of members, so that a million misspelt keys take linear
/// time.
fn lacks(object: Value<'_>, key: &str) -> bool {
    const MOST: usize = 200;
    let mut members = object.members();
    members.by_ref().take(MOST).all(|(other, _)| other != key) && members.next().is_none()
}
