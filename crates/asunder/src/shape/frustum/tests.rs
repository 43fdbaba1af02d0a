use super::{Bound, Frustum, Layout};
use crate::exact::{Certain, Dyadic, Number};
use crate::shape::{Depth, HalfSpace, ShapeError};
use crate::space::Vector;
use crate::{Frustum2, Frustum3, FrustumForm, HalfSpace2, HalfSpace3, Pose2, Pose3, Rot2};
use core::cmp::Ordering;

mod cameras;
mod elimination;

use cameras::projection;

const LEAST: f32 = f32::from_bits(1);
const UNTURNED: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// A frustum of half-spaces `[normal…, offset]`.
fn space(planes: &[[f32; 4]]) -> Result<Frustum3, ShapeError> {
    let list: Vec<_> = planes.iter().map(|&[x, y, z, d]| HalfSpace3::new([x, y, z], d)).collect();
    Frustum3::try_from_half_spaces(&list)
}

/// As [`space`], in the plane.
fn plane(planes: &[[f32; 3]]) -> Result<Frustum2, ShapeError> {
    let list: Vec<_> = planes.iter().map(|&[x, y, d]| HalfSpace2::new([x, y], d)).collect();
    Frustum2::try_from_half_spaces(&list)
}

/// How many planes, points, edges and rays.
fn counts<V: Vector>(frustum: &Frustum<V>) -> [usize; 4] {
    [frustum.plane_count(), frustum.points(), frustum.edges(), frustum.rays()]
}

/// Asserts that all points, rays and edges lie in the set, exactly, and that none is nothing.
#[track_caller]
fn assert_inside<V: Vector>(frustum: &Frustum<V>) {
    Dyadic::scoped(|| assert_inside_exactly(frustum));
}

#[track_caller]
fn assert_inside_exactly<V: Vector>(frustum: &Frustum<V>) {
    let sign = |x: Dyadic| x.ordering();
    let (mut at, mut along) = (Vec::new(), Vec::new());
    for i in 0..frustum.points() {
        let (point, w): Bound<V, Dyadic> = frustum.point(i);
        assert_eq!(sign(w), Ordering::Greater, "point {i} of {frustum:?}");
        at.push((point, w));
    }
    for i in 0..frustum.rays() {
        along.push(frustum.ray::<Dyadic>(i));
    }
    let zero = Dyadic::ZERO;
    for plane in 0..frustum.plane_count() {
        let (normal, offset): Bound<V, Dyadic> = frustum.plane(plane);
        assert!((0..V::DIM).any(|j| sign(normal[j]) != Ordering::Equal));
        let beyond = |(x, w): &Bound<V, Dyadic>| {
            let height = (0..V::DIM).fold(zero, |sum, j| sum + normal[j] * x[j]);
            sign(height - offset * *w)
        };
        for (i, point) in at.iter().enumerate() {
            assert_ne!(beyond(point), Ordering::Greater, "point {i}, plane {plane}: {frustum:?}");
        }
        for (i, ray) in along.iter().enumerate() {
            assert_ne!(beyond(&(*ray, zero)), Ordering::Greater, "ray {i}: {frustum:?}");
        }
    }
    for i in 0..frustum.edges() {
        let (from, direction) = frustum.edge::<Dyadic>(i);
        assert!(from < frustum.points());
        assert!((0..V::DIM).any(|j| sign(direction[j]) != Ordering::Equal));
    }
    assert!(frustum.points() > 0 && frustum.points() <= 8);
    assert!(frustum.rays() <= 6 && frustum.edges() <= 12 && frustum.plane_count() <= 6);
}

const CUBE: [[f32; 4]; 6] = [
    [1.0, 0.0, 0.0, 1.0],
    [-1.0, 0.0, 0.0, 1.0],
    [0.0, 1.0, 0.0, 1.0],
    [0.0, -1.0, 0.0, 1.0],
    [0.0, 0.0, 1.0, 1.0],
    [0.0, 0.0, -1.0, 1.0],
];

#[test]
fn skeletons_of_known_sets() {
    let n = |planes: &[[f32; 4]]| {
        let frustum = space(planes).unwrap();
        assert_inside(&frustum);
        counts(&frustum)
    };
    assert_eq!(n(&CUBE), [6, 8, 12, 0]);
    assert_eq!(n(&CUBE[..5]), [5, 4, 8, 1], "a pit without a floor");
    assert_eq!(n(&CUBE[..4]), [4, 4, 4, 2], "a shaft: its edges are lines");
    assert_eq!(n(&CUBE[..3]), [3, 2, 2, 3], "half a slab");
    assert_eq!(n(&CUBE[..2]), [2, 2, 0, 4], "a slab");
    assert_eq!(n(&CUBE[..1]), [1, 1, 0, 5], "a half-space");
    assert_eq!(n(&[CUBE[0], CUBE[2]]), [2, 1, 1, 4], "a wedge");
    assert_eq!(n(&[CUBE[0], CUBE[2], CUBE[4]]), [3, 1, 3, 3], "an octant");

    let roof =
        [[1.0, 0.0, 1.0, 1.0], [-1.0, 0.0, 1.0, 1.0], [0.0, 1.0, 1.0, 1.0], [0.0, -1.0, 1.0, 1.0]];
    assert_eq!(n(&roof), [4, 1, 4, 4], "four planes through one apex");
    let floor = [[0.0, 0.0, -1.0, 0.0]];
    assert_eq!(n(&[&roof[..], &floor].concat()), [5, 5, 8, 0], "a pyramid");
    let tip = [[0.0, 0.0, 1.0, 1.0]];
    assert_eq!(n(&[&roof[..], &floor, &tip].concat()), [6, 5, 8, 0], "a plane at the apex only");
    assert_eq!(n(&[CUBE[0], CUBE[0], CUBE[0]]), [3, 1, 0, 5], "one half-space three times");
}

#[test]
fn skeletons_of_flat_sets() {
    let n = |planes: &[[f32; 4]]| {
        let frustum = space(planes).unwrap();
        assert_inside(&frustum);
        counts(&frustum)
    };
    let up = [0.0, 0.0, 1.0, 0.0];
    let down = [0.0, 0.0, -1.0, 0.0];
    assert_eq!(n(&[up, down]), [2, 1, 0, 4], "a plane");
    assert_eq!(n(&[up, down, CUBE[0]]), [3, 1, 1, 3], "half a plane");
    assert_eq!(n(&[up, down, CUBE[0], CUBE[1], CUBE[2], CUBE[3]]), [6, 4, 4, 0], "a square");
    let floor = [0.0, 1.0, 0.0, 0.0];
    let ceiling = [0.0, -1.0, 0.0, 0.0];
    assert_eq!(n(&[up, down, floor, ceiling]), [4, 1, 1, 2], "a line");
    assert_eq!(n(&[up, down, floor, ceiling, CUBE[0]]), [5, 1, 1, 1], "a ray");
    assert_eq!(n(&[up, down, floor, ceiling, CUBE[0], CUBE[1]]), [6, 2, 1, 0], "a segment");
    let (west, east) = ([1.0, 0.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0]);
    assert_eq!(n(&[up, down, floor, ceiling, west, east]), [6, 1, 0, 0], "a point");
}

#[test]
fn skeletons_in_the_plane() {
    let n = |planes: &[[f32; 3]]| {
        let frustum = plane(planes).unwrap();
        assert_inside(&frustum);
        counts(&frustum)
    };
    let square = [[1.0, 0.0, 1.0], [-1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, -1.0, 1.0]];
    assert_eq!(n(&square), [4, 4, 4, 0]);
    assert_eq!(n(&square[..3]), [3, 2, 3, 1]);
    assert_eq!(n(&square[..2]), [2, 2, 2, 2], "a strip");
    assert_eq!(n(&square[..1]), [1, 1, 1, 3], "a half-plane");
    assert_eq!(n(&square[1..3]), [2, 1, 2, 2], "a wedge");
    assert_eq!(n(&[[3.0, 1.0, 0.0], [-3.0, -1.0, 0.0]]), [2, 1, 1, 2], "a line");
    let hexagon = [[2.0, 1.0, 3.0], [-2.0, -1.0, 3.0], [1.0, 2.0, 3.0], [-1.0, -2.0, 3.0]];
    assert_eq!(n(&[&hexagon[..], &[[1.0, -1.0, 1.0], [-1.0, 1.0, 1.0]]].concat()), [6, 6, 6, 0]);
}

#[test]
fn emptiness_is_decided_exactly() {
    let right = |from: f32| [-1.0, 0.0, 0.0, -from];
    let left = |to: f32| [1.0, 0.0, 0.0, to];
    assert!(space(&[left(0.0), right(0.0)]).is_ok());
    assert_eq!(space(&[left(0.0), right(LEAST)]), Err(ShapeError::EmptyFrustum));
    assert!(space(&[left(f32::MAX), right(f32::MAX)]).is_ok());
    let below = f32::from_bits(f32::MAX.to_bits() - 1);
    assert_eq!(space(&[left(below), right(f32::MAX)]), Err(ShapeError::EmptyFrustum));

    // Normals of any length, from the least to the greatest: 2 x <= 2 and x >= 1 touch.
    let (small, large) = (f32::from_bits(2), f32::MAX);
    assert!(space(&[[small, 0.0, 0.0, small], [-large, 0.0, 0.0, -large]]).is_ok());
    assert!(space(&[[small, 0.0, 0.0, LEAST], [-large, 0.0, 0.0, -large]]).is_err());

    // An octant and a plane through its corner, or one in the last place behind it.
    let corner = [left(1.0), [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]];
    let through = |at: f32| [&corner[..], &[[-1.0, -1.0, -1.0, -at]]].concat();
    assert_eq!(counts(&space(&through(3.0)).unwrap()), [4, 1, 0, 0]);
    assert_eq!(space(&through(f32::from_bits(3f32.to_bits() + 1))), Err(ShapeError::EmptyFrustum));

    // Three planes that meet in a prism, shut by a fourth: wide numbers, four at a time.
    let (big, tiny) = (f32::MAX, LEAST);
    let prism = |offset: f32| {
        space(&[
            [big, tiny, 0.0, 0.0],
            [-big, tiny, tiny, 0.0],
            [tiny, -big, big, 0.0],
            [0.0, tiny, -big, offset],
        ])
    };
    assert!(prism(0.0).is_ok());
    assert_eq!(Frustum3::try_from_half_spaces(&[]), Err(ShapeError::HalfSpaceCount { count: 0 }));
    let seven = [HalfSpace3::new([1.0, 0.0, 0.0], 0.0); 7];
    assert_eq!(
        Frustum3::try_from_half_spaces(&seven).unwrap_err().to_string(),
        "there are 7 half-spaces; expected one to six"
    );
}

#[test]
fn facts_alone_count_for_equality() {
    let a = space(&CUBE).unwrap();
    assert_eq!(a, space(&CUBE).unwrap());
    assert_eq!(a, a.clone());
    let mut turned_around = CUBE;
    turned_around.reverse();
    assert_ne!(a, space(&turned_around).unwrap(), "the same set by other facts");
    assert_eq!(size_of::<Frustum3>(), size_of::<usize>());
}

#[test]
fn placed_by_a_pose() {
    let quarter = Pose2::new([10.0, 0.0], Rot2::degrees(90.0));
    let corner = plane(&[[1.0, 0.0, 2.0], [0.0, 1.0, 3.0]]).unwrap();
    // The corner (2, 3) goes to (-3, 2), then to (7, 2).
    assert_eq!(corner.transformed(&quarter), plane(&[[0.0, 1.0, 2.0], [-1.0, 0.0, -7.0]]).unwrap());

    let quarter = Pose3::new([0.0, 0.0, 5.0], [0.0, 0.0, 1.0, 1.0]);
    let eye = Frustum3::perspective([1.0, 0.0, 0.0], UNTURNED, [-1.0, 1.0, -1.0, 1.0], 1.0, 2.0);
    let FrustumForm::Perspective { origin, rotation, slopes, .. } =
        eye.transformed(&quarter).form()
    else {
        unreachable!()
    };
    assert_eq!(origin.to_array(), [0.0, 1.0, 5.0]);
    assert_eq!(rotation.to_array(), [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(slopes, [-1.0, 1.0, -1.0, 1.0]);

    let matrix = projection([0.0, 0.0, -1.0, -1.0], [0.0, 0.0, -1.0, 0.0]);
    let projected = Frustum3::from_projection(&matrix, Layout::Rows, Depth::ZeroToOne).unwrap();
    assert_eq!(projected.try_transformed(&quarter), Err(ShapeError::ProjectionMoved));
    let bad = Pose3::new([0.0, f32::NAN, 0.0], UNTURNED);
    assert!(matches!(projected.try_transformed(&bad), Err(ShapeError::NotFinite { .. })));
}

#[test]
fn outlines() {
    let drawn = |frustum: &Frustum3| {
        let mut ends = Vec::new();
        frustum.lines(|a, b| ends.push((a.to_array(), b.to_array())));
        ends
    };
    assert_eq!(drawn(&space(&CUBE).unwrap()).len(), 12);
    let octant = drawn(&space(&[CUBE[0], CUBE[2], CUBE[4]]).unwrap());
    let tips: [[f32; 3]; 3] = [[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]];
    assert_eq!(octant.len(), 3);
    assert!(tips.iter().all(|tip| octant.contains(&([1.0; 3], *tip))), "{octant:?}");
    let wedge = drawn(&space(&[CUBE[0], CUBE[2]]).unwrap());
    assert_eq!(wedge, [([1.0, 1.0, -1.0], [1.0, 1.0, 1.0])]);
    let mut patch = Vec::new();
    HalfSpace3::new([1.0, 0.0, 0.0], 1.0).lines(|a, b| patch.push((a.to_array(), b.to_array())));
    assert_eq!(drawn(&space(&CUBE[..1]).unwrap()), patch);
    let eye = Frustum3::perspective([0.0; 3], UNTURNED, [-1.0, 1.0, -1.0, 1.0], 1.0, 2.0);
    let edges = drawn(&eye);
    assert!(edges.contains(&([-1.0, -1.0, -1.0], [-2.0, -2.0, -2.0])), "{edges:?}");
    assert_eq!(edges.len(), 12);
}

/// Numbers from the whole range, so that the longest are needed.
#[test]
fn numbers_from_the_whole_range() {
    let mut draw = elimination::Draw(7);
    let extremes = [f32::MAX, -f32::MAX, LEAST, -LEAST, 1.0 - f32::EPSILON / 2.0, 0.0];
    let mut found = 0;
    for _ in 0..400 {
        let number = |draw: &mut elimination::Draw| match draw.below(3) {
            0 => extremes[draw.below(6)],
            _ => {
                let x = f32::from_bits(draw.below(1 << 32) as u32);
                if x.is_finite() { x } else { f32::MAX }
            }
        };
        let planes: Vec<[f32; 4]> = (0..1 + draw.below(6))
            .map(|_| core::array::from_fn(|_| number(&mut draw)))
            .filter(|plane: &[f32; 4]| plane[..3].iter().any(|&x| x != 0.0))
            .collect();
        let matrix: [f32; 16] = core::array::from_fn(|_| number(&mut draw));
        let projected = Frustum3::from_projection(&matrix, Layout::Rows, Depth::MinusOneToOne);
        for frustum in [space(&planes), projected].into_iter().flatten() {
            assert_inside(&frustum);
            found += 1;
        }
    }
    assert!(found > 200, "{found}");
}

#[test]
fn errors_say_how_to_mend_it() {
    let matrix =
        |z, w| Frustum3::from_projection(&projection(z, w), Layout::Rows, Depth::ZeroToOne);
    let (right, one) = ([0.0, 0.0, -1.0, 0.0], [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(
        matrix([0.0, 0.0, 0.0, -1.0], one).unwrap_err().to_string(),
        "no point satisfies 0 <= z in clip space, whose row has no normal; expected a \
         view-projection matrix, listed by rows or by columns as stated"
    );
    let moved = matrix([0.0, 0.0, -1.0, -1.0], right).unwrap().try_transformed(&Pose3::identity());
    assert_eq!(
        moved.unwrap_err().to_string(),
        "a projection matrix cannot be placed without rounding its planes; multiply it by the \
         inverse of the pose, and build the frustum from the product"
    );
    assert_eq!(
        plane(&[[1.0, 0.0, 0.0], [-1.0, 0.0, -1.0]]).unwrap_err().to_string(),
        "no point lies in all half-spaces; expected normals that point outwards"
    );
    let flat = Frustum2::perspective_facts([0.0; 2], [1.0, 0.0], [0.0; 4], 0.0, 1.0);
    assert_eq!(
        flat.unwrap_err().to_string(),
        "slopes belongs to a frustum in space; in the plane give half_spaces"
    );
}
