//! Accessors: typed arrays inside the buffers, read element by element with every bound checked.

use crate::GltfError;
use crate::document::Document;
use crate::json::Json;

/// The type of one number in a buffer (glTF 2.0, section 3.6.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    I8 = 5120,
    U8 = 5121,
    I16 = 5122,
    U16 = 5123,
    U32 = 5125,
    F32 = 5126,
}

use Component::{F32, I8, I16, U8, U16, U32};

/// Plain floating point.
pub(crate) const FLOAT: &[Component] = &[F32];
/// Floating point, or small integers for fractions of one or quantized coordinates.
pub(crate) const QUANTIZED: &[Component] = &[F32, I8, U8, I16, U16];
/// Weights from 0 to 1.
pub(crate) const WEIGHT: &[Component] = &[F32, U8, U16];
/// Indices of joints.
pub(crate) const JOINT: &[Component] = &[U8, U16];
/// Indices of vertices or of elements.
pub(crate) const INDEX: &[Component] = &[U8, U16, U32];

impl Component {
    /// The component type at `place`, one of those `allowed` there.
    fn read(place: &Json<'_>, allowed: &[Component]) -> Result<Self, GltfError> {
        let code = place.count()?;
        allowed.iter().copied().find(|&component| component as usize == code).ok_or_else(|| {
            let names: Vec<_> = allowed.iter().map(|&c| format!("{} ({c:?})", c as u16)).collect();
            place.expected(names.join(" or "))
        })
    }

    fn size(self) -> usize {
        match self {
            I8 | U8 => 1,
            I16 | U16 => 2,
            U32 | F32 => 4,
        }
    }

    /// The number of little-endian `bits`.
    fn float(self, bits: u32, normalized: bool) -> f32 {
        let (number, one) = match self {
            F32 => return f32::from_bits(bits),
            I8 => (f32::from(bits as u8 as i8), 127.0),
            U8 => (f32::from(bits as u8), 255.0),
            I16 => (f32::from(bits as u16 as i16), 32767.0),
            U16 => (f32::from(bits as u16), 65535.0),
            U32 => (bits as f32, u32::MAX as f32),
        };
        let fraction = number / one;
        match (normalized, fraction < -1.0) {
            (false, _) => number,
            (true, false) => fraction,
            (true, true) => -1.0, // The integer below minus the greatest.
        }
    }
}

impl<'a> Document<'a> {
    /// The finite floating-point elements of the accessor that `reference` points to.
    pub(crate) fn floats<const N: usize>(
        &self,
        reference: &Json<'a>,
        allowed: &[Component],
    ) -> Result<Vec<[f32; N]>, GltfError> {
        let accessor = self.resolve(reference, "accessors")?;
        let normalized = accessor.get("normalized").boolean()?;
        let elements =
            self.elements(&accessor, allowed, |component, bits| component.float(bits, normalized))?;
        match elements.iter().position(|element| !element.iter().all(|x| x.is_finite())) {
            Some(bad) => {
                Err(reference.at(bad).found(format!("{:?}", elements[bad]), "finite numbers"))
            }
            None => Ok(elements),
        }
    }

    /// The unsigned integer elements of the accessor that `reference` points to.
    pub(crate) fn integers<const N: usize>(
        &self,
        reference: &Json<'a>,
        allowed: &[Component],
    ) -> Result<Vec<[u32; N]>, GltfError> {
        self.elements(&self.resolve(reference, "accessors")?, allowed, |_, bits| bits)
    }

    fn elements<T: Copy + Default, const N: usize>(
        &self,
        accessor: &Json<'a>,
        allowed: &[Component],
        number: impl Fn(Component, u32) -> T,
    ) -> Result<Vec<[T; N]>, GltfError> {
        let component = Component::read(&accessor.get("componentType"), allowed)?;
        let shape = accessor.get("type");
        if shape.string()? != shape_name(N) {
            return Err(shape.expected(format!("{:?}", shape_name(N))));
        }
        let count = accessor.get("count");
        let len = count.count()?;
        if len == 0 {
            return Err(count.expected("at least one element"));
        }
        let size = component.size() * N;
        self.budget.spend(&count, (len as u64).saturating_mul(size_of::<[T; N]>() as u64))?;

        let decode = |bytes: &[u8]| {
            let mut element = [T::default(); N];
            for (slot, bytes) in element.iter_mut().zip(bytes.chunks_exact(component.size())) {
                *slot = number(component, little_endian(bytes));
            }
            element
        };
        let sparse = accessor.get("sparse").present();
        let mut elements: Vec<_> = match (accessor.get("bufferView").present(), &sparse) {
            (None, Some(_)) => vec![[T::default(); N]; len],
            _ => self.strided(accessor, &count, len, size)?.map(decode).collect(),
        };
        if let Some(sparse) = sparse {
            let count = sparse.get("count");
            let changes = count.count()?;
            self.budget.spend(&count, (changes as u64).saturating_mul(size as u64))?;
            let (places, values) = (sparse.get("indices"), sparse.get("values"));
            let index = Component::read(&places.get("componentType"), INDEX)?;
            let indices = self.strided(&places, &count, changes, index.size())?;
            for (i, value) in indices.zip(self.strided(&values, &count, changes, size)?) {
                let i = little_endian(i);
                let element = elements.get_mut(i as usize).ok_or_else(|| {
                    places.found(format!("element {i}"), format!("elements below {len}"))
                })?;
                *element = decode(value);
            }
        }
        Ok(elements)
    }

    /// The bytes of `len` elements of `size` bytes each in the view that `holder` names.
    fn strided(
        &self,
        holder: &Json<'a>,
        count: &Json<'a>,
        len: usize,
        size: usize,
    ) -> Result<impl Iterator<Item = &[u8]>, GltfError> {
        let reference = holder.get("bufferView");
        let (view, stride) = self.buffer_view(&reference)?;
        let stride = stride.unwrap_or(size);
        if stride < size {
            let view = self.resolve(&reference, "bufferViews")?;
            return Err(view
                .get("byteStride")
                .expected(format!("at least an element's {size} bytes")));
        }
        let offset = holder.get("byteOffset").count_or(0)?;
        let length = match len.checked_sub(1) {
            None => Some(0),
            Some(steps) => steps.checked_mul(stride).and_then(|length| length.checked_add(size)),
        };
        let bytes = length
            .and_then(|length| offset.checked_add(length))
            .and_then(|end| view.get(offset..end))
            .ok_or_else(|| {
                let available = view.len();
                count.expected(format!(
                    "elements of {size} bytes, {stride} apart from offset {offset}, \
                     to end within the view's {available} bytes"
                ))
            })?;
        // The last chunk is one element long: no stride follows it.
        Ok(bytes.chunks(stride).map(move |piece| piece.get(..size).unwrap_or(piece)))
    }
}

fn shape_name(components: usize) -> &'static str {
    match components {
        1 => "SCALAR",
        3 => "VEC3",
        4 => "VEC4",
        _ => "MAT4",
    }
}

fn little_endian(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}
