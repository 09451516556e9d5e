//! Writes a record as text.

use crate::fields::FIELDS;
use kifu_core::{Field, Record, one_line};
use kifu_goban::{Go, GoRecord, Move, Size, header};

pub(crate) fn write(record: &Record<Go>, kind: &str) -> String {
    let mut out = format!("\\HS\n\\[GIBOKIND={kind}\\]\n");
    let own = || record.info.foreign.iter().filter(|foreign| foreign.format == "gib");
    for known in &FIELDS {
        let rest = own().find(|foreign| foreign.key == known.key()).map(|foreign| foreign.values.concat());
        field(&mut out, known.key(), &known.write_with(record, &rest.unwrap_or_default()));
    }
    for foreign in own().filter(|foreign| Field::find(&FIELDS, &foreign.key).is_none()) {
        field(&mut out, &foreign.key, &foreign.values.concat());
    }
    let comments = record.tree[record.tree.root()].details().map_or(&[][..], |details| &details.comments);
    let comment = comments.iter().map(|comment| one_line(&comment.text)).collect::<Vec<_>>().join(" ");
    let (count, stones) = (moves(record).count() + 1, header::fixed_handicap("INI").write(record));
    out += &format!("\\HE\n\\GS\n2 1 0\n{count} 0 &4\nINI 0 1 {stones} &4{comment}\n");
    for (number, played) in (2..).zip(moves(record)) {
        out += &match played.at {
            Some(at) => format!("STO 0 {number} {} {} {} \n", played.color as u8 + 1, at.x(), at.y()),
            None => format!("SKI 0 {number} \n"),
        };
    }
    out + "\\GE\n"
}

/// Returns the passes, and the moves on points of a 19×19 board.
pub(crate) fn moves(record: &Record<Go>) -> impl Iterator<Item = Move> {
    record.main_line().filter(|played| played.at.is_none_or(|at| Size::default().contains(at)))
}

/// Writes a field, if it is not empty. Leaves out text that would end the field, which kifu measures as a loss.
fn field(out: &mut String, key: &str, value: &str) {
    let mut kept = String::new();
    for c in one_line(value).chars() {
        if c == ']' {
            kept.truncate(kept.trim_end_matches('\\').len());
        }
        kept.push(c);
    }
    if !kept.trim().is_empty() {
        *out += &format!("\\[{key}={}\\]\n", kept.trim());
    }
}
