// The page: time, keys, switches, and what was chosen.

const byId = (id) => document.getElementById(id);

class Page {
  constructor() {
    this.recording = readRecording();
    const { first, last, title, stages } = this.recording;
    this.tick = first;
    this.playing = false;
    this.choice = null;
    this.shows = { skins: stages.some((stage) => stage.skins.length > 0), boxes: true, names: true,
      level: stages.some((stage) => levelsOf(stage).length > 0) };
    byId("title").textContent = title || "asunder";
    document.title = title ? `${title} · asunder` : "asunder";
    this.views = [];
    this.details = new Details(byId("details"), this.recording, {
      select: (choice) => this.select(choice),
      go: (tick) => this.go(tick),
      look: () => this.look(),
    });
    this.list = new EventList(this.recording, (entry) => this.select(entry));
    this.makeViews();
    this.makeDimensions();
    this.watchControls();
    this.makeLegend();
    Object.assign(byId("scrub"), { min: first, max: last, value: first });
    new ResizeObserver(() => this.drawMarks()).observe(byId("marks"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show());
    this.show();
  }

  makeViews() {
    const canvas = document.createElement("canvas");
    if (!canvas.getContext("webgl2")) {
      byId("no-webgl").hidden = false;
      byId("views").hidden = true;
      return;
    }
    for (const stage of this.recording.stages) {
      const element = make("div", { class: `view ${stage.dimension === 2 ? "plane" : "space"}` });
      byId("views").append(element);
      const pick = (picked, event) => this.pick(stage, picked, event);
      const view = new StageView(element, stage, this.recording, pick);
      element.append(make("div", { class: "corner" }, stage.dimension === 2 ? "2D" : "3D"),
        make("button", { type: "button", class: "fit", title: "Show everything (f)", onclick: () => view.fit() }, "Fit"));
      this.views.push(view);
    }
  }

  /** Both worlds, or one of them. */
  makeDimensions() {
    if (this.views.length < 2) return;
    const choices = [["Both", () => true], ["3D", (view) => view.stage.dimension === 3], ["2D", (view) => view.stage.dimension === 2]];
    const buttons = choices.map(([text, isShown], i) => {
      const button = make("button", { type: "button", "aria-pressed": String(i === 0) }, text);
      button.addEventListener("click", () => {
        buttons.forEach((other) => other.setAttribute("aria-pressed", other === button));
        this.views.forEach((view) => { view.element.hidden = !isShown(view); });
        this.views.forEach((view) => { if (isShown(view)) view.fit(); });
      });
      return button;
    });
    byId("dimensions").append(...buttons);
    this.dimensions = { 3: buttons[1], 2: buttons[2] };
    byId("dimensions").hidden = false;
    // A phone has no room for both.
    if (matchMedia("(max-width: 860px)").matches) buttons[1].click();
  }

  watchControls() {
    const { first, last } = this.recording;
    const on = (id, type, call) => byId(id).addEventListener(type, call);
    on("first", "click", () => this.go(first));
    on("back", "click", () => this.go(this.tick - 1));
    on("play", "click", () => this.playOrPause());
    on("on", "click", () => this.go(this.tick + 1));
    on("last", "click", () => this.go(last));
    on("scrub", "input", (event) => this.go(Number(event.target.value)));
    for (const name of ["skins", "level", "boxes", "names"]) {
      byId(name).hidden = (name === "skins" || name === "level") && !this.shows[name];
      on(name, "click", () => this.flip(name));
    }
    on("theme", "click", () => this.flipTheme());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(input|select|textarea)$/i.test(event.target.tagName) && event.target.type !== "range") {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const { first, last } = this.recording;
    const keys = {
      " ": () => this.playOrPause(),
      ArrowLeft: () => this.go(this.tick - (event.shiftKey ? 10 : 1)),
      ArrowRight: () => this.go(this.tick + (event.shiftKey ? 10 : 1)),
      Home: () => this.go(first),
      End: () => this.go(last),
      ArrowUp: () => this.changeSpeed(1),
      ArrowDown: () => this.changeSpeed(-1),
      n: () => this.stepEvent(1),
      p: () => this.stepEvent(-1),
      s: () => this.shows.skins !== undefined && this.flip("skins"),
      b: () => this.flip("boxes"),
      m: () => byId("level").hidden || this.flip("level"),
      l: () => this.flip("names"),
      f: () => this.views.forEach((view) => view.fit()),
      t: () => this.flipTheme(),
      Escape: () => this.select(null),
    };
    const act = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!act) return;
    // A button in focus would answer to space, too.
    event.preventDefault();
    act();
  }

  flip(name) {
    this.shows[name] = !this.shows[name];
    byId(name).setAttribute("aria-pressed", this.shows[name]);
    this.show();
  }

  isDark() {
    const set = document.documentElement.dataset.theme;
    return set ? set === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  flipTheme() {
    document.documentElement.dataset.theme = this.isDark() ? "light" : "dark";
    this.show();
    this.drawMarks();
    this.makeLegend();
  }

  changeSpeed(step) {
    const speed = byId("speed");
    speed.selectedIndex = Math.min(Math.max(speed.selectedIndex + step, 0), speed.options.length - 1);
  }

  stepEvent(direction) {
    const entry = this.list.step(direction);
    if (entry) this.select(entry);
  }

  go(tick) {
    this.pause();
    this.seek(tick);
  }

  seek(tick) {
    const { first, last } = this.recording;
    this.tick = Math.min(Math.max(tick, first), last);
    this.show();
  }

  playOrPause() {
    if (this.playing) return this.pause();
    if (this.tick >= this.recording.last) this.tick = this.recording.first;
    // What was explained belongs to its own tick.
    if (moment(this.choice)) this.choice = null;
    this.playing = true;
    this.setPlay("❚❚", "Pause");
    let before = performance.now(), passed = 0;
    const step = (now) => {
      if (!this.playing) return;
      passed += ((now - before) / 1000) * this.recording.ticks_per_second * Number(byId("speed").value);
      before = now;
      const ticks = Math.floor(passed);
      if (ticks > 0) {
        passed -= ticks;
        this.seek(this.tick + ticks);
        if (this.tick >= this.recording.last) return this.pause();
      }
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  pause() {
    this.playing = false;
    this.setPlay("▶\ufe0e", "Play");
  }

  setPlay(text, label) {
    byId("play").textContent = text;
    byId("play").setAttribute("aria-label", label);
  }

  pick(stage, { collider, part }, event) {
    if (collider === null) return this.select(null);
    const before = this.choice?.stage === stage ? this.choice : null;
    const first = before?.body ?? before?.pair?.[0] ?? before?.event?.a;
    if (event.shiftKey && first !== undefined && first !== collider) {
      this.select({ stage, pair: [first, collider], part: part ?? before.part });
    } else {
      this.select({ stage, body: collider, part });
    }
  }

  /** Chooses an event or a query, to whose tick it goes; a body; a pair; or nothing. */
  select(choice) {
    this.choice = choice;
    // What was chosen in a list may lie in the world that is out of sight.
    const view = choice && this.views.find((it) => it.stage === choice.stage);
    if (view?.element.hidden) this.dimensions[choice.stage.dimension].click();
    if (moment(choice)) return this.go(moment(choice).tick);
    this.show();
  }

  /** The pair that is shown in red and blue. */
  pair() {
    const { choice } = this;
    if (choice?.event) return this.tick === choice.event.tick ? [choice.event.a, choice.event.b] : null;
    return choice?.pair ?? null;
  }

  look() {
    const { choice } = this;
    if (!choice) return;
    if (moment(choice)) this.go(moment(choice).tick);
    const view = this.views.find((it) => it.stage === choice.stage);
    view?.look(this.pair() ?? [choice.body ?? choice.probe.hit]);
  }

  show() {
    const { tick, choice, recording } = this;
    const pair = this.pair();
    for (const view of this.views) {
      const own = view.stage === choice?.stage;
      view.show({
        tick, ...this.shows, dark: this.isDark(),
        pair: own ? pair : null,
        explain: own && pair ? choice.event?.explain : null,
        chosen: own ? choice.body ?? choice.probe?.hit : undefined,
        ...(own ? partOf(choice) : {}),
      });
    }
    byId("scrub").value = tick;
    const seconds = (tick / recording.ticks_per_second).toFixed(2);
    byId("clock").textContent = `${tick}/${recording.last}  ${seconds} s`;
    this.list.mark(tick, moment(choice) ? choice : null, this.playing);
    const key = moment(choice) ?? (choice && [choice, tick, this.playing]);
    if (!this.playing || choice) {
      // The panel of an event or a query does not change with time: it keeps its place and what is open in it.
      if (!moment(choice) || key !== this.shown) this.details.show(choice, tick);
      this.shown = key;
    } else if (this.shown !== null) {
      this.details.show(null, tick);
      this.shown = null;
    }
  }

  /** Marks of the events and the queries over the slider. */
  drawMarks() {
    const canvas = byId("marks");
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.max(1, canvas.clientWidth * ratio);
    canvas.height = 14 * ratio;
    const context = canvas.getContext("2d");
    const { first, last } = this.recording;
    const palette = COLOURS[this.isDark() ? "dark" : "light"];
    const colours = { enter: palette.enter, blocked: palette.blocked, hit: palette.hit, crushed: palette.crushed, exit: palette.fixed, unblocked: palette.fixed, query: palette.probe };
    // The slider's thumb is half its width away from either end.
    const inset = 8 * ratio, span = canvas.width - 2 * inset;
    for (const kind of ["exit", "unblocked", "query", "enter", "blocked", "hit", "crushed"]) {
      context.fillStyle = colours[kind];
      const tall = { exit: 0.35, unblocked: 0.35, query: 0.6, enter: 0.6, blocked: 1, hit: 1, crushed: 1 }[kind] * canvas.height;
      for (const entry of this.list.all) {
        if (kindOf(entry) !== kind) continue;
        const x = inset + (span * (moment(entry).tick - first)) / Math.max(last - first, 1);
        context.fillRect(x - ratio, canvas.height - tall, 2 * ratio, tall);
      }
    }
  }

  makeLegend() {
    const palette = COLOURS[this.isDark() ? "dark" : "light"];
    const kinds = new Set(this.recording.stages.flatMap((stage) => stage.events.map((event) => event.kind)));
    const probes = this.recording.stages.some((stage) => stage.probes.length);
    const seen = this.recording.stages.some((stage) => stage.probes.some((probe) => probe.seen !== undefined));
    const levels = this.recording.stages.some((stage) => levelsOf(stage).length);
    const entries = [["idle", "touches nothing"], ["fixed", "fixed"], levels && ["edge", "level"], kinds.has("enter") && ["enter", "in contact"],
      kinds.has("blocked") && ["blocked", "blocked"], kinds.has("hit") && ["hit", "hit, and what hit it"], kinds.has("crushed") && ["crushed", "crushed, by what, and against what"],
      probes && ["probe", "rays, sweeps, shots, walks"], seen && ["ghost", "as a shot saw it"]].filter(Boolean);
    byId("legend").replaceChildren(...entries.map(([name, text]) => {
      const line = make("i");
      line.style.borderColor = palette[name];
      return make("span", {}, line, text);
    }));
  }
}

/** The triangle that was chosen or that a chosen event is about, and the level that it belongs to. */
function partOf({ stage, event, body, pair, part }) {
  const number = event ? event.part : part;
  if (number === undefined) return {};
  const whose = event ? [event.a, event.b] : pair ?? [body];
  const level = levelsOf(stage).find(({ index }) => whose.includes(index));
  return level ? { part: number, partOf: level.index } : {};
}

// For tests and scripts: the page's time, and where things are drawn.
window.asunder = new Page();
