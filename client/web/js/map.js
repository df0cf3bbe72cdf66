// The map: spaces, stacks, the view, and what is under the pointer.

import { canals } from "./canals.js";
import { $, h, put, s } from "./dom.js";
import * as stacks from "./stacks.js";
import { ask, changed, look, on, section, store } from "./store.js";
import { colour } from "./units.js";

/** The land and the sea, a layer of their own: they are not painted anew when stacks change. */
const ground = $("ground");
const svg = $("map");
const world = s("g", { id: "world" });
const route = s("g", { id: "route" });
const outline = s("path", { class: "hovered" });
let geometry = null;
let paths = {};
let boxes = {};
let view = { x: 0, y: 0, scale: 1 };
let frame = 0;
let kept = null;
let laidAt = 0;
/** The size of the map on the screen, in pixels: kept, as asking for it makes the browser lay all out. */
let room = { width: 0, height: 0 };
const shades = new Map();
/** What others do when the map is used; set by `movement.js` and `main.js`. */
export const handlers = { choose: () => {}, pick: () => false, drag: () => false, drop: () => {}, hover: () => {} };

export function setUp() {
  ground.append(world);
  svg.append(s("defs", {}, s("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" }, s("path", { d: "M0 0L10 5L0 10z" }))), s("g", { class: "outline" }, outline), route);
  stacks.setUp(svg);
  on(["board"], draw);
  new ResizeObserver(([seen]) => resized(seen.contentRect)).observe(svg);
  wheelAndPointer();
}

/** What was in the middle of the map stays there. */
function resized(to) {
  if (room.width && to.width && geometry) {
    view.x += (room.width - to.width) / 2 / view.scale;
    view.y += (room.height - to.height) / 2 / view.scale;
  }
  room = to;
  show();
}

/** Show what changes; begun last of all, so that nobody measures a page that has just been changed. */
export function follow() {
  on(["spaces", "turn", "ask", "picked", "lit", "battle", "plans", "space"], () => { paint(); place(); });
  let whose = null;
  on(["turn", "ask"], () => {
    const { power } = ask();
    if (!power || power === whose || power !== section("turn").active) return;
    if (whose !== null) reveal(home()); // another of one's own powers has its turn
    whose = power;
  });
}

// Drawing

function draw() {
  if (!store.board || store.board.map === geometry) return;
  const again = geometry?.name === store.board.map.name;
  geometry = store.board.map;
  paths = {};
  shades.clear();
  const spaces = Object.entries(geometry.spaces);
  const zones = s("g", { class: "zones" });
  const lands = s("g", { class: "lands" });
  for (const [name, space] of spaces) {
    paths[name] = s("path", { d: space.path, class: space.kind, "data-space": name, "fill-rule": "evenodd" });
    (space.kind === "zone" ? zones : lands).append(paths[name]);
  }
  const sheets = [zones, s("g", {}, geometry.shore.map((d, i) => s("path", { d, class: `shore shore${i}`, "fill-rule": "nonzero" }))),
    s("g", {}, s("path", { d: geometry.scenery, class: "scenery", "fill-rule": "evenodd" }), lands, s("path", { d: geometry.barriers ?? "", class: "barrier" }), canals(store.board))];
  world.replaceChildren(...sheets.flatMap((sheet, i) => [sheet, ...copies(sheet, `sheet${i}`)]));
  boxes = Object.fromEntries(spaces.map(([name]) => [name, paths[name].getBBox()]));
  put($("views"), Object.entries({ World: null, ...geometry.views }).map(([name, box]) => h("button", { onclick: () => frameTo(box ?? [0, 0, geometry.width, geometry.height]) }, name)),
    h("button", { "aria-label": "zoom in", onclick: () => zoom(1.4) }, "+"), h("button", { "aria-label": "zoom out", onclick: () => zoom(1 / 1.4) }, "−"));
  paint();
  if (again) place();
  else begin();
}

/** A sheet of a map that wraps once more at either side: sea under every coast, also at the seam. */
function copies(sheet, id) {
  sheet.setAttribute("id", id);
  return geometry.wraps ? [-1, 1].map((turn) => s("use", { href: `#${id}`, x: turn * geometry.width, class: "copy" })) : [];
}

/** The capital of who is asked, else of a power of one's own. */
function home() {
  const { powers } = store.board;
  return powers[ask().power ?? Object.keys(powers).find((power) => section("powers")[power]?.mine)]?.capital;
}

/** As much of a world as fills the screen, around one's own capital; of a smaller map, the whole. */
function begin() {
  const box = svg.getBoundingClientRect();
  const wide = (geometry.height * box.width) / box.height;
  if (wide > geometry.width || (!geometry.wraps && box.width > 1.15 * box.height)) return frameTo([0, 0, geometry.width, geometry.height]);
  const [x] = geometry.spaces[home()]?.anchor ?? [geometry.width / 2];
  const west = geometry.wraps ? x - wide / 2 : Math.max(0, Math.min(geometry.width - wide, x - wide / 2));
  frameTo([west, 0, wide, geometry.height]);
}

/** Colours of control, and marks of what is chosen, lit or fought over. */
function paint() {
  if (!geometry) return;
  const battle = section("battle").space;
  const offered = new Set([...(ask().spaces ?? []), ...store.offered]);
  for (const [name, path] of Object.entries(paths)) {
    const facts = store.board.spaces[name];
    const owner = section("spaces")[name]?.control;
    const lit = store.lit[name];
    const marks = { neutral: !facts.sea && !owner, chosen: name === store.space, lit, "lit-enemy": lit?.enemies, fought: name === battle || name in section("plans"), offered: offered.has(name) };
    const marked = `${facts.sea ? "zone" : "territory"} ${Object.keys(marks).filter((mark) => marks[mark]).join(" ")}`;
    const shade = facts.sea || !owner ? "" : `color-mix(in srgb, ${colour(owner)} 76%, var(--faded))`;
    if (shades.get(path) === marked + shade) continue;
    shades.set(path, marked + shade);
    path.setAttribute("class", marked);
    path.style.fill = shade;
  }
}

// The view

function show() {
  if (!room.width) room = svg.getBoundingClientRect();
  if (!geometry || !room.width) return;
  const least = Math.min(room.width / geometry.width, room.height / geometry.height) * (geometry.wraps ? 1 : 0.9);
  view.scale = Math.min(12, Math.max(least, view.scale));
  const [wide, high] = [room.width / view.scale, room.height / view.scale];
  view.y = high >= geometry.height ? (geometry.height - high) / 2 + aside(view.y - (geometry.height - high) / 2, high) : Math.max(-high * 0.4, Math.min(geometry.height - high * 0.6, view.y));
  if (geometry.wraps) view.x = ((view.x % geometry.width) + geometry.width) % geometry.width;
  else view.x = wide >= geometry.width ? (geometry.width - wide) / 2 + aside(view.x - (geometry.width - wide) / 2, wide) : Math.max(-wide * 0.4, Math.min(geometry.width - wide * 0.6, view.x));
  for (const layer of [world, route, outline.parentNode]) layer.setAttribute("transform", `scale(${view.scale}) translate(${-view.x} ${-view.y})`);
  for (const copy of world.querySelectorAll(".copy")) {
    const x = Number(copy.getAttribute("x"));
    copy.style.display = x < 0 ? (view.x < 200 ? "" : "none") : view.x + wide > geometry.width - 200 ? "" : "none";
  }
  if (laidAt !== view.scale) place();
  else stacks.settle(view, room);
}

/** Lay the stacks out anew. */
function place() {
  if (!geometry) return;
  laidAt = view.scale;
  stacks.lay(geometry, view.scale);
  stacks.settle(view, room);
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

/** The space that is meant at a point: whose chips or name are there, else the one that lies there. */
const meantAt = (x, y) => document.elementFromPoint(x, y)?.closest("#stacks [data-space]")?.dataset.space ?? under(x, y);

/** Show which space the pointer is over; null for none. */
export function hover(name, clientX) {
  outline.setAttribute("d", name ? geometry.spaces[name].path : "");
  if (!name || !geometry.wraps) return;
  const x = (clientX - svg.getBoundingClientRect().left) / view.scale + view.x;
  const { x: left, width } = boxes[name];
  outline.setAttribute("transform", `translate(${Math.round((x - left - width / 2) / geometry.width) * geometry.width} 0)`);
}

/** Show ways, each from a space through others; none for nothing. */
export function showRoute(ways = []) {
  if (!geometry) return;
  route.replaceChildren(...ways.map((way) => {
    let last = null;
    const points = way.map((name) => {
      let [x, y] = geometry.spaces[name].anchor;
      if (last !== null && geometry.wraps) x += Math.round((last - x) / geometry.width) * geometry.width;
      last = x;
      return `${x} ${y}`;
    });
    return s("path", { d: `M${points.join("L")}`, class: "way" });
  }));
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
    held = event.target.closest?.(".chip") ?? (event.pointerType === "touch" ? stacks.meant(event.clientX, event.clientY) : null);
    spread = 0;
  });
  svg.addEventListener("pointermove", (event) => {
    const before = touches.get(event.pointerId);
    if (!before) return handlers.hover(meantAt(event.clientX, event.clientY), event);
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
    if (dragging) return handlers.hover(meantAt(event.clientX, event.clientY), event);
    view.x -= dx / view.scale;
    view.y -= dy / view.scale;
    svg.classList.add("panning");
    soon();
  });
  const end = (event) => {
    if (!touches.delete(event.pointerId)) return;
    svg.classList.remove("panning");
    const space = meantAt(event.clientX, event.clientY);
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
