//! B and W: the moves of a node.

use super::draft::{Draft, Target};
use crate::{
    Kind, Node as TextNode, Property, PropertyDef, codes,
    read::{Reader, messages::shown},
    value::{self, Meaning},
};
use alloc::{format, string::String, vec::Vec};
use core::cmp::Ordering;
use kifu_core::{Edits, Safety, Span};
use kifu_goban::{Color, Move};

/// The meaning of PL in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The side to move before the node's move, if it has one.
    Setup,
    /// The other player moves next, as usual.
    Alternates,
    /// The player who moves in this node moves again, which a record cannot state.
    Again,
}

/// A move and the property that states it.
pub(super) struct PlayedMove<'a> {
    pub(super) played: Move,
    pub(super) property: Property<'a>,
}

/// The moves of a node.
pub(super) struct Moves<'a> {
    pub(super) node: TextNode<'a>,
    /// The first move of each colour, in the order of the text.
    pub(super) played: Vec<PlayedMove<'a>>,
    /// The number of properties with a move.
    pub(super) count: usize,
    /// True if the node also sets up a position.
    pub(super) has_setup: bool,
    /// The meaning of PL beside the moves.
    pub(super) turn: Turn,
}

impl<'a> Moves<'a> {
    /// Returns true if a property states one of the moves.
    pub(super) fn has(&self, property: Property<'a>) -> bool {
        self.played.iter().any(|played| played.property.is(property))
    }
}

impl<'a> Reader<'a> {
    pub(super) fn moves(&self, node: TextNode<'a>) -> Moves<'a> {
        let mut moves: Vec<PlayedMove<'a>> = Vec::new();
        let (mut has_setup, mut to_move, mut turns, mut count) = (false, None, 0, 0);
        for property in node.properties() {
            let identifier = property.identifier();
            has_setup |= sets_up(&identifier, property);
            turns += u32::from(&*identifier == "PL");
            if &*identifier == "PL" && to_move.is_none() {
                to_move = property.values().next().and_then(|raw| value::color(raw).value());
            }
            let Some(color) = single_letter(&identifier).and_then(Color::from_letter) else { continue };
            let Some(at) = property.value_spans().next() else { continue };
            count += 1;
            let played = self.played(at, color).value().filter(|played| self.is_possible(*played));
            if let Some(played) = played
                && moves.iter().all(|other| other.played.color != color)
            {
                moves.push(PlayedMove { played, property });
            }
        }
        let ends = moves.first().zip(moves.last()).map(|(first, last)| (first.played.color, last.played.color));
        let turn = match (to_move, ends) {
            (None, _) | (_, None) => Turn::Setup,
            // With two PL, removing the first would make the second count.
            (Some(color), Some((_, last))) if color != last && turns == 1 && !self.is_denied(node, color) => {
                Turn::Alternates
            }
            (Some(color), Some((first, _))) if color == first && (has_setup || node.index() == 0) => Turn::Setup,
            _ => Turn::Again,
        };
        let has_setup = has_setup || to_move.is_some() && turn == Turn::Setup;
        Moves { node, played: moves, count, has_setup, turn }
    }

    /// Returns true if the first move of the next node is not by the player `to_move`. A node with setup is read as two nodes, and
    /// the first has no move.
    fn is_denied(&self, node: TextNode<'a>, to_move: Color) -> bool {
        let next = node.index() + 1;
        if self.game.game.parent(next) != Some(node.index()) {
            return false;
        }
        let next = self.game.node(next);
        if next.properties().any(|property| sets_up(&property.identifier(), property)) {
            return false;
        }
        let mut colors =
            next.properties().filter_map(|property| Color::from_letter(single_letter(&property.identifier())?));
        colors.next().is_some_and(|color| color != to_move)
    }

    /// Returns the move that a value states. An empty value is a pass, but not at the end of a text
    /// that was cut off.
    fn played(&self, at: Span, color: Color) -> Meaning<Move> {
        let raw = self.raw(at);
        let is_cut = self.game.text.len() == at.end as usize && raw.trim().is_empty();
        if is_cut {
            Meaning::None
        } else if self.is_pass_of_lizzie(raw) {
            Meaning::Loose(Move::pass(color), String::new())
        } else {
            value::play(raw, color, self.size)
        }
    }

    /// Returns true if a property states a move that is not one of the moves of the node, because its player has another move there.
    pub(super) fn is_another_move(&self, identifier: &str, property: Property<'a>, moves: &Moves<'a>) -> bool {
        let color = single_letter(identifier).and_then(Color::from_letter);
        let played = color.zip(property.value_spans().next()).and_then(|(color, at)| self.played(at, color).value());
        played.is_some_and(|played| moves.played.iter().all(|first| first.played != played))
    }

    fn is_possible(&self, played: Move) -> bool {
        played.at.is_none_or(|at| self.size.contains(at))
    }

    pub(super) fn report_moves(&mut self, node: TextNode<'a>, moves: &Moves<'a>) {
        let Some(PlayedMove { property, .. }) = moves.played.first() else { return };
        let (property, span) = (*property, property.span());
        let is_header = |identifier: &str| {
            let known = PropertyDef::row(identifier, 1).map(|row| &crate::PROPERTIES[row]);
            node.index() == 0 && known.is_some_and(|known| matches!(known.kind, Kind::Root | Kind::GameInfo))
        };
        // The name is that of the first of the two nodes.
        let is_setup = |identifier: &str| {
            matches!(identifier, "AB" | "AW" | "AE" | "N")
                || identifier == "PL" && moves.turn == Turn::Setup
                || is_header(identifier)
        };
        if let [_, second, ..] = &moves.played[..] {
            let report = self
                .diagnostics
                .report(
                    &codes::TWO_MOVES,
                    second.property.span(),
                    || "two moves in one node, which SGF forbids; read as two nodes",
                )
                .note(Some(span), "the first move");
            // What is read into the node of the second move, such as its clock, would have to follow it. A name belongs to the first
            // node, and setup has a node of its own before the move.
            let first = property.identifier();
            let is_before =
                |identifier: &str| identifier == first || OF_POSITION.contains(&identifier) || is_setup(identifier);
            let title = "start a node before the second move";
            if splits_before(node, second.property, is_before, |_| false) {
                report.fix(Safety::Safe, || title, || new_node(second.property));
            } else if let Some(split) = split_of_moves(node, &first, second) {
                let clocks = if split.moves_clocks { ", and move the clocks to their moves" } else { "" };
                report.fix(split.safety, || format!("{title}{clocks}"), || split.edits);
            } else {
                report.help("start a new node, with a semicolon, before the second move");
            }
        }
        let is_in_root = node.index() == 0 && !moves.has_setup;
        if !is_in_root && !moves.has_setup {
            return;
        }
        let report = if is_in_root {
            let message = || "a move in the first node, which is the start position; read as a separate second node";
            self.diagnostics.report(&codes::MOVE_IN_ROOT, span, message)
        } else {
            let setup = node.properties().find(|p| matches!(&*p.identifier(), "AB" | "AW" | "AE" | "PL"));
            let text = self.game.text;
            let message = || {
                let played = shown(&text[span.range()]);
                let setup = setup.map_or_else(|| "AB, AW, AE or PL".into(), Property::identifier);
                format!(
                    "a move ({played}) and setup ({setup}) in one node, which SGF forbids; read as two nodes: setup, then the move"
                )
            };
            let report = self.diagnostics.report(&codes::SETUP_AND_MOVE, span, message);
            match setup {
                Some(setup) => report.note(Some(setup.span()), "the setup"),
                None => report,
            }
        };
        let is_of_move = |identifier: &str| {
            let is_of_node = OF_POSITION.contains(&identifier) || OF_MOVE.contains(&identifier);
            !is_setup(identifier) && (is_of_node || matches!(identifier, "B" | "W"))
        };
        let title = || "start a node before the move";
        // Without a header, the first node would be empty.
        let is_alone = || is_in_root && !node.properties().any(|property| is_header(&property.identifier()));
        // A second PL is kept beside a move, and without a move it is ignored if it repeats the first.
        let is_clear = node.properties().filter(|property| property.identifier() == "PL").nth(1).is_none();
        if is_alone() {
            report.help("start a new node before the move: ;");
        } else if is_clear && splits_before(node, property, is_setup, is_of_move) {
            report.fix(Safety::Safe, title, || new_node(property));
        } else if let Some(edits) = is_clear.then(|| setup_first(node, property, is_setup, is_of_move)).flatten() {
            report.fix(Safety::Safe, title, || edits);
        } else {
            report.help(match is_in_root {
                true => "write the move into a node of its own, after the header",
                false => "write the setup into a node of its own, before the move",
            });
        }
    }

    /// Reports problems of a move property, and keeps the values that are not moves of the record. `counts` is true if
    /// `moves` has found the move of the property.
    pub(super) fn play(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft, counts: bool) {
        let Some(color) = identifier.chars().next().and_then(Color::from_letter) else { return };
        let is_second = draft.mover.is_some_and(|mover| mover != color) && draft.has_second_move;
        let target = if is_second { Target::Second } else { draft.main };
        let Some(at) = self.first(identifier, property, draft, target) else { return };
        let raw = self.raw(at);
        let meaning = self.played(at, color);
        let played = self.meaning(identifier, at, meaning, "a move");
        match played {
            Some(played) if !self.is_possible(played) => {
                let size = self.size;
                self.diagnostics.report(&codes::IMPOSSIBLE_POINT, at, || {
                    let has_capitals = raw.bytes().any(|byte| byte.is_ascii_uppercase());
                    let why = if has_capitals { ", because capital letters are lines 27 to 52" } else { "" };
                    let raw = shown(raw);
                    format!(
                        "the point {raw} is outside the {size} board{why}; the move was left out (kept in the file)"
                    )
                });
                self.keep(identifier, core::iter::once(at), draft, target);
            }
            Some(_) if !counts => self.keep(identifier, core::iter::once(at), draft, target),
            Some(Move { at: None, .. }) if raw == "tt" && self.version < 4 => {
                self.diagnostics.report(&codes::OLD_PROPERTY, at, || {
                    format!("{identifier}[tt] is a pass, which FF[4] writes as {identifier}[]; read as a pass")
                });
            }
            Some(Move { at: None, .. }) if raw.trim().is_empty() => {
                self.report_newer(property.span(), || format!("{identifier}[] is a pass only in FF[4]"));
            }
            Some(_) => {}
            None => self.keep(identifier, core::iter::once(at), draft, target),
        }
    }
}

/// Returns true if a property is AB, AW or AE and has a value that is not empty.
fn sets_up(identifier: &str, property: Property<'_>) -> bool {
    matches!(identifier, "AB" | "AW" | "AE") && !property.values().all(value::is_blank)
}

fn single_letter(name: &str) -> Option<char> {
    let mut letters = name.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// Properties of a node that describe its position, so that they belong to the node of the move, and not to a second one.
const OF_POSITION: [&str; 14] = ["C", "N", "LB", "TR", "SQ", "MA", "CR", "SL", "AR", "LN", "DD", "TB", "TW", "V"];

/// The node of a second move.
struct Split {
    edits: Edits,
    safety: Safety,
    moves_clocks: bool,
}

/// Returns the edits that start a node before the second move of a node, and move each clock to the move of its player. What follows the
/// second move belongs to it. `None` for a property that may belong to either move, for text that is not sound, and for a node with very
/// very many properties. `first` is the identifier of the first move.
///
/// All of the node is read into the node of the first move, so the fix is a guess unless all of it stays there.
fn split_of_moves(node: TextNode<'_>, first: &str, second: &PlayedMove<'_>) -> Option<Split> {
    if node.properties().nth(MOST_PROPERTIES).is_some() {
        return None;
    }
    let (mut of_first, mut of_second, mut edits) = (String::new(), String::new(), Edits::default());
    let (mut safety, mut is_after, mut end) = (Safety::Safe, false, None);
    for property in node.properties() {
        let touches = end.is_none_or(|end: Property<'_>| property.text_since(end).trim().is_empty());
        end = Some(property);
        if !property.is_closed() || !touches {
            return None;
        }
        if property.is(second.property) {
            is_after = true;
            continue;
        }
        let identifier = property.identifier();
        let belongs_to_second = match &*identifier {
            "BL" | "OB" => second.played.color == Color::Black,
            "WL" | "OW" => second.played.color == Color::White,
            // What another property of the second player states is kept in the node of the second move.
            other if other == first && !is_after => false,
            other if OF_POSITION.contains(&other) || OF_MOVE.contains(&other) => is_after,
            _ => return None,
        };
        if belongs_to_second {
            safety = Safety::Guess;
        }
        if belongs_to_second != is_after {
            if !is_movable(property) {
                return None;
            }
            let moved = if belongs_to_second { &mut of_second } else { &mut of_first };
            moved.push_str(property.text());
            edits.replace(property.span(), "").ok()?;
        }
    }
    let moves_clocks = !of_first.is_empty() || !of_second.is_empty();
    of_first.push(';');
    let at = second.property.span();
    edits.insert(at.start as usize, of_first).ok()?;
    if !of_second.is_empty() {
        edits.insert(at.end as usize, of_second).ok()?;
    }
    Some(Split { edits, safety, moves_clocks })
}

/// Properties of a node that describe its move.
const OF_MOVE: [&str; 8] = ["TE", "BM", "DO", "IT", "BL", "WL", "OB", "OW"];

/// Returns true if a new node before a property changes nothing that is read: all properties before it satisfy `before`, all properties
/// after it satisfy `after`, and the text is sound.
fn splits_before(
    node: TextNode<'_>,
    property: Property<'_>,
    before: impl Fn(&str) -> bool,
    after: impl Fn(&str) -> bool,
) -> bool {
    let start = property.span().start;
    let mut end = None;
    node.properties().all(|other| {
        let at = other.span();
        let is_sound = other.is_closed() && end.is_none_or(|end: Property<'_>| other.text_since(end).trim().is_empty());
        end = Some(other);
        is_sound
            && match at.start.cmp(&start) {
                Ordering::Less => before(&other.identifier()),
                Ordering::Equal => true,
                Ordering::Greater => after(&other.identifier()),
            }
    })
}

/// The largest number of properties of a node whose setup a fix moves. There may be millions.
const MOST_PROPERTIES: usize = 100;

/// Returns true if a property can be moved after any other. A text would continue up to a name that does not start with a capital.
fn is_movable(property: Property<'_>) -> bool {
    property.is_removable() && property.text().starts_with(|c: char| c.is_ascii_uppercase())
}

/// Returns the edits that move the setup before the first property of a node, and start a node after it. `None` if this would change
/// what is read: each property is setup, the move, or belongs to the node of the move, and the text is sound. `None` also for a node
/// with very many properties.
fn setup_first(
    node: TextNode<'_>,
    played: Property<'_>,
    is_setup: impl Fn(&str) -> bool,
    is_of_move: impl Fn(&str) -> bool,
) -> Option<Edits> {
    let first = node.properties().next()?;
    if node.properties().nth(MOST_PROPERTIES).is_some() {
        return None;
    }
    let (mut moved, mut edits) = (String::new(), Edits::default());
    for property in node.properties() {
        let identifier = property.identifier();
        if is_setup(&identifier) && is_movable(property) {
            moved.push_str(property.text());
            edits.replace(property.span(), "").ok()?;
        } else if !property.is_closed() || !(property.is(played) || is_of_move(&identifier)) {
            return None;
        }
    }
    moved.push(';');
    edits.replace(Span::at(first.span().start as usize), moved).ok()?;
    Some(edits)
}

/// Returns the edit that starts a node before a property.
fn new_node(property: Property<'_>) -> Edits {
    Edits::one(Span::at(property.span().start as usize), ";")
}
