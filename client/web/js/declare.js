// Declaring: where to attack or ignore, which ships bombard, which bombers raid (BG-7.14).

import { h, put, stepper } from "./dom.js";
import { judge } from "./judging.js";
import { handlers } from "./map.js";
import { alike, expected, place, shown } from "./pieces.js";
import { ask, section } from "./store.js";
import { unitName } from "./units.js";

let attack = new Set();
let guns = {};
let raids = {};
let redraw = () => {};
let proposed = "";

export function setUp() {
  const { choose } = handlers;
  handlers.choose = (space) => {
    if (ask().kind === "declare" && ask().may.includes(space)) turn(space);
    choose(space);
  };
}

function turn(zone) {
  attack.has(zone) ? attack.delete(zone) : attack.add(zone);
  redraw();
}

const kept = (chosen, known) => Object.fromEntries(Object.entries(chosen).filter(([land]) => land in known));

export function declare(body, act) {
  const asked = ask();
  const now = JSON.stringify([asked.proposed, section("turn").round, asked.power]);
  if (now !== proposed) { proposed = now; attack = new Set(asked.proposed); }
  attack = new Set([...attack].filter((zone) => asked.may.includes(zone)));
  [guns, raids] = [kept(guns, asked.guns), kept(raids, asked.raids)];
  redraw = () => declare(body, act);
  const zones = [...asked.must, ...asked.may, ...asked.cannot];
  const line = h("div", { "aria-live": "polite" });
  const gesture = { do: "declare", attack: [...attack], bombard: guns, raid: raids };
  const button = h("button", { class: "primary", "data-key": "declare", onclick: () => act(gesture, () => { proposed = ""; guns = {}; raids = {}; }) }, attack.size || Object.values({ ...guns, ...raids }).flat().length ? "Declare" : asked.may.length ? "Declare: attack nothing else" : "Declare");
  put(body,
    zones.length ? h("h4", {}, "Sea zones") : null,
    h("ul", { class: "rows" },
      asked.must.map((zone) => h("li", {}, place(zone), h("span", { class: "name" }, "battle, without a choice"))),
      asked.may.map((zone) => h("li", { class: attack.has(zone) ? "some" : "" }, place(zone), odds(zone), h("label", { class: "switch" }, h("input", { type: "checkbox", "data-key": `attack ${zone}`, checked: attack.has(zone), onchange: () => turn(zone) }), "attack"))),
      asked.cannot.map((zone) => h("li", {}, place(zone), h("span", { class: "name" }, "ignored: an attack could hit nothing (BG-8.23)")))),
    Object.entries(asked.guns).map(([land, { ships, most }]) => [h("h4", {}, `Bombard ${land}: ${most === 1 ? "one ship" : `${most} ships`} at most`), h("ul", { class: "rows" }, alike(ships).map((group) => counted(group, guns, land, "bombard", most)))]),
    Object.entries(asked.raids).map(([land, { bombers, escorts, damage }]) => [h("h4", {}, `Raid the complex in ${land}${damage ? ` (${damage} damage)` : ""}`), h("ul", { class: "rows" }, alike(bombers).map((group) => counted(group, raids, land, "raid", Infinity)), alike(escorts).map((group) => counted(group, raids, land, "escort", Infinity)))]),
    h("div", { class: "foot" }, line, h("p", { class: "buttons" }, button)));
  judge(gesture, line, button);
}

/** How an attack there would go. */
function odds(zone) {
  const words = expected(zone);
  return words ? h("small", { class: "name" }, words) : h("span", { class: "name" });
}

/** How many of some like pieces do something in a territory; what each does once, it does nowhere else. */
function counted(group, chosen, land, what, most) {
  const [first] = group;
  const elsewhere = new Set(Object.entries(chosen).filter(([other]) => other !== land).flatMap(([, ids]) => ids));
  const free = group.map((p) => p.id).filter((id) => !elsewhere.has(id));
  const here = chosen[land] ?? [];
  const taken = free.filter((id) => here.includes(id)).length;
  const set = (n) => {
    chosen[land] = [...here.filter((id) => !free.includes(id)), ...free.slice(0, n)];
    if (!chosen[land].length) delete chosen[land];
    redraw();
  };
  return h("li", { class: taken ? "some" : "" }, shown(first, group.length), h("span", { class: "name" }, `${unitName(first.kind)}${first.space === land ? "" : ` in ${first.space}`}`), h("small", {}, what),
    stepper(`${what} ${land} with ${unitName(first.kind)}`, taken, 0, Math.min(free.length, taken + most - here.length), set, `${what} ${land} ${first.kind}`));
}
