//! The final phase of misère play and admissible rulesets, as formulas: KY24, Definition 2, after Yamasaki (1980).
use super::Reading;
use crate::prover::Obstacle;
use crate::ruleset::statement::Admissibility;
use nimdsl_automata::{Integer, Natural, Presburger};

impl Reading<'_> {
    fn value_is(&self, terms: &[Integer], value: i64) -> Result<Presburger, Obstacle> {
        let tracks = self.game(0).on_tracks(terms);
        let held = self.names.fresh("the value");
        let graph = self.facts[0].value(&tracks, held)?;
        Ok(Presburger::exists([held], Presburger::and([graph, Presburger::equal(held, value)])))
    }
}

/// What defines the final phase: of value 0 and terminal or with a final option of value 1; or of value 1, and all options of
/// value 0 are final. `last` says of an option whether it is final.
pub(in crate::prover) fn step(
    reading: &Reading<'_>,
    terms: &[Integer],
    last: &dyn Fn(&[Integer]) -> Result<Presburger, Obstacle>,
) -> Result<Presburger, Obstacle> {
    let game = reading.game(0);
    let some = game.some_option(terms, &|option| Ok(Presburger::and([reading.value_is(option, 1)?, last(option)?])))?;
    let other = game
        .some_option(terms, &|option| Ok(Presburger::and([reading.value_is(option, 0)?, last(option)?.negated()])))?;
    Ok(Presburger::or([
        Presburger::and([reading.value_is(terms, 0)?, Presburger::or([game.terminal(terms)?, some])]),
        Presburger::and([reading.value_is(terms, 1)?, other.negated()]),
    ]))
}

/// Whether the ruleset is admissible. In (i) and (ii) of the definition the conclusion is read of the option.
pub(in crate::prover) fn admissible(reading: &Reading<'_>, which: Admissibility) -> Result<Presburger, Obstacle> {
    let game = reading.game(0);
    let tracks: Vec<Natural> = (0..game.dimension()).map(|at| reading.names.beside(at, "a heap")).collect();
    let terms = game.coordinates(&tracks);
    let last = |terms: &[Integer]| reading.facts[0].final_phase(&game.on_tracks(terms));
    let option = |value: i64, phase: bool| {
        game.some_option(&terms, &|option| {
            let phase = if phase { last(option)? } else { last(option)?.negated() };
            Ok(Presburger::and([reading.value_is(option, value)?, phase]))
        })
    };
    let (zero, one) = (reading.value_is(&terms, 0)?, reading.value_is(&terms, 1)?);
    let larger = Presburger::and([zero.clone().negated(), one.clone().negated()]);
    let conditions = match which {
        Admissibility::Plain => vec![larger.implies(Presburger::or([option(0, false)?, option(1, true)?]))],
        Admissibility::Universal => vec![
            Presburger::and([zero, last(&terms)?]).implies(option(1, false)?.negated()),
            Presburger::and([one, last(&terms)?.negated()]).implies(option(0, true)?.negated()),
            larger.implies(Presburger::or([
                Presburger::and([option(0, false)?, option(1, false)?]),
                Presburger::and([option(0, true)?, option(1, true)?]),
            ])),
        ],
    };
    Ok(Presburger::forall(tracks, game.domain(&terms)?.implies(Presburger::And(conditions))))
}
