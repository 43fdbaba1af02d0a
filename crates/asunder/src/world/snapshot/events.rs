//! Events as bytes: a number for the kind, then the fields.

use super::SnapshotError;
use super::code::{Code, Reader, Sink, read_array, write_array};
use crate::query::move_until_contact::Hit;
use crate::space::Vector;
use crate::world::body::ColliderId;
use crate::world::events::{AttackHit, Event, ExitReason};
use crate::world::owners::{OwnerEvent, Party};

fn write_vector<V: Vector>(vector: V, out: &mut impl Sink) {
    write_array::<V>(&vector.to_array(), out);
}

fn read_vector<V: Vector>(from: &mut Reader<'_>) -> Result<V, SnapshotError> {
    read_array::<V>(from).map(V::from_array)
}

/// Without its part: what is left of it are events, which tell none.
impl<V: Vector> Code for Hit<V, ColliderId> {
    fn write(&self, out: &mut impl Sink) {
        self.obstacle.write(out);
        write_vector(self.point, out);
        write_vector(self.normal, out);
        self.fraction.write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let obstacle = Code::read(from)?;
        let (point, normal) = (read_vector(from)?, read_vector(from)?);
        Ok(Self { obstacle, point, normal, fraction: Code::read(from)?, part: None })
    }
}

impl<V: Vector> Code for AttackHit<V> {
    fn write(&self, out: &mut impl Sink) {
        self.attack.write(out);
        (self.by, self.collider).write(out);
        self.tag.write(out);
        self.bone.write(out);
        self.region.write(out);
        write_vector(self.point, out);
        write_vector(self.normal, out);
        self.fraction.write(out);
        self.reached.write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let attack = Code::read(from)?;
        let (by, collider) = Code::read(from)?;
        let (tag, bone, region) = (Code::read(from)?, Code::read(from)?, Code::read(from)?);
        let (point, normal) = (read_vector(from)?, read_vector(from)?);
        let (fraction, reached) = (Code::read(from)?, Code::read(from)?);
        Ok(Self { attack, by, collider, tag, bone, region, point, normal, fraction, reached })
    }
}

impl<V: Vector> Code for Event<V> {
    fn write(&self, out: &mut impl Sink) {
        match *self {
            Self::Enter { a, b } => (0_u8.write(out), (a, b).write(out)),
            Self::Exit { a, b, reason } => (1_u8.write(out), ((a, b), reason).write(out)),
            Self::Blocked { mover, obstacle, point, normal, fraction } => {
                let hit = Hit { obstacle, point, normal, fraction, part: None };
                (2_u8.write(out), (mover, hit).write(out))
            }
            Self::Unblocked { mover, obstacle } => (3_u8.write(out), (mover, obstacle).write(out)),
            Self::Hit(hit) => (4_u8.write(out), hit.write(out)),
            Self::Crushed(crushed) => (5_u8.write(out), crushed.write(out)),
        };
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let kind = u8::read(from)?;
        from.check(kind < 6, "a kind of event")?;
        Ok(match kind {
            0 => {
                let (a, b) = Code::read(from)?;
                Self::Enter { a, b }
            }
            1 => {
                let ((a, b), reason) = Code::read(from)?;
                Self::Exit { a, b, reason }
            }
            2 => {
                let (mover, hit): (_, Hit<V, ColliderId>) = Code::read(from)?;
                let Hit { obstacle, point, normal, fraction, .. } = hit;
                Self::Blocked { mover, obstacle, point, normal, fraction }
            }
            3 => {
                let (mover, obstacle) = Code::read(from)?;
                Self::Unblocked { mover, obstacle }
            }
            4 => Self::Hit(Code::read(from)?),
            _ => Self::Crushed(Code::read(from)?),
        })
    }
}

impl Code for OwnerEvent {
    fn write(&self, out: &mut impl Sink) {
        match *self {
            Self::Enter { a, b } => ((a, b), None),
            Self::Exit { a, b, reason } => ((a, b), Some(reason)),
        }
        .write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let ((a, b), reason): ((Party, Party), Option<ExitReason>) = Code::read(from)?;
        Ok(reason.map_or(Self::Enter { a, b }, |reason| Self::Exit { a, b, reason }))
    }
}
