//! From the document to a record.

use crate::{
    codes,
    document::{Document, Line},
    handicap,
    scanner::Token,
};
use kifu_core::{
    Code, Comment, Decimal, Diagnostic, Diagnostics, Edits, Foreign, How, Moment, Node, Origin, Outcome, Overtime,
    PartialDate, Read, Record, Safety, Seat, Severity, Span, Stated, TimeLimit,
};
use kifu_goban::{Action, Color, Go, Move, Point, Size};
use std::{collections::HashMap, time::Duration};

/// The fields that are written from the record. What any other says has no word there, and is foreign.
const UNDERSTOOD: &str = "GIBOKIND GAMETIME GAMERESULT GAMEZIPSU GAMEGONGJE GAMETOTALNUM GAMENAME \
     GAMEDATE GAMEPLACE GAMEWHITENAME GAMEBLACKNAME GAMECOMMENT";

/// Two fields of many parts, and the parts that are understood.
const MAIN: (&str, &[&str]) = ("GAMEINFOMAIN", &["GTIME:", "GRLT:", "ZIPSU:", "GONGJE:", "TCNT:"]);
const TAG: (&str, &[&str]) = ("GAMETAG", &["R", "G", "W", "Z", "T", "C"]);

/// Tygem's numbers for results. With points, the first two are a score.
pub(crate) const RESULTS: [(&str, Seat, How); 6] = [
    ("0", Seat::First, How::Win),
    ("1", Seat::Second, How::Win),
    ("3", Seat::First, How::Resignation),
    ("4", Seat::Second, How::Resignation),
    ("7", Seat::First, How::Time),
    ("8", Seat::Second, How::Time),
];

/// Reads the game, or says why there is none.
pub(crate) fn read(text: &str) -> Result<Read<Go>, Diagnostics> {
    let document = Document::parse(text);
    let mut reader = Reader { record: Record::default(), starts: vec![0], said: Diagnostics::default() };
    if document.fields().next().is_none() && document.lines().next().is_none() {
        reader.say(codes::NO_GAME, Span::at(0), "there is no game in this text; nothing was read");
        return Err(reader.said);
    }
    reader.header(&document);
    reader.game(&document);
    reader.oddities(&document, text);
    reader.record.info.tidy();
    reader.said.sort_by_place();
    let origin = Origin { span: Span::new(0, text.len()), starts: reader.starts };
    Ok(Read { record: reader.record, origin, diagnostics: reader.said })
}

struct Reader {
    record: Record<Go>,
    starts: Vec<u32>,
    said: Diagnostics,
}

impl Reader {
    fn say(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.said.push(diagnostic(code, span, message));
    }

    fn header(&mut self, document: &Document<'_>) {
        let mut fields = HashMap::new();
        for field in document.fields().filter(|field| !field.value.is_empty()) {
            let first = *fields.entry(field.key).or_insert(field);
            if first.value != field.value {
                let message = format!("{} stands twice, and says two things; the first counts", field.key);
                self.say(codes::FIELD_TWICE, field.span, message);
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
        (info.time, info.overtime) = time(part(MAIN, "GTIME:"), part(TAG, "T"), field("GAMETIME"));
        // The languages of GAMEDATE are many; the tag has numbers.
        let date = field("GAMEDATE");
        let moment = when(date).or_else(|| when(part(TAG, "C")));
        info.started = moment.filter(|moment| moment.time.is_some()).map(Stated::Known);
        let words = Some(date).filter(|date| !date.is_empty()).map(|date| Stated::Text(date.into()));
        info.dates = moment.map(|moment| Stated::Known(moment.date)).or(words).into_iter().collect();

        let komi = Some(field("GAMEGONGJE")).filter(|komi| !komi.is_empty()).unwrap_or(fact("GONGJE:", "G"));
        let known = tenths(komi).map(Stated::Known);
        let is_odd = known.is_none() && !komi.is_empty();
        self.record.terms.komi = if is_odd { Some(Stated::Text(komi.into())) } else { known };
        let start = || document.lines().find(|line| line.name == "INI")?.number(2);
        let handicap = part(TAG, "R").parse().ok().or_else(start).filter(|&stones| stones > 0);
        self.record.terms.handicap = handicap.map(Stated::Known);

        let code = fact("GRLT:", "W");
        let points = tenths(fact("ZIPSU:", "Z")).filter(|points| *points > Decimal::from(0));
        let result = RESULTS.into_iter().find(|result| result.0 == code).map(|(_, winner, how)| {
            let how = points.filter(|_| how == How::Win).map_or(how, How::Score);
            Stated::Known(Outcome { winner: Some(winner), how })
        });
        self.record.info.outcome = result.clone().or_else(|| in_words(field("GAMERESULT")));
        let place = |key| fields.get(key).or(fields.get(MAIN.0)).map_or(Span::at(0), |field| field.span);
        if is_odd {
            let message = format!("{komi:?} is no komi in tenths of a point; kept as a text");
            self.say(codes::BAD_VALUE, place("GAMEGONGJE"), message);
        }
        if result.is_none() && !["", "255"].contains(&code) {
            let message = format!("{code:?} is no result that is known; read from the words of GAMERESULT");
            self.say(codes::BAD_VALUE, place(MAIN.0), message);
        }
    }

    /// What the record has no word for. Nothing and `0` is what a field says otherwise.
    fn foreign(&mut self, key: &str, value: &str) {
        let parts = [MAIN, TAG].into_iter().find(|of| of.0 == key);
        let value = parts.map_or_else(|| value.into(), |of| others(value, of.1));
        if !is_understood(key) && !["", "0"].contains(&&*value) {
            self.record.info.foreign.push(Foreign::new("gib", key, vec![value]));
        }
    }

    fn game(&mut self, document: &Document<'_>) {
        let root = self.record.tree.root();
        let (mut last, mut last_color, mut number, mut has_start) = (root, None, 2, false);
        let mut renumbered: Vec<(Span, u32)> = Vec::new();
        for line in document.lines() {
            let first = if self.record.setup.stones.is_empty() { Color::Black } else { Color::White };
            let played = match line.name {
                "INI" if !has_start => {
                    has_start = true;
                    self.start(&line);
                    continue;
                }
                "STO" => play(&line),
                "SKI" => Some(Move::pass(last_color.map_or(first, Color::opponent))),
                _ => None,
            };
            let stated = line.numbers.get(1).filter(|stated| stated.0 != Some(number));
            renumbered.extend(stated.map(|stated| (stated.1, number)));
            if let Some(played) = played {
                if last_color == Some(played.color) {
                    let message = format!("{} moves twice in a row; read as it stands", played.color);
                    let pass = Edits::one(Span::at(line.span.start as usize), format!("SKI 0 {number} \n"));
                    let said = diagnostic(codes::SAME_COLOUR, line.span, message);
                    self.said.push(said.fix(Safety::Guess, "insert a pass", pass));
                }
                last = self.record.tree.add(last, Node::new(Some(Action::from(played))));
                self.starts.push(line.span.start);
                last_color = Some(played.color);
            } else if line.name == "STO" {
                let message = "a move is a player, 1 or 2, and two lines from 0 to 18; skipped";
                self.say(codes::BAD_MOVE, line.span, message);
            } else if line.name != "IDX" {
                self.say(codes::UNKNOWN_LINE, line.span, format!("nobody knows what {} does; skipped", line.name));
            }
            number += 1;
        }
        if let Some(&(first, wanted)) = renumbered.first() {
            let edits = renumbered.iter().map(|(place, number)| Edits::one(*place, number.to_string())).collect();
            let message = format!("number {wanted} is due here; the moves are read in the order in which they stand");
            let said = diagnostic(codes::WRONG_NUMBER, first, message);
            self.said.push(said.fix(Safety::Safe, "number the moves anew", Edits::from_disjoint(edits).0));
        }
    }

    /// `INI 0 1 HANDICAP &4TEXT`.
    fn start(&mut self, line: &Line<'_>) {
        let stones = line.number(2).unwrap_or(0);
        self.record.setup.stones.black = handicap(stones).collect();
        if stones != 0 && self.record.setup.stones.is_empty() {
            self.say(codes::BAD_VALUE, line.span, "a handicap is 0, or 2 to 9 stones; none are set");
        }
        if !line.text.is_empty() {
            let root = self.record.tree.root();
            self.record.tree[root].details_mut().comments.push(Comment::from(line.text.to_owned()));
        }
    }

    /// What is wrong with the text itself.
    fn oddities(&mut self, document: &Document<'_>, text: &str) {
        for (_, span, _) in document.tokens().filter(|token| token.0 == Token::Unknown) {
            self.say(codes::STRAY_TEXT, span, "neither a field nor a line of the game; skipped");
        }
        for field in document.fields().filter(|field| !field.is_closed) {
            let message = format!("{} has no end; read up to the end of its line", field.key);
            let end = Edits::one(Span::at(field.span.end as usize), "\\]");
            let said = diagnostic(codes::UNCLOSED_FIELD, field.span, message);
            self.said.push(said.fix(Safety::Safe, "write its end", end));
        }
        if !document.tokens().any(|token| token.2 == "\\GE") {
            let at = Span::at(text.len());
            let end = Edits::one(at, if text.ends_with('\n') { "\\GE\n" } else { "\n\\GE\n" });
            let said = diagnostic(codes::UNCLOSED_GAME, at, "the game has no end; read as far as it goes");
            self.said.push(said.fix(Safety::Safe, "write its end", end));
        }
    }
}

pub(crate) fn is_understood(key: &str) -> bool {
    UNDERSTOOD.split(' ').any(|known| known == key)
}

/// A diagnostic as severe as its code is.
fn diagnostic(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
    let info = codes::CODES.iter().find(|info| info.code == code);
    Diagnostic::new(code, info.map_or(Severity::Error, |info| info.severity), message).at(span)
}

/// `STO 0 NUMBER PLAYER X Y`; the lines count from the upper left.
fn play(line: &Line<'_>) -> Option<Move> {
    let small = |place| u8::try_from(line.number(place)?).ok();
    let color = *Color::ALL.get(usize::from(small(2)?).checked_sub(1)?)?;
    let at = Point::new(small(3)?, small(4)?).filter(|&at| Size::default().contains(at))?;
    Some(Move::play(color, at))
}

/// `nick (rank)`, where there is one pair of parentheses, and that at the end; or else a name.
pub(crate) fn name_and_rank(text: &str) -> (&str, &str) {
    match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        Some((name, rank)) if !rank.contains('(') => (name.trim(), rank.trim()),
        _ => (text.trim(), ""),
    }
}

/// Main time, seconds a period and periods; in the tag in another order; or words.
fn time(main: &str, tag: &str, words: &str) -> (Option<Stated<TimeLimit>>, Option<Stated<Overtime>>) {
    let numbers = |text: &str| text.split('-').map(|n| n.trim().parse().ok()).collect::<Option<Vec<u32>>>();
    let (main, each, count) = match (numbers(main).as_deref(), numbers(tag).as_deref()) {
        (Some(&[main, each, count]), _) | (_, Some(&[each, count, main])) => (main, each, count),
        _ => return ((!words.is_empty()).then(|| Stated::Text(words.into())), None),
    };
    let seconds = |n: u32| Duration::from_secs(n.into());
    let overtime = Some(Overtime::Periods { count, each: seconds(each) }).filter(|_| each > 0 && count > 0);
    (Some(Stated::Known(TimeLimit { main: seconds(main) })), overtime.map(Stated::Known))
}

/// `2016- 3-26-17-29-25`, or less of it; the tag has colons.
pub(crate) fn when(text: &str) -> Option<Moment> {
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
    Some(Moment { date, time })
}

/// A result in words: of a kind that kifu knows, or as it stands.
pub(crate) fn in_words(words: &str) -> Option<Stated<Outcome>> {
    let known = words.parse().ok().filter(|outcome: &Outcome| outcome.to_string() == words);
    (!words.is_empty()).then(|| known.map_or_else(|| Stated::Text(words.into()), Stated::Known))
}

fn tenths(number: &str) -> Option<Decimal> {
    Some(Decimal::new(number.parse().ok()?, 1).normalized())
}

/// What follows the first part that begins so.
fn part<'a>(value: &'a str, name: &str) -> &'a str {
    value.split(',').find_map(|part| part.trim().strip_prefix(name)).unwrap_or("").trim()
}

/// The parts but for the first of each name.
fn others(value: &str, names: &[&str]) -> String {
    let mut names = names.to_vec();
    let mut parts: Vec<&str> = value.split(',').map(str::trim).collect();
    parts.retain(|part| match names.iter().position(|name| part.starts_with(name)) {
        Some(found) => names.swap_remove(found).is_empty(),
        None => !part.is_empty(),
    });
    parts.join(",")
}
