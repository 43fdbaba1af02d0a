# The gap along a face normal, of `a` or of `b`, from cached axes over f32.
#
# Mirrors `BoxAxes::gap` of a face in crates/asunder/src/query/separation/boxes/axes.rs with norms of one, as
# `obb_obb` in boxes.rs calls it:
#     gap = e.abs() * 1 - (h[i] * 1 + sum(m[j].abs() * k[j]))
# A product with one is exact and has no rounding here. The gap is linear in the lengths (README.md),
# so each of them in turn is one and all others are zero; a rounding that meets only zeros stays,
# because between the corners it meets more.
CACHED_ERROR = 38;
bound = CACHED_ERROR * 1b-24;

# 1. The offset along axis 0, which meets the most roundings: the difference of the middles (`d`), the
#    product, two sums, and the difference with the reach.
offset = sub_rel<24>(add_rel<24>(add_rel<24>(mul_rel<24>(ar, d), zero), zero), zero);
OFFSET = ((a * D + zero) + zero) - zero;

# 2. The box's own half extent: the sum with the other's reach, and the difference.
own = sub_rel<24>(zero, add_rel<24>(one, zero));
OWN = zero - (one + zero);

# 3. The other's half extent along axis 0: the product, two sums of the reach, then as before. Here
#    `m` is the magnitude of an entry of M, no further from the true one than entry.g allows.
other = sub_rel<24>(zero, add_rel<24>(zero, add_rel<24>(add_rel<24>(mul_rel<24>(m, one), zero), zero)));
OTHER = zero - (zero + ((M * one + zero) + zero));

{ zero in [0, 0] /\ one in [1, 1] /\
  a in [-1, 1] /\ |ar - a| <= 513b-34 /\
  D in [1, 1] /\ |d - D| <= 1b-24 /\
  M in [0, 1] /\ |m - M| <= 33b-26
->
  |offset - OFFSET| / bound <= 0.995 /\
  |own - OWN| / bound <= 0.995 /\
  |other - OTHER| / bound <= 0.995 }
