use crate::{
    args,
    args::Format,
    facts, input,
    input::Input,
    problem::{Problem, Stop},
    render::json::Object,
    session::Session,
    show,
    status::Status,
    visible, work,
};
use kifu::rules::{FactValue, ScoreReport, ScoreRequest};
use std::{fmt::Write, ops::ControlFlow};

pub(crate) fn run(session: &Session, args: &args::Score) -> Result<Status, Stop> {
    let mut request = ScoreRequest::default().with_ascii(args.ascii);
    if let Some(rules) = &args.rules {
        request = request.with_rules(rules);
    }
    if !args.dead.is_empty() {
        request = request.with_dead(args.dead.iter().flat_map(|points| points.split(',')));
    }
    let found = input::find(&args.inputs, &session.library, None, false)?;
    let status = found.tell(session);
    let json = args.json || session.style.format == Format::Json;
    let mut is_first = true;
    let failures = work::each(
        session,
        &found.inputs,
        |_, input| reports(session, json, input, &request),
        |input, (text, unread)| {
            session.tell_unread(&input.name(), unread);
            let gap = if is_first || json { "" } else { "\n" };
            is_first = false;
            session.print_styled(&format!("{gap}{text}"))?;
            Ok(Vec::new())
        },
    )?;
    Ok(status.max(failures.status))
}

/// Returns the scores of all games of a file as text, and the number of findings of what could not be read.
fn reports(session: &Session, json: bool, input: &Input, request: &ScoreRequest) -> Result<(String, u64), Problem> {
    let (mut reports, mut problem) = (Vec::new(), None);
    let name = input.name();
    let diagnostics = show::each(session, input, &mut |game, games| {
        match game.score(&games, 0, request) {
            Some(Ok(report)) => {
                reports.push(report);
                return ControlFlow::Continue(());
            }
            Some(Err(error)) => problem = Some(Problem::usage(format!("{name}: {error}"))),
            None => problem = Some(Problem::usage(format!("{} is not scored", game.name()))),
        }
        ControlFlow::Break(())
    })?;
    if let Some(problem) = problem {
        return Err(problem);
    }
    let several = reports.len() > 1;
    let texts = reports.iter().enumerate().map(|(index, report)| match json {
        true => object(&name, index, report),
        false => block(&name, several.then_some(index), report, session.is_verbose()),
    });
    let text = texts.collect::<Vec<_>>().join(if json { "" } else { "\n" });
    Ok((text, diagnostics.at_least(session.finding)))
}

fn object(name: &str, index: usize, report: &ScoreReport) -> String {
    let mut object = Object::new();
    object.text("file", name).raw("record", index);
    for fact in &report.facts {
        object.raw(&fact.name, facts::json(&fact.value));
    }
    object.end() + "\n"
}

/// The largest number of points in a list, unless the output is verbose.
const MOST_POINTS: usize = 20;

fn block(name: &str, index: Option<usize>, report: &ScoreReport, is_verbose: bool) -> String {
    let game = index.map(|index| format!(", game {}", index + 1)).unwrap_or_default();
    let mut out = format!("{}{game}\n", visible::line(name));
    facts::board(&report.board, &mut out);
    // The board shows the rows.
    for fact in report.facts.iter().filter(|fact| !matches!(fact.value, FactValue::Rows(_))) {
        let value = match &fact.value {
            FactValue::Names(names) if names.len() > MOST_POINTS && !is_verbose => {
                format!("{} points (-v lists them)", names.len())
            }
            value => value.to_string(),
        };
        let value = if value.is_empty() { "none" } else { &value };
        let _ = writeln!(out, "  {:<11} {}", fact.name, visible::line(value));
    }
    out
}
