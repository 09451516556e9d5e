//! From tokens to games: the tree, and every deviation of its structure (section 6).

use crate::{
    PropertyDef,
    scanner::{self, Token},
    value,
};
use alloc::{borrow::Cow, string::String, vec::Vec};
use core::ops::Range;
use kifu_core::Span;

/// How many bytes a node takes that only says a move.
const PLAY: u32 = ";B[pd]".len() as u32;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// The index of one game in its text. Nodes stand in the order of the text, which is a preorder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Game {
    pub(crate) span: Span,
    pub(crate) nodes: Vec<NodeSlot>,
    pub(crate) properties: Vec<PropertySlot>,
    pub(crate) values: Vec<Span>,
    pub(crate) oddities: Vec<Oddity>,
    /// The nodes that do not follow the one before them, in the order of the text.
    branches: Vec<Branch>,
    /// The same by the nodes they follow; only documents need it.
    forks: Vec<Branch>,
    /// Whether the first node is not in the text: the text has several first nodes.
    pub(crate) rootless: bool,
    /// Whether a value ends where it does because no bracket stands anywhere behind it.
    pub(crate) open_ended: bool,
    /// Whether it starts without a parenthesis, and so ends where the next game starts.
    pub(crate) bare: bool,
    pub(super) open: Vec<Open>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeSlot {
    pub(crate) start: u32,
    /// The first of its properties; the next node's first is their end.
    pub(crate) properties: u32,
}

/// A node, and which it follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Branch {
    parent: u32,
    node: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PropertySlot {
    pub(crate) start: u32,
    /// The first of its values; the next property's first is their end.
    pub(crate) values: u32,
}

impl Game {
    /// Makes room for so many nodes that say one thing each.
    fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
        self.properties.reserve(nodes);
        self.values.reserve(nodes);
        self.open.reserve(16);
    }

    /// Finds which nodes follow each, and gives room back that nothing needs.
    pub(super) fn link(&mut self) {
        self.forks = self.branches.clone();
        // Of variations within variations whole runs are in order already.
        self.forks.sort();
        fit(&mut self.nodes);
        fit(&mut self.properties);
        fit(&mut self.values);
    }

    /// The node that each one follows, in the order of the text; none for the first.
    pub(crate) fn parents(&self) -> impl Iterator<Item = Option<usize>> {
        let mut branches = self.branches.iter().peekable();
        (0..self.nodes.len()).map(move |node| match branches.next_if(|branch| branch.node as usize == node) {
            Some(branch) => Some(branch.parent as usize),
            None => node.checked_sub(1),
        })
    }

    /// The node that a node follows.
    pub(super) fn parent(&self, node: usize) -> Option<usize> {
        match self.branches.binary_search_by_key(&node, |branch| branch.node as usize) {
            Ok(found) => Some(self.branches[found].parent as usize),
            Err(_) => node.checked_sub(1).filter(|_| node < self.nodes.len()),
        }
    }

    /// The nodes that follow a node.
    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let first = Some(node + 1).filter(|&next| next < self.nodes.len() && self.parent(next) == Some(node));
        let from = self.forks.partition_point(|fork| (fork.parent as usize) < node);
        let others = self.forks[from..].iter().take_while(move |fork| fork.parent as usize == node);
        first.into_iter().chain(others.map(|fork| fork.node as usize))
    }

    /// The index behind what is below a node.
    pub(super) fn end(&self, node: usize) -> usize {
        let from = self.branches.partition_point(|branch| branch.node as usize <= node);
        let out = self.branches[from..].iter().find(|branch| (branch.parent as usize) < node);
        out.map_or(self.nodes.len(), |branch| branch.node as usize)
    }

    /// Behind the last letter of the identifier of a property.
    pub(crate) fn name_end(&self, text: &str, property: PropertySlot) -> u32 {
        name_end(text.as_bytes(), property.start, self.values[property.values as usize].start)
    }

    /// Where the first value stands that a property has in the first node of the text.
    pub(crate) fn first_value(&self, text: &str, property: &str) -> Option<Range<usize>> {
        let first = usize::from(self.rootless);
        let from = self.nodes.get(first)?.properties as usize;
        let to = self.nodes.get(first + 1).map_or(self.properties.len(), |node| node.properties as usize);
        let mut slots = self.properties[from..to].iter();
        let name = |slot: &PropertySlot| slot.start as usize..self.name_end(text, *slot) as usize;
        let slot = slots.find(|slot| identifier(&text[name(slot)]) == property)?;
        self.values.get(slot.values as usize).map(|value| value.range())
    }

    /// Where the parentheses stand that are open at its end.
    pub(crate) fn never_closed(&self) -> impl Iterator<Item = u32> {
        self.open.iter().map(|open| open.at)
    }

    /// How many parentheses are open at its end.
    pub(crate) fn unclosed(&self) -> usize {
        self.open.len()
    }
}

/// A parenthesis that is not closed yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) at: u32,
    /// The node that its variation goes on from.
    node: u32,
    /// How many nodes there were.
    nodes: u32,
}

/// A deviation of the structure, and what was done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Oddity {
    pub(crate) kind: Odd,
    pub(crate) at: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Odd {
    StrayInside,
    ControlCharacter,
    MissingSemicolon,
    MissingParenthesis,
    DoubleParenthesis,
    SeveralRoots,
    UnclosedTree,
    UnclosedValue,
    EmptyTree,
    NodeAfterVariation,
    UnescapedBracket,
    ValueWithoutIdentifier,
    IdentifierWithoutValue,
    BlankInIdentifier,
    FigureWithoutValue,
    StrayBracket,
}

/// Takes one game after the other from a text.
pub(crate) struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// Whether a game was found.
    any: bool,
    /// No `]` stands behind this place.
    last_bracket: usize,
    /// How many nodes there is to be room for: about as many as the game before has, or as a text of moves alone.
    room: usize,
    /// Where the tokens are collected, where somebody wants them.
    pub(crate) tokens: Option<Vec<Span>>,
    /// What stands outside of every game since the last one.
    pub(crate) stray: Vec<Span>,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let room = (text.len() / PLAY as usize).min(1 << 17);
        Self { text, at: 0, any: false, last_bracket: text.len(), room, tokens: None, stray: Vec::new() }
    }

    /// The same, going on at `at` behind another game.
    pub(super) fn resume(text: &'t str, at: usize, any: bool) -> Self {
        Self { at, any, ..Self::new(text) }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next game, into `game`; false at the end of the text. The room that `game` has is used again.
    pub(crate) fn next(&mut self, game: &mut Game) -> bool {
        self.stray.clear();
        let start = self.at;
        let (found, bare) = self.start_of_game(start);
        self.outside(start, found);
        self.at = found;
        if found == self.text.len() {
            return false;
        }
        self.any = true;
        self.game(game, bare);
        true
    }

    /// Where the next game starts, or the end; and whether it starts without a parenthesis.
    fn start_of_game(&self, from: usize) -> (usize, bool) {
        let bytes = self.text.as_bytes();
        let mut at = from;
        while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr3(b'(', b';', b'[', rest)) {
            at += found;
            if bytes[at] == b'[' {
                // Without a parenthesis only at the start of a file: later it would be a text between games.
                let (start, end) = if self.any { (None, at + 1) } else { bare_start(self.text, at) };
                if let Some(start) = start {
                    return (start, true);
                }
                at = end;
                continue;
            }
            if bytes[at] == b'(' {
                if opens_game(self.text, at) {
                    return (at, false);
                }
            } else if !self.any {
                let next = skip_spaces(self.text, at + 1);
                // In the middle of a line of prose only what no prose has.
                let is_telling = || telling_property(self.text, next).is_some() || !is_in_words(self.text, at);
                if bytes.get(next).is_some_and(u8::is_ascii_uppercase) && is_property(self.text, next) && is_telling() {
                    return (at, true);
                }
            }
            at += 1;
        }
        (bytes.len(), false)
    }

    /// What is outside of games: one stray stretch, but for the white space around it.
    fn outside(&mut self, start: usize, end: usize) {
        let text = &self.text[start..end];
        let trimmed = text.trim_matches(is_space_or_control);
        let stray = start + (text.len() - text.trim_start_matches(is_space_or_control).len());
        if !trimmed.is_empty() {
            self.stray.push(Span::new(stray, stray + trimmed.len()));
        }
        if let Some(tokens) = &mut self.tokens
            && start < end
        {
            tokens.push(Span::new(start, end));
        }
    }

    fn game(&mut self, game: &mut Game, bare: bool) {
        game.nodes.clear();
        game.properties.clear();
        game.values.clear();
        game.oddities.clear();
        game.branches.clear();
        game.open.clear();
        game.rootless = false;
        game.open_ended = false;
        game.bare = bare;
        let start = self.at;
        game.reserve(self.room);
        let mut build = Build {
            text: self.text,
            last_bracket: self.last_bracket,
            game,
            current: NONE,
            in_node: false,
            in_property: false,
            is_text: None,
            after_variation: false,
            opened: None,
            word: None,
            end: start,
        };
        if bare {
            build.odd(Odd::MissingParenthesis, start, start);
            build.game.open.push(Open { at: narrow(start), node: NONE, nodes: 0 });
        }
        while build.end < self.text.len() {
            let at = build.end;
            let mut token = Token::Space;
            let end = scanner::token(self.text, at, &mut |found, _, _| token = found);
            debug_assert!(end.is_some_and(|end| end > at), "the grammar is total");
            let Some(end) = end.filter(|&end| end > at) else { break };
            if bare && token == Token::Open && build.game.open.len() == 1 && starts_game(self.text, at) {
                break;
            }
            build.token(token, at, end);
            if let Some(tokens) = &mut self.tokens {
                tokens.push(Span::new(at, build.end));
            }
            if build.game.open.is_empty() {
                break;
            }
        }
        if !build.game.open.is_empty() {
            let end = start + self.text[start..build.end].trim_end().len();
            build.odd(Odd::UnclosedTree, end, end);
        }
        self.last_bracket = build.last_bracket;
        self.at = build.end;
        self.room = game.nodes.len() + game.nodes.len() / 8;
        game.span = Span::new(start, self.at);
    }
}

/// A game while it is being built.
struct Build<'a> {
    text: &'a str,
    last_bracket: usize,
    game: &'a mut Game,
    /// The node that the next one follows.
    current: u32,
    in_node: bool,
    in_property: bool,
    /// Whether the values of the last property are texts, where somebody had to know.
    is_text: Option<bool>,
    /// Whether a variation has just been closed.
    after_variation: bool,
    /// Where a parenthesis was opened that no node has followed yet.
    opened: Option<u32>,
    /// Letters that may be the start of an identifier with blanks in it.
    word: Option<Span>,
    /// Behind the last token.
    end: usize,
}

impl Build<'_> {
    fn odd(&mut self, kind: Odd, start: usize, end: usize) {
        let at = Span::new(start, end);
        // Words and other stray text side by side are one finding, and so are parentheses in a row.
        let stray = |kind| matches!(kind, Odd::StrayInside | Odd::IdentifierWithoutValue);
        let in_a_row = |kind| matches!(kind, Odd::ControlCharacter | Odd::DoubleParenthesis);
        if let Some(last) = self.game.oddities.last_mut()
            && ((stray(last.kind) && stray(kind)) || (last.kind == kind && in_a_row(kind)))
            && match kind {
                // Each names the one before it too.
                Odd::DoubleParenthesis => last.at.end == at.start + 1,
                _ => {
                    last.at.end <= at.start
                        && self.text[last.at.end as usize..start].bytes().all(|b| b.is_ascii_whitespace())
                }
            }
        {
            last.at.end = at.end;
            last.kind = if stray(kind) { Odd::StrayInside } else { kind };
            return;
        }
        self.game.oddities.push(Oddity { kind, at });
    }

    #[inline(always)]
    fn token(&mut self, token: Token, start: usize, end: usize) {
        self.end = end;
        match token {
            Token::Plays => self.plays(start, end),
            Token::Node => {
                self.node_after_variation(start);
                self.node(start);
            }
            Token::Property => self.property(start, end),
            Token::Space => {}
            Token::Value => self.further_value(start, end),
            Token::Open => {
                if let Some(at) = self.opened {
                    self.odd(Odd::DoubleParenthesis, at as usize, end);
                }
                let nodes = narrow(self.game.nodes.len());
                self.game.open.push(Open { at: narrow(start), node: self.current, nodes });
                self.opened = Some(narrow(start));
                self.leave_node();
            }
            Token::Close => self.close(end),
            Token::Unknown => self.unknown(start, end),
        }
    }

    /// `;B[pd];W[dp]`: each node follows the one before, and what it says is where the grammar has it.
    #[inline]
    fn plays(&mut self, start: usize, end: usize) {
        self.node_after_variation(start);
        self.node(start);
        (self.in_property, self.is_text) = (true, Some(false));
        let (properties, values) = (narrow(self.game.properties.len()), narrow(self.game.values.len()));
        let (first, more) = (narrow(start), narrow((end - start) / PLAY as usize));
        // The first node is there.
        self.game.nodes.extend((1..more).map(|n| NodeSlot { start: first + PLAY * n, properties: properties + n }));
        let slot = |n| PropertySlot { start: first + PLAY * n + 1, values: values + n };
        self.game.properties.extend((0..more).map(slot));
        let value = |n| Span { start: first + PLAY * n + 3, end: first + PLAY * n + 5 };
        self.game.values.extend((0..more).map(value));
        self.current += more - 1;
    }

    #[inline]
    fn node_after_variation(&mut self, start: usize) {
        if self.after_variation {
            self.odd(Odd::NodeAfterVariation, start, start + 1);
        }
    }

    #[inline]
    fn leave_node(&mut self) {
        self.in_node = false;
        self.in_property = false;
        self.after_variation = false;
        self.word = None;
    }

    #[inline]
    fn node(&mut self, start: usize) {
        // The first node, `NONE + 1`, follows none.
        if self.current.wrapping_add(1) != narrow(self.game.nodes.len()) {
            self.branch();
        }
        let properties = narrow(self.game.properties.len());
        self.current = narrow(self.game.nodes.len());
        self.game.nodes.push(NodeSlot { start: narrow(start), properties });
        self.leave_node();
        self.in_node = true;
        self.opened = None;
    }

    /// The next node follows another than the last.
    #[cold]
    fn branch(&mut self) {
        if self.current == NONE {
            self.add_root();
        }
        let node = narrow(self.game.nodes.len());
        if self.current + 1 != node {
            // A game with one variation has others.
            self.game.branches.reserve(16);
            self.game.branches.push(Branch { parent: self.current, node });
        }
    }

    /// A second first node: both become children of one that says nothing.
    #[cold]
    fn add_root(&mut self) {
        let start = self.game.open.first().map_or(0, |open| open.at);
        self.odd(Odd::SeveralRoots, start as usize, start as usize + 1);
        let below = |node: &mut u32| *node = if *node == NONE { 0 } else { *node + 1 };
        for branch in &mut self.game.branches {
            *branch = Branch { parent: branch.parent + 1, node: branch.node + 1 };
        }
        self.game.open.iter_mut().for_each(|open| below(&mut open.node));
        self.game.nodes.insert(0, NodeSlot { start, properties: 0 });
        self.game.rootless = true;
        self.current = 0;
    }

    #[inline(always)]
    fn property(&mut self, start: usize, end: usize) {
        let bytes = self.text.as_bytes();
        // Between the name and the bracket there are blanks at most; nearly every name has one letter or two.
        let inner = match bytes[start..end] {
            [_, b'[', ..] => start + 2,
            [_, _, b'[', ..] => start + 3,
            ref long => start + long.iter().take_while(|&&b| b != b'[').count() + 1,
        };
        let mut start = start;
        if let Some(word) = self.word.take() {
            let name_end = start + bytes[start..inner].iter().take_while(|&&b| is_name(b)).count();
            if self.joined(word, start, name_end) {
                start = word.start as usize;
                self.take_back(word);
                self.odd(Odd::BlankInIdentifier, start, name_end);
            }
        }
        if !self.in_node {
            // A game that starts with a property is one finding.
            if !(self.game.bare && self.current == NONE) {
                self.odd(Odd::MissingSemicolon, start, start);
            }
            self.node(start);
        }
        let values = narrow(self.game.values.len());
        self.game.properties.push(PropertySlot { start: narrow(start), values });
        self.in_property = true;
        self.is_text = None;
        self.value(inner, end);
    }

    /// The letters of `word` belong to an identifier after all.
    #[cold]
    fn take_back(&mut self, word: Span) {
        match self.game.oddities.last_mut() {
            Some(last) if last.at.start == word.start => drop(self.game.oddities.pop()),
            Some(last) => last.at.end = word.start,
            None => {}
        }
    }

    /// Whether the letters of `word`, before the property's own, are the start of its identifier.
    #[cold]
    fn joined(&self, word: Span, start: usize, name_end: usize) -> bool {
        let mut name: String = self.text[word.range()].into();
        name.push_str(&self.text[start..name_end]);
        self.in_node && word.end as usize == start && PropertyDef::find(&identifier(&name), 1).is_some()
    }

    #[inline(always)]
    fn further_value(&mut self, start: usize, end: usize) {
        if self.in_property {
            self.value(start + 1, end);
        } else {
            self.word = None;
            self.odd(Odd::ValueWithoutIdentifier, start, end);
        }
    }

    /// A value whose text begins at `inner` and whose token ends at `end`.
    #[inline(always)]
    fn value(&mut self, inner: usize, end: usize) {
        let bytes = self.text.as_bytes();
        let closed = bytes[end - 1] == b']' && end > inner && (end < bytes.len() || !is_escaped(&bytes[inner..end]));
        if closed {
            let next = |n: usize| bytes.get(end + n).copied().unwrap_or(b')');
            // What nearly always follows.
            let is_plain = match next(0) {
                b';' | b')' | b'[' | b'(' => true,
                b'A'..=b'Z' => next(1) == b'[' || next(1).is_ascii_uppercase() && next(2) == b'[',
                b'\n' => matches!(next(1), b';' | b')' | b'[' | b'('),
                _ => false,
            };
            let end = if is_plain { end } else { self.mended(inner, end) };
            self.end = end;
            self.game.values.push(Span { start: narrow(inner), end: narrow(end - 1) });
        } else {
            self.odd(Odd::UnclosedValue, inner - 1, end);
            self.game.values.push(Span { start: narrow(inner), end: narrow(end) });
        }
    }

    /// The end of a value whose first bracket is at `end - 1`: of a text, further brackets may belong to it.
    fn mended(&mut self, inner: usize, mut end: usize) -> usize {
        if follows(self.text, end) {
            return end;
        }
        if !self.has_texts(inner) {
            return end;
        }
        let bytes = self.text.as_bytes();
        while !follows(self.text, end) {
            let next = if end < self.last_bracket { closing_bracket(bytes, end) } else { None };
            let Some(next) = next else {
                self.last_bracket = self.last_bracket.min(end);
                self.game.open_ended = true;
                break;
            };
            self.odd(Odd::UnescapedBracket, end - 1, end);
            end = next + 1;
        }
        end
    }

    /// Whether the last property has texts, one of which starts at `inner`: looked up once, however many values and however
    /// long a name it has.
    #[cold]
    fn has_texts(&mut self, inner: usize) -> bool {
        if let Some(known) = self.is_text {
            return known;
        }
        let property = self.game.properties[self.game.properties.len() - 1];
        let first = self.game.values.get(property.values as usize).map_or(narrow(inner), |first| first.start);
        let end = name_end(self.text.as_bytes(), property.start, first);
        let name = &self.text[property.start as usize..end as usize];
        let found = PropertyDef::find(&identifier(name), 1).is_some_and(PropertyDef::is_text);
        self.is_text = Some(found);
        found
    }

    fn close(&mut self, end: usize) {
        if let Some(open) = self.game.open.pop() {
            let is_new = self.opened.take().is_some();
            if is_new || open.nodes == narrow(self.game.nodes.len()) {
                self.empty(open.at, end, is_new);
            }
            self.current = open.node;
        }
        self.leave_node();
        self.after_variation = true;
    }

    /// Parentheses without a node in them. With nothing but empty ones in them they are one finding with these, and so are empty
    /// ones side by side: a nest of a thousand is mended at once.
    #[cold]
    fn empty(&mut self, mut start: u32, end: usize, is_new: bool) {
        let is_blank = |from: u32, to: u32| self.text[from as usize..to as usize].chars().all(is_space_or_control);
        let joins = |odd: &Oddity| {
            let is_beside = || odd.at.end <= start && is_blank(odd.at.end, start);
            let is_all = || is_blank(start + 1, odd.at.start) && is_blank(odd.at.end, narrow(end) - 1);
            odd.kind == Odd::EmptyTree && (is_beside() || odd.at.start > start && is_all())
        };
        match self.game.oddities.pop_if(|odd| joins(odd)) {
            Some(joined) => start = start.min(joined.at.start),
            // What else stands in them was found already, and so were those in which nothing does.
            None if !is_new => return,
            None => {}
        }
        // That they are doubled says no more.
        let is_doubled = |odd: &Oddity| odd.kind == Odd::DoubleParenthesis && odd.at.start >= start;
        let _ = self.game.oddities.pop_if(|odd| is_doubled(odd));
        self.game.oddities.push(Oddity { kind: Odd::EmptyTree, at: Span::new(start as usize, end) });
    }

    #[cold]
    fn unknown(&mut self, start: usize, end: usize) {
        let text = &self.text[start..end];
        self.word = None;
        // Behind brackets too many the property goes on.
        self.in_property &= text.bytes().all(|b| b == b']');
        if text.bytes().all(|b| b == b']') {
            self.odd(Odd::StrayBracket, start, end);
        } else if text.chars().all(is_space_or_control) {
            self.odd(Odd::ControlCharacter, start, end);
        } else if text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
            let word = text.trim_end();
            if word == "FG" && self.in_node {
                let (values, end) = (narrow(self.game.values.len()), start + word.len());
                let slot = PropertySlot { start: narrow(start), values };
                self.game.properties.push(slot);
                self.game.values.push(Span::at(end));
                (self.in_property, self.is_text) = (true, Some(false));
                self.odd(Odd::FigureWithoutValue, start, end);
                return;
            }
            self.odd(Odd::IdentifierWithoutValue, start, start + word.len());
            if word.bytes().all(|b| b.is_ascii_uppercase()) {
                self.word = Some(Span::new(start, end));
            }
        } else {
            self.odd(Odd::StrayInside, start, end);
        }
    }
}

/// A place in the text, or a number of what stands there: neither documents nor sources have more than 4 GiB.
fn narrow(at: usize) -> u32 {
    debug_assert!(u32::try_from(at).is_ok());
    at as u32
}

fn is_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b == b'-'
}

/// What counts as a space outside of values: control characters and a byte-order mark too.
pub(crate) fn is_space_or_control(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{FEFF}'
}

/// Gives room back, where there is more than a little too much.
fn fit<T>(slots: &mut Vec<T>) {
    if slots.capacity() > slots.len() + slots.len() / 4 {
        slots.shrink_to_fit();
    }
}

/// Behind the name that starts at `start`, whose first value starts at `value`.
fn name_end(bytes: &[u8], start: u32, value: u32) -> u32 {
    // FG had no value in FF[3].
    let Some(mut end) = value.checked_sub(1).filter(|&at| bytes[at as usize] == b'[') else { return value };
    while end > start && is_blank(bytes[end as usize - 1]) {
        end -= 1;
    }
    end
}

fn is_blank(b: u8) -> bool {
    matches!(b, b' ' | b'\t'..=b'\r')
}

fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&b| is_blank(b)) {
        at += 1;
    }
    at
}

/// Whether the last byte of `value` is quoted by a backslash.
fn is_escaped(value: &[u8]) -> bool {
    let before = &value[..value.len() - 1];
    before.iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1
}

/// The next `]` that no backslash quotes.
fn closing_bracket(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let found = at + memchr::memchr2(b']', b'\\', bytes.get(at..)?)?;
        if bytes[found] == b']' {
            return Some(found);
        }
        at = found + 2;
    }
}

/// Behind white space, and the control characters that count as such.
fn skip_spaces(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    // Nearly always the next byte tells.
    match rest.as_bytes().first() {
        Some(b'!'..=b'~') | None => at,
        _ => at + rest.len() - rest.trim_start_matches(is_space_or_control).len(),
    }
}

/// Whether a value may end before `at`: white space, and then a bracket, a semicolon, a parenthesis, the end, or an identifier.
fn follows(text: &str, at: usize) -> bool {
    let next = skip_spaces(text, at);
    match text.as_bytes().get(next) {
        None | Some(b'[' | b';' | b'(' | b')') => true,
        Some(b'A'..=b'Z') => is_property(text, next),
        _ => false,
    }
}

/// The longest name and value of a property that show by themselves that a text is SGF.
const TELLING: usize = 32;

/// Where the name starts whose value is opened at `open`.
fn name_start(bytes: &[u8], open: usize) -> Option<usize> {
    let floor = open.saturating_sub(TELLING);
    let back =
        |from: usize, holds: fn(u8) -> bool| from - bytes[floor..from].iter().rev().take_while(|&&b| holds(b)).count();
    let end = back(open, is_blank);
    let start = back(end, is_name);
    (start < end && (start > floor || floor == 0)).then_some(start)
}

/// Behind a property that no prose has: a move, stones, a size and the like, with values that they can have.
fn telling_property(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let run = |from: usize, holds: fn(u8) -> bool| {
        from + bytes[from..].iter().take(TELLING).take_while(|&&b| holds(b)).count()
    };
    let name_end = run(start, is_name);
    let name = identifier(&text[start..name_end]);
    let open = run(name_end, is_blank);
    let is_telling = |value: &str| match &*name {
        "B" | "W" => value.is_empty() || value::point(value).value().is_some(),
        "AB" | "AW" | "AE" => value::rect(value).value().is_some(),
        "PL" => value::color(value).value().is_some(),
        "SZ" => value::size(value).value().is_some(),
        "FF" | "GM" | "HA" => value::number(value).value().is_some(),
        "KM" => value::real(value).value().is_some(),
        _ => false,
    };
    let mut end = open;
    while bytes.get(end) == Some(&b'[') {
        let len = bytes[end + 1..].iter().take(TELLING).position(|&b| b == b']')?;
        if !is_telling(&text[end + 1..end + 1 + len]) {
            return None;
        }
        end += len + 2;
        // Further values of a list may follow.
        let next = run(end, is_blank);
        end = if bytes.get(next) == Some(&b'[') { next } else { end };
    }
    (end > open).then_some(end)
}

/// A game that starts with a property, whose first value is opened at `open`: where it starts, if one does; or from where on
/// another may. It starts the text or a line, and what follows it is more of a game.
fn bare_start(text: &str, open: usize) -> (Option<usize>, usize) {
    let bytes = text.as_bytes();
    let none = (None, open + 1);
    let Some(start) = name_start(bytes, open) else { return none };
    let starts_text = text[..start].chars().all(is_space_or_control);
    if !(starts_text || starts_line(text, start)) || !is_property(text, start) {
        return none;
    }
    let (mut at, mut telling) = (start, false);
    loop {
        if let Some(end) = telling_property(text, at) {
            (at, telling) = (skip_spaces(text, end), true);
        } else if starts_text && is_property(text, at) {
            // The players' names and the like: they may be long, but there is only one start of a text. A parenthesis in
            // one that may start a game rather does.
            at += bytes[at..].iter().position(|&b| b == b'[').unwrap_or(0);
            while bytes.get(at) == Some(&b'[') {
                let from = at;
                loop {
                    let Some(close) = closing_bracket(bytes, at + 1) else { return none };
                    at = close;
                    if follows(text, close + 1) {
                        break;
                    }
                }
                if memchr::memchr_iter(b'(', &bytes[from..at]).any(|paren| opens_game(text, from + paren)) {
                    return none;
                }
                at = skip_spaces(text, at + 1);
            }
        } else {
            break;
        }
    }
    let is_start = match bytes.get(at) {
        Some(b';') => (telling || starts_text) && is_property(text, skip_spaces(text, at + 1)),
        Some(b'(') => starts_text && opens_game(text, at),
        Some(b')') | None => telling && starts_text,
        Some(_) => false,
    };
    if is_start { (Some(start), open + 1) } else { (None, at.max(open + 1)) }
}

/// Whether letters or digits stand before a place in its line, near by.
fn is_in_words(text: &str, at: usize) -> bool {
    let before = &text.as_bytes()[at.saturating_sub(TELLING)..at];
    let mut line = before.iter().rev().take_while(|&&b| !matches!(b, b'\n' | b'\r'));
    line.any(|&b| b.is_ascii_alphanumeric() || !b.is_ascii())
}

/// Whether nothing but blanks stands before a place in its line, and few of them.
fn starts_line(text: &str, at: usize) -> bool {
    let before = &text.as_bytes()[at.saturating_sub(TELLING)..at];
    match before.iter().rev().find(|&&b| !matches!(b, b' ' | b'\t')) {
        Some(b) => matches!(b, b'\n' | b'\r'),
        None => at < TELLING,
    }
}

/// Whether a game may start with the parenthesis at `at`.
fn opens_game(text: &str, at: usize) -> bool {
    let next = skip_spaces(text, at + 1);
    match text.as_bytes().get(next) {
        Some(b';' | b'(' | b')') => true,
        Some(b'A'..=b'Z') => is_property(text, next),
        _ => false,
    }
}

/// Whether the parenthesis at `open` starts a game of its own: the first node has FF, GM or SZ. What else is wrong with it, and has
/// a safe fix, makes no difference.
fn starts_game(text: &str, open: usize) -> bool {
    if !opens_game(text, open) {
        return false;
    }
    let bytes = text.as_bytes();
    let (mut at, mut is_in_node) = (open + 1, false);
    // Letters that may be the start of an identifier with blanks in it.
    let mut word = None;
    loop {
        if bytes.get(at) == Some(&b';') && !is_in_node {
            (at, is_in_node) = (at + 1, true);
            continue;
        }
        let mut token = Token::Space;
        let Some(end) = scanner::token(text, at, &mut |found, _, _| token = found) else { return false };
        match token {
            Token::Space | Token::Value => {}
            Token::Unknown => word = bytes[at].is_ascii_uppercase().then_some(at),
            Token::Property => {
                is_in_node = true;
                let name_end = at + bytes[at..end].iter().take_while(|&&b| is_name(b)).count();
                let is_root = |from: usize| matches!(&*identifier(&text[from..name_end]), "FF" | "GM" | "SZ");
                if is_root(at) || word.take().is_some_and(is_root) {
                    return true;
                }
            }
            Token::Plays | Token::Node | Token::Open | Token::Close => return false,
        }
        at = end;
    }
}

/// The first part of a text outside of every game that looks like a part of one: a node with a property, or properties.
pub(crate) fn misplaced(text: &str, at: Span) -> Option<Span> {
    let (start, end) = (at.start as usize, at.end as usize);
    let whole = &text[..end];
    let bytes = whole.as_bytes();
    let property_end = |from: usize| {
        let open = from + bytes[from..].iter().position(|&b| b == b'[')?;
        closing_bracket(bytes, open + 1).map(|close| close + 1)
    };
    // Behind all properties and semicolons from there on.
    let run = |mut to: usize| loop {
        let next = skip_spaces(whole, to);
        to = match bytes.get(next) {
            Some(b'[') => match closing_bracket(bytes, next + 1) {
                Some(close) => close + 1,
                None => end,
            },
            Some(b';') => next + 1,
            Some(_) if is_property(whole, next) => property_end(next).unwrap_or(end),
            _ => return to,
        };
    };
    let mut from = start;
    while let Some(found) = bytes.get(from..).and_then(|rest| memchr::memchr2(b';', b'[', rest)) {
        let at = from + found;
        from = at + 1;
        let follows_game = |at: usize| whole[..at].trim_end_matches(is_space_or_control).ends_with(')');
        if bytes[at] == b';' {
            let next = skip_blanks(bytes, at + 1);
            let stands_apart = || !is_in_words(whole, at) || follows_game(at);
            if is_property(whole, next) && (telling_property(whole, next).is_some() || stands_apart()) {
                return Some(Span::new(at, run(at + 1)));
            }
            continue;
        }
        let Some(name) = name_start(bytes, at).filter(|&name| name >= start) else { continue };
        // Right behind a parenthesis every property counts.
        let is_beside = name.checked_sub(1).is_some_and(|before| matches!(bytes[before], b'(' | b')'));
        // A known one counts where more of a game follows right behind it.
        let goes_on = || {
            let is_known = PropertyDef::find(&whole[name..at], 1).is_some();
            let close = bytes[at..].iter().take(4 * TELLING).position(|&b| b == b']')?;
            let next = at + close + 1;
            Some(is_known && (matches!(text.as_bytes().get(next), Some(b';' | b'[' | b'(')) || is_property(text, next)))
        };
        let is_one = telling_property(whole, name).is_some()
            || is_beside && is_property(whole, name)
            || goes_on().unwrap_or(false);
        if is_one {
            return Some(Span::new(name, run(name)));
        }
    }
    None
}

/// Whether a property starts at `at`: capitals, or the long name of one of the earlier versions, and a bracket.
fn is_property(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let run = |from: usize, holds: fn(&u8) -> bool| {
        from + bytes.get(from..).unwrap_or_default().iter().take_while(|b| holds(b)).count()
    };
    let end = run(at, |&b| is_name(b));
    let behind = run(end, u8::is_ascii_whitespace);
    let name = &text[at..end];
    match bytes.get(behind) {
        _ if name.is_empty() => false,
        // Private identifiers have digits and the like too; a single capital with them is rather a part of a text.
        Some(b'[') => {
            !name.bytes().any(|b| b.is_ascii_lowercase()) || PropertyDef::find(&identifier(name), 1).is_some()
        }
        // Letters of one identifier with blanks between them.
        Some(b'A'..=b'Z') => {
            let end = run(behind, u8::is_ascii_uppercase);
            let joined = || PropertyDef::find(&identifier(&text[at..end]), 1).is_some();
            bytes.get(run(end, u8::is_ascii_whitespace)) == Some(&b'[') && name.len() == 1 && joined()
        }
        _ => false,
    }
}

/// The identifier that a name stands for.
///
/// FF\[1\] to FF\[3\] allow lower-case letters, which mean nothing: `AddBlack` is `AB`. They are only dropped where a property
/// of the standard remains; blanks are always.
pub(crate) fn identifier(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|b| b.is_ascii_uppercase()) {
        return Cow::Borrowed(name);
    }
    let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
    let letters = name.chars().all(|c| c.is_ascii_alphabetic() || c.is_ascii_whitespace());
    if letters && [1, 6, 9, 11, 18, 19].iter().any(|&game| PropertyDef::find(&capitals, game).is_some()) {
        return Cow::Owned(capitals);
    }
    if name.contains(|c: char| c.is_ascii_whitespace()) {
        return Cow::Owned(name.split_ascii_whitespace().collect());
    }
    Cow::Borrowed(name)
}

/// The tokens of a text as games are read from it, which tile it, and where the games are.
pub(crate) fn layout(text: &str) -> kifu_core::Layout {
    let mut parser = Parser::new(text);
    parser.tokens = Some(Vec::new());
    let mut game = Game::default();
    let mut games = Vec::new();
    while parser.next(&mut game) {
        games.push(game.span);
    }
    kifu_core::Layout { tokens: parser.tokens.unwrap_or_default(), games }
}

/// Whether a game starts somewhere in a text.
pub(crate) fn has_game(text: &str) -> bool {
    Parser::new(text).start_of_game(0).0 < text.len()
}
