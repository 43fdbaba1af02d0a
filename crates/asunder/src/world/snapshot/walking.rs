//! Walkers and carriers as bytes: at the end of a state, if there are any.

use super::SnapshotError;
use super::code::{Code, Reader, Sink, read_array, write_array};
use crate::linalg::Vect;
use crate::sorted_map::SortedMap;
use crate::space::Vector;
use crate::world::World;
use crate::world::walking::{Anchor, CarrierMotion, Crushed, WalkState, Walking};

fn write_wide<V: Vector>(wide: Vect<V, f64>, out: &mut impl Sink) {
    wide.components().for_each(|x| x.to_bits().write(out));
}

fn read_finite(from: &mut Reader<'_>) -> Result<f64, SnapshotError> {
    let number = f64::from_bits(u64::read(from)?);
    from.check(number.is_finite(), "a finite number")?;
    Ok(number)
}

fn read_wide<V: Vector>(from: &mut Reader<'_>) -> Result<Vect<V, f64>, SnapshotError> {
    let mut wide = Vect::zero();
    for t in 0..V::DIM {
        wide[t] = read_finite(from)?;
    }
    Ok(wide)
}

fn read_finite_vector<V: Vector>(from: &mut Reader<'_>) -> Result<V, SnapshotError> {
    let array = read_array::<V>(from)?;
    from.check((0..V::DIM).all(|t| array[t].is_finite()), "a finite vector")?;
    Ok(V::from_array(array))
}

impl Code for Crushed {
    fn write(&self, out: &mut impl Sink) {
        self.body.write(out);
        (self.by, self.against).write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let body = Code::read(from)?;
        let (by, against) = Code::read(from)?;
        Ok(Self { body, by, against })
    }
}

impl<V: Vector> Code for Anchor<V> {
    fn write(&self, out: &mut impl Sink) {
        self.carrier.write(out);
        self.frame.write(out);
        write_wide(self.local, out);
        write_wide(self.offset, out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let (carrier, frame) = (Code::read(from)?, Code::read(from)?);
        Ok(Self { carrier, frame, local: read_wide(from)?, offset: read_wide(from)? })
    }
}

impl<V: Vector> Code for WalkState<V> {
    fn write(&self, out: &mut impl Sink) {
        write_array::<V>(&self.up.to_array(), out);
        self.max_slope.write(out);
        self.on.write(out);
        self.anchor.write(out);
        write_wide(self.carried, out);
        self.turned.iter().for_each(|number| number.to_bits().write(out));
        self.crushed.write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let up = read_finite_vector::<V>(from)?;
        let max_slope = f32::read(from)?;
        from.check((0.0..=90.0).contains(&max_slope), "an angle from 0 to 90 degrees")?;
        let (on, anchor) = (Code::read(from)?, Code::read(from)?);
        let carried = read_wide(from)?;
        let mut turned = [0.0; 4];
        for number in &mut turned {
            *number = read_finite(from)?;
        }
        let square = turned.iter().fold(0.0, |sum, x| sum + x * x);
        from.check((0.5..2.0).contains(&square), "a turn")?;
        Ok(Self { up, max_slope, on, anchor, carried, turned, crushed: Code::read(from)? })
    }
}

impl<V: Vector> Code for CarrierMotion<V> {
    fn write(&self, out: &mut impl Sink) {
        self.from.write(out);
        self.to.write(out);
        self.steps.write(out);
        self.seen.write(out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let (before, to) = (Code::read(from)?, Code::read(from)?);
        Ok(Self { from: before, to, steps: Code::read(from)?, seen: Code::read(from)? })
    }
}

/// A surface velocity, which is not zero.
struct SurfaceVelocity<V: Vector>(V);

impl<V: Vector> Code for SurfaceVelocity<V> {
    fn write(&self, out: &mut impl Sink) {
        write_array::<V>(&self.0.to_array(), out);
    }
    fn read(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        let velocity = read_finite_vector::<V>(from)?;
        from.check(velocity != V::default(), "a velocity other than zero")?;
        Ok(Self(velocity))
    }
}

/// Writes who walks and who carries; nothing, if nobody does.
pub(super) fn write<V: Vector>(walking: &Walking<V>, out: &mut impl Sink) {
    if walking.is_empty() {
        return;
    }
    walking.walkers.write(out);
    walking.carriers.write(out);
    let mut surfaces = SortedMap::new();
    for &(id, velocity) in &walking.surfaces {
        surfaces.insert(id, SurfaceVelocity(velocity));
    }
    surfaces.write(out);
    walking.crushed.write(out);
}

/// Reads what is left, into a world whose bodies are known.
pub(super) fn read<V: Vector>(
    world: &World<V>,
    from: &mut Reader<'_>,
) -> Result<Walking<V>, SnapshotError> {
    let mut walking = Walking::default();
    if from.is_at_end() {
        return Ok(walking);
    }
    walking.walkers = Code::read(from)?;
    walking.carriers = Code::read(from)?;
    let surfaces: SortedMap<_, SurfaceVelocity<V>> = Code::read(from)?;
    for (id, SurfaceVelocity(velocity)) in surfaces {
        walking.surfaces.insert(id, velocity);
    }
    walking.crushed = Code::read(from)?;
    let known = walking.walkers.keys().all(|&id| world.contains(id))
        && walking.carriers.keys().all(|&id| world.contains(id));
    let surfaces_known = walking.surfaces.keys().all(|&id| world.part(id).is_ok());
    from.check(known && surfaces_known && !walking.is_empty(), "walkers that are there")?;
    Ok(walking)
}
