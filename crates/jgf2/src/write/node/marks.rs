//! `markup`: shapes, labels, arrows, lines, dimmed points, views and marks of other types.

use super::points::{begin_entry, coords, ends, point};
use kifu_goban::{
    Mark, Shape,
    point_lists::{MAX_INHERITED_AREA, MAX_MARK_AREA},
};
use kifu_json::{Writer, record::ForeignData};

pub(super) fn markup(marks: &[Mark], foreign: &ForeignData<'_>, out: &mut Writer) {
    let mut kept = foreign.of_list("/markup").peekable();
    let is_written = |mark: &&Mark| match mark {
        // `score` has it.
        Mark::Territory(..) => false,
        // The specification has no such types, or no members for them.
        Mark::Arrow(..) | Mark::Line(..) | Mark::Dim(_) | Mark::View(_) => foreign.has_slots(),
        _ => true,
    };
    if !marks.iter().any(|mark| is_written(&mark)) && kept.peek().is_none() {
        return;
    }
    out.key("markup");
    out.begin_array_inline();
    for group in marks.chunk_by(share_entry).filter(|group| group.first().is_some_and(|mark| is_written(&mark))) {
        entry(group, out);
    }
    kept.for_each(|raw| out.raw(raw));
    out.end();
}

/// Returns true for two labels, two arrows or two lines. All marks of one of these types share an entry.
fn share_entry(a: &Mark, b: &Mark) -> bool {
    matches!(
        (a, b),
        (Mark::Label(..), Mark::Label(..)) | (Mark::Arrow(..), Mark::Arrow(..)) | (Mark::Line(..), Mark::Line(..))
    )
}

/// Writes the entry of one mark, or of several marks that share it.
fn entry(group: &[Mark], out: &mut Writer) {
    match group {
        [] | [Mark::Territory(..), ..] => return,
        [Mark::Shape(shape, points), ..] => {
            begin_entry("type", name(*shape), out);
            coords(points, None, MAX_MARK_AREA, out);
        }
        [Mark::Dim(points), ..] => {
            begin_entry("type", "dim", out);
            coords(points, None, MAX_INHERITED_AREA, out);
        }
        [Mark::View(points), ..] => {
            begin_entry("type", "view", out);
            coords(points, None, MAX_INHERITED_AREA, out);
        }
        [Mark::Custom { kind, text, points }, ..] => {
            begin_entry("type", kind, out);
            coords(points, Some(text.as_str()).filter(|text| !text.is_empty()), MAX_MARK_AREA, out);
        }
        [Mark::Label(..), ..] => labels(group, out),
        [Mark::Arrow(..), ..] => lines("arrow", group, out),
        [Mark::Line(..), ..] => lines("line", group, out),
        // JGF 2 cannot express other marks. `losses` reports that they are lost.
        [_, ..] => return,
    }
    out.end();
}

fn labels(group: &[Mark], out: &mut Writer) {
    begin_entry("type", "label", out);
    out.key("coords");
    out.begin_array_inline();
    for mark in group {
        if let Mark::Label(at, text) = mark {
            point(*at, Some(text), out);
        }
    }
    out.end();
}

fn lines(name: &str, group: &[Mark], out: &mut Writer) {
    begin_entry("type", name, out);
    // Seki iterates over the `coords` of every entry, so an empty list is needed.
    out.key("coords");
    out.begin_array_inline();
    out.end();
    out.key("lines");
    out.begin_array_inline();
    for mark in group {
        if let Mark::Arrow(from, to) | Mark::Line(from, to) = mark {
            ends(*from, *to, None, out);
        }
    }
    out.end();
}

fn name(shape: Shape) -> &'static str {
    match shape {
        Shape::Circle => "circle",
        Shape::Triangle => "triangle",
        Shape::Square => "square",
        Shape::Cross => "mark",
        Shape::Selected => "select",
    }
}
