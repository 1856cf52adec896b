//! Turns runs into tracks: lines of one step whose sets of values are kept together. Knows nothing of values.
use super::line::Numbering;
use crate::engine::EngineError;
use crate::engine::board::grid::Grid;
use crate::engine::moves::runs::{Form, Run};

/// Lines of one step that are looked at together.
#[derive(Clone, Debug)]
pub(super) struct Track {
    /// The layer whose values it keeps.
    pub(super) to: usize,
    pub(super) numbering: Numbering,
    pub(super) first: usize,
    /// What the nearest option takes, if that is not the step.
    pub(super) start: Option<Vec<usize>>,
    pub(super) step: Vec<usize>,
    pub(super) bounds: Vec<(Form, i64)>,
    /// What tells families apart that no exchange maps to each other.
    pub(super) family: Option<Vec<(usize, Vec<i64>)>>,
}

/// The track of a run: one for each layer and step, and if its start matters, for each start and bounds.
pub(super) fn track(
    board: &Grid,
    tracks: &mut Vec<Track>,
    run: &Run,
    start: Option<&Vec<usize>>,
) -> Result<usize, EngineError> {
    let step = run.step.clone().unwrap_or_default();
    let numbering = Numbering::new(board, &step).ok_or_else(EngineError::unfit_region)?;
    let bounds = run.bounds.clone();
    Ok(enter(tracks, Track { to: run.to, numbering, first: 0, start: start.cloned(), step, bounds, family: None }))
}

/// The number of a track among others.
pub(super) fn enter(tracks: &mut Vec<Track>, track: Track) -> usize {
    let same = |known: &Track| {
        (known.to, &known.step, &known.start, &known.bounds, &known.family)
            == (track.to, &track.step, &track.start, &track.bounds, &track.family)
    };
    if let Some(known) = tracks.iter().position(same) {
        return known;
    }
    tracks.push(track);
    tracks.len() - 1
}

/// Numbers the sets of all tracks; those that an exchange of heaps can map to each other share their sets.
pub(super) fn share(board: &Grid, tracks: &mut [Track], count: &mut usize) -> Option<()> {
    let signature = |track: &Track| {
        let taken =
            |heap: usize| (board.classes[heap], track.step[heap], track.start.as_ref().map(|start| start[heap]));
        let mut heaps: Vec<_> = (0..track.step.len()).map(taken).collect();
        heaps.sort_unstable();
        let bound = |(form, divisor): &(Form, i64)| {
            let mut factors = form.heaps.clone();
            let mut terms: Vec<i64> = form.terms.iter().map(|(_, factor)| *factor).collect();
            factors.sort_unstable();
            terms.sort_unstable();
            (*divisor, factors, terms, form.constant)
        };
        let mut bounds: Vec<_> = track.bounds.iter().map(bound).collect();
        bounds.sort();
        (track.to, heaps, bounds, track.family.clone())
    };
    for at in 0..tracks.len() {
        let own = signature(&tracks[at]);
        let same = (0..at).find(|other| board.symmetric() && signature(&tracks[*other]) == own);
        if let Some(same) = same {
            tracks[at].first = tracks[same].first;
            continue;
        }
        tracks[at].first = *count;
        *count = count.checked_add(tracks[at].numbering.lines)?;
    }
    Some(())
}
