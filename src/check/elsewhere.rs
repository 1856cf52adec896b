//! Judges claims and the measure at other parameters than the defaults.
use super::claims;
use super::document::{Document, Settings};
use super::judge::measure;
use super::lower::parameters;
use super::passes::judged;
use super::scope::Scope;
use crate::diagnostic::{Fault, Sink};
use crate::ruleset::{ParameterValue, Ruleset};

/// Parameters of one claim at which a measure is tried when a file is checked.
const MOST_INSTANCES: usize = 24;
/// A measure is tried at all values of a parameter up to this.
const SMALL_PARAMETER: i64 = 8;

impl Document {
    /// Every claim can be lowered at the first parameters that it speaks of.
    pub(super) fn claims_are_well_formed(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        // Many claims speak of the same parameters.
        let mut known: Vec<(Settings, Ruleset, Scope)> = Vec::new();
        for claim in self.claims() {
            let lowered = self.instances(claim, &Settings::new()).and_then(|mut instances| {
                if instances.is_empty() {
                    return Ok(());
                }
                let first = instances.swap_remove(0);
                let at = match known.iter().position(|(settings, ..)| *settings == first) {
                    Some(at) => at,
                    None => {
                        let ruleset = self.at_head(claim, &first, &Settings::new())?;
                        let scope = self.scope(&ruleset)?;
                        known.push((first, ruleset, scope));
                        known.len() - 1
                    }
                };
                let (_, ruleset, scope) = &known[at];
                self.named_position_in(claim, ruleset, scope)?;
                claims::statement(self, ruleset, claim, scope).map(|_| ())
            });
            faults.extend(lowered.err().into_iter().flat_map(|faults| faults.0));
        }
        one_for_each_name(faults)
    }

    /// A fault if the measure that the file gives does not fall at some parameters that a claim speaks of, or at small ones.
    pub(super) fn measure_falls_at_other_parameters(&self) -> Option<Fault> {
        if !measure::asked(&self.file) || self.parameters.is_empty() || !self.components.is_empty() {
            return None;
        }
        let mut all: Vec<Settings> = Vec::new();
        for claim in self.claims() {
            all.extend(self.instances(claim, &Settings::new()).into_iter().flatten().take(MOST_INSTANCES));
        }
        for (name, value) in &self.parameters {
            let ParameterValue::Number(default) = value else { continue };
            let near = [default.saturating_sub(1), default.saturating_add(1)];
            let one = |value| Settings::from([(name.clone(), ParameterValue::Number(value))]);
            all.extend((0..=SMALL_PARAMETER).chain(near).map(one));
        }
        let mut tried: Vec<Settings> = vec![Settings::new()];
        for settings in all {
            if tried.contains(&settings) {
                continue;
            }
            // Of parameters that the file does not allow there is no game.
            let mut sink = Sink::new(self.source.clone());
            parameters::values(&self.file, &settings, &mut sink);
            if !sink.has_errors() {
                // What else is wrong there is said where somebody asks for these parameters.
                let refuted = judged(&self.file, &settings, &mut sink).and_then(|judged| judged.ending.refuted);
                if refuted.is_some() {
                    return refuted;
                }
            }
            tried.push(settings);
        }
        None
    }
}

/// The faults of several sinks, in which a name that nothing binds is told once, with all its places.
fn one_for_each_name(faults: Vec<Fault>) -> Vec<Fault> {
    let mut told: Vec<Fault> = Vec::new();
    for fault in faults {
        let name = matches!(fault.code, "unknown-name" | "unknown-function");
        let same = |known: &&mut Fault| {
            known.code == fault.code && known.message == fault.message && known.source.name == fault.source.name
        };
        match told.iter_mut().find(same).filter(|_| name) {
            Some(known) => known.join(fault),
            None => told.push(fault),
        }
    }
    told
}
