# The gaps of an axis-aligned box `a` against a turned box `b`, from cached axes over f32.
#
# Mirrors `BoxAxes::gap` as `aabb_obb` in boxes.rs calls them: all lengths are
# doubled, the axes of `a` are the coordinate axes, so that `e` is the offset and M the axes of `b`.
#     offset[i] = (center[i] - min[i]) + (center[i] - max[i])        size[i] = max[i] - min[i]
# Both differences of the offset round; they are (offset + size) / 2 and (offset - size) / 2, so the
# offset's error has a part at the corner where the size is one. Corners are as in face.g.
CACHED_ERROR = 38;
bound = CACHED_ERROR * 1b-24;

# The offset is one: `from_min` and `from_max` are both a half.
o = add_rel<24>(from_min, from_max);
O = D + D;
face_a_offset = sub_rel<24>(o, zero);
FACE_A_OFFSET = O - zero;
face_b_offset = sub_rel<24>(add_rel<24>(add_rel<24>(mul_rel<24>(m, o), zero), zero), zero);
FACE_B_OFFSET = ((M * O + zero) + zero) - zero;
edge_offset = sub_rel<24>(sub_rel<24>(mul_rel<24>(o, m), mul_rel<24>(zero, m2)), zero);
EDGE_OFFSET = (O * M - zero * M2) - zero;

# The size is one: of the offset, which is zero, an error remains.
r = add_rel<24>(from_min, towards_max);
R = D + (-D);
face_a_size = sub_rel<24>(r, add_rel<24>(size, zero));
FACE_A_SIZE = R - (one + zero);
face_b_size = sub_rel<24>(add_rel<24>(add_rel<24>(mul_rel<24>(m, r), zero), zero),
  add_rel<24>(zero, add_rel<24>(add_rel<24>(mul_rel<24>(m, size), zero), zero)));
FACE_B_SIZE = ((M * R + zero) + zero) - (zero + ((M * one + zero) + zero));
edge_size = sub_rel<24>(sub_rel<24>(mul_rel<24>(r, m), mul_rel<24>(zero, m2)),
  add_rel<24>(add_rel<24>(mul_rel<24>(size, m), zero), zero));
EDGE_SIZE = (R * M - zero * M2) - ((one * M + zero) + zero);

{ zero in [0, 0] /\ one in [1, 1] /\ D in [0.5, 0.5] /\
  |from_min - D| <= 1b-25 /\ |from_max - D| <= 1b-25 /\ |towards_max - (-D)| <= 1b-25 /\
  |size - one| <= 1b-24 /\
  M in [-1, 1] /\ |m - M| <= 513b-34 /\ M2 in [-1, 1] /\ |m2 - M2| <= 513b-34
->
  |face_a_offset - FACE_A_OFFSET| / bound <= 0.995 /\
  |face_b_offset - FACE_B_OFFSET| / bound <= 0.995 /\
  |edge_offset - EDGE_OFFSET| / bound <= 0.995 /\
  |face_a_size - FACE_A_SIZE| / bound <= 0.995 /\
  |face_b_size - FACE_B_SIZE| / bound <= 0.995 /\
  |edge_size - EDGE_SIZE| / bound <= 0.995 }
