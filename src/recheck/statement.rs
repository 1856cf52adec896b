//! Claims that look something up: the automata of what is looked up are checked, and then that no position is one where the
//! claim is false.
use super::final_phase::FinalPhase;
use super::game::{Check, Into, accepts};
use super::known::{LookedUp, ValueTables};
use super::search::OnTracks;
use super::spent::CheckEffort;
use super::table::{GraphTable, Numeration};
use super::tracks::not;
use crate::certificate::{Knowledge, Lookups};
use crate::ruleset::Ruleset;
use crate::ruleset::statement::{Body, Except, Formula, Statement};
use crate::value::Play;
use serde_json::Value;
use std::rc::Rc;

/// Confirms that a statement holds, by what is known of the games that it looks something up of.
pub(super) fn holds(
    spent: &CheckEffort<'_>,
    certificate: &Lookups,
    (rulesets, statement): (&[&Ruleset], &Statement),
) -> Result<(), String> {
    let numeration = numeration(certificate)?;
    let games = known(spent, numeration, certificate, (rulesets, statement.play))?;
    let check = Check { ruleset: rulesets[0], region: None, play: statement.play, numeration, spent };
    if let (Body::Holds(Formula::Admissible(which)), None, Except::Nothing) =
        (&statement.body, &statement.condition, &statement.except)
    {
        let (Some(values), Some(last)) = (&games[0].values, &games[0].last) else {
            return Err("the certificate has no final phase".to_owned());
        };
        // The explorer has a limit of bytes, and does without.
        if cfg!(target_arch = "wasm32") {
            return Err("the explorer does not check a final phase".to_owned());
        }
        return FinalPhase { check: &check, values, last }.is_admissible(*which);
    }
    let mut bench = check.bench(0);
    // A claim that names no position does not hold only because the game has none.
    let names_positions = !statement.free.is_empty() || matches!(statement.body, Body::Equal(..));
    let mut parts = if names_positions { vec![check.domain(&mut bench)?] } else { Vec::new() };
    let mut reader = check.reader(&mut bench)?;
    reader.games = Some(&games);
    let here = reader.coordinates.clone();
    parts.push(match &statement.body {
        Body::Holds(formula) => reader.opposite(formula)?,
        Body::Equal(outcome, set) => {
            let mut differ = Vec::new();
            for inside in [true, false] {
                differ.push(reader.apart(&mut |reader| {
                    let said = reader.membership(set, &here, inside)?;
                    Ok(OnTracks::And(vec![said, reader.has_outcome(*outcome, &here, !inside)?]))
                })?);
            }
            OnTracks::Or(differ)
        }
    });
    if let Some(region) = &statement.condition {
        parts.push(reader.formula(region)?);
    }
    match &statement.except {
        Except::Nothing => {}
        Except::These(set) => parts.push(reader.apart(&mut |reader| reader.membership(set, &here, false))?),
        Except::FinitelyMany => return Err("finitely many exceptions are not checked".to_owned()),
    }
    parts.append(&mut reader.facts);
    check.is_empty(&bench, &OnTracks::And(parts), "that the claim holds of all positions does not follow")
}

/// Confirms that a formula that looks nothing up holds of all positions of a game; its slots are those of the terms in it.
pub(super) fn holds_everywhere(
    spent: &CheckEffort<'_>,
    numeration: &Value,
    ruleset: &Ruleset,
    (formula, slots, why): (Formula, usize, &str),
) -> Result<(), String> {
    let told = of_all_positions(ruleset, formula, slots);
    let nothing = Lookups { numeration: numeration.clone(), known: Vec::new() };
    holds(spent, &nothing, (&[ruleset], &told)).map_err(|found| format!("{why} ({found})"))
}

/// That a formula that looks nothing up holds of all positions of a game; its slots are those of the terms in it.
pub(super) fn of_all_positions(ruleset: &Ruleset, formula: Formula, slots: usize) -> Statement {
    Statement {
        body: Body::Holds(formula),
        valued: Formula::Known(true),
        condition: None,
        except: Except::Nothing,
        play: Play::Normal,
        slots,
        free: (0..ruleset.heaps.len() + ruleset.registers.len()).collect(),
        scale: None,
    }
}

/// How numbers are written.
pub(super) fn numeration(certificate: &Lookups) -> Result<Numeration, String> {
    let numeration: Numeration = serde_json::from_value(certificate.numeration.clone())
        .map_err(|why| format!("the numeration is damaged: {why}"))?;
    numeration.checked()
}

/// What the certificate says of each game, checked.
fn known<'a>(
    spent: &CheckEffort<'_>,
    numeration: Numeration,
    certificate: &Lookups,
    (rulesets, play): (&[&'a Ruleset], Play),
) -> Result<Vec<LookedUp<'a>>, String> {
    let plays = std::iter::once(play).chain(rulesets.iter().skip(1).map(|ruleset| ruleset.play));
    let all = rulesets.iter().zip(plays);
    let mut games: Vec<LookedUp<'a>> = all
        .map(|(ruleset, play)| LookedUp { ruleset, play, values: None, normal: None, misere: None, last: None })
        .collect();
    for one in &certificate.known {
        if !one.passes.is_empty() {
            return Err("the certificate has parts of another kind".to_owned());
        }
        let game = games.get_mut(one.game).ok_or_else(|| format!("there is no game {}", one.game))?;
        let play = if one.what == Knowledge::Misere { Play::Misere } else { Play::Normal };
        let check = Check { ruleset: game.ruleset, region: None, play, numeration, spent };
        let width = check.dimension() + usize::from(one.what == Knowledge::Values);
        let read = |set| {
            let table = Rc::new(GraphTable::checked(set, width)?);
            let fits = table.numeration() == numeration;
            fits.then_some(table).ok_or_else(|| "the automata are of several numerations".to_owned())
        };
        let sets = one.sets.iter().map(read).collect::<Result<Vec<_>, String>>()?;
        for set in &sets {
            check.is_within(set, usize::from(one.what == Knowledge::Values))?;
        }
        match (one.what, sets.as_slice()) {
            (Knowledge::Normal | Knowledge::Misere, [set]) => {
                check.is_outcomes(set)?;
                let place = if play == Play::Normal { &mut game.normal } else { &mut game.misere };
                *place = Some(Rc::clone(set));
            }
            (Knowledge::Values, [graph]) => {
                check.is_values(graph)?;
                game.values = Some(ValueTables::Graph(Rc::clone(graph)));
            }
            (Knowledge::Levels, levels) => {
                (0..levels.len()).try_for_each(|at| check.is_level(levels, at))?;
                game.values = Some(ValueTables::Levels(sets));
            }
            // The explorer has a limit of bytes, and does without.
            (Knowledge::Final, [_]) if cfg!(target_arch = "wasm32") => {
                return Err("the explorer does not check a final phase".to_owned());
            }
            (Knowledge::Final, [last]) => {
                let values = game.values.as_ref().ok_or("the certificate has a final phase, and no values")?;
                FinalPhase { check: &check, values, last }.holds()?;
                game.last = Some(Rc::clone(last));
            }
            _ => return Err("the certificate has another number of automata".to_owned()),
        }
    }
    Ok(games)
}

impl Check<'_> {
    /// A set is that of the positions of one value, as those before it are of all smaller ones: no position is in two of them,
    /// no move leads from the set into the set, and every position that is in none of them has a move into it.
    fn is_level(&self, levels: &[Rc<GraphTable>], at: usize) -> Result<(), String> {
        let (earlier, set) = (&levels[..at], &levels[at]);
        let bench = self.bench(0);
        for other in earlier {
            let both = OnTracks::And(vec![accepts(set, bench.here.clone()), accepts(other, bench.here.clone())]);
            self.is_empty(&bench, &both, "a position has two values")?;
        }
        for family in &self.ruleset.moves {
            let mut bench = self.bench(0);
            let into = self.makes(&mut bench, family, Into::Set(set, None))?;
            let both = OnTracks::And(vec![accepts(set, bench.here.clone()), into]);
            let why = format!("move `{}` leads to an option of the same value", family.name);
            self.is_empty(&bench, &both, &why)?;
        }
        let mut bench = self.bench(0);
        let mut rest = vec![self.domain(&mut bench)?];
        rest.extend(levels[..=at].iter().map(|set| not(accepts(set, bench.here.clone()))));
        bench.outer = bench.tracks.len();
        let winning = self.all_moves(&mut bench, Into::Set(set, None))?;
        self.covers(&bench, &OnTracks::And(rest), &winning, "a position has no option of some smaller value")
    }
}
