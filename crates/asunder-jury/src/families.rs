//! The families: named classes of pairs of shapes that are hard to decide.

mod build;
mod features;
mod frustum;
mod lattice;
mod metric;
mod motion;
mod polyhedron;
mod rotation;
mod shape_parameters;
mod touching;

use crate::{Kind, Rng, Shape};
use build::build_shape;
use lattice::Lattice;
pub use metric::{MetricFamily, metric_pair};
pub use motion::motion;
use shape_parameters::finite;
use touching::{make_touching, place_on_top};

/// A class of random pairs of shapes that are hard for floating-point code, or common in games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Neighbours in a game: free rotations, meters in size, within 100 m of the origin.
    Game,
    /// As [`Family::Game`], but rotated about y only.
    Yaw,
    /// Axis-aligned, every number a multiple of a quarter: many contacts are exact.
    Grid,
    /// Different rotations with exactly one common axis, oblique to the coordinate axes; aimed to touch.
    Parallel,
    /// The second is the first rotated by 90°, composed in `f32`; aimed to touch.
    RightAngle,
    /// The same rotation, sometimes with a negated or scaled quaternion; aimed to touch.
    SameRotation,
    /// Nearly parallel: about 1e-4 radians between some axes, some boxes long; aimed to touch.
    NearParallel4,
    /// Nearly parallel: about 1e-6 radians and less; aimed to touch.
    NearParallel6,
    /// One rests exactly on the other.
    Resting,
    /// Aimed to touch along a random separating axis of the pair, to within 2 ulp.
    NearTouch,
    /// Zero extents and radii, plates, rods and points; degenerate triangles and hulls, linearly
    /// dependent edges, frusta without depth; aimed to touch, or with the same center.
    Degenerate,
    /// Sizes up to 2^100, up to 2^30 apart in one pair; aimed to touch.
    Huge,
    /// Sizes down to 2^-100, up to 2^30 apart in one pair; aimed to touch.
    Tiny,
    /// A few meters in size, where an ulp is centimeters to meters; aimed to touch.
    Far,
    /// Sizes and normals near the smallest positive numbers; aimed to touch.
    Subnormal,
    /// Quaternions and normals with components of wildly different size; aimed to touch.
    WildRotation,
    /// Any finite bits in every number; sometimes aimed to touch.
    RandomBits,
    /// Numbers near the largest, whose sums and squares are infinite; aimed to touch.
    Overflow,
}

impl Family {
    /// Every family, in the order of their declaration.
    pub const ALL: [Family; 18] = [
        Family::Game,
        Family::Yaw,
        Family::Grid,
        Family::Parallel,
        Family::RightAngle,
        Family::SameRotation,
        Family::NearParallel4,
        Family::NearParallel6,
        Family::Resting,
        Family::NearTouch,
        Family::Degenerate,
        Family::Huge,
        Family::Tiny,
        Family::Far,
        Family::Subnormal,
        Family::WildRotation,
        Family::RandomBits,
        Family::Overflow,
    ];

    /// The name for tables and command lines: `near-touch`.
    pub fn name(self) -> &'static str {
        match self {
            Family::Game => "game",
            Family::Yaw => "yaw",
            Family::Grid => "grid",
            Family::Parallel => "parallel",
            Family::RightAngle => "right-angle",
            Family::SameRotation => "same-rotation",
            Family::NearParallel4 => "near-parallel-4",
            Family::NearParallel6 => "near-parallel-6",
            Family::Resting => "resting",
            Family::NearTouch => "near-touch",
            Family::Degenerate => "degenerate",
            Family::Huge => "huge",
            Family::Tiny => "tiny",
            Family::Far => "far",
            Family::Subnormal => "subnormal",
            Family::WildRotation => "wild-rotation",
            Family::RandomBits => "random-bits",
            Family::Overflow => "overflow",
        }
    }
}

/// Draws a pair of valid shapes, the first of kind `a`, the second of kind `b`.
///
/// The same seed gives the same pair on every platform. For two of [`Kind::FIRST`] it does so in
/// every version too; for the others a later version may draw differently. Many families take some
/// of the others' pairs from a grid of small whole numbers, where plates lie in one plane, rays in
/// faces and edges along edges, all exactly.
///
/// ```
/// use asunder_jury::{Family, Kind, Rng, pair};
///
/// let (a, b) = pair::<2>(Family::Far, Kind::Obb, Kind::HalfSpace, &mut Rng::new(1));
/// assert_eq!((a.kind(), b.kind()), (Kind::Obb, Kind::HalfSpace));
/// assert!(a.is_valid() && b.is_valid());
/// ```
pub fn pair<const D: usize>(
    family: Family,
    a: Kind,
    b: Kind,
    rng: &mut Rng,
) -> (Shape<D>, Shape<D>) {
    const { assert!(D == 2 || D == 3, "shapes have two or three dimensions") };
    let is_new = |kind| !Kind::FIRST.contains(&kind);
    if (is_new(a) || is_new(b)) && rng.chance(lattice::share(family)) {
        let lattice = Lattice::<D>::new(family, rng);
        return (lattice.shape(a, rng), lattice.shape(b, rng));
    }
    let [first, second] = shape_parameters::pair::<D>(family, rng);
    let (mut a, mut b) =
        (build_shape(&first, family, a, rng), build_shape(&second, family, b, rng));
    let near = first.center.map(f64::from);
    match family {
        Family::Game | Family::Yaw | Family::Grid => {}
        Family::Resting => place_on_top(&mut a, &mut b, near, rng),
        Family::RandomBits if rng.chance(0.4) => {}
        Family::Degenerate if rng.chance(0.2) => {}
        _ => make_touching(&mut a, &mut b, near, rng),
    }
    (a, b)
}

/// The value changed by at most `ulps` in either direction.
fn nudged(value: f32, ulps: usize, rng: &mut Rng) -> f32 {
    let up = rng.chance(0.5);
    let moved =
        (0..rng.below(ulps + 1)).fold(value, |v, _| if up { v.next_up() } else { v.next_down() });
    finite(f64::from(moved))
}
