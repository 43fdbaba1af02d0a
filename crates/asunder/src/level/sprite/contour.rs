//! The outlines of pixels, along their edges.

use super::SpriteMask;
use crate::array::Mapped as _;

/// A corner of pixels: column and row.
pub(super) type Corner = [i32; 2];

/// The steps along x, y and back, each a quarter turn after the one before.
const STEPS: [Corner; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/// For each step the pixels to its left and right, from the corner where it begins.
const BESIDE: [[Corner; 2]; 4] =
    [[[0, 0], [0, -1]], [[-1, 0], [0, 0]], [[-1, -1], [-1, 0]], [[0, -1], [-1, -1]]];

/// Whether a step has an opaque pixel to its left alone.
fn is_edge(mask: &SpriteMask, at: Corner, direction: usize) -> bool {
    let [left, right] =
        BESIDE[direction].mapped(|[x, y]| mask.is_opaque_at([at[0] + x, at[1] + y]));
    left && !right
}

/// The rings of edges between opaque pixels and others, opaque ones to the left, with corners where they turn.
///
/// Where two opaque pixels share a corner alone, a ring stays with its pixel.
pub(super) fn rings(mask: &SpriteMask) -> Vec<Vec<Corner>> {
    let [width, height] = mask.size().mapped(|length| length as i32);
    let mut rings = Vec::new();
    // Every ring has a step along x.
    let mut is_passed = vec![false; width as usize * (height as usize + 1)];
    let place = |[x, y]: Corner| y as usize * width as usize + x as usize;
    for y in 0..=height {
        for x in 0..width {
            if is_passed[place([x, y])] || !is_edge(mask, [x, y], 0) {
                continue;
            }
            let (mut at, mut direction, mut ring) = ([x, y], 0, vec![[x, y]]);
            loop {
                if direction == 0 {
                    is_passed[place(at)] = true;
                }
                let step = STEPS[direction];
                at = [at[0] + step[0], at[1] + step[1]];
                let ahead = [1, 0, 3].mapped(|turn| (direction + turn) % 4);
                let next = ahead.into_iter().find(|&next| is_edge(mask, at, next));
                let next = next.unwrap_or((direction + 2) % 4);
                if at == [x, y] && next == 0 {
                    break;
                }
                if next != direction {
                    ring.push(at);
                }
                direction = next;
            }
            rings.push(ring);
        }
    }
    rings
}
