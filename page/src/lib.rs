//! nimdsl for a page in a browser: a question as JSON in, an answer as JSON out, and the values of a board by pointer.
//!
//! ```text
//! page --room(length), JSON--> abi --PageQuestion--> Desk --rules of the library--> answer --JSON--> page
//!                                                 |
//!                                                 +--> cells, read in place
//! ```
//!
//! All that is computed is asked of [`nimdsl::rules`]. The module has no imports: no clock, no files, no threads; who wants an
//! answer to be given up ends the worker that it runs in.
pub mod abi;
mod board;
mod claims;
mod desk;
mod games;
mod pictures;
mod places;
mod question;
mod texts;
