//! What programs and servers write otherwise than the standard, and kifu understands. The table is in `src/dialects.rs`.

use super::{
    Reader,
    messages::shown,
    node::draft::{Draft, PointMark, Target},
};
use crate::{
    Property, PropertyDef, codes,
    dialects::{CYBERORO, Dialect, FOX, LIZZIE, SMARTGO, private_property},
    document::parse::follows,
    value::{self, Meaning},
};
use alloc::{format, string::String};
use core::time::Duration;
use kifu_core::{ByoYomi, Decimal, Edits, Overtime, Parsed, Safety, Span};
use kifu_goban::{Action, Color, Point, Rect};

/// Returns true if AP names Fox.
fn is_fox(application: impl AsRef<str>) -> bool {
    FOX.has_written(application.as_ref())
}

/// A property of the game that a server writes under another name.
struct Renamed {
    written: &'static str,
    standard: &'static str,
    /// The meaning, in words.
    about: &'static str,
    /// Returns true if a value can only be one of the standard property.
    fits: fn(&str) -> bool,
}

const RENAMED: [Renamed; 4] = [
    Renamed {
        written: "RD",
        standard: "DT",
        about: "date",
        fits: |raw| value::dates(raw).is_some() || value::loose_dates(raw).is_some(),
    },
    Renamed { written: "HD", standard: "HA", about: "handicap", fits: |raw| raw.trim().parse::<u8>().is_ok() },
    Renamed { written: "KO", standard: "KM", about: "komi", fits: |raw| value::real(raw).value().is_some() },
    Renamed {
        written: "TE",
        standard: "EV",
        about: "event",
        fits: |raw| value::real(raw) == Meaning::None && raw.contains(char::is_alphabetic),
    },
];

/// Two properties of the first node that state the overtime together.
#[derive(Clone, Copy)]
pub(super) struct TwoOfOvertime {
    count: Span,
    time: Span,
    overtime: Overtime,
    dialect: &'static Dialect,
}

/// The properties that state the overtime together, each pair with the dialect that has it.
const OVERTIMES: [(&str, &str, Dialect); 3] = [("TC", "TT", FOX), ("LC", "LT", CYBERORO), ("OM", "OP", SMARTGO)];

/// Returns true for a property that may be read as another one in the first node. Most are not if the node has a move.
pub(super) fn is_renamed(identifier: &str, has_move: bool) -> bool {
    !has_move && RENAMED.iter().any(|renamed| renamed.written == identifier)
        || OVERTIMES.iter().any(|(count, time, _)| [*count, *time].contains(&identifier))
}

/// What the first node states that other properties depend on. Computed once, because a node may have millions of properties.
#[derive(Clone, Copy)]
pub(super) struct Understood {
    /// The spans of the properties that are read as other ones, by their place in [`RENAMED`].
    renamed: [Option<Span>; RENAMED.len()],
    /// The spans of those that would be, if the node did not have the standard property.
    repeated: [Option<Span>; RENAMED.len()],
    overtime: Option<TwoOfOvertime>,
    is_lizzie: bool,
    is_smartgo: bool,
    /// True if DT has a value.
    has_dates: bool,
    /// True if the node has KM, or a property that is read as KM.
    has_komi: bool,
}

/// Returns true if a foreign property of the first node would be read as another one. `typed` returns the values of the properties that
/// are written beside it.
pub(crate) fn is_understood<'t>(
    identifier: &str,
    values: &[String],
    typed: impl Fn(&str) -> Option<&'t [String]>,
) -> bool {
    let [value] = values else { return false };
    if let Some(renamed) = RENAMED.iter().find(|renamed| renamed.written == identifier) {
        return typed(renamed.standard).is_none() && (renamed.fits)(value);
    }
    let of_fox = || typed("AP").is_some_and(|of| of.iter().any(is_fox));
    let is_number = value.trim().parse::<Decimal>().is_ok_and(|number| number > Decimal::from(0));
    let pair = OVERTIMES.iter().find(|(count, time, _)| [*count, *time].contains(&identifier));
    pair.is_some_and(|(.., dialect)| dialect.program != FOX.program || of_fox()) && is_number && typed("OT").is_none()
}

impl<'a> Reader<'a> {
    fn understood(&self) -> &Understood {
        self.understood.get_or_init(|| {
            let game = self.game;
            let has_move = ["B", "W"].iter().any(|name| game.root_property(name).is_some());
            let fitting = RENAMED.each_ref().map(|Renamed { written, fits, .. }| {
                let property = game.root_property(written)?;
                let mut values = property.values();
                let is_alone = values.next().is_some_and(fits) && values.next().is_none();
                (is_alone && !has_move).then(|| property.span())
            });
            let has_standard = RENAMED.each_ref().map(|renamed| game.root_property(renamed.standard).is_some());
            let of = |standard: bool| {
                core::array::from_fn(|place| fitting[place].filter(|_| has_standard[place] == standard))
            };
            let renamed = of(false);
            // A fix gives KO the name KM.
            let is_komi = |(renamed, at): (&Renamed, &Option<Span>)| renamed.standard == "KM" && at.is_some();
            Understood {
                renamed,
                repeated: of(true),
                overtime: self.two_of_overtime(),
                has_dates: game.root_value("DT").is_some_and(|dates| !dates.is_empty()),
                has_komi: game.root_property("KM").is_some() || RENAMED.iter().zip(&renamed).any(is_komi),
                is_lizzie: game.applications().any(|application| LIZZIE.has_written(application)),
                is_smartgo: game.applications().any(|application| SMARTGO.has_written(application)),
            }
        })
    }

    /// Returns the standard identifiers of the properties of the first node that are read as other ones.
    pub(super) fn renamed(&self) -> impl Iterator<Item = &'static str> + use<'a> {
        let Understood { renamed, overtime, .. } = *self.understood();
        let renamed = RENAMED.iter().zip(renamed).filter_map(|(of, at)| at.map(|_| of.standard));
        renamed.chain(overtime.map(|_| "OT"))
    }

    /// Returns the standard identifier of a property of the first node that a server wrote under another name, and reports it.
    pub(super) fn standard_name(&mut self, property: Property<'a>, identifier: &str) -> Option<&'static str> {
        let place = RENAMED.iter().position(|renamed| renamed.written == identifier)?;
        let span = property.span();
        if self.understood().renamed[place] != Some(span) {
            return None;
        }
        let standard = RENAMED[place].standard;
        let name = property.name_span();
        let safety = self.rename_safety([span]);
        self.diagnostics
            .report(&codes::DIALECT_PROPERTY, span, || {
                let (value, about) = (property.values().next().map(shown).unwrap_or_default(), RENAMED[place].about);
                let program = CYBERORO.program;
                format!("{identifier}[{value}] is the {about}, as in files of {program}; read as {standard}[{value}]")
            })
            .fix(safety, || format!("write {standard}"), || Edits::one(name, standard));
        Some(standard)
    }

    /// Reports a property that a server wrote beside the standard one, if it has another value, or if the same name is that of another
    /// property in the standard. Returns false if it is not one.
    pub(super) fn is_repeated_name(&mut self, property: Property<'a>, identifier: &str) -> bool {
        let place = RENAMED.iter().position(|renamed| renamed.written == identifier);
        let Some(place) = place else { return false };
        let span = property.span();
        if self.understood().repeated[place] != Some(span) {
            return false;
        }
        let value = property.values().next().map(str::trim);
        let standard_value = self.game.root_value(RENAMED[place].standard).map(str::trim);
        if PropertyDef::find(identifier, 1).is_none() && value == standard_value {
            return false;
        }
        self.diagnostics.report(&codes::DIALECT_PROPERTY, span, || {
            let Renamed { standard, about, .. } = RENAMED[place];
            let (value, program) = (property.values().next().map(shown).unwrap_or_default(), CYBERORO.program);
            let counts = if standard_value == Some("") { "is present, without a value" } else { "is present and counts" };
            format!(
                "{identifier}[{value}] is the {about}, as in files of {program}, but {standard} {counts}; {identifier} has no effect (kept in the file)"
            )
        });
        true
    }

    /// Returns the safety of a fix that writes other names for these properties. Stray text after a value belongs to it if the new name
    /// is that of a text, so the fix is then a guess.
    fn rename_safety(&self, properties: impl IntoIterator<Item = Span>) -> Safety {
        let ends = |property: Span| follows(self.game.text, property.end as usize);
        if properties.into_iter().all(ends) { Safety::Safe } else { Safety::Guess }
    }

    /// Reads one of two properties of the first node that state the overtime together. Returns false if it is not one of them.
    pub(super) fn overtime_of_two(&mut self, property: Property<'a>, identifier: &str) -> bool {
        if !OVERTIMES.iter().any(|(count, time, _)| [*count, *time].contains(&identifier)) {
            return false;
        }
        let Some(found) = self.understood().overtime else { return false };
        let span = property.span();
        if span == found.count {
            self.record.info.time.all_mut().overtime = Some(Parsed::Value(found.overtime));
            let text = self.game.text;
            let [count, time] = [found.count, found.time].map(|at| shown(&text[at.range()]));
            let safety = self.rename_safety([found.count, found.time]);
            self.diagnostics
                .report(&codes::DIALECT_PROPERTY, span, || {
                    let program = found.dialect.program;
                    let overtime = &found.overtime;
                    format!("{count} and {time} are the overtime, as in files of {program}; read as OT[{overtime}]")
                })
                .fix(
                    safety,
                    || format!("write OT[{}]", found.overtime),
                    || {
                        let mut edits = Edits::one(found.count, format!("OT[{}]", found.overtime));
                        let _ = edits.replace(found.time, "");
                        edits
                    },
                );
        }
        span == found.count || span == found.time
    }

    fn two_of_overtime(&self) -> Option<TwoOfOvertime> {
        let game = self.game;
        if game.root_property("OT").is_some() {
            return None;
        }
        OVERTIMES.iter().find_map(|(count, time, dialect)| {
            let of = |name| {
                let property = game.root_property(name)?;
                let mut values = property.values();
                let number = values.next().and_then(|raw| raw.trim().parse::<Decimal>().ok())?;
                let is_alone = values.next().is_none() && number > Decimal::from(0);
                is_alone.then(|| (property.span(), number))
            };
            let ((count, number), (time, seconds)) = (of(count)?, of(time)?);
            let number = u32::try_from(number.to_integer()?).ok()?;
            let seconds = seconds.to_duration()?;
            let overtime = match dialect.program {
                program if program == SMARTGO.program => ByoYomi::Moves { count: number, within: seconds },
                program if program == FOX.program && !self.is_of_fox() => return None,
                _ => ByoYomi::Periods { count: number, each: seconds },
            };
            Some(TwoOfOvertime { count, time, overtime: overtime.into(), dialect })
        })
    }

    /// Returns true if DT has a value.
    pub(super) fn has_dates(&self) -> bool {
        self.understood().has_dates
    }

    /// Returns true if the first node has KM, or a property that is read as KM.
    pub(super) fn has_komi(&self) -> bool {
        self.understood().has_komi
    }

    /// Returns the name of the property of the first node that states the komi.
    pub(super) fn name_of_komi(&self) -> &'static str {
        let renamed = RENAMED.iter().zip(self.understood().renamed);
        let mut komi = renamed.filter(|(of, at)| of.standard == "KM" && at.is_some()).map(|(of, _)| of.written);
        komi.next().unwrap_or("KM")
    }

    /// Returns the overtime that two properties of the first node state together.
    pub(super) fn stated_in_two(&self) -> Option<Overtime> {
        self.understood().overtime.map(|found| found.overtime)
    }

    /// Returns true if Fox has written the game.
    pub(super) fn is_of_fox(&self) -> bool {
        self.game.applications().any(is_fox)
    }

    /// Returns true if a move is a pass as Lizzie writes it: the point beside the last corner of the board.
    pub(super) fn is_pass_of_lizzie(&self, raw: &str) -> bool {
        let beside = Point::new(self.size.width(), self.size.height());
        beside.is_some() && Point::from_sgf(raw) == beside && self.understood().is_lizzie
    }

    /// Returns the overtime of a text such as `20 / 5` of SmartGo: moves and minutes.
    pub(super) fn overtime_of_smartgo(&self, text: &str) -> Option<Overtime> {
        let (count, minutes) = text.split_once(" / ")?;
        let minutes: u64 = minutes.parse().ok().filter(|minutes| (1..=1_000_000).contains(minutes))?;
        let count = count.parse().ok().filter(|count| *count > 0)?;
        self.understood().is_smartgo.then(|| ByoYomi::Moves { count, within: Duration::from_secs(60 * minutes) }.into())
    }

    /// Reports a private property of a known program, after it was read.
    pub(super) fn report_private(&mut self, property: Property<'a>, identifier: &str, draft: &Draft) {
        let Some((dialect, private)) = private_property(identifier) else { return };
        self.diagnostics.report(&codes::UNKNOWN_PROPERTY, property.name_span(), || {
            let about = if private.about.is_empty() { String::new() } else { format!(" ({})", private.about) };
            let done = match draft.keeps(identifier) {
                true => "it has no effect (kept in the file)",
                false => "read",
            };
            format!("{identifier} is a private property of {}{about}; {done}", dialect.program)
        });
    }

    /// Reports moves of Black at the start of the game that are probably handicap stones.
    pub(super) fn report_handicap_moves(&mut self) {
        let stated = match &self.record.terms.handicap {
            Some(Parsed::Value(number)) => *number,
            _ => 0,
        };
        let tree = &self.record.tree;
        let colors = tree.main_line().skip(1).map(|node| tree[node].action.as_ref().and_then(Action::as_move));
        let mut colors = colors.map(|played| played.map(|played| played.color));
        let first = colors.by_ref().take(MAX_HANDICAP + 1).take_while(|color| *color == Some(Color::Black)).count();
        let is_handicap = match stated {
            0 | 1 => self.is_of_fox(),
            number => u32::try_from(first) == Ok(number),
        };
        let has_stones = !self.record.setup.stones.black().is_empty();
        if !(2..=MAX_HANDICAP).contains(&first) || !is_handicap || has_stones || tree.len() <= first + 1 {
            return;
        }
        let at = self
            .starts
            .get(1)
            .map_or(Span::at(self.game.span().start as usize), |&start| Span { start, end: start + 1 });
        self.diagnostics
            .report(&codes::HANDICAP_MOVES, at, || {
                format!("Black plays the first {first} moves, which are probably handicap stones; read as moves")
            })
            .help("other programs expect handicap stones in AB, and their number in HA");
    }

    /// Reads XL, XR, XT and XB, the number of lines that Seki cuts off at each side. The rest becomes the view of the root.
    pub(super) fn cut_off(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        match *self.cut_off.get_or_init(|| self.remaining()) {
            Some(view) => {
                *draft.points_mut(PointMark::View) = Some(alloc::vec![view]).filter(|_| view != self.size.rect());
            }
            None => self.keep(identifier, property.value_spans(), draft, Target::Head),
        }
    }

    /// Returns the view that XL, XR, XT and XB leave. Returns `None` if they are not valid, or if the root has VW.
    fn remaining(&self) -> Option<Rect> {
        let game = self.game;
        let lines = |name| game.root_value(name).map_or(Some(0), |raw| raw.parse::<u8>().ok());
        let sides = ["XL", "XR", "XT", "XB"].map(lines);
        let (width, height) = (self.size.width(), self.size.height());
        match sides {
            [Some(left), Some(right), Some(top), Some(bottom)] if game.root_value("VW").is_none() => {
                let end = |from: u8, cut: u8| from.checked_sub(1)?.checked_sub(cut);
                let corner = end(width, right).zip(end(height, bottom)).and_then(|(x, y)| Point::new(x, y));
                let from =
                    Point::new(left, top).zip(corner).filter(|(from, to)| from.x() <= to.x() && from.y() <= to.y());
                from.map(|(from, to)| Rect::new(from, to))
            }
            _ => None,
        }
    }
}

/// The largest number of handicap stones that servers give.
const MAX_HANDICAP: usize = 9;
