use crate::{
    args, facts,
    input::Input,
    problem::{Problem, Stop},
    session::Session,
    status::Status,
    visible,
};
use kifu::{
    AnyGame, AnyGames,
    model::Diagnostics,
    rules::{BoardStyle, Places, Shown},
};
use std::{fmt::Write, ops::ControlFlow};

pub(crate) fn run(session: &Session, args: &args::Show) -> Result<Status, Stop> {
    let style = BoardStyle::default().with_ascii(args.ascii).with_full_board(args.full);
    let input = Input::of(&args.input);
    let places = match (args.move_number, &args.path, args.every) {
        (Some(number), ..) => Places::Move(number),
        (_, Some(path), _) => path.parse().map_err(|error| Problem::usage(format!("--path: {error}")))?,
        (.., Some(step)) => Places::Every(step),
        _ if args.bookmarks => Places::Bookmarks,
        _ => Places::End,
    };
    let (mut index, mut shown) = (0, 0);
    // The first game waits until it is known whether there are others, because the heading then has its number.
    let mut waiting: Option<(&dyn AnyGame, AnyGames)> = None;
    let mut stopped = None;
    let name = input.name();
    let show = |(game, games): (&dyn AnyGame, AnyGames), number, has_gap| {
        boards(session, game, &games, &places, style, &format!("{name}{}", of_game(number)), has_gap)
    };
    let diagnostics = each(session, &input, &mut |game, games| {
        index += 1;
        if args.game.is_some_and(|wanted| wanted.get() != index) {
            return ControlFlow::Continue(());
        }
        shown += 1;
        if index == 1 && args.game.is_none() {
            waiting = Some((game, games));
            return ControlFlow::Continue(());
        }
        let first = waiting.take().map_or(Ok(()), |first| show(first, Some(1), false));
        match first.and_then(|()| show((game, games), Some(index), shown > 1)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => {
                stopped = Some(stop);
                ControlFlow::Break(())
            }
        }
    })?;
    if let Some(stop) = stopped {
        return Err(stop);
    }
    if let Some(only) = waiting {
        show(only, None, false)?;
    }
    if let Some(wanted) = args.game.filter(|_| shown == 0) {
        let has = crate::render::counted(index as u64, "game");
        return Err(Problem::usage(format!("{name} has no game {wanted}; it has {has}")).into());
    }
    session.tell_unread(&name, diagnostics.at_least(session.finding));
    Ok(Status::Clean)
}

/// Passes each game of a file to `sink`, one at a time. Returns the diagnostics.
pub(crate) fn each<'s>(
    session: &'s Session,
    input: &Input,
    sink: &mut dyn FnMut(&'s dyn AnyGame, AnyGames) -> ControlFlow<()>,
) -> Result<Diagnostics, Problem> {
    let mut decoded = session.decode(input)?;
    let format = &*decoded.format;
    let Some(game) = session.library.game(format.game()) else {
        return Err(Problem::usage(format!("kifu cannot show positions of {}", format.game())));
    };
    let mut diagnostics = std::mem::take(&mut decoded.diagnostics);
    let mut count = 0;
    let last = decoded.read_each(&mut |mut games| {
        diagnostics.append(std::mem::take(games.diagnostics_mut()));
        count += games.len();
        sink(game, games)
    })?;
    diagnostics.append(last);
    if count == 0 {
        return Err(Problem::no_game(&input.name(), &*decoded.format, &diagnostics, "nothing to show"));
    }
    Ok(diagnostics)
}

/// Returns the number of a game for messages, if it is needed.
fn of_game(number: Option<usize>) -> String {
    number.map(|number| format!(", game {number}")).unwrap_or_default()
}

/// Prints the boards of a game, one at a time. `name` is that of the game, and `has_gap` states that something is above it.
fn boards(
    session: &Session,
    game: &dyn AnyGame,
    games: &AnyGames,
    places: &Places,
    style: BoardStyle,
    name: &str,
    mut has_gap: bool,
) -> Result<(), Stop> {
    let mut printed = Ok(());
    let shown = game.show_each(games, 0, places, style, &mut |shown| {
        let gap = if std::mem::replace(&mut has_gap, true) { "\n" } else { "" };
        printed = session.print_styled(&format!("{gap}{}", block(session, name, &shown)));
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match shown {
        Some(Err(missing)) => Err(Problem::usage(format!("{name}: {missing}")).into()),
        _ => Ok(printed?),
    }
}

/// Returns a board with what is beside it, as text.
fn block(session: &Session, name: &str, shown: &Shown) -> String {
    let mut out = format!("{}, {}\n", visible::line(name), heading(shown));
    facts::board(&shown.board, &mut out);
    let mut line = |key: &str, value: &str| {
        for (n, text) in value.lines().enumerate() {
            let key = if n == 0 { key } else { "" };
            let _ = writeln!(out, "{}", format!("  {key:<9} {}", visible::line(text)).trim_end());
        }
    };
    line("to move", &shown.to_move);
    for fact in shown.facts.iter().filter(|fact| fact.name != "hash" || session.is_verbose()) {
        line(&fact.name, &fact.value.to_string());
    }
    line("name", &shown.name);
    line("bookmark", shown.bookmark.as_deref().unwrap_or_default());
    line("next", &shown.variations.join("; "));
    for comment in &shown.comments {
        line("comment", comment);
    }
    for analysis in &shown.analyses {
        line("analysis", analysis);
    }
    out
}

/// Returns a text such as `move 12: Black D4 (B[dp])`.
fn heading(shown: &Shown) -> String {
    let place = if shown.path.contains('.') { format!(" (path {})", shown.path) } else { String::new() };
    match &shown.action {
        None if shown.moves == 0 => format!("start{place}"),
        None => format!("after move {}{place}", shown.moves),
        Some(action) => {
            let after = if shown.is_move { "" } else { "after " };
            format!("{after}move {}{place}: {}", shown.moves, visible::line(action))
        }
    }
}
