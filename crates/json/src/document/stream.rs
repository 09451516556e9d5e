//! Values of the outermost level, one after another.

use super::Document;
use crate::parse::Parser;
use alloc::vec::Vec;
use kifu_core::{Diagnostics, Limits};

/// A reader that returns the values of the outermost level one by one, each as a separate document, in the memory of the largest.
///
/// Spans refer to the whole text. If there are diagnostics after the last value, a document without a root comes last.
///
/// ```
/// use kifu_json::Stream;
/// let mut stream = Stream::new("{\"x\": 1}\n{\"x\": 2}\n");
/// let mut sum = 0;
/// while let Some((document, diagnostics)) = stream.next_document() {
///     assert!(diagnostics.is_empty());
///     sum += document.root().and_then(|root| root.get("x")?.integer()).unwrap();
/// }
/// assert_eq!(sum, 3);
/// ```
#[derive(Clone, Debug)]
pub struct Stream<'t> {
    parser: Parser<'t>,
    over: bool,
}

impl<'t> Stream<'t> {
    /// Creates a reader at the start of a text.
    ///
    /// ```
    /// use kifu_core::Severity;
    /// use kifu_json::Stream;
    /// let mut stream = Stream::new("");
    /// let (document, diagnostics) = stream.next_document().unwrap();
    /// assert!(document.root().is_none());
    /// assert_eq!(diagnostics.max_severity(), Some(Severity::Error)); // JSON needs a value
    /// ```
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self { parser: Parser::new(text), over: false }
    }

    /// Returns the reader with other [`Limits`] for the diagnostics.
    #[must_use]
    pub fn within(mut self, limits: Limits) -> Self {
        self.parser.diagnostics = Diagnostics::within(limits);
        self
    }

    /// Frees the memory of the last document, which is then empty. Use this only after a large document: otherwise the next
    /// document uses the same memory.
    pub fn shrink(&mut self) {
        self.parser.document.values = Vec::new();
    }

    /// Returns the next value, with the diagnostics of the value and of the text before it.
    ///
    /// ```
    /// use kifu_json::Stream;
    /// let mut stream = Stream::new("1\n[2");
    /// assert!(stream.next_document().unwrap().1.is_empty());
    /// let (document, diagnostics) = stream.next_document().unwrap();
    /// assert_eq!(document.root().unwrap().span().start, 2); // as in the whole text
    /// assert_eq!(diagnostics.iter().next().unwrap().code.0, "json/unclosed-bracket");
    /// assert!(stream.next_document().is_none());
    /// ```
    pub fn next_document(&mut self) -> Option<(&Document<'t>, Diagnostics)> {
        if self.over {
            return None;
        }
        self.parser.document.values.clear();
        self.over = !self.parser.run(true);
        let diagnostics = self.parser.diagnostics();
        let document = &self.parser.document;
        (!document.values.is_empty() || !diagnostics.is_empty()).then_some((document, diagnostics))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use alloc::{string::ToString, vec};

    #[test]
    fn several_values_stream_as_they_parse() {
        let text = " {\"a\": [1]}\n2 \"x\"\n// end\n[";
        let (document, diagnostics) = Document::parse(text);
        let roots: Vec<_> = document.roots().map(Value::raw).collect();
        assert_eq!(roots, ["{\"a\": [1]}", "2", "\"x\"", "["]);
        let mut stream = Stream::new(text);
        let (mut streamed, mut total) = (Vec::new(), Diagnostics::default());
        while let Some((document, diagnostics)) = stream.next_document() {
            streamed.extend(document.root().map(|root| root.raw().to_string()));
            total.append(diagnostics);
        }
        assert_eq!(streamed, roots);
        assert_eq!(total, diagnostics);
        assert_eq!(
            diagnostics.iter().map(|d| d.code.short()).collect::<Vec<_>>(),
            ["further-value", "comment", "unclosed-bracket"]
        );
        assert!(stream.next_document().is_none());
        let mut stream = Stream::new("{} oops");
        assert!(stream.next_document().unwrap().0.root().is_some());
        assert!(stream.next_document().unwrap().0.root().is_none());
        assert!(stream.next_document().is_none());
        assert_eq!(document.tokens().map(|(_, span)| document.slice(span)).collect::<Vec<_>>().concat(), text);
        assert_eq!(vec![document.values().len()], vec![6]);
    }
}
