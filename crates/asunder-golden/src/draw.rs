//! The cases: every family of the jury, every two kinds of shape, in the plane and in space.

use crate::case::{Case, Drawn};
use crate::sheet::seed;
use asunder_jury::{Depth, Family, Frustum, Kind, Rng, Shape, motion, pair};

/// How many pairs of two kinds are drawn from each family.
const PAIRS: usize = 6;

/// The cases, the same on every platform where subnormals are what they are.
///
/// Every family and pair of kinds has a stream of random numbers of its own, so that a new family or
/// kind leaves the cases there were as they were.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (i, &a) in Kind::ALL.iter().enumerate() {
        for &b in &Kind::ALL[i..] {
            for family in Family::ALL {
                draw::<2>(family, a, b, &mut cases);
                draw::<3>(family, a, b, &mut cases);
            }
        }
    }
    cases
}

fn draw<const D: usize>(family: Family, a: Kind, b: Kind, cases: &mut Vec<Case>) {
    let mut rng = Rng::new(seed(&format!("{D} {} {a:?} {b:?}", family.name())));
    for _ in 0..PAIRS {
        let (a, b) = pair::<D>(family, a, b, &mut rng);
        let motion = motion(family, &a, &b, &mut rng).to_vec();
        let (a, b) = (drawn(&a), drawn(&b));
        cases.push(Case { dimension: D, family: family.name().into(), a, b, motion });
    }
}

/// The shape's name and numbers, in the order of its fields.
fn drawn<const D: usize>(shape: &Shape<D>) -> Drawn {
    let (kind, numbers) = match shape {
        Shape::Point(point) => ("point", point.to_vec()),
        Shape::Sphere { center, radius } => ("sphere", [center, &[*radius][..]].concat()),
        Shape::Aabb { min, max } => ("aabb", [*min, *max].concat()),
        Shape::Obb { center, half_extents, rotation } => {
            let used = if D == 2 { 2 } else { 4 };
            ("obb", [center, half_extents, &rotation[..used]].concat())
        }
        Shape::Plane { normal, offset } => ("plane", [normal, &[*offset][..]].concat()),
        Shape::HalfSpace { normal, offset } => ("half_space", [normal, &[*offset][..]].concat()),
        Shape::Segment { a, b } => ("segment", [*a, *b].concat()),
        Shape::Ray { origin, direction } => ("ray", [*origin, *direction].concat()),
        Shape::Capsule { a, b, radius } => ("capsule", [a, b, &[*radius][..]].concat()),
        Shape::Triangle { a, b, c } => ("triangle", [*a, *b, *c].concat()),
        Shape::Parallelepiped { center, edges } => {
            ("parallelepiped", [center, edges.as_flattened()].concat())
        }
        Shape::ConvexHull(points) => ("convex_hull", points.concat()),
        Shape::Frustum(frustum) => frustum_drawn(frustum),
    };
    Drawn { kind: kind.into(), numbers }
}

/// A frustum has a name for each of its forms.
fn frustum_drawn<const D: usize>(frustum: &Frustum<D>) -> (&'static str, Vec<f32>) {
    match frustum {
        Frustum::Perspective { origin, rotation, slopes, near, far } => {
            ("frustum-perspective", [origin, &rotation[..], slopes, &[*near, *far]].concat())
        }
        Frustum::HalfSpaces(planes) => {
            let plane = |(normal, offset): &([f32; D], f32)| [normal, &[*offset][..]].concat();
            ("frustum-half-spaces", planes.iter().flat_map(plane).collect())
        }
        Frustum::Projection { rows, depth: Depth::ZeroToOne } => {
            ("frustum-zero-to-one", rows.concat())
        }
        Frustum::Projection { rows, depth: Depth::MinusOneToOne } => {
            ("frustum-minus-one-to-one", rows.concat())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use asunder::glam::Vec3;

    #[test]
    fn a_seed_gives_the_same_cases() {
        let cases = cases();
        assert_eq!(cases, super::cases());
        for case in cases.iter().filter(|case| case.dimension == 3) {
            for drawn in [&case.a, &case.b] {
                assert!(drawn.kind.starts_with(drawn.shape::<Vec3>().kind()), "{}", drawn.kind);
            }
        }
    }
}
