//! The ends of the subtrees of a game in its text.

use super::Game;
use crate::scanner::{self, Token};
use alloc::vec::Vec;
use core::ops::Range;

/// The ends of all subtrees of a game, found in one pass.
#[derive(Debug)]
pub(super) struct Ends {
    nodes: Vec<End>,
    /// The end of each closing parenthesis between the nodes, in the order of the text.
    closes: Vec<u32>,
    game_end: usize,
}

#[derive(Debug)]
struct End {
    /// The end of the node itself.
    own: u32,
    /// The index of the last node of its subtree.
    last: u32,
    /// The number of parentheses that are open at the node.
    depth: i32,
    /// The number of closing parentheses before the end of the node.
    closes: u32,
}

impl Ends {
    /// Finds the ends of the subtrees of a game.
    pub(super) fn of(game: Game<'_>) -> Self {
        let game_end = game.game.span.end as usize;
        let (mut nodes, mut closes) = (Vec::with_capacity(game.game.nodes.len()), Vec::new());
        let mut depth = 0;
        for node in game.nodes() {
            let (index, end) = (node.index(), node.span().end);
            nodes.push(End { own: end, last: index as u32, depth, closes: closes.len() as u32 });
            let next = game.game.nodes.get(index + 1).map_or(game_end, |next| next.start as usize);
            depth += parentheses(game.text, end as usize..next, &mut closes);
        }
        let parents: Vec<_> = game.game.parents().collect();
        for (index, parent) in parents.into_iter().enumerate().rev() {
            if let Some(parent) = parent {
                nodes[parent].last = nodes[parent].last.max(nodes[index].last);
            }
        }
        Self { nodes, closes, game_end }
    }

    /// Returns the index after the last node of a subtree.
    pub(super) fn last(&self, node: usize) -> usize {
        self.nodes[node].last as usize + 1
    }

    /// Returns the offset after the last node of a subtree and the parentheses that close its variations.
    pub(super) fn subtree(&self, node: usize) -> usize {
        let node = &self.nodes[node];
        let last = &self.nodes[node.last as usize];
        // Parentheses that open after the node are closed before the subtree of the node ends.
        match usize::try_from(last.depth - node.depth) {
            Ok(open @ 1..) => {
                self.closes.get(last.closes as usize + open - 1).map_or(self.game_end, |&end| end as usize)
            }
            _ => last.own as usize,
        }
    }
}

/// Returns the number of parentheses that are opened between two nodes, minus those that are closed. Parentheses within a
/// node are text.
fn parentheses(text: &str, gap: Range<usize>, closes: &mut Vec<u32>) -> i32 {
    let (mut depth, mut at) = (0, gap.start);
    while at < gap.end {
        let found = scanner::token(text, at, &mut |token, _, end| {
            match token {
                Token::Open => depth += 1,
                Token::Close => {
                    depth -= 1;
                    closes.push(end as u32);
                }
                _ => {}
            }
            at = end;
        });
        if found.is_none() {
            break;
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Document;

    /// Computes the end of a subtree slowly: counts its nodes and parentheses for each node.
    fn slow(game: Game<'_>, node: usize) -> (usize, usize) {
        let below = |mut other: usize| loop {
            match game.game.parent(other) {
                Some(parent) if parent == node => return true,
                Some(parent) => other = parent,
                None => return false,
            }
        };
        let last = (0..game.game.nodes.len()).filter(|&other| other == node || below(other)).max().unwrap();
        let text = game.text.as_bytes();
        let mut end = game.node(last).span().end as usize;
        let between = |index: usize| game.node(index).span().end as usize..game.node(index + 1).span().start as usize;
        let count = |byte: u8, at: Range<usize>| text[at].iter().filter(|&&found| found == byte).count();
        let opened: usize = (node..last).map(|index| count(b'(', between(index))).sum();
        let closed: usize = (node..last).map(|index| count(b')', between(index))).sum();
        for _ in closed..opened {
            end += text[end..].iter().position(|&found| found == b')').unwrap() + 1;
        }
        (last + 1, end)
    }

    #[test]
    fn subtrees_end_where_they_are_closed() {
        for text in [
            "(;GM[1]SZ[9];B[aa];W[bb];B[cc])",
            "(;GM[1](;B[aa];W[bb])(;B[cc](;W[dd])(;W[ee];B[ff])))",
            "( ;GM[1] C[a\\](;x)] ;B[aa] N[n]\n;W[bb](;B[cc])(;B[dd]) )",
            "(;GM[1];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))",
            "(;GM[1];;;)",
            "(;N[a]((;N[b]))(;N[c]))",
            "(;N[a](;N[b](;N[c](;N[d]))) ) (;B[aa])",
        ] {
            let document = Document::parse(text);
            let game = document.games().next().unwrap();
            let ends = Ends::of(game);
            for node in game.nodes() {
                let found = (ends.last(node.index()), ends.subtree(node.index()));
                assert_eq!(found, slow(game, node.index()), "node {} of {text}", node.index());
            }
        }
    }
}
