//! The version of the program, with the commit that it was built of if git knew it.
use std::str::from_utf8;
use std::sync::LazyLock;

/// The beginning of the commit; zeros where nobody knows it.
const COMMIT: [u8; 12] = last_commit(include!(concat!(env!("OUT_DIR"), "/log.rs")));

/// As `--version` says it.
pub(in crate::cli) static VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = from_utf8(&COMMIT).ok().filter(|commit| commit.bytes().all(|digit| digit.is_ascii_hexdigit()));
    let commit = commit.map_or_else(String::new, |commit| format!(" ({commit})"));
    format!("{}{commit}", env!("CARGO_PKG_VERSION"))
});

/// The second word of the last line of a log, of which the first one has 40 digits: what came after what. Worked out by the
/// compiler, so that nothing else of the log is in the program.
const fn last_commit(log: &[u8]) -> [u8; 12] {
    let mut end = log.len();
    while 0 < end && log[end - 1] == b'\n' {
        end -= 1;
    }
    let mut start = end;
    while 0 < start && log[start - 1] != b'\n' {
        start -= 1;
    }
    let mut commit = [0; 12];
    let mut digit = 0;
    while digit < commit.len() && start + 41 + commit.len() <= end {
        commit[digit] = log[start + 41 + digit];
        digit += 1;
    }
    commit
}
