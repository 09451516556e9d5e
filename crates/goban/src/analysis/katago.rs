//! The comment that KataGo writes beside a move: `0.53 0.47 0.00 0.5 v=800`.
//!
//! The numbers are White's chance of winning, Black's, that of no result, White's lead in points, and the visits of the search that chose
//! the move. They are about the position before the move. A comment with more than that (`weight=`, `result=`) stays a comment.

use super::{has_places, is_whole};
use crate::Go;
use alloc::string::String;
use core::fmt::Write as _;
use kifu_core::{AnalysedPosition, Analysis, Decimal};

const ENGINE: &str = "KataGo";

/// Returns the analysis in a comment of KataGo. Returns `None` if writing it would give another text.
///
/// ```
/// use kifu_goban::analysis::{comment, read_comment};
/// let analysis = read_comment("0.53 0.47 0.00 0.5 v=800").unwrap();
/// assert_eq!(analysis.win_rate.unwrap().to_string(), "0.47"); // Black's
/// assert_eq!(analysis.score.unwrap().to_string(), "-0.5");
/// assert_eq!(comment(&analysis).as_deref(), Some("0.53 0.47 0.00 0.5 v=800"));
/// assert_eq!(read_comment("White is ahead"), None);
/// ```
#[must_use]
pub fn read_comment(text: &str) -> Option<Analysis<Go>> {
    // Most comments end here.
    if !text.starts_with(|first: char| first.is_ascii_digit()) || text.len() > MAX_LENGTH {
        return None;
    }
    let mut parts = text.split(' ');
    let mut rate = || parts.next().filter(|part| has_places(part, 2)).and_then(|part| part.parse::<Decimal>().ok());
    let (white, black, draw) = (rate()?, rate()?, rate()?);
    let score = parts.next().filter(|part| has_places(part.strip_prefix('-').unwrap_or(part), 1))?;
    let mut analysis = Analysis::default();
    analysis.position = AnalysedPosition::Before;
    analysis.engine = Some(ENGINE.into());
    (analysis.win_rate, analysis.loss_rate, analysis.draw_rate) = (Some(black), Some(white), Some(draw));
    analysis.score = Some(score.parse::<Decimal>().ok()?.negated()?);
    if let Some(visits) = parts.next() {
        analysis.visits = Some(visits.strip_prefix("v=").filter(|visits| is_whole(visits))?.parse().ok()?);
    }
    // Each part is written with the same characters.
    parts.next().is_none().then_some(analysis)
}

/// The length above which a text is not a comment of KataGo.
const MAX_LENGTH: usize = 80;

/// Returns the comment that KataGo writes for an analysis. Returns `None` if the comment would be read as something else.
///
/// ```
/// use kifu_core::Analysis;
/// let mut analysis = Analysis::default();
/// analysis.depth = Some(20);
/// assert_eq!(kifu_goban::analysis::comment(&analysis), None); // KataGo has no depth
/// ```
#[must_use]
pub fn comment(analysis: &Analysis<Go>) -> Option<String> {
    let text = text(analysis)?;
    (read_comment(&text).as_ref() == Some(analysis)).then_some(text)
}

fn text(analysis: &Analysis<Go>) -> Option<String> {
    let Analysis { win_rate, loss_rate, draw_rate, score, visits, .. } = analysis;
    let (white, black, draw) = ((*loss_rate)?, (*win_rate)?, (*draw_rate)?);
    let mut text = String::with_capacity(MAX_LENGTH);
    write!(text, "{white} {black} {draw} {}", (*score)?.negated()?).ok()?;
    if let Some(visits) = visits {
        write!(text, " v={visits}").ok()?;
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString as _;
    use proptest::prelude::*;

    #[test]
    fn comments_of_katago() {
        // The rates are rounded, so their sum may be 0.99 or 1.01.
        for (text, black, score) in [
            ("0.53 0.47 0.00 0.5 v=800", "0.47", "-0.5"),
            ("0.04 0.96 0.00 -6.8 v=659", "0.96", "6.8"),
            ("0.50 0.49 0.00 -0.0 v=612", "0.49", "0.0"),
            ("0.40 0.41 0.20 0.0 v=1", "0.41", "-0.0"),
            ("1.00 0.00 0.00 120.4", "0.00", "-120.4"),
        ] {
            let analysis = read_comment(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(analysis.position, AnalysedPosition::Before);
            let shown = [analysis.win_rate, analysis.score].map(|number| number.unwrap().to_string());
            assert_eq!(shown, [black, score]);
            assert_eq!(comment(&analysis).as_deref(), Some(text));
        }
    }

    #[test]
    fn other_comments_stay_comments() {
        for text in [
            "",
            "0.53 0.47 0.00",
            "0.53 0.47 0.00 0.5 v=800 ",
            "0.53 0.47 0.00 0.5  v=800",
            "0.53 0.47 0.00 0.5 v=0800",
            "0.53 0.47 0.00 0.5 v=+800",
            "0.53 0.47 0.00 0.5 v=",
            "0.53 0.47 0.00 0.5 v=8 v=8",
            "0.53 0.47 0.00 00.5 v=8",
            "0.53 0.47 0.00 0.5 v=800 weight=0.50",
            "0.04 0.96 0.00 -6.8 v=659 result=B+R",
            "0.53 0.47 0.0 0.5 v=800",
            "0.53 0.47 0.00 +0.5 v=800",
            "0.53\n0.47 0.00 0.5 v=800",
            "00.53 0.47 0.00 0.5 v=800",
            "0.53 0.47 0.00 0.5 v=99999999999999999999",
        ] {
            assert_eq!(read_comment(text), None, "{text:?}");
        }
    }

    proptest! {
        /// Writing an analysis that was read gives the same text.
        #[test]
        fn a_comment_that_is_read_is_written_again(
            text in "0?[0-9]\\.[0-9]{2} [0-9]\\.[0-9]{2} [0-9]\\.[0-9]{2} -?[0-9]{1,3}\\.[0-9]( v=[0-9]{1,3})?( x)?",
        ) {
            let analysis = read_comment(&text);
            let written = analysis.as_ref().map(|analysis| comment(analysis).unwrap());
            prop_assert!(written.is_none_or(|written| written == text));
        }
    }

    #[test]
    fn an_analysis_with_more_is_no_comment() {
        let analysis = read_comment("0.53 0.47 0.00 0.5 v=800").unwrap();
        let mut other = analysis.clone();
        other.depth = Some(1);
        assert_eq!(comment(&other), None);
        let mut other = analysis.clone();
        other.position = AnalysedPosition::After;
        assert_eq!(comment(&other), None);
        let mut other = analysis;
        other.score = Some(Decimal::new(-51, 2));
        assert_eq!(comment(&other), None);
    }
}
