//! Bytes as numbers that are hard to decide on.

/// A source of numbers; when its bytes end, it yields zeros.
#[derive(Debug)]
pub(crate) struct Bytes<'a> {
    rest: &'a [u8],
    /// The numbers so far, to be repeated or just missed.
    past: Vec<f32>,
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Self { rest: data, past: Vec::new() }
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        first
    }

    fn signed(&mut self) -> f32 {
        f32::from(self.byte() as i8)
    }

    /// An earlier number, as many steps back as a byte says.
    fn earlier(&mut self) -> f32 {
        let back = usize::from(self.byte());
        let count = self.past.len();
        if count == 0 { 0.0 } else { self.past[count - 1 - back % count] }
    }

    /// Any finite number. Coarse and repeated ones are likelier than their share, because contacts
    /// between them are exact, or fail by a unit in the last place.
    pub(crate) fn number(&mut self) -> f32 {
        let kind = self.byte();
        let number = match kind % 8 {
            0 => 0.0,
            1 => finite(std::array::from_fn(|_| self.byte())),
            2 => self.signed() / 4.0,
            3 => self.earlier(),
            4 => self.earlier().next_up(),
            5 => -self.earlier(),
            6 => {
                let significand = self.signed();
                scaled(significand, self.byte() as i8)
            }
            _ => self.signed() + self.signed() / 256.0,
        };
        // The upper bits of a kind nudge a number that rounding has to tell from its neighbours.
        let number = match kind / 8 % 4 {
            1 => number.next_down(),
            2 => number * 3.0,
            _ => number,
        };
        let number = if number.is_finite() { number } else { f32::MAX };
        self.past.push(number);
        number
    }

    /// A number that is not negative.
    pub(crate) fn length(&mut self) -> f32 {
        self.number().abs()
    }

    /// Two numbers, the smaller first.
    pub(crate) fn ordered(&mut self) -> [f32; 2] {
        let (one, other) = (self.number(), self.number());
        if one <= other { [one, other] } else { [other, one] }
    }

    pub(crate) fn vector<const D: usize>(&mut self) -> [f32; D] {
        std::array::from_fn(|_| self.number())
    }

    /// A vector that is not zero.
    pub(crate) fn direction<const D: usize>(&mut self) -> [f32; D] {
        let mut direction = self.vector();
        if direction.iter().all(|x| *x == 0.0) {
            direction[D - 1] = 1.0;
        }
        direction
    }
}

/// The number with these bits, or one that is finite.
fn finite(bytes: [u8; 4]) -> f32 {
    let number = f32::from_le_bytes(bytes);
    if number.is_finite() { number } else { f32::from_bits(number.to_bits() & 0xbfff_ffff) }
}

/// A number times a power of two, as far as `f32` reaches.
fn scaled(number: f32, exponent: i8) -> f32 {
    let mut scaled = number;
    for _ in 0..exponent.unsigned_abs() {
        scaled *= if exponent < 0 { 0.5 } else { 2.0 };
    }
    scaled
}
