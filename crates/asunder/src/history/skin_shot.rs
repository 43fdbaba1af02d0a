//! What a shot hits where bodies have skins.
//!
//! A body is asked only if the shot meets a hitbox of it; of its skin then those triangles are posed whose clusters
//! have bounds that the shot passes. What is left to pay of a bystander between two ticks is the pose itself, one
//! matrix a joint: shots of one moment share it.

use super::{History, Moment, RewindError, SkinInPose};
use crate::level::Parts as _;
use crate::linalg::Vect;
use crate::query::distance::Distance as _;
use crate::query::ray_cast::RayHit;
use crate::shape::{Segment, Shape};
use crate::space::Vector;
use crate::world::{Filter, Found, View};
use glam::Vec3;

/// A collider of a body that a shot hits, and where it hits that collider or the body's skin.
type BodyHit<V> = Found<RayHit<V>>;

/// What a shot hits.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShotHits<V: Vector> {
    /// The first hit of all.
    pub(super) first: Option<BodyHit<V>>,
    /// The first hit of the victim.
    pub(super) on_victim: Option<BodyHit<V>>,
    /// How far it passed from the nearest skin of a body of the victim's of which it hit hitboxes alone, and the
    /// first of them.
    pub(super) grazed: Option<(f32, BodyHit<V>)>,
}

/// What a shot that hits hitboxes of a body hits of it.
enum OnBody<V: Vector> {
    Hit(BodyHit<V>),
    /// Air: it misses all skins; how far it passes from the nearest, if that is asked for.
    Air(Option<f32>),
}

impl<V: Vector> History<V> {
    /// What a shot hits, of bodies with skins their skins.
    pub(super) fn hits_on_skins(
        &self,
        view: &View<'_, V>,
        moment: Moment,
        shot: &Segment<V>,
        victim: u64,
        filter: Filter<'_>,
    ) -> Result<ShotHits<V>, RewindError> {
        let found = view.segment(shot).filter(filter).all();
        let mut hits = ShotHits { first: None, on_victim: None, grazed: None };
        // The victim first: of a miss it does not matter what is in the way.
        for is_victim in [true, false] {
            for (i, hitbox) in found.iter().enumerate() {
                let is_own = |other: &BodyHit<V>| other.collider.body == hitbox.collider.body;
                let is_asked = (hitbox.owner == Some(victim)) == is_victim;
                if !is_asked || found[..i].iter().any(is_own) {
                    continue;
                }
                let own = found[i..].iter().copied().filter(is_own);
                match self.hit_on_body(view, moment, shot, *hitbox, own, is_victim)? {
                    OnBody::Hit(hit) => {
                        take_first(&mut hits.first, hit);
                        if is_victim {
                            take_first(&mut hits.on_victim, hit);
                        }
                    }
                    OnBody::Air(air) => {
                        let Some(air) = air else { continue };
                        if hits.grazed.is_none_or(|(least, _)| air < least) {
                            hits.grazed = Some((air, *hitbox));
                        }
                    }
                }
            }
            if hits.on_victim.is_none() {
                break;
            }
        }
        Ok(hits)
    }

    /// What a shot hits of a body, given all hitboxes of it that it hits, and the first of them. Of one that hits
    /// none of its skins how far it passes, if `measures_air`.
    fn hit_on_body(
        &self,
        view: &View<'_, V>,
        moment: Moment,
        shot: &Segment<V>,
        first: BodyHit<V>,
        hitboxes: impl Iterator<Item = BodyHit<V>>,
        measures_air: bool,
    ) -> Result<OnBody<V>, RewindError> {
        let line = in_space(shot);
        let (met, air, is_bare) = self.ask_skins(first.collider.body, moment, |skins| {
            let posed = skins.iter().filter_map(|skin| skin.posed().ok());
            let met = posed.filter_map(|skin| skin.segment_cast(&line));
            let met = met.reduce(|best, hit| if hit.fraction < best.fraction { hit } else { best });
            let is_air = met.is_none() && measures_air;
            let air = if is_air { air_between(skins, shot) } else { None };
            (met, air, skins.is_empty())
        })?;
        if let Some(met) = met {
            let point = Vect::<V, f32>::from_fn(|i| met.point[i]);
            let point = Shape::Point(V::from_array(point.0));
            let (mut least, mut hit) = (f32::INFINITY, first);
            for hitbox in hitboxes {
                let shape = view.shape(hitbox.collider).ok();
                let distance = shape.and_then(|shape| shape.distance(&point));
                if let Some(distance) = distance.filter(|it| *it < least) {
                    (least, hit) = (distance, hitbox);
                }
            }
            hit.hit.fraction = met.fraction;
            return Ok(OnBody::Hit(hit));
        }
        Ok(if is_bare { OnBody::Hit(first) } else { OnBody::Air(air) })
    }
}

/// How far a shot passes from the nearest of some skins.
fn air_between<V: Vector>(skins: &[SkinInPose], shot: &Segment<V>) -> Option<f32> {
    let posed = skins.iter().filter_map(|skin| skin.posed().ok());
    let airs = posed.filter_map(|skin| skin.distance(&in_space(shot)));
    airs.reduce(|least, air| if air < least { air } else { least })
}

/// A shot in space: only histories of space have skins.
fn in_space<V: Vector>(shot: &Segment<V>) -> Segment<Vec3> {
    let point = |point: &V::Array<f32>| {
        Vect::<Vec3, f32>::from_fn(|i| if i < V::DIM { point[i] } else { 0.0 }).0
    };
    Segment { a: point(&shot.a), b: point(&shot.b) }
}

/// Takes a hit in place of a later one; of equal ones that with the smaller id is the first.
fn take_first<V: Vector>(first: &mut Option<BodyHit<V>>, hit: BodyHit<V>) {
    // Fractions are never negative, nor a negative zero.
    let key = |hit: &BodyHit<V>| (hit.fraction.to_bits(), hit.collider);
    if first.as_ref().is_none_or(|first| key(&hit) < key(first)) {
        *first = Some(hit);
    }
}
