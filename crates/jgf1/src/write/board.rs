//! `board`: the size, and the part of the board that is shown.

use crate::{Jgf1, Spelling, points::Window};
use kifu_core::Record;
use kifu_goban::{Action, Go, GoRecord, Mark, Points, PositionEdit, Rect, Size};
use kifu_json::{
    Writer,
    record::{ForeignData, Section},
};

/// The board of a record as the file shows it.
pub(super) struct Board {
    /// The part that the coordinates of the file count from.
    pub(super) window: Window,
    pub(super) spelling: Spelling,
    /// The view at the start that `cutoff` or `section` states.
    pub(super) view: Option<Rect>,
    whole: Size,
    /// The size of the whole board, if the reader needs it and would expect another one.
    pub(super) full: Option<Size>,
}

impl Board {
    /// Returns the board of a record. A view is written as `cutoff` if reading gives the same view, and if all points are visible. Other
    /// views are written as `section`.
    pub(super) fn of(record: &Record<Go>, format: &Jgf1) -> Self {
        let whole = record.setup.size;
        let view = record.start_view();
        let cut_off = view
            .and_then(Window::of)
            .filter(|window| is_read_back(window.rect, whole, format.full) && shows_all(record, *window));
        let window = cut_off.unwrap_or_else(|| Window::whole(whole));
        let full = Some(format.full).filter(|full| cut_off.is_some() && *full != Jgf1::default().full);
        Self { window, spelling: format.points, view, whole, full }
    }

    /// Writes `board`.
    pub(super) fn write(&self, show_coordinates: Option<bool>, foreign: &mut ForeignData<'_>, out: &mut Writer) {
        let mut section = Section::new("board", out);
        section.key("width").integer(i64::from(self.window.size.width()));
        section.key("height").integer(i64::from(self.window.size.height()));
        let kept: alloc::vec::Vec<&str> = foreign.of_list("/board/cutoff/-").collect();
        let is_cut = self.window.size != self.whole;
        let hidden = self.view.map(|view| hidden(view, self.whole)).unwrap_or_default();
        if is_cut || !kept.is_empty() {
            let list = section.key("cutoff");
            list.begin_array_inline();
            for (name, lines) in hidden.into_iter().filter(|_| is_cut) {
                if lines > 0 {
                    list.string(name);
                }
            }
            kept.iter().for_each(|raw| list.raw(raw));
            list.end();
        }
        if self.view.is_some() && !is_cut {
            let object = section.key("section");
            object.begin_object_inline();
            for (name, lines) in hidden {
                object.key(name);
                object.integer(i64::from(lines));
            }
            object.end();
        }
        if let Some(shown) = show_coordinates {
            section.key("coordinates").boolean(shown);
        }
        section.end(foreign);
    }
}

/// Returns the number of hidden lines on each side.
fn hidden(view: Rect, whole: Size) -> [(&'static str, u8); 4] {
    let (from, to) = (view.upper_left(), view.lower_right());
    let after = |side: u8, last: u8| side.saturating_sub(1).saturating_sub(last);
    [
        ("top", from.y()),
        ("left", from.x()),
        ("right", after(whole.width(), to.x())),
        ("bottom", after(whole.height(), to.y())),
    ]
}

/// Returns true if reading `cutoff` gives this view again: in each direction one side is cut off, of a board with the full size.
fn is_read_back(view: Rect, whole: Size, full: Size) -> bool {
    let [(_, top), (_, left), (_, right), (_, bottom)] = hidden(view, whole);
    let is_same = |before: u8, after: u8, whole: u8, full: u8| match (before, after) {
        (0, 0) => true,
        (0, _) | (_, 0) => whole == full,
        _ => false,
    };
    is_same(left, right, whole.width(), full.width()) && is_same(top, bottom, whole.height(), full.height())
}

/// Returns true if a window shows all points of a record.
fn shows_all(record: &Record<Go>, window: Window) -> bool {
    let are_shown = |points: &Points| {
        points.rects().flat_map(|rect| [rect.upper_left(), rect.lower_right()]).all(|at| window.contains(at))
    };
    let is_shown = |edit: &PositionEdit| [edit.black(), edit.white(), edit.clear()].into_iter().all(are_shown);
    let tree = &record.tree;
    is_shown(&record.setup.stones)
        && tree.preorder().all(|id| {
            let node = &tree[id];
            let is_shown = match &node.action {
                Some(Action::Move(played)) => played.at.is_none_or(|at| window.contains(at)),
                Some(Action::Edit(edit)) => is_shown(edit),
                _ => true,
            };
            let marks = node.details().into_iter().flat_map(|details| &details.marks);
            is_shown
                && marks.into_iter().all(|mark| match mark {
                    Mark::Shape(_, points) | Mark::Territory(_, points) | Mark::Custom { points, .. } => {
                        are_shown(points)
                    }
                    Mark::Label(at, _) => window.contains(*at),
                    // Dimmed points, views, arrows and lines are SGF properties, whose points are those of the whole board.
                    _ => true,
                })
        })
}
