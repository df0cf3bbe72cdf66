// The battle board: both sides by strength, the dice of all seats as they fall, and what they did.

import { $, h, put } from "./dom.js";
import * as losses from "./losses.js";
import { beside, settleBack } from "./map.js";
import { place } from "./pieces.js";
import { ask, on, section } from "./store.js";
import { amount, chip, icon, tokenChip, unitName } from "./units.js";

const LATEST = 2; // rounds that are shown without being asked for
const MANY = 8; // steps without rounds from which on the latest come first: a long hunt

let closed = null;
/** Whether the board is folded; null: only once the battle is over and something else is asked. */
let folded = null;
let shown = null;
/** Dice that have just fallen are looked at before the board folds: until something else is touched. */
let fresh = false;
let latest = null;

export function setUp() {
  for (const touch of ["pointerdown", "keydown"]) {
    document.addEventListener(touch, (event) => {
      if (!fresh || $("battle").contains(event.target)) return;
      fresh = false;
      draw();
    });
  }
  on(["battle", "dice", "ask", "board", "table", "picked"], draw);
}

function draw() {
  const battle = section("battle");
  const { title, space, over, steps = [], earlier = [] } = section("dice");
  const panel = $("battle");
  const key = `${title} ${JSON.stringify(steps[0] ?? null)}`;
  const where = battle.space ?? space;
  panel.hidden = !(battle.space || (title && (steps.length || earlier.length))) || (!battle.space && closed === key);
  if (panel.hidden) { shown = null; return settleBack(); }
  if (battle.space && battle.space !== shown) { folded = null; closed = null; }
  const now = `${key} ${steps.length}`;
  fresh ||= latest !== null && latest !== now;
  latest = now;
  const small = folded ?? (!battle.space && !fresh && Boolean(ask().kind || section("turn").outcome));
  panel.classList.toggle("folded", small);
  put(panel,
    h("header", {}, h("h3", {}, heading(title ?? `Battle in ${where}`, where)), h("small", {}, state(battle, over, steps)),
      h("span", { class: "corner" }, h("button", { "data-key": "fold", "aria-expanded": String(!small), "aria-label": small ? "unfold the battle board" : "fold the battle board", onclick: () => { folded = !small; draw(); } }, small ? "▴" : "▾"),
        battle.space ? null : h("button", { "data-key": "close board", "aria-label": "close the battle board", onclick: () => { closed = key; draw(); } }, "✕"))),
    battle.space ? sides(battle) : null,
    battle.space && !ask().kind ? waiting(section("table")) : null,
    told(steps),
    earlier.map((one, i) => h("details", { "data-key": `before ${earlier.length - i}` }, h("summary", {}, `Before: ${one.title}`), told(one.steps))));
  if (battle.space && battle.space !== shown) requestAnimationFrame(() => beside(battle.space));
  shown = battle.space ?? null;
  if (!battle.space) settleBack();
}

/** Whom the battle waits for, where it is still fought: nobody waits in a log, nor in the past. */
function waiting({ mode, at, last, waiting: whom }) {
  return mode !== "replay" && at === last && whom?.length ? h("p", { class: "quiet" }, `Waiting for ${whom.join("; ")}`) : null;
}

function heading(title, where) {
  if (!where || !title.endsWith(where)) return [title, where ? [" · ", place(where)] : null];
  return [title.slice(0, -where.length), place(where)];
}

const KINDS = { sea: "sea battle", land: "land battle", assault: "amphibious assault", raid: "bombing raid", house: "submarine hunt" };

function state(battle, over, steps) {
  if (battle.space) return `${KINDS[battle.kind]}${battle.kind === "house" ? "" : battle.round ? `, round ${battle.round}` : ", before the first round"}`;
  const end = over ? steps.findLast((step) => step.told?.includes(" over: ")) : null;
  return end ? end.told.slice(end.told.indexOf(" over: ") + 7) : "";
}

// Sides

function sides(battle) {
  const { attacker, defender } = battle.sides;
  if (battle.kind === "house") return h("p", { class: "sides" }, attacker.map(fighter), " against ", defender.map(fighter));
  const strengths = [...new Set([...attacker, ...defender].map((p) => p.strength))].sort((a, b) => a - b);
  return h("table", { class: "sides" },
    h("thead", {}, h("tr", {}, h("th", {}, `Attacker · ${battle.attacker}`), h("th", { class: "mid", title: `on a die with ${battle.sides_of_die} sides` }, "hits on"), h("th", {}, "Defender"))),
    h("tbody", {}, strengths.map((strength) => h("tr", {}, h("td", {}, row(battle, "attacker", strength)), h("td", { class: "mid" }, strength ? `≤ ${strength}` : "–"), h("td", {}, row(battle, "defender", strength))))),
    h("tfoot", {}, h("tr", {}, h("td", {}, left(attacker, battle.marked)), h("td", { class: "mid" }, "left"), h("td", {}, left(defender, battle.marked))),
      battle.submerged.length ? h("tr", {}, h("td", { colspan: 3 }, "Submerged: ", battle.submerged.map(fighter))) : null));
}

/** What a side still has: units, tokens, and how many more hits the units take. */
function left(pieces, marked) {
  const tokens = pieces.filter((p) => p.kind === undefined).length;
  const units = pieces.length - tokens;
  const hits = pieces.reduce((sum, p) => sum + Math.max(0, (p.takes ?? 0) - (marked[p.id] ?? 0)), 0);
  return [units ? `${amount(units, "unit")}${hits === units ? "" : hits === 1 ? ", one more hit" : `, ${hits} more hits`}` : "", tokens ? amount(tokens, "token") : ""].filter(Boolean).join(", ") || "nobody";
}

function row(battle, role, strength) {
  const units = new Map();
  const tokens = [];
  for (const p of battle.sides[role].filter((each) => each.strength === strength)) {
    if (p.kind === undefined) { tokens.push(target([p.id], `token #${p.id}`, tokenChip(p))); continue; }
    const key = `${p.power} ${p.kind} ${p.damaged} ${p.marks ?? ""}`;
    const found = units.get(key) ?? units.set(key, { ...p, ids: [], hit: 0 }).get(key);
    found.ids.push(p.id);
    found.hit += battle.marked[p.id] ? 1 : 0;
  }
  return [...[...units.values()].map((u) => target(u.ids, unitName(u.kind), chip(u.power, u.kind, u.ids.length, noted(u)))), ...tokens];
}

/** Pieces that may take hits now: a click has one more fall on them. */
function target(ids, name, shown) {
  if (!losses.may(ids)) return shown;
  const hits = losses.hits(ids);
  return h("button", { class: `bare target${hits ? " struck" : ""}`, "data-key": `strike ${ids[0]}`, "aria-label": `${name}: ${hits} of your hits; one more`, title: "click: one more hit", onclick: () => losses.strike(ids) }, shown, hits ? h("b", { class: "toll" }, `−${hits}`) : null);
}

const noted = (u) => [u.damaged ? "damaged" : u.takes > 1 ? `takes ${u.takes}` : "", u.hit ? `${u.hit} hit` : "", ...(u.marks ?? [])].filter(Boolean).join(", ");
const fighter = (p) => (p.kind === undefined ? tokenChip(p) : chip(p.power, p.kind, 1, noted(p)));

// Steps

/** Rounds, the latest first; older ones to be unfolded. */
function told(steps) {
  const rounds = [{ name: steps.some((step) => step.round) ? "Before round 1" : "", steps: [] }];
  for (const step of steps) {
    const before = rounds.at(-1).steps.at(-1);
    if (step.round) rounds.push({ name: `Round ${step.round}`, steps: [] });
    else if (only(step) && before && only(before)) before.told += `; ${step.told}`;
    else rounds.at(-1).steps.push({ ...step });
  }
  if (rounds.length === 1 && steps.length > MANY) rounds[0].steps.reverse();
  const filled = rounds.filter((round) => round.steps.length).reverse();
  const older = filled.slice(LATEST);
  return h("div", { class: "steps" }, filled.slice(0, LATEST).map(drawn), older.length ? h("details", { "data-key": "earlier" }, h("summary", {}, "Earlier rounds"), older.map(drawn)) : null);
}

/** Words without dice: what came of those before it. */
const only = (step) => !step.shots && !step.dice;

const drawn = (round) => h("section", {}, round.name ? h("h4", {}, round.name) : null, h("ul", { class: "volleys" }, round.steps.map(line)));

function line(step) {
  if (!step.shots) return h("li", { class: step.dice ? "thrown" : "" }, h("span", {}, step.told), step.dice ? h("span", { class: "shot" }, step.dice.map((value) => die(value, false))) : null);
  const roles = ["attacker", "defender"].filter((role) => step.shots.some((each) => each.role === role));
  return h("li", { class: roles.length === 1 ? roles[0] : "both" }, h("span", { class: "name" }, step.why), roles.map((role) => h("div", { class: role }, step.shots.filter((each) => each.role === role).map((each) => shot(each, "")))));
}

/** Dice of units that are alike; whose they are is said where their place does not say it. */
export function shot({ role, kind, strength, dice, hits, sure }, who = `${role} `) {
  return h("span", { class: `shot ${role}` }, h("small", { title: `${role} ${unitName(kind)}, hits on ${strength} or less` }, who || icon(kind), `${who ? unitName(kind) : ""} ≤${strength}`), dice.map(([value, hit]) => die(value, hit)), sure ? h("small", {}, `${sure} sure`) : null, h("b", {}, hits === 1 ? "1 hit" : `${hits} hits`));
}

const die = (value, hit) => h("span", { class: `die${hit ? " hit" : ""}`, title: `${value}${hit ? ", a hit" : ""}` }, String(value));
