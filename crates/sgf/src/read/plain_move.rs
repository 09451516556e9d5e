//! The fast path for a node that has only a move. Almost every node is of this kind.

use super::Reader;
use crate::Node as TextNode;
use kifu_goban::{Color, Move, Point};

impl<'a> Reader<'a> {
    /// Returns the move of a node that has only a move, written as the standard requires. Returns `None` for any other node.
    #[inline]
    pub(super) fn plain_move(&self, node: TextNode<'a>) -> Option<Move> {
        let index = self.game.game;
        let this = index.nodes[node.index()];
        let next = index.nodes.get(node.index() + 1).map_or(index.properties.len(), |next| next.properties as usize);
        let property = this.properties as usize;
        let values = index.properties.get(property + 1).map_or(index.values.len(), |next| next.values as usize);
        if node.index() == 0 || next != property + 1 || values != index.properties[property].values as usize + 1 {
            return None;
        }
        // The property must be directly at the start of the node, without other text between them.
        let text = self.game.text.get(this.start as usize..)?;
        let &[b';', color, b'[', _, _, b']', ..] = text.as_bytes() else { return None };
        let color = Color::from_letter(char::from(color))?;
        let at = Point::from_sgf(text.get(3..5)?).filter(|&at| self.size.contains(at))?;
        Some(Move::play(color, at))
    }
}
