//! The JSON writer.

use crate::{Document, Kind, Value, number, string};
use alloc::{string::String, vec::Vec};
use kifu_core::Severity;

const OBJECT: u8 = 1;
/// The array or object has at least one entry.
const FILLED: u8 = 2;
/// The array or object is written on one line.
const INLINE: u8 = 4;

/// The maximum depth that is indented. Deeper levels are on one line, because indentation grows with the square of the depth.
const DEEPEST: usize = 512;

/// A JSON writer without recursion, for values of any depth.
///
/// The writer inserts commas and indentation and tracks open arrays and objects, so the output is valid JSON for any order of
/// calls. A value in place of a key gets an empty key, a key outside an object is ignored, a key without a value gets `null`, and
/// open arrays and objects are closed at the end. Several values of the outermost level have one line each (JSON lines).
///
/// ```
/// use kifu_json::Writer;
/// let mut writer = Writer::pretty();
/// writer.begin_object();
/// writer.key("comments");
/// writer.begin_array();
/// writer.string("a \"ko\"");
/// writer.end();
/// writer.key("move");
/// writer.begin_object_inline();
/// writer.key("color");
/// writer.string("black");
/// writer.key("x");
/// writer.integer(15);
/// assert_eq!(
///     writer.finish(),
///     r#"{
///   "comments": [
///     "a \"ko\""
///   ],
///   "move": {"color": "black", "x": 15}
/// }"#
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    out: String,
    pretty: bool,
    open: Vec<u8>,
    /// True if a key was written, but its value was not yet.
    keyed: bool,
}

impl Writer {
    /// Creates a writer with the layout of `JSON.stringify(value, null, 2)`. Arrays and objects nested deeper than 512 levels are
    /// written on one line.
    ///
    /// ```
    /// use kifu_json::Writer;
    /// let mut writer = Writer::pretty();
    /// writer.raw("{\"a\":[1,2]}");
    /// assert_eq!(writer.finish(), "{\n  \"a\": [\n    1,\n    2\n  ]\n}");
    /// ```
    #[must_use]
    pub fn pretty() -> Self {
        Self { out: String::new(), pretty: true, open: Vec::new(), keyed: false }
    }

    /// Creates a writer that writes each value of the outermost level on one line, as short as possible, as
    /// `JSON.stringify(value)` does.
    ///
    /// ```
    /// use kifu_json::Writer;
    /// let mut writer = Writer::compact();
    /// writer.raw("{ \"a\": [1, 2] }");
    /// writer.raw("7");
    /// assert_eq!(writer.finish(), "{\"a\":[1,2]}\n7"); // JSON lines
    /// ```
    #[must_use]
    pub fn compact() -> Self {
        Self { out: String::new(), pretty: false, open: Vec::new(), keyed: false }
    }

    /// Begins an object. Its members follow, up to its [`Writer::end`].
    pub fn begin_object(&mut self) {
        self.begin(OBJECT, '{');
    }

    /// Begins an array. Its elements follow, up to its [`Writer::end`].
    pub fn begin_array(&mut self) {
        self.begin(0, '[');
    }

    /// Begins an object that is written on one line.
    ///
    /// ```
    /// use kifu_json::Writer;
    /// let mut writer = Writer::pretty();
    /// writer.begin_array();
    /// writer.begin_object_inline();
    /// writer.key("x");
    /// writer.integer(15);
    /// assert_eq!(writer.finish(), "[\n  {\"x\": 15}\n]");
    /// ```
    pub fn begin_object_inline(&mut self) {
        self.begin(OBJECT | INLINE, '{');
    }

    /// Begins an array that is written on one line.
    pub fn begin_array_inline(&mut self) {
        self.begin(INLINE, '[');
    }

    /// Ends the innermost open array or object.
    ///
    /// ```
    /// use kifu_json::Writer;
    /// let mut writer = Writer::compact();
    /// writer.begin_object();
    /// writer.key("name"); // no value follows
    /// writer.end();
    /// writer.end(); // nothing is open, so this has no effect
    /// assert_eq!(writer.finish(), "{\"name\":null}");
    /// ```
    pub fn end(&mut self) {
        if self.keyed {
            self.null();
        }
        let Some(level) = self.open.pop() else { return };
        if level & FILLED != 0 && level & INLINE == 0 {
            self.new_line();
        }
        self.out.push(if level & OBJECT != 0 { '}' } else { ']' });
    }

    /// Writes the key of the next value.
    pub fn key(&mut self, key: &str) {
        if self.keyed {
            self.null();
        }
        if self.open.last().is_some_and(|level| level & OBJECT != 0) {
            self.part();
            string::push_quoted(&mut self.out, key);
            self.colon();
        }
    }

    /// Writes a text.
    pub fn string(&mut self, text: &str) {
        self.before_value();
        string::push_quoted(&mut self.out, text);
    }

    /// Writes a number with its digits unchanged. A spelling that is not JSON is converted, and a text that is not a number is
    /// written as a string.
    ///
    /// ```
    /// use kifu_json::Writer;
    /// let mut writer = Writer::compact();
    /// writer.begin_array();
    /// for text in ["6.50", "+.5", "six"] {
    ///     writer.number(text);
    /// }
    /// assert_eq!(writer.finish(), r#"[6.50,0.5,"six"]"#);
    /// ```
    pub fn number(&mut self, text: &str) {
        match number::number(text) {
            number::Number::Strict => self.verbatim(text),
            number::Number::Loose { json, .. } => self.verbatim(&json),
            number::Number::No => self.string(text),
        }
    }

    /// Writes a number without a fraction.
    pub fn integer(&mut self, number: i64) {
        self.before_value();
        push_integer(&mut self.out, number);
    }

    /// Writes `true` or `false`.
    pub fn boolean(&mut self, value: bool) {
        self.verbatim(if value { "true" } else { "false" });
    }

    /// Writes `null`.
    pub fn null(&mut self) {
        self.verbatim("null");
    }

    /// Writes a value of a document in the layout of this writer. Numbers keep their digits, and strings get the escapes of
    /// `JSON.stringify`.
    ///
    /// ```
    /// use kifu_json::{Document, Writer};
    /// let (document, _) = Document::parse("{a: 1.50, // one and a half\n b: '間'}");
    /// let mut writer = Writer::compact();
    /// writer.value(document.root().unwrap());
    /// assert_eq!(writer.finish(), r#"{"a":1.50,"b":"間"}"#);
    /// ```
    pub fn value(&mut self, value: Value<'_>) {
        let mut at = value;
        loop {
            match at.kind() {
                Kind::Object => self.begin_object(),
                Kind::Array => self.begin_array(),
                Kind::String => {
                    self.before_value();
                    string::push_again(&mut self.out, at.raw());
                }
                Kind::Number => match at.number() {
                    Some(number) => self.verbatim(&number),
                    None => self.null(),
                },
                Kind::True => self.boolean(true),
                Kind::False => self.boolean(false),
                Kind::Null | Kind::Missing => self.null(),
            }
            // Continue with the first child, or the next sibling of the value or of its nearest ancestor that has one. Ancestors
            // without a next sibling are ended.
            let mut next = at.children().next();
            if next.is_none() && matches!(at.kind(), Kind::Object | Kind::Array) {
                self.end();
            }
            while next.is_none() && at.id() != value.id() {
                let Some(parent) = at.parent() else { return };
                let sibling = at.entry().next;
                if sibling < parent.entry().next {
                    next = at.document.value(crate::ValueId(sibling));
                } else {
                    self.end();
                    at = parent;
                }
            }
            let Some(next) = next else { return };
            at = next;
            self.key_again(at);
        }
    }

    /// Writes a value that is given as JSON text, in the layout of this writer. Other JSON is converted to strict JSON. If the text
    /// has errors or is not exactly one value, it is written as a string.
    ///
    /// ```
    /// use kifu_json::Writer;
    /// let mut writer = Writer::compact();
    /// writer.begin_array();
    /// writer.raw("{\"a\": [1.50, 2]}");
    /// writer.raw("{a: 1,}");
    /// writer.raw("] oops");
    /// assert_eq!(writer.finish(), r#"[{"a":[1.50,2]},{"a":1},"] oops"]"#);
    /// ```
    pub fn raw(&mut self, json: &str) {
        let (document, diagnostics) = Document::parse(json);
        // All members with a duplicate key are written, so duplicate keys are not a loss.
        let fine = diagnostics
            .counts()
            .all(|count| count.severity < Severity::Error || count.code == crate::codes::DUPLICATE_KEY.code);
        let mut roots = document.roots();
        match (roots.next(), roots.next()) {
            (Some(value), None) if fine => self.value(value),
            _ => self.string(json),
        }
    }

    /// Closes all open arrays and objects and returns the text, without a final line end. The text is empty if nothing was written.
    ///
    /// ```
    /// use kifu_json::Writer;
    /// let mut writer = Writer::compact();
    /// writer.begin_array();
    /// writer.begin_object();
    /// assert_eq!(writer.finish(), "[{}]");
    /// assert_eq!(Writer::pretty().finish(), "");
    /// ```
    #[must_use]
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.end();
        }
        self.out
    }

    /// Returns the number of open arrays and objects.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    fn begin(&mut self, level: u8, bracket: char) {
        self.before_value();
        self.out.push(bracket);
        let within = self.open.last().is_some_and(|level| level & INLINE != 0);
        let inline = within || !self.pretty || self.open.len() >= DEEPEST;
        self.open.push(if inline { level | INLINE } else { level });
    }

    fn key_again(&mut self, value: Value<'_>) {
        if let Some(span) = value.key_span() {
            self.part();
            string::push_again(&mut self.out, value.document.slice(span));
            self.colon();
        }
    }

    /// Writes the JSON of a leaf without a check.
    fn verbatim(&mut self, json: &str) {
        self.before_value();
        self.out.push_str(json);
    }

    fn colon(&mut self) {
        self.out.push_str(if self.pretty { ": " } else { ":" });
        self.keyed = true;
    }

    fn before_value(&mut self) {
        if self.keyed {
            self.keyed = false;
            return;
        }
        match self.open.last() {
            None if self.out.is_empty() => {}
            None => self.out.push('\n'),
            Some(level) if level & OBJECT != 0 => {
                self.key("");
                self.keyed = false;
            }
            Some(_) => self.part(),
        }
    }

    /// Writes the comma and the white space before a member or element.
    fn part(&mut self) {
        let Some(level) = self.open.last_mut() else { return };
        let (filled, inline) = (*level & FILLED != 0, *level & INLINE != 0);
        *level |= FILLED;
        if filled {
            self.out.push(',');
        }
        if !inline {
            self.new_line();
        } else if filled && self.pretty {
            self.out.push(' ');
        }
    }

    fn new_line(&mut self) {
        const SPACES: &str = "                                ";
        self.out.push('\n');
        let mut indent = 2 * self.open.len();
        while indent > 0 {
            let some = indent.min(SPACES.len());
            self.out.push_str(&SPACES[..some]);
            indent -= some;
        }
    }
}

/// Appends the digits of a number to `out`.
pub(crate) fn push_integer(out: &mut String, number: i64) {
    if let 0..10 = number {
        // Most numbers are coordinates, which often have one digit.
        return out.push(char::from(b'0' + number as u8));
    }
    let mut digits = [0_u8; 20];
    let mut at = digits.len();
    let mut rest = number.unsigned_abs();
    while rest > 0 {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    if number < 0 {
        at -= 1;
        digits[at] = b'-';
    }
    out.push_str(core::str::from_utf8(&digits[at..]).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn misuse_gives_json_too() {
        let mut writer = Writer::compact();
        writer.end();
        writer.key("nowhere");
        writer.begin_object();
        writer.integer(1);
        writer.key("a");
        writer.key("b");
        writer.begin_array();
        writer.key("in an array");
        writer.number("6.50");
        writer.number("+.5");
        writer.number("six");
        writer.end();
        writer.key("c");
        writer.end();
        writer.end();
        writer.boolean(false);
        writer.begin_array();
        assert_eq!(writer.depth(), 1);
        assert_eq!(writer.finish(), "{\"\":1,\"a\":null,\"b\":[6.50,0.5,\"six\"],\"c\":null}\nfalse\n[]");
        assert_eq!(Writer::pretty().finish(), "");
    }

    #[test]
    fn values_get_the_layout_of_the_writer() {
        let text = r#"{"a":[1,{"b":[]},[]],"c":{},"d":"\u0041\n","e":{"f":{}}}"#;
        let (document, _) = Document::parse(text);
        let root = document.root().unwrap();
        assert_eq!(root.compact(), text.replace("\\u0041", "A"));
        let mut writer = Writer::pretty();
        writer.value(root);
        let pretty = writer.finish();
        assert_eq!(
            pretty,
            "{\n  \"a\": [\n    1,\n    {\n      \"b\": []\n    },\n    []\n  ],\n  \"c\": {},\n  \"d\": \"A\\n\",\n  \"e\": {\n    \"f\": {}\n  }\n}"
        );
        assert_eq!(root.get("a").unwrap().compact(), "[1,{\"b\":[]},[]]");
        assert_eq!(root.at("/a/1").unwrap().compact(), "{\"b\":[]}");
        assert_eq!(root.at("/a/0").unwrap().compact(), "1");
        let (document, _) = Document::parse("{ , 1: , [2], x: 'it''s' }");
        assert_eq!(document.root().unwrap().compact(), "{\"1\":[2],\"x\":\"it\",\"s\":null}");
    }

    #[test]
    fn integers_have_their_digits() {
        for number in [0, 7, 10, -1, 361, i64::MAX, i64::MIN] {
            let mut out = String::new();
            push_integer(&mut out, number);
            assert_eq!(out, number.to_string());
        }
    }
}
