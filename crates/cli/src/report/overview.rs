//! The overview of the findings of many files: a table by code.

use super::{Tally, tally::Row};
use crate::{render::counted, visible};
use annotate_snippets::renderer::{DEFAULT_ERROR_STYLE, DEFAULT_NOTE_STYLE, DEFAULT_WARNING_STYLE};
use kifu::model::{Code, Severity};
use std::{borrow::Cow, fmt::Write, time::Duration};

/// The number of files from which the time is shown. Fewer files take no time that a person would notice.
const MANY: u64 = 1_000;

/// The width of a terminal from which there are two spaces between columns.
const WIDE: usize = 100;

/// The width of the column with the severity: that of the longest, `warning`.
const SEVERITY: usize = 7;

/// The rows of a table that are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    /// The number of lines for codes.
    pub(crate) most: usize,
    /// What shows the others.
    pub(crate) all: &'static str,
}

impl Rows {
    pub(crate) const ALL: Self = Self { most: usize::MAX, all: "" };
}

/// The findings of all files, as text.
pub(crate) struct Overview<'a> {
    pub(crate) tally: &'a Tally,
    /// The lowest severity that is shown.
    pub(crate) least: Severity,
    /// The number of columns of a line, if it is limited.
    pub(crate) width: Option<usize>,
}

impl Overview<'_> {
    /// Returns a table with a line for each code and the place of its first finding; empty if there is none. The columns of fixes are there if any finding has one and the line is wide enough. If the lines are too short for the
    /// places, these are given relative to the folder that all of them are in, and if that is not enough, on lines of their own.
    pub(crate) fn table(&self, Rows { most, all }: Rows) -> String {
        let mut rows: Vec<_> = self.tally.rows().filter(|(severity, ..)| *severity >= self.least).collect();
        let width = self.width.unwrap_or(usize::MAX);
        let gap = if width < WIDE { " " } else { "  " };
        let gaps = gap.len();
        let listed = &rows[..rows.len().min(most.saturating_add(1))];
        let layout = Layout::of(listed, width, gaps);
        let places = Places::of(listed, layout.room);
        let most = if places.have_lines { most.saturating_sub(1) / 2 } else { most };
        // One row more takes about as much room as the line that replaces it.
        let more = if rows.len() > most.saturating_add(1) { rows.len() - most } else { 0 };
        rows.truncate(rows.len() - more);
        if rows.is_empty() {
            return String::new();
        }
        let Layout { code, count, files, fixes, .. } = layout;
        let numbers = |of_count: &str, of_files: &str, safe: &str, guesses: &str| {
            let fixes = fixes.map(|(fix, guess)| format!("{gap}{safe:>fix$}{gap}{guesses:>guess$}"));
            format!("{of_count:>count$}{gap}{of_files:>files$}{}", fixes.unwrap_or_default())
        };
        let indent = " ".repeat(SEVERITY + gaps);
        let of_place = width.saturating_sub(indent.len());
        let with_place = |line: String, place: &str| match places.have_lines {
            true => format!("{}\n{indent}{}", line.trim_end(), shortened(place, of_place)),
            false => format!("{line}{gap}{place}").trim_end().to_owned(),
        };
        let head = format!("{indent}{:code$}{gap}{}", "code", numbers("count", "files", "fix", "guess"));
        const FIRST: &str = "first in ";
        let folder = shortened(&places.folder, of_place.saturating_sub(FIRST.len()));
        let mut out = with_place(head, format!("{FIRST}{folder}").trim_end()) + "\n";
        for (severity, code_of_row, row) in rows {
            let style = match severity {
                Severity::Error => DEFAULT_ERROR_STYLE,
                Severity::Warning => DEFAULT_WARNING_STYLE,
                Severity::Note => DEFAULT_NOTE_STYLE,
            };
            let some = |n: u64| if n == 0 { String::new() } else { n.to_string() };
            let numbers = numbers(&row.count.to_string(), &row.files.to_string(), &some(row.safe), &some(row.guess));
            let (severity, name) = (severity.to_string(), code_of_row.0);
            let first = visible::line(&row.first);
            let first = first.strip_prefix(&places.folder).unwrap_or(&first);
            let rest = with_place(format!("{name:code$}{gap}{numbers}"), first);
            let _ = writeln!(out, "{style}{severity:SEVERITY$}{style:#}{gap}{rest}");
        }
        if more > 0 {
            let _ = writeln!(out, "{indent}and {more} more codes; {all}");
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
                1 => sentence.push_str(", 1 of them a note"),
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

/// The codes of a table.
type Codes<'a> = [(Severity, Code, &'a Row)];

/// The widths of the columns of a table.
struct Layout {
    code: usize,
    count: usize,
    files: usize,
    /// The columns of safe fixes and of guesses, if they are there.
    fixes: Option<(usize, usize)>,
    /// The room that is left for the places.
    room: usize,
}

impl Layout {
    fn of(rows: &Codes<'_>, width: usize, gap: usize) -> Self {
        let digits = |head: &str, of: fn(&Row) -> u64| {
            rows.iter().map(|(.., row)| of(row).to_string().len()).max().unwrap_or(0).max(head.len())
        };
        let code = rows.iter().map(|(_, code, _)| code.0.len()).max().unwrap_or(0);
        let (count, files) = (digits("count", |row| row.count), digits("files", |row| row.files));
        let (fix, guess) = (digits("fix", |row| row.safe), digits("guess", |row| row.guess));
        let without_fixes = width.saturating_sub(SEVERITY + code + count + files + 3 * gap);
        // If there is not enough room, the columns of fixes are left out: the last line has their sum.
        let of_fixes = fix + guess + 2 * gap;
        let has_fixes = rows.iter().any(|(.., row)| row.safe + row.guess > 0) && of_fixes <= without_fixes;
        let room = without_fixes.saturating_sub(gap + if has_fixes { of_fixes } else { 0 });
        Self { code, count, files, fixes: has_fixes.then_some((fix, guess)), room }
    }
}

/// How a table gives the places of its rows.
struct Places {
    /// The folder that all places are in, which the head of the table names, with its last separator; often empty.
    folder: String,
    /// True if each place has a line of its own.
    have_lines: bool,
}

impl Places {
    fn of(rows: &Codes<'_>, room: usize) -> Self {
        let places: Vec<_> = rows.iter().map(|(.., row)| visible::line(&row.first)).collect();
        let fit = |folder: &str| {
            let rest = places.iter().map(|place| visible::columns(&place[folder.len()..])).max().unwrap_or(0);
            rest.max(visible::columns("first in ") + visible::columns(folder)) <= room
        };
        if fit("") {
            return Self { folder: String::new(), have_lines: false };
        }
        let folder = common_folder(&places);
        Self { have_lines: !fit(folder), folder: folder.to_owned() }
    }
}

/// Returns the folder that all places are in, with its last separator.
fn common_folder(places: &[impl AsRef<str>]) -> &str {
    let Some((first, others)) = places.split_first() else { return "" };
    let mut folder = first.as_ref();
    for place in others {
        let same = folder.char_indices().zip(place.as_ref().chars()).take_while(|((_, a), b)| a == b);
        folder = &folder[..same.last().map_or(0, |((at, c), _)| at + c.len_utf8())];
    }
    &folder[..folder.rfind(std::path::is_separator).map_or(0, |at| at + 1)]
}

/// Returns a place in at most `room` columns: its end tells most.
fn shortened(place: &str, room: usize) -> Cow<'_, str> {
    if visible::columns(place) <= room {
        return Cow::Borrowed(place);
    }
    let mut left = room.saturating_sub(1);
    let kept = place.char_indices().rev().take_while(|(_, c)| {
        let fits = visible::width(*c) <= left;
        left = left.saturating_sub(visible::width(*c));
        fits
    });
    let start = kept.last().map_or(place.len(), |(at, _)| at);
    Cow::Owned(format!("…{}", &place[start..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{render::Page, report::FileTally};
    use kifu::model::{Code, CodeInfo, Diagnostic, Diagnostics, Edits, Safety, Source};

    fn at_most(most: usize) -> Rows {
        Rows { most, all: "--statistics shows all" }
    }

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
        assert_eq!(overview.table(at_most(5)).lines().count(), 6);
        assert_eq!(overview.table(at_most(4)).lines().count(), 6, "the fifth row takes the room of the line about it");
        let short = overview.table(at_most(3));
        assert_eq!(short.lines().count(), 5);
        assert_eq!(short.lines().last(), Some("         and 2 more codes; --statistics shows all"));
        let all = "2 files, 0 errors, 5 warnings, 1 note (-v shows notes); kifu fix can fix 1, a note";
        assert_eq!(overview.sentence(None), all);
        let shown = Overview { least: Severity::Note, ..overview };
        assert_eq!(shown.sentence(None), "2 files, 0 errors, 5 warnings, 1 note; kifu fix can fix 1");
    }

    #[test]
    fn places_are_relative_to_their_folder_or_have_lines_of_their_own_where_there_is_not_enough_room() {
        let mut tally = Tally::default();
        for (name, place) in [("toy/a", "my games/2025/一.sgf:3:1"), ("toy/b", "my games/2026/a.sgf:1:20")] {
            let mut file = FileTally::default();
            file.count(Severity::Warning, Code(name), || place.to_owned());
            tally.add(file);
        }
        let table = |width| {
            let table = Overview { tally: &tally, least: Severity::Note, width: Some(width) }.table(at_most(4));
            anstream::adapter::strip_str(&table).to_string()
        };
        let whole = "        code  count files first in
warning toy/a     1     1 my games/2025/一.sgf:3:1
warning toy/b     1     1 my games/2026/a.sgf:1:20
";
        assert_eq!(table(50), whole);
        let relative = "        code  count files first in my games/
warning toy/a     1     1 2025/一.sgf:3:1
warning toy/b     1     1 2026/a.sgf:1:20
";
        assert_eq!(table(49), relative);
        assert_eq!(table(44), relative);
        let lines = "        code  count files
        first in my games/
warning toy/a     1     1
        2025/一.sgf:3:1
warning toy/b     1     1
        2026/a.sgf:1:20
";
        assert_eq!(table(43), lines);
        assert_eq!(table(22).lines().nth(3), Some("        …25/一.sgf:3:1"));
    }

    #[test]
    fn a_folder_of_all_places_ends_with_a_separator() {
        assert_eq!(common_folder(&["a/bc/d.sgf:1:1", "a/bd/d.sgf:2:1"]), "a/");
        assert_eq!(common_folder(&["a/b.sgf:1:1"]), "a/");
        assert_eq!(common_folder(&["棋/譜.sgf:1:1", "棋/盤.sgf:2:1"]), "棋/");
        assert_eq!(common_folder(&["ab.sgf", "ac.sgf"]), "");
        assert_eq!(common_folder(&["a/b.sgf", "/a/b.sgf"]), "");
        assert_eq!(common_folder(&[""; 0]), "");
    }

    #[test]
    fn the_end_of_a_place_is_kept() {
        assert_eq!(shortened("games/a.sgf:3:1", 15), "games/a.sgf:3:1");
        assert_eq!(shortened("very/long/games/a.sgf:3:1", 14), "…mes/a.sgf:3:1");
        assert_eq!(shortened("棋譜棋譜棋譜棋譜", 12), "…譜棋譜棋譜");
    }
}
