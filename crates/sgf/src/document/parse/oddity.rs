//! Deviations of the structure. Adjacent ones of one kind are joined.

use super::{
    blank::is_space_or_control,
    build::Build,
    index::{narrow, push},
};
use kifu_core::Span;

/// A deviation of the structure, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Oddity {
    pub(crate) kind: Odd,
    pub(crate) at: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Odd {
    StrayInside,
    ControlCharacter,
    MissingSemicolon,
    MissingParenthesis,
    DoubleParenthesis,
    SeveralRoots,
    EmptyFirstNode,
    UnclosedTree,
    UnclosedValue,
    EmptyTree,
    NodeAfterVariation,
    UnescapedBracket,
    ValueWithoutIdentifier,
    IdentifierWithoutValue,
    SpaceInIdentifier,
    FigureWithoutValue,
    StrayBracket,
}

impl Build<'_> {
    /// Records a deviation. Joins it with the last one if both are reported as one.
    pub(super) fn odd(&mut self, kind: Odd, start: usize, end: usize) {
        let at = Span::new(start, end);
        // Adjacent words and other stray text are reported as one, and so are parentheses and brackets in a row.
        let stray = |kind| matches!(kind, Odd::StrayInside | Odd::IdentifierWithoutValue);
        let in_a_row = |kind| matches!(kind, Odd::ControlCharacter | Odd::DoubleParenthesis | Odd::UnescapedBracket);
        if let Some(last) = self.game.oddities.last_mut()
            && ((stray(last.kind) && stray(kind)) || (last.kind == kind && in_a_row(kind)))
            && match kind {
                // The span of a doubled parenthesis includes the parenthesis before it.
                Odd::DoubleParenthesis => last.at.end == at.start + 1,
                Odd::UnescapedBracket => last.at.end == at.start,
                _ => {
                    last.at.end <= at.start
                        && self.text[last.at.end as usize..start].bytes().all(|b| b.is_ascii_whitespace())
                }
            }
        {
            last.at.end = at.end;
            last.kind = if stray(kind) { Odd::StrayInside } else { kind };
            return;
        }
        push(&mut self.game.oddities, Oddity { kind, at }, self.text.len() - start);
    }

    /// Records parentheses without a node. Nested or adjacent empty parentheses are one deviation, so that one fix removes a
    /// thousand of them.
    #[cold]
    pub(super) fn empty(&mut self, mut start: u32, end: usize, is_new: bool) {
        let is_blank = |from: u32, to: u32| self.text[from as usize..to as usize].chars().all(is_space_or_control);
        let joins = |odd: &Oddity| {
            let is_beside = || odd.at.end <= start && is_blank(odd.at.end, start);
            let is_all = || is_blank(start + 1, odd.at.start) && is_blank(odd.at.end, narrow(end) - 1);
            odd.kind == Odd::EmptyTree && (is_beside() || odd.at.start > start && is_all())
        };
        match self.game.oddities.pop_if(|odd| joins(odd)) {
            Some(joined) => start = start.min(joined.at.start),
            // The parentheses have other content. That content was recorded already, and so were the empty parentheses in
            // it.
            None if !is_new => return,
            None => {}
        }
        // Empty parentheses need no second report as doubled parentheses.
        let is_doubled = |odd: &Oddity| odd.kind == Odd::DoubleParenthesis && odd.at.start >= start;
        let _ = self.game.oddities.pop_if(|odd| is_doubled(odd));
        self.game.oddities.push(Oddity { kind: Odd::EmptyTree, at: Span::new(start as usize, end) });
    }
}
