//! The published shape of JGF 2 as plain structs, for programs that want the JSON and nothing else.
//!
//! Every member of the specification has a field. Other members are kept in `other`, in their order, so no member of a file is
//! lost. The spelling of a number is not kept. Reading is as strict as `serde_json`: deviations that [`Jgf2`] reads are
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
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

/// Structs whose members may all be missing, and that keep the members they do not name.
macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident $key:literal : $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$field_doc])* #[serde(rename = $key, skip_serializing_if = "is_default")] pub $field: $type,)*
            /// Members that the specification does not have.
            #[serde(flatten)]
            pub other: Map<String, Value>,
        }
    )*};
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

shapes! {
    /// A file of one game.
    ///
    /// ```
    /// use kifu_jgf2::shape::File;
    /// let mut file = File::default();
    /// file.game.name = Some("Game 1".into());
    /// assert_eq!(serde_json::to_string(&file)?, r#"{"game":{"name":"Game 1"}}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    File {
        /// What the file is.
        record "record": Header,
        /// Where the game was published.
        source "source": Origin,
        /// The game as a whole.
        game "game": Game,
        /// The event.
        event "event": Event,
        /// What was agreed.
        rules "rules": Rules,
        /// The board.
        board "board": Board,
        /// Who played.
        players "players": Option<Players>,
        /// How a viewer should show the game.
        settings "settings": Map<String, Value>,
        /// Free data.
        meta "meta": Map<String, Value>,
        /// The nodes; the first is the start of the game.
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
        /// Who entered the game.
        transcriber "transcriber": Option<String>,
    }

    /// The section `source`.
    Origin {
        /// A book, a paper, a site.
        name "name": Option<String>,
        /// The address on the web.
        url "url": Option<String>,
        /// Who holds the rights.
        copyright "copyright": Option<String>,
    }

    /// The section `game`.
    Game {
        /// `go`.
        kind "type": Option<String>,
        /// The name of the game.
        name "name": Option<String>,
        /// The result, as SGF's `RE` writes it.
        result "result": Option<String>,
        /// The first day, `YYYY-MM-DD`.
        date "date": Option<String>,
        /// All days.
        dates "dates": Vec<String>,
        /// The opening.
        opening "opening": Option<String>,
        /// Who wrote the comments.
        annotator "annotator": Option<String>,
        /// A text about the game.
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
        /// True if no position may come back.
        disallow_repeats "disallowRepeats": Option<bool>,
        /// The komi in points.
        komi "komi": Option<Number>,
        /// The number of handicap stones.
        handicap "handicap": Option<Number>,
        /// The main time in seconds.
        time "time": Option<Number>,
        /// The overtime, `3x20 byo-yomi`.
        overtime "overtime": Option<String>,
        /// The number of byo-yomi periods, as Seki repeats it.
        number_of_periods "numberOfPeriods": Option<Number>,
        /// The seconds of a period, as Seki repeats them.
        time_per_period "timePerPeriod": Option<Number>,
    }

    /// The section `board`. Coordinates are those of the whole board, whatever is cut off.
    Board {
        /// Columns and rows of a square board, where width and height are missing.
        size "size": Option<u8>,
        /// Columns.
        width "width": Option<u8>,
        /// Rows.
        height "height": Option<u8>,
        /// Hidden columns on the left.
        cut_off_left "cutOffLeft": Option<u8>,
        /// Hidden columns on the right.
        cut_off_right "cutOffRight": Option<u8>,
        /// Hidden rows at the top.
        cut_off_top "cutOffTop": Option<u8>,
        /// Hidden rows at the bottom.
        cut_off_bottom "cutOffBottom": Option<u8>,
    }

    /// A player.
    Player {
        /// `black` or `white`; missing where players are an object.
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
        /// Comments.
        comments "comments": Vec<Comment>,
        /// The move.
        play "move": Option<Move>,
        /// Who is to move.
        turn "turn": Option<String>,
        /// Stones that are set up or taken away.
        setup "setup": Vec<Points>,
        /// Marks on the board.
        markup "markup": Vec<Points>,
        /// Territory, by colour.
        score "score": Vec<Points>,
        /// True if the move solves the problem.
        solution "solution": bool,
        /// Variations, each a list of nodes; such a node has no other member.
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
        pass "pass": bool,
        /// Seconds left on the clock.
        time_left "timeLeft": Option<Number>,
        /// Byo-yomi periods left.
        periods_left "periodsLeft": Option<Number>,
    }

    /// Points with what they have in common.
    Points {
        /// The mark, or the colour of stones; `clear` takes stones away.
        kind "type": Option<String>,
        /// Whose territory it is.
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
        /// Who wrote it.
        name "name": Option<String>,
        /// When it was written.
        timestamp "timestamp": Option<String>,
        /// The text.
        comment "comment": Option<String>,
    }
}

/// Players, in one of the two forms.
///
/// ```
/// use kifu_jgf2::shape::Players;
/// let seki: Players = serde_json::from_str(r#"{"black": {"name": "Gu"}}"#)?;
/// assert!(matches!(seki, Players::ByColor(players) if players["black"].name.as_deref() == Some("Gu")));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Players {
    /// The form of the specification.
    List(Vec<Player>),
    /// The form of Seki.
    ByColor(BTreeMap<String, Player>),
}

/// A comment, in one of the two forms.
///
/// ```
/// use kifu_jgf2::shape::Comment;
/// let comment: Comment = serde_json::from_str(r#""tengen""#)?;
/// assert_eq!(comment, Comment::Text("tengen".into()));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Comment {
    /// A text.
    Text(String),
    /// A text with its author and time.
    Authored(AuthoredComment),
}

impl File {
    /// The file of a record, as [`Jgf2`] writes it.
    ///
    /// ```
    /// use kifu_core::Record;
    /// use kifu_goban::Go;
    /// use kifu_jgf2::shape::File;
    /// let mut record: Record<Go> = Record::default();
    /// record.info.event = "Meijin".into();
    /// let file = File::from_record(&record)?;
    /// assert_eq!(file.event.name.as_deref(), Some("Meijin"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Errors
    /// If variations are nested too deeply for `serde_json`.
    pub fn from_record(record: &Record<Go>) -> serde_json::Result<Self> {
        serde_json::from_str(&Jgf2::default().write(core::slice::from_ref(record)).text)
    }

    /// The records of the file, one if it has a tree, with what [`Jgf2`] finds wrong with it. Places are those in the JSON text
    /// that `serde_json` writes.
    ///
    /// ```
    /// use kifu_jgf2::shape::{File, Node};
    /// let mut file = File::default();
    /// file.board.size = Some(9);
    /// file.tree.push(Node::default());
    /// assert_eq!(file.to_records().records[0].setup.size.to_string(), "9x9");
    /// ```
    #[must_use]
    pub fn to_records(&self) -> ReadOutput<Go> {
        // Maps have texts as keys, and nothing else in a file can fail.
        let text = serde_json::to_string(self).unwrap_or_default();
        Jgf2::default().read(&Source::from_text("file.jgf", &text))
    }
}
