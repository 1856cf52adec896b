//! Work of any length for Python: on a thread with a stack that is deep enough for every text, while other threads of Python run. An
//! interrupt, a listener that fails or a budget of time ends it. Knows nothing of games.
use crate::failures::{out_of_time, own_fault};
use nimdsl::engine::{Context, Progress};
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Trees are walked by recursion; this is deep enough for every text that the parser lets through.
const STACK: usize = 256 << 20;
/// How often signals are looked for, and listeners told.
const LOOK: Duration = Duration::from_millis(20);
/// What is not done so long after it was asked to stop is left to end by itself.
const GRACE: Duration = Duration::from_millis(50);
/// Threads that wait for the next work.
const IDLE: usize = 4;

/// Memory in bytes, threads, seconds, and who is told `(done, all)`.
pub(crate) type GivenLimits = (u64, usize, Option<f64>, Option<Py<PyAny>>);

type WorkerJob = Box<dyn FnOnce() + Send>;

/// Threads without work. A process that was forked off has none of them.
#[derive(Debug)]
struct Crew {
    process: u32,
    idle: Vec<Sender<WorkerJob>>,
}

static CREW: Mutex<Crew> = Mutex::new(Crew { process: 0, idle: Vec::new() });

/// How far work is: done, and in all.
#[derive(Debug, Default)]
struct HowFar {
    done: AtomicU64,
    all: AtomicU64,
}

/// What work ends with: an answer, or what it panicked with.
type Ended<T> = Result<T, Box<dyn Any + Send>>;

/// Where a thread puts what its work ends with.
struct AnswerPlace<T> {
    ended: Mutex<Option<Ended<T>>>,
    told: Condvar,
}

impl<T> AnswerPlace<T> {
    fn put(&self, ended: Ended<T>) {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(ended);
        self.told.notify_one();
    }

    fn wait(&self, most: Duration) -> Option<Ended<T>> {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.told.wait_timeout_while(ended, most, |ended| ended.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.take()
    }
}

/// Does work within limits, and waits for it.
pub(crate) fn work<T: Send + 'static>(
    py: Python<'_>,
    limits: &GivenLimits,
    job: impl FnOnce(&Context) -> T + Send + 'static,
) -> PyResult<T> {
    let (memory, threads, time, listener) = limits;
    let far = Arc::new(HowFar::default());
    let heard = far.clone();
    let told: Progress = Arc::new(move |done, all| {
        heard.done.store(done, Ordering::Relaxed);
        heard.all.store(all, Ordering::Relaxed);
    });
    let progress = listener.is_some().then_some(told);
    let context = Context { memory: *memory, threads: *threads, progress, ..Context::default() };
    let cancel = context.cancel.clone();
    let place = Arc::new(AnswerPlace { ended: Mutex::new(None), told: Condvar::new() });
    let there = place.clone();
    hand_over(Box::new(move || there.put(catch_unwind(AssertUnwindSafe(|| job(&context))))))
        .map_err(|why| own_fault(py, &why))?;
    let end = time.map(|seconds| Instant::now() + Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX / 4));
    let mut last = (0, 0);
    loop {
        let left = end.map_or(LOOK, |end| end.saturating_duration_since(Instant::now()).min(LOOK));
        let ended = py.detach(|| place.wait(left));
        let heard = tell(py, listener.as_ref(), &far, &mut last);
        if let Some(ended) = ended {
            heard?;
            return ended.map_err(|panic| own_fault(py, &words(panic.as_ref())));
        }
        let stop = heard.and_then(|()| py.check_signals());
        let late = end.is_some_and(|end| end <= Instant::now());
        if stop.is_err() || late {
            cancel.store(true, Ordering::Relaxed);
            // What heeds no cancellation ends by itself, and nobody waits for it.
            py.detach(|| drop(place.wait(GRACE)));
            stop?;
            return Err(out_of_time(py, time.unwrap_or_default()));
        }
    }
}

/// Tells a listener how far the work is, if it is farther than before.
fn tell(py: Python<'_>, listener: Option<&Py<PyAny>>, far: &HowFar, last: &mut (u64, u64)) -> PyResult<()> {
    let now = (far.done.load(Ordering::Relaxed), far.all.load(Ordering::Relaxed));
    if let Some(listener) = listener.filter(|_| now != *last) {
        *last = now;
        listener.call1(py, now)?;
    }
    Ok(())
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason was given".to_owned())
}

/// Gives work to a thread that has none, or to one more.
fn hand_over(job: WorkerJob) -> Result<(), String> {
    let mut job = job;
    let own = std::process::id();
    loop {
        let idle = {
            let mut crew = CREW.lock().unwrap_or_else(PoisonError::into_inner);
            if crew.process != own {
                // Threads of another process: their ends of the channels are nobody's here.
                *crew = Crew { process: own, idle: Vec::new() };
            }
            crew.idle.pop()
        };
        let Some(idle) = idle else { return hire(job) };
        match idle.send(job) {
            Ok(()) => return Ok(()),
            Err(back) => job = back.0,
        }
    }
}

/// A thread that does this work, and then more.
fn hire(first: WorkerJob) -> Result<(), String> {
    let (send, receive) = channel::<WorkerJob>();
    let body = move || {
        let mut job = Some(first);
        while let Some(next) = job.take() {
            next();
            let mut crew = CREW.lock().unwrap_or_else(PoisonError::into_inner);
            if IDLE <= crew.idle.len() {
                return;
            }
            crew.idle.push(send.clone());
            drop(crew);
            job = receive.recv().ok();
        }
    };
    let hired = thread::Builder::new().name("nimdsl".to_owned()).stack_size(STACK).spawn(body);
    hired.map(drop).map_err(|why| {
        let needed = STACK >> 20;
        format!("cannot begin: a thread with {needed} MiB of addresses for its stack is needed ({why}); allow more (`ulimit -v`)")
    })
}
