// One world on a canvas: skins, boxes, what is in contact, questions, and the chosen pair.

const COLOURS = {
  light: {
    page: "#fbfaf8", grid: "#e0dcd4", idle: "#2f6cb3", fixed: "#6b7280", enter: "#d61f1f", blocked: "#c47f00",
    hit: "#b01fc2", attacks: "#b01fc2", crushed: "#4d7c0f", crushes: "#4d7c0f", a: "#d61f1f", b: "#1d4fd7", plane: "#7c3aed", probe: "#0f766e", ghost: "#7c3aed",
    ground: "#d8d4cb", wall: "#9a948a", edge: "#8d877c",
    skins: ["#d9b3a6", "#a9bddb", "#b3d0b6", "#cbbad8", "#d9cf9f", "#a8d0d0"],
  },
  dark: {
    page: "#14181d", grid: "#2a3038", idle: "#7db4f5", fixed: "#8b94a1", enter: "#ff5f5f", blocked: "#f5b942",
    hit: "#ee7dff", attacks: "#ee7dff", crushed: "#a3e635", crushes: "#a3e635", a: "#ff6b6b", b: "#74a9ff", plane: "#b79bff", probe: "#2dd4bf", ghost: "#b79bff",
    ground: "#3c434c", wall: "#8a94a0", edge: "#78828e",
    skins: ["#8d6a5f", "#5f7597", "#64866a", "#7d6a8e", "#87804f", "#558585"],
  },
};

/** Which state is drawn where several hold: the last. */
const ORDER = ["idle", "fixed", "enter", "blocked", "crushes", "attacks", "crushed", "hit"];

/** The state of a collider at a tick. */
function stateAt(stage, collider, tick) {
  let state = collider.fixed ? "fixed" : "idle";
  for (const { from, until, kind } of stage.lit[collider.index]) {
    if (from <= tick && tick < until && ORDER.indexOf(kind) > ORDER.indexOf(state)) state = kind;
  }
  return state;
}

class StageView {
  /** Shows a stage in an element; `onPick({collider or null, part}, event)` is called at a click. */
  constructor(element, stage, recording, onPick) {
    this.element = element;
    this.stage = stage;
    this.recording = recording;
    this.renderer = new THREE.WebGLRenderer({ antialias: true });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    element.prepend(this.renderer.domElement);
    this.scene = new THREE.Scene();
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8a8f98, 2.2));
    const sun = new THREE.DirectionalLight(0xffffff, 1.6);
    sun.position.set(0.3, 0.85, 0.43);
    this.scene.add(sun);
    this.bounds = boundsOf(stage, recording);
    this.makeCamera();
    this.grid = new LineBatch(this.scene, 1, 0);
    this.levels = levelsOf(stage).map((collider) => new LevelView(this.scene, collider));
    this.skins = stage.skins.map((skin) => this.makeSkin(skin));
    this.fills = new FillBatch(this.scene, 2);
    this.thin = new LineBatch(this.scene, 1.4, 3);
    this.thick = new LineBatch(this.scene, 2.8, 4);
    this.bold = new LineBatch(this.scene, 5, 5);
    this.labels = new Map();
    this.watchPointer(onPick);
    // Everything stays in sight until somebody has moved the view.
    this.controls.addEventListener("start", () => { this.isMoved = true; });
    new ResizeObserver(() => this.isMoved ? this.resize() : this.fit()).observe(element);
    this.resize();
    this.fit();
  }

  makeCamera() {
    const flat = this.stage.dimension === 2;
    this.camera = flat
      ? new THREE.OrthographicCamera(-1, 1, 1, -1, -1e6, 1e6)
      : new THREE.PerspectiveCamera(35, 1, 0.01, 1e4);
    this.controls = new THREE.OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableRotate = !flat;
    this.controls.screenSpacePanning = true;
    this.controls.zoomToCursor = true;
    if (flat) {
      // One finger and the first button pan: there is nothing to turn.
      this.controls.mouseButtons.LEFT = 2;
      this.controls.touches.ONE = 1;
    }
    this.controls.addEventListener("change", () => this.draw());
  }

  /** Looks at everything, or at a box around some points. */
  fit(points) {
    this.isMoved = points !== undefined;
    const [low, high] = points ? boxAround(points) : this.bounds;
    const middle = mean([low, high]);
    const size = minus(high, low).map((x) => Math.max(x, 1e-6));
    const { width, height } = this.size();
    this.controls.target.set(...middle);
    if (this.stage.dimension === 2) {
      this.camera.position.set(middle[0], middle[1], 10);
      this.half = 0.56 * Math.max(size[1], (size[0] * height) / width);
      this.camera.zoom = 1;
    } else {
      const towards = unit(points ? this.camera.position.clone().sub(this.controls.target).toArray()
        // Rooms are looked into from above.
        : [0.42, this.levels?.length ? 0.75 : 0.28, 0.86]);
      // As near as every corner of the box allows that it stays in the picture.
      const right = unit(cross([0, 1, 0], towards)), up = cross(towards, right);
      const slope = Math.tan((35 * Math.PI) / 360);
      let distance = 0;
      for (let corner = 0; corner < 8; corner++) {
        const p = size.map((length, t) => ((corner >> t) & 1 ? 0.5 : -0.5) * length);
        const reach = Math.max((Math.abs(dot(p, right)) * height) / width, Math.abs(dot(p, up)));
        distance = Math.max(distance, dot(p, towards) + reach / slope);
      }
      distance *= points ? 1.5 : 1.08;
      this.camera.position.set(...plus(middle, towards, distance));
      this.camera.near = distance / 500;
      this.camera.far = distance * 200;
    }
    this.resize();
    this.controls.update();
    this.draw();
  }

  size() {
    const { clientWidth, clientHeight } = this.element;
    return { width: Math.max(clientWidth, 1), height: Math.max(clientHeight, 1) };
  }

  resize() {
    const { width, height } = this.size();
    this.renderer.setSize(width, height, false);
    if (this.stage.dimension === 2) {
      const half = this.half ?? 1;
      Object.assign(this.camera, { left: (-half * width) / height, right: (half * width) / height, top: half, bottom: -half });
    } else {
      this.camera.aspect = width / height;
    }
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /** A skinned mesh whose bones are set, tick by tick, to the matrices of the recording. */
  makeSkin(skin) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(skin.positions, 3));
    geometry.setAttribute("skinIndex", new THREE.BufferAttribute(Uint16Array.from(skin.joints), 4));
    geometry.setAttribute("skinWeight", new THREE.BufferAttribute(skin.weights, 4));
    geometry.setIndex(new THREE.BufferAttribute(skin.indices, 1));
    geometry.computeVertexNormals();
    const material = new THREE.MeshLambertMaterial({ transparent: true, opacity: 0.62 });
    const mesh = new THREE.SkinnedMesh(geometry, material);
    const bones = Array.from({ length: skin.bones }, () => new THREE.Bone());
    const inverses = bones.map(() => new THREE.Matrix4());
    mesh.bind(new THREE.Skeleton(bones, inverses), new THREE.Matrix4());
    mesh.frustumCulled = false;
    mesh.renderOrder = 1;
    this.scene.add(mesh);
    return { mesh, bones, skin };
  }

  placeSkins(tick) {
    for (const { mesh, bones, skin } of this.skins) {
      const begin = (tick - this.recording.first) * skin.bones * 12;
      mesh.visible = this.view.skins && begin + skin.bones * 12 <= skin.palettes.length;
      if (!mesh.visible) continue;
      bones.forEach((bone, i) => {
        const m = skin.palettes.subarray(begin + 12 * i, begin + 12 * i + 12);
        bone.matrixWorld.set(...m, 0, 0, 0, 1);
      });
      mesh.material.color.set(this.colours.skins[skin.owner % this.colours.skins.length]);
      mesh.material.opacity = this.view.pair ? 0.3 : 0.62;
    }
  }

  /** Shows a tick: `{tick, skins, boxes, names, level, dark, pair: [a, b] or null, explain, chosen, part, partOf}`. */
  show(view) {
    this.view = view;
    const palette = COLOURS[view.dark ? "dark" : "light"];
    this.colours = palette;
    const made = Object.entries(palette).filter(([name]) => name !== "skins");
    this.ink = Object.fromEntries(made.map(([name, hex]) => [name, new THREE.Color(hex)]));
    this.scene.background = this.ink.page;
    this.drawGrid();
    this.levels.forEach((level) => level.show(view, this.ink));
    this.placeSkins(view.tick);
    const batches = [this.fills, this.thin, this.thick, this.bold];
    batches.forEach((batch) => batch.begin());
    this.tops = new Map();
    if (view.boxes) this.drawColliders();
    if (view.part !== undefined) this.drawPart();
    this.drawHits();
    this.drawProbes();
    if (view.explain) this.drawExplanation();
    batches.forEach((batch) => batch.end());
    this.draw();
  }

  /** The triangle of a level that was chosen, or that an event is about. */
  drawPart() {
    const { part, partOf, pair } = this.view;
    const shape = shapeAt(this.stage.colliders[partOf], this.view.tick);
    if (shape?.kind !== "level") return;
    const corners = cornersOfTriangle(shape, part);
    const colour = !pair ? this.ink.fixed : pair[0] === partOf ? this.ink.a : this.ink.b;
    corners.forEach((corner, i) => this.bold.add(corner, corners[(i + 1) % 3], colour));
    this.fills.add(...corners, colour, 0.3, null);
  }

  drawColliders() {
    const { view, ink, stage } = this;
    const faded = {};
    for (const name of ORDER) {
      faded[name] = ink[name].clone().lerp(ink.page, 0.7);
    }
    for (const collider of stage.colliders) {
      const shape = shapeAt(collider, view.tick);
      if (!shape || shape.kind === "level") continue;
      const state = stateAt(stage, collider, view.tick);
      const side = view.pair ? view.pair.indexOf(collider.index) : -1;
      const chosen = side >= 0 || view.chosen === collider.index;
      let colour = ink[state], batch = state === "idle" || state === "fixed" ? this.thin : this.thick;
      let alpha = { idle: 0.05, fixed: 0.1, enter: 0.34, blocked: 0.26, crushes: 0.2, attacks: 0.3, crushed: 0.55, hit: 0.55 }[state];
      if (view.pair && side < 0) [colour, batch, alpha] = [faded[state], this.thin, 0.02];
      if (side >= 0) [colour, batch, alpha] = [side ? ink.b : ink.a, this.thick, 0.16];
      else if (chosen) [batch, alpha] = [this.bold, Math.max(alpha, 0.3)];
      let top = this.tops.get(collider.owner);
      outline(shape, stage.dimension, (p, q) => {
        batch.add(p, q, colour);
        if (shape.kind !== "lines" && (!top || p[1] > top[1])) top = p;
      });
      if (top) this.tops.set(collider.owner, top);
      surface(shape, stage.dimension, (p, q, r) => this.fills.add(p, q, r, colour, alpha, collider.index));
    }
  }

  /** The points of hits and stops while they are lit, and where the attacking box came from. */
  drawHits() {
    const { view, ink, stage } = this;
    const scale = this.scale();
    for (const event of stage.events) {
      if (!event.impact || event.tick > view.tick) continue;
      const isHit = event.kind === "hit";
      const until = isHit ? event.tick + hitTicks(this.recording) : untilOf(stage, event);
      if (view.tick >= until) continue;
      const { point: at, normal } = event.impact;
      const colour = isHit ? ink.hit : ink.blocked;
      this.bold.add(at, plus(at, normal, 0.09 * scale), colour);
      for (const side of stage.dimension === 3 ? across(normal) : [[-normal[1], normal[0], 0]]) {
        this.thick.add(plus(at, side, -0.035 * scale), plus(at, side, 0.035 * scale), colour);
      }
      if (isHit) this.drawSweep(event, colour);
    }
  }

  /** The way of the box that hit, from the tick before to the tick of the hit. */
  drawSweep(event, colour) {
    const collider = this.stage.colliders[event.a];
    const d = this.stage.dimension;
    const [before, after] = [event.tick - 1, event.tick].map((tick) => shapeAt(collider, tick));
    if (!before || !after || before.kind !== after.kind) return;
    const faint = colour.clone().lerp(this.ink.page, 0.35);
    outline(before, d, (p, q) => this.thin.add(p, q, faint));
    if (before.kind !== "obb" && before.kind !== "aabb") return;
    const [from, to] = [before, after].map((shape) => boxCorners(shape, d));
    from.forEach((corner, i) => this.thin.add(corner, to[i], faint));
  }

  drawProbes() {
    const { view, ink, stage } = this;
    this.spots = [];
    for (const probe of stage.probes) {
      const lasts = probe.walk ? 1 : hitTicks(this.recording);
      if (probe.tick > view.tick || view.tick >= probe.tick + lasts) continue;
      const [from, to, hit] = probe.points;
      const end = hit ?? to;
      this.thick.add(from, end, ink.probe);
      if (hit) {
        this.thin.add(hit, to, ink.probe.clone().lerp(ink.page, 0.6));
        const size = 0.04 * this.scale();
        for (let t = 0; t < stage.dimension; t++) {
          const reach = [0, 0, 0];
          reach[t] = size;
          this.bold.add(minus(hit, reach), plus(hit, reach), ink.hit);
        }
      }
      for (let i = 0; i + 1 < probe.outline.length; i += 2) this.thin.add(probe.outline[i], probe.outline[i + 1], ink.probe);
      this.spots.push({ at: mean([from, end]), text: probe.label });
      if (probe.seen !== undefined) this.drawGhosts(probe);
    }
  }

  /** What a shot saw: the moving shapes where they were at the time it looked at. */
  drawGhosts(probe) {
    const tick = Math.floor(probe.seen), share = probe.seen - tick;
    const seen = probe.hit === undefined ? null : this.stage.colliders[probe.hit].owner;
    for (const collider of this.stage.colliders) {
      if (collider.fixed || (seen !== null && collider.owner !== seen)) continue;
      const [before, after] = [tick, tick + 1].map((at) => shapeAt(collider, at));
      if (!before) continue;
      const lines = [[], []];
      outline(before, this.stage.dimension, (p, q) => lines[0].push(p, q));
      if (after) outline(after, this.stage.dimension, (p, q) => lines[1].push(p, q));
      const mix = (i) => lines[1][i] ? plus(lines[0][i], minus(lines[1][i], lines[0][i]), share) : lines[0][i];
      const batch = collider.index === probe.hit ? this.thick : this.thin;
      for (let i = 0; i < lines[0].length; i += 2) batch.add(mix(i), mix(i + 1), this.ink.ghost);
    }
  }

  /** The deciding axis: the features that face one another, the plane between them, and its normal. */
  drawExplanation() {
    const { explain, pair } = this.view;
    const axis = explain.axes[explain.deciding];
    const { support } = explain;
    if (axis.sign === 2 || !support[0].length || !support[1].length) return;
    support.forEach((corners, side) => {
      for (const [p, q] of loop(corners)) this.bold.add(p, q, side ? this.ink.b : this.ink.a);
    });
    const corners = separatingPlane(explain, this.stage.dimension, this.pairSize(pair));
    for (const [p, q] of loop(corners)) this.thin.add(p, q, this.ink.plane);
    if (corners.length === 4) {
      this.fills.add(corners[0], corners[1], corners[2], this.ink.plane, 0.22, null);
      this.fills.add(corners[0], corners[2], corners[3], this.ink.plane, 0.22, null);
    }
    const middle = mean(corners), length = 0.5 * this.pairSize(pair);
    const tip = plus(middle, axis.direction, length);
    this.thick.add(middle, tip, this.ink.plane);
    for (const side of this.stage.dimension === 3 ? across(axis.direction) : [[-axis.direction[1], axis.direction[0], 0]]) {
      for (const sign of [-1, 1]) {
        this.thick.add(tip, plus(plus(tip, axis.direction, -0.16 * length), side, sign * 0.08 * length), this.ink.plane);
      }
    }
  }

  /** Half of the extent of the smaller shape of a pair. */
  pairSize(pair) {
    const sizes = pair.map((index) => {
      const corners = this.cornersOf(index);
      const [low, high] = corners.length ? boxAround(corners) : this.bounds;
      return Math.hypot(...minus(high, low)) / 2;
    });
    return Math.min(...sizes);
  }

  /** The ends of a collider's lines now. */
  cornersOf(index) {
    const shape = shapeAt(this.stage.colliders[index], this.view.tick);
    const corners = [];
    // Of a level, the triangle concerned.
    if (shape?.kind === "level" && this.view.partOf === index) return cornersOfTriangle(shape, this.view.part);
    if (shape && shape.kind !== "lines") outline(shape, this.stage.dimension, (p, q) => corners.push(p, q));
    return corners;
  }

  /** A length that looks the same in every scene. */
  scale() {
    const [low, high] = this.bounds;
    return Math.max(high[1] - low[1], 0.25 * (high[0] - low[0]));
  }

  drawGrid() {
    const [low, high] = this.bounds, { grid, ink } = this;
    const flat = this.stage.dimension === 2;
    const other = flat ? 1 : 2, widest = Math.max(high[0] - low[0], high[other] - low[other], 1e-3);
    const step = roundStep(widest / 10);
    const range = (t) => [Math.floor(low[t] / step) - 1, Math.ceil(high[t] / step) + 1];
    const [xs, ys] = [range(0), range(other)];
    const at = (x, y) => flat ? [x * step, y * step, 0] : [x * step, low[1], y * step];
    const strong = ink.grid.clone().lerp(ink.fixed, 0.35);
    grid.begin();
    // A level has a ground of its own.
    if (this.levels.length && this.view.level) {
      grid.end();
      this.step = step;
      return;
    }
    for (let x = xs[0]; x <= xs[1]; x++) grid.add(at(x, ys[0]), at(x, ys[1]), x === 0 ? strong : ink.grid);
    for (let y = ys[0]; y <= ys[1]; y++) grid.add(at(xs[0], y), at(xs[1], y), y === 0 ? strong : ink.grid);
    grid.end();
    this.step = step;
  }

  draw() {
    if (!this.view || this.element.hidden) return;
    this.renderer.render(this.scene, this.camera);
    this.placeLabels();
  }

  /** Names above their owners; those of a chosen pair in its colours. */
  placeLabels() {
    const wanted = [];
    if (this.view.names) {
      for (const [owner, top] of this.tops ?? []) wanted.push({ key: `o${owner}`, at: top, text: this.stage.owners[owner] });
      for (const [i, { at, text }] of (this.spots ?? []).entries()) wanted.push({ key: `p${i}`, at, text, name: "probe" });
    }
    (this.view.pair ?? []).forEach((index, side) => {
      const corners = this.cornersOf(index);
      if (!corners.length) return;
      wanted.push({ key: "ab"[side], at: corners.reduce((top, p) => p[1] > top[1] ? p : top), text: "ab"[side], name: "ab"[side] });
    });
    const { width, height } = this.size();
    const placed = wanted.flatMap((label) => {
      const { x, y, z } = new THREE.Vector3(...label.at).project(this.camera);
      return Math.abs(z) > 1 ? [] : [{ ...label, x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height - 14 }];
    });
    // From the top down; one that would lie over another moves up above it.
    placed.sort((p, q) => q.y - p.y);
    placed.forEach((label, i) => {
      for (const below of placed.slice(0, i)) {
        const close = Math.abs(below.x - label.x) < 4 * (below.text.length + label.text.length) + 8;
        if (close && label.y > below.y - 19) label.y = below.y - 19;
      }
    });
    const kept = new Set(placed.map((label) => label.key));
    for (const [key, element] of this.labels) {
      if (!kept.has(key)) {
        element.remove();
        this.labels.delete(key);
      }
    }
    for (const { key, text, name, x, y } of placed) {
      let element = this.labels.get(key);
      if (!element) {
        element = document.createElement("div");
        this.element.append(element);
        this.labels.set(key, element);
      }
      element.className = `label ${name ?? ""}`;
      if (element.textContent !== text) element.textContent = text;
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
    }
  }

  watchPointer(onPick) {
    const canvas = this.renderer.domElement;
    let start = null;
    canvas.addEventListener("pointerdown", (event) => { start = [event.clientX, event.clientY]; });
    canvas.addEventListener("pointerup", (event) => {
      // A drag turns the view; only a click picks.
      const still = start && Math.hypot(event.clientX - start[0], event.clientY - start[1]) < 5;
      start = null;
      if (still) onPick(this.pick(event.clientX, event.clientY), event);
    });
  }

  /** The collider under a point of the window, null if there is none, and of a level the triangle. */
  pick(clientX, clientY) {
    const { left, top, width, height } = this.renderer.domElement.getBoundingClientRect();
    const x = (2 * (clientX - left)) / width - 1, y = 1 - (2 * (clientY - top)) / height;
    const near = new THREE.Vector3(x, y, -1).unproject(this.camera).toArray();
    const far = new THREE.Vector3(x, y, 1).unproject(this.camera).toArray();
    const direction = unit(minus(far, near));
    // Who is among the walls is meant, even behind one.
    const whose = this.fills.pick(near, direction);
    if (whose !== null || !this.view.level) return { collider: whose };
    const picked = this.levels.flatMap((level) => {
      const hit = level.pick(this.view.tick, near, direction);
      return hit ? [{ collider: level.collider.index, part: hit.triangle, distance: hit.distance }] : [];
    });
    return picked.reduce((first, it) => it.distance < (first.distance ?? Infinity) ? it : first, { collider: null });
  }

  /** Where a collider's middle is in the window. */
  whereIs(index) {
    const { x, y } = new THREE.Vector3(...mean(this.cornersOf(index))).project(this.camera);
    const { left, top, width, height } = this.renderer.domElement.getBoundingClientRect();
    return [left + ((x + 1) / 2) * width, top + ((1 - y) / 2) * height];
  }

  /** Moves the view to a pair. */
  look(pair) {
    const points = pair.flatMap((index) => this.cornersOf(index));
    if (points.length) this.fit(points);
  }
}

/** The colliders of a stage that are levels. */
function levelsOf(stage) {
  return stage.colliders.filter(({ runs }) => runs.some(({ kind }) => kind === "level"));
}

/** Until when an event lasts. */
function untilOf(stage, event) {
  const own = stage.lit[event.a].find(({ from, kind, other }) => from === event.tick && kind === event.kind && other === event.b);
  return own ? own.until : event.tick;
}

/** The sides of a polygon whose corners come in no order; of two corners the line between them. */
function loop(corners) {
  if (corners.length < 2) return [];
  if (corners.length === 2) return [corners];
  const sorted = around(corners);
  return sorted.map((corner, i) => [corner, sorted[(i + 1) % sorted.length]]);
}

/** The corners of a flat convex polygon, in order around it. */
function around(corners) {
  const middle = mean(corners);
  const u = unit(minus(corners[0], middle));
  const other = corners.map((p) => minus(p, middle)).map((p) => plus(p, u, -dot(p, u)));
  const v = unit(other.reduce((most, p) => dot(p, p) > dot(most, most) ? p : most));
  const angle = (p) => Math.atan2(dot(minus(p, middle), v), dot(minus(p, middle), u));
  return [...corners].sort((p, q) => angle(p) - angle(q));
}

/**
 * The plane between two shapes, as a piece of it around where they face one another: spanned by the two
 * edges if these decide, else at right angles to the axis. In the plane, a line.
 */
function separatingPlane(explain, dimension, size) {
  const axis = explain.axes[explain.deciding];
  const n = axis.direction;
  const level = (axis.a[0] + axis.b[1]) / 2;
  const facing = mean(explain.support.map(mean));
  const middle = Number.isFinite(level) ? plus(facing, n, level - dot(facing, n)) : facing;
  if (dimension === 2) {
    const along = [-n[1], n[0], 0];
    return [plus(middle, along, -1.2 * size), plus(middle, along, 1.2 * size)];
  }
  let [u, v] = across(n), [ru, rv] = [size, size];
  const edges = explain.support.map((corners) => corners.length === 2 ? minus(corners[1], corners[0]) : null);
  if (edges[0] && edges[1]) {
    const lengths = edges.map((edge) => Math.hypot(...edge));
    [u, v] = edges.map(unit);
    [ru, rv] = lengths.map((length) => Math.max(0.62 * length, 0.3 * size));
  }
  const corner = (x, y) => plus(plus(middle, u, x * ru), v, y * rv);
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** The box around the shapes over the whole recording; those without end are left out. */
function boundsOf(stage, recording) {
  const points = [];
  for (const collider of stage.colliders) {
    for (const run of collider.runs) {
      if (run.kind === "none" || run.kind === "lines") continue;
      const every = Math.max(1, Math.floor(run.ticks.length / 40));
      for (let i = 0; i < run.ticks.length; i += every) {
        outline(shapeAt(collider, run.ticks[i]), stage.dimension, (p) => points.push(p));
      }
    }
  }
  for (const probe of stage.probes) points.push(probe.points[0], probe.points[2] ?? probe.points[0]);
  return points.length ? boxAround(points) : [[-1, -1, -1], [1, 1, 1]];
}

function boxAround(points) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const p of points) {
    for (let t = 0; t < 3; t++) {
      if (p[t] < low[t]) low[t] = p[t];
      if (p[t] > high[t]) high[t] = p[t];
    }
  }
  return [low, high];
}

/** The nearest of 1, 2, 5, 10, ... above a number. */
function roundStep(x) {
  const ten = 10 ** Math.floor(Math.log10(x));
  return ten * [1, 2, 5, 10].find((times) => times * ten >= x);
}

