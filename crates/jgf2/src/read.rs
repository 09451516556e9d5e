//! The reader: from JSON to go records.

use self::foreign::MEMBERS;
use crate::codes;
use alloc::{borrow::Cow, format, vec::Vec};
use core::ops::ControlFlow;
use kifu_core::{
    Confidence, Diagnostic, Diagnostics, Foreign, Node, ReadGame, Record, Sample, Severity, Source, SourceMap, Span,
};
use kifu_goban::{Go, Setup, Size};
use kifu_json::{
    Kind, Stream, Value,
    record::{self, Detected, Member, MemberReader, excerpt},
};

mod foreign;
pub(crate) mod header;
mod node;
mod slot;
mod tree;
mod values;

/// Returns the confidence that a text is JGF 2, by the form of its nodes, by lists in its tree, by the format that it declares, by its
/// header, and by the version that it declares, in this order. `claims` states that the extension is one of the format.
pub(crate) fn detect(sample: &Sample<'_>, claims: bool) -> Confidence {
    let by_node = |member: Member<'_>, value: Value<'_>| {
        let has = |name| value.get(name).is_some();
        let kind = value.kind();
        Some(match member {
            Member::OfNode("move") if has("color") => Confidence::Certain,
            Member::OfNode("move") if has("B") || has("W") => Confidence::No,
            Member::OfNode("move") if has("pass") => Confidence::Certain,
            // JGF 1 shows such a list of setup in its specification, by mistake.
            Member::OfNode("setup") if kind == Kind::Array && is_list_of_jgf1(value) => Confidence::No,
            Member::OfNode("setup" | "markup" | "score" | "variations") if kind == Kind::Array => Confidence::Certain,
            Member::OfNode("setup" | "score") if has("B") || has("W") || has("E") => Confidence::No,
            Member::OfNode("markup") if kind == Kind::Object && !has("type") => Confidence::No,
            _ => return None,
        })
    };
    let by_list = |member: Member<'_>, _: Value<'_>| (member == Member::ListInTree).then_some(Confidence::No);
    let by_format = |member: Member<'_>, value: Value<'_>| match member {
        Member::OfSection("record", "format") if value.string().as_deref() == Some("JGF") => Some(Confidence::Certain),
        _ => None,
    };
    match record::detect(sample, "tree", &[&by_node, &by_list, &by_format, &is_header_of_jgf2]) {
        Detected::Stated(_) => Confidence::Certain,
        Detected::Judged(confidence) => confidence,
        Detected::Unjudged { version: Some(2), .. } => Confidence::Likely,
        Detected::Unjudged { version: None, has_tree: true, .. } => Confidence::Likely,
        Detected::Unjudged { .. } => Confidence::Possible,
        // The extension suggests the format for a damaged file.
        Detected::NotAnObject if claims && sample.text().contains('{') => Confidence::Possible,
        Detected::NotAnObject => Confidence::No,
    }
}

/// Returns true for a list of objects with the keys of a setup in JGF 1: `[{"B": [[3, 3]]}]`.
fn is_list_of_jgf1(setup: Value<'_>) -> bool {
    let has_list = |first: Value<'_>, key: &str| first.get(key).is_some_and(|points| points.kind() == Kind::Array);
    // A damaged list of JGF 2 may have such a key too.
    let is_of_jgf1 =
        |first: Value<'_>| first.get("type").is_none() && ["B", "W", "E"].iter().any(|key| has_list(first, key));
    setup.element(0).is_some_and(is_of_jgf1)
}

/// Judges by a member of the header that JGF 1 does not have, or that JGF 2 does not have. This decides only for a record without
/// moves, setup and marks.
fn is_header_of_jgf2(member: Member<'_>, value: Value<'_>) -> Option<Confidence> {
    let is_object = value.kind() == Kind::Object;
    Some(match member {
        Member::OfSection("board", "cutOffLeft" | "cutOffRight" | "cutOffTop" | "cutOffBottom") => Confidence::Likely,
        Member::OfRoot("players" | "rules" | "event" | "source" | "meta") => Confidence::Likely,
        Member::OfSection("board", "cutoff" | "coordinates" | "section")
        | Member::OfSection("record", "application") => Confidence::Possible,
        Member::OfSection("game", "time") if is_object => Confidence::Possible,
        Member::OfSection("game", "event" | "location" | "round") => Confidence::Possible,
        Member::OfRoot("info" | "player" | "display") if is_object => Confidence::Possible,
        _ => return None,
    })
}

fn is_version_2(value: Value<'_>) -> bool {
    let text = value.string().or_else(|| value.number());
    text.is_some_and(|text| text == "2" || text.starts_with("2."))
}

/// Reads record by record. Returns the diagnostics that do not belong to a record.
pub(crate) fn read_each(source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
    let mut stream = Stream::new(source.text()).within(source.limits());
    let mut diagnostics = Diagnostics::within(source.limits());
    let (mut first, mut given) = (None, false);
    while let Some((document, wrong)) = stream.next_document() {
        diagnostics.append(wrong);
        let mut games = Vec::new();
        for root in document.roots() {
            first.get_or_insert(root.span());
            let Some(mut reader) = Reader::new(root, source, &mut diagnostics) else { continue };
            reader.json.diagnostics.append(diagnostics.take());
            reader.header(root);
            reader.tree(root);
            games.push(reader.finish(root));
        }
        given |= !games.is_empty();
        // Frees the document of a large game, because `sink` may need the memory.
        if games.iter().any(|game| game.source_map.starts.len() > LARGE) {
            stream.shrink();
        }
        for game in games {
            if sink(game).is_break() {
                return diagnostics;
            }
        }
    }
    if given || diagnostics.counts().any(|count| count.code == codes::NOT_GO.code) {
        return diagnostics;
    }
    // A text without a record gets one diagnostic and no others.
    let mut no_record = Diagnostics::default();
    no_record.push(match first {
        Some(at) => not_a_record(at),
        None => {
            let message = "the text has no JSON value; nothing was read";
            Diagnostic::new(&codes::NO_RECORD, message)
        }
    });
    no_record
}

fn not_a_record(at: Span) -> Diagnostic {
    let message = "this JSON is not a JGF 2 record; ignored";
    let help = "a JGF record (JGF 1 or JGF 2) is an object with a list `tree`";
    Diagnostic::new(&codes::NO_RECORD, message).at(at).help(help)
}

/// The number of nodes above which a game frees unused memory.
const LARGE: usize = 1 << 12;

/// A record while it is being read.
struct Reader {
    size: Size,
    record: Record<Go>,
    /// Foreign data of the game, in the order of the text. The record gets them at the end.
    foreign: Vec<Foreign>,
    /// True if the member `date` was read.
    has_date: bool,
    starts: Vec<u32>,
    json: MemberReader,
}

impl Reader {
    /// Creates a reader. Returns `None`, with a diagnostic, if the value is not a go record.
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
            let excerpt = excerpt(&name);
            diagnostics.push(match record::is_damaged_name(&name, &["go", "weiqi", "baduk"]) {
                true => Diagnostic::new(
                    &codes::NOT_GO.with_severity(Severity::Error),
                    format!("{excerpt:?} is not the name of a game; the game is ignored"),
                )
                .at(kind.span())
                .help("if this is a game of go, write \"go\""),
                false => Diagnostic::new(&codes::NOT_GO, format!("this is {excerpt}, not go; ignored")).at(kind.span()),
            });
            return None;
        }
        let record = Record::new(Setup::default());
        let json = MemberReader::new(&MEMBERS, source.limits(), root.span());
        let starts = Vec::new();
        let (foreign, has_date) = (Vec::new(), false);
        let size = Size::default();
        Some(Self { size, record, foreign, has_date, starts, json })
    }

    fn finish(mut self, root: Value<'_>) -> ReadGame<Go> {
        self.record.info.foreign = core::mem::take(&mut self.foreign).into();
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
        ReadGame::new(self.record, source_map, self.json.diagnostics)
    }
}

/// Returns the root, the node of the start position.
fn root_node(record: &mut Record<Go>) -> &mut Node<Go> {
    let root = record.tree.root();
    &mut record.tree[root]
}
