use kifu::model::LineColumn;
use std::ops::Range;

/// The size of a block in bytes. The character count is stored for the start of each block.
const BLOCK: usize = 4096;

/// An index of the lines of a text. A position is found by a binary search and by counting within one block.
pub(crate) struct Lines<'a> {
    text: &'a str,
    starts: Vec<u32>,
    /// The number of characters before each block.
    characters: Vec<u32>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| offset(at + 1))).collect();
        let mut count = 0;
        let characters = text.as_bytes().chunks(BLOCK).map(|block| {
            let before = count;
            count += offset(characters(block));
            before
        });
        Self { text, starts, characters: characters.collect() }
    }

    /// Returns the index of the line that contains the byte, from 0.
    pub(crate) fn line_of(&self, at: u32) -> usize {
        self.starts.partition_point(|&start| start <= at) - 1
    }

    /// Returns the byte range of a line without its line end. Lines count from 0.
    pub(crate) fn range(&self, line: usize) -> Range<usize> {
        let start = self.starts.get(line).map_or(self.text.len(), |&start| start as usize);
        let end = self.starts.get(line + 1).map_or(self.text.len(), |&next| next as usize - 1);
        let end = if self.text[start..end].ends_with('\r') { end - 1 } else { end };
        start..end
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the line and the column of a byte, both from 1. The column counts characters.
    pub(crate) fn position(&self, at: u32) -> LineColumn {
        let line = self.line_of(at);
        let column = self.characters_before(at) - self.characters_before(self.starts[line]) + 1;
        LineColumn { line: line + 1, column }
    }

    fn characters_before(&self, at: u32) -> usize {
        let at = (at as usize).min(self.text.len());
        let block = at / BLOCK;
        let before = self.characters.get(block).map_or(0, |&count| count as usize);
        // `characters` has one entry per block. The end of a text that fills its last block is after the last entry.
        let (block, before) = match self.characters.get(block) {
            Some(_) => (block, before),
            None => (block.saturating_sub(1), self.characters.last().map_or(0, |&count| count as usize)),
        };
        before + characters(&self.text.as_bytes()[block * BLOCK..at])
    }
}

/// Returns the number of characters that start in these bytes of UTF-8.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu::model::Source;

    #[test]
    fn places_are_those_of_the_source() {
        let text = "(;C[棋譜]\r\n\n;B[aa]\n".repeat(1000) + "本因坊";
        let source = Source::from_text("x", text.clone());
        let lines = Lines::new(&text);
        for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)).step_by(7).chain([text.len()]) {
            let at = u32::try_from(at).unwrap();
            assert_eq!(lines.position(at), source.position(at), "{at}");
        }
        assert_eq!(&text[lines.range(0)], "(;C[棋譜]");
        assert_eq!(&text[lines.range(1)], "");
        assert_eq!(&text[lines.range(3000)], "本因坊");
    }

    #[test]
    fn an_end_on_the_border_of_a_block() {
        for len in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK] {
            let text = "a".repeat(len);
            assert_eq!(
                Lines::new(&text).position(u32::try_from(len).unwrap()),
                LineColumn { line: 1, column: len + 1 }
            );
        }
    }
}
