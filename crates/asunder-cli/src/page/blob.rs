//! Numbers for the page: little-endian words of four bytes, in base64.

/// A list of `f32` and `u32`, addressed by word.
#[derive(Debug, Default)]
pub(super) struct Blob(Vec<u8>);

/// Where numbers begin, in words, and how many there are.
pub(super) type Span = [usize; 2];

impl Blob {
    /// Appends numbers.
    pub(super) fn floats(&mut self, values: impl IntoIterator<Item = f32>) -> Span {
        self.words(values.into_iter().map(f32::to_bits))
    }

    /// Appends whole numbers.
    pub(super) fn words(&mut self, values: impl IntoIterator<Item = u32>) -> Span {
        let begin = self.0.len() / 4;
        for value in values {
            self.0.extend(value.to_le_bytes());
        }
        [begin, self.0.len() / 4 - begin]
    }

    /// All of it in base64 (RFC 4648).
    pub(super) fn base64(&self) -> String {
        const DIGITS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut text = String::with_capacity(self.0.len().div_ceil(3) * 4);
        for group in self.0.chunks(3) {
            let byte = |i: usize| u32::from(group.get(i).copied().unwrap_or(0));
            let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
            for digit in 0..4 {
                let index = (bits >> (18 - 6 * digit)) & 63;
                let is_padding = digit > group.len();
                text.push(if is_padding { '=' } else { char::from(DIGITS[index as usize]) });
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Blob;

    #[test]
    fn base64_has_its_published_values() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(Blob(bytes.as_bytes().to_vec()).base64(), text);
        }
    }

    #[test]
    fn numbers_are_found_by_word() {
        let mut blob = Blob::default();
        assert_eq!(blob.floats([1.0, -2.0]), [0, 2]);
        assert_eq!(blob.words([7]), [2, 1]);
        assert_eq!(blob.0[8..], [7, 0, 0, 0]);
    }
}
