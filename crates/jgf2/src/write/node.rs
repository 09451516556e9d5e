//! Writes the members of a node, in the same order as Seki.

mod marks;
pub(super) mod moves;
mod points;
mod score;
mod setup;

use super::{
    color,
    slot::{is_free, sgf},
};
use crate::INFO;
use kifu_core::{Analysis, Details, Node, SlotEntry};
use kifu_goban::{
    Action, Go, PositionEdit, Size,
    analysis::{self, Context},
    slot as judgements,
};
use kifu_json::{
    Writer,
    record::{ForeignData, slot, write_comments},
};

/// How the nodes of a record are written.
#[derive(Clone, Copy)]
pub(super) struct NodeStyle {
    /// Rectangles of stones up to this area are written point by point.
    pub(super) max_area: usize,
    /// True if nodes have slots for data that JGF 2 has no member for.
    pub(super) has_slots: bool,
    /// The size of the board.
    pub(super) size: Size,
}

/// Writes a node. `start` is the start position, for the root.
pub(super) fn members(node: &Node<Go>, start: Option<&PositionEdit>, style: NodeStyle, out: &mut Writer) {
    let NodeStyle { max_area, has_slots, size } = style;
    out.begin_object_inline();
    let (played, edit) = match &node.action {
        Some(Action::Move(played)) => (Some(*played), None),
        Some(Action::Edit(edit)) => (None, Some(&**edit)),
        None => (None, start),
        // JGF 2 cannot express other actions. `losses` reports that they are lost.
        Some(_) => (None, None),
    };
    let empty = Details::default();
    let details = node.details().unwrap_or(&empty);
    let mut foreign = ForeignData::new(INFO.id, &details.foreign).with_slots(has_slots);
    let mut written = alloc::vec!["setup", "markup", "score", "comments", "variations", slot::SGF, slot::FOREIGN];
    if !details.name.is_empty() {
        out.key("name");
        out.string(&details.name);
        written.push("name");
    }
    write_comments(&details.comments, &mut foreign, out);
    if details.judgement.solution {
        out.key("solution");
        out.boolean(true);
        written.push("solution");
    }
    if let Some(played) = played {
        moves::with_clock(played, details.clock, &mut foreign, out);
        written.push("move");
    } else {
        foreign.unplace(|pointer| pointer.starts_with("/move/"));
    }
    if let Some(to_move) = edit.and_then(|edit| edit.to_move) {
        out.key("turn");
        out.string(color(to_move));
        written.push("turn");
    }
    setup::setup(edit, &foreign, max_area, out);
    marks::markup(&details.marks, &foreign, out);
    score::score(&details.marks, &foreign, max_area, out);
    other_members(&mut foreign, &written, out);
    if has_slots {
        let context = Context::new(played.map(|played| played.color), size);
        let analyses = analysis::write(&details.analyses, context, |identifier| is_free(&foreign.others, identifier));
        sgf(&foreign.others, &judgements::write(&details.judgement), &analyses.properties, out);
        foreign_slot(node, analyses.rest, &foreign, out);
    }
    out.end();
}

/// Writes the members that the record keeps unchanged. Members that do not belong to the node itself become unplaced.
fn other_members(foreign: &mut ForeignData<'_>, written: &[&str], out: &mut Writer) {
    foreign.unplace(|pointer| pointer.starts_with("/score/"));
    foreign.unplace(|pointer| pointer.starts_with("/foreign/"));
    foreign.members.retain(|entry| !matches!(&*entry.key, "/setup" | "/markup" | "/score" | "/comments"));
    foreign.write_members("", written, out);
    foreign.unplace(|pointer| {
        // Members of the move are one level deeper.
        let deepest = if pointer.starts_with("/move/") { 3 } else { 2 };
        !pointer.starts_with('/') || pointer.split('/').count() > deepest
    });
}

/// Writes `foreign`: data of formats other than SGF, and data of the record itself that JGF 2 has no member for.
fn foreign_slot(node: &Node<Go>, analyses: &[Analysis<Go>], foreign: &ForeignData<'_>, out: &mut Writer) {
    // A move has members for its clock.
    let keys: &[&str] = match node.action {
        Some(Action::Move(_)) => &["spent", "total", "moves", "bookmark"],
        _ => &["spent", "total", "left", "periods", "moves", "bookmark"],
    };
    let mut entries = SlotEntry::of_node(node, keys);
    entries.extend(SlotEntry::of_analyses(analyses));
    let has_kifu = !entries.is_empty() || foreign.has_unread();
    if !has_kifu && !foreign.has_other_formats() && foreign.unplaced.is_empty() {
        return;
    }
    out.key(slot::FOREIGN);
    out.begin_object_inline();
    if has_kifu {
        out.key(slot::KIFU);
        out.begin_object_inline();
        slot::write(&entries, foreign.unread(), out);
        out.end();
    }
    slot::write_other_formats(foreign, out);
    out.end();
}
