//! The differences between two lists of records.
//!
//! Records are paired by index, children of a node by equal action (equal ones in order of appearance), and the remaining
//! children by position. The trees are walked without recursion. Children are looked up by hash in a sorted list, so the time is
//! `O(n log n)`, also for nodes with many children.

use crate::{
    Analysis, Comment, Details, Foreign, Game, HeaderField, Info, InfoText, Loss, MoveTime, NamedValue, Node, NodeId,
    Outcome, OvertimeLeft, Parsed, Part, Player, Record, Seat, TimeControl, Tree, fingerprint::Fnv,
};
use alloc::{
    collections::BTreeSet,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::hash::{Hash, Hasher};

pub(crate) mod excerpt;
pub(crate) mod words;

use excerpt::{excerpts, shortened};

/// Returns the differences between `before` and `after`. The list is empty exactly if the two are equal.
///
/// Children are paired by equal action (equal ones in order of appearance), the others by position. A missing variation has one entry
/// for its first node and everything below it. If the main line ends early, its missing nodes have one entry, and one for each other
/// [`Part`] that they have.
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
        let mut loss = Loss::new(Part::Game, after.len().min(before.len()), None, message);
        if !after.is_empty() {
            (loss.before, loss.after) = (games(before.len()), games(after.len()));
        }
        losses.push(loss);
    }
    for (index, (a, b)) in before.iter().zip(after).enumerate() {
        if a == b {
            continue;
        }
        let mut compare = Compare { record: index, node: None, losses: &mut losses };
        compare.info(a, b);
        compare.terms_and_setup(a, b);
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
        self.losses.push(Loss::new(part, self.record, self.node, message).change(what, before, after));
    }

    /// Runs a comparison of fields of the header, and notes them in what it reports.
    fn fields(&mut self, fields: impl FnOnce() -> Vec<HeaderField>, compare: impl FnOnce(&mut Self)) {
        let known = self.losses.len();
        compare(self);
        let found = &mut self.losses[known..];
        if let Some((last, others)) = found.split_last_mut() {
            last.fields = fields();
            others.iter_mut().for_each(|loss| loss.fields.clone_from(&last.fields));
        }
    }

    /// Runs a comparison of one field of the header.
    fn field(&mut self, field: HeaderField, compare: impl FnOnce(&mut Self)) {
        self.fields(|| [field].into(), compare);
    }

    fn text(&mut self, part: Part, what: &str, before: &str, after: &str) {
        if before != after {
            let message = match (before, after) {
                (_, "") => format!("{what} {} is missing", quoted(before)),
                ("", _) => format!("{what} {} was added", quoted(after)),
                _ => {
                    let [before, after] = excerpts(before, after);
                    format!("{what} {before:?} became {after:?}")
                }
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

    /// Compares two lists. `what` is the noun for one entry and for several; it is empty if `show` includes it.
    fn list<T: PartialEq>(
        &mut self,
        part: Part,
        what: [&str; 2],
        before: &[T],
        after: &[T],
        show: impl Fn(&T) -> Entry,
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
        show: [&dyn Fn(&T) -> Entry; 2],
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
        let only = |these: &[T], those: &[T], show: &dyn Fn(&T) -> Entry| {
            these.iter().filter(|value| !(short && those.contains(value))).map(show).collect()
        };
        let (missing, added): (Entries, Entries) = (only(before, after, show[0]), only(after, before, show[1]));
        let named = |entries: &Entries, listed: String| match what[usize::from(entries.count > 1)] {
            "" => listed,
            noun => format!("{noun} {listed}"),
        };
        let message = match (missing.count, added.count) {
            (0, 0) => {
                let entries = if what[1].is_empty() { "entries" } else { what[1] };
                format!("the order or the number of {entries} changed")
            }
            (n, 0) => format!("{} {} missing", named(&missing, missing.listed()), if n > 1 { "are" } else { "is" }),
            (0, n) => format!("{} {} added", named(&added, added.listed()), if n > 1 { "were" } else { "was" }),
            (1, 1) => {
                let [was, is] = excerpts(&missing.first[0].text, &added.first[0].text);
                let (was, is) = (missing.first[0].with(&was), added.first[0].with(&is));
                format!("{} became {is}", named(&missing, was))
            }
            _ => format!("{} became {}", named(&missing, missing.listed()), added.listed()),
        };
        let noun = match what[usize::from(missing.count.max(added.count) > 1)] {
            "" => part.name(),
            noun => noun,
        };
        self.losses.push(Loss::new(part, self.record, self.node, message).change(noun, missing.whole, added.whole));
    }

    fn info<G: Game>(&mut self, before: &Record<G>, after: &Record<G>) {
        let (a, b): (&Info, &Info) = (&before.info, &after.info);
        if a == b {
            return;
        }
        self.info_text(Part::Title, "the name of the game", InfoText::Name, [a, b]);
        let unknown = Player::default();
        for (seat, player) in a.players.iter() {
            self.player(seat, player, b.player(seat).unwrap_or(&unknown), &G::seat_name(seat, &before.terms));
        }
        for (seat, player) in b.players.iter().filter(|(seat, _)| a.player(seat).is_none()) {
            self.player(seat, &unknown, player, &G::seat_name(seat, &after.terms));
        }
        self.info_text(Part::Event, "event", InfoText::Event, [a, b]);
        self.info_text(Part::Event, "round", InfoText::Round, [a, b]);
        self.info_text(Part::Event, "place", InfoText::Place, [a, b]);
        self.field(HeaderField::Dates, |compare| {
            compare.list(Part::Dates, ["date", "dates"], &a.dates, &b.dates, Entry::plain);
        });
        self.field(HeaderField::Start, |compare| {
            compare.option(Part::Dates, "start", a.started.as_ref(), b.started.as_ref(), ToString::to_string);
        });
        self.field(HeaderField::End, |compare| {
            compare.option(Part::Dates, "end", a.ended.as_ref(), b.ended.as_ref(), ToString::to_string);
        });
        let [was, is] = [before, after].map(|record| {
            |outcome: &Parsed<Outcome>| match outcome {
                Parsed::Value(outcome) => G::result_text(outcome, &record.terms),
                Parsed::Text(text) => text.as_str().into(),
            }
        });
        self.field(HeaderField::Outcome, |compare| {
            compare.options(Part::Outcome, "result", a.outcome.as_ref(), b.outcome.as_ref(), [&was, &is]);
        });
        self.time::<G>(before, after);
        self.info_text(Part::Text, "opening", InfoText::Opening, [a, b]);
        self.info_text(Part::Text, "annotator", InfoText::Annotator, [a, b]);
        self.info_text(Part::Text, "transcriber", InfoText::Transcriber, [a, b]);
        self.info_text(Part::Text, "source", InfoText::Source, [a, b]);
        self.info_text(Part::Text, "address", InfoText::Address, [a, b]);
        self.info_text(Part::Text, "copyright", InfoText::Copyright, [a, b]);
        self.info_text(Part::Application, "application", InfoText::Application, [a, b]);
        self.info_text(Part::Text, "description", InfoText::Description, [a, b]);
        let custom = || {
            let same = a.headers.iter().zip(&b.headers).take_while(|(a, b)| a == b).count();
            a.headers.get(same).map(|header| HeaderField::Custom(header.name.clone())).into_iter().collect()
        };
        self.fields(custom, |compare| {
            compare.list(Part::Header, ["header", "headers"], &a.headers, &b.headers, Entry::plain);
        });
        self.list(Part::Display, ["viewer preference", "viewer preferences"], &a.display, &b.display, Entry::plain);
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
            self.field(HeaderField::MainTime(seat.cloned()), |compare| {
                compare.option(Part::Time, &what("time limit"), was, is, ToString::to_string);
            });
            let [was, is] = [x, y].map(|control| control.and_then(|control| control.overtime.as_ref()));
            self.field(HeaderField::Overtime(seat.cloned()), |compare| {
                compare.option(Part::Time, &what("overtime"), was, is, ToString::to_string);
            });
        }
    }

    /// Compares a text of the information about the game.
    fn info_text(&mut self, part: Part, what: &str, text: InfoText, [before, after]: [&Info; 2]) {
        self.field(HeaderField::Text(text), |compare| compare.text(part, what, text.get(before), text.get(after)));
    }

    fn player(&mut self, seat: &Seat, a: &Player, b: &Player, name: &str) {
        let name = capitalized(name);
        let mut compare = |field: fn(Seat) -> HeaderField, what: &str, before: &str, after: &str| {
            let fields = || [field(seat.clone())].into();
            self.fields(fields, |compare| compare.text(Part::Players, &format!("{name}'s {what}"), before, after));
        };
        compare(HeaderField::PlayerName, "name", &a.name, &b.name);
        compare(HeaderField::PlayerRank, "rank", &a.rank, &b.rank);
        compare(HeaderField::PlayerTeam, "team", &a.team, &b.team);
        compare(HeaderField::PlayerCountry, "country", &a.country, &b.country);
    }

    fn terms_and_setup<G: Game>(&mut self, before: &Record<G>, after: &Record<G>) {
        let with_terms = |of: &Record<G>| Record::<G> { terms: of.terms.clone(), ..Record::default() };
        let terms = || changed_facts(&with_terms(before), &with_terms(after));
        self.fields(terms, |compare| {
            compare.value(Part::Terms, "terms", &before.terms, &after.terms, G::terms_text);
        });
        let with_setup = |of: &Record<G>| Record::<G> { setup: of.setup.clone(), ..Record::default() };
        let setup = || match changed_facts(&with_setup(before), &with_setup(after)) {
            facts if facts.is_empty() => [HeaderField::Setup].into(),
            facts => facts,
        };
        self.fields(setup, |compare| {
            compare.value(Part::Setup, "the start position", &before.setup, &after.setup, G::setup_text);
        });
    }

    fn foreign(&mut self, a: &[Foreign], b: &[Foreign]) {
        self.list(Part::Foreign, ["", ""], a, b, |entry| Entry {
            head: format!("{} data {}", entry.format, entry.key),
            text: format!("[{}]", entry.values.join("][")),
            is_quoted: false,
        });
    }

    fn trees<G: Game>(&mut self, before: &Record<G>, after: &Record<G>) {
        let (a, b) = (&before.tree, &after.tree);
        if a == b {
            return;
        }
        let mut pairs = alloc::vec![Pair { nodes: (a.root(), b.root()), are_main: (true, true) }];
        while let Some(pair) = pairs.pop() {
            let (x, y) = pair.nodes;
            self.node = Some(x);
            self.nodes((before, &a[x]), (after, &b[y]));
            self.children(before, after, pair, &mut pairs);
        }
        self.node = None;
    }

    /// Pairs the children of two nodes, and reports those without a partner.
    fn children<'t, G: Game>(
        &mut self,
        before: &'t Record<G>,
        after: &'t Record<G>,
        pair: Pair,
        pairs: &mut Vec<Pair>,
    ) {
        let Pair { nodes: (x, y), are_main } = pair;
        let (a, b) = (&before.tree, &after.tree);
        let alike = |p: Option<NodeId>, q: Option<NodeId>| match (p, q) {
            (Some(p), Some(q)) => a[p].action == b[q].action,
            _ => false,
        };
        let (first, second) = (a.first_child(x), b.first_child(y));
        if !a.is_fork(x) && !b.is_fork(y) && (alike(first, second) || (first, second) == (None, None)) {
            pairs.extend(first.zip(second).map(|nodes| Pair { nodes, are_main }));
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
        for (index, (p, partner)) in left.iter().zip(&partner).enumerate() {
            match partner {
                Some(q) => {
                    let are_main = (are_main.0 && index == 0, are_main.1 && *q == 0);
                    pairs.push(Pair { nodes: (*p, right[*q]), are_main });
                }
                None if missing >= VARIATIONS => {
                    missing += 1;
                    nodes_missing += a.subtree(*p).count();
                }
                None => {
                    missing += 1;
                    self.node = Some(*p);
                    let (line, verb) = line_words(a, *p, &before.setup);
                    let is_first = index == 0;
                    let (part, what) = (line_part(is_first && are_main.0), line_name(is_first, are_main.0));
                    self.change(part, format!("{line} {} missing", verb.0), what, [&line, ""]);
                    if part == Part::Action {
                        self.details_of_line((before, *p), after);
                    }
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
            let mut added = right.iter().enumerate().zip(new).filter(|(_, new)| *new).map(|(q, _)| q);
            for (index, q) in added.by_ref().take(VARIATIONS) {
                let (line, verb) = line_words(b, *q, &after.setup);
                let is_first = index == 0;
                let (part, what) = (line_part(is_first && are_main.1), line_name(is_first, are_main.1));
                self.change(part, format!("{line} {} added", verb.1), what, ["", &line]);
            }
            let (more, nodes) = added.fold((0, 0), |(more, nodes), (_, q)| (more + 1, nodes + b.subtree(*q).count()));
            if more > 0 {
                let variations = if more == 1 { "variation was" } else { "variations were" };
                self.lose(Part::Variation, format!("{more} more {variations} added, with {nodes} nodes"));
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
        self.details((before, a), (after, b));
    }

    /// Reports what the nodes of a missing main line have beside their actions, one loss for each part: a user who accepts the loss of the
    /// ending may not accept that of its comment. The variations of a game contain theirs.
    fn details_of_line<G: Game>(&mut self, (before, line): (&Record<G>, NodeId), after: &Record<G>) {
        let (mut lost, nothing) = (Vec::<(Loss, usize)>::new(), Node::new(None));
        let mut found = Vec::new();
        for node in before.tree.subtree(line) {
            let mut compare = Compare { record: self.record, node: Some(node), losses: &mut found };
            compare.details((before, &before.tree[node]), (after, &nothing));
            for loss in found.drain(..) {
                match lost.iter_mut().find(|(first, _)| first.part == loss.part) {
                    Some((_, more)) => *more += 1,
                    None => lost.push((loss, 0)),
                }
            }
        }
        self.losses.extend(lost.into_iter().map(|(mut loss, more)| {
            match more {
                0 => {}
                1 => loss.message += ", and that of one more node",
                _ => loss.message += &format!(", and that of {more} more nodes"),
            }
            loss
        }));
    }

    /// Compares what two nodes have beside their actions.
    fn details<G: Game>(&mut self, (before, a): (&Record<G>, &Node<G>), (after, b): (&Record<G>, &Node<G>)) {
        let (was, is) = (&before.setup, &after.setup);
        let empty = Details::default();
        let (da, db) = (a.details().unwrap_or(&empty), b.details().unwrap_or(&empty));
        self.clocks(a.spent, da, b.spent, db);
        self.text(Part::Name, "the name of the node", &da.name, &db.name);
        self.comments(&da.comments, &db.comments);
        self.value(Part::Judgement, "judgement", &da.judgement, &db.judgement, |judgement| {
            words::judgement::<G>(judgement, &before.terms)
        });
        let [x, y] = [before, after].map(|record| {
            move |analysis: &Analysis<G>| Entry::of_text(words::analysis(analysis, &record.terms, &record.setup))
        });
        self.lists(Part::Analysis, ["analysis", "analyses"], &da.analyses, &db.analyses, [&x, &y]);
        let [x, y] = [was, is].map(|setup| move |mark: &G::Mark| Entry::of_text(G::mark_text(mark, setup)));
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
                Entry::of_text(if shown.trim().is_empty() { "unknown".into() } else { shown.trim().into() })
            });
        } else {
            self.list(Part::Comment, ["comment", "comments"], a, b, |comment| Entry {
                is_quoted: true,
                ..Entry::of_text(comment.text.clone())
            });
        }
    }
}

/// Returns the message for a value that changed. A text is empty if the value has none.
fn changed(what: &str, before: &str, after: &str) -> String {
    match (before, after) {
        ("", "") => format!("{what} changed"),
        (a, b) if a == b => format!("{what} changed: {}", shortened(a)),
        ("", b) => format!("{what} changed from nothing to {}", shortened(b)),
        (a, "") => format!("{what} changed from {} to nothing", shortened(a)),
        (a, b) => {
            let [a, b] = excerpts(a, b);
            format!("{what} changed from {a} to {b}")
        }
    }
}

/// Returns the facts of a game that differ, as fields.
fn changed_facts<G: Game>(before: &Record<G>, after: &Record<G>) -> Vec<HeaderField> {
    let [before, after] = [before, after].map(|record| G::facts(record));
    let only = |these: &[NamedValue], those: &[NamedValue]| -> BTreeSet<String> {
        these.iter().filter(|fact| !those.contains(fact)).map(|fact| fact.name.clone()).collect()
    };
    let mut names = only(&before, &after);
    names.extend(only(&after, &before));
    names.into_iter().map(HeaderField::Fact).collect()
}

/// Two nodes that correspond to each other.
struct Pair {
    nodes: (NodeId, NodeId),
    /// True for each node that is in the main line of its record.
    are_main: (bool, bool),
}

/// An entry of a list, as people read it.
struct Entry {
    /// The start of the text, which is never cut.
    head: String,
    text: String,
    is_quoted: bool,
}

impl Entry {
    fn of_text(text: String) -> Self {
        Self { head: String::new(), text, is_quoted: false }
    }

    fn plain(value: &impl ToString) -> Self {
        Self::of_text(value.to_string())
    }

    /// Returns the entry with another text.
    fn with(&self, text: &str) -> String {
        let head = &self.head;
        if self.is_quoted { format!("{head}{text:?}") } else { format!("{head}{text}") }
    }
}

/// The entries that only one of two lists has.
#[derive(Default)]
struct Entries {
    count: usize,
    /// The first of them.
    first: Vec<Entry>,
    /// All of them as one text.
    whole: String,
}

impl Entries {
    /// Returns the first entries for a message.
    fn listed(&self) -> String {
        let shown: Vec<String> = self.first.iter().map(|entry| entry.with(&shortened(&entry.text))).collect();
        shown.join(", ") + if self.count > SHOWN { ", …" } else { "" }
    }
}

impl FromIterator<Entry> for Entries {
    fn from_iter<T: IntoIterator<Item = Entry>>(entries: T) -> Self {
        let mut all = Self::default();
        for entry in entries {
            if all.count > 0 {
                all.whole.push_str(if entry.is_quoted { "\n" } else { ", " });
            }
            all.whole.push_str(&entry.head);
            all.whole.push_str(&entry.text);
            all.count += 1;
            if all.count <= SHOWN {
                all.first.push(entry);
            }
        }
        all
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

/// Returns the words for a node and everything after it, and the verbs that fit: `2 and the 3 nodes after it`, `are` and `were`.
fn line_words<G: Game>(tree: &Tree<Node<G>>, node: NodeId, setup: &G::Setup) -> (String, (&'static str, &'static str)) {
    let first = action_words(&tree[node], setup);
    match tree.subtree(node).count() - 1 {
        0 => (first, ("is", "was")),
        1 => (format!("{first} and the node after it"), ("are", "were")),
        below => (format!("{first} and the {below} nodes after it"), ("are", "were")),
    }
}

/// Returns the part that is lost with a line of play: the main line has the actions of the game.
fn line_part(is_main: bool) -> Part {
    if is_main { Part::Action } else { Part::Variation }
}

/// Returns what a line of play is that is missing or was added. `is_first` is true for the first continuation of a node, `is_main` for a
/// node of the main line.
fn line_name(is_first: bool, is_main: bool) -> &'static str {
    match (is_first, is_main) {
        (true, true) => "main line",
        (true, false) => "moves",
        (false, _) => "variation",
    }
}

/// The maximum number of variations of one node that are reported one by one; the others are counted. A text of a few megabytes
/// can have millions.
const VARIATIONS: usize = 1000;

/// The maximum number of list entries that a message shows.
const SHOWN: usize = 3;

/// Lists with at most this number of entries are compared entry by entry, which takes quadratic time.
const SHORT_LIST: usize = 200;

fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text))
}
