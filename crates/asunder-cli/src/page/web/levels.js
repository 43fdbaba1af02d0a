// Levels: surfaces that do not move. Ground is solid, walls are glass, so that neither hides who is among them.

/** How much of a unit normal is up where a triangle is ground. */
const GROUND = 0.5;

class LevelView {
  /** Shows a collider that is a level at some ticks. */
  constructor(scene, collider) {
    this.collider = collider;
    this.runs = collider.runs.filter((run) => run.kind === "level").map((run) => this.make(scene, run));
  }

  make(scene, run) {
    const corner = (i) => point(run.values, 3 * i, 3);
    const ground = [], walls = [];
    for (let i = 0; i < run.faces.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => corner(run.faces[i + k]));
      const normal = unit(cross(minus(b, a), minus(c, a)));
      (normal[1] > GROUND ? ground : walls).push(...a, ...b, ...c);
    }
    const mesh = (positions, options, order) => {
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(positions), 3));
      geometry.computeVertexNormals();
      const made = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial(options));
      made.renderOrder = order;
      scene.add(made);
      return made;
    };
    const lines = new Float32Array(3 * run.edges.length);
    run.edges.forEach((index, i) => lines.set(corner(index), 3 * i));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(lines, 3));
    const edges = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ transparent: true, depthWrite: false }));
    edges.renderOrder = 0;
    scene.add(edges);
    return {
      run, edges,
      // Edges lie in the ground: it is drawn a little further away.
      ground: mesh(ground, { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }, 0),
      walls: mesh(walls, { transparent: true, opacity: 0.2, depthWrite: false }, 0),
    };
  }

  /** Shows what there is at a tick, in the colours of a theme. */
  show({ tick, level, pair }, ink) {
    const shape = shapeAt(this.collider, tick);
    for (const { run, ground, walls, edges } of this.runs) {
      const isShown = level && shape?.run === run;
      for (const part of [ground, walls, edges]) part.visible = isShown;
      ground.material.color.copy(ink.ground);
      walls.material.color.copy(ink.wall);
      edges.material.color.copy(ink.edge);
      edges.material.opacity = pair ? 0.3 : 0.6;
    }
  }

  /** The number of the triangle nearest along a line, and how far it is; null if it meets none. */
  pick(tick, origin, direction) {
    const shape = shapeAt(this.collider, tick);
    if (shape?.kind !== "level") return null;
    let nearest = null;
    for (let triangle = 0; 3 * triangle < shape.run.faces.length; triangle++) {
      const [a, b, c] = cornersOfTriangle(shape, triangle);
      // What is seen from behind is not drawn.
      if (dot(cross(minus(b, a), minus(c, a)), direction) >= 0) continue;
      const distance = crossing(origin, direction, a, b, c);
      if (distance > 0 && !(distance >= nearest?.distance)) nearest = { triangle, distance };
    }
    return nearest;
  }
}

/** The corners of a triangle of a level. */
function cornersOfTriangle({ values, run }, triangle) {
  return [0, 1, 2].map((k) => point(values, 3 * run.faces[3 * triangle + k], 3));
}

/** A shape, and of a level its triangle of a number, as a hull with three corners. */
function partAt(shape, triangle) {
  if (shape?.kind !== "level" || triangle === undefined) return shape;
  const values = Float32Array.from(cornersOfTriangle(shape, triangle).flat());
  return { kind: "hull", values, run: { edges: [0, 1, 1, 2, 2, 0], faces: [0, 1, 2] } };
}
