//! Contacts: the bits of penetration, points that hold, and the features' names.

use crate::judged::Space;
use asunder::glam::{Vec2, Vec3};
use asunder::prelude::*;
use asunder::{Contact, Feature, Rot2, Shape};
use asunder_jury::{Family, Kind, Rng, Shape as Judged, pair};

fn holds_the_laws<const D: usize, V: Space<D>>(family: Family, a: &Judged<D>, b: &Judged<D>) {
    let (x, y): (Shape<V>, Shape<V>) = (V::shape(a), V::shape(b));
    let (contact, out) = (x.contact(&y), x.penetration(&y));
    assert_eq!(contact.map(|c| (c.normal, c.depth)), out.map(|o| (o.normal, o.depth)));
    let swapped = y.contact(&x);
    assert_eq!(contact.is_some(), swapped.is_some());
    let (Some(contact), Some(swapped)) = (contact, swapped) else { return };
    let points = contact.points();
    assert!((1..=if D == 2 { 2 } else { 4 }).contains(&points.len()), "{contact:?} {a:?} {b:?}");
    if a != b && a.kind() != Kind::ConvexHull {
        assert_eq!(contact.feature_a, swapped.feature_b, "{a:?} {b:?}");
        let flipped = swapped.points().iter().map(|p| (p.on_b, p.on_a, p.depth));
        assert!(points.iter().map(|p| (p.on_a, p.on_b, p.depth)).eq(flipped), "{a:?} {b:?}");
    }
    let is_tame = matches!(family, Family::Game | Family::Yaw | Family::Grid);
    for point in points {
        assert!((0.0..=contact.depth).contains(&point.depth), "{contact:?} {a:?} {b:?}");
        if is_tame && x.is_bounded() && y.is_bounded() {
            let (p, q, n) =
                (point.on_a.to_array(), point.on_b.to_array(), contact.normal.to_array());
            for t in 0..D {
                let off =
                    f64::from(q[t]) - f64::from(p[t]) - f64::from(n[t]) * f64::from(point.depth);
                let size = f64::from(p[t].abs().max(q[t].abs())) + 1.0;
                assert!(off.abs() < 1e-5 * size, "{contact:?} {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn every_family_holds_the_laws() {
    let rounds = if std::env::var_os("ASUNDER_LONG").is_some() { 50 } else { 2 };
    for family in Family::ALL {
        let mut rng = Rng::new(0x71 + family as u64);
        for _ in 0..rounds {
            for &a in &Kind::ALL {
                for &b in &Kind::ALL {
                    let (x, y) = pair::<3>(family, a, b, &mut rng);
                    holds_the_laws::<3, Vec3>(family, &x, &y);
                    let (x, y) = pair::<2>(family, a, b, &mut rng);
                    holds_the_laws::<2, Vec2>(family, &x, &y);
                }
            }
        }
    }
}

/// The bug: where clipping leaves no point, another search found the points, and its normal and depth were reported.
#[test]
fn what_has_no_face_in_common_has_the_bits_of_penetration() {
    let flat = Judged::Aabb {
        min: [-9.540205e20, -42_048_080_000.0, -3.478143e-13],
        max: [-9.540205e20, 42_048_080_000.0, 3.4781463e-13],
    };
    let large = Judged::Aabb {
        min: [-3.1037755e32, -9.03049e35, -2.1478545e30],
        max: [3.1037755e32, 9.03049e35, 2.1478621e30],
    };
    let turned = Judged::Obb {
        center: [-1.1377522e26, -1.5843645e-9, -5.9051245e27],
        half_extents: [1.5230342e-35, 1.6405462e-6, 1.0388132e-33],
        rotation: [3.0055751e-9, -6.080461e-6, 6_883_910_000_000_000.0, -7.519061e-26],
    };
    let plate = Judged::Aabb {
        min: [-1.1377522e26, -4.3121822e30, -5.9051245e27],
        max: [-1.1377522e26, 3.8484476e30, -5.9051233e27],
    };
    holds_the_laws::<3, Vec3>(Family::RandomBits, &flat, &large);
    holds_the_laws::<3, Vec3>(Family::RandomBits, &plate, &turned);
}

const STILL: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

#[test]
fn a_face_on_a_face_has_four_points() {
    let below = Obb3::new([0.0, -1.0, 0.0], [4.0, 1.0, 4.0], STILL);
    let above = Obb3::new([3.5, 0.5, 0.0], [1.0, 0.5, 1.0], STILL);
    let contact = above.contact(&below).expect("it stands on it");
    assert_eq!((contact.feature_a, contact.feature_b), (Feature::Face(2), Feature::Face(3)));
    let mut points: Vec<_> = contact.points().iter().map(|p| p.on_a.to_array()).collect();
    points.sort_by(|p, q| p.partial_cmp(q).expect("finite"));
    // Two of its corners stand beyond the edge at x = 4.
    let expected = [[2.5, 0.0, -1.0], [2.5, 0.0, 1.0], [4.0, 0.0, -1.0], [4.0, 0.0, 1.0]];
    assert_eq!(points, expected);
}

#[test]
fn edges_and_corners_have_one_point() {
    // Two edges that cross at right angles at the origin, each box leaning on its edge.
    let eighth = [0.0, 0.0, 0.38268343, 0.9238795];
    let root = std::f32::consts::SQRT_2;
    let below = Obb3::new([0.0, -root, 0.0], [1.0, 1.0, 5.0], eighth);
    let turned = [eighth[2], 0.0, 0.0, eighth[3]];
    let above = Obb3::new([0.0, root - 0.125, 0.0], [5.0, 1.0, 1.0], turned);
    let contact = above.contact(&below).expect("they cross");
    assert!(matches!(contact.feature_a, Feature::Edge(_)), "{contact:?}");
    assert!(matches!(contact.feature_b, Feature::Edge(_)), "{contact:?}");
    assert_eq!(contact.points().len(), 1);
    assert!((contact.depth - 0.125).abs() < 1e-6, "{contact:?}");
    assert!(contact.points()[0].on_b.length() < 1e-6, "{contact:?}");
    let floor = HalfSpace3::new([0.0, 1.0, 0.0], 0.0);
    let tip = Triangle3::new([1.0, 2.0, 3.0], [5.0, 4.0, 3.0], [1.0, -0.5, 2.0]);
    let contact = tip.contact(&floor).expect("its tip is below");
    assert_eq!((contact.feature_a, contact.feature_b), (Feature::Vertex(2), Feature::Face(0)));
    assert_eq!(contact.points().len(), 1);
    assert_eq!(contact.points()[0].on_a.to_array(), [1.0, -0.5, 2.0]);
    assert_eq!(contact.points()[0].on_b.to_array(), [1.0, 0.0, 2.0]);
}

/// Of a face with more corners than are clipped, those furthest apart are.
#[test]
fn a_face_of_many_corners_is_covered() {
    let disk = (0..96_u8).map(|i| {
        let turn = Rot2::radians(f32::from(i / 2) * std::f32::consts::TAU / 48.0);
        [turn.cos, f32::from(i % 2), turn.sin]
    });
    let floor = Aabb3::new([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]);
    let contact = ConvexHull3::new(disk).contact(&floor).expect("it stands on it");
    assert_eq!((contact.normal.to_array(), contact.depth), ([0.0, 1.0, 0.0], 0.0));
    assert_eq!(contact.points().len(), 4);
    let [p, q, r, s] = [0, 1, 2, 3].map(|i| contact.points()[i].on_b);
    let area = |p: Vec3, q: Vec3, r: Vec3| (q - p).cross(r - p).length() / 2.0;
    let areas = [area(p, q, r), area(p, q, s), area(p, r, s), area(q, r, s)];
    assert!(areas.iter().any(|&area| area > 0.8), "{contact:?}: the largest triangle has 1.3");
}

/// Of two parallel faces of a hull, the one that touches is named: its corners lie in the plane of contact.
#[test]
fn of_parallel_faces_the_one_that_touches_is_named() {
    let cube = |low: [f32; 3], high: [f32; 3]| {
        let corner = |i: usize| {
            let x: [f32; 3] =
                core::array::from_fn(|t| if i >> t & 1 == 0 { low[t] } else { high[t] });
            x
        };
        ConvexHull3::new((0..8).map(corner))
    };
    let below = cube([-2.0, -1.0, -2.0], [2.0, 0.0, 2.0]);
    for [x, y, z] in [[0.5, 0.0, 0.25], [0.5, -0.125, 1.5]] {
        let above = cube([x, y, z], [x + 1.0, y + 1.0, z + 1.0]);
        let contact = above.contact(&below).expect("it stands on it");
        let (Feature::Face(own), Feature::Face(other)) = (contact.feature_a, contact.feature_b)
        else {
            panic!("{contact:?}")
        };
        let height = |hull: &ConvexHull3, face: u32| {
            hull.faces().nth(face as usize).expect("a face").map(|corner| corner.y)
        };
        assert_eq!((height(&above, own), height(&below, other)), ([y; 3], [0.0; 3]));
        assert_eq!(contact.points().len(), 4, "{contact:?}");
    }
}

#[test]
fn a_lying_capsule_has_two_points() {
    let floor = Aabb3::new([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0]);
    let capsule = Capsule3::new([-1.0, 0.5, 0.0], [2.0, 0.5, 0.0], 0.5);
    let contact = capsule.contact(&floor).expect("it lies on it");
    assert_eq!((contact.normal.to_array(), contact.depth), ([0.0, 1.0, 0.0], 0.0));
    let points: Vec<_> = contact.points().iter().map(|p| p.on_a.to_array()).collect();
    assert_eq!(points, [[-1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]);
    let ground = Aabb2::new([-9.0, -1.0], [9.0, 0.0]);
    let square = Aabb2::new([8.5, -0.25], [9.5, 1.0]);
    let contact = square.contact(&ground).expect("it sinks in");
    let points: Vec<_> = contact.points().iter().map(|p| (p.on_b.x, p.depth)).collect();
    assert_eq!(contact.normal.to_array(), [0.0, 1.0]);
    assert!(points == [(8.5, 0.25), (9.0, 0.25)] || points == [(9.0, 0.25), (8.5, 0.25)]);
}

/// The bug: of two parallel planes of a frustum the first was named, whichever touched.
#[test]
fn of_parallel_planes_of_a_frustum_the_one_that_touches_is_named() {
    let view = Frustum3::perspective([0.0; 3], STILL, [-1.0, 1.0, -1.0, 1.0], 1.0, 4.0);
    for (low, high, plane) in [(-6.0, -4.0, 5), (-1.0, 1.0, 4)] {
        let cube = Aabb3::new([-0.5, -0.5, low], [0.5, 0.5, high]);
        let contact = view.contact(&cube).expect("it touches");
        assert_eq!(contact.feature_a, Feature::Face(plane), "{contact:?}");
        assert_eq!(contact.points().len(), 4, "{contact:?}");
    }
    let slab = [([1.0, 0.0, 0.0], 1.0), ([-1.0, 0.0, 0.0], 1.0), ([0.0, 1.0, 0.0], 1.0)];
    let slab = Frustum3::from_half_spaces(&slab.map(|(n, offset)| HalfSpace3::new(n, offset)));
    for (low, high, plane) in [(1.0, 3.0, 0), (-3.0, -1.0, 1)] {
        let cube = Aabb3::new([low, -1.0, -1.0], [high, 0.0, 1.0]);
        let contact = slab.contact(&cube).expect("it touches");
        assert_eq!(contact.feature_a, Feature::Face(plane), "{contact:?}");
    }
}

/// The bug: what a ray or an unbounded frustum touches beyond its last corner was left out.
#[test]
fn contacts_with_unbounded_shapes_are_covered() {
    let bounded_by = |planes: &[([f32; 3], f32)]| {
        let planes: Vec<_> = planes.iter().map(|(n, at)| HalfSpace3::new(*n, *at)).collect();
        Frustum3::from_half_spaces(&planes)
    };
    let points = |shape: &Shape3, other: &Aabb3| {
        let contact = shape.contact(other).expect("they touch");
        assert_eq!(contact.depth, 0.0, "{contact:?}");
        let mut points: Vec<_> = contact.points().iter().map(|p| p.on_a.to_array()).collect();
        points.sort_by(|p, q| p.partial_cmp(q).expect("finite"));
        (points, contact.feature_a)
    };
    let bar = bounded_by(&[
        ([0.0, 1.0, 0.0], 1.0),
        ([0.0, -1.0, 0.0], 1.0),
        ([1.0, 0.0, 0.0], 1.0),
        ([-1.0, 0.0, 0.0], 1.0),
    ]);
    let standing = Aabb3::new([-0.5, 1.0, 5.0], [2.0, 2.0, 6.0]);
    let expected = [[-0.5, 1.0, 5.0], [-0.5, 1.0, 6.0], [1.0, 1.0, 5.0], [1.0, 1.0, 6.0]];
    assert_eq!(points(&bar.into(), &standing), (expected.to_vec(), Feature::Face(0)));
    // Its upper face is a triangle without a third side.
    let wedge =
        bounded_by(&[([0.0, 1.0, 0.0], 0.0), ([1.0, 0.25, 0.0], 5.0), ([-1.0, 0.0, 1.0], 5.0)]);
    let wide = Aabb3::new([-7.0, 0.0, -1.0], [70.0, 2.0, 1.0]);
    let expected = [[-6.0, 0.0, -1.0], [-4.0, 0.0, 1.0], [5.0, 0.0, -1.0], [5.0, 0.0, 1.0]];
    assert_eq!(points(&wedge.into(), &wide), (expected.to_vec(), Feature::Face(0)));
    let ray = Ray3::new([0.0, 1.0, 0.0], [1.0, 0.0, 0.0]);
    let under = Aabb3::new([-1.0, -1.0, -1.0], [2.0, 1.0, 1.0]);
    let expected = [[0.0, 1.0, 0.0], [2.0, 1.0, 0.0]];
    assert_eq!(points(&ray.into(), &under), (expected.to_vec(), Feature::Edge(0)));
    // The end of a ray that leads away.
    let ray = Ray3::new([0.0, 1.0, 0.0], [1.0, 1.0, 0.0]);
    assert_eq!(points(&ray.into(), &under), (vec![[0.0, 1.0, 0.0]], Feature::Vertex(0)));

    let strip = [([0.0, 1.0], 1.0), ([0.0, -1.0], 1.0)];
    let strip = Frustum2::from_half_spaces(&strip.map(|(n, at)| HalfSpace2::new(n, at)));
    let contact = strip.contact(&Aabb2::new([-0.5, 1.0], [0.5, 2.0])).expect("it touches");
    let mut along: Vec<_> = contact.points().iter().map(|p| p.on_a.to_array()).collect();
    along.sort_by(|p, q| p.partial_cmp(q).expect("finite"));
    assert_eq!(along, [[-0.5, 1.0], [0.5, 1.0]]);
    assert_eq!(contact.feature_a, Feature::Edge(0));
}

/// The bug: the face whose normal is nearest need not have the deepest vertex, nor both ends of the deepest edge.
#[test]
fn the_deepest_vertex_and_edge_are_among_the_points() {
    let corners = [[0.5, 1.0, 0.0], [0.0, -1.0, -0.5], [-1.0, 0.5, 1.0], [0.5, -1.5, -1.5]];
    let tetrahedron = ConvexHull3::new(corners);
    let ground: [Shape3; 2] = [
        HalfSpace3::new([0.0, 1.0, 0.0], -1.0).into(),
        Aabb3::new([-9.0, -9.0, -9.0], [9.0, -1.0, 9.0]).into(),
    ];
    for ground in &ground {
        let contact = tetrahedron.contact(ground).expect("a vertex is below");
        assert_eq!(contact.depth, 0.5);
        let deepest = contact.points().iter().find(|point| point.depth == 0.5);
        let deepest = deepest.unwrap_or_else(|| panic!("{contact:?}"));
        assert_eq!(deepest.on_a.to_array(), corners[3]);
    }
    let keel = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    let deck = [2.0, -2.0].map(|x| [[x, 1.0, 0.25], [x, 1.0, -0.25]]);
    let boat = ConvexHull3::new(keel.into_iter().chain(deck.into_iter().flatten()));
    let contact = boat.contact(&Aabb3::new([-9.0, -1.0, -9.0], [9.0, 0.0, 9.0])).expect("it rests");
    let mut points: Vec<_> = contact.points().iter().map(|p| p.on_a.to_array()).collect();
    points.sort_by(|p, q| p.partial_cmp(q).expect("finite"));
    assert_eq!(points, keel, "{contact:?}");
}

/// Of equal half-spaces, all but one of which bound nothing, the one that does is named.
#[test]
fn a_plane_that_bounds_nothing_is_not_named() {
    let planes = [1.5, 0.5].map(|offset| HalfSpace3::new([1.0, 0.0, 0.0], offset));
    let half = Frustum3::from_half_spaces(&planes);
    let contact = half.contact(&Aabb3::new([-2.5, -1.5, 2.5], [-1.5, -0.5, 3.5])).expect("inside");
    assert_eq!(contact.feature_a, Feature::Face(1), "{contact:?}");
}

/// A half-space has the same points however it is given.
#[test]
fn half_spaces_as_frusta_have_their_points() {
    let half_space = HalfSpace3::new([1.0, 0.0, 0.0], 3.0);
    let cube = Aabb3::new([1.0, -2.0, 0.5], [3.0, -1.5, 2.0]);
    let slab = HalfSpace3::new([-1.0, 0.0, 0.0], 0.0);
    for planes in [&[half_space][..], &[half_space, slab]] {
        let contact = Frustum3::from_half_spaces(planes).contact(&cube).expect("it is inside");
        let mut xs: Vec<_> = contact.points().iter().map(|p| p.on_b.to_array()).collect();
        xs.sort_by(|p, q| p.partial_cmp(q).expect("finite"));
        xs.dedup();
        assert_eq!(xs.len(), 4, "{contact:?}");
    }
}

/// The bug: a flat triangle in the plane was clipped to the part between two of its vertices.
#[test]
fn a_flat_triangle_in_the_plane_is_a_segment() {
    let flat = Triangle2::new([2.0, 2.5], [2.0, 1.0], [2.0, 4.0]);
    let square = Aabb2::new([1.0, 1.5], [3.0, 3.5]);
    let points = |contact: Contact<Vec2>| {
        let mut ys: Vec<_> = contact.points().iter().map(|p| p.on_a.y).collect();
        ys.sort_by(f32::total_cmp);
        ys
    };
    assert_eq!(points(flat.contact(&square).expect("it crosses")), [1.5, 3.5]);
}

/// The bug: where a side ends on a side that it is clipped to, its end was listed twice.
#[test]
fn a_corner_is_one_point() {
    let low = Aabb3::new([0.0; 3], [1.0; 3]);
    let contact = low.contact(&Aabb3::new([1.0; 3], [2.0; 3])).expect("they touch");
    assert_eq!(contact.points().len(), 1, "{contact:?}");
    let edge = low.contact(&Aabb3::new([1.0, 1.0, 0.0], [2.0, 2.0, 1.0])).expect("they touch");
    assert_eq!(edge.points().len(), 2, "{edge:?}");
    let flat = Aabb2::new([0.0; 2], [1.0; 2]);
    let contact = flat.contact(&Aabb2::new([1.0; 2], [2.0; 2])).expect("they touch");
    assert_eq!(contact.points().len(), 1, "{contact:?}");
}
