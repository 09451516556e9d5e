//! Two headers of a record that both versions of JGF have a member for: the comment on the file, and the name of the time system.

use alloc::{string::String, vec::Vec};
use kifu_core::{NamedValue, SlotEntry};

/// The header for a comment on the file: `record.comment` of JGF 1, and `meta.recordComment` of JGF 2.
///
/// ```
/// assert_eq!(kifu_json::record::RECORD_COMMENT, "recordComment");
/// ```
pub const RECORD_COMMENT: &str = "recordComment";

/// The header for the name of the time system: `game.time.type` of JGF 1, and `meta.timeType` of JGF 2.
///
/// ```
/// assert_eq!(kifu_json::record::TIME_TYPE, "timeType");
/// ```
pub const TIME_TYPE: &str = "timeType";

/// The headers of a record, divided into those with a member and the rest.
///
/// ```
/// use kifu_core::NamedValue;
/// use kifu_json::record::HeaderMembers;
/// let headers = [NamedValue::new("timeType", "byo-yomi"), NamedValue::new("Weather", "rain")];
/// let members = HeaderMembers::of(&headers);
/// assert_eq!((members.record_comment, members.time_type, members.rest.len()), (None, Some("byo-yomi"), 1));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct HeaderMembers<'a> {
    /// The comment on the file.
    pub record_comment: Option<&'a str>,
    /// The name of the time system.
    pub time_type: Option<&'a str>,
    /// The headers for the slot.
    pub rest: &'a [NamedValue],
}

impl<'a> HeaderMembers<'a> {
    /// Divides the headers. Only the first headers become members, in a fixed order, so that reading gives the same order.
    #[must_use]
    pub fn of(headers: &'a [NamedValue]) -> Self {
        let mut rest = headers;
        let mut take = |name: &str| match rest {
            [first, others @ ..] if first.name == name && !first.value.is_empty() => {
                rest = others;
                Some(&*first.value)
            }
            _ => None,
        };
        let (record_comment, time_type) = (take(RECORD_COMMENT), take(TIME_TYPE));
        Self { record_comment, time_type, rest }
    }

    /// Returns the entries of the slot for the other headers.
    pub fn entries(self) -> impl Iterator<Item = SlotEntry> + use<'a> {
        self.rest.iter().map(|NamedValue { name, value }| {
            let fields: Vec<String> = alloc::vec![name.clone(), value.clone()];
            SlotEntry::new("header", fields)
        })
    }

    /// Sorts headers that were read from members into the order in which [`of`](Self::of) finds them.
    ///
    /// ```
    /// use kifu_core::NamedValue;
    /// use kifu_json::record::HeaderMembers;
    /// let mut headers = vec![NamedValue::new("timeType", "byo-yomi"), NamedValue::new("recordComment", "from a book")];
    /// HeaderMembers::sort(&mut headers);
    /// assert_eq!(headers[0].name, "recordComment");
    /// ```
    pub fn sort(headers: &mut [NamedValue]) {
        headers.sort_by_key(|header| match &*header.name {
            RECORD_COMMENT => 0,
            TIME_TYPE => 1,
            _ => 2,
        });
    }
}
