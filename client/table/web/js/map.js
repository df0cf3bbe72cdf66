// The map: spaces, stacks, the view, and what is under the pointer.

import { canals } from "./canals.js";
import { $, h, put, s } from "./dom.js";
import { ask, changed, look, on, section, store } from "./store.js";
import { colour, ink, letter, symbol, tokenTitle, unitName } from "./units.js";

const svg = $("map");
const world = s("g", { id: "world" });
const land = s("g", { id: "land" });
const route = s("g", { id: "route" });
const stacks = s("g", { id: "stacks" });
let geometry = null;
let paths = {};
let boxes = {};
let view = { x: 0, y: 0, scale: 1 };
let frame = 0;
let kept = null;
let laid = [];
let labelOf = {};
let laidAt = 0;
/** What others do when the map is used; set by `movement.js` and `main.js`. */
export const handlers = { choose: () => {}, pick: () => false, drag: () => false, drop: () => {}, hover: () => {} };

/** How far, in pixels, a stack may be pushed from its place. */
const FAR = 64;
const CHIP = { wide: 34, high: 19, gap: 2 };

export function setUp() {
  svg.append(s("defs", {}, s("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" }, s("path", { d: "M0 0L10 5L0 10z" }))), world, stacks);
  on(["board"], draw);
  on(["spaces", "turn", "ask", "picked", "lit", "battle", "plans"], () => { paint(); place(); });
  on(["space"], paint);
  new ResizeObserver(() => show()).observe(svg);
  wheelAndPointer();
}

// Drawing

function draw() {
  if (!store.board || store.board.map === geometry) return;
  geometry = store.board.map;
  paths = {};
  const spaces = Object.entries(geometry.spaces);
  const zones = s("g", { class: "zones" });
  const lands = s("g", { class: "lands" });
  for (const [name, space] of spaces) {
    paths[name] = s("path", { d: space.path, class: space.kind, "data-space": name, "fill-rule": "evenodd" });
    (space.kind === "zone" ? zones : lands).append(paths[name]);
  }
  land.replaceChildren(zones, ...geometry.shore.map((d, i) => s("path", { d, class: `shore shore${i}`, "fill-rule": "nonzero" })),
    s("path", { d: geometry.scenery, class: "scenery", "fill-rule": "evenodd" }), lands, canals(store.board), names());
  world.replaceChildren(land, route);
  if (geometry.wraps) {
    for (const turn of [-1, 1]) world.append(s("use", { href: "#land", x: turn * geometry.width, class: "copy" }));
  }
  boxes = Object.fromEntries(spaces.map(([name]) => [name, paths[name].getBBox()]));
  put($("views"), Object.entries({ World: null, ...geometry.views }).map(([name, box]) => h("button", { onclick: () => frameTo(box ?? [0, 0, geometry.width, geometry.height]) }, name)),
    h("button", { "aria-label": "zoom in", onclick: () => zoom(1.4) }, "+"), h("button", { "aria-label": "zoom out", onclick: () => zoom(1 / 1.4) }, "−"));
  paint();
  begin();
}

/** The whole map where the screen is wide enough; else as much as fits, around one's own capital. */
function begin() {
  const box = svg.getBoundingClientRect();
  const whole = [0, 0, geometry.width, geometry.height];
  if (box.width > 1.15 * box.height) return frameTo(whole);
  const own = Object.entries(store.board.powers).find(([power]) => section("powers")[power]?.mine)?.[1].capital;
  const [x] = geometry.spaces[own]?.anchor ?? [geometry.width / 2];
  const wide = (geometry.height * box.width) / box.height;
  const west = geometry.wraps ? x - wide / 2 : Math.max(0, Math.min(geometry.width - wide, x - wide / 2));
  frameTo([west, 0, wide, geometry.height]);
}

function names() {
  labelOf = {};
  return s("g", { class: "names" }, Object.entries(geometry.spaces).map(([name, space]) => {
    const facts = store.board.spaces[name];
    const text = s("text", { x: space.anchor[0], y: space.anchor[1], class: facts.sea ? "zone-name" : "land-name", "data-name": name },
      facts.sea ? name.replace(/^SZ |( Sea Zone)$/g, "") : name, facts.value ? s("tspan", { class: "worth", dx: 4 }, String(facts.value)) : null, facts.city ? s("tspan", { class: "city", dx: 3 }, "★") : null);
    labelOf[name] = text;
    return text;
  }));
}

/** Colours of control, and marks of what is chosen, lit or fought over. */
function paint() {
  if (!geometry) return;
  const battle = section("battle").space;
  const asked = ask();
  const choosable = new Set(asked.kind === "menu" ? asked.spaces : []);
  for (const [name, path] of Object.entries(paths)) {
    const facts = store.board.spaces[name];
    const owner = section("spaces")[name]?.control;
    if (!facts.sea) {
      path.style.fill = owner ? `color-mix(in srgb, ${colour(owner)} 66%, var(--neutral))` : "";
      path.classList.toggle("neutral", !owner);
    }
    path.classList.toggle("chosen", name === store.space);
    path.classList.toggle("lit", name in store.lit);
    path.classList.toggle("lit-enemy", Boolean(store.lit[name]?.enemies));
    path.classList.toggle("fought", name === battle || name in section("plans"));
    path.classList.toggle("offered", choosable.has(name));
  }
}

// Stacks

/** Chips of a space: many as totals of powers far away, kinds of units when near. */
function chipsOf(name, near) {
  const here = section("spaces")[name];
  if (!here) return [];
  const chips = new Map();
  const put1 = (key, chip, ids) => {
    const found = chips.get(key) ?? chips.set(key, { ...chip, ids: [], count: 0 }).get(key);
    found.ids.push(...ids);
    found.count += ids.length;
  };
  for (const stack of here.stacks) {
    if (stack.aboard !== undefined) { put1(`${stack.power} aboard`, { power: stack.power, kind: stack.kind, cargo: true }, stack.ids); continue; }
    if (!near && stack.kind === "complex") continue;
    put1(near ? `${stack.power} ${stack.kind} ${stack.marks ?? ""}` : stack.power, { power: stack.power, kind: stack.kind, damaged: stack.damaged, marks: near ? stack.marks : undefined }, stack.ids);
  }
  const tokens = here.tokens.map((token) => ({ token, power: token.power, ids: [token.id], count: 1 }));
  return [...[...chips.values()].filter((chip) => near || !chip.cargo), ...(near || tokens.length < 3 ? tokens : [{ tokens: tokens.length, power: tokens[0].power, ids: [], count: tokens.length }])];
}

/** Lay the stacks of all spaces out for this scale, none over another or over a name. */
function place() {
  if (!geometry) return;
  const small = Object.keys(geometry.spaces).length < 40 && view.scale * geometry.width > 700;
  laid = [];
  const fixed = labels();
  for (const [name, space] of Object.entries(geometry.spaces)) {
    const [x, y, radius] = space.anchor;
    const [px, py, room] = [x * view.scale, y * view.scale, radius * view.scale];
    const near = room > 24 || view.scale > 1.1 || small;
    const chips = chipsOf(name, near);
    if (!chips.length) continue;
    const across = Math.max(1, Math.min(chips.length, Math.max(2, Math.floor((room * 2) / (CHIP.wide + CHIP.gap)) || 1, chips.length > 6 ? 3 : 1)));
    const rows = Math.ceil(chips.length / across);
    const group = s("g", { class: "stack", "data-space": name });
    chips.forEach((chip, i) => {
      const inRow = Math.min(across, chips.length - Math.floor(i / across) * across);
      group.append(drawn(chip, ((i % across) - inRow / 2) * (CHIP.wide + CHIP.gap), (Math.floor(i / across) - rows / 2) * (CHIP.high + CHIP.gap)));
    });
    const plan = section("plans")[name];
    if (plan && near) group.append(s("text", { class: "odds", y: (rows * (CHIP.high + CHIP.gap)) / 2 + 13 }, `${plan.win} %`));
    const high = rows * (CHIP.high + CHIP.gap);
    laid.push({ name, group, home: [px, py], x: px, y: py + high / 2 - (fixed.shown.has(name) ? -3 : high / 2), wide: across * (CHIP.wide + CHIP.gap) + 3, high: high + 2 });
  }
  spread(laid, fixed);
  for (const name of fixed.shown) {
    const box = fixed.at[name];
    const covered = laid.some((one) => Math.abs(one.x - box.x) * 2 < one.wide + box.wide - 8 && Math.abs(one.y - box.y) * 2 < one.high + box.high - 8);
    if (covered && store.board.spaces[name].sea) labelOf[name].style.display = "none";
  }
  for (const one of laid) {
    const [dx, dy] = [one.home[0] - one.x, one.home[1] - one.y];
    if (Math.hypot(dx, dy) > Math.max(30, one.high)) one.group.prepend(s("line", { class: "leader", x2: dx, y2: dy }));
  }
  stacks.replaceChildren(...laid.map((one) => one.group));
  settle();
}

/** Push overlapping stacks apart, a little at a time. */
function spread(movable, fixed) {
  const width = geometry.wraps ? geometry.width * view.scale : Infinity;
  for (let turn = 0; turn < 24; turn++) {
    let moved = false;
    movable.forEach((a, i) => {
      for (const b of [...movable.slice(i + 1), ...fixed]) {
        let dx = a.x - b.x;
        if (width !== Infinity) dx -= Math.round(dx / width) * width;
        const over = (a.wide + b.wide) / 2 - Math.abs(dx);
        const under1 = (a.high + b.high) / 2 - Math.abs(a.y - b.y);
        if (over <= 0 || under1 <= 0) continue;
        moved = true;
        const share = b.group ? 0.5 : 1;
        const [sx, sy] = over < under1 ? [(dx < 0 ? -1 : 1) * over * share, 0] : [0, (a.y < b.y ? -1 : 1) * under1 * share];
        a.x += sx;
        a.y += sy;
        if (b.group) { b.x -= sx; b.y -= sy; }
      }
    });
    for (const one of movable) {
      one.x = Math.max(one.home[0] - FAR, Math.min(one.home[0] + FAR, one.x));
      one.y = Math.max(one.home[1] - FAR, Math.min(one.home[1] + FAR, one.y));
    }
    if (!moved) return;
  }
}

/** Move the laid stacks to where the view is. */
function settle() {
  const box = svg.getBoundingClientRect();
  for (const one of laid) {
    const turn = geometry.wraps ? Math.round((view.x + box.width / view.scale / 2 - one.home[0] / view.scale) / geometry.width) : 0;
    const x = one.x + (turn * geometry.width - view.x) * view.scale;
    const y = one.y - view.y * view.scale;
    const seen = x > -150 && y > -150 && x < box.width + 150 && y < box.height + 150;
    one.group.style.display = seen ? "" : "none";
    if (seen) one.group.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  }
}

/** Names that find room at this scale, those of large spaces first; the others are hidden. */
function labels() {
  const boxes1 = [];
  boxes1.shown = new Set();
  boxes1.at = {};
  const order = Object.entries(geometry.spaces).sort(([, a], [, b]) => b.anchor[2] - a.anchor[2]);
  for (const [name, { anchor: [x, y, radius] }] of order) {
    const facts = store.board.spaces[name];
    const text = (facts.sea ? name.replace(/^SZ |( Sea Zone)$/g, "") : name).length + (facts.value ? 2 : 0) + (facts.city ? 2 : 0);
    const box = { x: x * view.scale, y: y * view.scale - 11, wide: text * 6.8 + 4, high: 13 };
    const fits = box.wide < radius * view.scale * 7 + 40 && !boxes1.some((b) => Math.abs(b.x - box.x) * 2 < b.wide + box.wide && Math.abs(b.y - box.y) * 2 < b.high + box.high);
    labelOf[name].style.display = fits || name === store.space ? "" : "none";
    if (!fits) continue;
    boxes1.push(box);
    boxes1.at[name] = box;
    boxes1.shown.add(name);
  }
  return boxes1;
}

function drawn(chip, x, y) {
  const picked = chip.ids.some((id) => store.picked.has(id));
  const movable = (ask().movable ?? []).some((id) => chip.ids.includes(id));
  const group = s("g", { class: `chip${picked ? " picked" : ""}${movable ? " movable" : ""}${chip.token ? " token" : ""}`, transform: `translate(${x.toFixed(1)} ${y})`, "data-ids": chip.ids.join(",") });
  const fill = colour(chip.power);
  if (chip.token || chip.tokens) {
    const token = chip.token ?? {};
    const known = token.group !== null && token.group !== undefined;
    group.append(s("title", {}, chip.token ? tokenTitle(token) : `${chip.tokens} tokens`),
      s("rect", { class: `token-face${token.mine ? " mine" : ""}${token.up ? " up" : ""}`, width: CHIP.wide, height: CHIP.high, rx: 4 }),
      s("rect", { width: 10, height: CHIP.high - 2, x: 1, y: 1, rx: 3, fill }),
      s("text", { class: "mark", x: 6, y: 13, fill: ink(fill) }, letter(chip.power)),
      s("text", { class: "count", x: 22, y: 14 }, chip.tokens ? `${chip.tokens}?` : known ? `${token.group}·${token.size}` : "?"));
    if (token.marks) group.append(marking(token.marks));
    if (token.under) group.append(s("path", { class: "wave", d: "M12 17q3-3 6 0t6 0t6 0" }));
    return group;
  }
  const dark = ink(fill);
  group.append(s("title", {}, `${chip.power}: ${chip.count} ${unitName(chip.kind)}${chip.cargo ? " aboard" : ""}${chip.damaged ? ", damaged" : ""}${chip.marks ? `, ${chip.marks.join(", ")}` : ""}`),
    s("rect", { class: "face", width: CHIP.wide, height: CHIP.high, rx: 4, fill }),
    s("use", { href: symbol(chip.kind), x: 2, y: 3.500, width: 18, height: 12.500, fill: dark }),
    s("text", { class: "count", x: 26.500, y: 14, fill: dark }, String(chip.count)));
  if (chip.marks) group.append(marking(chip.marks));
  if (chip.cargo) group.append(s("path", { d: "M2 17.500h30", class: "cargo" }));
  if (chip.damaged) group.append(s("circle", { cx: 32, cy: 2, r: 4, class: "damage" }));
  return group;
}

/** Initials of the markers that house rules put on a piece; its title has them in full. */
function marking(marks) {
  return s("text", { class: "marking", x: CHIP.wide - 1, y: CHIP.high + 6 }, marks.map((mark) => mark[0].toUpperCase()).join(""));
}

// The view

function show() {
  const box = svg.getBoundingClientRect();
  if (!geometry || !box.width) return;
  const least = Math.min(box.width / geometry.width, box.height / geometry.height) * (geometry.wraps ? 1 : 0.9);
  view.scale = Math.min(12, Math.max(least, view.scale));
  const [wide, high] = [box.width / view.scale, box.height / view.scale];
  view.y = high >= geometry.height ? (geometry.height - high) / 2 + aside(view.y - (geometry.height - high) / 2, high) : Math.max(-high * 0.4, Math.min(geometry.height - high * 0.6, view.y));
  if (geometry.wraps) view.x = ((view.x % geometry.width) + geometry.width) % geometry.width;
  else view.x = wide >= geometry.width ? (geometry.width - wide) / 2 + aside(view.x - (geometry.width - wide) / 2, wide) : Math.max(-wide * 0.4, Math.min(geometry.width - wide * 0.6, view.x));
  world.setAttribute("transform", `scale(${view.scale}) translate(${-view.x} ${-view.y})`);
  svg.style.setProperty("--px", 1 / view.scale);
  for (const copy of world.querySelectorAll(".copy")) {
    const x = Number(copy.getAttribute("x"));
    copy.style.display = x < 0 ? (view.x < 200 ? "" : "none") : view.x + wide > geometry.width - 200 ? "" : "none";
  }
  if (laidAt !== view.scale) { laidAt = view.scale; place(); } else settle();
}

/** A map smaller than the screen may still be pushed aside, from under a panel. */
const aside = (by, size) => Math.max(-size * 0.35, Math.min(size * 0.35, by));

function soon() {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(show);
}

export function frameTo([x, y, wide, high]) {
  const box = svg.getBoundingClientRect();
  view.scale = Math.min(box.width / wide, box.height / high) * (wide < geometry.width ? 1 : 0.98);
  view.x = x - (box.width / view.scale - wide) / 2;
  view.y = y - (box.height / view.scale - high) / 2;
  soon();
}

export function zoom(factor, at) {
  const box = svg.getBoundingClientRect();
  const [px, py] = at ?? [box.width / 2, box.height / 2];
  const before = view.scale;
  view.scale = Math.min(12, view.scale * factor);
  view.x += px / before - px / view.scale;
  view.y += py / before - py / view.scale;
  soon();
}

/** Bring a space into view without losing where one was. */
export function reveal(name) {
  const space = geometry?.spaces[name];
  if (!space) return;
  const box = svg.getBoundingClientRect();
  const [x, y] = space.anchor;
  const [px, py] = [(x - view.x) * view.scale, (y - view.y) * view.scale];
  if (px < 50 || py < 50 || px > box.width - 50 || py > box.height - 60) {
    view.x = x - box.width / view.scale / 2;
    view.y = y - box.height / view.scale / 2;
    soon();
  }
}

/** Bring a space to where the battle board does not lie. */
export function beside(name) {
  const space = geometry?.spaces[name];
  if (!space) return;
  const box = svg.getBoundingClientRect();
  const board = $("battle").getBoundingClientRect();
  const { x, y } = onScreen(name);
  if (x < board.left - 70 && x > box.left + 70 && y > box.top + 60 && y < box.bottom - 60) return;
  kept ??= { ...view };
  view.x = space.anchor[0] - (Math.max(140, board.left - box.left) / 2) / view.scale;
  if (board.left - box.left < 140) view.y = space.anchor[1] - (Math.max(80, board.top - box.top) / 2) / view.scale;
  soon();
}

/** Go back to the view before the battle board was in its way. */
export function settleBack() {
  if (!kept) return;
  view = kept;
  kept = null;
  soon();
}

/** Where a space's anchor is on the screen; for tests and for keyboards. */
export function onScreen(name) {
  const box = svg.getBoundingClientRect();
  const [x, y] = geometry.spaces[name].anchor;
  const turn = geometry.wraps ? Math.round((view.x + box.width / view.scale / 2 - x) / geometry.width) : 0;
  return { x: box.left + (x + turn * geometry.width - view.x) * view.scale, y: box.top + (y - view.y) * view.scale };
}

/** The space under a point of the screen. */
export function under(clientX, clientY) {
  const box = svg.getBoundingClientRect();
  const y = (clientY - box.top) / view.scale + view.y;
  const x0 = (clientX - box.left) / view.scale + view.x;
  const order = Object.keys(boxes).sort((a, b) => (geometry.spaces[a].kind === "zone") - (geometry.spaces[b].kind === "zone"));
  for (const turn of geometry?.wraps ? [0, -1, 1, -2] : [0]) {
    const point = new DOMPoint(x0 + turn * geometry.width, y);
    for (const name of order) {
      const b = boxes[name];
      if (point.x >= b.x && point.x <= b.x + b.width && y >= b.y && y <= b.y + b.height && paths[name].isPointInFill(point)) return name;
    }
  }
  return null;
}

/** Show a way from a space through others. */
export function showRoute(from, way) {
  if (!geometry || !from || !way?.length) return route.replaceChildren();
  let last = null;
  const points = [from, ...way].map((name) => {
    let [x, y] = geometry.spaces[name].anchor;
    if (last !== null && geometry.wraps) x += Math.round((last - x) / geometry.width) * geometry.width;
    last = x;
    return `${x} ${y}`;
  });
  route.replaceChildren(s("path", { d: `M${points.join("L")}`, class: "way" }));
}

// Wheel, pointer

function wheelAndPointer() {
  const touches = new Map();
  let moved = 0;
  let held = null;
  let dragging = null;
  let spread = 0;
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = svg.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), [event.clientX - box.left, event.clientY - box.top]);
  }, { passive: false });
  svg.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    svg.setPointerCapture(event.pointerId);
    touches.set(event.pointerId, event);
    moved = 0;
    held = event.target.closest?.(".chip");
    spread = 0;
  });
  svg.addEventListener("pointermove", (event) => {
    const before = touches.get(event.pointerId);
    if (!before) return handlers.hover(under(event.clientX, event.clientY), event);
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
    moved += Math.hypot(dx, dy);
    touches.set(event.pointerId, event);
    if (touches.size === 2) {
      const [a, b] = [...touches.values()];
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      const box = svg.getBoundingClientRect();
      if (spread) zoom(now / spread, [(a.clientX + b.clientX) / 2 - box.left, (a.clientY + b.clientY) / 2 - box.top]);
      spread = now;
      return;
    }
    if (moved < 5) return;
    if (dragging === null) dragging = Boolean(held && handlers.drag(ids(held), held.closest(".stack").dataset.space));
    if (dragging) return handlers.hover(under(event.clientX, event.clientY), event);
    view.x -= dx / view.scale;
    view.y -= dy / view.scale;
    svg.classList.add("panning");
    soon();
  });
  const end = (event) => {
    if (!touches.delete(event.pointerId)) return;
    svg.classList.remove("panning");
    const space = under(event.clientX, event.clientY);
    if (event.type === "pointerup") {
      if (dragging) handlers.drop(space);
      else if (moved < 5) click(held, space, event);
    }
    dragging = null;
    held = null;
  };
  svg.addEventListener("pointerup", end);
  svg.addEventListener("pointercancel", end);
  svg.addEventListener("pointerleave", () => handlers.hover(null));
  svg.addEventListener("dblclick", (event) => {
    const box = svg.getBoundingClientRect();
    if (!event.target.closest(".chip")) zoom(1.6, [event.clientX - box.left, event.clientY - box.top]);
  });
}

const ids = (chip) => chip.dataset.ids.split(",").filter(Boolean).map(Number);

function click(chip, space, event) {
  const at = chip?.closest(".stack").dataset.space ?? space;
  if (chip && handlers.pick(ids(chip), at, event)) return;
  if (at) handlers.choose(at);
}

/** The neighbour that lies most in a direction: for arrow keys. */
export function neighbour(from, dx, dy) {
  const start = from ?? Object.keys(geometry.spaces)[0];
  const [x, y] = geometry.spaces[start].anchor;
  let best = null;
  for (const name of store.board.spaces[start].neighbours) {
    let [nx, ny] = geometry.spaces[name].anchor;
    if (geometry.wraps) nx += Math.round((x - nx) / geometry.width) * geometry.width;
    const far = Math.hypot(nx - x, ny - y) || 1;
    const along = ((nx - x) * dx + (ny - y) * dy) / far;
    if (along > 0.3 && (!best || along > best.along)) best = { name, along };
  }
  return best?.name ?? start;
}

export function choose(space) {
  look(space);
  changed("picked");
}
