//! Rotated rectangles, circles and points, with roots removed by squaring.

use asunder_jury::{Contact, Family, Kind, Rng, Shape, contact, pair};
use dashu_int::IBig;
use std::cmp::Ordering;

use crate::independent::whole;

type Vector2 = [IBig; 2];

/// A rectangle or a point, doubled, with axes of length `√square`.
struct Rectangle {
    center: Vector2,
    half_extents: Vector2,
    axes: [Vector2; 2],
    square: IBig,
}

fn rectangle(shape: &Shape<2>) -> Rectangle {
    let level = [[IBig::ONE, IBig::ZERO], [IBig::ZERO, IBig::ONE]];
    match *shape {
        Shape::Aabb { min, max } => {
            let (low, high) = (min.map(whole), max.map(whole));
            Rectangle {
                center: [&low[0] + &high[0], &low[1] + &high[1]],
                half_extents: [&high[0] - &low[0], &high[1] - &low[1]],
                axes: level,
                square: IBig::ONE,
            }
        }
        Shape::Obb { center, half_extents, rotation: [cos, sin, ..] } => {
            let (cos, sin) = (whole(cos), whole(sin));
            Rectangle {
                center: center.map(|x| whole(x) << 1),
                half_extents: half_extents.map(|x| whole(x) << 1),
                square: &cos * &cos + &sin * &sin,
                axes: [[cos.clone(), sin.clone()], [-sin, cos]],
            }
        }
        Shape::Sphere { center, .. } => Rectangle {
            center: center.map(|x| whole(x) << 1),
            half_extents: [IBig::ZERO, IBig::ZERO],
            axes: level,
            square: IBig::ONE,
        },
        _ => unreachable!("only rectangles and circles are asked for"),
    }
}

fn dot(a: &Vector2, b: &Vector2) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1]
}

fn magnitude(value: IBig) -> IBig {
    if value < IBig::ZERO { -value } else { value }
}

/// The sign of `x√m - y√k - z` where nothing is negative: square, put the root that is left on one
/// side, square again.
fn sign(x: &IBig, m: &IBig, y: &IBig, k: &IBig, z: &IBig) -> Ordering {
    let rest = x * x * m - y * y * k - z * z;
    let root_squared = IBig::from(4) * y * y * k * z * z;
    if rest < IBig::ZERO { Ordering::Less } else { (&rest * &rest).cmp(&root_squared) }
}

fn contact_of_rectangles(a: &Rectangle, b: &Rectangle) -> Contact {
    let across = [&b.center[0] - &a.center[0], &b.center[1] - &a.center[1]];
    let mut widest = Ordering::Less;
    for (own, other) in [(a, b), (b, a)] {
        for (axis, half) in own.axes.iter().zip(&own.half_extents) {
            // |D·u| > h√n + Σ k|u·v| / √m, times √m.
            let far = magnitude(dot(&across, axis));
            let reach = other
                .axes
                .iter()
                .zip(&other.half_extents)
                .map(|(v, k)| magnitude(dot(axis, v)) * k)
                .sum();
            let product = &own.square * &other.square;
            widest = widest.max(sign(&far, &other.square, half, &product, &reach));
        }
    }
    [Contact::Penetrating, Contact::Touching, Contact::Apart][(widest as i8 + 1) as usize]
}

#[test]
fn rectangles_of_every_family_are_judged_alike() {
    let mut rng = Rng::new(21);
    for family in Family::ALL {
        for kind in [Kind::Obb, Kind::Aabb] {
            for _ in 0..100 {
                let (a, b) = pair::<2>(family, kind, Kind::Obb, &mut rng);
                let expected = contact_of_rectangles(&rectangle(&a), &rectangle(&b));
                assert_eq!(contact(&a, &b), expected, "{}: {a:?} {b:?}", family.name());
            }
        }
    }
}

/// `x + y√m` compared with 0.
fn sign_of_two(x: &IBig, y: &IBig, m: &IBig) -> Ordering {
    let (x_sign, y_sign) = (x.cmp(&IBig::ZERO), (y * m).cmp(&IBig::ZERO));
    if x_sign == y_sign || y_sign == Ordering::Equal {
        x_sign
    } else if x_sign == Ordering::Equal {
        y_sign
    } else {
        let squares = (x * x).cmp(&(y * y * m));
        if x_sign == Ordering::Greater { squares } else { squares.reverse() }
    }
}

#[test]
fn circles_against_rectangles_of_every_family_are_judged_alike() {
    let mut rng = Rng::new(22);
    for family in Family::ALL {
        for _ in 0..100 {
            let (circle, shape) = pair::<2>(family, Kind::Sphere, Kind::Obb, &mut rng);
            let Shape::Sphere { radius, .. } = circle else { unreachable!("a circle") };
            let radius = whole(radius) << 1;
            let (point, Rectangle { center, half_extents, axes, square }) =
                (rectangle(&circle).center, rectangle(&shape));
            let across = [&point[0] - &center[0], &point[1] - &center[1]];
            // Σ max(|D·u| - h√m, 0)² - r²m as x + y√m.
            let (mut x, mut y) = (-&radius * &radius * &square, IBig::ZERO);
            let mut outermost = Ordering::Less;
            for (axis, half) in axes.iter().zip(&half_extents) {
                let far = magnitude(dot(&across, axis));
                let over = sign_of_two(&far, &-half, &square);
                outermost = outermost.max(over);
                if over == Ordering::Greater {
                    x += &far * &far + half * half * &square;
                    y -= IBig::from(2) * far * half;
                }
            }
            let gap = if radius == IBig::ZERO { outermost } else { sign_of_two(&x, &y, &square) };
            let expected =
                [Contact::Penetrating, Contact::Touching, Contact::Apart][(gap as i8 + 1) as usize];
            assert_eq!(
                contact(&circle, &shape),
                expected,
                "{}: {circle:?} {shape:?}",
                family.name()
            );
        }
    }
}
