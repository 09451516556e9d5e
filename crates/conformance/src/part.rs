//! Which parts a record has.

use kifu_core::{Clock, Details, Game, Info, MoveTime, NodeId, Part, Record, Tree};
use std::time::Duration;

/// The record without a part of it: what a format would make of it that does not hold the part.
///
/// Actions and what concerns whole files (`input`, `game`, `character`) cannot be taken out.
///
/// ```
/// use kifu_conformance::without;
/// use kifu_core::{Part, Record};
/// use kifu_goban::Go;
/// let mut record = Record::<Go>::default();
/// record.info.event = "Meijin".into();
/// assert_eq!(without(Part::Event, &record), Record::default());
/// ```
#[must_use]
pub fn without<G: Game>(part: Part, record: &Record<G>) -> Record<G> {
    let mut record = record.clone();
    let Info {
        name,
        players,
        event,
        round,
        place,
        dates,
        started,
        ended,
        outcome,
        time,
        overtime,
        opening,
        annotator,
        transcriber,
        source,
        address,
        copyright,
        application,
        description,
        headers,
        display,
        foreign,
        ..
    } = &mut record.info;
    match part {
        Part::Setup => record.setup = G::Setup::default(),
        Part::Terms => record.terms = G::Terms::default(),
        Part::Title => name.clear(),
        Part::Text => {
            for text in [opening, annotator, transcriber, source, address, copyright, description] {
                text.clear();
            }
        }
        Part::Application => application.clear(),
        Part::Players => players.clear(),
        Part::Event => [event, round, place].into_iter().for_each(String::clear),
        Part::Dates => {
            dates.clear();
            (*started, *ended) = (None, None);
        }
        Part::Outcome => *outcome = None,
        Part::Time => (*time, *overtime) = (None, None),
        Part::Header => headers.clear(),
        Part::Display => display.clear(),
        Part::Foreign => foreign.clear(),
        Part::Variation => main_line_only(&mut record.tree),
        _ => {}
    }
    let nodes: Vec<NodeId> = record.tree.preorder().collect();
    for id in nodes {
        let node = &mut record.tree[id];
        if part == Part::Clock {
            node.spent = MoveTime::UNKNOWN;
        }
        if let (Part::ClockPrecision, Some(spent)) = (part, node.spent.get()) {
            node.spent = MoveTime::from(whole(spent));
        }
        if node.details().is_some() {
            strip(part, node.details_mut());
            // In the node itself, where there is room for it.
            if let Some(clock) = &mut node.details_mut().clock
                && let Some(spent) = clock.spent
                && MoveTime::from(spent).get() == Some(spent)
            {
                clock.spent = None;
                node.spent = MoveTime::from(spent);
            }
            if node.details().and_then(|details| details.clock) == Some(Clock::default()) {
                node.details_mut().clock = None;
            }
            node.normalize();
        }
    }
    record
}

fn strip<G: Game>(part: Part, details: &mut Details<G>) {
    match part {
        Part::Name => details.name.clear(),
        Part::Comment => details.comments.clear(),
        Part::CommentAuthor => {
            details.comments.iter_mut().for_each(|comment| (comment.author, comment.time) = (None, None));
        }
        Part::Clock => details.clock = None,
        Part::ClockPrecision => {
            if let Some(Clock { spent, total, left, .. }) = &mut details.clock {
                for time in [spent, total, left] {
                    *time = time.map(whole);
                }
            }
        }
        Part::Judgement => details.judgement = Default::default(),
        Part::Analysis => details.analyses.clear(),
        Part::Mark => details.marks.clear(),
        Part::Bookmark => details.bookmark.clear(),
        Part::Foreign => details.foreign.clear(),
        _ => {}
    }
}

/// The time without what is less than a second.
fn whole(time: Duration) -> Duration {
    Duration::from_secs(time.as_secs())
}

fn main_line_only<T>(tree: &mut Tree<T>) {
    let mut at = Some(tree.root());
    while let Some(node) = at {
        let others: Vec<NodeId> = tree.children(node).skip(1).collect();
        for other in others {
            tree.remove(other);
        }
        at = tree.first_child(node);
    }
}

/// The record with this part alone beside its moves: to see whether that part is held.
///
/// ```
/// use kifu_conformance::part_of;
/// use kifu_core::{Part, Record};
/// use kifu_goban::Go;
/// let mut record = Record::<Go>::default();
/// record.info.event = "Meijin".into();
/// record.info.name = "Game 1".into();
/// let event = part_of(Part::Event, &record);
/// assert_eq!((event.info.event.as_str(), event.info.name.as_str()), ("Meijin", ""));
/// ```
#[must_use]
pub fn part_of<G: Game>(part: Part, record: &Record<G>) -> Record<G> {
    // An author needs a comment, a fraction of a second a clock, and points the board that they are on.
    let needed = |other: Part| match other {
        Part::Comment => part == Part::CommentAuthor,
        Part::Clock => part == Part::ClockPrecision,
        _ => other == Part::Setup,
    };
    let others = Part::ALL.into_iter().filter(|&other| other != part && !needed(other));
    others.fold(record.clone(), |record, other| without(other, &record))
}
