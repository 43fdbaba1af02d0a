# The bound itself, as `cached_axes_stage` in boxes.rs computes it over f32, is no smaller than 0.999 of what it means.
#
#     lengths = sum(abs(offset)) + (sum(a.half) + sum(b.half))
#     bound = CACHED_ERROR * UNIT_F32 * lengths + CACHED_UNDERFLOW
# The lengths are a sum of what is not negative, so again each of them in turn is one. An offset meets
# the most roundings: two within it, two sums, and one more. What the other scripts prove leaves room
# for the thousandth, and for the lengths that underflow: twenty numbers below 2^-126, times 2^-18.
CACHED_ERROR = 38;
CACHED_LIMIT = 1e30;
per_length = CACHED_ERROR * 1b-24;

lengths = add_rel<24>(add_rel<24>(add_rel<24>(d, zero), zero), zero);
product = mul_rel<24>(per_length, lengths);
bound = add_rel<24>(product, underflow);

# The largest number on the way to a gap, where no length exceeds 1.001 * CACHED_LIMIT: no overflow.
along = 2 * (1.001 * (3.01 * (1.001 * CACHED_LIMIT)));
gap = along + 4.01 * (1.001 * CACHED_LIMIT);

{ zero in [0, 0] /\ one in [1, 1] /\ |d - one| <= 17b-27 /\ underflow in [2.999e-36, 3.001e-36]
->
  bound / (per_length + underflow) >= 0.999 /\
  gap <= 3e38 }
