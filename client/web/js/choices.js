// Choices of three shapes: some of the pieces that are offered, a target for each, a share for each.

import { h, put, stepper } from "./dom.js";
import { judge } from "./judging.js";
import { handlers } from "./map.js";
import { about, alike, called, piece, place, shown } from "./pieces.js";
import { ask, changed, look, store } from "./store.js";

let forWhat = null;
let targets = {};
let shares = {};
/** The row whose targets are lit on the map. */
let current = null;
let redraw = () => {};

export function setUp() {
  const { pick: pickUp, choose } = handlers;
  handlers.pick = (ids, space, event) => picked(ids, space, event) || pickUp(ids, space, event);
  handlers.choose = (space) => { if (!aimed(space)) choose(space); };
}

/** A new question begins with what is proposed. */
function fresh(asked) {
  const key = JSON.stringify(asked);
  if (forWhat === key) return;
  forWhat = key;
  store.chosen = new Set(asked.kind === "pick" ? asked.proposed : []);
  targets = Object.fromEntries((asked.kind === "assign" ? asked.rows : []).filter((row) => row.now).map((row) => [row.key, row.now]));
  shares = { ...(asked.kind === "share" ? asked.proposed : {}) };
  current = asked.kind === "assign" ? asked.rows[0]?.key : null;
}

/** Nothing of an old question stays chosen. */
export function clear() {
  if (forWhat === null) return;
  store.chosen = new Set();
  forWhat = null;
  changed("picked");
}

function foot(gesture, words, some, send) {
  const line = h("div", { "aria-live": "polite" });
  const button = h("button", { class: "primary", "data-key": "send choice", disabled: !some && words.none === null, onclick: () => send(gesture) }, some ? words.send : words.none ?? words.send);
  if (!button.disabled) judge(gesture, line, button);
  const nothing = some && gesture.do === "pick" && words.none !== null ? h("button", { "data-key": "send nothing", onclick: () => send({ do: "pick", pieces: [] }) }, words.none) : null;
  return h("div", { class: "foot" }, line, h("p", { class: "buttons" }, button, nothing));
}

// Some pieces

export function pick(body, act) {
  const asked = ask();
  fresh(asked);
  redraw = () => pick(body, act);
  const groups = alike(asked.offered);
  const spaces = [...new Set(groups.map(([p]) => p.space))];
  put(body,
    about(asked), h("p", { class: "quiet" }, asked.hint ?? (asked.one ? "Choose one here, or click it on the map." : "Choose here, or click on the map.")),
    spaces.map((space) => h("div", { class: "place", "data-place": space }, h("h4", {}, place(space)), h("ul", { class: "rows" }, groups.filter(([p]) => p.space === space).map((group) => row(group, asked))))),
    foot({ do: "pick", pieces: [...store.chosen] }, { ...asked.words, send: counted(asked) }, store.chosen.size, (gesture) => act(gesture, clear)));
}

const counted = (asked) => (asked.one || store.chosen.size < 2 ? asked.words.send : `${asked.words.send}: ${store.chosen.size}`);

function row(group, asked) {
  const [first] = group;
  const taken = group.filter((p) => store.chosen.has(p.id)).length;
  const key = `choose ${first.id}`;
  const set = (count) => choose(group.map((p) => p.id), count, asked);
  const control = asked.one || group.length === 1
    ? h("label", { class: "switch" }, h("input", { type: asked.one ? "radio" : "checkbox", name: "chosen", "data-key": key, checked: taken > 0, onchange: () => set(taken && !asked.one ? 0 : 1) }), taken ? asked.words.chosen : asked.one ? "" : asked.words.left)
    : [h("small", {}, `${taken} ${asked.words.chosen}`), stepper(`${called(first)} in ${first.space}`, taken, 0, group.length, set, key)];
  return h("li", { class: taken ? "some" : "" }, shown(first, group.length), h("span", { class: "name" }, called(first)), control);
}

/** Have so many of a group chosen. */
function choose(ids, count, asked) {
  if (asked.one) store.chosen.clear();
  ids.forEach((id, i) => (i < count ? store.chosen.add(id) : store.chosen.delete(id)));
  redraw();
  changed("picked");
}

/** A stack was clicked on the map: one more of it, or all of it put back. */
function picked(ids, space, event) {
  const asked = ask();
  if (asked.kind === "assign") return aimedAt(ids, asked);
  if (asked.kind !== "pick") return false;
  const offered = ids.filter((id) => asked.offered.includes(id));
  if (!offered.length || (asked.one && alike(offered).length > 1)) return show(space);
  const taken = offered.filter((id) => store.chosen.has(id)).length;
  choose(offered, taken === offered.length ? 0 : event.shiftKey ? taken + 1 : asked.one ? 1 : offered.length, asked);
  look(space);
  return true;
}

/** Bring what is offered in a space into view; the map then looks at the space. */
function show(space) {
  [...document.querySelectorAll("#dock [data-place]")].find((each) => each.dataset.place === space)?.scrollIntoView({ block: "center" });
  return false;
}

// A target for each

export function assign(body, act) {
  const asked = ask();
  fresh(asked);
  redraw = () => assign(body, act);
  const depths = !asked.lacking && asked.rows.length > 1 && asked.rows.every((each) => String(each.targets) === String(asked.rows[0].targets));
  put(body,
    depths ? h("p", { class: "choices" }, h("span", { class: "quiet" }, "All:"), asked.rows[0].targets.map((to) => h("button", { "data-key": `all ${to}`, onclick: () => { for (const each of asked.rows) targets[each.key] = to; redraw(); } }, asked.targets[to].name))) : null,
    h("ul", { class: "rows aims" }, asked.rows.map((each) => aiming(each, asked))),
    foot({ do: "assign", to: targets }, asked.words, asked.rows.some((each) => (targets[each.key] ?? null) !== each.now) || (asked.words.none === null), (gesture) => act(gesture, clear)));
  light(asked);
}

function aiming(each, asked) {
  const p = each.piece === undefined ? null : piece(each.piece);
  const choice = (to, words) => h("button", { "data-key": `aim ${each.key} ${to ?? "-"}`, "aria-pressed": String((targets[each.key] ?? null) === to), onfocus: () => { current = each.key; light(asked); }, onclick: () => aim(each.key, to) }, words);
  return h("li", { class: each.key === current ? "current" : "" }, h("div", { class: "who" }, p ? shown(p, 1) : null, h("span", { class: "name" }, p ? called(p) : each.name), p ? place(each.at) : null),
    h("p", { class: "choices", role: "group", "aria-label": `${each.name}${each.at ? ` in ${each.at}` : ""}` }, each.targets.map((to) => choice(to, asked.targets[to].name)), asked.lacking ? choice(null, asked.words.left) : null));
}

function aim(key, to) {
  if (to === null) delete targets[key];
  else targets[key] = to;
  redraw();
}

/** Aimed on the map: the next row comes to hand. */
function aimNext(to) {
  const { rows } = ask();
  const at = rows.findIndex((each) => each.key === current);
  targets[current] = to;
  current = rows[(at + 1) % rows.length].key;
  redraw();
}

/** Light the targets of the row in hand. */
function light(asked) {
  const row1 = asked.rows.find((each) => each.key === current);
  store.chosen = new Set(row1?.piece === undefined ? [] : [row1.piece]);
  store.offered = new Set((row1?.targets ?? []).map((to) => asked.targets[to].at).filter(Boolean));
  changed("picked");
}

/** A space was clicked: what is offered there, the target of the row in hand, or a space that aims. */
function aimed(space) {
  const asked = ask();
  if (asked.kind === "pick") return show(space);
  if (asked.kind !== "assign") return false;
  const row1 = asked.rows.find((each) => each.key === current);
  const to = row1?.targets.find((each) => asked.targets[each].at === space);
  if (to !== undefined) { aimNext(to); return true; }
  const other = asked.rows.find((each) => each.at === space);
  if (other) { current = other.key; redraw(); }
  return false;
}

/** Pieces were clicked: the row of one of them, or targets. */
function aimedAt(ids, asked) {
  const mine = asked.rows.find((each) => ids.includes(each.piece));
  if (mine) { current = mine.key; redraw(); return true; }
  const row1 = asked.rows.find((each) => each.key === current);
  const to = row1?.targets.find((each) => ids.includes(asked.targets[each].piece));
  if (to !== undefined) aimNext(to);
  return to !== undefined;
}

// Shares

export function share(body, act) {
  const asked = ask();
  fresh(asked);
  redraw = () => share(body, act);
  const spent = Object.values(shares).reduce((a, b) => a + b, 0) * asked.price;
  const left = asked.total - spent;
  put(body, about(asked),
    h("ul", { class: "rows" }, asked.rows.map(({ name, most }) => {
      const now = shares[name] ?? 0;
      return h("li", { class: now ? "some" : "" }, h("span", { class: "name" }, asked.spaces.includes(name) ? place(name) : name), h("small", {}, asked.price > 1 ? `${asked.price} IPC each` : "IPC"),
        stepper(name, now, 0, Math.min(most, now + Math.floor(left / asked.price)), (n) => { shares[name] = n; redraw(); }, `share ${name}`));
    })),
    h("p", { class: "total" }, h("b", { class: asked.exactly && left ? "bad" : "" }, `${left} IPC left`), ` of ${asked.total}${asked.exactly ? " to divide" : ""}`),
    foot({ do: "share", of: shares }, asked.words, spent > 0, (gesture) => act(gesture, clear)));
}
