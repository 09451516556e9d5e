//! Long names of the early versions, and names that only look like one because a bracket is missing: `AEoe[pe]`.

use crate::{Property, codes, value};
use alloc::format;
use kifu_core::{Diagnostics, Edits, Safety, Severity, Span};

/// Known long names whose small letters could also be a value.
const KNOWN: [&str; 20] = [
    "Black", "White", "Comment", "Name", "Letter", "Letters", "Mark", "Marks", "Value", "BadMove", "PLayer", "EVent",
    "ROund", "REsult", "USer", "SOurce", "CHeck", "TEsuji", "RUles", "FIgure",
];

/// The possible meanings of the small letters of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letters {
    /// Part of a long name.
    Meaningless,
    /// Perhaps a value without its brackets.
    Doubtful,
    /// A point of a move or of stones.
    Point,
}

fn letters(name: &str) -> Letters {
    if KNOWN.contains(&name) {
        return Letters::Meaningless;
    }
    let small = |text: &str| text.bytes().take_while(u8::is_ascii_lowercase).count();
    let capitals = name.bytes().take_while(u8::is_ascii_uppercase).count();
    let (head, rest) = name.split_at(capitals);
    let first = &rest[..small(rest)];
    match head {
        "B" | "W" | "AB" | "AW" | "AE" if value::point(first).value().is_some() => Letters::Point,
        // The name may start or end with a value.
        _ if head.is_empty() || first.len() == rest.len() => Letters::Doubtful,
        _ => Letters::Meaningless,
    }
}

/// Reports a long name, with the severity `most` if a point may be missing. No fix removes small letters that may be a value.
pub(super) fn report_long_name(
    diagnostics: &mut Diagnostics,
    property: Property<'_>,
    identifier: &str,
    version: u8,
    most: Severity,
) {
    let (name, span) = (property.name(), property.name_span());
    let letters = letters(name);
    let severity = match letters {
        Letters::Point => most,
        Letters::Meaningless if version < 4 => Severity::Note,
        _ => Severity::Warning,
    };
    let report = diagnostics.report(&codes::LONG_NAME.with_severity(severity), span, || match letters {
        Letters::Point => {
            format!("{name} may be {identifier} with a point that lost its brackets; read as {identifier}")
        }
        Letters::Doubtful => {
            format!("{name} is not a known long name of {identifier}; read as {identifier} anyway")
        }
        Letters::Meaningless => format!("{name} is a long name of {identifier}; read as {identifier}"),
    });
    match letters {
        Letters::Meaningless => {
            report.fix(Safety::Safe, || format!("write {identifier}"), || Edits::one(span, identifier));
        }
        // `ABcc[dd]` becomes `AB[cc][dd]`. B and W take only one value, so they have no such fix.
        Letters::Point if identifier.len() == 2 && name.starts_with(identifier) => {
            let point = Span { start: span.start + 2, end: span.end };
            let value = &name[2..];
            report.fix(
                Safety::Guess,
                || format!("write {identifier}[{value}]"),
                || Edits::one(point, format!("[{value}]")),
            );
        }
        _ => {}
    }
}
