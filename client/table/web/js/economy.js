// Buying and placing.

import { h, put, stepper } from "./dom.js";
import { judge } from "./judging.js";
import { look, ask, store } from "./store.js";
import { chip, icon, unitName } from "./units.js";

let basket = {};
let repairs = {};
let spots = {};
let forWhat = null;

/** A new question begins with empty hands. */
function fresh(asked) {
  const key = `${asked.name} ${asked.power} ${store.picture.turn.round}`;
  if (forWhat !== key) { basket = {}; repairs = {}; spots = {}; forWhat = key; }
}

export function purchase(body, act) {
  const asked = ask();
  fresh(asked);
  const again = () => purchase(body, act);
  const price = (space) => (repairs[space] ? asked.repairs[space][repairs[space] - 1] : 0);
  const spent = Object.entries(basket).reduce((sum, [kind, n]) => sum + n * asked.wares[kind], 0) + Object.keys(repairs).reduce((sum, space) => sum + price(space), 0);
  const left = asked.treasury - spent;
  const units = Object.values(basket).reduce((a, b) => a + b, 0);
  const over = asked.capacity !== null && units + asked.waiting > asked.capacity;
  put(body,
    h("p", { class: "heads" }, "attack·defence·move, price in IPC"),
    h("ul", { class: "rows wares" }, Object.entries(asked.wares).map(([kind, cost]) => {
      const unit = store.board.units[kind];
      const most = (basket[kind] ?? 0) + Math.floor(left / cost);
      return h("li", { class: basket[kind] ? "some" : "" }, icon(kind), h("span", { class: "name" }, unitName(kind)),
        h("span", { class: "stats", title: "attack, defence, move" }, `${unit.attack}·${unit.defence}·${unit.move}`), h("b", { class: "cost" }, `${cost}`),
        stepper(unitName(kind), basket[kind] ?? 0, 0, most, (n) => { basket[kind] = n; again(); }, `buy ${kind}`));
    })),
    Object.keys(asked.repairs).length ? h("ul", { class: "rows" }, Object.entries(asked.repairs).map(([space, prices]) => h("li", {}, h("span", { class: "name" }, `Repair ${space}`), h("b", { class: "cost" }, String(price(space))),
      stepper(`repair ${space}`, repairs[space] ?? 0, 0, prices.length, (n) => { repairs[space] = n; again(); }, `mend ${space}`)))) : null,
    h("div", { class: "foot" }, h("p", { class: "total" }, h("b", { class: left < 0 ? "bad" : "" }, `${left} IPC left`), ` of ${asked.treasury}`,
      asked.capacity === null ? null : h("span", { class: over ? "bad" : "" }, ` · ${units + asked.waiting} of ${asked.capacity} places at your complexes`)),
    h("p", { class: "buttons" },
      h("button", { class: "primary", "data-key": "buy", disabled: left < 0, onclick: () => act({ do: "buy", units: positive(basket), repairs: positive(repairs) }) }, units || spent ? `Buy for ${spent} IPC` : "Buy nothing"),
      h("button", { "data-key": "empty", disabled: !spent, onclick: () => { basket = {}; repairs = {}; again(); } }, "Start again"))));
}

export const positive = (counts) => Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));

export function mobilize(body, act) {
  const asked = ask();
  fresh(asked);
  const again = () => mobilize(body, act);
  const placed = (kind) => Object.entries(spots).filter(([key]) => key.startsWith(`${kind}|`)).reduce((sum, [, n]) => sum + n, 0);
  const gesture = { do: "place", spots: Object.entries(positive(spots)).map(([key, count]) => { const [kind, complex, at] = key.split("|"); return { kind, complex, at, count }; }) };
  const line = h("div", { "aria-live": "polite" });
  const some = gesture.spots.length > 0;
  const button = h("button", { class: "primary", "data-key": "place", onclick: () => act(gesture) }, some ? "Place them" : Object.keys(asked.waiting).length ? "Place nothing" : "Go on");
  const used = (complex) => Object.entries(spots).filter(([key]) => key.split("|")[1] === complex).reduce((sum, [key, n]) => sum + n * asked.uses[key.split("|")[0]], 0);
  put(body,
    h("div", {}, Object.entries(asked.waiting).map(([kind, count]) => {
      const left = count - placed(kind);
      const rows = Object.entries(asked.slots[kind]).flatMap(([complex, spaces]) => spaces.map((at) => {
        const key = `${kind}|${complex}|${at}`;
        const room = asked.rooms[complex] === null ? Infinity : Math.floor((asked.rooms[complex] - used(complex)) / (asked.uses[kind] || 1e-9));
        const now = spots[key] ?? 0;
        return h("li", {}, h("button", { class: "inline", onclick: () => look(at) }, at), complex === at ? null : h("small", {}, `from ${complex}`),
          stepper(`${unitName(kind)} in ${at}`, now, 0, now + Math.max(0, Math.min(left, room)), (n) => { spots[key] = n; again(); }, key));
      }));
      return h("div", { class: "place" }, chip(asked.power, kind, left), h("span", {}, left ? ` ${unitName(kind)}: ${left} to place` : ` ${unitName(kind)}: all placed`), rows.length ? h("ul", { class: "rows" }, rows) : later(kind));
    })),
    h("div", { class: "foot" }, h("p", { class: "total" }, Object.entries(asked.rooms).map(([complex, room]) => (room === null ? null : h("span", { class: "room" }, `${complex}: ${room - used(complex)} of ${room} free `)))),
    line, h("p", { class: "buttons" }, button,
      h("button", { "data-key": "auto", hidden: !Object.keys(asked.waiting).length, onclick: () => { fill(asked); again(); } }, "Fill up for me"))));
  if (Object.keys(asked.waiting).length) judge(gesture, line, button);
}

/** What becomes of units that have no place in this question. */
const later = (kind) => (store.board.hidden && kind === "submarine"
  ? h("p", { class: "quiet" }, "Submarines come next, with your tokens (SS-1).")
  : h("p", { class: "why" }, "BG-10.1: no complex can place it now; it waits."));

/** Put what waits into the first places that have room. */
function fill(asked) {
  spots = {};
  const rooms = { ...asked.rooms };
  for (const [kind, count] of Object.entries(asked.waiting)) {
    let left = count;
    for (const [complex, spaces] of Object.entries(asked.slots[kind])) {
      if (!left || !spaces.length) break;
      const use = asked.uses[kind];
      const n = rooms[complex] === null || !use ? left : Math.min(left, Math.floor(rooms[complex] / use));
      if (n < 1) continue;
      spots[`${kind}|${complex}|${spaces[0]}`] = n;
      if (rooms[complex] !== null) rooms[complex] -= n * use;
      left -= n;
    }
  }
}
