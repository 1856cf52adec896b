//! The P-positions of a candidate, followed as far as they decide. Knows nothing of texts.

pub(in crate::search) mod bit_board_30;
pub(in crate::search) mod bit_board_62;
pub(in crate::search) mod far;
pub(in crate::search) mod form;
pub(in crate::search) mod p_positions;
pub(in crate::search) mod samples;
pub(in crate::search) mod strip;
