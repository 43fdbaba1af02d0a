# What underflow takes from a gap over f32, gradually or where the processor takes subnormals for zero.
#
# A gap is linear in its lengths and in what its operations lose (README.md), so here all lengths are
# zero and only the losses are left. A number that is lost is off by less than 2^-126. A difference of
# middles (d) may lose two inputs and itself; an upright box's offset is a sum of two such differences.
CACHED_UNDERFLOW = 3e-36;

# Components along two axes (`dot` in axes.rs): three products, two sums.
e1 = add_rel<24>(add_rel<24>(mul_rel<24>(a0, d0) + z0, mul_rel<24>(a1, d1) + z1) + z2,
  mul_rel<24>(a2, d2) + z3) + z4;
e2 = add_rel<24>(add_rel<24>(mul_rel<24>(b0, d0) + z5, mul_rel<24>(b1, d1) + z6) + z7,
  mul_rel<24>(b2, d2) + z8) + z9;

# Along a face: abs(e) - (h + (m0 * k0 + m1 * k1 + m2 * k2)).
reach = add_rel<24>(add_rel<24>(mul_rel<24>(m0, k0) + z10, mul_rel<24>(m1, k1) + z11) + z12,
  mul_rel<24>(m2, k2) + z13) + z14;
face = sub_rel<24>(e1, add_rel<24>(h0, reach) + z15) + z16;

# Along a cross product of edges: abs(e2 * m1 - e1 * m2) less two sums of two products, and their sum.
along = sub_rel<24>(mul_rel<24>(e2, m1) + z17, mul_rel<24>(e1, m2) + z18) + z19;
reach_a = add_rel<24>(mul_rel<24>(h0, m0) + z20, mul_rel<24>(h1, m1) + z21) + z22;
reach_b = add_rel<24>(mul_rel<24>(k0, m0) + z23, mul_rel<24>(k1, m1) + z24) + z25;
edge = sub_rel<24>(along, add_rel<24>(reach_a, reach_b) + z26) + z27;

{ a0 in [-1.001, 1.001] /\ a1 in [-1.001, 1.001] /\ a2 in [-1.001, 1.001] /\
  b0 in [-1.001, 1.001] /\ b1 in [-1.001, 1.001] /\ b2 in [-1.001, 1.001] /\
  m0 in [-1.001, 1.001] /\ m1 in [-1.001, 1.001] /\ m2 in [-1.001, 1.001] /\
  |d0| <= 7b-126 /\ |d1| <= 7b-126 /\ |d2| <= 7b-126 /\
  |h0| <= 3b-126 /\ |h1| <= 3b-126 /\ |k0| <= 3b-126 /\ |k1| <= 3b-126 /\ |k2| <= 3b-126 /\
  |z0| <= 1b-126 /\ |z1| <= 1b-126 /\ |z2| <= 1b-126 /\ |z3| <= 1b-126 /\ |z4| <= 1b-126 /\ |z5| <= 1b-126 /\
  |z6| <= 1b-126 /\ |z7| <= 1b-126 /\ |z8| <= 1b-126 /\ |z9| <= 1b-126 /\ |z10| <= 1b-126 /\ |z11| <= 1b-126 /\
  |z12| <= 1b-126 /\ |z13| <= 1b-126 /\ |z14| <= 1b-126 /\ |z15| <= 1b-126 /\ |z16| <= 1b-126 /\ |z17| <= 1b-126 /\
  |z18| <= 1b-126 /\ |z19| <= 1b-126 /\ |z20| <= 1b-126 /\ |z21| <= 1b-126 /\ |z22| <= 1b-126 /\ |z23| <= 1b-126 /\
  |z24| <= 1b-126 /\ |z25| <= 1b-126 /\ |z26| <= 1b-126 /\ |z27| <= 1b-126
->
  |face| / CACHED_UNDERFLOW <= 0.9 /\
  |edge| / CACHED_UNDERFLOW <= 0.9 }
