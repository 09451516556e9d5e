//! Writes the properties of a node.

use super::{context::NodeContext, marks, properties::Properties};
use crate::comments;
use alloc::string::ToString;
use kifu_core::{ByoYomi, Decimal, Details, Node, Overtime, OvertimeLeft, Parsed, Record, SlotEntry};
use kifu_goban::{
    Action, Color, Go, PositionEdit, Size,
    analysis::{self, Context},
    slot as judgements,
};

/// What the properties of a node depend on, beside the node.
#[derive(Clone, Copy)]
pub(super) struct NodeStyle {
    /// True if OB and OW of the record count moves and not periods.
    pub(super) counts_moves: bool,
    /// The size of the board.
    pub(super) size: Size,
    /// True if KX is written.
    pub(super) has_slots: bool,
}

impl NodeStyle {
    pub(super) fn of(record: &Record<Go>, has_slots: bool) -> Self {
        Self { counts_moves: counts_moves(record), size: record.setup.size, has_slots }
    }
}

/// Returns true if OB and OW count the moves left and not the periods left. This is so in Canadian overtime.
fn counts_moves(record: &Record<Go>) -> bool {
    let overtime = record.info.time.all().and_then(|control| control.overtime.as_ref()).and_then(Parsed::value);
    matches!(overtime.and_then(Overtime::byo_yomi), Some(ByoYomi::Moves { .. }))
}

/// Adds the properties of a node.
pub(super) fn node<'r>(node: &'r Node<Go>, style: NodeStyle, out: &mut Properties<'r>) {
    let mover = match &node.action {
        Some(Action::Move(played)) => {
            if node.details().is_some() {
                let at = played.at.map(|at| at.to_string()).unwrap_or_default();
                out.one(&played.color.letter().to_string(), at);
            }
            Some(played.color)
        }
        Some(Action::Edit(edit)) => {
            setup(edit, out);
            None
        }
        // SGF cannot express other actions. `losses` reports that they are lost.
        Some(_) | None => None,
    };
    details(node, mover, style, out);
}

pub(super) fn setup(edit: &PositionEdit, out: &mut Properties<'_>) {
    for (identifier, points) in [("AB", edit.black()), ("AW", edit.white()), ("AE", edit.clear())] {
        if !points.is_empty() {
            out.points(identifier, points);
        }
    }
    if let Some(color) = edit.to_move {
        out.one("PL", color.letter());
    }
}

/// Adds the properties of a node, except its action.
pub(super) fn details<'r>(node: &'r Node<Go>, mover: Option<Color>, style: NodeStyle, out: &mut Properties<'r>) {
    let NodeStyle { counts_moves, size, has_slots } = style;
    // Without a move it is not known whose clock it is.
    let keys: &[&str] = match mover {
        Some(_) if counts_moves => &["spent", "total", "periods", "bookmark", "solution"],
        Some(_) => &["spent", "total", "moves", "bookmark", "solution"],
        None => &["spent", "total", "left", "periods", "moves", "bookmark", "solution"],
    };
    let entries = SlotEntry::of_node(node, keys);
    entries.iter().filter(|entry| is_time(entry)).for_each(|entry| out.entry(entry));
    let Some(details) = node.details() else { return };
    out.text("N", &details.name);
    clock(details, mover, counts_moves, out);
    for property in judgements::write(&details.judgement) {
        out.one(property.identifier, property.value);
    }
    for mark in &details.marks {
        marks::mark(mark, out);
    }
    let join = if has_slots { comments::joined } else { comments::joined_with_authors };
    out.text("C", &join(&details.comments));
    for note in comments::notes(&details.comments) {
        out.comment_note(&note);
    }
    entries.iter().filter(|entry| !is_time(entry)).for_each(|entry| out.entry(entry));
    analyses(details, Context::new(mover, size), out);
    out.add_foreign(&details.foreign, NodeContext { is_root: false, mover, size });
}

/// Adds the analyses: the first ones as the comment of KataGo and as properties of other programs, the rest in the slot.
fn analyses(details: &Details<Go>, context: Context, out: &mut Properties<'_>) {
    let mut rest = &details.analyses[..];
    if details.comments.is_empty()
        && let Some(comment) = rest.first().and_then(analysis::comment)
    {
        out.text("C", &comment);
        rest = &rest[1..];
    }
    let is_free = |identifier: &str| !details.foreign.iter().any(|of| of.format == "sgf" && of.key == identifier);
    let written = analysis::write(rest, context, is_free);
    for property in written.properties {
        out.one(property.identifier, property.value);
    }
    SlotEntry::of_analyses(written.rest).iter().for_each(|entry| out.entry(entry));
}

/// Returns true for the entries that are written before the others.
fn is_time(entry: &SlotEntry) -> bool {
    !matches!(&*entry.key, "bookmark" | "solution")
}

fn clock(details: &Details<Go>, mover: Option<Color>, counts_moves: bool, out: &mut Properties<'_>) {
    let (clock, Some(color)) = (details.clock, mover) else { return };
    if let Some(left) = clock.left {
        out.one(if color == Color::Black { "BL" } else { "WL" }, Decimal::from_duration(left));
    }
    if let (Some(OvertimeLeft::Periods(left)), false) | (Some(OvertimeLeft::Moves(left)), true) =
        (clock.overtime_left, counts_moves)
    {
        out.one(if color == Color::Black { "OB" } else { "OW" }, left);
    }
}
