//! The six functions that a page calls, over numbers alone. The only file with names that the linker sees; nothing in it reads memory by
//! address.
#![expect(unsafe_code, reason = "a name without its crate is an unsafe attribute; no other unsafe code is here")]
use crate::desk::Desk;
use crate::question::answered;
use nimdsl::value::Saturate;
use std::cell::RefCell;

/// What lies between two calls.
#[derive(Default)]
struct Exchange {
    question: Vec<u8>,
    answer: Vec<u8>,
    desk: Desk,
}

thread_local! {
    static TABLE: RefCell<Exchange> = RefCell::default();
}

/// A number that fits: addresses and lengths have 32 bits where this runs.
fn number(of: usize) -> u32 {
    of.saturated()
}

/// Where a question of so many bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: u32) -> *mut u8 {
    TABLE.with_borrow_mut(|table| {
        table.question.clear();
        table.question.resize(length as usize, 0);
        table.question.as_mut_ptr()
    })
}

/// Answers the question that was written, and gives the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> u32 {
    TABLE.with_borrow_mut(|table| {
        let Exchange { question, answer, desk } = table;
        *answer = answered(question, desk).into_bytes();
        number(answer.len())
    })
}

/// Where the last answer lies, until the next question.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    TABLE.with_borrow(|table| table.answer.as_ptr())
}

/// Where the cells of the last answer lie, 32 bits each.
#[unsafe(no_mangle)]
pub extern "C" fn cells() -> *const u32 {
    TABLE.with_borrow(|table| table.desk.cells.as_ptr())
}

/// How many cells there are.
#[unsafe(no_mangle)]
pub extern "C" fn cells_length() -> u32 {
    TABLE.with_borrow(|table| number(table.desk.cells.len()))
}

/// The version of all forms of questions and answers.
#[unsafe(no_mangle)]
pub extern "C" fn version() -> u32 {
    1
}
