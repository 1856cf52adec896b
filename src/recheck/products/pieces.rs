//! Claims about a game whose P-positions are known as a set, piece by piece: the elements of each piece in the place of a position, and then
//! all positions outside. So products of coordinates are products of the numbers that elements are made of.
use super::claims::{GameWithValues, ProductReader};
use super::forms::{Formed, equal};
use super::never;
use super::terms::VariableForms;
use crate::recheck::claims::orders;
use crate::recheck::spent::CheckEffort;
use crate::ruleset::statement::{Body, Bound, Except, Formula, Set, SetKind, Statement, Value};

/// Pieces of one set, at most.
const MOST_PIECES: usize = 24;

/// Elements of one form, with the heaps in an order.
#[derive(Clone, Debug)]
struct SetPiece<'s> {
    bounds: &'s [Bound],
    condition: Option<&'s Formula>,
    element: &'s [Value],
    /// Which coordinate each component of the element is.
    order: Vec<usize>,
}

/// The pieces that a set is the union of.
fn pieces<'s>(set: &'s Set, order: &[usize], heaps: usize, found: &mut Vec<SetPiece<'s>>) -> Formed<()> {
    let is_plain = order.iter().copied().eq(0..order.len());
    match &set.kind {
        SetKind::List(elements) => found.extend(elements.iter().map(|element| SetPiece {
            bounds: &[],
            condition: None,
            element,
            order: order.to_vec(),
        })),
        SetKind::Family { bound, condition, element } => {
            found.push(SetPiece { bounds: bound, condition: condition.as_deref(), element, order: order.to_vec() });
        }
        SetKind::Union(left, right) => {
            pieces(left, order, heaps, found)?;
            pieces(right, order, heaps, found)?;
        }
        SetKind::Symmetric(inner, 1) if is_plain && heaps <= 4 => {
            for mut permuted in orders(heaps) {
                permuted.extend(heaps..order.len());
                pieces(inner, &permuted, heaps, found)?;
            }
        }
        _ => return Err("a set that is not made of lists, families, `union` and `sym` is not taken apart".to_owned()),
    }
    if MOST_PIECES < found.len() { Err("a set of so many pieces is not taken apart".to_owned()) } else { Ok(()) }
}

/// No P-position makes the statement false, piece by piece, and no other position.
pub(super) fn follows_in_pieces(
    spent: &CheckEffort<'_>,
    games: &[GameWithValues<'_>],
    statement: &Statement,
) -> Formed<()> {
    let (Some(set), Body::Holds(formula)) = (&games[0].p_positions, &statement.body) else {
        return Err("the P-positions are not known as a set".to_owned());
    };
    let ruleset = games[0].ruleset;
    let dimension = ruleset.heaps.len() + ruleset.registers.len();
    let mut all = Vec::new();
    pieces(set, &(0..dimension).collect::<Vec<_>>(), ruleset.heaps.len(), &mut all)?;
    for piece in all.iter().map(Some).chain([None]) {
        let mut reader = ProductReader::new(games);
        let fresh = reader.position()?;
        let mut parts = vec![reader.domain(&fresh)?];
        let mut scope = fresh.clone();
        match piece {
            None => parts.push(reader.member(set, &fresh.coordinates, &fresh, false)?),
            Some(piece) => {
                let mut inner = fresh.clone();
                for bound in piece.bounds {
                    let own = reader.some_number()?;
                    parts.push(reader.ranges(bound, &own, &inner)?);
                    inner = inner.with(bound.slot, own);
                }
                if let Some(condition) = piece.condition {
                    parts.push(reader.formula(condition, &inner, true)?);
                }
                for (value, at) in piece.element.iter().zip(&piece.order) {
                    let component = reader.end(value, &inner)?;
                    parts.push(equal(&component, &fresh.coordinates[*at])?);
                    scope.coordinates[*at] = component;
                }
            }
        }
        reader.known_outcome = Some((scope.coordinates.clone(), piece.is_some()));
        parts.append(&mut denied(&mut reader, statement, formula, &scope)?);
        never(spent, &reader, parts, "that the claim holds of each piece of the P-positions does not follow")?;
    }
    Ok(())
}

/// A position is one that the statement speaks of, and makes it false.
fn denied(
    reader: &mut ProductReader<'_>,
    statement: &Statement,
    formula: &Formula,
    scope: &VariableForms,
) -> Formed<Vec<super::forms::Asserted>> {
    let mut parts = Vec::new();
    if let Some(region) = &statement.condition {
        parts.push(reader.formula(region, scope, true)?);
    }
    match &statement.except {
        Except::Nothing => {}
        Except::These(set) => parts.push(reader.member(set, &scope.coordinates, scope, false)?),
        Except::FinitelyMany => return Err("finitely many exceptions are not checked".to_owned()),
    }
    parts.push(reader.formula(formula, scope, false)?);
    Ok(parts)
}
