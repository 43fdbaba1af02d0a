//! A parsed glTF file: its JSON, its buffers, and the references between them.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use serde_json::Value;

use crate::buffer::Sources;
use crate::json::Json;
use crate::{GltfError, Warning};

/// A parsed glTF file.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    pub(crate) root: Json<'a>,
    pub(crate) budget: Budget,
    buffers: Vec<Option<Cow<'a, [u8]>>>,
    warnings: RefCell<Vec<Warning>>,
}

impl<'a> Document<'a> {
    /// Checks the version and loads the buffers.
    ///
    /// No file is refused for its `extensionsRequired`: most extensions concern appearance, and one that
    /// hides geometry is an error where the geometry is missing.
    pub(crate) fn new(
        file: &'a str,
        json: &'a Value,
        sources: Sources<'a>,
    ) -> Result<Self, GltfError> {
        let root = Json::root(file, json);
        let version = root.get("asset").get("version");
        if version.string()?.split('.').next() != Some("2") {
            return Err(version.expected("\"2.0\"; export the model again as glTF 2.0"));
        }
        let budget = Budget::default();
        let buffers = root
            .get("buffers")
            .objects()?
            .enumerate()
            .map(|(index, buffer)| sources.load(index, &buffer, &budget))
            .collect::<Result<_, _>>()?;
        Ok(Document { root, budget, buffers, warnings: RefCell::default() })
    }

    /// Adds a warning: the value at `place` is read differently, or left out.
    pub(crate) fn warn(
        &self,
        place: &Json<'_>,
        message: impl Into<String>,
    ) -> Result<(), GltfError> {
        let warning = Warning::new(place.path(), message);
        let text = warning.path.len() + warning.message.len();
        self.budget.spend(place, (size_of::<Warning>() + text) as u64)?;
        self.warnings.borrow_mut().push(warning);
        Ok(())
    }

    /// The warnings.
    pub(crate) fn into_warnings(self) -> Vec<Warning> {
        self.warnings.into_inner()
    }

    /// The checked index at `reference` into the root array `list`.
    pub(crate) fn index(&self, reference: &Json<'a>, list: &str) -> Result<usize, GltfError> {
        let index = reference.count()?;
        let target = self.root.get(list);
        match target.at(index).present() {
            Some(_) => Ok(index),
            None => {
                let len = target.list()?.len();
                Err(reference.expected(format!("an index into {list}, less than {len}")))
            }
        }
    }

    /// The element of the root array `list` that `reference` points to.
    pub(crate) fn resolve(&self, reference: &Json<'a>, list: &str) -> Result<Json<'a>, GltfError> {
        let index = self.index(reference, list)?;
        Ok(self.root.get(list).at(index).reached_from(reference))
    }

    /// The bytes of a buffer view and the distance between its elements, if it states one.
    pub(crate) fn buffer_view(
        &self,
        reference: &Json<'a>,
    ) -> Result<(&[u8], Option<usize>), GltfError> {
        let view = self.resolve(reference, "bufferViews")?;
        let place = view.get("buffer");
        let Some(buffer) = &self.buffers[self.index(&place, "buffers")?] else {
            for extension in ["EXT_meshopt_compression", "KHR_meshopt_compression"] {
                if view.get("extensions").get(extension).present().is_some() {
                    return Err(view.unsupported(extension, UNCOMPRESSED));
                }
            }
            return Err(place.expected("a buffer that has data: a uri or the binary chunk"));
        };
        let start = view.get("byteOffset").count_or(0)?;
        let length = view.get("byteLength");
        let bytes = start
            .checked_add(length.count()?)
            .and_then(|end| buffer.get(start..end))
            .ok_or_else(|| {
                let size = buffer.len();
                length.expected(format!("an end, after offset {start}, within {size} bytes"))
            })?;
        let stride = view.get("byteStride").present().map(|stride| stride.count()).transpose()?;
        Ok((bytes, stride))
    }
}

/// The remedy for compressed geometry.
pub(crate) const UNCOMPRESSED: &str = "export the model without mesh compression";

/// The memory that a model may still take.
///
/// A few bytes of JSON can name the same data a million times; the limit keeps a small hostile
/// file from taking a machine's memory, or minutes of its time.
#[derive(Debug)]
pub(crate) struct Budget {
    bytes_left: Cell<u64>,
}

/// Enough for more than a million skinned vertices.
const LIMIT_IN_MIB: u64 = 256;

impl Default for Budget {
    fn default() -> Self {
        Budget { bytes_left: Cell::new(LIMIT_IN_MIB << 20) }
    }
}

impl Budget {
    /// Takes `bytes` from the budget for the data at `place`.
    pub(crate) fn spend(&self, place: &Json<'_>, bytes: u64) -> Result<(), GltfError> {
        let left = self.bytes_left.get().checked_sub(bytes).ok_or_else(|| {
            let expected = format!("less than {LIMIT_IN_MIB} MiB of data in all");
            place.found(format!("a request for {bytes} bytes more"), expected)
        })?;
        self.bytes_left.set(left);
        Ok(())
    }
}
