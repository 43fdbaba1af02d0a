// Lines and triangles that are drawn anew at every tick, each kind in one call of the graphics card.

/** Lines of one width, each with a colour of its own. */
class LineBatch {
  constructor(scene, width, order) {
    this.scene = scene;
    this.material = new THREE.LineMaterial({ linewidth: width, vertexColors: true, depthTest: false, transparent: true });
    this.order = order;
    this.grow(256);
  }

  grow(capacity) {
    const old = this.mesh;
    const geometry = new THREE.LineSegmentsGeometry();
    geometry.setPositions(new Float32Array(capacity * 6));
    geometry.setColors(new Float32Array(capacity * 6));
    this.mesh = new THREE.LineSegments2(geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = this.order;
    const { positions, colours } = this;
    this.positions = geometry.attributes.instanceStart.data.array;
    this.colours = geometry.attributes.instanceColorStart.data.array;
    this.capacity = capacity;
    if (old) {
      this.positions.set(positions);
      this.colours.set(colours);
      this.scene.remove(old);
      old.geometry.dispose();
    }
    this.scene.add(this.mesh);
  }

  begin() {
    this.count = 0;
  }

  add(from, to, { r, g, b }) {
    if (this.count === this.capacity) this.grow(2 * this.capacity);
    const at = 6 * this.count++;
    this.positions.set(from, at);
    this.positions.set(to, at + 3);
    for (let i = at; i < at + 6; i += 3) {
      this.colours[i] = r;
      this.colours[i + 1] = g;
      this.colours[i + 2] = b;
    }
  }

  end() {
    const { geometry } = this.mesh;
    geometry.instanceCount = this.count;
    geometry.attributes.instanceStart.data.needsUpdate = true;
    geometry.attributes.instanceColorStart.data.needsUpdate = true;
    this.mesh.visible = this.count > 0;
  }
}

/** Triangles with a colour and a translucency each; they know whose they are. */
class FillBatch {
  constructor(scene, order) {
    this.scene = scene;
    this.order = order;
    this.material = new THREE.MeshBasicMaterial({
      vertexColors: true, transparent: true, depthTest: false, depthWrite: false, side: THREE.DoubleSide,
    });
    this.grow(256);
  }

  grow(capacity) {
    const old = this.mesh;
    const geometry = new THREE.BufferGeometry();
    const attribute = (size) => {
      const made = new THREE.BufferAttribute(new Float32Array(capacity * 3 * size), size);
      made.setUsage(THREE.DynamicDrawUsage);
      return made;
    };
    const before = this.positions && { positions: this.positions, colours: this.colours };
    geometry.setAttribute("position", attribute(3));
    geometry.setAttribute("color", attribute(4));
    this.mesh = new THREE.Mesh(geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = this.order;
    this.positions = geometry.attributes.position.array;
    this.colours = geometry.attributes.color.array;
    this.capacity = capacity;
    if (old) {
      this.positions.set(before.positions);
      this.colours.set(before.colours);
      this.scene.remove(old);
      old.geometry.dispose();
    }
    this.scene.add(this.mesh);
  }

  begin() {
    this.count = 0;
    this.whose = [];
  }

  add(a, b, c, { r, g, b: blue }, alpha, whose) {
    if (this.count === this.capacity) this.grow(2 * this.capacity);
    const at = this.count++;
    this.positions.set(a, 9 * at);
    this.positions.set(b, 9 * at + 3);
    this.positions.set(c, 9 * at + 6);
    for (let i = 12 * at; i < 12 * at + 12; i += 4) {
      this.colours[i] = r;
      this.colours[i + 1] = g;
      this.colours[i + 2] = blue;
      this.colours[i + 3] = alpha;
    }
    this.whose.push(whose);
  }

  end() {
    const { geometry } = this.mesh;
    geometry.setDrawRange(0, 3 * this.count);
    geometry.attributes.position.needsUpdate = true;
    geometry.attributes.color.needsUpdate = true;
    this.mesh.visible = this.count > 0;
  }

  /** Whose triangle lies nearest under the pointer's line; null if none does. */
  pick(origin, direction) {
    let nearest = Infinity, whose = null;
    const p = this.positions;
    for (let i = 0; i < this.count; i++) {
      if (this.whose[i] === null) continue;
      const corner = (k) => [p[9 * i + 3 * k], p[9 * i + 3 * k + 1], p[9 * i + 3 * k + 2]];
      const distance = crossing(origin, direction, ...[0, 1, 2].map(corner));
      if (distance < nearest) [nearest, whose] = [distance, this.whose[i]];
    }
    return whose;
  }
}

/** How far along a line a triangle is, by Cramer's rule; NaN if it misses it. */
function crossing(origin, direction, a, b, c) {
  const u = minus(b, a), v = minus(c, a);
  const h = cross(direction, v), det = dot(u, h);
  if (Math.abs(det) < 1e-20) return NaN;
  const s = minus(origin, a), x = dot(s, h) / det;
  if (x < 0 || x > 1) return NaN;
  const q = cross(s, u), y = dot(direction, q) / det;
  return y < 0 || x + y > 1 ? NaN : dot(v, q) / det;
}
