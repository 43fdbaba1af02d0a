//! Global matrices and the palette made of them give the same shapes.

use super::math::{Map, corners, minus};
use super::{obb, random_box, random_map};
use asunder::Affine3;
use asunder::prelude::*;
use asunder_jury::Rng;

/// A chain of bones, each bound somewhere; and where a frame puts them.
struct Skeleton {
    rig: Rig,
    globals: Vec<Affine3>,
    palette: Vec<Affine3>,
}

/// `factor` gives the scale of each bone relative to the one it hangs on.
fn skeleton(rng: &mut Rng, factor: impl Fn(&mut Rng) -> [f64; 3]) -> Skeleton {
    let (mut bones, mut globals, mut palette) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..4_u16 {
        let scale = factor(rng);
        let local = random_map(rng, scale, 2.0);
        let global = globals.last().map_or(local, |parent: &Affine3| parent.after(&local));
        // Bound anywhere, at the scale of a file in metres or centimetres, mirrored or not.
        let size = rng.sign() * rng.magnitude(-7..7);
        let inverse_bind = random_map(rng, [size, size.abs(), size.abs()], 2.0);
        let parent = index.checked_sub(1);
        bones.push(Bone::new(format!("bone {index}"), parent).with_inverse_bind(inverse_bind));
        palette.push(global.after(&inverse_bind));
        globals.push(global);
    }
    let mut rig = Rig::new("chain", bones).unwrap();
    for bone in 0..4 {
        rig.add(Hitbox::new(bone, random_box(rng))).unwrap();
        rig.add(Hitbox::new(bone, Sphere3::new([0.5, -0.25, 0.125], 0.75))).unwrap();
    }
    Skeleton { rig, globals, palette }
}

/// The bound of `Rig::place`: 2⁻²¹ times the largest sum of magnitudes that forms a coordinate of
/// these points of a bone's space.
fn bound(skeleton: &Skeleton, bone: usize, world: &Affine3, points: &[[f64; 3]]) -> f64 {
    let bind = Map::from(&skeleton.rig.bones()[bone].inverse_bind).inverse();
    let (palette, world) = (Map::from(&skeleton.palette[bone]), Map::from(world));
    let magnitudes = |&point: &[f64; 3]| world.magnitudes(palette.magnitudes(bind.apply(point)));
    let largest = points.iter().flat_map(magnitudes).fold(0.0, f64::max);
    largest / f64::from(1 << 21)
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    minus(a, b).iter().fold(0.0, |most, x| x.abs().max(most))
}

#[test]
fn the_same_boxes_up_to_the_palette_s_rounding() {
    let mut rng = Rng::new(21);
    for _ in 0..2000 {
        let mirrored_and_scaled = |rng: &mut Rng| {
            let size = rng.magnitude(-2..2);
            [size * rng.sign(), size * rng.sign(), size * rng.sign()]
        };
        let skeleton = skeleton(&mut rng, mirrored_and_scaled);
        let world = random_map(&mut rng, [2.5; 3], 50.0);
        let place = |bones| skeleton.rig.place(bones, &world).unwrap();
        let global = place(Bones::Global(&skeleton.globals));
        let skinning = place(Bones::Skinning(&skeleton.palette));
        for (index, hitbox) in skeleton.rig.hitboxes().iter().enumerate() {
            match (&hitbox.shape, &global[index], &skinning[index]) {
                (Shape3::Obb(local), Shape3::Obb(a), Shape3::Obb(b)) => {
                    let bound = bound(&skeleton, usize::from(hitbox.bone), &world, &corners(local));
                    for corner in corners(a) {
                        let nearest = corners(b).map(|other| distance(corner, other));
                        let nearest = nearest.into_iter().fold(f64::MAX, f64::min);
                        assert!(nearest <= bound, "{nearest:e} {bound:e}: {a:?} {b:?}");
                    }
                }
                (Shape3::Sphere(local), Shape3::Sphere(a), Shape3::Sphere(b)) => {
                    let (center, radius) = (local.center().to_array(), local.radius());
                    let around = Obb3::new(center, [radius; 3], [0.0, 0.0, 0.0, 1.0]);
                    let bound =
                        bound(&skeleton, usize::from(hitbox.bone), &world, &corners(&around));
                    let centers = [a, b].map(|s| s.center().to_array().map(f64::from));
                    assert!(distance(centers[0], centers[1]) <= bound, "{a:?} {b:?}");
                    let radii = f64::from(a.radius()) - f64::from(b.radius());
                    assert!(radii.abs() <= bound, "{bound:e}: {a:?} {b:?}");
                }
                other => panic!("{other:?} changed kind"),
            }
        }
    }
}

#[test]
fn under_skewing_parents_both_enclose_the_same_image() {
    let mut rng = Rng::new(22);
    for _ in 0..500 {
        let skeleton = skeleton(&mut rng, |rng| {
            [0, 1, 2].map(|_| if rng.chance(0.1) { 0.0 } else { rng.magnitude(-2..2) })
        });
        let world = random_map(&mut rng, [1.0, 0.5, 2.0], 5.0);
        let skinning = skeleton.rig.place(Bones::Skinning(&skeleton.palette), &world).unwrap();
        for (hitbox, placed) in skeleton.rig.hitboxes().iter().zip(&skinning) {
            let Shape3::Obb(local) = &hitbox.shape else { continue };
            let global = Map::from(&skeleton.globals[usize::from(hitbox.bone)]);
            let bound = bound(&skeleton, usize::from(hitbox.bone), &world, &corners(local));
            for corner in corners(local) {
                let image = Map::from(&world).apply(global.apply(corner));
                let outside = super::math::outside(obb(placed), image);
                assert!(outside <= 3.0 * bound, "{outside:e} {bound:e}: {placed:?}");
            }
        }
    }
}
