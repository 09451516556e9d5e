//! Lines with a key and a value each: `#評価値=158`, `#深さ=8`. ShogiHome and Kakinoki have them in different orders.

use super::{Context, Dialect, draft::Draft, kakinoki, layout, shogihome};

/// Reads the lines with keys at the start of some lines: in any order, each key once, all with the same first character.
pub(super) fn read(lines: &[&str], context: &Context<'_>) -> Option<(Dialect, Draft, usize)> {
    let mut draft = Draft::default();
    let (mut keys, mut used, mut sign) = (alloc::vec::Vec::new(), 0, None);
    // The words of ShogiHome for a score stand before its line.
    let mut words: Option<&str> = None;
    for line in lines {
        let Some((key, value)) = entry(line) else {
            let is_situation = keys.iter().all(|key| *key == "詰み") && words.is_none();
            if !is_situation || !shogihome::SITUATIONS.contains(line) {
                break;
            }
            words = Some(line);
            continue;
        };
        let first = line.chars().next();
        if keys.contains(&key) || sign.is_some_and(|sign| Some(sign) != first) || (words.is_some() && key != "評価値")
        {
            break;
        }
        if used > 0 {
            draft.literal("\n")?;
        }
        if words.is_some() {
            draft.situation();
            draft.literal("\n")?;
        }
        draft.literal(&line[..line.len() - value.len()])?;
        match key {
            "評価値" => draft.score(value)?,
            "詰み" => draft.mate(value)?,
            "読み筋" => draft.moves(value, context, false)?,
            "深さ" => draft.depth(value)?,
            "ノード数" => draft.nodes(value)?,
            _ => draft.engine(value)?,
        }
        if let Some(words) = words.take() {
            // Other words are those of a person.
            (draft.analysis.score.map(layout::situation) == Some(words)).then_some(())?;
            used += 1;
        }
        (used, sign) = (used + 1, first);
        keys.push(key);
    }
    let has_values = keys.iter().any(|key| *key != "エンジン");
    let dialect = if kakinoki::is_order(&keys) { Dialect::Kakinoki } else { Dialect::ShogiHome };
    has_values.then_some((dialect, draft, used))
}

/// Returns the key and the value of a line.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix(['#', '*'])?.split_once('=')?;
    matches!(key, "評価値" | "詰み" | "読み筋" | "深さ" | "ノード数" | "エンジン").then_some((key, value))
}
