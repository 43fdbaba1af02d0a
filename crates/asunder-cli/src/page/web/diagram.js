// A pair and its deciding axis as a picture: the edges that face one another, the plane they span, and
// the gap along its normal.

const SVG = "http://www.w3.org/2000/svg";

function svgElement(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** The picture; null where the axis is of no use or a shape has no end. */
function diagram(explain, shapes, dimension) {
  const axis = explain.axes[explain.deciding];
  const wires = shapes.map((shape) => {
    const lines = [];
    if (shape) outline(shape, dimension, (p, q) => lines.push([p, q]));
    return lines;
  });
  if (axis.sign === 2 || wires.some((lines) => !lines.length)) return null;
  const n = axis.direction;
  const { right, up } = viewOf(n, dimension);
  const flat = (p) => [dot(p, right), dot(p, up)];
  const sizes = wires.map((lines) => {
    const [low, high] = boxAround(lines.flat());
    return Math.hypot(...minus(high, low)) / 2;
  });
  const plane = explain.support.every((corners) => corners.length)
    ? separatingPlane(explain, dimension, Math.min(...sizes)) : [];

  // What is drawn decides the frame, but a large shape is cut off where the small one has long ended.
  const small = sizes[0] < sizes[1] ? 0 : 1;
  const all = wires[small].flat().concat(plane);
  const [low, high] = boxAround(all.map((p) => [...flat(p), 0]));
  const other = boxAround(wires[1 - small].flat().map((p) => [...flat(p), 0]));
  const reach = 1.3 * Math.max(high[0] - low[0], high[1] - low[1]);
  for (let t = 0; t < 2; t++) {
    low[t] = Math.min(low[t], Math.max(other[0][t], low[t] - reach));
    high[t] = Math.max(high[t], Math.min(other[1][t], high[t] + reach));
  }
  const [width, height, ruler] = [366, 236, 62];
  const scale = Math.min((width - 44) / (high[0] - low[0]), (height - 34) / (high[1] - low[1]));
  const place = (p) => {
    const [x, y] = flat(p);
    return [width / 2 + scale * (x - (low[0] + high[0]) / 2), height / 2 - scale * (y - (low[1] + high[1]) / 2)];
  };
  const path = (points, close) => `M${points.map((p) => place(p).map((x) => x.toFixed(1)).join(" ")).join("L")}${close ? "Z" : ""}`;

  const svg = svgElement("svg", { class: "diagram", viewBox: `0 0 ${width} ${height + ruler}`, role: "img", "aria-label": `Along ${axis.name}: ${explain.text}` });
  const clip = svgElement("clipPath", { id: "frame" });
  clip.append(svgElement("rect", { width, height }));
  svg.append(clip);
  const drawing = svgElement("g", { "clip-path": "url(#frame)" });
  svg.append(drawing);
  const add = (parent, name, attributes, text) => parent.append(svgElement(name, attributes, text));
  wires.forEach((lines, side) => {
    const d = lines.map((line) => path(line)).join("");
    add(drawing, "path", { class: `wire of-${"ab"[side]}`, d });
  });
  if (plane.length) add(drawing, "path", { class: "plane", d: path(plane, plane.length > 2) });
  explain.support.forEach((corners, side) => {
    const name = `of-${"ab"[side]}`;
    if (corners.length > 2) add(drawing, "path", { class: `face ${name}`, d: path(around(corners), true) });
    for (const line of loop(corners)) add(drawing, "path", { class: `edge ${name}`, d: path(line) });
    if (corners.length === 1) add(drawing, "path", { class: `edge ${name}`, d: path([corners[0], corners[0]]) });
  });
  if (plane.length) {
    const middle = mean(plane), tip = plus(middle, n, 44 / scale);
    add(drawing, "path", { class: "normal", d: path([middle, tip]) });
    const [x, y] = place(tip), [fx, fy] = place(middle);
    const [dx, dy] = [(x - fx) / 44, (y - fy) / 44];
    add(drawing, "path", { class: "tip", d: `M${x + 4 * dx} ${y + 4 * dy}L${x - 7 * dx - 4 * dy} ${y - 7 * dy + 4 * dx}L${x - 7 * dx + 4 * dy} ${y - 7 * dy - 4 * dx}Z` });
    add(drawing, "text", { class: "plane-text", x: x + 9 * dx + 3, y: y + 9 * dy - 5 }, "axis");
  }
  wires.forEach((lines, side) => {
    const points = lines.flat().map(place);
    const inside = ([x, y]) => x > 8 && x < width - 8 && y > 8 && y < height - 8;
    const shown = points.filter(inside);
    const top = (shown.length ? shown : points).reduce((most, p) => p[1] < most[1] ? p : most);
    add(svg, "text", { class: `of-${"ab"[side]}`, x: Math.min(Math.max(top[0] - 3, 6), width - 14), y: Math.max(top[1] - 5, 13) }, "ab"[side]);
  });
  drawRuler(svg, axis, { right, up, n, place, width, height, wires });
  return svg;
}

/** A view from the side of the axis, so that lengths along it are true, and slightly along its plane. */
function viewOf(n, dimension) {
  if (dimension === 2) return { right: [1, 0, 0], up: [0, 1, 0] };
  const along = n[0] < 0 || (n[0] === 0 && n[1] < 0) ? n.map((x) => -x) : n;
  const [u, v] = across(along);
  // Of the two, the one that points up more; then turned about the axis, so that the plane is no line.
  const upward = Math.abs(u[1]) > Math.abs(v[1]) ? u : v, beside = upward === u ? v : u;
  const sign = upward[1] < 0 ? -1 : 1;
  const tilt = (28 * Math.PI) / 180;
  const up = plus(upward.map((x) => sign * x * Math.cos(tilt)), beside, Math.sin(tilt));
  const slant = (18 * Math.PI) / 180, towards = cross(along, up);
  return { right: plus(along.map((x) => x * Math.cos(slant)), towards, Math.sin(slant)), up };
}

/** Below the picture, both projections on the axis and what lies between them. */
function drawRuler(svg, axis, { right, up, n, place, width, height, wires }) {
  // Along the axis, to scale with itself: from the lower end to the upper.
  const ends = [...axis.a, ...axis.b].filter(Number.isFinite);
  let [from, to] = [Math.min(...ends), Math.max(...ends)];
  // The long projection of a wall or a floor would leave nothing of the other.
  const lengths = [axis.a, axis.b].map(([x, y]) => y - x).filter((x) => Number.isFinite(x) && x > 0);
  const least = lengths.length ? Math.min(...lengths) : to - from;
  const [inner, outer] = [Math.min(axis.a[0], axis.b[1]), Math.max(axis.a[0], axis.b[1])];
  if (Number.isFinite(inner) && Number.isFinite(outer)) {
    const most = 3 * Math.max(least, outer - inner);
    from = Math.max(from, inner - most);
    to = Math.min(to, outer + most);
  }
  const rightwards = dot(n, right) >= 0 ? 1 : -1;
  const at = (value) => {
    const share = (Math.min(Math.max(value, from), to) - from) / (to - from || 1);
    return 24 + (width - 48) * (rightwards > 0 ? share : 1 - share);
  };
  const add = (name, attributes, text) => svg.append(svgElement(name, attributes, text));
  const rows = [[axis.a, "a", height + 10], [axis.b, "b", height + 22]];
  for (const [[low, high], name, y] of rows) {
    add("path", { class: `edge of-${name}`, d: `M${at(low)} ${y}L${at(high)} ${y}` });
    add("text", { class: `of-${name}`, x: 5, y: y + 4 }, name);
  }
  const [x, y] = [at(axis.b[1]), at(axis.a[0])];
  for (const end of [x, y]) add("path", { class: "drop", d: `M${end} ${height + 4}L${end} ${height + 36}` });
  add("path", { class: "between", d: `M${x} ${height + 36}L${y} ${height + 36}` });
  const text = `${gapText(axis)} along ${axis.name}`;
  add("text", { class: "between-text", x: width / 2, y: height + 54, "text-anchor": "middle" }, text);
}

/** What lies between two projections, in words. */
function gapText({ sign, gap }) {
  if (sign === 0) return "gap exactly 0";
  if (!Number.isFinite(gap)) return "overlap without end";
  if (gap === 0) return sign > 0 ? "gap below 2⁻¹⁴⁹" : "overlap below 2⁻¹⁴⁹";
  return sign > 0 ? `gap ${short(gap)}` : `overlap ${short(-gap)}`;
}

/** A number in few digits. */
function short(x, digits = 5) {
  if (x === 0) return "0";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const size = Math.abs(x);
  const text = size >= 1e-3 && size < 1e6 ? String(Number(x.toPrecision(digits))) : x.toExponential(2);
  return text.replace("-", "−");
}

