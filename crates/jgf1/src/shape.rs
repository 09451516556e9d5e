//! The JSON of the JGF 1 specification as plain structs, for programs that need only the JSON.
//!
//! The structs have the final form of the format, with points as numbers or as letters. Other members are kept in `other`, in their
//! order, so no member of a file is lost. Reading is as strict as `serde_json`: deviations that [`Jgf1`] reads, such as the header of
//! the first days, are errors or other members here, and variations may be nested about 60 deep. [`File::from_record`] and
//! [`File::to_records`] convert from and to records.
//!
//! ```
//! use kifu_jgf1::shape::{Element, File, Place};
//! let text = r#"{"record": {"version": 1}, "board": {"width": 9, "height": 9}, "tree": [{"root": true}, {"move": {"B": [4, 4]}}]}"#;
//! let file: File = serde_json::from_str(text)?;
//! let Element::Node(node) = &file.tree[1] else { panic!() };
//! assert_eq!(node.play.as_ref().and_then(|played| played.black.clone()), Some(Place::Point(4, 4)));
//! assert!(file.to_records().diagnostics.is_empty());
//! # Ok::<(), serde_json::Error>(())
//! ```

use crate::Jgf1;
use alloc::{boxed::Box, string::String, vec::Vec};
use kifu_core::{Format, ReadOutput, Record, Source};
use kifu_goban::Go;
use kifu_json::shapes;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

shapes! {
    /// A file with one game.
    ///
    /// ```
    /// use kifu_jgf1::shape::File;
    /// let mut file = File::default();
    /// file.game.name = Some("Game 1".into());
    /// assert_eq!(serde_json::to_string(&file)?, r#"{"game":{"name":"Game 1"}}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    File {
        /// The description of the file: version, program, people.
        record "record": Header,
        /// The game as a whole.
        game "game": Game,
        /// The board.
        board "board": Board,
        /// The preferences for viewers.
        settings "settings": Settings,
        /// The nodes. The first is the start position.
        tree "tree": Vec<Element>,
    }

    /// The section `record`.
    Header {
        /// The program that wrote the file, `ngGo v1.0`.
        application "application": Option<String>,
        /// 1.
        version "version": Option<Number>,
        /// The charset, `UTF-8`.
        charset "charset": Option<String>,
        /// The person who entered the game.
        transcriber "transcriber": Option<String>,
        /// The author of the comments.
        annotator "annotator": Option<String>,
        /// A book, a newspaper, a web site.
        source "source": Option<String>,
        /// The owner of the copyright.
        copyright "copyright": Option<String>,
        /// A comment about the file.
        comment "comment": Option<String>,
        /// SGF properties of the game that the format has no member for.
        sgf "sgf": Map<String, Value>,
    }

    /// The section `game`.
    Game {
        /// `go`.
        kind "type": Option<String>,
        /// The name of the game.
        name "name": Option<String>,
        /// The players.
        players "players": Vec<Player>,
        /// The komi in points.
        komi "komi": Option<Number>,
        /// The number of handicap stones.
        handicap "handicap": Option<Number>,
        /// The result, in the notation of `RE` in SGF.
        result "result": Option<String>,
        /// The name of the rule set.
        rules "rules": Option<String>,
        /// The time limits.
        time "time": Option<Time>,
        /// The days, each `YYYY-MM-DD`.
        dates "dates": Vec<String>,
        /// The place.
        location "location": Option<String>,
        /// The tournament.
        event "event": Option<String>,
        /// The round.
        round "round": Option<String>,
        /// The opening.
        opening "opening": Option<String>,
        /// A description of the game.
        comment "comment": Option<String>,
    }

    /// A player.
    Player {
        /// `black` or `white`.
        color "color": Option<String>,
        /// The name.
        name "name": Option<String>,
        /// The rank.
        rank "rank": Option<String>,
        /// The team.
        team "team": Option<String>,
    }

    /// The time limits.
    Time {
        /// The name of the time system.
        kind "type": Option<String>,
        /// The main time in seconds.
        main "main": Option<Number>,
        /// The seconds for each move in overtime, or a text.
        overtime "overtime": Option<Overtime>,
    }

    /// The section `board`. Width and height are those of the visible part, and coordinates count from its upper left corner.
    Board {
        /// The number of visible columns.
        width "width": Option<u8>,
        /// The number of visible rows.
        height "height": Option<u8>,
        /// True if the coordinates are shown.
        coordinates "coordinates": Option<bool>,
        /// The sides where the board continues unseen: `left`, `right`, `top`, `bottom`.
        cutoff "cutoff": Vec<String>,
        /// The number of lines that are hidden on each side, of a board whose size is stated.
        section "section": Option<Section>,
    }

    /// The number of lines that are hidden on each side.
    Section {
        /// At the top.
        top "top": Option<u8>,
        /// On the left.
        left "left": Option<u8>,
        /// On the right.
        right "right": Option<u8>,
        /// At the bottom.
        bottom "bottom": Option<u8>,
    }

    /// The section `settings`.
    Settings {
        /// True if variations are marked on the board.
        variation_markup "variationMarkup": Option<bool>,
        /// True if the variations of the next move are shown.
        variation_children "variationChildren": Option<bool>,
        /// True if the variations of the current move are shown.
        variation_siblings "variationSiblings": Option<bool>,
        /// True if the paths to the solution of a problem are shown.
        solution_paths "solutionPaths": Option<bool>,
    }

    /// A node.
    Node {
        /// True in the first node.
        root "root": Option<bool>,
        /// The name of the node.
        name "name": Option<String>,
        /// The comments.
        comments "comments": Vec<Comment>,
        /// The move.
        play "move": Option<Move>,
        /// The side to move, `B` or `W`.
        turn "turn": Option<String>,
        /// Stones that are added or removed.
        setup "setup": Option<Setup>,
        /// The marks on the board.
        markup "markup": Option<Markup>,
        /// The territory of each colour.
        score "score": Option<Score>,
        /// True if the move solves the problem.
        solution "solution": Option<bool>,
    }

    /// A move of one colour.
    Move {
        /// A move of Black.
        black "B": Option<Place>,
        /// A move of White.
        white "W": Option<Place>,
    }

    /// Stones that are added or removed.
    Setup {
        /// Black stones.
        black "B": Vec<Place>,
        /// White stones.
        white "W": Vec<Place>,
        /// Points that become empty.
        empty "E": Vec<Place>,
    }

    /// The territory of each colour.
    Score {
        /// The points of Black.
        black "B": Vec<Place>,
        /// The points of White.
        white "W": Vec<Place>,
    }

    /// The marks on the board. Types of a program are in `other`.
    Markup {
        /// Circles.
        circle "circle": Vec<Place>,
        /// Triangles.
        triangle "triangle": Vec<Place>,
        /// Squares.
        square "square": Vec<Place>,
        /// Crosses.
        mark "mark": Vec<Place>,
        /// Selected points.
        select "select": Vec<Place>,
        /// Labels.
        label "label": Vec<Label>,
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

/// An element of the tree: a node, or the variations that follow the node before it.
///
/// This enum is exhaustive: JGF 1 has no other elements.
///
/// ```
/// use kifu_jgf1::shape::Element;
/// let list: Vec<Element> = serde_json::from_str(r#"[{"root": true}, [[{"move": {"B": "pd"}}], [{"move": {"B": "dd"}}]]]"#)?;
/// assert!(matches!(&list[1], Element::Variations(variations) if variations.len() == 2));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Element {
    /// A node.
    Node(Box<Node>),
    /// Variations, each a list of elements.
    Variations(Vec<Vec<Element>>),
}

/// A point or a pass, in one of two forms.
///
/// This enum is exhaustive: JGF 1 has these two forms.
///
/// ```
/// use kifu_jgf1::shape::Place;
/// assert_eq!(serde_json::from_str::<Place>("[15, 3]")?, Place::Point(15, 3));
/// assert_eq!(serde_json::from_str::<Place>(r#""pass""#)?, Place::Text("pass".into()));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Place {
    /// The column and the row, from 0 at the upper left.
    Point(u8, u8),
    /// Two letters, or `pass`.
    Text(String),
}

/// A label, in one of three forms.
///
/// This enum is exhaustive: JGF 1 has these three forms.
///
/// ```
/// use kifu_jgf1::shape::Label;
/// assert_eq!(serde_json::from_str::<Label>(r#"[15, 3, "A"]"#)?, Label::Numbers(15, 3, "A".into()));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Label {
    /// The column, the row and the text.
    Numbers(u8, u8, String),
    /// Two letters and the text.
    Letters(String, String),
    /// Two letters, a colon and the text.
    Text(String),
}

/// The overtime, in one of two forms.
///
/// This enum is exhaustive: JGF 1 has these two forms.
///
/// ```
/// use kifu_jgf1::shape::Overtime;
/// assert_eq!(serde_json::from_str::<Overtime>("30")?, Overtime::Seconds(30.into()));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Overtime {
    /// The seconds for each move.
    Seconds(Number),
    /// Any other overtime: `3x30 byo-yomi`.
    Text(String),
}

/// A comment, in one of two forms.
///
/// This enum is exhaustive: JGF 1 has these two forms.
///
/// ```
/// use kifu_jgf1::shape::Comment;
/// assert_eq!(serde_json::from_str::<Comment>(r#""tengen""#)?, Comment::Text("tengen".into()));
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
    /// Returns the file of a record, as [`Jgf1`] writes it.
    ///
    /// # Errors
    /// If variations are nested too deeply for `serde_json`.
    pub fn from_record(record: &Record<Go>) -> serde_json::Result<Self> {
        serde_json::from_str(&Jgf1::default().write(core::slice::from_ref(record)).text)
    }

    /// Returns the records of the file (one if it has a tree), with the diagnostics of [`Jgf1`]. Spans refer to the JSON text that
    /// `serde_json` writes.
    #[must_use]
    pub fn to_records(&self) -> ReadOutput<Go> {
        // Serialization fails only for maps with keys that are not texts. This type has none.
        let text = serde_json::to_string(self).unwrap_or_default();
        Jgf1::default().read(&Source::from_text("file.jgf", &text))
    }
}
