//! The charset that a file declares, found in its bytes before they are text.

use alloc::{string::String, vec::Vec};
use kifu_core::Charset;

/// The charset of CA in the first node of the first game. One a file: games of several charsets are told by the bytes.
pub(crate) fn declared(bytes: &[u8]) -> Vec<(usize, Charset)> {
    let Some(start) = memchr::memchr(b'(', bytes) else { return Vec::new() };
    let mut at = start;
    let mut nodes = 0;
    let mut name: Vec<u8> = Vec::new();
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b';' => nodes += 1,
            b'[' => {
                let end = end_of_value(bytes, at + 1);
                if name == b"CA" {
                    let label = String::from_utf8_lossy(&bytes[at + 1..end]);
                    let label = label.trim();
                    return if label.is_empty() { Vec::new() } else { alloc::vec![(0, Charset::new(label))] };
                }
                at = end;
                name.clear();
            }
            b'A'..=b'Z' => name.push(byte),
            b' ' | b'\t'..=b'\r' | b'a'..=b'z' => {}
            _ => name.clear(),
        }
        if nodes > 1 {
            break;
        }
        at += 1;
    }
    Vec::new()
}

/// The bracket that ends a value, or the end. A lead byte of a double-byte charset takes its second byte along.
fn end_of_value(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        at += match byte {
            b']' => return at,
            b'\\' => 2,
            // The second byte may look like a bracket or a backslash only in a charset where it belongs to the first.
            0x81.. if matches!(bytes.get(at + 1), Some(b'[' | b'\\' | b']')) && is_double(bytes, at) => 2,
            _ => 1,
        };
    }
    bytes.len()
}

/// Whether the byte at `at` leads a pair: it is not the second byte of one, nor the last of a UTF-8 sequence.
fn is_double(bytes: &[u8], at: usize) -> bool {
    let high = bytes[..=at].iter().rev().take_while(|&&b| b >= 0x80).count();
    let utf8 = core::str::from_utf8(&bytes[at + 1 - high..=at]).is_ok();
    !utf8 && high % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(bytes: &[u8]) -> Option<String> {
        declared(bytes).first().map(|(_, charset)| String::from(charset.name()))
    }

    #[test]
    fn the_first_node_declares_it() {
        assert_eq!(found(b"(;FF[4]CA[gb2312]GM[1])").as_deref(), Some("GBK"));
        assert_eq!(found(b"mail (;FF[4] CA [ SJIS ])").as_deref(), Some("Shift_JIS"));
        assert_eq!(found(b"(;C[CA[GBK]]FF[4])"), None);
        assert_eq!(found(b"(;C[CA\\[GBK\\]]CA[x-y]"), Some("x-y".into()));
        assert_eq!(found(b"(;FF[4];CA[GBK])"), None);
        assert_eq!(found(b"(;CA[])"), None);
        assert_eq!(found(b""), None);
        // The second byte of this Shift_JIS character is a backslash, of this GBK character a bracket.
        assert_eq!(found(b"(;PB[\x95\x5C]CA[Shift_JIS])").as_deref(), Some("Shift_JIS"));
        assert_eq!(found(b"(;PB[\x81\x5D]CA[GBK])").as_deref(), Some("GBK"));
        assert_eq!(found("(;PB[囲碁]CA[UTF-8])".as_bytes()).as_deref(), Some("UTF-8"));
    }
}
