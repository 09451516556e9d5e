//! From the document to records of go.

use crate::{
    Game, Kind, Node as Written, Property, PropertyDef, Type, Value, codes,
    document::parse::Parser,
    value::{self, Meaning},
};
use alloc::{
    collections::BTreeSet,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::{cell::OnceCell, ops::ControlFlow};
use kifu_core::{
    Diagnostic, Diagnostics, Edits, Foreign, MemoryBudget, Node, NodeId, Overtime, ReadGame, Record, Safety, Severity,
    Source, SourceMap, Span,
};
use kifu_goban::{Action, Go, Move, Point, Rect, Setup, Size};

mod details;
mod info;
mod long_name;
mod lost_bracket;
mod lost_end;
pub(crate) mod slot;
mod structure;
mod surplus;

use details::Parts;
pub(crate) use details::{NODE_PROPERTIES, is_valid, joined};
pub(crate) use info::source_and_address;

/// Reads game by game; what is said of no game comes back.
pub(crate) fn read_each(source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
    let text = source.text();
    let mut parser = Parser::new(text);
    let mut index = crate::document::parse::Game::default();
    let mut diagnostics = Diagnostics::default();
    let (mut games, mut open_ended) = (0_usize, false);
    loop {
        let more = parser.next(&mut index);
        for &stray in &parser.stray {
            structure::stray(text, stray, &mut diagnostics);
        }
        if !more {
            break;
        }
        let is_large = index.nodes.len().max(index.values.len()) > LARGE;
        if is_large {
            index.fit();
        }
        let game = Game { text, game: &index };
        open_ended |= index.open_ended;
        structure::oddities(game, open_ended, &mut diagnostics);
        // `()` has no node: there is nothing to read.
        if index.nodes.is_empty() {
            continue;
        }
        games += 1;
        if game.game_type() != 1 {
            diagnostics.push(structure::not_go(game));
            continue;
        }
        let budget = MemoryBudget::of_game(source, index.span);
        let read = Reader::new(game, budget, core::mem::take(&mut diagnostics)).read();
        if is_large {
            // Whoever gets the game needs room for other things.
            index = crate::document::parse::Game::default();
        }
        if sink(read).is_break() {
            return diagnostics;
        }
    }
    if games == 0 {
        // That all of it stands outside of games goes without saying.
        let stray = [codes::STRAY_TEXT.code, codes::SURPLUS_PARENTHESIS.code];
        let rest = core::mem::take(&mut diagnostics).into_iter().filter(|diagnostic| !stray.contains(&diagnostic.code));
        diagnostics.extend(rest);
        diagnostics.push(structure::no_game(text));
    }
    diagnostics
}

/// A game of more nodes gives back the room of its index before it is given out; that of smaller ones is used again.
const LARGE: usize = 1 << 16;

/// Properties of some programs that are read as those mean them.
const DIALECTS: [(&str, &str); 7] =
    [("MH", "Seki"), ("MS", "Seki"), ("XL", "Seki"), ("XR", "Seki"), ("XT", "Seki"), ("XB", "Seki"), ("TT", "Fox")];

/// A game while it is being read.
struct Reader<'a> {
    game: Game<'a>,
    size: Size,
    version: u8,
    states_version: bool,
    /// What Seki's XL to XB and Fox's TC and TT say together: found when the first of them is met.
    cut_off: OnceCell<Option<Rect>>,
    periods: OnceCell<Option<Overtime>>,
    diagnostics: Diagnostics,
    record: Record<Go>,
    /// Foreign data of the game, in the order of the text: goes into the record at the end.
    foreign: Vec<Foreign>,
    starts: Vec<u32>,
    budget: MemoryBudget,
    /// What was taken of the budget for the node that is being read, before it is complete.
    taken: usize,
    /// Whether it was said that the game is not read further.
    stopped: bool,
}

impl<'a> Reader<'a> {
    fn new(game: Game<'a>, budget: MemoryBudget, diagnostics: Diagnostics) -> Self {
        let size = game.root_value("SZ").and_then(|raw| value::size(raw).value()).unwrap_or_default();
        let mut record = Record::new(Setup::new(size));
        // Where there is a limit, more may not be read: there the room grows with what is.
        let most = if budget.is_unlimited() { usize::MAX } else { LARGE };
        let nodes = game.game.nodes.len().min(most);
        record.tree.reserve(nodes.saturating_sub(1));
        let starts = Vec::with_capacity(nodes);
        Self {
            game,
            size,
            version: game.version(),
            states_version: game.root_value("FF").is_some(),
            cut_off: OnceCell::new(),
            periods: OnceCell::new(),
            diagnostics,
            record,
            foreign: Vec::new(),
            starts,
            budget,
            taken: 0,
            stopped: false,
        }
    }

    fn read(mut self) -> ReadGame<Go> {
        // For each node of the text the node that those which follow it are added to.
        let mut ends: Vec<NodeId> = Vec::with_capacity(self.game.game.nodes.len().min(LARGE));
        let plain_memory = Node::<Go>::default().memory();
        let mut line: Vec<Move> = Vec::new();
        let mut nodes = self.game.nodes().zip(self.game.game.parents()).peekable();
        while let Some((node, parent)) = nodes.next() {
            let parent = parent.map_or(self.record.tree.root(), |parent| ends[parent]);
            if self.budget.is_spent() {
                self.stop(node.span_start());
                break;
            }
            let Some(plain) = self.plain_move(node) else {
                ends.push(self.node(node, parent, node.span_start()));
                continue;
            };
            // Plain moves that follow one another are added together.
            line.clear();
            line.push(plain);
            while self.budget.take(plain_memory)
                && let Some(&(next, Some(above))) = nodes.peek()
                && above + 1 == next.index()
                && let Some(plain) = self.plain_move(next)
            {
                line.push(plain);
                nodes.next();
            }
            let first = node.index();
            let starts = self.game.game.nodes[first..first + line.len()].iter().map(|node| node.start);
            self.starts.extend(starts);
            let added = self.record.tree.len();
            self.record.tree.add_line(parent, line.iter().map(|&played| Node::new(Some(played.into()))));
            ends.extend((added..added + line.len()).filter_map(|node| self.record.tree.node(node)));
        }
        if self.starts.is_empty() {
            self.starts.push(self.game.span().start);
        }
        if self.starts.len() > LARGE {
            self.record.tree.shrink_to_fit();
            self.starts.shrink_to_fit();
        }
        self.record.info.foreign.extend(core::mem::take(&mut self.foreign));
        self.doubt_fixes();
        self.diagnostics.sort_by_place();
        let version = self.game.root_value("FF").and_then(|stated| value::number(stated).value());
        let source_map =
            SourceMap::new(self.game.span(), self.starts).with_version(version.map(|of| format!("FF[{of}]")));
        ReadGame::new(self.record, source_map, self.diagnostics)
    }

    /// What is kept as it is written would change with its text: there a fix is but a guess.
    fn doubt_fixes(&mut self) {
        let text = self.game.text;
        let is_safe = |found: &Diagnostic| found.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe);
        if !self.diagnostics.iter().any(is_safe) {
            return;
        }
        let tree = &self.record.tree;
        let of_nodes = tree.preorder().filter_map(|node| tree[node].details()).flat_map(|details| &details.foreign);
        let entries = self.record.info.foreign.iter().chain(of_nodes);
        // Not by `collect`, which lists all of them first: there may be millions that are the same.
        let mut kept = BTreeSet::new();
        kept.extend(entries.flat_map(|entry| &entry.values).map(String::as_str));
        let is_kept = |at: Span| !at.is_empty() && kept.contains(&*value::normalized(&text[at.range()]));
        for fix in self.diagnostics.iter_mut().filter(|found| is_safe(found)).filter_map(|found| found.fix.as_mut()) {
            if fix.edits.iter().any(|(span, _)| is_kept(span)) {
                fix.safety = Safety::Guess;
            }
        }
    }

    /// Takes memory for a part of a node. False if there is none: then the game is read up to `at`.
    ///
    /// A single node may have millions of values, so what it keeps is counted value by value.
    fn take(&mut self, bytes: usize, at: u32) -> bool {
        self.taken += bytes;
        let fits = self.budget.take(bytes);
        if !fits {
            self.stop(at);
        }
        fits
    }

    /// Says that the game is read only up to `at`.
    fn stop(&mut self, at: u32) {
        if !core::mem::replace(&mut self.stopped, true) {
            self.budget.report(Span { start: at, end: at }, &mut self.diagnostics);
        }
    }

    fn add(&mut self, parent: NodeId, node: Node<Go>, start: u32) -> NodeId {
        self.starts.push(start);
        let memory = node.memory();
        let before = self.taken.min(memory);
        self.taken -= before;
        let _ = self.budget.take(memory - before);
        self.record.tree.add(parent, node)
    }

    /// The move of a node that says nothing else, and says it as the standard wants: nearly every node.
    fn plain_move(&self, node: Written<'a>) -> Option<Move> {
        let index = self.game.game;
        let this = index.nodes[node.index()];
        let next = index.nodes.get(node.index() + 1).map_or(index.properties.len(), |next| next.properties as usize);
        let property = this.properties as usize;
        let values = index.properties.get(property + 1).map_or(index.values.len(), |next| next.values as usize);
        if node.index() == 0 || next != property + 1 || values != index.properties[property].values as usize + 1 {
            return None;
        }
        // The property stands where the node starts, so that nothing else does.
        let text = self.game.text.get(this.start as usize..)?;
        let &[b';', color, b'[', _, _, b']', ..] = text.as_bytes() else { return None };
        let color = kifu_goban::Color::from_letter(char::from(color))?;
        let at = Point::from_sgf(text.get(3..5)?).filter(|&at| self.size.contains(at))?;
        Some(Move::play(color, at))
    }

    /// Any other node: one node of the record, or several where the text says too much in one.
    fn node(&mut self, node: Written<'a>, parent: NodeId, start: u32) -> NodeId {
        let is_root = node.index() == 0;
        let (moves, has_setup, turn) = self.moves(node);
        let split = !moves.is_empty() && (has_setup || is_root);
        let mut parts = Parts::new(is_root, split, &moves, turn);
        // Where the text has several first nodes, the first of them says what belongs to the root.
        let says_root = is_root || (self.game.game.rootless && node.index() == 1);
        // What a property states counts more than a note in the slot, wherever that stands.
        let is_slot = |property: &Property<'_>| property.identifier() == slot::IDENTIFIER;
        let mut has_slot = false;
        for property in node.properties() {
            if self.stopped {
                break;
            }
            if is_slot(&property) {
                has_slot = true;
                continue;
            }
            let counts = moves.iter().any(|played| played.1.is(property));
            self.property(property, &mut parts, says_root, counts);
        }
        if has_slot {
            for property in node.properties().filter(is_slot) {
                if self.stopped {
                    break;
                }
                self.property(property, &mut parts, says_root, false);
            }
        }
        self.report_moves(node, &moves, has_setup, is_root);
        self.put_away(&mut parts);
        let of_game = parts.restore();
        if says_root {
            self.restore(&of_game);
        }
        let edit = parts.finish();
        let [mut head, tail, second] = parts.nodes;
        let mut at = parent;
        let mut moves = moves.into_iter().map(|(played, _)| Action::from(played));
        if is_root {
            self.starts.push(start);
            self.record.setup.stones = edit;
            head.shrink_to_fit();
            self.record.tree[at] = head;
        } else {
            head.action = if has_setup && !edit.is_empty() {
                Some(Action::from(edit))
            } else if split {
                None
            } else {
                moves.next()
            };
            head.shrink_to_fit();
            at = self.add(at, head, start);
        }
        if split {
            at = self.add(at, with(tail, moves.next()), start);
        }
        if let Some(action) = moves.next() {
            at = self.add(at, with(second, Some(action)), start);
        }
        self.taken = 0;
        at
    }

    /// The moves of a node, each colour's first, in the order of the text; whether it sets up a position too; and what its
    /// PL says beside the moves.
    fn moves(&self, node: Written<'a>) -> (Vec<(Move, Property<'a>)>, bool, Turn) {
        let mut moves: Vec<(Move, Property<'a>)> = Vec::new();
        let (mut has_setup, mut to_move, mut turns) = (false, None, 0);
        for property in node.properties() {
            let identifier = property.identifier();
            has_setup |= self.sets_up(&identifier, property);
            turns += u32::from(&*identifier == "PL");
            if &*identifier == "PL" && to_move.is_none() {
                to_move = property.values().next().and_then(|raw| value::color(raw).value());
            }
            let Some(color) = single_letter(&identifier).and_then(kifu_goban::Color::from_letter) else { continue };
            let Some(raw) = property.values().next() else { continue };
            let played = value::play(raw, color, self.size).value().filter(|played| self.is_possible(*played));
            if let Some(played) = played
                && moves.iter().all(|other| other.0.color != color)
            {
                moves.push((played, property));
            }
        }
        let ends = moves.first().zip(moves.last()).map(|(first, last)| (first.0.color, last.0.color));
        let turn = match (to_move, ends) {
            (None, _) | (_, None) => Turn::Setup,
            // With the first of two PL taken out, the second would count.
            (Some(color), Some((_, last))) if color != last && turns == 1 && !self.is_denied(node, color) => {
                Turn::Alternates
            }
            (Some(color), Some((first, _))) if color == first && (has_setup || node.index() == 0) => Turn::Setup,
            _ => Turn::Again,
        };
        let has_setup = has_setup || to_move.is_some() && turn == Turn::Setup;
        (moves, has_setup, turn)
    }

    /// Whether the node that follows has a move, and not of the player whose turn it should be.
    fn is_denied(&self, node: Written<'a>, to_move: kifu_goban::Color) -> bool {
        let next = node.index() + 1;
        if self.game.game.parent(next) != Some(node.index()) {
            return false;
        }
        let colors = self
            .game
            .node(next)
            .properties()
            .filter_map(|property| kifu_goban::Color::from_letter(single_letter(&property.identifier())?));
        let mut colors = colors.peekable();
        colors.peek().is_some() && colors.all(|color| color != to_move)
    }

    /// Whether a property sets up stones, or keeps something that would.
    fn sets_up(&self, identifier: &str, property: Property<'a>) -> bool {
        match identifier {
            "AB" | "AW" | "AE" => property.values().any(|raw| !value::simple_text(raw).trim().is_empty()),
            _ => false,
        }
    }

    fn is_possible(&self, played: Move) -> bool {
        played.at.is_none_or(|at| self.size.contains(at))
    }

    fn report_moves(&mut self, node: Written<'a>, moves: &[(Move, Property<'a>)], has_setup: bool, is_root: bool) {
        let Some(span) = moves.first().map(|played| played.1.span()) else { return };
        if let [_, (_, second), ..] = moves {
            let first = span;
            self.diagnostics
                .report(&codes::TWO_MOVES, second.span(), || "two moves in one node; read as two nodes")
                .note(Some(first), "the first move");
        }
        if is_root && !has_setup {
            self.diagnostics.report(
                &codes::MOVE_IN_ROOT,
                span,
                || "a move in the first node; read as the node after it",
            );
        } else if has_setup {
            let setup = node.properties().find(|p| matches!(&*p.identifier(), "AB" | "AW" | "AE" | "PL"));
            let message = || "setup and a move in one node; read as two nodes, the setup first";
            let report = self.diagnostics.report(&codes::SETUP_AND_MOVE, span, message);
            if let Some(setup) = setup {
                report.note(Some(setup.span()), "the setup");
            }
        }
    }

    /// One property of a node that is not plain.
    fn property(&mut self, property: Property<'a>, parts: &mut Parts, says_root: bool, counts: bool) {
        let identifier = property.identifier();
        let line = PropertyDef::line(&identifier, 1);
        let known = line.map(|line| &crate::PROPERTIES[line]);
        self.report_name(property, &identifier, known);
        let twice = line.is_some_and(|line| parts.seen(line));
        if twice {
            self.diagnostics.report(&codes::DUPLICATE_PROPERTY, property.name_span(), || {
                let done = match known.map(|known| known.value) {
                    Some(Value::List(_) | Value::Elist(_)) => "the lists are merged",
                    Some(Value::One(Type::Text)) => "the texts are joined",
                    _ => "the first counts",
                };
                format!("{identifier} stands twice in this node; {done}")
            });
        }
        if known.is_some_and(|known| matches!(known.value, Value::One(Type::SimpleText | Type::Text))) {
            self.report_controls(&identifier, property);
        }
        if let Some(known) = known.filter(|known| known.has_text()) {
            self.report_swallowed(&identifier, known, property, says_root && !twice);
        }
        match known.map(|known| known.kind) {
            Some(Kind::Root | Kind::GameInfo) if says_root => self.root_property(&identifier, property, parts),
            Some(Kind::Root) => {
                self.diagnostics.report(&codes::ROOT_PROPERTY_ELSEWHERE, property.span(), || {
                    format!("{identifier} belongs to the first node; kept, without effect")
                });
                self.keep(&identifier, property.value_spans(), parts, 0);
            }
            Some(Kind::GameInfo) => {
                self.diagnostics.report(&codes::GAME_INFO_ELSEWHERE, property.span(), || {
                    format!("{identifier} says something about the game in a later node; kept")
                });
                self.keep(&identifier, property.value_spans(), parts, 0);
            }
            _ if matches!(&*identifier, "B" | "W") => self.play(&identifier, property, parts, counts),
            _ => self.node_property(&identifier, property, parts, known),
        }
    }

    /// Control characters in a text, but for white space.
    fn report_controls(&mut self, identifier: &str, property: Property<'a>) {
        let odd = |c: char| (c.is_ascii_control() && !c.is_ascii_whitespace() && c != '\x0B') || c == '\u{FEFF}';
        for at in property.value_spans() {
            // 0xEF may start a byte-order mark.
            if value::all(self.raw(at), |b| (b >= b' ') & (b != 0x7F) & (b != 0xEF)) {
                continue;
            }
            let Some((from, found)) = self.raw(at).char_indices().find(|(_, c)| odd(*c)) else { continue };
            let from = at.start as usize + from;
            self.diagnostics.report(
                &codes::CONTROL_CHARACTER.with_severity(Severity::Warning),
                Span::new(from, from + found.len_utf8()),
                || format!("a control character (U+{:04X}) in {identifier}; read as a space", u32::from(found)),
            );
        }
    }

    /// Reports properties within a text, and line breaks within a name: most likely its bracket is missing.
    /// Where the value is not the one that counts, its line breaks stay.
    fn report_swallowed(&mut self, identifier: &str, known: &PropertyDef, property: Property<'a>, counts: bool) {
        let is_read = counts && property.value_spans().nth(1).is_none();
        let is_line = matches!(known.value, Value::One(Type::SimpleText));
        for at in property.value_spans() {
            let raw = self.raw(at);
            if lost_end::is_said(self.game.text, identifier, at) {
                continue;
            }
            if let Some(found) = lost_end::within(raw, at.start as usize, is_line) {
                let report =
                    self.diagnostics.report(&codes::PROPERTY_IN_TEXT.with_severity(found.severity()), found.at, || {
                        let shown = shown(&self.game.text[found.at.range()]);
                        format!("{identifier} contains {shown:?}, which looks like a property; read as text")
                    });
                if let Some(cure) = found.cure {
                    report.fix(Safety::Guess, || cure.title, || cure.edits());
                }
            } else if is_read
                && matches!(identifier, "PB" | "PW" | "BR" | "WR" | "BT" | "WT")
                && let Some(first) = line_breaks(raw, at.start as usize).next()
            {
                self.diagnostics
                    .report(&codes::LINE_BREAK_IN_NAME, first, || {
                        format!("a line break in {identifier}; read as a space")
                    })
                    .fix(Safety::Safe, || "write a space", || on_one_line(raw, at));
            }
        }
    }

    fn report_name(&mut self, property: Property<'a>, identifier: &str, known: Option<&'static PropertyDef>) {
        let name = property.name();
        let span = property.name_span();
        if name != identifier && !name.contains(|c: char| c.is_ascii_whitespace()) {
            self.report_long_name(property, identifier);
        }
        let Some(known) = known else {
            let odd = !identifier.bytes().all(|b| b.is_ascii_uppercase());
            let other = [6, 9, 11, 18, 19].into_iter().find(|&game| PropertyDef::find(identifier, game).is_some());
            let program = DIALECTS.iter().find(|(known, _)| *known == identifier).map(|(_, program)| program);
            let (info, message) = if let Some(program) = program {
                let message = format!("{identifier} is no property of the standard, but of {program}");
                (&codes::UNKNOWN_PROPERTY, message)
            } else if odd {
                let what = if identifier.bytes().any(|b| b.is_ascii_lowercase()) {
                    "small letters"
                } else {
                    "more than letters"
                };
                let message = format!(
                    "the identifier {identifier} has {what}, and the standard's have capitals only; kept as a property of its own"
                );
                (&codes::ODD_IDENTIFIER, message)
            } else if let Some(game) = other.and_then(crate::games::name) {
                let message = format!("{identifier} is a property of {game}, and this is go; kept");
                (&codes::PROPERTY_OF_OTHER_GAME, message)
            } else if identifier == slot::IDENTIFIER {
                return;
            } else {
                let message = format!("{identifier} is no property of the standard; kept");
                (&codes::UNKNOWN_PROPERTY, message)
            };
            self.diagnostics.report(info, span, || message);
            return;
        };
        if !known.versions.contains(&self.version) {
            let (first, last, version) = (known.versions.start(), known.versions.end(), self.version);
            let states = self.states_version;
            self.diagnostics.report(&codes::PROPERTY_NOT_IN_VERSION, span, || {
                let range = if first == last { format!("FF[{first}]") } else { format!("FF[{first}] to FF[{last}]") };
                let is = if states { "is in" } else { "states no version, which means" };
                format!("{identifier} belongs to {range}, and this file {is} FF[{version}]; read all the same")
            });
        }
    }

    /// The meaning of a value; says what is wrong with it, with a fix where the meaning is certain.
    fn meaning<T>(&mut self, identifier: &str, at: Span, meaning: Meaning<T>, wanted: &str) -> Option<T> {
        let text = self.game.text;
        match meaning {
            Meaning::Exact(value) => Some(value),
            Meaning::Loose(value, written) => {
                let wanted = wanted.trim_end_matches(" of the standard");
                self.diagnostics
                    .report(&codes::LOOSE_VALUE, at, || {
                        format!(
                            "{identifier}[{}] is not how the standard writes {wanted}; read as {identifier}[{written}]",
                            shown(&text[at.range()])
                        )
                    })
                    .fix(Safety::Safe, || format!("write {identifier}[{written}]"), || Edits::one(at, &*written));
                Some(value)
            }
            Meaning::None => {
                // Without its stone the record is another game.
                let stones = matches!(identifier, "B" | "W" | "AB" | "AW" | "AE");
                let severity = if stones { Severity::Error } else { Severity::Warning };
                self.diagnostics.report(&codes::BAD_VALUE.with_severity(severity), at, || {
                    let done = if stones { "left out of the game; its text is kept" } else { "kept as it is" };
                    format!("{identifier}[{}] is not {wanted}; {done}", shown(&text[at.range()]))
                });
                None
            }
        }
    }

    /// The first value of a property that may have one; says so where there are more, and keeps those that say more.
    fn first(&mut self, identifier: &str, property: Property<'a>, parts: &mut Parts, part: usize) -> Option<Span> {
        let first = property.value_spans().next()?;
        self.surplus(identifier, property, first, parts, part);
        Some(first)
    }

    /// Reports the values beside the one that counts. Those that are empty or repeat it say nothing; the rest are kept.
    fn surplus(&mut self, identifier: &str, property: Property<'a>, counts: Span, parts: &mut Parts, part: usize) {
        let Some(second) = property.value_spans().nth(1) else { return };
        // An empty move is a pass.
        let is_move = matches!(identifier, "B" | "W");
        let raw = self.raw(counts);
        let text = self.game.text;
        let says_more = |at: &Span| {
            let other = &text[at.range()];
            *at != counts && other != raw && (is_move || !value::simple_text(other).trim().is_empty())
        };
        let kept: Vec<Span> = property.value_spans().filter(says_more).collect();
        if kept.is_empty() {
            return self.report_empty_values(identifier, property, counts);
        }
        self.diagnostics.report(&codes::TOO_MANY_VALUES, second, || {
            let number = property.value_spans().count();
            format!("{identifier} takes one value and has {number}; {} counts", quoted(raw))
        });
        self.keep(identifier, kept.into_iter(), parts, part);
    }

    /// Reports further values that are empty, or equal to the one that counts.
    fn report_empty_values(&mut self, identifier: &str, property: Property<'a>, counts: Span) {
        let Some(second) = property.value_spans().nth(1) else { return };
        let text = self.game.text;
        let report = self.diagnostics.report(&codes::TOO_MANY_VALUES, second, || {
            let number = property.value_spans().count();
            format!("{identifier} takes one value and has {number}; the others are empty or the same, and ignored")
        });
        let others = || property.value_spans().filter(|at| *at != counts);
        // A value that never ends has no bracket to take out.
        if others().all(|at| text.as_bytes().get(at.end as usize) == Some(&b']')) {
            report.fix(
                Safety::Safe,
                || "take them out",
                || {
                    let mut edits = Edits::default();
                    // Those side by side are one edit: there may be millions.
                    let mut run: Option<Span> = None;
                    for at in others() {
                        let value = Span { start: at.start - 1, end: at.end + 1 };
                        match &mut run {
                            Some(run) if run.end == value.start => run.end = value.end,
                            _ => {
                                if let Some(run) = run.replace(value) {
                                    let _ = edits.replace(run, "");
                                }
                            }
                        }
                    }
                    if let Some(run) = run {
                        let _ = edits.replace(run, "");
                    }
                    edits
                },
            );
        }
    }

    /// Keeps values as they are: foreign data of this format.
    fn keep(&mut self, identifier: &str, values: impl Iterator<Item = Span>, parts: &mut Parts, part: usize) {
        let mut values = values.peekable();
        let Some(first) = values.peek() else { return };
        // The identifier may be as long as the text: it is looked up once, not for each value.
        if !parts.kept[part].contains_key(identifier) {
            // The list has room for as many again while it grows.
            if !self.take(2 * (size_of::<Foreign>() + identifier.len()), first.start) {
                return;
            }
            parts.kept[part].insert(identifier.to_string(), Vec::new());
        }
        let Some(kept) = parts.kept[part].get_mut(identifier) else { return };
        for at in values {
            if !self.take(size_of::<String>() + at.range().len(), at.start) {
                return;
            }
            kept.push(at);
        }
    }

    /// What was kept of a node becomes foreign data, the values of each identifier in the order of the text.
    fn put_away(&mut self, parts: &mut Parts) {
        for (part, kept) in core::mem::take(&mut parts.kept).into_iter().enumerate() {
            let foreign = if parts.is_root && part == 0 { &mut self.foreign } else { &mut parts.foreign[part] };
            // A list without values is one that had no room for them.
            for (identifier, mut values) in kept.into_iter().filter(|(_, values)| !values.is_empty()) {
                values.sort_unstable_by_key(|at| at.start);
                let values = values.into_iter().map(|at| value::normalized(&self.game.text[at.range()]));
                foreign.push(Foreign::new("sgf", identifier, values.collect()));
            }
        }
    }

    fn raw(&self, at: Span) -> &'a str {
        &self.game.text[at.range()]
    }
}

/// The line breaks of a raw value that are not escaped; the value stands at `start`.
fn line_breaks(raw: &str, start: usize) -> impl Iterator<Item = Span> {
    let mut at = 0;
    core::iter::from_fn(move || {
        loop {
            let from = at + memchr::memchr2(b'\n', b'\r', &raw.as_bytes()[at..])?;
            let before = &raw[at..from];
            let backslashes = before.len() - before.trim_end_matches('\\').len();
            at = from + value::newline_len(&raw[from..]).unwrap_or(1);
            if backslashes.is_multiple_of(2) {
                return Some(Span::new(start + from, start + at));
            }
        }
    })
}

/// Writes a space for each line break of the raw value at `at`: one edit for each, but of millions one for the whole value.
fn on_one_line(raw: &str, at: Span) -> Edits {
    const MANY: usize = 1000;
    let breaks = || line_breaks(raw, at.start as usize);
    let mut edits = Edits::default();
    if breaks().nth(MANY).is_none() {
        for found in breaks() {
            // Line breaks do not overlap.
            let _ = edits.replace(found, " ");
        }
        return edits;
    }
    let (mut text, mut rest) = (String::with_capacity(raw.len()), 0);
    for found in line_breaks(raw, 0) {
        text.push_str(&raw[rest..found.start as usize]);
        text.push(' ');
        rest = found.end as usize;
    }
    text.push_str(&raw[rest..]);
    Edits::one(at, text)
}

/// What PL says in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// Whose turn it is before the node's move, if it has one.
    Setup,
    /// That the other player moves next, as always.
    Alternates,
    /// That the player who moves in this node moves again, for which the record has no word.
    Again,
}

/// A node that does `action`.
fn with(mut node: Node<Go>, action: Option<Action>) -> Node<Go> {
    node.action = action;
    node.shrink_to_fit();
    node
}

/// At most 40 characters of a raw value, on one line.
fn shown(raw: &str) -> String {
    let line: String = raw.chars().map(|c| if c.is_control() { ' ' } else { c }).take(41).collect();
    match line.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A raw value for a message, in its brackets.
fn quoted(raw: &str) -> String {
    format!("[{}]", shown(raw))
}

fn single_letter(name: &str) -> Option<char> {
    let mut letters = name.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// A list of points for a message, of which the first are given: `aa, bb, cc and 3 more`.
fn listed(first: &[String], count: usize) -> String {
    let first = first.join(", ");
    if count > LISTED { format!("{first} and {} more", count - LISTED) } else { first }
}

/// How many points a message shows.
const LISTED: usize = 3;

impl<'a> Written<'a> {
    fn span_start(self) -> u32 {
        self.of.game.nodes[self.index].start
    }
}
