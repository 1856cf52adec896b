//! Work on several threads whose results are told in order. Knows nothing of what the work is.
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Addresses for the stack of a thread: terms and texts are walked by recursion, which has to be as deep as on the thread that asks.
const STACK: usize = 256 << 20;

/// Does `work` on all items with so many threads, and tells every result to `done`, in the order of the items. After
/// `done` breaks, no further item is begun. One thread is the one that asks.
///
/// ```
/// use nimdsl_engines::parallel::in_order;
/// use std::ops::ControlFlow;
///
/// let mut squares = Vec::new();
/// in_order(&[3, 1, 2], 2, |item| item * item, |square| {
///     squares.push(square);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(squares, [9, 1, 4]);
/// ```
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
    mut done: impl FnMut(R) -> ControlFlow<()>,
) {
    // A browser has no threads.
    if cfg!(target_arch = "wasm32") || threads.min(items.len()) <= 1 {
        _ = items.iter().try_for_each(|item| done(work(item)));
        return;
    }
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        let starts = |_: &usize| {
            let (sender, next, stop, work) = (sender.clone(), &next, &stop, &work);
            let body = move || {
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { return };
                    // Nobody listens any more once `done` has broken off.
                    if sender.send((index, work(item))).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, body).is_ok()
        };
        // Fewer will do where the system gives no more.
        let workers = (0..threads.min(items.len())).take_while(starts).count();
        drop(sender);
        if workers == 0 {
            _ = items.iter().try_for_each(|item| done(work(item)));
            return;
        }
        let mut waiting = BTreeMap::new();
        let mut told = 0;
        for (index, result) in receiver {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&told) {
                told += 1;
                if done(result).is_break() {
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    });
}
