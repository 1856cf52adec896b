//! The arguments of the command line.
use std::path::PathBuf;

/// What this process does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FuzzMode {
    /// Starts children and watches them.
    Supervise,
    /// Judges inputs, and tells the parent.
    Work,
    /// Prints one input of a stage.
    Print,
}

/// What was asked for.
#[derive(Clone, Debug)]
pub struct FuzzArguments {
    /// What this process does.
    pub mode: FuzzMode,
    /// How long it runs.
    pub seconds: u64,
    /// What inputs are drawn from.
    pub seed: u64,
    /// The first input of a child.
    pub from: u64,
    /// One stage alone.
    pub only: Option<String>,
    /// Files to replay in place of random inputs.
    pub files: Vec<PathBuf>,
    /// Where inputs and findings are written.
    pub findings: PathBuf,
    /// Seconds that one step may take.
    pub patience: u64,
    /// MiB that one input may take.
    pub memory: usize,
    /// The program whose stores are damaged.
    pub program: PathBuf,
}

const USAGE: &str = "usage: nimdsl-fuzz [--seconds N] [--seed N] [--only STAGE] [--patience SECONDS] [--memory MIB] \
                     [--program FILE] [--findings FOLDER] [--print] [FILES to replay]\n\
                     stages: text, grammar, games, claims, experiments, identify, stores";

impl FuzzArguments {
    /// Reads them.
    ///
    /// # Errors
    /// How they are used.
    pub fn read(mut all: impl Iterator<Item = String>) -> Result<Self, String> {
        let root = crate::corpus::root();
        let mut arguments = Self {
            mode: FuzzMode::Supervise,
            seconds: 60,
            seed: 1,
            from: 0,
            only: None,
            files: Vec::new(),
            findings: PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("findings"),
            patience: 15,
            memory: 640,
            program: root.join("target/debug/nimdsl"),
        };
        while let Some(word) = all.next() {
            let mut next = || all.next().ok_or_else(|| USAGE.to_owned());
            let number = |text: String| text.parse::<u64>().map_err(|_| USAGE.to_owned());
            match word.as_str() {
                "--seconds" => arguments.seconds = number(next()?)?,
                "--seed" => arguments.seed = number(next()?)?,
                "--from" => arguments.from = number(next()?)?,
                "--patience" => arguments.patience = number(next()?)?,
                "--memory" => arguments.memory = usize::try_from(number(next()?)?).map_err(|_| USAGE.to_owned())?,
                "--only" => arguments.only = Some(next()?).filter(|name| !name.is_empty()),
                "--program" => arguments.program = PathBuf::from(next()?),
                "--findings" => arguments.findings = PathBuf::from(next()?),
                "--work" => arguments.mode = FuzzMode::Work,
                "--print" => arguments.mode = FuzzMode::Print,
                _ if word.starts_with('-') => return Err(USAGE.to_owned()),
                _ => arguments.files.push(PathBuf::from(word)),
            }
        }
        let known = |name: &String| crate::inputs::STAGES.iter().any(|stage| stage.0 == name);
        if arguments.only.as_ref().is_some_and(|name| !known(name)) {
            return Err(USAGE.to_owned());
        }
        Ok(arguments)
    }
}
