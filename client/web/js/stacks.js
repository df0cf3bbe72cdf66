// What stands where: chips and names laid out so that none lies over another.
//
// A *block* is the name of a space and the chips of its pieces: they keep together, and are pushed
// apart from other blocks; a line leads back to a space that lost its block. Where there is little
// room, pieces are summed up by power, and a name is written only where it covers nothing.

import { h, s } from "./dom.js";
import { ask, section, store } from "./store.js";
import { amount, colour, ink, letter, symbol, tokenTitle, unitName } from "./units.js";

const CHIP = { wide: 37, high: 20, gap: 2 };
const BARE = 24; // width of a chip without a count: a complex
const SUM = { high: 17, gap: 2 };
const NAME = 14; // height of a line with a name
/** How far, in pixels, a block may be pushed from its place. */
const FAR = 58;
/** How far one may reach over the edge of a map that does not wrap. */
const EDGE = 8;
/** From how many pixels of room on, so many chips are told apart by kind; more of them as the last. */
const ROOMS = [0, 17, 22, 27];

const layer = s("g", { id: "stacks" });
const leaders = s("g", { class: "leaders" });
let geometry = null;
let blocks = [];
let drawnBefore = new Map();

/** The layer of all blocks, in pixels of the screen. */
export function setUp(map) {
  map.append(leaders, layer);
}

// What is to be seen in a space

/** Chips of a space: sums of powers where there is little room, else kinds of units. */
function chipsOf(name, near) {
  const here = section("spaces")[name];
  if (!here) return [];
  const chips = new Map();
  const add = (key, chip, ids) => {
    const found = chips.get(key) ?? chips.set(key, { ...chip, ids: [], count: 0 }).get(key);
    found.ids.push(...ids);
    found.count += ids.length;
  };
  for (const { power, kind, aboard, damaged, marks, ids } of here.stacks) {
    if (kind === "complex") {
      if (near) chips.set("complex", { power, kind, ids, count: 1, complex: { capacity: here.capacity, damage: here.damage } });
    } else if (!near) add(power, { power, sum: true }, ids);
    else if (aboard !== undefined) add(`${power} ${kind} aboard`, { power, kind, cargo: true }, ids);
    else add(`${power} ${kind} ${damaged ?? ""} ${marks ?? ""}`, { power, kind, damaged, marks }, ids);
  }
  const tokens = here.tokens.map((token) => ({ token, power: token.power, ids: [token.id], count: 1 }));
  const signs = (here.markers ?? []).map((marker) => ({ ...marker, ids: [] }));
  if (near || tokens.length < 2) return [...chips.values(), ...tokens, ...signs];
  const owners = [...new Set(tokens.map((chip) => chip.power))];
  return [...chips.values(), ...owners.map((power) => ({ power, tokens: true, ids: [], count: tokens.filter((chip) => chip.power === power).length })), ...signs];
}

const canvas = document.createElement("canvas").getContext("2d");
const widths = new Map();

/** How wide a name is on the screen. */
function measure(text, font) {
  const key = `${font}|${text}`;
  if (!widths.has(key)) {
    canvas.font = `${font} system-ui, "Segoe UI", "DejaVu Sans", sans-serif`;
    widths.set(key, canvas.measureText(text).width);
  }
  return widths.get(key);
}

function nameOf(name) {
  const facts = store.board.spaces[name];
  const text = facts.sea ? name.replace(/^SZ |( Sea Zone)$/g, "") : name;
  const worth = facts.value ? String(facts.value) : "";
  const held = facts.sea ? null : section("spaces")[name]?.control;
  const wide = measure(text, facts.sea ? "italic 500 12px" : "600 12px") + (worth ? measure(worth, "800 12px") + 5 : 0) + (facts.city ? 13 : 0) + (held ? 17 : 0);
  return { text, worth, held, sea: facts.sea, city: facts.city, wide: wide + 4 };
}

// Where it goes

/** Lay all blocks out for a scale: pixels for each unit of the map. */
export function lay(map, scale) {
  geometry = map;
  const small = Object.keys(map.spaces).length < 40 && scale * map.width > 700;
  blocks = Object.entries(map.spaces).map(([name, { anchor: [x, y, radius] }]) => {
    const room = radius * scale;
    const kinds = chipsOf(name, true);
    const near = room > ROOMS[Math.min(kinds.length, ROOMS.length - 1)] || scale > 0.8 || small || name in section("plans");
    return block(name, near ? kinds : chipsOf(name, false), near, x * scale, y * scale, room);
  });
  const filled = blocks.filter((one) => one.rows.length);
  const width = map.wraps ? map.width * scale : Infinity;
  if (!map.wraps) for (const one of filled) one.x = Math.max(one.wide / 2 - EDGE, Math.min(map.width * scale - one.wide / 2 + EDGE, one.x));
  spread(filled, width);
  write(filled, blocks, width);
  const before = drawnBefore;
  drawnBefore = new Map();
  for (const one of blocks) show(one, before.get(one.name));
  for (const { group } of before.values()) group?.remove();
  leaders.replaceChildren(...filled.map((one) => (one.leader = leader(one))).filter(Boolean));
}

/** Draw a block, or leave it as it was drawn: few of them change at a time. */
function show(one, before) {
  const chips = one.rows.map((row) => row.chips.map((chip) => [chip, chip.ids.some(picked), chip.ids.some(movable)]));
  const look = JSON.stringify([chips, one.label, one.named, one.written, section("plans")[one.name], section("battle").space === one.name, noted(one)]);
  if (before?.look === look) {
    one.group = before.group;
    before.group = null;
  } else {
    one.group = drawnBlock(one);
    if (one.group) layer.append(one.group);
  }
  drawnBefore.set(one.name, { look, group: one.group });
}

const movable = (id) => (ask().movable ?? []).includes(id) || (ask().offered ?? []).includes(id);
const picked = (id) => store.picked.has(id) || store.chosen.has(id);

/** The player's own notes on the tokens of a block: they stand in the titles. */
const noted = (one) => one.rows.flatMap((row) => row.chips.map((chip) => (chip.token ? section("memo").notes?.[chip.token.id] : null)));

function block(name, chips, near, x, y, room) {
  const high = near ? CHIP.high : SUM.high;
  const rows = inRows(chips, near, room);
  const label = nameOf(name);
  const named = rows.length > 0 && near;
  const wide = Math.max(0, named ? label.wide : 0, ...rows.map((row) => row.wide));
  const tall = rows.length * (high + CHIP.gap) + (named ? NAME : 0) + (near && section("plans")[name] ? NAME : 0);
  return { name, rows, near, label, named, home: [x, y], room, x, y, wide: wide + 4, high: tall + 2, chipHigh: high };
}

/** Chips in rows, as wide as the room allows. */
function inRows(chips, near, room) {
  if (!chips.length) return [];
  const most = Math.max(near ? 2 * (CHIP.wide + CHIP.gap) + 10 : 34, Math.min(room * 2, 4 * (CHIP.wide + CHIP.gap)), chips.length > 6 && near ? 3 * (CHIP.wide + CHIP.gap) : 0);
  const rows = [{ chips: [], wide: 0 }];
  for (const chip of chips) {
    chip.wide = widthOf(chip);
    const last = rows.at(-1);
    if (last.chips.length && last.wide + chip.wide > most) rows.push({ chips: [chip], wide: chip.wide });
    else { last.chips.push(chip); last.wide += chip.wide + (last.chips.length > 1 ? CHIP.gap : 0); }
  }
  return rows;
}

function widthOf(chip) {
  if (chip.sign) return chip.count ? CHIP.wide : BARE;
  if (chip.sum) return Math.ceil(measure(`${letter(chip.power)}${chip.count}`, "750 11px")) + 11;
  if (chip.tokens) return Math.ceil(measure(`${letter(chip.power)}${chip.count}?`, "750 11px")) + 13;
  if (chip.kind === "complex") return BARE;
  return CHIP.wide + 5 * (String(chip.count).length - 1);
}

/** How far two places are apart from left to right, on a map that may wrap. */
const across = (ax, bx, width) => (width === Infinity ? ax - bx : ax - bx - Math.round((ax - bx) / width) * width);

/** Push overlapping blocks apart, a little at a time. */
function spread(filled, width) {
  for (let turn = 0; turn < 30; turn++) {
    let moved = false;
    filled.forEach((a, i) => {
      for (let j = i + 1; j < filled.length; j++) {
        const b = filled[j];
        const over = (a.high + b.high) / 2 - Math.abs(a.y - b.y);
        if (over <= 0) continue;
        const dx = across(a.x, b.x, width);
        const beside = (a.wide + b.wide) / 2 - Math.abs(dx);
        if (beside <= 0) continue;
        moved = true;
        const by = Math.min(beside, over) / 2 + 0.2;
        const [sx, sy] = beside < over ? [dx < 0 ? -by : by, 0] : [0, a.y < b.y ? -by : by];
        a.x += sx; b.x -= sx;
        a.y += sy; b.y -= sy;
      }
    });
    for (const one of filled) {
      one.x = Math.max(one.home[0] - FAR, Math.min(one.home[0] + FAR, one.x));
      one.y = Math.max(one.home[1] - FAR, Math.min(one.home[1] + FAR, one.y));
    }
    if (!moved) return;
  }
}

/** Write the other names where they cover nothing: those of large spaces first. */
function write(filled, all, width) {
  const taken = filled.map(({ x, y, wide, high }) => ({ x, y, wide, high }));
  const free = (box) => !taken.some((b) => Math.abs(b.y - box.y) * 2 < b.high + box.high && Math.abs(across(b.x, box.x, width)) * 2 < b.wide + box.wide);
  const waiting = all.filter((one) => !one.named).sort((a, b) => (b.name === store.space) - (a.name === store.space) || b.room - a.room);
  for (const one of waiting) {
    const { label, room } = one;
    const chosen = one.name === store.space;
    if (!chosen && label.wide > room * 5 + 44) continue;
    const above = one.rows.length ? -(one.high + NAME) / 2 : 0;
    const place = [above, -above].map((dy) => ({ x: one.x, y: one.y + dy, wide: label.wide, high: NAME - 1, dy })).find(free);
    if (!place && !chosen) continue;
    one.written = place?.dy ?? above;
    taken.push({ x: one.x, y: one.y + one.written, wide: label.wide, high: NAME });
  }
}

/** A line from a block to the space that it belongs to, if it was pushed out of it. */
function leader(one) {
  const [dx, dy] = [one.home[0] - one.x, one.home[1] - one.y];
  const out = Math.abs(dx) > one.wide / 2 + 3 || Math.abs(dy) > one.high / 2 + 3;
  return out ? s("g", { class: "leader" }, s("line", { x2: dx, y2: dy }), s("circle", { cx: dx, cy: dy, r: 2.5 })) : null;
}

/** Move the blocks to where the view is. */
export function settle(view, box) {
  for (const one of blocks) {
    if (!one.group) continue;
    const turn = geometry.wraps ? Math.round((view.x + box.width / view.scale / 2 - one.home[0] / view.scale) / geometry.width) : 0;
    const x = one.x + (turn * geometry.width - view.x) * view.scale;
    const y = one.y - view.y * view.scale;
    const seen = x > -150 && y > -150 && x < box.width + 150 && y < box.height + 150;
    for (const part of [one.group, one.leader]) {
      if (!part) continue;
      part.style.display = seen ? "" : "none";
      if (seen) part.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    }
  }
}

/** The chip that a finger means: the nearest within its width of a point of the screen. */
export function meant(clientX, clientY, within = 15) {
  let best = null;
  for (const chip of layer.querySelectorAll(".chip")) {
    const box = chip.getBoundingClientRect();
    if (!box.width) continue;
    const far = Math.hypot(Math.max(box.left - clientX, 0, clientX - box.right), Math.max(box.top - clientY, 0, clientY - box.bottom));
    if (far <= within && (!best || far < best.far)) best = { chip, far };
  }
  return best?.chip ?? null;
}

// How it looks

function drawnBlock(one) {
  if (!one.rows.length) return one.written === undefined ? null : s("g", { class: "name-alone", "data-space": one.name }, drawnName(one.label, one.written));
  const group = s("g", { class: `stack${one.near ? "" : " far"}`, "data-space": one.name });
  let y = -one.high / 2 + 1;
  if (one.named) { group.append(drawnName(one.label, y + NAME / 2)); y += NAME; }
  else if (one.written !== undefined) group.append(drawnName(one.label, one.written));
  const top = y;
  for (const row of one.rows) {
    let x = -row.wide / 2;
    for (const chip of row.chips) {
      group.append(drawn(chip, x, y, one.chipHigh));
      x += chip.wide + CHIP.gap;
    }
    y += one.chipHigh + CHIP.gap;
  }
  const plan = section("plans")[one.name];
  if (plan && one.near) group.append(s("text", { class: "odds", y: y + 11 }, odds(plan)));
  if (plan || section("battle").space === one.name) group.append(fight(-Math.max(one.rows[0].wide, one.named ? one.label.wide : 0) / 2 - 8, top - 2));
  return group;
}

/** The chance to win, and to a standoff if there is one, where odds can tell. */
const odds = ({ unforeseen, win, standoff }) => unforeseen ? "?" : [win || !standoff ? `${win} %` : "", standoff ? `standoff ${standoff} %` : ""].filter(Boolean).join(", ");

/** Crossed swords: here is, or will be, a battle. */
function fight(x, y) {
  return s("g", { class: "fight", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, s("title", {}, "battle"), s("circle", { r: 10 }), s("path", { d: "M-5 -5L4 4M2 5.500L5.500 2M5 -5L-4 4M-2 5.500L-5.500 2" }));
}

function drawnName(label, y) {
  const group = s("g", { class: `name${label.sea ? " zone-name" : ""}`, transform: `translate(0 ${y.toFixed(1)})` });
  group.append(s("rect", { class: "touch", x: -label.wide / 2, y: -NAME / 2, width: label.wide, height: NAME }));
  let x = 0;
  if (label.held) {
    const fill = colour(label.held);
    x = 17;
    group.append(s("circle", { class: "roundel", cx: -label.wide / 2 + 8, cy: -0.5, r: 6.5, fill }), s("text", { class: "mark", x: -label.wide / 2 + 8, y: 2.7, fill: ink(fill) }, letter(label.held)));
  }
  group.append(s("text", { class: "words", x: x / 2, y: 4 }, label.text, label.worth ? s("tspan", { class: "worth", dx: 5 }, label.worth) : null, label.city ? s("tspan", { class: "city", dx: 2 }, "★") : null));
  return group;
}

function drawn(chip, x, y, high) {
  const group = s("g", { class: `chip${chip.ids.some(picked) ? " picked" : ""}${chip.ids.some(movable) ? " movable" : ""}${chip.token || chip.tokens ? " token" : ""}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, "data-ids": chip.ids.join(",") });
  if (chip.sign) group.append(...signParts(chip, high));
  else if (chip.token || chip.tokens) group.append(...tokenParts(chip, high));
  else if (chip.sum) group.append(...sumParts(chip, high));
  else group.append(...unitParts(chip, high));
  return group;
}

/** A power's total: its letter and how many units. */
function sumParts(chip, high) {
  const fill = colour(chip.power);
  return [s("title", {}, `${chip.power}: ${amount(chip.count, "unit")}`),
    s("rect", { class: "face", width: chip.wide, height: high, rx: high / 2, fill }),
    s("text", { class: "sum", x: chip.wide / 2, y: high / 2 + 4, fill: ink(fill) }, s("tspan", { class: "of" }, letter(chip.power)), s("tspan", { dx: 2 }, String(chip.count)))];
}

const SIGNS = {
  mine: "M16 4a7 7 0 1 1 0 14a7 7 0 0 1 0-14zM15 0h2v4h-2zM15 18h2v4h-2zM5 10h4v2H5zM23 10h4v2h-4zM8.200 4.600l1.400-1.400 2.800 2.800L11 7.400zM19.600 16l1.400-1.400 2.800 2.800-1.400 1.400zM22.400 3.200l1.400 1.400L21 7.400 19.600 6zM11 14.600l1.400 1.400-2.800 2.800-1.400-1.400z",
  cell: "M16 2l3 3v5h4l-3 4 2 6h-4l-2-4-2 4h-4l2-6-3-4h4V5z",
  convoy: "M2 12h28l-4 7H6zM6 8h5v3H6zm6 0h5v3h-5zm6 0h5v3h-5zM24 4h3v7h-3z",
  closed: "M16 2a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM10 9.500h12v3H10z",
};

/** What lies in spaces by which house rule. */
const LAID = { WM: ["mine", "a sea mine"], WR: ["cell", "resistance cells"], CD: ["convoy", "IPC of convoys lost here"] };

/** A marker of a house rule that lies in a space. */
function signParts(chip, high) {
  const fill = chip.power ? colour(chip.power) : "#5b6673";
  return [s("title", {}, chip.text), s("rect", { class: "sign", width: chip.wide, height: high, rx: high / 2, stroke: fill }),
    s("path", { class: "sign-mark", d: SIGNS[chip.sign], transform: `translate(${chip.count ? 4 : (chip.wide - 20) / 2} ${(high - 14) / 2}) scale(.63)`, "fill-rule": "evenodd" }),
    chip.count ? s("text", { class: "count sign-count", x: (22 + chip.wide) / 2 - 1, y: high / 2 + 4.5 }, String(chip.count)) : ""];
}

function tokenParts(chip, high) {
  const token = chip.token ?? {};
  const fill = colour(chip.power);
  const known = token.group !== null && token.group !== undefined;
  const words = chip.tokens ? `${chip.count}?` : known ? `${token.group}·${token.size}` : "?";
  return [s("title", {}, chip.token ? tokenTitle(token) : `${chip.count} tokens of ${chip.power}`),
    s("rect", { class: `token-face${token.mine ? " mine" : ""}${token.up ? " up" : ""}`, width: chip.wide, height: high, rx: 4 }),
    s("rect", { width: 11, height: high - 2, x: 1, y: 1, rx: 3, fill }),
    s("text", { class: "mark", x: 6.5, y: high / 2 + 3.2, fill: ink(fill) }, letter(chip.power)),
    s("text", { class: "count", x: 12 + (chip.wide - 13) / 2, y: high / 2 + 4 }, words),
    token.marks ? marking(token.marks, chip.wide) : "",
    token.under ? s("path", { class: "wave", d: `M13 ${high - 2.5}q3-3 6 0t6 0t6 0` }) : ""];
}

function unitParts(chip, high) {
  const fill = colour(chip.power);
  const dark = ink(fill);
  const notes = [chip.cargo ? "aboard" : "", chip.damaged ? "damaged" : "", ...(chip.marks ?? []), chip.complex ? `${chip.complex.capacity ?? 0} units a turn${chip.complex.damage ? `, ${chip.complex.damage} damage` : ""}` : ""].filter(Boolean);
  return [s("title", {}, `${chip.power}: ${chip.complex ? unitName(chip.kind) : amount(chip.count, chip.kind)}${notes.length ? `, ${notes.join(", ")}` : ""}`),
    s("rect", { class: "face", width: chip.wide, height: high, rx: 4, fill }),
    s("use", { href: symbol(chip.kind), x: 2, y: (high - 14) / 2, width: 20.5, height: 14, fill: dark }),
    chip.complex ? "" : s("text", { class: "count", x: (22 + chip.wide) / 2, y: high / 2 + 4.5, fill: dark }, String(chip.count)),
    chip.marks ? marking(chip.marks, chip.wide) : "",
    chip.cargo ? s("path", { d: `M3 ${high - 2}h${chip.wide - 6}`, class: "cargo" }) : "",
    chip.damaged ? s("circle", { cx: chip.wide - 2, cy: 2, r: 4, class: "damage" }) : "",
    chip.complex?.damage ? s("text", { class: "mended", x: chip.wide, y: 4 }, `−${chip.complex.damage}`) : ""];
}

/** Signs of depths, as three of them begin with the same letter (DS-1). */
const MARKS = { surfaced: "↑", periscope: "P", submerged: "↓", silent: "⇊" };

/** Initials of the markers that house rules put on a piece; its title has them in full. */
function marking(marks, wide) {
  const words = marks.map((mark) => MARKS[mark] ?? (/^\d/.test(mark) ? `${parseInt(mark, 10)}✹` : mark[0].toUpperCase())).join("");
  const room = 5 + 6 * words.length;
  return s("g", { class: "marking", transform: `translate(${wide - room + 3} -4)` }, s("rect", { width: room, height: 11, rx: 3 }), s("text", { x: room / 2, y: 8.6 }, words));
}

/** What the signs on the map mean. */
export function legend() {
  const power = Object.keys(store.board.powers).find((one) => section("powers")[one]?.mine) ?? Object.keys(store.board.powers)[0];
  const sign = (chip, parts, high = CHIP.high) => {
    chip.wide = widthOf(chip);
    return s("svg", { class: "stack", width: chip.wide + 2, height: high + 2, "aria-hidden": "true", viewBox: `-1 -1 ${chip.wide + 2} ${high + 2}`, "text-anchor": "middle" }, ...parts(chip, high));
  };
  const token = (facts) => sign({ power, ids: [], count: 1, token: { power, ...facts } }, tokenParts);
  const rows = [
    [sign({ power, ids: [], sum: true, count: 7 }, sumParts, SUM.high), "all units of a power, by its letter; nearer, by kind"],
    [sign({ power, kind: "infantry", ids: [], count: 3 }, unitParts), "units of one kind, and how many"],
    [sign({ power, kind: "complex", ids: [], count: 1, complex: { capacity: 3, damage: 2 } }, unitParts), "an industrial complex with 2 damage"],
    [sign({ power, kind: "infantry", ids: [], count: 2, cargo: true }, unitParts), "aboard a ship"],
    ...(store.board.hidden ? [[token({ id: 0, group: null }), "a token, face down: one group of submarines, or a decoy"], [token({ id: 0, group: 3, size: 2, mine: true }), "your own, for your eyes alone: group 3, of 2 submarines"], [token({ id: 0, group: null, under: true }), "submerged"]] : []),
    ...Object.entries(LAID).filter(([rule]) => store.board.rules.includes(rule)).map(([, [kind, words]]) => [sign({ power, sign: kind, count: 1, ids: [], text: words }, signParts), words]),
    ...(store.board.rules.includes("DS") ? [[token({ id: 0, group: null, marks: ["periscope"] }), "the depth of submarines: ↑ surfaced, P periscope, ↓ submerged, ⇊ silent"]] : []),
    ...(store.board.map.barriers ? [[s("svg", { width: 30, height: 12, "aria-hidden": "true" }, s("path", { d: "M1 4h28v4h-28z", class: "barrier" })), "a border that nothing crosses"]] : []),
    [s("svg", { width: 22, height: 22, viewBox: "-11 -11 22 22", "aria-hidden": "true" }, fight(0, 0)), "a battle, or one that you plan, with your chance to win, and to a standoff, where neither can hit the other; a ?, where odds cannot tell"],
  ];
  return h("dl", { class: "legend" }, rows.map(([mark, words]) => [h("dt", {}, mark), h("dd", {}, words)]));
}
