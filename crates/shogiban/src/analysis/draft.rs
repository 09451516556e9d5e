//! An analysis while it is read: its values, and the layout of the text around them.

use super::{
    Context, Dialect, layout,
    line::{self, Notation, ReadLine},
};
use crate::Shogi;
use alloc::{
    borrow::Cow,
    string::{String, ToString},
};
use core::{str::FromStr, time::Duration};
use kifu_core::{AnalysedPosition, Analysis, Decimal, Mate, Seat};

#[derive(Default)]
pub(super) struct Draft {
    pub(super) analysis: Analysis<Shogi>,
    layout: String,
    /// The dialect and the whole layout, if most analyses have it: it takes no memory. The other field is empty then.
    pub(super) usual: Option<&'static str>,
    /// The arrow of a score that is a bound. What it means depends on the player to move.
    arrow: Option<char>,
}

impl Draft {
    /// Adds text that is not a value. `None` if a layout cannot contain it.
    pub(super) fn literal(&mut self, text: &str) -> Option<()> {
        let is_plain = !text.bytes().any(|byte| matches!(byte, b'{' | b'}'));
        // Room for most layouts.
        if self.layout.capacity() == 0 {
            self.layout.reserve(96);
        }
        self.layout.push_str(text);
        is_plain.then_some(())
    }

    /// Adds the place of a value.
    pub(super) fn place(&mut self, name: &str) {
        self.layout.push('{');
        self.layout.push_str(name);
        self.layout.push('}');
    }

    pub(super) fn rank(&mut self, text: &str) -> Option<()> {
        set_once(&mut self.analysis.rank, number(text)?)?;
        self.place("rank");
        Some(())
    }

    /// Reads a depth, or two with a slash between them: `22`, `22/28`.
    pub(super) fn depth(&mut self, text: &str) -> Option<()> {
        let (depth, selective) = text.split_once('/').map_or((text, None), |(depth, more)| (depth, Some(more)));
        set_once(&mut self.analysis.depth, number(depth)?)?;
        self.place("depth");
        if let Some(selective) = selective {
            set_once(&mut self.analysis.selective_depth, number(selective)?)?;
            self.literal("/")?;
            self.place("selective-depth");
        }
        Some(())
    }

    pub(super) fn set_nodes(&mut self, text: &str) -> Option<()> {
        set_once(&mut self.analysis.nodes, number(text)?)
    }

    pub(super) fn nodes(&mut self, text: &str) -> Option<()> {
        self.set_nodes(text)?;
        self.place("nodes");
        Some(())
    }

    /// Reads minutes, seconds and a tenth: `00:15.9`.
    pub(super) fn time(&mut self, text: &str) -> Option<()> {
        let (minutes, rest) = text.split_once(':')?;
        let (seconds, tenth) = rest.split_once('.')?;
        let number = |text: &str| text.parse::<u64>().ok().filter(|number| *number < 1 << 40);
        let (minutes, seconds, tenth) = (number(minutes)?, number(seconds)?, number(tenth)?);
        let time = Duration::from_millis(minutes * 60_000 + seconds * 1000 + tenth * 100);
        (layout::time(time).as_deref() == Some(text)).then_some(())?;
        set_once(&mut self.analysis.time, time)?;
        self.place("time");
        Some(())
    }

    pub(super) fn set_score(&mut self, text: &str) -> Option<()> {
        let score = match number::<i64>(text.strip_prefix('-').unwrap_or(text)) {
            // Most scores are integers, which have one text only.
            Some(score @ 1..) => Decimal::from(if text.starts_with('-') { -score } else { score }),
            Some(0) if text == "0" => Decimal::from(0),
            _ => text.parse().ok().filter(|score: &Decimal| score.to_string() == text)?,
        };
        set_once(&mut self.analysis.score, score)
    }

    pub(super) fn score(&mut self, text: &str) -> Option<()> {
        self.set_score(text)?;
        self.place("score");
        Some(())
    }

    /// Reads a score of ShogiGUI, with an arrow if it is a bound: `120↑`.
    pub(super) fn score_with_arrow(&mut self, text: &str) -> Option<()> {
        self.arrow = text.chars().last().filter(|last| layout::ARROWS.contains(last));
        self.score(text.strip_suffix(layout::ARROWS).unwrap_or(text))?;
        if self.arrow.is_some() {
            self.place("bound");
        }
        Some(())
    }

    /// Reads a mate as ShogiGUI has it, from its sign and number: `+詰`, `5`.
    pub(super) fn signed_mate(&mut self, sign: &str, plies: Option<&str>) -> Option<()> {
        let mut mate = Mate::by(if sign.starts_with('-') { Seat::Second } else { Seat::First });
        mate.plies = plies.map(number).map_or(Some(None), |plies| plies.map(Some))?;
        set_once(&mut self.analysis.mate, mate)?;
        self.place("signed-mate");
        Some(())
    }

    /// Reads a mate as ShogiHome has it: `先手勝ち:15手`.
    pub(super) fn mate(&mut self, text: &str) -> Option<()> {
        let (winner, plies) = text.split_once(':').map_or((text, None), |(winner, plies)| (winner, Some(plies)));
        let mut mate = Mate::by(match winner {
            "先手勝ち" => Seat::First,
            "後手勝ち" => Seat::Second,
            _ => return None,
        });
        if let Some(plies) = plies {
            mate.plies = Some(number(plies.strip_suffix('手')?)?);
        }
        set_once(&mut self.analysis.mate, mate)?;
        self.place("mate");
        Some(())
    }

    /// Adds the words for the score, such as 互角.
    pub(super) fn situation(&mut self) {
        self.place("situation");
    }

    pub(super) fn engine(&mut self, text: &str) -> Option<()> {
        (!text.is_empty()).then_some(())?;
        set_once(&mut self.analysis.engine, text.to_string())?;
        self.place("engine");
        Some(())
    }

    /// Reads a line of moves without spaces around it, and returns its notation. `writes_drops` is true if the dialect writes 打 after every
    /// drop.
    pub(super) fn set_line<'t>(&mut self, text: &'t str, context: &Context<'_>, writes_drops: bool) -> Notation<'t> {
        let ReadLine { actions, tail, notation, position } =
            line::read(text, context, self.analysis.position, writes_drops);
        (self.analysis.line, self.analysis.tail, self.analysis.position) = (actions, tail.to_string(), position);
        notation
    }

    /// Adds the place of a line of moves.
    pub(super) fn place_of_line(&mut self, notation: Notation<'_>) {
        self.layout.push('{');
        notation.write(&mut self.layout);
        self.layout.push('}');
    }

    /// Reads a line of moves, up to the end of the text.
    pub(super) fn moves(&mut self, text: &str, context: &Context<'_>, writes_drops: bool) -> Option<()> {
        let moves = text.trim_matches(' ');
        let start = text.len() - text.trim_start_matches(' ').len();
        self.literal(&text[..start])?;
        let notation = self.set_line(moves, context, writes_drops);
        if !moves.is_empty() {
            self.place_of_line(notation);
        }
        self.literal(&text[start + moves.len()..])
    }

    /// Sets the position that the dialect analyses if the line of moves does not show it.
    pub(super) fn position(&mut self, position: AnalysedPosition) {
        self.analysis.position = position;
    }

    /// Returns the analysis, with its notation. `None` if the meaning of a bound is not known.
    pub(super) fn finish(self, dialect: Dialect, context: &Context<'_>) -> Option<Analysis<Shogi>> {
        let Self { mut analysis, layout, usual, arrow } = self;
        if let Some(arrow) = arrow {
            analysis.bound = Some(layout::bound(arrow, context.mover(&analysis)?));
        }
        let usual = usual.map(Cow::Borrowed);
        analysis.notation = Some(usual.unwrap_or_else(|| [dialect.id(), ":", &layout].concat().into()));
        Some(analysis)
    }
}

/// Sets a value. `None` if the text has one already: a layout cannot tell two values of a kind apart.
fn set_once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

/// Parses a number whose text is the usual one: without a sign and without zeros before it.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_usual = text == "0" || !text.starts_with(['+', '-', '0']);
    text.parse().ok().filter(|_| is_usual)
}
