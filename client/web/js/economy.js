// Buying and placing.

import { h, put, stepper } from "./dom.js";
import { judge } from "./judging.js";
import { handlers } from "./map.js";
import { place } from "./pieces.js";
import { ask, changed, store } from "./store.js";
import { chip, icon, unitName } from "./units.js";

let basket = {};
let repairs = {};
let spots = {};
let forWhat = null;
/** The kind that a click on the map places. */
let current = null;
let redraw = () => {};

export function setUp() {
  const { choose } = handlers;
  handlers.choose = (space) => { if (!placeAt(space)) choose(space); };
}

/** A new question begins with empty hands, or with what is proposed. */
function fresh(asked) {
  const key = `${asked.name} ${asked.power} ${store.picture.turn.round}`;
  if (forWhat === key) return;
  forWhat = key;
  basket = {};
  repairs = {};
  propose(asked);
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

const spot = ({ kind, complex, at }) => `${kind}|${complex}|${at}`;

/** Begin from the proposal: all that finds a place is placed. */
function propose(asked) {
  spots = Object.fromEntries((asked.proposed ?? []).map((one) => [spot(one), one.count]));
  current = null;
}

const placed = (kind) => Object.entries(spots).filter(([key]) => key.startsWith(`${kind}|`)).reduce((sum, [, n]) => sum + n, 0);
const used = (asked, complex) => Object.entries(spots).filter(([key]) => key.split("|")[1] === complex).reduce((sum, [key, n]) => sum + n * asked.uses[key.split("|")[0]], 0);

/** How many more of a kind a complex can place. */
function roomFor(asked, kind, complex) {
  const left = asked.waiting[kind] - placed(kind);
  return asked.rooms[complex] === null ? left : Math.min(left, Math.floor((asked.rooms[complex] - used(asked, complex)) / (asked.uses[kind] || 1e-9)));
}

/** A space was clicked: one more of the kind in hand is placed there. */
function placeAt(space) {
  const asked = ask();
  if (asked.kind !== "mobilize" || current === null || !(current in asked.waiting)) return false;
  const complex = Object.keys(asked.slots[current]).find((source) => asked.slots[current][source].includes(space) && roomFor(asked, current, source) > 0);
  if (!complex) return false;
  const key = spot({ kind: current, complex, at: space });
  spots[key] = (spots[key] ?? 0) + 1;
  redraw();
  return true;
}

export function mobilize(body, act) {
  const asked = ask();
  fresh(asked);
  redraw = () => mobilize(body, act);
  const kinds = Object.entries(asked.waiting);
  const gesture = { do: "place", spots: Object.entries(positive(spots)).map(([key, count]) => { const [kind, complex, at] = key.split("|"); return { kind, complex, at, count }; }) };
  const line = h("div", { "aria-live": "polite" });
  const some = gesture.spots.length > 0;
  const open = kinds.map(([kind]) => kind).filter((kind) => Object.keys(asked.slots[kind]).some((complex) => roomFor(asked, kind, complex) > 0));
  if (!open.includes(current)) [current = null] = open;
  const button = h("button", { class: "primary", "data-key": "place", onclick: () => act(gesture) }, some ? "Place them" : kinds.length ? "Place nothing" : "Go on");
  const start = (begin) => () => { begin(); redraw(); };
  store.offered = new Set(current === null ? [] : Object.entries(asked.slots[current] ?? {}).flatMap(([complex, spaces]) => (roomFor(asked, current, complex) > 0 ? spaces : [])));
  changed("picked");
  put(body,
    kinds.length ? h("p", { class: "quiet" }, some || !open.length ? "Change these numbers as you like; what is left in hand can be placed by clicks on the map." : "Choose a kind and click on the map, or set the numbers.") : null,
    kinds.map(([kind, count]) => {
      const left = count - placed(kind);
      const rows = Object.entries(asked.slots[kind]).flatMap(([complex, spaces]) => spaces.map((at) => {
        const key = spot({ kind, complex, at });
        const now = spots[key] ?? 0;
        return h("li", { class: now ? "some" : "" }, place(at), complex === at ? null : h("small", {}, `from ${complex}`),
          stepper(`${unitName(kind)} in ${at}`, now, 0, now + Math.max(0, roomFor(asked, kind, complex)), (n) => { spots[key] = n; redraw(); }, key));
      }));
      return h("div", { class: "place" },
        h("button", { class: "bare hold", "data-key": `hold ${kind}`, "aria-pressed": String(current === kind), disabled: !open.includes(kind), title: `place ${unitName(kind)} on the map`, onclick: () => { current = kind; redraw(); } }, chip(asked.power, kind, left || count)),
        h("span", {}, left ? ` ${unitName(kind)}: ${left} to place` : ` ${unitName(kind)}: all placed`), rows.length ? h("ul", { class: "rows" }, rows) : later(kind));
    }),
    h("div", { class: "foot" }, h("p", { class: "total" }, Object.entries(asked.rooms).map(([complex, room]) => (room === null ? null : h("span", { class: "room" }, `${complex}: ${room - used(asked, complex)} of ${room} free `)))),
      line, h("p", { class: "buttons" }, button,
        kinds.length ? [h("button", { "data-key": "empty", disabled: !some, onclick: start(() => { spots = {}; }) }, "Start again"), h("button", { "data-key": "auto", onclick: start(() => propose(asked)) }, "As proposed")] : null)));
  if (kinds.length) judge(gesture, line, button);
}

/** What becomes of units that have no place in this question. */
const later = (kind) => (store.board.hidden && kind === "submarine"
  ? h("p", { class: "quiet" }, "Submarines come next, with your tokens (SS-1).")
  : h("p", { class: "why" }, "BG-10.1: no complex can place it now; it waits."));
