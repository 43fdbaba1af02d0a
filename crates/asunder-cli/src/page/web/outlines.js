// Shapes as lines and triangles, in space; the plane is z = 0.

const CIRCLE = 24;

/** The corners of a box in the order of their bits: bit i is the side on axis i. */
function boxCorners({ kind, values }, dimension) {
  const d = dimension;
  const middle = [0, 0, 0], half = [0, 0, 0];
  let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  if (kind === "aabb") {
    for (let t = 0; t < d; t++) {
      middle[t] = (values[t] + values[d + t]) / 2;
      half[t] = (values[d + t] - values[t]) / 2;
    }
  } else {
    for (let t = 0; t < d; t++) {
      middle[t] = values[t];
      half[t] = values[d + t];
    }
    axes = d === 3 ? axesOf(values.subarray(6, 10)) : axesInPlane(values.subarray(4, 6));
  }
  return Array.from({ length: 1 << d }, (_, corner) => {
    const at = [...middle];
    for (let axis = 0; axis < d; axis++) {
      const reach = (corner >> axis) & 1 ? half[axis] : -half[axis];
      for (let t = 0; t < d; t++) at[t] += reach * axes[axis][t];
    }
    return at;
  });
}

/** The images of the coordinate axes under a quaternion of any length but zero. */
function axesOf([x, y, z, w]) {
  const length = Math.hypot(x, y, z, w) || 1;
  [x, y, z, w] = [x / length, y / length, z / length, w / length];
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

function axesInPlane([cos, sin]) {
  const length = Math.hypot(cos, sin) || 1;
  return [[cos / length, sin / length, 0], [-sin / length, cos / length, 0], [0, 0, 1]];
}

const BOX_EDGES = {
  2: [[0, 1], [1, 3], [3, 2], [2, 0]],
  3: [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]],
};
const BOX_FACES = {
  2: [[0, 1, 3], [0, 3, 2]],
  3: [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7],
    [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]],
};

const plus = (a, b, times = 1) => [a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};
const mean = (all) => all.reduce((sum, p) => plus(sum, p, 1 / all.length), [0, 0, 0]);

/** Two directions at right angles to another and to one another. */
function across(direction) {
  const other = Math.abs(direction[1]) < 0.8 ? [0, 1, 0] : [1, 0, 0];
  const u = unit(cross(direction, other));
  return [u, cross(direction, u)];
}

/** Calls `line(from, to)` with every line of a shape's outline. */
function outline(shape, dimension, line) {
  const { kind, values, run } = shape;
  const at = (i) => point(values, i * dimension, dimension);
  if (kind === "obb" || kind === "aabb") {
    const corners = boxCorners(shape, dimension);
    for (const [i, j] of BOX_EDGES[dimension]) line(corners[i], corners[j]);
  } else if (kind === "sphere") {
    circles(at(0), values[dimension], dimension, line);
  } else if (kind === "capsule") {
    capsuleLines(at(0), at(1), values[2 * dimension], dimension, line);
  } else if (kind === "hull" || kind === "level") {
    for (let i = 0; i < run.edges.length; i += 2) line(at(run.edges[i]), at(run.edges[i + 1]));
  } else {
    for (let i = 0; 2 * i * dimension < values.length; i++) line(at(2 * i), at(2 * i + 1));
  }
}

function circles(middle, radius, dimension, line) {
  const planes = dimension === 2 ? [[0, 1]] : [[0, 1], [1, 2], [0, 2]];
  for (const [i, j] of planes) {
    const rim = (step) => {
      const angle = (2 * Math.PI * step) / CIRCLE;
      const p = [...middle];
      p[i] += radius * Math.cos(angle);
      p[j] += radius * Math.sin(angle);
      return p;
    };
    for (let step = 0; step < CIRCLE; step++) line(rim(step), rim(step + 1));
  }
}

function capsuleLines(a, b, radius, dimension, line) {
  const along = unit(minus(b, a));
  if (!(dot(along, along) > 0)) return circles(a, radius, dimension, line);
  const sides = dimension === 2 ? [[-along[1], along[0], 0]] : across(along);
  for (const side of sides) {
    // Half a circle round each end, and the two lines between them.
    const rim = (end, sign, step) => {
      const angle = (2 * Math.PI * step) / CIRCLE;
      return plus(plus(end, side, radius * Math.cos(angle)), along, sign * radius * Math.sin(angle));
    };
    for (let step = 0; step < CIRCLE / 2; step++) {
      line(rim(a, -1, step), rim(a, -1, step + 1));
      line(rim(b, 1, step), rim(b, 1, step + 1));
    }
    for (const sign of [-1, 1]) line(plus(a, side, sign * radius), plus(b, side, sign * radius));
  }
  if (dimension === 3) {
    const [u, v] = sides;
    for (const end of [a, b]) {
      const rim = (step) => {
        const angle = (2 * Math.PI * step) / CIRCLE;
        return plus(plus(end, u, radius * Math.cos(angle)), v, radius * Math.sin(angle));
      };
      for (let step = 0; step < CIRCLE; step++) line(rim(step), rim(step + 1));
    }
  }
}

/** Calls `triangle(a, b, c)` with every triangle of a shape's surface, to fill and to pick it. */
function surface(shape, dimension, triangle) {
  const { kind, values, run } = shape;
  const at = (i) => point(values, i * dimension, dimension);
  if (kind === "obb" || kind === "aabb") {
    const corners = boxCorners(shape, dimension);
    for (const [i, j, k] of BOX_FACES[dimension]) triangle(corners[i], corners[j], corners[k]);
  } else if (kind === "sphere") {
    ball(at(0), at(0), values[dimension], dimension, triangle);
  } else if (kind === "capsule") {
    ball(at(0), at(1), values[2 * dimension], dimension, triangle);
  } else if (kind === "hull" && dimension === 3) {
    const faces = run.faces;
    for (let i = 0; i < faces.length; i += 3) triangle(at(faces[i]), at(faces[i + 1]), at(faces[i + 2]));
  } else if (kind === "hull") {
    for (let i = 2; i * 2 < values.length; i++) triangle(at(0), at(i - 1), at(i));
  }
}

/** The surface of a ball, or of a capsule from `a` to `b`. */
function ball(a, b, radius, dimension, triangle) {
  const along = minus(b, a);
  const top = dot(along, along) > 0 ? unit(along) : [0, 1, 0];
  if (dimension === 2) {
    const side = [-top[1], top[0], 0];
    const middle = mean([a, b]);
    const rim = (step) => {
      const angle = (2 * Math.PI * step) / CIRCLE;
      const end = Math.sin(angle) >= 0 ? b : a;
      return plus(plus(end, side, radius * Math.cos(angle)), top, radius * Math.sin(angle));
    };
    for (let step = 0; step < CIRCLE; step++) triangle(middle, rim(step), rim(step + 1));
    return;
  }
  const [u, v] = across(top);
  const rings = 8, steps = 12;
  const spot = (ring, step) => {
    const latitude = Math.PI * (ring / rings - 0.5), turn = (2 * Math.PI * step) / steps;
    const out = radius * Math.cos(latitude);
    const p = plus(latitude > 0 ? b : a, top, radius * Math.sin(latitude));
    return plus(plus(p, u, out * Math.cos(turn)), v, out * Math.sin(turn));
  };
  for (let ring = 0; ring < rings; ring++) {
    for (let step = 0; step < steps; step++) {
      const [p, q, r, s] = [spot(ring, step), spot(ring, step + 1), spot(ring + 1, step), spot(ring + 1, step + 1)];
      triangle(p, q, r);
      triangle(q, s, r);
    }
  }
}

