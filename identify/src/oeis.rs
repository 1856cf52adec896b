//! Turns the text of the OEIS files `stripped` and `names` into the sequences that a list occurs in; opens no file.
//!
//! A line of `stripped` reads `A000045 ,0,1,1,2,3,5,`, a line of `names` reads `A000045 Fibonacci numbers: ...`; lines
//! that begin with `#` are comments (<https://oeis.org/stripped.gz>, <https://oeis.org/names.gz>).
use super::SequenceName;
use super::title::Title;
use dashu_int::IBig;
use std::collections::BTreeMap;

/// More places than this are not told.
const MOST: usize = 10;
/// Terms that decide whether a line is looked at closely.
const KEY: usize = 6;

/// How the given list was changed before it was looked up, or which part of the entry it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ListChange {
    Itself,
    EvenPart,
    OddPart,
    Differences,
}

/// A list to look up, as text.
struct Query {
    change: ListChange,
    terms: Vec<String>,
    /// The first terms as they stand in a line.
    key: String,
}

impl Query {
    fn new(change: ListChange, terms: &[IBig]) -> Option<Self> {
        let terms: Vec<String> = terms.iter().map(ToString::to_string).collect();
        let key = format!(",{},", terms.get(..KEY.min(terms.len() / 2))?.join(","));
        // A key of fewer terms would be in half of all lines.
        (6 <= terms.len()).then_some(Self { change, terms, key })
    }

    /// The place of the list in an entry and the number of terms that agree; the entry or the list must end first.
    fn place(&self, entry: &str) -> Option<(usize, usize)> {
        let mut begin = 0;
        while let Some(found) = entry.get(begin..)?.find(&self.key) {
            let at = begin + found;
            let rest = entry[at..].trim_matches(',').split(',');
            let compared = self.terms.len().min(rest.clone().count());
            let agrees = rest.zip(&self.terms).all(|(left, right)| left == right);
            if agrees && self.key.split(',').count() <= compared && 6 <= compared {
                return Some((entry[..at].matches(',').count(), compared));
            }
            begin = at + 1;
        }
        None
    }
}

/// One entry that the list occurs in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Match {
    change: ListChange,
    shift: usize,
    number: String,
    compared: usize,
    used: usize,
}

/// The OEIS sequences that contain a list from some place on, or its first differences, or that have it as their
/// terms a(2n) or a(2n + 1); the closest first, at most ten. Takes one pass over each file.
///
/// ```
/// use dashu_int::IBig;
/// use nimdsl_identify::oeis;
/// let terms: Vec<IBig> = [3, 5, 8, 13, 21, 34, 55, 89, 144, 233].into_iter().map(IBig::from).collect();
/// let stripped = ["# comment", "A000045 ,0,1,1,2,3,5,8,13,21,34,55,89,144,233,377,"];
/// let hits = oeis::find(&terms, stripped, ["A000045 Fibonacci numbers."]);
/// assert_eq!(hits[0].name, "A000045 Fibonacci numbers.");
/// ```
pub fn find<S, N>(terms: &[IBig], stripped: S, names: N) -> Vec<SequenceName>
where
    S: IntoIterator<Item: AsRef<str>>,
    N: IntoIterator<Item: AsRef<str>>,
{
    let differences: Vec<IBig> = terms.windows(2).map(|pair| &pair[1] - &pair[0]).collect();
    let itself = Query::new(ListChange::Itself, terms);
    let steps = Query::new(ListChange::Differences, &differences);
    let mut matches: Vec<Match> = Vec::new();
    for line in stripped {
        let Some((number, entry)) = line.as_ref().split_once(' ').filter(|(number, _)| number.starts_with('A')) else {
            continue;
        };
        let entry = entry.trim();
        let found = itself.as_ref().and_then(|query| {
            query.place(entry).map(|place| (query, ListChange::Itself, place)).or_else(|| part(query, entry))
        });
        let found = found
            .or_else(|| steps.as_ref().and_then(|query| query.place(entry).map(|place| (query, query.change, place))));
        if let Some((query, change, (shift, compared))) = found {
            let used = query.key.split(',').count() - 2;
            matches.push(Match { change, shift, number: number.to_owned(), compared, used });
        }
    }
    matches.sort();
    matches.truncate(MOST);
    let mut titles: BTreeMap<String, String> = BTreeMap::new();
    for line in names {
        if let Some((number, title)) = line.as_ref().split_once(' ')
            && matches.iter().any(|one| one.number == number)
        {
            titles.insert(number.to_owned(), title.trim().to_owned());
        }
    }
    matches.iter().map(|one| hit(one, titles.get(&one.number))).collect()
}

/// The list as every second term of an entry. The first terms decide before the line is taken apart.
fn part<'a>(query: &'a Query, entry: &str) -> Option<(&'a Query, ListChange, (usize, usize))> {
    let start = |first: usize| entry.trim_matches(',').split(',').skip(first).step_by(2);
    [(0, ListChange::EvenPart), (1, ListChange::OddPart)].into_iter().find_map(|(first, change)| {
        let compared = start(first).zip(&query.terms).take_while(|(left, right)| left == right).count();
        let whole = compared == query.terms.len().min(start(first).count());
        (whole && 8 <= compared).then_some((query, change, (0, compared)))
    })
}

fn hit(found: &Match, title: Option<&String>) -> SequenceName {
    let title = title.map_or(String::new(), |title| format!(" {title}"));
    let at = |list: &str| match found.shift {
        0 => format!("{list} is {}", found.number),
        shift => format!("{list} is {} from its term {shift} on, the first being term 0", found.number),
    };
    let (name, formula) = match found.change {
        ListChange::Itself => (format!("{}{title}", found.number), at("the list")),
        ListChange::EvenPart => {
            (format!("a(2n) of {}{title}", found.number), format!("the terms 0, 2, 4, ... of {}", found.number))
        }
        ListChange::OddPart => {
            (format!("a(2n + 1) of {}{title}", found.number), format!("the terms 1, 3, 5, ... of {}", found.number))
        }
        ListChange::Differences => {
            (format!("differences: {}{title}", found.number), at("the list of first differences"))
        }
    };
    let name = Title { words: name, oeis: Some(found.number.clone()) };
    SequenceName::new(name, formula, found.used, found.compared)
}
