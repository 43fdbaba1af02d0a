//! What happened in a tick, as bytes: events, queries, motions, shots.

use super::RecordingError;
use super::bytes::{
    ByteReader, check, put_body, put_collider, put_float, put_list, put_option, put_string,
    put_uint, put_vector,
};
use super::error::Parsed;
use super::recorded::{QueryHit, RecordedMove, RecordedQuery, RecordedQuestion};
use super::words;
use crate::history::{Moment, ShotClaim, ShotFinding, ShotVerdict, Tick};
use crate::query::cast_rotating::Reached;
use crate::query::move_until_contact::Hit;
use crate::shape::{Segment, Shape};
use crate::sort::sort;
use crate::space::Vector;
use crate::world::{AttackHit, AttackId, ColliderId, Crushed, Event, ExitReason};

pub(super) fn put_event<V: Vector>(out: &mut Vec<u8>, event: &Event<V>) {
    let (a, b) = event.colliders();
    let kind = match event {
        Event::Enter { .. } => 0,
        Event::Exit { reason: ExitReason::Parted, .. } => 1,
        Event::Exit { reason: ExitReason::Removed, .. } => 2,
        Event::Blocked { .. } => 3,
        Event::Unblocked { .. } => 4,
        Event::Hit(_) => 5,
        Event::Crushed(_) => 6,
    };
    out.push(kind);
    put_collider(out, a);
    put_collider(out, b);
    match event {
        Event::Enter { .. } | Event::Exit { .. } | Event::Unblocked { .. } => {}
        Event::Blocked { point, normal, fraction, .. } => {
            put_vector(out, *point);
            put_vector(out, *normal);
            put_float(out, *fraction);
        }
        Event::Hit(hit) => {
            put_option(out, hit.attack, |out, id| put_uint(out, id.0));
            put_uint(out, hit.tag);
            put_option(out, hit.bone, |out, bone| put_uint(out, bone.into()));
            put_uint(out, hit.region.into());
            put_vector(out, hit.point);
            put_vector(out, hit.normal);
            put_float(out, hit.fraction);
            out.push(u8::from(hit.reached == Reached::WithinTolerance));
        }
        Event::Crushed(crushed) => put_collider(out, crushed.against),
    }
}

pub(super) fn read_event<V: Vector>(from: &mut ByteReader<'_>) -> Parsed<Event<V>> {
    let kind = from.choice(7)?;
    let (a, b) = (from.collider()?, from.collider()?);
    Ok(match kind {
        0 => Event::Enter { a, b },
        1 => Event::Exit { a, b, reason: ExitReason::Parted },
        2 => Event::Exit { a, b, reason: ExitReason::Removed },
        3 => {
            let (point, normal) = (from.vector()?, from.vector()?);
            Event::Blocked { mover: a, obstacle: b, point, normal, fraction: from.float()? }
        }
        4 => Event::Unblocked { mover: a, obstacle: b },
        6 => Event::Crushed(Crushed { body: a.body, by: b, against: from.collider()? }),
        _ => {
            let attack = from.option(|from| from.uint().map(AttackId))?;
            let (tag, bone, region) =
                (from.uint()?, from.option(ByteReader::narrow)?, from.narrow()?);
            let (point, normal, fraction) = (from.vector()?, from.vector()?, from.float()?);
            let reached = if from.flag()? { Reached::WithinTolerance } else { Reached::Contact };
            let (by, collider) = (a, b);
            let hit = AttackHit {
                attack,
                by,
                collider,
                tag,
                bone,
                region,
                point,
                normal,
                fraction,
                reached,
            };
            Event::Hit(hit)
        }
    })
}

fn put_shape<V: Vector>(out: &mut Vec<u8>, shape: &Shape<V>) {
    let mut list = Vec::new();
    out.push(words::put_shape(shape, &mut list));
    put_list(out, &list, |out, &word| put_float(out, words::float(word)));
}

fn read_shape<V: Vector>(from: &mut ByteReader<'_>) -> Parsed<Shape<V>> {
    let kind = from.choice(words::KINDS)?;
    let list = from.list(|from| from.float().map(words::word))?;
    words::shape(kind, &list)
}

fn put_moment(out: &mut Vec<u8>, (tick, fraction): (Tick, f32)) {
    put_uint(out, tick.0);
    put_float(out, fraction);
}

fn read_moment(from: &mut ByteReader<'_>) -> Parsed<(Tick, f32)> {
    Ok((Tick(from.uint()?), from.float()?))
}

pub(super) fn put_query<V: Vector>(out: &mut Vec<u8>, query: &RecordedQuery<V>) {
    match query.question {
        RecordedQuestion::Intersecting => out.push(0),
        RecordedQuestion::Line => out.push(1),
        RecordedQuestion::Cast { motion } => (out.push(2), put_vector(out, motion)).1,
        RecordedQuestion::Near { within } => (out.push(3), put_float(out, within)).1,
    }
    put_shape(out, &query.shape);
    put_option(out, query.by, put_uint);
    put_string(out, &query.name);
    put_option(out, query.moment, put_moment);
    put_list(out, &query.hits, |out, hit| {
        put_collider(out, hit.collider);
        put_option(out, hit.fraction, put_float);
        put_option(out, hit.distance, put_float);
        put_option(out, hit.point, put_vector);
        put_option(out, hit.normal, put_vector);
    });
}

pub(super) fn read_query<V: Vector>(from: &mut ByteReader<'_>) -> Parsed<RecordedQuery<V>> {
    let question = match from.choice(4)? {
        0 => RecordedQuestion::Intersecting,
        1 => RecordedQuestion::Line,
        2 => RecordedQuestion::Cast { motion: from.vector()? },
        _ => RecordedQuestion::Near { within: from.float()? },
    };
    let (shape, by) = (read_shape(from)?, from.option(ByteReader::uint)?);
    let (name, moment) = (from.string()?.into(), from.option(read_moment)?);
    let hits = from.list(|from| {
        let collider = from.collider()?;
        let (fraction, distance) =
            (from.option(ByteReader::float)?, from.option(ByteReader::float)?);
        let (point, normal) = (from.option(ByteReader::vector)?, from.option(ByteReader::vector)?);
        Ok(QueryHit { collider, fraction, distance, point, normal })
    })?;
    Ok(RecordedQuery { question, shape, by, name, moment, hits })
}

pub(super) fn put_move<V: Vector>(out: &mut Vec<u8>, moved: &RecordedMove<V>) {
    put_body(out, moved.body);
    [moved.from, moved.motion, moved.to].into_iter().for_each(|vector| put_vector(out, vector));
    put_list(out, &moved.hits, |out, hit| {
        put_collider(out, hit.obstacle);
        put_vector(out, hit.point);
        put_vector(out, hit.normal);
        put_float(out, hit.fraction);
    });
    put_option(out, moved.floor, put_vector);
    out.push(u8::from(moved.started_penetrating));
}

pub(super) fn read_move<V: Vector>(from: &mut ByteReader<'_>) -> Parsed<RecordedMove<V>> {
    let body = from.body()?;
    let (start, motion, to) = (from.vector()?, from.vector()?, from.vector()?);
    let hits = from.list(|from| {
        let obstacle = from.collider()?;
        let (point, normal) = (from.vector()?, from.vector()?);
        Ok(Hit { obstacle, point, normal, fraction: from.float()?, part: None })
    })?;
    let (floor, started_penetrating) = (from.option(ByteReader::vector)?, from.flag()?);
    Ok(RecordedMove { body, from: start, motion, to, hits, floor, started_penetrating })
}

pub(super) fn put_shot<V: Vector>(
    out: &mut Vec<u8>,
    shot_claim: &ShotClaim<V>,
    verdict: &ShotVerdict,
) {
    put_uint(out, shot_claim.shooter);
    put_uint(out, shot_claim.victim);
    put_moment(out, (shot_claim.tick, shot_claim.fraction));
    put_vector(out, shot_claim.shot.a());
    put_vector(out, shot_claim.shot.b());
    put_moment(out, (verdict.moment.tick, verdict.moment.fraction));
    out.push(u8::from(verdict.moment.clamped));
    match verdict.finding {
        ShotFinding::Hit { collider, tag, bone, region, fraction } => {
            out.push(0);
            put_collider(out, collider);
            put_uint(out, tag);
            put_option(out, bone, |out, bone| put_uint(out, bone.into()));
            put_uint(out, region.into());
            put_float(out, fraction);
        }
        ShotFinding::Blocked { by, owner, fraction, collider } => {
            out.push(1);
            put_collider(out, by);
            put_option(out, owner, put_uint);
            put_float(out, fraction);
            put_collider(out, collider);
        }
        ShotFinding::Missed { by, collider } => {
            out.push(2);
            put_float(out, by);
            put_collider(out, collider);
        }
        ShotFinding::NotThere => out.push(3),
        ShotFinding::TooOld => out.push(4),
        ShotFinding::Grazed { air, collider, tag, bone, region, fraction } => {
            out.push(5);
            put_float(out, air);
            put_collider(out, collider);
            put_uint(out, tag);
            put_option(out, bone, |out, bone| put_uint(out, bone.into()));
            put_uint(out, region.into());
            put_float(out, fraction);
        }
    }
}

pub(super) fn read_shot<V: Vector>(
    from: &mut ByteReader<'_>,
) -> Parsed<(ShotClaim<V>, ShotVerdict)> {
    let (shooter, victim) = (from.uint()?, from.uint()?);
    let (tick, fraction) = read_moment(from)?;
    let (a, b): (V, V) = (from.vector()?, from.vector()?);
    let shot = Segment::try_new(a.to_array(), b.to_array());
    let shot = shot.map_err(|error| RecordingError::Shape { at: 0, error })?;
    let shot_claim = ShotClaim { shooter, victim, tick, fraction, shot };
    let (tick, fraction) = read_moment(from)?;
    let moment = Moment { tick, fraction, clamped: from.flag()? };
    let finding = match from.choice(6)? {
        0 => ShotFinding::Hit {
            collider: from.collider()?,
            tag: from.uint()?,
            bone: from.option(ByteReader::narrow)?,
            region: from.narrow()?,
            fraction: from.float()?,
        },
        1 => ShotFinding::Blocked {
            by: from.collider()?,
            owner: from.option(ByteReader::uint)?,
            fraction: from.float()?,
            collider: from.collider()?,
        },
        2 => ShotFinding::Missed { by: from.float()?, collider: from.collider()? },
        3 => ShotFinding::NotThere,
        4 => ShotFinding::TooOld,
        _ => ShotFinding::Grazed {
            air: from.float()?,
            collider: from.collider()?,
            tag: from.uint()?,
            bone: from.option(ByteReader::narrow)?,
            region: from.narrow()?,
            fraction: from.float()?,
        },
    };
    Ok((shot_claim, ShotVerdict { moment, finding }))
}

/// Changes pairs in contact as the events of a step do.
pub(super) fn follow<V: Vector>(pairs: &mut Vec<(ColliderId, ColliderId)>, events: &[Event<V>]) {
    let mut ended: Vec<_> = events
        .iter()
        .filter_map(|event| match *event {
            Event::Exit { a, b, .. } => Some((a, b)),
            Event::Enter { .. }
            | Event::Blocked { .. }
            | Event::Unblocked { .. }
            | Event::Hit(_)
            | Event::Crushed(_) => None,
        })
        .collect();
    sort(&mut ended);
    if !ended.is_empty() {
        pairs.retain(|pair| ended.binary_search(pair).is_err());
    }
    let lasting = pairs.len();
    pairs.extend(events.iter().filter_map(|event| match *event {
        Event::Enter { a, b } => Some((a, b)),
        Event::Exit { .. }
        | Event::Blocked { .. }
        | Event::Unblocked { .. }
        | Event::Hit(_)
        | Event::Crushed(_) => None,
    }));
    if pairs.len() > lasting {
        // Two sorted runs, which the sort merges.
        sort(pairs);
        pairs.dedup();
    }
}

pub(super) fn put_pairs(out: &mut Vec<u8>, pairs: &[(ColliderId, ColliderId)]) {
    put_list(out, pairs, |out, &(a, b)| (put_collider(out, a), put_collider(out, b)).1);
}

pub(super) fn read_pairs(from: &mut ByteReader<'_>) -> Parsed<Vec<(ColliderId, ColliderId)>> {
    let pairs = from.list(|from| Ok((from.collider()?, from.collider()?)))?;
    check(pairs.is_sorted_by(|a, b| a < b), "pairs in order")?;
    Ok(pairs)
}
