// Where the page begins.

import * as accessibility from "./accessibility.js";
import * as actions from "./actions.js";
import * as battle from "./battle.js";
import * as choices from "./choices.js";
import * as declare from "./declare.js";
import { $, h, put } from "./dom.js";
import * as economy from "./economy.js";
import * as losses from "./losses.js";
import * as map from "./map.js";
import * as movement from "./movement.js";
import { connect, request } from "./net.js";
import * as panel from "./panel.js";
import * as setup from "./setup.js";
import { ask, on, section, store } from "./store.js";
import * as subs from "./subs.js";
import * as timeline from "./timeline.js";
import { announce } from "./toast.js";
import { badge, chip, colour, symbols, tokenChip } from "./units.js";

/** Phases as they are called where there is little room. */
const PHASES = { research: "Research", purchase: "Purchase", combat_move: "Combat move", conduct_combat: "Combat", noncombat_move: "Noncombat", mobilize: "Mobilize", collect_income: "Income" };

document.body.prepend(symbols());
setup.setUp(); // first: it says whether there is a map to be drawn
map.setUp();
movement.setUp();
choices.setUp();
losses.setUp();
subs.setUp();
declare.setUp();
economy.setUp();
actions.setUp();
battle.setUp();
panel.setUp();
timeline.setUp();
accessibility.setUp();
map.follow();

let hovered = null;
map.handlers.hover = (space, event) => {
  movement.hovered(space);
  const card = $("hover");
  if (space !== hovered) {
    hovered = space;
    map.hover(space, event?.clientX ?? 0);
    card.hidden = !space || !store.board;
    fillCard();
  }
  if (event && !card.hidden) keepClear(card, event);
};

/** The card lies beside the pointer, and beside the chips that it is over: they are to be clicked. */
function keepClear(card, event) {
  const box = $("board").getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  const chips = event.target.closest?.("#stacks .stack")?.getBoundingClientRect() ?? { left: x, right: x };
  const left = chips.right - box.left + 14;
  const fits = left + card.offsetWidth + 8 < box.width;
  card.style.left = `${fits ? left : Math.max(8, chips.left - box.left - card.offsetWidth - 14)}px`;
  card.style.top = `${Math.min(y - box.top + 16, box.height - card.offsetHeight - 8)}px`;
}

function fillCard() {
  if (!$("hover").hidden && hovered) put($("hover"), h("b", {}, hovered), h("small", {}, panel.described(hovered)), summary(hovered));
}

on(["spaces"], fillCard);

function summary(space) {
  const here = section("spaces")[space] ?? { stacks: [], tokens: [] };
  const counts = new Map();
  for (const stack of here.stacks) {
    const key = `${stack.power} ${stack.kind}`;
    (counts.get(key) ?? counts.set(key, { ...stack, count: 0 }).get(key)).count += stack.ids.length;
  }
  return h("span", { class: "chips" }, [...counts.values()].map((st) => chip(st.power, st.kind, st.count)), here.tokens.map((token) => tokenChip(token)));
}

on(["turn", "table", "seats", "board", "ask"], () => {
  if (!store.board) return;
  const turn = section("turn");
  const table = section("table");
  const mine = Boolean(ask().kind);
  $("turn").style.setProperty("--of", colour(turn.active));
  $("turn").classList.toggle("mine", mine);
  put($("turn"), h("span", { class: "round" }, h("span", { class: "wide" }, "Round "), String(turn.round)), turn.outcome ? h("b", {}, "Game over") : [badge(turn.active), h("b", {}, turn.active)], mine ? h("span", { class: "asked" }, "you are asked") : null);
  const phases = turn.outcome ? [] : turn.phases ?? [];
  put($("phases"), phases.map((phase, i) => h("li", { class: phase === turn.phase ? "now" : i < phases.indexOf(turn.phase) ? "past" : "", "aria-current": phase === turn.phase ? "step" : null, title: phase.replaceAll("_", " ") }, PHASES[phase] ?? phase.replaceAll("_", " "))));
  put($("seats"), Object.entries(section("seats")).map(([number, seat]) => h("button", { class: `seatmark ${seat.here ? "on" : "off"}${Number(number) === table.owing ? " owing" : ""}`, "data-key": `seat ${number}`, title: `${seat.name}: ${(seat.powers ?? []).join(", ")}; ${seat.here ? "connected to you" : "not connected to you"}${Number(number) === table.owing ? "; is waited for" : ""}`, onclick: () => panel.open("seats") }, (seat.powers ?? []).slice(0, 3).map(badge))));
  const asked = ask();
  document.title = table.mode === "lobby" ? "Lobby · Secret Subs" : turn.outcome ? "Game over · Secret Subs" : asked.kind ? `● Your turn · Secret Subs` : `${(table.waiting ?? [])[0] ?? "…"} · Secret Subs`;
  document.body.dataset.ready = "yes";
});

let last = "";
on(["ask"], () => {
  const { asks } = ask();
  if (asks && asks !== last) announce(asks);
  last = asks ?? "";
});

const veil = $("veil");
connect((state) => {
  veil.hidden = state === "open";
  document.body.dataset.link = state;
  if (state === "lost") put(veil, h("div", {}, h("p", {}, "The connection to your node is lost. Trying again…"), h("p", { class: "quiet" }, "If the program has ended, start it once more, and open the link that it prints: the game waits.")));
  if (state === "refused") put(veil, h("p", {}, "This page may not look at the table. Open it with the link that the program printed in your terminal."));
});

// For tests: what is known, where things are on the screen, and what is under a point.
window.table = { store, request, onScreen: map.onScreen, under: map.under, reveal: map.reveal, frameTo: map.frameTo };
