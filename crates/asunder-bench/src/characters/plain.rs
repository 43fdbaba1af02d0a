//! What one writes first: every two figures, spheres, then every two boxes.

use super::walk::{Crowd, FIGURE, HITBOXES, REACH};
use crate::inexact::{self, Obb};
use crate::worlds::{Contestant, Pair, differences};
use std::array::from_fn;
use std::hint::black_box;

/// Boxes with their axes, as the bone matrices give them.
pub(crate) struct Loop {
    boxes: Vec<Obb<3>>,
    pairs: Vec<Pair>,
    before: Vec<Pair>,
}

impl Loop {
    pub(crate) fn new(crowd: &Crowd) -> Self {
        let boxes = Vec::with_capacity(crowd.figures() * HITBOXES);
        Self { boxes, pairs: Vec::new(), before: Vec::new() }
    }

    fn place(&mut self, crowd: &Crowd) {
        self.boxes.clear();
        for figure in 0..crowd.figures() {
            let root = crowd.root(figure);
            let columns: [[f32; 3]; 3] = from_fn(|i| root.column(i).to_array());
            let turned = |v: [f32; 3]| {
                from_fn(|k| columns[0][k] * v[0] + columns[1][k] * v[1] + columns[2][k] * v[2])
            };
            let at = root.translation().to_array();
            for (part, bone) in FIGURE.iter().zip(crowd.bones(figure)) {
                let axes: [[f32; 3]; 3] = from_fn(|i| bone.column(i).to_array());
                let [x, y, z] = part.center;
                let from = bone.translation().to_array();
                let local = from_fn(|k| from[k] + axes[0][k] * x + axes[1][k] * y + axes[2][k] * z);
                let center: [f32; 3] = turned(local);
                self.boxes.push(Obb {
                    center: from_fn(|k| at[k] + center[k]),
                    half_extents: part.half_extents,
                    axes: axes.map(turned),
                });
            }
        }
    }
}

impl Contestant<Crowd> for Loop {
    fn step(&mut self, crowd: &Crowd) {
        self.place(crowd);
        std::mem::swap(&mut self.pairs, &mut self.before);
        self.pairs.clear();
        for a in 0..crowd.figures() {
            let middle = crowd.middle(a);
            for b in a + 1..crowd.figures() {
                let other = crowd.middle(b);
                let apart: [f32; 3] = from_fn(|k| other[k] - middle[k]);
                let squared = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
                if squared > 4.0 * REACH * REACH {
                    continue;
                }
                for p in a * HITBOXES..(a + 1) * HITBOXES {
                    for q in b * HITBOXES..(b + 1) * HITBOXES {
                        if inexact::obb_obb(&self.boxes[p], &self.boxes[q]) {
                            self.pairs.push((p as u32, q as u32));
                        }
                    }
                }
            }
        }
        self.pairs.sort_unstable();
        black_box(differences(&self.before, &self.pairs));
    }

    fn pairs(&mut self) -> Vec<Pair> {
        self.pairs.clone()
    }
}
