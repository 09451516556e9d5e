//! `setup`: the stones that a node sets up.

use super::points::{begin_entry, coords};
use kifu_goban::PositionEdit;
use kifu_json::{Writer, record::ForeignData};

pub(super) fn setup(edit: Option<&PositionEdit>, foreign: &ForeignData<'_>, max_area: usize, out: &mut Writer) {
    let sets = edit.map(|edit| [("black", edit.black()), ("white", edit.white()), ("clear", edit.clear())]);
    let mut sets = sets.into_iter().flatten().filter(|(_, points)| !points.is_empty()).peekable();
    let mut kept = foreign.of_list("/setup").peekable();
    if sets.peek().is_none() && kept.peek().is_none() {
        return;
    }
    out.key("setup");
    out.begin_array_inline();
    for (name, points) in sets {
        begin_entry("type", name, out);
        coords(points, None, max_area, out);
        out.end();
    }
    kept.for_each(|raw| out.raw(raw));
    out.end();
}
