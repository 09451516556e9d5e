//! Analyses of engines in the notations of go programs: the properties SBKV (Sabaki) and LZ (Lizzie), and the comments of KataGo.
//!
//! SGF, JGF 1 and JGF 2 share the properties: the JSON formats keep them in their slot for SGF. A value is read only if writing
//! the analysis gives the same text. All other values stay foreign data.
//!
//! ```
//! use kifu_goban::{Size, analysis::{self, Context}};
//! let context = Context::new(None, Size::default());
//! let read = analysis::read("SBKV", "48.75", context).unwrap();
//! assert_eq!(read[0].win_rate.unwrap().to_string(), "0.4875"); // Black's
//! let written = analysis::write(&read, context, |_| true);
//! assert_eq!((written.properties[0].identifier, &*written.properties[0].value), ("SBKV", "48.75"));
//! assert!(analysis::read("SBKV", "048.75", context).is_none());
//! ```

use crate::{Color, Go, Size};
use alloc::{string::String, vec::Vec};
use kifu_core::{Analysis, Decimal};

mod katago;
mod lizzie;
mod sabaki;

pub use katago::{comment, read_comment};

/// The identifiers of properties with analyses, in the order in which their analyses stand in a node.
///
/// ```
/// use kifu_goban::analysis::IDENTIFIERS;
/// assert_eq!(IDENTIFIERS, ["SBKV", "LZ"]);
/// ```
pub const IDENTIFIERS: [&str; 2] = ["SBKV", "LZ"];

/// The node of an analysis.
///
/// ```
/// use kifu_goban::{Color, Size, analysis::Context};
/// assert_eq!(Context::new(Some(Color::White), Size::default()).mover, Some(Color::White));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Context {
    /// The player who moves in the node, if it has a move.
    pub mover: Option<Color>,
    /// The size of the board.
    pub size: Size,
}

impl Context {
    /// Creates the description of a node.
    #[must_use]
    pub const fn new(mover: Option<Color>, size: Size) -> Self {
        Self { mover, size }
    }
}

/// Returns the analyses in a property. Returns `None` if `identifier` is not one of [`IDENTIFIERS`], or if writing the analyses
/// would give another text.
///
/// ```
/// use kifu_goban::{Color, Size, analysis::{self, Context}};
/// let context = Context::new(Some(Color::Black), Size::default());
/// let value = "KataGo 47.2 1.5k\nmove D4 visits 812 winrate 5283 prior 1412 pv D4 Q16";
/// let [all, best] = &analysis::read("LZ", value, context).unwrap()[..] else { panic!() };
/// assert_eq!((all.visits, best.rank, best.line.len()), (Some(1_500), Some(1), 2));
/// ```
#[must_use]
pub fn read(identifier: &str, value: &str, context: Context) -> Option<Vec<Analysis<Go>>> {
    match identifier {
        "SBKV" => sabaki::read(value).map(|analysis| alloc::vec![analysis]),
        "LZ" => lizzie::read(value, context),
        _ => None,
    }
}

/// The analyses of a node as properties.
///
/// ```
/// use kifu_core::Analysis;
/// use kifu_goban::{Size, analysis::{self, Context}};
/// let mut analysis = Analysis::default();
/// analysis.depth = Some(20);
/// let analyses = [analysis];
/// let written = analysis::write(&analyses, Context::new(None, Size::default()), |_| true);
/// assert!(written.properties.is_empty());
/// assert_eq!(written.rest.len(), 1); // no program has a depth
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AnalysisProperties<'a> {
    /// The properties.
    pub properties: Vec<AnalysisProperty>,
    /// The analyses after those in the properties.
    pub rest: &'a [Analysis<Go>],
}

/// A property with analyses.
///
/// ```
/// use kifu_goban::{Size, analysis::{self, Context}};
/// let context = Context::new(None, Size::default());
/// let analyses = analysis::read("SBKV", "50", context).unwrap();
/// assert_eq!(analysis::write(&analyses, context, |_| true).properties[0].value, "50");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnalysisProperty {
    /// The identifier: one of [`IDENTIFIERS`].
    pub identifier: &'static str,
    /// The value. It has no character that SGF escapes.
    pub value: String,
}

/// Returns analyses as properties, as far as these can express them. A property is used only if `is_free` returns true for its
/// identifier.
///
/// The properties have the first of the analyses, so that they are read in the same order.
///
/// ```
/// use kifu_goban::{Size, analysis::{self, Context}};
/// let context = Context::new(None, Size::default());
/// let analyses = analysis::read("SBKV", "50", context).unwrap();
/// assert_eq!(analysis::write(&analyses, context, |_| false).rest.len(), 1);
/// ```
pub fn write(analyses: &[Analysis<Go>], context: Context, is_free: impl Fn(&str) -> bool) -> AnalysisProperties<'_> {
    let mut written = AnalysisProperties { properties: Vec::new(), rest: analyses };
    for identifier in IDENTIFIERS {
        let found = match identifier {
            "SBKV" => written.rest.first().and_then(sabaki::write).map(|value| (value, 1)),
            _ => lizzie::write(written.rest, context),
        };
        if let Some((value, count)) = found.filter(|_| is_free(identifier)) {
            written.properties.push(AnalysisProperty { identifier, value });
            written.rest = &written.rest[count..];
        }
    }
    written
}

/// Returns a number in units of its last digit of `places`: `0.48` with three places is 480.
fn scaled(number: Decimal, places: usize) -> Option<i64> {
    let text = alloc::format!("{}", number.normalized());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let digits = alloc::format!("{whole}{fraction:0<places$}");
    (fraction.len() <= places).then(|| digits.parse().ok()).flatten()
}

/// Returns true if a text is a whole number without zeros before it, a point, and `places` digits.
fn has_places(text: &str, places: usize) -> bool {
    text.split_once('.').is_some_and(|(whole, fraction)| {
        is_whole(whole) && fraction.len() == places && fraction.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Returns true if a text is a whole number without zeros before it.
fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_analysis_takes_what_the_readers_reserve() {
        // `ANALYSIS_MEMORY` of kifu-json.
        assert!(size_of::<Analysis<Go>>() <= 512, "{}", size_of::<Analysis<Go>>());
    }

    #[test]
    fn numbers_are_scaled() {
        let decimal = |text: &str| text.parse::<Decimal>().unwrap();
        assert_eq!(scaled(decimal("0.48"), 3), Some(480));
        assert_eq!(scaled(decimal("1.0000"), 3), Some(1_000));
        assert_eq!(scaled(decimal("-0.5"), 1), Some(-5));
        assert_eq!(scaled(decimal("0.4815"), 3), None);
        assert!(has_places("12.50", 2) && !has_places("12.5", 2) && !has_places("-1.50", 2) && !has_places(".50", 2));
        assert!(is_whole("0") && is_whole("10") && !is_whole("01") && !is_whole("") && !is_whole("+1"));
    }

    #[test]
    fn the_first_analyses_become_properties() {
        let context = Context::new(Some(Color::Black), Size::default());
        let sabaki = read("SBKV", "50", context).unwrap();
        let lizzie = read("LZ", "0.7 50.0 0\n", context).unwrap();
        let written = |parts: &[&[Analysis<Go>]]| {
            let analyses = parts.concat();
            let written = write(&analyses, context, |_| true);
            (written.properties.iter().map(|property| property.identifier).collect::<Vec<_>>(), written.rest.len())
        };
        assert_eq!(written(&[&sabaki, &lizzie]), (alloc::vec!["SBKV", "LZ"], 0));
        assert_eq!(written(&[&lizzie]), (alloc::vec!["LZ"], 0));
        // In this order the properties would be read in another order.
        assert_eq!(written(&[&lizzie, &sabaki]), (alloc::vec!["LZ"], 1));
        assert_eq!(written(&[&sabaki, &sabaki]), (alloc::vec!["SBKV"], 1));
    }
}
