//! The layout of a JSON format's text, and the option that chooses it.

use crate::Writer;
use kifu_core::{OptionInfo, OptionSetting, OptionValues};

/// The layout of the text.
///
/// ```
/// use kifu_json::record::Style;
/// let lines = |style: Style| {
///     let mut out = style.writer();
///     out.begin_object();
///     out.key("tree");
///     out.begin_array();
///     out.boolean(true);
///     out.finish().lines().count()
/// };
/// assert_eq!((lines(Style::Pretty), lines(Style::Compact)), (5, 1));
/// assert_eq!((Style::OPTION.name, Style::COMPACT.value), ("style", "compact"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// Indented, with one line per node.
    #[default]
    Pretty,
    /// On one line.
    Compact,
}

impl Style {
    /// The option of a format: `style=pretty` or `style=compact`.
    pub const OPTION: OptionInfo =
        OptionInfo::new("style", OptionValues::OneOf(&["pretty", "compact"]), "one line per node, or all on one line");

    /// The value of the option with which a record takes one line.
    pub const COMPACT: OptionSetting = OptionSetting::new("style", "compact");

    /// Returns the style with this name in the option.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "pretty" => Some(Self::Pretty),
            "compact" => Some(Self::Compact),
            _ => None,
        }
    }

    /// Returns a writer with this layout.
    #[must_use]
    pub fn writer(self) -> Writer {
        match self {
            Self::Pretty => Writer::pretty(),
            Self::Compact => Writer::compact(),
        }
    }
}
