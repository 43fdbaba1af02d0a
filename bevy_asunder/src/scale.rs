//! Shapes under the scale of their entity: the image if it is a shape of the same kind, else a refusal.

use crate::error::Refusal;
use crate::space::{Frame, Placement, ROUNDING, Space};
use asunder::{
    Affine, Bone, Bones, Capsule, ConvexHull, HalfSpace, Hitbox, Obb, Parallelepiped, Plane, Pose,
    Ray, Rig, ScalePolicy, Segment, Shape, ShapeError, Sphere, TransformError, Triangle,
};

/// A shape of an entity's own frame with the entity's scale: the number of the shape is for messages.
pub(crate) fn scaled<V: Space>(
    shape: &Shape<V>,
    scale: &V::Array<f32>,
    number: usize,
) -> Result<Shape<V>, Refusal> {
    if (0..V::DIM).all(|i| scale[i] == 1.0) {
        return Ok(shape.clone());
    }
    let bad = |error: ShapeError| Refusal::Shape { shape: number, error };
    let at = |v: V| {
        let v = v.to_array();
        V::array(|i| v[i] * scale[i])
    };
    Ok(match shape {
        Shape::Point(point) => Shape::Point(V::from_array(at(*point))),
        Shape::Segment(it) => Segment::try_new(at(it.a()), at(it.b())).map_err(bad)?.into(),
        Shape::Ray(it) => Ray::try_new(at(it.origin()), at(it.direction())).map_err(bad)?.into(),
        Shape::Triangle(it) => {
            Triangle::try_new(at(it.a()), at(it.b()), at(it.c())).map_err(bad)?.into()
        }
        Shape::ConvexHull(it) => ConvexHull::try_new(it.points().map(at)).map_err(bad)?.into(),
        Shape::Parallelepiped(it) => {
            let edges = it.edges();
            let edges = V::array(|i| at(edges[i]));
            Parallelepiped::try_new(at(it.center()), edges).map_err(bad)?.into()
        }
        Shape::Sphere(it) => {
            let factor = even::<V>("sphere", scale)?;
            Sphere::try_new(at(it.center()), it.radius() * factor).map_err(bad)?.into()
        }
        Shape::Capsule(it) => {
            let factor = even::<V>("capsule", scale)?;
            let radius = it.radius() * factor;
            Capsule::try_new(at(it.a()), at(it.b()), radius).map_err(bad)?.into()
        }
        Shape::Aabb(it) => {
            // The corners trade places where the scale mirrors.
            let (a, b) = (at(it.min()), at(it.max()));
            let min = V::array(|i| if a[i] < b[i] { a[i] } else { b[i] });
            let max = V::array(|i| if a[i] < b[i] { b[i] } else { a[i] });
            asunder::Aabb::try_new(min, max).map_err(bad)?.into()
        }
        Shape::Obb(it) => scaled_box(it, scale, number)?.into(),
        Shape::Plane(it) => {
            let (normal, offset) = scaled_plane("plane", it.normal(), it.offset(), scale)?;
            Plane::try_new(normal, offset).map_err(bad)?.into()
        }
        Shape::HalfSpace(it) => {
            let (normal, offset) = scaled_plane("half_space", it.normal(), it.offset(), scale)?;
            HalfSpace::try_new(normal, offset).map_err(bad)?.into()
        }
        other => return Err(uneven::<V>(other.kind(), scale)),
    })
}

/// The shapes of an entity where its transform puts them, if no rigid pose does: each number of each is
/// computed in `f64` and rounded once.
pub(crate) fn skewed<V: Space>(
    shapes: &[Shape<V>],
    matrix: &Affine<V>,
    cosine: f32,
) -> Result<Vec<Shape<V>>, Refusal> {
    let mut rig = Rig::new("collider", vec![Bone::new("entity", None)])?
        .with_scale_policy(ScalePolicy::Refuse);
    for shape in shapes {
        let takes_any = matches!(
            shape,
            Shape::Point(_)
                | Shape::Segment(_)
                | Shape::Triangle(_)
                | Shape::ConvexHull(_)
                | Shape::Parallelepiped(_)
        );
        if !takes_any {
            return Err(Refusal::Skewed { kind: shape.kind(), cosine });
        }
        rig.add(Hitbox::new(0, shape.clone()))?;
    }
    Ok(rig.place(Bones::Global(&[*matrix]), &Affine::identity())?)
}

/// The shapes of an entity, placed: scaled, and then under its pose.
pub(crate) fn placed<V: Space>(
    shapes: &[Shape<V>],
    placement: &Placement<V>,
) -> Result<Vec<Shape<V>>, Refusal> {
    match &placement.frame {
        Frame::Skewed { matrix, cosine } => skewed(shapes, matrix, *cosine),
        Frame::Rigid(pose) => shapes
            .iter()
            .enumerate()
            .map(|(number, shape)| {
                let shape = scaled(shape, &placement.scale, number)?;
                under(&shape, pose).map_err(|error| Refusal::Shape { shape: number, error })
            })
            .collect(),
    }
}

/// A shape under a rigid pose.
pub(crate) fn under<V: Space>(shape: &Shape<V>, pose: &Pose<V>) -> Result<Shape<V>, ShapeError> {
    shape.try_transformed(pose)
}

/// The factor of an even scale.
fn even<V: Space>(kind: &'static str, scale: &V::Array<f32>) -> Result<f32, Refusal> {
    let (mut least, mut most) = (f32::INFINITY, 0.0);
    for i in 0..V::DIM {
        let size = scale[i].abs();
        least = if size < least { size } else { least };
        most = if size > most { size } else { most };
    }
    if f64::from(most) - f64::from(least) <= ROUNDING * f64::from(most) {
        Ok(most)
    } else {
        Err(uneven::<V>(kind, scale))
    }
}

fn uneven<V: Space>(kind: &'static str, scale: &V::Array<f32>) -> Refusal {
    Refusal::Uneven { kind, scale: (0..V::DIM).map(|i| scale[i]).collect() }
}

fn scaled_box<V: Space>(
    it: &Obb<V>,
    scale: &V::Array<f32>,
    number: usize,
) -> Result<Obb<V>, Refusal> {
    let columns = V::array(|i| V::array(|j| if i == j { scale[i] } else { 0.0 }));
    let map = Affine::from_columns(columns, V::array(|_| 0.0));
    it.affine_image(&map).map_err(|error| match error {
        TransformError::Shape(error) => Refusal::Shape { shape: number, error },
        _ => uneven::<V>("box turned against its entity's axes", scale),
    })
}

/// A plane's normal and offset under an even scale that is not zero.
fn scaled_plane<V: Space>(
    kind: &'static str,
    normal: V,
    offset: f32,
    scale: &V::Array<f32>,
) -> Result<(V::Array<f32>, f32), Refusal> {
    let factor = even::<V>(kind, scale)?;
    if factor == 0.0 {
        return Err(uneven::<V>(kind, scale));
    }
    let normal = normal.to_array();
    // A mirror turns the normal as it turns every other direction.
    let sign = |i: usize| if scale[i] < 0.0 { -1.0 } else { 1.0 };
    Ok((V::array(|i| normal[i] * sign(i)), offset * factor))
}
