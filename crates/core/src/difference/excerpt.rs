//! Cuts long texts for messages.

use alloc::{borrow::Cow, format};

/// The maximum number of characters of a text in a message, so that two of them and a sentence fit on a line or two.
const SHOWN: usize = 60;

/// The number of characters before the first difference that an excerpt shows.
const BEFORE_DIFFERENCE: usize = 20;

/// Returns at most [`SHOWN`] characters of a text, from its start.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    excerpt(text, 0)
}

/// Returns two texts, or if one of them is long, an excerpt of each that has the first place where they differ.
pub(crate) fn excerpts<'a>(before: &'a str, after: &'a str) -> [Cow<'a, str>; 2] {
    let is_long = |text: &str| text.char_indices().nth(SHOWN).is_some();
    let equal = before.chars().zip(after.chars()).take_while(|(a, b)| a == b);
    let (equal, length) = equal.fold((0, 0), |(n, length), (c, _)| (n + 1, length + c.len_utf8()));
    // A difference near the start can be seen without a cut before it.
    if !is_long(before) && !is_long(after) || equal <= SHOWN - BEFORE_DIFFERENCE {
        return [shortened(before), shortened(after)];
    }
    let shown = before[..length].char_indices().rev().nth(BEFORE_DIFFERENCE - 1);
    let start = shown.map_or(0, |(at, _)| at);
    [excerpt(before, start), excerpt(after, start)]
}

/// Returns at most [`SHOWN`] characters of a text from `start`, with an ellipsis where something is left out.
fn excerpt(text: &str, start: usize) -> Cow<'_, str> {
    let rest = kifu_text::excerpt(&text[start..], SHOWN);
    if start > 0 { Cow::Owned(format!("…{rest}")) } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use proptest::prelude::*;

    #[test]
    fn excerpts_have_the_first_difference() {
        let long = "長い".repeat(100);
        let [before, after] = [format!("{long}A{long}"), format!("{long}B{long}")];
        let [before, after] = excerpts(&before, &after);
        assert_eq!(before, format!("…{}A{}…", "長い".repeat(10), &long[..39 * 3]));
        assert_eq!(after, before.replace('A', "B"));
        // One text continues where the other ends.
        let more = format!("{long}!");
        assert_eq!(excerpts(&long, &more), [format!("…{}", "長い".repeat(10)), format!("…{}!", "長い".repeat(10))]);
        // Near the start, nothing is cut before it.
        assert_eq!(excerpts("short", &long), ["short".into(), shortened(&long)]);
    }

    proptest! {
        #[test]
        fn different_texts_have_different_excerpts(
            head in "[aé長]{0,90}", tails in ("[aé長]{0,90}", "[aé長]{0,90}")
        ) {
            let [before, after] = [tails.0, tails.1].map(|tail| head.clone() + &tail);
            let found = excerpts(&before, &after).map(String::from);
            prop_assert_eq!(before == after, found[0] == found[1]);
            prop_assert!(found.iter().all(|text| text.chars().count() <= SHOWN + 2));
        }
    }
}
