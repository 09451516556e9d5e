//! Single changes of a document, as edits of its text. They are not checked. [`DocumentEditor`](super::DocumentEditor)
//! checks changes, and joins many of them.

use super::{Document, Node, Property, ends::Ends, parse};
use crate::value;
use alloc::{format, string::String, vec::Vec};
use core::fmt::Write;
use kifu_core::{Edits, Span};

impl Node<'_> {
    /// Returns the edit that sets the values of a property to these texts. A new property is added at the end of the node.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// let document = Document::parse("(;GM[1] PB[?])");
    /// let root = document.games().next().unwrap().root();
    /// assert_eq!(root.set("PB", &["[a bot]"]).apply(document.text()), "(;GM[1] PB[[a bot\\]])");
    /// assert_eq!(root.set("KM", &["6.5"]).apply(document.text()), "(;GM[1] PB[?]KM[6.5])");
    /// ```
    #[must_use]
    pub fn set(self, identifier: &str, texts: &[&str]) -> Edits {
        let values = texts.iter().fold(String::new(), |mut out, text| {
            let _ = write!(out, "[{}]", value::escape(text, value::TextPlace::Whole));
            out
        });
        match self.get(identifier) {
            Some(property) => {
                let at = Span { start: property.name_span().end, end: property.span().end };
                Edits::one(at, values)
            }
            None => Edits::one(Span::at(self.span().end as usize), format!("{identifier}{values}")),
        }
    }

    /// Returns the edits that remove a property. They are empty if the node has no property with this identifier.
    #[must_use]
    pub fn unset(self, identifier: &str) -> Edits {
        let mut edits = Edits::default();
        for property in self.properties().filter(|property| property.identifier() == identifier) {
            edits.replace(property.span(), "").expect("properties do not overlap");
        }
        edits
    }

    /// Returns the edits that add a node after this one, with properties such as `B[aa]C[x]`, as its last child.
    ///
    /// The time is linear in the size of the game. [`DocumentEditor`](super::DocumentEditor) appends many nodes in that time.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// let document = Document::parse("(;B[aa];W[bb])");
    /// let [first, last] = document.games().next().unwrap().nodes().collect::<Vec<_>>()[..] else { panic!() };
    /// assert_eq!(last.append("B[cc]").apply(document.text()), "(;B[aa];W[bb];B[cc])");
    /// // If there is a child already, the new one becomes a variation.
    /// assert_eq!(first.append("W[cc]").apply(document.text()), "(;B[aa](;W[bb])(;W[cc]))");
    /// ```
    #[must_use]
    pub fn append(self, properties: &str) -> Edits {
        let Some(first) = self.children().next() else {
            return Edits::one(Span::at(self.span().end as usize), format!(";{properties}"));
        };
        let (start, end) = (first.span().start as usize, Ends::of(self.of).subtree(self.index));
        if self.of.text[..start].trim_end().ends_with('(') {
            return Edits::one(Span::at(end), format!("(;{properties})"));
        }
        // The continuation has no parenthesis yet. It becomes a variation beside the new one.
        let mut edits = Edits::one(Span::at(start), "(");
        edits.insert(end, format!(")(;{properties})")).expect("a node does not end where it starts");
        edits
    }

    /// Returns the edit that removes this node and all nodes below it. The time is linear in the size of the game.
    ///
    /// ```
    /// use kifu_sgf::Document;
    /// let document = Document::parse("(;B[aa](;W[bb];B[cc])(;W[dd]))");
    /// let variation = document.games().next().unwrap().root().children().next().unwrap();
    /// assert_eq!(variation.remove().apply(document.text()), "(;B[aa](;W[dd]))");
    /// ```
    #[must_use]
    pub fn remove(self) -> Edits {
        self.remove_up_to(Ends::of(self.of).subtree(self.index))
    }

    /// Returns the edit that removes this node and all nodes below it, up to `end`, the end of the
    /// subtree.
    pub(super) fn remove_up_to(self, end: usize) -> Edits {
        let start = self.span().start as usize;
        let text = self.of.text.as_bytes();
        let before = text[..start].iter().rposition(|b| !b.is_ascii_whitespace());
        let after = text[end..].iter().position(|b| !b.is_ascii_whitespace()).map(|at| end + at);
        match (before, after) {
            // If nothing of the variation is left, its parentheses are removed too.
            (Some(open), Some(close)) if self.index > 0 && text[open] == b'(' && text[close] == b')' => {
                Edits::one(Span::new(open, close + 1), "")
            }
            _ => Edits::one(Span::new(start, end), ""),
        }
    }
}

impl Property<'_> {
    /// Returns the edit that removes the property.
    #[must_use]
    pub fn remove(self) -> Edits {
        Edits::one(self.span(), "")
    }
}

/// Applies the edits. Only the games that they affect are parsed again.
///
/// This is incremental parsing. The games before the first edit keep their index, except from the first game on that is not
/// closed, because text after such a game may change it. Parsing stops at the first game that has the same place as before,
/// moved by the length of the edits; the games from there on are only moved. The cost is linear in the text that is parsed
/// again, plus a copy of the text and the size of the moved index.
pub(super) fn apply(document: &mut Document, edits: &Edits) {
    let Some((first, _)) = edits.iter().next() else { return };
    let last = edits.iter().last().map_or(first, |edit| edit.0);
    let text = edits.apply(&document.text);
    let grown = text.len() as i64 - document.text.len() as i64;
    let apart = document.games.partition_point(|game| game.span.end < first.start);
    // A new bracket after a game may become the end of a value that has none. Text after a game that lacks a parenthesis may
    // become a part of the game.
    let reaches_on = |game: &parse::Game| game.open_ended || game.bare || game.unclosed() > 0;
    let kept = document.games[..apart].iter().position(reaches_on).unwrap_or(apart);
    let resume = kept.checked_sub(1).map_or(0, |last| document.games[last].span.end as usize);
    let after = document.games.partition_point(|game| game.span.start <= last.end);
    let moved = |at: u32| u32::try_from(i64::from(at) + grown).unwrap_or(u32::MAX);

    let old = core::mem::take(&mut document.games);
    let mut old = old.into_iter();
    let mut games: Vec<_> = old.by_ref().take(kept).collect();
    let mut rest: Vec<_> = old.skip(after - kept).collect();
    let stray = core::mem::take(&mut document.stray);
    let mut strays: Vec<_> = stray.iter().copied().filter(|span| (span.end as usize) <= resume).collect();

    let mut parser = parse::Parser::resume(&text, resume, kept > 0);
    let (mut next, mut synced) = (0, None);
    loop {
        next += rest[next..].iter().take_while(|game| (moved(game.span.start) as usize) < parser.at()).count();
        let mut game = parse::Game::default();
        let more = parser.next(&mut game);
        if !more {
            strays.append(&mut parser.stray);
            break;
        }
        // If one game starts at its old offset, so do all games after it.
        let stood = rest.get(next).map(|game| (moved(game.span.start), moved(game.span.end)));
        if stood == Some((game.span.start, game.span.end)) {
            strays.append(&mut parser.stray);
            synced = Some(next);
            break;
        }
        strays.append(&mut parser.stray);
        game.link();
        games.push(game);
    }
    if let Some(next) = synced {
        let from = rest[next].span.start;
        for mut game in rest.drain(next..) {
            game.shift(moved);
            games.push(game);
        }
        let after = stray.iter().filter(|span| span.start >= from);
        strays.extend(after.map(|span| Span { start: moved(span.start), end: moved(span.end) }));
    }
    *document = Document { text, games, stray: strays };
}

impl parse::Game {
    fn shift(&mut self, moved: impl Fn(u32) -> u32) {
        let span = |span: &mut Span| *span = Span { start: moved(span.start), end: moved(span.end) };
        span(&mut self.span);
        self.values.iter_mut().for_each(span);
        for node in &mut self.nodes {
            node.start = moved(node.start);
        }
        for open in &mut self.open {
            open.at = moved(open.at);
        }
        for property in &mut self.properties {
            property.start = moved(property.start);
        }
        for oddity in &mut self.oddities {
            oddity.at = Span { start: moved(oddity.at.start), end: moved(oddity.at.end) };
        }
    }
}
