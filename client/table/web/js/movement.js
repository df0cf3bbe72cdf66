// Moving: pieces are picked up, legal destinations light up, and a click or a drop gives the order.

import { h, put, stepper } from "./dom.js";
import { handlers, showRoute } from "./map.js";
import { request } from "./net.js";
import { called, piece, place, plain } from "./pieces.js";
import { ask, changed, look, on, pieces, store, whereIs } from "./store.js";
import { announce, refused, toast } from "./toast.js";
import { chip, tokenChip } from "./units.js";

let lighting = 0;
let explained = "";

export const movable = (id) => (ask().movable ?? []).includes(id);
const cargo = (piece) => piece.aboard !== undefined && ask().kind === "orders" && piece.ashore === undefined;
const usable = (piece) => movable(piece.id) || (cargo(piece) && store.picture.powers[piece.power]?.mine);

export function setUp() {
  handlers.pick = (ids, space, event) => {
    const own = pieces(space).filter((p) => ids.includes(p.id) && usable(p)).map((p) => p.id);
    if (!own.length || (store.picked.size && space in store.lit)) return false;
    toggle(event.shiftKey ? own.slice(0, 1) : own, space);
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
  handlers.choose = (space) => {
    if (store.picked.size && space in store.lit) return send(space);
    if (store.picked.size && space !== whereIs([...store.picked][0])) explain(space);
    look(space);
  };
  on(["ask", "spaces"], () => {
    const gone = [...store.picked].filter((id) => !pieces(whereIs(id) ?? "").some((p) => p.id === id && usable(p)));
    if (gone.length) clear();
  });
}

function toggle(ids, space) {
  const here = new Set(pieces(space).map((p) => p.id));
  const kept = [...store.picked].filter((id) => here.has(id));
  const all = ids.every((id) => kept.includes(id));
  pick(all ? kept.filter((id) => !ids.includes(id)) : [...new Set([...kept, ...ids])]);
}

/** Pick pieces up, and ask where they could go; what is aboard a ship goes with it. */
export async function pick(chosen) {
  const ids = chosen.filter((id) => !chosen.includes(piece(id)?.aboard));
  store.picked = new Set(ids);
  store.lit = {};
  showRoute();
  changed("picked");
  if (!ids.length) return;
  const mine = ++lighting;
  try {
    const { lit } = await request("preview", { pieces: ids });
    if (mine !== lighting) return;
    store.lit = lit;
    const count = Object.keys(lit).length;
    announce(count ? `${count} places to go: ${Object.keys(lit).join(", ")}` : "They can go nowhere now.");
  } catch (error) {
    if (mine === lighting) refused(error);
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
  const way = store.lit[space]?.way?.slice(0, -1) ?? [];
  const moving = store.lit[space] && way.length > 0 ? way : [];
  try {
    const { words } = await request("answer", { gesture: { do: "move", pieces: ids, to: space, way: moving } });
    toast(words);
    clear();
  } catch (error) {
    refused(error);
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

export function hovered(space) {
  if (!store.picked.size) return;
  const from = whereIs([...store.picked][0]);
  if (space in store.lit) showRoute(from, store.lit[space].way);
  else showRoute();
  explained = space;
}

/** What of a space can be picked up: one line for each kind. */
export function picker(space) {
  if (ask().kind !== "orders") return null;
  const groups = new Map();
  for (const piece of pieces(space)) {
    if (!usable(piece)) continue;
    const key = piece.kind === "token" ? `#${piece.id}` : `${piece.kind} ${piece.left} ${piece.aboard ?? ""}`;
    (groups.get(key) ?? groups.set(key, []).get(key)).push(piece);
  }
  const rows = [...groups].map(([key, group]) => {
    const ids = group.map((p) => p.id);
    const chosen = ids.filter((id) => store.picked.has(id)).length;
    const first = group[0];
    const what = first.kind === "token" ? tokenChip(first) : chip(first.power, first.kind, ids.length, first.aboard !== undefined ? "aboard" : "");
    const set = (count) => pick([...[...store.picked].filter((id) => !ids.includes(id) && whereIs(id) === space), ...ids.slice(0, count)]);
    return h("li", {}, what, h("span", { class: "left" }, h("span", { class: "name" }, called(first)), cargo(first) ? " may land" : ` ${first.left} step${first.left === 1 ? "" : "s"} left`), stepper(first.kind === "token" ? `token ${first.id}` : first.kind, chosen, 0, ids.length, set, `pick ${key}`));
  });
  if (!rows.length) return null;
  const everyone = [...groups.values()].flat().map((p) => p.id);
  return h("div", { class: "picker" }, h("h4", {}, "Pick up"), h("ul", { class: "rows" }, rows),
    h("p", { class: "buttons" }, h("button", { "data-key": "all", onclick: () => pick(everyone) }, "All of them"), store.picked.size ? h("button", { "data-key": "none", onclick: clear }, "None") : null),
    store.picked.size ? destinations() : null);
}

function destinations() {
  const names = Object.keys(store.lit).sort();
  return h("div", { class: "to" }, h("h4", {}, names.length ? "Where to?" : "They can go nowhere together."),
    h("p", { class: "choices" }, names.map((name) => h("button", { "data-key": `to ${name}`, class: store.lit[name].enemies ? "enemy" : "", onclick: () => send(name), onfocus: () => hovered(name), onpointerenter: () => hovered(name) }, name))));
}

export async function takeBack(ids) {
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
    stray.length ? h("div", { class: "warning" }, h("b", {}, "Moved without a combat purpose: "), [...new Set(stray.map((p) => p.at))].map((at) => [place(at), " "]),
      h("button", { onclick: () => takeBack(stray.map((p) => p.id)) }, "Take them back")) : null,
    asked.done && !stray.length ? h("p", { class: "why" }, `${asked.done.rule}: ${plain(asked.done.reason)}`, asked.airborne.length ? [". In the air: ", asked.airborne.map((at) => [place(at), " "])] : null) : null,
    h("p", { class: "buttons" },
      h("button", { class: "primary", "data-key": "done", disabled: Boolean(asked.done), onclick: () => act({ do: "done" }) }, "Done moving")));
}
