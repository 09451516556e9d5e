//! Records with only one part.

use kifu_core::{Game, Part, Record};

/// Returns the record with only this part and its moves, to test whether a format holds that part.
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
    // The author of a comment needs the comment, the precision of a clock needs the clock, and points need the board.
    let needed = |other: Part| match other {
        Part::Comment => part == Part::CommentAuthor,
        Part::Clock => part == Part::ClockPrecision,
        _ => other == Part::Setup,
    };
    let others = Part::ALL.iter().copied().filter(|&other| other != part && !needed(other));
    others.fold(record.clone(), |record, other| record.without(other))
}
