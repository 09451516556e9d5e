//! The overview of the findings of many files: a table by code.

use super::{Tally, tally::Row};
use crate::{render::counted, visible};
use annotate_snippets::renderer::{DEFAULT_ERROR_STYLE, DEFAULT_NOTE_STYLE, DEFAULT_WARNING_STYLE};
use kifu::model::Severity;
use std::{fmt::Write, time::Duration};

/// The number of files from which the time is shown. Fewer files take no time that a person would notice.
const MANY: u64 = 1_000;

/// The width of a terminal from which there are two spaces between columns.
const WIDE: usize = 100;

/// The smallest width of the column with the first places.
const NARROWEST_PLACE: usize = 12;

/// The findings of all files, as text.
pub(crate) struct Overview<'a> {
    pub(crate) tally: &'a Tally,
    /// The lowest severity that is shown.
    pub(crate) least: Severity,
    /// The number of columns of a line, if it is limited.
    pub(crate) width: Option<usize>,
}

impl Overview<'_> {
    /// Returns a table with a line for each of the first `most` codes; empty if there is none. The columns of fixes are there if any
    /// finding has one and the line is wide enough, that of the places if the line is wide enough.
    pub(crate) fn table(&self, most: usize) -> String {
        let mut rows: Vec<_> = self.tally.rows().filter(|(severity, ..)| *severity >= self.least).collect();
        // One row more takes no more room than the line that says so.
        let more = if rows.len() > most.saturating_add(1) { rows.len() - most } else { 0 };
        rows.truncate(rows.len() - more);
        let Some(code) = rows.iter().map(|(_, code, _)| code.0.len()).max() else { return String::new() };
        let digits = |head: &str, of: fn(&Row) -> u64| {
            rows.iter().map(|(.., row)| of(row).to_string().len()).max().unwrap_or(0).max(head.len())
        };
        let (count, files) = (digits("count", |row| row.count), digits("files", |row| row.files));
        let (fix, guess) = (digits("fix", |row| row.safe), digits("guess", |row| row.guess));
        let has_fixes = rows.iter().any(|(.., row)| row.safe + row.guess > 0);
        let width = self.width.unwrap_or(usize::MAX);
        let gap = if width < WIDE { " " } else { "  " };
        let gaps = gap.len();
        let without_fixes = width.saturating_sub("warning".len() + code + count + files + 3 * gaps);
        let of_fixes = fix + guess + 2 * gaps;
        // If there is not enough room, first the places are left out, and then the columns of fixes: the last line has their sum.
        let has_fixes = has_fixes && of_fixes <= without_fixes;
        let room = without_fixes.saturating_sub(gaps + if has_fixes { of_fixes } else { 0 });
        let fixes = |safe: &str, guesses: &str| match has_fixes {
            true => format!("{gap}{safe:>fix$}{gap}{guesses:>guess$}"),
            false => String::new(),
        };
        // A place that is cut to a few characters does not tell where it is.
        let place =
            |of: &str| if room >= NARROWEST_PLACE { format!("{gap}{}", shortened(of, room)) } else { String::new() };
        let (head_of_fixes, head_of_place) = (fixes("fix", "guess"), place("first in"));
        let mut out = format!(
            "{:7}{gap}{:code$}{gap}{:>count$}{gap}{:>files$}{head_of_fixes}{head_of_place}\n",
            "", "code", "count", "files"
        );
        for (severity, code_of_row, row) in rows {
            let style = match severity {
                Severity::Error => DEFAULT_ERROR_STYLE,
                Severity::Warning => DEFAULT_WARNING_STYLE,
                Severity::Note => DEFAULT_NOTE_STYLE,
            };
            let some = |n: u64| if n == 0 { String::new() } else { n.to_string() };
            let (fixes, first) = (fixes(&some(row.safe), &some(row.guess)), place(&visible::line(&row.first)));
            let (severity, name) = (severity.to_string(), code_of_row.0);
            let rest = format!("{name:code$}{gap}{:>count$}{gap}{:>files$}{fixes}{first}", row.count, row.files);
            let _ = writeln!(out, "{style}{severity:7}{style:#}{gap}{}", rest.trim_end());
        }
        if more > 0 {
            let _ = writeln!(out, "{:7}{gap}and {more} more codes; --statistics shows all", "");
        }
        out
    }

    /// Returns a sentence such as `3 files, 1 error, 4 warnings, 12 notes`.
    pub(crate) fn sentence(&self, time: Option<Duration>) -> String {
        let Self { tally, least, .. } = self;
        let files = tally.all_files();
        let mut sentence = counted(files, "file");
        if let Some(time) = time {
            if files >= MANY {
                let _ = write!(sentence, " in {:.1} s", time.as_secs_f64());
            }
            let _ = write!(sentence, ", {} clean", tally.clean);
        }
        sentence.push_str(&tally.unread.sentence());
        for (severity, one) in [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")] {
            let _ = write!(sentence, ", {}", counted(tally.count(severity), one));
        }
        if tally.count(Severity::Note) > 0 && *least > Severity::Note {
            sentence.push_str(" (-v shows notes)");
        }
        let (safe, guess) = tally.fixable();
        if safe > 0 {
            let _ = write!(sentence, "; kifu fix can fix {safe}");
            let of_notes: u64 =
                tally.rows().filter(|(severity, ..)| *severity < *least).map(|(.., row)| row.safe).sum();
            match of_notes {
                0 => {}
                _ if of_notes == safe => sentence.push_str(if safe == 1 { ", a note" } else { ", all of them notes" }),
                _ => drop(write!(sentence, ", {of_notes} of them notes")),
            }
        }
        // The lines below an overview have the guesses.
        if guess > 0 && time.is_none() {
            let more = if safe > 0 { " more" } else { "" };
            let _ = write!(sentence, "; kifu fix --guess can fix {guess}{more}");
        }
        sentence
    }
}

/// Returns a place in at most `room` columns: without its line if that is enough, otherwise the end of the path, which tells most.
fn shortened(place: &str, room: usize) -> String {
    let fits = |text: &str| text.chars().map(visible::width).sum::<usize>() <= room;
    if fits(place) {
        return place.to_owned();
    }
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let path = |text: &'_ str| text.rsplit_once(':').filter(|(_, n)| is_number(n)).map(|(path, _)| path.to_owned());
    let text = &path(place).and_then(|line| path(&line)).unwrap_or_else(|| place.to_owned());
    if fits(text) {
        return text.clone();
    }
    let mut left = room.saturating_sub(1);
    let kept = text.char_indices().rev().take_while(|(_, c)| {
        let fits = visible::width(*c) <= left;
        left = left.saturating_sub(visible::width(*c));
        fits
    });
    let start = kept.last().map_or(text.len(), |(at, _)| at);
    format!("…{}", &text[start..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{render::Page, report::FileTally};
    use kifu::model::{Code, CodeInfo, Diagnostic, Diagnostics, Edits, Safety, Source};

    #[test]
    fn rare_codes_are_counted_and_fixes_of_notes_are_told() {
        const NAMES: [&str; 5] = ["toy/a", "toy/b", "toy/c", "toy/d", "toy/e"];
        let mut tally = Tally::default();
        let mut file = FileTally::default();
        NAMES.iter().for_each(|name| file.count(Severity::Warning, Code(name), || "a.sgf".to_owned()));
        tally.add(file);
        let source = Source::from_text("a.sgf", "text");
        let mut notes = Diagnostics::default();
        let fine = CodeInfo::new("toy/fine", Severity::Note, "fine", "");
        notes.push(Diagnostic::new(&fine, "a").fix(Safety::Safe, "x", Edits::default()));
        tally.add(FileTally::of(&Page::new("a.sgf", &source), &notes));
        let overview = Overview { tally: &tally, least: Severity::Warning, width: None };
        assert_eq!(overview.table(5).lines().count(), 6);
        assert_eq!(overview.table(4).lines().count(), 6, "the fifth row takes the room of the line about it");
        let short = overview.table(3);
        assert_eq!(short.lines().count(), 5);
        assert_eq!(short.lines().last(), Some("         and 2 more codes; --statistics shows all"));
        let all = "2 files, 0 errors, 5 warnings, 1 note (-v shows notes); kifu fix can fix 1, a note";
        assert_eq!(overview.sentence(None), all);
        let shown = Overview { least: Severity::Note, ..overview };
        assert_eq!(shown.sentence(None), "2 files, 0 errors, 5 warnings, 1 note; kifu fix can fix 1");
    }

    #[test]
    fn the_end_of_a_path_is_kept() {
        assert_eq!(shortened("games/a.sgf:3:1", 20), "games/a.sgf:3:1");
        assert_eq!(shortened("very/long/games/a.sgf:3:1", 22), "very/long/games/a.sgf");
        assert_eq!(shortened("very/long/games/a.sgf:3:1", 14), "…g/games/a.sgf");
        assert_eq!(shortened("棋譜棋譜棋譜棋譜", 12), "…譜棋譜棋譜");
    }
}
