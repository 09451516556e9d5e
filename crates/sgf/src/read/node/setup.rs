//! AB, AW, AE and PL: the position that a node sets up.

use super::{
    draft::{Draft, Target},
    moves::Turn,
    points::PointList,
};
use crate::{Property, codes, read::Reader, value};
use alloc::format;
use kifu_core::{Edits, Safety};
use kifu_goban::{Color, Points};

impl<'a> Reader<'a> {
    /// Reads AB, AW and AE.
    pub(super) fn setup(&mut self, color: Option<Color>, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        let PointList { rects, bad } = self.rects(identifier, property, true);
        let points: Points = rects.into_iter().collect();
        if let Some((point, other)) = draft.set_up_by_others(&points, color) {
            let (name, at) = (point.to_a1(self.size), self.value_with(point, property));
            self.diagnostics
                .report(&codes::STONE_TWICE, at, || {
                    format!("{other} and {identifier} of this node both set up {name} ({point}); the last one counts")
                })
                .help("remove the point from one of the properties");
        }
        if !points.is_empty() {
            draft.setup.set(&points, color);
        }
        if !bad.is_empty() {
            self.keep(identifier, bad.into_iter(), draft, Target::Head);
        }
    }

    /// Reads PL.
    pub(super) fn side_to_move(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        let Some(at) = self.first(identifier, property, draft, Target::Head) else { return };
        let meaning = value::color(self.raw(at));
        let color = self.meaning(identifier, at, meaning, "a colour");
        let Some(color) = color.filter(|_| draft.turn != Turn::Setup) else {
            if color.is_none() || draft.setup.to_move.is_some() {
                self.keep(identifier, core::iter::once(at), draft, Target::Head);
            } else {
                draft.setup.to_move = color;
            }
            return;
        };
        let alternates = draft.turn == Turn::Alternates && draft.last_mover != Some(color);
        // Stray text before PL shows damage. Stray text after PL would be joined to the property before PL. Further values are kept.
        let is_alone = property.is_removable() && property.values().nth(1).is_none();
        let safety = if is_alone { Safety::Safe } else { Safety::Guess };
        let done = if alternates {
            "PL is ignored, because it agrees with the move"
        } else {
            "PL has no effect (kept in the file)"
        };
        let report = self.diagnostics.report(&codes::SETUP_AND_MOVE, property.span(), || {
            format!("PL[{}] and a move in one node, which SGF forbids; {done}", color.letter())
        });
        if alternates {
            report.fix(safety, || "remove PL", || Edits::one(property.span(), ""));
        } else {
            report.help("remove PL, or write it into the node before the move");
            self.keep(identifier, core::iter::once(at), draft, draft.main);
        }
    }
}
