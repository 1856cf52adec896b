//! Time and memory: what a phase cost, when to give up, and what an interrupt does.
use super::stop::Stop;
use super::terminal;
use cpu_time::ProcessTime;
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// The parts of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Text to tree.
    Parsing,
    /// Tree to ruleset.
    Analysis,
    /// Ruleset to values.
    Engine,
    /// Values to output.
    Rendering,
}

/// CPU seconds of the process, by phase.
#[derive(Debug, Default)]
pub(super) struct Clock {
    since: Option<ProcessTime>,
    spent: [Duration; 4],
    /// The engine that answered.
    pub(super) engine: Option<&'static str>,
}

impl Clock {
    /// Begins to count.
    pub(super) fn start(&mut self) {
        self.since = ProcessTime::try_now().ok();
    }

    /// Counts what was spent since the last stop for a phase.
    pub(super) fn stop(&mut self, phase: Phase) {
        let spent = self.since.and_then(|since| since.try_elapsed().ok());
        self.spent[phase as usize] += spent.unwrap_or_default();
        self.start();
    }

    /// What no phase was named for is the work of the command, or the writing of what it found.
    pub(super) fn end(&mut self) {
        self.stop(if self.spent == [Duration::ZERO; 4] { Phase::Engine } else { Phase::Rendering });
    }

    /// One JSON line.
    pub(super) fn line(&self) -> String {
        let [parsing, analysis, engine, rendering] = self.spent.map(|spent| spent.as_secs_f64());
        json!({"engine_name": self.engine, "parsing": parsing, "analysis": analysis, "engine": engine, "rendering": rendering})
            .to_string()
    }
}

/// Where an interrupted run goes on.
static KEPT: Mutex<String> = Mutex::new(String::new());

/// Tells that what was done lies in a folder or file, and is not lost when the process has to be ended.
pub(super) fn keep(folder: &Path) {
    say_kept(format!("; what was done is kept in {}, go on with --resume", folder.display()));
}

/// Nothing is kept after all.
pub(super) fn keep_nothing() {
    say_kept(String::new());
}

fn say_kept(words: String) {
    *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = words;
}

/// The watch looks this often.
const LOOK: Duration = Duration::from_millis(20);
/// Work that does not listen is ended this long after it was told to; what takes memory, sooner.
const GRACE: Duration = Duration::from_millis(1200);
const MEMORY_GRACE: Duration = Duration::from_millis(100);
/// So long a message may take where the reader of a stream is slow.
const TELLING: Duration = Duration::from_millis(300);
/// Memory of the program itself, beside what `--memory` allows.
const OWN_MEMORY: u64 = 48 << 20;

/// What a command may use.
#[derive(Clone, Debug)]
pub(super) struct BudgetLimits {
    /// As it was written, for the message.
    time: Option<(String, Duration)>,
    pub(super) memory: u64,
    /// The process that started this one, if this one is to end with it.
    parent: Option<u32>,
}

impl BudgetLimits {
    pub(super) fn new(time: Option<&str>, memory: &str) -> Result<Self, Stop> {
        let time = time.map(|time| Ok::<_, Stop>((time.to_owned(), duration(time)?))).transpose()?;
        Ok(Self { time, memory: bytes(memory)?, parent: None })
    }

    /// The same, ending when the process ends that started this one.
    pub(super) fn with_parent(self) -> Result<Self, Stop> {
        let parent = parent()
            .ok_or_else(|| Stop::refused("--die-with-parent: this system does not tell who started a process"))?;
        Ok(Self { parent: Some(parent), ..self })
    }

    /// When the time is up that the command may take, which begins here.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.time.as_ref().and_then(|(_, time)| Instant::now().checked_add(*time))
    }

    /// The process may take an eighth more than its tables, and what it is itself.
    fn most(&self) -> u64 {
        self.above(8)
    }

    /// What is allowed, and such a part of it more.
    fn above(&self, part: u64) -> u64 {
        self.memory.saturating_add(self.memory / part).saturating_add(OWN_MEMORY)
    }
}

/// The process that started this one; another one as soon as that has ended. `None` where no system call tells it.
#[cfg_attr(unix, expect(clippy::unnecessary_wraps, reason = "elsewhere nothing tells it"))]
fn parent() -> Option<u32> {
    #[cfg(unix)]
    return Some(std::os::unix::process::parent_id());
    #[cfg(not(unix))]
    None
}

/// Why work has to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    Interrupt,
    Time,
    Memory,
    /// The process that started this one has ended.
    Parent,
}

/// A thread that looks at the clock and at the memory while a command works.
#[derive(Debug)]
pub(super) struct LimitWatch {
    limits: BudgetLimits,
    cancel: Arc<AtomicBool>,
    cause: OnceLock<Cause>,
    has_ended: AtomicBool,
}

impl LimitWatch {
    /// Begins to watch. When time or memory is used up, or the user interrupts, `cancel` is set; work that does not
    /// listen to it is ended, and so is everything at a second interrupt.
    pub(super) fn start(limits: BudgetLimits, cancel: &Arc<AtomicBool>) -> Arc<Self> {
        let has_ended = AtomicBool::new(false);
        let watch = Arc::new(Self { limits, cancel: cancel.clone(), cause: OnceLock::new(), has_ended });
        let interrupted = watch.clone();
        // Without a handler an interrupt ends the process, which is as good.
        let _ = ctrlc::set_handler(move || {
            if interrupted.cause.get() == Some(&Cause::Interrupt) {
                tell_and_exit(130, terminal::end);
            }
            interrupted.stop(Cause::Interrupt);
        });
        // A file that grows beyond `ulimit -f` would end the process without a word; with a handler the write fails and is told.
        #[cfg(unix)]
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
        // A stream that nobody reads holds up who writes to it, and must not hold up who ends the process.
        for work in [Self::look, Self::say_that_work_goes_on] {
            let watching = watch.clone();
            std::thread::spawn(move || work(&watching));
        }
        watch
    }

    /// The command is done: nothing is ended any more.
    pub(super) fn end(&self) {
        self.has_ended.store(true, Ordering::SeqCst);
        terminal::end();
    }

    fn stop(&self, cause: Cause) {
        let _ = self.cause.set(cause);
        self.cancel.store(true, Ordering::SeqCst);
    }

    /// Shows that work goes on, until the command ends.
    fn say_that_work_goes_on(&self) {
        let start = Instant::now();
        let mut next_line = terminal::BEFORE_LINE;
        let mut has_bar = false;
        while !self.has_ended.load(Ordering::SeqCst) {
            let since = start.elapsed();
            if !has_bar && terminal::BEFORE_BAR <= since {
                has_bar = true;
                terminal::show_bar();
            }
            if next_line <= since {
                next_line *= 2;
                terminal::say_at_work(since);
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Looks at time and memory every few milliseconds, until the process ends; sets the cancellation, and ends work
    /// that does not listen. Writes nothing itself. What is over only has to be told, but that can last for ever, too.
    fn look(&self) {
        let start = Instant::now();
        let mut told = None;
        let mut is_telling = false;
        loop {
            let since = start.elapsed();
            if self.limits.time.as_ref().is_some_and(|limit| limit.1 <= since) {
                self.stop(Cause::Time);
            }
            if self.limits.parent.is_some() && self.limits.parent != parent() {
                self.stop(Cause::Parent);
            }
            let taken = memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64);
            if self.limits.most() < taken {
                self.stop(Cause::Memory);
            }
            if let Some(cause) = self.cause.get() {
                // What listens gives its memory back, and tells what it has; what does not takes more and more.
                let grows = *cause == Cause::Memory && self.limits.above(5) < taken;
                let grace = if grows { MEMORY_GRACE } else { GRACE };
                let first: Instant = *told.get_or_insert_with(Instant::now);
                if !is_telling && self.has_ended.load(Ordering::SeqCst) {
                    // The command has ended by itself, and says why.
                    is_telling = true;
                    told = None;
                } else if (if is_telling { GRACE } else { grace }) <= first.elapsed() {
                    self.end_process();
                }
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Ends work that does not listen. Files are written whole or not at all, and a store is not harmed.
    fn end_process(&self) {
        let words = if self.has_ended.load(Ordering::SeqCst) { String::new() } else { self.words() };
        tell_and_exit(self.code(), move || {
            terminal::end();
            if !words.is_empty() {
                let _ = writeln!(terminal::err(), "nimdsl: {words}");
            }
        });
    }

    fn words(&self) -> String {
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let cause = match (self.cause.get(), &self.limits.time) {
            (Some(Cause::Time), Some((time, _))) => format!("the time of {time} ran out before an answer"),
            (Some(Cause::Memory), _) => {
                let mebibytes = (self.limits.memory >> 20).saturating_mul(2).max(1).next_power_of_two();
                let more = if mebibytes < 1024 { format!("{mebibytes}MiB") } else { format!("{}GiB", mebibytes >> 10) };
                format!(
                    "the memory that is allowed was used up before an answer; ask for less, or allow more with --memory {more}"
                )
            }
            (Some(Cause::Parent), _) => "the process that started this one has ended".to_owned(),
            _ => "interrupted".to_owned(),
        };
        format!("{cause}{kept}")
    }

    fn code(&self) -> u8 {
        if matches!(self.cause.get(), Some(Cause::Time | Cause::Memory)) { 3 } else { 130 }
    }

    /// What a command that was interrupted tells: the reason in place of the word.
    pub(super) fn told(&self, done: Result<(), Stop>) -> Result<(), Stop> {
        match done {
            Err(Stop::Message(_, 130)) => Err(Stop::Message(self.words(), self.code())),
            done => done,
        }
    }
}

/// Tells something if somebody reads it soon, and ends the process.
fn tell_and_exit(code: u8, tell: impl FnOnce() + Send + 'static) -> ! {
    let (done, is_told) = mpsc::channel();
    let _ = std::thread::Builder::new().spawn(move || {
        tell();
        let _ = done.send(());
    });
    let _ = is_told.recv_timeout(TELLING);
    std::process::exit(i32::from(code))
}

fn duration(text: &str) -> Result<Duration, Stop> {
    let split = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let unit = match text[split..].trim() {
        "" | "s" => Some(1),
        "m" | "min" => Some(60),
        "h" => Some(3600),
        _ => None,
    };
    let seconds = text[..split].parse::<u64>().ok().zip(unit).and_then(|(count, unit)| count.checked_mul(unit));
    seconds
        .map(Duration::from_secs)
        .ok_or_else(|| Stop::Message(format!("--time {text}: write a time such as 60s, 10m or 2h"), 2))
}

fn bytes(text: &str) -> Result<u64, Stop> {
    let split = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let unit = match text[split..].trim() {
        "" | "B" => Some(1),
        "KiB" | "K" => Some(1 << 10),
        "MiB" | "M" => Some(1 << 20),
        "GiB" | "G" => Some(1u64 << 30),
        _ => None,
    };
    let count = text[..split].parse::<u64>().ok();
    count
        .zip(unit)
        .and_then(|(count, unit)| count.checked_mul(unit))
        .ok_or_else(|| Stop::Message(format!("--memory {text}: write a size such as 500MiB or 4GiB"), 2))
}
