//! The spelling of bytes in generated code.

/// Returns the literal for a byte: `b'a'`, or `0xE3` for one that is not visible ASCII.
pub(super) fn byte(byte: usize) -> String {
    match u8::try_from(byte) {
        Ok(b) if b.is_ascii_graphic() || matches!(b, b' ' | b'\t' | b'\n' | b'\r') => {
            format!("b{:?}", char::from(b))
        }
        _ => format!("0x{byte:02X}"),
    }
}

/// Returns bytes, which are in order, as inclusive ranges.
pub(super) fn byte_ranges(bytes: &[usize]) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &byte in bytes {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == byte => *last = byte,
            _ => ranges.push((byte, byte)),
        }
    }
    ranges
}

/// Returns the pattern that matches the bytes of the ranges, such as `b'_' | b'a'..=b'z'`.
pub(super) fn patterns(ranges: &[(usize, usize)]) -> String {
    let patterns: Vec<String> = ranges
        .iter()
        .map(|&(first, last)| if first == last { byte(first) } else { format!("{}..={}", byte(first), byte(last)) })
        .collect();
    patterns.join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_range() {
        let bytes = [usize::from(b'\''), usize::from(b'a'), usize::from(b'b'), usize::from(b'c'), 0x7F, 0xE3];
        let ranges = byte_ranges(&bytes);
        assert_eq!(patterns(&ranges), r"b'\'' | b'a'..=b'c' | 0x7F | 0xE3");
    }
}
