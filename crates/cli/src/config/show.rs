//! `kifu config`: shows which settings hold, and where each comes from.

use super::{FolderCodes, Setting, folder_of};
use crate::{
    args,
    choose::Codes,
    problem::{Problem, Stop},
    session::Session,
    status::Status,
    visible,
};
use std::{fmt::Write, fs, path::Path};

/// The setting that holds where nothing is set.
const DEFAULT: &str = "default";

pub(crate) fn run(session: &Session, args: &args::Config, global: &args::Global) -> Result<Status, Stop> {
    let path = args.path.as_deref().unwrap_or(Path::new("."));
    if let Err(error) = fs::metadata(path) {
        return Err(Problem::unreadable(&path.to_string_lossy(), &error).into());
    }
    let settings = &session.settings;
    let of_files = settings.of_folder(if path.is_dir() { path } else { folder_of(path) }, &session.library)?;
    let here = &settings.here;
    let mut rows: Vec<(String, String, String)> = Vec::new();
    let mut row = |name: &str, value: String, from: String| rows.push((name.to_owned(), value, from));
    let place = |config: &super::Config, line: usize| format!("{}:{line}", config.name);
    let codes = |of: fn(&FolderCodes) -> Option<&Setting<Codes>>, otherwise: &str| match of_files.codes().find_map(of) {
        Some(setting) if setting.value.is_empty() => (otherwise.to_owned(), place(&of_files.config, setting.line)),
        Some(setting) => (setting.value.to_string(), place(&of_files.config, setting.line)),
        None => (otherwise.to_owned(), DEFAULT.to_owned()),
    };
    for (name, (value, from)) in [
        ("ignore", codes(|codes| codes.ignore.as_ref(), "nothing")),
        ("only", codes(|codes| codes.only.as_ref(), "all codes")),
        ("deny", codes(|codes| codes.deny.as_ref(), "nothing")),
    ] {
        row(name, value, from);
    }
    let own = |value: Option<(String, usize)>, otherwise: &str| match value {
        Some((value, line)) => (value, place(here, line)),
        None => (otherwise.to_owned(), DEFAULT.to_owned()),
    };
    for (name, (value, from)) in [
        (
            "allow-loss",
            own(
                here.allow_loss.as_ref().filter(|set| !set.value.is_empty()).map(|set| (set.value.clone(), set.line)),
                "nothing",
            ),
        ),
        (
            "strict",
            match global.strict {
                Some(strict) => (strict.to_string(), "--strict".to_owned()),
                None => own(here.strict.as_ref().map(|set| (set.value.to_string(), set.line)), "false"),
            },
        ),
        (
            "jobs",
            match global.jobs {
                Some(jobs) => (jobs.to_string(), "--jobs".to_owned()),
                None => own(here.jobs.as_ref().map(|set| (set.value.to_string(), set.line)), "all cores"),
            },
        ),
    ] {
        row(name, value, from);
    }
    let config = &of_files.config;
    for (folder, line) in config.missing_folders() {
        row(&format!("folder.{:?}", folder.to_string_lossy()), "no such folder".to_owned(), place(config, line));
    }
    for Setting { value: (format, option, value), line } in &here.formats {
        row(&format!("format.{format}.{option}"), value.clone(), place(here, *line));
    }
    let width =
        |of: fn(&(String, String, String)) -> &str| rows.iter().map(|row| visible::columns(of(row))).max().unwrap_or(0);
    let (name, value) = (width(|row| &row.0), width(|row| &row.1));
    let mut out = String::new();
    for (key, text, from) in &rows {
        let _ = writeln!(out, "{key:name$}  {text:value$}  {}", visible::line(from));
    }
    session.print(&out)?;
    Ok(Status::Clean)
}
