//! Sets of every length around the sizes of blocks, words and stretches.

use super::*;

/// None, one, and around one block of lanes, two, four and eight: a word of a mask is four of them.
const LENGTHS: [usize; 12] = [0, 1, 15, 16, 17, 31, 33, 63, 64, 65, 127, 130];

/// Every kind of set against every kind of shape, and against every kind of set.
fn each_kind_at_each_length<const D: usize, V: Space<D>>(family: Family) {
    let mut rng = Rng::new(0x1E46 + family as u64);
    for held in HELD {
        for kind in Kind::ALL {
            let (shapes, queries) = drawn::<D, V>(family, [held, kind], 130, &mut rng);
            for n in LENGTHS {
                // The last pair drawn is of the same neighbourhood, so that its shape has an answer.
                let query = &queries[n.saturating_sub(1)..][..1];
                with_held!(held, V, S => check_many::<V, S<V>>(&shapes[..n], query));
            }
        }
        for other in HELD {
            let (a, b) = drawn::<D, V>(family, [held, other], 130, &mut rng);
            for n in LENGTHS {
                with_held!(held, V, S => with_held!(other, V, T => {
                    check_two::<V, S<V>, T<V>>(&a[..n], &b[..n], &mut rng);
                }));
            }
        }
    }
}

#[test]
fn every_kind_at_every_length() {
    for family in [Family::Game, Family::Grid] {
        each_kind_at_each_length::<3, Vec3>(family);
        each_kind_at_each_length::<2, Vec2>(family);
    }
}

/// Whatever the number of shapes, and wherever in a block they start.
#[test]
fn every_length_and_place() {
    let row =
        |n: u32| (0..n).map(|i| Obb3::new([i as f32, 0.0, 0.0], [0.5; 3], [0.0, 0.0, 0.0, 1.0]));
    let ball = Sphere3::new([20.0, 0.0, 0.0], 3.5);
    let mut mask = Mask::new();
    for n in 0..70 {
        let set: Obb3Set = row(n).collect();
        let expected: Vec<bool> = row(n).map(|shape| shape.intersects(&ball)).collect();
        assert_defined(|mask| set.intersecting(&ball, mask), &expected, |i| format!("{i} of {n}"));
        assert_defined(
            |mask| set.intersects_zip(&set, mask),
            &vec![true; n as usize],
            |i| format!("{i} of {n}, with itself"),
        );
        let other: Obb3Set = row(70).collect();
        assert_eq!(set.intersects_zip(&other, &mut mask), n as usize);
        assert_eq!(other.intersects_zip(&set, &mut mask), n as usize);
        assert_eq!(mask.len(), n as usize);
        for first in (0..n).step_by(5) {
            let pairs: Vec<(u32, u32)> = (first..n).map(|i| (i, n - 1)).collect();
            let expected: Vec<bool> = pairs.iter().map(|(i, j)| j - i < 2).collect();
            assert_defined(
                |mask| set.intersects_pairs(&set, &pairs, mask),
                &expected,
                |i| format!("{:?} of {n}", pairs[i]),
            );
        }
    }
}

/// A frustum sifts a set in stretches, and what it leaves in blocks: whatever their lengths.
#[test]
fn every_length_is_sifted() {
    let camera =
        Frustum3::perspective([0.0; 3], [0.0, 0.0, 0.0, 1.0], [-1.0, 1.0, -1.0, 1.0], 1.0, 9.0);
    // Near the camera's left side, every fifth across it.
    let at = |i: usize| match i % 5 {
        0 => [-5.0, 0.0, -5.0],
        1 => [-6.0, 0.0, -5.0],
        2 => [0.0, 0.0, -8.0 + i as f32 / 1024.0],
        _ => [9.0, 9.0, 9.0],
    };
    for n in (0..40).chain([511, 512, 513, 1100]) {
        let boxes: Vec<Aabb3> =
            (0..n).map(|i| Aabb3::from_center_half_extents(at(i), [0.5; 3])).collect();
        let set: Set<Aabb<Vec3>> = boxes.iter().copied().collect();
        for (open, ask) in questions::<Vec3>() {
            let query = Shape::from(camera.clone());
            let expected: Vec<bool> = boxes.iter().map(|&aabb| ask(&aabb.into(), &query)).collect();
            let batch = |mask: &mut Mask| {
                if open { set.penetrating(&camera, mask) } else { set.intersecting(&camera, mask) }
            };
            assert_defined(batch, &expected, |i| format!("{i} of {n}, penetrates {open}"));
            // Of those that are beside it, one touches an edge-on corner.
            assert_eq!(
                expected.iter().filter(|&&yes| yes).count(),
                if open {
                    (0..n).filter(|i| [0, 2].contains(&(i % 5))).count()
                } else {
                    (0..n).filter(|i| i % 5 < 3).count()
                }
            );
        }
    }
}
