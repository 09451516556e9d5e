//! The reader: from JSON to records.

mod comments;
mod header;
mod initial;
mod node;
mod played;
mod time;
mod tree;
mod wrong_total;

pub(crate) use self::{
    initial::OTHER,
    node::{FIRST_NODE, UNSIGNED, meaning_of_special},
    played::meaning_of_move,
    time::total_json,
};

use self::{header::StartHeaders, wrong_total::WrongTotal};
use crate::{INFO, TEXTS, codes, line::Line, normalize::Normalizer, slot};
use alloc::{format, string::String, vec::Vec};
use core::ops::ControlFlow;
use kifu_core::{
    Diagnostic, Diagnostics, Foreign, Limits, Node, NodeId, ReadGame, Record, Severity, Source, SourceMap, Span,
};
use kifu_json::{
    Kind, Stream, Value,
    record::{MemberFormat, MemberReader, pointer_step, slot::FOREIGN},
};
use kifu_rules::shogi::{Position, Undo};
use kifu_shogiban::{Color, Setup, Shogi};

/// What messages and kept members need to know of the format.
static MEMBERS: MemberFormat =
    MemberFormat::new(INFO.id, "JKF", [codes::WRONG_KIND, codes::BAD_VALUE, codes::UNKNOWN_MEMBER])
        .keys(&KEYS)
        .containers(&CONTAINERS);

/// The keys of the format with at least four letters. Shorter ones resemble many others.
const KEYS: [&str; 19] = [
    "board", "capture", "color", "comments", "data", "forks", "from", "hands", "header", "initial", "kind", "move",
    "moves", "piece", "preset", "promote", "relative", "special", "time",
];

/// The members that are objects or arrays.
const CONTAINERS: [&str; 11] =
    ["board", "comments", "data", "forks", "from", "hands", "header", "initial", "move", "moves", "time"];

/// Reads record by record. Returns the diagnostics that do not belong to a record.
pub(crate) fn read_each(
    source: &Source,
    analyses: bool,
    sink: &mut dyn FnMut(ReadGame<Shogi>) -> ControlFlow<()>,
) -> Diagnostics {
    let mut stream = Stream::new(source.text()).within(source.limits());
    let mut diagnostics = Diagnostics::within(source.limits());
    let (mut first, mut given) = (None, false);
    while let Some((document, wrong)) = stream.next_document() {
        let is_damaged = wrong.max_severity() == Some(Severity::Error);
        diagnostics.append(wrong);
        let mut games = Vec::new();
        for root in document.roots() {
            first.get_or_insert(root.span());
            if !is_record(root) {
                diagnostics.push(not_a_record().at(root.span()));
                continue;
            }
            let mut reader = Reader::new(root, source.limits());
            reader.analyses = analyses;
            reader.json.diagnostics.append(diagnostics.take());
            reader.read();
            if is_damaged {
                leave_out_fixes(&mut reader.json.diagnostics);
            }
            games.push(reader.finish());
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
    if given {
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

/// Leaves out the fixes of the record, because the errors of the JSON hide what it states.
fn leave_out_fixes(diagnostics: &mut Diagnostics) {
    for found in diagnostics.iter_mut().filter(|found| found.code.family() == INFO.id) {
        if found.fix.take().is_some() {
            found.help = Some("first correct the errors of the JSON".into());
        }
    }
}

/// Collects the edits that complete and correct a record.
pub(crate) fn normalize(root: Value<'_>, normalizer: &mut Normalizer) {
    if !is_record(root) {
        return;
    }
    let mut limits = Limits::DEFAULT;
    limits.memory = usize::MAX;
    let mut reader = Reader::new(root, limits);
    reader.normalizer = Some(core::mem::take(normalizer));
    reader.read();
    *normalizer = reader.normalizer.take().unwrap_or_default();
    normalizer.end_record();
}

fn is_record(root: Value<'_>) -> bool {
    let fits = |key: &str, value: Value<'_>| match value.kind() {
        Kind::Array => key == "moves",
        Kind::Object => matches!(key, "header" | "initial"),
        _ => false,
    };
    root.members().any(|(key, value)| fits(&key, value))
}

fn not_a_record() -> Diagnostic {
    Diagnostic::new(&codes::NO_RECORD, "this JSON is not a JKF record; ignored")
        .help("a JKF record is an object with an object `header` and a list `moves`")
}

/// The number of nodes above which a game frees unused memory.
const LARGE: usize = 1 << 12;

/// A record while it is being read.
struct Reader<'d> {
    root: Value<'d>,
    record: Record<Shogi>,
    /// Foreign data of the game, in the order of the text. The record gets them at the end.
    foreign: Vec<Foreign>,
    starts: Vec<u32>,
    json: MemberReader,
    /// The position before the next node, what the line states, and how to go back.
    position: Position,
    line: Line,
    undos: Vec<Undo>,
    /// True if a move of the record states its origin. It is found when a move has neither an origin nor a player.
    states_origins: Option<bool>,
    /// True if the first move states its player, as JKF requires. It is not known before the first move.
    is_complete: Option<bool>,
    /// True if analyses are read, false if they stay in the comments.
    analyses: bool,
    /// The last total of each player, if it does not add up.
    wrong_totals: [Option<WrongTotal>; 2],
    /// Set if the text is only normalized.
    normalizer: Option<Normalizer>,
}

impl<'d> Reader<'d> {
    fn new(root: Value<'d>, limits: Limits) -> Self {
        let setup = Setup::default();
        let position = Position::new(&setup);
        Self {
            root,
            record: Record::new(setup),
            foreign: Vec::new(),
            starts: Vec::new(),
            json: MemberReader::new(&MEMBERS, limits, root.span()),
            position,
            line: Line::default(),
            undos: Vec::new(),
            states_origins: None,
            is_complete: None,
            analyses: true,
            wrong_totals: [None, None],
            normalizer: None,
        }
    }

    fn read(&mut self) {
        let root = self.root;
        let mut headers = StartHeaders::default();
        match root.get_present("header") {
            Some(header) if header.kind() == Kind::Object => self.header(header, &mut headers),
            Some(header) => {
                self.json.report_wrong_kind("header", "an object", header);
                self.keep_in_game("/header", header);
            }
            None => self.report_no_header(),
        }
        self.initial(root.get_present("initial"), headers);
        self.position = Position::new(&self.record.setup);
        self.moves();
        Color::ALL.into_iter().for_each(|player| self.report_last_total(player));
        for (key, value) in root.members() {
            let is_known = matches!(&*key, "header" | "initial" | "moves");
            // The text was cut off after a key without a value.
            if is_known || value.kind() == Kind::Missing {
                continue;
            }
            let slot = if key == FOREIGN { slot::read(value, slot::is_of_game, &mut self.json) } else { None };
            if let Some(entries) = slot {
                self.foreign.extend(entries);
            } else {
                self.json.report_unknown(value);
                self.keep_in_game(&format!("/{}", pointer_step(&key)), value);
            }
        }
    }

    fn report_no_header(&mut self) {
        let root = self.root;
        let at = Span::at(root.span().start as usize);
        let report =
            self.json.diagnostics.report(&codes::NO_HEADER, at, || "the record has no header, which JKF requires");
        report.with(|found| match root.set_member("header", "{}", root.children().next()) {
            Some(edits) => found.fix(kifu_core::Safety::Safe, "insert an empty header", edits),
            None => found,
        });
    }

    /// Adds a node, and plays its action. Returns the node.
    fn add(&mut self, parent: NodeId, node: Node<Shogi>, start: u32) -> NodeId {
        self.starts.push(start);
        self.json.budget.take_node(node.memory());
        let to_move = self.position.to_move();
        self.line.play(&node, node.action.as_ref(), to_move);
        if let Some(action) = &node.action {
            self.undos.push(self.position.play_action(action));
        }
        self.record.tree.add(parent, node)
    }

    /// Takes back the moves after the first `count`.
    fn undo_to(&mut self, count: usize) {
        while self.undos.len() > count {
            let Some(undo) = self.undos.pop() else { return };
            self.position.undo(undo);
        }
    }

    /// Keeps a member of the game.
    fn keep_in_game(&mut self, pointer: &str, value: Value<'_>) {
        self.json.keep(&mut self.foreign, pointer, value);
    }

    /// Reports a member that the format does not have, and keeps it.
    fn keep_unknown(&mut self, kept: &mut Vec<Foreign>, prefix: &str, key: &str, value: Value<'_>) {
        self.json.report_unknown(value);
        let pointer: String = format!("{prefix}/{}", pointer_step(key));
        self.json.keep(kept, &pointer, value);
    }

    /// Keeps a member whose value has the wrong type.
    fn keep_wrong(&mut self, kept: &mut Vec<Foreign>, (prefix, key): (&str, &str), wanted: &str, value: Value<'_>) {
        self.json.report_wrong_kind(key, wanted, value);
        self.json.keep(kept, &format!("{prefix}/{key}"), value);
    }

    fn finish(mut self) -> ReadGame<Shogi> {
        self.record.info.foreign = core::mem::take(&mut self.foreign).into();
        let top = self.record.tree.root();
        self.record.tree[top].shrink_to_fit();
        if self.starts.is_empty() {
            self.starts.push(self.root.span().start);
        }
        if self.starts.len() > LARGE {
            self.record.tree.shrink_to_fit();
            self.starts.shrink_to_fit();
        }
        self.record.claim_texts(TEXTS);
        self.json.diagnostics.sort_by_place();
        let source_map = SourceMap::new(self.root.span(), self.starts);
        ReadGame::new(self.record, source_map, self.json.diagnostics)
    }
}
