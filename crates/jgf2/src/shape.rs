//! The JSON of the JGF 2 specification as plain structs, for programs that need only the JSON.
//!
//! Each member of the specification has a field. Other members are kept in `other`, in their order, so no member of a file is
//! lost. Numbers are those of `serde_json`: integers are exact up to 64 bits, and a number with a fraction has the precision of an
//! `f64`, which is at least 15 digits. Their spelling is lost. A record of [`Jgf2`] keeps up to 19 digits. Reading is as strict as `serde_json`: deviations that [`Jgf2`] reads are
//! errors here, and variations may be nested about 60 deep. [`File::from_record`] and [`File::to_records`] convert from and to
//! records.
//!
//! ```
//! use kifu_jgf2::shape::File;
//! let text = r#"{"record": {"format": "JGF", "version": 2}, "board": {"size": 9},
//!     "tree": [{}, {"move": {"color": "black", "x": 4, "y": 4}}]}"#;
//! let file: File = serde_json::from_str(text)?;
//! assert_eq!(file.tree[1].play.as_ref().and_then(|played| played.x), Some(4));
//! assert!(file.to_records().diagnostics.is_empty());
//! # Ok::<(), serde_json::Error>(())
//! ```

use crate::Jgf2;
use alloc::{collections::BTreeMap, string::String, vec::Vec};
use kifu_core::{Format, ReadOutput, Record, Source};
use kifu_goban::Go;
use kifu_json::shapes;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

shapes! {
    /// A file with one game.
    ///
    /// ```
    /// use kifu_jgf2::shape::File;
    /// let mut file = File::default();
    /// file.game.name = Some("Game 1".into());
    /// assert_eq!(serde_json::to_string(&file)?, r#"{"game":{"name":"Game 1"}}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    File {
        /// The description of the file: format, version, program.
        record "record": Header,
        /// The source of the record.
        source "source": Origin,
        /// The game as a whole.
        game "game": Game,
        /// The event.
        event "event": Event,
        /// The rules, komi, handicap and time.
        rules "rules": Rules,
        /// The board.
        board "board": Board,
        /// The players.
        players "players": Option<Players>,
        /// The preferences for viewers.
        settings "settings": Map<String, Value>,
        /// Custom data.
        meta "meta": Map<String, Value>,
        /// The nodes. The first is the start position.
        tree "tree": Vec<Node>,
    }

    /// The section `record`.
    Header {
        /// `JGF`.
        format "format": Option<String>,
        /// 2, or `2.0.0` as Seki writes it.
        version "version": Option<Value>,
        /// The charset, `UTF-8`.
        charset "charset": Option<String>,
        /// The program that wrote the file.
        generator "generator": Option<String>,
        /// The person who entered the game.
        transcriber "transcriber": Option<String>,
    }

    /// The section `source`.
    Origin {
        /// A book, a newspaper, a web site.
        name "name": Option<String>,
        /// The web address.
        url "url": Option<String>,
        /// The owner of the copyright.
        copyright "copyright": Option<String>,
    }

    /// The section `game`.
    Game {
        /// `go`.
        kind "type": Option<String>,
        /// The name of the game.
        name "name": Option<String>,
        /// The result, in the notation of `RE` in SGF.
        result "result": Option<String>,
        /// The first day, `YYYY-MM-DD`.
        date "date": Option<String>,
        /// All days.
        dates "dates": Vec<String>,
        /// The opening.
        opening "opening": Option<String>,
        /// The author of the comments.
        annotator "annotator": Option<String>,
        /// A description of the game.
        description "description": Option<String>,
    }

    /// The section `event`.
    Event {
        /// The tournament.
        name "name": Option<String>,
        /// The place.
        location "location": Option<String>,
        /// The round.
        round "round": Option<String>,
    }

    /// The section `rules`.
    Rules {
        /// The name of the rule set.
        ruleset "ruleset": Option<String>,
        /// True if suicide is legal.
        allow_suicide "allowSuicide": Option<bool>,
        /// True if positions must not repeat (superko).
        disallow_repeats "disallowRepeats": Option<bool>,
        /// The komi in points.
        komi "komi": Option<Number>,
        /// The number of handicap stones.
        handicap "handicap": Option<Number>,
        /// The main time in seconds.
        time "time": Option<Number>,
        /// The overtime, `3x20 byo-yomi`.
        overtime "overtime": Option<String>,
        /// The number of byo-yomi periods, which Seki writes in addition to `overtime`.
        number_of_periods "numberOfPeriods": Option<Number>,
        /// The length of a period in seconds, which Seki writes in addition to `overtime`.
        time_per_period "timePerPeriod": Option<Number>,
    }

    /// The section `board`. Coordinates refer to the whole board, also if lines are cut off.
    Board {
        /// The number of columns and rows of a square board, if width and height are missing.
        size "size": Option<u8>,
        /// The number of columns.
        width "width": Option<u8>,
        /// The number of rows.
        height "height": Option<u8>,
        /// The number of hidden columns on the left.
        cut_off_left "cutOffLeft": Option<u8>,
        /// The number of hidden columns on the right.
        cut_off_right "cutOffRight": Option<u8>,
        /// The number of hidden rows at the top.
        cut_off_top "cutOffTop": Option<u8>,
        /// The number of hidden rows at the bottom.
        cut_off_bottom "cutOffBottom": Option<u8>,
    }

    /// A player.
    Player {
        /// `black` or `white`; missing if `players` is an object and not a list.
        color "color": Option<String>,
        /// The name.
        name "name": Option<String>,
        /// The rank.
        rank "rank": Option<String>,
        /// The team.
        team "team": Option<String>,
        /// The country.
        country "country": Option<String>,
    }

    /// A node, or the variations that follow the node before it.
    Node {
        /// The name of the node.
        name "name": Option<String>,
        /// The comments.
        comments "comments": Vec<Comment>,
        /// The move.
        play "move": Option<Move>,
        /// The side to move.
        turn "turn": Option<String>,
        /// Stones that are added or removed.
        setup "setup": Vec<Points>,
        /// The marks on the board.
        markup "markup": Vec<Points>,
        /// The territory of each colour.
        score "score": Vec<Points>,
        /// True if the move solves the problem.
        solution "solution": bool,
        /// The variations, each a list of nodes. A node with variations has no other member.
        variations "variations": Option<Vec<Vec<Node>>>,
    }

    /// A move.
    Move {
        /// `black` or `white`.
        color "color": Option<String>,
        /// The column, from 0.
        x "x": Option<u8>,
        /// The row, from 0 at the top.
        y "y": Option<u8>,
        /// True for a pass.
        pass "pass": Option<bool>,
        /// The seconds left on the clock.
        time_left "timeLeft": Option<Number>,
        /// The number of byo-yomi periods left.
        periods_left "periodsLeft": Option<Number>,
    }

    /// A list of points with the same mark, stone or owner.
    Points {
        /// The type of the mark, or the colour of the stones. `clear` removes stones.
        kind "type": Option<String>,
        /// The owner of the territory.
        color "color": Option<String>,
        /// The points.
        coords "coords": Option<Vec<Point>>,
    }

    /// A point.
    Point {
        /// The column, from 0.
        x "x": Option<u8>,
        /// The row, from 0 at the top.
        y "y": Option<u8>,
        /// The text of a label.
        text "text": Option<String>,
    }

    /// A comment with an author.
    AuthoredComment {
        /// The name of the author.
        name "name": Option<String>,
        /// The time of the comment.
        timestamp "timestamp": Option<String>,
        /// The text.
        comment "comment": Option<String>,
    }
}

/// The players, in one of two forms.
///
/// This enum is exhaustive: JGF 2 allows these two forms.
///
/// ```
/// use kifu_jgf2::shape::Players;
/// let seki: Players = serde_json::from_str(r#"{"black": {"name": "Gu"}}"#)?;
/// assert!(matches!(seki, Players::ByColor(players) if players["black"].name.as_deref() == Some("Gu")));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Players {
    /// The form of the specification.
    List(Vec<Player>),
    /// The form of Seki.
    ByColor(BTreeMap<String, Player>),
}

/// A comment, in one of two forms.
///
/// This enum is exhaustive: JGF 2 allows these two forms.
///
/// ```
/// use kifu_jgf2::shape::Comment;
/// let comment: Comment = serde_json::from_str(r#""tengen""#)?;
/// assert_eq!(comment, Comment::Text("tengen".into()));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Comment {
    /// A text.
    Text(String),
    /// A text with its author and time.
    Authored(AuthoredComment),
}

impl File {
    /// Returns the file of a record, as [`Jgf2`] writes it.
    ///
    /// # Errors
    /// If variations are nested too deeply for `serde_json`.
    pub fn from_record(record: &Record<Go>) -> serde_json::Result<Self> {
        serde_json::from_str(&Jgf2::default().write(core::slice::from_ref(record)).text)
    }

    /// Returns the records of the file (one if it has a tree), with the diagnostics of [`Jgf2`]. Spans refer to the JSON text that
    /// `serde_json` writes.
    #[must_use]
    pub fn to_records(&self) -> ReadOutput<Go> {
        // Serialization fails only for maps with keys that are not texts. This type has none.
        let text = serde_json::to_string(self).unwrap_or_default();
        Jgf2::default().read(&Source::from_text("file.jgf", &text))
    }
}
