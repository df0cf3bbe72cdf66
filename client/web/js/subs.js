// What Secret Subs adds: opening groups, placing, shuffling and reorganizing.

import { h, put, stepper } from "./dom.js";
import { judge } from "./judging.js";
import { handlers } from "./map.js";
import { place } from "./pieces.js";
import { ask, changed, look, pieces, section, store, whereIs } from "./store.js";
import { amount, tokenChip } from "./units.js";
import { positive } from "./economy.js";

let opening = {};
let drops = [];
let grown = {};
let charge = {};
let placingWhat = null;
/** Put one more new token into a zone that was clicked on the map. */
let dropAt = () => {};
/** Tokens that are left out of a shuffle. */
const spared = new Set();
let transfers = [];
let leaving = new Set();

export function setUp() {
  const { choose } = handlers;
  handlers.choose = (space) => {
    if (ask().kind === "place_subs") dropAt(space);
    choose(space);
  };
}

export function open(body, act) {
  const asked = ask();
  if (Object.keys(asked.printed).some((zone) => !(zone in opening))) opening = Object.fromEntries(Object.entries(asked.printed).map(([zone, count]) => [zone, [count]]));
  const again = () => open(body, act);
  const decoys = Object.values(opening).flat().filter((n) => n === 0).length;
  const wrong = Object.entries(asked.printed).filter(([zone, count]) => opening[zone].reduce((a, b) => a + b, 0) !== count);
  put(body,
    h("p", {}, "Each number is one token and its group; which token is which, only you will know. A 0 is a decoy."),
    Object.entries(asked.printed).map(([zone, count]) => h("div", { class: "zone" }, h("button", { class: "inline", onclick: () => look(zone) }, zone), h("small", {}, ` ${amount(count, "submarine")}`),
      h("span", { class: "groups" }, opening[zone].map((size, i) => stepper(`group ${i + 1} in ${zone}`, size, 0, count, (n) => { opening[zone][i] = n; again(); }, `${zone} ${i}`)),
        h("button", { "data-key": `more ${zone}`, "aria-label": `one more token in ${zone}`, onclick: () => { divide(opening[zone]); again(); } }, "+ token"),
        opening[zone].length > 1 ? h("button", { "data-key": `less ${zone}`, "aria-label": `one token less in ${zone}`, onclick: () => { opening[zone][0] += opening[zone].pop(); again(); } }, "− token") : null))),
    wrong.length ? h("p", { class: "why" }, `SS-0.8: the groups in ${wrong[0][0]} must add up to ${wrong[0][1]}.`) : null,
    decoys > asked.decoys ? h("p", { class: "why" }, `SS-0.8: at most ${asked.decoys} decoys now, not ${decoys}.`) : null,
    h("p", { class: "buttons" }, h("button", { class: "primary", "data-key": "open", disabled: wrong.length > 0 || decoys > asked.decoys, onclick: () => act({ do: "open", zones: opening }) }, "Put the tokens out"),
      Object.values(opening).some((sizes) => sizes.length > 1) || wrong.length ? h("button", { "data-key": "open again", onclick: () => { opening = {}; again(); } }, "Start again") : null));
}

/** One more token takes half of the largest group. */
function divide(sizes) {
  const at = sizes.indexOf(Math.max(...sizes));
  const half = Math.floor(sizes[at] / 2);
  sizes[at] -= half;
  sizes.push(half);
}

/** What is proposed: all that has room in one new token, or else with a token that is there. */
function propose(asked) {
  [drops, grown, charge] = [[], {}, {}];
  const room = (complex) => asked.rooms[complex] ?? Infinity;
  const berths = Math.min(asked.most, asked.supply) ? asked.berths : [];
  const berth = berths.find((each) => room(each.complex) >= asked.waiting) ?? berths[0];
  const [token, where] = Object.entries(asked.joinable)[0] ?? [];
  const count = Math.min(asked.waiting, berth ? room(berth.complex) : token ? room(where.complexes[0]) : 0);
  if (!count) return;
  if (berth) drops = [{ ...berth, count }];
  else grown = { [token]: count };
}

export function placing(body, act) {
  const asked = ask();
  const question = JSON.stringify([asked, section("turn").round]);
  if (question !== placingWhat) { placingWhat = question; propose(asked); }
  drops = drops.filter((d) => asked.berths.some((b) => b.at === d.at && b.complex === d.complex));
  grown = Object.fromEntries(Object.entries(grown).filter(([token]) => token in asked.joinable));
  charge = Object.fromEntries(Object.entries(charge).filter(([token, complex]) => asked.joinable[token]?.complexes.includes(complex)));
  const again = () => placing(body, act);
  store.offered = new Set(drops.length < Math.min(asked.most, asked.supply) ? asked.berths.map((berth) => berth.at) : []);
  const used = drops.reduce((sum, d) => sum + d.count, 0) + Object.values(grown).reduce((a, b) => a + b, 0);
  const left = asked.waiting - used;
  const drop = (berth) => { drops.push({ ...berth, count: Math.min(1, left) }); again(); changed("picked"); };
  dropAt = (zone) => { const berth = store.offered.has(zone) && asked.berths.find((each) => each.at === zone); if (berth) drop(berth); };
  const line = h("div", { "aria-live": "polite" });
  const gesture = { do: "place_subs", new: drops, join: positive(grown), charge };
  const some = used || drops.length;
  const place1 = () => act(gesture, () => { placingWhat = null; });
  const button = h("button", { class: "primary", "data-key": "place subs", disabled: !some && asked.waiting > 0, onclick: place1 }, asked.waiting || some ? "Place them" : "Go on");
  const several = asked.berths.some((berth, i) => asked.berths.findIndex((other) => other.at === berth.at) !== i);
  put(body,
    h("p", {}, h("b", {}, `${left} of ${asked.waiting}`), ` new submarines left to place; ${asked.supply} tokens in your supply. A click on the map puts a token there.`),
    Object.keys(asked.rooms).length ? h("p", { class: "quiet" }, "Room: ", Object.entries(asked.rooms).map(([complex, room]) => `${complex} ${room ?? "without limit"}`).join(", "), ".") : null,
    h("ul", { class: "rows" },
      drops.map((drop, i) => h("li", {}, h("span", { class: "name" }, `New token in ${drop.at}`, drop.complex ? h("small", {}, ` from ${drop.complex}`) : null), drop.count ? null : h("small", {}, "decoy"),
        stepper(`submarines of new token ${i + 1}`, drop.count, 0, drop.count + left, (n) => { drop.count = n; again(); }, `drop ${i}`), h("button", { "aria-label": "without this token", onclick: () => { drops.splice(i, 1); again(); } }, "✕"))),
      Object.entries(asked.joinable).map(([token, where]) => joining(token, where, left, again))),
    drops.length < Math.min(asked.most, asked.supply) ? h("p", { class: "choices" }, asked.berths.map((berth) => h("button", { "data-key": several ? `new ${berth.at} ${berth.complex}` : `new ${berth.at}`, onclick: () => drop(berth) }, `+ token in ${berth.at}${several ? ` from ${berth.complex}` : ""}`))) : null,
    line, h("p", { class: "buttons" }, button,
      some ? h("button", { "data-key": "clear subs", onclick: () => { [drops, grown, charge] = [[], {}, {}]; again(); } }, "Start again") : null,
      asked.waiting && !some ? h("button", { "data-key": "place nothing", onclick: place1 }, store.board.rules.includes("WW") ? "Place nothing" : "Place nothing: they are lost") : null));
  if (some) judge(gesture, line, button);
}

/** Submarines that join a token, and the complex that it is charged to, where there are several. */
function joining(token, where, left, again) {
  const now = grown[token] ?? 0;
  const charged = charge[token] ?? where.complexes[0];
  return [h("li", { class: now ? "some" : "" }, h("button", { class: "inline", onclick: () => look(where.at) }, `#${token} in ${where.at}`), h("small", {}, where.group === null ? "" : `group ${where.group}`),
    stepper(`submarines that join token ${token}`, now, 0, now + left, (n) => { grown[token] = n; again(); }, `grow ${token}`)),
  where.complexes.length > 1 ? h("li", {}, h("span", { class: "choices", role: "group", "aria-label": `complex of token ${token}` }, h("small", {}, "charged to"), where.complexes.map((complex) => h("button", { "data-key": `charge ${token} ${complex}`, "aria-pressed": String(complex === charged), onclick: () => { charge[token] = complex; again(); } }, complex)))) : null];
}

/** Shuffle and reorganize, where the rules let the player act. */
export function actions(act) {
  const asked = ask().actions;
  if (!asked?.shuffle || !(Object.keys(asked.shuffle).length || asked.reorganize.length || asked.remove.length || asked.claims.length)) return null;
  return h("details", { class: "actions", "data-key": "with tokens", open: ask().kind === "window" }, h("summary", {}, "Submarines: shuffle, reorganize"),
    Object.entries(asked.shuffle).map(([zone, tokens]) => shuffle(zone, tokens, act)),
    asked.reorganize.map((tokens) => reorganize(tokens, act)),
    asked.claims.length ? h("div", { class: "place" }, h("h4", {}, "Show what a shuffled token may still do"), h("p", { class: "choices" }, asked.claims.map((claim) => h("button", { "data-key": `claim ${claim.token}`, title: "SS-4.3b: everybody learns that it is one of the pieces that may", onclick: () => act({ do: "claim", token: claim.token, pieces: claim.pieces }) }, `#${claim.token} ${claim.moved ? "has moved" : "has not moved"}, ${claim.left} step${claim.left === 1 ? "" : "s"} left`)))) : null,
    asked.remove.map((token) => h("p", {}, h("button", { onclick: () => act({ do: "act", action: "remove", piece: token }) }, `Take decoy #${token} off the board, showing it`))));
}

function known(id) {
  return pieces(whereIs(id) ?? "").find((p) => p.id === id) ?? { id, group: null, mine: true, power: ask().power };
}

/** All tokens of a zone are shuffled, save those that a click leaves out. */
function shuffle(zone, tokens, act) {
  const box = h("div", { class: "place" });
  const draw = () => {
    const these = tokens.filter((t) => !spared.has(t));
    put(box, h("h4", {}, "Shuffle in ", place(zone)),
      h("p", { class: "choices" }, tokens.map((t) => h("button", { class: "bare", "data-key": `mix ${t}`, "aria-pressed": String(!spared.has(t)), "aria-label": `token ${t}`, onclick: () => { spared.has(t) ? spared.delete(t) : spared.add(t); draw(); } }, tokenChip(known(t)))),
        h("button", { "data-key": `shuffle ${zone}`, disabled: these.length < 2, onclick: () => act({ do: "shuffle", tokens: these }, () => spared.clear()) }, these.length === tokens.length ? `Shuffle all ${tokens.length}` : these.length > 1 ? `Shuffle these ${these.length}` : "Shuffle two or more")));
  };
  draw();
  return box;
}

function reorganize(tokens, act) {
  const box = h("div", { class: "place" });
  const groups = tokens.map((t) => known(t)).filter((t) => t.group !== null);
  const ids = groups.map((t) => t.group);
  const give = (source, target) => {
    const before = transfers.find((t) => t.source === source && t.target === target)?.count ?? 0;
    const back = transfers.find((t) => t.source === target && t.target === source && t.count);
    if (back) back.count -= 1;
    else transfers = [...transfers.filter((t) => t.source !== source || t.target !== target), { source, target, count: before + 1 }];
    draw();
  };
  const draw = () => {
    const own = transfers.filter((t) => ids.includes(t.source) && t.count);
    const size = (g) => groups.find((t) => t.group === g).size + own.reduce((sum, t) => sum + (t.target === g ? t.count : 0) - (t.source === g ? t.count : 0), 0);
    const removed = groups.filter((t) => leaving.has(t.id) && size(t.group) === 0).map((t) => t.id);
    const line = h("div", { "aria-live": "polite" });
    const gesture = { do: "reorganize", token: tokens[0], transfers: own, remove: removed };
    const button = h("button", { class: "primary", "data-key": `reorganize ${tokens[0]}`, onclick: () => act(gesture, () => { transfers = []; leaving.clear(); }) }, "Reorganize");
    put(box, h("h4", {}, "Reorganize in ", place(whereIs(tokens[0]))),
      h("ul", { class: "rows" }, groups.map((t) => h("li", {}, h("b", {}, `Group ${t.group}`), h("span", { class: "name" }, amount(size(t.group), "submarine")),
        size(t.group) ? h("span", { class: "choices" }, h("small", {}, "one to"), ids.filter((g) => g !== t.group).map((g) => h("button", { "data-key": `give ${t.group} ${g}`, "aria-label": `one submarine from group ${t.group} to group ${g}`, onclick: () => give(t.group, g) }, `${g}`)))
          : h("label", { class: "switch" }, h("input", { type: "checkbox", "data-key": `leave ${t.id}`, checked: leaving.has(t.id), onchange: () => { leaving.has(t.id) ? leaving.delete(t.id) : leaving.add(t.id); draw(); } }), "off the board")))),
      own.length || removed.length ? [line, h("p", { class: "buttons" }, button, h("button", { onclick: () => { transfers = transfers.filter((t) => !ids.includes(t.source)); leaving.clear(); draw(); } }, "Start again"))] : null);
    if (own.length || removed.length) judge(gesture, line, button);
  };
  draw();
  return box;
}

/** Every power's tracker, and where its groups are known to be. */
export function tracker(power, facts) {
  const { sizes, supply, places } = facts.tracker;
  return h("div", { class: "tracker" }, h("ol", { class: "boxes" }, sizes.map((size, i) => {
    const place = places[i + 1];
    const title = place ? `group ${i + 1}: ${amount(size, "submarine")}, token #${place.token} in ${place.at}${place.open ? ", known to all" : ""}` : `group ${i + 1}: ${size || "a decoy or in the supply"}`;
    return h("li", { class: `${size ? "some" : ""}${place ? " placed" : ""}${place?.open ? " open" : ""}`, title }, place ? h("button", { class: "inline", "aria-label": title, onclick: () => look(place.at) }, String(size)) : h("b", {}, String(size)), h("small", {}, String(i + 1)));
  })), h("small", {}, `${supply} tokens in the supply`));
}

/** What an enemy's token may hold. */
export function odds(token) {
  if (!token.odds?.length) return null;
  return h("ul", { class: "odds" }, token.odds.map((o) => {
    const bar = h("span", { class: "bar" });
    bar.style.width = `${o.percent}%`;
    return h("li", {}, bar, h("span", {}, o.group === null ? "a decoy" : `group ${o.group}: ${o.size}`), h("b", {}, `${o.percent} %`));
  }));
}

