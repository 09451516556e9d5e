//! Comments that mark the solution of a problem.

/// Words for a right answer with which a comment starts, in languages that do not separate words.
const STARTS: [&str; 3] = ["正解", "正确", "정답"];

/// Returns true if a comment states that the solution is reached.
pub(super) fn is_right(comment: &str) -> bool {
    let text = comment.trim_start_matches(|c: char| !c.is_alphanumeric());
    let after = |word: &str| {
        text.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word)).map(|_| &text[word.len()..])
    };
    // "Correct. Black lives", but not "Corrected".
    let is_correct = after("correct").is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    // "Right!", but not "Right after this move" or "Right-hand".
    let ends = |c: char| matches!(c, '.' | '!' | ',' | ';' | ':' | ')' | '\n');
    let is_right = after("right").is_some_and(|rest| rest.chars().next().is_none_or(ends));
    let mut words = comment.split(|c: char| !c.is_alphanumeric());
    is_correct || is_right || STARTS.iter().any(|start| text.starts_with(start)) || words.any(|word| word == "RIGHT")
}

#[cfg(test)]
mod tests {
    use super::is_right;

    #[test]
    fn the_start_of_a_comment_decides() {
        for text in [
            "Correct",
            "Correct.",
            "correct!  This is an excellent way",
            " * CORRECT: Black lives.",
            "Correct Black makes two eyes",
            "Right.",
            "right!",
            "Black lives. RIGHT",
            "RIGHT\nGood.",
            "(RIGHT)",
            "正解。黒は生き",
            "正解図",
            "정답입니다",
        ] {
            assert!(is_right(text), "{text}");
        }
        for text in [
            "",
            "...",
            "Wrong.",
            "Incorrect",
            "Corrected by the annotator",
            "Not correct.",
            "Right after this move, White dies.",
            "Right-hand side",
            "COPYRIGHT",
            "Which move is right?",
            "不正解",
            "é",
        ] {
            assert!(!is_right(text), "{text}");
        }
    }
}
