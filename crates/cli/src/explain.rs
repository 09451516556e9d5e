use crate::{
    args, choose, codes, names,
    problem::{Problem, Stop},
    render,
    session::Session,
    status::Status,
};
use kifu::{
    Library,
    model::{CODES, CodeInfo},
};
use std::{collections::BTreeMap, fmt::Write};

pub(crate) fn run(session: &Session, args: &args::Explain) -> Result<Status, Stop> {
    let known = all(&session.library);
    let Some(name) = &args.code else {
        session.print(&list(session, known.values()))?;
        return Ok(Status::Clean);
    };
    let name = name.trim();
    if let Some(family) = name.strip_suffix("/*") {
        let mut of_family = known.values().filter(|info| info.code.family() == family).peekable();
        if of_family.peek().is_some() {
            session.print(&list(session, of_family))?;
            return Ok(Status::Clean);
        }
    }
    // A word of a format, such as a property, is not a code: codes are in small letters.
    if let Some(pages) = pages_of_word(session, name) {
        session.print(&pages)?;
        return Ok(Status::Clean);
    }
    let info = match find(name, &known) {
        // `ko` is the property KO, and the second part of a code.
        Ok(info) if !name.contains('/') => match pages_of_word(session, &name.to_uppercase()) {
            Some(pages) => {
                session.print(&format!("{pages}\nkifu explain {} describes the diagnostic.\n", info.code))?;
                return Ok(Status::Clean);
            }
            None => info,
        },
        Ok(info) => info,
        // `mn` is the property MN, because no code has this name.
        Err(problem) => {
            let Some(pages) = pages_of_word(session, &name.to_uppercase()) else { return Err(problem.into()) };
            session.print(&pages)?;
            return Ok(Status::Clean);
        }
    };
    let mut page = format!("{}[{}]: {}\n", info.severity, info.code, info.title);
    if !info.page.is_empty() {
        let _ = write!(page, "\n{}\n", broken(session, info.page));
    }
    session.print(&page)?;
    Ok(Status::Clean)
}

/// Returns a page with its paragraphs broken to the width of the terminal. Examples and tables stay unbroken.
fn broken(session: &Session, page: &str) -> String {
    let mut is_example = false;
    let line = |line: &str| {
        let is_fence = line.starts_with("```");
        is_example ^= is_fence;
        if is_example || is_fence || line.starts_with(['|', ' ']) {
            return line.to_owned();
        }
        let indent = if line.starts_with("* ") { 2 } else { 0 };
        render::broken(session.style, line, indent)
    };
    page.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the pages of the formats that have a word, such as a property.
fn pages_of_word(session: &Session, word: &str) -> Option<String> {
    let pages = session.library.formats().filter_map(|format| Some((format.info(), format.explain(word)?)));
    let pages: Vec<String> = pages.map(|(info, page)| format!("{} ({})\n\n{page}", info.title, info.id)).collect();
    (!pages.is_empty()).then(|| broken(session, &pages.join("\n")) + "\n")
}

/// Returns every code once: the codes of formats and passes, of texts and losses, and of the program.
pub(crate) fn all(library: &Library) -> BTreeMap<&'static str, CodeInfo> {
    let of_passes = library.passes().map(kifu::AnyPass::codes);
    let tables = library.formats().map(|format| format.info().codes).chain(of_passes).chain([CODES, codes::CODES]);
    tables.flatten().map(|info| (info.code.0, *info)).collect()
}

/// Finds a code by name. The part after the slash is enough if it is unique.
fn find(name: &str, known: &BTreeMap<&'static str, CodeInfo>) -> Result<CodeInfo, Problem> {
    let typed = name;
    let name = name.trim().trim_matches(['[', ']']).to_ascii_lowercase();
    if let Some(info) = known.get(name.as_str()) {
        return Ok(*info);
    }
    let halves: Vec<_> = known.values().filter(|info| info.code.short() == name).collect();
    match halves[..] {
        [info] => Ok(*info),
        [] => {
            let of_half = |half| known.values().find(|info| info.code.short() == half).map(|info| info.code.0);
            let nearest = choose::meant(&name, known).or_else(|| {
                of_half(names::nearest(&name, known.values().map(|info| info.code.short()))?).map(str::to_owned)
            });
            let family = name.split('/').next().unwrap_or_default();
            let of_family: Vec<_> =
                known.keys().copied().filter(|code| code.split('/').next() == Some(family)).collect();
            let help = match nearest {
                Some(other) => format!("did you mean {other}? kifu explain lists all codes"),
                None if of_family.is_empty() => {
                    let mut families: Vec<_> = known.values().map(|info| info.code.family()).collect();
                    families.dedup();
                    format!(
                        "codes start with {}; kifu explain lists all codes. A property is written as in the file: KO",
                        families.join(", ")
                    )
                }
                None => format!("the codes of this family are {}", of_family.join(", ")),
            };
            Err(Problem::usage(format!("unknown code or property {typed:?}")).help(help))
        }
        _ => {
            let several: Vec<_> = halves.iter().map(|info| info.code.0).collect();
            Err(Problem::usage(format!("{name:?} could be {}", several.join(" or "))))
        }
    }
}

/// Returns the list of codes by family, with their titles.
fn list<'i>(session: &Session, codes: impl Iterator<Item = &'i CodeInfo>) -> String {
    let (mut families, mut width) = (BTreeMap::<&str, Vec<&CodeInfo>>::new(), 0);
    for info in codes {
        families.entry(info.code.family()).or_default().push(info);
        width = width.max(info.code.0.len());
    }
    let mut out = String::new();
    for (i, codes) in families.values().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        for info in codes {
            let line = format!("{:width$}  {:7}  {}", info.code.0, info.severity.to_string(), info.title);
            let _ = writeln!(out, "{}", render::broken(session.style, &line, width + "  warning  ".len()));
        }
    }
    out.push_str("\nkifu explain CODE describes a code.\n");
    out
}
