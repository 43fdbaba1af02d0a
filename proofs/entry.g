# An entry of M, the rotation between two boxes: a dot product of two cached axes.
#
# Mirrors `BoxAxes::of_kind` in crates/asunder/src/query/separation/boxes/axes.rs:
#     m[i][j] = along(a, i, &b.rows[j])     (`dot`, a fold of three products)
#
# `a0` is a component of the true unit vector, `a0r` the cached one: rounded once from f64, it is off
# by half a unit, 2^-25, and a little for the f64 behind it.
p0 = mul_rel<24>(a0r, b0r);
p1 = mul_rel<24>(a1r, b1r);
p2 = mul_rel<24>(a2r, b2r);
s1 = add_rel<24>(p0, p1);
m = add_rel<24>(s1, p2);

S1 = a0 * b0 + a1 * b1;
M = S1 + a2 * b2;

{ a0 in [-1, 1] /\ a1 in [-1, 1] /\ a2 in [-1, 1] /\
  b0 in [-1, 1] /\ b1 in [-1, 1] /\ b2 in [-1, 1] /\
  |a0r - a0| <= 513b-34 /\ |a1r - a1| <= 513b-34 /\ |a2r - a2| <= 513b-34 /\
  |b0r - b0| <= 513b-34 /\ |b1r - b1| <= 513b-34 /\ |b2r - b2| <= 513b-34 /\
  # Parts of a dot product of two unit vectors (Cauchy and Schwarz).
  S1 in [-1, 1] /\ M in [-1, 1]
->
  # The other scripts start from 33b-26, which leaves a tenth of a unit for what underflows here:
  # five results, each off by less than 2^-126.
  |m - M| <= 65b-27 }
