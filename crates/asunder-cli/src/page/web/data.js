// The recording: JSON and numbers as `docs/viewer.md` describes them. Nothing here decides whether
// shapes meet: every answer was embedded by the library.

const VERSION = 1;

/** The bytes of base64 text. */
function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** The recording that the page carries. */
function readRecording() {
  const data = JSON.parse(document.getElementById("data").textContent);
  if (data.version !== VERSION) {
    throw new Error(`the data has version ${data.version}; expected ${VERSION}`);
  }
  const { buffer } = bytesOf(document.getElementById("blob").textContent.trim());
  const numbers = { floats: new Float32Array(buffer), words: new Uint32Array(buffer) };
  data.stages = data.stages.map((stage) => readStage(stage, data, numbers));
  return data;
}

function readStage(stage, data, { floats, words }) {
  const dimension = stage.dimension;
  const span = (array, [begin, count]) => array.subarray(begin, begin + count);
  const vector = (begin) => point(floats, begin, dimension);
  const colliders = stage.colliders.map((collider, index) => ({
    ...collider,
    index,
    ownerName: stage.owners[collider.owner],
    runs: collider.runs.map((run) => ({
      ...run,
      ticks: span(words, run.ticks),
      values: span(floats, run.values),
      edges: run.topology && span(words, run.topology[0]),
      faces: run.topology && span(words, run.topology[1]),
    })),
  }));
  const events = stage.events.map((event, index) => ({
    ...event,
    index,
    kind: data.kinds[event.kind],
    impact: event.impact === undefined ? null : {
      point: vector(event.impact),
      normal: vector(event.impact + dimension),
      fraction: floats[event.impact + 2 * dimension],
    },
    explain: event.explain ? readExplanation(event.explain, stage, floats) : null,
  }));
  const probes = stage.probes.map((probe) => ({
    ...probe,
    points: points(span(floats, probe.line), dimension),
    outline: points(span(floats, probe.outline), dimension),
  }));
  const skins = stage.skins.map((skin) => ({
    ...skin,
    positions: span(floats, skin.positions),
    indices: span(words, skin.indices),
    joints: span(words, skin.joints),
    weights: span(floats, skin.weights),
    palettes: span(floats, skin.palettes),
  }));
  const lit = litIntervals(colliders.length, events, data.last + 1, hitTicks(data));
  return { dimension, owners: stage.owners, colliders, events, probes, skins, lit };
}

function readExplanation(explain, stage, floats) {
  const d = stage.dimension;
  const rows = stage.axes[explain.axes].map((name, i) => {
    const at = explain.rows + i * (d + 6);
    const [aMin, aMax, bMin, bMax, gap, sign] = floats.subarray(at + d, at + d + 6);
    return { name, direction: point(floats, at, d), a: [aMin, aMax], b: [bMin, bMax], gap, sign };
  });
  const support = explain.support.map(([begin, count]) =>
    points(floats.subarray(begin, begin + count), d));
  return { ...explain, axes: rows, support };
}

/** A point in space; in the plane its last coordinate is zero. */
function point(floats, at, dimension) {
  return [floats[at], floats[at + 1], dimension === 3 ? floats[at + 2] : 0];
}

function points(floats, dimension) {
  const all = [];
  for (let i = 0; i + dimension <= floats.length; i += dimension) all.push(point(floats, i, dimension));
  return all;
}

/** For how many ticks a hit, who is crushed, or a question stays lit: a quarter of a second. */
function hitTicks(data) {
  return Math.max(6, Math.round(data.ticks_per_second / 4));
}

/** For each collider the times at which it is lit: `{from, until, kind, other}`, `until` excluded. */
function litIntervals(count, events, end, hitLength) {
  const lit = Array.from({ length: count }, () => []);
  const open = new Map();
  const closes = { exit: "enter", unblocked: "blocked" };
  for (const { tick, kind, a, b, against } of events) {
    const brief = { from: tick, until: tick + hitLength };
    if (kind === "hit") {
      lit[b].push({ ...brief, kind, other: a });
      lit[a].push({ ...brief, kind: "attacks", other: b });
    } else if (kind === "crushed") {
      lit[a].push({ ...brief, kind, other: b });
      for (const one of new Set([b, against ?? b])) lit[one].push({ ...brief, kind: "crushes", other: a });
    } else if (closes[kind]) {
      const key = `${closes[kind]} ${a} ${b}`;
      for (const interval of open.get(key) ?? []) interval.until = tick;
      open.delete(key);
    } else {
      const both = [[a, b], [b, a]].map(([of, other]) => {
        const interval = { from: tick, until: end, kind, other };
        lit[of].push(interval);
        return interval;
      });
      open.set(`${kind} ${a} ${b}`, both);
    }
  }
  return lit;
}

/** The shape of a collider at a tick: `{kind, values, run}`, or null where it is not in the world. */
function shapeAt(collider, tick) {
  const run = lastBefore(collider.runs, tick, (r) => r.ticks[0]);
  if (run < 0) return null;
  const { kind, width, ticks, values } = collider.runs[run];
  if (kind === "none") return null;
  const key = lastBefore(ticks, tick, (t) => t);
  return { kind, values: values.subarray(key * width, (key + 1) * width), run: collider.runs[run] };
}

/** The index of the last entry that begins at a tick or before; -1 if there is none. */
function lastBefore(list, tick, begin) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (begin(list[middle]) <= tick) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The shape, or a triangle of a level, as `asunder query` and `asunder explain` read it; null where the page does not know it. */
function shapeAsJson(shape, dimension, part) {
  const list = (from, count) => `[${[...shape.values.subarray(from, from + count)].map(shortest).join(",")}]`;
  const d = dimension;
  switch (shape.kind) {
    case "obb":
      return `{"obb":{"center":${list(0, d)},"half_extents":${list(d, d)},"rotation":${list(2 * d, d === 3 ? 4 : 2)}}}`;
    case "aabb":
      return `{"aabb":{"min":${list(0, d)},"max":${list(d, d)}}}`;
    case "sphere":
      return `{"sphere":{"center":${list(0, d)},"radius":${shortest(shape.values[d])}}}`;
    case "capsule":
      return `{"capsule":{"a":${list(0, d)},"b":${list(d, d)},"radius":${shortest(shape.values[2 * d])}}}`;
    case "level": {
      if (part === undefined) return null;
      const [a, b, c] = [0, 1, 2].map((k) => list(d * shape.run.faces[3 * part + k], d));
      return `{"triangle":{"a":${a},"b":${b},"c":${c}}}`;
    }
    case "hull": {
      const corners = [];
      for (let i = 0; i < shape.values.length; i += d) corners.push(list(i, d));
      return `{"convex_hull":{"points":[${corners.join(",")}]}}`;
    }
    default:
      return shape.run.shape ?? null;
  }
}

/** The shortest decimal that reads back to the same `f32`. */
function shortest(x) {
  for (let digits = 1; digits < 9; digits++) {
    const text = x.toPrecision(digits);
    if (Math.fround(Number(text)) === x) return String(Number(text));
  }
  return String(Number(x.toPrecision(9)));
}

