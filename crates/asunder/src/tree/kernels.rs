//! The concrete functions behind a tree's generic front (see `dimension`).

use super::Tree;
use crate::dimension::kernels;
use crate::index::{BodyKind, Index as _, Reach, Search as _, SweptAabb};
use crate::query::bounds::Bounds;
use crate::shape::{Aabb, ShapeRef, with_shape};
use crate::space::Vector;
use core::ops::ControlFlow::{self, Continue};

kernels! {
    TreeKernels:

    fn set_box(tree: &mut Tree<Self>, number: u32, aabb: &Aabb<Self>, kind: BodyKind) {
        tree.boxes.upsert(number, &bounds(aabb), kind);
    }

    fn remove_box(tree: &mut Tree<Self>, number: u32) {
        tree.boxes.remove(number);
    }

    fn moved_pairs(tree: &mut Tree<Self>) {
        tree.boxes.moved_pairs(&mut tree.pairs);
    }

    fn settle(tree: &mut Tree<Self>) {
        tree.boxes.settle();
    }

    fn overlapping(
        tree: &Tree<Self>,
        aabb: &Aabb<Self>,
        found: &mut dyn FnMut(u32) -> ControlFlow<()>
    ) {
        tree.boxes.overlapping(&bounds(aabb), found);
    }

    fn intersecting(tree: &Tree<Self>, shape: ShapeRef<'_, Self>, found: &mut dyn FnMut(u32)) {
        intersecting(tree, shape, found);
    }

    fn along(
        tree: &Tree<Self>,
        aabb: &Aabb<Self>,
        motion: &<Self as Vector>::Array<f32>,
        up_to: f64,
        found: &mut dyn FnMut(u32, f64) -> f64
    ) {
        tree.boxes.along(&SweptAabb { bounds: bounds(aabb), motion: *motion }, up_to, found);
    }

    fn near(
        tree: &Tree<Self>,
        aabb: &Aabb<Self>,
        within: f64,
        found: &mut dyn FnMut(u32, f64) -> f64
    ) {
        if within >= 0.0 {
            tree.boxes.near(&bounds(aabb), within, found);
        }
    }
}

fn bounds<V: Vector>(aabb: &Aabb<V>) -> Bounds<V> {
    Bounds::from_corners(aabb.min, aabb.max)
}

/// The tree finds what may be; each box is then asked exactly.
fn intersecting<V: Vector>(tree: &Tree<V>, shape: ShapeRef<'_, V>, found: &mut dyn FnMut(u32)) {
    if !shape.is_finite() {
        return;
    }
    Reach::of(&shape).search(&tree.boxes, |_, number| {
        if tree
            .get(number)
            .is_some_and(|aabb| with_shape!(ShapeRef, shape, shape => aabb.intersects(shape)))
        {
            found(number);
        }
        Continue(())
    });
}
