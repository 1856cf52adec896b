//! Rows of a store: what they say, their checksums, and back. Opens no store.
use nimdsl::rules::{Chunk, Survivor};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

/// A row of chunks; without a result if it is damaged.
pub(in crate::cli) struct StoreRow {
    pub(in crate::cli) task: u64,
    pub(in crate::cli) chunk: u64,
    pub(in crate::cli) result: Option<Chunk>,
}

/// A row says what cannot be, or something else than it was sealed with.
#[derive(Debug)]
pub(in crate::cli) struct Damaged;

/// A number of 64 bits in a column; `SQLite` has signed ones only.
pub(in crate::cli) fn column(number: u64) -> i64 {
    i64::from_ne_bytes(number.to_ne_bytes())
}

fn number(column: i64) -> u64 {
    u64::from_ne_bytes(column.to_ne_bytes())
}

/// Two numbers that a row is found by.
pub(in crate::cli) fn key(first: u64, second: u64) -> [i64; 2] {
    [column(first), column(second)]
}

/// The BLAKE3 hash of a row: of the name of its table and of all its columns, each with its length.
pub(in crate::cli) fn seal(table: &str, columns: &[&[u8]]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    for part in [table.as_bytes()].iter().chain(columns) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    *hasher.finalize().as_bytes()
}

fn bytes(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn numbers(bytes: &[u8]) -> Option<Vec<u64>> {
    let (eights, rest) = bytes.as_chunks::<8>();
    rest.is_empty().then(|| eights.iter().map(|eight| u64::from_le_bytes(*eight)).collect())
}

/// Bits for the target of a survivor, of which there are 64 at most.
const TARGET: u32 = 8;

fn survivor_bytes(survivors: &[Survivor]) -> Vec<u8> {
    let all = survivors.iter().flat_map(|survivor| {
        let target = survivor.target.map_or(0, |target| target as u64 + 1);
        // Targets are few, so the games of an atlas stand in the same number.
        [survivor.number, target | survivor.games << TARGET, survivor.length, survivor.meaning]
    });
    bytes(&all.collect::<Vec<_>>())
}

fn survivors(bytes: &[u8]) -> Option<Vec<Survivor>> {
    let all = numbers(bytes)?;
    let (fours, rest) = all.as_chunks::<4>();
    let survivor = |[number, target, length, meaning]: &[u64; 4]| {
        let (target, games) = (*target & ((1 << TARGET) - 1), *target >> TARGET);
        let target = usize::try_from(target).ok()?.checked_sub(1);
        Some(Survivor { number: *number, target, length: *length, meaning: *meaning, games })
    };
    if rest.is_empty() { fours.iter().map(survivor).collect() } else { None }
}

fn integer(row: &rusqlite::Row<'_>, at: usize) -> Option<i64> {
    row.get_ref(at).ok()?.as_i64().ok()
}

fn blob<'a>(row: &'a rusqlite::Row<'_>, at: usize) -> Option<&'a [u8]> {
    row.get_ref(at).ok()?.as_blob().ok()
}

/// A row of chunks with all its columns.
pub(in crate::cli) fn chunk(row: &rusqlite::Row<'_>) -> StoreRow {
    let [task, chunk] = [0, 1].map(|at| integer(row, at).map_or(u64::MAX, number));
    let result = || {
        let (fingerprints, survivor_bytes) = (blob(row, 4)?, blob(row, 5)?);
        let [candidates, rejected] = [integer(row, 2)?, integer(row, 3)?].map(number);
        let sum = chunk_seal([task, chunk, candidates, rejected], fingerprints, survivor_bytes);
        if blob(row, 6)? != sum {
            return None;
        }
        Some(Chunk {
            candidates,
            rejected,
            fingerprints: numbers(fingerprints)?,
            survivors: survivors(survivor_bytes)?,
        })
    };
    StoreRow { task, chunk, result: result() }
}

fn chunk_seal(numbers: [u64; 4], fingerprints: &[u8], survivors: &[u8]) -> [u8; 32] {
    seal("chunks", &[&bytes(&numbers), fingerprints, survivors])
}

/// Writes a row of chunks; its checksum.
pub(in crate::cli) fn insert(
    connection: &Connection,
    how: &str,
    task: u64,
    chunk: u64,
    result: &Chunk,
) -> rusqlite::Result<[u8; 32]> {
    let (fingerprints, survivors) = (bytes(&result.fingerprints), survivor_bytes(&result.survivors));
    let all = [task, chunk, result.candidates, result.rejected];
    let sum = chunk_seal(all, &fingerprints, &survivors);
    let [task, chunk, candidates, rejected] = all.map(column);
    let mut statement = connection.prepare_cached(&format!("{how} INTO chunks VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"))?;
    statement.execute(params![task, chunk, candidates, rejected, fingerprints, survivors, sum])?;
    Ok(sum)
}

/// A text and its checksum, under a name; none if it is damaged.
pub(in crate::cli) fn text(table: &str, name: &str, row: &rusqlite::Row<'_>) -> Option<String> {
    let text = row.get_ref(0).ok()?.as_str().ok()?;
    (blob(row, 1)? == seal(table, &[name.as_bytes(), text.as_bytes()])).then(|| text.to_owned())
}

/// The checksum of a verdict.
pub(in crate::cli) fn verdict_seal(task: u64, candidate: u64, up_to: Option<i64>) -> [u8; 32] {
    let up_to = up_to.map_or_else(Vec::new, |up_to| up_to.to_le_bytes().to_vec());
    seal("verdicts", &[&bytes(&[task, candidate]), &up_to])
}

/// A verdict, by its checksum.
pub(in crate::cli) fn verdict(task: u64, candidate: u64, row: &rusqlite::Row<'_>) -> Result<Option<u64>, Damaged> {
    let up_to = match row.get_ref(0) {
        Ok(ValueRef::Null) => None,
        Ok(ValueRef::Integer(up_to)) if 0 <= up_to => Some(up_to),
        _ => return Err(Damaged),
    };
    let fits = blob(row, 1).is_some_and(|sum| sum == verdict_seal(task, candidate, up_to));
    if fits { Ok(up_to.map(number)) } else { Err(Damaged) }
}

/// The checksum of a proof.
pub(in crate::cli) fn proof_seal(task: u64, hit: &str, proved: i64) -> [u8; 32] {
    seal("proofs", &[&bytes(&[task]), hit.as_bytes(), &proved.to_le_bytes()])
}

/// Whether a hit was proved, by the checksum.
pub(in crate::cli) fn proof(task: u64, hit: &str, row: &rusqlite::Row<'_>) -> Result<bool, Damaged> {
    let proved = integer(row, 0).filter(|proved| (0..=1).contains(proved)).ok_or(Damaged)?;
    let fits = blob(row, 1).is_some_and(|sum| sum == proof_seal(task, hit, proved));
    if fits { Ok(proved == 1) } else { Err(Damaged) }
}
