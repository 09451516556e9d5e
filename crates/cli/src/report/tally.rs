//! The number of findings of each code.

use crate::render::{Page, counted};
use kifu::model::{Code, Diagnostics, Safety, Severity};
use std::{cmp::Reverse, collections::BTreeMap};

/// The findings of one code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) count: u64,
    pub(crate) files: u64,
    /// The number of findings with a safe fix, and with a fix that is a guess.
    pub(crate) safe: u64,
    pub(crate) guess: u64,
    /// The place of the first finding: `game.sgf:3:12`.
    pub(crate) first: String,
}

/// What a file with settings changed: findings that are not reported, and losses that are accepted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effect {
    /// The file; empty if there is none.
    file: String,
    /// The number of findings that it hid, by their severity without it.
    hidden: BTreeMap<Severity, u64>,
    losses: u64,
}

impl Effect {
    /// Returns that of a file that changed nothing yet.
    pub(crate) fn of(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }

    /// Adds findings that are not reported. Without the settings, they would have this severity, or not be reported either.
    pub(crate) fn hide(&mut self, severity: Option<Severity>, times: u64) {
        if let Some(severity) = severity {
            *self.hidden.entry(severity).or_default() += times;
        }
    }

    /// Adds a loss that the settings accept.
    pub(crate) fn accept(&mut self) {
        self.losses += 1;
    }

    fn is_nothing(&self) -> bool {
        self.hidden.is_empty() && self.losses == 0
    }

    fn add(&mut self, other: Self) {
        self.losses += other.losses;
        other.hidden.into_iter().for_each(|(severity, times)| self.hide(Some(severity), times));
    }

    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    pub(crate) fn hidden(&self, severity: Severity) -> u64 {
        self.hidden.get(&severity).copied().unwrap_or_default()
    }

    pub(crate) fn losses(&self) -> u64 {
        self.losses
    }

    /// Returns sentences about the findings of at least this severity, and about the losses.
    fn sentences(&self, least: Severity) -> impl Iterator<Item = String> {
        let hidden = self.hidden.iter().rev().filter(|(severity, _)| **severity >= least);
        let parts: Vec<_> = hidden.clone().map(|(severity, times)| counted(*times, &severity.to_string())).collect();
        let them = |n| if n == 1 { "it" } else { "them" };
        let all = hidden.map(|(_, times)| times).sum();
        let hid =
            (all > 0).then(|| format!("{} hid {} (--no-config reports {})", self.file, parts.join(" and "), them(all)));
        let accepted = (self.losses > 0).then(|| {
            let losses = counted(self.losses, "loss");
            format!("{} accepted {losses} (--no-config refuses {})", self.file, them(self.losses))
        });
        hid.into_iter().chain(accepted)
    }
}

/// The findings of one file by code.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileTally {
    rows: Vec<(Severity, Code, Row)>,
    /// What files with settings changed.
    effects: Vec<Effect>,
}

impl FileTally {
    /// Counts the diagnostics of a file.
    pub(crate) fn of(page: &Page<'_>, diagnostics: &Diagnostics) -> Self {
        let mut seen: BTreeMap<(Severity, Code), (u64, u64, Option<u32>)> = BTreeMap::new();
        for found in diagnostics.iter() {
            let (safe, guess, first) = seen.entry((found.severity, found.code)).or_default();
            match found.fix.as_ref().map(|fix| fix.safety) {
                Some(Safety::Safe) => *safe += 1,
                Some(Safety::Guess) => *guess += 1,
                None => {}
            }
            let start = found.span.map(|span| span.start);
            *first = first.zip(start).map(|(a, b)| a.min(b)).or(*first).or(start);
        }
        let row = |count: &kifu::model::Count| {
            let (safe, guess, first) = seen.get(&(count.severity, count.code)).copied().unwrap_or_default();
            let place = first.map_or_else(String::new, |at| format!(":{}", page.position(at)));
            let row = Row { count: count.times, files: 1, safe, guess, first: format!("{}{place}", page.name) };
            (count.severity, count.code, row)
        };
        Self { rows: diagnostics.counts().map(row).collect(), effects: Vec::new() }
    }

    /// Adds what a file with settings changed.
    pub(crate) fn effect(&mut self, effect: Effect) {
        if !effect.is_nothing() {
            self.effects.push(effect);
        }
    }

    /// Counts one finding more. `place` returns its place, if it is the first one of its code.
    pub(crate) fn count(&mut self, severity: Severity, code: Code, place: impl FnOnce() -> String) {
        match self.rows.iter_mut().find(|(of, other, _)| (*of, *other) == (severity, code)) {
            Some((.., row)) => row.count += 1,
            None => self.rows.push((severity, code, Row { count: 1, files: 1, first: place(), ..Row::default() })),
        }
    }

    /// Adds other findings of the file, of other codes.
    pub(crate) fn add(&mut self, other: Self) {
        self.rows.extend(other.rows);
        self.effects.extend(other.effects);
    }

    /// Returns true if there is no error and no warning.
    fn is_clean(&self) -> bool {
        self.rows.iter().all(|(severity, ..)| *severity == Severity::Note)
    }
}

/// The findings of all files by code.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Errors first.
    rows: BTreeMap<(Reverse<Severity>, Code), Row>,
    /// What each file with settings changed, by its name.
    effects: BTreeMap<String, Effect>,
    /// The number of files that were read.
    pub(crate) files: u64,
    /// The number of files without errors and warnings.
    pub(crate) clean: u64,
    /// The number of files and of folders that could not be read.
    pub(crate) unread: Unread,
    /// The number of files that were not read because their output cannot be written.
    pub(crate) skipped: u64,
}

/// The numbers of files and of folders that could not be read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Unread {
    pub(crate) files: u64,
    pub(crate) folders: u64,
}

impl Unread {
    /// Returns the end of a sentence about files, such as `, 2 not read, 1 folder not read`; empty if everything was read.
    pub(crate) fn sentence(self) -> String {
        let Self { files, folders } = self;
        let files = if files > 0 { format!(", {files} not read") } else { String::new() };
        match folders {
            0 => files,
            _ => format!("{files}, {} not read", counted(folders, "folder")),
        }
    }
}

impl Tally {
    /// Adds a file.
    pub(crate) fn add(&mut self, file: FileTally) {
        self.files += 1;
        self.clean += u64::from(file.is_clean());
        self.extend(file);
    }

    /// Returns the number of all files.
    pub(crate) fn all_files(&self) -> u64 {
        self.files + self.unread.files + self.skipped
    }

    /// Adds findings of files that are counted already.
    pub(crate) fn extend(&mut self, file: FileTally) {
        for effect in file.effects {
            self.effects.entry(effect.file.clone()).or_insert_with(|| Effect::of(&effect.file)).add(effect);
        }
        for (severity, code, more) in file.rows {
            match self.rows.get_mut(&(Reverse(severity), code)) {
                Some(row) => {
                    row.count += more.count;
                    row.files += more.files;
                    row.safe += more.safe;
                    row.guess += more.guess;
                }
                None => drop(self.rows.insert((Reverse(severity), code), more)),
            }
        }
    }

    /// Returns the rows: errors, warnings, and then notes; of each, the most frequent code first.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (Severity, Code, &Row)> {
        let mut rows: Vec<_> = self.rows.iter().map(|((severity, code), row)| (severity.0, *code, row)).collect();
        rows.sort_by_key(|(severity, _, row)| (Reverse(*severity), Reverse(row.count)));
        rows.into_iter()
    }

    /// Returns the number of findings of a severity.
    pub(crate) fn count(&self, severity: Severity) -> u64 {
        self.rows().filter(|(of, ..)| *of == severity).map(|(.., row)| row.count).sum()
    }

    /// Returns what each file with settings changed.
    pub(crate) fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.effects.values()
    }

    /// Returns a line about each file with settings that hid findings of at least this severity, or accepted losses.
    pub(crate) fn settings(&self, least: Severity) -> Vec<String> {
        self.effects().flat_map(|effect| effect.sentences(least)).collect()
    }

    /// Returns the number of findings with a safe fix, and of those with a guess.
    pub(crate) fn fixable(&self) -> (u64, u64) {
        self.rows().fold((0, 0), |(safe, guess), (.., row)| (safe + row.safe, guess + row.guess))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu::model::{CodeInfo, Diagnostic, Edits, Source, Span};

    const BAD: CodeInfo = CodeInfo::new("toy/bad", Severity::Error, "bad", "");
    const ODD: CodeInfo = CodeInfo::new("toy/odd", Severity::Warning, "odd", "");
    const FINE: CodeInfo = CodeInfo::new("toy/fine", Severity::Note, "fine", "");

    #[test]
    fn the_first_place_is_the_first_in_the_text() {
        let source = Source::from_text("a.sgf", "one\ntwo\n");
        let page = Page::new("a.sgf", &source);
        let mut found = Diagnostics::default();
        found.push(Diagnostic::new(&ODD, "b").at(Span::new(5, 6)).fix(Safety::Guess, "x", Edits::default()));
        found.push(Diagnostic::new(&ODD, "c"));
        found.push(Diagnostic::new(&ODD, "a").at(Span::new(1, 2)).fix(Safety::Safe, "x", Edits::default()));
        found.push(Diagnostic::new(&BAD, "d"));
        let mut tally = Tally::default();
        tally.add(FileTally::of(&page, &found));
        let mut other = FileTally::default();
        other.count(Severity::Note, FINE.code, || "b.sgf".to_owned());
        other.count(Severity::Note, FINE.code, || unreachable!("not the first one"));
        tally.add(other);
        let rows: Vec<_> = tally
            .rows()
            .map(|(_, code, row)| (code.0, row.count, row.files, row.safe, row.guess, row.first.as_str()))
            .collect();
        assert_eq!(
            rows,
            [("toy/bad", 1, 1, 0, 0, "a.sgf"), ("toy/odd", 3, 1, 1, 1, "a.sgf:1:2"), ("toy/fine", 2, 1, 0, 0, "b.sgf")]
        );
        assert_eq!((tally.files, tally.clean, tally.count(Severity::Warning), tally.fixable()), (2, 1, 3, (1, 1)));
    }
}
