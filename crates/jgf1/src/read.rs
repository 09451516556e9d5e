//! The reader: from JSON to go records.

use self::foreign::MEMBERS;
use crate::{codes, points::Window};
use alloc::{borrow::Cow, collections::BTreeSet, format, string::String, vec::Vec};
use core::ops::ControlFlow;
use kifu_core::{Confidence, Diagnostic, Diagnostics, Foreign, Node, ReadGame, Record, Sample, Source, SourceMap};
use kifu_goban::{Go, Setup, Size};
use kifu_json::{
    Kind, Stream, Value,
    record::{self, Detected, Member, MemberReader, excerpt},
};

mod foreign;
pub(crate) mod header;
mod node;
pub(crate) mod slot;
mod tree;

/// Returns the confidence that a text is JGF 1, by the form of its nodes, by lists in its tree, by the format that it declares, by its
/// header, and by the version that it declares, in this order.
pub(crate) fn detect(sample: &Sample<'_>) -> Confidence {
    let by_node = |member: Member<'_>, value: Value<'_>| {
        let has = |name| value.get(name).is_some();
        let kind = value.kind();
        Some(match member {
            Member::OfNode("move") if has("B") || has("W") => Confidence::Certain,
            Member::OfNode("setup" | "score") if has("B") || has("W") || has("E") => Confidence::Certain,
            Member::OfNode("markup") if kind == Kind::Object && !has("type") => Confidence::Certain,
            // The specification shows such a list, by mistake.
            Member::OfNode("setup") if kind == Kind::Array && is_list_of_jgf1(value) => Confidence::Certain,
            Member::OfNode("move") if has("color") || has("pass") => Confidence::No,
            Member::OfNode("setup" | "markup" | "score" | "variations") if kind == Kind::Array => Confidence::No,
            _ => return None,
        })
    };
    let by_list = |member: Member<'_>, _: Value<'_>| (member == Member::ListInTree).then_some(Confidence::Certain);
    let by_format = |member: Member<'_>, _: Value<'_>| match member {
        Member::OfSection("record", "format") => Some(Confidence::No),
        _ => None,
    };
    match record::detect(sample, "tree", &[&by_node, &by_list, &by_format, &is_header_of_jgf1]) {
        Detected::Stated(_) => Confidence::No,
        Detected::Judged(confidence) => confidence,
        Detected::Unjudged { version: Some(1), has_record, has_tree } if has_record || has_tree => Confidence::Likely,
        // A record without a sign of either version is read as JGF 2, which gives the same record.
        Detected::Unjudged { .. } | Detected::NotAnObject => Confidence::No,
    }
}

/// Returns true for a list of objects with the keys of a setup: `[{"B": [[3, 3]]}]`.
fn is_list_of_jgf1(setup: Value<'_>) -> bool {
    let has_list = |first: Value<'_>, key: &str| first.get(key).is_some_and(|points| points.kind() == Kind::Array);
    // A damaged list of JGF 2 may have such a key too.
    let is_of_jgf1 =
        |first: Value<'_>| first.get("type").is_none() && ["B", "W", "E"].iter().any(|key| has_list(first, key));
    setup.element(0).is_some_and(is_of_jgf1)
}

/// Judges by a member of the header that JGF 2 does not have, or that JGF 1 does not have. This decides only for a record without
/// moves, setup and marks.
fn is_header_of_jgf1(member: Member<'_>, value: Value<'_>) -> Option<Confidence> {
    let is_object = value.kind() == Kind::Object;
    Some(match member {
        Member::OfSection("board", "cutoff" | "coordinates" | "section")
        | Member::OfSection("record", "application") => Confidence::Likely,
        Member::OfSection("game", "time") if is_object => Confidence::Likely,
        Member::OfSection("game", "event" | "location" | "round") => Confidence::Likely,
        Member::OfRoot("info" | "player" | "display") if is_object => Confidence::Likely,
        Member::OfSection("board", "cutOffLeft" | "cutOffRight" | "cutOffTop" | "cutOffBottom") => Confidence::No,
        Member::OfRoot("players" | "rules" | "event" | "source" | "meta") => Confidence::No,
        _ => return None,
    })
}

/// Reads record by record. Returns the diagnostics that do not belong to a record.
pub(crate) fn read_each(
    source: &Source,
    full: Size,
    sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>,
) -> Diagnostics {
    let mut stream = Stream::new(source.text()).within(source.limits());
    let mut diagnostics = Diagnostics::within(source.limits());
    let (mut first, mut given) = (None, false);
    while let Some((document, wrong)) = stream.next_document() {
        diagnostics.append(wrong);
        let mut games = Vec::new();
        for root in document.roots() {
            first.get_or_insert(root.span());
            let Some(mut reader) = Reader::new(root, source, full, &mut diagnostics) else { continue };
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
        Some(at) => not_a_record().at(at),
        None => Diagnostic::new(&codes::NO_RECORD, "the text has no JSON value; nothing was read"),
    });
    no_record
}

fn not_a_record() -> Diagnostic {
    Diagnostic::new(&codes::NO_RECORD, "this JSON is not a JGF 1 record; ignored")
        .help("a JGF record (JGF 1 or JGF 2) is an object with a list `tree`")
}

/// The number of nodes above which a game frees unused memory.
const LARGE: usize = 1 << 12;

/// A record while it is being read.
struct Reader {
    /// The size of the whole board if a part is cut off. The file does not state it.
    full: Size,
    /// The visible part of the board, which the points of the file refer to.
    window: Window,
    record: Record<Go>,
    /// Foreign data of the game, in the order of the text. The record gets them at the end.
    foreign: Vec<Foreign>,
    starts: Vec<u32>,
    /// The colours of the players that have data in the slot.
    colors_in_slot: BTreeSet<String>,
    json: MemberReader,
}

impl Reader {
    /// Creates a reader. Returns `None`, with a diagnostic, if the value is not a go record.
    fn new(root: Value<'_>, source: &Source, full: Size, diagnostics: &mut Diagnostics) -> Option<Self> {
        let fits = |key: &str, value: Value<'_>| match value.kind() {
            Kind::Array => key == "tree",
            Kind::Object => matches!(key, "record" | "game" | "board" | "info" | "settings" | "player" | "display"),
            _ => false,
        };
        if !root.members().any(|(key, value)| fits(&key, value)) {
            diagnostics.push(not_a_record().at(root.span()));
            return None;
        }
        // In the first dialect, `game` is the type.
        let kind =
            root.get("game").and_then(|game| if game.kind() == Kind::String { Some(game) } else { game.get("type") });
        if let Some(kind) = kind
            && let Some(name) = kind.string().or_else(|| kind.number())
            && !matches!(&*name.to_ascii_lowercase(), "go" | "" | "weiqi" | "baduk" | "1")
        {
            // ngGo writes the number of SGF for games whose name it does not know.
            let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
            if is_number {
                let message = format!("this is game number {} of SGF, not go; ignored", excerpt(&name));
                diagnostics.push(Diagnostic::new(&codes::NOT_GO, message).at(kind.span()));
                return None;
            }
            diagnostics.push(match record::is_damaged_name(&name, &["go", "weiqi", "baduk"]) {
                true => Diagnostic::new(
                    &codes::NOT_GO.with_severity(kifu_core::Severity::Error),
                    format!("{:?} is not the name of a game; the game is ignored", excerpt(&name)),
                )
                .at(kind.span())
                .help("if this is a game of go, write \"go\""),
                false => Diagnostic::new(&codes::NOT_GO, format!("this is {}, not go; ignored", excerpt(&name)))
                    .at(kind.span()),
            });
            return None;
        }
        let json = MemberReader::new(&MEMBERS, source.limits(), root.span());
        let record = Record::new(Setup::default());
        let window = Window::whole(Size::default());
        let colors_in_slot = BTreeSet::new();
        Some(Self { full, window, record, foreign: Vec::new(), starts: Vec::new(), colors_in_slot, json })
    }

    fn finish(mut self, root: Value<'_>) -> ReadGame<Go> {
        self.record.info.foreign = core::mem::take(&mut self.foreign).into();
        let top = self.record.tree.root();
        self.record.tree[top].shrink_to_fit();
        if self.starts.is_empty() {
            self.starts.push(root.span().start);
        }
        let version = root.get("record").and_then(|record| record.get("version")).or_else(|| root.get("version"));
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
