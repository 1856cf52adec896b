//! What a proof leaves behind for other code to recheck. Data only.
use crate::certificate::{
    CertificateKind, ClaimedOutcomes, ClaimedValues, GameLines, GamePeriod, LineOrder, LinkedChain, Lookups,
    Progression, Sequence,
};
use nimdsl_automata::Automaton;

/// What a proof leaves behind.
#[derive(Debug)]
pub(in crate::prover) enum Evidence {
    /// An automaton.
    Automaton(CertificateKind, Automaton),
    /// A sequence of which linear facts are known.
    Sequence(Sequence),
    /// A sequence with a linear recurrence.
    Chain(LinkedChain),
    /// What was looked up, of each game.
    Lookups(Lookups),
    /// From where on the values of games repeat.
    Periods(Vec<GamePeriod>),
    /// From where on the values of rows and columns repeat, and those of other lines.
    Lines(Vec<GameLines>, Vec<LineOrder>),
    /// A kind of certificate without automata, and which games are known to be games of windows.
    Without(CertificateKind, Option<Lookups>),
    /// Claims that give values by products, squares and roots, or all P-positions.
    Products(Vec<ClaimedValues>, Option<ClaimedOutcomes>),
    /// A set that is made of the powers of a parameter.
    Progression(Progression),
}
