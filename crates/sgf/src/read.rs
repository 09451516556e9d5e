//! Reads records of go from a document.

use crate::{Game, Node as TextNode, codes, document::parse::Parser, value};
use alloc::{format, vec::Vec};
use core::{cell::OnceCell, ops::ControlFlow};
use kifu_core::{
    Charset, Diagnostics, Foreign, MemoryBudget, Node, NodeId, OtherGame, ReadGame, Record, Source, SourceMap, Span,
};
use kifu_goban::{Go, Move, Rect, Setup, Size};

mod collection;
mod conformity;
mod dialects;
mod doubtful_fixes;
mod foreign;
mod header;
mod long_name;
mod messages;
mod node;
mod odd_text;
mod other_game;
mod plain_move;
mod property_name;
mod repeated;
mod seconds;
mod structure;
mod twice;
mod values;
mod variations;

use collection::Collection;
pub(crate) use conformity::{has_no_meaning, is_valid};
pub(crate) use dialects::is_understood;
pub(crate) use node::{NODE_PROPERTIES, judgement::EXCLUSIVE_JUDGEMENTS};
use structure::stray::LastGame;

/// Reads one game at a time and passes it to `sink`. Returns the diagnostics that belong to no game.
pub(crate) fn read_each(source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
    let text = source.text();
    let mut parser = Parser::new(text);
    let mut index = crate::document::parse::Game::default();
    let mut diagnostics = Diagnostics::within(source.limits());
    let (mut games, mut open_ended, mut last) = (0_usize, false, None);
    let mut collection = Collection::default();
    loop {
        let more = parser.next(&mut index);
        for &stray in &parser.stray {
            structure::stray::stray(text, stray, last, &mut diagnostics);
        }
        if !more {
            break;
        }
        let is_large = index.nodes.len().max(index.values.len()) > LARGE_GAME;
        if is_large {
            index.fit();
        }
        let game = Game { text, game: &index };
        open_ended |= index.open_ended;
        last = Some(LastGame::after(last, game));
        structure::oddities(game, open_ended, &mut diagnostics);
        if is_large {
            // Only `oddities` uses the list of open parentheses.
            index.open = Vec::new();
        }
        let game = Game { text, game: &index };
        // `()` has no node: there is nothing to read.
        if index.nodes.is_empty() {
            continue;
        }
        games += 1;
        collection.add(game, &mut diagnostics);
        if game.game_type() != 1 {
            diagnostics.push(structure::no_record::not_go(game));
            other_game::check(game, &mut diagnostics);
            continue;
        }
        let budget = MemoryBudget::of_game(source, index.span);
        let charset = source.charset_of(index.span);
        let read = Reader::new(game, charset, budget, diagnostics.take()).read();
        if read.diagnostics.iter().any(|found| found.code == codes::PROPERTY_IN_TEXT.code) {
            last = last.map(LastGame::doubtful);
        }
        if is_large {
            // Free the index before the caller builds its own data.
            index = crate::document::parse::Game::default();
        }
        if sink(read).is_break() {
            return diagnostics;
        }
    }
    if games == 0 {
        // One `sgf/no-game` replaces all diagnostics of text outside of games.
        let stray = [codes::STRAY_TEXT.code, codes::SURPLUS_PARENTHESIS.code];
        let rest = diagnostics.take().into_iter().filter(|diagnostic| !stray.contains(&diagnostic.code));
        diagnostics.extend(rest);
        diagnostics.push(structure::no_record::no_game(text));
    }
    diagnostics
}

/// Passes the games other than go to `sink`.
pub(crate) fn other_games(source: &Source, sink: &mut dyn FnMut(OtherGame) -> ControlFlow<()>) {
    let text = source.text();
    let mut parser = Parser::new(text);
    let mut index = crate::document::parse::Game::default();
    while parser.next(&mut index) {
        parser.stray.clear();
        let game = Game { text, game: &index };
        if !index.nodes.is_empty() && game.game_type() != 1 && sink(other_game::describe(game)).is_break() {
            return;
        }
    }
}

/// The number of nodes or values above which a game frees its index before it is passed on. Smaller games reuse one index.
const LARGE_GAME: usize = 1 << 12;

/// A game while it is being read.
struct Reader<'a> {
    game: Game<'a>,
    /// The charset from which the text was decoded.
    charset: &'a Charset,
    size: Size,
    version: u8,
    states_version: bool,
    /// The view that Seki's XL, XR, XT and XB define together. Computed at the first of them.
    cut_off: OnceCell<Option<Rect>>,
    /// What the game has of dialects that kifu understands.
    understood: OnceCell<dialects::Understood>,
    /// True if OB and OW count moves, because OT is Canadian overtime. Computed at the first of them.
    counts_moves: OnceCell<bool>,
    /// The number of moves on the main line. Computed for the first result that states it.
    main_line_moves: OnceCell<usize>,
    /// The header, looked up once: a game may have millions of properties that are compared with it.
    stated_header: OnceCell<property_name::StatedHeader>,
    /// The last value that counts in a property whose other values are kept. No fix may make it equal to one of them.
    counts_beside_others: Option<Span>,
    /// The note of KX that states suicide or superko.
    stated_rules: Option<Span>,
    diagnostics: Diagnostics,
    record: Record<Go>,
    /// Foreign data of the game, in the order of the text. It is added to the record at the end.
    foreign: Vec<Foreign>,
    starts: Vec<u32>,
    budget: MemoryBudget,
}

impl<'a> Reader<'a> {
    fn new(game: Game<'a>, charset: &'a Charset, budget: MemoryBudget, diagnostics: Diagnostics) -> Self {
        let size = game.root_value("SZ").and_then(|raw| value::size(raw).value()).unwrap_or_default();
        let mut record = Record::new(Setup::new(size));
        // With a limit, the rest of the game may not be read. So the lists start small and grow.
        let most = if budget.is_unlimited() { usize::MAX } else { LARGE_GAME };
        let nodes = game.game.nodes.len().min(most);
        record.tree.reserve(nodes.saturating_sub(1));
        let starts = Vec::with_capacity(nodes);
        Self {
            game,
            charset,
            size,
            version: game.version(),
            states_version: game.root_value("FF").is_some(),
            cut_off: OnceCell::new(),
            understood: OnceCell::new(),
            counts_moves: OnceCell::new(),
            main_line_moves: OnceCell::new(),
            stated_header: OnceCell::new(),
            counts_beside_others: None,
            stated_rules: None,
            diagnostics,
            record,
            foreign: Vec::new(),
            starts,
            budget,
        }
    }

    fn read(mut self) -> ReadGame<Go> {
        // For each node of the text, the node of the record that its children are added to.
        let mut ends: Vec<NodeId> = Vec::with_capacity(self.game.game.nodes.len().min(LARGE_GAME));
        let plain_memory = Node::<Go>::default().memory();
        let mut line: Vec<Move> = Vec::new();
        let mut has_variations = false;
        let mut nodes = self.game.nodes().zip(self.game.game.parents()).peekable();
        while let Some((node, parent)) = nodes.next() {
            has_variations |= parent.is_some_and(|parent| parent + 1 != node.index());
            let parent = parent.map_or(self.record.tree.root(), |parent| ends[parent]);
            if self.budget.is_spent() {
                let at = self.start(node);
                self.budget.report(at, &mut self.diagnostics);
                break;
            }
            let Some(plain) = self.plain_move(node) else {
                let end = self.node(node, parent);
                ends.push(end);
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
        if has_variations {
            self.report_variations();
        }
        if self.starts.len() > LARGE_GAME {
            self.record.tree.shrink_to_fit();
            self.starts.shrink_to_fit();
        }
        self.record.info.foreign.extend(core::mem::take(&mut self.foreign));
        if let Some(at) = self.stated_rules {
            for contradiction in self.record.terms.contradictions() {
                self.diagnostics.report(&codes::DISAGREEMENT, at, || format!("{contradiction}; KX counts"));
            }
        }
        self.report_handicap_moves();
        self.doubt_fixes();
        self.diagnostics.sort_by_place();
        let version = self.game.root_value("FF").and_then(|stated| value::number(stated).value());
        let source_map =
            SourceMap::new(self.game.span(), self.starts).with_version(version.map(|of| format!("FF[{of}]")));
        ReadGame::new(self.record, source_map, self.diagnostics)
    }

    /// Takes memory for a part of a node from the budget. Returns false if none is left; then the game is read up to `at`.
    ///
    /// A single node may have millions of values, so each value is counted.
    fn take(&mut self, bytes: usize, at: u32) -> bool {
        self.budget.take_part(bytes, at, &mut self.diagnostics)
    }

    fn add(&mut self, parent: NodeId, node: Node<Go>, start: u32) -> NodeId {
        self.starts.push(start);
        self.budget.take_node(node.memory());
        self.record.tree.add(parent, node)
    }

    /// The offset of a node.
    fn start(&self, node: TextNode<'a>) -> u32 {
        self.game.game.nodes[node.index()].start
    }

    fn raw(&self, at: Span) -> &'a str {
        &self.game.text[at.range()]
    }
}
