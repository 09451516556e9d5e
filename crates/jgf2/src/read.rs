//! From JSON to records of go.

use crate::codes;
use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::ops::ControlFlow;
use kifu_core::{
    Code, Confidence, Diagnostic, Diagnostics, Foreign, Node, NodeId, ReadGame, Record, Severity, Source, SourceMap,
    Span,
};
use kifu_goban::{Go, Setup, Size};
use kifu_json::{Document, Kind, Stream, Value};

mod header;
mod node;

/// How sure it is that a text is JGF 2: by the shapes of its nodes, then by what it says of itself.
pub(crate) fn detect(head: &str) -> Confidence {
    let start = head.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    let named = || {
        let name = start.split('=').next().unwrap_or_default();
        name.len() < 64
            && start.contains('=')
            && name.trim_end().bytes().all(|b| b.is_ascii_alphanumeric() || b" _.$".contains(&b))
    };
    if !start.starts_with(['{', '[', '/']) && !named() {
        return Confidence::No;
    }
    let (document, _) = Document::parse(start);
    let Some(root) = document.root().filter(|root| root.kind() == Kind::Object) else { return Confidence::No };
    let mut likely = root.get("tree").is_some_and(|tree| tree.kind() == Kind::Array);
    for value in document.values().skip(1).take(20_000) {
        let Some(key) = value.key() else { continue };
        let has = |name| value.get(name).is_some();
        match &*key {
            "move" if has("color") || has("pass") => return Confidence::Certain,
            "move" if has("B") || has("W") => return Confidence::No,
            "setup" | "markup" | "score" | "variations" if value.kind() == Kind::Array => return Confidence::Certain,
            "format" if value.pointer() == "/record/format" && value.string().as_deref() == Some("JGF") => {
                return Confidence::Certain;
            }
            "version" if value.pointer() == "/record/version" && is_version_2(value) => likely = true,
            _ => {}
        }
    }
    if likely { Confidence::Likely } else { Confidence::Possible }
}

fn is_version_2(value: Value<'_>) -> bool {
    let text = value.string().or_else(|| value.number());
    text.is_some_and(|text| text == "2" || text.starts_with("2."))
}

/// Reads record by record; what is said of no record comes back.
pub(crate) fn read_each(source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
    let mut stream = Stream::new(source.text());
    let mut said = Diagnostics::default();
    let (mut first, mut given) = (None, false);
    while let Some((document, wrong)) = stream.next_document() {
        said.append(wrong);
        for root in document.roots() {
            first.get_or_insert(root.span());
            let Some(mut reader) = Reader::new(root, &mut said) else { continue };
            reader.said.append(core::mem::take(&mut said));
            reader.header(root);
            reader.tree(root);
            given = true;
            if sink(reader.finish(root)).is_break() {
                return said;
            }
        }
    }
    if given || said.counts().any(|(code, ..)| code == codes::NOT_GO) {
        return said;
    }
    // What is wrong with a text that holds no record is one thing.
    let mut no_record = Diagnostics::default();
    no_record.push(match first {
        Some(at) => not_a_record(at),
        None => {
            let message = "there is no JSON in this text; nothing was read";
            Diagnostic::new(codes::NO_RECORD, Severity::Error, message)
        }
    });
    no_record
}

fn not_a_record(at: Span) -> Diagnostic {
    let message = "this JSON is no JGF 2 record; nothing of it was read";
    let help = "a JGF 2 record is an object with a list `tree`";
    Diagnostic::new(codes::NO_RECORD, Severity::Error, message).at(at).help(help)
}

/// A record while it is being read.
struct Reader {
    size: Size,
    record: Record<Go>,
    starts: Vec<u32>,
    said: Diagnostics,
}

impl Reader {
    /// None where the value is no record of go; then that is said.
    fn new(root: Value<'_>, said: &mut Diagnostics) -> Option<Self> {
        const OBJECTS: [&str; 8] = ["record", "game", "board", "rules", "players", "event", "source", "meta"];
        let fits = |key: &str, value: Value<'_>| match value.kind() {
            Kind::Array => matches!(key, "tree" | "players"),
            Kind::Object => OBJECTS.contains(&key),
            _ => false,
        };
        if !root.members().any(|(key, value)| fits(&key, value)) {
            said.push(not_a_record(root.span()));
            return None;
        }
        let kind = root.get("game").and_then(|game| game.get("type"));
        if let Some(kind) = kind
            && let Some(name) = kind.string()
            && !matches!(&*name, "go" | "" | "weiqi" | "baduk")
        {
            let message = format!("this is {name:?}, not go; it stays in the file, and is no record");
            said.push(Diagnostic::new(codes::NOT_GO, Severity::Note, message).at(kind.span()));
            return None;
        }
        let record = Record::new(Setup::default());
        Some(Self { size: Size::default(), record, starts: Vec::new(), said: Diagnostics::default() })
    }

    fn finish(mut self, root: Value<'_>) -> ReadGame<Go> {
        self.record.info.normalize();
        let top = self.record.tree.root();
        self.record.tree[top].normalize();
        if self.starts.is_empty() {
            self.starts.push(root.span().start);
        }
        let origin = SourceMap { span: root.span(), starts: self.starts };
        ReadGame { record: self.record, origin, diagnostics: self.said }
    }

    /// The tree: a stack of lists takes the place of recursion.
    fn tree(&mut self, root: Value<'_>) {
        let Some(tree) = root.get("tree").filter(|tree| tree.kind() == Kind::Array && tree.elements().next().is_some())
        else {
            let at = root.get("tree").map_or(root.span(), Value::span);
            let what = match root.get("tree").map(Value::kind) {
                None => "the record has no tree",
                Some(Kind::Array) => "the tree is empty",
                Some(_) => "the tree is no list",
            };
            self.say(codes::NO_TREE, Severity::Error, at, || format!("{what}; no move was read"));
            if let Some(tree) = root.get("tree").filter(|tree| tree.kind() != Kind::Array) {
                self.keep_info("/tree", tree);
            }
            return;
        };
        self.starts.push(tree.span().start);
        let top = self.record.tree.root();
        let mut lists = alloc::vec![List::nodes(tree, top)];
        let mut first = true;
        while let Some(list) = lists.last_mut() {
            let Some(value) = list.rest.next() else {
                lists.pop();
                continue;
            };
            if list.of_variations {
                let at = list.at;
                if value.kind() == Kind::Array {
                    lists.push(List::nodes(value, at));
                } else {
                    self.say(codes::BAD_VARIATION, Severity::Error, value.span(), || {
                        "this variation is no list of nodes; skipped".into()
                    });
                }
                continue;
            }
            let bare = value.kind() == Kind::Array;
            let variations =
                if bare { Some(value) } else { value.get("variations").filter(|list| list.kind() == Kind::Array) };
            if value.kind() != Kind::Object && !bare {
                self.say(codes::NOT_A_NODE, Severity::Error, value.span(), || "this is no node; skipped".into());
                continue;
            }
            let is_node = !bare && (variations.is_none() || value.members().count() > 1);
            let parent = list.at;
            let after = core::mem::replace(&mut list.after_variations, false);
            if is_node {
                if after {
                    self.say(codes::NODE_AFTER_VARIATIONS, Severity::Warning, value.span(), || {
                        "a node follows the variations; read as one more of them".into()
                    });
                }
                let at = self.node(value, parent, first);
                list.at = at;
            }
            if let Some(variations) = variations {
                self.say_of_variations(value, first, is_node, bare);
                list.after_variations = variations.elements().next().is_some();
                let at = list.at;
                lists.push(List { rest: variations.elements(), at, of_variations: true, after_variations: false });
            }
            first = false;
        }
    }

    fn say_of_variations(&mut self, value: Value<'_>, first: bool, is_node: bool, bare: bool) {
        if is_node {
            self.say(codes::VARIATIONS_AND_MORE, Severity::Warning, value.span(), || {
                "variations stand in a node that says something else too; read as the node, and then the variations"
                    .into()
            });
        } else if first {
            self.say(codes::VARIATIONS_FIRST, Severity::Warning, value.span(), || {
                "the tree starts with variations; read as variations of an empty start".into()
            });
        }
        if bare {
            self.say(codes::WRONG_KIND, Severity::Warning, value.span(), || {
                "a list stands where a node should be; read as its variations".into()
            });
        }
    }

    fn say(&mut self, code: Code, severity: Severity, at: Span, message: impl FnOnce() -> String) {
        self.said.push_with(code, severity, || Diagnostic::new(code, severity, message()).at(at));
    }

    /// Says that the format has no word for a member, and keeps it.
    fn keep_unknown(&mut self, pointer: &str, value: Value<'_>) {
        self.say_unknown(value);
        self.keep_info(pointer, value);
    }

    fn say_unknown(&mut self, member: Value<'_>) {
        self.say(codes::UNKNOWN_MEMBER, Severity::Note, member.member_span(), || {
            "the format has no word for this; it is kept as it is".into()
        });
    }

    fn keep_info(&mut self, pointer: &str, value: Value<'_>) {
        self.record.info.foreign.push(Foreign::new(crate::slot::SELF, pointer, alloc::vec![value.compact()]));
    }

    /// A text; a number or a truth value is read as one, and said so. None where it is null or a list or an object.
    fn text<'d>(&mut self, key: &str, value: Value<'d>) -> Option<Cow<'d, str>> {
        let text = match value.kind() {
            Kind::String => return value.string(),
            Kind::Number => value.number(),
            Kind::True | Kind::False => Some(Cow::Borrowed(value.raw())),
            Kind::Null | Kind::Missing | Kind::Array | Kind::Object => None,
        };
        if !value.is_null() {
            let done = if text.is_some() { "read as one" } else { "kept as it is" };
            self.say(codes::WRONG_KIND, Severity::Warning, value.span(), || format!("{key} is no text; {done}"));
        }
        text
    }
}

/// A list of nodes or of variations, and the node that what comes next follows.
struct List<'d> {
    rest: kifu_json::Children<'d>,
    at: NodeId,
    of_variations: bool,
    after_variations: bool,
}

impl<'d> List<'d> {
    fn nodes(list: Value<'d>, at: NodeId) -> Self {
        Self { rest: list.elements(), at, of_variations: false, after_variations: false }
    }
}

/// A key as a step of a JSON pointer.
fn step(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// What a slot keeps: SGF's properties, or the keys of one other format.
fn slot_entries(format: &str, object: Value<'_>) -> Vec<Foreign> {
    let mut out = Vec::new();
    for (key, value) in object.members() {
        let text = |value: Value<'_>| value.string().map_or_else(|| value.compact(), Cow::into_owned);
        let values = match value.kind() {
            Kind::Array => value.elements().map(text).collect(),
            _ => alloc::vec![text(value)],
        };
        out.push(Foreign::new(format.to_string(), key, values));
    }
    out
}

/// What stands under the record's own name and the record has no word for: a list of values, as another format wrote it.
fn rest_of_ours(key: &str, value: Value<'_>) -> Option<Foreign> {
    let values: Option<Vec<String>> = value.elements().map(|value| value.string().map(Cow::into_owned)).collect();
    let values = values.filter(|_| value.kind() == Kind::Array)?;
    Some(Foreign::new(crate::slot::OURS, key, values))
}

/// The node that says something of the game's start.
fn root_node(record: &mut Record<Go>) -> &mut Node<Go> {
    let root = record.tree.root();
    &mut record.tree[root]
}
