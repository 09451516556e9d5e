//! Builds the index of one game from its tokens.

use super::{
    blank::is_space_or_control,
    brackets::InnerBrackets,
    index::{Branch, Game, NodeSlot, Open, PropertySlot, narrow, push},
    oddity::{Odd, Oddity},
    property::{identifier, is_name},
    start::starts_game,
};
use crate::{Kind, PropertyDef, scanner::Token};
use alloc::string::String;
use kifu_core::Span;

/// The length in bytes of a node that has only a move.
pub(super) const PLAY: u32 = ";B[pd]".len() as u32;

/// Marks the absence of a node.
pub(super) const NONE: u32 = u32::MAX;

/// A game while it is being built.
pub(super) struct Build<'a> {
    pub(super) text: &'a str,
    pub(super) last_bracket: usize,
    pub(super) game: &'a mut Game,
    /// The node that the next one follows.
    pub(super) current: u32,
    pub(super) in_node: bool,
    pub(super) in_property: bool,
    /// The brackets that the values of the last property may have. `None` if this was not looked up yet.
    pub(super) inner_brackets: Option<InnerBrackets>,
    /// True if the last token closed a variation.
    pub(super) after_variation: bool,
    /// The place of an open parenthesis that no node has followed yet.
    pub(super) opened: Option<u32>,
    /// Letters that may be the start of an identifier with white space in it.
    pub(super) word: Option<Span>,
    /// The end of the last token.
    pub(super) end: usize,
}

impl Build<'_> {
    #[inline(always)]
    pub(super) fn token(&mut self, token: Token, start: usize, end: usize) {
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
                let open = Open { at: narrow(start), node: self.current, nodes };
                push(&mut self.game.open, open, self.text.len() - start);
                self.opened = Some(narrow(start));
                self.leave_node();
            }
            Token::Close => self.close(end),
            Token::Unknown => self.unknown(start, end),
        }
    }

    /// Adds a line of moves, `;B[pd];W[dp]`: each node follows the one before, and its move has a fixed offset in it.
    #[inline]
    fn plays(&mut self, start: usize, end: usize) {
        self.node_after_variation(start);
        self.node(start);
        (self.in_property, self.inner_brackets) = (true, Some(InnerBrackets::None));
        let (properties, values) = (narrow(self.game.properties.len()), narrow(self.game.values.len()));
        let (first, more) = (narrow(start), narrow((end - start) / PLAY as usize));
        // `node` has added the first node already.
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

    /// Returns true if the parenthesis at `open` starts the next game, although this one is not closed.
    pub(super) fn ends_before(&self, open: usize) -> bool {
        if self.game.bare && self.game.open.len() == 1 && starts_game(self.text, open, &["FF", "GM", "SZ"]) {
            return true;
        }
        // Several first nodes are variations, and so are nodes after an empty first node.
        let is_first = self.current == NONE || self.game.rootless && self.current == 0;
        let of_root = self.game.nodes.get(1).map_or(self.game.properties.len(), |second| second.properties as usize);
        !is_first && of_root > 0 && starts_game(self.text, open, &["FF", "GM"])
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
        // The first node has the index `NONE + 1`, which is 0, and no parent.
        if self.current.wrapping_add(1) != narrow(self.game.nodes.len()) {
            self.branch();
        }
        let properties = narrow(self.game.properties.len());
        self.current = narrow(self.game.nodes.len());
        push(&mut self.game.nodes, NodeSlot { start: narrow(start), properties }, self.text.len() - start);
        self.leave_node();
        self.in_node = true;
        self.opened = None;
    }

    /// Records that the next node follows a node other than the last.
    #[cold]
    fn branch(&mut self) {
        if self.current == NONE {
            self.add_root();
        }
        let node = narrow(self.game.nodes.len());
        if self.current + 1 != node {
            // A game with one variation usually has several, so reserve memory for them.
            self.game.branches.reserve(16);
            push(&mut self.game.branches, Branch { parent: self.current, node }, self.text.len() - self.end);
        }
    }

    /// Adds an empty node before several first nodes, which become its children.
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

    /// Removes an empty first node if the second node is its only child and has properties of a first node: `(;;GM[1]`.
    pub(super) fn drop_empty_first_node(&mut self) {
        let text = self.text;
        let game = &mut *self.game;
        let [first, second, ..] = game.nodes[..] else { return };
        let is_usual = first.properties < second.properties;
        if is_usual || game.rootless || game.bare || game.branches.iter().any(|branch| branch.parent == 0) {
            return;
        }
        let end = game.nodes.get(2).map_or(game.properties.len(), |third| third.properties as usize);
        let is_header = game.properties[..end].iter().any(|&slot| {
            let name = identifier(&text[slot.start as usize..game.name_end(text, slot) as usize]);
            PropertyDef::find(&name, 1).is_some_and(|known| matches!(known.kind, Kind::Root | Kind::GameInfo))
        });
        // Parentheses between the two nodes open a variation.
        let between = &text[first.start as usize + 1..second.start as usize];
        if !is_header || between.contains('(') {
            return;
        }
        game.nodes.remove(0);
        for branch in &mut game.branches {
            *branch = Branch { parent: branch.parent - 1, node: branch.node - 1 };
        }
        for open in &mut game.open {
            open.node = if open.node == NONE { NONE } else { open.node.wrapping_sub(1) };
            open.nodes = open.nodes.saturating_sub(1);
        }
        let at = Span { start: first.start, end: first.start + 1 };
        game.oddities.insert(0, Oddity { kind: Odd::EmptyFirstNode, at });
    }

    #[inline(always)]
    fn property(&mut self, start: usize, end: usize) {
        let bytes = self.text.as_bytes();
        // Only white space may be between the name and the bracket. Nearly every name has one or two letters.
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
                self.odd(Odd::SpaceInIdentifier, start, name_end);
            }
        }
        if !self.in_node {
            // If a game starts with a property, the missing parenthesis is reported, and covers the semicolon.
            if !(self.game.bare && self.current == NONE) {
                self.odd(Odd::MissingSemicolon, start, start);
            }
            self.node(start);
        }
        let values = narrow(self.game.values.len());
        // A property has at least three bytes, so the rest of the text limits the number of properties.
        push(&mut self.game.properties, PropertySlot { start: narrow(start), values }, (self.text.len() - start) / 3);
        self.in_property = true;
        self.inner_brackets = None;
        self.value(inner, end);
    }

    /// Removes the deviation of the letters of `word`, which belong to an identifier.
    #[cold]
    fn take_back(&mut self, word: Span) {
        match self.game.oddities.last_mut() {
            Some(last) if last.at.start == word.start => drop(self.game.oddities.pop()),
            Some(last) => last.at.end = word.start,
            None => {}
        }
    }

    /// Returns true if the letters of `word`, together with those of the property after it, are a known identifier.
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

    #[cold]
    fn unknown(&mut self, start: usize, end: usize) {
        let text = &self.text[start..end];
        self.word = None;
        // After extra brackets, further values of the property may follow.
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
                (self.in_property, self.inner_brackets) = (true, Some(InnerBrackets::None));
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
