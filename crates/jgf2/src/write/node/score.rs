//! `score`: territory.

use super::points::{begin_entry, coords};
use crate::write::color;
use kifu_goban::Mark;
use kifu_json::{Writer, record::ForeignData};

pub(super) fn score(marks: &[Mark], foreign: &ForeignData<'_>, max_area: usize, out: &mut Writer) {
    let territory = |mark| if let &Mark::Territory(color, ref points) = mark { Some((color, points)) } else { None };
    let mut territories = marks.iter().filter_map(territory).peekable();
    let mut kept = foreign.of_list("/score").peekable();
    if territories.peek().is_none() && kept.peek().is_none() {
        return;
    }
    out.key("score");
    out.begin_array_inline();
    for (owner, points) in territories {
        begin_entry("color", color(owner), out);
        coords(points, None, max_area, out);
        out.end();
    }
    kept.for_each(|raw| out.raw(raw));
    out.end();
}
