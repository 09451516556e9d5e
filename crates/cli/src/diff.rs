use crate::{
    args, codes,
    input::Input,
    problem::{Problem, Stop},
    render::{Page, counted, json::Object, plain},
    session::Session,
    status::Status,
};
use kifu::{
    Opened,
    core::{Loss, Severity},
};

pub(crate) fn run(session: &Session, args: &args::Diff) -> Result<Status, Stop> {
    let (a, b) = (Input::of(&args.a), Input::of(&args.b));
    if a.is_standard() && b.is_standard() {
        return Err(Problem::usage("standard input can be read once; - was given twice").into());
    }
    // Nothing can be compared with what cannot be read.
    let failed = |problem: Problem| Problem { status: Status::Failed, ..problem };
    let before = session.open(&a).map_err(failed)?;
    let after = session.open(&b).map_err(failed)?;
    for (input, opened) in [(&a, &before), (&b, &after)] {
        if opened.reading.is_empty() {
            return Err(failed(Problem::no_game(
                &input.name(),
                opened.reading.game(),
                opened.diagnostics(),
                "it cannot be compared",
            ))
            .into());
        }
        let errors = opened.diagnostics().at_least(Severity::Error);
        if errors > 0 {
            let what = counted(errors, "error");
            session
                .remark(&format!("{}: what {what} left unread was not compared (kifu check shows each)", input.name()));
        }
    }
    let Some(differences) = before.reading.difference(&after.reading) else {
        let message =
            format!("{} is {}, and {} is {}", a.name(), before.reading.game(), b.name(), after.reading.game());
        return Err(Problem::of_file(codes::OTHER_GAME, b.name(), message, Status::Failed).into());
    };
    if differences.is_empty() {
        return Ok(Status::Clean);
    }
    let (name, several) = (a.name(), before.reading.len() > 1);
    let page = Page::new(&name, &before.source);
    let mut out = String::new();
    if !session.json {
        out.push_str(&format!("--- {}\n+++ {}\n", plain(&name), plain(&b.name())));
    }
    for difference in &differences {
        let at = place(&before, difference);
        out.push_str(&match session.json {
            true => object(&page, &b.name(), difference, at),
            false => sentence(&page, difference, at, several),
        });
    }
    session.print(&out)?;
    Ok(Status::Findings)
}

/// Where in the first file the node, or else the record starts.
fn place(before: &Opened, difference: &Loss) -> Option<u32> {
    let origin = before.reading.origins().get(difference.record)?;
    let node = difference.node.and_then(|node| origin.starts.get(node.index()).copied());
    Some(node.unwrap_or(origin.span.start))
}

fn sentence(page: &Page<'_>, difference: &Loss, at: Option<u32>, several: bool) -> String {
    let place = at.filter(|_| several || difference.node.is_some()).map_or_else(String::new, |at| {
        let (line, column) = page.position(at);
        format!("{line}:{column}: ")
    });
    format!("{place}{}: {}\n", difference.part.name(), plain(&difference.message))
}

fn object(page: &Page<'_>, other: &str, difference: &Loss, at: Option<u32>) -> String {
    let mut object = Object::new();
    object
        .text("file", page.name)
        .text("other", other)
        .text("code", difference.part.code().0)
        .text("severity", "note")
        .text("message", &difference.message)
        .place(page, at.map(|at| (at, at)))
        .raw("record", difference.record)
        .option("node", difference.node.map(kifu::core::NodeId::index))
        .raw("help", "null");
    object.end() + "\n"
}
