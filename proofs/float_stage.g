# The gaps of points and spheres, from a box or another sphere, as `f32_stage` computes them over f32.
#
# Mirrors `beyond` in crates/asunder/src/query/separation/boxes.rs, and `SphereBox` and `SphereSphere` in
# spheres.rs, with cached axes and norms of one; a product with one is exact. Boxes' lengths are doubled.
#     beyond[i] = (dot(rows[i], offset).abs() - half[i]).positive_part()
#     gap = dot(beyond, beyond) - radius * radius         of a box
#     gap = dot(offset, offset) - reach * reach           of a sphere; reach = a.radius + b.radius
#     bound = ERROR * UNIT_F32 * scale + GLANCE_UNDERFLOW
# Neither `abs` nor `positive_part` makes an error larger.
POINT_BOX_ERROR = 9;
SPHERE_BOX_ERROR = 112;
SPHERES_ERROR = 7;
of_point = POINT_BOX_ERROR * 1b-24;
of_box = SPHERE_BOX_ERROR * 1b-24;
of_spheres = SPHERES_ERROR * 1b-24;

# 1. What is beyond a face is linear in the lengths, whose corners are as in face.g: a component of the
#    offset, and the half extent.
offset = sub_rel<24>(add_rel<24>(add_rel<24>(mul_rel<24>(ar, d), zero), zero), zero);
OFFSET = ((a * one + zero) + zero) - zero;
half = sub_rel<24>(zero, one);
HALF = zero - one;

# 2. The same of an axis-aligned box, whose offset is a sum of two differences, as in axis_aligned.g.
from_both = sub_rel<24>(add_rel<24>(from_min, from_max), zero);
FROM_BOTH = (D + D) - zero;
size_alone = sub_rel<24>(add_rel<24>(from_min, towards_max), size);
SIZE_ALONE = (D + (-D)) - one;

# 3. A sphere and a box whose lengths sum to one, so that both squares are at most one: along three axes
#    at right angles the offset reaches no further than it is long.
square = add_rel<24>(add_rel<24>(mul_rel<24>(b0, b0), mul_rel<24>(b1, b1)), mul_rel<24>(b2, b2));
gap = sub_rel<24>(square, mul_rel<24>(r, r));
SQUARE = (B0 * B0 + B1 * B1) + B2 * B2;
GAP = SQUARE - r * r;

# 4. Two spheres: linear in the squares of the components and of the reach, so that one of them is one.
apart = sub_rel<24>(add_rel<24>(add_rel<24>(mul_rel<24>(d, d), zero), zero), zero);
APART = ((one * one + zero) + zero) - zero;
across = sub_rel<24>(zero, mul_rel<24>(d, d));
ACROSS = zero - one * one;

# 5. The least bounds as they are computed. Of the lengths of a box and a sphere, a component of the offset
#    meets the most sums: four.
lengths = add_rel<24>(add_rel<24>(add_rel<24>(add_rel<24>(length, zero), zero), zero), zero);
bound = add_rel<24>(mul_rel<24>(of_box, mul_rel<24>(lengths, lengths)), underflow);
squares = add_rel<24>(add_rel<24>(add_rel<24>(mul_rel<24>(d, d), zero), zero), zero);
bound_of_spheres = add_rel<24>(mul_rel<24>(of_spheres, squares), underflow);

{ zero in [0, 0] /\ one in [1, 1] /\
  a in [-1, 1] /\ |ar - a| <= 513b-34 /\ |d - one| <= 1b-24 /\
  D in [0.5, 0.5] /\ |from_min - D| <= 1b-25 /\ |from_max - D| <= 1b-25 /\
  |towards_max - (-D)| <= 1b-25 /\ |size - one| <= 1b-24 /\
  B0 in [0, 1] /\ |b0 - B0| <= 45b-27 /\
  B1 in [0, 1] /\ |b1 - B1| <= 45b-27 /\
  B2 in [0, 1] /\ |b2 - B2| <= 45b-27 /\
  SQUARE in [0, 1] /\ r in [0, 1] /\
  |length - one| <= 3b-24 /\ underflow in [0, 1b-59]
->
  |offset - OFFSET| / of_point <= 0.995 /\
  |half - HALF| / of_point <= 0.995 /\
  |from_both - FROM_BOTH| / of_point <= 0.995 /\
  |size_alone - SIZE_ALONE| / of_point <= 0.995 /\
  # What the third part starts from.
  |offset - OFFSET| <= 45b-27 /\
  |half - HALF| <= 45b-27 /\
  |from_both - FROM_BOTH| <= 45b-27 /\
  |size_alone - SIZE_ALONE| <= 45b-27 /\
  |gap - GAP| / of_box <= 0.995 /\
  |apart - APART| / of_spheres <= 0.995 /\
  |across - ACROSS| / of_spheres <= 0.995 /\
  bound / (of_box + underflow) >= 0.999 /\
  bound_of_spheres / (of_spheres + underflow) >= 0.999 }
