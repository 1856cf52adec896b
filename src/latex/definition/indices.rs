//! What an instance of a move calls heaps that a set or a number names. Knows nothing of moves without variables.
use super::{MoveInstance, vectors};
use crate::latex::symbols::indexed;
use crate::syntax::ast::{ExprKind, Indices, MoveDeclaration, Name, RelationSign};

/// Writes the heaps of a set by their number, and the amounts that are taken from them; over which numbers these run.
pub(super) fn over_set(
    declaration: &MoveDeclaration,
    set: &Name,
    array: Option<&str>,
    one: &mut MoveInstance,
) -> String {
    let index = one.names.index.clone();
    let over = format!(r"{index} \in {}", one.names.name(&set.text));
    let heap = array.map_or_else(|| index.clone(), |array| indexed(&one.names.name(array), &index));
    for amount in &declaration.amounts {
        if amount.over.as_ref().is_some_and(|over| over.text == set.text) {
            one.names.vector(&amount.name.text, &over);
            let component = one.names.vectors[&amount.name.text].1.clone();
            one.names.put(&amount.name.text, component);
        }
    }
    one.names.vectors.insert(set.text.clone(), (over.clone(), heap.clone()));
    one.names.put(&set.text, heap);
    over
}

/// Variables that are put in, with what they run through.
pub(super) fn with_indices(declaration: &MoveDeclaration, indices: &Indices, one: MoveInstance) -> MoveInstance {
    let mut one = vectors(declaration, one);
    for binder in &indices.binders {
        match &binder.range.kind {
            ExprKind::Index { name, index, .. } if binder.relation == RelationSign::Equal => {
                let set = format!("{} = {}", one.names.name(&binder.name.text), one.names.expression(index));
                let over = over_set(declaration, &binder.name, Some(name), &mut one);
                one.also.push(format!("{over}, {set}"));
            }
            _ => one.also.push(one.names.binder(binder)),
        }
        if binder.cyclic {
            one.also.push(r"\text{numbers of heaps go around}".to_owned());
        }
    }
    one.also.extend(indices.condition.iter().map(|condition| one.names.expression(condition)));
    one
}
