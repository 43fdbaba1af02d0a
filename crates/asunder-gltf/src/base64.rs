//! Base64 (RFC 4648, section 4), which embeds a buffer in the text of a `.gltf` file.

/// Decodes base64; an error is the position of the first invalid character.
///
/// Padding is optional: a text whose length is not a multiple of four may end without it.
pub(crate) fn decode(text: &[u8]) -> Result<Vec<u8>, usize> {
    let padding = text.iter().rev().take(2).take_while(|&&c| c == b'=').count();
    let digits = &text[..text.len() - padding];
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for (index, group) in digits.chunks(4).enumerate() {
        let mut bits = 0_u32;
        for (place, &character) in group.iter().enumerate() {
            bits |= digit(character).ok_or(index * 4 + place)? << (18 - 6 * place);
        }
        let [_, first, second, third] = bits.to_be_bytes();
        match group.len() {
            4 => bytes.extend([first, second, third]),
            3 => bytes.extend([first, second]),
            2 => bytes.push(first),
            _ => return Err(digits.len()), // Six bits are less than a byte.
        }
    }
    Ok(bytes)
}

fn digit(character: u8) -> Option<u32> {
    Some(u32::from(match character {
        b'A'..=b'Z' => character - b'A',
        b'a'..=b'z' => character - b'a' + 26,
        b'0'..=b'9' => character - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn test_vectors_of_rfc_4648() {
        let cases: [(&str, &[u8]); 7] = [
            ("", b""),
            ("Zg==", b"f"),
            ("Zm8=", b"fo"),
            ("Zm9v", b"foo"),
            ("Zm9vYg==", b"foob"),
            ("Zm9vYmE=", b"fooba"),
            ("Zm9vYmFy", b"foobar"),
        ];
        for (text, bytes) in cases {
            assert_eq!(decode(text.as_bytes()).unwrap(), bytes, "{text}");
        }
        assert_eq!(decode(b"++//").unwrap(), [0xfb, 0xef, 0xff]);
    }

    #[test]
    fn strangers_are_found() {
        assert_eq!(decode(b"Zm9v!mFy"), Err(4));
        assert_eq!(decode(b"Zm9vY"), Err(5), "a lone last digit");
        assert_eq!(decode(b"===="), Err(0), "padding only");
        assert_eq!(decode(b"Zg==Zg=="), Err(2), "padding inside");
    }
}
