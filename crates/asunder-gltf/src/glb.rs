//! The binary container (.glb): a JSON chunk, and a chunk with the bytes of the first buffer.

use crate::GltfError;

/// The chunks of a file: its JSON text and, in a binary container, the first buffer's bytes.
#[derive(Debug)]
pub(crate) struct Chunks<'a> {
    pub(crate) json: &'a [u8],
    pub(crate) binary: Option<&'a [u8]>,
}

const MAGIC: &[u8] = b"glTF";
const JSON_CHUNK: u32 = u32::from_le_bytes(*b"JSON");
const BINARY_CHUNK: u32 = u32::from_le_bytes(*b"BIN\0");
/// How files of other formats begin, and the formats' names.
const OTHER_FORMATS: [(&[u8], &str); 5] = [
    (b"Kaydara FBX Binary", "FBX"),
    (b"; FBX", "FBX"),
    (b"BLENDER", "a file of Blender"),
    (b"ply\n", "PLY"),
    (b"PMX ", "PMX"),
];
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Splits a file into chunks; a file that does not start as a container is JSON text.
pub(crate) fn split<'a>(file: &str, bytes: &'a [u8]) -> Result<Chunks<'a>, GltfError> {
    if !bytes.starts_with(MAGIC) {
        let other = OTHER_FORMATS.iter().find(|(magic, _)| bytes.starts_with(magic));
        if let Some(&(_, format)) = other {
            return Err(GltfError::OtherFormat { file: file.to_owned(), format });
        }
        return Ok(Chunks {
            json: bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes),
            binary: None,
        });
    }
    let container =
        |offset, problem| GltfError::Container { file: file.to_owned(), offset, problem };

    let version = word(bytes, 4);
    if version != Some(2) {
        let problem = match version {
            None => String::from("the header is cut short; expected 12 bytes"),
            Some(version) => format!("the container's version is {version}; expected 2"),
        };
        return Err(container(4, problem));
    }
    let length = word(bytes, 8).map(|length| length as usize);
    let Some(body) = length.and_then(|length| bytes.get(12..length)) else {
        let stated = length.map_or(String::from("nothing"), |length| length.to_string());
        let problem = format!(
            "the stated length is {stated} but the file has {} bytes; expected a whole file",
            bytes.len()
        );
        return Err(container(8, problem));
    };

    let mut chunks = Chunks { json: &[], binary: None };
    let mut offset = 0;
    while offset < body.len() {
        let (Some(length), Some(kind)) = (word(body, offset), word(body, offset + 4)) else {
            let problem = String::from("a chunk's header is cut short; expected 8 bytes");
            return Err(container(12 + offset, problem));
        };
        let data = body[offset + 8..].get(..length as usize).ok_or_else(|| {
            let left = body.len() - offset - 8;
            let problem =
                format!("a chunk of {length} bytes; expected no more than the {left} left");
            container(12 + offset, problem)
        })?;
        match (kind, offset) {
            (JSON_CHUNK, 0) => chunks.json = data,
            (_, 0) => {
                let problem = format!("the first chunk is of kind {kind:#010x}; expected JSON");
                return Err(container(12, problem));
            }
            (BINARY_CHUNK, _) if chunks.binary.is_none() => chunks.binary = Some(data),
            _ => {} // Chunks of other kinds are skipped, as the specification says.
        }
        offset += 8 + data.len();
    }
    Ok(chunks)
}

/// The little-endian number at `offset`, if there are enough bytes.
fn word(bytes: &[u8], offset: usize) -> Option<u32> {
    bytes.get(offset..)?.first_chunk().map(|word| u32::from_le_bytes(*word))
}

/// The file `bytes` with its JSON text `old` replaced by `new`.
pub(crate) fn with_json(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    if !bytes.starts_with(MAGIC) {
        let mark = &bytes[..bytes.len() - old.len()];
        return [mark, new].concat();
    }
    let length = word(bytes, 8).map_or(bytes.len(), |length| length as usize);
    let rest = bytes.get(20 + old.len()..length).unwrap_or_default();
    let text = new.len().next_multiple_of(4);
    let mut file = Vec::with_capacity(20 + text + rest.len());
    file.extend(MAGIC);
    file.extend(2_u32.to_le_bytes());
    file.extend(((20 + text + rest.len()) as u32).to_le_bytes());
    file.extend((text as u32).to_le_bytes());
    file.extend(b"JSON");
    file.extend(new);
    file.resize(20 + text, b' ');
    file.extend(rest);
    file
}
