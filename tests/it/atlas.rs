//! Atlases: the chains and their games are those of a list of rulesets that is written here anew and played by definition; reports are the
//! same bytes for any number of threads, and for units; rows are games that can be played; and the page is that of its run.
use super::player::Player;
use super::plots::Desk;
use nimdsl::asked::values::Effort;
use nimdsl::check::Library;
use nimdsl::engine::Context;
use nimdsl::experiment;
use nimdsl::report::{Report, TaskOutcome};
use nimdsl::search::found::{AtlasFound, AtlasPart};
use nimdsl::search::trial::chunk::{Nobody, Shard};
use nimdsl::search::{LongRun, RunWork};
use nimdsl::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Chains are screened and confirmed up to this heap, and looked at up to so many tokens.
const SCREEN: i64 = 40;
const TOKENS: i64 = 2 * SCREEN;
/// A chain is told by so many pairs, if it has so many.
const PAIRS: usize = 25;

fn run(text: &str, threads: usize) -> Report {
    let experiment = experiment::read(&Source::new("atlas.ron", text)).unwrap_or_else(|faults| panic!("{faults}"));
    let long = LongRun { store: None, work: RunWork::Share(Shard::WHOLE), watch: &Nobody };
    let context = Context { threads, ..Context::default() };
    let library: &dyn Library = &super::Rulesets;
    let (report, failures) = experiment::run(&experiment, library, Effort::Quick, &long, &context).expect("a run");
    assert!(failures.is_empty(), "{failures:?}");
    report
}

fn atlas(report: &Report) -> &AtlasFound {
    let [TaskOutcome::Atlas(atlas)] = report.tasks.as_slice() else { panic!("an atlas") };
    atlas
}

type Heaps = (i64, i64);

/// `statistic < factor * term + constant`, or `!=`.
#[derive(Clone, Copy)]
struct Condition {
    /// i, j, i + j.
    statistic: usize,
    is_less: bool,
    factor: i64,
    /// The smaller heap before the move, and after it; the larger one after it.
    term: usize,
    constant: i64,
}

impl Condition {
    /// Whether it allows to take i tokens from the smaller heap and j from the larger one.
    fn allows(self, (small, large): Heaps, (i, j): Heaps) -> bool {
        let left = [i, j, i + j][self.statistic];
        let right = self.factor * [small, small - i, large - j][self.term] + self.constant;
        if self.is_less { left < right } else { left != right }
    }
}

/// Positions, each with an option.
type Options = Vec<(Heaps, Heaps)>;

/// Positions with at most so many tokens, in order of their totals.
fn positions(tokens: i64) -> impl Iterator<Item = Heaps> {
    (0..=tokens).flat_map(|total| (0..=total / 2).map(move |small| (small, total - small)))
}

/// What some conditions say of all that can be taken from each of the small positions.
fn said(conditions: &[Condition]) -> Vec<Vec<bool>> {
    let all = positions(24).map(|position| {
        let taken = (0..=position.0).flat_map(|i| (0..=position.1).map(move |j| (i, j))).filter(|(i, j)| 0 < i + j);
        taken.map(|taken| conditions.iter().all(|condition| condition.allows(position, taken))).collect()
    });
    all.collect()
}

/// Whether it allows something and forbids something at one position at least: otherwise it would speak of positions alone.
fn decides(said: &[Vec<bool>]) -> bool {
    said.iter().any(|all| all.contains(&true) && all.contains(&false))
}

/// Every condition of the space once.
fn conditions() -> Vec<Condition> {
    let mut all = BTreeMap::new();
    for statistic in 0..3 {
        for is_less in [true, false] {
            for factor in 1..=2 {
                for term in 0..3 {
                    for constant in 0..=1 {
                        let condition = Condition { statistic, is_less, factor, term, constant };
                        all.entry(said(&[condition])).or_insert(condition);
                    }
                }
            }
        }
    }
    all.into_iter().filter(|(said, _)| decides(said)).map(|(_, condition)| condition).collect()
}

/// A game: an added move under all of these conditions, alone or beside Triangular Nim.
struct Game<'a> {
    conditions: &'a [Condition],
    is_beside: bool,
}

impl Game<'_> {
    /// Whether a move leads from one position to another, in either order of its heaps.
    fn leads(&self, from: Heaps, to: Heaps) -> bool {
        [to, (to.1, to.0)].into_iter().any(|to| {
            let (i, j) = (from.0 - to.0, from.1 - to.1);
            let is_added = 0 <= i && 0 <= j && 0 < i + j && self.conditions.iter().all(|one| one.allows(from, (i, j)));
            let is_triangular = |taken: i64, added: i64| 2 <= taken && 1 <= added && added < taken;
            is_added || self.is_beside && (is_triangular(i, -j) || is_triangular(j, -i))
        })
    }

    /// Whether a small position has some of the options that it could have and not all: otherwise the conditions together speak of
    /// positions alone.
    fn chooses(&self) -> bool {
        let all = Game { conditions: &[], ..*self };
        positions(14).any(|from| {
            let options: Vec<bool> =
                positions(13).filter(|to| all.leads(from, *to)).map(|to| self.leads(from, to)).collect();
            options.contains(&true) && options.contains(&false)
        })
    }

    /// The first pairs of the chain that the P-positions are, if they are one as far as one is looked for.
    fn chain(&self) -> Option<Vec<i64>> {
        let total = |pair: &Heaps| pair.0 + pair.1;
        let mut found: Vec<Heaps> = Vec::new();
        for position in positions(TOKENS) {
            let end = found.get(PAIRS - 1).map_or(TOKENS, |last| total(last).max(62));
            if end < total(&position) {
                break;
            }
            if found.iter().any(|to| self.leads(position, *to)) {
                continue;
            }
            if found.len() >= 2 && found.last().is_some_and(|last| last.1 != position.0) {
                return None;
            }
            found.push(position);
        }
        let is_long = 5 <= found.len() && 3 <= found.iter().filter(|pair| total(pair) <= 30).count();
        found.truncate(PAIRS);
        is_long.then(|| [found[1].0].into_iter().chain(found[1..].iter().map(|pair| pair.1)).collect())
    }

    /// All options of the smallest positions.
    fn options(&self) -> Options {
        let pairs = positions(14).flat_map(|from| positions(13).map(move |to| (from, to)));
        pairs.filter(|(from, to)| self.leads(*from, *to)).collect()
    }
}

/// Every chain of the space with how many games have it: alone and beside Triangular Nim, with one condition or two.
fn by_definition() -> BTreeMap<Vec<i64>, usize> {
    let conditions = conditions();
    assert!(15 < conditions.len(), "{} conditions", conditions.len());
    let mut games: BTreeMap<Vec<i64>, BTreeSet<(bool, Options)>> = BTreeMap::new();
    for (place, first) in conditions.iter().enumerate() {
        for second in &conditions[place..] {
            let both = [*first, *second];
            if !(Game { conditions: &both, is_beside: false }).chooses() {
                continue;
            }
            for is_beside in [false, true] {
                let game = Game { conditions: &both, is_beside };
                if let Some(terms) = game.chain() {
                    games.entry(terms).or_default().insert((is_beside, game.options()));
                }
            }
        }
    }
    games.into_iter().map(|(terms, games)| (terms, games.len())).collect()
}

/// The space that is written out above.
const SPACE: &str = "(title: \"By definition\", ruleset: \"triangular.nim\", tasks: [Atlas(
    add: Conditions(at_most: 2, statistics: [\"i\", \"j\", \"i + j\"], relations: [\"<\", \"!=\"],
        terms: [\"small\", \"small'\", \"large'\"], coefficients: Range(1, 2), constants: Range(0, 1)),
    bases: [Ruleset, Nothing], screen: 40, confirm: 40, keep: 1000)])";

#[test]
fn an_atlas_is_what_a_list_of_all_games_gives() {
    let expected = by_definition();
    let report = run(SPACE, 2);
    let AtlasFound { chains, rows, found, left_out, .. } = atlas(&report);
    assert!(50 < expected.len(), "{} chains", expected.len());
    assert_eq!(chains.named + chains.formula + chains.open, expected.len());
    assert_eq!(rows.len() + left_out, expected.len());
    let mut seen = BTreeSet::new();
    for (row, hit) in rows.iter().zip(&found.hits) {
        let mut terms = hit.chain.clone().expect("a chain");
        terms.truncate(PAIRS);
        let games = expected.get(&terms).unwrap_or_else(|| panic!("{terms:?} is no chain of {}", row.game));
        assert_eq!(row.games, *games as u64, "{}: {terms:?}", row.game);
        assert!(seen.insert(terms), "{} stands twice", row.sequence);
    }
    // Among them is one that anybody knows.
    assert!(rows.iter().any(|row| row.oeis == "A000045" && row.game == "i < y', j != x'"));
}

fn small() -> String {
    let path = format!("{}/experiments/atlas_small.ron", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).expect("an experiment").replace("../rulesets/", "")
}

#[test]
fn rows_are_games_that_have_their_chains() {
    let report = run(&small(), 2);
    let AtlasFound { rows, found, chains, games, .. } = atlas(&report);
    assert_eq!(rows.len(), found.hits.len());
    assert!(rows.len() as u64 <= *games);
    for (row, hit) in rows.iter().zip(&found.hits) {
        assert_eq!(row.file, hit.file);
        let played = Player::of_text(&hit.ruleset).p_positions(120);
        let near = |pair: &&Heaps| pair.0 + pair.1 <= 120;
        let told: BTreeSet<Heaps> = hit.p_positions.iter().filter(near).copied().collect();
        assert_eq!(told, played.iter().filter(near).copied().collect(), "{}", hit.ruleset);
        let first: Vec<String> = hit.chain.iter().flatten().take(12).map(i64::to_string).collect();
        assert!(row.sequence.starts_with(&first.join(", ")), "{}", row.sequence);
        assert_eq!(row.part == AtlasPart::Open, row.name.is_empty());
        assert_eq!(row.part == AtlasPart::Named, !row.oeis.is_empty());
        assert!(!row.proved || hit.ruleset.contains("proved for all positions"));
    }
    for (part, count) in
        [(AtlasPart::Named, chains.named), (AtlasPart::Formula, chains.formula), (AtlasPart::Open, chains.open)]
    {
        let own: Vec<_> = rows.iter().filter(|row| row.part == part).collect();
        assert!(own.len() <= count && own.len() <= 5);
        if part == AtlasPart::Open {
            assert!(own.is_sorted_by(|a, b| b.surprise <= a.surprise), "the most surprising comes first");
        } else {
            assert!(own.is_sorted_by_key(|row| row.letters), "the simplest comes first");
        }
    }
    assert!(rows.iter().any(|row| row.proved), "something is proved");
}

/// 156,947 candidates, in two chunks.
const TWO_CHUNKS: &str = "(title: \"Two chunks\", ruleset: \"rulesets/triangular.nim\", tasks: [Atlas(
    add: Conditions(at_most: 3, statistics: [\"i\", \"j\"], relations: [\"<\", \"!=\"], terms: [\"small\", \"small'\", \"large'\"],
        coefficients: Range(1, 3), constants: Range(-1, 1)), bases: [Nothing], screen: 40, confirm: 200, keep: 6)])";

#[test]
fn threads_and_units_give_the_same_bytes() {
    let desk = Desk::new("atlas_units");
    fs::write(desk.0.join("two.ron"), TWO_CHUNKS).expect("a file");
    let does = |words: &str| desk.does(&words.split(' ').collect::<Vec<_>>());
    let read = |name: &str| fs::read(desk.0.join(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
    does("run two.ron --out one --threads 1");
    does("run two.ron --out two --threads 2");
    for unit in ["1.131072-156947", "1.0-131072"] {
        does(&format!("run two.ron --unit {unit} --out units/{unit}.json"));
    }
    does("merge units --out merged");
    // What a stopped run has kept is taken as it is.
    does("run two.ron --out one --resume --threads 2");
    for name in ["report.json", "report.txt", "hit_001.nim"] {
        for other in ["two", "merged"] {
            assert!(read(&format!("one/{name}")) == read(&format!("{other}/{name}")), "{name} of {other}");
        }
    }
}

fn page(name: &str) -> String {
    fs::read_to_string(format!("{}/docs/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap_or_default()
}

/// The small page is written again, by the commands that its head names.
#[test]
fn the_small_page_is_that_of_its_run() {
    let desk = Desk::new("atlas_page");
    fs::create_dir_all(desk.0.join("experiments")).expect("a folder");
    fs::write(
        desk.0.join("experiments/atlas_small.ron"),
        small().replace("triangular.nim", "../rulesets/triangular.nim"),
    )
    .expect("a file");
    desk.does(&["run", "experiments/atlas_small.ron", "--out", "out/atlas"]);
    let template = format!("{}/docs/templates/atlas.md", env!("CARGO_MANIFEST_DIR"));
    let written = desk.does(&["report", "out/atlas", "--to", "md", "--template", &template]);
    let kept = page("atlas_small.md");
    if kept != written && std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(format!("{}/docs/atlas_small.md", env!("CARGO_MANIFEST_DIR")), written).expect("it is written");
    } else {
        assert!(
            kept == written,
            "docs/atlas_small.md is not what the run gives; INSTA_UPDATE=always writes it\n{written}"
        );
    }
}

/// Every row of both pages is played by the definition of P-positions.
#[test]
fn the_chains_of_the_pages_are_those_of_their_games() {
    for (name, least) in [("atlas_small.md", 10), ("atlas.md", 70)] {
        let text = page(name).replace('\\', "");
        let rows: Vec<Vec<&str>> =
            text.lines().map(|line| line.split(" | ").collect()).filter(|row: &Vec<&str>| row.len() == 7).collect();
        let games: Vec<_> =
            rows.iter().filter(|row| row[2].starts_with("alone: ") || row[2].starts_with("Triangular Nim: ")).collect();
        assert!(least <= games.len(), "{name} has {} games", games.len());
        for row in games {
            let (base, conditions) = row[2].split_once(": ").expect("a base");
            let near = |pair: &&Heaps| pair.0 + pair.1 <= 62;
            let terms: Vec<i64> = row[1].split(", ").filter_map(|term| term.parse().ok()).collect();
            let told = terms.windows(2).map(|two| (two[0], two[1]));
            let told: BTreeSet<Heaps> = told.chain([(0, 0)]).filter(|pair| near(&pair)).collect();
            let last = told.iter().map(|pair| pair.0 + pair.1).max().unwrap_or(0);
            let played = Player::of(conditions, base != "alone").p_positions(62);
            let played: BTreeSet<Heaps> = played.into_iter().filter(|pair| pair.0 + pair.1 <= last).collect();
            assert_eq!(told, played, "{name}: {row:?}");
        }
    }
}
