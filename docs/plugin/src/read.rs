//! From the document to a record.

use crate::{codes, document::Document, handicap, scanner::Token};
use kifu_core::{
    CodeInfo, Comment, Decimal, Diagnostic, Diagnostics, Edits, Foreign, Node, Outcome, Overtime, Parsed, PartialDate,
    PartialDateTime, ReadGame, Record, Safety, Seat, SourceMap, Span, Termination, TimeLimit,
};
use kifu_goban::{Action, Color, Go, Move, Point, outcome_text, parse_outcome};
use std::{collections::HashMap, time::Duration};

/// The fields that are written from the record. What any other says has no word there, and is foreign.
const UNDERSTOOD: &str = "GIBOKIND GAMETIME GAMERESULT GAMEZIPSU GAMEGONGJE GAMETOTALNUM GAMENAME \
     GAMEDATE GAMEPLACE GAMEWHITENAME GAMEBLACKNAME GAMECOMMENT";

/// Two fields of many parts, and the parts that are understood.
const MAIN: (&str, &[&str]) = ("GAMEINFOMAIN", &["GTIME:", "GRLT:", "ZIPSU:", "GONGJE:", "TCNT:"]);
const TAG: (&str, &[&str]) = ("GAMETAG", &["R", "G", "W", "Z", "T", "C"]);

/// Tygem's numbers for results of Black; those of White are one more. With points, the first is a score.
pub(crate) const RESULTS: [(u32, Termination); 3] =
    [(0, Termination::Unstated), (3, Termination::Resignation), (7, Termination::Time)];

/// Reads the game, or says why there is none.
pub(crate) fn read(text: &str) -> (Option<ReadGame<Go>>, Diagnostics) {
    let document = Document::parse(text);
    let mut reader = Reader { record: Record::default(), starts: vec![0], said: Diagnostics::default() };
    if document.fields().next().is_none() && document.lines().next().is_none() {
        reader.say(codes::NO_GAME, Span::at(0), "there is no game in this text; nothing was read", None);
        return (None, reader.said);
    }
    reader.header(&document);
    reader.game(&document);
    reader.oddities(&document, text);
    reader.record.info.normalize();
    reader.said.sort_by_place();
    let origin = SourceMap { span: Span::new(0, text.len()), starts: reader.starts };
    (Some(ReadGame { record: reader.record, origin, diagnostics: reader.said }), Diagnostics::default())
}

struct Reader {
    record: Record<Go>,
    starts: Vec<u32>,
    said: Diagnostics,
}

impl Reader {
    fn say(&mut self, code: CodeInfo, at: Span, message: impl Into<String>, fix: Option<(Safety, &str, Edits)>) {
        let said = Diagnostic::new(code.code, code.severity, message).at(at);
        self.said.push(match fix {
            Some((safety, title, edits)) => said.fix(safety, title, edits),
            None => said,
        });
    }

    fn header(&mut self, document: &Document<'_>) {
        let mut fields = HashMap::new();
        for field in document.fields().filter(|field| !field.value.is_empty()) {
            let first = *fields.entry(field.key).or_insert(field);
            if first.value != field.value {
                let message = format!("{} stands twice, and says two things; the first counts", field.key);
                self.say(codes::FIELD_TWICE, field.span, message, None);
            } else if first.span == field.span {
                self.foreign(field.key, field.value);
            }
        }
        let field = |key: &str| fields.get(key).map_or("", |field| field.value);
        let part = |of: (&str, _), name| part(field(of.0), name);
        let fact = |main, tag| Some(part(MAIN, main)).filter(|fact| !fact.is_empty()).unwrap_or(part(TAG, tag));

        let info = &mut self.record.info;
        info.name = field("GAMENAME").into();
        info.place = field("GAMEPLACE").into();
        info.description = field("GAMECOMMENT").into();
        for (seat, key) in [(Seat::First, "GAMEBLACKNAME"), (Seat::Second, "GAMEWHITENAME")] {
            let (name, rank) = name_and_rank(field(key));
            let player = info.player_mut(seat);
            (player.name, player.rank) = (name.into(), rank.into());
        }
        let words = [field("GAMETIME"), part(MAIN, "GTIME:")].into_iter().find(|words| !words.is_empty());
        (info.time, info.overtime) = time(part(MAIN, "GTIME:"), part(TAG, "T"), words);
        // The languages of GAMEDATE are many; the tag has numbers.
        let date = field("GAMEDATE");
        let moment = when(date).or_else(|| when(part(TAG, "C")));
        info.started = moment.filter(|moment| moment.time.is_some()).map(Parsed::Value);
        let words = Some(date).filter(|date| !date.is_empty()).map(|date| Parsed::Text(date.into()));
        info.dates = moment.map(|moment| Parsed::Value(moment.date)).or(words).into_iter().collect();

        let komi = Some(field("GAMEGONGJE")).filter(|komi| !komi.is_empty()).unwrap_or(fact("GONGJE:", "G"));
        let known = tenths(komi).map(Parsed::Value);
        let is_odd = known.is_none() && !komi.is_empty();
        self.record.terms.komi = if is_odd { Some(Parsed::Text(komi.into())) } else { known };
        let start = document.lines().find(|line| line.name == "INI");
        let stones = start.as_ref().map(|start| start.number(2)).filter(|&stones| stones < 361).unwrap_or(0);
        self.record.setup.stones.black = handicap(stones).collect();
        let stated = part(TAG, "R").parse().unwrap_or(stones);
        self.record.terms.handicap = (stated > 0).then_some(Parsed::Value(stated));
        if let Some(start) = start.filter(|start| !start.text.is_empty()) {
            let root = self.record.tree.root();
            self.record.tree[root].details_mut().comments.push(Comment::from(start.text.to_owned()));
        }

        let code = fact("GRLT:", "W");
        let points = tenths(fact("ZIPSU:", "Z")).filter(|points| *points > Decimal::from(0));
        let result = RESULTS.into_iter().find_map(|(number, by)| {
            let white = code.parse::<u32>().ok()?.checked_sub(number)?;
            let by = points.filter(|_| by == Termination::Unstated).map_or(by, Termination::Score);
            (white < 2).then(|| Parsed::Value(Outcome::Win { winner: Color::ALL[white as usize].seat(), by }))
        });
        self.record.info.outcome = result.clone().or_else(|| in_words(field("GAMERESULT")));
        let place = |key| fields.get(key).or(fields.get(MAIN.0)).map_or(Span::at(0), |field| field.span);
        if is_odd {
            let message = format!("{komi:?} is no komi in tenths of a point; kept as a text");
            self.say(codes::BAD_VALUE, place("GAMEGONGJE"), message, None);
        }
        if result.is_none() && !["", "255"].contains(&code) {
            let message = format!("{code:?} is no result that is known; read from the words of GAMERESULT");
            self.say(codes::BAD_VALUE, place(MAIN.0), message, None);
        }
    }

    /// What the record has no word for. Nothing and `0` is what a field says otherwise.
    fn foreign(&mut self, key: &str, value: &str) {
        let parts = [MAIN, TAG].into_iter().find(|of| of.0 == key);
        let value = parts.map_or_else(|| value.into(), |of| others(value, of.1));
        if !UNDERSTOOD.split(' ').any(|known| known == key) && !["", "0"].contains(&&*value) {
            self.record.info.foreign.push(Foreign::new("gib", key, vec![value]));
        }
    }

    /// The moves, in the order in which they stand; nothing depends on their numbers.
    fn game(&mut self, document: &Document<'_>) {
        let mut last = self.record.tree.root();
        let mut next = if self.record.setup.stones.is_empty() { Color::Black } else { Color::White };
        for line in document.lines().filter(|line| !["INI", "IDX"].contains(&line.name)) {
            let played = match (line.name, [line.number(2), line.number(3), line.number(4)]) {
                ("STO", [player @ 1..=2, x @ ..19, y @ ..19]) => {
                    Move { color: Color::ALL[player as usize - 1], at: Point::new(x as u8, y as u8) }
                }
                ("SKI", _) => Move::pass(next),
                ("STO", _) => {
                    let message = "a move is a player, 1 or 2, and two lines from 0 to 18; skipped";
                    self.say(codes::BAD_MOVE, line.span, message, None);
                    continue;
                }
                (name, _) => {
                    self.say(codes::UNKNOWN_LINE, line.span, format!("nobody knows what {name} does; skipped"), None);
                    continue;
                }
            };
            if played.color != next && last != self.record.tree.root() {
                let message = format!("{} moves twice in a row; read as it stands", played.color);
                let pass = Edits::one(Span::at(line.span.start as usize), format!("SKI 0 {} \n", line.number(1)));
                self.say(codes::SAME_COLOUR, line.span, message, Some((Safety::Guess, "insert a pass", pass)));
            }
            last = self.record.tree.add(last, Node::new(Some(Action::from(played))));
            self.starts.push(line.span.start);
            next = played.color.opponent();
        }
    }

    /// What is wrong with the text itself.
    fn oddities(&mut self, document: &Document<'_>, text: &str) {
        for (_, span, _) in document.tokens().filter(|token| token.0 == Token::Unknown) {
            self.say(codes::STRAY_TEXT, span, "neither a field nor a line of the game; skipped", None);
        }
        for field in document.fields().filter(|field| !field.is_closed) {
            let message = format!("{} has no end; read up to the end of its line", field.key);
            let end = Edits::one(Span::at(field.span.end as usize), "\\]");
            self.say(codes::UNCLOSED_FIELD, field.span, message, Some((Safety::Safe, "write its end", end)));
        }
        if !document.tokens().any(|token| token.2 == "\\GE") {
            let at = Span::at(text.len());
            let end = Edits::one(at, if text.ends_with('\n') { "\\GE\n" } else { "\n\\GE\n" });
            let message = "the game has no end; read as far as it goes";
            self.say(codes::UNCLOSED_GAME, at, message, Some((Safety::Safe, "write its end", end)));
        }
    }
}

/// `nick (rank)`, where there is one pair of parentheses, and that at the end; or else a name.
pub(crate) fn name_and_rank(text: &str) -> (&str, &str) {
    match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        Some((name, rank)) if !rank.contains('(') && !rank.trim().is_empty() => (name.trim(), rank.trim()),
        _ => (text.trim(), ""),
    }
}

/// Main time, seconds a period and periods; in the tag in another order; or words.
fn time(main: &str, tag: &str, words: Option<&str>) -> (Option<Parsed<TimeLimit>>, Option<Parsed<Overtime>>) {
    let numbers = |text: &str| text.split('-').map(|n| n.trim().parse().ok()).collect::<Option<Vec<u64>>>();
    let (main, each, count) = match (numbers(main).as_deref(), numbers(tag).as_deref()) {
        (Some(&[main, each, count]), _) | (_, Some(&[each, count, main])) => (main, each, count),
        _ => return (words.map(|words| Parsed::Text(words.into())), None),
    };
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let overtime = Some(Overtime::Periods { count, each: Duration::from_secs(each) }).filter(|_| each > 0 && count > 0);
    (Some(Parsed::Value(TimeLimit { main: Duration::from_secs(main) })), overtime.map(Parsed::Value))
}

/// `2016- 3-26-17-29-25`, or less of it; the tag has colons.
pub(crate) fn when(text: &str) -> Option<PartialDateTime> {
    let (year, rest) = text.split_at_checked(4)?;
    let mut parts = rest.split(['-', ':']).map(str::trim);
    parts.next().filter(|before| before.is_empty())?;
    let rest: Vec<u8> = parts.map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let date = PartialDate::new(year.parse().ok()?, rest.first().copied(), rest.get(1).copied())?;
    let time = match rest[..] {
        [] | [_] | [_, _] => None,
        [_, _, hour @ ..24, minute @ ..60] => Some((hour, minute, None)),
        [_, _, hour @ ..24, minute @ ..60, second @ ..61] => Some((hour, minute, Some(second))),
        _ => return None,
    };
    Some(PartialDateTime { date, time })
}

/// A result in words: of a kind that kifu knows, or as it stands.
pub(crate) fn in_words(words: &str) -> Option<Parsed<Outcome>> {
    let known = parse_outcome(words).ok().filter(|outcome| outcome_text(outcome) == words);
    (!words.is_empty()).then(|| known.map_or_else(|| Parsed::Text(words.into()), Parsed::Value))
}

fn tenths(number: &str) -> Option<Decimal> {
    Some(Decimal::new(number.parse().ok()?, 1).normalized())
}

/// What follows the first part that begins so.
fn part<'a>(value: &'a str, name: &str) -> &'a str {
    value.split(',').find_map(|part| part.trim().strip_prefix(name)).unwrap_or("").trim()
}

/// The parts but for the first numbers of each name.
fn others(value: &str, names: &[&str]) -> String {
    let mut names = names.to_vec();
    let mut parts: Vec<&str> = value.split(',').map(str::trim).collect();
    let is_number = |text: &str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b':' | b' '));
    parts.retain(|part| match names.iter().position(|name| part.strip_prefix(name).is_some_and(is_number)) {
        Some(found) => names.swap_remove(found).is_empty(),
        None => !part.is_empty(),
    });
    parts.join(",")
}
