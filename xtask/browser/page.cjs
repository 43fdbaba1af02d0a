// Opens pages in headless Chromium and holds what a viewer must do: `cargo xtask browser` calls it with
// the browser, a folder for screenshots, and the pages.

const { chromium } = require("playwright-core");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const assert = require("node:assert/strict");

const [executablePath, shots, ...pages] = process.argv.slice(2);
const DESK = { width: 1280, height: 800 }, PHONE = { width: 390, height: 844 };
const ARGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
  "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

/** Opens a page and collects whatever it complains about or asks the network for. */
async function open(browser, file, options) {
  const context = await browser.newContext({ viewport: DESK, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) complaints.push(`asks for ${request.url()}`);
  });
  await page.goto(pathToFileURL(path.resolve(file)).href);
  await page.waitForFunction(() => window.asunder);
  return { context, page, complaints };
}

/** How many pixels of a picture of a canvas, the first one or another, are near a colour. */
async function near(page, [r, g, b], view = 0) {
  const shot = await page.locator(".view canvas").nth(view).screenshot();
  return page.evaluate(async ([data, r, g, b]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data: pixels } = canvas.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let i = 0; i < pixels.length; i += 4) {
      if (Math.abs(pixels[i] - r) + Math.abs(pixels[i + 1] - g) + Math.abs(pixels[i + 2] - b) < 60) count++;
    }
    return count;
  }, [shot.toString("base64"), r, g, b]);
}

async function demo(browser, file) {
  const { context, page, complaints } = await open(browser, file, { colorScheme: "light" });
  const tick = () => page.evaluate(() => asunder.tick);

  await page.keyboard.press("ArrowRight");
  assert.equal(await tick(), 1, "an arrow steps a tick");
  await page.keyboard.press(" ");
  await page.waitForFunction(() => asunder.tick > 8, null, { timeout: 20000 });
  await page.keyboard.press(" ");
  assert.equal(await page.evaluate(() => asunder.playing), false, "space pauses");
  const still = await tick();
  await page.waitForTimeout(200);
  assert.equal(await tick(), still, "nothing moves while it is paused");

  const hit = await page.evaluate(() => {
    const { event } = asunder.list.all.find(({ event }) => event?.kind === "hit");
    return event.tick;
  });
  const magenta = [176, 31, 194];
  await page.evaluate((tick) => asunder.go(tick), hit - 1);
  const before = await near(page, magenta);
  await page.evaluate((tick) => asunder.go(tick), hit);
  const after = await near(page, magenta);
  assert.ok(after > before + 30, `a hit's pixels change colour: ${before} before, ${after} after`);
  await page.screenshot({ path: path.join(shots, "demo.png") });
  await page.evaluate(() => asunder.go(asunder.recording.last));
  assert.ok(await near(page, magenta) < after / 4, "a hit is lit only while it lasts");

  // A click on a body says who it is; one on an event explains it.
  await page.evaluate((tick) => asunder.go(tick), hit);
  const spot = await page.evaluate(() => {
    const view = asunder.views[0];
    // In front of everything else: the walker stands before the middle of the wall.
    const lift = view.stage.colliders.find(({ name }) => name === "lift");
    return view.whereIs(lift.index);
  });
  await page.mouse.click(...spot);
  const details = page.locator("#details");
  assert.match(await details.innerText(), /lift[\s\S]*moving/, "a click on a body names it");
  await page.locator("#filter").fill("head");
  await page.locator(".row").first().click();
  assert.match(await details.innerText(), /axes ha(s|ve) a gap/, "a click on an event explains it");
  assert.equal(await page.locator("#details svg.diagram").count(), 1, "and draws it");
  assert.ok(await page.locator("#details tr.decides").count() === 1, "one axis decides");
  const named = await page.locator(".row").allInnerTexts();
  assert.ok(named.length > 0 && named.every((row) => row.includes("head")), "the filter keeps what it names");
  await page.locator("#filter").fill("");
  await page.evaluate(() => {
    const crossed = asunder.list.all.find(({ event }) => event?.explain
      && event.explain.axes[event.explain.deciding].name.includes("×"));
    asunder.select(crossed);
    asunder.look();
  });
  await page.screenshot({ path: path.join(shots, "explain.png") });
  await page.locator("#theme").click();
  await page.screenshot({ path: path.join(shots, "explain-dark.png") });
  assert.deepEqual(complaints, [], "the console is silent");
  await context.close();
}

async function phone(browser, file) {
  const { context, page, complaints } = await open(browser, file, { viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: "dark" });
  const isSeen = await page.evaluate(() => {
    const entry = asunder.list.all.find(({ stage }) => stage.dimension === 2);
    asunder.select(entry);
    return !asunder.views.find((view) => view.stage === entry.stage).element.hidden;
  });
  assert.ok(isSeen, "an event of the plane shows the plane");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= PHONE.width, `nothing is wider than a phone: ${wide}`);
  for (const id of ["play", "scrub", "filter", "theme"]) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= PHONE.width + 0.5, `#${id} is in reach`);
  }
  const canvas = await page.locator(".view:not([hidden]) canvas").first().boundingBox();
  assert.ok(canvas.width > 300 && canvas.height > 200, "the shapes have room");
  await page.screenshot({ path: path.join(shots, "phone.png") });
  assert.deepEqual(complaints, [], "the console is silent");
  await context.close();
}

async function withoutWebgl(file) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-webgl", "--disable-3d-apis", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"] });
  const { page, complaints } = await open(browser, file, {});
  assert.ok(await page.locator("#no-webgl").isVisible(), "the page says that WebGL is missing");
  await page.evaluate(() => asunder.select(asunder.list.all[0]));
  assert.equal(await page.locator("#details table.axes").count(), 1, "and explains without it");
  assert.deepEqual(complaints, [], "the console is silent");
  await browser.close();
}

/** A press crushes a box against a belt: a row, a filter, a colour, and who is lit. */
async function crushed(browser, file) {
  const { context, page, complaints } = await open(browser, file, { colorScheme: "light" });
  const row = page.locator(".row", { hasText: "crushed" }).first();
  await page.locator("#filter").fill("press against");
  assert.match(await row.innerText(), /crushed\s+box → press against belt/, "a row says who, by what, against what");
  await row.click();
  const { tick, last, names } = await page.evaluate(() => {
    const { stage, event } = asunder.choice;
    const lit = (state, tick) => stage.colliders.filter(({ index }) =>
      stage.lit[index].some(({ from, until, kind }) => kind === state && from <= tick && tick < until)).map(({ name }) => name);
    return { tick: event.tick, last: asunder.tick, names: [lit("crushed", event.tick - 1), lit("crushed", event.tick), lit("crushes", event.tick)] };
  });
  assert.equal(last, tick, "a click on the row goes to its tick");
  assert.deepEqual(names, [[], ["box"], ["belt", "press"]], "who is crushed is lit, and what crushes it");
  const details = page.locator("#details");
  assert.match(await details.innerText(), /crushed at tick[\s\S]*box[\s\S]*press[\s\S]*against[\s\S]*belt/, "the panel says so, too");
  assert.ok(await details.locator("table.axes").count() === 1, "and explains the pair");
  assert.match(await page.locator("#legend").innerText(), /crushed, by what/, "the legend names the colour");
  await page.locator("#filter").fill("");
  const all = await page.evaluate(() => asunder.list.shown.length);
  await page.locator("#kinds button", { hasText: "crushed" }).click();
  const rest = await page.evaluate(() => [asunder.list.shown.length, asunder.list.shown.some(({ event }) => event?.kind === "crushed")]);
  assert.ok(rest[0] < all && !rest[1], "its kind can be hidden");
  // Without a choice, so that no pair is drawn in red and blue.
  await page.keyboard.press("Escape");
  const green = [77, 124, 15], plane = 1;
  await page.evaluate((tick) => asunder.go(tick), tick - 1);
  const before = await near(page, green, plane);
  await page.evaluate((tick) => asunder.go(tick), tick);
  const after = await near(page, green, plane);
  assert.ok(after > before + 30, `its pixels change colour: ${before} before, ${after} after`);
  await page.screenshot({ path: path.join(shots, "crushed.png") });
  assert.deepEqual(complaints, [], "the console is silent");
  await context.close();
}

/** A level: its ground is drawn and can be hidden, a click on it names a triangle, and an event says which. */
async function level(browser, file) {
  const { context, page, complaints } = await open(browser, file, { colorScheme: "light" });
  const [r, g, b] = [228, 223, 214];
  const shown = await near(page, [r, g, b]);
  await page.screenshot({ path: path.join(shots, "level.png") });
  await page.mouse.click(480, 560);
  assert.match(await page.locator("#details").innerText(), /triangle\s+\d+ of 464/, "a click names the triangle");
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  const hidden = await near(page, [r, g, b]);
  assert.ok(shown > hidden + 10000, `the ground goes: ${shown} pixels before, ${hidden} after`);
  await page.keyboard.press("m");
  const { tick, part } = await page.evaluate(() => {
    const entry = asunder.list.all.find(({ event }) => event?.kind === "hit");
    asunder.select(entry);
    return { tick: entry.event.tick, part: entry.event.part };
  });
  const details = await page.locator("#details").innerText();
  assert.match(details, new RegExp(`triangle ${part}\\b`), `the hit at tick ${tick} says which`);
  assert.match(details, /They touch/, "the pair is explained");
  assert.deepEqual(complaints, [], "the console is silent");
  await context.close();
}

/** Any other page: it opens, shows the last event, and is silent. */
async function other(browser, file) {
  const { context, page, complaints } = await open(browser, file, { colorScheme: "light" });
  await page.evaluate(() => {
    const stage = asunder.recording.stages.find(({ probes }) => probes.length);
    const last = stage ? stage.probes.at(-1).tick : asunder.list.all.at(-1).event.tick;
    asunder.go(last);
  });
  // A query that looked into the past is a row, which says what it found.
  const isPast = await page.evaluate(() => {
    const past = asunder.list.all.find(({ probe }) => probe?.seen !== undefined);
    if (past) asunder.select(past);
    return past !== undefined;
  });
  if (isPast) {
    assert.match(await page.locator("#count").innerText(), /queries/, "queries are counted");
    assert.match(await page.locator("#details").innerText(), /It looked at tick/, "a query says which moment it saw");
    assert.ok(await page.locator(".row.chosen").count() === 1, "its row is marked");
  }
  await page.screenshot({ path: path.join(shots, `${path.basename(file, ".html")}.png`) });
  assert.deepEqual(complaints, [], `${file}: the console is silent`);
  await context.close();
}

(async () => {
  const browser = await chromium.launch({ executablePath, args: ARGS });
  await demo(browser, pages[0]);
  await phone(browser, pages[0]);
  for (const file of pages.slice(1)) await other(browser, file);
  await crushed(browser, pages.find((file) => file.endsWith("walk.html")));
  await level(browser, pages.find((file) => file.endsWith("dungeon.html")));
  await browser.close();
  await withoutWebgl(pages[0]);
  console.log(`${pages.length} pages: they play, light hits, explain, and fit a phone`);
})().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
