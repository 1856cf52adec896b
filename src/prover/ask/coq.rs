//! Theorems for Coq: the game, the set and the statement as definitions that are read, and a proof whose conditions Coq's kernel
//! computes. Nothing of ours is trusted for them but that the definitions say what the ruleset says.
use crate::prover::Obstacle;
use crate::prover::say::game::Game;
use crate::prover::say::notation::Notation;
use crate::ruleset::Ruleset;
use crate::value::Play;
use nimdsl_automata::coq::{DECIDER, InCoq, in_coq};
use nimdsl_automata::{Integer, Natural, Presburger};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// What stands before theorems: a decider of formulas with its proof, and why two conditions are enough.
pub(super) const PREAMBLE: [&str; 2] = [DECIDER, include_str!("games.v")];

/// Words that no variable may have: Coq's own; constructors, which would be taken for themselves where a position is taken apart; and those
/// of the preamble that a script needs inside of its definitions.
const RESERVED: [&str; 60] = [
    "And", "Cong", "Empty", "Eq", "Ex", "Fls", "Gt", "Le", "Lt", "N", "Node", "None", "Not", "O", "Or", "P", "Pow",
    "Prop", "S", "Set", "Some", "Tru", "Type", "Xor", "Z", "as", "at", "belongs", "claimed", "cofix", "domain", "else",
    "end", "exists", "exists2", "falls", "false", "fix", "for", "forall", "fun", "if", "in", "is", "let", "list",
    "match", "measure", "mod", "move", "moves", "nat", "of", "power", "return", "then", "true", "value", "where",
    "with",
];

/// What a theorem is about: formulas over the tracks of a game.
pub(super) struct ForCoq<'a> {
    pub(super) notation: &'a Notation<'a>,
    pub(super) game: Game<'a>,
    pub(super) play: Play,
    /// Which tracks are a position.
    pub(super) domain: &'a Presburger,
    /// The set, or the relation with the track of a value.
    pub(super) claimed: &'a Presburger,
    /// Whether it is a relation with values.
    pub(super) has_values: bool,
}

/// Names of variables in Coq, each with one of its own.
struct CoqNames<'a> {
    notation: &'a Notation<'a>,
    given: RefCell<BTreeMap<Natural, String>>,
}

impl CoqNames<'_> {
    /// A variable's name: its own where Coq has that and nothing else is called so.
    fn of(&self, variable: Natural) -> String {
        if let Some(known) = self.given.borrow().get(&variable) {
            return known.clone();
        }
        let label = self.notation.names.of(variable);
        let begun = label.strip_suffix('\'').unwrap_or(&label);
        let plain: String =
            begun.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect();
        let plain =
            if plain.starts_with(|first: char| first.is_ascii_alphabetic()) { plain } else { format!("v{plain}") };
        let own = if begun.len() < label.len() { format!("{plain}'") } else { plain.clone() };
        let mut given = self.given.borrow_mut();
        let is_free = |name: &String| !RESERVED.contains(&name.as_str()) && given.values().all(|other| other != name);
        let further = (1..).map(|number: u32| format!("{plain}_{number}"));
        let name = std::iter::once(own).chain(further).find(is_free).expect("numbers do not end");
        given.insert(variable, name.clone());
        name
    }

    fn list(&self, variables: &[Natural], between: &str) -> String {
        variables.iter().map(|variable| self.of(*variable)).collect::<Vec<_>>().join(between)
    }
}

/// A theorem with its proof, as a module of its own.
struct CoqTheorem<'a> {
    asked: &'a ForCoq<'a>,
    names: CoqNames<'a>,
    /// The tracks of the option.
    option: Vec<Natural>,
    /// Two values beside each other, the track of the value first.
    values: [Natural; 2],
    moves: Presburger,
    falls: Presburger,
    measure: Vec<MeasureEntry>,
}

/// Definitions and the theorem with its proof, or why there is none.
pub(super) fn theorem(asked: &ForCoq<'_>) -> Result<String, Obstacle> {
    let (notation, game) = (asked.notation, asked.game);
    let primed = |track: &Natural| notation.names.fresh(&format!("{}'", notation.names.of(*track)));
    let option: Vec<Natural> = notation.tracks.iter().map(primed).collect();
    let values = [notation.value, notation.names.fresh("w")];
    let here = notation.coordinates();
    let leads = |reached: &[Integer]| {
        let on_tracks = game.on_tracks(reached);
        Ok(Presburger::and(option.iter().zip(on_tracks).map(|(track, term)| Presburger::equal(*track, term))))
    };
    let moves = game.some_option(&here, &leads)?;
    let measure = entries(notation.ruleset)?;
    let falls = falls(&measure, &notation.tracks, &option);
    let names = CoqNames { notation, given: RefCell::default() };
    // Tracks have their names first.
    for track in notation.tracks.iter().chain(&option).chain(&values) {
        names.of(*track);
    }
    let theorem = CoqTheorem { asked, names, option, values, moves, falls, measure };
    theorem.written().map_err(Obstacle::Cannot)
}

/// An entry of the measure on the tracks, less its least value.
struct MeasureEntry {
    weights: Vec<i64>,
    constant: i64,
}

impl MeasureEntry {
    fn at(&self, tracks: &[Natural]) -> Integer {
        let terms = self.weights.iter().zip(tracks).map(|(weight, track)| Integer::from(*track) * *weight);
        terms.fold(Integer::from(self.constant), |sum, term| sum + term)
    }
}

/// The entries of the measure of a ruleset.
fn entries(ruleset: &Ruleset) -> Result<Vec<MeasureEntry>, Obstacle> {
    // A track counts from the least value of a register that can be negative, and from 0 otherwise.
    let heaps = ruleset.heaps.iter().map(|_| (0, None));
    let registers = ruleset.registers.iter().map(|register| {
        let high = register.high.and_then(|high| high.checked_sub(register.low.min(0)));
        (register.low.max(0), high)
    });
    let bounds: Vec<(i64, Option<i64>)> = heaps.chain(registers).collect();
    let entry = |weights: &Vec<i64>| {
        let mut constant: i64 = 0;
        for (weight, (low, high)) in weights.iter().zip(&bounds) {
            let least = if *weight < 0 { (*high)? } else { *low };
            constant = constant.checked_sub(least.checked_mul(*weight)?)?;
        }
        Some(MeasureEntry { weights: weights.clone(), constant })
    };
    let entries: Option<Vec<MeasureEntry>> = ruleset.measure.iter().map(entry).collect();
    entries.ok_or_else(|| Obstacle::Cannot("the measure has no least value that is a number".to_owned()))
}

/// That the measure falls in the order of a dictionary, and the entry that falls stays at 0 or above.
fn falls(measure: &[MeasureEntry], before: &[Natural], after: &[Natural]) -> Presburger {
    let ways = measure.iter().enumerate().map(|(at, entry)| {
        let same = measure[..at].iter().map(|entry| Presburger::equal(entry.at(after), entry.at(before)));
        let fallen = [Presburger::at_most(0, entry.at(after)), Presburger::less(entry.at(after), entry.at(before))];
        Presburger::and(same.chain(fallen))
    });
    Presburger::or(ways)
}

/// A condition of the proof: a proposition about naturals in definitions of the script, and its formula.
struct CoqCondition {
    name: &'static str,
    variables: Vec<Natural>,
    told: InCoq,
}

fn says(proposition: impl Into<String>, form: impl Into<String>) -> InCoq {
    InCoq { proposition: proposition.into(), form: form.into() }
}

fn and(left: &InCoq, right: &InCoq) -> InCoq {
    says(format!("({} /\\ {})", left.proposition, right.proposition), format!("(And {} {})", left.form, right.form))
}

fn or(left: &InCoq, right: &InCoq) -> InCoq {
    says(format!("({} \\/ {})", left.proposition, right.proposition), format!("(Or {} {})", left.form, right.form))
}

fn not(inner: &InCoq) -> InCoq {
    says(format!("~ {}", inner.proposition), format!("(Not {})", inner.form))
}

impl CoqTheorem<'_> {
    fn here(&self) -> &[Natural] {
        &self.asked.notation.tracks
    }

    /// A definition, applied to what stands at the place of its own variables, in a row of variables.
    fn applied(
        &self,
        (word, formula): (&str, &Presburger),
        own: &[Natural],
        given: &[Natural],
        row: &[Natural],
    ) -> Result<InCoq, String> {
        // Where others stand in the row, the formula's own variables take their places; what it does not mention stands elsewhere.
        let nobody = |at: usize| Natural(u32::MAX - u32::try_from(at).expect("a row is short"));
        let place = |(at, variable): (usize, &Natural)| {
            let found = given.iter().position(|one| one == variable);
            found.map_or(nobody(at), |found| own[found])
        };
        let scope: Vec<Natural> = row.iter().enumerate().map(place).collect();
        let told = in_coq(formula, &scope, &|variable| self.names.of(variable))?;
        Ok(says(format!("{word} {}", self.names.list(given, " ")), told.form))
    }

    fn belongs(&self, position: &[Natural], row: &[Natural]) -> Result<InCoq, String> {
        self.applied(("belongs", self.asked.domain), self.here(), position, row)
    }

    fn claimed(&self, position: &[Natural], value: Option<Natural>, row: &[Natural]) -> Result<InCoq, String> {
        let own: Vec<Natural> = self.here().iter().copied().chain(value.map(|_| self.values[0])).collect();
        let given: Vec<Natural> = position.iter().copied().chain(value).collect();
        self.applied(("claimed", self.asked.claimed), &own, &given, row)
    }

    fn moved(&self, row: &[Natural]) -> Result<InCoq, String> {
        let both = [self.here(), &self.option].concat();
        self.applied(("moves", &self.moves), &both, &both, row)
    }

    /// That there is an option with something: the first of a row's variables are those of the option.
    fn some_option(
        &self,
        row: &[Natural],
        with: impl Fn(&[Natural]) -> Result<Option<InCoq>, String>,
    ) -> Result<InCoq, String> {
        let longer = [&self.option, row].concat();
        let mut body = self.moved(&longer)?;
        if let Some(more) = with(&longer)? {
            body = and(&body, &more);
        }
        let quantified = self.option.iter().rev().map(|track| self.names.of(*track));
        let quantified = quantified.map(|name| format!("exists {name}, 0 <= {name} /\\ ")).collect::<Vec<_>>().concat();
        Ok(says(format!("({quantified}{})", body.proposition), format!("(Ex {} {})", self.option.len(), body.form)))
    }

    /// What has to be computed.
    fn conditions(&self) -> Result<Vec<CoqCondition>, String> {
        let here = self.here();
        let both = [&self.option, here].concat();
        let from = and(&self.belongs(here, &both)?, &self.moved(&both)?);
        let stays = or(&not(&from), &self.belongs(&self.option, &both)?);
        let all = [here, &self.option].concat();
        let falls = self.applied(("falls", &self.falls), &all, &all, &both)?;
        let ends = or(&not(&from), &falls);
        let mut conditions = vec![
            CoqCondition { name: "stays", variables: both.clone(), told: stays },
            CoqCondition { name: "ends", variables: both, told: ends },
        ];
        conditions.append(&mut if self.asked.has_values { self.on_values()? } else { self.on_outcomes()? });
        Ok(conditions)
    }

    /// The conditions on a set.
    fn on_outcomes(&self) -> Result<Vec<CoqCondition>, String> {
        let here = self.here();
        let both = [&self.option, here].concat();
        let inside_set = and(&self.belongs(here, &both)?, &self.claimed(here, None, &both)?);
        let into = and(&self.moved(&both)?, &self.claimed(&self.option, None, &both)?);
        let inside = not(&and(&inside_set, &into));
        let outside = not(&self.belongs(here, here)?);
        let wins = self.some_option(here, |row| self.claimed(&self.option, None, row).map(Some))?;
        let claimed = self.claimed(here, None, here)?;
        let mut conditions = vec![CoqCondition { name: "inside", variables: both, told: inside }];
        let wins = match self.asked.play {
            Play::Normal => wins,
            Play::Misere => {
                let any = self.some_option(here, |_| Ok(None))?;
                let goes_on = or(&not(&and(&self.belongs(here, here)?, &claimed)), &any);
                conditions.push(CoqCondition { name: "goes_on", variables: here.to_vec(), told: goes_on });
                or(&not(&any), &wins)
            }
        };
        let told = or(&outside, &or(&claimed, &wins));
        conditions.push(CoqCondition { name: "outside", variables: here.to_vec(), told });
        Ok(conditions)
    }

    /// The four conditions on a relation with values.
    fn on_values(&self) -> Result<Vec<CoqCondition>, String> {
        let (here, [value, other]) = (self.here(), self.values);
        let with_value = [&[value], here].concat();
        let name = self.names.of(value);
        let one = self.claimed(here, Some(value), &with_value)?;
        let any = says(format!("(exists {name}, 0 <= {name} /\\ {})", one.proposition), format!("(Ex 1 {})", one.form));
        let total = or(&not(&self.belongs(here, here)?), &any);
        let two = [&[other, value], here].concat();
        let first = and(&self.belongs(here, &two)?, &self.claimed(here, Some(value), &two)?);
        let second = and(&first, &self.claimed(here, Some(other), &two)?);
        let other_name = self.names.of(other);
        let single = or(&not(&second), &says(format!("{other_name} = {name}"), "(Eq [1; -1] 0)"));
        let moved = [&self.option, with_value.as_slice()].concat();
        let from = and(&self.belongs(here, &moved)?, &self.claimed(here, Some(value), &moved)?);
        let into = and(&self.moved(&moved)?, &self.claimed(&self.option, Some(value), &moved)?);
        let same = not(&and(&from, &into));
        let below = and(&first, &says(format!("{other_name} + 1 <= {name}"), "(Le [1; -1] 1)"));
        let reached = self.some_option(&two, |row| self.claimed(&self.option, Some(other), row).map(Some))?;
        let smaller = or(&not(&below), &reached);
        Ok(vec![
            CoqCondition { name: "total", variables: here.to_vec(), told: total },
            CoqCondition { name: "single", variables: two.clone(), told: single },
            CoqCondition { name: "same", variables: moved, told: same },
            CoqCondition { name: "smaller", variables: two, told: smaller },
        ])
    }

    /// A definition of variables.
    fn definition(&self, word: &str, formula: &Presburger, variables: &[Natural]) -> Result<String, String> {
        let told = in_coq(formula, variables, &|variable| self.names.of(variable))?;
        let variables = self.names.list(variables, " ");
        Ok(format!("Definition {word} ({variables} : Z) : Prop :=\n  {}.\n\n", told.proposition))
    }

    /// A position.
    fn place(&self, variables: &[Natural]) -> String {
        let names = variables.iter().map(|variable| self.names.of(*variable));
        names.reduce(|pair, next| format!("({pair}, {next})")).unwrap_or_default()
    }

    /// A position as it is taken apart.
    fn pattern(&self, variables: &[Natural]) -> String {
        let names = variables.iter().map(|variable| self.names.of(*variable));
        names.reduce(|pair, next| format!("[{pair} {next}]")).unwrap_or_default()
    }

    /// That variables are natural numbers, before something else.
    fn natural(&self, variables: &[Natural], sign: &str) -> String {
        let all = variables.iter().map(|variable| format!("0 <= {} {sign} ", self.names.of(*variable)));
        all.collect::<Vec<_>>().concat()
    }

    /// The definitions: those in numbers, and those of positions.
    fn definitions(&self) -> Result<String, String> {
        let (here, option) = (self.here(), self.option.as_slice());
        let both = [here, option].concat();
        let value = self.asked.has_values.then_some(self.values[0]);
        let claimed: Vec<Natural> = here.iter().copied().chain(value).collect();
        let mut text = self.definition("belongs", self.asked.domain, here)?;
        text += &self.definition("moves", &self.moves, &both)?;
        text += &self.definition("claimed", self.asked.claimed, &claimed)?;
        text += &self.definition("falls", &self.falls, &both)?;
        let kind = vec!["Z"; here.len()].join(" * ");
        let bind = |variables: &[Natural], name: &str| {
            let mark = if variables.len() == 1 { "" } else { "'" };
            format!("let {mark}{} := {name} in", self.place(variables))
        };
        let natural = |variables: &[Natural]| self.natural(variables, "/\\");
        let (from, to) = (bind(here, "p"), bind(option, "q"));
        let (names, all) = (self.names.list(here, " "), self.names.list(&both, " "));
        text += &format!("Definition domain (p : {kind}) : Prop := {from} {}belongs {names}.\n", natural(here));
        text += &format!("Definition move (p q : {kind}) : Prop := {from} {to} {}moves {all}.\n", natural(option));
        let entry = |entry: &MeasureEntry| {
            let terms = entry.weights.iter().zip(here).filter(|(weight, _)| **weight != 0);
            let terms = terms.map(|(weight, track)| format!("{weight} * {}", self.names.of(*track)));
            terms.chain([entry.constant.to_string()]).collect::<Vec<_>>().join(" + ")
        };
        let entries = self.measure.iter().map(entry).collect::<Vec<_>>().join("; ");
        text += &format!("Definition measure (p : {kind}) : list Z := {from} [{entries}].\n");
        text += &match value {
            None => format!("Definition in_set (p : {kind}) : Prop := {from} claimed {names}.\n\n"),
            Some(value) => {
                let value = self.names.of(value);
                format!("Definition has_value (p : {kind}) ({value} : Z) : Prop := {from} claimed {names} {value}.\n\n")
            }
        };
        Ok(text)
    }

    /// A condition as a lemma whose formula Coq decides.
    fn computed(&self, condition: &CoqCondition) -> String {
        let CoqCondition { name, variables, told } = condition;
        let natural = self.natural(variables, "->");
        let (names, row) = (self.names.list(variables, " "), self.names.list(variables, "; "));
        format!(
            "Lemma {name}_computed : forall {names}, {natural}\n  {}.\nProof.\n  intros {names}; intros; unfold belongs, moves, claimed, falls.\n  decide_it {}\n    [{row}].\nQed.\n\n",
            told.proposition, told.form
        )
    }

    /// A condition on positions, from that on their numbers.
    fn lifted(&self, name: &str, statement: &str, (taken, computed): (&str, &str), rest: &str) -> String {
        let set = if self.asked.has_values { "has_value" } else { "in_set" };
        let natural = " ltac:(first [tauto|lia])".repeat(computed.split(' ').count());
        format!(
            "Lemma {name} : {statement}.\nProof.\n  intros {taken}; cbv beta iota zeta delta [domain move measure {set}]; intros.\n  pose proof ({name}_computed {computed}{natural}) as C; {rest}\nQed.\n\n"
        )
    }

    /// How an option that a condition gives is taken apart, as far as `rest`; the last track stands outside.
    fn taken(&self, rest: &str) -> String {
        let around = |rest: String, track: &Natural| format!("[{} [? {rest}]]", self.names.of(*track));
        self.option.iter().fold(rest.to_owned(), around)
    }

    /// The lemmas that play stays among positions and ends.
    fn on_play(&self) -> String {
        let two = format!("{} {}", self.pattern(self.here()), self.pattern(&self.option));
        let both = self.names.list(&[&self.option, self.here()].concat(), " ");
        let falls = "destruct C as [C|C]; [tauto|unfold falls in C; cbn [below length]; lia].";
        self.lifted("stays", "forall p q, domain p -> move p q -> domain q", (&two, &both), "tauto.")
            + &self.lifted(
                "ends",
                "forall p q, domain p -> move p q -> below (measure q) (measure p)",
                (&two, &both),
                falls,
            )
    }

    /// The theorem on P-positions, with the lemmas before it.
    fn outcome_theorem(&self) -> String {
        let (p, q) = (self.pattern(self.here()), self.pattern(&self.option));
        let names = self.names.list(self.here(), " ");
        let both = self.names.list(&[&self.option, self.here()].concat(), " ");
        let (here, option) = (self.place(self.here()), self.place(&self.option));
        let (two, wins) =
            (format!("{p} {q}"), format!("destruct C as {}; exists {option}; tauto", self.taken("[? ?]")));
        let inside = "forall p q, domain p -> in_set p -> move p q -> ~ in_set q";
        let mut text = self.lifted("inside", inside, (&two, &both), "tauto.");
        let (word, theorem) = match self.asked.play {
            Play::Normal => {
                let outside = "forall p, domain p -> in_set p \\/ exists q, move p q /\\ in_set q";
                let rest = format!("destruct C as [C|[C|C]]; try tauto; right; {wins}.");
                text += &self.lifted("outside", outside, (&p, &names), &rest);
                ("P", "P_positions _ move domain measure stays ends in_set inside outside")
            }
            Play::Misere => {
                let goes_on = "forall p, domain p -> in_set p -> exists q, move p q";
                let rest = format!(
                    "destruct C as [C|C]; try tauto; destruct C as {}; exists {option}; tauto.",
                    self.taken("?")
                );
                text += &self.lifted("goes_on", goes_on, (&p, &names), &rest);
                let outside =
                    "forall p, domain p -> in_set p \\/ (forall q, ~ move p q) \\/ exists q, move p q /\\ in_set q";
                let order = self.option.iter().rev().map(|track| self.names.of(*track));
                let order = order.map(|name| format!("exists {name}; split; [tauto|]; ")).collect::<Vec<_>>().concat();
                let rest = format!(
                    "destruct C as [C|[C|[C|C]]]; try tauto; [right; left; intros {q} ?; apply C; {order}tauto|right; right; {wins}]."
                );
                text += &self.lifted("outside", outside, (&p, &names), &rest);
                ("P_misere", "P_misere_positions _ move domain measure stays ends in_set inside goes_on outside")
            }
        };
        text + &format!(
            "Theorem P_positions_are : forall {names}, domain {here} -> ({word} move {here} <-> claimed {names}).\nProof.\n  intros {names}. exact ({theorem} {here}).\nQed.\nPrint Assumptions P_positions_are.\n"
        )
    }

    /// The theorem on values, with the lemmas before it.
    fn value_theorem(&self) -> String {
        let (p, q) = (self.pattern(self.here()), self.pattern(&self.option));
        let (names, option) = (self.names.list(self.here(), " "), self.names.list(&self.option, " "));
        let [value, other] = self.values.map(|value| self.names.of(value));
        let wins = format!("destruct C as {}; exists {}; tauto", self.taken("[? ?]"), self.place(&self.option));
        let two_values = (format!("{p} {value} {other}"), format!("{other} {value} {names}"));
        let two_values = (two_values.0.as_str(), two_values.1.as_str());
        let total = "forall p, domain p -> exists v, 0 <= v /\\ has_value p v";
        let single = "forall p v w, domain p -> 0 <= v -> 0 <= w -> has_value p v -> has_value p w -> v = w";
        let same = "forall p q v, domain p -> 0 <= v -> has_value p v -> move p q -> ~ has_value q v";
        let smaller = "forall p v w, domain p -> has_value p v -> 0 <= w < v -> exists q, move p q /\\ has_value q w";
        let reached = format!("assert ({other} + 1 <= {value}) by lia; destruct C as [C|C]; [exfalso; tauto|{wins}].");
        let here = self.place(self.here());
        self.lifted("total", total, (&p, &names), "tauto.")
            + &self.lifted("single", single, two_values, "symmetry; tauto.")
            + &self.lifted("same", same, (&format!("{p} {q} {value}"), &format!("{option} {value} {names}")), "tauto.")
            + &self.lifted("smaller", smaller, two_values, &reached)
            + &format!(
                "Theorem values_are : forall {names}, domain {here} ->\n  forall {value}, value move {here} {value} <-> 0 <= {value} /\\ claimed {names} {value}.\nProof.\n  intros {names} H. exact (values _ move domain measure stays ends has_value total single same smaller {here} H).\nQed.\nPrint Assumptions values_are.\n"
            )
    }

    /// The definitions, and the theorem with its proof.
    fn written(&self) -> Result<String, String> {
        let computed: Vec<String> = self.conditions()?.iter().map(|condition| self.computed(condition)).collect();
        let theorem = if self.asked.has_values { self.value_theorem() } else { self.outcome_theorem() };
        Ok(self.definitions()? + &computed.concat() + &self.on_play() + &theorem)
    }
}
