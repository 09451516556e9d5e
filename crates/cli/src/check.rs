use crate::{
    args, input,
    places::Places,
    problem::{Problem, Stop},
    render::{self, Finding, Page, counted},
    session::Session,
    status::Status,
    work,
};
use kifu::{
    Decoded,
    model::{Code, Diagnostic, Diagnostics, Safety, Severity, SourceMap},
};
use std::{collections::BTreeMap, ops::ControlFlow};

/// The result of checking one file.
struct Checked {
    messages: String,
    status: Status,
    counts: Counts,
}

/// The number of diagnostics of each severity.
#[derive(Clone, Copy, Default)]
struct Counts {
    errors: u64,
    warnings: u64,
    notes: u64,
    fixable: u64,
    /// True if there are more fixes than `Diagnostics` keeps.
    more: bool,
}

pub(crate) fn run(session: &Session, args: &args::Check) -> Result<Status, Stop> {
    let found = input::find(&args.inputs, &session.library, None, false)?;
    let mut status = found.tell(session);
    let mut all = Counts::default();
    let check = |_, input: &input::Input| -> Result<Checked, Problem> {
        let mut decoded = session.decode(input)?;
        let of_charset = std::mem::take(&mut decoded.diagnostics);
        let (diagnostics, source_maps) = diagnostics(session, &decoded, of_charset)?;
        let mut messages = String::new();
        let page = Page::new(decoded.source.name(), &decoded.source);
        list(session, &page, &diagnostics, &source_maps, session.shown(), &mut messages);
        Ok(Checked { messages, status: session.status(&diagnostics), counts: Counts::of(&diagnostics) })
    };
    let failures = work::each(session, &found.inputs, check, |_, checked| {
        session.say(&checked.messages);
        status = status.max(checked.status);
        all.add(checked.counts);
        Ok(())
    })?;
    all.errors += failures.files + found.problems.len() as u64;
    session.remark(&all.sentence(session, found.inputs.len() as u64));
    Ok(status.max(failures.status))
}

/// Appends the diagnostics of the games and of the passes to the `diagnostics` of the charset. Also returns the source maps of the
/// records, for JSON output only. Keeps no game in memory.
pub(crate) fn diagnostics(
    session: &Session,
    decoded: &Decoded<'_>,
    mut diagnostics: Diagnostics,
) -> Result<(Diagnostics, Vec<SourceMap>), Problem> {
    let (mut source_maps, mut games) = (Vec::new(), 0);
    let last = decoded.read_each(&mut |mut game| {
        diagnostics.append(std::mem::take(game.diagnostics_mut()));
        diagnostics.append(decoded.check(&game, games));
        games += game.len();
        if session.json {
            source_maps.extend_from_slice(game.source_maps());
        }
        ControlFlow::Continue(())
    })?;
    diagnostics.append(last);
    Ok((diagnostics, source_maps))
}

/// Appends the diagnostics of at least the severity `least` to `out`, in the order of the text.
pub(crate) fn list(
    session: &Session,
    page: &Page<'_>,
    diagnostics: &Diagnostics,
    source_maps: &[SourceMap],
    least: Severity,
    out: &mut String,
) {
    let mut shown: Vec<&Diagnostic> = diagnostics.iter().filter(|found| found.severity >= least).collect();
    shown.sort_by_key(|found| found.span);
    let mut places = Places::new(source_maps);
    // `Diagnostics` keeps more diagnostics with a fix than `MAX_PER_CODE`, because `fix` needs them; show at most that number.
    let mut counts: BTreeMap<(Code, Severity), u64> = BTreeMap::new();
    shown.retain(|found| {
        let times = counts.entry((found.code, found.severity)).or_default();
        *times += 1;
        *times <= Diagnostics::MAX_PER_CODE
    });
    for diagnostic in &shown {
        let mut finding = Finding::from(*diagnostic);
        if session.json
            && finding.record.is_none()
            && let Some((record, node)) = diagnostic.span.and_then(|span| places.at(span.start))
        {
            (finding.record, finding.node) = (Some(record), node);
        }
        render::finding(session.json, page, &finding, out);
    }
    for count in diagnostics.counts().filter(|count| count.severity >= least) {
        render::more(session.json, page, count, shown.iter().copied(), out);
    }
}

impl Counts {
    fn of(diagnostics: &Diagnostics) -> Self {
        let mut counts = Self::default();
        for count in diagnostics.counts() {
            match count.severity {
                Severity::Error => counts.errors += count.times,
                Severity::Warning => counts.warnings += count.times,
                Severity::Note => counts.notes += count.times,
            }
        }
        let safe = |diagnostics: &&Diagnostic| diagnostics.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe);
        counts.fixable = diagnostics.iter().filter(safe).count() as u64;
        counts.more = diagnostics.counts().any(|count| {
            count.times > Diagnostics::MAX_PER_CODE
                && diagnostics.iter().count() as u64 >= Diagnostics::MAX_FIXES
                && diagnostics.iter().filter(safe).any(|found| found.code == count.code)
        });
        counts
    }

    fn add(&mut self, other: Self) {
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.notes += other.notes;
        self.fixable += other.fixable;
        self.more |= other.more;
    }

    /// Returns a sentence such as `3 files, 1 error, 4 warnings, 12 notes`.
    fn sentence(self, session: &Session, files: u64) -> String {
        let Self { errors, warnings, notes, fixable, more } = self;
        let parts = [(files, "file"), (errors, "error"), (warnings, "warning"), (notes, "note")];
        let mut sentence = parts.map(|(n, one)| counted(n, one)).join(", ");
        if notes > 0 && session.shown() > Severity::Note {
            sentence.push_str(" (-v shows notes)");
        }
        if fixable > 0 {
            let most = if more { " and more" } else { "" };
            sentence.push_str(&format!("; kifu fix can fix {fixable}{most}"));
        }
        sentence
    }
}
