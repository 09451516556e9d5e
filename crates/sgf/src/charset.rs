//! The charsets that a file declares, found in its bytes before they are text.

use alloc::{string::String, vec::Vec};
use kifu_core::{Charset, Declared};

/// The charset of CA in the first node of each game, from the game's first byte on; that of the first game holds for what
/// stands before it too. A game that declares none is in the charset of the one before.
pub(crate) fn declared(bytes: &[u8]) -> Vec<Declared> {
    let mut found: Vec<Declared> = Vec::new();
    // The last place where a CA may begin: behind it nothing can be found.
    let last = memchr::memmem::rfind(bytes, b"CA").unwrap_or(0);
    let (mut depth, mut nodes, mut games, mut start) = (0_u32, 0_u32, 0_u32, 0);
    let mut name: Vec<u8> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at).filter(|_| at <= last + 2 || !name.is_empty()) {
        match byte {
            b'(' => {
                if depth == 0 {
                    (start, nodes) = (at, 0);
                    games += 1;
                }
                depth += 1;
                name.clear();
            }
            b')' => {
                depth = depth.saturating_sub(1);
                name.clear();
            }
            b';' => {
                nodes += 1;
                name.clear();
            }
            // Outside of games a bracket is a letter like any other.
            b'[' if nodes > 0 || depth > 0 => {
                let end = end_of_value(bytes, at + 1);
                if name == b"CA" && nodes <= 1 {
                    let label = String::from_utf8_lossy(&bytes[at + 1..end]);
                    let from = if games <= 1 { 0 } else { start };
                    if !label.trim().is_empty() && found.last().is_none_or(|last| last.from != from) {
                        found.push(Declared { from, charset: Charset::new(&label), at: at + 1..end });
                    }
                }
                at = end;
                name.clear();
            }
            b'A'..=b'Z' => name.push(byte),
            b' ' | b'\t'..=b'\r' | b'a'..=b'z' => {}
            _ => name.clear(),
        }
        at += 1;
    }
    found
}

/// The bracket that ends a value, or the end. A lead byte of a double-byte charset takes its second byte along.
fn end_of_value(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        at += match byte {
            b']' => return at,
            b'\\' => 2,
            b'\x1B' => shifted(&bytes[at..]),
            // The second byte may look like a bracket or a backslash only in a charset where it belongs to the first.
            0x81.. if matches!(bytes.get(at + 1), Some(b'[' | b'\\' | b']')) && is_double(bytes, at) => 2,
            _ => 1,
        };
    }
    bytes.len()
}

/// How far an escape sequence leads: in the shifted states of ISO-2022-JP any byte may look like a bracket.
fn shifted(bytes: &[u8]) -> usize {
    let double = [&b"\x1B$@"[..], b"\x1B$B", b"\x1B$(D", b"\x1B(I"].into_iter().find(|shift| bytes.starts_with(shift));
    let Some(shift) = double else { return 1 };
    let inside = bytes[shift.len()..].iter().take_while(|byte| matches!(byte, 0x21..=0x7E)).count();
    shift.len() + inside
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
        declared(bytes).first().map(|declared| String::from(declared.charset.name()))
    }

    #[test]
    fn the_first_node_declares_it() {
        assert_eq!(found(b"(;FF[4]CA[gb2312]GM[1])").as_deref(), Some("GBK"));
        assert_eq!(found(b"mail (;FF[4] CA [ SJIS ])").as_deref(), Some("Shift_JIS"));
        assert_eq!(found(b"(;C[CA[GBK]]FF[4])"), None);
        assert_eq!(found(b"(;C[CA\\[GBK\\]]CA[x-y]"), Some("x-y".into()));
        assert_eq!(found(b";CA[GBK]B[aa]").as_deref(), Some("GBK"));
        let two = declared(b"mail (;CA[GBK];B[aa](;W[bb])) (;FF[4])(;CA[Big5])");
        assert_eq!(
            two.iter().map(|found| (found.from, found.charset.name(), found.at.clone())).collect::<Vec<_>>(),
            [(0, "GBK", 10..13), (38, "Big5", 43..47)]
        );
        assert_eq!(found(b"(;FF[4];CA[GBK])"), None);
        assert_eq!(found(b"(;CA[])"), None);
        assert_eq!(found(b""), None);
        // The second byte of this Shift_JIS character is a backslash, of this GBK character a bracket.
        assert_eq!(found(b"(;PB[\x95\x5C]CA[Shift_JIS])").as_deref(), Some("Shift_JIS"));
        assert_eq!(found(b"(;PB[\x81\x5D]CA[GBK])").as_deref(), Some("GBK"));
        // In ISO-2022-JP any byte of a character may be a bracket; the second of － is.
        assert_eq!(found(b"(;PB[\x1B$B!]\x1B(B]CA[ISO-2022-JP])").as_deref(), Some("ISO-2022-JP"));
        assert_eq!(found(b"(;PB[\x1B]CA[GBK])").as_deref(), Some("GBK"));
        assert_eq!(found("(;PB[囲碁]CA[UTF-8])".as_bytes()).as_deref(), Some("UTF-8"));
    }
}
