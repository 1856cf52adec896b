//! Experiments: read, judged and run; the same bytes with two threads, in shards, and from what was kept.
use super::Judge;
use nimdsl::asked::StoreFailure;
use nimdsl::asked::values::Effort;
use nimdsl::check::Library;
use nimdsl::diagnostic::Faults;
use nimdsl::engine::Context;
use nimdsl::experiment::{Experiment, check_all, read, run};
use nimdsl::search::trial::chunk::{Chunk, ChunkStore, Nobody, Shard};
use nimdsl::search::{LongRun, RunWork};
use nimdsl::source::Source;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

const RUN: u64 = 1_000;

/// A store in memory.
#[derive(Debug, Default)]
struct Kept(Mutex<Rows>);

#[derive(Debug, Default)]
struct Rows {
    chunks: BTreeMap<(usize, u64), Chunk>,
    verdicts: BTreeMap<(usize, u64), Option<u64>>,
    proofs: BTreeMap<(usize, String), bool>,
}

impl Kept {
    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChunkStore for Kept {
    fn chunks(&self, task: usize, tell: &mut dyn FnMut(u64, Option<Chunk>)) -> Result<(), StoreFailure> {
        let all = self.rows().chunks.clone();
        all.into_iter().filter(|row| row.0.0 == task).for_each(|row| tell(row.0.1, Some(row.1)));
        Ok(())
    }

    fn keep(&self, task: usize, chunk: u64, result: &Chunk) -> Result<(), StoreFailure> {
        self.rows().chunks.insert((task, chunk), result.clone());
        Ok(())
    }

    fn verdict(&self, task: usize, candidate: u64) -> Result<Option<Option<u64>>, StoreFailure> {
        Ok(self.rows().verdicts.get(&(task, candidate)).copied())
    }

    fn keep_verdict(&self, task: usize, candidate: u64, verdict: Option<u64>) -> Result<(), StoreFailure> {
        self.rows().verdicts.insert((task, candidate), verdict);
        Ok(())
    }

    fn proof(&self, task: usize, hit: &str) -> Result<Option<bool>, StoreFailure> {
        Ok(self.rows().proofs.get(&(task, hit.to_owned())).copied())
    }

    fn keep_proof(&self, task: usize, hit: &str, proved: bool) -> Result<(), StoreFailure> {
        self.rows().proofs.insert((task, hit.to_owned()), proved);
        Ok(())
    }
}

/// The bytes of a report; none if the run did not come to its end.
fn report(experiment: &Experiment, library: &dyn Library, long: &LongRun<'_>, context: &Context) -> Option<String> {
    let (report, failures) = run(experiment, library, Effort::Quick, long, context).ok()?;
    if context.cancel.load(std::sync::atomic::Ordering::Relaxed) || !failures.is_empty() {
        return None;
    }
    serde_json::to_string(&report).ok()
}

impl Judge<'_> {
    /// An experiment from its text to its report.
    pub(crate) fn experiment(&mut self, text: &str, library: &dyn Library) {
        self.count("experiments");
        let source = Source::new("input.ron", text);
        let alone = self.step("read experiment", 4_000, |_| read(&source));
        if let Some(Err(faults)) = &alone {
            self.shown(faults);
        }
        let Some(judged) = self.step("check experiment", 8_000, |_| check_all(&source, library)) else { return };
        let experiment = match judged {
            Ok(experiment) => experiment,
            Err(faults) => return self.shown(&faults),
        };
        self.count("experiments accepted");
        let kept = Kept::default();
        let long = |store, work| LongRun { store, work, watch: &Nobody };
        let first = self.step("run", RUN, |context| {
            report(&experiment, library, &long(Some(&kept), RunWork::Share(Shard::WHOLE)), context)
        });
        let Some(Some(first)) = first else { return };
        self.count("experiments run");
        let again = self
            .step("run kept", RUN, |context| report(&experiment, library, &long(Some(&kept), RunWork::Kept), context));
        self.same("a report from what was kept", &first, again.flatten());
        let threads = self.step("run with two threads", RUN, |context| {
            let context = Context { threads: 2, ..context.clone() };
            report(&experiment, library, &long(None, RunWork::Share(Shard::WHOLE)), &context)
        });
        self.same("a report of two threads", &first, threads.flatten());
    }

    fn shown(&mut self, faults: &Faults) {
        self.step("messages", 4_000, |_| faults.to_string());
    }

    fn same(&mut self, what: &str, first: &str, other: Option<String>) {
        if let Some(other) = other {
            self.count("reports compared");
            if first != other {
                self.finds(format!("{what} differs"), format!("{first}\n{other}"));
            }
        }
    }
}
