//! The data of a document's buffers: in the container, in the text, or in a file beside it.

use std::borrow::Cow;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use crate::GltfError;
use crate::base64;
use crate::document::Budget;
use crate::file;
use crate::json::Json;

/// The sources of a document's buffers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sources<'a> {
    /// The binary chunk of a container.
    pub(crate) binary: Option<&'a [u8]>,
    /// The folder of the model; `None` for a model in memory.
    pub(crate) folder: Option<&'a Path>,
}

impl<'a> Sources<'a> {
    /// The bytes of one buffer; none if the file has no data for it.
    pub(crate) fn load(
        &self,
        index: usize,
        buffer: &Json<'a>,
        budget: &Budget,
    ) -> Result<Option<Cow<'a, [u8]>>, GltfError> {
        let length = buffer.get("byteLength");
        let wanted = length.count()?;
        let mut bytes = match buffer.get("uri").present() {
            Some(uri) => match uri.string()?.strip_prefix("data:") {
                Some(data) => Cow::Owned(embedded(&uri, data)?),
                None => Cow::Owned(self.external(&uri, wanted, budget)?),
            },
            None => match self.binary {
                Some(binary) if index == 0 => Cow::Borrowed(binary),
                _ => return Ok(None),
            },
        };
        if bytes.len() < wanted {
            return Err(length.expected(format!("no more than the {} bytes it has", bytes.len())));
        }
        match &mut bytes {
            Cow::Borrowed(bytes) => *bytes = &bytes[..wanted],
            Cow::Owned(bytes) => bytes.truncate(wanted),
        }
        Ok(Some(bytes))
    }

    /// The first `wanted` bytes, or fewer, of a file beside the model.
    fn external(
        &self,
        uri: &Json<'a>,
        wanted: usize,
        budget: &Budget,
    ) -> Result<Vec<u8>, GltfError> {
        let Some(folder) = self.folder else {
            return Err(
                uri.expected("data inside the file: a model in memory has no files beside it")
            );
        };
        let relative = beside(uri.string()?)
            .ok_or_else(|| uri.expected("the relative path of a file beside the model"))?;
        budget.spend(uri, wanted as u64)?;
        let path = folder.join(relative);
        let failed = |cause| GltfError::Io { file: path.display().to_string(), cause };
        let mut bytes = Vec::new();
        file::open(&path)
            .and_then(|file| file.take(wanted as u64).read_to_end(&mut bytes))
            .map_err(failed)?;
        Ok(bytes)
    }
}

/// The bytes of a `data:` URI; `data` is the part after the scheme.
fn embedded(uri: &Json<'_>, data: &str) -> Result<Vec<u8>, GltfError> {
    let (_, text) = data
        .split_once(";base64,")
        .ok_or_else(|| uri.expected("base64 data, `data:application/octet-stream;base64,…`"))?;
    base64::decode(text.as_bytes()).map_err(|position| {
        uri.found(format!("base64 that breaks off at character {position}"), "A-Z a-z 0-9 + / =")
    })
}

/// The path of a URI, if it is in the model's folder or below it.
///
/// A model must not open files elsewhere: no root, no drive, no `..`, no scheme.
#[must_use]
pub fn beside(uri: &str) -> Option<PathBuf> {
    let path = PathBuf::from(percent_decoded(uri)?);
    let inside =
        path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (inside && !uri.contains(':')).then_some(path)
}

/// Decodes the percent encoding of a URI.
fn percent_decoded(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        bytes.push(match (byte, tail) {
            (b'%', [high, low, tail @ ..]) => {
                rest = tail;
                let digit = |byte: u8| char::from(byte).to_digit(16);
                u8::try_from(digit(*high)? << 4 | digit(*low)?).ok()?
            }
            (b'%', _) => return None,
            _ => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_leads_to_a_file_beside_the_model_or_nowhere() {
        assert_eq!(beside("my%20fox%2ebin"), Some(PathBuf::from("my fox.bin")));
        assert_eq!(beside("./parts/fox.bin"), Some(PathBuf::from("./parts/fox.bin")));
        for uri in ["/etc/passwd", "../fox.bin", "a/../../b", "%2e%2e/b", "%2", "%zz", "%ff"] {
            assert_eq!(beside(uri), None, "{uri}");
        }
        for uri in ["http://example.org/fox.bin", "file:///fox.bin", "c:fox.bin"] {
            assert_eq!(beside(uri), None, "{uri}");
        }
    }
}
