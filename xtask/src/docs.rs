//! `cargo xtask docs`: writes the parts of the pages that are generated from the code.

mod grammars;
mod rules;
mod shogi_formats;

use crate::schemas::{self, Schema};
use anyhow::{Context, ensure};
use kifu::{
    Library,
    model::{CodeInfo, GamesPerFile, Part},
};
use kifu_sgf::DIALECTS;
use std::{fmt::Write, fs, path::Path};

/// Writes the table of formats, the pages of diagnostics, dialects, rules, grammars and formats of shogi, and the
/// schemas. With `check` it lists the pages that would change.
pub(crate) fn run(root: &Path, check: bool) -> anyhow::Result<()> {
    let library = Library::default();
    let page = root.join("docs/formats.md");
    let text = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
    let mut stale = Vec::new();
    write(&page, &text, &between(&text, "formats", &formats(&library))?, check, &mut stale)?;
    let page = root.join("docs/diagnostics.md");
    let text = fs::read_to_string(&page).unwrap_or_default();
    write(&page, &text, &diagnostics(&library), check, &mut stale)?;
    let page = root.join("docs/dialects.md");
    let text = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
    write(&page, &text, &between(&text, "dialects", &dialects())?, check, &mut stale)?;
    let page = root.join("docs/rules.md");
    let text = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
    let new = between(&between(&text, "rule sets", &rules::presets()?)?, "findings", &rules::findings(&library)?)?;
    write(&page, &text, &new, check, &mut stale)?;
    let page = root.join("docs/shogi-formats.md");
    let text = fs::read_to_string(&page).with_context(|| page.display().to_string())?;
    let mut new = text.clone();
    for (name, table) in [
        ("facts", shogi_formats::facts()),
        ("handicaps", shogi_formats::handicaps()),
        ("endings", shogi_formats::endings()),
    ] {
        new = between(&new, name, &table)?;
    }
    write(&page, &text, &new, check, &mut stale)?;
    for (path, text) in grammars::pages(root)? {
        let page = root.join(path);
        let old = fs::read_to_string(&page).unwrap_or_default();
        write(&page, &old, &text, check, &mut stale)?;
    }
    for Schema { path, text } in schemas::all()? {
        let page = root.join(path);
        let old = fs::read_to_string(&page).unwrap_or_default();
        write(&page, &old, &text, check, &mut stale)?;
    }
    ensure!(stale.is_empty(), "out of date: {}; run `cargo xtask docs`", stale.join(", "));
    Ok(())
}

fn write(path: &Path, old: &str, new: &str, check: bool, stale: &mut Vec<String>) -> anyhow::Result<()> {
    if old == new {
        return Ok(());
    }
    if check {
        stale.push(path.display().to_string());
    } else {
        fs::write(path, new)?;
        println!("written: {}", path.display());
    }
    Ok(())
}

/// Returns the text with the part between two marks replaced.
fn between(text: &str, name: &str, new: &str) -> anyhow::Result<String> {
    let (start, end) = (format!("<!-- {name}: made by `cargo xtask docs` -->\n"), format!("<!-- /{name} -->"));
    let from = text.find(&start).with_context(|| format!("no {start:?}"))? + start.len();
    let to = text.find(&end).with_context(|| format!("no {end:?}"))?;
    Ok(format!("{}{new}{}", &text[..from], &text[to..]))
}

fn formats(library: &Library) -> String {
    let mut out = String::from(
        "| format | name here | extensions | games per file | cannot hold | options |\n|---|---|---|---|---|---|\n",
    );
    for info in library.formats().map(kifu::AnyFormat::info) {
        let extensions: Vec<_> = info.extensions.iter().map(|extension| format!("`.{extension}`")).collect();
        let games = if info.games == GamesPerFile::One { "one" } else { "many" };
        let general = [Part::Input, Part::Charset, Part::Format, Part::Game, Part::Character];
        let in_part: Vec<Part> = info.partly.iter().map(|partly| partly.part).collect();
        let holds = [info.holds, &in_part, &general].concat();
        let missing = Part::ALL.iter().filter(|part| !holds.contains(part));
        let missing: Vec<_> = missing.map(|part| part.name()).collect();
        let missing = if missing.is_empty() { "–".to_string() } else { missing.join(", ") };
        let options: Vec<_> = info.options.iter().map(|option| format!("`{}`", option.name)).collect();
        let _ = writeln!(
            out,
            "| {} | `{}` | {} | {games} | {missing} | {} |",
            info.title,
            info.id,
            extensions.join(" "),
            options.join(" ")
        );
    }
    out
}

/// Returns the tables of SGF dialects: one for each program.
fn dialects() -> String {
    let mut out = String::new();
    for dialect in DIALECTS {
        let _ = write!(out, "\n### {}\n", dialect.program);
        let of_ap = dialect.applications.iter().map(|part| format!("AP contains `{part}`"));
        let signs: Vec<String> = of_ap.chain((!dialect.sign.is_empty()).then(|| dialect.sign.to_owned())).collect();
        let _ = writeln!(out, "Known by: {}.\n", signs.join(", or "));
        out.push_str("| written | read |\n|---|---|\n");
        for habit in dialect.habits {
            let _ = writeln!(out, "| {} | {} |", habit.written, habit.read);
        }
        let known: Vec<String> = dialect
            .properties
            .iter()
            .map(|property| match property.about {
                "" => format!("`{}`", property.identifier),
                about => format!("`{}` ({about})", property.identifier),
            })
            .collect();
        if !known.is_empty() {
            let _ = writeln!(out, "\nPrivate properties: {}.", known.join(", "));
        }
    }
    out
}

fn diagnostics(library: &Library) -> String {
    let mut out = String::from(
        "# Diagnostics\n\n\
         This page is for users of kifu who want to know what a message means and what they can do. `kifu explain CODE` shows\n\
         the same text. `cargo xtask docs` generates this page.\n\n\
         * *Error*: part of the input did not reach the record.\n\
         * *Warning*: the input was read completely, but kifu had to guess, or the input does not follow the standard.\n\
         * *Note*: nothing is wrong.\n",
    );
    let mut all: Vec<&CodeInfo> = kifu::model::CODES
        .iter()
        .chain(kifu_cli::CODES)
        .chain(library.formats().flat_map(|format| format.info().codes))
        .chain(library.passes().flat_map(kifu::AnyPass::codes))
        .collect();
    all.sort_by_key(|info| info.code);
    all.dedup_by_key(|info| info.code);
    let mut family = "";
    for info in all {
        if info.code.family() != family {
            family = info.code.family();
            let _ = write!(out, "\n## {family}\n");
        }
        let page = if info.page.is_empty() { String::new() } else { format!("\n{}\n", info.page) };
        let _ = write!(out, "\n### `{}`\n\n*{}*: {}.\n{page}", info.code, info.severity, info.title);
    }
    out
}
