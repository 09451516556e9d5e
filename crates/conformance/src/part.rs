//! One part of a record alone.

use kifu_core::{Game, Part, Record};

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
    let others = Part::ALL.iter().copied().filter(|&other| other != part && !needed(other));
    others.fold(record.clone(), |record, other| record.without(other))
}
