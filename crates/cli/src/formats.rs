use crate::{args, problem::Stop, session::Session, status::Status};
use kifu::{
    AnyFormat,
    model::{CODES, GamesPerFile, OptionValues, Part},
};
use std::fmt::Write;

pub(crate) fn run(session: &Session, args: &args::Formats) -> Result<Status, Stop> {
    let text = match &args.format {
        Some(name) => details(&*session.format(name)?),
        None => table(session),
    };
    session.print(&text)?;
    Ok(Status::Clean)
}

/// A line a format.
fn table(session: &Session) -> String {
    let mut rows = vec![["format", "game", "files", "games a file", "name"].map(str::to_owned)];
    for format in session.library.formats() {
        let info = format.info();
        let games = if info.games == GamesPerFile::One { "one" } else { "many" };
        rows.push([info.id, format.game(), &extensions(format), games, info.title].map(str::to_owned));
    }
    let widths: [usize; 4] = std::array::from_fn(|i| rows.iter().map(|row| row[i].chars().count()).max().unwrap_or(0));
    let mut out = String::new();
    for [id, game, files, games, title] in &rows {
        let [a, b, c, d] = widths;
        let _ = writeln!(out, "{id:a$}  {game:b$}  {files:c$}  {games:d$}  {title}");
    }
    out.push_str("\nkifu formats FORMAT tells the options of one, and what it can hold.\n");
    out
}

fn extensions(format: &dyn AnyFormat) -> String {
    format.info().extensions.iter().map(|extension| format!(".{extension}")).collect::<Vec<_>>().join(" ")
}

/// All about one format.
fn details(format: &dyn AnyFormat) -> String {
    let info = format.info();
    let games = match info.games {
        GamesPerFile::One => "one game a file",
        GamesPerFile::Many => "many games a file",
    };
    let mut out = format!("{}: {}\n\n", info.id, info.title);
    let _ = writeln!(out, "game    {}\nfiles   {}, {games}", format.game(), extensions(format));
    if info.options.is_empty() {
        out.push_str("\nIt has no options.\n");
    } else {
        out.push_str("\nOptions:\n");
        let width = info.options.iter().map(|option| option.name.len()).max().unwrap_or(0);
        for option in info.options {
            let _ = writeln!(out, "  {:width$}  {}\n  {:width$}  {}", option.name, option.about, "", option.values);
        }
        if let Some(option) = info.options.first() {
            let value = match option.values {
                OptionValues::OneOf(&[first, ..]) => first,
                _ => "…",
            };
            let _ = writeln!(out, "  as in --to {}:{}={value}", info.id, option.name);
        }
    }
    // What could not be read, and characters of the charset, are no matter of the format.
    let parts = Part::ALL.into_iter().filter(|part| !matches!(part, Part::Input | Part::Charset | Part::Character));
    let parts = parts.filter(|part| info.partly.iter().all(|(partly, _)| partly != part));
    let (holds, lacks): (Vec<Part>, Vec<Part>) =
        parts.partition(|&part| info.holds.contains(&part) || part == Part::Game && info.games == GamesPerFile::Many);
    if !holds.is_empty() {
        out.push_str("\nHolds:\n");
        parts_of(&holds, &mut out);
    }
    if !info.partly.is_empty() {
        out.push_str("\nHolds in part:\n");
        let width = info.partly.iter().map(|(part, _)| part.name().len()).max().unwrap_or(0);
        for (part, limits) in info.partly {
            let _ = writeln!(out, "  {:width$}  {limits}", part.name());
        }
    }
    if !lacks.is_empty() {
        out.push_str("\nDoes not hold, so that converting such things is refused:\n");
        parts_of(&lacks, &mut out);
    }
    out
}

fn parts_of(parts: &[Part], out: &mut String) {
    let width = parts.iter().map(|part| part.name().len()).max().unwrap_or(0);
    for part in parts {
        let code = part.code();
        let title = CODES.iter().find(|info| info.code == code).map_or("", |info| info.title);
        let what = title.split(" would ").next().unwrap_or(title);
        let what = if *part == Part::Game { "several games in one file" } else { what };
        let _ = writeln!(out, "  {:width$}  {what}", part.name());
    }
}
