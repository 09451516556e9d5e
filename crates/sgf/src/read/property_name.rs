//! The name of a property: unknown, of another game or of another version.

use super::{Reader, dialects::DIALECTS};
use crate::{Property, PropertyDef, codes, slot};
use alloc::format;

impl<'a> Reader<'a> {
    pub(super) fn report_name(
        &mut self,
        property: Property<'a>,
        identifier: &str,
        known: Option<&'static PropertyDef>,
    ) {
        let name = property.name();
        let span = property.name_span();
        if name != identifier && !name.contains(|c: char| c.is_ascii_whitespace()) {
            self.report_long_name(property, identifier);
        }
        let Some(known) = known else {
            let odd = !identifier.bytes().all(|b| b.is_ascii_uppercase());
            let other = [6, 9, 11, 18, 19].into_iter().find(|&game| PropertyDef::find(identifier, game).is_some());
            let program = DIALECTS.iter().find(|(known, _)| *known == identifier).map(|(_, program)| program);
            let (info, message) = if let Some(program) = program {
                let message = format!("{identifier} is no property of the standard, but of {program}");
                (&codes::UNKNOWN_PROPERTY, message)
            } else if odd {
                let what = if identifier.bytes().any(|b| b.is_ascii_lowercase()) {
                    "small letters"
                } else {
                    "more than letters"
                };
                let message = format!(
                    "the identifier {identifier} has {what}, and the standard's have capitals only; kept as a property of its own"
                );
                (&codes::ODD_IDENTIFIER, message)
            } else if let Some(game) = other.and_then(crate::games::name) {
                let message = format!("{identifier} is a property of {game}, and this is go; kept");
                (&codes::PROPERTY_OF_OTHER_GAME, message)
            } else if identifier == slot::IDENTIFIER {
                return;
            } else {
                let message = format!("{identifier} is no property of the standard; kept");
                (&codes::UNKNOWN_PROPERTY, message)
            };
            self.diagnostics.report(info, span, || message);
            return;
        };
        if !known.versions.contains(&self.version) {
            let (first, last, version) = (known.versions.start(), known.versions.end(), self.version);
            let states = self.states_version;
            self.diagnostics.report(&codes::PROPERTY_NOT_IN_VERSION, span, || {
                let range = if first == last { format!("FF[{first}]") } else { format!("FF[{first}] to FF[{last}]") };
                let is = if states { "is in" } else { "states no version, which means" };
                format!("{identifier} belongs to {range}, and this file {is} FF[{version}]; read all the same")
            });
        }
    }

    pub(super) fn report_old(&mut self, identifier: &str, property: Property<'a>, new: &str) {
        self.diagnostics.report(&codes::OLD_PROPERTY, property.name_span(), || {
            format!("{identifier} is called {new} since FF[3]; read as that")
        });
    }
}
