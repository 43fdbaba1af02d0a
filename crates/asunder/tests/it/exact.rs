//! Exact arithmetic on the numbers of shapes, sharing no code with the library.

use core::cmp::Ordering;
use core::ops::{Add, Mul, Neg, Sub};
use dashu_int::IBig;

/// `mantissa · 2^exponent`: every finite `f32`, and every sum and product of them.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    mantissa: IBig,
    exponent: i32,
}

impl Exact {
    /// The value of a finite `f32`.
    pub(crate) fn of(x: f32) -> Self {
        assert!(x.is_finite());
        let bits = x.to_bits();
        let (biased, fraction) = ((bits >> 23 & 0xff) as i32, (bits & 0x7f_ffff) as i32);
        let magnitude = if biased == 0 { fraction } else { fraction | 1 << 23 };
        let mantissa = IBig::from(if bits >> 31 == 0 { magnitude } else { -magnitude });
        Self { mantissa, exponent: biased.max(1) - 150 }
    }

    pub(crate) fn zero() -> Self {
        Self { mantissa: IBig::from(0), exponent: 0 }
    }

    pub(crate) fn abs(self) -> Self {
        if self < Self::zero() { -self } else { self }
    }

    pub(crate) fn square(&self) -> Self {
        self.clone() * self.clone()
    }

    /// The mantissas of two numbers over their smaller exponent.
    fn aligned(a: &Self, b: &Self) -> (IBig, IBig, i32) {
        let exponent = a.exponent.min(b.exponent);
        let shifted = |x: &Self| x.mantissa.clone() << (x.exponent - exponent) as usize;
        (shifted(a), shifted(b), exponent)
    }
}

impl Add for Exact {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (a, b, exponent) = Self::aligned(&self, &other);
        Self { mantissa: a + b, exponent }
    }
}

impl Neg for Exact {
    type Output = Self;
    fn neg(self) -> Self {
        Self { mantissa: -self.mantissa, ..self }
    }
}

impl Sub for Exact {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Exact {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self { mantissa: self.mantissa * other.mantissa, exponent: self.exponent + other.exponent }
    }
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let (a, b, _) = Self::aligned(self, other);
        a.partial_cmp(&b)
    }
}

/// The dot product.
pub(crate) fn dot<const D: usize>(a: &[Exact; D], b: &[Exact; D]) -> Exact {
    a.iter().zip(b).fold(Exact::zero(), |sum, (x, y)| sum + x.clone() * y.clone())
}

/// `rows[i]` is `norm` times axis `i` of a box turned by the quaternion.
pub(crate) fn frame(quaternion: [f32; 4]) -> ([[Exact; 3]; 3], Exact) {
    let q = quaternion.map(Exact::of);
    let double = |i: usize, j: usize| {
        let product = q[i].clone() * q[j].clone();
        product.clone() + product
    };
    let norm = dot(&q, &q);
    // R = 1 - 2(yy + zz) on the diagonal, 2(xy ± wz) off it, over |q|².
    let rows = core::array::from_fn(|i| {
        core::array::from_fn(|j| {
            let (k, l) = ((i + 1) % 3, (i + 2) % 3);
            if i == j {
                norm.clone() - double(k, k) - double(l, l)
            } else if j == k {
                double(i, j) + double(3, l)
            } else {
                double(i, j) - double(3, k)
            }
        })
    });
    (rows, norm)
}

#[test]
fn arithmetic_and_frames() {
    let of = Exact::of;
    assert!(of(f32::from_bits(1)) > Exact::zero());
    assert!(of(1e30) + of(1e-30) - of(1e30) == of(1e-30));
    assert!(of(-3.0) * of(0.5) == of(-1.5) && of(-3.0).abs() == of(3.0));
    // A quarter turn about z takes x to y and y to -x.
    let (rows, norm) = frame([0.0, 0.0, 1.0, 1.0]);
    assert!(norm == of(2.0) && rows[0][1] == of(2.0) && rows[1][0] == of(-2.0));
    assert!(rows[2][2] == of(2.0) && rows[0][0] == Exact::zero());
}
