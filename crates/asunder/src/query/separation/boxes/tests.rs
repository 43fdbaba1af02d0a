mod tightness;

use super::*;
use crate::analysis::roundoff::{Roundoff, SLACK, WORST_QUATERNION};
use crate::query::predicate::tests::{ErrorBound, assert_covers, assert_degree};
use glam::{Vec2, Vec3};

type Frame<V> = (<V as Vector>::Array<<V as Vector>::Array<Roundoff>>, Roundoff);

/// The pairs of which one length is one and the others are zero: the vertices of the simplex of lengths.
fn corners<V: Vector, A: BoxLike<V>>(
    frames: [Frame<V>; 2],
    length: Roundoff,
) -> impl Iterator<Item = BoxAxes<V, Roundoff, A>> {
    (0..3 * V::DIM).map(move |corner| {
        let lengths =
            |first: usize| V::array(|i| if first + i == corner { length } else { Roundoff::ZERO });
        let [(a_rows, a_norm), (b_rows, b_norm)] = frames;
        BoxAxes::of_kind(
            BoxFrame { rows: a_rows, norm: a_norm, half: lengths(0) },
            BoxFrame { rows: b_rows, norm: b_norm, half: lengths(V::DIM) },
            lengths(2 * V::DIM),
        )
    })
}

fn derived<V: Vector, A: BoxLike<V>>(frames: [Frame<V>; 2], length: Roundoff) -> f64 {
    let mut bound = ErrorBound::default();
    for axes in corners::<V, A>(frames, length) {
        assert!(!axes.separated(None, &mut bound));
        // The lemma assumes that the entries of M have no larger error than the gaps.
        for i in 0..V::DIM {
            for j in 0..V::DIM {
                assert!(axes.relative[i][j].error * SLACK <= bound.worst);
            }
        }
    }
    bound.worst
}

fn derived_from_facts<V: Vector>(rotation: V::RotationArray) -> f64 {
    let frames = [V::frame(rotation, 0), V::frame(rotation, 1)];
    // An offset between boxes is a sum of two rounded differences, whose errors are relative to
    // the offset and the size (twice each); a size is one rounded difference.
    derived::<V, Obb<V>>(frames, Roundoff::unit(2.0))
}

#[test]
fn the_f64_bound_is_derived() {
    let space = derived_from_facts::<Vec3>(WORST_QUATERNION);
    let plane = derived_from_facts::<Vec2>([1.0; 2]);
    assert_covers(<BoxBox<'_, Vec3, Obb<Vec3>> as AxisTest<Vec3>>::ERROR, space);
    assert!(plane <= space);
}

#[test]
fn the_degrees_are_those_of_turned_boxes() {
    let b = &Obb::<Vec3>::new([1.0; 3], [1.0; 3], WORST_QUATERNION);
    assert_degree(&BoxBox { a: b, b });
    assert_degree(&PointBox { point: [1.0; 3], shape: b });
}

#[test]
fn the_f32_bound_is_derived() {
    // Axes are rounded once from `f64`: half a unit, and a little for the error in `f64`.
    let entry = Roundoff::unit(0.501);
    let frame3 = ([[entry; 3]; 3], Roundoff::ONE);
    let frame2 = ([[entry; 2]; 2], Roundoff::ONE);
    // Centres are subtracted once; half extents enter as they are.
    let space = derived::<Vec3, Obb<Vec3>>([frame3, frame3], Roundoff::unit(1.0));
    let plane = derived::<Vec2, Obb<Vec2>>([frame2, frame2], Roundoff::unit(1.0));
    assert_covers(f64::from(CACHED_ERROR), space);
    assert!(plane <= space);
    // An axis-aligned box has exact axes, but its offset and size are as in `derived_from_facts`.
    let axis_aligned = derived::<Vec3, Aabb<Vec3>>([frame3, frame3], Roundoff::unit(2.0));
    let axis_aligned_plane = derived::<Vec2, Aabb<Vec2>>([frame2, frame2], Roundoff::unit(2.0));
    assert!(
        axis_aligned <= space && axis_aligned_plane <= space,
        "{axis_aligned} {axis_aligned_plane}"
    );
}

#[test]
fn the_point_bound_is_derived() {
    let (mut bound, mut cached) = (ErrorBound::default(), ErrorBound::default());
    for corner in 0..6 {
        let one = |i: usize| if i == corner { 1.0 } else { 0.0 };
        let shape = Obb::<Vec3>::new([0.0; 3], [one(0), one(1), one(2)], WORST_QUATERNION);
        let point = [one(3), one(4), one(5)];
        PointBox { point, shape: &shape }.separated::<Roundoff, _>(&mut bound);
        PointBox { point, shape: &Cached(&shape) }.separated::<Roundoff, _>(&mut cached);
    }
    assert_covers(<PointBox<'_, Vec3, Obb<Vec3>> as AxisTest<Vec3>>::ERROR, bound.worst);
    assert!(cached.worst <= bound.worst);
    let mut plane = ErrorBound::default();
    for corner in 0..4 {
        let one = |i: usize| if i == corner { 1.0 } else { 0.0 };
        let shape = Obb::<Vec2>::new([0.0; 2], [one(0), one(1)], [1.0; 2]);
        let point = [one(2), one(3)];
        PointBox { point, shape: &shape }.separated::<Roundoff, _>(&mut plane);
        PointBox { point, shape: &Cached(&shape) }.separated::<Roundoff, _>(&mut plane);
    }
    assert!(plane.worst <= bound.worst);
}

/// The numbers of the proof at [`BoxAxes::nearly_parallel_overlap`], and a thousandth for the roundings of
/// the test itself.
#[test]
fn the_factors_of_the_lemma_are_derived() {
    let [overlap, thick] = [OVERLAP_FACTOR, THICK_FACTOR].map(f64::from);
    // The largest sine with which such an overlap is possible, and ε for that angle, relative to the sine.
    let sine = 1.0 / overlap;
    let turned = (2.0 - 2.0 * (1.0 - sine * sine).sqrt()).sqrt() / sine;
    assert_covers(overlap, (1.0 + 3.0_f64.sqrt()) * turned * 1.001);
    assert_covers(thick, turned * 1.001);
}

/// Where both entries are computed as zero, each may be off by the whole bound, and the sine covers both.
#[test]
fn a_sine_allows_for_an_error_in_each_of_two_entries() {
    let axis_aligned = Obb::<Vec3>::new([0.0; 3], [1.0; 3], [0.0, 0.0, 0.0, 1.0]);
    let axes = BoxBox { a: &axis_aligned, b: &axis_aligned }.axes::<f64>();
    for same_index in [false, true] {
        assert_covers(axes.least_sine(same_index, 1.0), 2.0_f64.sqrt());
    }
}
