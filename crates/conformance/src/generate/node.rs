//! What does a node contain besides its action?

use super::{
    Generate,
    values::{foreign, line, maybe, text, time},
};
use arbitrary::{Result, Unstructured};
use kifu_core::{
    AnalysedPosition, Analysis, Bound, Comment, Decimal, Degree, Details, Game, Judgement, Mate, MoveQuality, MoveTime,
    Node, NodeId, OvertimeLeft, PositionJudgement, PositionQuality, Record, Seat,
};

/// Generates the time of a move, and the state of the clock.
pub(crate) fn clock<G: Game>(u: &mut Unstructured<'_>, node: &mut Node<G>) -> Result<()> {
    node.spent = maybe(u, time)?.map_or(MoveTime::UNKNOWN, MoveTime::from);
    // Details with an empty clock equal absent details.
    let clock = &mut node.details_mut().clock;
    clock.total = maybe(u, time)?;
    clock.left = maybe(u, time)?;
    let left = |u: &mut Unstructured<'_>| {
        let left = if u.ratio(1, 2)? { OvertimeLeft::Periods } else { OvertimeLeft::Moves };
        u.int_in_range(0..=30).map(left)
    };
    clock.overtime_left = maybe(u, left)?;
    Ok(())
}

fn judgement(u: &mut Unstructured<'_>) -> Result<Judgement> {
    let degree = |u: &mut Unstructured<'_>| Ok(*u.choose(&[Degree::Normal, Degree::Emphasised])?);
    let move_quality = |u: &mut Unstructured<'_>| {
        Ok(match u.int_in_range(0..=3)? {
            0 => MoveQuality::Bad(degree(u)?),
            1 => MoveQuality::Doubtful,
            2 => MoveQuality::Interesting,
            _ => MoveQuality::Good(degree(u)?),
        })
    };
    let positions = [
        PositionQuality::Even,
        PositionQuality::GoodForFirst,
        PositionQuality::GoodForSecond,
        PositionQuality::Unclear,
    ];
    let mut judgement = Judgement::default();
    judgement.of_move = maybe(u, move_quality)?;
    judgement.of_position =
        maybe(u, |u| Ok(PositionJudgement { quality: *u.choose(&positions)?, degree: degree(u)? }))?;
    judgement.hotspot = maybe(u, degree)?;
    judgement.value = maybe(u, |u| Ok(Decimal::new(u.int_in_range(-500..=500)?, 1).normalized()))?;
    judgement.solution = u.ratio(1, 8)?;
    Ok(judgement)
}

fn comment(u: &mut Unstructured<'_>) -> Result<Comment> {
    let mut comment = Comment::from(text(u)?);
    comment.author = maybe(u, line)?;
    comment.time = maybe(u, line)?;
    Ok(comment)
}

/// Generates an engine's analysis. The actions of its line need not be legal.
fn analysis<G: Generate>(u: &mut Unstructured<'_>) -> Result<Analysis<G>> {
    let number = |u: &mut Unstructured<'_>| u.int_in_range(0..=100_000_u32);
    let mut analysis = Analysis::default();
    let rate = |u: &mut Unstructured<'_>| Ok(Decimal::new(u.int_in_range(0..=1000)?, 3).normalized());
    analysis.position = *u.choose(&[AnalysedPosition::After, AnalysedPosition::Before])?;
    analysis.engine = maybe(u, line)?;
    analysis.rank = maybe(u, |u| u.int_in_range(1..=9))?;
    analysis.score = maybe(u, |u| Ok(Decimal::new(u.int_in_range(-500..=500)?, 1).normalized()))?;
    analysis.bound = maybe(u, |u| Ok(*u.choose(&[Bound::Lower, Bound::Upper])?))?;
    analysis.mate = maybe(u, |u| {
        let mut mate = Mate::by(u.choose(&[Seat::First, Seat::Second])?.clone());
        mate.plies = maybe(u, number)?;
        Ok(mate)
    })?;
    analysis.score_deviation = maybe(u, |u| Ok(Decimal::new(u.int_in_range(0..=500)?, 1).normalized()))?;
    analysis.win_rate = maybe(u, rate)?;
    analysis.loss_rate = maybe(u, rate)?;
    analysis.draw_rate = maybe(u, rate)?;
    analysis.prior = maybe(u, rate)?;
    analysis.depth = maybe(u, number)?;
    analysis.selective_depth = maybe(u, number)?;
    analysis.visits = maybe(u, |u| number(u).map(u64::from))?;
    analysis.nodes = maybe(u, |u| number(u).map(u64::from))?;
    analysis.time = maybe(u, time)?;
    for _ in 0..u.int_in_range(0..=3)? {
        analysis.line.push(G::plain(u.int_in_range(0..=9)?));
    }
    analysis.tail = maybe(u, line)?.unwrap_or_default();
    analysis.notation = maybe(u, |u| Ok(format!("elsewhere: {}", line(u)?).into()))?;
    Ok(analysis)
}

/// Generates the details of a node.
pub(crate) fn decorate<G: Generate>(u: &mut Unstructured<'_>, record: &mut Record<G>, node: NodeId) -> Result<()> {
    let marks = maybe(u, |u| G::marks(u, &record.setup))?.unwrap_or_default();
    let details: &mut Details<G> = record.tree[node].details_mut();
    details.name = maybe(u, line)?.unwrap_or_default();
    for _ in 0..u.int_in_range(0..=2)? {
        details.comments.extend(maybe(u, comment)?);
    }
    details.judgement = maybe(u, judgement)?.unwrap_or_default();
    if u.ratio(1, 12)? {
        for _ in 0..u.int_in_range(1..=2)? {
            details.analyses.push(analysis(u)?);
        }
    }
    details.marks = marks.into_iter().collect();
    details.bookmark = maybe(u, line)?;
    // Foreign data of the root belongs to the information about the game.
    if node.index() != 0 {
        details.foreign = foreign(u)?;
    }
    record.tree[node].shrink_to_fit();
    Ok(())
}
