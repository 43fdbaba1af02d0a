// What was chosen: a body, a pair, a query, or an event with its explanation.

/** An element with classes, children and handlers; text is set as text, never as markup. */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

class Details {
  /** `actions`: `select(choice)`, `go(tick)`, `look()`. */
  constructor(element, recording, actions) {
    this.element = element;
    this.recording = recording;
    this.actions = actions;
  }

  show(choice, tick) {
    const parts = !choice ? this.nothing()
      : choice.event ? this.event(choice)
      : choice.probe ? this.query(choice)
      : choice.pair ? this.pair(choice, tick)
      : this.body(choice, tick);
    this.element.replaceChildren(...parts.filter((part) => part !== null));
  }

  nothing() {
    return [
      make("h2", {}, this.recording.title || "asunder"),
      make("p", { class: "soft" }, "Choose a row below, or click a shape. Click another with shift held to ask about the pair."),
    ];
  }

  head(text, ...tools) {
    const close = make("button", { type: "button", title: "Choose nothing (escape)", onclick: () => this.actions.select(null) }, "✕");
    return make("div", { class: "head" }, make("h2", {}, text), make("div", { class: "tools" }, ...tools, close));
  }

  look() {
    return make("button", { type: "button", title: "Move the view to them", onclick: this.actions.look }, "Look closer");
  }

  /** A button that goes to a tick. */
  jump(tick) {
    return make("button", { type: "button", title: "Go to this tick", onclick: () => this.actions.go(tick) }, `tick ${tick}`);
  }

  /** Who, where, bone and region of one of a pair. */
  party(stage, index, letter, part) {
    const collider = stage.colliders[index];
    const facts = [
      part !== undefined && levelsOf(stage).includes(collider) && `triangle ${part}`,
      collider.ownerName !== collider.name && `of ${collider.ownerName}`,
      collider.bone && `bone ${collider.bone}`,
      collider.region && `region ${collider.region}`,
      collider.layer && collider.layer !== "default" && `layer ${collider.layer}`,
    ].filter(Boolean);
    const choose = () => this.actions.select({ stage, body: index, part });
    return make("div", { class: `party ${letter}` },
      make("b", {}, letter),
      make("button", { type: "button", onclick: choose }, collider.name, make("small", {}, facts.join(" · "))));
  }

  parties(stage, [a, b], part) {
    return make("div", { class: "parties" }, this.party(stage, a, "a", part), this.party(stage, b, "b", part));
  }

  event({ stage, event }) {
    const { tick, kind, a, b, against, part, impact, explain } = event;
    const facts = impact && make("p", { class: "soft mono" },
      `at (${impact.point.slice(0, stage.dimension).map((x) => short(x)).join(", ")}), normal (${impact.normal.slice(0, stage.dimension).map((x) => short(x)).join(", ")}), fraction ${short(impact.fraction)} of the tick`);
    const title = make("span", {}, make("span", { class: `kind ${kind}` }, kind), ` at tick ${tick}`);
    return [
      this.head(title, this.jump(tick), this.look()),
      this.parties(stage, [a, b], part),
      against === undefined ? null : make("div", { class: "parties" }, this.party(stage, against, "against")),
      facts,
      ...(explain ? this.explanation(stage, event) : this.question(stage, [a, b], tick, part)),
    ];
  }

  /** A ray, a sweep or a shot: from where to where, what it found, and which moment it looked at. */
  query({ stage, probe }) {
    const { tick, label, points, hit, seen } = probe;
    const place = (point) => `(${point.slice(0, stage.dimension).map((x) => short(x)).join(", ")})`;
    const [from, to, at] = points;
    const found = at ? `; meets it at ${place(at)}` : "";
    const past = seen === undefined ? null
      : make("p", { class: "soft" }, `It looked at tick ${short(seen)}, ${short(tick - seen)} ticks before: drawn as it was then.`);
    const title = make("span", {}, make("span", { class: "kind query" }, "query"), ` at tick ${tick}`);
    return [
      this.head(title, this.jump(tick), hit === undefined ? null : this.look()),
      make("p", { class: "sentence" }, label),
      make("p", { class: "soft mono" }, `from ${place(from)} to ${place(to)}${found}`),
      past,
      hit === undefined ? null : make("div", { class: "parties" }, this.party(stage, hit, "b")),
    ];
  }

  explanation(stage, { explain, kind, tick, a, b, part }) {
    const shapes = [a, b].map((index) => partAt(shapeAt(stage.colliders[index], tick), part));
    const note = kind === "hit" && !explain.intersects
      ? make("p", { class: "soft" }, "Hit on the way of this tick; the explanation is of the shapes at its end.") : null;
    const asked = this.question(stage, [a, b], tick, part, true);
    return [make("p", { class: "sentence" }, explain.text), note, diagram(explain, shapes, stage.dimension), this.axes(explain), ...asked];
  }

  /** Every axis, with both projections and the gap. */
  axes(explain) {
    const rows = explain.axes.map((axis, i) => {
      const decides = i === explain.deciding;
      if (axis.sign === 2) {
        return make("tr", { class: "skipped" }, make("td", { colspan: "3" }, axis.name));
      }
      return make("tr", decides ? { class: "decides" } : {},
        make("td", {}, axis.name), make("td", {}, this.bars(axis)),
        make("td", {}, axis.sign === 0 ? "0" : short(axis.gap, 4)));
    });
    const more = explain.omitted
      ? [make("tr", { class: "skipped" }, make("td", { colspan: "3" }, `and ${explain.omitted} more with smaller gaps, or none`))] : [];
    const found = explain.axes.filter((axis) => axis.sign === 1).length;
    const verdict = found ? `${found} of ${explain.axes.length} axes have a gap: one is enough to separate them`
      : `none of ${explain.axes.length} axes has a gap: they ${explain.penetrates ? "overlap" : "touch"}`;
    const head = make("tr", {}, make("th", {}, "axis"), make("th", {}, "projections"), make("th", {}, "gap"));
    return make("details", { open: "" }, make("summary", {}, verdict), make("table", { class: "axes" }, head, ...rows, ...more));
  }

  bars({ a, b }) {
    const ends = [...a, ...b].filter(Number.isFinite);
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const share = (x) => 100 * (Math.min(Math.max(x, low), high) - low) / (high - low || 1);
    const bar = ([from, to], name) => {
      const element = make("i", { class: name });
      element.style.left = `${share(from)}%`;
      element.style.width = `${Math.max(share(to) - share(from), 1)}%`;
      return element;
    };
    return make("div", { class: "bars", title: `a ${a.map((x) => short(x)).join(" to ")}, b ${b.map((x) => short(x)).join(" to ")}` }, bar(a, "a"), bar(b, "b"));
  }

  /** The command that explains a pair at a tick, with the shapes' exact numbers. */
  question(stage, [a, b], tick, part, isExplained = false) {
    const [p, q] = [a, b].map((index) => {
      const shape = shapeAt(stage.colliders[index], tick);
      return shape && shapeAsJson(shape, stage.dimension, part);
    });
    if (!p || !q) {
      return isExplained ? [] : [make("p", { class: "soft" }, "One of them is not in the world at this tick, or is a moving shape whose numbers the page does not carry.")];
    }
    const command = `asunder explain '{"a":${p},"b":${q}}'`;
    const copy = make("button", { type: "button", onclick: () => navigator.clipboard?.writeText(command) }, "Copy");
    const asked = make("div", { class: "ask" }, make("code", {}, command), copy);
    if (isExplained) return [make("details", {}, make("summary", {}, "Ask again on the command line"), asked)];
    return [make("p", { class: "soft" }, "The page computes no answers, and this pair has no event at this tick. Ask:"), asked];
  }

  pair({ stage, pair, part }, tick) {
    const event = stage.events.find((it) => it.tick === tick && it.explain
      && (it.a === pair[0] && it.b === pair[1] || it.a === pair[1] && it.b === pair[0]));
    if (event) return this.event({ stage, event });
    const own = stage.events.filter((it) => pair.includes(it.a) && pair.includes(it.b));
    return [this.head(`Pair at tick ${tick}`, this.look()), this.parties(stage, pair, part), ...this.question(stage, pair, tick, part), this.list(stage, own)];
  }

  body({ stage, body, part }, tick) {
    const collider = stage.colliders[body];
    const shape = shapeAt(collider, tick);
    const words = { idle: "touches nothing", fixed: "touches nothing", enter: "in contact", blocked: "blocked", crushes: "crushes", attacks: "attacks", crushed: "crushed", hit: "hit" };
    const others = [...new Set(stage.lit[body].filter(({ from, until }) => from <= tick && tick < until).map(({ other }) => stage.colliders[other].name))];
    const facts = [
      ["who", collider.ownerName], ["bone", collider.bone], ["region", collider.region], ["layer", collider.layer],
      ["kind", `${collider.fixed ? "fixed" : "moving"} ${shape ? shape.kind : "(not in the world now)"}`],
      ["triangle", shape?.kind === "level" && part !== undefined && `${part} of ${shape.run.faces.length / 3}`],
      ["corners", shape?.kind === "level" && part !== undefined && cornersOfTriangle(shape, part).map((p) => `(${p.map((x) => short(x)).join(", ")})`).join(" ")],
      ["now", words[stateAt(stage, collider, tick)] + (others.length ? `: ${others.join(", ")}` : "")],
    ].filter(([, value]) => value);
    const own = stage.events.filter((it) => partiesOf(it).includes(body));
    return [
      this.head(collider.name, this.look()),
      make("dl", { class: "facts" }, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
      this.list(stage, own),
      make("p", { class: "soft" }, "Click another shape with shift held to ask about the pair."),
    ];
  }

  list(stage, events) {
    if (!events.length) return null;
    const rows = events.slice(0, 40).map((event) => make("li", {},
      make("button", { type: "button", onclick: () => this.actions.select({ stage, event }) },
        `tick ${event.tick} `, make("span", { class: `kind ${event.kind}` }, event.kind),
        ` ${textOf({ stage, event })}`)));
    const more = events.length - rows.length;
    return make("details", {}, make("summary", {}, `${events.length} ${events.length === 1 ? "event" : "events"}`),
      make("ul", { class: "soft plain" }, ...rows), more > 0 ? make("p", { class: "soft" }, `and ${more} more: filter below`) : null);
  }
}

