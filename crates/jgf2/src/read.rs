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
    Confidence, Diagnostic, Diagnostics, Foreign, MemoryBudget, Node, NodeId, ReadGame, Record, Source, SourceMap, Span,
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
    let mut diagnostics = Diagnostics::default();
    let (mut first, mut given) = (None, false);
    while let Some((document, wrong)) = stream.next_document() {
        diagnostics.append(wrong);
        let mut games = Vec::new();
        for root in document.roots() {
            first.get_or_insert(root.span());
            let Some(mut reader) = Reader::new(root, source, &mut diagnostics) else { continue };
            reader.diagnostics.append(core::mem::take(&mut diagnostics));
            reader.header(root);
            reader.tree(root);
            games.push(reader.finish(root));
        }
        given |= !games.is_empty();
        // Whoever gets a large game needs room for other things.
        if games.iter().any(|game| game.source_map.starts.len() > LARGE) {
            stream.shrink();
        }
        for game in games {
            if sink(game).is_break() {
                return diagnostics;
            }
        }
    }
    if given || diagnostics.counts().any(|(code, ..)| code == codes::NOT_GO.code) {
        return diagnostics;
    }
    // What is wrong with a text that holds no record is one thing.
    let mut no_record = Diagnostics::default();
    no_record.push(match first {
        Some(at) => not_a_record(at),
        None => {
            let message = "there is no JSON in this text; nothing was read";
            Diagnostic::new(&codes::NO_RECORD, message)
        }
    });
    no_record
}

fn not_a_record(at: Span) -> Diagnostic {
    let message = "this JSON is no JGF 2 record; nothing of it was read";
    let help = "a JGF 2 record is an object with a list `tree`";
    Diagnostic::new(&codes::NO_RECORD, message).at(at).help(help)
}

/// A game of more nodes gives back what room it does not need.
const LARGE: usize = 1 << 16;

/// A record while it is being read.
struct Reader {
    size: Size,
    record: Record<Go>,
    /// Foreign data of the game, in the order of the text: goes into the record at the end.
    foreign: Vec<Foreign>,
    /// Whether `date` was read.
    has_date: bool,
    starts: Vec<u32>,
    diagnostics: Diagnostics,
    budget: MemoryBudget,
    /// What was taken of the budget for the node that is being read, before it is complete.
    taken: usize,
    /// Whether it was said that the record is not read further.
    stopped: bool,
}

impl Reader {
    /// None where the value is no record of go; then that is reported.
    fn new(root: Value<'_>, source: &Source, diagnostics: &mut Diagnostics) -> Option<Self> {
        const OBJECTS: [&str; 8] = ["record", "game", "board", "rules", "players", "event", "source", "meta"];
        let fits = |key: &str, value: Value<'_>| match value.kind() {
            Kind::Array => matches!(key, "tree" | "players"),
            Kind::Object => OBJECTS.contains(&key),
            _ => false,
        };
        if !root.members().any(|(key, value)| fits(&key, value)) {
            diagnostics.push(not_a_record(root.span()));
            return None;
        }
        let kind = root.get("game").and_then(|game| game.get("type"));
        if let Some(kind) = kind
            && let Some(name) = kind.string()
            && !matches!(&*name, "go" | "" | "weiqi" | "baduk")
        {
            let message = format!("this is {name:?}, not go; it stays in the file, and is no record");
            diagnostics.push(Diagnostic::new(&codes::NOT_GO, message).at(kind.span()));
            return None;
        }
        let record = Record::new(Setup::default());
        let budget = MemoryBudget::of_game(source, root.span());
        let (starts, diagnostics) = (Vec::new(), Diagnostics::default());
        let (foreign, has_date, taken, stopped) = (Vec::new(), false, 0, false);
        let size = Size::default();
        Some(Self { size, record, foreign, has_date, starts, diagnostics, budget, taken, stopped })
    }

    /// Takes memory for a part of a node. False if there is none: then the record is read up to `at`.
    ///
    /// A single node may have millions of members, so what it keeps is counted member by member.
    fn take(&mut self, bytes: usize, at: u32) -> bool {
        self.taken += bytes;
        let fits = self.budget.take(bytes);
        if !fits {
            self.stop(at);
        }
        fits
    }

    /// Says that the record is read only up to `at`.
    fn stop(&mut self, at: u32) {
        if !core::mem::replace(&mut self.stopped, true) {
            self.budget.report(Span { start: at, end: at }, &mut self.diagnostics);
        }
    }

    fn finish(mut self, root: Value<'_>) -> ReadGame<Go> {
        self.record.info.foreign.extend(core::mem::take(&mut self.foreign));
        let top = self.record.tree.root();
        self.record.tree[top].shrink_to_fit();
        if self.starts.is_empty() {
            self.starts.push(root.span().start);
        }
        let version = root.get("record").and_then(|record| record.get("version"));
        let version = version.and_then(|version| version.string().or_else(|| version.number())).map(Cow::into_owned);
        if self.starts.len() > LARGE {
            self.record.tree.shrink_to_fit();
            self.starts.shrink_to_fit();
        }
        let source_map = SourceMap::new(root.span(), self.starts).with_version(version);
        ReadGame::new(self.record, source_map, self.diagnostics)
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
            self.diagnostics.report(&codes::NO_TREE, at, || format!("{what}; no move was read"));
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
                    enter(&mut lists, List::nodes(value, at));
                } else {
                    self.diagnostics.report(
                        &codes::BAD_VARIATION,
                        value.span(),
                        || "this variation is no list of nodes; skipped",
                    );
                }
                continue;
            }
            let bare = value.kind() == Kind::Array;
            let variations =
                if bare { Some(value) } else { value.get("variations").filter(|list| list.kind() == Kind::Array) };
            if value.kind() != Kind::Object && !bare {
                self.diagnostics.report(&codes::NOT_A_NODE, value.span(), || "this is no node; skipped");
                continue;
            }
            let is_node = !bare && (variations.is_none() || value.members().count() > 1);
            let parent = list.at;
            let after = core::mem::replace(&mut list.after_variations, false);
            if is_node {
                if self.budget.is_spent() {
                    return self.stop(value.span().start);
                }
                if after {
                    self.diagnostics.report(
                        &codes::NODE_AFTER_VARIATIONS,
                        value.span(),
                        || "a node follows the variations; read as one more of them",
                    );
                }
                let at = self.node(value, parent, first);
                list.at = at;
            }
            if let Some(variations) = variations {
                self.report_variations(value, first, is_node, bare);
                list.after_variations = variations.elements().next().is_some();
                let at = list.at;
                let inner = List { rest: variations.elements(), at, of_variations: true, after_variations: false };
                enter(&mut lists, inner);
            }
            first = false;
        }
    }

    fn report_variations(&mut self, value: Value<'_>, first: bool, is_node: bool, bare: bool) {
        if is_node {
            self.diagnostics.report(
                &codes::VARIATIONS_AND_MORE,
                value.span(),
                || "variations stand in a node that says something else too; read as the node, and then the variations",
            );
        } else if first {
            self.diagnostics.report(
                &codes::VARIATIONS_FIRST,
                value.span(),
                || "the tree starts with variations; read as variations of an empty start",
            );
        }
        if bare {
            self.diagnostics.report(
                &codes::WRONG_KIND,
                value.span(),
                || "a list stands where a node should be; read as its variations",
            );
        }
    }

    /// Says that the format has no word for a member, and keeps it.
    fn keep_unknown(&mut self, pointer: &str, value: Value<'_>) {
        self.report_unknown(value);
        self.keep_info(pointer, value);
    }

    fn report_unknown(&mut self, member: Value<'_>) {
        self.diagnostics.report(
            &codes::UNKNOWN_MEMBER,
            member.member_span(),
            || "the format has no word for this; it is kept as it is",
        );
    }

    fn keep_info(&mut self, pointer: &str, value: Value<'_>) {
        self.keep_info_raw(pointer, value.span().start, value.compact());
    }

    fn keep_info_raw(&mut self, pointer: &str, at: u32, raw: String) {
        if self.take(2 * size_of::<Foreign>() + size_of::<String>() + pointer.len() + raw.len(), at) {
            self.foreign.push(Foreign::new(crate::slot::SELF, pointer, alloc::vec![raw]));
        }
    }

    /// What a slot keeps: SGF's properties, or the keys of one other format.
    fn slot_entries(&mut self, format: &str, object: Value<'_>) -> Vec<Foreign> {
        let mut out = Vec::new();
        for (key, value) in object.members() {
            let list = value.kind() == Kind::Array;
            let at = value.span().start;
            // A list has room for as many again while it grows.
            if !self.take(2 * size_of::<Foreign>() + format.len() + key.len(), at) {
                break;
            }
            let mut values = Vec::new();
            for value in list.then(|| value.elements()).into_iter().flatten().chain((!list).then_some(value)) {
                let text = value.string().map_or_else(|| value.compact(), Cow::into_owned);
                if !self.take(2 * size_of::<String>() + text.len(), at) {
                    break;
                }
                values.push(text);
            }
            out.push(Foreign::new(format.to_string(), key, values));
        }
        out
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
            self.diagnostics.report(&codes::WRONG_KIND, value.span(), || format!("{key} is no text; {done}"));
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

/// Goes into a list. Nobody comes back to one that is over: lists may be nested a million deep, each the last of its own.
fn enter<'d>(lists: &mut Vec<List<'d>>, inner: List<'d>) {
    if lists.last().is_some_and(|outer| outer.rest.clone().next().is_none()) {
        lists.pop();
    }
    lists.push(inner);
}

/// A key as a step of a JSON pointer.
fn step(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The node that says something of the game's start.
fn root_node(record: &mut Record<Go>) -> &mut Node<Go> {
    let root = record.tree.root();
    &mut record.tree[root]
}
