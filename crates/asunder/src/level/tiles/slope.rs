//! Slopes: the parts of a square that some kinds of tiles fill.

use crate::level::grid::{GridAxis, GridError};
use crate::linalg::Vect;
use crate::shape::{Aabb, ConvexHull, Shape, Triangle};
use crate::space::Vector;
use glam::Vec2;

/// The bits of all faces of a cell: bit `2 i + 1` is the upper one along axis `i`, bit `2 i` the lower one.
pub(super) const ALL_SIDES: u8 = 0b11_1111;

/// A convex polygon in the unit square.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Slope {
    form: SlopeForm,
    covered: u8,
}

#[derive(Clone, Debug, PartialEq)]
enum SlopeForm {
    Rectangle([[f32; 2]; 2]),
    Triangle([[f32; 2]; 3]),
    /// Its corners.
    Polygon(Box<[[f32; 2]]>),
}

impl Slope {
    #[cfg_attr(not(feature = "2d"), inline)]
    pub(super) fn try_new(points: Vec<[f32; 2]>) -> Result<Self, GridError> {
        if points.len() < 3 {
            return Err(GridError::Slope { corner: points.len() });
        }
        let is_outside = |x: &f32| !(0.0..=1.0).contains(x);
        if let Some(corner) = points.iter().position(|point| point.iter().any(is_outside)) {
            return Err(GridError::Slope { corner });
        }
        let hull = ConvexHull::<Vec2>::try_new(points.iter().copied())
            .map_err(|_| GridError::Slope { corner: 0 })?;
        let corners: Vec<[f32; 2]> = hull.corners().map(|corner| corner.to_array()).collect();
        let has = |point: [f32; 2]| corners.contains(&point);
        let mut covered = 0;
        for axis in 0..2 {
            for side in 0..2 {
                let end = |along: f32| {
                    let mut end = [along; 2];
                    end[axis] = side as f32;
                    end
                };
                covered |= u8::from(has(end(0.0)) && has(end(1.0))) << (2 * axis + side);
            }
        }
        let form = match corners[..] {
            [a, b, c] => SlopeForm::Triangle([a, b, c]),
            [p, q, r, s] => {
                let least =
                    |t: usize| corners.iter().fold(p[t], |x, y| if y[t] < x { y[t] } else { x });
                let most =
                    |t: usize| corners.iter().fold(p[t], |x, y| if y[t] > x { y[t] } else { x });
                let (min, max) = ([least(0), least(1)], [most(0), most(1)]);
                let at_ends =
                    |point: [f32; 2]| (0..2).all(|t| point[t] == min[t] || point[t] == max[t]);
                if [p, q, r, s].into_iter().all(at_ends) {
                    SlopeForm::Rectangle([min, max])
                } else {
                    SlopeForm::Polygon(corners.into())
                }
            }
            // On one line: three points all the same.
            [a, b] => SlopeForm::Triangle([a, a, b]),
            [a] => SlopeForm::Triangle([a; 3]),
            _ => SlopeForm::Polygon(corners.into()),
        };
        Ok(Self { form, covered })
    }

    /// The faces of the cell that it covers wholly, as bits.
    pub(super) fn covered(&self) -> u8 {
        self.covered
    }

    /// Its shape in a cell.
    pub(super) fn shape<V: Vector>(
        &self,
        axes: &[GridAxis; 3],
        cell: [u32; 3],
    ) -> Option<Shape<V>> {
        let at = |point: &[f32; 2]| {
            let mut placed = Vect::<V, f32>::zero().0;
            for t in 0..2 {
                placed[t] = axes[t].within(cell[t], point[t]);
            }
            placed
        };
        Some(match &self.form {
            SlopeForm::Rectangle([min, max]) => Shape::Aabb(Aabb { min: at(min), max: at(max) }),
            SlopeForm::Triangle([a, b, c]) => {
                Shape::Triangle(Triangle { a: at(a), b: at(b), c: at(c) })
            }
            SlopeForm::Polygon(corners) => {
                Shape::ConvexHull(ConvexHull::try_new(corners.iter().map(at)).ok()?)
            }
        })
    }
}
