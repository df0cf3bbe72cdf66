// Choices in battle: losses, which tokens fight, which groups submerge.

import { h, put, stepper } from "./dom.js";
import { judge } from "./judging.js";
import * as losses from "./losses.js";
import { about, place } from "./pieces.js";
import { ask, section } from "./store.js";
import { amount, chip, tokenChip, unitName } from "./units.js";

let under = new Set();
let joins = [];

export function casualties(body, act) {
  const asked = ask();
  losses.begin(() => casualties(body, act));
  const battle = section("battle");
  const all = [...battle.sides.attacker, ...battle.sides.defender];
  const kinds = new Map();
  for (const id of Object.keys(asked.targets).map(Number)) {
    const p = all.find((each) => each.id === id);
    const name = p?.kind === undefined ? `#${id}` : [p.power, p.kind, p.damaged ? "damaged" : "", ...(p.marks ?? [])].filter(Boolean).join(" ");
    (kinds.get(name) ?? kinds.set(name, { p, ids: [] }).get(name)).ids.push(id);
  }
  const total = losses.total();
  const line = h("div", { "aria-live": "polite" });
  const button = h("button", { class: "primary", "data-key": "lose", disabled: total !== asked.hits, onclick: () => act(losses.gesture()) }, "Take these losses");
  put(body, about(asked), h("p", { class: "quiet" }, "Click units on the battle board or on the map, or count them here."),
    h("ul", { class: "rows" }, [...kinds].map(([name, { p, ids }]) => {
      const taken = losses.hits(ids);
      return h("li", { class: taken ? "some" : "" }, p?.kind === undefined ? (p ? tokenChip(p) : name) : chip(p.power, p.kind, ids.length, [p.damaged ? "damaged" : "", ...(p.marks ?? [])].filter(Boolean).join(", ")), h("span", { class: "name" }, p?.kind === undefined ? `token #${ids[0]}` : unitName(p.kind)),
        stepper(name, taken, 0, Math.min(losses.most(ids), taken + asked.hits - total), (n) => losses.set(ids, n), `lose ${name}`));
    })),
    h("div", { class: "foot" }, h("p", { class: "total" }, h("b", { class: total === asked.hits ? "" : "bad" }, `${total} of ${asked.hits} hits assigned`)), line, h("p", { class: "buttons" }, button)));
  if (total === asked.hits) judge(losses.gesture(), line, button);
}

export function sides(body, act) {
  const asked = ask();
  under = new Set([...under].filter((id) => asked.tokens.includes(id)));
  const again = () => sides(body, act);
  const may = !asked.barred;
  const tokens = (section("spaces")[section("battle").space]?.tokens ?? []).filter((t) => asked.tokens.includes(t.id));
  put(body,
    h("p", { class: "quiet" }, "In ", place(section("battle").space), may ? ". What fights is turned up; what submerges stays hidden, and out of this battle." : ". What fights is turned up."),
    may ? null : h("p", { class: "why" }, `${asked.barred.rule}: ${asked.barred.reason.replace(/^token \d+/, "every token here")}. You are asked as you may want to reorganize or shuffle them before; without windows, this is answered for you.`),
    h("ul", { class: "rows" }, tokens.map((token) => h("li", {}, tokenChip(token), h("span", { class: "name" }, `#${token.id}`),
      may ? h("label", { class: "switch" }, h("input", { type: "checkbox", "data-key": `under ${token.id}`, checked: under.has(token.id), onchange: () => { under.has(token.id) ? under.delete(token.id) : under.add(token.id); again(); } }), "submerge") : null))),
    h("p", { class: "buttons" }, h("button", { class: "primary", "data-key": "stand", onclick: () => act({ do: "stand", submerge: [...under] }) }, under.size ? `Submerge ${under.size}, fight with ${tokens.length - under.size}` : may ? "Fight with all" : "Go on: all fight")));
}

export function groups(body, act) {
  const asked = ask();
  const targets = asked.under.filter((t) => t.group !== null);
  under = new Set([...under].filter((id) => asked.tokens.some((t) => t.id === id)));
  joins = joins.filter((j) => asked.tokens.some((t) => t.group === j.source && !under.has(t.id)) && targets.some((t) => t.group === j.target));
  const again = () => groups(body, act);
  const joined = (source, target) => joins.find((j) => j.source === source && j.target === target)?.count ?? 0;
  const gone = (source) => joins.filter((j) => j.source === source).reduce((sum, j) => sum + j.count, 0);
  const set = (source, target, count) => { joins = [...joins.filter((j) => j.source !== source || j.target !== target), { source, target, count }]; again(); };
  const line = h("div", { "aria-live": "polite" });
  const gesture = { do: "under", tokens: [...under], joins: joins.filter((j) => j.count) };
  const some = under.size || gesture.joins.length;
  const button = h("button", { class: "primary", "data-key": "go", onclick: () => act(gesture, () => { under.clear(); joins = []; }) }, some ? "Submerge these" : "Fight on with all");
  put(body,
    h("ul", { class: "rows aims" }, asked.tokens.map((token) => h("li", { class: under.has(token.id) ? "some" : "" },
      h("div", { class: "who" }, h("b", {}, `Group ${token.group}`), h("span", { class: "name" }, amount(token.size, "submarine")),
        h("label", { class: "switch" }, h("input", { type: "checkbox", "data-key": `go ${token.id}`, checked: under.has(token.id), onchange: () => { under.has(token.id) ? under.delete(token.id) : under.add(token.id); again(); } }), "submerge")),
      under.has(token.id) ? null : targets.map((target) => h("div", { class: "who" }, h("small", { class: "name" }, `join group ${target.group}, submerged as #${target.id}`), stepper(`submarines of group ${token.group} that join group ${target.group}`, joined(token.group, target.group), 0, joined(token.group, target.group) + token.size - gone(token.group), (n) => set(token.group, target.group, n), `join ${token.id} ${target.id}`)))))),
    line, h("p", { class: "buttons" }, button));
  if (some) judge(gesture, line, button);
}
