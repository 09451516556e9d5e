//! The laws of decoding and encoding.

use super::{decoded, shown};
use crate::{
    Case, FileTrial, Violation,
    law::{PRINTS, Verdict},
};
use kifu_core::{Charset, Edits, Format, Game, Source, WriteOutput};

/// A charset of each kind: one byte, two bytes or up to four bytes per character, with escape sequences, and in units of two bytes.
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

pub(crate) fn prints<G: Game>(format: &dyn Format<G>, case: &Case) -> Verdict {
    prints_in(&FileTrial::new(format, case), &CHARSETS)
}

/// Tests the law in the charset of the file and in one other charset. The length of the file selects it, so that many files cover
/// all charsets.
pub(crate) fn prints_in_two<G: Game>(file: &FileTrial<'_, G>) -> Verdict {
    prints_in(file, &[CHARSETS[file.case.bytes.len() % CHARSETS.len()]])
}

fn prints_in<G: Game>(file: &FileTrial<'_, G>, charsets: &[&str]) -> Verdict {
    let FileTrial { format, case, source, .. } = file;
    let broken = |message: String| Err(Violation::new(PRINTS, &case.name, message));
    if let Err(message) = unchanged(*format, source) {
        return broken(message);
    }
    for &name in charsets {
        let charset = Charset::new(name);
        let (bytes, _) = WriteOutput::new(source.text().into(), charset.clone()).encode();
        let (other, _) = decoded(*format, &case.file_name(), bytes, Some(&charset));
        if let Err(message) = unchanged(*format, &other) {
            return broken(format!("in {name}: {message}"));
        }
    }
    // Output must be decoded correctly by the charset that it declares.
    let (writing, (_, missing), (back, _)) = (file.writing(), file.encoded(), file.decoded());
    if missing.is_empty() && back.text() != writing.text {
        let at = back.text().bytes().zip(writing.text.bytes()).take_while(|(a, b)| a == b).count();
        let rest = |text: &str| shown(text.get(at..).unwrap_or_default());
        return broken(format!(
            "written in {} and read as {}: the text differs from byte {at} on: {} instead of {}",
            writing.charset,
            back.charset(),
            rest(back.text()),
            rest(&writing.text)
        ));
    }
    Ok(())
}

/// Returns an error if edits that change nothing change a byte.
fn unchanged<G: Game>(format: &dyn Format<G>, source: &Source) -> Result<(), String> {
    let mut edits = Edits::default();
    for token in format.layout(source).tokens {
        // Two tokens at one place break the law `tiles`, not this one.
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
