//! Removal of a part from a record.

use crate::{
    Clock, Details, ForeignSet, Game, Info, MarkSet, MoveTime, NodeId, Part, PlayerSet, Record, TimeControls, Tree,
};
use alloc::{string::String, vec::Vec};
use core::time::Duration;

impl<G: Game> Record<G> {
    /// Returns the record without one part, as in a format that cannot hold that part.
    ///
    /// Actions, and the parts of whole files (`Input`, `Charset`, `Game`, `Character`), cannot be removed. For these parts the
    /// record is returned unchanged.
    #[must_use]
    pub fn without(&self, part: Part) -> Self {
        let mut record = self.clone();
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
            Part::Players => *players = PlayerSet::default(),
            Part::Event => [event, round, place].into_iter().for_each(String::clear),
            Part::Dates => {
                dates.clear();
                (*started, *ended) = (None, None);
            }
            Part::Outcome => *outcome = None,
            Part::Time => *time = TimeControls::default(),
            Part::Header => headers.clear(),
            Part::Display => display.clear(),
            Part::Foreign => *foreign = ForeignSet::default(),
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
                node.shrink_to_fit();
            }
        }
        record
    }
}

fn strip<G: Game>(part: Part, details: &mut Details<G>) {
    match part {
        Part::Name => details.name.clear(),
        Part::Comment => details.comments.clear(),
        Part::CommentAuthor => {
            details.comments.iter_mut().for_each(|comment| (comment.author, comment.time) = (None, None));
        }
        Part::Clock => details.clock = Clock::default(),
        Part::ClockPrecision => {
            let Clock { total, left, .. } = &mut details.clock;
            for time in [total, left] {
                *time = time.map(whole);
            }
        }
        Part::Judgement => details.judgement = Default::default(),
        Part::Analysis => details.analyses.clear(),
        Part::Mark => details.marks = MarkSet::default(),
        Part::Bookmark => details.bookmark = None,
        Part::Foreign => details.foreign = ForeignSet::default(),
        _ => {}
    }
}

/// Returns the time in whole seconds, rounded down.
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
