//! The linear cast of a rounded shape with few edges, where floating-point numbers prove it.

use super::linear::LinearCast;
use super::{CastEnds, Impact};
use crate::linalg::Vect;
use crate::query::ray_cast::Started;
use crate::query::separation::{CastOutcome, RoundContact, RoundEntry, with_moving_round};
use crate::space::Vector;

/// The fraction of the first contact up to a limit, which is not above one; `None` as [`impact`] has it.
pub(super) fn fraction<V: Vector>(
    cast: &LinearCast<'_, V>,
    limit: f64,
) -> Option<CastOutcome<f32>> {
    let LinearCast { a, b, .. } = cast;
    with_moving_round(a, &cast.velocity().0, b, |pair| pair.fraction(limit))
}

/// The first contact; `None` for shapes of other kinds, for those that touch at the start, and where the certificates
/// leave it open.
pub(super) fn impact<V: Vector>(cast: &LinearCast<'_, V>) -> Option<CastOutcome<Impact<V>>> {
    let LinearCast { a, b, .. } = cast;
    let contact = with_moving_round(a, &cast.velocity().0, b, |pair| {
        let CastOutcome::Hit(first) = pair.first_contact()? else {
            return Some(CastOutcome::Miss);
        };
        let exit = match cast.ends {
            CastEnds::Entry => None,
            CastEnds::Both => pair.last_contact()?.fraction(),
        };
        Some(CastOutcome::Hit((first, exit)))
    })?;
    let Some((first, exit)) = contact.hit() else { return Some(CastOutcome::Miss) };
    Some(CastOutcome::Hit(match first {
        RoundContact::Entry(RoundEntry { fraction, normal, point }) => {
            let (normal, point) = (Vect(normal), Vect(point));
            Impact { fraction, exit, started: Started::Apart, normal, point }
        }
        RoundContact::AtStart => Impact::at(cast, 0.0, exit, Started::Overlapping, None),
    }))
}
