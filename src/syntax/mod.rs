//! Text to tree and back. Knows the grammar, and nothing of what names mean.
pub mod ast;
mod characters;
mod format;
mod grammar;
mod habits;
mod layout;
mod nearest;
mod parse;
mod print;
mod scan;
pub mod substitute;
mod tokens;
pub mod walk;

pub use format::format;
pub use nearest::nearest;
pub use parse::{parse, parse_rules};
pub(crate) use print::{COMPARISON, NEGATIVE, POWER, PRIMARY, PRODUCT, SET, SUM, SYMMETRIC, XOR, operator, tightness};
pub use print::{print_expression, print_file, print_item, print_item_of, print_operation, print_statement};
