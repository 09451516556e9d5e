//! C and N: the comment and the name of a node.

use super::draft::{Draft, Target};
use crate::{
    Property,
    read::{Reader, values::report_texts},
    value,
};

impl<'a> Reader<'a> {
    pub(super) fn comment(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        report_texts(&mut self.diagnostics, self.game.text, identifier, property);
        for at in property.value_spans() {
            let text = value::text(self.raw(at));
            if !text.is_empty() {
                if !draft.comment.is_empty() {
                    draft.comment.push_str("\n\n");
                }
                draft.comment.push_str(&text);
            }
        }
    }

    pub(super) fn name(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft) {
        let Some(at) = self.first_text(identifier, property, draft, Target::Head) else { return };
        let name = value::simple_text(self.raw(at)).into_owned();
        let node = &mut draft.head.node;
        if node.details().is_some_and(|details| !details.name.is_empty()) {
            self.keep(identifier, core::iter::once(at), draft, Target::Head);
        } else if !name.is_empty() {
            node.details_mut().name = name;
        }
    }
}
