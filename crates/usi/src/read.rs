//! From the lines of a file to its records.

use crate::{
    Variations, codes,
    document::{Line, lines},
    moves::{self, Meaning},
    scanner::Token,
    usen,
};
use alloc::{format, string::String, vec, vec::Vec};
use core::ops::ControlFlow;
use kifu_core::{Diagnostics, Edits, GameBuilder, NodeId, ReadGame, Safety, Severity, Source, Span};
use kifu_rules::shogi::{Position, Undo};
use kifu_shogiban::{Action, Setup, Shogi};

type Sink<'s> = &'s mut dyn FnMut(ReadGame<Shogi>) -> ControlFlow<()>;

/// Reads the games of a source one by one.
pub(crate) fn read_each(source: &Source, variations: Variations, sink: Sink<'_>) -> Diagnostics {
    let mut outside = Diagnostics::within(source.limits());
    let mut open: Option<Reader<'_>> = None;
    let (mut has_game, mut is_group) = (false, false);
    for line in lines(source.text()) {
        let is_game = line.is_game();
        let starts_group = line.is_start_of_group();
        if line.token == Token::Unknown {
            let message = || "this line is not a game; left out";
            let report = outside.report(&codes::UNKNOWN_LINE, line.shown(), message);
            let report = report.help("a game starts with `position` or `sfen`");
            if is_remark(line.text) {
                let edits = || Edits::one(Span::at(line.span.start as usize), "# ");
                report.fix(Safety::Guess, || "make it a comment", edits);
            }
        }
        let start = is_game.then(|| Start::of(&line));
        let goes_on = match (&open, &start) {
            (Some(reader), Some(Ok(start))) => reader.goes_on(start),
            _ => line.token == Token::Comment && !starts_group,
        };
        is_group = starts_group || is_group && line.token != Token::Space;
        if !goes_on && let Some(reader) = open.take() {
            has_game = true;
            if sink(reader.finish()).is_break() {
                return outside;
            }
        }
        match start {
            None => {}
            Some(Err(message)) => {
                outside.report(&codes::BAD_POSITION, line.shown(), || format!("{message}; the game was left out"));
            }
            Some(Ok(start)) => {
                let variations = if is_group { Variations::Lines } else { variations };
                let reader = open.get_or_insert_with(|| Reader::new(source, &line, &start, variations));
                reader.line(&line, &start);
            }
        }
    }
    if let Some(reader) = open {
        has_game = true;
        let _ = sink(reader.finish());
    }
    if !has_game {
        outside.report(&codes::NO_GAME, Span::at(0), || "no line is a game; the file has no record");
    }
    outside
}

/// Returns a word in the case of the letters of USI: a square has lower-case ones, and a piece that is dropped upper-case ones.
fn usual_case(word: &str) -> String {
    match word.split_once('*') {
        Some((piece, square)) => format!("{}*{}", piece.to_ascii_uppercase(), square.to_ascii_lowercase()),
        None => word.to_ascii_lowercase(),
    }
}

/// Returns true if a line that is not a game has none of the words of one.
fn is_remark(line: &str) -> bool {
    !line.contains(['~', '/', char::REPLACEMENT_CHARACTER])
        && !["pos", "sfen", "moves", "start"].iter().any(|word| line.contains(word))
}

/// The position of a line, and what follows it.
struct Start<'a> {
    setup: Setup,
    /// The place of the position.
    at: Span,
    /// The words of the moves; none in USEN.
    words: Vec<&'a str>,
    /// The sections of USEN, each after its `~`.
    sections: &'a str,
    /// A word in the place of the number of the move, which has no effect.
    bad_number: Option<&'a str>,
}

impl<'a> Start<'a> {
    /// Returns the start of a line that is a game, or what is wrong with its position.
    fn of(line: &Line<'a>) -> Result<Self, kifu_shogiban::ParseSfenError> {
        if line.token == Token::Usen {
            let (setup, sections) = line.text.trim().split_once('~').unwrap_or(("", ""));
            let at = line.span_of(setup);
            return Ok(Self { setup: usen::read_setup(setup)?, at, words: Vec::new(), sections, bad_number: None });
        }
        let mut words = line.words().peekable();
        words.next_if_eq(&"position");
        let (mut setup, mut at, mut bad_number) = (Setup::default(), line.shown(), None);
        if words.next_if_eq(&"startpos").is_none() {
            words.next_if_eq(&"sfen");
            let (mut first, mut last) = (None, None);
            while let Some(word) = words.next_if(|word| *word != "moves") {
                first = first.or(Some(word));
                last = Some(word);
            }
            if let (Some(first), Some(last)) = (first, last) {
                at = Span { end: line.span_of(last).end, ..line.span_of(first) };
                let (start, end) = (at.start - line.span.start, at.end - line.span.start);
                let text = &line.text[start as usize..end as usize];
                setup = match text.parse() {
                    // The moves have a meaning without it.
                    Err(kifu_shogiban::ParseSfenError::MoveNumber) => {
                        let words: Vec<_> = text.split_ascii_whitespace().collect();
                        bad_number =
                            words.get(3).copied().filter(|word| words.len() == 4 && !Action::looks_like_move(word));
                        if bad_number.is_some() { words[..3].join(" ").parse() } else { text.parse() }
                    }
                    parsed => parsed,
                }?;
            } else if line.token != Token::Moves {
                setup = "".parse()?;
            }
        }
        words.next_if_eq(&"moves");
        Ok(Self { setup, at, words: words.collect(), sections: "", bad_number })
    }
}

/// A game that is being read.
struct Reader<'a> {
    game: GameBuilder<Shogi>,
    variations: Variations,
    span: Span,
    is_usen: bool,
    position: Position,
    /// The nodes of the line of play, from the root on, and what takes each back.
    path: Vec<NodeId>,
    undos: Vec<Undo>,
    /// The words of the line before.
    words: Vec<&'a str>,
}

impl<'a> Reader<'a> {
    fn new(source: &Source, line: &Line<'a>, start: &Start<'a>, variations: Variations) -> Self {
        let span = line.span;
        // With one line for each line of play, the game can be longer than its first line.
        let all = match variations {
            Variations::None => span,
            Variations::Lines => Span::new(span.start as usize, source.text().len()),
        };
        let mut game: GameBuilder<Shogi> = GameBuilder::new(all).within(source.limits());
        game.ends_at(span.range().end);
        let record = game.record_mut();
        record.terms.is_handicap = start.setup.has_handicap();
        record.setup = start.setup.clone();
        let path = vec![record.tree.root()];
        for surplus in start.setup.surplus() {
            game.report(&codes::PIECE_COUNT, start.at, || format!("{surplus}; kept"));
        }
        if let Some(number) = start.bad_number {
            let message = || format!("`{number}` is not the number of a move; ignored");
            game.report(&codes::BAD_POSITION.with_severity(Severity::Warning), line.span_of(number), message);
        }
        let position = Position::new(&start.setup);
        let is_usen = line.token == Token::Usen;
        Self { game, variations, span, is_usen, position, path, undos: Vec::new(), words: Vec::new() }
    }

    /// Returns true if a line with this start is a further line of play of this game.
    fn goes_on(&self, start: &Start<'a>) -> bool {
        let is_of_usi = !self.is_usen && start.sections.is_empty();
        self.variations == Variations::Lines && is_of_usi && self.game.record().setup == start.setup
    }

    fn line(&mut self, line: &Line<'a>, start: &Start<'a>) {
        self.span.end = line.span.end;
        if self.is_usen {
            return self.usen(line, start.sections);
        }
        let same = self.words.iter().zip(&start.words).take_while(|(a, b)| a == b).count();
        if same == start.words.len() {
            // The line is the beginning of the one before.
            return;
        }
        self.go_back(same);
        for word in &start.words[same..] {
            let meaning = moves::meaning(word, &self.position);
            self.play(word, meaning, line.span_of(word));
        }
        self.words.clone_from(&start.words);
    }

    /// Goes back to the node after this number of nodes.
    fn go_back(&mut self, nodes: usize) {
        self.path.truncate(nodes + 1);
        while self.undos.len() >= self.path.len() {
            if let Some(undo) = self.undos.pop() {
                self.position.undo(undo);
            }
        }
        if let Some(last) = self.path.last() {
            self.game.go_to(*last);
        }
    }

    fn play(&mut self, word: &str, meaning: Meaning, span: Span) {
        let what = match meaning {
            Meaning::Action(action) => return self.add(action, span),
            Meaning::NoPiece(square) => format!("`{word}`: {square} is empty"),
            Meaning::Other => format!("`{word}` is not a move"),
        };
        let is_kept = Action::looks_like_move(word);
        let done = if is_kept { "kept as words, so that the moves after it may be illegal" } else { "left out" };
        let likely = usual_case(word);
        let is_likely = likely != word && matches!(moves::meaning(&likely, &self.position), Meaning::Action(_));
        let report = self.game.report(&codes::BAD_MOVE, span, || format!("{what}; {done}"));
        match is_likely {
            true => report.fix(Safety::Guess, || format!("write {likely}"), || Edits::one(span, &*likely)),
            false => report.help("the moves after it may be read wrong, because this one was not played"),
        };
        if is_kept {
            self.add(Action::words(word), span);
        }
    }

    fn add(&mut self, action: Action, span: Span) {
        let is_ending = |action: &Action| matches!(action, Action::Ending(_));
        // The moves after the first one need no finding of their own.
        if self.game.node_mut().action.as_ref().is_some_and(is_ending) {
            self.game.report(&codes::AFTER_ENDING, span, || "a move or an ending follows the ending of its line; kept");
        }
        self.undos.push(self.position.play_action(&action));
        self.game.add(span.start, action);
        self.path.push(self.game.current());
    }

    fn usen(&mut self, line: &Line<'a>, sections: &'a str) {
        for (index, section) in sections.split('~').enumerate() {
            let mut parts = section.split('.');
            let (number, moves) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let end = parts.next().unwrap_or_default();
            let span = line.span_of(section);
            let most = self.path.len() - 1;
            let start = number.parse::<usize>().ok().filter(|start| *start <= most);
            if start.is_none() {
                let message =
                    || format!("the section starts after move `{number}`, but the line has {most}; read there");
                self.game.report(&codes::BAD_SECTION, span, message);
            }
            if index > 0 {
                self.go_back(start.unwrap_or(most));
            }
            let mut rest = moves;
            while !rest.is_empty() {
                let at = rest.char_indices().nth(usen::DIGITS).map_or(rest.len(), |(at, _)| at);
                let (digits, behind) = rest.split_at(at);
                let span = line.span_of(digits);
                let Some((origin, to, promotes)) = usen::read_move(digits) else {
                    let message =
                        || format!("`{digits}` is not a move; this and the rest of the section were left out");
                    self.game.report(&codes::BAD_SECTION, span, message);
                    break;
                };
                rest = behind;
                let meaning = moves::played(origin, to, promotes, &self.position);
                // A move that leaves an empty square is kept as USI writes it.
                let word = moves::word(origin, to, promotes);
                self.play(&word, meaning, span);
            }
            self.usen_end(end, parts.next().is_some(), span, line);
        }
    }

    /// Adds the ending of a section. Later sections do not count it.
    fn usen_end(&mut self, end: &str, has_more: bool, span: Span, line: &Line<'a>) {
        match usen::read_ending(end) {
            Some(ending) => {
                self.game.add(line.span_of(end).start, ending);
                if let Some(last) = self.path.last() {
                    self.game.go_to(*last);
                }
            }
            None if end.is_empty() && !has_more => {}
            None => {
                let message = || format!("`{end}` is not an ending of USEN; it has no effect");
                self.game.report(&codes::BAD_SECTION, span, message).help("the endings are r, t, j and p");
            }
        }
    }

    fn finish(self) -> ReadGame<Shogi> {
        let Self { game, span, .. } = self;
        match game.finish() {
            Ok(mut game) => {
                game.source_map.span = span;
                game
            }
            // A game is rejected only on request, and this reader never requests it.
            Err(diagnostics) => ReadGame::new(Default::default(), Default::default(), diagnostics),
        }
    }
}
