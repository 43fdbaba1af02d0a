// The list of events and queries: filtered by kind and by name; only the rows in sight are elements.

const ROW = 30;

/** The event or the query of a choice or a row; `undefined` of a body or a pair. */
function moment(entry) {
  return entry?.event ?? entry?.probe;
}

/** The kind of a row: that of its event, or `query`. */
function kindOf({ event }) {
  return event ? event.kind : "query";
}

/** What a row says: the names of an event's pair and what the first was crushed against, or what a query is called and found. */
function textOf({ stage, event, probe }) {
  if (!event) return probe.label;
  const [a, b, against] = partiesOf(event).map((index) => stage.colliders[index].name);
  const part = event.part === undefined ? "" : `, triangle ${event.part}`;
  return `${a} → ${b}${part}${against === undefined ? "" : ` against ${against}`}`;
}

/** The colliders of an event: its pair, and what the first was crushed against. */
function partiesOf({ a, b, against }) {
  return against === undefined ? [a, b] : [a, b, against];
}

class EventList {
  /** `onSelect` is called with the row that was chosen: `{stage, event}` or `{stage, probe}`. */
  constructor(recording, onSelect) {
    this.onSelect = onSelect;
    this.list = document.getElementById("list");
    this.rows = document.getElementById("rows");
    this.count = document.getElementById("count");
    this.input = document.getElementById("filter");
    // Every tick of a mover is a walk: what stopped it is an event.
    this.all = recording.stages.flatMap((stage) => [
      ...stage.events.map((event) => ({ stage, event })),
      ...stage.probes.filter((probe) => !probe.walk).map((probe) => ({ stage, probe })),
    ]);
    // By tick; of one tick in the order of the recording.
    this.all.sort((p, q) => moment(p).tick - moment(q).tick);
    const kinds = [...recording.kinds, "query"];
    this.kinds = new Set(kinds);
    this.makeKinds(kinds);
    const queries = this.all.filter(({ probe }) => probe).length;
    this.noun = !queries ? "events" : queries === this.all.length ? "queries" : "events and queries";
    this.input.addEventListener("input", () => this.filter());
    this.list.addEventListener("scroll", () => this.fill());
    new ResizeObserver(() => this.fill()).observe(this.list);
    this.filter();
  }

  makeKinds(kinds) {
    const counts = (kind) => this.all.filter((entry) => kindOf(entry) === kind).length;
    const buttons = kinds.filter((kind) => counts(kind)).map((kind) => {
      const button = make("button", { type: "button", "aria-pressed": "true" }, make("span", { class: `kind ${kind}` }, kind), ` ${counts(kind)}`);
      button.addEventListener("click", () => {
        const shown = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", shown);
        if (shown) this.kinds.add(kind);
        else this.kinds.delete(kind);
        this.filter();
      });
      return button;
    });
    document.getElementById("kinds").append(...buttons);
  }

  filter() {
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = this.all.filter((entry) => {
      if (!this.kinds.has(kindOf(entry))) return false;
      const { stage, event, probe } = entry;
      const named = (event ? partiesOf(event) : [probe.hit ?? []].flat()).map((i) => stage.colliders[i]);
      const names = named.map((it) => `${it.name} ${it.bone} ${it.region}`);
      const text = [textOf(entry), ...names].join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.rows.style.height = `${this.shown.length * ROW}px`;
    this.count.textContent = this.shown.length === this.all.length
      ? `${this.all.length} ${this.noun}` : `${this.shown.length} of ${this.all.length} ${this.noun}`;
    this.fill();
  }

  /** Where a row is among those shown, or -1. */
  rowOf(chosen) {
    return this.shown.findIndex((entry) => moment(entry) === moment(chosen) && entry.stage === chosen.stage);
  }

  /** Marks the rows of a tick and the chosen one. */
  mark(tick, chosen, isPlaying) {
    this.tick = tick;
    this.chosen = chosen;
    if (isPlaying) {
      const next = this.shown.findIndex((entry) => moment(entry).tick >= tick);
      const row = next < 0 ? this.shown.length - 1 : next;
      if (row >= 0) this.reveal(row);
    } else if (chosen) {
      const row = this.rowOf(chosen);
      if (row >= 0) this.reveal(row);
    }
    this.fill();
  }

  reveal(row) {
    const { scrollTop, clientHeight } = this.list;
    if (row * ROW < scrollTop || (row + 1) * ROW > scrollTop + clientHeight) {
      this.list.scrollTop = row * ROW - clientHeight / 3;
    }
  }

  /** The next row in the list from a tick, or the one before. */
  step(direction) {
    const at = this.chosen ? this.rowOf(this.chosen) : -1;
    if (at >= 0) return this.shown[at + direction] ?? null;
    if (direction > 0) return this.shown.find((entry) => moment(entry).tick >= this.tick) ?? null;
    return this.shown.findLast((entry) => moment(entry).tick <= this.tick) ?? null;
  }

  fill() {
    const { scrollTop, clientHeight } = this.list;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - 4);
    const last = Math.min(this.shown.length, Math.ceil((scrollTop + clientHeight) / ROW) + 4);
    const made = this.shown.slice(first, last).map((entry, i) => {
      const { tick } = moment(entry), kind = kindOf(entry), text = textOf(entry);
      const classes = ["row", tick === this.tick && "now", moment(this.chosen) === moment(entry) && "chosen"].filter(Boolean).join(" ");
      const row = make("button", { type: "button", class: classes, title: text, onclick: () => this.onSelect(entry) },
        make("span", { class: "tick" }, String(tick)), make("span", { class: `kind ${kind}` }, kind), make("span", {}, text));
      row.style.top = `${(first + i) * ROW}px`;
      return row;
    });
    this.rows.replaceChildren(...made);
  }
}

