//! Exchanges of two heaps that change neither the rules nor the set: of what is exchanged, one is told.
use super::super::frame::LinearMove;
use super::super::page::{ProofBlock, paragraph};
use super::FormulaCases;
use crate::latex::symbol;
use crate::ruleset::linear::Inequality;

/// Two heaps that may be exchanged.
pub(super) struct HeapExchange {
    heaps: [usize; 2],
    /// Where each coordinate goes.
    coordinates: Vec<usize>,
    /// Which move each move becomes.
    moves: Vec<usize>,
}

/// Whether two lists have the same rows in some order.
fn same(one: &[Inequality], other: &[Inequality]) -> bool {
    one.iter().all(|row| other.contains(row)) && other.iter().all(|row| one.contains(row))
}

impl FormulaCases<'_> {
    /// The exchanges of two heaps that change nothing.
    pub(super) fn exchanges(&self) -> Option<Vec<HeapExchange>> {
        let moves = &self.frame.proof.ruleset.moves;
        let all = (0..moves.len()).map(|rule| self.frame.alternatives(rule)).collect::<Option<Vec<_>>>()?;
        let places = self.places();
        let mut found = Vec::new();
        for (first, own) in places.iter().enumerate() {
            for (second, other) in
                places.iter().enumerate().skip(first + 1).filter(|(_, other)| other.len() == own.len())
            {
                let mut coordinates: Vec<usize> = (0..self.frame.coordinates).collect();
                for (one, other) in own.iter().zip(other) {
                    coordinates.swap(*one, *other);
                }
                let is_image = |rule: usize, other: &usize| {
                    moves[rule].name == moves[*other].name && self.is_image(&all[rule], &all[*other], &coordinates)
                };
                let image = |rule| (0..moves.len()).find(|other| is_image(rule, other));
                if let Some(moves) = (0..moves.len()).map(image).collect::<Option<Vec<_>>>()
                    && self.keeps(&coordinates)
                {
                    found.push(HeapExchange { heaps: [first, second], coordinates, moves });
                }
            }
        }
        Some(found)
    }

    /// The coordinates of each heap of the game as it was given: one, or a quotient and a remainder.
    fn places(&self) -> Vec<Vec<usize>> {
        let proof = self.frame.proof;
        let (split, mut next) = (proof.certificate.digits.first().map(|modulus| &modulus.split), 0);
        if 1 < proof.certificate.digits.len() {
            return Vec::new();
        }
        let heaps = proof.given.heaps.iter().map(|heap| {
            let first = next;
            next += 1 + usize::from(split.is_some_and(|split| split.contains(heap)));
            (first..next).collect()
        });
        heaps.collect()
    }

    /// A form with variables in the places of others.
    fn permuted(form: &Inequality, places: &[usize]) -> Inequality {
        let mut permuted = form.clone();
        for (at, other) in places.iter().enumerate() {
            permuted.coefficients[*other] = form.coefficients[at];
        }
        permuted
    }

    fn permuted_rows(rows: &[Inequality], places: &[usize]) -> Vec<Inequality> {
        rows.iter().map(|row| Self::permuted(row, places)).collect()
    }

    /// Whether one move becomes the other, with its amounts in some order.
    fn is_image(&self, one: &[LinearMove], other: &[LinearMove], coordinates: &[usize]) -> bool {
        let amounts: Vec<usize> = (self.frame.coordinates..self.frame.variables - self.frame.coordinates).collect();
        let mut orders = vec![amounts.clone()];
        for (at, _) in amounts.iter().enumerate() {
            for other in at + 1..amounts.len() {
                let mut order = amounts.clone();
                order.swap(at, other);
                orders.push(order);
            }
        }
        let becomes = |one: &LinearMove, other: &LinearMove, places: &[usize]| {
            let mut option = one.option.clone();
            for (at, place) in coordinates.iter().enumerate() {
                option[*place] = Self::permuted(&one.option[at], places);
            }
            option == other.option && same(&Self::permuted_rows(&one.rows, places), &other.rows)
        };
        // An exchange undoes itself: so each is asked of in both directions.
        let all = |from: &[LinearMove], to: &[LinearMove], places: &[usize]| {
            from.iter().all(|own| to.iter().any(|other| becomes(own, other, places)))
        };
        orders.iter().any(|order| {
            let places = [coordinates, order].concat();
            all(one, other, &places) && all(other, one, &places)
        })
    }

    /// Whether positions and set stay the same.
    fn keeps(&self, coordinates: &[usize]) -> bool {
        let becomes = |rows: &[Inequality], other: &[Inequality]| same(&Self::permuted_rows(rows, coordinates), other);
        self.summed.iter().all(|at| self.summed.contains(&coordinates[*at]))
            && becomes(&self.domain, &self.domain)
            && self.alternatives.iter().all(|own| self.alternatives.iter().any(|other| becomes(own, other)))
    }

    /// Whether a move is one that was told before, exchanged.
    pub(super) fn is_told_move(&self, rule: usize) -> bool {
        self.exchanges.iter().any(|exchange| exchange.moves[..rule].contains(&rule))
    }

    /// Whether a coordinate is one that was told before, exchanged.
    pub(super) fn is_told_coordinate(&self, coordinate: usize) -> bool {
        self.exchanges.iter().any(|exchange| exchange.coordinates[..coordinate].contains(&coordinate))
    }

    /// What is left out.
    pub(super) fn exchanged(&self) -> Option<ProofBlock> {
        let heaps = &self.frame.proof.given.heaps;
        let pairs = self.exchanges.iter().map(|exchange| {
            let [one, other] = exchange.heaps.map(|at| symbol(&heaps[at]));
            format!("${one}$ and ${other}$")
        });
        let pairs = pairs.collect::<Vec<_>>().join(", or ");
        (!pairs.is_empty()).then(|| {
            paragraph(&format!(
                "Rules and $S$ stay the same if {pairs} are exchanged. Of moves, and of the cases of a nim-sum, that are exchanged with each other, one is told."
            ))
        })
    }
}
