//! All sites -> some of them by a seed, and the texts in which they all stand beside the original, chosen when the tests run.
use crate::sites::{Shape, Site};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;

/// The sites of each part of the core, with their files.
pub type Strata = BTreeMap<String, Vec<(PathBuf, Site)>>;

/// A site that was drawn. Its number is its place in the sample, from 1 on.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub number: usize,
    pub file: PathBuf,
    pub stratum: String,
    pub site: Site,
}

/// Numbers that only the seed decides (SplitMix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).expect("it is below a usize")
    }
}

/// So many of some numbers.
pub fn some(mut numbers: Vec<usize>, count: usize, seed: u64) -> Vec<usize> {
    let mut dice = Dice(!seed);
    let mut drawn = Vec::new();
    while drawn.len() < count && !numbers.is_empty() {
        drawn.push(numbers.swap_remove(dice.below(numbers.len())));
    }
    drawn
}

fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    if one.is_empty() || other.is_empty() {
        return one.start <= other.end && other.start <= one.end;
    }
    one.start < other.end && other.start < one.end
}

/// As many sites as asked for, over the strata in proportion to what each has, but at least three of each. A site within
/// another that was drawn is drawn again.
pub fn draw(strata: &Strata, count: usize, seed: u64) -> Vec<Mutant> {
    let mut dice = Dice(seed);
    let total: usize = strata.values().map(Vec::len).sum();
    let mut drawn: Vec<Mutant> = Vec::new();
    for (stratum, sites) in strata {
        let share = ((count * sites.len() + total / 2) / total.max(1)).max(3).min(sites.len());
        let mut left: Vec<&(PathBuf, Site)> = sites.iter().collect();
        let mut taken = 0;
        while taken < share && !left.is_empty() {
            let (file, site) = left.swap_remove(dice.below(left.len()));
            if drawn.iter().any(|other| other.file == *file && overlap(&other.site.range, &site.range)) {
                continue;
            }
            drawn.push(Mutant { number: 0, file: file.clone(), stratum: stratum.clone(), site: site.clone() });
            taken += 1;
        }
    }
    drawn.sort_by(|one, other| {
        (&one.stratum, &one.file, one.site.range.start).cmp(&(&other.stratum, &other.file, other.site.range.start))
    });
    for (at, mutant) in drawn.iter_mut().enumerate() {
        mutant.number = at + 1;
    }
    drawn
}

/// A file's text with its mutants, and where each of them stands in it.
pub fn spliced(text: &str, mutants: &[&Mutant]) -> (String, Vec<(Range<usize>, usize)>) {
    let mut mutants = mutants.to_vec();
    mutants.sort_by_key(|mutant| mutant.site.range.start);
    let (mut made, mut places, mut done) = (String::new(), Vec::new(), 0);
    for mutant in mutants {
        let Site { range, shape, other, .. } = &mutant.site;
        made.push_str(&text[done..range.start]);
        let begin = made.len();
        let lives = format!("crate::mutant::on({})", mutant.number);
        let own = &text[range.clone()];
        made.push_str(&match shape {
            Shape::Instead => format!("(if {lives} {{ {other} }} else {{ {own} }})"),
            Shape::Itself => other.replace("LIVES", &lives),
            Shape::Or => format!("({lives} || ({own}))"),
            Shape::Without if other.is_empty() => format!("if !{lives} {{ {own} }}"),
            Shape::Without => format!("if {lives} {{ {other} }} else {{ {own} }}"),
            Shape::Head => format!(" if {lives} {{ {other} }}"),
        });
        places.push((begin..made.len(), mutant.number));
        done = range.end;
    }
    made.push_str(&text[done..]);
    (made, places)
}

/// What the library gets at its end: which mutant lives. With a file to trace to, every mutant's number goes there when its
/// place is first reached, and none lives.
pub const LIVES: &str = r#"
/// Which mutant lives.
pub mod mutant {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

    const UNREAD: usize = usize::MAX;
    const TRACED: usize = usize::MAX - 1;
    static LIVES: AtomicUsize = AtomicUsize::new(UNREAD);
    static REACHED: [AtomicBool; 4096] = [const { AtomicBool::new(false) }; 4096];

    /// Whether this mutant lives.
    #[inline]
    #[must_use]
    pub fn on(number: usize) -> bool {
        let lives = LIVES.load(Relaxed);
        if lives < TRACED { lives == number } else { slow(lives, number) }
    }

    #[cold]
    fn slow(lives: usize, number: usize) -> bool {
        if lives == UNREAD {
            let traced = std::env::var_os("NIMDSL_TRACE").is_some();
            let named = std::env::var("NIMDSL_MUTANT").ok().and_then(|number| number.parse().ok());
            LIVES.store(if traced { TRACED } else { named.unwrap_or(0) }, Relaxed);
            return on(number);
        }
        if !REACHED[number].swap(true, Relaxed) {
            let path = std::env::var_os("NIMDSL_TRACE").unwrap_or_default();
            let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
            let _ = file.and_then(|mut file| file.write_all(format!("{number}\n").as_bytes()));
        }
        false
    }
}
"#;

/// Mutants by file.
pub fn by_file<'a>(mutants: &'a [Mutant], dropped: &BTreeSet<usize>) -> BTreeMap<&'a PathBuf, Vec<&'a Mutant>> {
    let mut all: BTreeMap<&PathBuf, Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants.iter().filter(|mutant| !dropped.contains(&mutant.number)) {
        all.entry(&mutant.file).or_default().push(mutant);
    }
    all
}
