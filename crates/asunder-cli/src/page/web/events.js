// The list of events: filtered by kind and by name; only the rows in sight are elements.

const ROW = 30;

class EventList {
  /** `onSelect({stage, event})` is called when a row is chosen. */
  constructor(recording, onSelect) {
    this.onSelect = onSelect;
    this.list = document.getElementById("list");
    this.rows = document.getElementById("rows");
    this.count = document.getElementById("count");
    this.input = document.getElementById("filter");
    this.all = recording.stages.flatMap((stage) => stage.events.map((event) => ({ stage, event })));
    // By tick; of one tick in the order of the recording.
    this.all.sort((p, q) => p.event.tick - q.event.tick);
    this.kinds = new Set(recording.kinds);
    this.makeKinds(recording.kinds);
    this.input.addEventListener("input", () => this.filter());
    this.list.addEventListener("scroll", () => this.fill());
    new ResizeObserver(() => this.fill()).observe(this.list);
    this.filter();
  }

  makeKinds(kinds) {
    const counts = (kind) => this.all.filter(({ event }) => event.kind === kind).length;
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
    this.shown = this.all.filter(({ stage, event }) => {
      if (!this.kinds.has(event.kind)) return false;
      const names = [event.a, event.b].map((i) => stage.colliders[i]);
      const text = names.map((it) => `${it.name} ${it.bone} ${it.region}`).join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.rows.style.height = `${this.shown.length * ROW}px`;
    this.count.textContent = this.shown.length === this.all.length
      ? `${this.all.length} events` : `${this.shown.length} of ${this.all.length} events`;
    this.fill();
  }

  /** Marks the events of a tick and the chosen one. */
  mark(tick, chosen, isPlaying) {
    this.tick = tick;
    this.chosen = chosen;
    if (isPlaying) {
      const next = this.shown.findIndex(({ event }) => event.tick >= tick);
      const row = next < 0 ? this.shown.length - 1 : next;
      if (row >= 0) this.reveal(row);
    } else if (chosen) {
      const row = this.shown.findIndex(({ event, stage }) => event === chosen.event && stage === chosen.stage);
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

  /** The next event in the list from a tick, or the one before. */
  step(direction) {
    const at = this.chosen ? this.shown.findIndex(({ event, stage }) => event === this.chosen.event && stage === this.chosen.stage) : -1;
    if (at >= 0) return this.shown[at + direction] ?? null;
    if (direction > 0) return this.shown.find(({ event }) => event.tick >= this.tick) ?? null;
    return this.shown.findLast(({ event }) => event.tick <= this.tick) ?? null;
  }

  fill() {
    const { scrollTop, clientHeight } = this.list;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - 4);
    const last = Math.min(this.shown.length, Math.ceil((scrollTop + clientHeight) / ROW) + 4);
    const made = this.shown.slice(first, last).map((entry, i) => {
      const { stage, event } = entry;
      const names = `${stage.colliders[event.a].name} → ${stage.colliders[event.b].name}`;
      const classes = ["row", event.tick === this.tick && "now", this.chosen?.event === event && "chosen"].filter(Boolean).join(" ");
      const row = make("button", { type: "button", class: classes, title: names, onclick: () => this.onSelect(entry) },
        make("span", { class: "tick" }, String(event.tick)), make("span", { class: `kind ${event.kind}` }, event.kind), make("span", {}, names));
      row.style.top = `${(first + i) * ROW}px`;
      return row;
    });
    this.rows.replaceChildren(...made);
  }
}

