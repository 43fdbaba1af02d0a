# The gap along a cross product of edges, from cached axes over f32.
#
# Mirrors `BoxAxes::gap` of edges in crates/asunder/src/query/separation/boxes/axes.rs with norms of one, as
# `obb_obb` in boxes.rs calls it:
#     reach_a = h[i1] * m[i2][j].abs() + h[i2] * m[i1][j].abs()
#     reach_b = k[j1] * m[i][j2].abs() + k[j2] * m[i][j1].abs()
#     along = e[i2] * m[i1][j] - e[i1] * m[i2][j]
#     gap = along.abs() - 1 * (reach_a + reach_b)
# The corners of the simplex of lengths are as in face.g.
CACHED_ERROR = 38;
bound = CACHED_ERROR * 1b-24;

# 1. The offset along axis 0. `a1`, `a2` are components of two axes of `a`, `m1`, `m2` entries of M.
e1 = add_rel<24>(add_rel<24>(mul_rel<24>(a1r, d), zero), zero);
e2 = add_rel<24>(add_rel<24>(mul_rel<24>(a2r, d), zero), zero);
along = sub_rel<24>(mul_rel<24>(e2, m1), mul_rel<24>(e1, m2));
offset = sub_rel<24>(along, zero);

E1 = (a1 * D + zero) + zero;
E2 = (a2 * D + zero) + zero;
ALONG = E2 * M1 - E1 * M2;
OFFSET = ALONG - zero;

# 2. A half extent of either box: the product, the sum of one reach, the sum of both, the difference.
reach = add_rel<24>(mul_rel<24>(one, m), zero);
half = sub_rel<24>(zero, add_rel<24>(reach, zero));
HALF = zero - ((one * M + zero) + zero);

{ zero in [0, 0] /\ one in [1, 1] /\
  a1 in [-1, 1] /\ |a1r - a1| <= 513b-34 /\
  a2 in [-1, 1] /\ |a2r - a2| <= 513b-34 /\
  D in [1, 1] /\ |d - D| <= 1b-24 /\
  M1 in [-1, 1] /\ |m1 - M1| <= 33b-26 /\
  M2 in [-1, 1] /\ |m2 - M2| <= 33b-26 /\
  M in [0, 1] /\ |m - M| <= 33b-26
->
  |offset - OFFSET| / bound <= 0.995 /\
  |half - HALF| / bound <= 0.995 }
