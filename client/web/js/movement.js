// Moving: pieces are picked up, legal destinations light up, and a click or a drop gives the order.

import { h, put, stepper } from "./dom.js";
import { handlers, showRoute } from "./map.js";
import { request } from "./net.js";
import { alike, called, piece, place, plain, shown } from "./pieces.js";
import { ask, changed, look, on, pieces, store, whereIs } from "./store.js";
import { announce, refused, toast } from "./toast.js";
import { amount, chip, tokenChip } from "./units.js";

/** Settled once it is known where what was picked up last could go. */
let lighting = Promise.resolve();
let asking = 0;
let soon = 0;
/** Who could come to the space that is looked at: `{ space, ids }`. */
let coming = null;

export const movable = (id) => (ask().movable ?? []).includes(id);
const cargo = (piece) => piece.aboard !== undefined && ask().kind === "orders" && piece.ashore === undefined;
const usable = (piece) => movable(piece.id) || (cargo(piece) && store.picture.powers[piece.power]?.mine);
const returning = (piece) => (ask().back ?? []).includes(piece.id);

export function setUp() {
  handlers.pick = (ids, space, event) => {
    const own = pieces(space).filter((p) => ids.includes(p.id) && usable(p)).map((p) => p.id);
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    if (!own.length || (!more && store.picked.size && space in store.lit)) return false;
    if (event.shiftKey) oneMore(own);
    else toggle(own, more ? [...store.picked] : [...store.picked].filter((id) => whereIs(id) === space));
    look(space);
    return true;
  };
  handlers.drag = (ids, space) => {
    const own = pieces(space).filter((p) => ids.includes(p.id) && usable(p)).map((p) => p.id);
    if (!own.length) return false;
    if (!own.some((id) => store.picked.has(id))) pick(own);
    look(space);
    return true;
  };
  handlers.drop = (space) => { if (space && store.picked.size) send(space); };
  handlers.choose = async (space) => {
    await lighting; // a click may come before what lights up is known
    if (store.picked.size && space in store.lit) return send(space);
    if (store.picked.size && ![...store.picked].some((id) => whereIs(id) === space)) explain(space);
    look(space);
  };
  on(["ask", "spaces"], () => {
    const gone = [...store.picked].filter((id) => !pieces(whereIs(id) ?? "").some((p) => p.id === id && usable(p)));
    if (gone.length) clear();
  });
  on(["ask", "space"], whoCanCome);
}

/** Put a stack to the pieces kept in hand, or down if all of it is there. */
function toggle(ids, kept) {
  const all = ids.every((id) => kept.includes(id));
  pick(all ? kept.filter((id) => !ids.includes(id)) : [...new Set([...kept, ...ids])]);
}

/** One more of a stack, beside all that is picked up anywhere; none of it after the last. */
function oneMore(ids) {
  const next = ids.find((id) => !store.picked.has(id));
  pick(next === undefined ? [...store.picked].filter((id) => !ids.includes(id)) : [...store.picked, next]);
}

/** Ask who could come to the space that is looked at; with something in hand that is no question. */
function whoCanCome() {
  clearTimeout(soon);
  if (store.space && !store.picked.size && ask().kind === "orders") soon = setTimeout(() => summon(store.space), 150);
}

async function summon(space) {
  const mine = ++asking;
  const found = await request("preview", { to: space }).catch(() => null); // it may be another's turn by now
  if (mine !== asking || !found) return;
  coming = { space, ids: new Set(found.reach) };
  changed("lit");
}

/** Pick pieces up, and ask where they could go; what is aboard a ship goes with it. */
export function pick(chosen) {
  const ids = chosen.filter((id) => !chosen.includes(piece(id)?.aboard));
  store.picked = new Set(ids);
  store.lit = {};
  showRoute();
  changed("picked");
  lighting = ids.length ? light(ids) : Promise.resolve();
}

async function light(ids) {
  const held = store.picked;
  try {
    const { lit } = await request("preview", { pieces: ids });
    if (held !== store.picked) return;
    store.lit = lit;
    const count = Object.keys(lit).length;
    announce(count ? `${count} places to go: ${Object.keys(lit).join(", ")}` : "They can go nowhere now.");
  } catch (error) {
    if (held === store.picked) refused(error);
  }
  changed("lit");
}

export function clear() {
  store.picked = new Set();
  store.lit = {};
  showRoute();
  changed("picked", "lit");
}

async function send(space) {
  const ids = [...store.picked];
  const left = pieces(store.space ?? "").some((p) => usable(p) && !ids.includes(p.id));
  clear(); // at once: a second click is no second order
  try {
    const { words } = await request("answer", { gesture: { do: "move", pieces: ids, to: space } });
    toast(words);
    if (!left) look(space);
  } catch (error) {
    refused(error);
    pick(ids);
  }
}

/** Why pieces cannot go to a space, in the rulebook's words. */
async function explain(space) {
  try {
    const found = await request("preview", { gesture: { do: "move", pieces: [...store.picked], to: space } });
    if (!found.legal) toast(`${found.rule}: ${plain(found.why)}`, "refused");
  } catch (error) {
    refused(error);
  }
}

/** The ways to a space that lights up. */
export function hovered(space) {
  if (store.picked.size) showRoute(store.lit[space]?.ways);
}

/** What can be picked up to go from a space, or to come to it, and what can be taken back. */
export function picker(space) {
  if (ask().kind !== "orders") return null;
  const here = pieces(space).filter(usable);
  const held = [...store.picked].filter((id) => whereIs(id) === space).length;
  const none = store.picked.size ? h("button", { "data-key": "none", onclick: clear }, "None") : null;
  return [
    held < store.picked.size ? h("p", { class: "held" }, "In hand: ", alike([...store.picked]).map((group) => [shown(group[0], group.length), " ", place(group[0].space), " "])) : null,
    here.length ? h("div", { class: "picker" }, h("h4", {}, "Pick up"), rows(here), h("p", { class: "buttons" }, h("button", { "data-key": "all", onclick: () => pick(here.map((p) => p.id)) }, "All of them"), held ? none : null),
      held ? destinations() : null) : null,
    takenBack(pieces(space).filter(returning)),
    held ? null : summoned(space, none),
  ];
}

/** One line for all that nothing tells apart, with how many of it are in hand. */
function rows(those, named = false) {
  const groups = new Map();
  for (const p of those) {
    const key = p.kind === "token" ? `#${p.id}` : `${p.kind} ${p.left} ${p.aboard ?? ""}${named ? ` ${p.space}` : ""}`;
    (groups.get(key) ?? groups.set(key, []).get(key)).push(p);
  }
  return h("ul", { class: "rows" }, [...groups].map(([key, group]) => {
    const ids = group.map((p) => p.id);
    const chosen = ids.filter((id) => store.picked.has(id)).length;
    const [first] = group;
    const what = first.kind === "token" ? tokenChip(first) : chip(first.power, first.kind, ids.length, first.aboard !== undefined ? "aboard" : "");
    const set = (count) => pick([...[...store.picked].filter((id) => !ids.includes(id)), ...ids.slice(0, count)]);
    return h("li", {}, what, h("span", { class: "left" }, named ? place(first.space) : h("span", { class: "name" }, called(first)), named ? null : cargo(first) ? " may land" : ` ${first.left} step${first.left === 1 ? "" : "s"} left`), stepper(first.kind === "token" ? `token ${first.id}` : `${first.kind}${named ? ` in ${first.space}` : ""}`, chosen, 0, ids.length, set, `${named ? "call" : "pick"} ${key}`));
  }));
}

/** Who could come here: chosen in numbers, from wherever they stand; nobody who has gone elsewhere. */
function summoned(space, none) {
  const those = coming?.space === space ? [...coming.ids].map(piece).filter((p) => p && usable(p) && (!returning(p) || cargo(p))) : [];
  if (!those.length) return null;
  return h("div", { class: "picker" }, h("h4", {}, "Who can come here"), rows(those, true), h("p", { class: "buttons" },
    h("button", { class: "primary", "data-key": `come ${space}`, disabled: !(space in store.lit), onclick: () => send(space) }, "Bring them here"),
    h("button", { "data-key": "call all", onclick: () => pick(those.map((p) => p.id)) }, "All of them"), none));
}

/** What stands here and can go back to where it stood when the phase began: all of it, or one kind. */
function takenBack(those) {
  if (!those.length) return null;
  const groups = alike(those.map((p) => p.id));
  const button = (key, group, name, ...words) => h("button", { "data-key": key, "aria-label": name, onclick: () => takeBack(group.map((p) => p.id)) }, ...words);
  return h("p", { class: "buttons" }, button("back", those, null, groups.length > 1 ? "Take all of it back" : "Take back"),
    groups.length > 1 ? groups.map((group) => button(`back ${group[0].id}`, group, `take back ${group[0].kind === "token" ? called(group[0]) : amount(group.length, group[0].kind)}`, shown(group[0], group.length))) : null);
}

function destinations() {
  const names = Object.keys(store.lit).sort();
  return h("div", { class: "to" }, h("h4", {}, names.length ? "Where to?" : "They can go nowhere together."),
    h("p", { class: "choices" }, names.map((name) => h("button", { "data-key": `to ${name}`, class: store.lit[name].enemies ? "enemy" : "", onclick: () => send(name), onfocus: () => hovered(name), onpointerenter: () => hovered(name) }, name))));
}

async function takeBack(ids) {
  try {
    const { words } = await request("answer", { gesture: { do: "back", pieces: ids } });
    toast(words);
  } catch (error) {
    refused(error);
  }
}

/** The dock while orders are given. */
export function dock(body, act) {
  const asked = ask();
  const idle = asked.movable.length;
  const stray = asked.aimless;
  put(body,
    h("p", {}, idle ? "Pick pieces up on the map, or drag them; what lights up is legal." : "Nothing more can move."),
    asked.drops ? h("p", { class: "quiet" }, "A bomber that is picked up together with one infantry drops it where their way ends.") : null,
    stray.length ? h("div", { class: "warning" }, asked.done ? `${asked.done.rule}: ${plain(asked.done.reason)} · ` : h("b", {}, "Moved without a combat purpose: "), [...new Set(stray.map((p) => p.at))].map((at) => [place(at), " "]),
      h("button", { onclick: () => takeBack(stray.map((p) => p.id)) }, "Take them back")) : null,
    asked.done && !stray.length ? h("p", { class: "why" }, `${asked.done.rule}: ${plain(asked.done.reason)}`, asked.airborne.length ? [". In the air: ", asked.airborne.map((at) => [place(at), " "]), h("button", { "data-key": "home", onclick: () => act({ do: "home" }) }, "Land them for me")] : null) : null,
    h("p", { class: "buttons" },
      h("button", { class: "primary", "data-key": "done", disabled: Boolean(asked.done), onclick: () => act({ do: "done" }) }, "Done moving")));
}
