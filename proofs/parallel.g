# The factors of the lemma on nearly parallel edges, `nearly_parallel_overlap` in axes.rs, cover what
# the lemma asks for and the roundings of f32.
#
# The lemma asks for overlap > 2.74 * eps * lengths and half > eps * |half|, eps = 2 sin(theta / 2),
# where sin theta < 1/4. With s = sin theta, eps = s * sqrt(2 / (1 + sqrt(1 - s * s))). The computed
# sine exceeds s: its slack of 2 * 38 units is more than entry.g says its two entries can lack.
OVERLAP_FACTOR = 4.0;
THICK_FACTOR = 1.5;

ratio = sqrt(2 / (1 + sqrt(1 - s * s)));

# Per unit of sine and of length. The overlap has a rounding of its own, and the lengths have five.
overlap = mul_rel<24>(mul_rel<24>(OVERLAP_FACTOR, sine), lengths) * rounding;
thick = mul_rel<24>(mul_rel<24>(THICK_FACTOR, sine), lengths) * rounding;

{ s in [0, 0.25] /\ sine in [1, 1] /\ lengths in [0.9999, 1.0001] /\ rounding in [0.9999, 1.0001]
->
  overlap / (2.74 * ratio) >= 1 /\
  thick / ratio >= 1 }
