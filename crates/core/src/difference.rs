//! The differences between two lists of records.
//!
//! Records are paired by index, children of a node by equal action (equal ones in order of appearance), and the remaining
//! children by position. The trees are walked without recursion. Children are looked up by hash in a sorted list, so the time is
//! `O(n log n)`, also for nodes with many children.

use crate::{
    Analysis, Comment, Details, Foreign, Game, Info, Loss, MoveTime, Node, NodeId, Outcome, OvertimeLeft, Parsed, Part,
    Player, Record, TimeControl, Tree, fingerprint::Fnv,
};
use alloc::{
    borrow::Cow,
    collections::BTreeSet,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::hash::{Hash, Hasher};

mod words;

/// Returns the differences between `before` and `after`. The list is empty exactly if the two are equal.
///
/// Children are paired by equal action (equal ones in order of appearance), the others by position. A missing node has one entry
/// for itself and everything below it.
///
/// ```
/// # use kifu_core::*;
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Toy; // a game whose moves are numbers
/// let mut before: Record<Toy> = Record::new(());
/// let after = before.clone();
/// before.info.event = "Castle games".into();
/// let losses = difference(&[before], &[after]);
/// assert_eq!(losses[0].part, Part::Event);
/// assert_eq!(losses[0].message, "event \"Castle games\" is missing");
/// ```
#[must_use]
pub fn difference<G: Game>(before: &[Record<G>], after: &[Record<G>]) -> Vec<Loss> {
    let mut losses = Vec::new();
    if before.len() != after.len() {
        let message = match (before.len(), after.len()) {
            (1, 0) => "one game is missing".to_string(),
            (n, 0) => format!("{n} games are missing"),
            (n, m) => format!("{} became {}", games(n), games(m)),
        };
        losses.push(Loss::new(Part::Game, after.len().min(before.len()), None, message));
    }
    for (index, (a, b)) in before.iter().zip(after).enumerate() {
        if a == b {
            continue;
        }
        let mut compare = Compare { record: index, node: None, losses: &mut losses };
        compare.info(a, b);
        compare.value(Part::Terms, "terms", &a.terms, &b.terms, G::terms_text);
        compare.value(Part::Setup, "the start position", &a.setup, &b.setup, G::setup_text);
        compare.trees(a, b);
    }
    losses
}

fn games(n: usize) -> String {
    if n == 1 { "one game".to_string() } else { format!("{n} games") }
}

struct Compare<'a> {
    record: usize,
    node: Option<NodeId>,
    losses: &'a mut Vec<Loss>,
}

impl Compare<'_> {
    fn lose(&mut self, part: Part, message: String) {
        self.losses.push(Loss::new(part, self.record, self.node, message));
    }

    /// Reports a change from one value to another.
    fn change(&mut self, part: Part, message: String, what: &str, [before, after]: [&str; 2]) {
        let [before, after] = [before, after].map(shortened);
        self.losses.push(Loss::new(part, self.record, self.node, message).change(what, before, after));
    }

    fn text(&mut self, part: Part, what: &str, before: &str, after: &str) {
        if before != after {
            let message = match (before, after) {
                (_, "") => format!("{what} {} is missing", quoted(before)),
                ("", _) => format!("{what} {} was added", quoted(after)),
                _ => format!("{what} {} became {}", quoted(before), quoted(after)),
            };
            self.change(part, message, what, [before, after]);
        }
    }

    /// Compares two values. `show` returns the text of a value for people; it is empty if the value has none.
    fn value<T: PartialEq>(&mut self, part: Part, what: &str, before: &T, after: &T, show: impl Fn(&T) -> String) {
        if before != after {
            let (before, after) = (show(before), show(after));
            self.change(part, changed(what, &before, &after), what, [&before, &after]);
        }
    }

    /// Compares an optional value.
    fn option<T: PartialEq>(
        &mut self,
        part: Part,
        what: &str,
        before: Option<&T>,
        after: Option<&T>,
        show: impl Fn(&T) -> String,
    ) {
        self.options(part, what, before, after, [&show, &show]);
    }

    /// Compares an optional value, which is shown differently before and after.
    fn options<T: PartialEq>(
        &mut self,
        part: Part,
        what: &str,
        before: Option<&T>,
        after: Option<&T>,
        show: [&dyn Fn(&T) -> String; 2],
    ) {
        if before == after {
            return;
        }
        let (was, is) = (before.map(show[0]).unwrap_or_default(), after.map(show[1]).unwrap_or_default());
        let message = match (before, after) {
            (Some(_), Some(_)) if was == is => {
                format!("{what} {} has the same text but a different meaning", quoted(&was))
            }
            (Some(_), None) => format!("{what} {} is missing", quoted(&was)),
            (None, Some(_)) => format!("{what} {} was added", quoted(&is)),
            _ => return self.text(part, what, &was, &is),
        };
        self.change(part, message, what, [&was, &is]);
    }

    /// Compares two lists. `what` is the noun for one entry and for several; it is empty if `show` includes it. `show` returns a
    /// short text.
    fn list<T: PartialEq>(
        &mut self,
        part: Part,
        what: [&str; 2],
        before: &[T],
        after: &[T],
        show: impl Fn(&T) -> String,
    ) {
        self.lists(part, what, before, after, [&show, &show]);
    }

    /// Compares two lists, whose entries are shown differently before and after.
    fn lists<T: PartialEq>(
        &mut self,
        part: Part,
        what: [&str; 2],
        before: &[T],
        after: &[T],
        show: [&dyn Fn(&T) -> String; 2],
    ) {
        if before == after {
            return;
        }
        let same = before.iter().zip(after).take_while(|(a, b)| a == b).count();
        let (before, after) = (&before[same..], &after[same..]);
        let same = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
        let (before, after) = (&before[..before.len() - same], &after[..after.len() - same]);
        // For long lists the whole differing range is reported.
        let short = before.len().max(after.len()) <= SHORT_LIST;
        let only = |these: &[T], those: &[T], show: &dyn Fn(&T) -> String| -> Vec<String> {
            these.iter().filter(|value| !(short && those.contains(value))).take(SHOWN + 1).map(show).collect()
        };
        let (missing, added) = (only(before, after, show[0]), only(after, before, show[1]));
        let named = |entries: &[String]| match what[usize::from(entries.len() > 1)] {
            "" => listed(entries),
            noun => format!("{noun} {}", listed(entries)),
        };
        let message = match (missing.is_empty(), added.is_empty()) {
            (true, true) => {
                let entries = if what[1].is_empty() { "entries" } else { what[1] };
                format!("the order or the number of {entries} changed")
            }
            (false, true) => format!("{} {} missing", named(&missing), if missing.len() > 1 { "are" } else { "is" }),
            (true, false) => format!("{} {} added", named(&added), if added.len() > 1 { "were" } else { "was" }),
            (false, false) => format!("{} became {}", named(&missing), listed(&added)),
        };
        let noun = match what[usize::from(missing.len().max(added.len()) > 1)] {
            "" => part.name(),
            noun => noun,
        };
        let (missing, added) = (listed(&missing), listed(&added));
        self.losses.push(Loss::new(part, self.record, self.node, message).change(noun, missing, added));
    }

    fn info<G: Game>(&mut self, before: &Record<G>, after: &Record<G>) {
        let (a, b): (&Info, &Info) = (&before.info, &after.info);
        if a == b {
            return;
        }
        self.text(Part::Title, "the name of the game", &a.name, &b.name);
        let unknown = Player::default();
        for (seat, player) in a.players.iter() {
            self.player(player, b.player(seat).unwrap_or(&unknown), &G::seat_name(seat, &before.terms));
        }
        for (seat, player) in b.players.iter().filter(|(seat, _)| a.player(seat).is_none()) {
            self.player(&unknown, player, &G::seat_name(seat, &after.terms));
        }
        self.text(Part::Event, "event", &a.event, &b.event);
        self.text(Part::Event, "round", &a.round, &b.round);
        self.text(Part::Event, "place", &a.place, &b.place);
        self.list(Part::Dates, ["date", "dates"], &a.dates, &b.dates, ToString::to_string);
        self.option(Part::Dates, "start", a.started.as_ref(), b.started.as_ref(), ToString::to_string);
        self.option(Part::Dates, "end", a.ended.as_ref(), b.ended.as_ref(), ToString::to_string);
        let [was, is] = [before, after].map(|record| {
            |outcome: &Parsed<Outcome>| match outcome {
                Parsed::Value(outcome) => G::result_text(outcome, &record.terms),
                Parsed::Text(text) => text.as_str().into(),
            }
        });
        self.options(Part::Outcome, "result", a.outcome.as_ref(), b.outcome.as_ref(), [&was, &is]);
        self.time::<G>(before, after);
        self.text(Part::Text, "opening", &a.opening, &b.opening);
        self.text(Part::Text, "annotator", &a.annotator, &b.annotator);
        self.text(Part::Text, "transcriber", &a.transcriber, &b.transcriber);
        self.text(Part::Text, "source", &a.source, &b.source);
        self.text(Part::Text, "address", &a.address, &b.address);
        self.text(Part::Text, "copyright", &a.copyright, &b.copyright);
        self.text(Part::Application, "application", &a.application, &b.application);
        self.text(Part::Text, "description", &a.description, &b.description);
        self.list(Part::Header, ["header", "headers"], &a.headers, &b.headers, short);
        self.list(Part::Display, ["viewer preference", "viewer preferences"], &a.display, &b.display, short);
        self.foreign(&a.foreign, &b.foreign);
    }

    fn time<G: Game>(&mut self, before: &Record<G>, after: &Record<G>) {
        let (a, b) = (&before.info.time, &after.info.time);
        let seats: BTreeSet<_> = a.iter().chain(b.iter()).map(TimeControl::seat).collect();
        for seat in seats {
            let [x, y] = [a, b].map(|time| time.own(seat));
            let whose = seat.map(|seat| format!("{}'s ", capitalized(&G::seat_name(seat, &before.terms))));
            let what = |what| format!("{}{what}", whose.as_deref().unwrap_or_default());
            let [was, is] = [x, y].map(|control| control.and_then(|control| control.main.as_ref()));
            self.option(Part::Time, &what("time limit"), was, is, ToString::to_string);
            let [was, is] = [x, y].map(|control| control.and_then(|control| control.overtime.as_ref()));
            self.option(Part::Time, &what("overtime"), was, is, ToString::to_string);
        }
    }

    fn player(&mut self, a: &Player, b: &Player, seat: &str) {
        let seat = capitalized(seat);
        self.text(Part::Players, &format!("{seat}'s name"), &a.name, &b.name);
        self.text(Part::Players, &format!("{seat}'s rank"), &a.rank, &b.rank);
        self.text(Part::Players, &format!("{seat}'s team"), &a.team, &b.team);
        self.text(Part::Players, &format!("{seat}'s country"), &a.country, &b.country);
    }

    fn foreign(&mut self, a: &[Foreign], b: &[Foreign]) {
        self.list(Part::Foreign, ["", ""], a, b, |entry| {
            format!("{} data {}[{}]", entry.format, entry.key, shortened(&entry.values.join("][")))
        });
    }

    fn trees<G: Game>(&mut self, before: &Record<G>, after: &Record<G>) {
        let (a, b) = (&before.tree, &after.tree);
        if a == b {
            return;
        }
        let mut pairs = alloc::vec![(a.root(), b.root())];
        while let Some((x, y)) = pairs.pop() {
            self.node = Some(x);
            self.nodes((before, &a[x]), (after, &b[y]));
            self.children((before, x), (after, y), &mut pairs);
        }
        self.node = None;
    }

    /// Pairs the children of two nodes, and reports those without a partner.
    fn children<'t, G: Game>(
        &mut self,
        (before, x): (&'t Record<G>, NodeId),
        (after, y): (&'t Record<G>, NodeId),
        pairs: &mut Vec<(NodeId, NodeId)>,
    ) {
        let (a, b) = (&before.tree, &after.tree);
        let alike = |p: Option<NodeId>, q: Option<NodeId>| match (p, q) {
            (Some(p), Some(q)) => a[p].action == b[q].action,
            _ => false,
        };
        let (first, second) = (a.first_child(x), b.first_child(y));
        if !a.is_fork(x) && !b.is_fork(y) && (alike(first, second) || (first, second) == (None, None)) {
            pairs.extend(first.zip(second));
            return;
        }
        let (left, right): (Vec<_>, Vec<_>) = (a.children(x).collect(), b.children(y).collect());
        let actions = |tree: &'t Tree<Node<G>>, nodes: &[NodeId]| nodes.iter().map(|&n| &tree[n].action).collect();
        let partner = partners(actions(a, &left), actions(b, &right));
        let taken = partner.iter().flatten().count();
        // Missing children do not change the order of the others; moved children do.
        if !partner.iter().flatten().is_sorted() {
            self.lose(Part::Variation, "the order of the variations changed".to_string());
        }
        let mut missing = 0_usize;
        let mut nodes_missing = 0;
        for (p, partner) in left.iter().zip(&partner) {
            match partner {
                Some(q) => pairs.push((*p, right[*q])),
                None if missing >= VARIATIONS => {
                    missing += 1;
                    nodes_missing += a.subtree(*p).count();
                }
                None => {
                    missing += 1;
                    self.node = Some(*p);
                    let below = a.subtree(*p).count() - 1;
                    let what = action_words(&a[*p], &before.setup);
                    let more = match below {
                        0 => String::new(),
                        1 => " and the node after it".to_string(),
                        _ => format!(" and the {below} nodes after it"),
                    };
                    let verb = if below == 0 { "is" } else { "are" };
                    let what = format!("{what}{more}");
                    self.change(Part::Variation, format!("{what} {verb} missing"), VARIATION, [&what, ""]);
                }
            }
        }
        if missing > VARIATIONS {
            self.node = Some(x);
            let more = missing - VARIATIONS;
            let variations = if more == 1 { "variation is" } else { "variations are" };
            self.lose(Part::Variation, format!("{more} more {variations} missing, with {nodes_missing} nodes"));
        }
        if taken < right.len() {
            let mut new = alloc::vec![true; right.len()];
            for &q in partner.iter().flatten() {
                new[q] = false;
            }
            self.node = Some(x);
            let mut added = right.iter().zip(new).filter(|(_, new)| *new).map(|(q, _)| q);
            for q in added.by_ref().take(VARIATIONS) {
                let what = action_words(&b[*q], &after.setup);
                self.change(Part::Variation, format!("{what} was added"), VARIATION, ["", &what]);
            }
            match added.count() {
                0 => {}
                1 => self.lose(Part::Variation, "1 more variation was added".to_string()),
                more => self.lose(Part::Variation, format!("{more} more variations were added")),
            }
        }
    }

    fn nodes<G: Game>(&mut self, (before, a): (&Record<G>, &Node<G>), (after, b): (&Record<G>, &Node<G>)) {
        if a == b {
            return;
        }
        let (was, is) = (&before.setup, &after.setup);
        if a.action != b.action {
            let (before, after) = (action_words(a, was), action_words(b, is));
            // Two long actions may have the same text, because a game may shorten it.
            let message =
                if before == after { format!("{before} changed") } else { format!("{before} became {after}") };
            self.change(Part::Action, message, "", [&before, &after]);
        }
        let empty = Details::default();
        let (da, db) = (a.details().unwrap_or(&empty), b.details().unwrap_or(&empty));
        self.clocks(a.spent, da, b.spent, db);
        self.text(Part::Name, "the name of the node", &da.name, &db.name);
        self.comments(&da.comments, &db.comments);
        self.value(Part::Judgement, "judgement", &da.judgement, &db.judgement, |judgement| {
            words::judgement::<G>(judgement, &before.terms)
        });
        let [x, y] = [before, after].map(|record| {
            move |analysis: &Analysis<G>| {
                shortened(&words::analysis(analysis, &record.terms, &record.setup)).into_owned()
            }
        });
        self.lists(Part::Analysis, ["analysis", "analyses"], &da.analyses, &db.analyses, [&x, &y]);
        let [x, y] = [was, is].map(|setup| move |mark: &G::Mark| shortened(&G::mark_text(mark, setup)).into_owned());
        let has_text = |marks: &[G::Mark]| marks.iter().all(|mark| !G::mark_text(mark, was).is_empty());
        if da.marks == db.marks || (has_text(&da.marks) && has_text(&db.marks)) {
            self.lists(Part::Mark, ["mark", "marks"], &da.marks, &db.marks, [&x, &y]);
        } else {
            self.lose(Part::Mark, "marks changed".to_string());
        }
        self.option(Part::Bookmark, "bookmark", da.bookmark.as_ref(), db.bookmark.as_ref(), Clone::clone);
        self.foreign(&da.foreign, &db.foreign);
    }

    fn clocks<G: Game>(&mut self, a_spent: MoveTime, a: &Details<G>, b_spent: MoveTime, b: &Details<G>) {
        if a_spent == b_spent && a.clock == b.clock {
            return;
        }
        let times = |spent: MoveTime, details: &Details<G>| [spent.get(), details.clock.total, details.clock.left];
        let (x, y) = (times(a_spent, a), times(b_spent, b));
        let whole = |times: [Option<core::time::Duration>; 3]| times.map(|time| time.map(|time| time.as_secs()));
        let overtime = |details: &Details<G>| details.clock.overtime_left;
        let only_finer = x != y && whole(x) == whole(y) && overtime(a) == overtime(b);
        let part = if only_finer { Part::ClockPrecision } else { Part::Clock };
        let shown = |[spent, total, left]: [Option<core::time::Duration>; 3], overtime: Option<OvertimeLeft>| {
            let times = [("spent", spent), ("total", total), ("left", left)].into_iter();
            let mut parts: Vec<String> =
                times.filter_map(|(what, time)| Some(format!("{what} {}", words::seconds(time?)))).collect();
            parts.extend(overtime.map(|left| left.to_string()));
            parts.join(", ")
        };
        self.text(part, "clock", &shown(x, overtime(a)), &shown(y, overtime(b)));
    }

    fn comments(&mut self, a: &[Comment], b: &[Comment]) {
        if a == b {
            return;
        }
        let texts = |comments: &[Comment]| comments.iter().map(|comment| comment.text.clone()).collect::<Vec<_>>();
        if texts(a) == texts(b) {
            self.list(Part::CommentAuthor, ["comment author", "comment authors"], a, b, |comment| {
                let part = |part: &Option<String>| part.clone().unwrap_or_default();
                let shown = format!("{} {}", part(&comment.author), part(&comment.time));
                if shown.trim().is_empty() { "unknown".to_string() } else { short(shown.trim()) }
            });
        } else {
            self.list(Part::Comment, ["comment", "comments"], a, b, |comment| quoted(&comment.text));
        }
    }
}

/// Returns the message for a value that changed. A text is empty if the value has none.
fn changed(what: &str, before: &str, after: &str) -> String {
    let nothing = |text: &str| if text.is_empty() { "nothing".to_string() } else { shortened(text).into_owned() };
    match (nothing(before), nothing(after)) {
        _ if before.is_empty() && after.is_empty() => format!("{what} changed"),
        (a, b) if a == b => format!("{what} changed: {a}"),
        (a, b) => format!("{what} changed from {a} to {b}"),
    }
}

/// Returns for each key of `left` the index of its partner in `right`: equal keys in order of appearance, then the others by
/// position.
fn partners<K: Hash + Eq>(left: Vec<&K>, right: Vec<&K>) -> Vec<Option<usize>> {
    let mut waiting: Vec<(u64, usize)> = right.iter().enumerate().map(|(i, key)| (hash(key), i)).collect();
    waiting.sort_unstable();
    let mut taken = alloc::vec![false; right.len()];
    // Equal keys are adjacent in `waiting`. `next[run]` skips those that already have a partner.
    let mut next: Vec<usize> = (0..waiting.len()).collect();
    let mut partner = alloc::vec![None; left.len()];
    for (i, key) in left.iter().enumerate() {
        let hash = hash(key);
        let run = waiting.partition_point(|entry| entry.0 < hash);
        let Some(mut at) = next.get(run).copied() else { continue };
        let mut in_step = true;
        while at < waiting.len() && waiting[at].0 == hash {
            let candidate = waiting[at].1;
            if !taken[candidate] && right[candidate] == *key {
                taken[candidate] = true;
                partner[i] = Some(candidate);
                break;
            }
            // A different key with the same hash may still need this candidate, so `next` must not skip it.
            in_step &= taken[candidate];
            at += 1;
        }
        if in_step {
            next[run] = at;
        }
    }
    let mut free = (0..right.len()).filter(|&q| !taken[q]);
    for slot in partner.iter_mut().filter(|slot| slot.is_none()) {
        *slot = free.next();
    }
    partner
}

/// Returns the hash of a key, which is equal in every run of the program.
fn hash(key: &impl Hash) -> u64 {
    let mut fnv = Fnv::default();
    key.hash(&mut fnv);
    fnv.finish()
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

fn action_words<G: Game>(node: &Node<G>, setup: &G::Setup) -> String {
    let text = node.action.as_ref().map(|action| G::action_text(action, setup));
    text.unwrap_or_else(|| "a node without a move".to_string())
}

/// What is missing or was added if a node has no partner.
const VARIATION: &str = "variation";

/// The maximum number of variations of one node that are reported one by one; the others are counted. A text of a few megabytes
/// can have millions.
const VARIATIONS: usize = 1000;

/// The maximum number of list entries that a message shows.
const SHOWN: usize = 3;

/// The maximum number of characters of a text in a message, so that two of them and a sentence fit on a line or two.
const SHOWN_CHARACTERS: usize = 60;

/// Lists with at most this number of entries are compared entry by entry, which takes quadratic time.
const SHORT_LIST: usize = 200;

fn listed(parts: &[String]) -> String {
    let mut text = parts.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    if parts.len() > SHOWN {
        text.push_str(", …");
    }
    text
}

fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text))
}

fn short<T: ToString + ?Sized>(value: &T) -> String {
    shortened(&value.to_string()).into_owned()
}

/// Returns at most [`SHOWN_CHARACTERS`] characters of a text.
fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(SHOWN_CHARACTERS) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}
