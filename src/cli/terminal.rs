//! What a terminal is shown: colour, lines that fit, that work goes on, and nothing that it would obey.
use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use nimdsl::source::legible;
use std::fmt;
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// A bar is not shown for less.
pub(super) const BEFORE_BAR: Duration = Duration::from_millis(500);
/// Off a terminal, a line says so often that work goes on: after this, and each time after twice as long.
pub(super) const BEFORE_LINE: Duration = Duration::from_secs(5);

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal that has colour.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

static COLOUR: OnceLock<Colour> = OnceLock::new();
static BAR: OnceLock<ProgressBar> = OnceLock::new();
static IS_SHOWN: AtomicBool = AtomicBool::new(false);
static HAS_ENDED: AtomicBool = AtomicBool::new(false);
static DONE: AtomicU64 = AtomicU64::new(0);
static ALL: AtomicU64 = AtomicU64::new(0);
/// What is done at present, in the order in which it was begun.
static PARTS: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// When the step at hand began, and when and how far it was told to be.
static AT_HAND: Mutex<Option<ToldStep>> = Mutex::new(None);
/// A step that told nothing for so long has ended, and something else is done that has no steps.
const SILENT: Duration = Duration::from_secs(3);

/// A step of known length.
#[derive(Clone, Copy)]
struct ToldStep {
    began: Instant,
    /// How much was done when it began: a run may go on with what another left.
    before: u64,
    /// When it last said how far it is.
    told: Instant,
}

/// Sets what `--color` asks for.
pub(super) fn begin(colour: Colour) {
    let _ = COLOUR.set(colour);
}

/// The only bar; hidden until the work takes long.
pub(super) fn bar() -> &'static ProgressBar {
    BAR.get_or_init(|| {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.with_style(spinner()).with_message("at work")
    })
}

/// A step of known length.
const STEP: &str = "{elapsed} {wide_bar} {human_pos}/{human_len} {msg}, about {eta} left";

fn spinner() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {elapsed} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner())
}

/// Tells how far a step of the work is; the next may follow.
pub(super) fn progress(done: u64, all: u64) {
    DONE.store(done, Ordering::Relaxed);
    let open = if done < all { all } else { 0 };
    if ALL.swap(open, Ordering::Relaxed) != open {
        let style = if open == 0 { Ok(spinner()) } else { ProgressStyle::with_template(STEP) };
        bar().set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        *step() = Some(ToldStep { began: Instant::now(), before: done, told: Instant::now() });
        bar().set_length(all);
        bar().set_position(done);
        bar().reset_eta();
    } else if let Some(ToldStep { told, .. }) = step().as_mut() {
        *told = Instant::now();
    }
    bar().set_position(done);
}

fn step() -> MutexGuard<'static, Option<ToldStep>> {
    AT_HAND.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shows that work goes on; called when it has taken [`BEFORE_BAR`].
pub(super) fn show_bar() {
    if is_clever(&io::stderr()) && !HAS_ENDED.load(Ordering::SeqCst) {
        IS_SHOWN.store(true, Ordering::SeqCst);
        bar().set_draw_target(ProgressDrawTarget::stderr());
        bar().enable_steady_tick(Duration::from_millis(200));
    }
}

/// Does a part of the work, which is named where a line says that work goes on.
pub(super) fn part<T>(name: &str, work: impl FnOnce() -> T) -> T {
    parts().push(name.to_owned());
    let done = work();
    let mut parts = parts();
    if let Some(at) = parts.iter().position(|part| part == name) {
        parts.remove(at);
    }
    done
}

fn parts() -> MutexGuard<'static, Vec<String>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says that work goes on, where there is no bar.
pub(super) fn say_at_work(since: Duration) {
    if HAS_ENDED.load(Ordering::SeqCst) {
        return;
    }
    let times = *step();
    let silent = times.is_none_or(|step| SILENT <= step.told.elapsed());
    if IS_SHOWN.load(Ordering::SeqCst) {
        if silent && ALL.swap(0, Ordering::Relaxed) != 0 {
            bar().set_style(spinner());
        }
        return;
    }
    let named = parts().join(", ");
    // Where several things are done, one step of one of them does not say how long they take.
    let is_all = named.is_empty();
    let named = if is_all { named } else { format!(", on {named}") };
    if silent {
        let _ = writeln!(err(), "nimdsl: still at work after {} s{named}", since.as_secs());
        return;
    }
    let (done, all) = (DONE.load(Ordering::Relaxed), ALL.load(Ordering::Relaxed));
    let part = done.checked_mul(100).and_then(|hundred| hundred.checked_div(all));
    let (begun, before) = times.map_or((0, 0), |step| (step.began.elapsed().as_secs(), step.before));
    let left = begun.checked_mul(all.saturating_sub(done));
    let left = left.and_then(|left| left.checked_div(done.saturating_sub(before)));
    let left = left.filter(|left| is_all && 0 < *left);
    let left = left.map_or_else(String::new, |left| format!(", about {left} s left at this pace"));
    let part = part.map_or_else(String::new, |part| format!(", {part} % of this step{left}"));
    let _ = writeln!(err(), "nimdsl: still at work after {} s{named}{part}", since.as_secs());
}

/// Takes the bar away for good.
pub(super) fn end() {
    HAS_ENDED.store(true, Ordering::SeqCst);
    if IS_SHOWN.swap(false, Ordering::SeqCst) {
        bar().finish_and_clear();
    }
}

/// Does something while no bar stands in its way.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    if IS_SHOWN.load(Ordering::SeqCst) { bar().suspend(work) } else { work() }
}

/// Whether a stream is a terminal that can do more than print letters.
fn is_clever(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("TERM").is_none_or(|kind| kind != "dumb")
}

/// Whether a stream may be coloured: as `--color` says, or on a terminal, if <https://no-color.org> does not forbid it.
pub(super) fn is_coloured(stream: &impl IsTerminal) -> bool {
    let forbidden = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match COLOUR.get().copied().unwrap_or(Colour::Auto) {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => is_clever(stream) && !forbidden(),
    }
}

/// How many letters a line of the output may have; none if it goes elsewhere than to a terminal.
pub(super) fn width() -> Option<usize> {
    let is_terminal = io::stdout().is_terminal();
    is_terminal.then(|| terminal_size::terminal_size_of(io::stdout()).map(|size| usize::from(size.0.0))).flatten()
}

const MARK: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green)));

/// A P-position or a winning move, in colour on a terminal.
pub(super) fn marked(text: &str) -> String {
    if is_coloured_out() { format!("{MARK}{text}{MARK:#}") } else { text.to_owned() }
}

fn is_coloured_out() -> bool {
    static IS_COLOURED: OnceLock<bool> = OnceLock::new();
    *IS_COLOURED.get_or_init(|| is_coloured(&io::stdout()))
}

/// The output. What a terminal would obey is written as `\u001b`, which is legible, and the same text in JSON.
pub(super) struct Out(StdoutLock<'static>);

/// The output of a command, for text.
pub(super) fn out() -> Out {
    Out(io::stdout().lock())
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let clean = safe(bytes, is_coloured_out());
        aside(|| match &clean {
            None => self.0.write_all(bytes),
            Some(text) => self.0.write_all(text.as_bytes()),
        })?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The error stream, for text without colour.
pub(super) struct Messages {
    keeps_colour: bool,
}

/// The error stream, for text without colour.
pub(super) fn err() -> Messages {
    Messages { keeps_colour: false }
}

/// The error stream, for faults, whose texts were made legible before they were coloured.
pub(super) fn err_in_colour() -> Messages {
    Messages { keeps_colour: is_coloured(&io::stderr()) }
}

impl Write for Messages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let clean = if self.keeps_colour { None } else { safe(bytes, false) };
        aside(|| match &clean {
            None => io::stderr().lock().write_all(bytes),
            Some(text) => io::stderr().lock().write_all(text.as_bytes()),
        })?;
        Ok(bytes.len())
    }

    /// A message comes in one piece, so that a process that ends meanwhile says it whole or not at all.
    fn write_fmt(&mut self, message: fmt::Arguments<'_>) -> io::Result<()> {
        self.write_all(message.to_string().as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().lock().flush()
    }
}

/// A text that a terminal prints letter by letter; none if it is one already.
fn safe(bytes: &[u8], keeps_mark: bool) -> Option<String> {
    let is_plain = |byte: &u8| (b' '..=b'~').contains(byte) || *byte == b'\n';
    if bytes.iter().all(is_plain) {
        return None;
    }
    let text = String::from_utf8_lossy(bytes);
    if !keeps_mark {
        return Some(legible(&text).into_owned());
    }
    let (begin, end) = (format!("{MARK}"), format!("{MARK:#}"));
    let within = |part: &str| part.split(&end).map(legible).collect::<Vec<_>>().join(&end);
    Some(text.split(&begin).map(within).collect::<Vec<_>>().join(&begin))
}
