//! Meshes: vertices, their joints and weights, and triangles.

use crate::accessor::{INDEX, JOINT, QUANTIZED, WEIGHT};
use crate::document::{Document, UNCOMPRESSED};
use crate::json::Json;
use crate::read::name;
use crate::{GltfError, MeshInstance, Skin};

/// Every mesh, once for each of its nodes.
pub(crate) fn read(
    document: &Document<'_>,
    skins: &[Skin],
) -> Result<Vec<MeshInstance>, GltfError> {
    let mut instances = Vec::new();
    for (node, item) in document.root.get("nodes").objects()?.enumerate() {
        let Some(reference) = item.get("mesh").present() else { continue };
        let index = document.index(&reference, "meshes")?;
        let mesh = document.root.get("meshes").at(index);
        let skin =
            item.get("skin").present().map(|skin| document.index(&skin, "skins")).transpose()?;
        let name = name(&mesh, "mesh", index)?;
        // Many nodes may have one mesh, and each copies its name.
        document.budget.spend(&reference, (size_of::<MeshInstance>() + name.len()) as u64)?;
        let mut instance = MeshInstance {
            name,
            node,
            skin,
            positions: Vec::new(),
            joints: Vec::new(),
            weights: Vec::new(),
            triangles: Vec::new(),
        };
        for primitive in mesh.get("primitives").objects()? {
            append(document, &primitive, skin.map(|skin| &skins[skin]), &mut instance)?;
        }
        instances.push(instance);
    }
    Ok(instances)
}

/// Adds a primitive's vertices and triangles to its mesh.
fn append<'a>(
    document: &Document<'a>,
    primitive: &Json<'a>,
    skin: Option<&Skin>,
    mesh: &mut MeshInstance,
) -> Result<(), GltfError> {
    let attributes = primitive.get("attributes");
    let Some((mode, positions)) = positions(document, primitive)? else { return Ok(()) };
    let first = mesh.positions.len();
    let corners = corners(document, primitive, first, positions.len())?;
    // Strips and fans make about one triangle for each index.
    document.budget.spend(primitive, 12 * corners.len() as u64)?;
    mode.triangles(&corners, &mut mesh.triangles);

    if let Some(skin) = skin {
        bind(document, &attributes, positions.len(), skin, mesh)?;
    }
    mesh.positions.extend(positions);
    Ok(())
}

/// The vertices that a primitive names one after another. It has `count` of its own, which begin at
/// `first` among those of its mesh.
pub(super) fn corners<'a>(
    document: &Document<'a>,
    primitive: &Json<'a>,
    first: usize,
    count: usize,
) -> Result<Vec<u32>, GltfError> {
    // The budget ends long before the number of vertices exceeds a `u32`.
    let Some(place) = primitive.get("indices").present() else {
        return Ok((first..first + count).map(|vertex| vertex as u32).collect());
    };
    let mut corners = Vec::new();
    for (i, [vertex]) in document.integers::<1>(&place, INDEX)?.into_iter().enumerate() {
        if vertex as usize >= count {
            let expected = format!("a vertex below {count}");
            return Err(place.at(i).found(vertex.to_string(), expected));
        }
        corners.push(first as u32 + vertex);
    }
    Ok(corners)
}

/// The mode of a primitive, and its vertices.
type Points = (Mode, Vec<[f32; 3]>);

/// The mode and vertices of a primitive; `None` if it draws no triangles.
fn positions<'a>(
    document: &Document<'a>,
    primitive: &Json<'a>,
) -> Result<Option<Points>, GltfError> {
    let mode = Mode::read(&primitive.get("mode"))?;
    let place = primitive.get("attributes").get("POSITION").present();
    // Points and lines have no area.
    let (Some(mode), Some(place)) = (mode, place) else { return Ok(None) };
    Ok(Some((mode, vertices(document, primitive, &place)?)))
}

/// The vertices of a primitive at `place`, its positions.
///
/// A primitive without positions is not drawn, as the specification says.
pub(super) fn vertices<'a>(
    document: &Document<'a>,
    primitive: &Json<'a>,
    place: &Json<'a>,
) -> Result<Vec<[f32; 3]>, GltfError> {
    const DRACO: &str = "KHR_draco_mesh_compression";
    if let Some(draco) = primitive.get("extensions").get(DRACO).present() {
        // There may be uncompressed data, too, for readers that do not know the extension.
        let accessor = document.resolve(place, "accessors")?;
        if accessor.get("bufferView").present().is_none() {
            return Err(draco.unsupported(DRACO, UNCOMPRESSED));
        }
    }
    document.floats::<3>(place, QUANTIZED)
}

/// The vertices of the mesh that `reference` names, in mesh space.
pub(super) fn points<'a>(
    document: &Document<'a>,
    reference: &Json<'a>,
) -> Result<Vec<[f32; 3]>, GltfError> {
    let mut points = Vec::new();
    for primitive in document.resolve(reference, "meshes")?.get("primitives").objects()? {
        if let Some((_, more)) = positions(document, &primitive)? {
            points.extend(more);
        }
    }
    Ok(points)
}

/// Adds the joints and weights of a primitive's vertices to the mesh.
fn bind<'a>(
    document: &Document<'a>,
    attributes: &Json<'a>,
    vertices: usize,
    skin: &Skin,
    mesh: &mut MeshInstance,
) -> Result<(), GltfError> {
    document.budget.spend(attributes, 48 * vertices as u64)?;
    let first = mesh.joints.len();
    mesh.joints.resize(first + vertices, [0; 8]);
    mesh.weights.resize(first + vertices, [0.0; 8]);
    for set in 0..2 {
        let joints = attributes.get(&format!("JOINTS_{set}"));
        let weights = attributes.get(&format!("WEIGHTS_{set}"));
        let absent = |place: &Json<'_>| place.clone().present().is_none();
        if set == 1 && absent(&joints) && absent(&weights) {
            break;
        }
        let indices = document.integers::<4>(&joints, JOINT)?;
        let shares = document.floats::<4>(&weights, WEIGHT)?;
        for (place, len) in [(&joints, indices.len()), (&weights, shares.len())] {
            if len != vertices {
                let expected = format!("one for each of {vertices} vertices");
                return Err(place.found(format!("{len} elements"), expected));
            }
        }
        for (vertex, (indices, shares)) in indices.iter().zip(&shares).enumerate() {
            for slot in 0..4 {
                let (joint, share) = (indices[slot], shares[slot]);
                if share < 0.0 {
                    let found = format!("{shares:?}");
                    return Err(weights.at(vertex).found(found, "weights of zero or more"));
                }
                // The joint of an unused slot is ignored.
                if share == 0.0 {
                    continue;
                }
                let known =
                    u16::try_from(joint).ok().filter(|_| (joint as usize) < skin.joints.len());
                let Some(joint) = known else {
                    let expected = format!("a joint of the skin, below {}", skin.joints.len());
                    return Err(joints.at(vertex).found(joint.to_string(), expected));
                };
                mesh.joints[first + vertex][4 * set + slot] = joint;
                mesh.weights[first + vertex][4 * set + slot] = share;
            }
        }
    }
    if let Some(more) = attributes.get("JOINTS_2").present() {
        return Err(more.unsupported("more than 8 joints for a vertex", "export with at most 8"));
    }
    for (vertex, weights) in mesh.weights[first..].iter_mut().enumerate() {
        let sum: f64 = weights.iter().copied().map(f64::from).sum();
        if sum == 0.0 {
            let place = attributes.get("WEIGHTS_0").at(vertex);
            return Err(place.found("all zero", "weights that sum to 1"));
        }
        *weights = weights.map(|weight| (f64::from(weight) / sum) as f32);
    }
    Ok(())
}

/// The mode of a primitive: how a list of indices makes triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Triangles,
    Strip,
    Fan,
}

impl Mode {
    /// The mode at `place`; `None` for points and lines.
    pub(super) fn read(place: &Json<'_>) -> Result<Option<Self>, GltfError> {
        match place.count_or(4)? {
            0..=3 => Ok(None),
            4 => Ok(Some(Mode::Triangles)),
            5 => Ok(Some(Mode::Strip)),
            6 => Ok(Some(Mode::Fan)),
            _ => Err(place.expected("0 to 6")),
        }
    }

    /// Adds the triangles to a list. Left-over indices make none.
    pub(super) fn triangles(self, corners: &[u32], list: &mut Vec<[u32; 3]>) {
        match self {
            Mode::Triangles => list.extend(corners.chunks_exact(3).map(|c| [c[0], c[1], c[2]])),
            Mode::Strip => list.extend(corners.windows(3).enumerate().map(|(i, c)| {
                // Every other triangle is reversed; the swap gives all the same orientation.
                if i % 2 == 0 { [c[0], c[1], c[2]] } else { [c[0], c[2], c[1]] }
            })),
            Mode::Fan => {
                let hub = corners.first().copied().unwrap_or_default();
                let rim = corners.get(1..).unwrap_or_default();
                list.extend(rim.windows(2).map(|c| [c[0], c[1], hub]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Mode;

    #[test]
    fn strips_and_fans_face_one_way() {
        let triangles = |mode: Mode, corners: &[u32]| {
            let mut list = Vec::new();
            mode.triangles(corners, &mut list);
            list
        };
        assert_eq!(triangles(Mode::Triangles, &[0, 1, 2, 3, 4]), [[0, 1, 2]]);
        assert_eq!(triangles(Mode::Strip, &[0, 1, 2, 3, 4]), [[0, 1, 2], [1, 3, 2], [2, 3, 4]]);
        assert_eq!(triangles(Mode::Fan, &[0, 1, 2, 3]), [[1, 2, 0], [2, 3, 0]]);
        for mode in [Mode::Triangles, Mode::Strip, Mode::Fan] {
            assert_eq!(triangles(mode, &[]), [[0; 3]; 0]);
            assert_eq!(triangles(mode, &[7]), [[0; 3]; 0]);
        }
    }
}
