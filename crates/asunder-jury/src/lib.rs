//! Judges a collision library: hard pairs of shapes, and the true answer to each of them.
//!
//! A jury has two halves, independent of each other and of the library they judge:
//!
//! * [`Family`] names classes of hard pairs of shapes: nearly parallel edges, contact to within an ulp,
//!   zero thickness, numbers at either end of the range. [`pair`] draws from them by a seed, for every
//!   two kinds of shape, in two and three dimensions.
//! * [`contact`] (with [`intersects`], [`penetrates`], [`side`], [`contains`], [`containment`],
//!   [`cast_hits`] and [`sweep_penetrates`]) is the oracle. It decides over integers of any size, so
//!   it is right for every finite `f32`, subnormals and [`f32::MAX`] included. It takes some tens of
//!   microseconds a pair, not nanoseconds.
//!
//! For movers, [`walk()`] draws one on the seams of a [`Ground`] with its expected positions, and
//! [`touch_normals`] and [`normal_error`] compute which normals a hit may have. [`level()`] draws a level
//! of a [`LevelKind`] for a walking character, whose end is known by construction, and [`LevelRun`] judges a
//! walk through it, tick by tick.
//!
//! For metrics, [`measure`] computes the distance or depth of two shapes, by exact numbers too, and
//! [`penetrates_after`] whether a translation separates them. [`metric_pair`] draws pairs that are hard to
//! measure.
//!
//! # Judging a library of your own
//!
//! Translate a [`Shape`] into your type, ask both, count the differences:
//!
//! ```
//! use asunder_jury::{Family, Kind, Rng, Shape, intersects, pair};
//!
//! // The library on trial: spheres, decided in f32.
//! fn mine(a: &Shape<3>, b: &Shape<3>) -> bool {
//!     let (Shape::Sphere { center: p, radius: r }, Shape::Sphere { center: q, radius: s }) = (a, b)
//!     else {
//!         unreachable!("only spheres were asked for")
//!     };
//!     let [x, y, z] = [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
//!     x * x + y * y + z * z <= (r + s) * (r + s)
//! }
//!
//! let mut rng = Rng::new(7);
//! let wrong = |family, rng: &mut Rng| {
//!     (0..1000)
//!         .filter(|_| {
//!             let (a, b) = pair::<3>(family, Kind::Sphere, Kind::Sphere, rng);
//!             mine(&a, &b) != intersects(&a, &b)
//!         })
//!         .count()
//! };
//! assert_eq!(wrong(Family::Game, &mut rng), 0);
//! assert!(wrong(Family::NearTouch, &mut rng) > 0);
//! ```
//!
//! [`Contact`] defines the answers (closed sets, touching, penetration).

mod families;
mod levels;
mod oracle;
mod rng;
mod score;
mod shape;
mod walks;

pub use families::{Family, MetricFamily, metric_pair, motion, pair};
pub use levels::{Gait, Level, LevelKind, LevelRun, Verdict, WalkRules, level};
pub use oracle::{
    Bracket, Contact, Containment, Measure, Side, cast_hits, contact, containment, contains,
    intersects, measure, normal_error, penetrates, penetrates_after, side, size, sweep_penetrates,
    touch_normals,
};
pub use rng::Rng;
pub use score::{Ink, Scoreboard, Tally, separation, size_of_error};
pub use shape::{Depth, Frustum, Kind, List, Planes, Points, Shape};
pub use walks::{Bounds, Ground, Walk, walk};
