use crate::{args, problem::Stop, render, session::Session, status::Status, visible};
use kifu::{
    AnyFormat,
    model::{GamesPerFile, OptionValues, Part, PartLimit},
};
use std::fmt::Write;

pub(crate) fn run(session: &Session, args: &args::Formats) -> Result<Status, Stop> {
    let text = match &args.name {
        Some(name) => details(session, &*session.format(name)?),
        None => table(session),
    };
    session.print(&text)?;
    Ok(Status::Clean)
}

/// The smallest width of the column with the names of the formats.
const NARROWEST_NAME: usize = 24;

/// Returns a table with one line per format.
fn table(session: &Session) -> String {
    let mut rows = vec![["format", "game", "files", "games per file", "name"].map(str::to_owned)];
    for format in session.library.formats() {
        let info = format.info();
        let games = if info.games == GamesPerFile::One { "one" } else { "many" };
        rows.push([info.id, format.game(), &extensions(format), games, info.title].map(str::to_owned));
    }
    let widths: [usize; 4] = std::array::from_fn(|i| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0));
    let [a, b, c, d] = widths;
    // In a narrow terminal the names stand below the other columns.
    let before_name = a + b + c + d + 8;
    let is_narrow = session.style.columns.is_some_and(|columns| columns < before_name + NARROWEST_NAME);
    let mut out = String::new();
    for [id, game, files, games, title] in &rows {
        let line = format!("{id:a$}  {game:b$}  {files:c$}  {games:d$}");
        let _ = match is_narrow {
            true => writeln!(out, "{}\n{:a$}  {title}", line.trim_end(), ""),
            false => writeln!(out, "{}", render::broken(session.style, &format!("{line}  {title}"), before_name)),
        };
    }
    passes(session, &mut out);
    let more = "kifu formats FORMAT shows the options of a format, and what it can hold.";
    let _ = writeln!(out, "\n{}", render::fitted(session.style, more));
    out
}

/// Appends a table with one line per pass, if there are passes.
fn passes(session: &Session, out: &mut String) {
    let mut rows = vec![["pass", "game", "findings"].map(str::to_owned)];
    for pass in session.library.passes() {
        let codes: Vec<_> = pass.codes().iter().map(|info| info.code.0).collect();
        rows.push([visible::line(pass.name()).into_owned(), pass.game().to_owned(), codes.join(", ")]);
    }
    if rows.len() == 1 {
        return;
    }
    let widths: [usize; 2] = std::array::from_fn(|i| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0));
    out.push('\n');
    for [name, game, findings] in &rows {
        let [a, b] = widths;
        let line = format!("{name:a$}  {game:b$}  {findings}");
        out.push_str(&render::broken(session.style, &line, a + b + 4));
        out.push('\n');
    }
}

fn extensions(format: &dyn AnyFormat) -> String {
    format.info().extensions.iter().map(|extension| format!(".{extension}")).collect::<Vec<_>>().join(" ")
}

/// Returns the description of one format.
fn details(session: &Session, format: &dyn AnyFormat) -> String {
    let info = format.info();
    let games = match info.games {
        GamesPerFile::One => "one game per file",
        _ => "many games per file",
    };
    let mut out = format!("{}: {}\n\n", info.id, info.title);
    let _ = writeln!(out, "game    {}\nfiles   {}, {games}", format.game(), extensions(format));
    let passes = session.library.passes().filter(|pass| pass.game() == format.game());
    let passes: Vec<_> = passes.map(|pass| visible::line(pass.name())).collect();
    if !passes.is_empty() {
        let _ = writeln!(out, "passes  {}", passes.join(", "));
    }
    if info.options.is_empty() {
        out.push_str("\nIt has no options.\n");
    } else {
        out.push_str("\nOptions:\n");
        let width = info.options.iter().map(|option| option.name.len()).max().unwrap_or(0);
        for option in info.options {
            entry(session, option.name, width, option.about, &mut out);
            entry(session, "", width, &option.values.to_string(), &mut out);
        }
        if let Some(option) = info.options.first() {
            let value = match option.values {
                OptionValues::OneOf(&[first, ..]) => first,
                _ => "…",
            };
            let _ = writeln!(out, "  as in --to {}:{}={value}", info.id, option.name);
        }
    }
    // Unreadable input and the charset do not depend on the format.
    let parts = Part::ALL
        .iter()
        .copied()
        .filter(|part| !matches!(part, Part::Input | Part::Charset | Part::Format | Part::Character));
    let parts = parts.filter(|part| info.partly.iter().all(|partly| partly.part != *part));
    let (holds, lacks): (Vec<Part>, Vec<Part>) =
        parts.partition(|&part| info.holds.contains(&part) || part == Part::Game && info.games == GamesPerFile::Many);
    if !holds.is_empty() {
        out.push_str("\nHolds:\n");
        parts_of(session, &holds, &mut out);
    }
    if !info.partly.is_empty() {
        out.push_str("\nHolds in part:\n");
        let width = info.partly.iter().map(|partly| partly.part.name().len()).max().unwrap_or(0);
        for PartLimit { part, limits } in info.partly {
            entry(session, part.name(), width, limits, &mut out);
        }
    }
    if !lacks.is_empty() {
        out.push_str("\nCannot hold; kifu refuses to convert these unless you accept the loss:\n");
        parts_of(session, &lacks, &mut out);
    }
    out
}

fn parts_of(session: &Session, parts: &[Part], out: &mut String) {
    let width = parts.iter().map(|part| part.name().len()).max().unwrap_or(0);
    parts.iter().for_each(|part| entry(session, part.name(), width, part.description(), out));
}

/// Appends a name and its description in columns, broken to the width of the terminal.
fn entry(session: &Session, name: &str, width: usize, about: &str, out: &mut String) {
    let line = format!("  {name:width$}  {about}");
    let _ = writeln!(out, "{}", render::broken(session.style, &line, width + 4));
}
