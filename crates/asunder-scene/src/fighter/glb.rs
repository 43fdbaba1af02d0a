//! The binary container of glTF 2.0: typed arrays in one buffer, and the two chunks.

use serde::Serialize;

use super::document::{Accessor, Buffer, BufferView, Data};

/// The component type of an array.
pub(crate) trait Component: Copy {
    const COMPONENT_TYPE: u16;
    fn write(self, bytes: &mut Vec<u8>);
}

impl Component for u8 {
    const COMPONENT_TYPE: u16 = 5121;
    fn write(self, bytes: &mut Vec<u8>) {
        bytes.push(self);
    }
}

impl Component for u16 {
    const COMPONENT_TYPE: u16 = 5123;
    fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }
}

impl Component for f32 {
    const COMPONENT_TYPE: u16 = 5126;
    fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.to_le_bytes());
    }
}

/// The target of a buffer view.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    VertexAttribute = 34962,
    VertexIndex = 34963,
    /// Neither: animation and skin data.
    Other = 0,
}

/// A builder of the binary buffer, its views and accessors.
#[derive(Default)]
pub(crate) struct Arrays {
    data: Data,
    bytes: Vec<u8>,
}

impl Arrays {
    /// Adds an array in a buffer view of its own; the result is its accessor's index.
    pub(crate) fn add<T: Component, const N: usize>(
        &mut self,
        elements: &[[T; N]],
        purpose: Use,
    ) -> usize {
        pad(&mut self.bytes, 0);
        let byte_offset = self.bytes.len();
        for component in elements.as_flattened() {
            component.write(&mut self.bytes);
        }
        let byte_length = self.bytes.len() - byte_offset;
        let target = (purpose != Use::Other).then_some(purpose as u16);
        self.data.buffer_views.push(BufferView { buffer: 0, byte_offset, byte_length, target });
        self.data.accessors.push(Accessor {
            buffer_view: self.data.buffer_views.len() - 1,
            component_type: T::COMPONENT_TYPE,
            normalized: false,
            count: elements.len(),
            shape: match N {
                1 => "SCALAR",
                3 => "VEC3",
                4 => "VEC4",
                _ => "MAT4",
            },
            min: Vec::new(),
            max: Vec::new(),
        });
        self.data.accessors.len() - 1
    }

    /// Adds an array of normalized integers, for 0 to 1.
    pub(crate) fn add_normalized<T: Component, const N: usize>(
        &mut self,
        elements: &[[T; N]],
        purpose: Use,
    ) -> usize {
        let index = self.add(elements, purpose);
        self.data.accessors[index].normalized = true;
        index
    }

    /// Adds an array whose least and greatest components are stated, as glTF asks for positions
    /// and for the times of an animation.
    pub(crate) fn add_bounded<const N: usize>(
        &mut self,
        elements: &[[f32; N]],
        purpose: Use,
    ) -> usize {
        let index = self.add(elements, purpose);
        let bound = |choose: fn(f32, f32) -> f32| {
            let bound = elements
                .iter()
                .copied()
                .reduce(|a, b| std::array::from_fn(|component| choose(a[component], b[component])));
            bound.map_or(Vec::new(), Vec::from)
        };
        let accessor = &mut self.data.accessors[index];
        (accessor.min, accessor.max) = (bound(f32::min), bound(f32::max));
        index
    }

    /// The description for the document, and the binary chunk's bytes.
    pub(crate) fn finish(mut self) -> (Data, Vec<u8>) {
        self.data.buffers.push(Buffer { byte_length: self.bytes.len() });
        (self.data, self.bytes)
    }
}

/// A `.glb` of a document and its buffer.
pub(crate) fn container(document: &impl Serialize, mut binary: Vec<u8>) -> Vec<u8> {
    let mut json = serde_json::to_vec(document).expect("finite numbers and plain names are JSON");
    pad(&mut json, b' ');
    pad(&mut binary, 0);
    let length = 12 + 8 + json.len() + 8 + binary.len();
    let mut glb = Vec::with_capacity(length);
    glb.extend(b"glTF");
    glb.extend(2u32.to_le_bytes());
    glb.extend((length as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", json), (b"BIN\0", binary)] {
        glb.extend((chunk.len() as u32).to_le_bytes());
        glb.extend(kind);
        glb.extend(chunk);
    }
    glb
}

/// Pads to a multiple of four bytes.
fn pad(bytes: &mut Vec<u8>, filler: u8) {
    bytes.resize(bytes.len().next_multiple_of(4), filler);
}
