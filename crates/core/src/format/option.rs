//! The options of a format: their names and accepted values.

use crate::Charset;
use alloc::{format, string::String, vec::Vec};
use core::fmt;

/// An option of a format.
///
/// ```
/// use kifu_core::{BadOption, OptionInfo, OptionValues};
/// const STYLE: OptionInfo =
///     OptionInfo::new("style", OptionValues::OneOf(&["pretty", "compact"]), "how much white space");
/// let refused = BadOption::new("style", "nice", &[STYLE]);
/// assert_eq!(refused.to_string(), "style cannot be \"nice\"; it takes pretty or compact");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionInfo {
    /// The name of the option.
    pub name: &'static str,
    /// The accepted values.
    pub values: OptionValues,
    /// A description of the option.
    pub about: &'static str,
}

impl OptionInfo {
    /// Creates the option `name` with its accepted values and its description.
    #[must_use]
    pub const fn new(name: &'static str, values: OptionValues, about: &'static str) -> Self {
        Self { name, values, about }
    }

    /// The option `slots` of a format that keeps data in an extension slot: `slots=false` leaves the slot out.
    pub const SLOTS: Self = Self::new(
        "slots",
        OptionValues::OneOf(&["true", "false"]),
        "data that the format itself has no place for: in an extension that other programs ignore, or left out",
    );
}

/// The values that an option accepts.
///
/// ```
/// use kifu_core::OptionValues;
/// assert_eq!(OptionValues::OneOf(&["black", "white", "both"]).to_string(), "black, white or both");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionValues {
    /// The value is one of these words.
    OneOf(&'static [&'static str]),
    /// The name of a charset.
    Charset,
    /// Any text of this description.
    Text(&'static str),
}

impl fmt::Display for OptionValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneOf([first @ .., last]) if !first.is_empty() => write!(f, "{} or {last}", first.join(", ")),
            Self::OneOf(words) => f.write_str(&words.join("")),
            Self::Charset => f.write_str("the name of a charset: utf-8, gb18030, shift_jis, …"),
            Self::Text(about) => f.write_str(about),
        }
    }
}

/// The value of an option.
///
/// A literal may construct it, because a name and a value are all of a setting.
///
/// ```
/// use kifu_core::OptionSetting;
/// let setting = OptionSetting::new("style", "compact"); // as in `--to jgf2:style=compact`
/// assert_eq!((setting.name, setting.value), ("style", "compact"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSetting {
    /// The name of the option.
    pub name: &'static str,
    /// The value.
    pub value: &'static str,
}

impl OptionSetting {
    /// Creates the value of an option.
    #[must_use]
    pub const fn new(name: &'static str, value: &'static str) -> Self {
        Self { name, value }
    }
}

/// The error for an option that a format does not have, or a value that the option does not accept.
///
/// ```
/// use kifu_core::{BadOption, OptionInfo, OptionValues};
/// const STYLE: OptionInfo =
///     OptionInfo::new("style", OptionValues::OneOf(&["pretty", "compact"]), "how much white space");
/// let refused = BadOption::new("stile", "compact", &[STYLE]);
/// assert_eq!(refused.to_string(), "unknown option \"stile\"; the options are: style (pretty or compact)");
/// // The format writes some charsets only.
/// const ENCODING: OptionInfo = OptionInfo::new("encoding", OptionValues::Charset, "the charset to write: Shift_JIS or UTF-8");
/// let refused = BadOption::new("encoding", "gbk", &[ENCODING]);
/// assert_eq!(refused.to_string(), "encoding cannot be \"gbk\"; it is the charset to write: Shift_JIS or UTF-8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
#[non_exhaustive]
pub struct BadOption {
    /// The name of the option.
    pub name: String,
    /// The value that was refused.
    pub value: String,
    /// The options of the format.
    pub allowed: &'static [OptionInfo],
}

impl BadOption {
    /// Creates the error for `value` of the option `name`, in a format with the options `allowed`.
    #[must_use]
    pub fn new(name: &str, value: &str, allowed: &'static [OptionInfo]) -> Self {
        Self { name: name.into(), value: value.into(), allowed }
    }

    fn sentence(&self) -> String {
        let Self { name, value, allowed } = self;
        if let Some(option) = allowed.iter().find(|option| option.name == name) {
            // The format does not write every charset.
            if option.values == OptionValues::Charset && Charset::new(value).is_known() {
                return format!("{name} cannot be {value:?}; it is {}", option.about);
            }
            return format!("{name} cannot be {value:?}; it takes {}", option.values);
        }
        let list: Vec<_> = allowed.iter().map(|option| format!("{} ({})", option.name, option.values)).collect();
        match list.is_empty() {
            true => format!("unknown option {name:?}; this format has no options"),
            false => format!("unknown option {name:?}; the options are: {}", list.join(", ")),
        }
    }
}
