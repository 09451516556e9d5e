//! Edits of a document: the smallest change of the text that sets, inserts, removes or renames a value.

use crate::{Document, Kind, Token, Value, ValueId, document::NONE, string, token::scan};
use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Edits, Severity, Span};

impl<'d> Value<'d> {
    /// Replaces the value with another one, given as JSON text.
    ///
    /// Strict JSON is inserted unchanged, except that its lines get the indentation of the place. Other JSON is converted to strict
    /// JSON. If `json` has errors or is not exactly one value, it is inserted as a string. The same applies to all edits.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let text = "{komi: 6.5} // as agreed";
    /// let (document, _) = Document::parse(text);
    /// let komi = document.root().unwrap().get("komi").unwrap();
    /// assert_eq!(komi.set("7.50").apply(text), "{komi: 7.50} // as agreed");
    /// ```
    #[must_use]
    pub fn set(self, json: &str) -> Edits {
        let (text, span) = (self.document.text, self.span());
        let json = indented(strict(json).into_owned(), || line_indent(text, self.member_span().start));
        if self.kind() != Kind::Missing {
            return Edits::one(span, fenced(text, span, json));
        }
        let (quote, gap) = match self.key_span() {
            Some(key) => {
                let mut tokens = between(text, key.end, span.start);
                let has_colon = tokens.any(|(token, _)| matches!(token, Token::Colon | Token::Equals));
                (string::missing_quote(self.document.slice(key)), if has_colon { " " } else { ": " })
            }
            None => ("", " "),
        };
        Edits::one(span, String::from(quote) + &fenced(text, span, format!("{gap}{json}")))
    }

    /// Changes the key of a member of an object. Returns `None` if the value has no key.
    #[must_use]
    pub fn rename(self, key: &str) -> Option<Edits> {
        Some(Edits::one(self.key_span()?, string::quote(key)))
    }

    /// Removes the value from its array or object, with its key, its comma and the white space around them. Comments next to it
    /// stay.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let text = "[\n  1, // one\n  2\n]";
    /// let (document, _) = Document::parse(text);
    /// let root = document.root().unwrap();
    /// assert_eq!(root.element(0).unwrap().remove().apply(text), "[\n  // one\n  2\n]");
    /// assert_eq!(root.element(1).unwrap().remove().apply(text), "[\n  1 // one\n  \n]");
    /// ```
    #[must_use]
    pub fn remove(self) -> Edits {
        self.document.remove([self.id()])
    }

    /// Inserts members, each a key and the JSON text of its value, into an object: before the member `before`, or at the end.
    /// They get the layout of the members around them.
    ///
    /// Returns `None` if the value is not an object, if `before` is not one of its members, or if `before` is `None` and the
    /// closing bracket of the object or of its last member is missing. Does not check whether the keys exist already.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let text = "{\n  \"x\": 15\n}";
    /// let (document, _) = Document::parse(text);
    /// let edits = document.root().unwrap().insert_members(None, [("y", "3"), ("color", "\"black\"")]).unwrap();
    /// assert_eq!(edits.apply(text), "{\n  \"x\": 15,\n  \"y\": 3,\n  \"color\": \"black\"\n}");
    /// ```
    #[must_use]
    pub fn insert_members<'a>(
        self,
        before: Option<Value<'_>>,
        members: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Option<Edits> {
        if self.kind() != Kind::Object {
            return None;
        }
        let colon = self.colon();
        let members = members.into_iter().map(|(key, json)| string::quote(key) + &colon + &strict(json)).collect();
        self.insert(before, members)
    }

    /// Sets the member with a key, or inserts it, before the member `before` or at the end, if the object has none.
    ///
    /// Returns `None` where [`insert_members`](Self::insert_members) does.
    #[must_use]
    pub fn set_member(self, key: &str, json: &str, before: Option<Value<'_>>) -> Option<Edits> {
        match self.get(key) {
            Some(member) => Some(member.set(json)),
            None => self.insert_members(before, [(key, json)]),
        }
    }

    /// Inserts elements, given as JSON text, into an array: before the element `before`, or at the end. They get the layout of the
    /// elements around them.
    ///
    /// Returns `None` if the value is not an array, if `before` is not one of its elements, or if `before` is `None` and the
    /// closing bracket of the array or of its last element is missing.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let text = "[1, 2] // two";
    /// let (document, _) = Document::parse(text);
    /// let root = document.root().unwrap();
    /// assert_eq!(root.insert_elements(None, ["3", "4"]).unwrap().apply(text), "[1, 2, 3, 4] // two");
    /// assert_eq!(root.insert_elements(root.element(0), ["0"]).unwrap().apply(text), "[0, 1, 2] // two");
    /// ```
    #[must_use]
    pub fn insert_elements<'a>(
        self,
        before: Option<Value<'_>>,
        elements: impl IntoIterator<Item = &'a str>,
    ) -> Option<Edits> {
        if self.kind() != Kind::Array {
            return None;
        }
        self.insert(before, elements.into_iter().map(|json| strict(json).into_owned()).collect())
    }

    fn insert(self, before: Option<Value<'_>>, entries: Vec<String>) -> Option<Edits> {
        if entries.is_empty() {
            return Some(Edits::default());
        }
        let text = self.document.text;
        if let Some(before) = before {
            let own = self.document.value(before.id()).filter(|value| value.entry().parent == self.id)?;
            let separator = self.separator();
            let (at, comma) = (own.member_span().start, format!(",{separator}"));
            let entries = self.indent_all(entries, &separator);
            let place = Span { start: at, end: at };
            return Some(Edits::one(place, fenced(text, place, entries.join(&comma) + &comma)));
        }
        if !self.is_closed() {
            return None;
        }
        let close = self.span().end - 1;
        let Some(last) = self.children().last() else {
            return Some(self.fill(entries));
        };
        if matches!(last.kind(), Kind::Object | Kind::Array) && !last.is_closed() {
            return None;
        }
        let mut separator = self.separator();
        let entries = self.indent_all(entries, &separator);
        let quote = match last.kind() {
            Kind::Missing => last.key_span().map_or("", |key| string::missing_quote(self.document.slice(key))),
            Kind::String => string::missing_quote(last.raw()),
            _ => "",
        };
        let comma = separators(text, last.span().end, close).next();
        let after = comma.map_or(last.span().end, |comma| comma.end);
        // A comment on the same line belongs to the value before it, so insert after the comment.
        let mut at = after;
        for (token, span) in between(text, after, close) {
            match token {
                Token::Space if !text[span.range()].contains('\n') => {}
                Token::BlockComment => at = span.end,
                Token::LineComment => {
                    at = span.end;
                    if !separator.contains(['\n', '\r']) {
                        separator.insert(0, '\n');
                    }
                    break;
                }
                _ => break,
            }
        }
        let entries = separator.clone() + &entries.join(&format!(",{separator}"));
        let place = |at| Span { start: at, end: at };
        let mut all = Vec::new();
        let first = String::from(quote) + if comma.is_none() { "," } else { "" };
        if !first.is_empty() {
            all.push((place(last.span().end), first));
        }
        match all.last_mut().filter(|(span, _)| span.end == at) {
            Some((_, first)) => first.push_str(&entries),
            None => all.push((place(at), entries)),
        }
        Some(edits(all))
    }

    /// Inserts entries into an empty array or object.
    fn fill(self, entries: Vec<String>) -> Edits {
        let text = self.document.text;
        let inside = Span { start: self.span().start + 1, end: self.span().end - 1 };
        let place = if is_white_space(text, inside.start, inside.end) {
            inside
        } else {
            Span { start: inside.end, end: inside.end }
        };
        let spreads = |parent: &Value<'_>| {
            parent.children().next().is_some_and(|first| space_before(text, first.member_span().start).contains('\n'))
        };
        let parent = self.parent().filter(spreads);
        if parent.is_none() && !entries.iter().any(|entry| entry.contains('\n')) {
            return Edits::one(place, entries.join(if self.is_airy() { ", " } else { "," }));
        }
        let own = line_indent(text, self.member_span().start);
        let unit = parent.and_then(|parent| own.strip_prefix(line_indent(text, parent.span().start)));
        let step = format!("\n{own}{}", unit.filter(|unit| !unit.is_empty()).unwrap_or("  "));
        let entries = self.indent_all(entries, &step);
        Edits::one(place, format!("{step}{}\n{own}", entries.join(&format!(",{step}"))))
    }

    /// Indents the lines of entries like the entries themselves, by the white space before them.
    fn indent_all(self, entries: Vec<String>, separator: &str) -> Vec<String> {
        let indent = || match separator.rfind('\n') {
            Some(end) => &separator[end + 1..],
            None => line_indent(self.document.text, self.member_span().start),
        };
        entries.into_iter().map(|entry| indented(entry, indent)).collect()
    }

    /// Returns the white space before a new entry, copied from the existing entries if possible.
    fn separator(self) -> String {
        let mut children = self.children();
        let (first, second) = (children.next(), children.next());
        let white_space = |value: Value<'d>| space_before(self.document.text, value.member_span().start);
        if let Some(second) = second {
            return white_space(second).to_string();
        }
        match first.map(white_space) {
            Some(white_space) if white_space.contains('\n') => white_space.to_string(),
            _ if self.is_airy() => " ".to_string(),
            _ => String::new(),
        }
    }

    /// Returns the colon with the white space around it, copied from the first member if possible.
    fn colon(self) -> Cow<'d, str> {
        let own = self.children().next().and_then(|member| {
            let gap = Span { start: member.key_span()?.end, end: member.span().start };
            let gap = self.document.slice(gap);
            (gap.trim_matches([' ', '\t']) == ":" && member.kind() != Kind::Missing).then_some(gap)
        });
        own.map_or(if self.is_airy() { ": ".into() } else { ":".into() }, Cow::Borrowed)
    }

    /// Returns true if the nearest colon has a space after it.
    fn is_airy(self) -> bool {
        let mut value = Some(self);
        while let Some(at) = value {
            let member = at.children().next().filter(|first| first.entry().key != NONE).unwrap_or(at);
            if member.entry().key != NONE && member.kind() != Kind::Missing {
                return !space_before(self.document.text, member.span().start).is_empty();
            }
            value = at.parent();
        }
        true
    }
}

impl Document<'_> {
    /// Removes several values from their arrays and objects, as [`Value::remove`] does for one.
    ///
    /// ```
    /// use kifu_json::Document;
    /// let text = "{\"a\": 1, \"b\": 2, \"c\": [3]}";
    /// let (document, _) = Document::parse(text);
    /// let gone = ["/b", "/c", "/c/0"].map(|pointer| document.root().unwrap().at(pointer).unwrap().id());
    /// assert_eq!(document.remove(gone).apply(text), "{\"a\": 1}");
    /// ```
    #[must_use]
    pub fn remove(&self, values: impl IntoIterator<Item = ValueId>) -> Edits {
        let mut ids: Vec<u32> = values.into_iter().filter(|&id| self.value(id).is_some()).map(|id| id.0).collect();
        ids.sort_unstable();
        let mut next_id = 0;
        // A value inside a removed value needs no edit.
        ids.retain(|&id| {
            let own = id >= next_id;
            next_id = next_id.max(self.values[id as usize].next);
            own
        });
        ids.sort_by_key(|&id| self.values[id as usize].parent);
        let mut cuts = Vec::new();
        for group in ids.chunk_by(|&a, &b| self.values[a as usize].parent == self.values[b as usize].parent) {
            self.remove_siblings(group, &mut cuts);
        }
        cuts.sort_unstable();
        cuts.dedup_by(|later, cut| {
            let touches = later.start <= cut.end;
            if touches {
                *cut = cut.join(*later);
            }
            touches
        });
        edits(cuts.into_iter().map(|cut| (cut, fenced(self.text, cut, String::new()))).collect())
    }

    /// Adds the cuts for the siblings `gone`, in the order of the text.
    fn remove_siblings(&self, gone: &[u32], cuts: &mut Vec<Span>) {
        let text = self.text;
        let parent = self.value(ValueId(gone[0])).and_then(Value::parent);
        let siblings: Vec<Value<'_>> = match parent {
            Some(parent) => parent.children().collect(),
            None => self.roots().collect(),
        };
        let mut due = gone.iter().peekable();
        let is_gone: Vec<bool> = siblings.iter().map(|value| due.next_if(|&&id| id == value.id).is_some()).collect();
        let Some(last_kept) = is_gone.iter().rposition(|gone| !gone) else {
            return self.remove_all(parent, &siblings, cuts);
        };
        for (n, value) in siblings.iter().enumerate().filter(|&(n, _)| is_gone[n]) {
            let own = value.member_span();
            // Remove the comma after the value too. For values after the last one that stays, remove the comma before them.
            let (start, end) = if n < last_kept {
                (own.end, siblings[n + 1].member_span().start)
            } else {
                (siblings[n - 1].span().end, own.start)
            };
            let comma = separators(text, start, end).next();
            let with_space = |span: Span| Span { start: span.start, end: space_end(text, span.end) };
            match comma.map(with_space) {
                Some(comma) => {
                    let (first, second) = if n < last_kept { (own, comma) } else { (comma, own) };
                    if is_white_space(text, first.end, second.start) {
                        cuts.push(first.join(second));
                    } else {
                        cuts.extend([first, second]);
                    }
                }
                None => cuts.push(if n < last_kept { with_space(own) } else { own }),
            }
        }
    }

    /// Adds the cuts for all values of `parent`, with their commas, and with the white space unless a comment stays.
    fn remove_all(&self, parent: Option<Value<'_>>, siblings: &[Value<'_>], cuts: &mut Vec<Span>) {
        let inside = match parent {
            Some(parent) if parent.is_closed() => Span { start: parent.span().start + 1, end: parent.span().end - 1 },
            Some(parent) => Span { start: parent.span().start + 1, end: parent.span().end },
            None => Span { start: 0, end: self.text.len() as u32 },
        };
        let mut own = Vec::new();
        let (mut at, mut all_white_space) = (inside.start, parent.is_some_and(Value::is_closed));
        for stop in
            siblings.iter().map(|value| value.member_span()).chain([Span { start: inside.end, end: inside.end }])
        {
            all_white_space &= between(self.text, at, stop.start)
                .all(|(token, _)| matches!(token, Token::Space | Token::Comma | Token::Semicolon));
            own.extend(separators(self.text, at, stop.start));
            own.push(stop);
            at = stop.end;
        }
        if all_white_space {
            cuts.push(inside);
        } else {
            cuts.append(&mut own);
        }
    }
}

fn is_white_space(text: &str, start: u32, end: u32) -> bool {
    between(text, start, end).all(|(token, _)| token == Token::Space)
}

/// Returns edits of stretches that are in order and do not touch.
fn edits(all: Vec<(Span, String)>) -> Edits {
    let mut edits = Edits::default();
    for (span, with) in all {
        let overlap = edits.replace(span, with);
        debug_assert!(overlap.is_ok(), "{overlap:?}");
    }
    edits
}

/// Returns JSON text as strict JSON, or as a JSON string if it has errors or is not exactly one value.
fn strict(json: &str) -> Cow<'_, str> {
    let (document, diagnostics) = Document::parse(json);
    let mut roots = document.roots();
    match (roots.next(), roots.next()) {
        (Some(value), None) if diagnostics.is_empty() => Cow::Borrowed(&json[value.span().range()]),
        (Some(value), None) if diagnostics.at_least(Severity::Error) == 0 => Cow::Owned(value.compact()),
        _ => Cow::Owned(string::quote(json)),
    }
}

/// Indents the lines of strict JSON. No string is changed, because strict JSON has line ends only between tokens.
fn indented<'t>(json: String, indent: impl FnOnce() -> &'t str) -> String {
    if json.contains('\n') { json.replace('\n', &format!("\n{}", indent())) } else { json }
}

/// Returns the tokens of a stretch that begins and ends at token boundaries.
fn between(text: &str, start: u32, end: u32) -> impl Iterator<Item = (Token, Span)> {
    let mut at = start as usize;
    core::iter::from_fn(move || {
        if at >= end as usize {
            return None;
        }
        let (token, next) = scan(text, at)?;
        let span = Span::new(at, next);
        at = next;
        Some((token, span))
    })
}

/// Returns the commas of a stretch, and the semicolons, which the parser may read as commas.
fn separators(text: &str, start: u32, end: u32) -> impl Iterator<Item = Span> {
    between(text, start, end)
        .filter(|(token, _)| matches!(token, Token::Comma | Token::Semicolon))
        .map(|(_, span)| span)
}

const WHITE_SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// Returns the white space directly before `at`.
fn space_before(text: &str, at: u32) -> &str {
    let before = &text[..at as usize];
    &before[before.trim_end_matches(WHITE_SPACE).len()..]
}

/// Returns the end of the white space at `at`.
fn space_end(text: &str, at: u32) -> u32 {
    let after = &text[at as usize..];
    at + (after.len() - after.trim_start_matches(WHITE_SPACE).len()) as u32
}

/// Returns the indentation of the line that contains `at`.
fn line_indent(text: &str, at: u32) -> &str {
    let start = text[..at as usize].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let line = &text[start..at as usize];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// Returns the replacement for `span`, with a space on each side where it could form one token with its neighbour.
fn fenced(text: &str, span: Span, with: String) -> String {
    let (before, after) = (&text[..span.start as usize], &text[span.end as usize..]);
    // A slash counts as part of a word, because two slashes would start a comment.
    let is_word = |c: Option<char>| c.is_some_and(|c| !" \t\r\n{}[]:,=;\"'".contains(c));
    // If a word directly follows a string, the parser may end the string elsewhere.
    let left = is_word(before.chars().next_back()) || before.ends_with(['"', '\'']);
    let right = is_word(after.chars().next());
    if with.is_empty() {
        return if left && right { " ".into() } else { with };
    }
    // The parser may read two quotation marks in a row as one.
    let quotes = ['"', '\''];
    let mut out = with;
    if right && (is_word(out.chars().next_back()) || out.ends_with('"'))
        || after.starts_with(quotes) && out.ends_with('"')
    {
        out.push(' ');
    }
    if left && is_word(out.chars().next()) || before.ends_with(quotes) && out.starts_with('"') {
        out.insert(0, ' ');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Document<'_> {
        Document::parse(text).0
    }

    #[test]
    fn values_are_set() {
        let set = |text: &str, pointer: &str, json: &str| {
            parse(text).root().unwrap().at(pointer).unwrap().set(json).apply(text)
        };
        assert_eq!(set("[1, 2]", "/1", "{\"a\": [ 1 ]}"), "[1, {\"a\": [ 1 ]}]");
        assert_eq!(set("[1, 2]", "/1", " {a: 1,} "), "[1, {\"a\":1}]");
        assert_eq!(set("[1, 2]", "/1", "[1"), "[1, [1]]");
        assert_eq!(set("[1, 2]", "/1", "1 2"), "[1, \"1 2\"]");
        assert_eq!(set("[1, 2]", "/1", "stray"), "[1, \"stray\"]");
        assert_eq!(set("{\"a\":, \"b\"}", "/a", "1"), "{\"a\": 1, \"b\"}");
        assert_eq!(set("{\"a\":, \"b\"}", "/b", "1"), "{\"a\":, \"b\": 1}");
        assert_eq!(set("[\"a\"1]", "/0", "5"), "[5 1]");
        // The edit replaces a repeated quotation mark too. It never puts two quotation marks side by side.
        assert_eq!(set("{\"k\"\": \"\"a\"\"}", "/k", "5"), "{\"k\"\": 5}");
        assert_eq!(set("['x'\"]\"]", "/0", "\"s\""), "[\"s\" \"]\"]");
        assert_eq!(set("[1'a'2]", "/1", "5"), "[1 5 2]");
        assert_eq!(set("[\"open", "/0", "5"), "[5");
    }

    #[test]
    fn values_are_removed() {
        let remove = |text: &str, pointers: &[&str]| {
            let document = parse(text);
            let root = document.root().unwrap();
            document.remove(pointers.iter().map(|pointer| root.at(pointer).unwrap().id())).apply(text)
        };
        let pretty = "{\n  \"a\": 1,\n  \"b\": [\n    1,\n    2\n  ],\n  \"c\": {}\n}";
        assert_eq!(remove(pretty, &["/a"]), "{\n  \"b\": [\n    1,\n    2\n  ],\n  \"c\": {}\n}");
        assert_eq!(remove(pretty, &["/c"]), "{\n  \"a\": 1,\n  \"b\": [\n    1,\n    2\n  ]\n}");
        assert_eq!(remove(pretty, &["/b", "/c", "/b/0"]), "{\n  \"a\": 1\n}");
        assert_eq!(remove(pretty, &["/b/0", "/b/1"]), "{\n  \"a\": 1,\n  \"b\": [],\n  \"c\": {}\n}");
        assert_eq!(remove(pretty, &["/a", "/b", "/c"]), "{}");
        assert_eq!(remove("[1,2,]", &["/1"]), "[1,]");
        assert_eq!(remove("[1,2,]", &["/0", "/1"]), "[]");
        assert_eq!(remove("[1 2 3]", &["/1"]), "[1 3]");
        assert_eq!(remove("['a'1'x'2]", &["/2"]), "['a'1 2]");
        assert_eq!(remove("[ /* a */ 1 /* b */, 2 ]", &["/0"]), "[ /* a */  /* b */ 2 ]");
        assert_eq!(remove("[ /* a */ 1 /* b */ ]", &["/0"]), "[ /* a */  /* b */ ]");
        assert_eq!(remove("{\"a\", \"b\": 1}", &["/a"]), "{\"b\": 1}");
        assert_eq!(remove("[1, 2", &["/1"]), "[1");
        assert_eq!(remove("[1, 2", &["/0", "/1"]), "[ ");
        assert_eq!(remove("['a'1'b''c'2]", &["/2", "/3"]), "['a'1 2]");
        assert_eq!(remove("{}\n", &[""]), "\n");
        assert_eq!(remove("[1; 2]", &["/0"]), "[2]");
    }

    #[test]
    fn members_and_elements_are_inserted_like_their_neighbours() {
        let member = |text: &str, pointer: &str| {
            let document = parse(text);
            let object = document.root().unwrap().at(pointer).unwrap();
            object.insert_members(None, [("k", "0"), ("l", "1")]).unwrap().apply(text)
        };
        assert_eq!(member("{\"a\":1}", ""), "{\"a\":1,\"k\":0,\"l\":1}");
        assert_eq!(member("{\"a\": 1}", ""), "{\"a\": 1, \"k\": 0, \"l\": 1}");
        assert_eq!(member("{ \"a\" : 1,\n\"b\" : 2 }", ""), "{ \"a\" : 1,\n\"b\" : 2,\n\"k\" : 0,\n\"l\" : 1 }");
        assert_eq!(member("{\"a\": 1,}", ""), "{\"a\": 1, \"k\": 0, \"l\": 1}");
        assert_eq!(member("{}", ""), "{\"k\": 0, \"l\": 1}");
        assert_eq!(member("{\"a\":{}}", "/a"), "{\"a\":{\"k\":0,\"l\":1}}");
        assert_eq!(member("{\n\t\"a\": {}\n}", "/a"), "{\n\t\"a\": {\n\t\t\"k\": 0,\n\t\t\"l\": 1\n\t}\n}");
        assert_eq!(member("{\n  \"a\": 1 // one\n}", ""), "{\n  \"a\": 1, // one\n  \"k\": 0,\n  \"l\": 1\n}");
        assert_eq!(member("{\"a\": 1 // one\n}", ""), "{\"a\": 1, // one\n \"k\": 0,\n \"l\": 1\n}");
        assert_eq!(member("{\"a\": }", ""), "{\"a\":, \"k\": 0, \"l\": 1 }");
        let open = parse("{\"a\": 1");
        assert!(open.root().unwrap().insert_members(None, [("k", "0")]).is_none());
        assert!(open.root().unwrap().insert_elements(None, ["0"]).is_none());
        let text = "[\n  1,\n  2\n]";
        let document = parse(text);
        let root = document.root().unwrap();
        let before = |n| root.insert_elements(root.element(n), ["{}", "[1,]"]).unwrap().apply(text);
        assert_eq!(before(0), "[\n  {},\n  [1],\n  1,\n  2\n]");
        assert_eq!(before(1), "[\n  1,\n  {},\n  [1],\n  2\n]");
        let pretty = "{\n  \"a\": []\n}";
        assert_eq!(
            root.insert_elements(None, [pretty]).unwrap().apply(text),
            "[\n  1,\n  2,\n  {\n    \"a\": []\n  }\n]"
        );
        assert_eq!(root.element(0).unwrap().set(pretty).apply(text), "[\n  {\n    \"a\": []\n  },\n  2\n]");
        assert!(root.insert_elements(Some(root), ["0"]).is_none());
        assert_eq!(root.insert_elements(None, []).unwrap(), Edits::default());
    }
}
