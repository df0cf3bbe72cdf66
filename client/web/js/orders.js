// Standing orders: answers given beforehand, which this player's node sends when they are asked for.

import { h, put } from "./dom.js";
import { request } from "./net.js";
import { section, store } from "./store.js";
import { refused } from "./toast.js";
import { icon, unitName } from "./units.js";

const SUBMERGE = { ask: "ask me", always: "submerge", never: "stay and fight" };

export function view(body) {
  const { losses, submerge, retreat } = section("memo").standing;
  const set = (fields) => request("orders", { losses, submerge, retreat, ...fields }).catch(refused);
  put(body,
    h("p", { class: "quiet" }, "Your node answers by these orders wherever they fit, whether you are here or not; all else waits for you. Each is an ordinary answer: nobody can tell it from one that you click."),
    h("section", {}, h("h3", {}, "Order of losses"), h("label", { class: "switch" }, h("input", { type: "checkbox", "data-key": "losses", checked: losses.length > 0, onchange: (event) => set({ losses: event.target.checked ? proposed() : [] }) }), "take hits in this order"),
      losses.length ? h("ol", { class: "rows order" }, losses.map((kind, i) => h("li", {}, icon(kind), h("span", { class: "name" }, unitName(kind)), move(losses, i, -1, set), move(losses, i, 1, set)))) : null),
    h("section", {}, h("h3", {}, "Submarines that may submerge"), h("p", { class: "choices", role: "group" }, Object.entries(SUBMERGE).map(([value, words]) => h("button", { "data-key": `submerge ${value}`, "aria-pressed": String(value === submerge), onclick: () => set({ submerge: value }) }, words)))),
    h("section", {}, h("h3", {}, "Attacks"), h("label", { class: "switch" }, h("input", { type: "checkbox", "data-key": "retreat", checked: retreat !== null, onchange: (event) => set({ retreat: event.target.checked ? 35 : null }) }), "break off, or press on, without asking"),
      retreat === null ? null : h("label", { class: "field" }, h("span", {}, `Break off below a chance of ${retreat} % to win or stand off`), h("input", { type: "range", min: 0, max: 100, step: 5, "data-key": "threshold", value: retreat, onchange: (event) => set({ retreat: Number(event.target.value) }) }))));
}

function move(losses, at, by, set) {
  const to = at + by;
  const swapped = () => losses.map((kind, i) => (i === at ? losses[to] : i === to ? losses[at] : kind));
  return h("button", { "data-key": `${by < 0 ? "earlier" : "later"} ${losses[at]}`, "aria-label": `${unitName(losses[at])}: ${by < 0 ? "earlier" : "later"}`, disabled: to < 0 || to >= losses.length, onclick: () => set({ losses: swapped() }) }, by < 0 ? "↑" : "↓");
}

/** Every kind that can take a hit, the cheapest first. */
function proposed() {
  return Object.entries(store.board.units).filter(([, unit]) => unit.attack || unit.defence).sort(([, a], [, b]) => a.cost - b.cost).map(([kind]) => kind);
}
