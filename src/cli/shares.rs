//! Shares of the time that is left: claims of which each has its part, so that one that takes long leaves something to those behind it.
//! Knows nothing of what is asked of a claim.
use nimdsl::engine::Context;
use nimdsl::parallel::in_order;
use nimdsl::value::Saturate;
use std::mem;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Who is at work is looked at this often.
const LOOK: Duration = Duration::from_millis(10);
/// The first round has this part of the time: what is quick is settled in it, whatever stands before it.
const FIRST: u32 = 4;

/// So much each has in every round, if there is so much for all: what is false early is found in it.
const LEAST: Duration = Duration::from_millis(100);

/// Why a claim has no answer where its time was up.
pub(in crate::cli) const NO_TIME: &str = "no answer in its share of the time";
/// The same where the command was stopped otherwise.
pub(in crate::cli) const NO_ANSWER: &str = "no answer before the command was stopped";

/// What work came to in its share of the time.
#[derive(Debug)]
pub(in crate::cli) enum SharedWork<R> {
    /// It was done.
    Done(R),
    /// Its time was up; with what is known all the same.
    Cut(Option<R>),
}

/// One claim's share: when it ends, and how that is told.
struct TimeShare {
    end: Instant,
    cancel: Arc<AtomicBool>,
}

/// The shares of those that are at work.
#[derive(Default)]
struct AtWork {
    shares: Mutex<Vec<TimeShare>>,
    has_ended: AtomicBool,
}

/// Does `work` on all items, several at a time, and tells each that is done with its number: in their order, those later that were not
/// done in their share of the time until `end`. Gives those that were not done at all, in their order, with what is known of them.
/// Without an end everything has all the time.
pub(in crate::cli) fn in_shares<T: Sync, R: Send>(
    items: &[T],
    (context, end): (&Context, Option<Instant>),
    work: impl Fn(&T, &Context) -> SharedWork<R> + Sync,
    mut told: impl FnMut(usize, R) -> ControlFlow<()>,
) -> Vec<(usize, Option<R>)> {
    let mut left: Vec<(usize, Option<R>)> = (0..items.len()).map(|number| (number, None)).collect();
    let mut round = 0;
    loop {
        let numbers: Vec<usize> = left.iter().map(|item| item.0).collect();
        let mut at = mem::take(&mut left).into_iter();
        let mut is_over = false;
        let ends = end.map(|end| (round_end(end, round, numbers.len()), end));
        let share = |number: &usize, own: &Context| work(&items[*number], own);
        one_round(&numbers, (context, ends), share, |shared| {
            let Some((number, before)) = at.next() else { return ControlFlow::Break(()) };
            match shared {
                SharedWork::Done(result) => {
                    let flow = told(number, result);
                    is_over = flow.is_break();
                    flow
                }
                SharedWork::Cut(known) => {
                    left.push((number, known.or(before)));
                    ControlFlow::Continue(())
                }
            }
        });
        round += 1;
        let has_time = end.is_some_and(|end| Instant::now() < end) && context.go_on().is_ok();
        if is_over || left.is_empty() || !has_time {
            return left;
        }
    }
}

/// When a round ends: the first one early, unless there is nobody to leave time to.
fn round_end(end: Instant, round: usize, count: usize) -> Instant {
    let now = Instant::now();
    let left = end.saturating_duration_since(now);
    now + if round == 0 && 1 < count { left / FIRST } else { left }
}

/// Does `work` on all items once, each in its share of the time until the end of the round; a little is there for each, as long as there
/// is time at all.
fn one_round<R: Send>(
    numbers: &[usize],
    (context, ends): (&Context, Option<(Instant, Instant)>),
    work: impl Fn(&usize, &Context) -> SharedWork<R> + Sync,
    told: impl FnMut(SharedWork<R>) -> ControlFlow<()>,
) {
    let workers = context.workers(numbers.len());
    let Some((round_end, end)) = ends else {
        in_order(numbers, workers, |number| work(number, context), told);
        return;
    };
    let (running, waiting) = (AtWork::default(), AtomicUsize::new(numbers.len()));
    thread::scope(|scope| {
        // Without a keeper nobody is held back, and `--time` ends everything.
        let _ = thread::Builder::new().spawn_scoped(scope, || running.keep(&context.cancel));
        let shared = |number: &usize| {
            // Those that are not begun share what is left, so many at a time.
            let waiting = waiting.fetch_sub(1, Ordering::Relaxed).max(1);
            let now = Instant::now();
            let own = share(round_end.saturating_duration_since(now), workers, waiting);
            let least = share(end.saturating_duration_since(now), workers, waiting).min(LEAST);
            let cancel = running.begin(own.max(least));
            let shared = work(number, &Context { cancel: Arc::clone(&cancel), ..context.clone() });
            running.done(&cancel);
            shared
        };
        let ended = KeeperEnd(&running);
        in_order(numbers, workers, shared, told);
        drop(ended);
    });
}

/// Lets the keeper go, also where work fails: who waits for him would wait for ever.
struct KeeperEnd<'a>(&'a AtWork);

impl Drop for KeeperEnd<'_> {
    fn drop(&mut self) {
        self.0.has_ended.store(true, Ordering::Relaxed);
    }
}

/// A share of what is left, for one of so many who wait, so many of them at a time.
fn share(left: Duration, workers: usize, waiting: usize) -> Duration {
    let at_a_time: u32 = workers.min(waiting).saturated();
    (left.saturating_mul(at_a_time) / waiting.saturated::<u32>().max(1)).min(left)
}

impl AtWork {
    /// Somebody begins who has so much time; what tells him that it is over.
    fn begin(&self, time: Duration) -> Arc<AtomicBool> {
        let cancel = Arc::new(AtomicBool::new(false));
        let share = TimeShare { end: Instant::now() + time, cancel: Arc::clone(&cancel) };
        self.shares.lock().unwrap_or_else(PoisonError::into_inner).push(share);
        cancel
    }

    /// Somebody is done.
    fn done(&self, cancel: &Arc<AtomicBool>) {
        self.shares.lock().unwrap_or_else(PoisonError::into_inner).retain(|share| !Arc::ptr_eq(&share.cancel, cancel));
    }

    /// Tells everybody when his time is up, or when all have to stop.
    fn keep(&self, all: &AtomicBool) {
        while !self.has_ended.load(Ordering::Relaxed) {
            let now = Instant::now();
            let is_over = all.load(Ordering::Relaxed);
            for share in self.shares.lock().unwrap_or_else(PoisonError::into_inner).iter() {
                if is_over || share.end <= now {
                    share.cancel.store(true, Ordering::Relaxed);
                }
            }
            thread::sleep(LOOK);
        }
    }
}
