//! Turns an increasing list into a property of the Zeckendorf representations of its members: numbers written as sums
//! of Fibonacci numbers 1, 2, 3, 5, ..., no two of them neighbours.
use super::SequenceName;
use dashu_int::IBig;
use std::collections::BTreeMap;

/// Larger members would make the set of non-members long to look through.
const LARGEST: u64 = 1 << 20;
/// The longest ending that is looked at.
const LONGEST: u32 = 8;

/// A property of a representation, lowest digit in the lowest bit.
struct DigitProperty(&'static str, fn(u64) -> bool);

const PROPERTIES: [DigitProperty; 4] = [
    DigitProperty("ends in an even number of zeros", |digits| digits.trailing_zeros() % 2 == 0),
    DigitProperty("ends in an odd number of zeros", |digits| digits.trailing_zeros() % 2 == 1),
    DigitProperty("has an even number of ones", |digits| digits.count_ones() % 2 == 0),
    DigitProperty("has an odd number of ones", |digits| digits.count_ones() % 2 == 1),
];

/// The property of exactly the positive numbers in a list, up to its largest.
pub(super) fn find(terms: &[IBig]) -> Option<SequenceName> {
    let all: Vec<u64> = terms.iter().map(|term| u64::try_from(term).ok()).collect::<Option<_>>()?;
    let last = *all.last()?;
    if all.len() < 10 || LARGEST < last || !all.windows(2).all(|pair| pair[0] < pair[1]) {
        return None;
    }
    let mut numbers = all.iter().copied().filter(|number| 0 < *number).peekable();
    let digits = std::iter::successors(Some(1_u64), |digits| Some(next(*digits)));
    let members: Vec<(u64, bool)> =
        (1..=last).zip(digits).map(|(number, digits)| (digits, numbers.next_if_eq(&number).is_some())).collect();
    let whole =
        PROPERTIES.iter().find(|property| members.iter().all(|(digits, inside)| property.1(*digits) == *inside));
    if let Some(DigitProperty(text, _)) = whole {
        // The choice among the four takes no more than the members up to 4.
        return Some(hit(text, 4, terms.len()));
    }
    (1..=LONGEST).find_map(|length| ending(&members, length, terms.len()))
}

fn hit(text: &str, used: usize, total: usize) -> SequenceName {
    let formula = format!("the numbers n whose Zeckendorf representation {text}");
    SequenceName::new(format!("Zeckendorf representation {text}"), formula, used, total)
}

/// The set as a union of classes of numbers with the same last digits, each class seen often.
fn ending(members: &[(u64, bool)], length: u32, total: usize) -> Option<SequenceName> {
    // For each ending: whether it is inside, and how often it was seen.
    let mut classes: BTreeMap<u64, (bool, usize)> = BTreeMap::new();
    let mut used = 0;
    let mut inside_so_far = 0;
    for (digits, inside) in members {
        inside_so_far += usize::from(*inside);
        let class = digits & ((1 << length) - 1);
        let (known, seen) = classes.entry(class).or_insert((*inside, 0));
        if *known != *inside {
            return None;
        }
        *seen += 1;
        if *seen == 1 {
            used = inside_so_far;
        }
    }
    if classes.values().any(|(_, seen)| *seen < 3) || total.checked_sub(used)? < used.max(2) {
        return None;
    }
    let width = usize::try_from(length).ok()?;
    let endings: Vec<String> =
        classes.iter().filter(|(_, (inside, _))| *inside).map(|(class, _)| format!("{class:0width$b}")).collect();
    Some(hit(&format!("ends in {}", endings.join(" or ")), used, total))
}

/// The representation of the next number: the lowest place that is free, with a free one above it, gets a one, and those below it lose theirs, which
/// add up to one less than its Fibonacci number (Zeckendorf, Bull. Soc. Roy. Sci. Liège 41, 1972).
const fn next(digits: u64) -> u64 {
    let taken = digits | digits >> 1;
    let place = !taken & (taken + 1);
    (digits | place) & !(place - 1)
}
