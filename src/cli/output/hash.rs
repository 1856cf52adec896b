//! The hash of a table: the same table gives the same letters, whatever engine made it.
use super::{BandForm, BandsHead, Format, TableAnswer};
use crate::cli::stop::Stop;
use blake3::hazmat::{ChainingValue, HasherExt, Mode, merge_subtrees_non_root, merge_subtrees_root};
use nimdsl::engine::RowBand;
use nimdsl::parallel::in_order;
use nimdsl::table::Table;
use std::io::Write;
use std::ops::ControlFlow;

pub(super) const FORMAT: Format = Format {
    name: "hash",
    about: "Only the hash of the table",
    is_text: true,
    table,
    bands: Some(bands),
    positions: None,
    answers: None,
    chain: None,
    rules: None,
    proofs: None,
};

/// Cells that are turned into bytes at once: as many as a leaf has.
const HASHED: usize = LEAF / 4;
/// Leaves that a thread takes at once.
const TAKEN: usize = 16;

fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    writeln!(out, "{}", hash_of(table.table, table.threads).to_hex())?;
    Ok(())
}

/// The hash of the bytes of all cells, whose leaves are shared among threads: where values come fast, one thread would take as long
/// for them as several for the values.
fn hash_of(table: &Table, threads: usize) -> blake3::Hash {
    let cells: usize = table.layers.iter().map(|(_, values)| values.len()).sum();
    // The last leaf may end the tree, whole or not.
    let whole = cells.saturating_sub(1) / HASHED;
    let shares: Vec<usize> = (0..whole).step_by(TAKEN).collect();
    let values = |first: &usize| -> Vec<ChainingValue> {
        let leaves = *first..whole.min(first + TAKEN);
        leaves.map(|leaf| value_of(leaf as u64, &bytes_of(table, leaf))).collect()
    };
    let mut hash = HashBands::default();
    in_order(&shares, threads, values, |values| {
        for value in values {
            hash.push(value);
        }
        ControlFlow::Continue(())
    });
    hash.rest = bytes_of(table, whole);
    hash.finalize()
}

/// The bytes of a leaf: those of its cells, layer after layer.
fn bytes_of(table: &Table, leaf: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(LEAF);
    let (mut first, mut last) = (leaf * HASHED, (leaf + 1) * HASHED);
    for (_, values) in &table.layers {
        let here = first.min(values.len())..last.min(values.len());
        if !here.is_empty() {
            values.append_to(&mut bytes, here);
        }
        (first, last) = (first.saturating_sub(values.len()), last.saturating_sub(values.len()));
    }
    bytes
}

/// The value of a leaf, behind which the bytes may go on or not.
fn value_of(leaf: u64, bytes: &[u8]) -> ChainingValue {
    let mut hasher = blake3::Hasher::new();
    hasher.set_input_offset(leaf * LEAF as u64);
    hasher.update(bytes).finalize_non_root()
}

fn bands(_head: BandsHead) -> Box<dyn BandForm> {
    Box::new(HashBands::default())
}

/// Bytes that become a leaf of the tree of BLAKE3 as it is kept here: a power of two, and of its chunks.
const LEAF: usize = 1 << 16;

/// A hash that is begun, which can be kept: BLAKE3 is a binary tree over the bytes, of which the values of whole left branches are
/// enough (J. O'Connor, J.-P. Aumasson, S. Neves, Z. Wilcox-O'Hearn, BLAKE3, 2021, section 5.1.2).
#[derive(Default)]
struct HashBands {
    /// Leaves that are done.
    leaves: u64,
    /// A value for each one in the binary number of the leaves.
    branches: Vec<ChainingValue>,
    /// What follows, at most a leaf.
    rest: Vec<u8>,
}

impl HashBands {
    /// Adds the value of a leaf behind which bytes follow: neither it nor what it completes ends the tree.
    fn push(&mut self, mut value: ChainingValue) {
        let mut count = self.leaves;
        while count % 2 == 1
            && let Some(left) = self.branches.pop()
        {
            value = merge_subtrees_non_root(&left, &value, Mode::Hash);
            count /= 2;
        }
        self.branches.push(value);
        self.leaves += 1;
    }

    fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.rest.len() == LEAF {
                self.push(value_of(self.leaves, &self.rest));
                self.rest.clear();
            }
            let (head, tail) = bytes.split_at(bytes.len().min(LEAF - self.rest.len()));
            self.rest.extend_from_slice(head);
            bytes = tail;
        }
    }

    fn finalize(&self) -> blake3::Hash {
        let Some((root, others)) = self.branches.split_first() else { return blake3::hash(&self.rest) };
        let merge = |right, left: &ChainingValue| merge_subtrees_non_root(left, &right, Mode::Hash);
        merge_subtrees_root(root, &others.iter().rev().fold(value_of(self.leaves, &self.rest), merge), Mode::Hash)
    }
}

impl BandForm for HashBands {
    fn begin(&mut self, _out: &mut dyn Write) -> Result<(), Stop> {
        Ok(())
    }

    fn band(&mut self, band: &RowBand, _out: &mut dyn Write) -> Result<(), Stop> {
        let mut bytes = Vec::new();
        for first in (0..band.len()).step_by(HASHED) {
            bytes.clear();
            band.append_to(&mut bytes, first..band.len().min(first + HASHED));
            self.update(&bytes);
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write) -> Result<(), Stop> {
        writeln!(out, "{}", self.finalize().to_hex())?;
        Ok(())
    }

    /// The number of leaves, the values of branches, and the rest.
    fn keep(&self) -> Vec<u8> {
        let branches = self.branches.iter().flatten().copied();
        self.leaves.to_le_bytes().into_iter().chain(branches).chain(self.rest.iter().copied()).collect()
    }

    fn take_up(&mut self, kept: &[u8]) -> bool {
        let Some((leaves, kept)) = kept.split_first_chunk() else { return false };
        self.leaves = u64::from_le_bytes(*leaves);
        let Some((branches, rest)) = kept.split_at_checked(32 * self.leaves.count_ones() as usize) else {
            return false;
        };
        self.branches = branches.as_chunks().0.to_vec();
        self.rest = rest.to_vec();
        rest.len() <= LEAF
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimdsl::table::Cells;

    #[test]
    fn several_threads_and_layers_do_not_change_a_hash() {
        for sizes in
            [vec![0], vec![1], vec![HASHED], vec![HASHED - 1, 2], vec![5, 40 * HASHED, 7], vec![17 * HASHED, HASHED]]
        {
            let values = |count: &usize| (0..*count).map(|at| u32::try_from(at * at % 70_001).ok()).collect::<Vec<_>>();
            let layers = sizes.iter().map(|count| (Vec::new(), Cells::from(values(count)))).collect();
            let table = Table { shape: vec![1], layers };
            let bytes: Vec<u8> = sizes.iter().flat_map(values).flatten().flat_map(u32::to_le_bytes).collect();
            for threads in [1, 3] {
                assert_eq!(hash_of(&table, threads), blake3::hash(&bytes), "{sizes:?}");
            }
        }
    }

    /// Whatever the bytes are cut into, and wherever it is kept and taken up.
    #[test]
    fn a_hash_that_is_kept_goes_on_as_if_it_had_not_been() {
        let bytes: Vec<u8> = (0..11 * LEAF + 5).map(|at| u8::try_from(at * at % 251).unwrap_or(0)).collect();
        for length in
            [0, 1, LEAF - 1, LEAF, LEAF + 1, 2 * LEAF, 3 * LEAF, 7 * LEAF, 8 * LEAF, 8 * LEAF + 1, bytes.len()]
        {
            let mut hash = HashBands::default();
            for part in bytes[..length].chunks(50_021) {
                let mut next = HashBands::default();
                assert!(next.take_up(&hash.keep()));
                next.update(part);
                hash = next;
            }
            assert_eq!(hash.finalize(), blake3::hash(&bytes[..length]), "{length} bytes");
        }
    }
}
