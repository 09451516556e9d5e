//! `solution`: true if the move solves the problem. JGF 2 has no other judgements.

use crate::read::Reader;
use kifu_goban::draft::Draft;
use kifu_json::Value;

impl Reader {
    pub(super) fn solution(&mut self, value: Value<'_>, draft: &mut Draft) {
        match value.boolean() {
            Some(is_solution) => draft.main_mut().node.details_mut().judgement.solution = is_solution,
            None => {
                self.report_wrong_kind("solution", value);
                self.keep_in_node(draft, draft.main, "/solution", value);
            }
        }
    }
}
