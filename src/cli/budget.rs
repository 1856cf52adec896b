//! Time: what a phase cost, when to give up, and what an interrupt does.
use super::Stop;
use cpu_time::ProcessTime;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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

    /// One JSON line.
    pub(super) fn line(&self) -> String {
        let [parsing, analysis, engine, rendering] = self.spent.map(|spent| spent.as_secs_f64());
        json!({"engine_name": self.engine, "parsing": parsing, "analysis": analysis, "engine": engine, "rendering": rendering})
            .to_string()
    }
}

/// Sets `cancel` when the time is over or the user interrupts; a second interrupt ends the process at once. What is
/// returned tells whether it was the time.
pub(super) fn watch(time: Option<&str>, cancel: &Arc<AtomicBool>) -> Result<Arc<AtomicBool>, Stop> {
    let interrupted = cancel.clone();
    // Without a handler an interrupt ends the process, which is as good.
    let _ = ctrlc::set_handler(move || {
        if interrupted.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    let late = Arc::new(AtomicBool::new(false));
    let Some(time) = time else { return Ok(late) };
    let limit = duration(time)?;
    let (told, cancel) = (late.clone(), cancel.clone());
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        told.store(true, Ordering::Relaxed);
        cancel.store(true, Ordering::Relaxed);
    });
    Ok(late)
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
