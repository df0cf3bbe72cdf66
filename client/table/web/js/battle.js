// The battle board: both sides by strength, the dice as they fell, and the choices that are due.

import { $, h, put, stepper } from "./dom.js";
import { ask, look, on, section } from "./store.js";
import { beside, reveal, settleBack } from "./map.js";
import { chip, dice, tokenChip, unitName } from "./units.js";

let closed = null;
let folded = false;
let shown = null;
let losses = {};
let under = new Set();
let joins = [];
let lossesFor = null;

export function setUp() {
  on(["battle", "dice", "ask", "board"], draw);
}

/** Whether a decision is answered on the battle board. */
export const here = (asked) => ["casualties", "sides", "groups"].includes(asked.kind) || asked.where === "battle";

function draw() {
  const battle = section("battle");
  const fired = section("dice").fired ?? [];
  const panel = $("battle");
  const space = battle.space ?? fired.at(-1)?.space;
  panel.hidden = !space || closed === `${space} ${battle.round ?? "over"}`;
  if (panel.hidden) return settleBack();
  panel.classList.toggle("folded", folded);
  put(panel,
    h("header", {}, h("h3", {}, h("button", { class: "inline", onclick: () => { look(space); reveal(space); } }, `Battle in ${space}`)), h("small", {}, battle.space ? `${battle.kind}, ${battle.round ? `round ${battle.round}` : "opening"}` : "it is over"),
      battle.space ? h("button", { "data-key": "fold", "aria-expanded": String(!folded), "aria-label": "fold the battle board", onclick: () => { folded = !folded; draw(); } }, folded ? "▴" : "▾") : h("button", { "aria-label": "close the battle board", onclick: () => { closed = `${space} over`; draw(); } }, "✕")),
    battle.space ? sides(battle) : null,
    volleys(fired.slice(-4).reverse()),
    (section("dice").revealed ?? []).length ? h("p", { class: "revealed" }, "Turned up: ", section("dice").revealed.map((r) => `#${r.token} is group ${r.group}`).join(", ")) : null);
  if (battle.space && battle.space !== shown) requestAnimationFrame(() => beside(battle.space));
  shown = battle.space ?? null;
}

function sides(battle) {
  const strengths = [...new Set(["attacker", "defender"].flatMap((role) => battle.sides[role].map((p) => p.strength)))].sort((a, b) => a - b);
  return h("table", { class: "sides" },
    h("thead", {}, h("tr", {}, h("th", {}, `Attacker · ${battle.attacker}`), h("th", { class: "mid" }, "hits on"), h("th", {}, "Defender"))),
    h("tbody", {}, strengths.map((strength) => h("tr", {}, h("td", {}, row(battle, "attacker", strength)), h("td", { class: "mid" }, strength ? `≤ ${strength}` : "–"), h("td", {}, row(battle, "defender", strength))))),
    battle.submerged.length ? h("tfoot", {}, h("tr", {}, h("td", { colspan: 3 }, "Submerged: ", battle.submerged.map((p) => piece(p))))) : null);
}

function row(battle, role, strength) {
  const units = new Map();
  const tokens = [];
  for (const p of battle.sides[role].filter((each) => each.strength === strength)) {
    if (p.kind === undefined) { tokens.push(tokenChip(p)); continue; }
    const key = `${p.power} ${p.kind} ${p.damaged}`;
    const marked = battle.marked[p.id] ? 1 : 0;
    const found = units.get(key) ?? units.set(key, { ...p, count: 0, marked: 0 }).get(key);
    found.count += 1;
    found.marked += marked;
  }
  return [...[...units.values()].map((u) => chip(u.power, u.kind, u.count, [u.damaged ? "damaged" : "", u.marked ? `${u.marked} hit` : ""].filter(Boolean).join(", "))), ...tokens];
}

const piece = (p) => (p.kind === undefined ? tokenChip(p) : chip(p.power, p.kind, 1));

function volleys(fired) {
  if (!fired.length) return null;
  return h("ul", { class: "volleys" }, fired.map((volley) => h("li", {}, h("span", { class: "name" }, volley.why),
    volley.shots.map((shot) => h("span", { class: `shot ${shot.role}` }, h("small", {}, `${shot.role} ${unitName(shot.kind)} ≤${shot.strength}`), dice(shot.dice, shot.strength), h("b", {}, shot.hits === 1 ? "1 hit" : `${shot.hits} hits`))))));
}

// Choices

export function casualties(body, act) {
  const asked = ask();
  const key = JSON.stringify([asked.targets, asked.hits, section("battle").round]);
  if (lossesFor !== key) { losses = { ...asked.proposed }; lossesFor = key; }
  const again = () => casualties(body, act);
  const battle = section("battle");
  const all = [...battle.sides.attacker, ...battle.sides.defender];
  const kinds = new Map();
  for (const id of Object.keys(asked.targets)) {
    const p = all.find((each) => each.id === Number(id));
    const name = p?.kind === undefined ? `#${id}` : `${p.power} ${p.kind} ${asked.targets[id]} ${p.damaged}`;
    (kinds.get(name) ?? kinds.set(name, { p, ids: [] }).get(name)).ids.push(id);
  }
  const total = Object.values(losses).reduce((a, b) => a + b, 0);
  put(body,
    h("ul", { class: "rows" }, [...kinds].map(([name, { p, ids }]) => {
      const taken = ids.reduce((sum, id) => sum + (losses[id] ?? 0), 0);
      const room = ids.reduce((sum, id) => sum + asked.targets[id], 0);
      const set = (n) => {
        let left = n;
        for (const id of ids) { const here1 = Math.min(left, asked.targets[id]); losses[id] = here1; left -= here1; }
        again();
      };
      return h("li", {}, p?.kind === undefined ? (p ? tokenChip(p) : name) : chip(p.power, p.kind, ids.length, p.damaged ? "damaged" : ""), h("span", { class: "name" }, p?.kind === undefined ? `token #${ids[0]}` : unitName(p.kind)), stepper(name, taken, 0, Math.min(room, taken + asked.hits - total), set, `lose ${name}`));
    })),
    h("div", { class: "foot" }, h("p", { class: "total" }, h("b", { class: total === asked.hits ? "" : "bad" }, `${total} of ${asked.hits} hits assigned`)),
    h("p", { class: "buttons" }, h("button", { class: "primary", "data-key": "lose", disabled: total !== asked.hits, onclick: () => act({ do: "lose", hits: Object.fromEntries(Object.entries(losses).filter(([, n]) => n)) }) }, "Take these losses"))));
}

export function sidesChoice(body, act) {
  const asked = ask();
  under = new Set([...under].filter((id) => asked.tokens.includes(id)));
  const again = () => sidesChoice(body, act);
  const tokens = (section("spaces")[section("battle").space]?.tokens ?? []).filter((t) => asked.tokens.includes(t.id));
  put(body,
    asked.may ? null : h("p", { class: "why" }, "SS-3.1c: an enemy destroyer makes all tokens fight."),
    h("ul", { class: "rows" }, tokens.map((token) => h("li", {}, tokenChip(token), h("span", { class: "name" }, `#${token.id}`),
      h("label", { class: "switch" }, h("input", { type: "checkbox", "data-key": `under ${token.id}`, disabled: !asked.may, checked: under.has(token.id), onchange: () => { under.has(token.id) ? under.delete(token.id) : under.add(token.id); again(); } }), under.has(token.id) ? "submerges" : "fights")))),
    h("p", { class: "buttons" }, h("button", { class: "primary", "data-key": "stand", onclick: () => act({ do: "stand", submerge: [...under] }) }, under.size ? `Submerge ${under.size}, fight with ${tokens.length - under.size}` : "Fight with all")));
}

export function groups(body, act) {
  const asked = ask();
  under = new Set([...under].filter((id) => asked.tokens.some((t) => t.id === id)));
  joins = joins.filter((j) => asked.tokens.some((t) => t.group === j.source));
  const again = () => groups(body, act);
  const targets = asked.under.filter((t) => t.group !== null);
  const joined = (group) => joins.find((j) => j.source === group)?.count ?? 0;
  const send = () => act({ do: "under", tokens: [...under], joins: joins.filter((j) => j.count) });
  put(body,
    h("ul", { class: "rows" }, asked.tokens.map((token) => h("li", {}, h("b", {}, `Group ${token.group}`), h("span", { class: "name" }, `${token.size} submarine${token.size === 1 ? "" : "s"}`),
      h("label", { class: "switch" }, h("input", { type: "checkbox", "data-key": `go ${token.id}`, checked: under.has(token.id), onchange: () => { under.has(token.id) ? under.delete(token.id) : under.add(token.id); again(); } }), under.has(token.id) ? "submerges" : "fights on"),
      targets.length && !under.has(token.id) ? h("span", {}, h("small", {}, `join group ${targets[0].group}`), stepper(`submarines of group ${token.group} that join`, joined(token.group), 0, token.size, (n) => { joins = [...joins.filter((j) => j.source !== token.group), { source: token.group, target: targets[0].group, count: n }]; again(); }, `join ${token.id}`)) : null))),
    h("p", { class: "buttons" }, h("button", { class: "primary", "data-key": "go", onclick: send }, under.size || joins.some((j) => j.count) ? "Submerge these" : "Fight on with all")));
}

