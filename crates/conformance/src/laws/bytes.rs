//! From bytes to text and back.

use super::{decode, decoded, shown};
use crate::{
    Case, Violation,
    law::{Kept, PRINTS},
};
use kifu_core::{Charset, Edits, Format, Game, Source, WriteOutput};

/// A charset of each kind: one byte a character, two, up to four, with escapes, in units of two.
const CHARSETS: [&str; 11] = [
    "UTF-8",
    "UTF-16LE",
    "UTF-16BE",
    "GB18030",
    "GBK",
    "Shift_JIS",
    "EUC-JP",
    "EUC-KR",
    "Big5",
    "ISO-2022-JP",
    "windows-1251",
];

pub(crate) fn prints<G: Game>(format: &dyn Format<G>, case: &Case) -> Kept {
    let broken = |message: String| Err(Violation::new(PRINTS, &case.name, message));
    let (source, _) = decode(format, case);
    if let Err(message) = unchanged(format, &source) {
        return broken(message);
    }
    for name in CHARSETS {
        let charset = Charset::new(name);
        let (bytes, _) = WriteOutput { text: source.text().into(), charset: charset.clone() }.encode();
        let (other, _) = decoded(format, &case.file_name(), bytes, Some(&charset));
        if let Err(message) = unchanged(format, &other) {
            return broken(format!("in {name}: {message}"));
        }
    }
    // What is written comes back, by what it declares itself.
    let writing = format.write(&format.read(&source).records);
    let (bytes, missing) = writing.encode();
    let (back, _) = decoded(format, &case.file_name(), bytes, None);
    if missing.is_empty() && back.text() != writing.text {
        let at = back.text().bytes().zip(writing.text.bytes()).take_while(|(a, b)| a == b).count();
        let rest = |text: &str| shown(text.get(at..).unwrap_or_default());
        return broken(format!(
            "written in {} and read as {}, byte {at} on is {} and was {}",
            writing.charset,
            back.charset(),
            rest(back.text()),
            rest(&writing.text)
        ));
    }
    Ok(())
}

/// Whether edits that change nothing change no byte.
fn unchanged<G: Game>(format: &dyn Format<G>, source: &Source) -> Result<(), String> {
    let mut edits = Edits::default();
    for token in format.layout(source).tokens {
        // Two tokens at one place break another law.
        let _ = edits.insert(token.start as usize, "");
    }
    for edits in [Edits::default(), edits] {
        match source.splice(&edits) {
            Ok(bytes) if bytes == source.bytes() => {}
            Ok(bytes) => {
                let at = bytes.iter().zip(source.bytes()).take_while(|(a, b)| a == b).count();
                return Err(format!("an edit that changes nothing changes byte {at}"));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(())
}
