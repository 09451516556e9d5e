//! Writes marks as properties.

use super::properties::Properties;
use crate::property::shape_property;
use alloc::{format, string::ToString, vec::Vec};
use kifu_goban::{Color, Mark};

pub(super) fn mark(mark: &Mark, out: &mut Properties<'_>) {
    match mark {
        Mark::Shape(shape, points) => out.points(shape_property(*shape), points),
        Mark::Label(point, text) => out.label(*point, text),
        Mark::Arrow(from, to) => out.one("AR", format!("{from}:{to}")),
        Mark::Line(from, to) => out.one("LN", format!("{from}:{to}")),
        Mark::Dim(points) => out.points("DD", points),
        Mark::View(points) => out.points("VW", points),
        Mark::Territory(Color::Black, points) => out.points("TB", points),
        Mark::Territory(Color::White, points) => out.points("TW", points),
        Mark::Custom { kind, text, points } if text.is_empty() && kind == "happy" => out.points("MH", points),
        Mark::Custom { kind, text, points } if text.is_empty() && kind == "sad" => out.points("MS", points),
        Mark::Custom { kind, text, points } => {
            let points: Vec<_> = points.rects().map(|rect| rect.to_string()).collect();
            out.kifu_note("mark", &[kind, text, &points.join(" ")]);
        }
        // SGF cannot express other marks. `losses` reports that they are lost.
        _ => {}
    }
}
