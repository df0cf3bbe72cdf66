// The hits that the player is assigning: on the battle board, on the map, or with the steppers of the dock.

import { handlers } from "./map.js";
import { ask, changed, section, store } from "./store.js";

/** One piece for each hit, what was chosen first standing first. */
let struck = [];
let forWhat = null;
let redraw = () => {};

export function setUp() {
  const { pick } = handlers;
  handlers.pick = (ids, space, event) => strike(ids) || pick(ids, space, event);
}

/** A new question begins with what is proposed; `again` draws its form anew. */
export function begin(again) {
  const asked = ask();
  redraw = again;
  const key = JSON.stringify([asked.targets, asked.hits, section("battle").round]);
  if (forWhat === key) return;
  forWhat = key;
  struck = Object.entries(asked.proposed).flatMap(([id, n]) => Array(n).fill(Number(id)));
  show();
}

/** Nothing of an old question stays chosen. */
export function clear() {
  if (forWhat === null) return;
  forWhat = null;
  struck = [];
  show();
}

function show() {
  store.chosen = new Set(struck);
  changed("picked");
}

const room = (id) => ask().targets[id] ?? 0;
const on = (id) => struck.filter((each) => each === id).length;

export const may = (ids) => ask().kind === "casualties" && ids.some((id) => room(id) > 0);
export const total = () => struck.length;
export const hits = (ids) => struck.filter((id) => ids.includes(id)).length;
export const most = (ids) => ids.reduce((sum, id) => sum + room(id), 0);

/** The answer as it stands: how many hits each piece takes. */
export const gesture = () => ({ do: "lose", hits: Object.fromEntries(struck.map((id) => [id, on(id)])) });

/** Have so many hits fall on pieces that are alike. */
export function set(ids, count) {
  struck = struck.filter((id) => !ids.includes(id));
  for (const id of ids) while (hits(ids) < count && on(id) < room(id)) struck.push(id);
  show();
  redraw();
}

/** Pieces were clicked: one more hit falls on them; where all are assigned, the one chosen first moves there. */
export function strike(ids) {
  if (!may(ids)) return false;
  const now = hits(ids);
  if (now === Math.min(most(ids), ask().hits)) {
    set(ids, 0);
    return true;
  }
  const spare = struck.length < ask().hits ? -1 : struck.findIndex((id) => !ids.includes(id));
  if (spare >= 0) struck.splice(spare, 1);
  set(ids, now + 1);
  return true;
}
