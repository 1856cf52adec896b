//! The known word that a mistyped one was probably meant to be.

/// The nearest of some known words by edit distance, if one is near enough.
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if 40 < length {
        return None;
    }
    let most = if length <= 2 { 1 } else { length.div_ceil(3) };
    let near = known.into_iter().filter(|other| *other != word && other.chars().count() <= 40);
    let near = near
        .map(|other| {
            let other_case = word.to_lowercase() == other.to_lowercase();
            (if other_case { 0 } else { distance(word, other) }, other)
        })
        .filter(|(distance, other)| *distance <= most && *distance < other.chars().count().max(length));
    near.min_by_key(|(distance, _)| *distance).map(|(_, other)| other)
}

/// The only known word that is one slip of the pen away from a mistyped one, or the same in other capitals; short words are too near to each other.
pub(super) fn unmistakable<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.chars().count() < 3 || 40 < word.chars().count() {
        return None;
    }
    let mut near: Vec<&str> = known
        .into_iter()
        .filter(|other| word.to_lowercase() == other.to_lowercase() || distance(word, other) == 1)
        .collect();
    near.dedup();
    (near.len() == 1).then(|| near[0])
}

/// Insertions, deletions, replacements and swaps of neighbours.
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut rows = vec![vec![0; right.len() + 1]; left.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=right.len()).collect();
    for i in 1..=left.len() {
        for j in 1..=right.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(left[i - 1] != right[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if 1 < i && 1 < j && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[left.len()][right.len()]
}
