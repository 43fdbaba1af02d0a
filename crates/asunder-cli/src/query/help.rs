//! What `asunder query --help` says beyond its options.

pub(super) const LONG: &str = r#"Example:
  The file pairs.jsonl holds two lines, two discs that touch and two that do not:

    {"a":{"sphere":{"center":[0,0],"radius":1}},"b":{"sphere":{"center":[2,0],"radius":1}}}
    {"a":{"sphere":{"center":[0,0],"radius":1}},"b":{"sphere":{"center":[3,0],"radius":1}}}

  and `asunder query intersects pairs.jsonl` prints

    {"intersects":true}
    {"intersects":false}

  Where a shell leaves quotes alone, a line can be piped in:

    echo '{"a":{"point":[1,2]},"b":{"plane":{"normal":[0,1],"offset":0}}}' | asunder query side

Shapes:
  {"point":[x,y]}
  {"segment":{"a":[x,y],"b":[x,y]}}
  {"ray":{"origin":[x,y],"direction":[x,y]}}   every point origin + t·direction with t >= 0
  {"plane":{"normal":[x,y],"offset":d}}        every point p with normal·p = offset
  {"half_space":{"normal":[x,y],"offset":d}}   every point p with normal·p <= offset
  {"sphere":{"center":[x,y],"radius":r}}
  {"capsule":{"a":[x,y],"b":[x,y],"radius":r}}
  {"aabb":{"min":[x,y],"max":[x,y]}}
  {"obb":{"center":[x,y],"half_extents":[x,y],"rotation":[cos,sin]}}   without a rotation: not turned
  {"obb":{"center":[x,y],"half_extents":[x,y],"axes":[[x,y],[x,y]]}}   at right angles, of any length
  {"obb":{"half_extents":[x,y],"matrix":[16 numbers],"layout":"directx", "gltf" or "ogre"}}
                                               a box in a node's own space, which its matrix places
  {"triangle":{"a":[x,y],"b":[x,y],"c":[x,y]}}
  {"convex_hull":{"points":[[x,y],...]}}
  {"parallelepiped":{"center":[x,y],"edges":[[x,y],[x,y]]}}   from the center to each face's middle
  {"frustum":{"half_spaces":[{"normal":[x,y],"offset":d},...]}}   one to six
  In 3D, vectors are [x,y,z], a parallelepiped has three edges, rotations are quaternions [x,y,z,w],
  and a frustum may also be given as a camera, looking along -z turned by its rotation, with slopes
  for its sides at depth one; or by a view-projection matrix, for column vectors:
  {"frustum":{"origin":[x,y,z],"rotation":[x,y,z,w],"slopes":[left,right,bottom,top],
              "near":n,"far":f}}
  {"frustum":{"projection":[16 numbers],"layout":"rows" or "columns",
              "depth":"zero_to_one" or "minus_one_to_one"}}
  Each on one line. Rotations, normals and directions may have any length but zero.

Answers:
  intersects   {"intersects":true}, or false; penetrates and contains likewise
  containment  {"containment":"disjoint"}, or "intersects" or "contains"
  side         {"side":"front"}, or "back" or "straddling"; b is a plane
  distance     {"distance":0.5}, never above the true one; 0 where they intersect
  closest      {"closest":{"a":[x,y],"b":[x,y]}}, or null where they intersect
  penetration  {"penetration":{"normal":[x,y],"depth":d}}, the way out for a, or null where apart
  contact      {"contact":{"normal":[x,y],"depth":d,"points":[{"a":[x,y],"b":[x,y],"depth":d},...],
               "feature":{"a":{"face":0},"b":{"vertex":2}}}}, or null where they are apart
  ray          {"hit":{"fraction":f,"point":[x,y],"normal":[x,y],"started":"apart"}}, started being
               "touching" or "overlapping" where a begins on or inside b, or null where they share no
               point; a is a ray or a segment, and f is in units of its direction or its length
  cast         the same, for lines {"a":SHAPE,"motion":[x,y],"b":SHAPE}; f is a part of the motion
  move         {"move":{"position":[x,y],"fraction":f,"gap":g,"hits":[{"obstacle":0,"point":[x,y],
               "normal":[x,y],"fraction":f},...]}}, for lines
               {"a":SHAPE,"motion":[x,y],"obstacles":[SHAPE,...]}; with "started_penetrating":true
               where a penetrates one at the start and so was not moved, and "backed_off":true
               where it had to stop further back than a few units in the last place
  slide        {"slide":{"moved":[x,y],"remaining":[x,y],"floor":{"obstacle":0,"normal":[x,y]},
               "stepped":false,"snapped":false,"hits":[...]}}, for lines {"a":SHAPE,"motion":[x,y],
               "obstacles":[SHAPE,...],"options":{"step_height":h,"max_slope":45,"snap":h,
               "up":[0,1]}}, each option with its default, and options as well; also "ledge":h and
               "keep_speed":true. The floor is null in the air. Where a penetrates an obstacle at
               the start it is moved out first, and "started_penetrating":true says so; where
               there is no place, "stuck":0 names the obstacle
  depenetrate  {"depenetrate":{"moved":[x,y]}}, or null where no place was found, for lines
               {"a":SHAPE,"obstacles":[SHAPE,...]}
  explain      {"explain":{"intersects":true,"penetrates":false,"axes":[...],"text":"..."}}
Answers are exact for the 32-bit numbers nearest to those written. A line that cannot be answered
yields {"error":"line 7: ..."} in its place.

Exit code: 0 where every line was answered, 2 where one was not, and on bad usage."#;
