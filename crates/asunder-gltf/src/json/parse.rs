//! Parsing of JSON within a bound on memory.

use serde_json::Value;

use crate::GltfError;

/// Parses JSON whose values take little enough memory.
///
/// An object of a few letters takes hundreds of bytes, so that a text of allowed size may need too much.
pub(crate) fn parse(file: &str, text: &[u8]) -> Result<Value, GltfError> {
    let bytes = memory(text);
    if bytes > MOST_IN_MIB << 20 {
        return Err(GltfError::Invalid {
            file: file.to_owned(),
            path: String::from("its JSON"),
            value: format!("a text whose values take {} MiB", bytes >> 20),
            expected: format!("less than {MOST_IN_MIB} MiB: numbers belong in buffers"),
        });
    }
    serde_json::from_slice(text).map_err(|cause| GltfError::Json { file: file.to_owned(), cause })
}

/// Enough for half a million nodes.
const MOST_IN_MIB: u64 = 1024;

/// An estimate of the bytes that the values of a text take, without its strings.
fn memory(text: &[u8]) -> u64 {
    /// A value, with the spare capacity of a list; and the first node of an object's B-tree.
    const VALUE: u64 = 64;
    const OBJECT: u64 = 640;
    let (mut bytes, mut rest) = (0, text.iter());
    while let Some(byte) = rest.next() {
        match byte {
            b'"' => {
                // Skips to the end of the string.
                while let Some(byte) = rest.next().filter(|&&byte| byte != b'"') {
                    if *byte == b'\\' {
                        rest.next();
                    }
                }
            }
            b',' | b'[' | b':' => bytes += VALUE,
            b'{' => bytes += OBJECT,
            _ => {}
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_outside_of_strings_is_counted() {
        for (text, values, objects) in [
            (r#"{"a":[1,2,{}]}"#, 4, 2),
            (r#""{[,:""#, 0, 0),
            (r#"["\"{","\\",{}]"#, 3, 1),
            (r#""\"#, 0, 0),
        ] {
            assert_eq!(memory(text.as_bytes()), 64 * values + 640 * objects, "{text}");
        }
    }

    #[test]
    fn small_objects_cannot_take_all_memory() {
        let text = format!("[{}{{}}]", r#"{"":0},"#.repeat(2_000_000));
        let message = parse("many.gltf", text.as_bytes()).unwrap_err().to_string();
        let expected = "many.gltf: its JSON is a text whose values take 1464 MiB; expected less ";
        assert!(message.starts_with(expected), "{message}");
        assert!(
            parse("few.gltf", &text.as_bytes()[..7_000])
                .is_err_and(|error| { matches!(error, GltfError::Json { .. }) })
        );
    }
}
