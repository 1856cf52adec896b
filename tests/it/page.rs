//! The library as a program asks it: searches, names of sequences and certificates, from texts in memory to their JSON forms.
use nimdsl::asked::values::Effort;
use nimdsl::check::Library;
use nimdsl::engine::periods::Lines;
use nimdsl::engine::{Context, EngineError, EngineKind};
use nimdsl::rules::{
    Expectation, JudgedClaims, NoAnswer, ProofLanguage, Rechecked, Target, certificates, check_experiment,
    check_ruleset, formatted, identify, run_experiment, terms, to_json,
};
use nimdsl::source::Source;
use nimdsl::table::Region;
use serde_json::json;
use std::sync::atomic::Ordering;

const WYTHOFF: &str = "heaps x, y\nmove rook(i) symmetric: x -> x - i where 1 <= i\n\
    move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i\n\
    theorem \"apart\": P(x, y) and x = y implies x = 0\nrefuted \"together\": P(x, y) implies x = y\n";

/// One ruleset, by any name.
struct OneText(&'static str);

impl Library for OneText {
    fn read(&self, name: &str) -> Result<String, String> {
        if name == "game.nim" { Ok(self.0.to_owned()) } else { Err(format!("there is no {name}")) }
    }
}

#[test]
fn an_experiment_runs_without_files() {
    let text = "(title: \"t\", ruleset: \"game.nim\", tasks: [Verify(up_to: 20), PPositions(up_to: 5)])";
    let library = OneText(WYTHOFF);
    let experiment = check_experiment(&Source::new("t.ron", text), &library).expect("it is right");
    let results = run_experiment(&experiment, &library, Effort::Quick, &Context::default()).expect("results");
    assert_eq!(results.as_expected(), Expectation::Met);
    assert!(results.failures.is_empty());
    let answer = to_json(&results);
    assert_eq!((&answer["schema"], &answer["title"]), (&json!(1), &json!("t")));
    assert_eq!(answer["tasks"].as_array().map(Vec::len), Some(2));
    assert_eq!(answer, serde_json::to_value(&results).expect("a value"));
}

#[test]
fn an_experiment_is_checked_with_all_that_it_names() {
    let text = "(title: \"t\", ruleset: \"other.nim\", tasks: [Verify(up_to: 20)])";
    let faults = check_experiment(&Source::new("t.ron", text), &OneText(WYTHOFF)).expect_err("no such ruleset");
    assert!(faults.to_string().contains("there is no other.nim"), "{faults}");
}

#[test]
fn a_claim_that_fails_is_told_of_the_whole() {
    let text = "(title: \"t\", ruleset: \"game.nim\", tasks: [Verify(up_to: 20)])";
    let library = OneText("heaps x\nmove a: x -> x - 1\ntheorem \"no\": P(x) implies x = 0\n");
    let experiment = check_experiment(&Source::new("t.ron", text), &library).expect("it is right");
    let results = run_experiment(&experiment, &library, Effort::Quick, &Context::default()).expect("results");
    assert_eq!(results.as_expected(), Expectation::Missed);
}

#[test]
fn a_list_of_terms_gets_its_names() {
    let named = identify(&terms("0, 1 1,2 3 5,8,13,21,34,55,").expect("terms"));
    let answer = to_json(&named);
    assert_eq!(answer["hits"][0]["name"], "Fibonacci numbers (A000045)");
    assert_eq!(answer["schema"], 1);
    for (text, why) in [
        (" ", "there are no terms; write for example 0,1,3,6,10,15"),
        ("1,,2", "term 2 is empty; write for example 0,1,3,6,10,15"),
        ("1 x", "term 2 `x` is not an integer; write for example 0,1,3,6,10,15"),
    ] {
        assert!(matches!(terms(text), Err(NoAnswer::Question(told)) if told == why), "{text}");
    }
}

#[test]
fn what_is_proved_here_is_rechecked_here() {
    let rules = nimdsl::open(WYTHOFF).expect("rules");
    let proved = rules.prove("apart", &Context::default()).expect("an answer");
    let text = json!({"file": "game.nim", "certificates": proved.certificates}).to_string();
    let all = certificates(&text).expect("certificates");
    let answer = to_json(&rules.recheck(&all, &Context::default()).expect("an answer"));
    assert_eq!((&answer["valid"], &answer["complete"]), (&json!(true), &json!(true)));
    assert_eq!(answer["claims"][0]["name"], "apart");
    assert_eq!(answer["without_certificate"], json!([]));

    let other = nimdsl::open(&WYTHOFF.replace("1 <= i", "2 <= i")).expect("rules");
    let Ok(Rechecked::Refused(refused)) = other.recheck(&all, &Context::default()) else {
        panic!("it is of other rules")
    };
    assert_eq!(refused.reason, "\"apart\": the ruleset is another one, or it was changed");
    assert_eq!(to_json(&refused)["valid"], false);
}

#[test]
fn a_check_that_is_stopped_says_nothing_of_the_certificate() {
    let rules = nimdsl::open(WYTHOFF).expect("rules");
    let proved = rules.prove("apart", &Context::default()).expect("an answer");
    let text = json!({"file": "game.nim", "certificates": proved.certificates}).to_string();
    let all = certificates(&text).expect("certificates");
    let stopped = Context::default();
    stopped.cancel.store(true, Ordering::SeqCst);
    assert!(matches!(rules.recheck(&all, &stopped), Err(NoAnswer::Engine(EngineError::Cancelled))));
    assert!(matches!(rules.recheck(&all, &Context::default()), Ok(Rechecked::Valid(_))));
}

#[test]
fn no_certificate_is_not_a_valid_one() {
    let rules = nimdsl::open(WYTHOFF).expect("rules");
    let none = certificates("{\"file\": \"game.nim\", \"certificates\": []}").expect("certificates");
    assert!(matches!(rules.recheck(&none, &Context::default()), Err(NoAnswer::Question(_))));
    assert!(certificates("{}").expect_err("no certificate").reason.starts_with("it is no certificate: "));
}

#[test]
fn claims_are_judged_and_told_in_one_form() {
    let (rules, context) = (nimdsl::open(WYTHOFF).expect("it is well-formed"), Context::default());
    let verified = rules.claims().map(|claim| rules.verify(&claim.name, Some(20), &context).expect("a verdict"));
    let answer = to_json(&JudgedClaims::of(&rules, verified.collect()));
    assert_eq!((&answer["schema"], &answer["claims"][0]["verdict"]), (&json!(1), &json!("holds")));
    assert_eq!((&answer["claims"][1]["name"], &answer["claims"][1]["up_to"]), (&json!("together"), &json!(20)));
    let proving = rules.proving(&context);
    let proved = proving.prove("apart").expect("a verdict");
    let answer = to_json(&JudgedClaims::of(&rules, vec![proved.clone()]));
    assert_eq!(
        (&answer["claims"][0]["verdict"], &answer["claims"][0]["as_expected"]),
        (&json!("proved"), &json!(true))
    );
    let confirmed = rules.confirmed(&proved.certificates, 1);
    assert_eq!((confirmed.certificates.len(), confirmed.refused.len(), confirmed.claims.len()), (1, 0, 1));
    let mut forged = confirmed.certificates;
    forged[0].claim = "together".to_owned();
    let refused = rules.confirmed(&forged, 1);
    assert!(refused.certificates.is_empty() && refused.refused[0].reason.starts_with("\"together\": "), "{refused:?}");
    let unknown = rules.prove("apar", &context).expect_err("no such claim");
    assert_eq!(unknown.to_string(), "there is no claim \"apar\"; did you mean \"apart\"?");
}

#[test]
fn claims_become_scripts_or_say_why_not() {
    let text = "heaps x\nmove take(i): x -> x - i where 1 <= i <= 2\ntheorem \"all\": P = {(x) where x = 0 (mod 3)}\n\
        theorem \"one\": P(0)\n";
    let rules = nimdsl::open(text).expect("it is well-formed");
    let said = rules.claim_scripts("all", ProofLanguage::Conditions(Target::Smt)).expect("scripts");
    assert!(said[0].script.as_ref().is_some_and(|script| script.starts_with("(set-logic LIA)")), "{said:?}");
    let unsaid = to_json(&rules.claim_scripts("one", ProofLanguage::Conditions(Target::Smt)).expect("a reason")[0]);
    assert_eq!((&unsaid["script"], &unsaid["name"]), (&json!(null), &json!("one")));
    assert!(unsaid["reason"].as_str().is_some_and(|why| why.contains("only claims that give")), "{unsaid}");
}

#[test]
fn a_text_is_checked_and_laid_out() {
    let source = Source::new("w.nim", WYTHOFF);
    let right = to_json(&check_ruleset(&source, &OneText(WYTHOFF)).expect("it is right"));
    assert_eq!((&right["heaps"], &right["moves"], &right["assumes"]), (&json!(2), &json!(3), &json!([])));
    let text = formatted(&source).expect("it is well-formed");
    assert_eq!(formatted(&Source::new("w.nim", text.clone())).expect("the same"), text);
    assert!(matches!(formatted(&Source::new("w.nim", "heaps x,\n")), Err(NoAnswer::Faults(_))));
}

#[test]
fn messages_name_what_the_manual_names() {
    for (task, name) in [
        ("Table(wat: Grundy)", "`Table`"),
        ("Search(target: Wat)", "`Target`"),
        ("Plot(kind: Wat)", "`Kind`"),
        ("PPositions(wat: 1)", "`PPositions`"),
    ] {
        let text = format!("(title: \"t\", ruleset: \"game.nim\", tasks: [{task}])");
        let faults = check_experiment(&Source::new("t.ron", text), &OneText(WYTHOFF)).expect_err("a slip");
        assert!(faults.to_string().contains(name), "{faults}");
    }
}

#[test]
fn whoever_is_named_answers() {
    let rules = nimdsl::open(WYTHOFF).expect("rules");
    assert_eq!(rules.about().engine, "lines");
    for kind in [EngineKind::Rays, EngineKind::Boards, EngineKind::Reference] {
        let named = rules.clone().answered_by(Some(kind.name()));
        let about = named.about();
        assert_eq!((about.engine.as_str(), about.why.as_str()), (kind.name(), "it was asked for by its name"));
        let context = Context::default();
        let rows = named.periods(Lines::Rows, &(0..=1), Some(60), &context).expect("rows");
        assert_eq!(context.answered.kind(), Some(kind));
        assert!(rows.answers.iter().all(|row| row.seen_up_to == Some(60)), "a table proves nothing");
        let context = Context::default();
        let seen = named.slices(&[Some(0..=1), None], Some(60), &context).expect("slices");
        assert_eq!(context.answered.kind(), Some(kind));
        let both = rows.answers.iter().map(|row| row.period).zip(seen.answers.iter().map(|line| line.period));
        assert!(both.into_iter().all(|(row, line)| row == line && row.is_some()), "{kind}");
    }
    let proved = rules.periods(Lines::Rows, &(0..=1), None, &Context::default()).expect("rows");
    assert!(proved.answers.iter().all(|row| row.seen_up_to.is_none()), "nobody was named, so it is proved");
}

#[test]
fn an_engine_that_does_not_fit_is_told_from_a_question_without_sense() {
    let rules = nimdsl::open(WYTHOFF).expect("rules");
    let context = Context::default();
    let region = Region::Box(vec![8, 8]);
    let asked = |engine: &str| rules.clone().answered_by(Some(engine));
    let unfit = asked("codes");
    let answers = [
        unfit.grundy(&region, &context).map(|_| ()),
        unfit.p_positions(8, &context).map(|_| ()),
        unfit.periods(Lines::Rows, &(0..=1), None, &context).map(|_| ()),
        unfit.slices(&[Some(0..=1), None], None, &context).map(|_| ()),
        asked("sparse").grundy(&region, &context).map(|_| ()),
    ];
    for answer in answers {
        let Err(NoAnswer::Engine(EngineError::Unfit(why))) = answer else { panic!("{answer:?}") };
        assert!(why.contains("those that serve this ruleset are lines, "), "{why}");
    }
    assert_eq!(unfit.about().engine, "codes");
    assert!(unfit.about().why.starts_with("engine `codes`: "), "{}", unfit.about().why);
    let senseless = [
        asked("fast").grundy(&region, &context).map(|_| ()),
        rules.grundy(&Region::Box(vec![8]), &context).map(|_| ()),
        rules.periods(Lines::Rows, &(-1..=1), None, &context).map(|_| ()),
    ];
    for answer in senseless {
        assert!(matches!(answer, Err(NoAnswer::Engine(EngineError::Request(_)))), "{answer:?}");
    }
    let small = Context { memory: 1 << 10, ..Context::default() };
    let answer = rules.grundy(&Region::Box(vec![1 << 20; 2]), &small);
    assert!(matches!(answer, Err(NoAnswer::Engine(EngineError::Memory { .. }))));
}

#[test]
fn positions_say_what_they_are() {
    let rules = nimdsl::open(WYTHOFF).expect("rules");
    let (zeros, ones) = (rules.p_positions(2, &Context::default()), rules.positions_of(1, 2, &Context::default()));
    assert_eq!(to_json(&zeros.expect("positions")), json!({"p_positions": [[0, 0], [1, 2], [2, 1]], "schema": 1}));
    let ones = to_json(&ones.expect("positions"));
    assert_eq!(ones, json!({"grundy": 1, "positions": [[0, 1], [1, 0], [2, 2]], "schema": 1}));
}

/// A row of a report is the answer that the same question has elsewhere, and what says which row it is.
#[test]
fn a_report_holds_the_same_forms() {
    let tasks = "Verify(up_to: 20), Table(size: 4), Table(size: 4, what: Outcomes), \
        Periods(rows: List([1]), columns: List([1]))";
    let text = format!("(title: \"t\", ruleset: \"game.nim\", tasks: [{tasks}])");
    let library = OneText(WYTHOFF);
    let experiment = check_experiment(&Source::new("t.ron", text), &library).expect("it is right");
    let context = Context::default();
    let results = run_experiment(&experiment, &library, Effort::Quick, &context).expect("results");
    let report = to_json(&results);
    let row = |task: usize, row: usize| report["tasks"][task]["rows"][row].as_object().expect("a row");
    let rules = nimdsl::open(WYTHOFF).expect("rules");
    let claims =
        ["apart", "together"].map(|claim| to_json(&rules.verify(claim, Some(20), &context).expect("a verdict")));
    let region = Region::Box(vec![4, 4]);
    let tables = [rules.grundy(&region, &context), rules.outcomes(&region, &context)];
    let tables = tables.map(|table| to_json(&table.expect("a table")));
    let line =
        |lines, name: &str| to_json(&rules.periods(lines, &(1..=1), None, &context).expect("periods"))[name][0].take();
    let lines = [line(Lines::Rows, "rows"), line(Lines::Columns, "columns")];
    let [rows, columns] = lines.each_ref().map(|line| line.as_object().expect("a line").clone());
    assert!(rows.contains_key("row") && columns.contains_key("column"));
    let asked = claims.into_iter().chain(tables).chain(lines);
    let found = [(0, 0), (0, 1), (1, 0), (2, 0), (3, 0), (3, 1)];
    for (mut answer, (task, place)) in asked.zip(found) {
        let answer = answer.as_object_mut().expect("an object");
        for own in ["schema", "cite", "ruleset"] {
            answer.remove(own);
        }
        let mut told = row(task, place).clone();
        assert_eq!(told.remove("ruleset"), Some(json!("game.nim")));
        let own = told.keys().filter(|name| !answer.contains_key(*name)).cloned().collect::<Vec<String>>();
        let expected: &[&str] = [&["chosen", "words"][..], &[], &[], &["params"]][task];
        assert_eq!(own, expected);
        own.iter().for_each(|name| drop(told.remove(name)));
        assert_eq!(&told, answer, "task {task}, row {place}");
    }
}
