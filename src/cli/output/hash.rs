//! The hash of a table: the same table gives the same letters, whatever engine made it.
use super::{BandForm, BandsHead, Format, TableAnswer};
use crate::cli::stop::Stop;
use blake3::hazmat::{ChainingValue, HasherExt, Mode, merge_subtrees_non_root, merge_subtrees_root};
use nimdsl::engine::RowBand;
use std::io::Write;

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

/// Cells that are hashed at once.
const HASHED: usize = 1 << 14;

fn table(table: &TableAnswer<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let mut hasher = blake3::Hasher::new();
    let mut bytes = Vec::new();
    for (_, values) in &table.table.layers {
        for first in (0..values.len()).step_by(HASHED) {
            bytes.clear();
            values.append_to(&mut bytes, first..values.len().min(first + HASHED));
            hasher.update(&bytes);
        }
    }
    writeln!(out, "{}", hasher.finalize().to_hex())?;
    Ok(())
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
    /// The value of the leaf at hand, behind which the bytes may go on or not.
    fn leaf(&self) -> ChainingValue {
        let mut hasher = blake3::Hasher::new();
        hasher.set_input_offset(self.leaves * LEAF as u64);
        hasher.update(&self.rest).finalize_non_root()
    }

    fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if self.rest.len() == LEAF {
                // There are more bytes, so it is not the last leaf, nor does what it completes end the tree.
                let mut value = self.leaf();
                let mut count = self.leaves;
                while count % 2 == 1
                    && let Some(left) = self.branches.pop()
                {
                    value = merge_subtrees_non_root(&left, &value, Mode::Hash);
                    count /= 2;
                }
                self.branches.push(value);
                self.leaves += 1;
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
        merge_subtrees_root(root, &others.iter().rev().fold(self.leaf(), merge), Mode::Hash)
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
