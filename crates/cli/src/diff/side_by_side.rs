//! The differences in two columns.

use super::{DifferencePlace, in_game, is_line, position};
use crate::{render::Page, visible};
use kifu::model::{Loss, Part};
use std::fmt::Write;
use textwrap::{Options, core::display_width};

/// The width where the output does not go to a terminal.
const WIDTH: usize = 100;

/// The smallest width of a column.
const NARROWEST: usize = 16;

/// The width of a place in a label, with the space after it.
const PLACE: usize = 7;

/// A difference in the table.
pub(super) struct Row {
    /// The place and what changed: `2:8  move 2, comment`.
    label: String,
    what: What,
}

enum What {
    /// The values of the two files. One is empty if the file has none.
    Values(String, String),
    /// A sentence, if there are no two values.
    Sentence(String),
}

impl Row {
    pub(super) fn of(page: &Page<'_>, difference: &Loss, at: &DifferencePlace, several: bool) -> Self {
        let Loss { message, part, what, .. } = difference;
        let [before, after] = difference.excerpts();
        let mut names = vec![in_game(difference, at, several)];
        // The number of a move says that it is one.
        if names[0].is_empty() || *part != Part::Action || is_line(difference) {
            names.push(if what.is_empty() { part.name().to_owned() } else { what.clone() });
        }
        names.retain(|name| !name.is_empty());
        let (place, width) = (position(page, at, several).unwrap_or_default(), PLACE - 1);
        let line = |text: &str| visible::line(text).into_owned();
        let what = match before.is_empty() && after.is_empty() {
            true => What::Sentence(line(message)),
            false => What::Values(line(&before), line(&after)),
        };
        Self { label: format!("{place:width$} {}", names.join(", ")), what }
    }
}

/// Returns the table. Between two values is `|`, beside a value that the other file does not have `<` or `>`.
pub(super) fn table(files: [&str; 2], rows: &[Row], columns: Option<usize>) -> String {
    let width = columns.unwrap_or(WIDTH);
    let label = rows.iter().map(|row| display_width(&row.label)).max().unwrap_or(0).min(width / 3).max(NARROWEST);
    let side = (width.saturating_sub(label + 7) / 2).max(NARROWEST);
    let mut out = String::new();
    let [first, second] = files.map(|file| visible::line(file).into_owned());
    line(&mut out, [label, side], "", &first, " ", &second);
    for Row { label: name, what } in rows {
        match what {
            What::Values(before, after) => {
                let sign = match (before.is_empty(), after.is_empty()) {
                    (false, true) => "<",
                    (true, false) => ">",
                    _ => "|",
                };
                line(&mut out, [label, side], name, before, sign, after);
            }
            What::Sentence(message) => line(&mut out, [label, 2 * side + 5], name, message, "", ""),
        }
    }
    out
}

/// Appends the lines of one row, whose cells are broken to their widths.
fn line(out: &mut String, [label, side]: [usize; 2], name: &str, before: &str, sign: &str, after: &str) {
    // The lines of a long name stand under the name, and not under the place.
    let under = " ".repeat(PLACE);
    let name = textwrap::wrap(name, Options::new(label).subsequent_indent(&under));
    let [before, after] = [before, after].map(|text| textwrap::wrap(text, side));
    let cells = [name, before, after];
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..height {
        let [name, before, after] = [0, 1, 2].map(|cell| cells[cell].get(row).map_or("", |text| text));
        let sign = if row == 0 { sign } else { "" };
        let start = out.len();
        let _ = write!(out, "{}  {}  {sign:1}  {after}", padded(name, label), padded(before, side));
        out.truncate(start + out[start..].trim_end().len());
        out.push('\n');
    }
}

/// Returns the text with spaces up to a width in columns.
fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(display_width(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(label: &str, before: &str, after: &str) -> Row {
        Row { label: label.into(), what: What::Values(before.into(), after.into()) }
    }

    #[test]
    fn columns_are_as_wide_as_their_characters() {
        let rows = [
            row("1:2    event", "第四十一期名人戦挑戦手合七番勝負第一局", "第四十一期名人戦"),
            row("3:1    move 2", "White D4", ""),
            row("3:9    move 3, comment", "", "a good move for a player who has time"),
            Row { label: "4:1    game".into(), what: What::Sentence("the order of the variations changed".into()) },
        ];
        let table = table(["a.sgf", "b.sgf"], &rows, Some(72));
        assert_eq!(
            table,
            "                        a.sgf                     b.sgf
1:2    event            第四十一期名人戦挑戦   |  第四十一期名人戦
                        手合七番勝負第一局
3:1    move 2           White D4               <
3:9    move 3, comment                         >  a good move for a
                                                  player who has time
4:1    game             the order of the variations changed
"
        );
        assert!(table.lines().all(|line| display_width(line) <= 72));
    }
}
