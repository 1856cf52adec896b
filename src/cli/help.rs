//! The help of every command: three examples, and of the common options only those that it takes. Both go into man pages as well.
use super::args::Arguments;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command, CommandFactory, FromArgMatches};

/// The common options of a command, beside `--color`, which all take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommonOption {
    /// None.
    Nothing,
    /// What bounds its work, and the form of its answer.
    Work,
    /// The same, for the rules at some parameters, in one kind of play.
    Rules,
    /// The same, with registers.
    Registers,
}

/// A command, the common options that it takes, and three examples. The tests run them.
type Helped = (&'static str, CommonOption, [&'static str; 3]);

const COMMANDS: [Helped; 25] = [
    (
        "check",
        CommonOption::Work,
        ["check rulesets", "check rulesets/yama.nim experiments/ky24.ron", "check twist.nim --fix"],
    ),
    (
        "explain",
        CommonOption::Registers,
        [
            "explain rulesets/wythoff.nim",
            "explain rulesets/ryuo_pass.nim \"4,5;1\"",
            "explain rulesets/wythoff.nim --size 20000",
        ],
    ),
    (
        "show",
        CommonOption::Rules,
        [
            "show rulesets/yama.nim",
            "show rulesets/yama.nim --format latex",
            "show rulesets/wythoff.nim --claim \"SRT, Proposition 1.1\" --format latex",
        ],
    ),
    (
        "export",
        CommonOption::Registers,
        [
            "export rulesets/wythoff.nim --to sage",
            "export rulesets/triangular_wythoff.nim --to mathematica --set c=1",
            "export rulesets/subtraction.nim --to cgsuite",
        ],
    ),
    (
        "options",
        CommonOption::Registers,
        [
            "options rulesets/yama.nim 3,5",
            "options rulesets/ryuo_pass.nim \"4,5;1\"",
            "options rulesets/triangular_wythoff.nim 4,4 --set c=1 --format json",
        ],
    ),
    (
        "table",
        CommonOption::Registers,
        [
            "table rulesets/wythoff.nim --size 10",
            "table rulesets/triangular.nim --total 12 --format latex",
            "table rulesets/ryuo_pass.nim --size 8,12 --at pass=1 --outcomes",
        ],
    ),
    (
        "plot",
        CommonOption::Registers,
        [
            "plot rulesets/wythoff.nim heat --size 20 --out wythoff.svg,wythoff.tex",
            "plot rulesets/wythoff.nim board --at 9,11",
            "plot rulesets/wythoff.nim overlay --compare rulesets/ryuo.nim --out both.svg",
        ],
    ),
    (
        "p-positions",
        CommonOption::Registers,
        [
            "p-positions rulesets/wythoff.nim --up-to 20 --sorted",
            "p-positions rulesets/triangular_wythoff.nim --up-to 60 --chain --set c=1",
            "p-positions rulesets/wythoff.nim --up-to 60 --pairs",
        ],
    ),
    (
        "page",
        CommonOption::Rules,
        [
            "page rulesets/wythoff.nim -o wythoff.html",
            "page rulesets/triangular_wythoff.nim --set c=1 -o squares.html",
            "page rulesets/nim.nim --misere --explorer explorer.html -o misere.html",
        ],
    ),
    (
        "verify",
        CommonOption::Rules,
        [
            "verify rulesets/ryuo_pass.nim",
            "verify rulesets/yama.nim --up-to 100",
            "verify rulesets/square.nim --time 60s --format json",
        ],
    ),
    (
        "periods",
        CommonOption::Registers,
        [
            "periods rulesets/wythoff.nim --rows 0..5",
            "periods rulesets/subtraction.nim --set S=1,4,10,12,14",
            "periods rulesets/ryuo_three.nim --fix x=1 --fix y=0..2",
        ],
    ),
    (
        "prove",
        CommonOption::Rules,
        [
            "prove rulesets/yama.nim --certificate yama.json",
            "prove rulesets/yama.nim --format md",
            "prove rulesets/nim.nim --export walnut",
        ],
    ),
    (
        "recheck",
        CommonOption::Work,
        ["recheck yama.json", "recheck yama.json --ruleset rulesets/yama.nim", "recheck yama.json --format json"],
    ),
    (
        "solve",
        CommonOption::Rules,
        [
            "solve rulesets/wythoff.nim",
            "solve rulesets/wythoff.nim --dot wythoff.dot",
            "solve rulesets/nim.nim --time 60s",
        ],
    ),
    (
        "misere",
        CommonOption::Rules,
        [
            "misere rulesets/gallery/octal_123.nim --up-to 32",
            "misere rulesets/gallery/kayles.nim --genus",
            "misere rulesets/gallery/kayles.nim \"5 + 4 + 1\"",
        ],
    ),
    (
        "identify",
        CommonOption::Work,
        [
            "identify 0,1,3,10,33,109,360,1189",
            "identify \"0 1 3 6 10 15 21 28\"",
            "identify 0,1,2,5,12,29,70,169 --format json",
        ],
    ),
    (
        "import",
        CommonOption::Work,
        ["import octal 0.137", "import subtraction 1,3,4 -o take.nim", "import vectors \"(1,2) (2,1)\""],
    ),
    ("fmt", CommonOption::Work, ["fmt twist.nim", "fmt rulesets", "fmt rulesets --check"]),
    ("completions", CommonOption::Nothing, ["completions bash", "completions zsh", "completions fish"]),
    ("man", CommonOption::Nothing, ["man", "man -o man1", "man --out man1"]),
    (
        "run",
        CommonOption::Work,
        [
            "run experiments/ky23.ron",
            "run experiments/ky23.ron --out part_1 --shard 1/2",
            "run experiments/ky23.ron --out part_2 --shard 2/2",
        ],
    ),
    (
        "plan",
        CommonOption::Work,
        [
            "plan experiments/fib_search.ron --units 4",
            "plan experiments/fib_search.ron --units 4 --out units",
            "plan experiments/fib_search.ron --units 4 --format json",
        ],
    ),
    (
        "merge",
        CommonOption::Work,
        ["merge part_1 part_2", "merge part_1 part_2 --out whole", "merge part_1 part_2 --format json"],
    ),
    ("status", CommonOption::Work, ["status out/ky23", "status part_1", "status out/ky23 --format json"]),
    (
        "report",
        CommonOption::Work,
        ["report out/ky23 --to tex", "report out/ky23 yama.json --to html", "report yama.json --to md"],
    ),
];

/// The whole command line.
pub(in crate::cli) fn command() -> Command {
    let command = Arguments::command();
    let common: Vec<Arg> = command.get_arguments().filter(|one| one.is_global_set()).cloned().collect();
    COMMANDS.iter().fold(command, |command, (name, takes, examples)| {
        command.mut_subcommand(name, |one| helped(one, &common, *takes, examples))
    })
}

/// What was asked for; a slip ends the process, and so does the wish for help.
pub(crate) fn asked() -> Arguments {
    let matches = command().try_get_matches().unwrap_or_else(|slip| with_remedy(slip, &command()).exit());
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|slip| slip.exit());
    Arguments { name: matches.subcommand_name().unwrap_or_default().to_owned(), ..arguments }
}

/// Options that bound heaps: commands have one or the other.
const BOUNDS: [&str; 2] = ["up-to", "size"];

/// An unknown option with what it is elsewhere: the other bound of heaps if the command has that, or the commands that take it.
fn with_remedy(mut slip: Error, command: &Command) -> Error {
    let unknown = match (slip.kind(), slip.get(ContextKind::InvalidArg), slip.get(ContextKind::SuggestedArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(unknown)), None) => unknown.clone(),
        _ => return slip,
    };
    let option = unknown.trim_start_matches('-');
    let given = |command: &Command| {
        std::env::args_os()
            .skip(1)
            .filter_map(|word| word.into_string().ok())
            .find(|word| command.find_subcommand(word).is_some())
    };
    let asked = given(command).and_then(|name| command.find_subcommand(name));
    let other = BOUNDS.iter().filter(|bound| BOUNDS.contains(&option) && **bound != option).find_map(|bound| {
        let asked = asked?;
        let help = taken(asked, bound)?.get_help()?;
        Some(format!("`{}` has `--{bound}`: {}", asked.get_name(), lowered(&help.to_string())))
    });
    let elsewhere = || {
        let takes = |command: &&Command| taken(command, option).is_some();
        let names = command.get_subcommands().filter(takes).map(|command| format!("`{}`", command.get_name()));
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| format!("`{unknown}` is an option of {}", names.join(", ")))
    };
    if let Some(remedy) = other.or_else(elsewhere) {
        slip.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(remedy)]));
    }
    slip
}

/// The option of a command with such a name, if it does something.
fn taken<'a>(command: &'a Command, option: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|one| one.get_long() == Some(option) && !one.is_hide_set())
}

/// A sentence as it goes on behind a colon.
fn lowered(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// A command without the common options that it does not take, and with its examples.
fn helped(command: Command, common: &[Arg], takes: CommonOption, examples: &[&str; 3]) -> Command {
    let hidden = common.iter().filter(|one| !is_taken(one.get_id().as_str(), takes));
    // One of the same name takes the place of the common one.
    let command = hidden.fold(command, |command, one| command.arg(one.clone().hide(true)));
    let lines: Vec<String> = examples.iter().map(|example| format!("  nimdsl {example}")).collect();
    let before = command.get_after_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
    command.after_help(format!("{before}Examples:\n{}", lines.join("\n")))
}

/// Whether a command does something with registers.
pub(in crate::cli) fn takes_registers(name: &str) -> bool {
    COMMANDS.iter().any(|(known, takes, _)| *known == name && is_taken("at", *takes))
}

fn is_taken(option: &str, takes: CommonOption) -> bool {
    match option {
        "set" | "misere" => matches!(takes, CommonOption::Rules | CommonOption::Registers),
        "at" => takes == CommonOption::Registers,
        "color" => true,
        _ => takes != CommonOption::Nothing,
    }
}
