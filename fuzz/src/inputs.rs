//! Which input comes next: a stage, and a text of it, both from a seed and a number.
use crate::claims::{claims, near, provable};
use crate::corpus::Corpus;
use crate::draw::Draw;
use crate::experiments;
use crate::games::game;
use crate::grammar::SentenceGrammar;
use crate::mutate::mutate;
use fastrand::Rng;

/// The stages, with how many inputs of each come in a round.
pub const STAGES: [(&str, usize); 7] =
    [("text", 8), ("grammar", 4), ("games", 10), ("claims", 6), ("experiments", 3), ("identify", 2), ("stores", 1)];

/// One input.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its stage.
    pub stage: &'static str,
    /// What it is.
    pub text: String,
    /// How files of it end.
    pub ending: &'static str,
}

/// Makes inputs.
#[derive(Debug)]
pub struct Inputs {
    /// What mutations begin with.
    pub corpus: Corpus,
    grammar: SentenceGrammar,
    rulesets: Vec<String>,
    /// Those that are no slips: the checker accepts most of them.
    sound: Vec<String>,
    experiments: Vec<String>,
}

impl Inputs {
    /// Reads the corpus and the grammar.
    ///
    /// # Errors
    /// The grammar cannot be read.
    pub fn new() -> Result<Self, String> {
        let corpus = Corpus::read();
        let grammar = SentenceGrammar::new(&corpus.grammar)?;
        let mut rulesets: Vec<String> = corpus.rulesets.values().cloned().collect();
        // Tests of limits are long; changes of them are mostly the same.
        rulesets.retain(|text| text.len() < 20_000);
        let is_sound = |name: &&String| !name.contains("tests/ui") && !name.contains("diagnostics");
        let sound = corpus.rulesets.keys().filter(is_sound).map(|name| corpus.rulesets[name].clone()).collect();
        let experiments = corpus.experiments.values().cloned().collect();
        Ok(Self { corpus, grammar, rulesets, sound, experiments })
    }

    /// The input of a number.
    pub fn get(&self, seed: u64, number: u64, only: Option<&str>) -> Input {
        let mut rng = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let stages: Vec<&'static str> = STAGES
            .iter()
            .filter(|stage| only.is_none_or(|name| name == stage.0))
            .flat_map(|stage| std::iter::repeat_n(stage.0, stage.1))
            .collect();
        let stage = *rng.one(&stages);
        let rng = &mut rng;
        let (text, ending) = match stage {
            "text" => (self.mutated(rng), "nim"),
            "grammar" => (self.sentences(rng), "nim"),
            "games" => (self.game(rng), "nim"),
            "claims" => (Self::claims(rng), "nim"),
            "experiments" => (self.experiment(rng), "ron"),
            "identify" => (experiments::terms(rng), "terms"),
            _ => (rng.u64(..).to_string(), "store"),
        };
        Input { stage, text, ending }
    }

    fn mutated(&self, rng: &mut Rng) -> String {
        let from = if rng.usize(0..4) == 0 { &self.rulesets } else { &self.sound };
        let (text, other) = (rng.one(from), rng.one(&self.rulesets));
        mutate(rng, text, other)
    }

    /// A game or nothing, and random items of the grammar.
    fn sentences(&self, rng: &mut Rng) -> String {
        let mut text = match rng.usize(0..4) {
            0 => String::new(),
            1 => rng.one(&self.rulesets).clone(),
            _ => game(rng).text,
        };
        if !text.ends_with('\n') {
            text.push('\n');
        }
        for _ in 0..1 + rng.usize(0..3) {
            let rule =
                rng.one(&["item", "move_", "claim", "let_", "sequence", "positions", "measure", "conditions", "expr"]);
            match *rule {
                "conditions" => text.push_str("claim \"s\": "),
                "expr" => text.push_str("let v(x) = "),
                _ => {}
            }
            text.push_str(&self.grammar.sentence(rng, rule));
            text.push('\n');
        }
        text
    }

    fn game(&self, rng: &mut Rng) -> String {
        let made = game(rng);
        let mut text = made.text.clone();
        if rng.usize(0..4) == 0 {
            text.push_str(&claims(rng, &made, 2));
        }
        match rng.usize(0..12) {
            0 => format!(
                "sum of \"nim.nim\" with n = 1, \"{}\"\n",
                rng.one(&["yama.nim", "nim.nim", "wythoff.nim", "square.nim"])
            ),
            1 => {
                let base =
                    rng.one(&["nim.nim", "wythoff.nim", "yama.nim", "triangular_wythoff.nim", "maximum_nim.nim"]);
                let moves: String = text.split_inclusive('\n').filter(|line| line.starts_with("move")).collect();
                format!("extends \"{base}\"\n{moves}")
            }
            2 => {
                let other = game(rng).text;
                mutate(rng, &text, &other)
            }
            _ => text,
        }
    }

    fn claims(rng: &mut Rng) -> String {
        let (made, truths) = if rng.usize(0..4) == 0 { (game(rng), Vec::new()) } else { provable(rng) };
        let mut said = near(rng, &truths);
        if said.is_empty() || rng.bool() {
            said.push_str(&claims(rng, &made, 3));
        }
        let text = format!("{}{said}", made.text);
        if rng.usize(0..6) == 0 { mutate(rng, &text, &said) } else { text }
    }

    fn experiment(&self, rng: &mut Rng) -> String {
        if rng.bool() {
            let (text, other) = (rng.one(&self.experiments), rng.one(&self.experiments));
            return mutate(rng, text, other);
        }
        let text = experiments::experiment(rng);
        let other = &self.experiments[rng.usize(0..self.experiments.len())];
        if rng.usize(0..4) == 0 { mutate(rng, &text, other) } else { text }
    }
}
