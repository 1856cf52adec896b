//! What a run has done, kept by an object of Python (`nimdsl.store`) that writes it to the disk. Knows no file.
use nimdsl::rules::{Chunk, ChunkStore, StoreFailure};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// A store that Python keeps. Whoever works asks it and waits for it.
#[derive(Debug)]
pub(crate) struct Disk(pub(crate) Py<PyAny>);

impl Disk {
    /// What a method of the store answers, or in words why it does not.
    fn ask<T>(
        &self,
        method: &str,
        arguments: impl for<'py> PyCallArgs<'py>,
        read: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Result<T, StoreFailure> {
        let asked = Python::try_attach(|py| {
            let answer = self.0.bind(py).call_method1(method, arguments);
            answer.and_then(|answer| read(&answer)).map_err(|error| error.to_string())
        });
        asked.unwrap_or_else(|| Err("Python has ended".to_owned())).map_err(StoreFailure::from)
    }
}

impl ChunkStore for Disk {
    fn chunks(&self, task: usize, tell: &mut dyn FnMut(u64, Option<Chunk>)) -> Result<(), StoreFailure> {
        let all: Vec<(u64, Option<String>)> = self.ask("chunks", (task,), |answer| answer.extract())?;
        for (number, kept) in all {
            tell(number, kept.and_then(|kept| serde_json::from_str(&kept).ok()));
        }
        Ok(())
    }

    fn keep(&self, task: usize, chunk: u64, result: &Chunk) -> Result<(), StoreFailure> {
        let told = serde_json::to_string(result).map_err(|why| why.to_string())?;
        self.ask("keep", (task, chunk, told), |_| Ok(()))
    }

    fn verdict(&self, task: usize, candidate: u64) -> Result<Option<Option<u64>>, StoreFailure> {
        let kept: Option<(Option<u64>,)> = self.ask("verdict", (task, candidate), |answer| answer.extract())?;
        Ok(kept.map(|kept| kept.0))
    }

    fn keep_verdict(&self, task: usize, candidate: u64, verdict: Option<u64>) -> Result<(), StoreFailure> {
        self.ask("keep_verdict", (task, candidate, verdict), |_| Ok(()))
    }

    fn proof(&self, task: usize, hit: &str) -> Result<Option<bool>, StoreFailure> {
        self.ask("proof", (task, hit), |answer| answer.extract())
    }

    fn keep_proof(&self, task: usize, hit: &str, proved: bool) -> Result<(), StoreFailure> {
        self.ask("keep_proof", (task, hit, proved), |_| Ok(()))
    }
}

/// The BLAKE3 hash of a row of a store: of the name of its table and of its columns, each with its length.
#[pyfunction]
pub(crate) fn seal(table: &str, columns: Vec<Vec<u8>>) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    for part in [table.as_bytes()].into_iter().chain(columns.iter().map(Vec::as_slice)) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    *hasher.finalize().as_bytes()
}
