//! Everything that the rules find wrong with a game of go.

use super::{
    Board, IllegalMove, codes,
    correct::{Correction, Corrections},
    judge::{move_text, rules_name},
    result,
};
use crate::{Judge, Review};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{
    CodeInfo, Diagnostics, Foreign, GameInFile, HeaderField, Node, NodeId, Parsed, Part, Safety, Severity, Source, Span,
};
use kifu_goban::{
    Action, Color, Go, Move, Points, PositionEdit, Size, Terms,
    rules::{End, PRESETS, Preset, Rules, Scoring},
};

/// The rules of a game, and whether the record states them.
pub(super) struct RulesOfGame {
    pub(super) rules: Rules,
    pub(super) are_stated: bool,
}

impl RulesOfGame {
    fn of(terms: &Terms) -> Self {
        match Go::rules(terms) {
            Some(Parsed::Value(rules)) => Self { rules, are_stated: true },
            _ => Self { rules: Go::assumed_rules(), are_stated: false },
        }
    }

    /// Returns the code as a warning instead of an error, if the rules are only assumed.
    pub(super) fn severity(&self, code: &CodeInfo) -> CodeInfo {
        code.with_severity(if self.are_stated { code.severity } else { code.severity.min(Severity::Warning) })
    }
}

/// The state of a line of play after a node.
#[derive(Clone, Copy, Default)]
struct Line {
    moves: u32,
    /// The player of the last move; `None` after a setup.
    last: Option<Color>,
    /// The number of passes in a row that the line ends with.
    passes: u8,
    /// True if a player has passed. Under rules with a button, the first pass takes it, and does not count.
    has_pass: bool,
    has_white_move: bool,
    /// True if a move after the end of the game was reported.
    is_resumed: bool,
    /// True if a move or stones of the line were left out, so that the file may have other stones on the board.
    is_incomplete: bool,
}

struct Check<'a> {
    game: &'a GameInFile<'a, Go>,
    rules: RulesOfGame,
    /// The number of stones that HA states.
    handicap: u32,
    found: Diagnostics,
    illegal: Vec<(NodeId, IllegalMove)>,
    setups: Vec<SetupEffect>,
}

/// Points of a setup that change nothing or replace a stone, all of one property: `AB`, `AW` or `AE` in SGF.
struct SetupEffect {
    node: NodeId,
    stone: Option<Color>,
    /// True if the points have stones of the other colour, false if they are already as the setup demands.
    replaces: bool,
    points: Points,
}

impl SetupEffect {
    fn code(&self) -> &'static CodeInfo {
        if self.replaces { &codes::SETUP_ON_STONE } else { &codes::SETUP_WITHOUT_EFFECT }
    }

    /// Returns the value of a setup of only one point, as SGF writes it.
    fn value(&self) -> Option<String> {
        (self.points.len() == 1).then(|| self.points.to_string())
    }

    fn message(&self, size: Size) -> String {
        let (value, points) = (self.value(), points_text(&self.points, size));
        let property = self.property();
        let does = match (self.stone, &value) {
            (Some(color), Some(value)) => format!("{property}{value} puts a {color} stone on {points}"),
            (Some(color), None) => format!("{property} puts {color} stones on {points}"),
            (None, _) => format!("{property}{} clears {points}", value.as_deref().unwrap_or_default()),
        };
        let effect = match (self.stone, self.replaces, value.is_some()) {
            (Some(color), true, true) => format!("; it replaces a {} stone", color.opponent()),
            (Some(color), true, false) => format!("; they replace {} stones", color.opponent()),
            (Some(_), false, true) => ", which already has one; no effect".into(),
            (Some(_), false, false) => ", which already have one; no effect".into(),
            (None, _, true) => ", which is already empty; no effect".into(),
            (None, _, false) => ", which are already empty; no effect".into(),
        };
        does + &effect
    }

    fn property(&self) -> &'static str {
        match self.stone {
            Some(Color::Black) => "AB",
            Some(Color::White) => "AW",
            None => "AE",
        }
    }

    /// Returns the place of the value if it is only one and the text has it as SGF writes it; otherwise the place of the setup.
    fn span(&self, source: &Source, setup: Span) -> Span {
        let only = |wanted: &str| {
            let mut places = source.slice(setup).match_indices(wanted);
            let (at, found) = places.next().filter(|_| places.next().is_none())?;
            Some(setup.start as usize + at + found.len())
        };
        let Some(value) = self.value() else { return setup };
        // Another property may have the same point.
        let end = only(&value).or_else(|| only(&format!("{}{value}", self.property())));
        end.map_or(setup, |end| Span::new(end - value.len(), end))
    }
}

/// Returns all diagnostics of a game. The time is linear in its size.
pub(super) fn check(game: &GameInFile<'_, Go>) -> Diagnostics {
    let terms = &game.record.terms;
    let handicap = terms.handicap.as_ref().and_then(Parsed::value).copied().unwrap_or(0);
    let rules = RulesOfGame::of(terms);
    let mut check =
        Check { game, rules, handicap, found: Diagnostics::default(), illegal: Vec::new(), setups: Vec::new() };
    check.header();
    check.moves();
    check.report_setup_effects();
    check.report_illegal_moves();
    result::check(game, &check.rules, &mut check.found);
    check.found
}

impl Check<'_> {
    /// Reports at a node. The place in the text is that of the part, if the format has it.
    fn report_at_root(&mut self, code: &CodeInfo, fact: &str, message: &str, help: Option<&str>) {
        let place = (Part::Terms, HeaderField::Fact(fact.into()));
        report_at_root(self.game, &mut self.found, code, &place, message, help);
    }

    fn header(&mut self) {
        let terms = &self.game.record.terms;
        if let Some(Parsed::Text(name)) = Go::rules(terms) {
            let message = format!("unknown rule set {:?}; {ASSUMED}", name.as_str());
            self.report_at_root(&codes::UNKNOWN_RULE_SET, "rules", &message, None);
        }
        self.komi();
        self.handicap();
        let start = &self.game.record.setup.stones;
        let edit = PositionEdit::default().with_stones(start.clear().clone(), None);
        if !edit.is_empty() {
            let board = Board::new(self.game.record.setup.size, Color::Black);
            self.setup_effects(self.game.record.tree.root(), &edit, &board);
        }
    }

    fn komi(&mut self) {
        let terms = &self.game.record.terms;
        let Some(komi) = terms.komi.as_ref().and_then(Parsed::value).copied() else { return };
        let Some(quarters) = result::quarters(komi) else { return };
        let name = self.rules.are_stated.then(|| rules_name(&terms.rules, &self.rules.rules));
        let usual = |halves: &[i64]| halves.contains(&(quarters / 2));
        let message = if quarters % 2 != 0 {
            format!(
                "komi {komi} is not a multiple of half a point; if it counts Chinese stones, it means twice as many points"
            )
        } else if quarters < 0 || quarters > 4 * i64::from(MAX_USUAL_KOMI) {
            format!("komi {komi} is unusual; a komi is usually from 0 to {MAX_USUAL_KOMI}")
        } else if let Some(name) = name.filter(|_| self.handicap < 2 && quarters > 2) {
            let is_usual = match self.rules.rules.scoring {
                // From 4.5 points before the war to 6.5 today, and 6.5 points of a draw by agreement less a half.
                Scoring::Territory => usual(&[5, 7, 8, 9, 10, 11, 12, 13]),
                // 5.5 points until 2002, 6.5 points on servers, 7 and 7.5 points today, and 8 points of Ing.
                _ => usual(&[11, 13, 14, 15, 16]),
            };
            if is_usual {
                return;
            }
            let today = self.preset().map(|preset| format!("; {} is usual today", preset.komi)).unwrap_or_default();
            format!("komi {komi} is unusual under {name} rules{today}")
        } else {
            return;
        };
        self.report_at_root(&codes::KOMI, "komi", &message, None);
    }

    fn preset(&self) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.rules == self.rules.rules)
    }

    /// Compares the stated handicap with the stones: those of the setup, or the moves of Black before the first one of White.
    fn handicap(&mut self) {
        let record = self.game.record;
        if self.handicap < 2 {
            return;
        }
        let stones = &record.setup.stones;
        let placed = stones.black().len();
        let moves = record.moves().filter_map(Action::as_move);
        let own_moves =
            moves.take_while(|played| played.color == Color::Black).filter(|played| played.at.is_some()).count();
        let stated = self.handicap as usize;
        if [placed, own_moves, placed + own_moves].contains(&stated) {
            return;
        }
        let message = match placed {
            0 if own_moves < 2 => {
                format!("handicap {stated}, but the start position has no handicap stones; none are placed")
            }
            0 => format!("handicap {stated}, but Black starts with {own_moves} moves"),
            1 => format!("handicap {stated}, but the start position has 1 black stone; no others are placed"),
            _ => {
                format!("handicap {stated}, but the start position has {placed} black stones; HA does not change them")
            }
        };
        let help = "HA states the number of stones; AB in the first node places them";
        self.report_at_root(&codes::HANDICAP, "handicap", &message, Some(help));
    }

    fn moves(&mut self) {
        let record = self.game.record;
        let mut review = Review::new(record);
        let mut before = record.tree.root();
        let is_incomplete = has_unread(&record.info.foreign) || has_unread_action(&record.tree[before]);
        let mut line = Line { is_incomplete, ..Line::default() };
        let start = line;
        // The lines up to the forks above the current node.
        let mut forks: Vec<(NodeId, Line)> = Vec::new();
        let mut main = record.tree.first_child(before);
        while let Some(node) = review.advance() {
            if record.tree.is_fork(before) {
                forks.push((before, line));
            }
            let parent = record.tree.parent(node);
            if parent != Some(before) {
                while forks.last().is_some_and(|(fork, _)| Some(*fork) != parent) {
                    forks.pop();
                }
                line = forks.last().map_or(start, |(_, line)| *line);
            }
            before = node;
            let is_main = main == Some(node);
            if is_main {
                main = record.tree.first_child(node);
            }
            line.is_incomplete |= has_unread_action(&record.tree[node]);
            match &record.tree[node].action {
                Some(action @ Action::Move(played)) => {
                    let verdict = Go::judge(review.position(), review.history(), &self.rules.rules, action);
                    match verdict {
                        Err(illegal) if !line.is_incomplete && self.illegal.len() < MAX_CORRECTED => {
                            self.illegal.push((node, illegal));
                        }
                        Err(illegal) => self.illegal_move(node, &illegal, None),
                        Ok(()) => {}
                    }
                    self.order(node, *played, &mut line, is_main);
                }
                Some(Action::Edit(edit)) => {
                    self.setup_effects(node, edit, review.position());
                    if is_main && line.moves > 0 && has_stones(edit) {
                        let after = line.moves;
                        let moves = if after == 1 { "1 move".to_string() } else { format!("{after} moves") };
                        let message = || format!("setup after {moves}; the history of positions restarts");
                        self.found.report_at_node(&codes::LATE_SETUP, self.game.node_index(node), message);
                    }
                    let Line { moves, has_white_move, is_incomplete, .. } = line;
                    line = Line { moves, has_white_move, is_incomplete, ..Line::default() };
                }
                _ if has_unread_move(&record.tree[node]) => line.last = None,
                _ => {}
            }
        }
    }

    /// Checks whose turn it is, and whether the game is over.
    fn order(&mut self, node: NodeId, played: Move, line: &mut Line, is_main: bool) {
        let Move { color, at } = played;
        let is_handicap = color == Color::Black && !line.has_white_move && line.moves < self.handicap;
        if line.last == Some(color) && !is_handicap {
            let mut code = self.rules.severity(&codes::SAME_PLAYER_TWICE);
            if !is_main {
                code.severity = code.severity.min(Severity::Warning);
            }
            let size = self.game.record.setup.size;
            let (player, other) = (player(color), player(color.opponent()));
            let message = || format!("{player} plays twice in a row: {}; played anyway", move_text(played, size));
            let report = self.found.report_at_node(&code, self.game.node_index(node), message);
            report.help(format!("if {other} passed, insert the pass"));
        }
        let is_over = match self.rules.rules.end {
            End::FourPasses => line.passes >= 4,
            End::WhitePassesLast => line.passes >= 2 && line.last == Some(Color::White),
            _ => line.passes >= 2,
        };
        if at.is_some() && is_over && !line.is_resumed {
            line.is_resumed = true;
            let passes = line.passes;
            let message = || format!("a move after {passes} passes in a row, which end the game; the game was resumed");
            self.found.report_at_node(&codes::MOVE_AFTER_END, self.game.node_index(node), message);
        }
        line.moves += 1;
        line.last = Some(color);
        line.has_white_move |= color == Color::White;
        let takes_button = self.rules.rules.button && !line.has_pass;
        line.passes = if at.is_none() { line.passes.saturating_add(u8::from(!takes_button)) } else { 0 };
        line.has_pass |= at.is_none();
    }

    fn setup_effects(&mut self, node: NodeId, edit: &PositionEdit, before: &Board) {
        let sets = [(edit.black(), Some(Color::Black)), (edit.white(), Some(Color::White)), (edit.clear(), None)];
        for (points, stone) in sets {
            let (mut same, mut replaced) = (Vec::new(), Vec::new());
            for at in points.iter().filter(|at| before.size().contains(*at)) {
                match before.stone(at) {
                    there if there == stone => same.push(at),
                    Some(_) if stone.is_some() => replaced.push(at),
                    _ => {}
                }
            }
            let found = [(false, same), (true, replaced)].into_iter().filter(|(_, points)| !points.is_empty());
            self.setups.extend(found.map(|(replaces, points)| {
                let points = points.into_iter().collect();
                SetupEffect { node, stone, replaces, points }
            }));
        }
    }

    /// Reports the effects of setups. All places are found together, so that the text is parsed once.
    fn report_setup_effects(&mut self) {
        let (effects, root) = (core::mem::take(&mut self.setups), self.game.record.tree.root());
        let part = |node| if node == root { Part::Setup } else { Part::Action };
        let wanted: Vec<_> = effects.iter().map(|effect| (effect.node, part(effect.node))).collect();
        for (effect, setup) in effects.iter().zip(self.game.locate(&wanted)) {
            let message = || effect.message(self.game.record.setup.size);
            let report = self.found.report_at_node(effect.code(), self.game.node_index(effect.node), message);
            drop(report.with(|mut diagnostic| {
                diagnostic.span = setup.map(|setup| effect.span(self.game.source, setup));
                diagnostic
            }));
        }
    }

    /// Reports the illegal moves, with the only change of a coordinate that makes the rest of the game legal.
    fn report_illegal_moves(&mut self) {
        let illegal = core::mem::take(&mut self.illegal);
        let corrections = Corrections::find(self.game, &self.rules, &illegal);
        for (n, (node, fault)) in illegal.iter().enumerate() {
            self.illegal_move(*node, fault, corrections.of(n));
        }
    }

    fn illegal_move(&mut self, node: NodeId, fault: &IllegalMove, correction: Option<&Correction>) {
        let severity = Go::severity(fault, self.rules.are_stated, &self.game.record.tree[node]);
        let code = Go::code(fault).with_severity(severity);
        let message = || format!("{fault}; {}", fault.effect());
        let report = self.found.report_at_node(&code, self.game.node_index(node), message);
        let Some(correction) = correction else { return };
        let instead = move_text(correction.played, self.game.record.setup.size);
        let text = format!("play {instead}, which makes the rest of the game legal");
        match &correction.edits {
            Some(edits) => drop(report.fix(Safety::Guess, || text, || edits.clone())),
            None => drop(report.help(text)),
        }
    }
}

/// The number of illegal moves of a game for which a correction is searched. A game with more is not a game.
const MAX_CORRECTED: usize = 100;

/// The rules that are assumed, for messages.
const ASSUMED: &str = "superko without suicide is assumed for moves, and Tromp-Taylor rules for scoring";

/// Komi above this number of points is unusual under all rules.
const MAX_USUAL_KOMI: u32 = 8;

/// Reports at the root, with the place of a field in the text, or of its part if the format does not know the places of fields.
pub(super) fn report_at_root(
    game: &GameInFile<'_, Go>,
    found: &mut Diagnostics,
    code: &CodeInfo,
    (part, field): &(Part, HeaderField),
    message: &str,
    help: Option<&str>,
) {
    let root = game.record.tree.root();
    let fields = game.format.header_spans(game.source, game.source_map).unwrap_or_default();
    let of_field = fields.into_iter().find(|(other, _)| other == field).map(|(_, span)| span);
    let span = of_field.or_else(|| game.locate(&[(root, *part)]).into_iter().next().flatten());
    let mut report = found.report_at_node(code, game.node_index(root), || message).with(|mut diagnostic| {
        diagnostic.span = span;
        diagnostic
    });
    if let Some(help) = help {
        report = report.help(help);
    }
    drop(report);
}

/// Returns true if the format left out the move of a node, because it cannot be read. The reader has reported it, so the player of
/// the next move is not reported too.
fn has_unread_move(node: &Node<Go>) -> bool {
    node.details().is_some_and(|details| details.foreign.iter().any(is_move))
}

/// Returns true if the format left out the move or stones of a node.
fn has_unread_action(node: &Node<Go>) -> bool {
    node.details().is_some_and(|details| has_unread(&details.foreign))
}

/// Returns true if foreign data has a move or stones.
fn has_unread(foreign: &[Foreign]) -> bool {
    foreign.iter().any(|entry| is_move(entry) || is_setup(entry))
}

fn is_move(entry: &Foreign) -> bool {
    ["B", "W"].contains(&&*entry.key) || entry.key.starts_with("/move")
}

fn is_setup(entry: &Foreign) -> bool {
    ["AB", "AW", "AE"].contains(&&*entry.key) || entry.key.starts_with("/setup")
}

fn has_stones(edit: &PositionEdit) -> bool {
    !(edit.black().is_empty() && edit.white().is_empty() && edit.clear().is_empty())
}

fn player(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Returns points in A1 style: `A19, B2`, and the number of those beyond the first.
fn points_text(points: &Points, size: Size) -> String {
    const SHOWN: usize = 4;
    let names: Vec<_> = points.iter().take(SHOWN).map(|at| at.to_a1(size)).collect();
    match points.len().checked_sub(SHOWN) {
        Some(more) if more > 0 => format!("{} and {more} more", names.join(", ")),
        _ => names.join(", "),
    }
}
