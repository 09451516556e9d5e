//! The layout of generated code: prettyplease breaks the lines.

/// Returns an item of Rust laid out in lines, with a line break at the end.
///
/// Attributes and doc comments stay. Ordinary comments are lost, because Rust's syntax tree does not have them: the printer
/// writes those above an item after its layout.
pub(super) fn item(code: &str) -> String {
    let file = syn::parse_file(code).expect("the printer writes the syntax of Rust");
    prettyplease::unparse(&file)
}

/// Returns each line of a text as a comment.
pub(super) fn comment(marker: &str, lines: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    lines.into_iter().map(|line| format!("{marker} {}", line.as_ref()).trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doc_comments_stay_in_an_item() {
        assert_eq!(
            item("/// Adds.\n#[inline] fn f(a:u8)->u8{a+1}"),
            "/// Adds.\n#[inline]\nfn f(a: u8) -> u8 {\n    a + 1\n}\n"
        );
    }

    #[test]
    fn a_comment_has_no_spaces_at_the_ends_of_lines() {
        assert_eq!(comment("//", ["a = @{", "", "  ANY }  "]), "// a = @{\n//\n//   ANY }\n");
    }
}
