//! Skins: the triangles of a mesh that the joints of a skeleton move.
//!
//! A hitbox is a bound of the body: a good part of it is air. A [`Skin`] answers about the body itself, in
//! every pose, by *linear blend skinning*: what is drawn is what is hit.
//!
//! A skin in a pose is a [`PosedSkin`], which answers [what every level does](crate::level::Parts): rays,
//! segments, any shape. Its parts are the *posed triangles*, and their bits are defined: each number of a
//! vertex is the sum, in `f64` and in the order given, of weight · (joint matrix · position) over its joints,
//! rounded once. Answers are those about all posed triangles, bit for bit.
//!
//! Few triangles are posed for one question: those of the clusters whose bounds it meets. A posed vertex is a
//! mean of its images under its joints, so that it lies in the hull of them (Kavan and Žára 2005, "Fast
//! Collision Detection for Skeletally Deformable Models", §4). A cluster keeps for each joint that moves it the
//! box of the vertices that this joint moves, and its bounds in a pose are around the images of those boxes:
//! they hold in *every* pose, also a blended, scaled, sheared or mirrored one.

mod between;
mod bounds;
mod clusters;
mod error;
mod posed;
#[cfg(test)]
mod tests;

use crate::checksum::Sum;
use crate::exact::widen;
use crate::level::Mesh;
use crate::linalg::{Vect, max};
use crate::query::bounds::Bounds;
use crate::space::Affine;
use clusters::Clusters;
use glam::Vec3;
use std::sync::{Arc, OnceLock};

pub use error::SkinError;
pub use posed::PosedSkin;

/// The most joints that move a vertex.
const MOST_INFLUENCES: usize = 8;

/// How far the sum of a vertex's weights may be from one: weights in 16 bits, and eight of `f32` that were
/// rounded each, are far within it.
const SUM_TOLERANCE: f64 = 1.0 / (1 << 16) as f64;

/// A joint that moves a vertex, and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Influence {
    joint: u16,
    weight: f32,
}

/// Triangles whose vertices are moved by joints: a skinned mesh. A copy shares its data.
///
/// Weights are taken as they are, as by a skinning shader: where those of a vertex sum to 1 + δ, it is moved by
/// δ times its distance from the origin of the space that the matrices map to. |δ| is at most 2⁻¹⁶, and some
/// 10⁻⁷ for weights that were rounded to `f32` each. The bounds allow for it.
///
/// ```
/// use asunder::prelude::*;
/// use asunder::{Affine3, Skin};
///
/// // A triangle whose tip follows a second joint, the half of the way.
/// let corners = [[0.0; 3], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]];
/// let joints = [vec![(0, 1.0)], vec![(0, 1.0)], vec![(0, 0.5), (1, 0.5)]];
/// let skin = Skin::try_new(corners, joints, [[0, 1, 2]])?;
///
/// let raised = Affine3::from(Pose3::from_translation([0.0, 4.0, 0.0]));
/// let matrices = [Affine3::identity(), raised];
/// let posed = skin.posed(&matrices)?;
/// let shot = |y: f32| Ray3::new([0.0, y, 9.0], [0.0, 0.0, -1.0]);
/// assert_eq!(posed.ray_cast(&shot(4.0)).unwrap().fraction, 9.0, "the tip itself");
/// assert!(posed.ray_cast(&shot(4.0000005)).is_none(), "the next number up passes by");
/// # Ok::<(), asunder::SkinError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Skin(Arc<SkinData>);

/// Skins are equal if they have the same vertices, weights and triangles, in the same order. It takes O(n), and
/// of copies of one skin no time.
impl PartialEq for Skin {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&*self.0, &*other.0);
        Arc::ptr_eq(&self.0, &other.0)
            || a.positions == b.positions
                && a.triangles == b.triangles
                && a.starts == b.starts
                && a.influences == b.influences
    }
}

#[derive(Debug)]
struct SkinData {
    /// The mesh as modelled.
    rest: Mesh<Vec3>,
    positions: Box<[[f32; 3]]>,
    triangles: Box<[[u32; 3]]>,
    /// By vertex the start of its influences; and the end of the last.
    starts: Box<[u32]>,
    influences: Box<[Influence]>,
    /// By joint the largest magnitudes of the vertices that it moves; `None`, if it moves none.
    reaches: Box<[Option<[f32; 3]>]>,
    /// By joint the centre of the box around the vertices that it moves; zero, if it moves none.
    centers: Box<[Vect<Vec3, f64>]>,
    /// How far the weights of a vertex may sum to more than one, or to less.
    excess: f64,
    /// No coordinate of a vertex, nor of a box around some, is larger.
    largest: f64,
    clusters: Clusters,
    hash: OnceLock<u64>,
}

impl Skin {
    /// The skin of vertices as modelled, the joints that move each with their weights, and the triangles.
    ///
    /// A weight of zero moves nothing, and is left out. It takes O(n log n) for `n` triangles.
    ///
    /// # Errors
    /// If a number is not finite, an index is that of no vertex, a vertex has no joint or more than eight,
    /// or a weight is negative, or the weights of a vertex do not sum to one up to 2⁻¹⁶:
    /// [`normalized`](Self::normalized) mends that.
    ///
    /// ```
    /// use asunder::Skin;
    ///
    /// let skin = |weight: f32| Skin::try_new([[0.0; 3]], [[(0, 0.5), (1, weight)]], [[0, 0, 0]]);
    /// assert!(skin(0.5).is_ok() && skin(0.50001).is_ok());
    /// let error = skin(0.75).unwrap_err().to_string();
    /// assert!(error.starts_with("the weights of vertex 0 sum to 1.25;"), "{error}");
    /// ```
    pub fn try_new<P: Into<[f32; 3]>, J: AsRef<[(u16, f32)]>>(
        vertices: impl IntoIterator<Item = P>,
        influences: impl IntoIterator<Item = J>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Result<Self, SkinError> {
        Self::build(vertices, influences, triangles, false)
    }

    /// The same of weights that sum to anything but zero: each is divided by the sum of its vertex's, and
    /// rounded once.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new), but for the sums.
    pub fn normalized<P: Into<[f32; 3]>, J: AsRef<[(u16, f32)]>>(
        vertices: impl IntoIterator<Item = P>,
        influences: impl IntoIterator<Item = J>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Result<Self, SkinError> {
        Self::build(vertices, influences, triangles, true)
    }

    fn build<P: Into<[f32; 3]>, J: AsRef<[(u16, f32)]>>(
        vertices: impl IntoIterator<Item = P>,
        influences: impl IntoIterator<Item = J>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
        normalizes: bool,
    ) -> Result<Self, SkinError> {
        let positions: Box<[[f32; 3]]> = vertices.into_iter().map(Into::into).collect();
        let triangles: Box<[[u32; 3]]> = triangles.into_iter().collect();
        let mut list = InfluenceList::default();
        for influences in influences {
            list.push(influences.as_ref(), normalizes)?;
        }
        Self::of(positions, triangles, list)
    }

    fn of(
        positions: Box<[[f32; 3]]>,
        triangles: Box<[[u32; 3]]>,
        list: InfluenceList,
    ) -> Result<Self, SkinError> {
        let rest = Mesh::try_new(positions.iter().copied(), triangles.iter().copied())
            .map_err(SkinError::Mesh)?;
        let InfluenceList { starts, influences, excess } = list;
        let (given, vertices) = (starts.len() - 1, positions.len());
        if given != vertices {
            return Err(SkinError::Influences { given, vertices });
        }
        let joints = influences.iter().map(|it| usize::from(it.joint) + 1).fold(0, max);
        let mut reaches = vec![None; joints];
        let mut moved = vec![Bounds::<Vec3>::nothing(); joints];
        for (position, ends) in positions.iter().zip(starts.windows(2)) {
            for it in &influences[ends[0] as usize..ends[1] as usize] {
                let joint = usize::from(it.joint);
                let reach = reaches[joint].get_or_insert([0.0; 3]);
                *reach = Vect::<Vec3, f32>(*reach).max(Vect(*position).abs()).0;
                moved[joint] = moved[joint].merged(&Bounds::from_corners(*position, *position));
            }
        }
        let center = |(bounds, reach): (&Bounds<Vec3>, &Option<_>)| match reach {
            Some(_) => (Vect::of(&bounds.min) + Vect::of(&bounds.max)) * 0.5,
            None => Vect::zero(),
        };
        let centers = moved.iter().zip(&reaches).map(center).collect();
        let (starts, influences) = (starts.into_boxed_slice(), influences.into_boxed_slice());
        let clusters = Clusters::new(&positions, &triangles, &starts, &influences, joints);
        Ok(Self(Arc::new(SkinData {
            rest,
            positions,
            triangles,
            starts,
            influences,
            reaches: reaches.into(),
            centers,
            excess,
            largest: clusters.largest(),
            clusters,
            hash: OnceLock::new(),
        })))
    }

    /// The mesh as modelled, which no joint moves.
    #[must_use]
    pub fn rest(&self) -> &Mesh<Vec3> {
        &self.0.rest
    }

    /// How many matrices a pose has at least: one more than the greatest number of a joint that moves a
    /// vertex.
    #[must_use]
    pub fn joint_count(&self) -> usize {
        self.0.reaches.len()
    }

    /// A number that is the same for the same skin, on every platform: bit for bit the same vertices, weights and
    /// triangles in the same order. By it [snapshots](crate::history::SkinSnapshot) and
    /// [recordings](crate::Recorder::record_skin) hold a skin. It does not protect against skins that are built to
    /// agree in it, and of skins that are equal a zero may be negative in one alone, whose number then differs.
    ///
    /// It takes O(n) at first, and is kept.
    ///
    /// ```
    /// use asunder::Skin;
    ///
    /// let skin = |x: f32| Skin::try_new([[x, 0.0, 0.0]], [[(0, 1.0)]], [[0, 0, 0]]).map(|it| it.hash());
    /// assert_eq!(skin(1.0)?, skin(1.0)?);
    /// assert_ne!(skin(1.0)?, skin(1.0_f32.next_up())?);
    /// # Ok::<(), asunder::SkinError>(())
    /// ```
    #[must_use]
    pub fn hash(&self) -> u64 {
        *self.0.hash.get_or_init(|| {
            let SkinData { positions, triangles, starts, influences, .. } = &*self.0;
            let mut sum = Sum::new();
            sum.add_floats(positions.iter().flatten().copied());
            sum.add_all(triangles.iter().flatten().map(|&vertex| u64::from(vertex)));
            sum.add_all(starts.iter().map(|&start| u64::from(start)));
            sum.add_all(influences.iter().map(|it| u64::from(it.joint)));
            sum.add_floats(influences.iter().map(|it| it.weight));
            sum.0
        })
    }

    /// The joints that move a vertex, with their weights, in order; none, if there is no such vertex.
    pub fn influences(&self, vertex: u32) -> impl ExactSizeIterator<Item = (u16, f32)> + '_ {
        let influences = if (vertex as usize) < self.0.positions.len() {
            self.0.influences_of(vertex)
        } else {
            &[]
        };
        influences.iter().map(|it| (it.joint, it.weight))
    }

    /// The skin in a pose, given by the *skinning matrices* of the joints: what a skinning shader reads, the
    /// inverse bind matrices included, as in [`Bones::Skinning`](crate::Bones::Skinning). Further matrices
    /// are not looked at.
    ///
    /// It takes some nanoseconds for each joint, and allocates nothing: no vertex is posed yet.
    ///
    /// # Errors
    /// If there are too few matrices, or that of a joint which moves vertices is not finite or moves them too
    /// far out: the magnitudes that form a coordinate sum to more than [`f32::MAX`].
    pub fn posed<'a>(&'a self, matrices: &'a [Affine<Vec3>]) -> Result<PosedSkin<'a>, SkinError> {
        PosedSkin::new(self, matrices)
    }
}

impl SkinData {
    fn influences_of(&self, vertex: u32) -> &[Influence] {
        let vertex = vertex as usize;
        &self.influences[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }
}

/// The influences of all vertices, while they are read.
#[derive(Debug)]
struct InfluenceList {
    starts: Vec<u32>,
    influences: Vec<Influence>,
    excess: f64,
}

impl Default for InfluenceList {
    fn default() -> Self {
        Self { starts: vec![0], influences: Vec::new(), excess: 0.0 }
    }
}

impl InfluenceList {
    /// Adds those of the next vertex.
    fn push(&mut self, list: &[(u16, f32)], normalizes: bool) -> Result<(), SkinError> {
        let vertex = self.starts.len() - 1;
        if let Some(&(joint, value)) = list.iter().find(|(_, weight)| !is_weight(*weight)) {
            return Err(SkinError::Weight { vertex, joint, value });
        }
        let moving = list.iter().filter(|(_, weight)| widen(*weight) > 0.0);
        let joints = moving.clone().count();
        if joints > MOST_INFLUENCES {
            return Err(SkinError::TooManyInfluences { vertex, joints });
        }
        if joints == 0 {
            return Err(SkinError::NoInfluence { vertex });
        }
        let sum_of = |weights: &mut dyn Iterator<Item = f32>| {
            weights.fold(0.0, |sum: f64, weight| sum + widen(weight))
        };
        let first = self.influences.len();
        let whole = sum_of(&mut moving.clone().map(|it| it.1));
        for &(joint, weight) in moving {
            let weight = if normalizes { (widen(weight) / whole) as f32 } else { weight };
            if widen(weight) > 0.0 {
                self.influences.push(Influence { joint, weight });
            }
        }
        let sum = sum_of(&mut self.influences[first..].iter().map(|it| it.weight));
        let excess = (sum - 1.0).abs();
        if !(excess <= SUM_TOLERANCE) {
            return Err(SkinError::Sum { vertex, sum });
        }
        self.excess = max(self.excess, excess);
        // Thirty-two bits count them, for a mesh has fewer than 2³² vertices, in less than 512 GiB.
        let Ok(end) = u32::try_from(self.influences.len()) else {
            return Err(SkinError::TooMany { vertex });
        };
        self.starts.push(end);
        Ok(())
    }
}

fn is_weight(weight: f32) -> bool {
    weight.is_finite() && widen(weight) >= 0.0
}

/// A matrix in `f64`: its columns, then the translation.
type WideMatrix = [[f64; 3]; 4];

/// Written out, for it runs for every vertex: what takes a closure is not compiled in place.
#[inline(always)]
fn wide_matrix(Affine { columns: [x, y, z], translation }: &Affine<Vec3>) -> WideMatrix {
    [wide_array(x), wide_array(y), wide_array(z), wide_array(translation)]
}

#[inline(always)]
fn wide_array(&[x, y, z]: &[f32; 3]) -> [f64; 3] {
    [widen(x), widen(y), widen(z)]
}

/// A vertex, moved by joints with these matrices: the sum in the order of the joints, each number rounded once.
#[inline(always)]
fn posed_vertex<'m>(
    position: &[f32; 3],
    influences: impl Iterator<Item = (&'m WideMatrix, f32)>,
) -> [f32; 3] {
    let [x, y, z] = wide_array(position);
    let mut sum = [0.0; 3];
    for ([a, b, c, d], weight) in influences {
        let weight = widen(weight);
        for i in 0..3 {
            sum[i] += (a[i] * x + b[i] * y + c[i] * z + d[i]) * weight;
        }
    }
    [sum[0] as f32, sum[1] as f32, sum[2] as f32]
}
