//! Whole meshes against the jury's exact oracle, which is asked about every triangle by itself; and, of more
//! shapes, against a loop over the library's own answers for pairs.
//!
//! `ASUNDER_MESHES` asks for so many meshes; `cargo xtask meshes` asks for ten thousand: 10 million shapes and
//! triangles before the oracle, 10 million shapes and meshes beside the loop.

#[path = "../it/level/build.rs"]
#[allow(dead_code, reason = "the tests of levels use the rest")]
mod build;
#[path = "../it/judged.rs"]
mod judged;
mod scenery;
#[path = "../it/level/surfaces.rs"]
#[allow(dead_code, reason = "the tests of levels use the rest")]
mod surfaces;

use asunder::glam::{Vec2, Vec3};
use asunder::level::Parts as _;
use asunder::prelude::*;
use asunder::{Mesh, Shape};
use asunder_jury::{self as jury, Contact, Rng};
use judged::Space;
use scenery::{Asked, Scenery};
use std::sync::atomic::{AtomicUsize, Ordering};

/// In the environment it says how many meshes are asked.
const MESHES: &str = "ASUNDER_MESHES";

/// Pairs of a shape and a triangle that the oracle is asked about, of each mesh.
const JUDGED_PAIRS: usize = 1_000;

/// Shapes that each mesh is asked about beside the loop.
const SHAPES: usize = 1_000;

/// One shape of so many is swept, too, beside those before the oracle, which all are: on these families most
/// sweeps end in exact numbers.
const SWEPT: usize = 8;

fn meshes() -> usize {
    let Ok(meshes) = std::env::var(MESHES) else { return 8 };
    meshes.parse().unwrap_or_else(|_| panic!("{MESHES}={meshes}: expected a whole number"))
}

/// What was asked, and how often the answer was yes.
#[derive(Debug, Default)]
struct Tally {
    judged: AtomicUsize,
    compared: AtomicUsize,
    intersecting: AtomicUsize,
    penetrating: AtomicUsize,
    swept: AtomicUsize,
    hitting: AtomicUsize,
}

fn add(count: &AtomicUsize, more: usize) {
    count.fetch_add(more, Ordering::Relaxed);
}

/// The answers of yes and no about a shape and a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
struct Answers {
    intersecting: Vec<u32>,
    penetrates: bool,
    /// Of the shape along its displacement, if it was asked.
    sweep: Option<Sweep>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sweep {
    intersects: bool,
    penetrates: bool,
    hits: bool,
}

impl Answers {
    fn of_mesh<const D: usize, V: Space<D>>(
        mesh: &Mesh<V>,
        shape: &Shape<V>,
        motion: Option<[f32; D]>,
    ) -> Self {
        let answers = Self {
            intersecting: mesh.parts_intersecting(shape),
            penetrates: mesh.penetrates(shape),
            sweep: motion.map(V::vector).map(|motion| Sweep {
                intersects: mesh.sweep_intersects(shape, motion),
                penetrates: mesh.sweep_penetrates(shape, motion),
                hits: mesh.cast(shape, motion).is_some(),
            }),
        };
        assert_eq!(mesh.intersects(shape), !answers.intersecting.is_empty(), "{shape:?}");
        answers
    }

    /// The oracle's, from the triangles one by one.
    fn of_oracle<const D: usize>(
        triangles: &[jury::Shape<D>],
        shape: &jury::Shape<D>,
        motion: [f32; D],
    ) -> Self {
        let mut answers = Self::default();
        let mut sweep = Sweep::default();
        for (number, triangle) in (0..).zip(triangles) {
            let contact = jury::contact(shape, triangle);
            let intersects = contact != Contact::Apart;
            if intersects {
                answers.intersecting.push(number);
            }
            answers.penetrates |= contact == Contact::Penetrating;
            let hits = jury::cast_hits(shape, motion, triangle);
            sweep.hits |= hits;
            // A sweep begins with the shape where it is.
            sweep.intersects |= hits || intersects;
            sweep.penetrates |= jury::sweep_penetrates(shape, motion, triangle);
        }
        Self { sweep: Some(sweep), ..answers }
    }

    /// Those of the library's pairs, from the triangles one by one.
    fn of_pairs<const D: usize, V: Space<D>>(
        triangles: &[Shape<V>],
        shape: &Shape<V>,
        motion: Option<[f32; D]>,
    ) -> Self {
        let numbered = (0..).zip(triangles);
        Self {
            intersecting: numbered
                .filter(|(_, triangle)| shape.intersects(*triangle))
                .map(|(number, _)| number)
                .collect(),
            penetrates: triangles.iter().any(|triangle| shape.penetrates(triangle)),
            sweep: motion.map(V::vector).map(|motion| Sweep {
                intersects: triangles.iter().any(|x| shape.sweep_intersects(motion, x)),
                penetrates: triangles.iter().any(|x| shape.sweep_penetrates(motion, x)),
                hits: triangles.iter().any(|x| shape.cast(motion, x).is_some()),
            }),
        }
    }
}

fn judge<const D: usize, V: Space<D>>(number: usize, tally: &Tally) {
    let mut rng = Rng::new(0x3e5e + number as u64);
    let mut scenery = Scenery::<D>::drawn(number, &mut rng);
    let vertices = scenery.vertices.iter().map(|vertex| V::vector(*vertex));
    let mesh = Mesh::<V>::new(vertices, scenery.triangles.iter().copied());
    let judged = scenery.judged_triangles();
    let triangles: Vec<Shape<V>> = judged.iter().map(V::shape).collect();
    let before_oracle = JUDGED_PAIRS.div_ceil(judged.len());
    for turn in 0..SHAPES {
        let Asked { shape: asked, motion } = scenery.ask(turn, &mut rng);
        let shape = V::shape(&asked);
        let is_judged = turn < before_oracle;
        let swept = (is_judged || turn.is_multiple_of(SWEPT)).then_some(motion);
        let found = Answers::of_mesh(&mesh, &shape, swept);
        let about = || format!("mesh {number}, {scenery:?}: {asked:?} along {motion:?}");
        assert_eq!(found, Answers::of_pairs(&triangles, &shape, swept), "by pairs, {}", about());
        if is_judged {
            let expected = Answers::of_oracle(&judged, &asked, motion);
            assert_eq!(found, expected, "by the oracle, {}", about());
            add(&tally.judged, judged.len());
        }
        add(&tally.compared, 1);
        add(&tally.intersecting, usize::from(!found.intersecting.is_empty()));
        add(&tally.penetrating, usize::from(found.penetrates));
        if let Some(sweep) = found.sweep {
            add(&tally.swept, 1);
            add(&tally.hitting, usize::from(sweep.hits));
        }
    }
}

#[test]
fn whole_meshes_answer_as_the_oracle() {
    let (meshes, tally, next) = (meshes(), Tally::default(), AtomicUsize::new(0));
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(meshes);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    match number {
                        _ if number >= meshes => return,
                        // The plane has fewer forms.
                        _ if number % 4 == 3 => judge::<2, Vec2>(number, &tally),
                        _ => judge::<3, Vec3>(number, &tally),
                    }
                    if (number + 1) % 500 == 0 {
                        println!("{} of {meshes} meshes", number + 1);
                    }
                }
            });
        }
    });
    println!("{meshes} meshes, {tally:?}: none wrong");
    // Every question is often yes and often no.
    let [compared, swept] =
        [&tally.compared, &tally.swept].map(|count| count.load(Ordering::Relaxed));
    for (yes, asked) in
        [(&tally.intersecting, compared), (&tally.penetrating, compared), (&tally.hitting, swept)]
    {
        let yes = yes.load(Ordering::Relaxed);
        assert!(yes > asked / 20 && yes < asked - asked / 20, "{tally:?}");
    }
}
