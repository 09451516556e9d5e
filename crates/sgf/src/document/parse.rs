//! From tokens to games: the tree, and every deviation of its structure (section 6).

use crate::{
    Property,
    scanner::{self, Token},
};
use alloc::{borrow::Cow, string::String, vec::Vec};
use kifu_core::Span;

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
    /// For each node the index behind what is below it; only documents need it.
    pub(super) ends: Vec<u32>,
    /// Whether the first node is not in the text: the text has several first nodes.
    pub(crate) rootless: bool,
    open: Vec<Open>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeSlot {
    pub(crate) start: u32,
    /// The first of its properties; the next node's first is their end.
    pub(crate) properties: u32,
    pub(crate) parent: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PropertySlot {
    pub(crate) start: u32,
    /// Behind the last letter of the identifier.
    pub(crate) name_end: u32,
    /// The first of its values; the next property's first is their end.
    pub(crate) values: u32,
}

impl Game {
    /// Finds where what is below each node ends.
    pub(super) fn link(&mut self) {
        self.ends = (1..=narrow(self.nodes.len())).collect();
        for node in (0..self.nodes.len()).rev() {
            let parent = self.nodes[node].parent;
            if parent != NONE {
                let end = self.ends[node];
                let of_parent = &mut self.ends[parent as usize];
                *of_parent = end.max(*of_parent);
            }
        }
    }

    /// How many parentheses are open at its end.
    pub(crate) fn unclosed(&self) -> usize {
        self.open.len()
    }
}

/// A parenthesis that is not closed yet.
#[derive(Clone, Copy, Debug)]
struct Open {
    at: u32,
    /// The node that its variation goes on from.
    node: u32,
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
    /// Where the tokens are collected, where somebody wants them.
    pub(crate) tokens: Option<Vec<Span>>,
    /// What stands outside of every game since the last one.
    pub(crate) stray: Vec<Span>,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0, any: false, last_bracket: text.len(), tokens: None, stray: Vec::new() }
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
        while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr2(b'(', b';', rest)) {
            at += found;
            let next = skip_spaces(self.text, at + 1);
            let follows = match bytes.get(next) {
                Some(b';' | b'(' | b')') => bytes[at] == b'(',
                Some(b) if b.is_ascii_uppercase() => is_property(self.text, next),
                _ => false,
            };
            // Without a parenthesis only at the start of a file: later it would be a text between games.
            if follows && (bytes[at] == b'(' || !self.any) {
                return (at, bytes[at] == b';');
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
        game.open.clear();
        game.rootless = false;
        let start = self.at;
        let mut build = Build {
            text: self.text,
            last_bracket: self.last_bracket,
            game,
            current: NONE,
            in_node: false,
            in_property: false,
            after_variation: false,
            opened: None,
            word: None,
            end: start,
        };
        if bare {
            build.odd(Odd::MissingParenthesis, start, start);
            build.game.open.push(Open { at: narrow(start), node: NONE });
        }
        while build.end < self.text.len() {
            let at = build.end;
            let found = scanner::token(self.text, at, &mut |token, start, end| build.token(token, start, end));
            debug_assert!(found.is_some(), "the grammar is total");
            if found.is_none() || build.end == at {
                break;
            }
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

    #[inline]
    fn token(&mut self, token: Token, start: usize, end: usize) {
        self.end = end;
        match token {
            Token::Node => {
                if self.after_variation {
                    self.odd(Odd::NodeAfterVariation, start, end);
                }
                self.node(start);
            }
            Token::Property => self.property(start, end),
            Token::Space => {}
            Token::Value => self.further_value(start, end),
            Token::Open => {
                if let Some(at) = self.opened {
                    self.odd(Odd::DoubleParenthesis, at as usize, end);
                }
                self.game.open.push(Open { at: narrow(start), node: self.current });
                self.opened = Some(narrow(start));
                self.leave_node();
            }
            Token::Close => self.close(end),
            Token::Unknown => self.unknown(start, end),
        }
    }

    fn leave_node(&mut self) {
        self.in_node = false;
        self.in_property = false;
        self.after_variation = false;
        self.word = None;
    }

    fn node(&mut self, start: usize) {
        if self.current == NONE && !self.game.nodes.is_empty() {
            self.add_root();
        }
        let node = narrow(self.game.nodes.len());
        let properties = narrow(self.game.properties.len());
        self.game.nodes.push(NodeSlot { start: narrow(start), properties, parent: self.current });
        self.current = node;
        self.leave_node();
        self.in_node = true;
        self.opened = None;
    }

    /// A second first node: both become children of one that says nothing.
    #[cold]
    fn add_root(&mut self) {
        let start = self.game.open.first().map_or(0, |open| open.at);
        self.odd(Odd::SeveralRoots, start as usize, start as usize + 1);
        let below = |node: &mut u32| *node = if *node == NONE { 0 } else { *node + 1 };
        self.game.nodes.iter_mut().for_each(|node| below(&mut node.parent));
        self.game.open.iter_mut().for_each(|open| below(&mut open.node));
        self.game.nodes.insert(0, NodeSlot { start, properties: 0, parent: NONE });
        self.game.rootless = true;
        self.current = 0;
    }

    #[inline]
    fn property(&mut self, start: usize, end: usize) {
        let bytes = self.text.as_bytes();
        let name_end = start + bytes[start..end].iter().take_while(|&&b| is_name(b)).count();
        let inner = skip_blanks(bytes, name_end) + 1;
        let mut start = start;
        if let Some(word) = self.word.take()
            && self.joined(word, start, name_end)
        {
            start = word.start as usize;
            self.take_back(word);
            self.odd(Odd::BlankInIdentifier, start, name_end);
        }
        if !self.in_node {
            self.odd(Odd::MissingSemicolon, start, start);
            self.node(start);
        }
        let values = narrow(self.game.values.len());
        self.game.properties.push(PropertySlot { start: narrow(start), name_end: narrow(name_end), values });
        self.in_property = true;
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
        self.in_node && word.end as usize == start && Property::find(&identifier(&name), 1).is_some()
    }

    fn further_value(&mut self, start: usize, end: usize) {
        if self.in_property {
            self.value(start + 1, end);
        } else {
            self.word = None;
            self.odd(Odd::ValueWithoutIdentifier, start, end);
        }
    }

    /// A value whose text begins at `inner` and whose token ends at `end`.
    #[inline]
    fn value(&mut self, inner: usize, end: usize) {
        let bytes = self.text.as_bytes();
        let closed = bytes[end - 1] == b']' && end > inner && (end < bytes.len() || !is_escaped(&bytes[inner..end]));
        if closed {
            let next = bytes.get(end);
            let end = if matches!(next, Some(b';' | b')' | b'[' | b'(')) { end } else { self.mended(end) };
            self.end = end;
            self.game.values.push(Span { start: narrow(inner), end: narrow(end - 1) });
        } else {
            self.odd(Odd::UnclosedValue, inner - 1, end);
            self.game.values.push(Span { start: narrow(inner), end: narrow(end) });
        }
    }

    /// The end of a value whose first bracket is at `end - 1`: of a text, further brackets may belong to it.
    fn mended(&mut self, mut end: usize) -> usize {
        let bytes = self.text.as_bytes();
        let last = self.game.properties[self.game.properties.len() - 1];
        let name = &self.text[last.start as usize..last.name_end as usize];
        if matches!(name, "B" | "W") || follows(self.text, end) {
            return end;
        }
        if !Property::find(&identifier(name), 1).is_some_and(Property::is_text) {
            return end;
        }
        while !follows(self.text, end) && end < self.last_bracket {
            let Some(next) = closing_bracket(bytes, end) else {
                self.last_bracket = end;
                break;
            };
            self.odd(Odd::UnescapedBracket, end - 1, end);
            end = next + 1;
        }
        end
    }

    fn close(&mut self, end: usize) {
        if let Some(open) = self.game.open.pop() {
            if self.opened.take().is_some() {
                self.odd(Odd::EmptyTree, open.at as usize, end);
            }
            self.current = open.node;
        }
        self.leave_node();
        self.after_variation = true;
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
                let slot = PropertySlot { start: narrow(start), name_end: narrow(end), values };
                self.game.properties.push(slot);
                self.game.values.push(Span::at(end));
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

/// A place in the text. Sources have at most 4 GiB.
fn narrow(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(NONE)
}

fn is_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b == b'-'
}

/// What counts as a space outside of values: control characters and a byte-order mark too.
pub(crate) fn is_space_or_control(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{FEFF}'
}

fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t'..=b'\r')) {
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

/// Whether a node with a property stands somewhere in a text.
pub(crate) fn has_node(text: &str) -> bool {
    let nodes = memchr::memchr_iter(b';', text.as_bytes());
    nodes.map(|at| skip_blanks(text.as_bytes(), at + 1)).any(|at| is_property(text, at))
}

/// Whether a property starts at `at`: capitals, or the long name of one of the earlier versions, and a bracket.
fn is_property(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let run = |from: usize, holds: fn(&u8) -> bool| {
        from + bytes.get(from..).unwrap_or_default().iter().take(32).take_while(|b| holds(b)).count()
    };
    let end = run(at, |&b| is_name(b));
    let behind = run(end, u8::is_ascii_whitespace);
    let name = &text[at..end];
    match bytes.get(behind) {
        _ if name.is_empty() => false,
        // Private identifiers have digits and the like too; a single capital with them is rather a part of a text.
        Some(b'[') => !name.bytes().any(|b| b.is_ascii_lowercase()) || Property::find(&identifier(name), 1).is_some(),
        // Letters of one identifier with blanks between them.
        Some(b'A'..=b'Z') => {
            let end = run(behind, u8::is_ascii_uppercase);
            let joined = || Property::find(&identifier(&text[at..end]), 1).is_some();
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
    if letters && [1, 6, 9, 11, 18, 19].iter().any(|&game| Property::find(&capitals, game).is_some()) {
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
